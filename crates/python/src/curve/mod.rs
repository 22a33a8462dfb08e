//! `getpage._native.CurveRun`: a trace of page references goes in, file by file or frame by frame; counts come out.
//!
//! | file | idea |
//! |---|---|
//! | `group` | a data sharing group behind its class |
//! | `settings` | what is to run, from keywords and a dictionary |
//! | `rows` | what comes out |
//! | `run` | the session behind the class |

mod group;
mod rows;
mod run;
mod settings;

use std::path::PathBuf;

use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::layouts::layouts;

/// Which format a file of references has.
#[pyfunction]
fn detect_trace(py: Python<'_>, path: PathBuf, layout_directories: Vec<PathBuf>) -> PyResult<&'static str> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let format = py.detach(|| getpage_trace::detect(&path, &set)).map_err(Named::named)?;
        Ok(format.name())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(detect_trace, module)?)?;
    module.add_class::<run::CurveRun>()?;
    module.add_class::<group::GroupRun>()?;
    module.add_class::<group::GroupRow>()?;
    module.add_class::<rows::PoolSummary>()?;
    module.add_class::<rows::CurveRow>()?;
    module.add_class::<rows::WarmRow>()?;
    module.add_class::<rows::SimulatedRow>()
}
