//! SMF 102 (IFCID 198) to references: which records count, and which give no curve.

use std::sync::Arc;

use crate::common::{Getpage, LAYOUTS, START, Scratch, getpage, reads, records, session, take};
use arrow_array::{ArrayRef, RecordBatch, StringArray, TimestampMicrosecondArray, UInt32Array, UInt64Array};
use getpage_curve::session::{SequencesError, Session, SessionError, Settings, TraceFormat};
use getpage_smf::gtf::{self, Writing};
use getpage_trace::ReadError;
use getpage_trace::error::GetpagesError;
use getpage_trace::getpages;

fn read(session: &mut Session, getpages: &[Getpage]) -> Result<Vec<String>, ReadError> {
    take(session, &Scratch::new().file("dump", &records(getpages).concat()), TraceFormat::Smf)
}

fn refused(getpages: &[Getpage]) -> ReadError {
    read(&mut session(), getpages).expect_err("no curve")
}

/// So many records with the changes made to them.
fn changed(count: i128, change: impl Fn(&mut Getpage)) -> Vec<Getpage> {
    let mut all: Vec<Getpage> = (1..=count).map(|number| getpage(number, number % 4)).collect();
    all.iter_mut().for_each(change);
    all
}

#[test]
fn getpages_are_references_of_the_pool_that_their_number_names() {
    let pools = [(0, "BP0"), (49, "BP49"), (80, "BP32K"), (81, "BP32K1"), (109, "BP8K9"), (120, "BP16K0")];
    let all: Vec<Getpage> = (1..)
        .zip(pools.iter().cycle().take(24))
        .map(|(number, (pool, _))| Getpage { pool: *pool, ..getpage(number, 7) })
        .collect();
    let mut session = session();
    let notes = read(&mut session, &all).expect("a trace");
    assert!(notes[0].contains("IFCID 198 is read by a derived layout"), "{notes:?}");
    assert_eq!(session.references(), 24);
    let expected: Vec<(String, u64)> = pools.iter().map(|(_, name)| ((*name).to_owned(), 1)).collect();
    assert_eq!(reads(&mut session, 10), expected);
    assert_eq!(session.finish(), Ok(None));
    assert_eq!(session.last_time(), Some((START + 24) as f64));
}

#[test]
fn releases_and_set_writes_are_passed_over() {
    let kinds = ["getpage", "release", "set write"];
    let all = changed(30, |one| one.function = kinds[one.number as usize % 3]);
    let mut session = session();
    read(&mut session, &all).expect("a trace");
    assert_eq!(session.references(), 10);
}

#[test]
fn the_same_records_through_gtf_give_the_same() {
    let all = records(&changed(100, |_| {}));
    let gtf = gtf::from_smf(&LAYOUTS, &all, Writing { base: 0, segment: 120, zone: 0 }).expect("records of GTF");
    let mut session = session();
    let path = Scratch::new();
    let path = path.file("gtf", &gtf.concat());
    let notes = take(&mut session, &path, TraceFormat::Gtf).expect("a trace");
    assert!(notes[1].contains("found by counting from the start of the GTF record"), "{notes:?}");
    assert_eq!(reads(&mut session, 10), [("BP1".to_owned(), 4)]);
}

#[test]
fn a_pool_that_cannot_be_gives_no_curve_and_says_where() {
    let why = refused(&changed(30, |one| one.pool += 59 * i128::from(one.number == 5)));
    assert!(matches!(why, ReadError::Getpages(GetpagesError::Value { .. })), "{why}");
    let words = "IFCID 198, buffer pool (QW0198BP): expected 0-49, 80-89, 100-109 or 120-129, found 60; the built-in \
                 layout of QW0198 is derived";
    assert!(why.to_string().starts_with("dump, record at offset ") && why.to_string().contains(words), "{why}");
}

/// Rows of the table of getpages, as a store has them.
fn rows(function: &'static str, access: &'static str) -> RecordBatch {
    let numbers = ["buffer_pool", "database_id", "object_id", "page", "partition", "ifcid_sequence"];
    let number = |name| (name, Arc::new(UInt32Array::from(vec![1, 2, 3])) as ArrayRef);
    let text = |name, text: &str| (name, Arc::new(StringArray::from(vec![text; 3])) as ArrayRef);
    let mut columns: Vec<(&str, ArrayRef)> = numbers.map(number).to_vec();
    columns.extend([number("destination_sequence"), text("subsystem", "DB1A")]);
    columns.extend([text("function", function), text("access_type", access)]);
    columns.push(("record", Arc::new(UInt64Array::from(vec![0, 90, 180]))));
    columns.push(("event_time", Arc::new(TimestampMicrosecondArray::from(vec![7, 8, 9]))));
    RecordBatch::try_from_iter(columns).expect("columns of one length")
}

