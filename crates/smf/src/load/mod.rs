//! Load: files of SMF records to Parquet, one file a table and thread, with a summary of each input.
//!
//! One thread reads and frames; the others decode and write. Whichever decoder is free takes the next block and writes
//! it to files of its own, so that they share nothing but the queue, and memory is bounded by the blocks in flight and
//! one row group a table and thread.

mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::damage::DamageLog;
use crate::decode::Plan;
use crate::error::Error;
use crate::frame::{Block, Reader};
use crate::inspect::{Progress, open};
use crate::layout::Layouts;
use crate::summary::{Counter, Summary};

use worker::{Part, Worker};

/// Table of every decoded record: where it stands, what it is, and a hash of its bytes, by which duplicates are found.
pub const RECORD_TABLE: &str = "evidence_record";

/// Blocks waiting for a decoder, a decoder.
const QUEUE: usize = 2;

/// One file to load.
#[derive(Debug, Clone)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// The number by which the tables refer to it.
    pub file: u32,
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
    let mut block = Block::default();
    if threads <= 1 {
        let mut worker = Worker::new(&plan, layouts, directory, 0);
        let summaries = read_all(inputs, layouts, progress, &mut block, &mut |block| worker.block(block))?;
        return Ok(finish(summaries, vec![worker.close()?], layouts));
    }
    let (blocks_in, blocks_out) = sync_channel(threads * QUEUE);
    let (spare_in, spare_out) = sync_channel(threads * QUEUE + threads);
    let blocks_out = Mutex::new(blocks_out);
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let decoders: Vec<_> = (0..threads)
            .map(|number| {
                let worker = Worker::new(&plan, layouts, directory, number);
                let (blocks, spare, failed) = (&blocks_out, spare_in.clone(), &failed);
                scope.spawn(move || decode(worker, blocks, &spare, failed))
            })
            .collect();
        let summaries = read_all(inputs, layouts, progress, &mut block, &mut |block| {
            if failed.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let next = spare_out.try_recv().unwrap_or_default();
            blocks_in.send(std::mem::replace(block, next)).map_err(|_| Error::Stopped)
        });
        drop(blocks_in); // the decoders end when the queue is empty
        let found: Result<Vec<_>, Error> =
            decoders.into_iter().map(|decoder| decoder.join().unwrap_or(Err(Error::Stopped))).collect();
        match (summaries, found) {
            // A decoder's failure (a full disk) is the cause; "stopped" is only its echo in the reader.
            (Err(Error::Stopped), Err(cause)) => Err(cause),
            (Err(cause), _) | (_, Err(cause)) => Err(cause),
            (Ok(summaries), Ok(found)) => Ok(finish(summaries, found, layouts)),
        }
    })
}

/// Takes blocks until there are no more. A decoder that cannot write says so to the reader and goes on taking blocks
/// until that stops: a reader must not wait for room in a queue that nobody empties.
fn decode(
    mut worker: Worker<'_>,
    blocks: &Mutex<Receiver<Block>>,
    spare: &SyncSender<Block>,
    failed: &AtomicBool,
) -> Result<BTreeMap<u32, Part>, Error> {
    let mut failure = None;
    loop {
        let next = blocks.lock().ok().and_then(|queue| queue.recv().ok());
        let Some(mut block) = next else { break };
        if failure.is_none() {
            failure = worker.block(&mut block).err();
            failed.fetch_or(failure.is_some(), Ordering::Relaxed);
        }
        drop(spare.try_send(block));
    }
    failure.map_or_else(|| worker.close(), Err)
}

/// Reads the files block by block, handing each to `each`.
fn read_all(
    inputs: &[Input],
    layouts: &Layouts,
    progress: Progress<'_>,
    block: &mut Block,
    each: &mut dyn FnMut(&mut Block) -> Result<(), Error>,
) -> Result<Vec<Summary>, Error> {
    let mut summaries = Vec::new();
    for input in inputs {
        let (source, framing) = open(&input.path, layouts)?;
        let mut log = DamageLog::default();
        let compression = source.packing();
        let mut reader = Reader::new(source.head, source.rest, framing, layouts);
        while reader.next_block(block, &mut log) {
            block.file = input.file;
            each(block)?;
            if !progress(source.read.load(Ordering::Relaxed), source.file_bytes) {
                return Err(Error::Stopped);
            }
        }
        summaries.push(Summary {
            file: input.file,
            path: input.path.to_string_lossy().into_owned(),
            file_bytes: source.file_bytes,
            bytes: reader.position(),
            compression,
            framing,
            counts: Vec::new(),
            coverage: Vec::new(),
            duplicates: (0, 0),
            damage: log,
            gtf: reader.gtf(),
        });
    }
    Ok(summaries)
}

/// Puts what the decoders found into the summaries of the files.
fn finish(mut summaries: Vec<Summary>, mut found: Vec<BTreeMap<u32, Part>>, layouts: &Layouts) -> Vec<Summary> {
    for summary in &mut summaries {
        let mut total = Counter::new(layouts);
        for part in found.iter_mut().filter_map(|parts| parts.remove(&summary.file)) {
            total.merge(part.counter);
            summary.damage.merge(part.log);
        }
        (summary.counts, summary.coverage) = total.finish(layouts);
    }
    summaries
}
