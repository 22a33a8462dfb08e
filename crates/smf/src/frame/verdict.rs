//! Whether a record that was found may stand: what it says about itself, what follows it, and what lies inside it.
//!
//! A record may be taken on its own word when its sections end where its descriptor says. Everything else that can be
//! wrong shows at its end: a length that is too long has swallowed good records, one that is too short, or bytes lost or
//! added, leave something that is no record behind it. The same is seen when it is the next record that is damaged, so
//! the two are told apart by what is left of the next one's descriptor and header.

use crate::record::Own;

use super::Framing;
use super::blocks::Room;
use super::plausible;
use super::step::{Found, Logical, Search, Step, Steps};

/// What becomes of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It stands; its sections are still to be checked.
    Stands,
    /// It does not, and a good record starts here, at or before its end.
    Until(usize),
    /// It does not, and no good record starts before its end.
    Refused,
    /// The buffer is too short to tell.
    NeedMore,
}

impl Steps<'_> {
    /// Whether the record found at `pos` may stand; `room` is the block that it ends in, where that is known (asked of few records).
    pub(super) fn verdict(&self, pos: usize, record: &Logical, room: impl Fn() -> Option<Room>) -> Verdict {
        self.try_verdict(pos, record, room).unwrap_or(Verdict::NeedMore)
    }

    /// As [`Steps::verdict`]; None when the buffer is too short to tell.
    fn try_verdict(&self, pos: usize, record: &Logical, room: impl Fn() -> Option<Room>) -> Option<Verdict> {
        let end = record.end;
        let follows = self.follows(end)?;
        match record.own {
            Own::Holds if follows && self.framing != Framing::NoRdw => return Some(Verdict::Stands),
            Own::Holds | Own::Untold if follows => {
                let swallowed = self.swallowed(pos, record)?;
                return Some(swallowed.map_or(Verdict::Stands, Verdict::Until));
            }
            _ => {}
        }
        if let Some(good) = self.find(pos + 1, end)? {
            return Some(Verdict::Until(good));
        }
        let whole = if record.own == Own::Untold { self.ends_by_block(record, room())? } else { None };
        if follows || whole.map_or_else(|| self.remains(record), Some)? {
            return Some(Verdict::Stands); // if it is broken, the check of its sections says how
        }
        // Fewer bytes than any record has before the next good one: they were added to this record.
        if let Some(good) = self.find(end + 1, end + self.framing.shortest())? {
            return Some(Verdict::Until(good));
        }
        let is_known = record.own == Own::Holds || self.framing == Framing::NoRdw;
        Some(if is_known { Verdict::Stands } else { Verdict::Refused })
    }

    /// The first good record start in a range; the outer None when the buffer is too short to tell.
    fn find(&self, from: usize, to: usize) -> Option<Option<usize>> {
        match self.search(from, to) {
            Search::At(good) => Some(Some(good)),
            Search::Nothing => Some(None),
            Search::More(_) => None,
        }
    }

    /// Whether a record with a later segment of another one behind it is whole, as far as blocks tell: one that ends inside
    /// its block is, or in a block shorter than others; where a block is filled, its segment code may be a damaged one.
    ///
    /// The outer None when the buffer is too short to tell.
    fn ends_by_block(&self, record: &Logical, room: Option<Room>) -> Option<Option<bool>> {
        let (Some(room), end) = (room, record.end) else { return Some(None) };
        Some(match self.at(end) {
            Step::NeedMore => return None,
            Step::Segment { at, rdw } if !rdw.segment.starts() && at == end && end < room.end => {
                let behind = end + rdw.len;
                let goes_on = match self.at(behind) {
                    Step::NeedMore => return None,
                    Step::Segment { .. } => true,
                    Step::Bad => self.last && behind == self.bytes.len(),
                };
                goes_on.then_some(true)
            }
            Step::Segment { at, rdw } if !rdw.segment.starts() && at > end && end == room.end => {
                let behind = self.bytes.get(end..).and_then(plausible::bdw).unwrap_or_default() as u64;
                Some(room.len < room.longest.max(behind))
            }
            _ => None,
        })
    }

    /// Whether what stands behind a record is what remains of one with a damaged descriptor or header.
    fn remains(&self, record: &Logical) -> Option<bool> {
        let end = record.end;
        let rest = self.bytes.get(end..).unwrap_or_default();
        if self.last && rest.len() < self.framing.shortest() {
            return Some(true); // a record cut off in its header, as far as can be told
        }
        let header_at = |at: usize| rest.get(at..).is_some_and(|bytes| self.framing.header(bytes));
        match self.framing {
            Framing::NoRdw => return Some(false),
            Framing::Rdw | Framing::GtfRdw | Framing::ImsRdw => {}
            // A damaged block descriptor with a good record behind it, or a good one and a damaged record.
            Framing::BdwRdw | Framing::GtfBdwRdw | Framing::ImsBdwRdw
                if header_at(8) || matches!(self.at(end + 4), Step::Segment { .. }) =>
            {
                return Some(true);
            }
            Framing::BdwRdw | Framing::GtfBdwRdw | Framing::ImsBdwRdw => {}
        }
        let date = self.framing.date_at();
        if header_at(4) || rest.get(date..date + 4) == self.bytes.get(record.at + date..record.at + date + 4) {
            return Some(true); // the header, or at least the same date
        }
        // A later segment without a start belongs to this record, whose own segment code is then the damaged one.
        let Some(len) = plausible::rdw_length(rest, self.framing).filter(|_| rest[2] <= 1) else { return Some(false) };
        if end + len > self.bytes.len() {
            return if self.last { Some(false) } else { None };
        }
        Some(end + len == self.bytes.len() || matches!(self.at(end + len), Step::Segment { .. }))
    }

    /// A good record inside a record that cannot vouch for its length: one that vouches for its own, or one from which
    /// records lead exactly to the end. A damaged length swallowed it. Looked for by the year that the record itself was written in.
    ///
    /// The outer None when the buffer is too short to tell.
    fn swallowed(&self, pos: usize, record: &Logical) -> Option<Option<usize>> {
        let date_at = self.framing.date_at();
        let Some(year) = self.bytes.get(record.at + date_at..record.at + date_at + 2) else { return Some(None) };
        let from = pos + self.framing.shortest();
        let inside = self.bytes.get(from..record.end).unwrap_or_default();
        for hit in memchr::memmem::find_iter(inside, year) {
            let Some(start) = (from + hit).checked_sub(date_at).filter(|start| *start > pos) else { continue };
            let stands = match self.record(start) {
                Found::NeedMore => return None,
                Found::Record(Logical { own: Own::Holds, .. }) => true,
                _ => self.leads_to(start, record.end)?,
            };
            if stands {
                return Some(Some(start));
            }
        }
        Some(None)
    }

    /// Whether whole records lead from `pos` exactly to `end`.
    fn leads_to(&self, mut pos: usize, end: usize) -> Option<bool> {
        while pos < end {
            match self.record(pos) {
                Found::Record(record) if record.own != Own::Broken => pos = record.end,
                Found::NeedMore => return None,
                _ => return Some(false),
            }
        }
        Some(pos == end)
    }
}
