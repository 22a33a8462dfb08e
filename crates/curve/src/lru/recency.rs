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
//! of its slot is one masked subtraction per level. Slots only open at the end: a lane gets its
//! value when its first slot opens, a line all its bits, of which no count reaches those of slots
//! still to come. So putting a page at the end writes nothing. When the slots are used up the
//! caller compacts: every page's slot becomes its rank.
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

impl Default for Recency {
    /// No pages, and no room.
    fn default() -> Recency {
        Recency {
            lines: Zeroed::new(0),
            level1: Zeroed::new(0),
            level2: Zeroed::new(0),
            level3: Zeroed::new(0),
            level4: Zeroed::new(0),
            now: 0,
            live: 0,
        }
    }
}

impl Recency {
    pub(crate) fn new() -> Recency {
        let mut recency = Recency::default();
        recency.compact(0);
        recency
    }

    /// How many pages are in the order.
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// The slot of the next access.
    pub(crate) fn now(&self) -> u32 {
        self.now
    }

    /// How many accesses fit before the next compaction.
    pub(crate) fn room(&self) -> usize {
        self.lines.len() * 512 - self.now as usize
    }

    /// The order in hand, for a kernel's loop.
    #[inline(always)]
    pub(crate) fn hand(&mut self) -> Hand<'_> {
        Hand {
            lines: &mut self.lines,
            level1: &mut self.level1,
            level2: &mut self.level2,
            level3: &mut self.level3,
            level4: &mut self.level4,
            now: self.now,
            live: self.live,
            kept: (&mut self.now, &mut self.live),
        }
    }

    /// The rank of every slot, for as long as nothing is accessed: costs far less than from the
    /// levels.
    pub(crate) fn into_ranks(self) -> Ranks {
        // The map also asks for slot 0, of its unused entries, before any access was.
        let used = (self.now.div_ceil(512) as usize).max(1);
        let mut before = 0;
        let counts = self.lines[..used].iter().map(|line| {
            let here = before;
            before += line.0.iter().map(|bits| bits.count_ones()).sum::<u32>();
            here
        });
        Ranks { before: counts.collect(), recency: self }
    }

    /// Makes slots 0 to `live` - 1 those of the pages, and room for at least `more` accesses and
    /// one and a half times as many as pages. The caller has replaced each slot by its rank.
    pub(crate) fn compact(&mut self, more: u32) {
        let wanted = u64::from(self.live) + u64::from(more).max(u64::from(self.live) * 3 / 2).max(1);
        // Slots are u32: beyond 1.7 billion pages compactions only come more often.
        let grains = wanted.div_ceil(u64::from(GRAIN)).min(u64::from(u32::MAX / GRAIN)) as usize;
        // What the arrays hold is of no account: each line and lane is set when it opens.
        if grains << 9 > self.lines.len() {
            *self = Recency { live: self.live, ..Recency::default() };
            self.lines = Zeroed::new(grains << 9);
            self.level1 = Zeroed::new(grains << 4);
            self.level2 = Zeroed::new(grains);
            self.level3 = Zeroed::new(grains.div_ceil(16));
            self.level4 = Zeroed::new(grains.div_ceil(256));
        }

        let pages = std::mem::take(&mut self.live);
        let mut hand = self.hand();
        hand.now = 0;
        while hand.now < pages {
            hand.live = hand.now;
            hand.open(hand.now);
            hand.now = pages.min(hand.now + 512);
        }
        hand.live = pages;
        hand.put_back();
    }
}

/// A [`Recency`] whose counters the compiler can keep in registers: it cannot where they are
/// fields behind a reference and arrays are written in between.
pub(crate) struct Hand<'a> {
    lines: &'a mut [Line],
    level1: &'a mut [Lanes16],
    level2: &'a mut [Lanes32],
    level3: &'a mut [Lanes32],
    level4: &'a mut [Lanes32],
    now: u32,
    live: u32,
    kept: (&'a mut u32, &'a mut u32),
}

