//! A small sample dump: every kind of record, small enough to damage it at every byte.

use std::collections::BTreeMap;

use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::layout::{Field, Layouts, Section, Value, ancestors};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, TestRng, TestRunner};

use super::values;

/// 2026-05-21 16:30:00, in microseconds since 1970.
pub const TIME: i64 = 1_779_381_000_000_000;

/// The fields that every row of a record type and subtype has in common.
pub fn common_fields(layouts: &Layouts, record_type: u8, subtype: u16) -> Vec<Field> {
    let record = &layouts.records[&record_type];
    let mut fields = record.header.clone();
    for context in record.context.iter().filter(|c| c.subtypes.contains(&subtype)) {
        for field in &layouts.sections[&context.section].fields {
            if !fields.iter().any(|known| known.name == field.name) {
                fields.push(field.clone());
            }
        }
    }
    fields
}

/// Common values with the header's time in our days, as in any dump.
pub fn dated(mut common: Row) -> Row {
    let hundredth = match common.get("written") {
        Some(Value::Int(any)) => i64::try_from(any.rem_euclid(3_600_000_000)).unwrap() / 10_000 * 10_000,
        _ => 0,
    };
    common.insert("written".into(), Value::Int((TIME + hundredth).into()));
    common
}

/// The sections of a record type and subtype, those that fill a table.
pub fn sections(layouts: &Layouts, record_type: u8, subtype: u16) -> Vec<&Section> {
    let here = |s: &&Section| s.places.iter().any(|p| p.record_type == record_type && p.subtypes.contains(&subtype));
    layouts.sections.values().filter(here).collect()
}

/// One record with values that a fixed seed chose, `rows` of each repeated section.
pub fn record(layouts: &Layouts, record_type: u8, subtype: u16, rows: usize, seed: u8) -> Vec<u8> {
    record_of(layouts, record_type, subtype, &sections(layouts, record_type, subtype), rows, seed)
}

fn record_of(layouts: &Layouts, record_type: u8, subtype: u16, of: &[&Section], rows: usize, seed: u8) -> Vec<u8> {
    let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(Default::default(), &[seed; 32]));
    let mut pick = |strategy: &dyn Fn() -> proptest::strategy::BoxedStrategy<Vec<Row>>| {
        strategy().new_tree(&mut runner).unwrap().current()
    };
    let common =
        pick(&|| values::common_row(layouts, record_type, subtype).prop_map(|row| vec![row]).boxed()).remove(0);
    let mut filled: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for section in of {
        let mut chosen = pick(&|| values::rows(section, rows));
        if section.rows.is_none() {
            chosen = chosen.iter().cycle().take(rows).cloned().collect();
        }
        filled.insert(section.name.clone(), chosen);
    }
    let spec = Spec {
        record_type,
        subtype,
        common: dated(common),
        sections: filled,
        lengths: BTreeMap::new(),
        compressed: false,
    };
    encode::record(layouts, &spec).unwrap()
}

/// A record of a type without a layout: header, subtype, `length` bytes in all, counting up.
pub fn other(record_type: u8, length: usize) -> Vec<u8> {
    let mut bytes: Vec<u8> = (0..length).map(|i| (i * 7 + 1) as u8).collect();
    bytes[..2].copy_from_slice(&(length as u16).to_be_bytes());
    bytes[2..6].copy_from_slice(&[0, 0, 0x5E, record_type]);
    bytes[6..14].copy_from_slice(&[0, 0x5A, 0xAC, 0x48, 0x01, 0x26, 0x14, 0x1F]);
    bytes[14..18].copy_from_slice(&[0xE2, 0xE8, 0xE2, 0xF1]);
    bytes
}

/// Some twenty records of every kind, about 16,000 bytes: dump header and trailer, other types, all sorts of MQ records.
pub fn small(layouts: &Layouts) -> Vec<Vec<u8>> {
    let light = |t: u8, s: u16, names: &[&str], seed: u8| {
        let of: Vec<&Section> = names.iter().map(|n| &layouts.sections[*n]).collect();
        record_of(layouts, t, s, &of, 1, seed)
    };
    vec![
        other(2, 18),
        record(layouts, 115, 1, 1, 1),
        light(115, 2, &["QMST", "QIST", "QLST"], 2),
        other(30, 412),
        record(layouts, 115, 215, 4, 3),
        record(layouts, 115, 201, 3, 4),
        other(30, 256),
        record(layouts, 115, 231, 2, 5),
        light(116, 0, &["QMAC"], 6),
        light(116, 0, &["QMAC"], 7),
        light(116, 1, &["WTID"], 8),
        record(layouts, 116, 10, 2, 9),
        other(99, 300),
        record(layouts, 115, 5, 3, 10),
        record(layouts, 115, 6, 2, 11),
        record(layouts, 115, 7, 1, 12),
        record(layouts, 115, 215, 1, 13),
        other(30, 64),
        record(layouts, 115, 215, 2, 14),
        light(74, 4, &["R744SREQ", "R744CACH"], 15),
        record(layouts, 113, 1, 2, 16),
        other(3, 18),
    ]
}

/// All kinds of record that are decoded, at full length, the long ones included.
pub fn full(layouts: &Layouts) -> Vec<Vec<u8>> {
    let mut kinds: Vec<(u8, u16)> = layouts
        .sections
        .values()
        .flat_map(|s| &s.places)
        .flat_map(|p| p.subtypes.iter().map(|subtype| (p.record_type, *subtype)))
        .collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut records: Vec<Vec<u8>> =
        kinds.iter().zip(1..).map(|((t, s), seed)| record(layouts, *t, *s, 3, seed)).collect();
    records.insert(0, other(2, 18));
    records.insert(5, other(30, 1234));
    records.push(other(3, 18));
    records
}

/// Those of `records` that can be delimited without their descriptor words.
pub fn delimited(layouts: &Layouts, records: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let ends = |t: u8| matches!(t, 2 | 3) || layouts.records.get(&t).is_some_and(|layout| layout.sections_end_record);
    records.iter().filter(|record| ends(record[5])).cloned().collect()
}

/// The sections that a section stands below, the nearest first, each with a row for it to belong to.
pub fn above(layouts: &'static Layouts, section: &Section) -> Vec<&'static Section> {
    ancestors::ancestors(layouts, &layouts.sections[&section.name])
}

/// Whether some section layout fills a table from a triplet.
pub fn is_placed(record_type: u8, subtype: u16, triplet: usize) -> bool {
    let mut places = super::LAYOUTS.sections.values().flat_map(|s| &s.places);
    places.any(|p| p.record_type == record_type && p.subtypes.contains(&subtype) && p.triplet == Some(triplet))
}

/// Whether a table is filled from the triplet of a section by another layout of it.
pub fn shares_its_triplet(section: &Section, table: &str) -> bool {
    let places = |other: &&Section| other.table.as_deref() == Some(table);
    super::LAYOUTS.sections.values().filter(places).flat_map(|s| &s.places).any(|p| {
        let here = |q: &getpage_smf::layout::Where| {
            p.record_type == q.record_type
                && (p.triplet, p.triplet.is_some()) == (q.triplet, true)
                && p.subtypes.iter().any(|s| q.subtypes.contains(s))
        };
        section.places.iter().any(here)
    })
}
