//! Writers: batches to Parquet files, one a day, table and decoder, and their digests.
//!
//! What a decoder has of a table is held until it is worth a file; at the end what all decoders hold of one table and
//! day becomes one file, so that a small load leaves few. Memory is bounded: a decoder holds, and has in row groups that
//! are not yet written, at most [`HELD`] and [`GROUPS`] bytes over all its tables; of what is too much the largest goes
//! to disk first.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use arrow_schema::{DataType, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::chunk::ChunkWriter;
use crate::decode::TableRows;
use crate::digest::Digesting;
use crate::disk::Output;
use crate::error::Error;
use crate::time::day_name;

/// Rows of a row group.
const GROUP_ROWS: usize = 1 << 17;
/// Bytes of one table and day that are held before they get a file of their own.
const OWN_FILE: usize = 4 << 20;
/// Bytes held by a decoder before they have a file.
const HELD: usize = 32 << 20;
/// Bytes of a decoder in row groups that are not yet written.
const GROUPS: usize = 32 << 20;
/// Files that a decoder has open, of all decoders together: systems allow 1,024 as a rule.
const OPEN: usize = 512;

/// What a file is of: day, table, which of the sections that fill the table, and, where it may have to go again, of which
/// evidence file all its rows are.
pub(crate) type Of = (Option<i32>, String, usize, Option<u32>);

/// Where parts go, and what they are called.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The directory; where days are kept apart they have directories in it.
    pub directory: &'a Path,
    /// What the names of all parts have, so that they are like no others there.
    pub tag: &'a str,
    /// Whether days are kept apart.
    pub days: bool,
    /// Whether the caller brings the files to disk, so that writing them there begins early.
    pub durable: bool,
}

/// A file that was written.
#[derive(Debug, Clone)]
pub struct Part {
    /// The day of all its rows, counted from 1970-01-01; none where they have no time.
    pub day: Option<i32>,
    /// The table.
    pub table: String,
    /// The file, from the directory that was given.
    pub path: String,
    /// Its rows.
    pub rows: u64,
    /// Its bytes.
    pub bytes: u64,
    /// XXH3 of all of it, 128 bits.
    pub digest: u128,
}

/// The files of one decoder.
pub(crate) struct Writers<'a> {
    target: Target<'a>,
    number: usize,
    most: usize,
    held: Held,
    open: BTreeMap<Of, Open>,
    held_bytes: usize,
    group_bytes: usize,
    clock: u64,
    done: Vec<(Part, Option<u32>)>,
}

/// What a decoder holds without a file.
pub(crate) type Held = BTreeMap<Of, Batches>;

#[derive(Default)]
pub(crate) struct Batches {
    batches: Vec<TableRows>,
    bytes: usize,
}

enum Writer {
    /// Flat columns.
    Chunks(Box<ChunkWriter<Digesting<Output>>>),
    /// Tables with lists.
    Rows(Box<ArrowWriter<Digesting<Output>>>),
}

struct Open {
    path: String,
    writer: Writer,
    rows: u64,
    /// Bytes of the row group so far.
    group: usize,
    used: u64,
}

