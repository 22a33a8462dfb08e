//! Load: files of SMF records to Parquet, with a summary of each input.
//!
//! One thread reads and frames; the others decode and write. Whichever decoder is free takes the next block and writes
//! it to files of its own, so that they share nothing but the queue and the gate, and memory is bounded by the blocks in
//! flight and what a decoder's writers hold. A record that was seen before never gets as far as a column.

#[cfg(test)]
mod cut_tasks;
mod gate;
mod keys;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::block_book;
use crate::damage::DamageLog;
use crate::decode::Plan;
use crate::digest::Passing;
use crate::error::Error;
use crate::frame::{Block, Reader};
use crate::inspect::{Progress, open, tapped};
use crate::layout::Layouts;
use crate::monitoring::Book;
use crate::summary::{Counter, Summary};

pub use keys::{Day, Key, Keys, Known};

use crate::writer::{Part, Target, Writers, write_held};
use gate::Gate;
use worker::{Done, Together, Worker, measured};

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

/// What a load may be asked for.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A row for each task of CICS monitoring, beside the measures by transaction.
    pub tasks: bool,
    /// Files with dictionaries of CICS monitoring, for records that have none in the inputs. Nothing else is read of them.
    pub dictionaries: Vec<PathBuf>,
    /// A digest of each input, taken as it is read.
    pub digests: bool,
}

/// Decodes `inputs` into `target`, with `threads` decoders (0 counts as 1): what is in each, and the files written.
///
/// With `keys`, records that are not new by them are left out. The first input that cannot be read ends the load: the
/// caller checks them first, and keeps nothing of a load that failed.
pub fn load(
    inputs: &[Input],
    layouts: &Layouts,
    target: Target<'_>,
    keys: Option<&mut Keys>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    load_with(&Options::default(), inputs, layouts, target, keys, threads, progress)
}

/// The same, as `options` ask for.
pub fn load_with(
    options: &Options,
    inputs: &[Input],
    layouts: &Layouts,
    target: Target<'_>,
    mut keys: Option<&mut Keys>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    let plan = Plan::new(layouts)?;
    let counter = Counter::new(layouts);
    let threads = threads.max(1);
    let mut dictionaries = given(&options.dictionaries, layouts)?;
    let together = Together::default();
    let writers = |number| Writers::new(target, number, threads);
    let worker = |number| Worker::new(&plan, &counter, writers(number), &together, options.tasks);
    let mut workers: Vec<Worker<'_>> = (0..threads).map(worker).collect();
    let mut progressed = (0, 0);
    let mut telling = |read, of| {
        progressed = (read, of);
        progress(read, of)
    };
    let keys_now = keys.as_deref_mut();
    let read = Reading { inputs, layouts, digests: options.digests };
    let summaries = pass(&read, keys_now, &mut workers, &mut telling, &mut dictionaries)?;
    let left: BTreeSet<u32> = workers.iter().flat_map(Worker::left).collect();
    if !left.is_empty() {
        // Now that all dictionaries are known, what had none before it has its turn.
        workers = workers.into_iter().map(Worker::last).collect();
        let again: Vec<Input> = inputs.iter().filter(|input| left.contains(&input.file)).cloned().collect();
        let read = Reading { inputs: &again, layouts, digests: false };
        pass(&read, keys, &mut workers, &mut |_, _| progress(progressed.0, progressed.1), &mut dictionaries)?;
    }
    let done = close(workers)?;
    finish(summaries, done, together, (&plan, &counter), layouts, target)
}

/// The dictionaries in files that the user gives.
fn given(files: &[PathBuf], layouts: &Layouts) -> Result<Arc<Book>, Error> {
    let mut dictionaries = Arc::default();
    let mut block = Block::default();
    for path in files {
        let (source, framing) = open(path, layouts)?;
        let mut reader = Reader::new(source.head, source.rest, framing, layouts);
        while reader.next_block(&mut block, &mut DamageLog::default()) {
            block_book::note(&mut dictionaries, &mut block, true);
        }
    }
    Ok(dictionaries)
}

/// What is read: which files, and whether they are digested.
struct Reading<'a> {
    inputs: &'a [Input],
    layouts: &'a Layouts,
    digests: bool,
}

/// Goes through the files once with all workers.
fn pass(
    read: &Reading<'_>,
    keys: Option<&mut Keys>,
    workers: &mut Vec<Worker<'_>>,
    progress: Progress<'_>,
    dictionaries: &mut Arc<Book>,
) -> Result<Vec<Summary>, Error> {
    let gate = Gate::new(keys);
    let mut block = Block::default();
    let mut turn = 0..;
    if let [worker] = &mut workers[..] {
        return read_all(read, progress, (&mut block, dictionaries), &mut |block| {
            worker.block(block, gate.place(turn.next().unwrap_or_default()))
        });
    }
    let threads = workers.len();
    let (blocks_in, blocks_out) = sync_channel(threads * QUEUE);
    let (spare_in, spare_out) = sync_channel(threads * QUEUE + threads);
    let blocks_out = Mutex::new(blocks_out);
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let decoders: Vec<_> = std::mem::take(workers)
            .into_iter()
            .map(|worker| {
                let (gate, blocks, spare, failed) = (&gate, &blocks_out, spare_in.clone(), &failed);
                scope.spawn(move || decode(worker, gate, blocks, &spare, failed))
            })
            .collect();
        let summaries = read_all(read, progress, (&mut block, dictionaries), &mut |block| {
            if failed.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let next = spare_out.try_recv().unwrap_or_default();
            let turn = turn.next().unwrap_or_default();
            blocks_in.send((turn, std::mem::replace(block, next))).map_err(|_| Error::Stopped)
        });
        drop(blocks_in); // the decoders end when the queue is empty
        let joined: Result<Vec<_>, Error> =
            decoders.into_iter().map(|decoder| decoder.join().unwrap_or(Err(Error::Stopped))).collect();
        match (summaries, joined) {
            // A decoder's failure (a full disk) is the cause; "stopped" is only its echo in the reader.
            (Err(Error::Stopped), Err(cause)) => Err(cause),
            (Err(cause), _) | (_, Err(cause)) => Err(cause),
            (Ok(summaries), Ok(joined)) => {
                *workers = joined;
                Ok(summaries)
            }
        }
    })
}

