//! What is in files, and files to Parquet.

use std::path::{Path, PathBuf};

use getpage_smf::load::{Apart, Input, Loaded, Options};
use getpage_smf::writer::{self, Target};
use getpage_smf::{digest, disk, error, frame, inspect, load, sums, time};
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::keys::Keys;
use crate::layouts::{layouts, prepared};
use crate::memory;
use crate::progress::with_progress;
use crate::summary::{Summary, spelled};

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
        prepared(&layout_directories, |by| with_progress(py, progress, |p| inspect::inspect(&path, by, p)))
            .map(Summary::from)
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
        let target = Target { directory: &directory, tag: "0", days: false, durable: false };
        let (summaries, _) = prepared(&layout_directories, |by| {
            with_progress(py, progress, |p| load::load(&inputs(files), by, target, None, threads, p))
        })?;
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
        let target = Target { directory: &directory, tag: &tag, days: true, durable };
        let mut keys = keys.try_borrow_mut(py)?;
        let seen = &mut keys.seen;
        let options = Options { tasks, dictionaries, digests: true };
        let done = prepared(&layout_directories, |by| {
            with_progress(py, progress, |p| {
                load::load_with(&options, &inputs(files), by, target, Some(seen), threads, p)
            })
        });
        let (summaries, parts) = done.map_err(|error| keys.cause(error))?;
        Ok((summaries.into_iter().map(Summary::from).collect(), parts.into_iter().map(Part::from).collect()))
    })
}

/// Where ranges of a file may begin: the first place behind each multiple of so many bytes.
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
    held_before: Option<u64>,
    held: Option<u64>,
}

impl From<frame::Joint> for Joint {
    fn from(from: frame::Joint) -> Joint {
        let frame::Joint { start, end, is_whole, before, open, depends, held_before, held } = from;
        Joint { start, end, is_whole, before, open, depends, held_before, held }
    }
}

/// What came of a piece of a load.
#[derive(IntoPyObject)]
struct Piece {
    parts: Vec<Part>,
    joint: Option<Joint>,
    is_deferred: bool,
    dictionaries: usize,
}

/// Decodes the records that begin in ranges of files to Parquet, day by day, not knowing other ranges.
#[pyfunction]
#[pyo3(signature = (files, directory, tag, state, scratch, threads, layout_directories, book=None, waits=false, seen=None, tasks=false, digests=false, progress=None))]
#[allow(clippy::too_many_arguments)] // as the caller in Python names them
fn load_apart(
    py: Python<'_>,
    files: Vec<(PathBuf, u32, u64, Option<u64>)>,
    directory: PathBuf,
    tag: String,
    state: PathBuf,
    scratch: PathBuf,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    book: Option<PathBuf>,
    waits: bool,
    seen: Option<PathBuf>,
    tasks: bool,
    digests: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<Piece> {
    guarded(|| {
        memory::keep();
        let target = Target { directory: &directory, tag: &tag, days: true, durable: false };
        let input = |(path, file, start, end): (PathBuf, u32, u64, Option<u64>)| Input {
            path,
            file,
            range: start..end.unwrap_or(u64::MAX),
        };
        let inputs: Vec<Input> = files.into_iter().map(input).collect();
        let (book, seen) = (book.as_deref(), seen.as_deref());
        let apart = Apart { book, waits, seen, scratch: &scratch, state: &state };
        let options = Options { tasks, dictionaries: Vec::new(), digests };
        let Loaded { parts, joint, is_deferred, dictionaries } = prepared(&layout_directories, |by| {
            with_progress(py, progress, |p| load::load_apart(apart, &options, &inputs, by, target, threads, p))
        })?;
        let parts = parts.into_iter().map(Part::from).collect();
        Ok(Piece { parts, joint: joint.map(Joint::from), is_deferred, dictionaries })
    })
}

/// Writes the dictionaries of pieces of a load, and of files that the user gives.
#[pyfunction]
fn write_book(
    states: Vec<PathBuf>,
    given: Vec<PathBuf>,
    to: PathBuf,
    layout_directories: Vec<PathBuf>,
) -> PyResult<()> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        load::write_book(&states, &given, &to, &set).map_err(Named::named)
    })
}

