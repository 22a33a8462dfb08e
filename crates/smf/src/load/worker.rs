//! A decoder with its files: blocks in, rows on disk, and what was found in each input.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, UInt8Array, UInt16Array, UInt32Array, UInt64Array};
use xxhash_rust::xxh3::xxh3_64;

use crate::damage::DamageLog;
use crate::decode::{Decoder, Plan};
use crate::error::Error;
use crate::frame::Block;
use crate::layout::Layouts;
use crate::record;
use crate::summary::Counter;
use crate::writer::Writers;

use super::RECORD_TABLE;

/// What a decoder found in one file.
pub(super) struct Part {
    pub(super) counter: Counter,
    pub(super) log: DamageLog,
}

/// A decoder with its files.
pub(super) struct Worker<'a> {
    plan: &'a Plan,
    layouts: &'a Layouts,
    decoder: Decoder<'a>,
    writers: Writers,
    parts: BTreeMap<u32, Part>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(plan: &'a Plan, layouts: &'a Layouts, directory: &Path, number: usize) -> Worker<'a> {
        let writers = Writers::new(directory, number);
        Worker { plan, layouts, decoder: Decoder::new(plan), writers, parts: BTreeMap::new() }
    }

    pub(super) fn block(&mut self, block: &mut Block) -> Result<(), Error> {
        let fresh = || Part { counter: Counter::new(self.layouts), log: DamageLog::default() };
        let Part { counter, log } = self.parts.entry(block.file).or_insert_with(fresh);
        let mut records = Records::default();
        self.decoder.locate(block, log, |span, bytes, decoded| {
            counter.add(bytes, decoded);
            if decoded {
                records.add(span.offset, bytes);
            }
        });
        let failed = |source| Error::writing(Path::new(RECORD_TABLE), source);
        for batch in self.decoder.batches(block).map_err(failed)? {
            let table = &self.plan.tables[batch.table];
            self.writers.write(&table.name, table.part, &batch.batch)?;
        }
        if !records.offset.is_empty() {
            let batch = records.batch(block.file).map_err(failed)?;
            self.writers.write(RECORD_TABLE, 0, &batch)?;
        }
        Ok(())
    }

    /// Completes the files; what was found, by file number.
    pub(super) fn close(self) -> Result<BTreeMap<u32, Part>, Error> {
        self.writers.close()?;
        Ok(self.parts)
    }
}

/// The rows of [`RECORD_TABLE`] of one block.
#[derive(Default)]
struct Records {
    offset: Vec<u64>,
    record_type: Vec<u8>,
    subtype: Vec<Option<u16>>,
    length: Vec<u32>,
    identity: Vec<i64>,
    hash: Vec<u64>,
}

impl Records {
    fn add(&mut self, offset: u64, bytes: &[u8]) {
        let (record_type, subtype) = record::kind_of(bytes);
        self.offset.push(offset);
        self.record_type.push(record_type);
        self.subtype.push(subtype);
        self.length.push(bytes.len() as u32);
        // Time, date and system of the header: with the hash, 128 bits and more that must agree in a duplicate.
        self.identity.push(bytes.get(6..14).and_then(|b| b.try_into().ok()).map_or(0, i64::from_be_bytes));
        self.hash.push(xxh3_64(&bytes[4.min(bytes.len())..]));
    }

    fn batch(self, file: u32) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let rows = self.offset.len();
        let columns: [(&str, ArrayRef); 7] = [
            ("file", Arc::new(UInt32Array::from_value(file, rows))),
            ("record", Arc::new(UInt64Array::from(self.offset))),
            ("record_type", Arc::new(UInt8Array::from(self.record_type))),
            ("subtype", Arc::new(UInt16Array::from(self.subtype))),
            ("length", Arc::new(UInt32Array::from(self.length))),
            ("identity", Arc::new(Int64Array::from(self.identity))),
            ("hash", Arc::new(UInt64Array::from(self.hash))),
        ];
        RecordBatch::try_from_iter(columns)
    }
}
