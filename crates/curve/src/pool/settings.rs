//! What can be set for a pool, as in -ALTER BUFFERPOOL.

use crate::units::Pages;

/// The largest VPSIZE: 4,000,000,000 pages (Db2 13, -ALTER BUFFERPOOL).
const LARGEST: u64 = 4_000_000_000;

/// A percentage of 0 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(u8);

impl Percent {
    /// The percentage, if it is one.
    pub fn new(percent: u8) -> Result<Percent, SettingsError> {
        if percent <= 100 { Ok(Percent(percent)) } else { Err(SettingsError::Percent { found: percent }) }
    }

    /// 0 to 100.
    pub fn get(self) -> u8 {
        self.0
    }

    /// This share of `pages`, rounded down.
    pub(crate) fn of(self, pages: u64) -> u64 {
        pages * u64::from(self.0) / 100
    }
}

/// Size and sequential threshold of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolSettings {
    /// VPSIZE: buffers.
    pub size: Pages,
    /// VPSEQT: the share of the buffers that sequential pages may take. Without effect for
    /// PGSTEAL(FIFO) and PGSTEAL(NONE), which have one chain.
    pub vpseqt: Percent,
}

impl PoolSettings {
    pub(crate) fn checked(self) -> Result<PoolSettings, SettingsError> {
        if (1..=LARGEST).contains(&self.size.0) { Ok(self) } else { Err(SettingsError::Size { found: self.size }) }
    }
}

/// PGSTEAL: which page a pool gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageSteal {
    /// The least recently used.
    Lru(ClassRule),
    /// The one read first.
    Fifo,
    /// None but those of the overflow area: a tenth of the pool, at least 50 and at most 6,400
    /// buffers, stolen first in, first out. (Db2 12, In-memory buffer pools.)
    ///
    /// The rest of the pool fills with pages in the order of their first access; that Db2 reads
    /// whole objects into it ahead of time is not in a trace of references.
    None,
}

/// When a page is a random one, and when a sequential one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ClassRule {
    /// A random getpage makes a page random; a sequential one leaves a resident random page
    /// random (Db2 11 and later). The class depends on the pool.
    #[default]
    KeepRandom,
    /// A page is what it was read as, until it is stolen (V9, REDP-4604). The class depends on
    /// the pool.
    AsRead,
    /// A page is what it was accessed as last. The same in every pool, and the fastest.
    LastAccess,
}

/// Settings that no pool can have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// Not a percentage.
    #[error("expected a percentage of 0 to 100, found {found}; VPSEQT is a share of the pool")]
    Percent {
        /// The number given.
        found: u8,
    },
    /// Not a size.
    #[error("expected a pool of 1 to 4,000,000,000 pages, found {found}; give the size in pages, not bytes")]
    Size {
        /// The size given.
        found: Pages,
    },
    /// There is no such pool in the grid.
    #[error("expected the number of a pool of the grid, below {pools}, found {found}")]
    Pool {
        /// The number given.
        found: usize,
        /// Pools of the grid.
        pools: usize,
    },
    /// PGSTEAL(NONE) pools keep their size.
    #[error(
        "expected a pool that can be altered, found PGSTEAL(NONE), whose main area is filled once; \
         simulate the other size from the start"
    )]
    Fixed,
}
