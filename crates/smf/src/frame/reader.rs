//! The reader: a stream of bytes to blocks of whole logical records, around any damage.

use std::io::Read;

use crate::damage::{Damage, DamageLog};
use crate::expand;
use crate::gtf::{GtfSummary, Translator};
use crate::layout::Layouts;

use super::blocks::Blocks;
use super::lengths::Lengths;
use super::step::{Fault, Found, Logical, Search, Steps};
use super::verdict::Verdict;
use super::{Block, Framing, Span};

/// Bytes that a block aims at: large enough to amortise the work per block, small enough to stay in the L2 cache.
const BLOCK: usize = 1 << 20;

/// A stretch in which no record was found yet.
struct Lost {
    from: u64,
    record_type: Option<u8>,
    expected: String,
    found: String,
}

/// Reads logical records from a stream of one framing.
pub struct Reader<R> {
    input: R,
    framing: Framing,
    lengths: Lengths,
    /// Bytes read and not yet part of a block, the first at file offset `offset`.
    carry: Vec<u8>,
    offset: u64,
    ended: bool,
    lost: Option<Lost>,
    blocks: Blocks,
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
        Reader {
            input,
            framing,
            lengths: Lengths::new(layouts),
            carry: head,
            offset: 0,
            ended: false,
            lost: None,
            blocks: Blocks::default(),
            gtf: None,
            waiting: None,
        }
    }

    /// What a file of GTF holds besides, as far as it was read; None for SMF.
    pub fn gtf(&self) -> Option<GtfSummary> {
        self.gtf.as_ref().map(Translator::summary)
    }

    /// Bytes of the stream consumed so far, decompressed.
    pub fn position(&self) -> u64 {
        self.offset
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
        block.bytes.clear();
        block.records.clear();
        if self.ended {
            return false;
        }
        block.bytes.append(&mut self.carry);
        let wanted = BLOCK.max(block.bytes.len() + BLOCK / 2) - block.bytes.len();
        block.bytes.reserve(wanted + 64); // read_to_end probes with a small read when it is exactly full
        let before = block.bytes.len();
        if let Err(error) = self.input.by_ref().take(wanted as u64).read_to_end(&mut block.bytes) {
            log.add(Damage {
                offset: self.offset + block.bytes.len() as u64,
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
        self.offset += stop as u64;
        if self.ended {
            self.close(log);
        }
        if let Some(gtf) = &mut self.gtf {
            gtf.block(block, self.ended, log);
        }
        self.waiting = expand::split(block);
        true
    }

    /// Goes through the bytes of a block; returns where it had to stop for lack of more.
    fn walk(&mut self, block: &mut Block, log: &mut DamageLog) -> usize {
        let raw = block.bytes.len();
        let mut assembled = Vec::new();
        let mut copies: Vec<usize> = Vec::new();
        let steps = Steps { bytes: &block.bytes, last: self.ended, framing: self.framing, lengths: &self.lengths };
        let mut pos = 0;
        let mut known = self.offset == 0; // whether a block descriptor word may be expected here
        while pos < raw {
            if let Some(lost) = &self.lost {
                match steps.search(pos, raw) {
                    Search::At(good) => {
                        pos = good;
                        known = false;
                        log.add(lost.until(self.offset + pos as u64));
                        self.lost = None;
                    }
                    Search::More(from) => {
                        pos = from;
                        break;
                    }
                    Search::Nothing => {
                        pos = raw;
                        break;
                    }
                }
            }
            let here = self.offset + pos as u64;
            let record = match steps.record(pos) {
                Found::NeedMore => break,
                Found::Bad(fault) => {
                    self.lost = Some(lost_by(&steps, pos, here, fault));
                    self.blocks.forget();
                    pos += 1;
                    continue;
                }
                Found::Record(record) => record,
            };
            match steps.verdict(pos, &record, || self.blocks.room(&record.blocks, self.offset)) {
                Verdict::NeedMore => break,
                Verdict::Stands => {}
                Verdict::Until(good) => {
                    log.add(mislaid(&steps, pos, here, &record).until(self.offset + good as u64));
                    self.blocks.forget();
                    (pos, known) = (good, false);
                    continue;
                }
                Verdict::Refused => {
                    self.lost = Some(mislaid(&steps, pos, here, &record));
                    self.blocks.forget();
                    pos = record.end;
                    continue;
                }
            }
            for (at, len) in &record.blocks {
                self.blocks.begin(self.offset + *at as u64, *len, known || *at > pos, log);
            }
            known = true;
            pos = record.end;
            let (at, len, offset) = (record.at, record.end - record.at, self.offset + record.at as u64);
            let span = match record.spanned {
                None if self.framing != Framing::NoRdw => Span { at: at as u32, len: len as u32, offset },
                spanned => {
                    copies.push(block.records.len());
                    let start = assembled.len();
                    match spanned {
                        Some(bytes) => assembled.extend_from_slice(&bytes),
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
        let end = self.offset + self.carry.len() as u64;
        if self.lost.is_none() && !self.carry.is_empty() {
            self.lost = Some(Lost {
                from: self.offset,
                record_type: None,
                expected: format!("a record of at least {} bytes", self.framing.shortest()),
                found: "the end of the file".to_owned(),
            });
            self.blocks.forget();
        }
        if let Some(lost) = self.lost.take() {
            log.add(lost.until(end));
        }
        self.blocks.end(end, log);
        self.carry.clear();
        self.offset = end;
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
        Framing::GtfRdw | Framing::GtfBdwRdw => None,
    }
}
