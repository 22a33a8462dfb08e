//! PGSTEAL(FIFO) and PGSTEAL(NONE): when a page was read, not when it was used, decides.
//!
//! When a page was read depends on the pool, so that no watermark over last accesses serves. But
//! with one bit per pool a page knows where it is resident; a hit then costs one load for all
//! pools, and a miss one entry of that pool's queue. In the queue of a pool are just its resident
//! pages.
//!
//! PGSTEAL(NONE) is the same with a main area: the first pages of the trace, in the order of
//! their first access, are never stolen; the queue is the overflow area. Reads into the main area
//! count as prefetch, since Db2 reads ahead into it.

use std::collections::VecDeque;

use super::counts::Counts;
use super::{LANES, PoolRow, PoolSettings, SettingsError};
use crate::map::PageMap;
use crate::reference::{Access, ByAccess, Columns};
use crate::units::References;

/// The overflow area of PGSTEAL(NONE): a tenth of the pool, within these bounds.
const OVERFLOW_SHARE: u64 = 10;
const OVERFLOW: std::ops::RangeInclusive<u64> = 50..=6_400;

struct Queue {
    /// Pages of the main area: those numbered below.
    main: u64,
    /// Buffers that the queue may take.
    room: usize,
    pages: VecDeque<u32>,
}

pub(super) struct FifoGroup {
    settings: Vec<PoolSettings>,
    queues: Vec<Queue>,
    /// Page to its number, in the order of first access.
    map: PageMap,
    /// For each page number, the pools where the page is resident.
    resident: Vec<u64>,
    counts: Counts,
    in_memory: bool,
}

impl FifoGroup {
    pub(super) fn fifo(settings: &[PoolSettings]) -> FifoGroup {
        Self::new(settings, |_| 0, false)
    }

    pub(super) fn in_memory(settings: &[PoolSettings]) -> FifoGroup {
        let main = |size: u64| {
            let overflow = (size / OVERFLOW_SHARE).clamp(*OVERFLOW.start(), *OVERFLOW.end());
            size.saturating_sub(overflow)
        };
        Self::new(settings, main, true)
    }

    fn new(settings: &[PoolSettings], main: impl Fn(u64) -> u64, in_memory: bool) -> FifoGroup {
        let queue = |settings: &PoolSettings| {
            let main = main(settings.size.0);
            Queue { main, room: (settings.size.0 - main) as usize, pages: VecDeque::new() }
        };
        FifoGroup {
            settings: settings.to_vec(),
            queues: settings.iter().map(queue).collect(),
            map: PageMap::new(),
            resident: Vec::new(),
            counts: Counts::new(),
            in_memory,
        }
    }

    pub(super) fn push(&mut self, references: Columns<'_>) {
        let all = u64::MAX >> (LANES - self.queues.len());
        for (page, touch) in references.iter() {
            let number = match self.map.get(page) {
                Some(number) => number,
                None => {
                    let number = self.resident.len() as u32;
                    self.resident.push(0);
                    self.map.insert(page, number);
                    number
                }
            };
            let mut missing = all & !self.resident[number as usize];
            self.resident[number as usize] = all;
            while missing != 0 {
                let lane = missing.trailing_zeros() as usize;
                missing &= missing - 1;
                self.read(lane, number, touch.access());
            }
        }
        self.counts.settle(&self.settings);
    }

    fn read(&mut self, lane: usize, number: u32, access: Access) {
        let queue = &mut self.queues[lane];
        if u64::from(number) < queue.main {
            self.counts.count_preload(lane, access);
            return;
        }
        self.counts.recent[access as usize][lane] += 1;
        queue.pages.push_back(number);
        self.steal(lane);
    }

    fn steal(&mut self, lane: usize) {
        let queue = &mut self.queues[lane];
        while queue.pages.len() > queue.room {
            if let Some(stolen) = queue.pages.pop_front() {
                self.resident[stolen as usize] &= !(1 << lane);
            }
        }
    }

    pub(super) fn alter(&mut self, lane: usize, settings: PoolSettings) -> Result<(), SettingsError> {
        if self.in_memory {
            return Err(SettingsError::Fixed);
        }
        self.settings[lane] = settings;
        self.queues[lane].room = settings.size.0 as usize;
        self.steal(lane);
        Ok(())
    }

    pub(super) fn rows(&self, getpages: ByAccess<References>) -> Vec<PoolRow> {
        let pools = self.settings.iter().enumerate();
        pools.map(|(lane, settings)| self.counts.row(lane, *settings, getpages)).collect()
    }
}
