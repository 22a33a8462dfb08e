//! The models of one pool, all fed with the same references.

use super::error::SessionError;
use super::rows::{LruRow, PoolSummary, SimulatedRow};
use super::settings::Settings;
use crate::lru::{LruPartial, LruStack, WarmRow};
use crate::opt::Opt;
use crate::pool::PoolGrid;
use crate::reference::{ByAccess, Columns};
use crate::sample::{Band, Rate, SampledLru};
use crate::units::{Pages, References};

/// References between looks at the pools that are watched.
const WATCH_EVERY: usize = 4096;

/// The rate at which a sample runs beside the exact curve.
const BESIDE: f64 = 0.01;

/// The models of one pool.
pub(super) struct Models {
    exact: Option<LruStack>,
    sample: Option<SampledLru>,
    rate: f64,
    band: Band,
    opt: Option<Opt>,
    grid: Option<PoolGrid>,
    watch: Option<(usize, usize)>,
    highest: [i64; 2],
    getpages: ByAccess<References>,
}

impl Models {
    /// What the settings ask for, for the pool of this name.
    pub(super) fn new(name: &str, settings: &Settings) -> Result<Models, SessionError> {
        let rate = settings.sample.or(settings.keep_sample.then_some(BESIDE));
        let sample = rate.map(Rate::new).transpose()?;
        let grid = match &settings.grid {
            Some(grid) => Some(PoolGrid::new(grid.of(name)?, grid.steal)?),
            None => None,
        };
        let exact = settings.lru && settings.sample.is_none();
        Ok(Models {
            exact: exact.then(|| {
                let stack = if settings.mergeable { LruStack::mergeable() } else { LruStack::new() };
                stack.with_threads(settings.threads())
            }),
            sample: sample.map(|rate| SampledLru::new(rate, settings.seed)),
            rate: rate.unwrap_or(1.0),
            band: settings.band,
            opt: settings.opt.then(Opt::new),
            grid,
            watch: settings.grid.as_ref().and_then(|grid| grid.watch),
            highest: [i64::MIN; 2],
            getpages: ByAccess::default(),
        })
    }

    pub(super) fn push(&mut self, references: Columns<'_>) -> Result<(), SessionError> {
        self.count(references.count_by_access());
        if let Some(stack) = &mut self.exact {
            stack.push(references);
        }
        if let Some(sample) = &mut self.sample {
            sample.push(references);
        }
        if let Some(opt) = &mut self.opt {
            opt.push(references)?;
        }
        let mut rest = references;
        while let (Some(grid), false) = (&mut self.grid, rest.is_empty()) {
            let (block, after) = rest.split_at(if self.watch.is_some() { WATCH_EVERY } else { rest.len() });
            grid.push(block);
            rest = after;
            self.look();
        }
        Ok(())
    }

    /// Notes the most sequential pages that one watched pool has had beyond the other, either way.
    fn look(&mut self) {
        let (Some((first, second)), Some(grid)) = (self.watch, &self.grid) else { return };
        let pages = grid.sequential_pages();
        let more = pages[second].0 as i64 - pages[first].0 as i64;
        self.highest = [self.highest[0].max(more), self.highest[1].max(-more)];
    }

    /// Takes a part that was computed apart.
    pub(super) fn append(&mut self, part: &LruPartial) {
        self.count(part.getpages());
        if let Some(stack) = &mut self.exact {
            stack.append(part);
        }
    }

    fn count(&mut self, references: ByAccess<References>) {
        for (total, more) in self.getpages.0.iter_mut().zip(references.0) {
            *total += more;
        }
    }

    /// The exact stack, taken out.
    pub(super) fn take_exact(&mut self) -> Option<LruStack> {
        self.exact.take()
    }

    /// Goes on with the sample alone; false where there is none.
    pub(super) fn give_up_exact(&mut self) -> bool {
        let possible = self.exact.is_none() || self.sample.is_some();
        if possible {
            self.exact = None;
        }
        possible
    }

    /// The plain LRU curve at some sizes: exact or of the sample, in ascending order.
    pub(super) fn lru_rows(&mut self, sizes: &[Pages]) -> Result<Vec<LruRow>, SessionError> {
        if let Some(stack) = &mut self.exact {
            let rows = stack.rows(sizes);
            return Ok(rows.iter().map(|row| LruRow { size: row.size, reads: row.reads, band: None }).collect());
        }
        let Some(sample) = &mut self.sample else { return Ok(Vec::new()) };
        let rows = sample.rows(sizes, self.band)?;
        Ok(rows.iter().map(|row| LruRow { size: row.size, reads: row.reads, band: Some(row.band) }).collect())
    }

    /// What a plain LRU pool reads that was in use before the trace, in ascending order of size.
    pub(super) fn warm_rows(&mut self, sizes: &[Pages]) -> Vec<WarmRow> {
        match (&mut self.exact, &mut self.sample) {
            (Some(stack), _) => stack.warm_rows(sizes),
            (None, Some(sample)) => sample.warm_rows(sizes),
            (None, None) => Vec::new(),
        }
    }

    /// The clairvoyant bound at some sizes.
    pub(super) fn opt_rows(&self, sizes: &[Pages]) -> Result<Vec<LruRow>, SessionError> {
        let opt = self.opt.as_ref().ok_or(SessionError::NoBound)?;
        Ok(opt.rows(sizes).iter().map(|row| LruRow { size: row.size, reads: row.reads, band: None }).collect())
    }

    /// The simulated pools, in the order in which they were asked for.
    pub(super) fn grid_rows(&self) -> Vec<SimulatedRow> {
        let Some(grid) = &self.grid else { return Vec::new() };
        let highest = self.highest.map(|pages| Pages(u64::try_from(pages).unwrap_or(0)));
        let rows = grid.rows().into_iter().zip(grid.sequential_pages());
        rows.map(|(pool, sequential_pages)| SimulatedRow { pool, sequential_pages, highest }).collect()
    }

    pub(super) fn summary(&mut self, name: &str) -> PoolSummary {
        PoolSummary {
            pool: name.to_owned(),
            getpages: self.getpages,
            pages: self.exact.as_mut().map(LruStack::pages),
            first_touches: self.exact.as_mut().map(LruStack::first_touches),
            sample: (self.exact.is_none() && self.sample.is_some()).then_some(self.rate),
        }
    }
}
