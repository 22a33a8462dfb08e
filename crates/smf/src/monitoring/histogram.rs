//! Histograms of times with buckets that grow by a fiftieth: percentiles within 1 % of exact, and they add up.
//!
//! Bucket n holds 2^(n/35) up to 2^((n+1)/35) TOD clock units; 2^(1/35) is 1.020. Whatever value of a bucket is exact, the
//! one that [`middle`] gives is off by (2^(1/35) - 1) / (2^(1/35) + 1) = 0.99 % at the most (Masson, Rim and Lee, "DDSketch",
//! VLDB 2019). Buckets are found with integers alone, so that every machine finds the same.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Buckets to an octave.
pub const OCTAVE: usize = 35;

/// Where the buckets of an octave begin, with its first value as 2^63.
static STEPS: LazyLock<[u64; OCTAVE]> = LazyLock::new(|| {
    let mut steps = [1 << 63; OCTAVE];
    let start = |nth: usize| (nth as f64 / OCTAVE as f64).exp2() * (1u64 << 63) as f64;
    steps.iter_mut().enumerate().skip(1).for_each(|(nth, step)| *step = start(nth) as u64);
    steps
});

/// The bucket of a time.
pub fn bucket(time: u64) -> usize {
    let zeros = time.max(1).leading_zeros();
    let scaled = time.max(1) << zeros;
    let inside = STEPS.partition_point(|step| *step <= scaled).saturating_sub(1);
    (63 - zeros as usize) * OCTAVE + inside
}

/// The value that stands for a bucket, in TOD clock units: no value in it is further off than 1 %.
pub fn middle(bucket: usize) -> f64 {
    let (low, high) = ((bucket as f64 / OCTAVE as f64).exp2(), ((bucket + 1) as f64 / OCTAVE as f64).exp2());
    2.0 * low * high / (low + high)
}

/// Buckets in use up to which they are held one by one: a transaction with few tasks in its quarter of an hour has few,
/// far apart.
const FEW: usize = 32;

/// How many times fell into each bucket.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) enum Histogram {
    /// The buckets in use, the lowest first, and how many times each has.
    Few(Vec<(u32, u32)>),
    /// From the lowest bucket in use to the highest.
    Many {
        /// The lowest.
        first: usize,
        /// Times of each.
        counts: Vec<u32>,
    },
}

impl Default for Histogram {
    fn default() -> Histogram {
        Histogram::Few(Vec::new())
    }
}

impl Histogram {
    /// Adds a time.
    pub(crate) fn add(&mut self, time: u64) {
        self.put(bucket(time), 1);
    }

    fn put(&mut self, bucket: usize, times: u32) {
        match self {
            Histogram::Few(some) => {
                let bucket = bucket as u32;
                match some.binary_search_by_key(&bucket, |(at, _)| *at) {
                    Ok(at) => some[at].1 = some[at].1.saturating_add(times),
                    Err(at) if some.len() < FEW => some.insert(at, (bucket, times)),
                    Err(_) => {
                        let mut many = Histogram::Many { first: some[0].0 as usize, counts: Vec::new() };
                        some.iter().for_each(|(at, times)| many.put(*at as usize, *times));
                        many.put(bucket as usize, times);
                        *self = many;
                    }
                }
            }
            Histogram::Many { first, counts } => {
                if bucket < *first {
                    counts.splice(0..0, std::iter::repeat_n(0, *first - bucket));
                    *first = bucket;
                }
                let at = bucket - *first;
                if at >= counts.len() {
                    counts.resize(at + 1, 0);
                }
                counts[at] = counts[at].saturating_add(times);
            }
        }
    }

    /// Adds all of another.
    pub(crate) fn merge(&mut self, other: &Histogram) {
        other.used().for_each(|(bucket, times)| self.put(bucket as usize, times));
    }

    /// The buckets in use, the lowest first, and how many times each has.
    pub(crate) fn used(&self) -> impl Iterator<Item = (u32, u32)> {
        let (few, first, counts): (&[(u32, u32)], usize, &[u32]) = match self {
            Histogram::Few(some) => (some, 0, &[]),
            Histogram::Many { first, counts } => (&[], *first, counts),
        };
        let many = counts.iter().zip(first as u32..).filter(|(times, _)| **times > 0);
        few.iter().copied().chain(many.map(|(times, bucket)| (bucket, *times)))
    }
}

/// The value below which lie `share` of all times, by nearest rank, in TOD clock units; None of no times.
pub fn percentile(buckets: &[(u32, u32)], share: f64) -> Option<f64> {
    let all: u64 = buckets.iter().map(|(_, times)| u64::from(*times)).sum();
    let rank = ((share * all as f64).ceil() as u64).clamp(1, all.max(1));
    let mut below = 0;
    let bucket = buckets.iter().find(|(_, times)| {
        below += u64::from(*times);
        below >= rank
    });
    bucket.map(|(bucket, _)| middle(*bucket as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn percentiles_are_within_one_percent_of_exact(
            times in vec(prop_oneof![1u64..5000, 1u64..1 << 40, 1u64..u64::MAX], 1..400),
            share in 0.001f64..1.0,
        ) {
            let mut histogram = Histogram::default();
            times.iter().for_each(|time| histogram.add(*time));
            let mut sorted = times.clone();
            sorted.sort_unstable();
            let rank = ((share * times.len() as f64).ceil() as usize).clamp(1, times.len());
            let exact = sorted[rank - 1] as f64;
            let estimate = percentile(&histogram.used().collect::<Vec<_>>(), share).unwrap_or_default();
            prop_assert!((estimate / exact - 1.0).abs() < 0.01, "{estimate} instead of {exact}");
        }

        #[test]
        fn histograms_of_parts_add_up_to_that_of_all(times in vec(any::<u64>(), 0..200), cut in 0usize..200) {
            let of = |some: &[u64]| {
                let mut histogram = Histogram::default();
                some.iter().for_each(|time| histogram.add(*time));
                histogram
            };
            let cut = cut.min(times.len());
            let mut together = of(&times[..cut]);
            together.merge(&of(&times[cut..]));
            prop_assert_eq!(together.used().collect::<Vec<_>>(), of(&times).used().collect::<Vec<_>>());
        }
    }

    #[test]
    fn no_time_has_the_lowest_bucket_and_the_longest_one_has_a_bucket_too() {
        assert_eq!((bucket(0), bucket(1), bucket(2), bucket(u64::MAX)), (0, 0, OCTAVE, 64 * OCTAVE - 1));
        assert_eq!(percentile(&[], 0.5), None);
    }
}
