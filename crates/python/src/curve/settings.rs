//! What is to run: the grid of pools, from a dictionary.

use std::collections::HashMap;

use getpage_curve::Pages;
use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolSettings, SettingsError};
use getpage_curve::session::{GridSettings, SessionError};
use pyo3::prelude::*;

use crate::errors::{Named, PySettingsError};

/// `_native.Grid`: pools as pairs of size in pages and VPSEQT in percent.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct Grid {
    pgsteal: String,
    pools: HashMap<String, Vec<(u64, u8)>>,
    others: Vec<(u64, u8)>,
    watch: Option<(usize, usize)>,
}

impl Grid {
    pub(super) fn settings(self) -> PyResult<GridSettings> {
        let steal = match self.pgsteal.as_str() {
            "lru" => PageSteal::Lru(ClassRule::KeepRandom),
            "fifo" => PageSteal::Fifo,
            "none" => PageSteal::None,
            other => return Err(PySettingsError::new_err(format!("pgsteal {other:?}: expected lru, fifo or none"))),
        };
        let all = |pairs: Vec<(u64, u8)>| -> Result<Vec<PoolSettings>, SettingsError> {
            pairs
                .into_iter()
                .map(|(size, vpseqt)| Ok(PoolSettings { size: Pages(size), vpseqt: Percent::new(vpseqt)? }))
                .collect()
        };
        let pools = self.pools.into_iter().map(|(name, pairs)| Ok((name, all(pairs)?))).collect::<Result<_, _>>();
        let named = |error| SessionError::Settings(error).named();
        Ok(GridSettings {
            steal,
            pools: pools.map_err(named)?,
            others: all(self.others).map_err(named)?,
            watch: self.watch,
        })
    }
}
