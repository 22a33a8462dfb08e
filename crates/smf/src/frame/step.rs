//! One step through a buffer: what stands at a position, under a framing.

use crate::layout::Layouts;
use crate::number;

use super::Framing;
use super::plausible::{self, Rdw, SHORTEST, Segment};

/// How many descriptors in a row make a position good without an SMF header in sight (short segments).
const CHAIN: usize = 4;

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

/// Record lengths where no descriptor gives them: the end of the last section.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    /// Per record type, the offset and stride of the triplets.
    triplets: Vec<Option<(usize, usize)>>,
}

impl Lengths {
    pub(super) fn new(layouts: &Layouts) -> Lengths {
        let mut triplets = vec![None; 256];
        for record in layouts.records.values().filter(|r| r.sections_end_record) {
            triplets[usize::from(record.record_type)] = Some((record.triplets.at, record.triplets.stride));
        }
        Lengths { triplets }
    }

    /// Length, RDW included, of the record whose header (no RDW) starts `bytes`; None when its type does not tell.
    fn of(&self, bytes: &[u8]) -> Option<usize> {
        let record_type = *bytes.get(1)?;
        if record_type == 2 || record_type == 3 {
            return Some(SHORTEST);
        }
        let (start, stride) = self.triplets[usize::from(record_type)]?;
        let (mut end, mut first_section, mut at) = (start, usize::MAX, start);
        while at + 8 <= first_section {
            let triplet = bytes.get(at - 4..at + 4)?;
            let offset = number::unsigned(&triplet[..4]) as usize;
            let length = number::unsigned(&triplet[4..6]) as usize * number::unsigned(&triplet[6..]) as usize;
            at += stride;
            if offset != 0 {
                first_section = first_section.min(offset);
            }
            end = end.max(at).max(if length > 0 { offset + length } else { 0 });
            if end > usize::from(u16::MAX) {
                return None;
            }
        }
        Some(end)
    }
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
        let rest = &self.bytes[pos..];
        if rest.len() < SHORTEST + 4 && !self.last {
            return Step::NeedMore;
        }
        match self.framing {
            Framing::NoRdw => match plausible::header(rest).then(|| self.lengths.of(rest)).flatten() {
                Some(len) => Step::Segment { at: pos, rdw: Rdw { len: len - 4, segment: Segment::Whole } },
                None if !self.last && rest.len() < usize::from(u16::MAX) && plausible::header(rest) => Step::NeedMore,
                None => Step::Bad,
            },
            Framing::Rdw => plausible::rdw(rest).map_or(Step::Bad, |rdw| Step::Segment { at: pos, rdw }),
            Framing::BdwRdw => match plausible::rdw(rest) {
                Some(rdw) => Step::Segment { at: pos, rdw },
                None if plausible::bdw(rest) => match plausible::rdw(&rest[4..]) {
                    Some(rdw) => Step::Segment { at: pos + 4, rdw },
                    None => Step::Bad,
                },
                None => Step::Bad,
            },
        }
    }

    /// Whether what follows a segment at `end` fits it: the end of the file, or a segment that may follow.
    /// None when that lies beyond the buffer.
    pub(super) fn follows(&self, end: usize, segment: Segment) -> Option<bool> {
        if end > self.bytes.len() {
            return if self.last { Some(false) } else { None };
        }
        let rest = self.bytes.len() - end;
        if self.last && rest < SHORTEST {
            return Some(true); // the end, or a record cut off in its header: reported when it is reached
        }
        match self.at(end) {
            Step::NeedMore => None,
            Step::Bad => Some(false),
            Step::Segment { rdw, .. } => Some(rdw.segment.may_follow(segment)),
        }
    }

    /// Whether a record surely starts at `pos`: a header and a fitting successor, or a chain of short segments.
    /// None when the buffer is too short to tell.
    pub(super) fn sure(&self, pos: usize) -> Option<bool> {
        let mut at = pos;
        let mut previous = Segment::Last;
        for step in 0..CHAIN {
            match self.at(at) {
                Step::NeedMore => return None,
                Step::Bad => return Some(false),
                Step::Segment { at: start, rdw } => {
                    if step == 0 && !rdw.segment.starts() || step > 0 && !rdw.segment.may_follow(previous) {
                        return Some(false);
                    }
                    let end = start + rdw.len;
                    if rdw.segment.starts() && rdw.len >= SHORTEST || self.last && end == self.bytes.len() {
                        return self.follows(end, rdw.segment);
                    }
                    (at, previous) = (end, rdw.segment);
                    if at > self.bytes.len() {
                        return if self.last { Some(false) } else { None };
                    }
                }
            }
        }
        Some(true)
    }
}
