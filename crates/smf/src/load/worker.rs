//! A decoder with its files: blocks in, rows on disk, and what was found in each input.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, Int64Array, RecordBatch, UInt32Array, UInt64Array};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::block::Span;
use crate::damage::DamageLog;
use crate::decode::{Decoder, Plan};
use crate::error::Error;
use crate::frame::Block;
use crate::layout::Field;
use crate::monitor::{Measures, Stage};
use crate::prepared::Prepared;
use crate::summary::Counter;
use crate::writer::{self, Held, Writers};
use crate::{ims, record, time};

use super::RECORD_TABLE;
use super::gate::{Gate, Turn};
use super::keys::{Day, Key};

/// What a decoder found in one file.
#[derive(Serialize, Deserialize)]
pub(super) struct Part {
    pub(super) counter: Counter,
    pub(super) log: DamageLog,
    /// Records that were there before.
    pub(super) again: u64,
    /// The days of all its decoded records.
    pub(super) days: BTreeSet<Day>,
    /// Records of CICS monitoring that had no dictionary yet.
    pub(super) left: u64,
    /// Offsets of those that were decoded when all dictionaries were known.
    pub(super) late: Vec<u64>,
}

/// What a decoder found, by file and whether that was read again.
pub(super) type Parts = BTreeMap<(u32, bool), Part>;

/// A decoder with its files.
pub(super) struct Worker<'a> {
    by: &'a Prepared<'a>,
    decoder: Decoder<'a>,
    writers: Writers<'a>,
    parts: Parts,
    measures: Measures,
    together: &'a Together,
    is_last: bool,
}

/// Parts of tasks of all decoders, and what is counted of those that were put together.
pub(super) type Together = Mutex<Measures>;

impl<'a> Worker<'a> {
    pub(super) fn new(by: &'a Prepared<'a>, writers: Writers<'a>, together: &'a Together, tasks: bool) -> Worker<'a> {
        let mut decoder = Decoder::new(&by.plan).with_tasks(tasks);
        decoder.at_stage(Stage::First);
        let (parts, measures) = (BTreeMap::new(), Measures::default());
        Worker { by, decoder, writers, parts, measures, together, is_last: false }
    }

    /// From now on, only what was left is looked at.
    pub(super) fn last(mut self) -> Worker<'a> {
        self.decoder.at_stage(Stage::Last);
        self.is_last = true;
        self
    }

    /// The files of which something was left.
    pub(super) fn left(&self) -> impl Iterator<Item = u32> {
        self.parts.iter().filter(|(_, part)| part.left > 0).map(|((file, _), _)| *file)
    }

    /// Forgets what it has of the first attempts at these files, which are read again.
    pub(super) fn forget(&mut self, files: &BTreeSet<u32>) -> Result<(), Error> {
        self.parts.retain(|(file, again), _| *again || !files.contains(file));
        self.writers.forget(files)
    }

    /// Decodes a block. Records that were seen before it are left out, and counted.
    /// `is_last` says that it is the last of its piece: the next one need not wait until its rows are written.
    pub(super) fn block(&mut self, block: &mut Block, gate: &Gate<'_>, turn: Turn, is_last: bool) -> Result<(), Error> {
        let (counter, by) = (&self.by.counter, self.by);
        let fresh = || Part {
            counter: counter.fresh(),
            log: DamageLog::default(),
            again: 0,
            days: BTreeSet::new(),
            left: 0,
            late: Vec::new(),
        };
        let Part { counter, log, again, days: seen, left, late } =
            self.parts.entry((turn.attempt.file, turn.attempt.again)).or_insert_with(fresh);
        let mut records = Records::default();
        self.decoder.locate(block, log, |span, bytes, decoded| {
            counter.add(bytes, decoded);
            if decoded {
                records.add(span, bytes, &by.times);
            }
        });
        *left += self.decoder.left();
        let Some(passed) = gate.pass(turn, is_last, &records.days, &records.keys)? else { return Ok(()) };
        let new = passed.new;
        for ((span, day), _) in records.spans.iter().zip(&records.days).zip(&new).filter(|(_, new)| **new) {
            counter.cover(block.record(*span), *day);
        }
        seen.extend(&records.days);
        if self.is_last {
            late.extend(records.spans.iter().map(|span| span.offset));
        }
        *again += new.iter().filter(|new| !**new).count() as u64;
        let of = passed.ahead.then_some(turn.attempt.file);
        let mut days: Vec<Day> = records.days.iter().zip(&new).filter(|(_, new)| **new).map(|(day, _)| *day).collect();
        days.dedup();
        days.sort_unstable();
        days.dedup();
        for day in &days {
            if days.len() == 1 && new.iter().all(|new| *new) {
                self.write(*day, of, block, &records, None)?;
            } else {
                let wanted: Vec<bool> = records.days.iter().zip(&new).map(|(d, new)| d == day && *new).collect();
                self.write(*day, of, block, &records, Some(&wanted))?;
            }
        }
        Ok(())
    }

    fn write(
        &mut self,
        day: Day,
        of: Option<u32>,
        block: &Block,
        records: &Records,
        wanted: Option<&[bool]>,
    ) -> Result<(), Error> {
        let failed = |source| Error::writing(Path::new(RECORD_TABLE), source);
        for (table, rows) in self.decoder.rows(block, wanted).map_err(failed)? {
            let table = &self.by.plan.tables[table];
            self.writers.write(day, &table.name, table.part, of, rows)?;
        }
        let batch = records.batch(block, wanted).map_err(failed)?;
        self.writers.write(day, RECORD_TABLE, 0, of, batch)?;
        self.decoder.measure(block, day, wanted, &mut self.measures);
        let full = self.measures.is_full();
        if full || self.measures.has_many_parts() {
            self.put_together()?;
        }
        if full { measured(&self.by.plan, &mut self.measures, &mut self.writers) } else { Ok(()) }
    }

    /// Puts the parts of tasks that this decoder has to those of the others, and counts the tasks that are whole by now.
    fn put_together(&mut self) -> Result<(), Error> {
        let Some(tables) = &self.by.plan.monitor else { return Ok(()) };
        let mut together = self.together.lock().unwrap_or_else(PoisonError::into_inner);
        together.merge(self.measures.apart(), &tables.monitoring);
        together.count(false);
        if together.is_full() { measured(&self.by.plan, &mut together, &mut self.writers) } else { Ok(()) }
    }

    /// What was found, by file number, the files that are written, and what has none yet.
    pub(super) fn close(self) -> Result<Done, Error> {
        let (written, held) = self.writers.close()?;
        Ok(Done { parts: self.parts, written, held, measures: self.measures })
    }
}

