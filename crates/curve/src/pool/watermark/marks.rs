//! The state of 64 pools: where each chain begins, how many pages it has, what may be stolen.

use super::chains::{Chains, Class};
use crate::simd::{Isa, LANES, Lanes};

/// No page in the chain.
pub(super) const NONE: u32 = u32::MAX;

pub(super) struct Marks {
    /// The watermarks: the slot of the oldest resident page of each class, or [`NONE`].
    pub(super) oldest: [Lanes; 2],
    /// Pages of the class after the oldest, as far as they are known: bits of the 32 slots around
    /// it. None is also where the next is not known.
    rest: [Lanes; 2],
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
            rest: [Lanes([0; LANES]); 2],
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
        // With millions of slots it is rare that any watermark is near.
        let mut near = I::near(&self.oldest[class as usize], slot);
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            near &= near - 1;
            self.rest[class as usize].0[lane] &= !(1 << (slot & 31));
            if self.oldest[class as usize].0[lane] == slot {
                self.advance::<I>(chains, class, 1 << lane);
            }
        }
    }

    /// Forgets what is known beyond the watermarks: slots have other numbers now.
    pub(super) fn renumbered(&mut self) {
        self.rest = [Lanes([0; LANES]); 2];
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
        let [oldest, rest] = [&mut self.oldest, &mut self.rest].map(|lanes| &mut lanes[class as usize]);
        let mut unknown = I::step(oldest, rest, pools);
        while unknown != 0 {
            let lane = unknown.trailing_zeros() as usize;
            unknown &= unknown - 1;
            (oldest.0[lane], rest.0[lane]) = chains.next(class, lane, oldest.0[lane]).unwrap_or((NONE, 0));
        }
    }
}
