//! SMF 102 (IFCID 198) to references, through the layouts; and GTF, whose records of Db2 are read as such.
//!
//! Only getpages are references; releases and set writes are passed over. The hit or miss that Db2 recorded is not
//! used: it includes what prefetch brought in. The layout of IFCID 198 is derived, so every value that can be wrong is
//! checked, and a trace that does not fit gives an error and no curve. Lost and damaged records are counted
//! ([`super::sequences`]).

use std::path::Path;
use std::sync::atomic::Ordering;

use arrow_array::cast::AsArray;
use arrow_array::types::{TimestampMicrosecondType, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch, StringArray, TimestampMicrosecondArray, UInt32Array, UInt64Array};
use arrow_cast::cast;
use arrow_schema::{DataType, TimeUnit};
use getpage_curve::{Access, Columns, Touch};
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::frame::{Block, Detection, Reader, detect};
use getpage_smf::gtf::GtfSummary;
use getpage_smf::inspect::Progress;
use getpage_smf::layout::Layouts;
use getpage_smf::source::Source;

use super::session::Session;

const TABLE: &str = "db2_getpage";

/// Clocks of processors that record events agree within this; a time that falls further is out of order.
const CLOCK_SPREAD_MICROSECONDS: f64 = 1e6;

const REFIT: &str = "the built-in layout of QW0198 is derived and may not fit this release: make one from DSNDQW02 and \
                     give it with --layouts";

/// Reads one file.
pub(super) fn read(
    session: &mut Session,
    path: &Path,
    name: &str,
    layouts: &Layouts,
    progress: Progress<'_>,
) -> Result<Vec<String>, String> {
    let source = Source::open(path).map_err(|e| format!("{name}: {e}"))?;
    let framing = match detect(&source.head, source.whole, layouts) {
        Detection::Smf(framing) => framing,
        Detection::NotSmf(why) | Detection::Refused(why) => return Err(format!("{name}: {why}")),
    };
    let plan = Plan::new(layouts).map_err(|e| e.to_string())?;
    let mut decoder = Decoder::new(&plan);
    let mut log = DamageLog::default();
    let mut reader = Reader::new(source.head, source.rest, framing, layouts);
    let mut block = Block::default();
    let mut getpages = 0;
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |_, _, _| {});
        for batch in decoder.batches(&block).map_err(|e| format!("{name}: {e}"))? {
            if plan.tables[batch.table].name == TABLE {
                getpages += take(session, &batch.batch, name)?;
            }
        }
        if !progress(source.read.load(Ordering::Relaxed), source.file_bytes) {
            return Err("stopped".to_owned());
        }
    }
    let of_trace = log.listed.iter().filter(|d| d.record_type.is_none_or(|t| t == 102)).count() as u64;
    session.sequences.damaged += of_trace + log.count.saturating_sub(log.listed.len() as u64);
    if let Some(damage) = log.listed.first().filter(|_| of_trace > 0) {
        let place = format!("{name}, offset {}", damage.offset);
        session.sequences.first_gap.get_or_insert(place);
    }
    if getpages == 0 {
        let damage = log.listed.first().map_or(String::new(), |d| {
            format!(" (the first damage, at offset {}: expected {}, found {})", d.offset, d.expected, d.found)
        });
        return Err(format!(
            "{name}: no getpage of IFCID 198 in this file{damage}; start the trace with \
             -START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF) and give the SMF 102 records of that time"
        ));
    }
    let mut notes = vec![format!("{name}: IFCID 198 is read by a derived layout (no real record was seen)")];
    notes.extend(reader.gtf().iter().flat_map(|gtf| gtf_notes(name, gtf)));
    Ok(notes)
}