fn pushed(batch: RecordBatch) -> Result<u64, ReadError> {
    getpages::push(&mut session(), std::iter::once(Ok(batch)), "store")
}

#[test]
fn rows_of_a_store_are_references_too() {
    assert!(pushed(rows("getpage", "list")).is_ok_and(|getpages| getpages == 3));
    assert!(pushed(rows("release", "")).is_ok_and(|getpages| getpages == 0));
}

#[test]
fn values_that_the_layout_may_have_wrong_are_refused_with_their_field() {
    for (function, access, words) in [
        ("unknown (7)", "random", "function (QW0198FC): expected C'G', C'R' or C'S', found unknown (7)"),
        ("getpage", "unknown (9)", "access type (QW0198AT): expected C'R', C'S' or C'L', found unknown (9)"),
    ] {
        let why = pushed(rows(function, access)).expect_err("no such value").to_string();
        assert!(why.starts_with("store, record at offset 0: IFCID 198, ") && why.contains(words), "{why}");
    }
}

#[test]
fn a_layout_without_a_column_is_refused() {
    let all = rows("getpage", "list");
    let some: Vec<usize> = (0..all.num_columns()).filter(|at| all.schema().field(*at).name() != "page").collect();
    let why = pushed(all.project(&some).expect("columns")).expect_err("no page");
    assert!(matches!(why, ReadError::Getpages(GetpagesError::NoColumn { column: "page", .. })), "{why}");
}

#[test]
fn a_time_that_falls_by_more_than_clocks_differ_is_out_of_order() {
    let second = 1_000_000;
    let mut session = session();
    let near = changed(30, |one| one.time = START + second - one.number * second / 31);
    read(&mut session, &near).expect("clocks of processors differ");
    assert_eq!(session.last_time(), Some((START + second - second / 31) as f64));
    let why = refused(&changed(30, |one| one.time = START - one.number * second));
    assert!(matches!(why, ReadError::Getpages(GetpagesError::Order { .. })), "{why}");
}

#[test]
fn one_subsystem_is_chosen_or_several_are_refused() {
    let names = ["DB1A", "DB2A"];
    let two = || changed(30, |one| one.subsystem = names[one.number as usize % 2]);
    let why = refused(&two());
    let several = |why: &ReadError| matches!(why, ReadError::Session(SessionError::Sequences(SequencesError::Several { found, .. })) if found == &names);
    assert!(several(&why), "{why}");
    let mut one = Session::new(Settings { subsystem: Some("DB2A".to_owned()), ..Settings::default() });
    read(&mut one, &two()).expect("one of them");
    assert_eq!(one.references(), 15);
}

#[test]
fn a_file_given_twice_is_refused() {
    let mut session = session();
    let all = changed(30, |_| {});
    read(&mut session, &all).expect("the first time");
    let last = [getpage(30, 2), getpage(31, 3), getpage(32, 4)];
    let why = read(&mut session, &last).expect_err("record 30 again");
    let again =
        SessionError::Sequences(SequencesError::Again { place: "dump, record at offset 0".to_owned(), number: 30 });
    assert!(matches!(&why, ReadError::Session(error) if *error == again), "{why}");
}

#[test]
fn lost_and_damaged_records_are_counted_together() {
    let mut all = records(&changed(100, |_| {}));
    all.remove(50); // lost
    let at = all[..20].concat().len();
    let broken = all[20].len() - 4;
    all[20][40..broken].fill(0xEE); // its product section is gone
    let mut session = Session::new(Settings { lost_limit: 0.03, ..Settings::default() });
    let path = Scratch::new();
    take(&mut session, &path.file("dump", &all.concat()), TraceFormat::Smf).expect("most of it is there");
    let missing = session.finish().expect("less than 3 %").expect("some");
    assert_eq!(missing.damaged, 1, "{missing}");
    assert!(missing.lost >= 1 && missing.first_gap.is_some(), "{missing}");
    assert!(at > 0);
}

#[test]
fn a_file_without_getpages_says_how_to_trace_them() {
    let why = refused(&changed(30, |one| one.function = "release"));
    assert!(matches!(why, ReadError::Getpages(GetpagesError::None { .. })), "{why}");
    assert!(why.to_string().contains("-START TRACE(PERFM) CLASS(30) IFCID(198)"), "{why}");
    let path = Scratch::new();
    let text = take(&mut session(), &path.file("text", b"no records at all"), TraceFormat::Smf);
    assert!(matches!(text, Err(ReadError::NotSmf { .. })), "{text:?}");
}
