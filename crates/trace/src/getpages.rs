//! SMF 102 (IFCID 198) to references, through the layouts; and GTF, whose records of Db2 are read as such.
//!
//! Only getpages are references; releases and set writes are passed over. The hit or miss that Db2 recorded is not
//! used: it includes what prefetch brought in. The layout of IFCID 198 is derived, so every value that can be wrong is
//! checked, and a trace that does not fit gives an error and no curve. Lost and damaged records are counted
//! ([`Sequences`](getpage_curve::session::Sequences)).

use std::path::Path;
use std::sync::atomic::Ordering;

use arrow_array::types::{UInt32Type, UInt64Type};
use arrow_array::{Array, Int64Array, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use getpage_curve::session::{Session, SessionError, TraceFormat};
use getpage_curve::{Access, Columns, Touch};
use getpage_pack::Source;
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::Decoder;
use getpage_smf::frame::{Block, Detection, Reader, detect};
use getpage_smf::gtf::GtfSummary;
use getpage_smf::inspect::Progress;
use getpage_smf::prepared::Prepared;

use crate::columns;
use crate::error::{GetpagesError, ReadError, TABLE};

/// Clocks of processors that record events agree within this; a time that falls further is out of order.
const CLOCK_SPREAD_MICROSECONDS: f64 = 1e6;

/// Reads one file; what is worth a note is given back.
pub fn read(
    session: &mut Session,
    path: &Path,
    name: &str,
    by: &Prepared<'_>,
    progress: Progress<'_>,
) -> Result<Vec<String>, ReadError> {
    let named = || name.to_owned();
    let source = Source::open(path).map_err(|why| ReadError::Io { name: named(), source: why.into() })?;
    let framing = match detect(&source.head, source.whole, by.layouts) {
        Detection::Smf(framing) => framing,
        Detection::NotSmf(why) => return Err(ReadError::NotSmf { name: named(), why }),
        Detection::Refused(why) => return Err(ReadError::Refused { name: named(), why }),
    };
    let mut decoder = Decoder::new(&by.plan);
    let mut log = DamageLog::default();
    let mut reader = Reader::new(source.head, source.rest, framing, by.layouts);
    let mut block = Block::default();
    let mut getpages = 0;
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |_, _, _| {});
        for batch in decoder.batches(&block).map_err(|source| ReadError::Batch { name: named(), source })? {
            if by.plan.tables[batch.table].name == TABLE {
                getpages += take(session, &batch.batch, name)?;
            }
        }
        if !progress(source.read.load(Ordering::Relaxed), source.file_bytes) {
            return Err(ReadError::Stopped);
        }
    }
    let of_trace = log.listed.iter().filter(|d| d.record_type.is_none_or(|t| t == 102)).count() as u64;
    let first = log.listed.first().filter(|_| of_trace > 0);
    let place = first.map(|damage| format!("{name}, offset {}", damage.offset));
    session.sequences().note_damaged(of_trace + log.count.saturating_sub(log.listed.len() as u64), place);
    if getpages == 0 {
        let damage = log.listed.first().map_or(String::new(), |d| {
            format!(" (the first damage, at offset {}: expected {}, found {})", d.offset, d.expected, d.found)
        });
        return Err(GetpagesError::None { name: named(), damage }.into());
    }
    let mut notes = vec![format!("{name}: IFCID 198 is read by a derived layout (no real record was seen)")];
    notes.extend(reader.gtf().iter().flat_map(|gtf| gtf_notes(name, gtf)));
    Ok(notes)
}

/// What is to be said of a trace that came through GTF.
fn gtf_notes(name: &str, gtf: &GtfSummary) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(place) = &gtf.counted_from {
        notes.push(format!(
            "{name}: GTF: the sections of {} records of Db2 are found by counting from {place}; this was derived from the \
             first records (no real one was seen)",
            gtf.records
        ));
    }
    let (events, blocks) = gtf.lost;
    if events + blocks > 0 {
        notes.push(format!(
            "{name}: GTF itself lost {events} events and {blocks} blocks of events, of Db2 or of others: give it \
             larger buffers, or trace less"
        ));
    }
    notes
}

/// A field, what may be there and what is.
struct Wrong(&'static str, &'static str, String);

/// A column of a batch.
struct Column<'a> {
    batch: &'a RecordBatch,
    column: &'static str,
    name: &'a str,
}

impl Column<'_> {
    fn read<T>(self, read: fn(&dyn Array) -> Result<T, ArrowError>) -> Result<T, GetpagesError> {
        let (name, column) = (|| self.name.to_owned(), self.column);
        let array = self.batch.column_by_name(column);
        let array = array.ok_or_else(|| GetpagesError::NoColumn { name: name(), column })?;
        read(array).map_err(|source| GetpagesError::Type { name: name(), column, source })
    }
}

/// The columns of a batch that are looked at.
struct Rows {
    records: UInt64Array,
    subsystems: StringArray,
    functions: StringArray,
    accesses: StringArray,
    times: Int64Array,
    /// In the order of [`NUMBERS`].
    numbers: Vec<UInt32Array>,
}

const NUMBERS: [&str; 7] =
    ["buffer_pool", "database_id", "object_id", "page", "partition", "ifcid_sequence", "destination_sequence"];

