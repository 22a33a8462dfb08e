//! The reader: a stream of bytes to blocks of whole logical records, around any damage.

use std::io::Read;
use std::sync::Arc;

use crate::damage::{Damage, DamageLog};
use crate::expand;
use crate::gtf::{GtfSummary, Translator};
use crate::ims;
use crate::layout::Layouts;

use super::blocks::Blocks;
use super::lengths::Lengths;
use super::step::{Fault, Found, Logical, Search, Steps};
use super::verdict::Verdict;
use super::{Block, Framing, Span};

/// Bytes that a block aims at: large enough to amortise the work per block, small enough to stay in the L2 cache.
const BLOCK: usize = 1 << 20;

/// A stretch in which no record was found yet.
#[derive(Debug, Clone)]
struct Lost {
    from: u64,
    record_type: Option<u8>,
    expected: String,
    found: String,
}

/// The ends of a range that was read by itself, of which nothing else is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Joint {
    /// Where its first record begins.
    pub start: u64,
    /// Where its last record ends: at its end, or behind it where that is inside a record.
    pub end: u64,
    /// Whether a whole record ends there.
    pub is_whole: bool,
    /// Where the block must end that is open at its start.
    pub before: Option<u64>,
    /// Where the block ends that is open at its end.
    pub open: Option<u64>,
    /// Whether what was read of it depends on what is before it.
    pub depends: bool,
    /// What is known at its start and at its end of records that come, as a digest: in traces of GTF alone.
    pub held_before: Option<u64>,
    /// The same at its end.
    pub held: Option<u64>,
}

impl Joint {
    /// Whether this range and the next one, read apart, are what one reading of both gives.
    pub fn holds(&self, next: &Joint) -> bool {
        let blocks = self.open.zip(next.before).is_none_or(|(open, before)| open == before);
        self.is_whole && self.end == next.start && !next.depends && blocks && self.held == next.held_before
    }
}

/// What is known at an offset of a file of all that was read before it: who has it and the bytes from there on reads on.
#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) offset: u64,
    lost: Option<Lost>,
    blocks: Blocks,
    /// Whether a block descriptor word may be expected here.
    known: bool,
}

impl State {
    /// At the start of a file.
    pub(crate) fn first() -> State {
        State { offset: 0, lost: None, blocks: Blocks::default(), known: true }
    }

    /// In the middle of a file, where a record seems to begin.
    pub(crate) fn assumed(offset: u64) -> State {
        State { offset, lost: None, blocks: Blocks::unknown(), known: true }
    }

    /// Whether a range that was read from `start`, not knowing what is before it, and has come to `next`, is what would have
    /// been read from here: then a record ends here, and the next one begins.
    pub(crate) fn joins(&self, start: u64, next: &State) -> bool {
        self.offset == start && self.lost.is_none() && self.known && self.blocks.join(&next.blocks)
    }

    /// What tells whether a range from `start` to here is one reading with those beside it.
    pub(crate) fn joint(&self, start: u64) -> Joint {
        let (open, before, depends) = self.blocks.joint();
        let is_whole = self.lost.is_none() && self.known;
        Joint { start, end: self.offset, is_whole, before, open, depends, held_before: None, held: None }
    }

    /// What is known behind a range that joins.
    pub(crate) fn then(self, next: State) -> State {
        State { blocks: self.blocks.then(next.blocks), ..next }
    }
}

/// Reads logical records from a stream of one framing.
pub struct Reader<R> {
    input: R,
    framing: Framing,
    lengths: Arc<Lengths>,
    /// Bytes read and not yet part of a block, the first at the offset of the state.
    carry: Vec<u8>,
    state: State,
    /// Records that begin here or later are not read.
    until: u64,
    /// Bytes that a block aims at.
    size: usize,
    /// Whether the input is at its end, and whether everything before it was handed out.
    ended: bool,
    closed: bool,
    /// Records of GTF to records of SMF.
    gtf: Option<Translator>,
    /// Records read that would expand to more than one block should hold.
    waiting: Option<Block>,
}

impl<R: Read> Reader<R> {
    /// A reader of `input`, whose first bytes are `head` (already read, to find out its framing). What it reads of GTF are
    /// the records of Db2, as records of SMF.
    pub fn new(head: Vec<u8>, input: R, framing: Framing, layouts: &Layouts) -> Reader<R> {
        let gtf = framing.is_gtf().then(|| Translator::new(layouts));
        Reader { gtf, ..Reader::undecoded(head, input, framing, layouts) }
    }

    /// A reader that hands out records of GTF as they are.
    pub(crate) fn undecoded(head: Vec<u8>, input: R, framing: Framing, layouts: &Layouts) -> Reader<R> {
        let reader = Reader::of_range(input, framing, Arc::new(Lengths::new(layouts)), State::first(), u64::MAX);
        Reader { carry: head, ..reader }
    }

