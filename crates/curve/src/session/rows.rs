//! What is asked of a session: pools with their counts, and rows of their curves.

use crate::pool::PoolRow;
use crate::reference::ByAccess;
use crate::units::{Pages, References};

/// What is known of one pool of a trace.
#[derive(Debug, Clone, PartialEq)]
pub struct PoolSummary {
    /// Its name; `trace` where the trace names none and no name was given.
    pub pool: String,
    /// Getpages, by access type.
    pub getpages: ByAccess<References>,
    /// Different pages; none without an exact curve.
    pub pages: Option<Pages>,
    /// References that were the first to their page; none without an exact curve.
    pub first_touches: Option<ByAccess<References>>,
    /// The share of the pages in the sample, where the curve is that of one.
    pub sample: Option<f64>,
}

/// What a plain LRU pool of one size, or the clairvoyant bound, would have read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LruRow {
    /// Size of the pool.
    pub size: Pages,
    /// Reads, by access type.
    pub reads: ByAccess<References>,
    /// The 95 % band of reads per getpage, where they are estimated from a sample.
    pub band: Option<(f64, f64)>,
}

/// What a simulated pool of Db2 would have read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SimulatedRow {
    /// Its settings, getpages, misses and reads.
    pub pool: PoolRow,
    /// Sequential pages in it at the end.
    pub sequential_pages: Pages,
    /// The most sequential pages that the second of the two watched pools has had beyond the first, and the first
    /// beyond the second; 0 where none are watched.
    pub highest: [Pages; 2],
}
