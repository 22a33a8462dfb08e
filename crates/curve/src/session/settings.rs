//! Which models a session runs.

use std::collections::HashMap;
use std::num::NonZero;

use crate::pool::{PageSteal, PoolSettings, SettingsError};
use crate::sample::Band;

/// The settings of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Only this pool; for a trace that names no pool, its name.
    pub pool: Option<String>,
    /// Only this Db2 subsystem.
    pub subsystem: Option<String>,
    /// Page sets of Db2 whose pages are taken for those of another pool than the trace says, by DBID and OBID.
    pub moved: HashMap<[u32; 2], String>,
    /// The plain LRU pool, at every size.
    pub lru: bool,
    /// What can be merged: takes 16 bytes more per page.
    pub mergeable: bool,
    /// The clairvoyant bound.
    pub opt: bool,
    /// The share of the pages to be sampled, above 0 and at most 1; exact where there is none.
    pub sample: Option<f64>,
    /// What the band of a sample promises.
    pub band: Band,
    /// Which pages are in the sample.
    pub seed: u64,
    /// Run a sample beside the exact curve, to go on with beyond `exact_limit`.
    pub keep_sample: bool,
    /// References beyond which the exact curve is given up.
    pub exact_limit: u64,
    /// The share of a trace's records that may be missing, 0 to 1.
    pub lost_limit: f64,
    /// Threads at work; all processors where there is no number.
    pub threads: Option<usize>,
    /// Db2's pool at a grid of sizes and thresholds.
    pub grid: Option<GridSettings>,
}

impl Default for Settings {
    /// Exact plain LRU of every pool. At most 2 % of the records may be missing, as IBM's Buffer Pool Analyzer has it.
    fn default() -> Settings {
        Settings {
            pool: None,
            subsystem: None,
            moved: HashMap::new(),
            lru: true,
            mergeable: false,
            opt: false,
            sample: None,
            band: Band::Pointwise,
            seed: 0,
            keep_sample: false,
            exact_limit: u64::MAX,
            lost_limit: 0.02,
            threads: None,
            grid: None,
        }
    }
}

impl Settings {
    pub(super) fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.unwrap_or_else(all)
    }
}

/// A grid of pools, for each pool of the trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridSettings {
    /// Which page a pool gives up.
    pub steal: PageSteal,
    /// The pools to simulate, by name of the pool of the trace.
    pub pools: HashMap<String, Vec<PoolSettings>>,
    /// The same for a pool that is not in `pools`.
    pub others: Vec<PoolSettings>,
    /// Two of the grid, by their places in it, whose difference in sequential pages is watched.
    pub watch: Option<(usize, usize)>,
}

impl GridSettings {
    /// The pools to simulate for one of the trace. Refuses to watch what is not among them.
    pub(super) fn of(&self, pool: &str) -> Result<&[PoolSettings], SettingsError> {
        let wanted = self.pools.get(pool).unwrap_or(&self.others);
        if let Some((first, second)) = self.watch
            && first.max(second) >= wanted.len()
        {
            return Err(SettingsError::Pool { found: first.max(second), pools: wanted.len() });
        }
        Ok(wanted)
    }
}
