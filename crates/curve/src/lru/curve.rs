//! The curve: getpages and reads by access type, at any size.

use super::first::FirstTouches;
use super::histogram::Histogram;
use super::row::{CurveRow, rows};
use super::warm::{self, WarmRow};
use crate::reference::ByAccess;
use crate::units::{Pages, References};

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
