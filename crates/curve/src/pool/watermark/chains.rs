//! The two chains over time slots, one bitmap each, shared by all pools of a group.
//!
//! A bit says that a page last accessed in this slot is of this class in some pool. Where the
//! class depends on the pool a slot may have both bits, and then `mixed` says in which pools the
//! page is random.

use super::mixed::{LINE, Mixed};
use crate::memory::Zeroed;

/// Random or sequential: the two chains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Random = 0,
    Sequential = 1,
}

impl Class {
    #[inline(always)]
    pub(super) fn other(self) -> Class {
        match self {
            Class::Random => Class::Sequential,
            Class::Sequential => Class::Random,
        }
    }
}

pub(super) struct Chains {
    /// Bitmaps by class.
    pub(super) words: [Zeroed<u64>; 2],
    /// For slots with both bits: the pools where the page is random.
    mixed: Mixed,
    /// The next slot.
    pub(super) now: u32,
}

impl Chains {
    /// No pages. `mixed_pools` are the pools where the class may be another; 0 where it is the same
    /// in all.
    pub(super) fn new(slots: usize, mixed_pools: usize) -> Chains {
        let words = slots.div_ceil(64);
        Chains { words: [Zeroed::new(words), Zeroed::new(words)], mixed: Mixed::new(words * 64, mixed_pools), now: 0 }
    }

    /// No pages, in other slots, of the same pools.
    pub(super) fn successor(&mut self, slots: usize) -> Chains {
        let mixed = self.mixed.successor(slots.next_multiple_of(64));
        Chains { mixed, ..Chains::new(slots, 0) }
    }

    /// Keeps the memory of those before, which are not read any more.
    pub(super) fn reuse(&mut self, before: Chains) {
        self.mixed.reuse(before.mixed);
    }

    pub(super) fn slots(&self) -> usize {
        self.words[0].len() * 64
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, slot: u32) {
        for words in &self.words {
            crate::simd::prefetch(words.as_ptr().wrapping_add(slot as usize >> 6));
        }
        self.mixed.prefetch_place(slot);
    }

    #[inline(always)]
    pub(super) fn has(&self, class: Class, slot: u32) -> bool {
        self.words[class as usize][slot as usize >> 6] >> (slot & 63) & 1 != 0
    }

    /// The pools in which the page of `slot` is random.
    #[inline(always)]
    pub(super) fn random_at(&self, slot: u32) -> u64 {
        match (self.has(Class::Random, slot), self.has(Class::Sequential, slot)) {
            (true, true) => self.mixed.random_at(slot),
            (true, false) => u64::MAX,
            _ => 0,
        }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self, slot: u32) {
        for words in &mut self.words {
            words[slot as usize >> 6] &= !(1 << (slot & 63));
        }
    }

    /// Puts a page into the next slot, random in those pools and sequential in the `others`.
    #[inline(always)]
    pub(super) fn append(&mut self, random: u64, others: u64) -> u32 {
        let slot = self.now;
        let (word, bit) = (slot as usize >> 6, slot & 63);
        self.words[Class::Random as usize][word] |= u64::from(random != 0) << bit;
        self.words[Class::Sequential as usize][word] |= u64::from(others != 0) << bit;
        if random != 0 && others != 0 {
            self.mixed.put(slot, random);
        }
        self.now += 1;
        slot
    }

    /// The slot of the next page of this class in pool `lane` after `slot`, and the bits after that
    /// one in its 32 slots.
    #[inline(always)]
    pub(super) fn next(&self, class: Class, lane: usize, slot: u32) -> Option<(u32, u32)> {
        let start = slot.checked_add(1)?;
        let mut word = start as usize >> 6;
        let mut bits = self.bits(class, lane, word) & u64::MAX << (start & 63);
        while bits == 0 {
            word += 1;
            if word > self.now as usize >> 6 {
                return None;
            }
            bits = self.bits(class, lane, word);
        }
        if word / LINE != slot as usize >> 6 >> LINE.ilog2() {
            self.prefetch_line(lane, word / LINE + 1);
        }
        let bit = bits.trailing_zeros();
        let half = (bits >> (bit & 32)) as u32;
        Some((word as u32 * 64 + bit, half & (half - 1)))
    }

    /// Asks for what [`Self::next`] will need when the pool comes to this line of 512 slots.
    #[inline(always)]
    fn prefetch_line(&self, lane: usize, line: usize) {
        for words in &self.words {
            crate::simd::prefetch(words.as_ptr().wrapping_add(line * LINE));
        }
        self.mixed.prefetch_line(lane, line);
    }

    /// Asks for what [`Self::random_at`] will wait for. What [`Self::prefetch`] asked for is there.
    #[inline(always)]
    pub(super) fn prefetch_mixed(&self, slot: u32) {
        self.mixed.prefetch(slot);
    }

    /// The pages of a class in pool `lane` among 64 slots.
    #[inline(always)]
    fn bits(&self, class: Class, lane: usize, word: usize) -> u64 {
        let bits = |class: Class| self.words[class as usize].get(word).copied().unwrap_or(0);
        let (own, other) = (bits(class), bits(class.other()));
        if own & other == 0 {
            return own;
        }
        let random = self.mixed.random_in(lane, word);
        own & (!other | if class == Class::Random { random } else { !random })
    }
}