/// Writes what measures hold.
pub(super) fn measured(plan: &Plan, measures: &mut Measures, writers: &mut Writers<'_>) -> Result<(), Error> {
    let Some(tables) = &plan.monitor else { return Ok(()) };
    let table = &plan.tables[tables.transactions];
    let rows = measures.rows(&tables.monitoring, &tables.measures);
    for (day, batch) in rows.map_err(|source| Error::writing(Path::new(&table.name), source))? {
        writers.write(day, &table.name, table.part, None, batch)?;
    }
    Ok(())
}

/// What a decoder leaves.
pub(super) struct Done {
    pub(super) parts: Parts,
    pub(super) written: Vec<writer::Part>,
    pub(super) held: Held,
    /// Tasks that are not rows yet.
    pub(super) measures: Measures,
}

/// The decoded records of one block: the rows of [`RECORD_TABLE`].
#[derive(Default)]
struct Records {
    spans: Vec<Span>,
    days: Vec<Day>,
    keys: Vec<Key>,
}

impl Records {
    /// `times` are the fields of the log of IMS that tell local time, which its header does not.
    fn add(&mut self, span: Span, bytes: &[u8], times: &BTreeMap<u16, Field>) {
        let header = bytes.get(6..14);
        let of_log = bytes.get(5).filter(|kind| **kind == ims::RECORD_TYPE).and_then(|_| ims::written(times, bytes));
        self.spans.push(span);
        self.days.push(of_log.or_else(|| header.and_then(time::smf)).and_then(time::day));
        // Time and date of the header: with the hash, 128 bits that must agree in a duplicate.
        let identity = header.and_then(|b| b.try_into().ok()).map_or(0, i64::from_be_bytes);
        self.keys.push(Key { hash: xxh3_64(&bytes[4.min(bytes.len())..]), identity });
    }

    fn batch(&self, block: &Block, wanted: Option<&[bool]>) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let some: Vec<usize> = (0..self.spans.len()).filter(|i| wanted.is_none_or(|wanted| wanted[*i])).collect();
        let of = |i: &usize| self.spans[*i];
        let kinds: Vec<_> = some.iter().map(|i| record::kind_of(block.record(of(i)))).collect();
        let columns: [(&str, ArrayRef); 7] = [
            ("file", Arc::new(UInt32Array::from_value(block.file, some.len()))),
            ("record", Arc::new(UInt64Array::from_iter_values(some.iter().map(|i| of(i).offset)))),
            ("record_type", Arc::new(UInt32Array::from_iter_values(kinds.iter().map(|kind| kind.0.into())))),
            ("subtype", Arc::new(UInt32Array::from_iter(kinds.iter().map(|kind| kind.1.map(u32::from))))),
            ("length", Arc::new(UInt32Array::from_iter_values(some.iter().map(|i| of(i).len)))),
            ("identity", Arc::new(Int64Array::from_iter_values(some.iter().map(|i| self.keys[*i].identity)))),
            ("hash", Arc::new(UInt64Array::from_iter_values(some.iter().map(|i| self.keys[*i].hash)))),
        ];
        RecordBatch::try_from_iter(columns)
    }
}
