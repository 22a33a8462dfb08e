//! `getpage._native.GroupRun`: what members of a data sharing group do with pages goes in; what each size of the group buffer
//! pool would have found comes out.

use getpage_curve::Pages;
use getpage_curve::gbp::{Event, GbpCache, GbpRow, Group};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use crate::errors::{Named, PySettingsError};
use crate::guard::guarded;

/// A data sharing group with one group buffer pool, at a grid of sizes.
#[pyclass(module = "getpage._native")]
pub(super) struct GroupRun {
    group: Group,
}

/// What one size of the group buffer pool would have done.
#[pyclass(frozen, get_all, module = "getpage._native")]
pub(super) struct GroupRow {
    size: u64,
    local_hits: u64,
    gbp_hits: u64,
    gbp_hits_invalid: u64,
    disk_reads: u64,
    disk_reads_invalid: u64,
}

impl From<GbpRow> for GroupRow {
    fn from(from: GbpRow) -> GroupRow {
        GroupRow {
            size: from.size.0,
            local_hits: from.local_hits.0,
            gbp_hits: from.gbp_hits.0,
            gbp_hits_invalid: from.gbp_hits_invalid.0,
            disk_reads: from.disk_reads.0,
            disk_reads_invalid: from.disk_reads_invalid.0,
        }
    }
}

#[pymethods]
impl GroupRun {
    /// Local pools of these sizes, member by member; `cache` is changed or all; `sizes` are data entries.
    #[new]
    fn new(local: Vec<u64>, cache: &str, sizes: Vec<u64>) -> PyResult<GroupRun> {
        guarded(|| {
            let cache = match cache {
                "changed" => GbpCache::Changed,
                "all" => GbpCache::All,
                other => return Err(PySettingsError::new_err(format!("gbpcache {other:?}: expected changed or all"))),
            };
            let pages = |sizes: Vec<u64>| sizes.into_iter().map(Pages).collect::<Vec<_>>();
            Ok(GroupRun { group: Group::new(&pages(local), cache, &pages(sizes)).map_err(Named::named)? })
        })
    }

    /// Takes the next events of the trace: page keys, numbers of members, and 0 for a getpage, 1 for one that changes the page,
    /// 2 for a change by itself.
    fn push(
        &mut self,
        py: Python<'_>,
        pages: PyBuffer<u64>,
        members: PyBuffer<u8>,
        events: PyBuffer<u8>,
    ) -> PyResult<()> {
        guarded(|| {
            let (pages, members) = (pages.to_vec(py)?, members.to_vec(py)?);
            let event = |code: u8| match code {
                0 => Ok(Event::Read),
                1 => Ok(Event::ReadAndChange),
                2 => Ok(Event::Change),
                other => Err(PySettingsError::new_err(format!("event {other}: expected 0, 1 or 2"))),
            };
            let events = events.to_vec(py)?.into_iter().map(event).collect::<PyResult<Vec<_>>>()?;
            let group = &mut self.group;
            py.detach(|| group.push_events(&pages, &members, &events)).map_err(Named::named)
        })
    }

    /// Valid local pages that a change elsewhere invalidated; the same at every size.
    fn cross_invalidations(&self) -> PyResult<u64> {
        guarded(|| Ok(self.group.cross_invalidations().0))
    }

    /// A row for each size, in the order in which they were given.
    fn rows(&self) -> PyResult<Vec<GroupRow>> {
        guarded(|| Ok(self.group.rows().into_iter().map(GroupRow::from).collect()))
    }
}
