//! The hash by which pages are sampled, eight at a time.

/// A hash that has nothing in common with that of the page map, whose load would suffer.
#[inline(always)]
pub(crate) fn hash(page: u64, seed: u64) -> u64 {
    let mut mixed = page ^ seed;
    mixed ^= mixed >> 32;
    mixed = mixed.wrapping_mul(HASH_MULTIPLIERS[0]);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(HASH_MULTIPLIERS[1]);
    mixed ^ mixed >> 32
}

/// The multipliers of MurmurHash3's and SplitMix64's finishers (public domain).
pub(crate) const HASH_MULTIPLIERS: [u64; 2] = [0xFF51_AFD7_ED55_8CCD, 0x94D0_49BB_1331_11EB];
