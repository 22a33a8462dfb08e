//! The reader: a stream of bytes to blocks of whole logical records, around any damage.

use std::io::Read;

use crate::damage::{Damage, DamageLog};
use crate::layout::Layouts;

use super::plausible::{SHORTEST, Segment};
use super::step::{Lengths, Step, Steps};
use super::{Block, Framing, Span};

/// Bytes that a block aims at: large enough to amortise the work per block, small enough to stay in the L2 cache.
const BLOCK: usize = 1 << 20;

/// Longest logical record that segments are put together to. SMF's own limit is 65,535; above, something is wrong.
const LONGEST: usize = 1 << 17;

/// A record of which not all segments have been seen.
struct Pending {
    /// RDW of the whole (length filled in at the end) and the data so far.
    bytes: Vec<u8>,
    offset: u64,
}

/// A stretch in which no record was found yet.
struct Lost {
    from: u64,
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
    pending: Option<Pending>,
    lost: Option<Lost>,
}

impl<R: Read> Reader<R> {
    /// A reader of `input`, whose first bytes are `head` (already read, to find out its framing).
    pub fn new(head: Vec<u8>, input: R, framing: Framing, layouts: &Layouts) -> Reader<R> {
        Reader {
            input,
            framing,
            lengths: Lengths::new(layouts),
            carry: head,
            offset: 0,
            ended: false,
            pending: None,
            lost: None,
        }
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
        let stop = self.walk(block, raw, log);
        self.carry.extend_from_slice(&block.bytes[stop..raw]);
        self.offset += stop as u64;
        if self.ended {
            self.close(log);
        }
        true
    }