/// What is to be said of a trace that came through GTF.
fn gtf_notes(name: &str, gtf: &GtfSummary) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(place) = gtf.counted_from {
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

/// The columns of a batch that are looked at.
struct Rows {
    records: UInt64Array,
    subsystems: StringArray,
    functions: StringArray,
    accesses: StringArray,
    times: TimestampMicrosecondArray,
    /// In the order of [`NUMBERS`].
    numbers: Vec<UInt32Array>,
}

const NUMBERS: [&str; 7] =
    ["buffer_pool", "database_id", "object_id", "page", "partition", "ifcid_sequence", "destination_sequence"];

impl Rows {
    fn new(batch: &RecordBatch) -> Result<Rows, String> {
        let column = |column: &str, wanted: &DataType| {
            let array =
                batch.column_by_name(column).ok_or_else(|| format!("table {TABLE} has no column {column}; {REFIT}"))?;
            cast(array, wanted).map_err(|e| format!("column {column}: {e}"))
        };
        let text = |name: &str| column(name, &DataType::Utf8).map(|array| array.as_string::<i32>().clone());
        let number =
            |name: &&str| column(name, &DataType::UInt32).map(|array| array.as_primitive::<UInt32Type>().clone());
        let time = DataType::Timestamp(TimeUnit::Microsecond, None);
        Ok(Rows {
            records: column("record", &DataType::UInt64)?.as_primitive::<UInt64Type>().clone(),
            subsystems: text("subsystem")?,
            functions: text("function")?,
            accesses: text("access_type")?,
            times: column("event_time", &time)?.as_primitive::<TimestampMicrosecondType>().clone(),
            numbers: NUMBERS.iter().map(number).collect::<Result<_, _>>()?,
        })
    }

    /// A number of a row; 0 where the record is too short to have it.
    fn number(&self, name: &str, row: usize) -> u32 {
        let at = NUMBERS.iter().position(|known| *known == name).unwrap_or_default();
        let column = &self.numbers[at];
        if column.is_valid(row) { column.value(row) } else { 0 }
    }

    /// The access of a getpage; `None` for what is no getpage.
    fn access(&self, row: usize) -> Result<Option<Access>, (&'static str, &'static str, String)> {
        match self.functions.value(row) {
            "getpage" => {}
            "release" | "set write" => return Ok(None),
            other => return Err(("function (QW0198FC)", "C'G', C'R' or C'S'", other.to_owned())),
        }
        match self.accesses.value(row) {
            "random" => Ok(Some(Access::Random)),
            "sequential" => Ok(Some(Access::Sequential)),
            "list" => Ok(Some(Access::List)),
            other => Err(("access type (QW0198AT)", "C'R', C'S' or C'L'", other.to_owned())),
        }
    }
}

/// Takes the rows of one batch of the table of getpages; how many getpages there were.
pub(super) fn take(session: &mut Session, batch: &RecordBatch, name: &str) -> Result<u64, String> {
    let rows = Rows::new(batch).map_err(|why| format!("{name}: {why}"))?;
    let mut by_pool: Vec<(Vec<u64>, Vec<u8>)> = Vec::new();
    let mut getpages = 0;
    let mut record_before = None;
    for row in 0..batch.num_rows() {
        let subsystem = rows.subsystems.value(row).trim();
        if session.settings.subsystem.as_ref().is_some_and(|wanted| wanted != subsystem) {
            continue;
        }
        let record = rows.records.value(row);
        let place = || format!("{name}, record at offset {record}");
        if record_before.replace(record) != Some(record) {
            let numbers = (rows.number("ifcid_sequence", row), rows.number("destination_sequence", row));
            session.sequences.note(subsystem, numbers, place)?;
            if rows.times.is_valid(row) {
                advance(session, rows.times.value(row) as f64).map_err(|why| format!("{}: {why}", place()))?;
            }
        }
        let wrong = |(what, expected, found): (&str, &str, String)| {
            format!("{}: IFCID 198, {what}: expected {expected}, found {found}; {REFIT}", place())
        };
        let Some(access) = rows.access(row).map_err(wrong)? else { continue };
        let id = rows.number("buffer_pool", row);
        let pool = pool_name(id)
            .ok_or_else(|| wrong(("buffer pool (QW0198BP)", "0-49, 80-89, 100-109 or 120-129", id.to_string())))?;
        let pool = usize::from(session.names.pool(&pool).ok_or("more than 65,536 pools")?.0);
        // Where page numbers are not relative to the partition, the partition follows from the page: it does no harm.
        let object = ["database_id", "object_id", "partition"].map(|part| rows.number(part, row));
        let names = &mut session.names;
        let number = session.db2_objects.entry(object);
        let number = *number.or_insert_with(|| names.object(&object.map(|part| part.to_string()).join(".")));
        let key = u64::from(number) << 32 | u64::from(rows.number("page", row));
        if by_pool.len() <= pool {
            by_pool.resize_with(pool + 1, Default::default);
        }
        by_pool[pool].0.push(key);
        by_pool[pool].1.push(Touch::read(access).code());
        getpages += 1;
    }
    for (pool, (pages, codes)) in by_pool.iter().enumerate() {
        session.push(pool, Columns::from_codes(pages, codes).map_err(|e| e.to_string())?)?;
    }
    Ok(getpages)
}

/// Notes the time of a record, in microseconds since 1970.
fn advance(session: &mut Session, time: f64) -> Result<(), String> {
    let last = session.times.map_or(time, |(_, last)| last);
    if time < last - CLOCK_SPREAD_MICROSECONDS {
        return Err(format!(
            "expected an event time (QWHSSTCK) of at least {last:.0}, found {time:.0} microseconds since 1970; give the \
             files in the order in which they were written (a GTF data set that is full starts over at its beginning: make \
             it larger and trace again)"
        ));
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
