//! Many pools fed with one trace: groups of 64, each with one pass over each chunk.

use super::fifo::FifoGroup;
use super::watermark::LruGroup;
use super::{LANES, PageSteal, PoolRow, PoolSettings, SettingsError};
use crate::reference::{ByAccess, Columns};
use crate::simd::InstructionSet;
use crate::units::{Pages, References};

enum Group {
    Lru(Box<LruGroup>),
    Fifo(Box<FifoGroup>),
}

/// Exact simulation of a grid of pools.
///
/// ```
/// use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolGrid, PoolSettings};
/// use getpage_curve::{Access, Columns, Pages, Touch};
///
/// let vpseqt = Percent::new(80)?;
/// let sizes = [2, 3].map(|size| PoolSettings { size: Pages(size), vpseqt });
/// let mut grid = PoolGrid::new(&sizes, PageSteal::Lru(ClassRule::KeepRandom))?;
/// let touches = [Touch::read(Access::Random); 6];
/// grid.push(Columns::new(&[1, 2, 3, 1, 2, 3], &touches)?);
/// let reads: Vec<u64> = grid.rows().iter().map(|row| row.reads.total().0).collect();
/// assert_eq!(reads, [6, 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PoolGrid {
    groups: Vec<Group>,
    pools: usize,
    getpages: ByAccess<References>,
}

impl PoolGrid {
    /// Empty pools with these settings; any number of them. The time is that of one pass per 64.
    pub fn new(pools: &[PoolSettings], steal: PageSteal) -> Result<PoolGrid, SettingsError> {
        let checked: Vec<PoolSettings> = pools.iter().map(|settings| settings.checked()).collect::<Result<_, _>>()?;
        let groups = checked.chunks(LANES).map(|group| match steal {
            PageSteal::Lru(rule) => Group::Lru(Box::new(LruGroup::new(group, rule))),
            PageSteal::Fifo => Group::Fifo(Box::new(FifoGroup::fifo(group))),
            PageSteal::None => Group::Fifo(Box::new(FifoGroup::in_memory(group))),
        });
        Ok(PoolGrid { groups: groups.collect(), pools: pools.len(), getpages: ByAccess::default() })
    }

    /// The same grid on another instruction set; the best below it where the machine lacks it.
    pub fn on(mut self, set: InstructionSet) -> PoolGrid {
        for group in &mut self.groups {
            match group {
                Group::Lru(group) => group.set = set.supported(),
                Group::Fifo(_) => {}
            }
        }
        self
    }

    /// Takes the next references of the trace.
    pub fn push(&mut self, references: Columns<'_>) {
        for (total, count) in self.getpages.0.iter_mut().zip(references.count_by_access().0) {
            *total += count;
        }
        for group in &mut self.groups {
            match group {
                Group::Lru(group) => group.push(references),
                Group::Fifo(group) => group.push(references),
            }
        }
    }

    /// Changes one pool before the next reference, as -ALTER BUFFERPOOL does: a pool that grows
    /// gets free buffers; one that shrinks steals until it fits, sequential pages first where
    /// they exceed the new threshold.
    pub fn alter(&mut self, pool: usize, settings: PoolSettings) -> Result<(), SettingsError> {
        let settings = settings.checked()?;
        let unknown = SettingsError::Pool { found: pool, pools: self.pools };
        if pool >= self.pools {
            return Err(unknown);
        }
        match &mut self.groups[pool / LANES] {
            Group::Lru(group) => group.alter(pool % LANES, settings),
            Group::Fifo(group) => group.alter(pool % LANES, settings)?,
        }
        Ok(())
    }

    /// How many sequential pages each pool has now, in the order given to [`PoolGrid::new`]; 0 for
    /// PGSTEAL(FIFO) and PGSTEAL(NONE), which do not tell them apart.
    pub fn sequential_pages(&self) -> Vec<Pages> {
        let groups = self.groups.iter().flat_map(|group| match group {
            Group::Lru(group) => group.sequential_pages(),
            Group::Fifo(group) => vec![Pages(0); group.rows(self.getpages).len()],
        });
        groups.collect()
    }

    /// A row for each pool, in the order given to [`PoolGrid::new`].
    pub fn rows(&self) -> Vec<PoolRow> {
        let groups = self.groups.iter().flat_map(|group| match group {
            Group::Lru(group) => group.rows(self.getpages),
            Group::Fifo(group) => group.rows(self.getpages),
        });
        groups.collect()
    }
}