impl<'a> Writers<'a> {
    /// Those of the decoder `number` of `decoders`.
    pub(crate) fn new(target: Target<'a>, number: usize, decoders: usize) -> Writers<'a> {
        let most = (OPEN / decoders.max(1)).max(8);
        let (held, open, done) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        Writers { target, number, most, held, open, held_bytes: 0, group_bytes: 0, clock: 0, done }
    }

    /// Takes rows of a day and table. Each section that fills a table has its own columns, and files of its own; so have
    /// rows that may have to go again, all `of` one evidence file.
    pub(crate) fn write(
        &mut self,
        day: Option<i32>,
        table: &str,
        part: usize,
        of: Option<u32>,
        rows: impl Into<TableRows>,
    ) -> Result<(), Error> {
        let batch = rows.into();
        let of = (day.filter(|_| self.target.days), table.to_owned(), part, of);
        let bytes = batch.bytes();
        if self.open.contains_key(&of) {
            self.append(&of, &batch, bytes)?;
        } else {
            let held = self.held.entry(of.clone()).or_default();
            held.batches.push(batch);
            held.bytes += bytes;
            self.held_bytes += bytes;
            if held.bytes > OWN_FILE {
                self.begin(&of)?;
            } else if self.held_bytes > HELD {
                let largest = self.held.iter().max_by_key(|(_, held)| held.bytes).map(|(of, _)| of.clone());
                largest.map_or(Ok(()), |of| self.begin(&of))?;
            }
        }
        while self.group_bytes > GROUPS {
            let Some(largest) = self.open.values_mut().max_by_key(|open| open.group) else { break };
            largest.writer.flush().map_err(|e| Error::writing(Path::new(&largest.path), e))?;
            self.group_bytes -= std::mem::take(&mut largest.group);
        }
        Ok(())
    }

    /// Opens a file for what is held of a table and day.
    fn begin(&mut self, of: &Of) -> Result<(), Error> {
        let Some(held) = self.held.remove(of) else { return Ok(()) };
        self.held_bytes -= held.bytes;
        let Some(first) = held.batches.first() else { return Ok(()) };
        if self.open.len() >= self.most {
            let oldest = self.open.iter().min_by_key(|(_, open)| open.used).map(|(of, _)| of.clone());
            if let Some((of, open)) = oldest.and_then(|of| self.open.remove_entry(&of)) {
                self.group_bytes -= open.group;
                self.done.push((open.close(&of, self.target)?, of.3));
            }
        }
        let open = Open::new(self.target, of, &format!("{}-{}", self.number, self.clock), first)?;
        self.open.insert(of.clone(), open);
        let each = held.bytes / held.batches.len();
        held.batches.iter().try_for_each(|batch| self.append(of, batch, each))
    }

    fn append(&mut self, of: &Of, batch: &TableRows, bytes: usize) -> Result<(), Error> {
        self.clock += 1;
        let Some(open) = self.open.get_mut(of) else { return Ok(()) };
        open.used = self.clock;
        let groups = open.writer.groups();
        open.append(batch)?;
        let before = open.group;
        open.group = if open.writer.groups() > groups { 0 } else { before + bytes };
        self.group_bytes = self.group_bytes + open.group - before;
        Ok(())
    }

    /// Forgets the rows that were given as of these evidence files, and removes what is written of them.
    pub(crate) fn forget(&mut self, files: &BTreeSet<u32>) -> Result<(), Error> {
        let gone = |of: &Option<u32>| of.is_some_and(|file| files.contains(&file));
        let (held, group) = (&mut self.held_bytes, &mut self.group_bytes);
        self.held.retain(|of, batches| {
            *held -= if gone(&of.3) { batches.bytes } else { 0 };
            !gone(&of.3)
        });
        let mut paths = Vec::new();
        self.open.retain(|of, open| {
            if gone(&of.3) {
                *group -= open.group;
                paths.push(open.path.clone());
            }
            !gone(&of.3)
        });
        paths.extend(self.done.iter().filter(|(_, of)| gone(of)).map(|(part, _)| part.path.clone()));
        self.done.retain(|(_, of)| !gone(of));
        let remove = |path: &String| std::fs::remove_file(self.target.directory.join(path));
        paths.iter().try_for_each(|path| remove(path).map_err(|e| Error::writing(Path::new(path), e)))
    }

    /// Completes all files that are open; they and those before, and what is held yet.
    pub(crate) fn close(mut self) -> Result<(Vec<Part>, Held), Error> {
        for (of, open) in self.open {
            self.done.push((open.close(&of, self.target)?, of.3));
        }
        Ok((self.done.into_iter().map(|(part, _)| part).collect(), self.held))
    }
}

/// Writes what decoders hold, a file for each table and day.
pub(crate) fn write_held(all: Vec<Held>, target: Target<'_>, threads: usize) -> Result<Vec<Part>, Error> {
    let mut together: BTreeMap<Of, Vec<TableRows>> = BTreeMap::new();
    for (of, held) in all.into_iter().flatten() {
        together.entry((of.0, of.1, of.2, None)).or_default().extend(held.batches);
    }
    let queue = Mutex::new(together.into_iter());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut parts = Vec::new();
        while let Some((of, batches)) = next() {
            let Some(first) = batches.first() else { continue };
            let mut open = Open::new(target, &of, "all", first)?;
            batches.iter().try_for_each(|batch| open.append(batch))?;
            parts.push(open.close(&of, target)?);
        }
        Ok(parts)
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
        let parts = workers.into_iter().map(|worker| worker.join().unwrap_or(Err(Error::Stopped)));
        parts.collect::<Result<Vec<_>, _>>().map(|parts| parts.into_iter().flatten().collect())
    })
}

