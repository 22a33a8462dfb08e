//! The order of last accesses: which slot of time each page was last accessed in, and how many
//! pages have been accessed since.
//!
//! Each access takes the next slot; a bit says that some page was last accessed there. Counting
//! the bits before a slot is the whole problem. Prefix counts stand beside the bitmap in four
//! levels, each lane the number of set bits in its node *before* the lane's child:
//!
//! | level | lanes | a lane covers | a node covers |
//! |---|---|---|---|
//! | line | 512 bits | 1 slot | 512 slots |
//! | 1 | 32 x u16 | 512 | 16,384 |
//! | 2 | 16 x u32 | 16,384 | 262,144 |
//! | 3 | 16 x u32 | 262,144 | 4,194,304 |
//! | 4 | u32 | 4,194,304 | everything |
//!
//! So a count is four additions and the population count of one cache line, and taking a page out
//! of its slot is one masked subtraction per level. Slots only open at the end, where a lane gets
//! its value when its first slot opens: an access touches no counter. When the slots are used up
//! the caller compacts: every page's slot becomes its rank.
//!
//! With slots for 2.5 times the pages this is 0.3 bytes per page, all but the bitmap itself in
//! the second-level cache, where a tree would be dependent accesses to memory.

use crate::memory::{Zero, Zeroed};
use crate::simd::Isa;

/// Slots of a level 3 lane: capacity is a multiple of it.
const GRAIN: u32 = 1 << 18;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([u64; 8]);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes16([u16; 32]);

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lanes32([u32; 16]);

// SAFETY: integers.
unsafe impl Zero for Line {}
// SAFETY: integers.
unsafe impl Zero for Lanes16 {}
// SAFETY: integers.
unsafe impl Zero for Lanes32 {}

/// Time slots, which of them are some page's last access, and how many before each are.
pub(crate) struct Recency {
    lines: Zeroed<Line>,
    level1: Zeroed<Lanes16>,
    level2: Zeroed<Lanes32>,
    level3: Zeroed<Lanes32>,
    level4: Zeroed<Lanes32>,
    /// The next slot.
    now: u32,
    /// Set bits: pages.
    live: u32,
}

impl Recency {
    pub(crate) fn new() -> Recency {
        let mut recency = Recency {
            lines: Zeroed::new(0),
            level1: Zeroed::new(0),
            level2: Zeroed::new(0),
            level3: Zeroed::new(0),
            level4: Zeroed::new(0),
            now: 0,
            live: 0,
        };
        recency.compact(0);
        recency
    }

    /// How many pages are in the order.
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// How many accesses fit before the next compaction.
    pub(crate) fn room(&self) -> usize {
        self.lines.len() * 512 - self.now as usize
    }

    /// Asks for the cache line that [`Self::older`] and [`Self::remove`] of `slot` will wait for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: u32) {
        crate::simd::prefetch(self.lines.as_ptr().wrapping_add(slot as usize >> 9));
    }

    /// How many pages were last accessed before the page of `slot`.
    #[inline(always)]
    pub(crate) fn older<I: Isa>(&self, slot: u32) -> u32 {
        let at = slot as usize;
        I::count_before(&self.lines[at >> 9].0, slot & 511)
            + u32::from(self.level1[at >> 14].0[at >> 9 & 31])
            + self.level2[at >> 18].0[at >> 14 & 15]
            + self.level3[at >> 22].0[at >> 18 & 15]
            + self.level4[at >> 26].0[at >> 22 & 15]
    }

    /// Takes the page of `slot` out of the order.
    #[inline(always)]
    pub(crate) fn remove<I: Isa>(&mut self, slot: u32) {
        let at = slot as usize;
        self.lines[at >> 9].0[at >> 6 & 7] &= !(1 << (at & 63));
        I::decrement_from_u16(&mut self.level1[at >> 14].0, (slot >> 9 & 31) + 1);
        I::decrement_from_u32(&mut self.level2[at >> 18].0, (slot >> 14 & 15) + 1);
        I::decrement_from_u32(&mut self.level3[at >> 22].0, (slot >> 18 & 15) + 1);
        // All vectors of level 4, whether they have lanes after this one or not: there is one for
        // each 64 million slots.
        let mut first = (slot >> 22) as i32 + 1;
        for lanes in self.level4.iter_mut() {
            I::decrement_from_u32(&mut lanes.0, first.clamp(0, 16) as u32);
            first -= 16;
        }
    }

    /// Puts a page at the end of the order and returns its slot. The caller has seen to room.
    #[inline(always)]
    pub(crate) fn append(&mut self) -> u32 {
        let slot = self.now;
        if slot & 511 == 0 {
            self.open(slot);
        }
        self.lines[slot as usize >> 9].0[slot as usize >> 6 & 7] |= 1 << (slot & 63);
        self.now += 1;
        self.live += 1;
        slot
    }

    /// Moves a page from `slot` to the end: the same as remove and append.
    #[inline(always)]
    pub(crate) fn renew<I: Isa>(&mut self, slot: u32) -> u32 {
        self.remove::<I>(slot);
        self.live -= 1;
        self.append()
    }

    /// Takes a page out for good.
    pub(crate) fn forget<I: Isa>(&mut self, slot: u32) {
        self.remove::<I>(slot);
        self.live -= 1;
    }

    /// Gives the lanes that start at `slot` their values. All pages are before it.
    #[inline(always)]
    fn open(&mut self, slot: u32) {
        let at = slot as usize;
        let mut rest = self.live;
        if slot & 0x3F_FFFF == 0 {
            self.level4[at >> 26].0[at >> 22 & 15] = rest;
        }
        rest -= self.level4[at >> 26].0[at >> 22 & 15];
        if slot & 0x3_FFFF == 0 {
            self.level3[at >> 22].0[at >> 18 & 15] = rest;
        }
        rest -= self.level3[at >> 22].0[at >> 18 & 15];
        if slot & 0x3FFF == 0 {
            self.level2[at >> 18].0[at >> 14 & 15] = rest;
        }
        rest -= self.level2[at >> 18].0[at >> 14 & 15];
        self.level1[at >> 14].0[at >> 9 & 31] = rest as u16;
    }

    /// Makes slots 0 to `live` - 1 those of the pages, and room for at least `more` accesses and
    /// one and a half times as many as pages. The caller has replaced each slot by its rank.
    pub(crate) fn compact(&mut self, more: u32) {
        let wanted = u64::from(self.live) + u64::from(more).max(u64::from(self.live) * 3 / 2).max(1);
        // Slots are u32: beyond 1.7 billion pages compactions only come more often.
        let grains = wanted.div_ceil(u64::from(GRAIN)).min(u64::from(u32::MAX / GRAIN)) as usize;
        if grains << 9 > self.lines.len() {
            self.lines = Zeroed::new(grains << 9);
            self.level1 = Zeroed::new(grains << 4);
            self.level2 = Zeroed::new(grains);
            self.level3 = Zeroed::new(grains.div_ceil(16));
            self.level4 = Zeroed::new(grains.div_ceil(256));
        } else {
            self.lines.fill(Line([0; 8]));
        }

        let pages = std::mem::take(&mut self.live);
        self.now = 0;
        while self.now < pages {
            if self.now & 511 == 0 {
                self.open(self.now);
            }
            let bits = (pages - self.now).min(64);
            self.lines[self.now as usize >> 9].0[self.now as usize >> 6 & 7] = u64::MAX >> (64 - bits);
            self.now += bits;
            self.live += bits;
        }
    }
}