    /// A reader of the records that begin before `until`, as they are. `input` begins where `state` is and goes on behind
    /// the range, as the next record tells whether one ends where it says.
    pub(super) fn of_range(input: R, framing: Framing, lengths: Arc<Lengths>, state: State, until: u64) -> Reader<R> {
        let (carry, gtf, waiting) = (Vec::new(), None, None);
        Reader { input, framing, lengths, carry, state, until, size: BLOCK, ended: false, closed: false, gtf, waiting }
    }

    /// The same, `size` bytes at once.
    pub(super) fn with_size(self, size: usize) -> Reader<R> {
        Reader { size, ..self }
    }

    /// What a file of GTF holds besides, as far as it was read; None for SMF.
    pub fn gtf(&self) -> Option<GtfSummary> {
        self.gtf.as_ref().map(Translator::summary)
    }

    /// Bytes of the stream consumed so far, decompressed.
    pub fn position(&self) -> u64 {
        self.state.offset
    }

    /// What is known where it has come to, and whether that is the end of the input.
    pub(super) fn into_state(self) -> (State, bool) {
        (self.state, self.closed)
    }

    /// Fills `block` with the next records; false at the end of the stream, when everything was handed out.
    ///
    /// A stream that fails (a compressed file cut off or damaged) ends there, with the failure as damage: what came
    /// before it is kept.
    pub fn next_block(&mut self, block: &mut Block, log: &mut DamageLog) -> bool {
        if let Some(waiting) = self.waiting.take() {
            *block = Block { file: block.file, ..waiting };
            self.waiting = expand::split(block);
            return true;
        }
        if !self.next_raw(block, log) {
            return false;
        }
        if let Some(gtf) = &mut self.gtf {
            gtf.block(block, self.closed, log);
        }
        self.waiting = expand::split(block);
        true
    }

    /// The same, records of GTF as they are, and all of a block at once.
    pub(super) fn next_raw(&mut self, block: &mut Block, log: &mut DamageLog) -> bool {
        block.bytes.clear();
        block.records.clear();
        if self.closed || self.state.offset >= self.until {
            return false;
        }
        block.bytes.append(&mut self.carry);
        let wanted = self.size.max(block.bytes.len() + BLOCK / 2) - block.bytes.len();
        block.bytes.reserve(wanted + 64); // read_to_end probes with a small read when it is exactly full
        let before = block.bytes.len();
        if let Err(error) = self.input.by_ref().take(wanted as u64).read_to_end(&mut block.bytes) {
            log.add(Damage {
                offset: self.state.offset + block.bytes.len() as u64,
                length: 0,
                record_type: None,
                subtype: None,
                expected: "the file to go on".to_owned(),
                found: error.to_string(),
            });
            self.ended = true;
        }
        self.ended |= block.bytes.len() - before < wanted;

        let raw = block.bytes.len();
        let stop = self.walk(block, log);
        self.carry.extend_from_slice(&block.bytes[stop..raw]);
        self.state.offset += stop as u64;
        if self.ended && self.state.offset < self.until {
            self.close(log);
        }
        true
    }

    /// Goes through the bytes of a block; returns where it had to stop for lack of more.
    fn walk(&mut self, block: &mut Block, log: &mut DamageLog) -> usize {
        let raw = block.bytes.len();
        let mut assembled = Vec::new();
        let mut copies: Vec<usize> = Vec::new();
        let steps = Steps { bytes: &block.bytes, last: self.ended, framing: self.framing, lengths: &self.lengths };
        let State { offset, lost, blocks, known } = &mut self.state;
        let offset = *offset;
        let end = usize::try_from(self.until - offset).map_or(raw, |end| end.min(raw));
        let mut pos = 0;
        while pos < end {
            if let Some(stretch) = &*lost {
                match steps.search(pos, end) {
                    Search::At(good) => {
                        pos = good;
                        *known = false;
                        log.add(stretch.until(offset + pos as u64));
                        *lost = None;
                    }
                    Search::More(from) => {
                        pos = from;
                        break;
                    }
                    Search::Nothing => {
                        pos = end;
                        break;
                    }
                }
            }
            let here = offset + pos as u64;
            let record = match steps.record(pos) {
                Found::NeedMore => break,
                Found::Bad(fault) => {
                    *lost = Some(lost_by(&steps, pos, here, fault));
                    blocks.forget();
                    pos += 1;
                    continue;
                }
                Found::Record(record) => record,
            };
            match steps.verdict(pos, &record, || blocks.room(&record.blocks, offset)) {
                Verdict::NeedMore => break,
                Verdict::Stands => {}
                Verdict::Until(good) => {
                    log.add(mislaid(&steps, pos, here, &record).until(offset + good as u64));
                    blocks.forget();
                    (pos, *known) = (good, false);
                    continue;
                }
                Verdict::Refused => {
                    *lost = Some(mislaid(&steps, pos, here, &record));
                    blocks.forget();
                    pos = record.end;
                    continue;
                }
            }
            for (at, len) in &record.blocks {
                blocks.begin(offset + *at as u64, *len, *known || *at > pos, log);
            }
            *known = true;
            pos = record.end;
            let (at, len, offset) = (record.at, record.end - record.at, offset + record.at as u64);
            let span = match record.spanned {
                None if !self.framing.copies() => Span { at: at as u32, len: len as u32, offset },
                spanned => {
                    copies.push(block.records.len());
                    let start = assembled.len();
                    match spanned {
                        Some(bytes) => assembled.extend_from_slice(&bytes),
                        None if self.framing.is_ims() => ims::as_smf(&steps.bytes[at..record.end], &mut assembled),
                        None => {
                            assembled.extend_from_slice(&(len as u16 + 4).to_be_bytes());
                            assembled.extend_from_slice(&[0, 0]);
                            assembled.extend_from_slice(&steps.bytes[at..record.end]);
                        }
                    }
                    Span { at: start as u32, len: (assembled.len() - start) as u32, offset }
                }
            };
            block.records.push(span);
        }
        for index in copies {
            block.records[index].at += raw as u32;
        }
        block.bytes.extend_from_slice(&assembled);
        pos
    }

