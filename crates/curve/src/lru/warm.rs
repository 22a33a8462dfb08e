//! What a pool reads that was in use before its trace began: bounds, and an estimate between them.
//!
//! A trace is of a pool that is warm. When it has touched d different pages, the next first touch
//! is of a page that at least d others were accessed since: a pool of d pages or fewer has lost
//! it, whatever it held, and a larger one may have it. So of the first touches of a trace those
//! numbered below a size are unknown at that size, and everything else is known. Without them are
//! the *least* reads, with all of them the most, which are those from an empty pool. This holds for
//! every trace of plain LRU; nothing is assumed.
//!
//! Between the two the estimate takes a first touch for what it is: a reference whose distance is
//! known to be d or more. Distances that are known from below only are *censored*, and the share
//! of references beyond each distance is then that of E. Kaplan and P. Meier (Nonparametric
//! estimation from incomplete observations, Journal of the American Statistical Association 53,
//! 1958): the product, over all distances below, of one less the share of the references *at risk*
//! that have just that distance. At risk at distance d are references with a distance of d or more
//! after d + 1 pages were touched: the reads of a pool of d pages from empty, less d + 1. It is what
//! the slope of the growth of touched pages says too (P. Denning, The working set model for program
//! behavior, Communications of the ACM 11, 1968), with all references in place of the last ones.
//! Assumed is that the early references of a trace had distances like those of the later ones.
//!
//! Where fewer references are at risk than tell a share, and beyond the pages that the trace
//! touches, the chance that a reference to a page beyond some distance is not beyond the next stays
//! what it was over the last half of the distances that are known: no new page would fall to it at
//! once where distances end (the number of unseen species that A. Chao gives as the least,
//! Scandinavian Journal of Statistics 11, 1984), and pages never end where growth is a power of the
//! length (Heaps); this lies between them.

use super::first::FirstTouches;
use super::histogram::Histogram;
use super::row;
use crate::reference::{Access, ByAccess};
use crate::units::{Pages, References};

/// References at risk that tell a share to a fifth: the error of a count is its root.
const ENOUGH: u64 = 30;
/// The access types, and all of them as one.
const STRATA: usize = 5;
const ALL: usize = 4;
/// How much farther than the one before a distance is at which survivors are kept for their slope.
const STEP: f64 = 1.05;

/// What a pool of one size reads that was in use before the trace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WarmRow {
    /// Size of the pool.
    pub size: Pages,
    /// Reads that no state of the pool before the trace avoids, by access type.
    pub least: ByAccess<References>,
    /// The estimate, by access type: at least those, and at most the reads from an empty pool.
    pub reads: ByAccess<f64>,
}

/// A row for each size, in ascending order of size.
pub(super) fn rows(
    histogram: &Histogram,
    getpages: ByAccess<References>,
    first: &FirstTouches,
    sizes: &[Pages],
) -> Vec<WarmRow> {
    let mut ascending = sizes.to_vec();
    ascending.sort_unstable();
    let mut walk = Walk::new(getpages);
    let mut rows = Vec::with_capacity(ascending.len());
    let mut next = ascending.iter().peekable();
    let mut unknown = ByAccess::<References>::default();
    for (distance, access) in first.iter().enumerate() {
        while next.next_if(|size| size.0 == distance as u64).is_some() {
            rows.push((walk.alive, unknown));
        }
        walk.step(distance, access, histogram);
        unknown[access] += References(1);
    }
    rows.resize(ascending.len(), (walk.alive, unknown));

    let tails = walk.tails();
    let mut from_empty = row::rows(histogram, getpages, &ascending).into_iter();
    let row = |(size, (alive, unknown)): (&Pages, ([f64; STRATA], ByAccess<References>))| {
        let most = from_empty.next().map_or(getpages, |row| row.reads);
        let mut row = WarmRow { size: *size, least: most, reads: ByAccess::default() };
        let together = tails[ALL].of(*size, alive[ALL]) / (getpages.total().0.max(1) as f64);
        for access in Access::ALL {
            row.least[access] = most[access] - unknown[access];
            let tail = &tails[access as usize];
            let own = tail.of(*size, alive[access as usize]);
            // Too few of a type to tell are taken to be as all are.
            let reads = if tail.from == 0 { getpages[access].0 as f64 * together } else { own };
            row.reads[access] = reads.clamp(row.least[access].0 as f64, most[access].0 as f64);
        }
        row
    };
    ascending.iter().zip(rows).map(row).collect()
}

/// References beyond a distance, and those at risk there, as the distance grows.
struct Walk {
    at_risk: [u64; STRATA],
    alive: [f64; STRATA],
    /// Distances, each some way beyond the one before, with what is beyond them.
    kept: Vec<(usize, [f64; STRATA])>,
    /// The first distance at which too few are at risk, with what is beyond it.
    ends: [Option<(usize, f64)>; STRATA],
    distance: usize,
}

impl Walk {
    fn new(getpages: ByAccess<References>) -> Walk {
        let [a, b, c, d] = getpages.0.map(|count| count.0);
        let at_risk = [a, b, c, d, a + b + c + d];
        let alive = at_risk.map(|count| count as f64);
        Walk { at_risk, alive, kept: Vec::new(), ends: [None; STRATA], distance: 0 }
    }

    /// Goes on to the next distance, from one at which the first touch of this number was `access`.
    #[inline(always)]
    fn step(&mut self, distance: usize, access: Access, histogram: &Histogram) {
        if self.kept.last().is_none_or(|(kept, _)| distance as f64 >= *kept as f64 * STEP) {
            self.kept.push((distance, self.alive));
        }
        let [a, b, c, d] = histogram.counts(distance);
        let counts = [a, b, c, d, a + b + c + d];
        self.at_risk[access as usize] -= 1;
        self.at_risk[ALL] -= 1;
        for (stratum, count) in counts.into_iter().enumerate() {
            let at_risk = self.at_risk[stratum];
            if at_risk < ENOUGH && self.ends[stratum].is_none() {
                self.ends[stratum] = Some((distance, self.alive[stratum]));
            }
            if count > 0 {
                self.alive[stratum] *= 1.0 - count as f64 / at_risk as f64;
                self.at_risk[stratum] -= count;
            }
        }
        self.distance = distance + 1;
    }

    /// What is beyond the distances that are known, by stratum.
    fn tails(&self) -> [Tail; STRATA] {
        std::array::from_fn(|stratum| {
            let (from, alive) = self.ends[stratum].unwrap_or((self.distance, self.alive[stratum]));
            let before = self.kept.iter().rev().find(|(kept, _)| 2 * kept <= from);
            let fall = match before {
                Some(&(kept, before)) if kept < from && alive > 0.0 => {
                    (before[stratum] / alive).ln() / (from - kept) as f64
                }
                _ => 0.0,
            };
            Tail { from: from as u64, alive, fall }
        })
    }
}

/// Beyond the distance `from`, which `alive` references are, one is not beyond the next with the chance `fall`.
struct Tail {
    from: u64,
    alive: f64,
    fall: f64,
}

impl Tail {
    /// References beyond the pages of a pool of this size, which are `known` up to where the tail begins.
    fn of(&self, size: Pages, known: f64) -> f64 {
        match size.0.checked_sub(self.from) {
            Some(more) => self.alive * (-self.fall * more as f64).exp(),
            None => known,
        }
    }
}
