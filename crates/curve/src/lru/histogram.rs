//! Distances by access type, exact to 17 significant bits.
//!
//! Bins are one page wide below 131,072 pages; from there each doubling has 65,536 bins. A size
//! of at most 17 significant bits is a bin edge, and its counts are exact: every size below
//! 131,072, every even size below 262,144, multiples of 64 up to 8 million, and so on. Between
//! edges the next lower edge answers, less than 0.002 % off, and says its own size. This keeps
//! the counters in the cache and takes a megabyte per doubling, not 8 bytes per page.

use std::ptr::NonNull;

use crate::memory::Zeroed;
use crate::reference::{Access, ByAccess};
use crate::units::{Pages, References};

/// Bins of a doubling: 2^16.
const BITS: u32 = 16;

/// Counts of distances.
#[derive(Clone)]
pub(crate) struct Histogram {
    /// Counters by access type, then by bin. A trace of one access type touches one array only.
    bins: [Zeroed<u32>; 4],
    /// What was in the counters whenever they could have become full: no bins before that.
    full: [Zeroed<u64>; 4],
    /// Distances counted since: no counter holds more.
    counted: u32,
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Histogram) -> bool {
        // How many empty bins stand ready at the end is no difference.
        self.filled().eq(other.filled())
    }
}

impl Eq for Histogram {}

impl std::fmt::Debug for Histogram {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_map().entries(self.filled()).finish()
    }
}

impl Histogram {
    pub(crate) fn new() -> Histogram {
        Histogram {
            bins: std::array::from_fn(|_| Zeroed::new(2 << BITS)),
            full: std::array::from_fn(|_| Zeroed::new(0)),
            counted: 0,
        }
    }

    #[inline(always)]
    fn bin(distance: u32) -> usize {
        let doublings = 31 - BITS - (distance | 1 << BITS).leading_zeros();
        ((doublings << BITS) + (distance >> doublings)) as usize
    }

    /// The smallest distance of a bin.
    fn edge(bin: usize) -> u64 {
        let doublings = (bin >> BITS).saturating_sub(1);
        ((bin - (doublings << BITS)) as u64) << doublings
    }

    /// Sees to bins for that many distances more, all below `pages`.
    pub(crate) fn reserve(&mut self, pages: u32, distances: usize) {
        self.reserve_bins(Self::bin(pages) + 1);
        let more = u32::try_from(distances).unwrap_or(u32::MAX);
        self.counted = self.counted.checked_add(more).unwrap_or_else(|| {
            self.empty_counters();
            more
        });
    }

    fn reserve_bins(&mut self, bins: usize) {
        if bins > self.bins[0].len() {
            for counters in &mut self.bins {
                *counters = counters.grown(bins.next_multiple_of(1 << BITS));
            }
        }
    }

    /// Moves what is in the counters to where there is room for more.
    fn empty_counters(&mut self) {
        for (counters, full) in self.bins.iter_mut().zip(&mut self.full) {
            if full.len() < counters.len() {
                *full = full.grown(counters.len());
            }
            for (counter, full) in counters.iter_mut().zip(full.iter_mut()) {
                *full += u64::from(std::mem::take(counter));
            }
        }
        self.counted = 0;
    }

    /// Adds another histogram's counts.
    pub(crate) fn add(&mut self, other: &Histogram) {
        for (bin, counts) in other.filled() {
            let ours = self.counts(bin);
            self.set(bin, std::array::from_fn(|access| ours[access] + counts[access]));
        }
    }

    /// References counted so far.
    pub(crate) fn total(&self) -> u64 {
        self.filled().flat_map(|(_, counts)| counts).sum()
    }

    fn counts(&self, bin: usize) -> [u64; 4] {
        std::array::from_fn(|access| {
            let full = self.full[access].get(bin).copied().unwrap_or(0);
            full + self.bins[access].get(bin).map_or(0, |&count| u64::from(count))
        })
    }

    /// Bins that count something: number of the bin and counts. In the order of distance.
    pub(crate) fn filled(&self) -> impl Iterator<Item = (usize, [u64; 4])> {
        (0..self.bins[0].len()).map(|bin| (bin, self.counts(bin))).filter(|(_, counts)| *counts != [0; 4])
    }

    /// Sets the counts of a bin; `false` where no distance has this bin.
    pub(crate) fn set(&mut self, bin: usize, counts: [u64; 4]) -> bool {
        if bin > Self::bin(u32::MAX) {
            return false;
        }
        self.reserve_bins(bin + 1);
        if self.full[0].len() < self.bins[0].len() {
            self.empty_counters();
        }
        for (access, count) in counts.into_iter().enumerate() {
            self.full[access][bin] = count;
            self.bins[access][bin] = 0;
        }
        true
    }

