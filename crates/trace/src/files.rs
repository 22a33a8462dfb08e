//! A file to references, with the reader of its format.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use getpage_curve::session::{Session, TraceFormat};
use getpage_curve::trace::{ArcTrace, CsvTrace, OracleGeneralTrace, U32Trace, U64Trace};
use getpage_curve::{Chunk, TraceError, TraceReader};
use getpage_pack::Source;
use getpage_smf::inspect::Progress;
use getpage_smf::prepared::Prepared;

use crate::error::ReadError;
use crate::{arrow, frame, getpages};

/// Bytes read at once.
const BUFFER: usize = 1 << 20;

/// How far a file has been read, and who wants to know.
struct Watch<'a, 'b> {
    read: Arc<AtomicU64>,
    bytes: u64,
    progress: &'a mut Progress<'b>,
}

impl Watch<'_, '_> {
    fn look(&mut self) -> Result<(), ReadError> {
        let goes_on = (self.progress)(self.read.load(Ordering::Relaxed), self.bytes);
        if goes_on { Ok(()) } else { Err(ReadError::Stopped) }
    }
}

/// Reads the next file of a trace into its session; what is worth a note is given back. `name` is what the file is called.
///
/// What was read before an error stays in the session: a trace that is refused gives no curve.
pub fn read(
    session: &mut Session,
    path: &Path,
    name: &str,
    format: TraceFormat,
    by: &Prepared<'_>,
    mut progress: Progress<'_>,
) -> Result<Vec<String>, ReadError> {
    session.expect_format(format, name)?;
    match format {
        TraceFormat::Smf | TraceFormat::Gtf => {
            session.expect_objects(true, name)?;
            return getpages::read(session, path, name, by, progress);
        }
        TraceFormat::Parquet | TraceFormat::Frame => {
            return Err(ReadError::Format { name: name.to_owned(), format });
        }
        _ => {}
    }
    let source = Source::open(path).map_err(|why| ReadError::Io { name: name.to_owned(), source: why.into() })?;
    let mut watch = Watch { read: source.read, bytes: source.file_bytes, progress: &mut progress };
    let input = BufReader::with_capacity(BUFFER, Cursor::new(source.head).chain(source.rest));
    match format {
        TraceFormat::U64 => feed(session, &mut U64Trace::new(input), name, &mut watch, |_| {})?,
        TraceFormat::U32 => feed(session, &mut U32Trace::new(input), name, &mut watch, |_| {})?,
        TraceFormat::Arc => feed(session, &mut ArcTrace::new(input), name, &mut watch, |_| {})?,
        TraceFormat::OracleGeneral => {
            let before = session.last_time().map_or(0, |last| last as u32);
            let mut reader = OracleGeneralTrace::new(input).starting_at(before);
            let mut first = None;
            feed(session, &mut reader, name, &mut watch, |r| {
                first.get_or_insert(f64::from(r.time()));
            })?;
            session.reach(first.unwrap_or(f64::NAN), f64::from(reader.time()));
        }
        TraceFormat::Csv => {
            session.expect_objects(true, name)?;
            csv(session, input, name, &mut watch)?;
        }
        _ => {
            let unread = |source| ReadError::Ipc { name: name.to_owned(), source };
            let (schema, batches) = arrow::open(path, input).map_err(unread)?;
            let watched = batches.map(|batch| {
                watch.look()?;
                batch.map_err(unread)
            });
            frame::push(session, &schema, watched, name, 0)?;
        }
    }
    Ok(Vec::new())
}

fn located(name: &str) -> impl Fn(TraceError) -> ReadError {
    move |source| ReadError::References { name: name.to_owned(), source }
}

fn csv(session: &mut Session, input: impl BufRead, name: &str, watch: &mut Watch<'_, '_>) -> Result<(), ReadError> {
    let before = session.last_time().unwrap_or(f64::NEG_INFINITY);
    let reader = CsvTrace::new(input, session.names().clone()).map_err(located(name))?;
    let mut reader = reader.starting_at(before);
    let mut chunk = Chunk::new();
    let mut first = f64::NAN;
    while reader.read_chunk(&mut chunk).map_err(located(name))? {
        if first.is_nan() {
            first = reader.time();
        }
        session.set_names(reader.names());
        session.take(&chunk)?;
        watch.look()?;
    }
    session.reach(first, reader.time());
    Ok(())
}

fn feed<R: TraceReader>(
    session: &mut Session,
    reader: &mut R,
    name: &str,
    watch: &mut Watch<'_, '_>,
    mut seen: impl FnMut(&R),
) -> Result<(), ReadError> {
    let mut chunk = Chunk::new();
    while reader.read_chunk(&mut chunk).map_err(located(name))? {
        seen(reader);
        session.take(&chunk)?;
        watch.look()?;
    }
    Ok(())
}