/// Takes blocks until there are no more. A decoder that cannot write says so to the reader and goes on taking blocks
/// until that stops: a reader must not wait for room in a queue that nobody empties, nor others for its turn.
fn decode<'a>(
    mut worker: Worker<'a>,
    gate: &Gate<'_>,
    blocks: &Mutex<Receiver<(u64, Block)>>,
    spare: &SyncSender<Block>,
    failed: &AtomicBool,
) -> Result<Worker<'a>, Error> {
    let mut failure = None;
    loop {
        let next = blocks.lock().ok().and_then(|queue| queue.recv().ok());
        let Some((turn, mut block)) = next else { break };
        let place = gate.place(turn);
        if failure.is_none() {
            failure = worker.block(&mut block, place).err();
            failed.fetch_or(failure.is_some(), Ordering::Relaxed);
        }
        drop(spare.try_send(block));
    }
    failure.map_or(Ok(worker), Err)
}

/// What the decoders leave: each brings its files to disk while others do.
fn close(workers: Vec<Worker<'_>>) -> Result<Vec<Done>, Error> {
    thread::scope(|scope| {
        let closing: Vec<_> = workers.into_iter().map(|worker| scope.spawn(|| worker.close())).collect();
        closing.into_iter().map(|worker| worker.join().unwrap_or(Err(Error::Stopped))).collect()
    })
}

/// Reads the files block by block, handing each to `each`.
fn read_all(
    &Reading { inputs, layouts, digests }: &Reading<'_>,
    progress: Progress<'_>,
    (block, dictionaries): (&mut Block, &mut Arc<Book>),
    each: &mut dyn FnMut(&mut Block) -> Result<(), Error>,
) -> Result<Vec<Summary>, Error> {
    let mut summaries = Vec::new();
    for input in inputs {
        let digest = digests.then(Passing::default);
        let (source, framing) = tapped(&input.path, layouts, digest.as_ref().map(Passing::tap))?;
        let mut log = DamageLog::default();
        let compression = source.packing();
        let mut reader = Reader::new(source.head, source.rest, framing, layouts);
        while reader.next_block(block, &mut log) {
            block.file = input.file;
            block_book::note(dictionaries, block, false);
            each(block)?;
            if !progress(source.read.load(Ordering::Relaxed), source.file_bytes) {
                return Err(Error::Stopped);
            }
        }
        let read = source.read.load(Ordering::Relaxed);
        let digest = digest.map(|digest| digest.finish(&input.path, read)).transpose();
        summaries.push(Summary {
            digest: digest.map_err(|e| Error::reading(&input.path, e))?,
            file: input.file,
            path: input.path.to_string_lossy().into_owned(),
            file_bytes: source.file_bytes,
            bytes: reader.position(),
            compression,
            framing,
            counts: Vec::new(),
            chained: Vec::new(),
            monitored: Vec::new(),
            coverage: Vec::new(),
            duplicates: (0, 0),
            days: BTreeSet::new(),
            damage: log,
            gtf: reader.gtf(),
        });
    }
    Ok(summaries)
}

/// Puts what the decoders found into the summaries of the files, and what they hold into files.
fn finish(
    mut summaries: Vec<Summary>,
    done: Vec<Done>,
    together: Together,
    (plan, counter): (&Plan, &Counter),
    layouts: &Layouts,
    target: Target<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    let threads = done.len();
    let (mut by_worker, mut written, mut held) = (Vec::new(), Vec::new(), Vec::new());
    let mut measures = together.into_inner().unwrap_or_else(PoisonError::into_inner);
    for worker in done {
        by_worker.push(worker.parts);
        written.extend(worker.written);
        held.push(worker.held);
        if let Some(tables) = &plan.monitor {
            measures.merge(worker.measures, &tables.monitoring);
        }
    }
    let mut writers = Writers::new(target, threads, threads);
    measures.count(true);
    measured(plan, &mut measures, &mut writers)?;
    let (own, rest) = writers.close()?;
    written.extend(own);
    held.push(rest);
    written.extend(write_held(held, target, threads)?);
    written.sort_by(|a, b| (a.day, &a.table, &a.path).cmp(&(b.day, &b.table, &b.path)));
    for summary in &mut summaries {
        let mut total = counter.fresh();
        for part in by_worker.iter_mut().filter_map(|parts| parts.remove(&summary.file)) {
            total.merge(part.counter);
            summary.damage.merge(part.log);
            summary.duplicates.0 += part.again;
            summary.days.extend(part.days);
        }
        (summary.chained, summary.monitored) = total.parts(layouts);
        (summary.counts, summary.coverage) = total.finish(layouts);
    }
    Ok((summaries, written))
}
