//! Encode then decode is the identity, for every section layout and every length it has had.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::ops::Range;

use crate::common::{Cells, LAYOUTS, PLAN, read, site, values};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::layout::{Section, Value, Where, ancestors};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestRunner};

const CASES: u32 = 12;

/// What the columns of a row should read as, from the values that were written. `above` are the rows that it belongs to.
fn expected(
    section: &Section,
    (place, subtype): (&Where, u16),
    length: usize,
    (common, above): (&Row, &BTreeMap<String, Vec<Row>>),
    (nth, row): (usize, &Row),
) -> Cells {
    let mut cells = Cells::new();
    for name in section.parent.iter().flat_map(|p| &p.columns) {
        let (depth, field) = ancestors::column(&LAYOUTS, section, name).unwrap();
        let piece = section.parent.as_ref().and_then(|p| common.get(p.unless.as_ref()?));
        let own = above[&site::above(&LAYOUTS, section)[depth].name][0][&field.name].clone();
        cells.insert(name.clone(), if matches!(piece, Some(Value::Int(1..))) { Value::Null } else { own });
    }
    let record = &LAYOUTS.records[&place.record_type];
    for field in &record.header {
        cells.insert(field.name.clone(), common[&field.name].clone());
    }
    for context in &record.context {
        // A table that several record types or subtypes fill has the columns of all of them.
        for field in &LAYOUTS.sections[&context.section].fields {
            if !context.is_of(section.table.as_deref().unwrap(), &place.subtypes) {
                continue;
            }
            let own = context.triplet == 0 || !site::is_placed(place.record_type, subtype, context.triplet);
            if context.subtypes.contains(&subtype) && (own || Some(context.triplet) == place.triplet) {
                cells.insert(field.name.clone(), common[&field.name].clone());
            } else {
                cells.entry(field.name.clone()).or_insert(Value::Null);
            }
        }
    }
    let covered = common_part(place, subtype);
    for field in section.fields.iter().filter(|f| !covered.contains(&f.at)) {
        let there = section.rows.is_some() || field.end() <= length;
        let there = there || !field.is_written();
        let value = if field.position { Value::Int(nth as i128) } else { row[&field.name].clone() };
        let is_none = field.none.is_some_and(|none| value == Value::Int(i128::from(none)));
        cells.insert(field.name.clone(), if there && !is_none { value } else { Value::Null });
    }
    cells
}

/// Bytes of the section that the columns of the record take their values from too: what is written there is theirs.
fn common_part(place: &Where, subtype: u16) -> Range<usize> {
    let contexts = &LAYOUTS.records[&place.record_type].context;
    let inside = contexts.iter().find(|c| Some(c.triplet) == place.triplet && c.subtypes.contains(&subtype));
    inside.map_or(0..0, |c| c.at..c.at + LAYOUTS.sections[&c.section].full_length())
}

fn round_trip(
    section: &Section,
    (place, subtype): (&Where, u16),
    length: usize,
    common: Row,
    above: &BTreeMap<String, Vec<Row>>,
    rows: &[Row],
) -> Result<(), TestCaseError> {
    let common = site::dated(common);
    let mut sections = above.clone();
    sections.insert(section.name.clone(), rows.to_vec());
    let spec = Spec {
        record_type: place.record_type,
        subtype,
        common: common.clone(),
        sections,
        lengths: BTreeMap::from([(section.name.clone(), length)]),
        compressed: false,
    };
    let what = format!("{} in {} subtype {subtype}, {length} bytes", section.name, place.record_type);
    let bytes = encode::record(&LAYOUTS, &spec).map_err(|e| TestCaseError::fail(format!("{what}: {e}")))?;
    let outcome = read(&bytes);
    prop_assert!(outcome.log.count == 0, "{what}: {:?}", outcome.log.listed);
    prop_assert_eq!(&outcome.records[0].bytes, &bytes, "{}", &what);
    let table = section.table.clone().unwrap_or_default();
    let parents = site::above(&LAYOUTS, section);
    let is_above = |t: &String| parents.iter().any(|s| s.table.as_ref() == Some(t));
    let others = |t: &String| *t != table && !is_above(t) && !site::shares_its_triplet(section, t);
    prop_assert_eq!(outcome.tables.keys().find(|t| others(t)), None, "{}", &what);
    let mut decoded = outcome.tables.get(&table).cloned().unwrap_or_default();
    for field in section.fields.iter().filter(|f| f.always.is_some()) {
        decoded.retain(|cells| cells[&field.name] == Value::Text(field.always.clone().unwrap()));
    }
    prop_assert_eq!(decoded.len(), rows.len(), "{}: rows", &what);
    for (nth, (row, mut cells)) in rows.iter().zip(decoded.clone()).enumerate() {
        prop_assert_eq!(cells.remove("record"), Some(Value::Int(0)));
        cells.remove("file");
        let wanted = expected(section, (place, subtype), length, (&common, above), (nth, row));
        let covered = common_part(place, subtype);
        section.fields.iter().filter(|f| covered.contains(&f.at)).for_each(|f| drop(cells.remove(&f.name)));
        for (name, value) in &cells {
            prop_assert_eq!(Some(value), wanted.get(name), "{}: column {}", &what, name);
        }
        let missing: Vec<_> =
            wanted.iter().filter(|(name, value)| **value != Value::Null && !cells.contains_key(*name)).collect();
        prop_assert!(missing.is_empty(), "{what}: not decoded: {missing:?}");
    }
    Ok(())
}

