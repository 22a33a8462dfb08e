//! One reference against 64 pools.

use super::chains::{Chains, Class};
use super::marks::Marks;
use crate::map::{Ahead, PageMap};
use crate::pool::counts::Counts;
use crate::pool::{ClassRule, PoolRow, PoolSettings};
use crate::reference::{Access, ByAccess, Columns};
use crate::simd::{InstructionSet, Isa, LANES, Lanes, Portable, dispatch};
use crate::units::{Pages, References};

/// References between checks for room and settlements of counts.
const BLOCK: usize = 4096;

/// References between asking for the pools where a page is random and its use.
const MIXED_AHEAD: usize = 8;

/// The value in the map of a page that is resident nowhere.
pub(super) const ABSENT: u32 = u32::MAX;

/// Up to 64 pools with PGSTEAL(LRU).
pub(in crate::pool) struct LruGroup {
    pub(in crate::pool) set: InstructionSet,
    settings: Vec<PoolSettings>,
    rule: ClassRule,
    /// Page to the slot of its last access, or [`ABSENT`].
    pub(super) map: PageMap,
    pub(super) chains: Chains,
    pub(super) marks: Marks,
    counts: Counts,
    /// A bit for each pool.
    all: u64,
}

impl LruGroup {
    /// At most 64 pools.
    pub(in crate::pool) fn new(settings: &[PoolSettings], rule: ClassRule) -> LruGroup {
        let mut marks = Marks::new();
        for (lane, settings) in settings.iter().enumerate() {
            marks.free.0[lane] = settings.size.0 as u32;
            marks.quota.0[lane] = settings.vpseqt.of(settings.size.0) as u32;
        }
        LruGroup {
            set: InstructionSet::best(),
            settings: settings.to_vec(),
            rule,
            map: PageMap::new(),
            chains: Chains::new(2 * BLOCK, if rule == ClassRule::LastAccess { 0 } else { settings.len() }),
            marks,
            counts: Counts::new(),
            all: u64::MAX >> (LANES - settings.len()),
        }
    }

    pub(in crate::pool) fn push(&mut self, references: Columns<'_>) {
        let set = self.set;
        let mut rest = references;
        while !rest.is_empty() {
            let (block, after) = rest.split_at(BLOCK);
            rest = after;
            if self.chains.slots() - (self.chains.now as usize) < block.len() {
                self.compact(block.len());
            }
            let state = &mut *self;
            dispatch!(set, push_block, (state: &mut LruGroup, block: Columns<'_>));
            self.counts.settle(&self.settings);
        }
    }

    /// Changes one pool; see [`crate::pool::PoolGrid::alter`].
    pub(in crate::pool) fn alter(&mut self, lane: usize, settings: PoolSettings) {
        let marks = &mut self.marks;
        let used = self.settings[lane].size.0 as u32 - marks.free.0[lane];
        let size = settings.size.0 as u32;
        marks.quota.0[lane] = settings.vpseqt.of(settings.size.0) as u32;
        for _ in size..used {
            let above = marks.sequential.0[lane] > marks.quota.0[lane];
            marks.steal::<Portable>(&self.chains, 1 << lane, above);
        }
        marks.free.0[lane] = size.saturating_sub(used);
        self.settings[lane] = settings;
    }

    pub(in crate::pool) fn rows(&self, getpages: ByAccess<References>) -> Vec<PoolRow> {
        let pools = self.settings.iter().enumerate();
        pools.map(|(lane, settings)| self.counts.row(lane, *settings, getpages)).collect()
    }

    pub(in crate::pool) fn sequential_pages(&self) -> Vec<Pages> {
        let pools = self.marks.sequential.0[..self.settings.len()].iter();
        pools.map(|&pages| Pages(u64::from(pages))).collect()
    }

    /// One reference to a page whose last access is in `slot`, if it has one. Returns the new
    /// slot.
    #[inline(always)]
    fn reference<I: Isa>(&mut self, slot: Option<u32>, access: Access) -> u32 {
        let sequential = access != Access::Random;
        // The pools where the page is resident, and those where it is random, resident or not.
        let (hit, random) = match slot {
            None => (0, 0),
            Some(slot) => {
                let random = self.chains.random_at(slot);
                let hit = self.marks.resident::<I>(slot, random) & self.all;
                self.chains.clear(slot);
                if random != 0 {
                    self.marks.left::<I>(&self.chains, Class::Random, slot);
                }
                if random != u64::MAX {
                    self.marks.left::<I>(&self.chains, Class::Sequential, slot);
                }
                (hit, random)
            }
        };
        let missing = self.all & !hit;
        let now_random = self.all
            & match (self.rule, sequential) {
                (ClassRule::LastAccess | ClassRule::KeepRandom, false) => u64::MAX,
                (ClassRule::LastAccess, true) => 0,
                (ClassRule::KeepRandom | ClassRule::AsRead, true) => hit & random,
                (ClassRule::AsRead, false) => !hit | random,
            };
        let now_sequential = self.all & !now_random;

        if missing != 0 {
            I::increment(&mut self.counts.recent[access as usize], missing);
            let full = I::equal(&self.marks.free, 0) & missing;
            I::decrement(&mut self.marks.free, missing & !full);
            if full != 0 {
                self.marks.steal::<I>(&self.chains, full, sequential);
            }
        }
        let was_sequential = hit & !random;
        let fewer = was_sequential & now_random;
        let more = now_sequential & !was_sequential;
        if fewer != 0 {
            I::decrement(&mut self.marks.sequential, fewer);
        }
        if more != 0 {
            I::increment(&mut self.marks.sequential.0, more);
        }

        let now = self.chains.append(now_random, now_sequential);
        for (class, pools) in [(Class::Random, now_random), (Class::Sequential, now_sequential)] {
            if pools != 0 {
                I::lower(&mut self.marks.oldest[class as usize], pools, now);
            }
        }
        now
    }
}

#[inline(always)]
fn push_block<I: Isa>(_: I, state: &mut LruGroup, block: Columns<'_>) {
    let mut ahead = Ahead::new::<I>(&state.map, block.pages(), |slot| state.chains.prefetch(slot));
    for (index, (page, touch)) in block.iter().enumerate() {
        let place = ahead.find::<I>(&state.map, index, |slot| state.chains.prefetch(slot));
        if let Some(slot) = ahead.peek(index, MIXED_AHEAD) {
            state.chains.prefetch_mixed(slot);
        }
        if let Some(value) = place {
            // SAFETY: the look ahead starts again when a table has grown.
            let slot = Some(unsafe { value.get() }).filter(|&slot| slot != ABSENT);
            let slot = state.reference::<I>(slot, touch.access());
            // SAFETY: as above.
            unsafe { value.set(slot) };
        } else {
            let slot = state.reference::<I>(None, touch.access());
            if state.map.insert(page, slot) {
                ahead.restart::<I>(&state.map, index + 1, |slot| state.chains.prefetch(slot));
            }
        }
    }
}

/// Lanes without a pool never miss: they have no bit in `all`.
const _: () = assert!(size_of::<Lanes>() == 4 * LANES);
