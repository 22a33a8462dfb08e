//! What is in files, and files to Parquet.

use std::path::PathBuf;

use getpage_smf::inspect::Inspection;
use getpage_smf::load::{Input, Options};
use getpage_smf::writer::{self, Target};
use getpage_smf::{digest, disk, error, frame, inspect, load, time};
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::keys::Keys;
use crate::layouts::{builtin_inspection, layouts};
use crate::memory;
use crate::progress::with_progress;
use crate::summary::{Summary, spelled};

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
        let inspection;
        let inspection = match builtin_inspection(&layout_directories) {
            Some(inspection) => inspection,
            None => {
                inspection = Inspection::new(&set).map_err(Named::named)?;
                &inspection
            }
        };
        with_progress(py, progress, |p| inspection.of(&path, p)).map(Summary::from)
    })
}

/// A file that was written.
#[derive(IntoPyObject)]
struct Part {
    day: Option<String>,
    table: String,
    path: String,
    rows: u64,
    bytes: u64,
    digest: String,
}

impl From<writer::Part> for Part {
    fn from(from: writer::Part) -> Part {
        let writer::Part { day, table, path, rows, bytes, digest } = from;
        Part { day: day.map(|day| time::day_name(Some(day))), table, path, rows, bytes, digest: spelled(digest) }
    }
}

fn inputs(files: Vec<(PathBuf, u32)>) -> Vec<Input> {
    files.into_iter().map(|(path, file)| Input::whole(path, file)).collect()
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
        memory::keep();
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let target = Target { directory: &directory, tag: "0", days: false, durable: false };
        let (summaries, _) =
            with_progress(py, progress, |p| load::load(&inputs(files), &set, target, None, threads, p))?;
        Ok(summaries.into_iter().map(Summary::from).collect())
    })
}

/// Decodes what is new by `keys` of files to Parquet, day by day: what is in each, and the files written.
#[pyfunction]
#[pyo3(signature = (files, directory, tag, keys, threads, layout_directories, durable, progress=None, tasks=false, dictionaries=Vec::new()))]
#[allow(clippy::too_many_arguments)] // as the caller in Python names them
fn load_days(
    py: Python<'_>,
    files: Vec<(PathBuf, u32)>,
    directory: PathBuf,
    tag: String,
    keys: Py<Keys>,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    durable: bool,
    progress: Option<Py<PyAny>>,
    tasks: bool,
    dictionaries: Vec<PathBuf>,
) -> PyResult<(Vec<Summary>, Vec<Part>)> {
    guarded(|| {
        memory::keep();
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let target = Target { directory: &directory, tag: &tag, days: true, durable };
        let mut keys = keys.try_borrow_mut(py)?;
        let seen = &mut keys.seen;
        let options = Options { tasks, dictionaries, digests: true };
        let done = with_progress(py, progress, |p| {
            load::load_with(&options, &inputs(files), &set, target, Some(seen), threads, p)
        });
        let (summaries, parts) = done.map_err(|error| keys.cause(error))?;
        Ok((summaries.into_iter().map(Summary::from).collect(), parts.into_iter().map(Part::from).collect()))
    })
}

/// Where ranges of a file may begin, one for each so many bytes.
#[pyfunction]
fn cuts(py: Python<'_>, path: PathBuf, every: u64, layout_directories: Vec<PathBuf>) -> PyResult<Vec<u64>> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        py.detach(|| load::cuts(&path, every, &set)).map_err(Named::named)
    })
}

/// The ends of a range that was loaded by itself.
#[derive(IntoPyObject, FromPyObject)]
#[pyo3(from_item_all)]
struct Joint {
    start: u64,
    end: u64,
    is_whole: bool,
    before: Option<u64>,
    open: Option<u64>,
    depends: bool,
}

/// Decodes the records that begin in a range of a file to Parquet, day by day: what is in it, the files written, its ends.
#[pyfunction]
#[pyo3(signature = (file, start, end, directory, tag, threads, layout_directories, progress=None, tasks=false, dictionaries=Vec::new()))]
#[allow(clippy::too_many_arguments)] // as the caller in Python names them
fn load_range(
    py: Python<'_>,
    file: (PathBuf, u32),
    start: u64,
    end: Option<u64>,
    directory: PathBuf,
    tag: String,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    progress: Option<Py<PyAny>>,
    tasks: bool,
    dictionaries: Vec<PathBuf>,
) -> PyResult<(Summary, Vec<Part>, Option<Joint>)> {
    guarded(|| {
        memory::keep();
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let target = Target { directory: &directory, tag: &tag, days: true, durable: false };
        let input = Input { path: file.0, file: file.1, range: start..end.unwrap_or(u64::MAX) };
        let options = Options { tasks, dictionaries, digests: false };
        let (mut summaries, parts) =
            with_progress(py, progress, |p| load::load_with(&options, &[input], &set, target, None, threads, p))?;
        let summary = summaries.remove(0);
        let joint = summary.joint.map(|frame::Joint { start, end, is_whole, before, open, depends }| Joint {
            start,
            end,
            is_whole,
            before,
            open,
            depends,
        });
        Ok((Summary::from(summary), parts.into_iter().map(Part::from).collect(), joint))
    })
}

/// Whether two ranges, loaded apart, are what one load of both gives.
#[pyfunction]
fn holds(joint: Joint, next: Joint) -> PyResult<bool> {
    guarded(|| {
        let of = |Joint { start, end, is_whole, before, open, depends }| frame::Joint {
            start,
            end,
            is_whole,
            before,
            open,
            depends,
        };
        Ok(of(joint).holds(&of(next)))
    })
}

/// XXH3 of a file, 128 bits in hexadecimal digits, and its bytes.
#[pyfunction]
#[pyo3(name = "digest")]
fn digest_of(py: Python<'_>, path: PathBuf) -> PyResult<(String, u64)> {
    guarded(|| {
        let digest = py.detach(|| digest::digest(&path));
        let digest = digest.map_err(|source| {
            let path = path.to_string_lossy().into_owned();
            error::Error::Read { path, source }.named()
        });
        digest.map(|(digest, bytes)| (spelled(digest), bytes))
    })
}

/// Waits until files, or what directories list, are on disk.
#[pyfunction]
fn sync(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<()> {
    guarded(|| py.detach(|| disk::sync(&paths)).map_err(Named::named))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sniff, module)?)?;
    module.add_function(wrap_pyfunction!(inspect_file, module)?)?;
    module.add_function(wrap_pyfunction!(load_files, module)?)?;
    module.add_function(wrap_pyfunction!(load_days, module)?)?;
    module.add_function(wrap_pyfunction!(cuts, module)?)?;
    module.add_function(wrap_pyfunction!(load_range, module)?)?;
    module.add_function(wrap_pyfunction!(holds, module)?)?;
    module.add_function(wrap_pyfunction!(digest_of, module)?)?;
    module.add_function(wrap_pyfunction!(sync, module)?)
}
