//! A file that is read, piece by piece: whoever of the decoders is free takes the next piece.
//!
//! An unpacked file is divided: pieces are ranges, which decoders find the records of side by side and join in turn. A
//! packed one is a stream, whose next block is unpacked by whoever takes it.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use getpage_pack::Source;

use crate::block_book;
use crate::damage::DamageLog;
use crate::digest::Passing;
use crate::error::Error;
use crate::expand;
use crate::frame::{Block, Framing, Joint, Reader, Reading, Records, State};
use crate::gtf::{GtfSummary, Translator};
use crate::inspect::{open, tapped};
use crate::layout::Layouts;
use crate::monitoring::Book;
use crate::summary::Summary;

use super::Input;
use super::gate::{Attempt, Gate, Turn};

/// Bytes of a piece: large enough to amortise the work for each, small enough to stay in the L2 cache.
const PIECE: u64 = 1 << 20;

/// What all files of a load have in common.
pub(super) struct Load<'a> {
    pub(super) layouts: &'a Layouts,
    pub(super) digests: bool,
    /// The dictionaries of CICS monitoring that were found in the files before, and in that whose turn it is.
    pub(super) dictionaries: Mutex<Arc<Book>>,
    /// Bytes read from disk so far.
    pub(super) read: AtomicU64,
    /// Whether dictionaries of other pieces are still to come: tasks that have none before them wait for these.
    pub(super) waits: bool,
    /// Whether there are such tasks.
    pub(super) has_left: AtomicBool,
}

impl Load<'_> {
    /// Whether nothing but dictionaries is looked for, as there are tasks that have to wait for others.
    pub(super) fn is_deferred(&self) -> bool {
        self.waits && self.has_left.load(Ordering::Relaxed)
    }
}

/// A reading of a file.
pub(super) struct Run<'a> {
    load: &'a Load<'a>,
    input: &'a Input,
    pub(super) attempt: Attempt,
    next: Mutex<Next>,
    /// Whether the file is divided, so that taking a piece is short.
    is_divided: AtomicBool,
    outcome: Mutex<Option<Outcome>>,
}

/// Where the next piece comes from.
enum Next {
    /// The file is not open yet.
    Unopened,
    Stream(Box<Stream>),
    /// The next range begins here.
    Range {
        at: u64,
        pieces: u64,
        records: Arc<Records>,
    },
    Nothing,
}

struct Stream {
    reader: Reader<Box<dyn Read + Send>>,
    read: Arc<AtomicU64>,
    counted: u64,
    pieces: u64,
}

/// What is known of a file as far as its pieces were joined.
struct Outcome {
    framing: Framing,
    compression: Option<String>,
    file_bytes: u64,
    log: DamageLog,
    digest: Option<Passing>,
    /// Bytes that were digested.
    digested: u64,
    /// Where the pieces before have come to, and whether that is the end of the file.
    state: Option<State>,
    is_end: bool,
    position: u64,
    translator: Option<Translator>,
    /// What was known of records of GTF before the first piece.
    held_before: Option<u64>,
    gtf: Option<GtfSummary>,
}

/// A piece of a file, and the records in it.
pub(super) struct Piece<'a> {
    run: Arc<Run<'a>>,
    pub(super) turn: Turn,
    /// Where it is, unless it is of a stream.
    range: Option<(Range<u64>, Arc<Records>)>,
    pub(super) blocks: Vec<Block>,
}

impl<'a> Run<'a> {
    pub(super) fn new(load: &'a Load<'a>, input: &'a Input, attempt: Attempt) -> Run<'a> {
        let (next, is_divided, outcome) = (Mutex::new(Next::Unopened), AtomicBool::new(false), Mutex::new(None));
        Run { load, input, attempt, next, is_divided, outcome }
    }

    /// Takes the next piece; None where all are taken. `spare` is used again. Without `wait`, the error is whether somebody
    /// else is at it for long.
    pub(super) fn take(
        self: &Arc<Run<'a>>,
        gate: &Gate<'_>,
        wait: bool,
        spare: &mut Vec<Block>,
    ) -> Result<Option<Piece<'a>>, Result<Busy, Error>> {
        let mut next = match self.next.try_lock() {
            Ok(next) => next,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if wait || self.is_divided.load(Ordering::Relaxed) => {
                self.next.lock().unwrap_or_else(PoisonError::into_inner)
            }
            Err(TryLockError::WouldBlock) => return Err(Ok(Busy)),
        };
        self.take_next(&mut next, gate, spare).map_err(Err)
    }

