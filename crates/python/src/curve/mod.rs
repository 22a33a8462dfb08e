//! `getpage._native.CurveRun`: a trace of page references goes in, file by file or frame by frame; counts come out.
//!
//! | file | idea |
//! |---|---|
//! | `settings` | which models are to run, as JSON from Python |
//! | `session` | the trace so far: names, pools, order in time |
//! | `pool` | the models of one pool |
//! | `detect` | which format a file of references has |
//! | `files` | a file to references, with the readers of getpage-curve |
//! | `smf` | SMF 102 (IFCID 198) to references, through the layouts |
//! | `arrow` | Arrow files and streams to batches, every length checked |
//! | `frame` | an Arrow stream to references, without a copy of its numbers |
//! | `sequences` | records that are missing from it |
//! | `partial` | a part of a trace as bytes, to be merged |

mod arrow;
mod detect;
mod files;
mod frame;
mod partial;
mod pool;
mod sequences;
mod session;
mod settings;
mod smf;

use std::path::PathBuf;

use arrow_array::RecordBatchReader;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;

use crate::{EvidenceError, json as to_json, layouts, with_progress};
use session::Session;
use settings::Settings;

fn refused(why: impl ToString) -> PyErr {
    EvidenceError::new_err(why.to_string())
}

/// Which format a file of references has: (format, what it is or why it is none).
#[pyfunction]
fn detect_trace(path: PathBuf, layout_directories: Vec<PathBuf>) -> PyResult<(Option<String>, String)> {
    let set = layouts(&layout_directories)?;
    let (format, words) = detect::detect(&path, &set).map_err(refused)?;
    Ok((format.map(str::to_owned), words))
}

/// One run over one trace.
#[pyclass]
struct CurveRun {
    session: Session,
}

#[pymethods]
impl CurveRun {
    #[new]
    fn new(settings: &str) -> PyResult<CurveRun> {
        let settings: Settings = serde_json::from_str(settings).map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(CurveRun { session: Session::new(settings) })
    }

    /// Reads the next file of the trace.
    #[pyo3(signature = (path, name, format, layout_directories, progress=None))]
    fn read(
        &mut self,
        py: Python<'_>,
        path: PathBuf,
        name: &str,
        format: &str,
        layout_directories: Vec<PathBuf>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let set = layouts(&layout_directories)?;
        let session = &mut self.session;
        let notes = with_progress(py, progress, |p| files::read(session, &path, name, format, &set, p))?;
        to_json(&notes)
    }

    /// Takes the next batches of the trace from anything with `__arrow_c_stream__`; `row` is the number of its first.
    fn push(&mut self, py: Python<'_>, stream: &Bound<'_, PyAny>, name: &str, row: u64) -> PyResult<u64> {
        let reader = frame::import(stream)?;
        let session = &mut self.session;
        py.detach(|| {
            session.expect_format("frame", name)?;
            let schema = reader.schema();
            frame::push(session, &schema, reader.map(|batch| batch.map_err(|e| e.to_string())), name, row)
        })
        .map_err(refused)
    }

    /// Takes rows of the table of getpages, as a store has them, from anything with `__arrow_c_stream__`; how many
    /// getpages there were.
    fn push_getpages(&mut self, py: Python<'_>, stream: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
        let reader = frame::import(stream)?;
        let session = &mut self.session;
        py.detach(|| {
            session.expect_format("smf", name)?;
            session.expect_objects(true, name)?;
            let mut getpages = 0;
            for batch in reader {
                getpages += smf::take(session, &batch.map_err(|e| e.to_string())?, name)?;
            }
            Ok::<_, String>(getpages)
        })
        .map_err(refused)
    }

    /// The pools of the trace so far: JSON.
    fn pools(&mut self) -> PyResult<String> {
        to_json(&self.session.summaries())
    }

    /// Reads at each size, by access type, of the plain LRU pool, exact or sampled: JSON.
    fn rows(&mut self, py: Python<'_>, pool: &str, sizes: Vec<u64>) -> PyResult<String> {
        let run = self.session.pool_mut(pool).map_err(refused)?;
        to_json(&py.detach(|| run.lru_rows(&sizes)).map_err(refused)?)
    }

    /// Reads at each size of the clairvoyant bound, by access type: JSON.
    fn opt_rows(&mut self, py: Python<'_>, pool: &str, sizes: Vec<u64>) -> PyResult<String> {
        let run = self.session.pool_mut(pool).map_err(refused)?;
        to_json(&py.detach(|| run.opt_rows(&sizes)).map_err(refused)?)
    }

    /// The simulated pools of the grid, in the order in which they were asked for: JSON.
    fn grid_rows(&mut self, pool: &str) -> PyResult<String> {
        to_json(&self.session.pool_mut(pool).map_err(refused)?.grid_rows())
    }

    /// The trace so far as a part that can be merged; ends the run.
    fn partial(&mut self, py: Python<'_>) -> PyResult<Vec<u8>> {
        let session = &mut self.session;
        py.detach(|| partial::write(session)).map_err(refused)
    }

    /// Appends a part that was computed apart.
    fn append(&mut self, py: Python<'_>, bytes: Vec<u8>, name: &str) -> PyResult<()> {
        let session = &mut self.session;
        py.detach(|| partial::append(session, &bytes, name)).map_err(refused)
    }

    /// What the trace says of itself: JSON with lost records and the last time.
    fn finish(&mut self) -> PyResult<String> {
        let notes = self.session.finish().map_err(refused)?;
        to_json(&json!({ "references": self.session.references, "notes": notes }))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(detect_trace, module)?)?;
    module.add_class::<CurveRun>()
}