impl Open {
    fn new(target: Target<'_>, of: &Of, name: &str, like: &TableRows) -> Result<Open, Error> {
        let (day, table, section, _) = of;
        let section = if *section == 0 { String::new() } else { format!(".{section}") };
        let file = format!("{table}-{}-{name}{section}.parquet", target.tag);
        let path = if target.days { format!("{}/{file}", day_name(*day)) } else { file };
        let full = target.directory.join(&path);
        let failed = |e: io::Error| Error::writing(&full, e);
        if target.days {
            std::fs::create_dir_all(full.parent().unwrap_or(target.directory)).map_err(failed)?;
        }
        let file = Digesting::new(Output::create(&full, target.durable).map_err(failed)?);
        let writer = Writer::new(file, like).map_err(|e| Error::writing(&full, e))?;
        Ok(Open { path, writer, rows: 0, group: 0, used: 0 })
    }

    fn append(&mut self, batch: &TableRows) -> Result<(), Error> {
        self.rows += batch.rows as u64;
        self.writer.write(batch).map_err(|e| Error::writing(Path::new(&self.path), e))
    }

    fn close(self, of: &Of, target: Target<'_>) -> Result<Part, Error> {
        let Open { path, writer, rows, .. } = self;
        let full: PathBuf = target.directory.join(&path);
        let (digest, bytes) = writer.into_inner().map_err(|e| Error::writing(&full, e))?.finish();
        Ok(Part { day: of.0, table: of.1.clone(), path, rows, bytes, digest })
    }
}

impl Writer {
    fn new(file: Digesting<Output>, like: &TableRows) -> Result<Writer, ParquetError> {
        let schema = &like.schema;
        if ChunkWriter::<Digesting<Output>>::fits(schema) {
            return Ok(Writer::Chunks(Box::new(ChunkWriter::new(file, like, GROUP_ROWS)?)));
        }
        // Plain Parquet types only: readers see text, not Arrow dictionaries.
        let options = ArrowWriterOptions::new().with_properties(properties(schema)).with_skip_arrow_metadata(true);
        Ok(Writer::Rows(Box::new(ArrowWriter::try_new_with_options(file, schema.clone(), options)?)))
    }

    fn write(&mut self, rows: &TableRows) -> Result<(), ParquetError> {
        match self {
            Writer::Chunks(writer) => writer.write(rows),
            Writer::Rows(writer) => writer.write(&rows.batch()?),
        }
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        match self {
            Writer::Chunks(writer) => writer.flush(),
            Writer::Rows(writer) => writer.flush(),
        }
    }

    /// Row groups that are written.
    fn groups(&self) -> usize {
        match self {
            Writer::Chunks(writer) => writer.groups(),
            Writer::Rows(writer) => writer.flushed_row_groups().len(),
        }
    }

    fn into_inner(self) -> Result<Digesting<Output>, ParquetError> {
        match self {
            Writer::Chunks(writer) => writer.into_inner(),
            Writer::Rows(writer) => writer.into_inner(),
        }
    }
}

/// Of tables with lists. Text repeats: dictionary. Times and offsets climb: deltas. Counters: plain, because speed matters more than size.
fn properties(schema: &SchemaRef) -> WriterProperties {
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_max_row_group_row_count(Some(GROUP_ROWS));
    for field in schema.fields() {
        let path = ColumnPath::from(field.name().as_str());
        match field.data_type() {
            DataType::Dictionary(..) => builder = builder.set_column_dictionary_enabled(path, true),
            DataType::Timestamp(..) => {
                builder = builder
                    .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                    .set_column_statistics_enabled(path, EnabledStatistics::Chunk);
            }
            DataType::UInt64 if field.name() == "record" => {
                builder = builder.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
            }
            _ => {}
        }
    }
    builder.build()
}
