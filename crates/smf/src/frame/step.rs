//! One step through a buffer: what stands at a position, under a framing.

use crate::record::Own;

use super::Framing;
use super::lengths::Lengths;
use super::plausible::{self, Rdw, Segment};

/// Longest logical record that segments are put together to. SMF's own limit is 65,535; above, something is wrong.
const LONGEST: usize = 1 << 17;

/// Bytes of a header and its triplets, at the most.
const TRIPLETS: usize = 256;

/// What stands at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A segment: where it starts, how long it is, both without a BDW before it.
    Segment { at: usize, rdw: Rdw },
    /// The end of the buffer comes first.
    NeedMore,
    /// Nothing that a record can start with.
    Bad,
}

/// A whole logical record in the buffer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Logical {
    /// Its first byte, behind any BDW.
    pub(super) at: usize,
    /// Where what follows it starts.
    pub(super) end: usize,
    /// Its bytes, RDW included, where they had to be put together from segments.
    pub(super) spanned: Option<Vec<u8>>,
    /// The block descriptor words passed: their places and the block lengths they give.
    pub(super) blocks: Vec<(usize, usize)>,
    /// What its sections say about its length.
    pub(super) own: Own,
}

/// What a logical record at a position comes to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    Record(Logical),
    NeedMore,
    Bad(Fault),
}

/// Why there is no whole record at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// No descriptor word with a header behind it.
    NoHeader,
    /// A segment that is not the first of its record.
    NoStart,
    /// The file ends inside the record: bytes it should have, bytes that there are.
    CutOff(usize, usize),
    /// A segment is followed by something that cannot be the next one.
    NoLastSegment,
    /// Segments of more bytes than any record.
    TooLong,
    /// Segments that have no header when put together.
    NoSpannedHeader,
}

/// A buffer with the framing it is read under. `last` says that the file ends with it.
pub(super) struct Steps<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) last: bool,
    pub(super) framing: Framing,
    pub(super) lengths: &'a Lengths,
}

