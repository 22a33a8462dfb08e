//! Distances by access type, a counter each.
//!
//! Every size is answered exactly, whenever it is asked for. It takes 4 bytes for each page that
//! the trace has, of each access type that it has: most traces have one or two. Counters lie
//! outside the processor's caches for pools of gigabytes; they are asked for before their use.

use std::ptr::NonNull;

use crate::memory::Zeroed;
use crate::reference::{Access, ByAccess};
use crate::units::{Pages, References};

/// Counters are made in portions of this, and at least half as many again as there are.
const PORTION: usize = 1 << 16;

/// Counts of distances.
#[derive(Clone)]
pub(crate) struct Histogram {
    /// Counters by access type, then by distance. An access type that the trace lacks has none.
    counters: [Zeroed<u32>; 4],
    /// What was in the counters whenever they could have become full: none before that.
    full: [Zeroed<u64>; 4],
    /// Distances counted since: no counter holds more.
    counted: u32,
}

impl PartialEq for Histogram {
    fn eq(&self, other: &Histogram) -> bool {
        // How many counters stand ready at the end is no difference.
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
            counters: std::array::from_fn(|_| Zeroed::new(0)),
            full: std::array::from_fn(|_| Zeroed::new(0)),
            counted: 0,
        }
    }

    /// Sees to counters for that many distances more of each access type, all below `pages`.
    pub(crate) fn reserve(&mut self, pages: u32, distances: ByAccess<References>) {
        for (counters, more) in self.counters.iter_mut().zip(distances.0) {
            if more.0 > 0 {
                grow(counters, pages as usize);
            }
        }
        let more = u32::try_from(distances.total().0).unwrap_or(u32::MAX);
        self.counted = self.counted.checked_add(more).unwrap_or_else(|| {
            self.empty_counters();
            more
        });
    }

    /// Moves what is in the counters to where there is room for more.
    fn empty_counters(&mut self) {
        for (counters, full) in self.counters.iter_mut().zip(&mut self.full) {
            grow(full, counters.len());
            for (counter, full) in counters.iter_mut().zip(full.iter_mut()) {
                *full += u64::from(std::mem::take(counter));
            }
        }
        self.counted = 0;
    }

    /// Adds another histogram's counts.
    pub(crate) fn add(&mut self, other: &Histogram) {
        other.filled().for_each(|(distance, counts)| self.add_counts(distance, counts));
    }

    /// Adds counts of a distance, by access type.
    pub(crate) fn add_counts(&mut self, distance: u32, counts: [u64; 4]) {
        let at = distance as usize;
        for (access, count) in counts.into_iter().enumerate() {
            match u32::try_from(count) {
                Ok(0) => {}
                Ok(few) => {
                    grow(&mut self.counters[access], at + 1);
                    self.counted = self.counted.checked_add(few).unwrap_or_else(|| {
                        self.empty_counters();
                        few
                    });
                    self.counters[access][at] += few;
                }
                Err(_) => {
                    grow(&mut self.full[access], at + 1);
                    self.full[access][at] += count;
                }
            }
        }
    }

    /// References counted so far.
    pub(crate) fn total(&self) -> u64 {
        self.hits(&[Pages(u64::MAX)])[0].total().0
    }

    /// References with this distance, by access type.
    pub(super) fn counts(&self, distance: usize) -> [u64; 4] {
        std::array::from_fn(|access| {
            let full = self.full[access].get(distance).copied().unwrap_or(0);
            full + self.counters[access].get(distance).map_or(0, |&count| u64::from(count))
        })
    }

    /// Distances that were counted, in ascending order, with their counts.
    pub(crate) fn filled(&self) -> impl Iterator<Item = (u32, [u64; 4])> {
        let lengths =
            self.counters.iter().map(|counts| counts.len()).chain(self.full.iter().map(|counts| counts.len()));
        let distances = 0..lengths.max().unwrap_or(0);
        distances.map(|distance| (distance as u32, self.counts(distance))).filter(|(_, counts)| *counts != [0; 4])
    }

    /// For each size, in ascending order: the references with a smaller distance, which find their
    /// page in a pool of that size.
    pub(crate) fn hits(&self, sizes: &[Pages]) -> Vec<ByAccess<References>> {
        let mut hits = vec![ByAccess::<References>::default(); sizes.len()];
        for access in Access::ALL {
            let (counters, full) = (&self.counters[access as usize], &self.full[access as usize]);
            let (mut next, mut sum) = (0, 0);
            for (size, hits) in sizes.iter().zip(&mut hits) {
                let end = usize::try_from(size.0).unwrap_or(usize::MAX);
                let [few, many] = [counters.len(), full.len()].map(|len| next.min(len)..end.min(len));
                sum += counters[few].iter().map(|&count| u64::from(count)).sum::<u64>();
                sum += full[many].iter().sum::<u64>();
                next = end;
                hits[access] = References(sum);
            }
        }
        hits
    }
}

