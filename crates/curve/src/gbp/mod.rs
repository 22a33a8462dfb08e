//! A group buffer pool behind the local pools of a data sharing group: local hit, GBP hit, disk.
//!
//! A member that references a page finds it valid in its local pool, or asks the group buffer
//! pool, or reads it from disk. A change is written to the group buffer pool and invalidates the
//! page in all other local pools (cross-invalidation); the buffer keeps its place there, and the
//! next reference refreshes it. With GBPCACHE CHANGED only changed pages enter the group buffer
//! pool; with ALL also those read from disk. (Db2 12, Data sharing: planning and administration,
//! Group buffer pools.)
//!
//! Any number of sizes of the group buffer pool are simulated in one pass. What the local pools
//! do does not depend on that size: wherever a page comes from, it enters the local pool. And
//! group buffer pools include each other: a larger one has every page that a smaller has, last
//! used at the same time. (A page that only the larger has is refreshed there by references that
//! the smaller does not serve, but then it is in no smaller one; it enters all again when it is
//! written.) So a page needs one slot of time and the smallest size that has it, and a size is
//! one watermark, as in [`crate::pool`].
//!
//! Limits: local pools are plain LRU. A change is written at once, not at commit. Changed pages
//! are cast out before they would be in the way. Directory entries are enough: no invalidation
//! by directory reclaim. All pages are of inter-Db2 interest.
//!
//! | file | idea |
//! |---|---|
//! | `local` | the local pool of one member |
//! | `data` | the data entries of all sizes of the group buffer pool |

mod data;
mod local;

use data::DataEntries;
use local::{LocalPool, Lookup};

use crate::reference::{Columns, ColumnsError};
use crate::units::{Pages, References};

/// Which pages enter the group buffer pool: GBPCACHE of the page set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GbpCache {
    /// Changed pages.
    Changed,
    /// Changed pages, and those read from disk.
    All,
}

/// What a member does with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A getpage.
    Read,
    /// A getpage that changes the page.
    ReadAndChange,
    /// A change by itself, of a page that was referenced before (set write).
    Change,
}

/// Why a group cannot be simulated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GroupError {
    /// A local pool without pages, or too large.
    #[error(
        "expected local pools of 1 to 4,000,000,000 pages, found {found} for member {member}; give VPSIZE in pages"
    )]
    LocalSize {
        /// Number of the member.
        member: usize,
        /// Size given.
        found: Pages,
    },
    /// A reference of an unknown member.
    #[error("expected a member below {members} at row {row}, found {found}; number the members from 0")]
    Member {
        /// Row of the reference in its columns.
        row: usize,
        /// Number of the member.
        found: u8,
        /// Members of the group.
        members: usize,
    },
    /// Columns of different length.
    #[error(transparent)]
    Columns(#[from] ColumnsError),
}

/// What one size of the group buffer pool would have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GbpRow {
    /// Data entries of the group buffer pool.
    pub size: Pages,
    /// References that found their page valid in the local pool; the same at every size.
    pub local_hits: References,
    /// References that found their page in the group buffer pool: absent or invalid locally.
    pub gbp_hits: References,
    /// Of these, pages that were in the local pool but invalid: SYN.READ(XI) with data returned.
    pub gbp_hits_invalid: References,
    /// References read from disk.
    pub disk_reads: References,
    /// Of these, pages that were in the local pool but invalid: SYN.READ(XI), no data.
    pub disk_reads_invalid: References,
}

/// A data sharing group with one group buffer pool, at a grid of sizes.
pub struct Group {
    members: Vec<LocalPool>,
    cache: GbpCache,
    data: DataEntries,
    local_hits: References,
    invalidations: References,
    sizes: Vec<Pages>,
}

impl Group {
    /// An empty group with these local pools, and group buffer pools of these numbers of data
    /// entries; 0 entries is GBPCACHE NO.
    pub fn new(local: &[Pages], cache: GbpCache, sizes: &[Pages]) -> Result<Group, GroupError> {
        let mut members = Vec::new();
        for (member, &size) in local.iter().enumerate() {
            members.push(LocalPool::new(size).ok_or(GroupError::LocalSize { member, found: size })?);
        }
        Ok(Group {
            members,
            cache,
            data: DataEntries::new(sizes),
            local_hits: References(0),
            invalidations: References(0),
            sizes: sizes.to_vec(),
        })
    }

    /// Takes the next references of the trace, each with the number of its member.
    pub fn push(&mut self, references: Columns<'_>, members: &[u8]) -> Result<(), GroupError> {
        if members.len() != references.len() {
            return Err(ColumnsError::Lengths { pages: references.len(), touches: members.len() }.into());
        }
        self.known(members)?;
        for ((page, touch), &member) in references.iter().zip(members) {
            self.reference(page, touch.is_write(), usize::from(member));
        }
        Ok(())
    }

    /// Takes the next events of the trace: references and, by themselves, changes of pages that a member has.
    pub fn push_events(&mut self, pages: &[u64], members: &[u8], events: &[Event]) -> Result<(), GroupError> {
        if let Some(&other) = [members.len(), events.len()].iter().find(|&&length| length != pages.len()) {
            return Err(ColumnsError::Lengths { pages: pages.len(), touches: other }.into());
        }
        self.known(members)?;
        for ((&page, &member), event) in pages.iter().zip(members).zip(events) {
            match event {
                Event::Read => self.reference(page, false, usize::from(member)),
                Event::ReadAndChange => self.reference(page, true, usize::from(member)),
                Event::Change => self.change(page, usize::from(member)),
            }
        }
        Ok(())
    }

    fn known(&self, members: &[u8]) -> Result<(), GroupError> {
        let count = self.members.len();
        match members.iter().position(|&member| usize::from(member) >= count) {
            Some(row) => Err(GroupError::Member { row, found: members[row], members: count }),
            None => Ok(()),
        }
    }

    fn reference(&mut self, page: u64, write: bool, member: usize) {
        match self.members[member].reference(page) {
            Lookup::Valid => self.local_hits += References(1),
            lookup => self.data.read(page, self.cache == GbpCache::All, lookup == Lookup::Invalid),
        }
        if write {
            self.change(page, member);
        }
    }

    fn change(&mut self, page: u64, member: usize) {
        for (other, pool) in self.members.iter_mut().enumerate() {
            if other != member && pool.invalidate(page) {
                self.invalidations += References(1);
            }
        }
        self.data.write(page);
    }

    /// Valid local pages that a change elsewhere invalidated; the same at every size.
    pub fn cross_invalidations(&self) -> References {
        self.invalidations
    }

    /// A row for each size, in the order given to [`Group::new`].
    pub fn rows(&self) -> Vec<GbpRow> {
        let rows = self.sizes.iter().zip(self.data.counts());
        rows.map(|(&size, counts)| GbpRow {
            size,
            local_hits: self.local_hits,
            gbp_hits: counts.hits,
            gbp_hits_invalid: counts.hits_invalid,
            disk_reads: counts.reads,
            disk_reads_invalid: counts.reads_invalid,
        })
        .collect()
    }
}
