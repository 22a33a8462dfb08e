//! Sections that belong to the elements of another section are given to them, or the record is refused.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crate::common::{Cells, LAYOUTS, read, site};
use getpage_smf::encode::{self, PARENT, Row, Spec};
use getpage_smf::layout::Value;

fn int(value: i128) -> Value {
    Value::Int(value)
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn row<const N: usize>(values: [(&str, Value); N]) -> Row {
    values.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn spec(record_type: u8, subtype: u16, common: Row, sections: Vec<(&str, Vec<Row>)>) -> Spec {
    let sections = sections.into_iter().map(|(name, rows)| (name.to_owned(), rows)).collect();
    Spec { record_type, subtype, common: site::dated(common), sections, ..Spec::default() }
}

fn rmf(pieces: i128) -> Row {
    let told = [("product", text("RMF")), ("coupling_facility", text("CF01")), ("interval_us", Value::Float(9e8))];
    row(told).into_iter().chain(row([("reassembly_areas", int(pieces))])).collect()
}

/// A record of three structures, of which the first and the last are caches, of two storage classes and one.
fn structures(pieces: i128) -> Vec<u8> {
    let request = |name: &str, kind: &str| row([("structure", text(name)), ("structure_type", text(kind))]);
    let cache =
        |parent: i128, reclaims: f64| row([(PARENT, int(parent)), ("directory_reclaims", Value::Float(reclaims))]);
    let requests = vec![request("DSNPG_GBP1", "cache"), request("DSNPG_LOCK1", "lock"), request("DSNPG_GBP2", "cache")];
    let caches = vec![cache(0, 1.0), cache(0, 2.0), cache(2, 3.0)];
    let sections = vec![("R744SREQ", requests), ("R744CACH", caches)];
    encode::record(&LAYOUTS, &spec(74, 4, rmf(pieces), sections)).unwrap()
}

fn counters() -> Vec<u8> {
    let common = row([("product", text("HIS")), ("interval_start", int(1)), ("interval_end", int(2))]);
    let processor = |number: i128| row([("processor", int(number)), ("speed", int(5200)), ("machine", text("3931"))]);
    let set = |parent: i128, number: i128| row([(PARENT, int(parent)), ("set_number", int(number))]);
    let value = |parent: i128, value: i128| row([(PARENT, int(parent)), ("value", int(value))]);
    let sections = vec![
        ("SMF113CTR", vec![processor(0), processor(7)]),
        ("SMF113CSS", vec![set(0, 1), set(0, 2), set(1, 1)]),
        ("SMF113CDS", vec![value(0, 10), value(0, 11), value(1, 20), value(2, 30), value(2, 31), value(2, 32)]),
    ];
    encode::record(&LAYOUTS, &spec(113, 1, common, sections)).unwrap()
}

fn column(rows: &[Cells], name: &str) -> Vec<Value> {
    rows.iter().map(|cells| cells.get(name).cloned().unwrap_or(Value::Null)).collect()
}

/// Where the sections of a triplet begin.
fn section(record: &[u8], triplet: usize) -> usize {
    let at = 28 + 8 * triplet;
    u32::from_be_bytes(record[at..at + 4].try_into().unwrap()) as usize
}

#[test]
fn sections_found_by_their_numbers_have_the_columns_of_what_they_belong_to() {
    let outcome = read(&structures(0));
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
    let rows = &outcome.tables["rmf_cache_structure"];
    assert_eq!(column(rows, "structure"), ["DSNPG_GBP1", "DSNPG_GBP1", "DSNPG_GBP2"].map(text));
    assert_eq!(column(rows, "directory_reclaims"), [1.0, 2.0, 3.0].map(Value::Float));
}

#[test]
fn numbers_that_do_not_give_each_section_to_one_element_refuse_the_record() {
    let whole = structures(0);
    let first = section(&whole, 5) + 268;
    for (wrong, why) in [
        ([0, 1, 0, 1], "number 2 to belong to none"),
        ([0, 1, 0, 3], "1 from number 3 on to belong to section 2"),
        ([0, 1, 0, 9], "9 from number 1 on to belong to section 0"),
        ([0, 0, 0, 2], "2 from number 0 on to belong to section 0"),
        ([255, 255, 255, 255], "to belong to section 0"),
    ] {
        let mut record = whole.clone();
        record[first..first + 4].copy_from_slice(&wrong);
        let outcome = read(&record);
        assert_eq!((outcome.log.count, outcome.tables.len()), (1, 0), "{wrong:?}");
        let damage = &outcome.log.listed[0];
        let told = damage.found.contains(why) || damage.expected.contains("cache_sections");
        assert!(told && (damage.expected.contains("R744CACH") || damage.expected.contains("R744SREQ")), "{damage:?}");
    }
}

#[test]
fn in_a_piece_of_a_larger_record_nothing_says_what_belongs_to_what() {
    let mut record = structures(1);
    let first = section(&record, 5) + 268;
    record[first..first + 4].copy_from_slice(&[0, 40, 0, 2]);
    let outcome = read(&record);
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
    assert_eq!(column(&outcome.tables["rmf_cache_structure"], "structure"), vec![Value::Null; 3]);
}

#[test]
fn sections_behind_triplets_of_their_own_have_their_place_and_the_columns_of_all_above() {
    let outcome = read(&counters());
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
    let rows = &outcome.tables["his_counter"];
    assert_eq!(column(rows, "value"), [10, 11, 20, 30, 31, 32].map(int));
    assert_eq!(column(rows, "counter"), [0, 1, 0, 0, 1, 2].map(int));
    assert_eq!(column(rows, "processor"), [0, 0, 0, 7, 7, 7].map(int));
    let basic = ["basic", "basic", "problem state", "basic", "basic", "basic"].map(text);
    assert_eq!(column(rows, "counter_set"), basic);
}

#[test]
fn counters_of_four_bytes_read_as_those_of_eight() {
    let common = row([("product", text("HIS"))]);
    let sections = vec![
        ("SMF113CTR", vec![row([("speed", int(5200)), ("machine", text("3931"))])]),
        ("SMF113CSS", vec![row([("set_number", int(1))])]),
        ("SMF113CDS", vec![row([("value", int(u32::MAX.into()))])]),
    ];
    let mut small = spec(113, 1, common, sections);
    small.lengths = BTreeMap::from([("SMF113CDS".to_owned(), 4)]);
    let outcome = read(&encode::record(&LAYOUTS, &small).unwrap());
    assert_eq!(column(&outcome.tables["his_counter"], "value"), [int(u32::MAX.into())]);
    small.sections.get_mut("SMF113CDS").unwrap()[0].insert("value".to_owned(), int(1 << 32));
    assert!(encode::record(&LAYOUTS, &small).unwrap_err().to_string().contains("value"));
}

#[test]
fn triplets_inside_sections_that_lead_out_of_the_record_or_over_each_other_refuse_it() {
    let whole = counters();
    let triplet = section(&whole, 2) + 52;
    for wrong in [[0, 1, 0, 0, 0, 12, 0, 2], [0, 0, 0, 60, 255, 255, 255, 255], [0, 0, 0, 0, 0, 12, 0, 1]] {
        let mut record = whole.clone();
        record[triplet..triplet + 8].copy_from_slice(&wrong);
        let outcome = read(&record);
        assert_eq!((outcome.log.count, outcome.tables.len()), (1, 0), "{wrong:?}");
        assert!(outcome.log.listed[0].expected.contains("SMF113CSS"), "{:?}", outcome.log.listed);
    }
}

#[test]
fn rows_that_belong_to_nothing_are_not_written() {
    let orphan = spec(74, 4, rmf(0), vec![("R744CACH", vec![row([(PARENT, int(0))])])]);
    assert!(encode::record(&LAYOUTS, &orphan).is_err());
}
