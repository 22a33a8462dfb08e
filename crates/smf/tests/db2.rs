//! Db2's records: headers in any order, sections of varying length, compression, several sources of one table, damage.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::common::damaged::{File, first_damage};
use crate::common::{Cells, LAYOUTS, PLAN, read, site};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::frame;
use getpage_smf::layout::Value;
use getpage_smf::run_length;

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn int(value: i64) -> Value {
    Value::Int(value.into())
}

fn row(cells: &[(&str, Value)]) -> Row {
    cells.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn spec(record_type: u8, subtype: u16, common: &[(&str, Value)], sections: &[(&str, Vec<Row>)]) -> Spec {
    let mut common = row(common);
    common.insert("written".into(), int(site::TIME));
    common.insert("member".into(), text("DB1A"));
    let sections: BTreeMap<String, Vec<Row>> =
        sections.iter().map(|(n, rows)| ((*n).to_owned(), rows.clone())).collect();
    Spec { record_type, subtype, common, sections, ..Spec::default() }
}

fn written(spec: &Spec) -> Vec<u8> {
    encode::record(&LAYOUTS, spec).unwrap()
}

/// IFCID 2 with two pools.
fn statistics() -> Spec {
    let pool = |id: i64, getpages: i64| row(&[("buffer_pool", int(id)), ("getpages", int(getpages))]);
    spec(100, 2, &[], &[("QBST", vec![pool(2, 491_222), pool(80, 7)])])
}

/// IFCID 239 with two packages.
fn packages() -> Spec {
    let package = |name: &str, calls: i64| row(&[("package", text(name)), ("sql_calls", int(calls))]);
    spec(101, 239, &[("plan", text("PAYROLL"))], &[("QPAC", vec![package("PAY1", 3), package("PAY2", 40)])])
}

fn only(bytes: &[u8], table: &str) -> Vec<Cells> {
    let outcome = read(bytes);
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
    outcome.tables.get(table).cloned().unwrap_or_default()
}

fn column(rows: &[Cells], name: &str) -> Vec<Value> {
    rows.iter().map(|cells| cells.get(name).cloned().unwrap_or(Value::Null)).collect()
}

/// Where the first triplet points to.
fn product(record: &[u8]) -> usize {
    u32::from_be_bytes(record[28..32].try_into().unwrap()) as usize
}

#[test]
fn pools_have_their_names_and_the_table_of_the_displays() {
    let rows = only(&written(&statistics()), "db2_buffer_pool");
    assert_eq!(column(&rows, "pool"), [text("BP2"), text("BP32K")]);
    assert_eq!(column(&rows, "getpages"), [int(491_222), int(7)]);
    assert_eq!(column(&rows, "statistics"), [text("CUMULATIVE"), text("CUMULATIVE")]);
    assert_eq!(column(&rows, "member"), [text("DB1A"), text("DB1A")]);
    let printed = &LAYOUTS.sections["DSNB401I"];
    assert_eq!(printed.table.as_deref(), Some("db2_buffer_pool"));
}

#[test]
fn a_pool_of_an_older_release_has_no_value_for_what_came_later() {
    let mut older = statistics();
    older.lengths.insert("QBST".into(), 480);
    let rows = only(&[written(&statistics()), written(&older)].concat(), "db2_buffer_pool");
    assert_eq!(column(&rows, "random_hits_on_sequential"), [int(0), int(0), Value::Null, Value::Null]);
    assert_eq!(column(&rows, "getpages"), [int(491_222), int(7), int(491_222), int(7)]);
}

#[test]
fn packages_are_stepped_through_by_the_lengths_in_front_of_them() {
    let bytes = written(&packages());
    let triplet: [u8; 8] = bytes[44..52].try_into().unwrap();
    assert_eq!(triplet[4..], [0, 0, 0, 2], "no length, two sections");
    let at = u32::from_be_bytes(triplet[..4].try_into().unwrap()) as usize;
    let first = usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    // The first one longer, as another release has it: the second one moves.
    let longer = [&bytes[..at], &(first as u16 + 6).to_be_bytes(), &bytes[at + 2..at + 2 + first], &[0; 6]].concat();
    let mut longer = [&longer[..], &bytes[at + 2 + first..]].concat();
    let length = longer.len() as u16;
    longer[..2].copy_from_slice(&length.to_be_bytes());
    let moved = product(&bytes) as u32 + 6;
    longer[28..32].copy_from_slice(&moved.to_be_bytes());
    for record in [bytes, longer] {
        let rows = only(&record, "db2_package_account");
        assert_eq!(column(&rows, "package"), [text("PAY1"), text("PAY2")]);
        assert_eq!(column(&rows, "sql_calls"), [int(3), int(40)]);
        assert_eq!(column(&rows, "plan"), [text("PAYROLL"), text("PAYROLL")]);
    }
}

#[test]
fn a_length_in_front_that_leaves_the_record_refuses_it() {
    let bytes = written(&packages());
    let at = u32::from_be_bytes(bytes[44..48].try_into().unwrap()) as usize;
    for length in [0u16, 60_000] {
        let mut damaged = bytes.clone();
        damaged[at..at + 2].copy_from_slice(&length.to_be_bytes());
        let outcome = read(&damaged);
        assert_eq!((outcome.log.count, outcome.tables.len()), (1, 0), "{length}");
        assert!(outcome.log.listed[0].found.contains(&format!("a length of {length} at {at}")));
    }
}

#[test]
fn headers_of_the_product_section_are_found_in_any_order() {
    let mut account = spec(
        101,
        3,
        &[("plan", text("DSNESPRR")), ("connection_type", text("DRDA")), ("requester", text("NTHERE"))],
        &[("QWAC", vec![row(&[("commits", int(12))])])],
    );
    account.common.insert("drain_wait".into(), Value::Float(250.0));
    let bytes = written(&account);
    let start = product(&bytes);
    let half = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let (first, second) = (half(start), half(start + half(start)));
    let (head, rest) = (&bytes[..start + first], &bytes[start + first + second..]);
    let swapped = [head, rest, &bytes[start + first..start + first + second]].concat();
    for record in [&bytes, &swapped] {
        let rows = only(record, "db2_thread_account");
        assert_eq!(column(&rows, "plan"), [text("DSNESPRR")]);
        assert_eq!(column(&rows, "connection_type"), [text("DRDA")]);
        assert_eq!(column(&rows, "requester"), [text("NTHERE")]);
        assert_eq!(column(&rows, "commits"), [int(12)]);
        assert_eq!(column(&rows, "drain_wait"), [Value::Float(250.0)]);
    }
}

#[test]
fn kinds_of_storage_in_one_section_are_rows_of_one_table_in_bytes() {
    let shared = |real: i64| vec![row(&[("real", int(real * 4096))])];
    let storage = spec(
        100,
        225,
        &[],
        &[
            ("QW0225-1", vec![row(&[("space", text("DBM1")), ("real", int(1_000_000 * 4096))])]),
            ("QW0225-SHARED", shared(5)),
            ("QW0225-COMMON", shared(7)),
        ],
    );
    let mut rows = only(&written(&storage), "db2_storage");
    rows.sort_by_key(|cells| format!("{:?}", cells["space"]));
    assert_eq!(column(&rows, "space"), [text("COMMON"), text("DBM1"), text("SHARED"), text("STACK")]);
    assert_eq!(column(&rows, "real"), [int(7 * 4096), int(4_096_000_000), int(5 * 4096), int(0)]);
}

#[test]
fn compressed_records_read_as_they_were_before() {
    for plain in [statistics(), packages()] {
        let compressed = Spec { compressed: true, ..plain.clone() };
        let (bytes, packed) = (written(&plain), written(&compressed));
        assert!(packed.len() < bytes.len() / 2 && packed[..28][2..] == bytes[..28][2..]);
        assert_eq!(read(&packed).tables, read(&bytes).tables);
        assert_eq!(read(&packed).records[0].bytes, bytes);
        // In segments and beside plain records too.
        let all = [packed.clone(), bytes.clone(), packed];
        let found = read(&frame::spanned(&all, 200));
        assert_eq!((found.log.count, found.records.len()), (0, 3));
    }
}

#[test]
fn compressed_data_that_does_not_expand_to_a_record_names_the_program_that_expands_it() {
    let header = &written(&statistics())[..28];
    let whole = |data: &[u8]| {
        let mut record = [header, data].concat();
        let length = record.len() as u16;
        record[..2].copy_from_slice(&length.to_be_bytes());
        record
    };
    let bomb: Vec<u8> = [0x80].into_iter().chain([0xFF, 0].repeat(1000)).collect();
    for data in [&[0x80, 0x05, 1, 2][..], &run_length::compress(&[7; 500]), &bomb, &[0x40; 300], &[0; 40]] {
        let outcome = read(&[whole(data), written(&statistics())].concat());
        assert_eq!((outcome.log.count, outcome.records.len()), (1, 1), "{data:02X?}");
        let damage = &outcome.log.listed[0];
        assert_eq!((damage.offset, damage.record_type), (0, Some(100)));
        assert!(damage.expected.contains("QWHS") && damage.found.contains("DSNTSMFD"), "{damage:?}");
    }
}

#[test]
fn an_ifcid_without_a_layout_is_counted_by_its_number() {
    let mut bytes = written(&statistics());
    let at = product(&bytes) + 4;
    bytes[at..at + 2].copy_from_slice(&318u16.to_be_bytes());
    let outcome = read(&bytes);
    assert_eq!((outcome.log.count, outcome.records.len(), outcome.records[0].decoded), (0, 1, false));
    let mut counter = getpage_smf::summary::Counter::new(&LAYOUTS);
    counter.add(&bytes, false);
    let (counts, _) = counter.finish(&LAYOUTS);
    assert_eq!((counts[0].record_type, counts[0].subtype, counts[0].state), (100, Some(318), "unknown"));
    assert_eq!((counts[0].name.as_str(), counts[0].why.as_str()), ("", ""));
}

#[test]
fn a_wrong_number_of_triplets_or_an_unknown_pool_refuses_the_record() {
    let bytes = written(&statistics());
    let triplets = product(&bytes) + 6;
    for wrong in [3, bytes[triplets] + 1, 0, 255] {
        let mut damaged = bytes.clone();
        damaged[triplets] = wrong;
        let outcome = read(&damaged);
        assert_eq!(outcome.log.count, 1, "{wrong} triplets");
        assert!(outcome.log.listed[0].expected.contains(&format!("{wrong} triplets")));
    }
    let pools = u32::from_be_bytes(bytes[52..56].try_into().unwrap()) as usize;
    let mut damaged = bytes;
    damaged[pools + 3] = 63;
    let outcome = read(&damaged);
    assert!(outcome.log.listed[0].expected.contains("QBST") && outcome.log.listed[0].found == "63");
}

#[test]
fn counters_that_contradict_each_other_refuse_the_record_at_its_place() {
    let bytes = written(&statistics());
    let pool = u32::from_be_bytes(bytes[52..56].try_into().unwrap()) as usize;
    let mut damaged = bytes.clone();
    damaged[pool + 336] = 1; // QBSTSGT above QBSTGET
    let outcome = read(&[bytes.clone(), damaged, bytes.clone()].concat());
    assert_eq!((outcome.log.count, outcome.tables["db2_buffer_pool"].len()), (1, 4));
    let damage = &outcome.log.listed[0];
    assert_eq!(damage.offset, bytes.len() as u64);
    assert!(damage.expected.contains("getpages_sequential"), "{damage:?}");
}

/// Records of every IFCID with a layout, one without, and compressed ones.
static FILE: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut records: Vec<Vec<u8>> = [(100, 1), (100, 2), (100, 225), (101, 3), (101, 239), (102, 198)]
        .into_iter()
        .zip(40..)
        .map(|((t, s), seed)| site::record(&LAYOUTS, t, s, 1, seed))
        .collect();
    records.push(written(&Spec { compressed: true, ..statistics() }));
    records.push(site::other(30, 256));
    records.push(written(&packages()));
    records
});