impl Hand<'_> {
    /// Ends the use. Without it the accesses are lost.
    #[inline(always)]
    pub(crate) fn put_back(self) {
        *self.kept.0 = self.now;
        *self.kept.1 = self.live;
    }

    /// Asks for the cache line that [`Self::take`] of `slot` will wait for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: u32) {
        crate::simd::prefetch(self.lines.as_ptr().wrapping_add(slot as usize >> 9));
    }

    /// How many pages are in the order.
    #[inline(always)]
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// Takes the page of `slot` out of the order, and returns how many pages were last accessed
    /// before it. The count of pages is the caller's to lower.
    #[inline(always)]
    fn take<I: Isa>(&mut self, slot: u32) -> u32 {
        let at = slot as usize;
        let (lane1, lane2, lane3, lane4) = (slot >> 9 & 31, slot >> 14 & 15, slot >> 18 & 15, slot >> 22 & 15);
        let line = &mut self.lines[at >> 9];
        let mut older = I::take_bit(&mut line.0, slot & 511);
        let node = &mut self.level1[at >> 14].0;
        older += u32::from(node[lane1 as usize]);
        I::decrement_from_u16(node, lane1 + 1);
        let node = &mut self.level2[at >> 18].0;
        older += node[lane2 as usize];
        I::decrement_from_u32(node, lane2 + 1);
        let node = &mut self.level3[at >> 22].0;
        older += node[lane3 as usize];
        I::decrement_from_u32(node, lane3 + 1);
        let node = &mut self.level4[at >> 26].0;
        older += node[lane4 as usize];
        I::decrement_from_u32(node, lane4 + 1);
        // There is a vector of level 4 for each 64 million slots.
        for lanes in &mut self.level4[(at >> 26) + 1..] {
            I::decrement_from_u32(&mut lanes.0, 0);
        }
        older
    }

    /// Puts a page at the end of the order and returns its slot. The caller has seen to room.
    #[inline(always)]
    pub(crate) fn append(&mut self) -> u32 {
        let slot = self.now;
        if slot & 511 == 0 {
            self.open(slot);
        }
        self.now += 1;
        self.live += 1;
        slot
    }

    /// Moves a page from `slot` to the end; its new slot, and how many pages were accessed
    /// before it.
    #[inline(always)]
    pub(crate) fn renew<I: Isa>(&mut self, slot: u32) -> (u32, u32) {
        let older = self.take::<I>(slot);
        let slot = self.now;
        if slot & 511 == 0 {
            self.live -= 1;
            self.open(slot);
            self.live += 1;
        }
        self.now += 1;
        (slot, older)
    }

    /// Takes the page of `slot` out for good, and returns how many pages were last accessed before
    /// it.
    #[inline(always)]
    pub(crate) fn forget<I: Isa>(&mut self, slot: u32) -> u32 {
        let older = self.take::<I>(slot);
        self.live -= 1;
        older
    }

    /// Gives the lanes that start at `slot` their values, and sets the bits of the line: no count
    /// reaches those of slots that are still to come. All pages are before it.
    fn open(&mut self, slot: u32) {
        let at = slot as usize;
        self.lines[at >> 9] = Line([u64::MAX; 8]);
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
}

/// The rank of every slot of a [`Recency`].
pub(crate) struct Ranks {
    recency: Recency,
    /// How many bits are set before each line.
    before: Vec<u32>,
}

impl Ranks {
    /// How many pages were last accessed before the page of `slot`.
    #[inline(always)]
    pub(crate) fn of<I: Isa>(&self, slot: u32) -> u32 {
        let line = slot as usize >> 9;
        self.before[line] + I::count_before(&self.recency.lines[line].0, slot & 511)
    }

    /// The order as it was.
    pub(crate) fn into_recency(self) -> Recency {
        self.recency
    }
}
