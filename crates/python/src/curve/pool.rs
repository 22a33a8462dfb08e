//! The models of one pool, all fed with the same references.

use getpage_curve::opt::Opt;
use getpage_curve::pool::PoolGrid;
use getpage_curve::sample::{Rate, SampledLru};
use getpage_curve::{ByAccess, Columns, LruPartial, LruStack, Pages, References};
use serde_json::{Value, json};

use super::settings::Settings;

/// References between looks at the pools that are watched.
const WATCH_EVERY: usize = 4096;

/// The rate at which a sample runs beside the exact curve.
const BESIDE: f64 = 0.01;

pub(super) struct PoolRun {
    pub(super) exact: Option<LruStack>,
    pub(super) sample: Option<SampledLru>,
    rate: f64,
    opt: Option<Opt>,
    grid: Option<PoolGrid>,
    watch: Option<(usize, usize)>,
    highest: [i64; 2],
    getpages: ByAccess<References>,
}

impl PoolRun {
    pub(super) fn new(name: &str, settings: &Settings) -> Result<PoolRun, String> {
        let rate = settings.sample.or(settings.keep_sample.then_some(BESIDE));
        let sample = rate.map(Rate::new).transpose().map_err(|e| e.to_string())?;
        let grid = settings.grid.as_ref().map(|grid| PoolGrid::new(&grid.of(name)?, grid.steal()));
        let exact = settings.lru && settings.sample.is_none();
        Ok(PoolRun {
            exact: exact.then(|| {
                let stack = if settings.mergeable { LruStack::mergeable() } else { LruStack::new() };
                stack.with_threads(settings.threads())
            }),
            sample: sample.map(|rate| SampledLru::new(rate, settings.seed)),
            rate: rate.unwrap_or(1.0),
            opt: settings.opt.then(Opt::new),
            grid: grid.transpose().map_err(|e| e.to_string())?,
            watch: settings.grid.as_ref().and_then(|grid| grid.watch),
            highest: [i64::MIN; 2],
            getpages: ByAccess::default(),
        })
    }

    pub(super) fn push(&mut self, references: Columns<'_>) -> Result<(), String> {
        self.count(references.count_by_access());
        if let Some(stack) = &mut self.exact {
            stack.push(references);
        }
        if let Some(sample) = &mut self.sample {
            sample.push(references);
        }
        if let Some(opt) = &mut self.opt {
            opt.push(references).map_err(|e| e.to_string())?;
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

    pub(super) fn append(&mut self, part: &LruPartial) {
        self.count(part.curve().getpages());
        if let Some(stack) = &mut self.exact {
            stack.append(part);
        }
    }

    fn count(&mut self, references: ByAccess<References>) {
        for (total, more) in self.getpages.0.iter_mut().zip(references.0) {
            *total += more;
        }
    }

    /// The curve of this pool at some sizes; sampled rows carry their band.
    pub(super) fn lru_rows(&mut self, sizes: &[u64]) -> Result<Value, String> {
        let sizes: Vec<Pages> = sizes.iter().copied().map(Pages).collect();
        if let Some(stack) = &mut self.exact {
            let rows = stack.curve().rows(&sizes);
            return Ok(rows.iter().map(|row| json!({ "size": row.size.0, "reads": counts(row.reads) })).collect());
        }
        let Some(sample) = &mut self.sample else { return Ok(json!([])) };
        let rows = sample.rows(&sizes).map_err(|e| e.to_string())?;
        Ok(rows
            .iter()
            .map(|row| json!({ "size": row.size.0, "reads": counts(row.reads), "band": [row.band.0, row.band.1] }))
            .collect())
    }

    /// The clairvoyant bound at some sizes.
    pub(super) fn opt_rows(&self, sizes: &[u64]) -> Result<Value, String> {
        let sizes: Vec<Pages> = sizes.iter().copied().map(Pages).collect();
        let opt = self.opt.as_ref().ok_or("the clairvoyant bound was not asked for")?;
        Ok(opt.rows(&sizes).iter().map(|row| json!({ "size": row.size.0, "reads": counts(row.reads) })).collect())
    }

    pub(super) fn grid_rows(&self) -> Value {
        let Some(grid) = &self.grid else { return json!([]) };
        let rows = grid.rows().into_iter().zip(grid.sequential_pages());
        rows.map(|(row, sequential)| {
            json!({
                "size": row.settings.size.0,
                "vpseqt": row.settings.vpseqt.get(),
                "misses": counts(row.misses),
                "reads": [row.reads.synchronous_random.0, row.reads.synchronous_sequential.0, row.reads.asynchronous.0],
                "sequential_pages": sequential.0,
                "highest": self.highest.map(|pages| pages.max(0)),
            })
        })
        .collect()
    }

    pub(super) fn summary(&mut self, name: &str) -> Value {
        let curve = self.exact.as_mut().map(LruStack::curve);
        json!({
            "pool": name,
            "getpages": counts(self.getpages),
            "pages": curve.as_ref().map(|c| c.pages().0),
            "first_touches": curve.as_ref().map(|c| counts(c.first_touches())),
            "sample": (self.exact.is_none() && self.sample.is_some()).then_some(self.rate),
        })
    }
}

pub(super) fn counts(values: ByAccess<References>) -> [u64; 4] {
    values.0.map(|count| count.0)
}
