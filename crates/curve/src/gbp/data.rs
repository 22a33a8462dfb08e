//! The data entries of all sizes of the group buffer pool at once.
//!
//! A page has the slot of time of its last use and the smallest pool that has it: pools are in
//! ascending order of size, and a page is in pool k where k is not below that, and where its slot
//! is not before the watermark of pool k. When a pool is full the watermark moves to the next
//! slot whose page it has.

use crate::map::PageMap;
use crate::units::{Pages, References};

/// Reads that reached the group buffer pool, at one size.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct DataCounts {
    pub(super) hits: References,
    pub(super) hits_invalid: References,
    pub(super) reads: References,
    pub(super) reads_invalid: References,
}

/// A slot whose page was used again since.
const MOVED: u32 = u32::MAX;

struct Pool {
    size: u64,
    used: u64,
    /// No page of this pool is in a slot before.
    mark: usize,
    counts: DataCounts,
}

pub(super) struct DataEntries {
    /// In ascending order of size.
    pools: Vec<Pool>,
    /// For each size given, its pool.
    order: Vec<usize>,
    /// Page to its slot.
    map: PageMap,
    /// For each slot the smallest pool that has its page, or [`MOVED`].
    smallest: Vec<u32>,
    live: usize,
}

impl DataEntries {
    pub(super) fn new(sizes: &[Pages]) -> DataEntries {
        let mut ascending = sizes.to_vec();
        ascending.sort_unstable();
        ascending.dedup();
        let order = sizes.iter().map(|size| ascending.partition_point(|other| other < size)).collect();
        let pool = |size: Pages| Pool { size: size.0, used: 0, mark: 0, counts: DataCounts::default() };
        DataEntries {
            pools: ascending.into_iter().map(pool).collect(),
            order,
            map: PageMap::new(),
            smallest: Vec::new(),
            live: 0,
        }
    }

    /// A page that a member does not have valid. `enters` where a page read from disk enters.
    pub(super) fn read(&mut self, page: u64, enters: bool, invalid: bool) {
        let first = self.take(page);
        for (index, pool) in self.pools.iter_mut().enumerate() {
            let counts = &mut pool.counts;
            let (all, those_invalid) = if index >= first {
                (&mut counts.hits, &mut counts.hits_invalid)
            } else {
                (&mut counts.reads, &mut counts.reads_invalid)
            };
            *all += References(1);
            *those_invalid += References(u64::from(invalid));
        }
        self.put(page, first, if enters { 0 } else { first });
    }

    /// A changed page: it enters every pool.
    pub(super) fn write(&mut self, page: u64) {
        let first = self.take(page);
        self.put(page, first, 0);
    }

    /// Takes a page out of its slot; the smallest pool that has it, or the number of pools.
    fn take(&mut self, page: u64) -> usize {
        let Some(value) = self.map.get_mut(page) else { return self.pools.len() };
        let slot = std::mem::replace(value, MOVED);
        if slot == MOVED {
            return self.pools.len();
        }
        let slot = slot as usize;
        let entered = std::mem::replace(&mut self.smallest[slot], MOVED) as usize;
        self.live -= 1;
        // The larger the pool, the lower its watermark: those that still have it are the last.
        entered.max(self.pools.partition_point(|pool| pool.mark > slot))
    }

    /// Puts a page that was in the pools from `had` on into those from `first` on.
    fn put(&mut self, page: u64, had: usize, first: usize) {
        // A pool without entries keeps nothing.
        let first = first.max(self.pools.partition_point(|pool| pool.size == 0));
        if first >= self.pools.len() {
            return;
        }
        for index in first..had.min(self.pools.len()) {
            self.make_room(index);
        }
        if self.smallest.len() >= MOVED as usize - 1 || self.smallest.len() > 4 * self.live + 4096 {
            self.compact();
        }
        let slot = self.smallest.len() as u32;
        self.smallest.push(first as u32);
        self.live += 1;
        match self.map.get_mut(page) {
            Some(value) => *value = slot,
            None => {
                self.map.insert(page, slot);
            }
        }
    }

    fn make_room(&mut self, index: usize) {
        let pool = &mut self.pools[index];
        if pool.used < pool.size {
            pool.used += 1;
            return;
        }
        // The oldest page that this pool has leaves; the new one takes its entry.
        while self.smallest[pool.mark] as usize > index {
            pool.mark += 1;
        }
        pool.mark += 1;
    }

    /// Drops slots that were moved from, and pages that no pool has.
    fn compact(&mut self) {
        let lowest = self.pools.last().map_or(0, |pool| pool.mark);
        let mut ranks = Vec::with_capacity(self.smallest.len() + 1);
        let mut kept = 0u32;
        for (slot, smallest) in self.smallest.iter().enumerate() {
            ranks.push(kept);
            kept += u32::from(slot >= lowest && *smallest != MOVED);
        }
        ranks.push(kept);
        for pool in &mut self.pools {
            pool.mark = ranks[pool.mark] as usize;
        }
        self.map.retain(|slot| (slot != MOVED && slot as usize >= lowest).then(|| ranks[slot as usize]));
        let mut slot = 0;
        self.smallest.retain(|smallest| {
            slot += 1;
            slot > lowest && *smallest != MOVED
        });
        self.live = self.smallest.len();
    }

    /// Counts in the order of the sizes given.
    pub(super) fn counts(&self) -> impl Iterator<Item = DataCounts> {
        self.order.iter().map(|&pool| self.pools[pool].counts)
    }
}
