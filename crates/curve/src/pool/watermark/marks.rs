//! The state of 64 pools: where each chain begins, how many pages it has, what may be stolen.

use super::chains::{Chains, Class};
use crate::pool::LANES;
use crate::simd::Isa;

/// No page in the chain.
pub(super) const NONE: u32 = u32::MAX;

/// A number for each pool.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [u32; LANES]);

pub(super) struct Marks {
    /// The watermarks: the slot of the oldest resident page of each class, or [`NONE`].
    pub(super) oldest: [Lanes; 2],
    /// Sequential pages.
    pub(super) sequential: Lanes,
    /// Buffers not yet used.
    pub(super) free: Lanes,
    /// Sequential pages from which on a sequential access steals a sequential page.
    pub(super) quota: Lanes,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks {
            oldest: [Lanes([NONE; LANES]); 2],
            sequential: Lanes([0; LANES]),
            free: Lanes([0; LANES]),
            quota: Lanes([0; LANES]),
        }
    }

    /// The pools where a page last accessed in `slot`, random in those pools, is resident.
    #[inline(always)]
    pub(super) fn resident<I: Isa>(&self, slot: u32, random: u64) -> u64 {
        let mut resident = 0;
        if random != 0 {
            resident |= I::not_above(&self.oldest[Class::Random as usize], slot) & random;
        }
        if random != u64::MAX {
            resident |= I::not_above(&self.oldest[Class::Sequential as usize], slot) & !random;
        }
        resident
    }

    /// Moves the watermarks of the pools where `slot` has just left the chain.
    #[inline(always)]
    pub(super) fn left<I: Isa>(&mut self, chains: &Chains, class: Class, slot: u32) {
        let begins = I::equal(&self.oldest[class as usize], slot);
        if begins != 0 {
            self.advance::<I>(chains, class, begins);
        }
    }

    /// Steals one page in each of the pools of `full`, for an access that is sequential or not.
    #[inline(always)]
    pub(super) fn steal<I: Isa>(&mut self, chains: &Chains, full: u64, sequential_access: bool) {
        let [random, sequential] = &self.oldest;
        let mut from_sequential = I::below(sequential, random);
        if sequential_access {
            from_sequential |= !I::below(&self.sequential, &self.quota) & !I::equal(&self.sequential, 0);
        }
        from_sequential &= full;
        if from_sequential != 0 {
            I::decrement(&mut self.sequential, from_sequential);
            self.advance::<I>(chains, Class::Sequential, from_sequential);
        }
        let from_random = full & !from_sequential;
        if from_random != 0 {
            self.advance::<I>(chains, Class::Random, from_random);
        }
    }

    /// Moves the watermarks of a class in those pools to the next page of the class.
    #[inline(always)]
    fn advance<I: Isa>(&mut self, chains: &Chains, class: Class, pools: u64) {
        let oldest = &mut self.oldest[class as usize];
        let mut pools = pools;
        while pools != 0 {
            I::next_set(oldest, pools, &chains.words[class as usize], chains.now);
            if chains.random.is_empty() {
                return;
            }
            // Where the class depends on the pool, a page with both bits may be of the other class
            // here.
            let mut check = I::set_at(oldest, pools, &chains.words[class.other() as usize]);
            pools = 0;
            while check != 0 {
                let lane = check.trailing_zeros() as usize;
                check &= check - 1;
                let slot = oldest.0[lane];
                if !chains.is_of(class, slot, lane) {
                    pools |= 1 << lane;
                }
            }
        }
    }
}
