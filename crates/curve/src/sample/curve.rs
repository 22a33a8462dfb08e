//! The curve of a sample, scaled to the whole, with its band.

use super::band::{Band, pointwise, simultaneous, standard_error};
use super::filter::{PageFilter, Rate};
use crate::lru::{LruStack, WarmRow};
use crate::reference::{Access, ByAccess, CHUNK_REFERENCES, Chunk, Columns};
use crate::units::{Pages, References};

/// Parts of the sample whose spread gives the band.
const PARTS: usize = 16;
/// Sizes that a band of the whole curve is made for, half of them evenly apart and half of them by equal factors.
const WHOLE_CURVE: usize = 256;
/// The smallest sample believed: the fixed size for which SHARDS reports a mean error of 0.006.
const SMALLEST_SAMPLE: u64 = 8_192;

/// The sample has too few pages to mean anything.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "expected a sample of at least {SMALLEST_SAMPLE} pages, found {sampled} at a rate of {rate}; \
     sample at {enough:.4} or more, or compute the exact curve"
)]
pub struct SampleTooSmall {
    /// Pages in the sample.
    pub sampled: Pages,
    /// Rate of the sample.
    pub rate: f64,
    /// A rate that would probably do; 1 is exact.
    pub enough: f64,
}

/// An estimate of what a pool of one size would have read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampledRow {
    /// Size of the pool.
    pub size: Pages,
    /// Getpages: the true number.
    pub getpages: ByAccess<References>,
    /// Estimated reads.
    pub reads: ByAccess<References>,
    /// Estimated reads per getpage, over all access types.
    pub read_ratio: f64,
    /// The 95 % band of the read ratio, as was asked for.
    pub band: (f64, f64),
}

/// A plain LRU curve from a sample of the pages.
pub struct SampledLru {
    filter: PageFilter,
    rate: Rate,
    getpages: ByAccess<References>,
    sample: Chunk,
    whole: LruStack,
    parts: [(Chunk, LruStack); PARTS],
}

impl SampledLru {
    /// An empty sample. Another seed samples other pages.
    pub fn new(rate: Rate, seed: u64) -> SampledLru {
        SampledLru {
            filter: PageFilter::new(rate, seed),
            rate,
            getpages: ByAccess::default(),
            sample: Chunk::new(),
            whole: LruStack::new(),
            parts: std::array::from_fn(|_| (Chunk::default(), LruStack::new())),
        }
    }

    /// Takes the next references of the trace.
    pub fn push(&mut self, references: Columns<'_>) {
        let mut rest = references;
        while !rest.is_empty() {
            let (block, after) = rest.split_at(CHUNK_REFERENCES);
            rest = after;
            for (total, count) in self.getpages.0.iter_mut().zip(block.count_by_access().0) {
                *total += count;
            }
            self.filter.append_sampled(block, &mut self.sample);
            // Small portions would run the kernels without looking ahead.
            if self.sample.is_full() {
                self.settle();
            }
        }
    }

    fn settle(&mut self) {
        self.whole.push(self.sample.columns());
        for (page, touch) in self.sample.columns().iter() {
            self.parts[self.filter.part(page)].0.push(page, touch);
        }
        for (chunk, stack) in &mut self.parts {
            stack.push(chunk.columns());
            chunk.clear();
        }
        self.sample.clear();
    }

    /// A row for each size, in ascending order.
    pub fn rows(&mut self, sizes: &[Pages], band: Band) -> Result<Vec<SampledRow>, SampleTooSmall> {
        self.settle();
        let rate = self.rate.get();
        let sampled = self.whole.pages();
        if sampled.0 < SMALLEST_SAMPLE {
            // A fifth more, because the next sample is random too.
            let enough = 1.2 * rate * SMALLEST_SAMPLE as f64 / sampled.0.max(1) as f64;
            return Err(SampleTooSmall { sampled, rate, enough: enough.min(1.0) });
        }
        let mut ascending = sizes.to_vec();
        ascending.sort_unstable();
        let estimate = Estimate::new(&mut self.whole, rate, &ascending);
        let parts = self.of_parts(&ascending);
        let errors = match band {
            Band::Pointwise => pointwise(),
            Band::Simultaneous => simultaneous(&self.of_parts(&whole_curve(sampled.0 as f64 / rate))),
        };

        let getpages = self.getpages.total().0.max(1) as f64;
        let rows = ascending.iter().enumerate().map(|(row, &size)| {
            let mut reads = ByAccess::default();
            for access in Access::ALL {
                let estimated = estimate.reads[row][access as usize].round() as u64;
                reads[access] = References(estimated.min(self.getpages[access].0));
            }
            let read_ratio = reads.total().0 as f64 / getpages;
            let margin = errors * standard_error(&parts[row]) / getpages;
            let band = ((read_ratio - margin).max(0.0), (read_ratio + margin).min(1.0));
            SampledRow { size, getpages: self.getpages, reads, read_ratio, band }
        });
        Ok(rows.collect())
    }

