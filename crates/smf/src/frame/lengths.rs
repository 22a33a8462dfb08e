//! Lengths that records tell about themselves: the end of their last section.

use std::collections::HashSet;

use crate::layout::Layouts;
use crate::number;

use super::plausible::SHORTEST;

/// What a record's own sections say about the length that its descriptors give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Own {
    /// The last section ends the record: the length is right.
    Holds,
    /// The sections do not end where the record ends, though those of its type and subtype must.
    Broken,
    /// Nothing in the record tells its length.
    Untold,
}

/// Record lengths by the triplets, for the types whose last section ends the record.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    /// Per record type, the offset and stride of the triplets.
    triplets: Vec<Option<(usize, usize)>>,
    /// Types and subtypes whose sections are known.
    known: HashSet<(u8, u16)>,
}

impl Lengths {
    pub(super) fn new(layouts: &Layouts) -> Lengths {
        let mut triplets = vec![None; 256];
        for record in layouts.records.values().filter(|r| r.sections_end_record) {
            triplets[usize::from(record.record_type)] = Some((record.triplets.at, record.triplets.stride));
        }
        let places = layouts.sections.values().flat_map(|section| &section.places);
        let known = places.flat_map(|p| p.subtypes.iter().map(|subtype| (p.record_type, *subtype))).collect();
        Lengths { triplets, known }
    }

    /// Length, RDW included, of the record whose header (no RDW) starts `bytes`; None when its type does not tell, or
    /// when `bytes` end before its triplets do.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<usize> {
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

    /// What a whole record (RDW included) says about its length.
    pub(super) fn own(&self, record: &[u8]) -> Own {
        let Some(&[_flag, record_type, ..]) = record.get(4..) else { return Own::Untold };
        if self.triplets[usize::from(record_type)].is_none() {
            return Own::Untold;
        }
        if self.of(&record[4..]) == Some(record.len()) {
            return Own::Holds;
        }
        let subtype = record.get(22..24).map_or(0, |b| number::unsigned(b) as u16);
        if self.known.contains(&(record_type, subtype)) { Own::Broken } else { Own::Untold }
    }
}
