//! A damaged counter is a wrong counter, and nothing else is.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use crate::common::{Cells, LAYOUTS, read, read_as, site};
use getpage_smf::frame::Framing;
use getpage_smf::layout::{Field, Kind};

fn number(bytes: &[u8]) -> usize {
    bytes.iter().fold(0, |value, byte| value << 8 | usize::from(*byte))
}

/// Whether any element of a field has a byte at an offset.
fn covers(field: &Field, offset: usize) -> bool {
    let (count, stride) = field.array.map_or((1, 0), |a| (a.count, a.stride));
    (0..count).any(|k| (field.at + k * stride..field.at + k * stride + field.kind.width()).contains(&offset))
}

/// The fields that take their value from a byte of a record (RDW included), by the layouts and the record's triplets.
fn fields_at(record: &[u8], at: usize) -> Vec<&'static Field> {
    let (record_type, subtype) = (record[5], number(&record[22..24]) as u16);
    let layout = &LAYOUTS.records[&record_type];
    let piece = |triplet: usize| {
        let triplet = &record[layout.triplets.place(triplet).unwrap()..][..8];
        let (start, length, count) = (number(&triplet[..4]), number(&triplet[4..6]), number(&triplet[6..]));
        (start..start + length * count).contains(&at).then(|| (at - start) % length)
    };
    let mut found: Vec<&Field> = layout.header.iter().filter(|f| covers(f, at)).collect();
    for context in layout.context.iter().filter(|c| c.subtypes.contains(&subtype)) {
        if let Some(inside) = piece(context.triplet).and_then(|inside| inside.checked_sub(context.at)) {
            found.extend(LAYOUTS.sections[&context.section].fields.iter().filter(|f| covers(f, inside)));
        }
    }
    for section in site::sections(&LAYOUTS, record_type, subtype) {
        let place = section.places.iter().find(|p| p.record_type == record_type && p.subtypes.contains(&subtype));
        if let Some(inside) = place.unwrap().triplet.and_then(&piece) {
            found.extend(section.fields.iter().filter(|f| covers(f, inside)));
        }
    }
    found
}

/// Names of the columns that differ.
fn differing(before: &[Cells], after: &[Cells]) -> BTreeSet<String> {
    let pairs = before.iter().zip(after);
    pairs.flat_map(|(was, is)| was.iter().filter(|(n, v)| is.get(*n) != Some(v)).map(|(n, _)| n.clone())).collect()
}

#[test]
fn a_flipped_byte_changes_the_values_that_are_written_in_it_and_no_others() {
    let (mut values, mut refused) = (0, 0);
    for record in site::small(&LAYOUTS).iter().filter(|r| matches!(r[5], 115 | 116)) {
        let before = read(record);
        for at in 0..record.len() {
            let mut flipped = record.clone();
            flipped[at] ^= 0x15;
            let after = read_as(Framing::Rdw, Vec::new(), &flipped[..], true);
            let fields = fields_at(record, at);
            let what =
                || format!("SMF {} byte {at}, in {:?}", record[5], fields.iter().map(|f| &f.name).collect::<Vec<_>>());
            if after.tables.is_empty() {
                refused += 1;
                let kind = matches!(at, 5 | 22 | 23);
                assert!(after.log.count > 0 || !after.refusal.is_empty() || kind, "{}: gone", what());
                let counter = fields.iter().any(|f| matches!(f.kind, Kind::Unsigned(4)));
                assert!(!counter, "{}: refused for the value of a counter", what());
                continue;
            }
            assert_eq!(after.log.count, 0, "{}: {:?}", what(), after.log.listed);
            assert!(after.tables.keys().eq(before.tables.keys()), "{}: other tables", what());
            let mut changed = 0;
            for (table, rows) in &before.tables {
                assert_eq!(rows.len(), after.tables[table].len(), "{}: rows of {table}", what());
                let names = differing(rows, &after.tables[table]);
                let strange: Vec<_> = names.iter().filter(|n| !fields.iter().any(|f| f.name == **n)).collect();
                assert!(strange.is_empty(), "{}: {table} differs in {strange:?}", what());
                changed += names.len();
            }
            let whole = fields.iter().filter(|f| matches!(f.kind, Kind::Unsigned(_)) && f.bits.is_none()).count();
            assert!(changed >= whole, "{}: {changed} columns differ, {whole} should", what());
            values += changed;
        }
    }
    assert!(values > 3000 && refused > 100, "{values} values changed, {refused} records refused");
}