/// Whether two books have the same dictionaries before a place.
#[pyfunction]
fn agree_before(book: PathBuf, other: PathBuf, number: u32, offset: u64) -> PyResult<bool> {
    guarded(|| load::agree_before(&book, &other, (number, offset)).map_err(Named::named))
}

/// Joins the pieces of a load: what is in each file, and files with the rows that are of several pieces.
#[pyfunction]
fn join(
    py: Python<'_>,
    states: Vec<PathBuf>,
    directory: PathBuf,
    tag: String,
    threads: usize,
    layout_directories: Vec<PathBuf>,
    durable: bool,
) -> PyResult<(Vec<Summary>, Vec<Part>)> {
    guarded(|| {
        let target = Target { directory: &directory, tag: &tag, days: true, durable };
        let (summaries, parts) = prepared(&layout_directories, |by| {
            py.detach(|| load::join(&states, by, target, threads)).map_err(Named::named)
        })?;
        Ok((summaries.into_iter().map(Summary::from).collect(), parts.into_iter().map(Part::from).collect()))
    })
}

/// Whether two ranges, loaded apart, are what one load of both gives.
#[pyfunction]
fn holds(joint: Joint, next: Joint) -> PyResult<bool> {
    guarded(|| {
        let of = |Joint { start, end, is_whole, before, open, depends, held_before, held }| frame::Joint {
            start,
            end,
            is_whole,
            before,
            open,
            depends,
            held_before,
            held,
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
        digest.map(|(digest, bytes)| (spelled(digest), bytes)).map_err(|source| unread(&path, source))
    })
}

/// Writes what a range of a file adds to the digest of the file: a sixteenth of its bytes.
#[pyfunction]
#[pyo3(signature = (path, start, end, into))]
fn write_sums(py: Python<'_>, path: PathBuf, start: u64, end: Option<u64>, into: PathBuf) -> PyResult<()> {
    guarded(|| py.detach(|| sums::write(&path, start, end, &into)).map_err(|source| unread(&path, source)))
}

/// The digest of a file of `size` bytes, of what `write_sums` wrote of its ranges, in their order.
#[pyfunction]
fn joined_digest(py: Python<'_>, written: Vec<PathBuf>, size: u64) -> PyResult<String> {
    guarded(|| {
        let digest = py.detach(|| sums::joined(&written, size));
        let first = written.first().cloned().unwrap_or_default();
        digest.map(spelled).map_err(|source| unread(&first, source))
    })
}

fn unread(path: &Path, source: std::io::Error) -> PyErr {
    error::Error::Read { path: path.to_string_lossy().into_owned(), source }.named()
}

/// Waits until files, or what directories list, are on disk.
#[pyfunction]
fn sync(py: Python<'_>, paths: Vec<PathBuf>) -> PyResult<()> {
    guarded(|| py.detach(|| disk::sync(&paths)).map_err(Named::named))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(inspect_file, module)?)?;
    module.add_function(wrap_pyfunction!(load_files, module)?)?;
    module.add_function(wrap_pyfunction!(load_days, module)?)?;
    module.add_function(wrap_pyfunction!(cuts, module)?)?;
    module.add_function(wrap_pyfunction!(load_apart, module)?)?;
    module.add_function(wrap_pyfunction!(write_book, module)?)?;
    module.add_function(wrap_pyfunction!(agree_before, module)?)?;
    module.add_function(wrap_pyfunction!(join, module)?)?;
    module.add_function(wrap_pyfunction!(holds, module)?)?;
    module.add_function(wrap_pyfunction!(digest_of, module)?)?;
    module.add_function(wrap_pyfunction!(write_sums, module)?)?;
    module.add_function(wrap_pyfunction!(joined_digest, module)?)?;
    module.add_function(wrap_pyfunction!(sync, module)?)
}
