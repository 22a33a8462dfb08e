//! Readers: golden bytes to references, and located errors for damaged and lying traces.

use std::io::Read;

use getpage_curve::trace::{
    ArcTrace, CsvTrace, Names, OracleGeneralTrace, TraceReader, U32Trace, U64Trace, for_each_chunk,
};
use getpage_curve::{Access, CHUNK_REFERENCES, Touch, TraceError};

fn all(reader: &mut dyn TraceReader) -> Result<Vec<(u64, Touch)>, TraceError> {
    let mut references = Vec::new();
    for_each_chunk(reader, |chunk| references.extend(chunk.columns().iter()))?;
    Ok(references)
}

/// An input that gives one byte at a time, so that every record spans reads.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let bytes = buffer.len().min(1);
        (&mut self.0).read(&mut buffer[..bytes])
    }
}

fn u64_bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn oracle_record(time: u32, object: u64, next: i64) -> Vec<u8> {
    [&time.to_le_bytes()[..], &object.to_le_bytes(), &4096u32.to_le_bytes(), &next.to_le_bytes()].concat()
}

#[test]
fn u32_is_page_numbers_and_nothing_else() {
    let bytes: Vec<u8> = [7u32, u32::MAX].iter().flat_map(|page| page.to_le_bytes()).collect();
    let expected = [7, 0xFFFF_FFFF].map(|page| (page, Touch::read(Access::Random)));
    assert_eq!(all(&mut U32Trace::new(&bytes[..])).expect("whole"), expected);
    assert_eq!(all(&mut U32Trace::new(Trickle(&bytes))).expect("whole"), expected);
    let cut = all(&mut U32Trace::new(&bytes[..6])).expect_err("half a number");
    assert!(matches!(cut, TraceError::Truncated { offset: 4, expected: 4, found: 2, .. }), "{cut}");
}

#[test]
fn u64_marks_sequential_by_the_top_bit() {
    let bytes = u64_bytes(&[7, 1 << 63 | 7]);
    let expected = vec![(7, Touch::read(Access::Random)), (7, Touch::read(Access::Sequential))];
    assert_eq!(all(&mut U64Trace::new(&bytes[..])).expect("whole"), expected);
    assert_eq!(all(&mut U64Trace::new(Trickle(&bytes))).expect("whole"), expected);
}

#[test]
fn u64_streams_more_than_one_chunk() {
    let pages: Vec<u64> = (0..3 * CHUNK_REFERENCES as u64 + 5).collect();
    let read = all(&mut U64Trace::new(&u64_bytes(&pages)[..])).expect("whole");
    assert!(read.iter().map(|reference| reference.0).eq(pages));
}

#[test]
fn u64_cut_inside_a_record_is_located() {
    let bytes = u64_bytes(&[1, 2, 3]);
    match all(&mut U64Trace::new(&bytes[..19])) {
        Err(TraceError::Truncated { offset: 16, expected: 8, found: 3, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn oracle_general_reads_objects_and_locates_falling_time() {
    let good = [oracle_record(5, 11, 2), oracle_record(5, 12, -1)].concat();
    let pages: Vec<u64> =
        all(&mut OracleGeneralTrace::new(Trickle(&good))).expect("whole").iter().map(|r| r.0).collect();
    assert_eq!(pages, [11, 12]);

    let unsorted = [good.clone(), oracle_record(4, 13, -1)].concat();
    match all(&mut OracleGeneralTrace::new(&unsorted[..])) {
        Err(TraceError::Unsorted { offset: 48, .. }) => {}
        other => panic!("{other:?}"),
    }
    let impossible = [good, oracle_record(6, 13, -2)].concat();
    match all(&mut OracleGeneralTrace::new(&impossible[..])) {
        Err(TraceError::Impossible { offset: 48, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn arc_expands_requests_over_chunks() {
    let text = format!("5 3 0 1\n100 {} 0 2\n", CHUNK_REFERENCES);
    let pages: Vec<u64> = all(&mut ArcTrace::new(text.as_bytes())).expect("whole").iter().map(|r| r.0).collect();
    assert_eq!(pages[..4], [5, 6, 7, 100]);
    assert_eq!(pages.len(), CHUNK_REFERENCES + 3);
}

#[test]
fn arc_lines_that_lie_are_located() {
    for (line, offset) in [("x 1 0 2", 8), ("5 0 0 2", 8), ("5 99999999999 0 2", 8), ("5 1 0", 8)] {
        let text = format!("5 1 0 1\n{line}\n");
        match all(&mut ArcTrace::new(text.as_bytes())) {
            Err(TraceError::Impossible { offset: found, .. }) => assert_eq!(found, offset, "{line}"),
            other => panic!("{line}: {other:?}"),
        }
    }
    match all(&mut ArcTrace::new(&b"5 1 0 9\n5 1 0 8\n"[..])) {
        Err(TraceError::Unsorted { offset: 8, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn csv_keys_a_page_by_object_and_keeps_pools_apart() {
    let text = "time,pool,object,page,access,write\n\
                1,BP0,260.3,7,random,0\n1,BP8K1,260.4,7,S,1\n2.5,BP0,260.3,8,list,\n";
    let mut reader = CsvTrace::new(text.as_bytes(), Names::default()).expect("heading");
    let mut parts = Vec::new();
    for_each_chunk(&mut reader, |chunk| chunk.distribute(&mut parts)).expect("whole");
    assert_eq!(reader.names().pools(), ["BP0", "BP8K1"]);
    assert_eq!(reader.names().objects(), ["260.3", "260.4"]);
    let references: Vec<Vec<_>> = parts.iter().map(|part| part.columns().iter().collect()).collect();
    assert_eq!(
        references,
        [
            vec![(7, Touch::read(Access::Random)), (8, Touch::read(Access::List))],
            vec![(1 << 32 | 7, Touch::write(Access::Sequential))],
        ]
    );
}

#[test]
fn csv_rows_that_lie_are_located() {
    let heading = "pool,object,page,access,write,time\n";
    let good = "BP1,a,1,random,0,5\n";
    let offset = (heading.len() + good.len()) as u64;
    for row in [
        "BP50,a,1,random,0,5",
        "BP8K,a,1,random,0,5",
        "BP32K0,a,1,random,0,5",
        "BP01,a,1,random,0,5",
        "100,a,1,random,0,5",
        "BP1,a,-1,random,0,5",
        "BP1,a,1,guess,0,5",
        "BP1,a,1,random,perhaps,5",
        "BP1,a,1,random,0,noon",
        "BP1,a,1",
    ] {
        let text = format!("{heading}{good}{row}\n");
        let mut reader = CsvTrace::new(text.as_bytes(), Names::default()).expect("heading");
        match all(&mut reader) {
            Err(TraceError::Impossible { offset: found, .. }) => assert_eq!(found, offset, "{row}"),
            other => panic!("{row}: {other:?}"),
        }
    }
    let text = format!("{heading}{good}BP1,a,1,random,0,4\n");
    let mut reader = CsvTrace::new(text.as_bytes(), Names::default()).expect("heading");
    assert!(matches!(all(&mut reader), Err(TraceError::Unsorted { .. })));
    assert!(CsvTrace::new(&b"pool,page\n"[..], Names::default()).is_err());
}
