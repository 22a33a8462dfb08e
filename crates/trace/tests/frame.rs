//! Columns to references: which columns there may be, in which types, and what is refused in which row.

use std::sync::Arc;

use crate::common::{reads, session};
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray, TimestampMillisecondArray, UInt64Array,
};
use getpage_curve::Access;
use getpage_curve::session::{Session, SessionError};
use getpage_trace::ReadError;
use getpage_trace::error::FrameError;
use getpage_trace::frame::push;

type Named = (&'static str, ArrayRef);

fn pages(values: &[u64]) -> Named {
    ("page", Arc::new(UInt64Array::from(values.to_vec())))
}

fn text(name: &'static str, values: &[&str]) -> Named {
    (name, Arc::new(StringArray::from(values.to_vec())))
}

fn times(values: &[f64]) -> Named {
    ("time", Arc::new(Float64Array::from(values.to_vec())))
}

fn take(session: &mut Session, columns: Vec<Named>) -> Result<u64, ReadError> {
    let batch = RecordBatch::try_from_iter(columns).expect("columns of one length");
    push(session, &batch.schema(), std::iter::once(Ok(batch)), "frame", 0)
}

fn refused(columns: Vec<Named>) -> String {
    let why = take(&mut session(), columns).expect_err("no references");
    assert!(matches!(why, ReadError::Frame(_)), "{why}");
    why.to_string()
}

#[test]
fn pages_alone_are_random_references_of_one_pool() {
    let mut session = session();
    assert_eq!(take(&mut session, vec![pages(&[1, 2, 1])]).expect("a trace"), 3);
    assert_eq!(reads(&mut session, 9), [("trace".to_owned(), 2)]);
    assert_eq!(session.pools()[0].getpages[Access::Random].0, 3);
}

#[test]
fn pools_and_objects_tell_pages_apart() {
    let mut session = session();
    let columns = vec![
        text("pool", &["BP0", "BP0", "BP1", "BP0"]),
        text("object", &["A", "B", "A", "A"]),
        ("page", Arc::new(Int64Array::from(vec![1, 1, 1, 1])) as ArrayRef),
    ];
    assert_eq!(take(&mut session, columns).expect("a trace"), 4);
    assert_eq!(reads(&mut session, 9), [("BP0".to_owned(), 2), ("BP1".to_owned(), 1)]);
}

#[test]
fn accesses_are_names_their_first_letters_or_numbers() {
    let mut session = session();
    let accesses = ["random", "S", "l", "Dynamic", "0", "1", "2", "3"];
    take(&mut session, vec![pages(&[0; 8]), text("ACCESS", &accesses)]).expect("a trace");
    assert_eq!(session.pools()[0].getpages.0.map(|count| count.0), [2; 4]);
}

#[test]
fn names_of_columns_have_no_case_and_others_are_passed_over() {
    let mut session = session();
    let flags: Named = ("Write", Arc::new(BooleanArray::from(vec![Some(true), None])));
    let columns = vec![("PAGE", pages(&[1, 1]).1), flags, text("whatever", &["x", "y"])];
    assert_eq!(take(&mut session, columns).expect("a trace"), 2);
}

#[test]
fn times_go_on_from_frame_to_frame_whatever_their_type() {
    let mut session = session();
    let stamps: Named = ("time", Arc::new(TimestampMillisecondArray::from(vec![5, 9])));
    take(&mut session, vec![pages(&[1, 2]), stamps]).expect("a trace");
    assert_eq!(session.last_time(), Some(9.0));
    take(&mut session, vec![pages(&[3]), times(&[9.0])]).expect("the same time");
    let why = take(&mut session, vec![pages(&[4]), times(&[8.5])]).expect_err("it falls");
    assert!(matches!(why, ReadError::Frame(FrameError::Order { row: 0, last: 9.0, .. })), "{why}");
    assert_eq!(
        why.to_string(),
        "frame, row 0, column time: expected a time of at least 9; sort the frame by time, found 8.5"
    );
}

#[test]
fn a_time_that_is_not_there_is_refused() {
    let holes: Named = ("time", Arc::new(Float64Array::from(vec![Some(1.0), None])));
    assert!(refused(vec![pages(&[1, 2]), holes]).contains("row 1, column time"));
    let nan = refused(vec![pages(&[1]), times(&[f64::NAN])]);
    assert!(nan.contains("row 0, column time"), "{nan}");
}

#[test]
fn values_that_no_trace_has_are_refused_with_their_row() {
    let cases = [
        (vec![text("object", &["A"])], "expected a column page, and if known pool, object, access, write and time"),
        (vec![("page", times(&[1.5]).1)], "column page: expected whole numbers, found Float64"),
        (vec![("page", Arc::new(UInt64Array::from(vec![Some(1), None])) as ArrayRef)], "row 1, column page"),
        (vec![pages(&[1]), text("pool", &["BP99"])], "row 0, column pool: expected a Db2 pool"),
        (
            vec![pages(&[1 << 32]), text("object", &["A"])],
            "row 0, column page: expected a page number of 0 to 4,294,967,295",
        ),
        (vec![pages(&[1, 1]), text("access", &["R", "X"])], "row 1, column access: expected random, sequential"),
        (
            vec![pages(&[1]), text("write", &["maybe"])],
            "row 0, column write: expected 1, 0, true or false, found maybe",
        ),
    ];
    for (columns, words) in cases {
        let why = refused(columns);
        assert!(why.starts_with("frame") && why.contains(words), "{why}");
    }
}

#[test]
fn rows_are_counted_over_all_batches_and_from_the_first_one_given() {
    let batch =
        |access: &str| RecordBatch::try_from_iter(vec![pages(&[1]), text("access", &[access])]).expect("columns");
    let batches = [batch("R"), batch("S"), batch("?")];
    let schema = batches[0].schema();
    let why = push(&mut session(), &schema, batches.into_iter().map(Ok), "f", 100).expect_err("the third");
    assert!(why.to_string().starts_with("f, row 102, column access"), "{why}");
}

#[test]
fn frames_with_objects_and_without_do_not_mix() {
    let mut session = session();
    take(&mut session, vec![pages(&[1])]).expect("the first");
    let why = take(&mut session, vec![pages(&[1]), text("object", &["A"])]);
    assert!(matches!(why, Err(ReadError::Session(SessionError::Objects { .. }))), "{why:?}");
}