    fn close(&mut self, log: &mut DamageLog) {
        let State { offset, lost, blocks, .. } = &mut self.state;
        let end = *offset + self.carry.len() as u64;
        if lost.is_none() && !self.carry.is_empty() {
            *lost = Some(Lost {
                from: *offset,
                record_type: None,
                expected: format!("a record of at least {} bytes", self.framing.shortest()),
                found: "the end of the file".to_owned(),
            });
            blocks.forget();
        }
        if let Some(lost) = lost.take() {
            log.add(lost.until(end));
        }
        blocks.end(end, log);
        self.carry.clear();
        *offset = end;
        self.closed = true;
    }
}

impl Lost {
    fn until(&self, end: u64) -> Damage {
        Damage {
            offset: self.from,
            length: end - self.from,
            record_type: self.record_type,
            subtype: None,
            expected: self.expected.clone(),
            found: self.found.clone(),
        }
    }
}

/// A record that does not stand, though there is one.
fn mislaid(steps: &Steps<'_>, pos: usize, from: u64, record: &Logical) -> Lost {
    Lost {
        from,
        record_type: record_type(steps, record.at),
        expected: format!("a record of {} bytes followed by another", record.end - pos),
        found: "the next record elsewhere".to_owned(),
    }
}

/// No record at a position.
fn lost_by(steps: &Steps<'_>, pos: usize, from: u64, fault: Fault) -> Lost {
    let cut = |expected: String, found: &str| (expected, found.to_owned());
    let (expected, found) = match fault {
        Fault::NoHeader => {
            let seen: Vec<String> =
                steps.bytes[pos..].iter().take(steps.framing.shortest()).map(|b| format!("{b:02X}")).collect();
            let expected = match steps.framing {
                Framing::NoRdw => "an SMF header whose triplets give its length".to_owned(),
                framing => {
                    let word = if framing.has_blocks() { "a block or record" } else { "a record" };
                    format!("{word} descriptor word and {}", framing.header_name())
                }
            };
            (expected, format!("bytes {}", seen.join(" ")))
        }
        Fault::NoStart => cut("the start of a record".into(), "a later segment of a record whose start is missing"),
        Fault::CutOff(expected, there) => (
            format!("a record of {expected} bytes or more"),
            format!("the end of the file after {there} bytes: it was cut off in transfer"),
        ),
        Fault::NoLastSegment => cut("a spanned record with its last segment".into(), "something else in between"),
        Fault::TooLong => cut("a record of at most 65,535 bytes".into(), "segments of more in all"),
        Fault::NoSpannedHeader => cut(
            format!("{} at the start of a spanned record", steps.framing.header_name()),
            "bytes that are no time and date",
        ),
    };
    let record_type = if fault == Fault::NoHeader { None } else { record_type(steps, pos) };
    Lost { from, record_type, expected, found }
}

fn record_type(steps: &Steps<'_>, at: usize) -> Option<u8> {
    match steps.framing {
        Framing::NoRdw => steps.bytes.get(at + 1).copied(),
        Framing::Rdw | Framing::BdwRdw => steps.bytes.get(at + 5).copied(),
        Framing::GtfRdw | Framing::GtfBdwRdw | Framing::ImsRdw | Framing::ImsBdwRdw => None,
    }
}