    fn take_next(
        self: &Arc<Run<'a>>,
        next: &mut Next,
        gate: &Gate<'_>,
        spare: &mut Vec<Block>,
    ) -> Result<Option<Piece<'a>>, Error> {
        if matches!(next, Next::Unopened) {
            *next = self.open()?;
        }
        let of = |piece| Turn { attempt: self.attempt, piece };
        match next {
            Next::Unopened | Next::Nothing => Ok(None),
            Next::Range { at, pieces, records } => {
                let last = self.input.range.end.min(records.size);
                let most = *at + 2 * PIECE;
                let cut = records.cut(*at + PIECE, most).map_err(|e| Error::reading(&self.input.path, e))?;
                let range = *at..cut.unwrap_or(most).min(last);
                let piece = Piece {
                    run: Arc::clone(self),
                    turn: of(*pieces),
                    range: Some((range.clone(), Arc::clone(records))),
                    blocks: std::mem::take(spare),
                };
                (*at, *pieces) = (range.end, *pieces + 1);
                if range.end >= last {
                    gate.pieces(self.attempt, *pieces)?;
                    *next = Next::Nothing;
                }
                Ok(Some(piece))
            }
            Next::Stream(stream) => {
                let mut blocks = std::mem::take(spare);
                blocks.resize_with(1, Block::default);
                let mut outcome = self.outcome();
                let Some(outcome) = &mut *outcome else { return Ok(None) };
                let more = stream.reader.next_block(&mut blocks[0], &mut outcome.log);
                let read = stream.read.load(Ordering::Relaxed);
                self.load.read.fetch_add(read - std::mem::replace(&mut stream.counted, read), Ordering::Relaxed);
                outcome.digested = read;
                if !more {
                    (outcome.position, outcome.gtf) = (stream.reader.position(), stream.reader.gtf());
                    gate.pieces(self.attempt, stream.pieces)?;
                    *next = Next::Nothing;
                    return Ok(None);
                }
                let turn = of(stream.pieces);
                stream.pieces += 1;
                let is_current = self.note(&mut blocks[0], gate)?;
                Ok(is_current.then(|| Piece { run: Arc::clone(self), turn, range: None, blocks }))
            }
        }
    }

    fn open(&self) -> Result<Next, Error> {
        let Input { path, range, .. } = self.input;
        let digest = self.load.digests.then(Passing::default);
        let (source, framing) = tapped(path, self.load.layouts, digest.as_ref().map(Passing::tap))?;
        let compression = source.packing();
        let failed = |e| Error::reading(path, e);
        if *range != (0..u64::MAX) && compression.is_some() {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "a packed file has no ranges")));
        }
        let is_file = || std::fs::metadata(path).map(|data| data.is_file());
        let records = match source.layers.is_empty() && is_file().map_err(failed)? {
            true => Some(Records::new(File::open(path).map_err(failed)?, framing, self.load.layouts).map_err(failed)?),
            false => None,
        };
        let mut translator = records.as_ref().filter(|_| framing.is_gtf()).map(|_| Translator::new(self.load.layouts));
        if let (Some(records), Some(translator), true) = (&records, &mut translator, range.start > 0) {
            records.lead(range.start, translator).map_err(failed)?;
        }
        let held_before = translator.as_ref().map(Translator::held);
        let state = if range.start == 0 { State::first() } else { State::assumed(range.start) };
        *self.outcome() = Some(Outcome {
            framing,
            compression,
            file_bytes: source.file_bytes,
            log: DamageLog::default(),
            // A file that is divided is digested as its pieces are joined.
            digest: if records.is_some() { digest.map(|_| Passing::default()) } else { digest },
            digested: 0,
            state: Some(state),
            is_end: false,
            position: range.start,
            translator,
            held_before,
            gtf: None,
        });
        Ok(match records {
            Some(records) => {
                self.is_divided.store(true, Ordering::Relaxed);
                Next::Range { at: range.start, pieces: 0, records: Arc::new(records) }
            }
            None => {
                let Source { head, rest, read, .. } = source;
                let reader = Reader::new(head, rest, framing, self.load.layouts);
                Next::Stream(Box::new(Stream { reader, read, counted: 0, pieces: 0 }))
            }
        })
    }

    /// Notes the dictionaries of a block, in the order of the files; false where the file is read again instead.
    fn note(&self, block: &mut Block, gate: &Gate<'_>) -> Result<bool, Error> {
        block.file = self.input.file;
        if block_book::concerns(block) {
            if !gate.is_head(self.attempt)? {
                return Ok(false);
            }
            let mut dictionaries = self.load.dictionaries.lock().unwrap_or_else(PoisonError::into_inner);
            block_book::note(&mut dictionaries, block, false);
        }
        Ok(true)
    }

    fn outcome(&self) -> MutexGuard<'_, Option<Outcome>> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is in the file, as far as reading tells.
    pub(super) fn summary(&self) -> Result<Summary, Error> {
        let Input { path, file, range } = self.input;
        let is_divided = self.is_divided.load(Ordering::Relaxed);
        let outcome = self.outcome().take().ok_or(Error::Stopped)?;
        let Outcome {
            framing,
            compression,
            file_bytes,
            log,
            digest,
            digested,
            state,
            position,
            translator,
            held_before,
            gtf,
            ..
        } = outcome;
        let joint = state.filter(|_| is_divided).map(|state| state.joint(range.start));
        let held = translator.as_ref().map(Translator::held);
        let depends = translator.as_ref().is_some_and(Translator::depends);
        let digest = digest.map(|digest| digest.finish(path, digested)).transpose();
        Ok(Summary {
            digest: digest.map_err(|e| Error::reading(path, e))?,
            file: *file,
            path: path.to_string_lossy().into_owned(),
            file_bytes,
            bytes: position,
            compression,
            framing,
            counts: Vec::new(),
            chained: Vec::new(),
            monitored: Vec::new(),
            coverage: Vec::new(),
            duplicates: (0, 0),
            days: BTreeSet::new(),
            damage: log,
            joint: joint.map(|joint| Joint { held_before, held, depends: joint.depends || depends, ..joint }),
            gtf: translator.map(|translator| translator.summary()).or(gtf),
        })
    }
}