#[test]
fn a_byte_flipped_anywhere_touches_its_record_only() {
    let file = File::of_records(&FILE);
    for at in 0..file.bytes.len() {
        let mut damaged = file.bytes.clone();
        damaged[at] ^= 0x81;
        let trial = file.read(&damaged, at..at + 1, 1).unwrap_or_else(|why| panic!("byte {at}: {why}"));
        let lost = trial.survivors.is_empty();
        assert!(!lost || first_damage(&trial.outcome).is_some_and(|offset| offset <= at as u64), "byte {at}");
    }
}

#[test]
fn a_file_cut_anywhere_gives_the_records_before_the_cut() {
    let file = File::of_records(&FILE);
    for cut in 0..file.bytes.len() {
        let trial =
            file.read(&file.bytes[..cut], cut..file.bytes.len(), 0).unwrap_or_else(|why| panic!("{cut}: {why}"));
        let between = file.extents.iter().any(|e| e.end == cut) || cut == 0;
        assert!(between || trial.outcome.framing.is_none() || first_damage(&trial.outcome).is_some(), "cut at {cut}");
    }
}

#[test]
fn every_table_of_db2_is_in_the_plan_once_for_each_section_that_fills_it() {
    let parts = |name: &str| PLAN.tables.iter().filter(|t| t.name == name).count();
    assert_eq!((parts("db2_storage"), parts("db2_buffer_pool"), parts("db2_thread_account")), (4, 1, 1));
}