    /// Goes through the first `raw` bytes; returns where it had to stop for want of more.
    fn walk(&mut self, block: &mut Block, raw: usize, log: &mut DamageLog) -> usize {
        let mut assembled = Vec::new();
        let mut copies: Vec<usize> = Vec::new();
        let steps = Steps { bytes: &block.bytes, last: self.ended, framing: self.framing, lengths: &self.lengths };
        let mut pos = 0;
        while pos < raw {
            if self.lost.is_some() {
                match search(&steps, pos, raw) {
                    Search::At(good) => {
                        pos = good;
                        end_lost(&mut self.lost, self.offset + pos as u64, log);
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
            let (at, rdw) = match steps.at(pos) {
                Step::NeedMore => break,
                Step::Bad => {
                    self.lost = Some(lost_at(&steps, pos, here));
                    pos += 1;
                    continue;
                }
                Step::Segment { at, rdw } => (at, rdw),
            };
            let end = at + rdw.len;
            match steps.follows(end, rdw.segment) {
                None => break,
                Some(true) if end <= raw => {}
                _ => {
                    // Either this length is wrong, and good records lie inside, or the next record is bad.
                    if let Some(good) = (pos + 1..end.min(raw)).find(|&q| steps.sure(q) == Some(true)) {
                        log.add(Damage {
                            offset: here,
                            length: (good - pos) as u64,
                            record_type: record_type(&steps, at),
                            subtype: None,
                            expected: format!("a record of {} bytes followed by another", rdw.len),
                            found: format!("the next record {} bytes on", good - pos),
                        });
                        self.pending = None;
                        pos = good;
                        continue;
                    }
                    if end > raw {
                        log.add(Damage {
                            offset: here,
                            length: (raw - pos) as u64,
                            record_type: record_type(&steps, at),
                            subtype: None,
                            expected: format!("a record of {} bytes", rdw.len),
                            found: format!("the end of the file after {} bytes: it was cut off in transfer", raw - pos),
                        });
                        self.pending = None;
                        pos = raw;
                        break;
                    }
                }
            }
            match (self.framing, rdw.segment) {
                (Framing::NoRdw, _) => {
                    copies.push(block.records.len());
                    block.records.push(Span { at: assembled.len() as u32, len: rdw.len as u32 + 4, offset: here });
                    assembled.extend_from_slice(&(rdw.len as u16 + 4).to_be_bytes());
                    assembled.extend_from_slice(&[0, 0]);
                    assembled.extend_from_slice(&block.bytes[at..end]);
                }
                (_, Segment::Whole) => {
                    drop_pending(&mut self.pending, "its last segment", "a whole record", log);
                    block.records.push(Span { at: at as u32, len: rdw.len as u32, offset: here });
                }
                (_, Segment::First) => {
                    drop_pending(&mut self.pending, "its last segment", "another first segment", log);
                    let mut bytes = vec![0; 4];
                    bytes.extend_from_slice(&block.bytes[at + 4..end]);
                    self.pending = Some(Pending { bytes, offset: here });
                }
                (_, segment) => match self.pending.as_mut() {
                    None => log.add(Damage {
                        offset: here,
                        length: (end - pos) as u64,
                        record_type: None,
                        subtype: None,
                        expected: "the start of a record".to_owned(),
                        found: "a later segment of a record whose start is missing".to_owned(),
                    }),
                    Some(pending) if pending.bytes.len() + rdw.len > LONGEST => {
                        let found = format!("segments of more than {LONGEST} bytes in all");
                        drop_pending(&mut self.pending, "a record of at most 65,535 bytes", &found, log);
                    }
                    Some(pending) => {
                        pending.bytes.extend_from_slice(&block.bytes[at + 4..end]);
                        if segment == Segment::Last
                            && let Some(done) = self.pending.take()
                            && let Some(span) = finish(done, &mut assembled, log)
                        {
                            copies.push(block.records.len());
                            block.records.push(span);
                        }
                    }
                },
            }
            pos = end;
        }
        for index in copies {
            block.records[index].at += raw as u32;
        }
        block.bytes.extend_from_slice(&assembled);
        pos
    }

    fn close(&mut self, log: &mut DamageLog) {
        drop_pending(&mut self.pending, "its last segment", "the end of the file", log);
        let end = self.offset + self.carry.len() as u64;
        if self.lost.is_none() && !self.carry.is_empty() {
            self.lost = Some(Lost {
                from: self.offset,
                expected: format!("a record of at least {SHORTEST} bytes"),
                found: "the end of the file".to_owned(),
            });
        }
        end_lost(&mut self.lost, end, log);
        self.carry.clear();
        self.offset = end;
    }
}

/// A spanned record is complete: checks its header, which the first segment may have been too short to show.
fn finish(mut done: Pending, assembled: &mut Vec<u8>, log: &mut DamageLog) -> Option<Span> {
    let len = done.bytes.len();
    if len < SHORTEST || !super::plausible::header(&done.bytes[4..]) {
        log.add(Damage {
            offset: done.offset,
            length: len as u64,
            record_type: None,
            subtype: None,
            expected: "an SMF header at the start of a spanned record".to_owned(),
            found: "bytes that are no time and date".to_owned(),
        });
        return None;
    }
    let short = (len.min(usize::from(u16::MAX)) as u16).to_be_bytes();
    done.bytes[..2].copy_from_slice(&short);
    let span = Span { at: assembled.len() as u32, len: len as u32, offset: done.offset };
    assembled.extend_from_slice(&done.bytes);
    Some(span)
}

fn drop_pending(pending: &mut Option<Pending>, expected: &str, found: &str, log: &mut DamageLog) {
    if let Some(lost) = pending.take() {
        log.add(Damage {
            offset: lost.offset,
            length: lost.bytes.len() as u64,
            record_type: lost.bytes.get(5).copied(),
            subtype: None,
            expected: format!("a spanned record with {expected}"),
            found: found.to_owned(),
        });
    }
}

fn lost_at(steps: &Steps<'_>, pos: usize, from: u64) -> Lost {
    let seen: Vec<String> = steps.bytes[pos..].iter().take(SHORTEST).map(|b| format!("{b:02X}")).collect();
    let expected = match steps.framing {
        Framing::Rdw => "a record descriptor word and an SMF header",
        Framing::BdwRdw => "a block or record descriptor word and an SMF header",
        Framing::NoRdw => "an SMF header whose triplets give its length",
    };
    Lost { from, expected: expected.to_owned(), found: format!("bytes {}", seen.join(" ")) }
}

fn end_lost(lost: &mut Option<Lost>, end: u64, log: &mut DamageLog) {
    if let Some(lost) = lost.take() {
        log.add(Damage {
            offset: lost.from,
            length: end - lost.from,
            record_type: None,
            subtype: None,
            expected: lost.expected,
            found: lost.found,
        });
    }
}

fn record_type(steps: &Steps<'_>, at: usize) -> Option<u8> {
    let skip = if steps.framing == Framing::NoRdw { 1 } else { 5 };
    steps.bytes.get(at + skip).copied()
}

enum Search {
    At(usize),
    More(usize),
    Nothing,
}

/// Looks for the next position at which a record surely starts.
fn search(steps: &Steps<'_>, from: usize, raw: usize) -> Search {
    for pos in from..raw {
        match steps.sure(pos) {
            Some(true) => return Search::At(pos),
            None => return Search::More(pos),
            Some(false) => {}
        }
    }
    Search::Nothing
}