#[test]
fn encode_then_decode_is_the_identity_for_every_section_at_every_length() {
    let mut tried = 0;
    for section in LAYOUTS.sections.values() {
        let mut lengths = section.lengths.clone();
        lengths.push(section.full_length());
        lengths.dedup();
        let most = if section.full_length() > 1000 { 2 } else { 4 };
        for place in &section.places {
            for (subtype, length) in place.subtypes.iter().flat_map(|s| lengths.iter().map(move |l| (*s, *l))) {
                let above =
                    site::above(&LAYOUTS, section).into_iter().map(|s| (s.name.clone(), values::section_row(s)));
                let above: Vec<_> =
                    above.map(|(name, row)| row.prop_map(move |row| (name.clone(), vec![row]))).collect();
                let common = values::common_row(&LAYOUTS, place.record_type, subtype);
                let strategy = (common, above, values::rows(section, most));
                let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
                TestRunner::new(config)
                    .run(&strategy, |(common, above, rows)| {
                        let above = above.into_iter().collect();
                        round_trip(section, (place, subtype), length, common, &above, &rows)
                    })
                    .unwrap_or_else(|error| {
                        panic!("{}", error.to_string().lines().take(3).collect::<Vec<_>>().join("\n"))
                    });
                tried += 1;
            }
        }
    }
    let tables = PLAN.tables.len();
    assert!(tried > tables, "{tried} layouts and lengths tried, of {tables} tables");
}

#[test]
fn a_record_of_all_its_sections_reads_as_each_of_them_does_alone() {
    for bytes in site::full(&LAYOUTS).iter().filter(|r| matches!(r[5], 110 | 115 | 116)) {
        let subtype = u16::from_be_bytes([bytes[22], bytes[23]]);
        let outcome = read(bytes);
        assert_eq!(outcome.log.count, 0, "{} {subtype}: {:?}", bytes[5], outcome.log.listed);
        let tables: Vec<_> = outcome.tables.keys().cloned().collect();
        let mut wanted: Vec<_> =
            site::sections(&LAYOUTS, bytes[5], subtype).iter().map(|s| s.table.clone().unwrap()).collect();
        wanted.sort();
        assert_eq!(tables, wanted, "SMF {} subtype {subtype}", bytes[5]);
    }
}

#[test]
fn values_that_do_not_fit_their_field_are_not_written() {
    let attempt = |column: &str, value: Value| {
        let row = Row::from([(column.to_owned(), value)]);
        let sections = BTreeMap::from([("QPST".to_owned(), vec![row])]);
        let spec = Spec { record_type: 115, subtype: 215, sections, ..Spec::default() };
        encode::record(&LAYOUTS, &spec).err().map(|e| e.to_string())
    };
    assert_eq!(attempt("buffers", Value::Int(u32::MAX.into())), None);
    for (column, value, why) in [
        ("buffers", Value::Int(1 << 32), "buffers"),
        ("buffers", Value::Int(-1), "buffers"),
        ("buffers", Value::Text("many".into()), "buffers"),
        ("location", Value::Text("SIDEWAYS".into()), "location"),
        ("location", Value::Text("unknown (2)".into()), "location"),
        ("no_such_column", Value::Int(1), "no field no_such_column"),
    ] {
        let error = attempt(column, value.clone()).unwrap_or_else(|| panic!("{column} = {value:?} was written"));
        assert!(error.contains(why), "{error}");
    }
}