    /// For each size, in ascending order: the size answered for, at most the one asked for, and
    /// the references with a smaller distance, which find their page in a pool of that size.
    pub(crate) fn hits(&self, sizes: &[Pages]) -> Vec<(Pages, ByAccess<References>)> {
        let mut hits = ByAccess::<References>::default();
        let mut next = 0;
        sizes
            .iter()
            .map(|&size| {
                let asked = Self::bin(u32::try_from(size.0).unwrap_or(u32::MAX));
                for bin in next..asked.min(self.bins[0].len()) {
                    for (hits, count) in hits.0.iter_mut().zip(self.counts(bin)) {
                        *hits += References(count);
                    }
                }
                next = next.max(asked);
                (Pages(Self::edge(asked)), hits)
            })
            .collect()
    }
}

/// Distances noted now and counted a little later, when their counters are in the cache: the
/// histogram is larger than the second-level cache, and waiting for it would cost more than all
/// the rest of a reference.
pub(crate) struct Later<'a> {
    histogram: &'a mut Histogram,
    /// The counters of the distances noted last; none before the first.
    noted: [Option<NonNull<u32>>; DELAY],
    next: usize,
}

/// References between a note and its count: a power of two.
const DELAY: usize = 32;

impl<'a> Later<'a> {
    /// Starts counting in `histogram`, which has bins for all distances that will be noted.
    #[inline(always)]
    pub(crate) fn new(histogram: &'a mut Histogram) -> Later<'a> {
        Later { histogram, noted: [None; DELAY], next: 0 }
    }

    /// Notes a distance, and counts the one noted [`DELAY`] before.
    #[inline(always)]
    pub(crate) fn note(&mut self, access: Access, distance: u32) {
        let bins = &self.histogram.bins[access as usize];
        let bin = Histogram::bin(distance);
        assert!(bin < bins.len());
        // SAFETY: inside the bins, whose start is not null.
        let counter = unsafe { NonNull::new_unchecked(bins.start().add(bin)) };
        crate::simd::prefetch(counter.as_ptr());
        let earlier = self.noted[self.next % DELAY].replace(counter);
        Self::count(earlier);
        self.next += 1;
    }

    #[inline(always)]
    fn count(noted: Option<NonNull<u32>>) {
        if let Some(counter) = noted {
            // SAFETY: a counter of the histogram, which is borrowed and has not grown since.
            unsafe { *counter.as_ptr() += 1 };
        }
    }

    /// Counts what is still noted.
    #[inline(always)]
    pub(crate) fn settle(self) {
        self.noted.into_iter().for_each(Self::count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_contiguous_and_their_edges_exact() {
        let mut last = 0;
        for bin in 1..Histogram::bin(u32::MAX) {
            let edge = Histogram::edge(bin);
            assert!(edge > last);
            assert_eq!(Histogram::bin(edge as u32), bin);
            assert_eq!(Histogram::bin(edge as u32 - 1), bin - 1);
            last = edge;
        }
    }

    #[test]
    fn counts_go_on_where_a_counter_could_have_become_full() {
        let mut histogram = Histogram::new();
        let mut expected = 0_u64;
        for round in 1..=3 {
            histogram.reserve(1000, u32::MAX as usize - 7);
            let mut later = Later::new(&mut histogram);
            (0..round).for_each(|_| later.note(Access::Random, 999));
            later.settle();
            expected += round;
            // As if as many distances had been counted as were announced.
            histogram.bins[0][999] += u32::MAX - 100;
            expected += u64::from(u32::MAX - 100);
        }
        assert_eq!(histogram.total(), expected);
        assert_eq!(histogram.filled().collect::<Vec<_>>(), [(999, [expected, 0, 0, 0])]);
        let twice = &mut histogram.clone();
        twice.add(&histogram);
        let hits = twice.hits(&[Pages(999), Pages(1000)]);
        assert_eq!(hits.iter().map(|(_, hits)| hits.total().0).collect::<Vec<_>>(), [0, 2 * expected]);
    }

    #[test]
    fn round_sizes_are_edges() {
        for size in [1, 1000, 99_999, 131_071, 1_000_000, 2_500_000, 5_000_000, 8_000_000, 128_000_000] {
            assert_eq!(Histogram::edge(Histogram::bin(size)), u64::from(size));
        }
    }
}
