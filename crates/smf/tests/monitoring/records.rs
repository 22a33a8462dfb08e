//! Records of CICS monitoring: dictionaries, and tasks by what they took.

use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::layout::Value;
use getpage_smf::layout::monitoring::TASKS;

use crate::common::LAYOUTS;

/// 2026-05-21 16:30:00 UTC, in microseconds since 1970.
pub const TIME: i64 = 1_779_381_000_000_000;

pub fn common(region: &str, level: &str) -> Row {
    Row::from([
        ("system".to_owned(), Value::Text("SYSA".to_owned())),
        ("written".to_owned(), Value::Int(TIME.into())),
        ("region".to_owned(), Value::Text(region.to_owned())),
        ("generic_applid".to_owned(), Value::Text(region.to_owned())),
        ("cics_level".to_owned(), Value::Text(level.to_owned())),
        ("job".to_owned(), Value::Text("CICSJOB".to_owned())),
    ])
}

pub fn record(region: &str, sections: &[(&str, Vec<Row>)], compressed: bool) -> Vec<u8> {
    let sections = sections.iter().map(|(name, rows)| ((*name).to_owned(), rows.clone())).collect();
    let spec =
        Spec { record_type: 110, subtype: 1, common: common(region, "0750"), sections, compressed, ..Spec::default() };
    encode::record(&LAYOUTS, &spec).unwrap()
}

pub fn dictionary(region: &str) -> Vec<u8> {
    record(region, &[("CICS dictionary", vec![])], false)
}

pub fn tasks(region: &str, rows: &[Row]) -> Vec<u8> {
    record(region, &[(TASKS.0, rows.to_vec())], false)
}

/// A task by the microseconds of its response and CPU time.
pub fn task(transaction: &str, number: i64, start: i64, response: i64, cpu: f64) -> Row {
    Row::from([
        ("transaction".to_owned(), Value::Text(transaction.to_owned())),
        ("task_number".to_owned(), Value::Int(number.into())),
        ("started".to_owned(), Value::Int((TIME + start).into())),
        ("ended".to_owned(), Value::Int((TIME + start + response).into())),
        ("record_type_code".to_owned(), Value::Text("   T".to_owned())),
        ("cpu_us".to_owned(), Value::Float(cpu)),
        ("cpu_count".to_owned(), Value::Int(3)),
        ("dispatch_us".to_owned(), Value::Float(cpu * 2.0)),
        ("file_gets".to_owned(), Value::Int(7)),
        ("peak_user_31".to_owned(), Value::Int((1000 * number).into())),
    ])
}

/// Entries of a dictionary with only some of the fields, in another order, and one of the user's.
pub fn entries(names: &[&str]) -> Vec<Row> {
    let of = |name: &&str| {
        let field = LAYOUTS.monitoring.fields.iter().find(|f| f.name == *name).unwrap();
        entry(&field.group, field.kind.letter(), field.id, field.usual_length(), &field.ibm)
    };
    let mut rows: Vec<Row> = names.iter().map(of).collect();
    rows.insert(1, entry("MYGROUP", 'A', 1, 4, "MYCOUNT"));
    rows
}

pub fn entry(group: &str, kind: char, id: u16, length: usize, name: &str) -> Row {
    Row::from([
        ("group".to_owned(), Value::Text(group.to_owned())),
        ("type".to_owned(), Value::Text(kind.to_string())),
        ("id".to_owned(), Value::Int(id.into())),
        ("length".to_owned(), Value::Int(length as i128)),
        ("name".to_owned(), Value::Text(name.to_owned())),
    ])
}
