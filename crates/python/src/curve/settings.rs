//! Which models are to run.

use std::collections::HashMap;
use std::num::NonZero;

use getpage_curve::Pages;
use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolSettings, SettingsError};
use serde::Deserialize;

/// One run's settings, as Python gives them. Python has checked them; what is impossible here is refused all the same.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Settings {
    /// Only this pool; for a trace that names no pool, its name.
    pub(super) pool: Option<String>,
    /// Only this Db2 subsystem.
    pub(super) subsystem: Option<String>,
    /// The plain LRU pool, at every size.
    pub(super) lru: bool,
    /// What can be merged: takes 16 bytes more per page.
    pub(super) mergeable: bool,
    /// The clairvoyant bound.
    pub(super) opt: bool,
    /// The share of the pages to be sampled; exact where there is none.
    pub(super) sample: Option<f64>,
    /// Which pages are in the sample.
    pub(super) seed: u64,
    /// Run a sample beside the exact curve, to go on with beyond `exact_limit`.
    pub(super) keep_sample: bool,
    /// References beyond which the exact curve is given up.
    pub(super) exact_limit: u64,
    /// The share of a trace's records that may be missing.
    pub(super) lost_limit: f64,
    /// Threads at work; all processors where there is no number.
    threads: Option<usize>,
    /// Db2's pool at a grid of sizes and thresholds.
    pub(super) grid: Option<GridSettings>,
}

impl Settings {
    pub(super) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }
}

/// A grid of pools, for each pool of the trace.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GridSettings {
    /// `lru`, `fifo` or `none`.
    pgsteal: String,
    /// Sizes in pages with VPSEQT, by name of the pool.
    pools: HashMap<String, Vec<(u64, u8)>>,
    /// The same for a pool that is not in `pools`.
    others: Vec<(u64, u8)>,
    /// Two of the grid, whose difference in sequential pages is watched.
    pub(super) watch: Option<(usize, usize)>,
}

impl GridSettings {
    pub(super) fn steal(&self) -> PageSteal {
        match self.pgsteal.as_str() {
            "fifo" => PageSteal::Fifo,
            "none" => PageSteal::None,
            _ => PageSteal::Lru(ClassRule::KeepRandom),
        }
    }

    pub(super) fn of(&self, pool: &str) -> Result<Vec<PoolSettings>, SettingsError> {
        let wanted = self.pools.get(pool).unwrap_or(&self.others);
        let pools =
            wanted.iter().map(|(size, vpseqt)| Ok(PoolSettings { size: Pages(*size), vpseqt: Percent::new(*vpseqt)? }));
        pools.collect()
    }
}
