//! Sections that tell what they are: the statistics of CICS.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crate::common::{LAYOUTS, read, site};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::layout::{Layouts, Value};
use getpage_smf::summary::Counter;

fn row(cells: &[(&str, i128)]) -> Row {
    cells.iter().map(|(name, value)| ((*name).to_owned(), Value::Int(*value))).collect()
}

fn statistics(sections: &[(&str, Vec<Row>)]) -> Vec<u8> {
    let common = Row::from([
        ("system".to_owned(), Value::Text("SYSA".to_owned())),
        ("written".to_owned(), Value::Int(site::TIME.into())),
        ("region".to_owned(), Value::Text("CICSA".to_owned())),
        ("statistics_type".to_owned(), Value::Text("INT".to_owned())),
        ("interval_end".to_owned(), Value::Int(site::TIME.into())),
        ("interval_us".to_owned(), Value::Float(1.8e9)),
    ]);
    let sections = sections.iter().map(|(name, rows)| ((*name).to_owned(), rows.clone())).collect();
    encode::record(&LAYOUTS, &Spec { record_type: 110, subtype: 2, common, sections, ..Spec::default() }).unwrap()
}

fn mode(name: &str, dispatched: f64, cpu: f64) -> Row {
    Row::from([
        ("mode".to_owned(), Value::Text(name.to_owned())),
        ("state".to_owned(), Value::Text("open".to_owned())),
        ("dispatched_us".to_owned(), Value::Float(dispatched)),
        ("cpu_us".to_owned(), Value::Float(cpu)),
    ])
}

fn dispatcher() -> Vec<(&'static str, Vec<Row>)> {
    let pool = |name: &str, limit: i128| {
        let mut pool = row(&[("limit", limit), ("times_at_limit", 2)]);
        pool.insert("pool".to_owned(), Value::Text(name.to_owned()));
        pool
    };
    vec![
        ("DFHDSGDS", vec![row(&[("tasks", 5), ("peak_tasks", 7)])]),
        ("DSGTCBM", vec![mode("QR", 4.92424e6, 2.28346e6), mode("L8", 10.0, 5.0)]),
        ("DSGTCBP", vec![pool("open", 32), pool("thread", 9)]),
    ]
}

#[test]
fn a_section_tells_where_its_arrays_stand_and_how_many_elements_they_have() {
    let outcome = read(&statistics(&dispatcher()));
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
    let modes = &outcome.tables["cics_tcb_mode"];
    let (Value::Float(dispatched), Value::Float(cpu)) = (&modes[0]["dispatched_us"], &modes[0]["cpu_us"]) else {
        panic!("{modes:?}");
    };
    assert_eq!((modes.len(), (cpu / dispatched * 1000.0) as u32), (2, 463)); // 46.3 %, as DFH0STAT prints of these
    let pools = &outcome.tables["cics_tcb_pool"];
    assert_eq!(pools[1]["pool"], Value::Text("thread".to_owned()));
    assert_eq!(outcome.tables["cics_dispatcher"][0]["tcb_modes"], Value::Int(2));
    assert_eq!(pools[0]["interval_end"], Value::Int(site::TIME.into()));
}

#[test]
fn an_array_beyond_its_section_refuses_the_record() {
    let mut bytes = statistics(&dispatcher());
    let section = u32::from_be_bytes(bytes[36..40].try_into().unwrap()) as usize;
    bytes[section + 11] = 200; // DSGASIZE
    let outcome = read(&bytes);
    assert!(outcome.tables.is_empty());
    assert!(outcome.log.listed[0].found.contains("200 of 160 bytes"), "{:?}", outcome.log.listed);
}

#[test]
fn sections_without_a_layout_are_counted_by_name() {
    let mut layouts: Layouts = LAYOUTS.clone();
    layouts.sections.remove("DFHXMCDS");
    let bytes = statistics(&[("DFHXMCDS", vec![Row::new(), Row::new()]), ("DFHSDGDS", vec![Row::new()])]);
    let mut counter = Counter::new(&layouts);
    counter.add(&bytes, true);
    let (chained, _) = counter.parts(&layouts);
    let told: BTreeMap<u16, (bool, u64, &str)> =
        chained.iter().map(|one| (one.id, (one.decoded, one.sections, one.name.as_str()))).collect();
    assert_eq!(told[&12], (false, 2, "transaction classes (DFHXMCDS)"));
    assert_eq!(told[&90], (true, 1, "system dumps (DFHSDGDS)"));
}

#[test]
fn what_does_not_hold_in_a_layout_that_was_worked_out_refuses_only_its_own_sections() {
    let wrong = row(&[("mxt", 10), ("active", 20), ("peak_active", 15)]);
    let mut sections = dispatcher();
    sections.push(("DFHXMGDS", vec![wrong]));
    let outcome = read(&statistics(&sections));
    assert_eq!(outcome.log.count, 1);
    assert!(outcome.log.listed[0].expected.contains("DFHXMGDS"), "{:?}", outcome.log.listed);
    assert!(!outcome.tables.contains_key("cics_transaction_manager"));
    assert_eq!(outcome.tables["cics_tcb_mode"].len(), 2);
}

#[test]
fn a_section_of_a_chain_that_ends_beyond_it_refuses_the_record() {
    let good = statistics(&dispatcher());
    let section = u32::from_be_bytes(good[36..40].try_into().unwrap()) as usize;
    for length in [0u16, 4, 9_000] {
        let mut bytes = good.clone();
        bytes[section..section + 2].copy_from_slice(&length.to_be_bytes());
        let outcome = read(&bytes);
        assert!(outcome.tables.is_empty());
        assert!(outcome.log.listed[0].found.contains(&format!("one of {length} bytes")), "{:?}", outcome.log.listed);
    }
}
