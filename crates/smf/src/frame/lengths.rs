//! Lengths that records tell about themselves: the end of their last section.

use crate::layout::Layouts;
use crate::number;
use crate::record::{self, Check, Own};
use crate::{gtf, ims};

use super::Framing;
use super::plausible::SHORTEST;

/// Where the triplets of a record type stand, and what is known of its subtypes.
#[derive(Debug, Clone)]
struct Type {
    at: usize,
    stride: usize,
    /// The subtypes whose sections are known, with the check of the common header behind their first triplet. It is the last
    /// section of its record: bytes lost or added anywhere before it show there.
    known: Vec<(u16, Option<Check>)>,
}

/// Record lengths by the triplets, for the types whose last section ends the record.
#[derive(Debug, Clone)]
pub(super) struct Lengths {
    types: Vec<Option<Type>>,
    /// The header of Db2's records in GTF, which gives their length once more.
    gtf: Option<gtf::Header>,
}

impl Lengths {
    pub(super) fn new(layouts: &Layouts) -> Lengths {
        let mut types = vec![None; 256];
        for record in layouts.records.values().filter(|r| r.sections_end_record) {
            let places = layouts.sections.values().flat_map(|section| &section.places);
            let here = places.filter(|p| p.record_type == record.record_type);
            let mut subtypes: Vec<u16> = here.flat_map(|p| p.subtypes.iter().copied()).collect();
            subtypes.sort_unstable();
            subtypes.dedup();
            let header = |subtype: &u16| {
                let mut first = record.context.iter().filter(|c| c.triplet == 0 && c.at == 0 && c.header.is_none());
                let context = first.find(|c| c.subtypes.contains(subtype))?;
                Some(Check::new(layouts.sections.get(&context.section)?))
            };
            let known = subtypes.iter().map(|s| (*s, header(s))).collect();
            let (at, stride) = (record.triplets.at, record.triplets.stride);
            types[usize::from(record.record_type)] = Some(Type { at, stride, known });
        }
        Lengths { types, gtf: gtf::Header::new(layouts) }
    }

    /// Length, RDW included, of the record whose header (no RDW) starts `bytes`; None when its type does not tell, or
    /// when `bytes` end before its triplets do.
    pub(super) fn of(&self, bytes: &[u8]) -> Option<usize> {
        let record_type = *bytes.get(1)?;
        if record_type == 2 || record_type == 3 {
            return Some(SHORTEST);
        }
        let &Type { at: start, stride, .. } = self.types[usize::from(record_type)].as_ref()?;
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

    /// What a whole record says about its length.
    pub(super) fn own(&self, record: &[u8], framing: Framing) -> Own {
        if framing.is_gtf() {
            return gtf::own_length(record, self.gtf.as_ref());
        }
        if framing.is_ims() {
            return ims::own_length(record);
        }
        let missing = if framing == Framing::NoRdw { 4 } else { 0 };
        let Some(&[_flag, record_type, ..]) = record.get(4 - missing..) else { return Own::Untold };
        let Some(described) = &self.types[usize::from(record_type)] else { return Own::Untold };
        let ends = self.of(&record[4 - missing..]) == Some(record.len() + missing);
        let subtype = match missing {
            0 => record::kind_of(record).1.unwrap_or(0),
            _ => {
                let at = record::subtype_at(record_type) - missing;
                record.get(at..at + 2).map_or(0, |b| number::unsigned(b) as u16)
            }
        };
        match described.known.iter().find(|(known, _)| *known == subtype) {
            None if ends => Own::Holds,
            None => Own::Untold,
            Some((_, None)) if ends => Own::Holds,
            Some((_, Some(check))) if ends && first_section(record, missing, described.at, check) => Own::Holds,
            Some(_) => Own::Broken,
        }
    }
}

/// Whether the section behind the triplet at `at` is there and is what it should be.
fn first_section(record: &[u8], missing: usize, at: usize, check: &Check) -> bool {
    let section = || {
        let triplet = record.get(at - missing..at + 8 - missing)?;
        let start = (number::unsigned(&triplet[..4]) as usize).checked_sub(missing)?;
        let length = number::unsigned(&triplet[4..6]) as usize;
        record.get(start..start + length)
    };
    section().is_some_and(|bytes| check.run(bytes).is_ok())
}
