//! Misses to reads, split as Db2 splits them.

use super::{LANES, PoolSettings};
use crate::reference::{Access, ByAccess};
use crate::units::References;

/// Reads, as in the statistics of a pool (QBST).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PoolReads {
    /// Synchronous reads for random getpages.
    pub synchronous_random: References,
    /// Synchronous reads for sequential getpages: those of a pool with VPSEQT 0.
    pub synchronous_sequential: References,
    /// Pages read by sequential, list and dynamic prefetch.
    pub asynchronous: References,
}

impl PoolReads {
    /// All pages read.
    pub fn total(&self) -> References {
        self.synchronous_random + self.synchronous_sequential + self.asynchronous
    }
}

/// What one pool of the grid would have read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolRow {
    /// The settings at the end of the trace.
    pub settings: PoolSettings,
    /// Getpages by access type; the same for every pool.
    pub getpages: ByAccess<References>,
    /// Getpages whose page was not in the pool, by access type.
    pub misses: ByAccess<References>,
    /// The same as reads.
    pub reads: PoolReads,
}

/// Misses of one group, counted in 32 bits between calls of [`Counts::settle`].
pub(super) struct Counts {
    pub(super) recent: [[u32; LANES]; 4],
    misses: [[u64; 4]; LANES],
    reads: [PoolReads; LANES],
}

impl Counts {
    pub(super) fn new() -> Counts {
        Counts { recent: [[0; LANES]; 4], misses: [[0; 4]; LANES], reads: [PoolReads::default(); LANES] }
    }

    /// Moves the recent misses to the totals, split by the settings that were in force. To be
    /// called before settings change, and before 2^32 references.
    pub(super) fn settle(&mut self, settings: &[PoolSettings]) {
        for (lane, settings) in settings.iter().enumerate() {
            for access in Access::ALL {
                let recent = u64::from(std::mem::take(&mut self.recent[access as usize][lane]));
                self.misses[lane][access as usize] += recent;
                let reads = &mut self.reads[lane];
                *match (access, settings.vpseqt.get()) {
                    (Access::Random, _) => &mut reads.synchronous_random,
                    (_, 0) => &mut reads.synchronous_sequential,
                    _ => &mut reads.asynchronous,
                } += References(recent);
            }
        }
    }

    /// Counts a miss whose page is read ahead of the getpage, whatever the access.
    pub(super) fn count_preload(&mut self, lane: usize, access: Access) {
        self.misses[lane][access as usize] += 1;
        self.reads[lane].asynchronous += References(1);
    }

    pub(super) fn row(&self, lane: usize, settings: PoolSettings, getpages: ByAccess<References>) -> PoolRow {
        PoolRow { settings, getpages, misses: ByAccess(self.misses[lane].map(References)), reads: self.reads[lane] }
    }
}
