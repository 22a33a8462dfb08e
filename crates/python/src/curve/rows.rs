//! What comes out: pools, and rows of their curves.

use getpage_curve::lru;
use getpage_curve::session;
use getpage_curve::{ByAccess, References};
use pyo3::prelude::*;

/// Counts by access type: random, sequential, list, dynamic.
type Counts = (u64, u64, u64, u64);

fn counts(ByAccess([random, sequential, list, dynamic]): ByAccess<References>) -> Counts {
    (random.0, sequential.0, list.0, dynamic.0)
}

/// What is known of one pool of a trace.
#[pyclass(frozen, get_all, module = "getpage._native")]
pub(super) struct PoolSummary {
    pool: String,
    getpages: Counts,
    pages: Option<u64>,
    first_touches: Option<Counts>,
    sample: Option<f64>,
}

impl From<session::PoolSummary> for PoolSummary {
    fn from(from: session::PoolSummary) -> PoolSummary {
        PoolSummary {
            pool: from.pool,
            getpages: counts(from.getpages),
            pages: from.pages.map(|pages| pages.0),
            first_touches: from.first_touches.map(counts),
            sample: from.sample,
        }
    }
}

/// What a pool of one size would have read.
#[pyclass(frozen, get_all, module = "getpage._native")]
pub(super) struct CurveRow {
    size: u64,
    reads: Counts,
    band: Option<(f64, f64)>,
}

impl From<session::LruRow> for CurveRow {
    fn from(from: session::LruRow) -> CurveRow {
        CurveRow { size: from.size.0, reads: counts(from.reads), band: from.band }
    }
}

/// What a pool of one size reads that was in use before the trace.
#[pyclass(frozen, get_all, module = "getpage._native")]
pub(super) struct WarmRow {
    size: u64,
    least: Counts,
    reads: (f64, f64, f64, f64),
}

impl From<lru::WarmRow> for WarmRow {
    fn from(from: lru::WarmRow) -> WarmRow {
        WarmRow { size: from.size.0, least: counts(from.least), reads: from.reads.0.into() }
    }
}

/// What a simulated pool would have read.
#[pyclass(frozen, get_all, module = "getpage._native")]
pub(super) struct SimulatedRow {
    size: u64,
    vpseqt: u8,
    sync_random: u64,
    sync_sequential: u64,
    asynchronous: u64,
    sequential_pages: u64,
    highest: (u64, u64),
}

impl From<session::SimulatedRow> for SimulatedRow {
    fn from(from: session::SimulatedRow) -> SimulatedRow {
        let reads = from.pool.reads;
        SimulatedRow {
            size: from.pool.settings.size.0,
            vpseqt: from.pool.settings.vpseqt.get(),
            sync_random: reads.synchronous_random.0,
            sync_sequential: reads.synchronous_sequential.0,
            asynchronous: reads.asynchronous.0,
            sequential_pages: from.sequential_pages.0,
            highest: (from.highest[0].0, from.highest[1].0),
        }
    }
}
