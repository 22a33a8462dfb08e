//! Load: files of SMF records to Parquet, one file a table and thread, with a summary of each input.
//!
//! One thread reads and frames; the others decode and write. Blocks go to the decoders in turn, each decoder writes files
//! of its own, so nothing is shared and memory is bounded by the blocks in flight and one row group a table and thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use arrow_array::{ArrayRef, Int64Array, RecordBatch, UInt8Array, UInt16Array, UInt32Array, UInt64Array};
use xxhash_rust::xxh3::xxh3_64;

use crate::damage::DamageLog;
use crate::decode::{Decoder, Plan};
use crate::frame::{Block, Reader};
use crate::inspect::{Error, Progress, open};
use crate::layout::Layouts;
use crate::record;
use crate::summary::{Counter, Summary};
use crate::writer::Writers;

/// Table of every decoded record: where it stands, what it is, and a hash of its bytes, by which duplicates are found.
pub const RECORD_TABLE: &str = "evidence_record";

/// Blocks in flight a decoder.
const QUEUE: usize = 3;

/// One file to load.
#[derive(Debug, Clone)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// The number by which the tables refer to it.
    pub file: u32,
}

/// What a decoder found in one file.
struct Part {
    counter: Counter,
    log: DamageLog,
}

/// Work for a decoder.
enum Work {
    Block(Block),
    /// The file ends: give back what was found in it.
    EndOfFile,
}

/// Decodes `inputs` into `directory`, with `threads` decoders (0 counts as 1). The first input that cannot be read
/// ends the load: the caller checks them first, and keeps nothing of a load that failed.
pub fn load(
    inputs: &[Input],
    layouts: &Layouts,
    directory: &Path,
    threads: usize,
    progress: Progress<'_>,
) -> Result<Vec<Summary>, Error> {
    let plan = Plan::new(layouts)?;
    if threads <= 1 {
        let mut worker = Worker::new(&plan, layouts, directory, 0);
        let mut block = Block::default();
        let mut summaries = Vec::new();
        for input in inputs {
            let summary = read(input, layouts, progress, &mut block, &mut |block| worker.block(block))?;
            summaries.push(finish(summary, vec![worker.end_of_file()], layouts));
        }
        worker.writers.close()?;
        return Ok(summaries);
    }
    thread::scope(|scope| {
        let mut queues = Vec::new();
        let mut handles = Vec::new();
        let (spare_in, spare_out) = sync_channel::<Block>(threads * (QUEUE + 1));
        let (part_in, part_out) = sync_channel::<Part>(threads);
        for number in 0..threads {
            let (queue_in, queue_out) = sync_channel(QUEUE);
            queues.push(queue_in);
            let worker = Worker::new(&plan, layouts, directory, number);
            let (spare, part) = (spare_in.clone(), part_in.clone());
            handles.push(scope.spawn(move || worker.run(&queue_out, &spare, &part)));
        }
        drop((spare_in, part_in));
        let mut block = Block::default();
        let result = inputs
            .iter()
            .map(|input| {
                let mut turn = 0;
                let summary = read(input, layouts, progress, &mut block, &mut |block| {
                    let next = spare_out.try_recv().unwrap_or_default();
                    let full = std::mem::replace(block, next);
                    turn += 1;
                    queues[turn % threads].send(Work::Block(full)).map_err(|_| Error::Stopped)
                })?;
                for queue in &queues {
                    queue.send(Work::EndOfFile).map_err(|_| Error::Stopped)?;
                }
                let parts: Vec<Part> = part_out.iter().take(threads).collect();
                Ok(finish(summary, parts, layouts))
            })
            .collect::<Result<Vec<Summary>, Error>>();
        drop(queues);
        for handle in handles {
            // A decoder's own failure (a full disk) is the cause; "stopped" is only its echo here.
            handle.join().unwrap_or(Err(Error::Stopped))?;
        }
        result
    })
}

/// Reads one file block by block, handing each to `each`.
fn read(
    input: &Input,
    layouts: &Layouts,
    progress: Progress<'_>,
    block: &mut Block,
    each: &mut dyn FnMut(&mut Block) -> Result<(), Error>,
) -> Result<Summary, Error> {
    let (source, framing) = open(&input.path, layouts)?;
    let mut log = DamageLog::default();
    let mut reader = Reader::new(source.head, source.rest, framing, layouts);
    while reader.next_block(block, &mut log) {
        block.file = input.file;
        each(block)?;
        if !progress(source.read.load(Ordering::Relaxed), source.file_bytes) {
            return Err(Error::Stopped);
        }
    }
    Ok(Summary {
        file: input.file,
        path: input.path.to_string_lossy().into_owned(),
        file_bytes: source.file_bytes,
        bytes: reader.position(),
        compression: source.compression,
        framing,
        counts: Vec::new(),
        coverage: Vec::new(),
        duplicates: (0, 0),
        damage: log,
    })
}

fn finish(mut summary: Summary, parts: Vec<Part>, layouts: &Layouts) -> Summary {
    let mut total = Counter::new(layouts);
    for part in parts {
        total.merge(part.counter);
        summary.damage.merge(part.log);
    }
    (summary.counts, summary.coverage) = total.finish(layouts);
    summary
}

/// A decoder with its files.
struct Worker<'a> {
    plan: &'a Plan,
    layouts: &'a Layouts,
    decoder: Decoder<'a>,
    writers: Writers,
    part: Part,
}

impl<'a> Worker<'a> {
    fn new(plan: &'a Plan, layouts: &'a Layouts, directory: &Path, number: usize) -> Worker<'a> {
        let part = Part { counter: Counter::new(layouts), log: DamageLog::default() };
        Worker { plan, layouts, decoder: Decoder::new(plan), writers: Writers::new(directory, number), part }
    }

    fn run(mut self, work: &Receiver<Work>, spare: &SyncSender<Block>, parts: &SyncSender<Part>) -> Result<(), Error> {
        for work in work {
            match work {
                Work::Block(mut block) => {
                    self.block(&mut block)?;
                    drop(spare.try_send(block));
                }
                Work::EndOfFile => drop(parts.send(self.end_of_file())),
            }
        }
        self.writers.close()
    }

    fn end_of_file(&mut self) -> Part {
        let fresh = Part { counter: Counter::new(self.layouts), log: DamageLog::default() };
        std::mem::replace(&mut self.part, fresh)
    }

    fn block(&mut self, block: &mut Block) -> Result<(), Error> {
        let mut records = Records::default();
        let Part { counter, log } = &mut self.part;
        self.decoder.locate(block, log, |span, bytes, decoded| {
            counter.add(bytes, decoded);
            if decoded {
                records.add(span.offset, bytes);
            }
        });
        let failed = |why: String| Error::Write { path: RECORD_TABLE.to_owned(), why };
        for batch in self.decoder.batches(block).map_err(|e| failed(e.to_string()))? {
            self.writers.write(&self.plan.tables[batch.table].name, &batch.batch)?;
        }
        if !records.offset.is_empty() {
            let batch = records.batch(block.file).map_err(|e| failed(e.to_string()))?;
            self.writers.write(RECORD_TABLE, &batch)?;
        }
        Ok(())
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
