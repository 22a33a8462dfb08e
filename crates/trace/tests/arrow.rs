//! Arrow files and streams: all that is whole is read, and nothing that lies or is cut off.

use std::sync::Arc;

use crate::common::{Scratch, reads, session, take};
use arrow_array::{RecordBatch, UInt64Array};
use arrow_ipc::writer::{FileWriter, StreamWriter};
use getpage_curve::session::TraceFormat;
use getpage_trace::ReadError;
use getpage_trace::arrow::IpcError;

fn batches() -> Vec<RecordBatch> {
    let batch = |pages: Vec<u64>| {
        RecordBatch::try_from_iter([("page", Arc::new(UInt64Array::from(pages)) as _)]).expect("a column")
    };
    vec![batch((0..100).collect()), batch((50..150).collect())]
}

fn stream() -> Vec<u8> {
    let all = batches();
    let mut writer = StreamWriter::try_new(Vec::new(), &all[0].schema()).expect("in memory");
    all.iter().for_each(|batch| writer.write(batch).expect("in memory"));
    writer.into_inner().expect("in memory")
}

fn file() -> Vec<u8> {
    let all = batches();
    let mut writer = FileWriter::try_new(Vec::new(), &all[0].schema()).expect("in memory");
    all.iter().for_each(|batch| writer.write(batch).expect("in memory"));
    writer.into_inner().expect("in memory")
}

fn read(bytes: &[u8]) -> Result<Vec<(String, u64)>, ReadError> {
    let (scratch, mut session) = (Scratch::new(), session());
    take(&mut session, &scratch.file("a.arrow", bytes), TraceFormat::Arrow)?;
    Ok(reads(&mut session, 1000))
}

#[test]
fn files_and_streams_give_all_their_batches() {
    for bytes in [file(), stream()] {
        assert_eq!(read(&bytes).expect("a trace"), [("trace".to_owned(), 150)]);
    }
}

#[test]
fn whatever_is_cut_off_is_refused() {
    for bytes in [file(), stream()] {
        for end in (6..bytes.len()).step_by(7) {
            let why = read(&bytes[..end]).expect_err("it is cut off");
            assert!(matches!(why, ReadError::Ipc { .. }), "{end}: {why}");
            let words = why.to_string();
            assert!(
                words.starts_with("a.arrow: arrow file that cannot be read: ") && words.ends_with("write it again")
            );
        }
    }
}

#[test]
fn a_stream_ends_where_it_says() {
    let why = read(&[stream(), vec![0]].concat()).expect_err("more bytes");
    assert!(why.to_string().contains("expected nothing behind the end of the stream, found more"), "{why}");
}

#[test]
fn other_bytes_are_no_stream() {
    let why = read(b"neither file nor stream, but long enough").expect_err("no stream");
    assert!(matches!(why, ReadError::Ipc { source: IpcError::Unexpected { offset: 0, .. }, .. }), "{why}");
}

#[test]
fn flipped_bytes_stop_no_reader_from_answering() {
    for bytes in [file(), stream()] {
        for at in (0..bytes.len()).step_by(13) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xFF;
            // Bytes of the data itself are other pages; whatever else is damaged is refused, without a panic.
            drop(read(&damaged));
        }
    }
}
