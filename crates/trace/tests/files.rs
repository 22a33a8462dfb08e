//! Files of each format into one session: what they give, their order in time, and what stops them.

use crate::common::{PREPARED, Scratch, reads, session, take};
use getpage_curve::TraceError;
use getpage_curve::session::{SessionError, TraceFormat};
use getpage_trace::{ReadError, read};

fn oracle_general(records: &[(u32, u64)]) -> Vec<u8> {
    let one = |(time, page): &(u32, u64)| {
        [&time.to_le_bytes()[..], &page.to_le_bytes(), &4096u32.to_le_bytes(), &(-1i64).to_le_bytes()].concat()
    };
    records.iter().flat_map(one).collect()
}

fn u64s(pages: &[u64]) -> Vec<u8> {
    pages.iter().flat_map(|page| page.to_le_bytes()).collect()
}

#[test]
fn each_plain_format_gives_its_references() {
    let scratch = Scratch::new();
    let files = [
        (TraceFormat::U64, u64s(&[1, 2, 1, 3])),
        (TraceFormat::Arc, b"1 2 0 0\n1 1 0 1\n3 1 0 2\n".to_vec()),
        (TraceFormat::OracleGeneral, oracle_general(&[(0, 1), (0, 2), (1, 1), (2, 3)])),
    ];
    for (format, bytes) in files {
        let mut session = session();
        let notes = take(&mut session, &scratch.file(format.name(), &bytes), format).expect("a trace");
        assert!(notes.is_empty(), "{format}: {notes:?}");
        assert_eq!(reads(&mut session, 2), [("trace".to_owned(), 3)], "{format}");
    }
}

#[test]
fn several_files_of_csv_are_one_trace_with_one_set_of_names() {
    let scratch = Scratch::new();
    let heading = "pool,object,page,access,time\n";
    let first = scratch.file("1.csv", format!("{heading}BP0,A,1,R,1\nBP1,A,1,R,2\n").as_bytes());
    let second = scratch.file("2.csv", format!("{heading}BP1,A,1,R,2\nBP0,B,1,R,3\nBP0,A,1,R,4\n").as_bytes());
    let mut session = session();
    take(&mut session, &first, TraceFormat::Csv).expect("the first");
    take(&mut session, &second, TraceFormat::Csv).expect("the second");
    assert_eq!(reads(&mut session, 9), [("BP0".to_owned(), 2), ("BP1".to_owned(), 1)]);
    assert_eq!(session.last_time(), Some(4.0));

    let refused = take(&mut session, &first, TraceFormat::Csv).expect_err("it is earlier");
    assert!(matches!(refused, ReadError::References { source: TraceError::Unsorted { .. }, .. }), "{refused}");
    assert!(refused.to_string().starts_with("1.csv: CSV trace, offset"), "{refused}");
}

#[test]
fn a_later_file_of_oracle_general_does_not_begin_before_the_last_one_ended() {
    let scratch = Scratch::new();
    let (early, late) = (oracle_general(&[(3, 1), (5, 2)]), oracle_general(&[(4, 1)]));
    let mut session = session();
    take(&mut session, &scratch.file("early", &early), TraceFormat::OracleGeneral).expect("the first");
    let refused = take(&mut session, &scratch.file("late", &late), TraceFormat::OracleGeneral);
    assert!(matches!(refused, Err(ReadError::References { source: TraceError::Unsorted { .. }, .. })), "{refused:?}");
}

#[test]
fn files_of_two_formats_are_not_one_trace() {
    let scratch = Scratch::new();
    let mut session = session();
    take(&mut session, &scratch.file("a", &u64s(&[1])), TraceFormat::U64).expect("the first");
    let refused = take(&mut session, &scratch.file("b", b"1 1 0 0\n"), TraceFormat::Arc);
    assert!(matches!(refused, Err(ReadError::Session(SessionError::Format { .. }))), "{refused:?}");
}

#[test]
fn formats_that_are_columns_already_are_not_read_from_files_here() {
    let path = Scratch::new().path().join("a.parquet");
    let refused = take(&mut session(), &path, TraceFormat::Parquet).expect_err("columns");
    assert_eq!(refused.to_string(), "a.parquet: parquet is no format that is read here");
}

#[test]
fn a_file_that_is_cut_off_or_not_there_is_refused_by_its_name() {
    let scratch = Scratch::new();
    let refused = take(&mut session(), &scratch.file("cut", &u64s(&[1, 2])[..13]), TraceFormat::U64);
    assert!(matches!(refused, Err(ReadError::References { source: TraceError::Truncated { .. }, .. })), "{refused:?}");
    let refused = take(&mut session(), &scratch.path().join("gone"), TraceFormat::U64).expect_err("no file");
    assert!(matches!(refused, ReadError::Io { .. }) && refused.to_string().starts_with("gone: "), "{refused}");
}

#[test]
fn who_watches_can_stop_the_reading() {
    let path = Scratch::new();
    let path = path.file("long", &u64s(&(0..100_000).collect::<Vec<_>>()));
    let mut told = Vec::new();
    let refused = read(&mut session(), &path, "long", TraceFormat::U64, &PREPARED, &mut |read, bytes| {
        told.push((read, bytes));
        told.len() < 2
    });
    assert!(matches!(refused, Err(ReadError::Stopped)), "{refused:?}");
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|(read, bytes)| *bytes == 800_000 && (1..=*bytes).contains(read)), "{told:?}");
}
