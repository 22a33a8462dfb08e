//! Load: files of SMF records to Parquet, with a summary of each input.
//!
//! Each decoder takes a piece of a file, finds its records, decodes and writes them to files of its own. Pieces are put in
//! order at two places that are passed quickly: where one is joined to the piece before it ([`Run`](run::Run)), and where
//! records are compared with those seen before ([`Gate`]). An unpacked file is divided, so that any number of decoders
//! reads it at once; packed files are unpacked side by side, each by one decoder at a time. Memory is bounded by a piece and
//! what its writers hold for each decoder, and by the keys of files that are ahead of their turn. A record that was seen
//! before never gets as far as a column.

mod apart;
#[cfg(test)]
mod cut_tasks;
mod gate;
mod keys;
mod run;
#[cfg(test)]
mod tests;
mod worker;

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::block_book;
use crate::damage::DamageLog;
use crate::error::Error;
use crate::frame::{Block, Reader};
use crate::inspect::{Progress, open};
use crate::layout::Layouts;
use crate::monitoring::Book;
use crate::prepared::Prepared;
use crate::summary::Summary;

pub use apart::{Apart, Loaded, agree_before, join, load_apart, write_book};
pub use keys::{Day, Key, Keys, Known};
pub use run::cuts;

use crate::writer::{Part, Target, Writers, write_held};
use gate::{Attempt, Gate};
use run::{Load, Piece, Run};
use worker::{Done, Together, Worker, measured};

/// Table of every decoded record: where it stands, what it is, and a hash of its bytes, by which duplicates are found.
pub const RECORD_TABLE: &str = "evidence_record";

/// One file to load.
#[derive(Debug, Clone)]
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// The number by which the tables refer to it.
    pub file: u32,
    /// Which of its records are loaded: those that begin in this range of bytes.
    pub range: Range<u64>,
}

impl Input {
    /// All of a file.
    pub fn whole(path: PathBuf, file: u32) -> Input {
        Input { path, file, range: 0..u64::MAX }
    }
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
/// caller checks them first, and keeps nothing of a load that failed. `progress` is that of all files together.
pub fn load(
    inputs: &[Input],
    by: &Prepared<'_>,
    target: Target<'_>,
    keys: Option<&mut Keys>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    load_with(&Options::default(), inputs, by, target, keys, threads, progress)
}

/// The same, as `options` ask for.
pub fn load_with(
    options: &Options,
    inputs: &[Input],
    by: &Prepared<'_>,
    target: Target<'_>,
    keys: Option<&mut Keys>,
    threads: usize,
    progress: Progress<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    let together = Together::default();
    let load = Load {
        layouts: by.layouts,
        digests: options.digests,
        dictionaries: Mutex::new(given(&options.dictionaries, by.layouts)?),
        read: AtomicU64::new(0),
        waits: false,
        has_left: AtomicBool::new(false),
    };
    let threads = threads.max(1);
    let worker = |n| Worker::new(by, Writers::new(target, n, threads), &together, options.tasks);
    let workers = (0..threads).map(worker).collect();
    let Decoded { summaries, done, .. } = decode(load, inputs, keys, workers, progress)?;
    finish(summaries, done.into_iter().map(Ok), threads, together, by, target)
}

/// What decoders made of files.
struct Decoded {
    summaries: Vec<Summary>,
    done: Vec<Done>,
    /// The dictionaries of CICS monitoring, those in the files too.
    book: Arc<Book>,
    /// Whether tasks were left for which dictionaries of other pieces are needed: then only dictionaries count.
    is_deferred: bool,
}

/// Goes through files with all workers: once, and again for what had no dictionary before it.
fn decode<'a>(
    load: Load<'a>,
    inputs: &[Input],
    mut keys: Option<&mut Keys>,
    mut workers: Vec<Worker<'_>>,
    progress: Progress<'_>,
) -> Result<Decoded, Error> {
    let of = inputs.iter().map(bytes).sum();
    let summaries = Pass::of(&load, inputs, keys.as_deref_mut(), &mut workers, &mut |read| progress(read.min(of), of))?;
    let is_deferred = load.is_deferred();
    let left: BTreeSet<u32> = workers.iter().flat_map(Worker::left).filter(|_| !is_deferred).collect();
    let load = Load { digests: false, read: AtomicU64::new(of), ..load };
    if !left.is_empty() {
        // Now that all dictionaries are known, what had none before it has its turn.
        workers = workers.into_iter().map(Worker::last).collect();
        let again: Vec<Input> = inputs.iter().filter(|input| left.contains(&input.file)).cloned().collect();
        Pass::of(&load, &again, keys, &mut workers, &mut |_| progress(of, of))?;
    }
    let done = close(workers)?;
    let book = load.dictionaries.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Decoded { summaries, done, book, is_deferred })
}