impl Steps<'_> {
    /// What stands at `pos`, by itself.
    pub(super) fn at(&self, pos: usize) -> Step {
        let rest = self.bytes.get(pos..).unwrap_or_default();
        if rest.len() < self.framing.shortest() + 4 && !self.last {
            return Step::NeedMore;
        }
        let segment =
            |at: usize| plausible::rdw(self.bytes.get(at..)?, self.framing).map(|rdw| Step::Segment { at, rdw });
        match self.framing {
            Framing::NoRdw => match plausible::header(rest).then(|| self.lengths.of(rest)).flatten() {
                Some(len) => Step::Segment { at: pos, rdw: Rdw { len: len - 4, segment: Segment::Whole } },
                None if !self.last && rest.len() < usize::from(u16::MAX) && plausible::header(rest) => Step::NeedMore,
                None => Step::Bad,
            },
            Framing::Rdw | Framing::GtfRdw | Framing::ImsRdw => segment(pos).unwrap_or(Step::Bad),
            // The block first: its descriptor can look like that of a record as long as the block, with the first
            // record's descriptor and time of day as its header. The other way round cannot happen (see `bdw`).
            Framing::BdwRdw | Framing::GtfBdwRdw | Framing::ImsBdwRdw => {
                let block = plausible::bdw(rest).and_then(|_| segment(pos + 4)).filter(|step| self.is_seen(*step));
                block.or_else(|| segment(pos)).unwrap_or(Step::Bad)
            }
        }
    }

    /// Whether a segment behind what looks like a block descriptor word is one. Code and subcode of a record of IMS can look like
    /// a length, which only the end of that record refutes.
    fn is_seen(&self, step: Step) -> bool {
        match step {
            Step::Segment { at, rdw } => !self.framing.is_ims() || !self.last || at + rdw.len <= self.bytes.len(),
            Step::NeedMore | Step::Bad => true,
        }
    }

    /// The logical record that starts at `pos`, put together from its segments.
    pub(super) fn record(&self, pos: usize) -> Found {
        let (at, rdw) = match self.at(pos) {
            Step::NeedMore => return Found::NeedMore,
            Step::Bad => return Found::Bad(Fault::NoHeader),
            Step::Segment { at, rdw } => (at, rdw),
        };
        if !rdw.segment.starts() {
            return Found::Bad(Fault::NoStart);
        }
        let mut blocks = Vec::new();
        self.note_block(pos, at, &mut blocks);
        let end = at + rdw.len;
        let Some(first) = self.bytes.get(at..end) else { return self.cut_off(rdw.len, at) };
        if rdw.segment == Segment::Whole {
            return Found::Record(Logical {
                at,
                end,
                spanned: None,
                blocks,
                own: self.lengths.own(first, self.framing),
            });
        }
        self.spanned(at, first, blocks)
    }

    /// The record whose first segment, at `at`, is `first`.
    fn spanned(&self, at: usize, first: &[u8], mut blocks: Vec<(usize, usize)>) -> Found {
        let mut bytes = vec![0; 4];
        bytes.extend_from_slice(&first[4..]);
        let mut end = at + first.len();
        loop {
            let (start, rdw) = match self.at(end) {
                Step::NeedMore => return Found::NeedMore,
                Step::Segment { at, rdw } if !rdw.segment.starts() => (at, rdw),
                _ if end == self.bytes.len() => return Found::Bad(Fault::CutOff(bytes.len() + 1, bytes.len())),
                _ => return Found::Bad(Fault::NoLastSegment),
            };
            self.note_block(end, start, &mut blocks);
            end = start + rdw.len;
            let Some(segment) = self.bytes.get(start..end) else { return self.cut_off(end - at, at) };
            bytes.extend_from_slice(&segment[4..]);
            if bytes.len() > LONGEST {
                return Found::Bad(Fault::TooLong);
            }
            if bytes.len() >= self.framing.shortest() && !self.framing.header(&bytes[4..]) {
                return Found::Bad(Fault::NoSpannedHeader);
            }
            if rdw.segment == Segment::Last {
                break;
            }
        }
        if bytes.len() < self.framing.shortest() {
            return Found::Bad(Fault::NoSpannedHeader);
        }
        let short = (bytes.len().min(usize::from(u16::MAX)) as u16).to_be_bytes();
        bytes[..2].copy_from_slice(&short);
        let own = self.lengths.own(&bytes, self.framing);
        Found::Record(Logical { at, end, spanned: Some(bytes), blocks, own })
    }

    fn note_block(&self, pos: usize, at: usize, blocks: &mut Vec<(usize, usize)>) {
        if at > pos
            && let Some(len) = self.bytes.get(pos..).and_then(plausible::bdw)
        {
            blocks.push((pos, len));
        }
    }

    fn cut_off(&self, len: usize, at: usize) -> Found {
        if self.last { Found::Bad(Fault::CutOff(len, self.bytes.len() - at)) } else { Found::NeedMore }
    }

    /// Whether what stands at `end` fits behind a whole record: the start of another, or the end of the file.
    /// None when that lies beyond the buffer.
    pub(super) fn follows(&self, end: usize) -> Option<bool> {
        if self.last && self.bytes.len() == end {
            return Some(true);
        }
        match self.at(end) {
            Step::NeedMore => None,
            // A header at the end of the file whose triplets are cut off, and with them what tells its length.
            Step::Bad => {
                let cut = self.framing == Framing::NoRdw && self.last && self.bytes.len() - end < TRIPLETS;
                Some(cut && plausible::header(&self.bytes[end..]))
            }
            Step::Segment { rdw, .. } => Some(rdw.segment.starts()),
        }
    }

    /// Whether a record surely starts at `pos`: whole, with a header, and with sections that end it or a successor.
    /// None when the buffer is too short to tell.
    pub(super) fn sure(&self, pos: usize) -> Option<bool> {
        match self.record(pos) {
            Found::NeedMore => None,
            Found::Bad(_) => Some(false),
            Found::Record(Logical { own: Own::Holds, .. }) => Some(true),
            Found::Record(Logical { own: Own::Broken, .. }) => Some(false),
            // At the very end a record cut off in its header follows, as far as can be told.
            Found::Record(Logical { own: Own::Untold, end, .. }) => self
                .follows(end)
                .map(|follows| follows || self.last && self.bytes.len() < end + self.framing.shortest()),
        }
    }

    /// Whether a record can start at `pos`, as far as a descriptor word and a header tell: nearly all positions of other bytes
    /// are passed over by them.
    fn may_start(&self, pos: usize) -> bool {
        let rest = &self.bytes[pos..];
        let starts = |at: usize| plausible::rdw(&rest[at..], self.framing).is_some_and(|rdw| rdw.segment.starts());
        match self.framing {
            _ if rest.len() < self.framing.shortest() + 4 => true,
            Framing::NoRdw => plausible::header(rest),
            Framing::Rdw | Framing::GtfRdw | Framing::ImsRdw => starts(0),
            Framing::BdwRdw | Framing::GtfBdwRdw | Framing::ImsBdwRdw => starts(0) || starts(4),
        }
    }

    /// The first position from `from` up to `to` at which a record surely starts.
    pub(super) fn search(&self, from: usize, to: usize) -> Search {
        for pos in (from..to.min(self.bytes.len())).filter(|pos| self.may_start(*pos)) {
            match self.sure(pos) {
                Some(true) => return Search::At(pos),
                None => return Search::More(pos),
                Some(false) => {}
            }
        }
        Search::Nothing
    }
}

/// Where the next record surely starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Search {
    At(usize),
    /// The buffer ends before it can be told whether one starts here.
    More(usize),
    Nothing,
}
