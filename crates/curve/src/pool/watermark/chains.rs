//! The two chains over time slots, one bitmap each, shared by all pools of a group.
//!
//! A bit says that a page last accessed in this slot is of this class in some pool. Where the
//! class depends on the pool a slot may have both bits, and then the word of `random` says in
//! which pools the page is random.

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
    /// For slots with both bits: the pools where the page is random. Empty where the class does
    /// not depend on the pool.
    pub(super) random: Zeroed<u64>,
    /// The next slot.
    pub(super) now: u32,
}

impl Chains {
    pub(super) fn new(slots: usize, mixed: bool) -> Chains {
        let words = slots.div_ceil(64);
        Chains {
            words: [Zeroed::new(words), Zeroed::new(words)],
            random: Zeroed::new(if mixed { words * 64 } else { 0 }),
            now: 0,
        }
    }

    pub(super) fn slots(&self) -> usize {
        self.words[0].len() * 64
    }

    #[inline(always)]
    pub(super) fn prefetch(&self, slot: u32) {
        for words in &self.words {
            crate::simd::prefetch(words.as_ptr().wrapping_add(slot as usize >> 6));
        }
    }

    #[inline(always)]
    pub(super) fn has(&self, class: Class, slot: u32) -> bool {
        self.words[class as usize][slot as usize >> 6] >> (slot & 63) & 1 != 0
    }

    /// The pools in which the page of `slot` is random.
    #[inline(always)]
    pub(super) fn random_at(&self, slot: u32) -> u64 {
        match (self.has(Class::Random, slot), self.has(Class::Sequential, slot)) {
            (true, true) => self.random[slot as usize],
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
            self.random[slot as usize] = random;
        }
        self.now += 1;
        slot
    }

    /// Whether the page of `slot`, which has both bits, is of this class in pool `lane`.
    #[inline(always)]
    pub(super) fn is_of(&self, class: Class, slot: u32, lane: usize) -> bool {
        (self.random[slot as usize] >> lane & 1 != 0) == (class == Class::Random)
    }
}
