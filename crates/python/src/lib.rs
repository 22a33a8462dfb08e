//! The Python binding: `getpage._native`. Paths, JSON and Arrow streams in, JSON and Parquet files out; nothing is decided here.
#![allow(missing_docs)] // the docstrings are for Python; `_native.pyi` has the signatures

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use getpage_smf::encode::{self, Spec};
use getpage_smf::frame::{self, Detection};
use getpage_smf::gtf;
use getpage_smf::inspect;
use getpage_smf::layout::Layouts;
use getpage_smf::load::{self, Input};
use getpage_smf::source::Source;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

mod curve;
mod fields;
mod plan;

create_exception!(_native, EvidenceError, PyException, "Evidence that cannot be read; the message says why.");

fn layouts(directories: &[PathBuf]) -> PyResult<Layouts> {
    let builtin = Layouts::builtin().map_err(|e| PyValueError::new_err(e.to_string()))?;
    directories
        .iter()
        .try_fold(builtin, |set, directory| set.with_directory(directory))
        .map_err(|e| EvidenceError::new_err(e.to_string()))
}

/// Calls the Python progress function (or none), and lets a signal such as Ctrl-C stop the work.
fn with_progress<T: Send, E: Display + Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(inspect::Progress<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let mut stopped: Option<PyErr> = None;
    let result = py.detach(|| {
        work(&mut |done, total| {
            let asked = Python::attach(|py| {
                py.check_signals()?;
                progress.as_ref().map_or(Ok(()), |call| call.call1(py, (done, total)).map(drop))
            });
            asked.map_err(|error| stopped = Some(error)).is_ok()
        })
    });
    match (result, stopped) {
        (_, Some(error)) => Err(error),
        (Err(error), None) => Err(EvidenceError::new_err(error.to_string())),
        (Ok(value), None) => Ok(value),
    }
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|e| PyValueError::new_err(e.to_string()))
}

/// Whether a file holds SMF records: (framing, "") or (None, why not).
#[pyfunction]
fn sniff(path: PathBuf, layout_directories: Vec<PathBuf>) -> PyResult<(Option<String>, String)> {
    let set = layouts(&layout_directories)?;
    let source = Source::open(&path).map_err(|e| EvidenceError::new_err(format!("{}: {e}", path.display())))?;
    Ok(match frame::detect(&source.head, source.whole, &set) {
        Detection::Smf(framing) => (Some(json(&framing)?.trim_matches('"').to_owned()), String::new()),
        Detection::NotSmf(why) | Detection::Refused(why) => (None, why),
    })
}

/// What is in a file: a JSON summary.
#[pyfunction]
#[pyo3(signature = (path, layout_directories, progress=None))]
fn inspect_file(
    py: Python<'_>,
    path: PathBuf,
    layout_directories: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let set = layouts(&layout_directories)?;
    let summary = with_progress(py, progress, |p| inspect::inspect(&path, &set, p))?;
    json(&summary)
}

/// Decodes files to Parquet in a directory: a JSON list of summaries, one a file.
#[pyfunction]
#[pyo3(signature = (files, directory, threads, layout_directories, progress=None))]
fn load_files(
    py: Python<'_>,
    files: Vec<(PathBuf, u32)>,
    directory: PathBuf,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let set = layouts(&layout_directories)?;
    let inputs: Vec<Input> = files.into_iter().map(|(path, file)| Input { path, file }).collect();
    let directory: &Path = &directory;
    let summaries = with_progress(py, progress, |p| load::load(&inputs, &set, directory, threads, p))?;
    json(&summaries)
}

/// The first bytes of a file, decompressed (gzip and zstd), to find out what it is.
#[pyfunction]
fn head(path: PathBuf) -> PyResult<Vec<u8>> {
    Ok(Source::open(&path).map_err(|e| EvidenceError::new_err(format!("{}: {e}", path.display())))?.head)
}

/// Writes a file to `target`, decompressed (gzip and zstd).
#[pyfunction]
fn unpack(py: Python<'_>, path: PathBuf, target: PathBuf) -> PyResult<()> {
    let copied = py.detach(|| {
        let mut source = Source::open(&path)?;
        let mut out = File::create(&target)?;
        out.write_all(&source.head)?;
        io::copy(&mut source.rest, &mut out).map(drop)
    });
    copied.map_err(|e| EvidenceError::new_err(format!("{}: {e}", path.display())))
}

/// The field dictionary of all layouts: JSON.
#[pyfunction]
fn dictionary(layout_directories: Vec<PathBuf>) -> PyResult<String> {
    json(&fields::dictionary(&layouts(&layout_directories)?))
}

/// Records written from a JSON list of specifications, each with its RDW.
#[pyfunction]
fn encode_records(specifications: &str) -> PyResult<Vec<Vec<u8>>> {
    let specs: Vec<Spec> = serde_json::from_str(specifications).map_err(|e| PyValueError::new_err(e.to_string()))?;
    let set = layouts(&[])?;
    specs.iter().map(|spec| encode::record(&set, spec).map_err(|e| PyValueError::new_err(e.to_string()))).collect()
}

/// Records (each with its RDW) in another framing: `spanned` (segments of at most `segment` bytes), `blocked`, `no rdw`.
#[pyfunction]
fn reframe(records: Vec<Vec<u8>>, framing: &str, segment: usize) -> PyResult<Vec<u8>> {
    match framing {
        "spanned" => Ok(frame::spanned(&records, segment)),
        "blocked" => Ok(frame::blocked(&records)),
        "no rdw" => Ok(frame::no_rdw(&records)),
        _ => Err(PyValueError::new_err(format!("framing {framing:?}: expected spanned, blocked or no rdw"))),
    }
}

/// Records of SMF 100 to 102 (each with its RDW) as GTF would have them, a control record first: `base` is what offsets count
/// from (0 the documented one), `segment` the bytes of a segment at the most, `zone` seconds ahead of UTC.
#[pyfunction]
fn gtf_records(records: Vec<Vec<u8>>, base: usize, segment: usize, zone: i32) -> PyResult<Vec<Vec<u8>>> {
    let how = gtf::Writing { base, segment, zone };
    gtf::from_smf(&layouts(&[])?, &records, how).map_err(|e| PyValueError::new_err(e.to_string()))
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("EvidenceError", module.py().get_type::<EvidenceError>())?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_function(wrap_pyfunction!(sniff, module)?)?;
    module.add_function(wrap_pyfunction!(inspect_file, module)?)?;
    module.add_function(wrap_pyfunction!(load_files, module)?)?;
    module.add_function(wrap_pyfunction!(head, module)?)?;
    module.add_function(wrap_pyfunction!(unpack, module)?)?;
    module.add_function(wrap_pyfunction!(dictionary, module)?)?;
    module.add_function(wrap_pyfunction!(encode_records, module)?)?;
    module.add_function(wrap_pyfunction!(reframe, module)?)?;
    module.add_function(wrap_pyfunction!(gtf_records, module)?)?;
    plan::register(module)?;
    curve::register(module)
}
