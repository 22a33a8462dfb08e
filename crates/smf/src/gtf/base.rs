//! Where the triplets of a Db2 record stand in GTF, and what their offsets count from.
//!
//! A base fits a record when triplet 0 leads to a standard header (QWHS) that is one, and the triplets that it counts
//! (QWHSNSDA) end where the first section starts, but for zeros. That leaves no room for chance: another base would have
//! to lead to another such header. One base must fit three records in four, and no other more than one in four.
//!
//! Source: Db2 13, Self-defining section ("from the beginning of the record"); Db2 13, Product section (QWHS).

use crate::number;
use crate::problem::Problem;
pub(super) use crate::product::HEADER as SMF_HEADER;
use crate::product::IFCID_AT;

use super::header::Header;

/// Records that are looked at before a base is chosen.
pub(super) const LOOK: usize = 64;

/// Offsets in the standard header: its length, its type, number of triplets.
const QWHS_LENGTH: std::ops::RangeInclusive<usize> = 32..=1024;
const QWHS_TYPE_AT: usize = 2;
pub(super) const QWHS_TRIPLETS_AT: usize = 6;
/// Highest IFCID that is taken for one; Db2 13 ends near 411.
const LAST_IFCID: u16 = 600;

/// Bytes of a triplet.
pub(super) const TRIPLET: usize = 8;

/// One way in which records may be laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Base {
    /// Offset of triplet 0 from the start of the record.
    pub(super) triplets: usize,
    /// Offset that the offsets in the triplets count from.
    pub(super) origin: usize,
    /// What that place is.
    pub(super) words: &'static str,
}

/// The bases that are tried, the documented one first.
pub(super) fn candidates(header: &Header) -> [Base; 7] {
    let (end, extension) = (header.length, header.extension());
    let base = |triplets, origin, words| Base { triplets, origin, words };
    [
        base(end, 0, "the start of the GTF record"),
        base(end, 4, "the end of the record descriptor word"),
        base(end, end - SMF_HEADER.min(end), "28 bytes before the end of the GTF header, as if it were SMF's"),
        base(end, extension, "the extension of the GTF header (QWGTHDRE)"),
        base(end, end, "the end of the GTF header (QWGTEND)"),
        base(end + SMF_HEADER, end, "an SMF header behind the GTF header"),
        base(end + SMF_HEADER, 0, "the start of the GTF record, with an SMF header behind its own"),
    ]
}

/// What a base finds in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Product {
    /// Number of triplets.
    pub(super) triplets: usize,
    pub(super) ifcid: u16,
}

impl Base {
    /// The product section of a record, if this base fits it.
    pub(super) fn product(&self, record: &[u8]) -> Option<Product> {
        let (first, length, count) = self.triplet(record, 0)?;
        let qwhs = record.get(first?..first?.checked_add(length)?)?;
        let own = number::unsigned(qwhs.get(..2)?) as usize;
        let triplets = usize::from(*qwhs.get(QWHS_TRIPLETS_AT)?);
        let ifcid = number::unsigned(qwhs.get(IFCID_AT..IFCID_AT + 2)?) as u16;
        let standard = QWHS_LENGTH.contains(&own) && own <= length && qwhs[QWHS_TYPE_AT] == 1;
        if !standard || count != 1 || triplets == 0 || !(1..=LAST_IFCID).contains(&ifcid) {
            return None;
        }
        let mut first_section = usize::MAX;
        for index in 0..triplets {
            let (place, _, count) = self.triplet(record, index)?;
            if count > 0
                && let Some(place) = place
            {
                first_section = first_section.min(place);
            }
        }
        let between = record.get(self.triplets + TRIPLET * triplets..first_section)?;
        between.iter().all(|byte| *byte == 0).then_some(Product { triplets, ifcid })
    }

    /// Place (none where the offset is zero), length and count of a triplet.
    pub(super) fn triplet(&self, record: &[u8], index: usize) -> Option<(Option<usize>, usize, usize)> {
        let at = self.triplets + TRIPLET * index;
        let bytes = record.get(at..at + TRIPLET)?;
        let offset = number::unsigned(&bytes[..4]) as usize;
        let place = if offset == 0 { None } else { Some(offset.checked_add(self.origin)?) };
        Some((place, number::unsigned(&bytes[4..6]) as usize, number::unsigned(&bytes[6..]) as usize))
    }
}

/// What the first records say: the base, or how many of them each base fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) base: Option<Base>,
    pub(super) records: usize,
    pub(super) fits: Vec<(Base, usize)>,
}

/// Finds the base of these records.
pub(super) fn find<'a>(header: &Header, records: impl Iterator<Item = &'a [u8]> + Clone) -> Found {
    let count = records.clone().count();
    let fits: Vec<(Base, usize)> = candidates(header)
        .into_iter()
        .map(|base| (base, records.clone().filter(|record| base.product(record).is_some()).count()))
        .collect();
    let mut best = fits.iter().filter(|(_, n)| 4 * n >= 3 * count && *n > 0);
    let base = best.next().map(|(base, _)| *base);
    let others = fits.iter().any(|(other, n)| Some(*other) != base && 4 * n > count);
    Found { base: base.filter(|_| !others), records: count, fits }
}

impl Found {
    /// Why there is no base: what was expected, what was found.
    pub(super) fn why(&self) -> Problem {
        let fitting: Vec<String> = self
            .fits
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|(base, n)| format!("{n} of {} records by counting from {}", self.records, base.words))
            .collect();
        let found = match fitting.is_empty() {
            true => format!("none, in the first {} records, by any of {} ways to count", self.records, self.fits.len()),
            false => fitting.join(", "),
        };
        Problem::new("triplet 0 of its records to lead to a standard header (QWHS) in one way", found)
    }
}
