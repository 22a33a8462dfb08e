//! Slots whose page is random in some pools and sequential in others.
//!
//! Kept twice, because it is asked for in two ways. A reference asks for all pools of one slot:
//! those are words in the order of the slots, found by counting the slots that have one. A
//! watermark asks for one pool and the slots that follow: those are bitmaps by pool, in lines of
//! 512 slots, so that a pool reads a line from memory once in 512 slots.

use crate::memory::Zeroed;
use crate::simd::prefetch;

/// Words of a pool's line.
pub(super) const LINE: usize = 8;

pub(super) struct Mixed {
    pools: usize,
    /// The slots that have a word, and how many have before each 64.
    slots: Zeroed<u64>,
    before: Zeroed<u32>,
    /// Where the lines of 512 slots start, counted in pools and from 1; 0 where there are none.
    lines: Zeroed<u32>,
    stores: Stores,
    /// The stores of the slots before the last compaction, to be used again at the next: memory
    /// that the system would have to clear costs more than all else here.
    spare: Stores,
}

/// Memory for as many words and lines as there can be, of which the system gives what is used.
struct Stores {
    words: Zeroed<u64>,
    used_words: usize,
    /// A line for each pool: the slots where the page is random.
    lines: Zeroed<[u64; LINE]>,
    used_lines: usize,
}

impl Stores {
    fn new(slots: usize, pools: usize) -> Stores {
        let words = if pools == 0 { 0 } else { slots };
        let lines = words.div_ceil(64 * LINE) * pools;
        Stores { words: Zeroed::new(words), used_words: 0, lines: Zeroed::new(lines), used_lines: 0 }
    }

    /// These, empty, where they are large enough.
    fn emptied(self, slots: usize, pools: usize) -> Stores {
        if self.words.len() < slots && pools != 0 {
            return Stores::new(slots, pools);
        }
        Stores { used_words: 0, used_lines: 0, ..self }
    }
}

impl Mixed {
    /// None. `pools` is 0 where the class of a page is the same in all.
    pub(super) fn new(slots: usize, pools: usize) -> Mixed {
        Mixed::with(Stores::new(slots, pools), slots, pools)
    }

    /// None of other slots, of the same pools; these here can still be read.
    pub(super) fn successor(&mut self, slots: usize) -> Mixed {
        let spare = std::mem::replace(&mut self.spare, Stores::new(0, self.pools));
        Mixed::with(spare.emptied(slots, self.pools), slots, self.pools)
    }

    fn with(stores: Stores, slots: usize, pools: usize) -> Mixed {
        let words = if pools == 0 { 0 } else { slots.div_ceil(64) };
        Mixed {
            pools,
            slots: Zeroed::new(words),
            before: Zeroed::new(words),
            lines: Zeroed::new(words.div_ceil(LINE)),
            stores,
            spare: Stores::new(0, pools),
        }
    }

    /// Keeps what those before, which are not read any more, had.
    pub(super) fn reuse(&mut self, before: Mixed) {
        self.spare = before.stores;
    }

    /// Notes the pools where the page of `slot` is random. Slots come in ascending order.
    #[inline(always)]
    pub(super) fn put(&mut self, slot: u32, random: u64) {
        let (word, bit) = (slot as usize >> 6, 1 << (slot & 63));
        let Stores { words, used_words, lines, used_lines } = &mut self.stores;
        if self.slots[word] == 0 {
            self.before[word] = *used_words as u32;
        }
        self.slots[word] |= bit;
        words[*used_words] = random;
        *used_words += 1;
        let end = &mut self.lines[word / LINE];
        if *end == 0 {
            lines[*used_lines..][..self.pools].fill([0; LINE]);
            *used_lines += self.pools;
            *end = (*used_lines / self.pools) as u32;
        }
        let lines = &mut lines[(*end as usize - 1) * self.pools..][..self.pools];
        let mut rest = random;
        while rest != 0 {
            lines[rest.trailing_zeros() as usize][word % LINE] |= bit;
            rest &= rest - 1;
        }
    }

    /// Asks for what says where the word of `slot` is.
    #[inline(always)]
    pub(super) fn prefetch_place(&self, slot: u32) {
        if self.pools != 0 {
            prefetch(self.slots.as_ptr().wrapping_add(slot as usize >> 6));
            prefetch(self.before.as_ptr().wrapping_add(slot as usize >> 6));
        }
    }

    /// Asks for the word of `slot`, if it was put.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: u32) {
        let (word, bit) = (slot as usize >> 6, 1 << (slot & 63));
        if let (Some(&slots), Some(&before)) = (self.slots.get(word), self.before.get(word)) {
            let before = before as usize + (slots & (bit - 1)).count_ones() as usize;
            prefetch(self.stores.words.as_ptr().wrapping_add(before));
        }
    }

    /// Asks for the line of a pool.
    #[inline(always)]
    pub(super) fn prefetch_line(&self, lane: usize, line: usize) {
        if let Some(&end) = self.lines.get(line) {
            let at = (end as usize).wrapping_sub(1).wrapping_mul(self.pools).wrapping_add(lane);
            prefetch(self.stores.lines.as_ptr().wrapping_add(at));
        }
    }

    /// The pools where the page of `slot`, which was put, is random.
    #[inline(always)]
    pub(super) fn random_at(&self, slot: u32) -> u64 {
        let (word, bit) = (slot as usize >> 6, 1 << (slot & 63));
        let before = (self.slots[word] & (bit - 1)).count_ones();
        self.stores.words[(self.before[word] + before) as usize]
    }

    /// Among 64 slots, of which one or more were put, those whose page is random in pool `lane`.
    #[inline(always)]
    pub(super) fn random_in(&self, lane: usize, word: usize) -> u64 {
        let end = self.lines[word / LINE] as usize;
        self.stores.lines[(end - 1) * self.pools + lane][word % LINE]
    }
}
