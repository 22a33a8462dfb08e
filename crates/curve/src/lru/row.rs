//! Getpages and reads of a pool of one size that starts empty.

use super::histogram::Histogram;
use crate::reference::ByAccess;
use crate::units::{Pages, References};

/// What a pool of one size would have read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CurveRow {
    /// Size of the pool.
    pub size: Pages,
    /// Getpages; the same at every size.
    pub getpages: ByAccess<References>,
    /// Getpages whose page was not in the pool.
    pub reads: ByAccess<References>,
}

impl CurveRow {
    /// Reads per getpage, over all access types.
    pub fn read_ratio(&self) -> f64 {
        self.reads.total().share_of(self.getpages.total())
    }
}

/// A row for each size, in ascending order of size.
pub(super) fn rows(histogram: &Histogram, getpages: ByAccess<References>, sizes: &[Pages]) -> Vec<CurveRow> {
    let mut ascending = sizes.to_vec();
    ascending.sort_unstable();
    let hits = histogram.hits(&ascending);
    let row = |(&size, hits): (&Pages, ByAccess<References>)| {
        let mut reads = getpages;
        for (reads, hits) in reads.0.iter_mut().zip(hits.0) {
            *reads = *reads - hits;
        }
        CurveRow { size, getpages, reads }
    };
    ascending.iter().zip(hits).map(row).collect()
}
