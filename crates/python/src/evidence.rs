//! What is in files, and files to Parquet.

use std::path::PathBuf;

use getpage_smf::load::Input;
use getpage_smf::{inspect, load};
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::layouts::layouts;
use crate::progress::with_progress;
use crate::summary::Summary;

/// The framing of the SMF records in a file.
#[pyfunction]
fn sniff(path: PathBuf, layout_directories: Vec<PathBuf>) -> PyResult<&'static str> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        Ok(inspect::framing(&path, &set).map_err(Named::named)?.name())
    })
}

/// What is in a file.
#[pyfunction]
#[pyo3(signature = (path, layout_directories, progress=None))]
fn inspect_file(
    py: Python<'_>,
    path: PathBuf,
    layout_directories: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Summary> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        with_progress(py, progress, |p| inspect::inspect(&path, &set, p)).map(Summary::from)
    })
}

/// Decodes files to Parquet in a directory: what is in each.
#[pyfunction]
#[pyo3(signature = (files, directory, threads, layout_directories, progress=None))]
fn load_files(
    py: Python<'_>,
    files: Vec<(PathBuf, u32)>,
    directory: PathBuf,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Summary>> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let inputs: Vec<Input> = files.into_iter().map(|(path, file)| Input { path, file }).collect();
        let summaries = with_progress(py, progress, |p| load::load(&inputs, &set, &directory, threads, p))?;
        Ok(summaries.into_iter().map(Summary::from).collect())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sniff, module)?)?;
    module.add_function(wrap_pyfunction!(inspect_file, module)?)?;
    module.add_function(wrap_pyfunction!(load_files, module)?)
}