    /// What a pool reads that was in use before the trace, in ascending order of size: of the sample, scaled.
    pub fn warm_rows(&mut self, sizes: &[Pages]) -> Vec<WarmRow> {
        self.settle();
        let rate = self.rate.get();
        let mut ascending = sizes.to_vec();
        ascending.sort_unstable();
        let scaled: Vec<f64> = ascending.iter().map(|size| size.0 as f64 * rate).collect();
        let mut around = |round: fn(f64) -> f64| {
            let sizes: Vec<Pages> = scaled.iter().map(|&size| Pages(round(size) as u64)).collect();
            self.whole.warm_rows(&sizes)
        };
        let (below, above) = (around(f64::floor), around(f64::ceil));
        let rows =
            ascending.iter().zip(&scaled).zip(below.iter().zip(&above)).map(|((&size, scaled), (below, above))| {
                let between = |below: f64, above: f64| (below + scaled.fract() * (above - below)) / rate;
                let mut row = WarmRow { size, least: ByAccess::default(), reads: ByAccess::default() };
                for access in Access::ALL {
                    let most = self.getpages[access].0;
                    let least = between(below.least[access].0 as f64, above.least[access].0 as f64).round() as u64;
                    row.least[access] = References(least.min(most));
                    row.reads[access] = between(below.reads[access], above.reads[access]).min(most as f64);
                }
                row
            });
        rows.collect()
    }

    /// Estimated reads by each part of the sample, for each size; sizes in ascending order.
    fn of_parts(&mut self, sizes: &[Pages]) -> Vec<Vec<f64>> {
        let rate = self.rate.get() / PARTS as f64;
        let parts: Vec<Estimate> = self.parts.iter_mut().map(|(_, stack)| Estimate::new(stack, rate, sizes)).collect();
        let total = |row: usize| parts.iter().map(|part| part.reads[row].iter().sum()).collect();
        (0..sizes.len()).map(total).collect()
    }
}

/// Sizes from one page to all of them, ascending.
fn whole_curve(pages: f64) -> Vec<Pages> {
    let half = WHOLE_CURVE / 2;
    let shares = (1..=half).map(|step| step as f64 / half as f64);
    let mut sizes: Vec<Pages> = shares
        .flat_map(|share| [share * pages, pages.max(1.0).powf(share)])
        .map(|size| Pages(size.round().max(1.0) as u64))
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Reads of the whole trace by access type, as one sample has them, for each size.
struct Estimate {
    reads: Vec<[f64; 4]>,
}

impl Estimate {
    /// `sizes` in ascending order. Sizes between two of the sample are interpolated.
    fn new(stack: &mut LruStack, rate: f64, sizes: &[Pages]) -> Estimate {
        let scaled: Vec<f64> = sizes.iter().map(|size| size.0 as f64 * rate).collect();
        let mut around = |round: fn(f64) -> f64| {
            let sizes: Vec<Pages> = scaled.iter().map(|&size| Pages(round(size) as u64)).collect();
            stack.rows(&sizes)
        };
        let below = around(f64::floor);
        let above = around(f64::ceil);
        let reads = scaled.iter().zip(below.iter().zip(&above)).map(|(size, (below, above))| {
            let share = size.fract();
            std::array::from_fn(|access| {
                let [below, above] = [below, above].map(|row| row.reads.0[access].0 as f64);
                (below + share * (above - below)) / rate
            })
        });
        Estimate { reads: reads.collect() }
    }
}
