//! New slots for all pages of a map, after compaction.

use super::recency::Ranks;
use crate::map::PageMap;
use crate::simd::{InstructionSet, Isa, dispatch};

/// Makes every page's slot its rank: what compaction expects.
pub(super) fn renumber(set: InstructionSet, map: &mut PageMap, ranks: &Ranks) {
    dispatch!(set, replace, (map: &mut PageMap, ranks: &Ranks));
}

#[inline(always)]
fn replace<I: Isa>(_: I, map: &mut PageMap, ranks: &Ranks) {
    map.replace_all(|slot| ranks.of::<I>(slot));
}