/// Bytes of an input.
fn bytes(input: &Input) -> u64 {
    let size = std::fs::metadata(&input.path).map_or(0, |data| data.len());
    input.range.end.min(size).saturating_sub(input.range.start)
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

/// One reading of all files, by all workers.
struct Pass<'a> {
    load: &'a Load<'a>,
    inputs: &'a [Input],
    gate: Gate<'a>,
    /// The readings of each file, begun as it is come to.
    runs: Vec<Mutex<Option<Arc<Run<'a>>>>>,
    threads: usize,
}

impl<'a> Pass<'a> {
    /// Goes through the files once with all workers; what reading tells of each. The calling thread is the first worker.
    fn of(
        load: &'a Load<'a>,
        inputs: &'a [Input],
        keys: Option<&'a mut Keys>,
        workers: &mut [Worker<'_>],
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<Summary>, Error> {
        let gate = Gate::new(keys, inputs.iter().map(|input| input.file));
        let runs = inputs.iter().map(|_| Mutex::new(None)).collect();
        let pass = Pass { load, inputs, gate, runs, threads: workers.len() };
        let Some((first, others)) = workers.split_first_mut() else { return Ok(Vec::new()) };
        let outcomes = thread::scope(|scope| {
            let others: Vec<_> = others.iter_mut().map(|worker| scope.spawn(|| pass.work(worker, None))).collect();
            let mut outcomes = vec![pass.work(first, Some(progress))];
            outcomes.extend(others.into_iter().map(|other| other.join().unwrap_or(Err(Error::Stopped))));
            outcomes
        });
        // One worker's failure (a full disk) is the cause; "stopped" is only its echo in the others.
        let (echoes, causes): (Vec<_>, Vec<_>) =
            outcomes.into_iter().filter_map(Result::err).partition(|error| matches!(error, Error::Stopped));
        if let Some(error) = causes.into_iter().chain(echoes).next() {
            return Err(error);
        }
        let refuted = pass.gate.refuted();
        workers.iter_mut().try_for_each(|worker| worker.forget(&refuted))?;
        let run = |slot: &Mutex<Option<Arc<Run<'a>>>>| {
            let slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            slot.as_ref().map_or(Err(Error::Stopped), |run| run.summary())
        };
        pass.runs.iter().map(run).collect()
    }

    /// Takes pieces until there are no more. The worker with `progress` is the first.
    fn work(&self, worker: &mut Worker<'_>, progress: Option<&mut dyn FnMut(u64) -> bool>) -> Result<(), Error> {
        let ends = Ends(&self.gate);
        self.take_all(worker, progress)?;
        std::mem::forget(ends);
        Ok(())
    }

    fn take_all(
        &self,
        worker: &mut Worker<'_>,
        mut progress: Option<&mut dyn FnMut(u64) -> bool>,
    ) -> Result<(), Error> {
        let mut spare = Vec::new();
        loop {
            let piece = self.next(progress.is_some(), &mut spare)?;
            let is_last = match piece {
                Some(mut piece) => {
                    let is_joined = piece.join(&self.gate)?;
                    if is_joined && self.load.is_deferred() {
                        self.gate.leave(piece.turn)?;
                    } else if is_joined {
                        let last = piece.blocks.len();
                        for (nth, block) in (1..).zip(&mut piece.blocks) {
                            worker.block(block, &self.gate, piece.turn, nth == last)?;
                        }
                        if worker.left().next().is_some() {
                            self.load.has_left.store(true, Ordering::Relaxed);
                        }
                        if last == 0 {
                            self.gate.leave(piece.turn)?;
                        }
                    }
                    spare = piece.blocks;
                    false
                }
                None => progress.is_none() || self.gate.is_settled()?,
            };
            let read = self.load.read.load(Ordering::Relaxed);
            if progress.as_deref_mut().is_some_and(|progress| !progress(read)) {
                return Err(Error::Stopped);
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// The next piece of the first file of which one can be taken; None where all are taken.
    ///
    /// The first worker waits for a file rather than go ahead of it: whatever the others wait for, its turn comes.
    fn next(&self, is_first: bool, spare: &mut Vec<Block>) -> Result<Option<Piece<'a>>, Error> {
        let mut wait = is_first;
        loop {
            let mut is_busy = false;
            for attempt in self.gate.attempts(if is_first { self.inputs.len() } else { self.threads }) {
                match self.run(attempt).take(&self.gate, wait, spare) {
                    Ok(Some(piece)) => return Ok(Some(piece)),
                    Ok(None) => {}
                    Err(Ok(_)) => is_busy = true,
                    Err(Err(error)) => return Err(error),
                }
            }
            if !is_busy {
                return Ok(None);
            }
            wait = true;
        }
    }

    fn run(&self, attempt: Attempt) -> Arc<Run<'a>> {
        let mut slot = self.runs[attempt.index].lock().unwrap_or_else(PoisonError::into_inner);
        match &*slot {
            Some(run) if run.attempt >= attempt => Arc::clone(run),
            _ => {
                let run = Arc::new(Run::new(self.load, &self.inputs[attempt.index], attempt));
                *slot = Some(Arc::clone(&run));
                run
            }
        }
    }
}

/// Ends all work when a worker fails or panics: nobody may wait for its pieces.
struct Ends<'g, 'a>(&'g Gate<'a>);

impl Drop for Ends<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// What the decoders leave: each brings its files to disk while others do.
fn close(workers: Vec<Worker<'_>>) -> Result<Vec<Done>, Error> {
    thread::scope(|scope| {
        let closing: Vec<_> = workers.into_iter().map(|worker| scope.spawn(|| worker.close())).collect();
        closing.into_iter().map(|worker| worker.join().unwrap_or(Err(Error::Stopped))).collect()
    })
}

/// Puts what the decoders found into the summaries of the files, and what they hold into files.
fn finish(
    mut summaries: Vec<Summary>,
    done: impl IntoIterator<Item = Result<Done, Error>>,
    threads: usize,
    together: Together,
    by: &Prepared<'_>,
    target: Target<'_>,
) -> Result<(Vec<Summary>, Vec<Part>), Error> {
    let (mut by_worker, mut written, mut held) = (Vec::new(), Vec::new(), Vec::new());
    let mut measures = together.into_inner().unwrap_or_else(PoisonError::into_inner);
    let mut writers = Writers::new(target, threads, threads);
    for worker in done {
        let worker = worker?;
        by_worker.push(worker.parts);
        written.extend(worker.written);
        held.push(worker.held);
        if let Some(tables) = &by.plan.monitor {
            measures.merge(worker.measures, &tables.monitoring);
            if measures.is_full() {
                measured(&by.plan, &mut measures, &mut writers)?;
            }
        }
    }
    measures.count(true);
    measured(&by.plan, &mut measures, &mut writers)?;
    let (own, rest) = writers.close()?;
    written.extend(own);
    held.push(rest);
    written.extend(write_held(held, target, threads)?);
    written.sort_by(|a, b| (a.day, &a.table, &a.path).cmp(&(b.day, &b.table, &b.path)));
    for summary in &mut summaries {
        let mut total = by.counter.fresh();
        let attempts = [(summary.file, false), (summary.file, true)];
        for part in by_worker.iter_mut().flat_map(|parts| attempts.map(|attempt| parts.remove(&attempt))).flatten() {
            total.merge(part.counter);
            summary.damage.merge(part.log);
            summary.duplicates.0 += part.again;
            summary.days.extend(part.days);
        }
        (summary.chained, summary.monitored) = total.parts(by.layouts);
        (summary.counts, summary.coverage) = total.finish(by.layouts);
    }
    Ok((summaries, written))
}