impl Rows {
    fn new(batch: &RecordBatch, name: &str) -> Result<Rows, GetpagesError> {
        let of = |column| Column { batch, column, name };
        Ok(Rows {
            records: of("record").read(columns::whole::<UInt64Type>)?,
            subsystems: of("subsystem").read(columns::text)?,
            functions: of("function").read(columns::text)?,
            accesses: of("access_type").read(columns::text)?,
            times: of("event_time").read(columns::microseconds)?,
            numbers: NUMBERS
                .iter()
                .map(|column| of(column).read(columns::whole::<UInt32Type>))
                .collect::<Result<_, _>>()?,
        })
    }

    /// A number of a row; 0 where the record is too short to have it.
    fn number(&self, name: &str, row: usize) -> u32 {
        let at = NUMBERS.iter().position(|known| *known == name).unwrap_or_default();
        let column = &self.numbers[at];
        if column.is_valid(row) { column.value(row) } else { 0 }
    }

    /// The access of a getpage; `None` for what is no getpage.
    fn access(&self, row: usize) -> Result<Option<Access>, Wrong> {
        match self.functions.value(row) {
            "getpage" => {}
            "release" | "set write" => return Ok(None),
            other => return Err(Wrong("function (QW0198FC)", "C'G', C'R' or C'S'", other.to_owned())),
        }
        match self.accesses.value(row) {
            "random" => Ok(Some(Access::Random)),
            "sequential" => Ok(Some(Access::Sequential)),
            "list" => Ok(Some(Access::List)),
            other => Err(Wrong("access type (QW0198AT)", "C'R', C'S' or C'L'", other.to_owned())),
        }
    }
}

/// Takes batches of the table of getpages, as a store has them; how many getpages there were.
pub fn push(
    session: &mut Session,
    batches: impl Iterator<Item = Result<RecordBatch, ArrowError>>,
    name: &str,
) -> Result<u64, ReadError> {
    session.expect_format(TraceFormat::Smf, name)?;
    session.expect_objects(true, name)?;
    let mut getpages = 0;
    for batch in batches {
        let batch = batch.map_err(|source| ReadError::Batch { name: name.to_owned(), source })?;
        getpages += take(session, &batch, name)?;
    }
    Ok(getpages)
}

/// Takes the rows of one batch of the table of getpages; how many getpages there were.
fn take(session: &mut Session, batch: &RecordBatch, name: &str) -> Result<u64, ReadError> {
    let rows = Rows::new(batch, name)?;
    let mut by_pool: Vec<(Vec<u64>, Vec<u8>)> = Vec::new();
    let mut getpages = 0;
    let mut record_before = None;
    for row in 0..batch.num_rows() {
        let subsystem = rows.subsystems.value(row).trim();
        if session.settings().subsystem.as_ref().is_some_and(|wanted| wanted != subsystem) {
            continue;
        }
        let record = rows.records.value(row);
        let place = || format!("{name}, record at offset {record}");
        if record_before.replace(record) != Some(record) {
            let numbers = (rows.number("ifcid_sequence", row), rows.number("destination_sequence", row));
            session.sequences().note(subsystem, numbers, place).map_err(SessionError::from)?;
            if rows.times.is_valid(row) {
                advance(session, rows.times.value(row) as f64, place)?;
            }
        }
        let wrong = |Wrong(field, expected, found)| GetpagesError::Value { place: place(), field, expected, found };
        let Some(access) = rows.access(row).map_err(wrong)? else { continue };
        let id = rows.number("buffer_pool", row);
        let pool = pool_name(id)
            .ok_or_else(|| Wrong("buffer pool (QW0198BP)", "0-49, 80-89, 100-109 or 120-129", id.to_string()))
            .map_err(wrong)?;
        // Where page numbers are not relative to the partition, the partition follows from the page: it does no harm.
        let object = ["database_id", "object_id", "partition"].map(|part| rows.number(part, row));
        let moved = session.settings().moved.get(&[object[0], object[1]]).cloned();
        let pool = session.pool(&moved.unwrap_or(pool))?;
        let key = u64::from(session.db2_object(object)) << 32 | u64::from(rows.number("page", row));
        if by_pool.len() <= pool {
            by_pool.resize_with(pool + 1, Default::default);
        }
        by_pool[pool].0.push(key);
        by_pool[pool].1.push(Touch::read(access).code());
        getpages += 1;
    }
    for (pool, (pages, codes)) in by_pool.iter().enumerate() {
        session.push(pool, Columns::from_codes(pages, codes)?)?;
    }
    Ok(getpages)
}

/// Notes the time of a record, in microseconds since 1970.
fn advance(session: &mut Session, time: f64, place: impl Fn() -> String) -> Result<(), GetpagesError> {
    let last = session.last_time().unwrap_or(time);
    if time < last - CLOCK_SPREAD_MICROSECONDS {
        return Err(GetpagesError::Order { place: place(), last, time });
    }
    session.reach(time, last.max(time));
    Ok(())
}

/// The name of a Db2 pool by its number (DSNB401I, BUFFERPOOL ID).
fn pool_name(id: u32) -> Option<String> {
    Some(match id {
        0..=49 => format!("BP{id}"),
        80 => "BP32K".to_owned(),
        81..=89 => format!("BP32K{}", id - 80),
        100..=109 => format!("BP8K{}", id - 100),
        120..=129 => format!("BP16K{}", id - 120),
        _ => return None,
    })
}