/// Somebody else unpacks the next block.
pub(super) struct Busy;

impl Piece<'_> {
    /// Finds the records and joins them to those of the pieces before; false where the file is read again instead.
    pub(super) fn join(&mut self, gate: &Gate<'_>) -> Result<bool, Error> {
        let Piece { run, turn, range, blocks } = self;
        let Some((range, records)) = range else { return Ok(true) };
        let guess = records.guess(range, std::mem::take(blocks));
        if !gate.joins(*turn)? {
            return Ok(false);
        }
        let mut outcome = run.outcome();
        let Some(outcome) = &mut *outcome else { return Ok(false) };
        if let (Some(digest), Some(block)) = (&outcome.digest, guess.blocks.first()) {
            let length = block.bytes.len().min((range.end - range.start) as usize);
            digest.pass(&block.bytes[..length]);
            outcome.digested += length as u64;
        }
        run.load.read.fetch_add(range.end - range.start, Ordering::Relaxed);
        let Some(before) = outcome.state.take() else { return Ok(false) };
        let Reading { blocks: read, mut log, state, is_end } = match outcome.is_end {
            // The file could not be read on: that is its end.
            true => Reading { blocks: Vec::new(), log: DamageLog::default(), state: before, is_end: true },
            false => records.join(before, range, guess),
        };
        *blocks = read;
        let last = blocks.len();
        for (nth, block) in blocks.iter_mut().enumerate() {
            if let Some(translator) = &mut outcome.translator {
                translator.block(block, is_end && nth + 1 == last, &mut log);
            }
            if !run.note(block, gate)? {
                return Ok(false);
            }
        }
        if log.count > 0 {
            outcome.log.merge(log);
        }
        (outcome.position, outcome.is_end, outcome.state) = (state.offset, is_end, Some(state));
        gate.joined(*turn);
        let mut at = 0;
        while at < blocks.len() {
            if let Some(rest) = expand::split(&mut blocks[at]) {
                blocks.insert(at + 1, rest);
            }
            at += 1;
        }
        Ok(true)
    }
}

/// Where ranges of a file may begin, the first place behind each multiple of `every` bytes as far as there is one before the
/// next multiple: the first is 0, and all of a packed file is one. A few kilobytes are read for each. They are guesses:
/// [`Joint::holds`](crate::frame::Joint::holds) says of the ranges that were read whether they were right.
pub fn cuts(path: &Path, every: u64, layouts: &Layouts) -> Result<Vec<u64>, Error> {
    let (source, framing) = open(path, layouts)?;
    let failed = |e| Error::reading(path, e);
    let (mut cuts, every) = (vec![0], every.max(1));
    if !source.layers.is_empty() {
        return Ok(cuts);
    }
    let records = Records::new(File::open(path).map_err(failed)?, framing, layouts).map_err(failed)?;
    let mut from = every;
    while from < records.size {
        let next = from.saturating_add(every);
        cuts.extend(records.cut(from, next).map_err(failed)?);
        from = next;
    }
    Ok(cuts)
}