/// Makes at least so many counters of them, the new ones 0.
fn grow<T: crate::memory::Zero>(counters: &mut Zeroed<T>, wanted: usize) {
    if wanted > counters.len() {
        *counters = counters.grown(wanted.max(counters.len() / 2 * 3).next_multiple_of(PORTION));
    }
}

/// Distances noted now and counted a little later, when their counters are in the cache: the
/// histogram is larger than the caches, and waiting for it would cost more than all the rest of a
/// reference.
pub(crate) struct Later<'a> {
    histogram: &'a mut Histogram,
    /// The counters of the distances noted last; none before the first.
    noted: [Option<NonNull<u32>>; DELAY],
    next: usize,
}

/// References between a note and its count: a power of two.
const DELAY: usize = 32;

impl<'a> Later<'a> {
    /// Starts counting in `histogram`, which has counters for all distances that will be noted.
    #[inline(always)]
    pub(crate) fn new(histogram: &'a mut Histogram) -> Later<'a> {
        Later { histogram, noted: [None; DELAY], next: 0 }
    }

    /// Notes a distance, and counts the one noted [`DELAY`] before.
    #[inline(always)]
    pub(crate) fn note(&mut self, access: Access, distance: u32) {
        let counters = &self.histogram.counters[access as usize];
        assert!((distance as usize) < counters.len());
        // SAFETY: one of the counters, whose start is not null.
        let counter = unsafe { NonNull::new_unchecked(counters.start().add(distance as usize)) };
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

    const RANDOM: fn(u64) -> ByAccess<References> = |count| ByAccess([count, 0, 0, 0].map(References));

    #[test]
    fn counts_go_on_where_a_counter_could_have_become_full() {
        let mut histogram = Histogram::new();
        let mut expected = 0_u64;
        for round in 1..=3 {
            histogram.reserve(1000, RANDOM(u64::from(u32::MAX) - 7));
            let mut later = Later::new(&mut histogram);
            (0..round).for_each(|_| later.note(Access::Random, 999));
            later.settle();
            expected += round;
            // As if as many distances had been counted as were announced.
            histogram.counters[0][999] += u32::MAX - 100;
            expected += u64::from(u32::MAX - 100);
        }
        assert_eq!(histogram.total(), expected);
        assert_eq!(histogram.filled().collect::<Vec<_>>(), [(999, [expected, 0, 0, 0])]);
        let twice = &mut histogram.clone();
        twice.add(&histogram);
        let hits = twice.hits(&[Pages(999), Pages(1000)]);
        assert_eq!(hits.iter().map(|hits| hits.total().0).collect::<Vec<_>>(), [0, 2 * expected]);
    }

    #[test]
    fn a_distance_counts_from_the_next_size_on_at_every_length_of_the_counters() {
        for distance in [0, 1, PORTION - 1, PORTION, PORTION + 1, 131_071, 131_072, 262_143, 262_144, 262_145] {
            let mut histogram = Histogram::new();
            histogram.reserve(distance as u32 + 1, RANDOM(1));
            let mut later = Later::new(&mut histogram);
            later.note(Access::Random, distance as u32);
            later.settle();
            let sizes = [distance, distance + 1, 1 << 30].map(|size| Pages(size as u64));
            let hits: Vec<u64> = histogram.hits(&sizes).iter().map(|hits| hits.total().0).collect();
            assert_eq!(hits, [0, 1, 1], "{distance}");
        }
    }

    #[test]
    fn an_access_type_that_the_trace_lacks_takes_no_memory() {
        let mut histogram = Histogram::new();
        histogram.reserve(1_000_000, RANDOM(5));
        assert_eq!(histogram.counters.each_ref().map(|counters| counters.is_empty()), [false, true, true, true]);
    }

    #[test]
    fn sums_of_counts_that_no_counter_holds_are_kept() {
        let mut histogram = Histogram::new();
        let many = 3 << 40;
        histogram.add_counts(7, [many, 0, 1, 0]);
        histogram.add_counts(7, [1, 0, u64::from(u32::MAX), 0]);
        histogram.add_counts(200_000, [0, 0, 0, u64::from(u32::MAX)]);
        let all = [(7, [many + 1, 0, 1 + u64::from(u32::MAX), 0]), (200_000, [0, 0, 0, u64::from(u32::MAX)])];
        assert_eq!(histogram.filled().collect::<Vec<_>>(), all);
    }
}
