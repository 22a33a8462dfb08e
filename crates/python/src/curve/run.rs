//! The session behind `CurveRun`.

use std::collections::HashMap;
use std::path::PathBuf;

use arrow_array::RecordBatchReader;
use getpage_curve::Pages;
use getpage_curve::sample::Band;
use getpage_curve::session::{Session, Settings, TraceFormat};
use getpage_trace::{ReadError, files, frame, getpages};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::rows::{CurveRow, PoolSummary, SimulatedRow, WarmRow};
use super::settings::Grid;
use crate::arrow::import;
use crate::errors::{Named, PySettingsError};
use crate::guard::guarded;
use crate::layouts::prepared;
use crate::progress::with_progress;

/// One run over one trace.
#[pyclass(module = "getpage._native")]
pub(super) struct CurveRun {
    session: Session,
}

fn pages(sizes: &[u64]) -> Vec<Pages> {
    sizes.iter().copied().map(Pages).collect()
}

#[pymethods]
impl CurveRun {
    #[new]
    #[pyo3(signature = (
        *, pool=None, subsystem=None, lru=true, mergeable=false, opt=false, sample=None, band="pointwise", seed=0, keep_sample=false,
        exact_limit=u64::MAX, lost_limit=0.02, threads=None, grid=None, moved=None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        pool: Option<String>,
        subsystem: Option<String>,
        lru: bool,
        mergeable: bool,
        opt: bool,
        sample: Option<f64>,
        band: &str,
        seed: u64,
        keep_sample: bool,
        exact_limit: u64,
        lost_limit: f64,
        threads: Option<usize>,
        grid: Option<Grid>,
        moved: Option<HashMap<(u32, u32), String>>,
    ) -> PyResult<CurveRun> {
        guarded(|| {
            let grid = grid.map(Grid::settings).transpose()?;
            let band = match band {
                "pointwise" => Band::Pointwise,
                "simultaneous" => Band::Simultaneous,
                other => {
                    let expected = "expected pointwise or simultaneous";
                    return Err(PySettingsError::new_err(format!("band {other:?}: {expected}")));
                }
            };
            Ok(CurveRun {
                session: Session::new(Settings {
                    pool,
                    subsystem,
                    moved: moved
                        .into_iter()
                        .flatten()
                        .map(|((database, object), pool)| ([database, object], pool))
                        .collect(),
                    lru,
                    mergeable,
                    opt,
                    sample,
                    band,
                    seed,
                    keep_sample,
                    exact_limit,
                    lost_limit,
                    threads,
                    grid,
                }),
            })
        })
    }

    /// Reads the next file of the trace; notes on it.
    #[pyo3(signature = (path, name, format, layout_directories, progress=None))]
    fn read(
        &mut self,
        py: Python<'_>,
        path: PathBuf,
        name: &str,
        format: &str,
        layout_directories: Vec<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<String>> {
        guarded(|| {
            let format: TraceFormat = format.parse().map_err(|e| PyValueError::new_err(format!("{name}: {e}")))?;
            let session = &mut self.session;
            prepared(&layout_directories, |by| {
                with_progress(py, progress, |p| files::read(session, &path, name, format, by, p))
            })
        })
    }

    /// Takes the next batches of the trace from anything with `__arrow_c_stream__`; `row` is the number of its first.
    fn push(&mut self, py: Python<'_>, stream: &Bound<'_, PyAny>, name: &str, row: u64) -> PyResult<u64> {
        guarded(|| {
            let reader = import(stream)?;
            let session = &mut self.session;
            py.detach(|| {
                session.expect_format(TraceFormat::Frame, name)?;
                let schema = reader.schema();
                let named = |source| ReadError::Batch { name: name.to_owned(), source };
                frame::push(session, &schema, reader.map(|batch| batch.map_err(named)), name, row)
            })
            .map_err(Named::named)
        })
    }

    /// Takes rows of the table of getpages, as a store has them, from anything with `__arrow_c_stream__`; how many
    /// getpages there were.
    fn push_getpages(&mut self, py: Python<'_>, stream: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
        guarded(|| {
            let reader = import(stream)?;
            let session = &mut self.session;
            py.detach(|| getpages::push(session, reader, name)).map_err(Named::named)
        })
    }

    /// The pools of the trace so far.
    fn pools(&mut self) -> PyResult<Vec<PoolSummary>> {
        guarded(|| Ok(self.session.pools().into_iter().map(PoolSummary::from).collect()))
    }

    /// Reads at each size, by access type, of the plain LRU pool, exact or sampled.
    fn rows(&mut self, py: Python<'_>, pool: &str, sizes: Vec<u64>) -> PyResult<Vec<CurveRow>> {
        guarded(|| {
            let session = &mut self.session;
            let rows = py.detach(|| session.lru_rows(pool, &pages(&sizes))).map_err(Named::named)?;
            Ok(rows.into_iter().map(CurveRow::from).collect())
        })
    }

    /// Reads at each size of a plain LRU pool that was in use before the trace, by access type: the least, and an
    /// estimate between these and those from an empty pool.
    fn warm_rows(&mut self, py: Python<'_>, pool: &str, sizes: Vec<u64>) -> PyResult<Vec<WarmRow>> {
        guarded(|| {
            let session = &mut self.session;
            let rows = py.detach(|| session.warm_rows(pool, &pages(&sizes))).map_err(Named::named)?;
            Ok(rows.into_iter().map(WarmRow::from).collect())
        })
    }

    /// Reads at each size of the clairvoyant bound, by access type.
    fn opt_rows(&mut self, py: Python<'_>, pool: &str, sizes: Vec<u64>) -> PyResult<Vec<CurveRow>> {
        guarded(|| {
            let session = &mut self.session;
            let rows = py.detach(|| session.opt_rows(pool, &pages(&sizes))).map_err(Named::named)?;
            Ok(rows.into_iter().map(CurveRow::from).collect())
        })
    }

    /// The simulated pools of the grid, in the order in which they were asked for.
    fn grid_rows(&mut self, pool: &str) -> PyResult<Vec<SimulatedRow>> {
        guarded(|| {
            let rows = self.session.grid_rows(pool).map_err(Named::named)?;
            Ok(rows.into_iter().map(SimulatedRow::from).collect())
        })
    }

    /// The trace so far as a part that can be merged; ends the run.
    fn partial(&mut self, py: Python<'_>) -> PyResult<Vec<u8>> {
        guarded(|| {
            let session = &mut self.session;
            py.detach(|| session.to_part()).map_err(Named::named)
        })
    }

    /// Appends a part that was computed apart.
    fn append(&mut self, py: Python<'_>, bytes: Vec<u8>, name: &str) -> PyResult<()> {
        guarded(|| {
            let session = &mut self.session;
            py.detach(|| session.append_part(&bytes, name)).map_err(Named::named)
        })
    }

    /// Checks what only the whole trace shows; notes on it.
    fn finish(&mut self) -> PyResult<Vec<String>> {
        guarded(|| {
            let missing = self.session.finish().map_err(Named::named)?;
            Ok(missing.iter().map(ToString::to_string).collect())
        })
    }
}
