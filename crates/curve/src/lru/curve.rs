//! The curve: getpages and reads by access type, at any size.

use super::first::FirstTouches;
use super::histogram::Histogram;
use super::warm::{self, WarmRow};
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

/// The reads of every size of a plain LRU pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LruCurve {
    pub(super) histogram: Histogram,
    pub(super) getpages: ByAccess<References>,
    pub(super) first_touches: FirstTouches,
    pub(super) pages: Pages,
}

impl LruCurve {
    /// Getpages by access type.
    pub fn getpages(&self) -> ByAccess<References> {
        self.getpages
    }

    /// The first reference to each page, by access type: reads of an empty pool that no size avoids.
    pub fn first_touches(&self) -> ByAccess<References> {
        self.first_touches.counts()
    }

    /// Different pages referenced. A larger pool than this brings nothing.
    pub fn pages(&self) -> Pages {
        self.pages
    }

    /// A row for each size, in ascending order of size.
    pub fn rows(&self, sizes: &[Pages]) -> Vec<CurveRow> {
        rows(&self.histogram, self.getpages, sizes)
    }

    /// What a pool reads that was in use before the trace, in ascending order of size.
    pub fn warm_rows(&self, sizes: &[Pages]) -> Vec<WarmRow> {
        warm::rows(&self.histogram, self.getpages, &self.first_touches, sizes)
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
