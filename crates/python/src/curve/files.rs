//! A file to references, with the readers of getpage-curve.

use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use getpage_curve::trace::{ArcTrace, CsvTrace, OracleGeneralTrace, U64Trace};
use getpage_curve::{Chunk, TraceError, TraceReader};
use getpage_smf::inspect::Progress;
use getpage_smf::layout::Layouts;
use getpage_smf::source::Source;

use super::arrow;
use super::frame;
use super::session::Session;
use super::smf;

/// Bytes read at once.
const BUFFER: usize = 1 << 20;

/// How far a file has been read, and who wants to know.
struct Watch<'a, 'b> {
    read: Arc<AtomicU64>,
    bytes: u64,
    progress: &'a mut Progress<'b>,
}

/// Reads one file of a trace into the session; what is worth a note is given back.
pub(super) fn read(
    session: &mut Session,
    path: &Path,
    name: &str,
    format: &str,
    layouts: &Layouts,
    mut progress: Progress<'_>,
) -> Result<Vec<String>, String> {
    session.expect_format(format, name)?;
    let located = |error: TraceError| format!("{name}: {error}");
    if matches!(format, "smf" | "gtf") {
        session.expect_objects(true, name)?;
        return smf::read(session, path, name, layouts, progress);
    }
    let source = Source::open(path).map_err(|e| format!("{name}: {e}"))?;
    let mut watch = Watch { read: source.read, bytes: source.file_bytes, progress: &mut progress };
    let input = BufReader::with_capacity(BUFFER, Cursor::new(source.head).chain(source.rest));
    match format {
        "u64" => feed(session, &mut U64Trace::new(input), name, &mut watch, |_| {})?,
        "arc" => feed(session, &mut ArcTrace::new(input), name, &mut watch, |_| {})?,
        "oracleGeneral" => {
            let before = session.times.map_or(0, |(_, last)| last as u32);
            let mut reader = OracleGeneralTrace::new(input).starting_at(before);
            let mut first = None;
            feed(session, &mut reader, name, &mut watch, |r| {
                first.get_or_insert(f64::from(r.time()));
            })?;
            session.reach(first.unwrap_or(f64::NAN), f64::from(reader.time()));
        }
        "csv" => {
            session.expect_objects(true, name)?;
            csv(session, input, &mut watch, located)?;
        }
        "arrow" => {
            let unread = |why: String| format!("{name}: arrow file that cannot be read: {why}; write it again");
            let (schema, batches) = arrow::open(path, input).map_err(unread)?;
            let watched = batches.map(|batch| {
                look(&mut watch)?;
                batch.map_err(|why| format!("arrow file that cannot be read: {why}; write it again"))
            });
            frame::push(session, &schema, watched, name, 0)?;
        }
        _ => return Err(format!("{name}: {format} is no format that is read here")),
    }
    Ok(Vec::new())
}

fn csv(
    session: &mut Session,
    input: impl BufRead,
    watch: &mut Watch<'_, '_>,
    located: impl Fn(TraceError) -> String,
) -> Result<(), String> {
    let before = session.times.map_or(f64::NEG_INFINITY, |(_, last)| last);
    let mut reader = CsvTrace::new(input, session.names.clone()).map_err(&located)?.starting_at(before);
    let mut chunk = Chunk::new();
    let mut first = f64::NAN;
    while reader.read_chunk(&mut chunk).map_err(&located)? {
        if first.is_nan() {
            first = reader.time();
        }
        let (known, met) = (&session.names, reader.names());
        if (known.pools().len(), known.objects().len()) != (met.pools().len(), met.objects().len()) {
            session.names.clone_from(reader.names());
        }
        session.take(&chunk)?;
        look(watch)?;
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
) -> Result<(), String> {
    let mut chunk = Chunk::new();
    while reader.read_chunk(&mut chunk).map_err(|e| format!("{name}: {e}"))? {
        seen(reader);
        session.take(&chunk)?;
        look(watch)?;
    }
    Ok(())
}

fn look(watch: &mut Watch<'_, '_>) -> Result<(), String> {
    match (watch.progress)(watch.read.load(Ordering::Relaxed), watch.bytes) {
        true => Ok(()),
        false => Err("stopped".to_owned()),
    }
}
