//! Files as they arrive to plain bytes, and the inverse of the packings of z/OS, for tests.

use std::borrow::Cow;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use getpage_pack::terse::{self, Method};
use getpage_pack::{Lines, Records, Source, archive, unpack, xmit};
use getpage_smf::inspect;
use getpage_smf::look::{self, Kind};
use getpage_smf::rmf;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::errors::{Named, Unreadable};
use crate::guard::guarded;
use crate::layouts::layouts;
use crate::summary::spelled;

/// A file as a stream of what is inside it.
#[pyclass]
struct Unpacked {
    path: PathBuf,
    #[pyo3(get)]
    packing: Option<String>,
    #[pyo3(get)]
    records: Option<u32>,
    head: Arc<[u8]>,
    whole: bool,
    is_plain: bool,
    stream: Mutex<Box<dyn Read + Send>>,
}

#[pymethods]
impl Unpacked {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Unpacked> {
        guarded(|| {
            let source = py.detach(|| Source::open(&path)).map_err(|e| Unreadable::at(&path)(e).named())?;
            let records = source.records.map(length_of);
            let (packing, is_plain) = (source.packing(), source.is_plain());
            let head: Arc<[u8]> = source.head.into();
            let stream: Box<dyn Read + Send> = Box::new(Cursor::new(Arc::clone(&head)).chain(source.rest));
            Ok(Unpacked { path, packing, records, head, whole: source.whole, is_plain, stream: Mutex::new(stream) })
        })
    }

    /// The framing of its SMF records.
    fn framing(&self, layout_directories: Vec<PathBuf>) -> PyResult<&'static str> {
        guarded(|| {
            let set = layouts(&layout_directories).map_err(Named::named)?;
            Ok(inspect::framing(&self.path, &self.head, self.whole, &set).map_err(Named::named)?.name())
        })
    }

    /// All that is inside, of a small file that is not packed.
    #[getter]
    fn all(&self) -> PyResult<Option<Cow<'_, [u8]>>> {
        guarded(|| Ok(self.is_plain.then_some(Cow::Borrowed(&*self.head))))
    }

    /// The next bytes, `most` at most; none at the end.
    fn read(&self, py: Python<'_>, most: usize) -> PyResult<Cow<'static, [u8]>> {
        guarded(|| {
            let read = || {
                let mut bytes = Vec::new();
                let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
                let outcome = stream.by_ref().take(most as u64).read_to_end(&mut bytes);
                // What came before a failure is handed out; the failure is met again by whoever reads on.
                match outcome {
                    Err(error) if bytes.is_empty() => Err(error),
                    Err(error) => {
                        *stream = Box::new(Failed(Some(error)));
                        Ok(bytes)
                    }
                    Ok(_) => Ok(bytes),
                }
            };
            let bytes = py.detach(read).map_err(|e| Unreadable::at(&self.path)(e.into()).named())?;
            Ok(Cow::Owned(bytes))
        })
    }
}

/// The length of records, 0 where each has its descriptor word.
fn length_of(records: Records) -> u32 {
    match records {
        Records::Fixed(length) => length,
        Records::Variable => 0,
    }
}

/// A stream that failed: gives its error once.
struct Failed(Option<std::io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Writes what is inside a file to `target`: how many bytes.
#[pyfunction(name = "unpack")]
fn unpack_file(py: Python<'_>, path: PathBuf, target: PathBuf) -> PyResult<u64> {
    guarded(|| py.detach(|| unpack(&path, &target)).map_err(|e| Unreadable::at(&path)(e).named()))
}

#[derive(IntoPyObject)]
struct Member {
    name: String,
    path: Option<PathBuf>,
    why: Option<String>,
    passed_over: bool,
}

/// Spools the members of an archive; None when the file is none.
#[pyfunction]
fn members(py: Python<'_>, path: PathBuf, directory: PathBuf) -> PyResult<Option<Vec<Member>>> {
    guarded(|| {
        let members =
            py.detach(|| archive::members(&path, &directory)).map_err(|e| Unreadable::at(&path)(e).named())?;
        let member = |m: archive::Member| Member { name: m.name, path: m.path, why: m.why, passed_over: m.passed_over };
        Ok(members.map(|members| members.into_iter().map(member).collect()))
    })
}

/// Records (without RDW) as AMATERSE packs them; of varying length where `length` is none.
#[pyfunction]
fn tersed(records: Vec<Vec<u8>>, spack: bool, length: Option<u32>) -> PyResult<Cow<'static, [u8]>> {
    guarded(|| {
        let method = if spack { Method::Spack } else { Method::Pack };
        let records = records.iter().map(Vec::as_slice);
        Ok(Cow::Owned(terse::write(method, length.is_none(), length.unwrap_or(32_756), records)))
    })
}

/// Records (without RDW) as TSO TRANSMIT sends them; of varying length where `length` is none.
#[pyfunction]
fn transmitted(records: Vec<Vec<u8>>, length: Option<u16>) -> PyResult<Cow<'static, [u8]>> {
    guarded(|| Ok(Cow::Owned(xmit::write(length, records.iter().map(Vec::as_slice)))))
}

/// Bytes at the beginning of a block that are whole lines of fewer than `least` bytes; `described` lines have record
/// descriptor words.
#[pyfunction]
fn short_lines(block: &[u8], least: usize, described: bool) -> usize {
    getpage_pack::short_lines(block, if described { Lines::Described } else { Lines::Ended }, least)
}

/// Marks of messages and reports, to be looked for in lines.
#[pyclass(frozen)]
struct Marks(getpage_pack::Marks);

#[pymethods]
impl Marks {
    #[new]
    fn new(marks: Vec<String>) -> PyResult<Marks> {
        guarded(|| {
            let marks = getpage_pack::Marks::new(marks.into_iter().map(String::into_bytes).collect());
            marks.map(Marks).ok_or_else(|| PyValueError::new_err("a mark has two bytes at least"))
        })
    }

    /// The places of the marks that a text has, each once, in ascending order.
    fn places(&self, text: &str) -> PyResult<Vec<usize>> {
        guarded(|| {
            let mut places: Vec<usize> = self.0.places(text.as_bytes()).collect();
            places.sort_unstable();
            places.dedup();
            Ok(places)
        })
    }

    /// The lines of a text that have any, by their number.
    fn lines(&self, text: &str) -> PyResult<Vec<usize>> {
        guarded(|| Ok(self.0.lines(text.as_bytes())))
    }

    /// Whether it has any.
    fn __contains__(&self, text: &str) -> PyResult<bool> {
        guarded(|| Ok(self.0.places(text.as_bytes()).next().is_some()))
    }
}

/// What was seen of a file.
#[derive(IntoPyObject)]
struct Look {
    kind: &'static str,
    /// The framing of records, or why a file has none or is no evidence.
    text: String,
    all: Option<Cow<'static, [u8]>>,
    packing: Option<String>,
    records: Option<u32>,
    broken: Option<String>,
    file_bytes: u64,
    digest: Option<String>,
}

impl From<look::Look> for Look {
    fn from(from: look::Look) -> Look {
        let look::Look { kind, all, packing, records, broken, file_bytes, digest } = from;
        let (kind, text) = match kind {
            Kind::Archive => ("archive", String::new()),
            Kind::Records(framing) => ("records", framing.name().to_owned()),
            Kind::Refused(why) => ("refused", why),
            Kind::Unknown => ("unknown", String::new()),
            Kind::Other { why, is_open: true } => ("open", why),
            Kind::Other { why, is_open: false } => ("other", why),
        };
        let (all, records, digest) = (all.map(Cow::Owned), records.map(length_of), digest.map(spelled));
        Look { kind, text, all, packing, records, broken, file_bytes, digest }
    }
}

/// Looks at files, several at a time: what each is, as far as its beginning tells.
#[pyfunction]
#[pyo3(name = "look", signature = (paths, layout_directories, words=None))]
fn look_at(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    layout_directories: Vec<PathBuf>,
    words: Option<&Marks>,
) -> PyResult<Vec<Look>> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let looks = py.detach(|| look::look(&paths, &set, words.map(|words| &words.0), threads));
        Ok(looks.into_iter().map(Look::from).collect())
    })
}

/// Its place, its name, what it says of itself, and figures: kind, heads, segment, part, and rows of place, type, label
/// and cells.
type Report<'a> = (usize, &'a str, Vec<(&'a str, Text<'a>)>, Vec<Figure<'a>>);
type Figure<'a> = (&'static str, Vec<Text<'a>>, Option<Text<'a>>, Option<Text<'a>>, Vec<Row<'a>>);
type Row<'a> = (usize, &'a str, Option<Text<'a>>, Vec<Option<Text<'a>>>);
type Text<'a> = Cow<'a, str>;

fn row(from: rmf::Row<'_>) -> Row<'_> {
    (from.at, from.kind, from.label, from.cells)
}

fn figure(from: rmf::Figure<'_>) -> Figure<'_> {
    (from.kind, from.heads, from.segment, from.part, from.rows.into_iter().map(row).collect())
}

fn report(from: rmf::Report<'_>) -> Report<'_> {
    (from.at, from.metric, from.meta, from.figures.into_iter().map(figure).collect())
}

/// The plain reports of RMF at the beginning of some bytes of an XML document, the place behind them, and what is there.
#[pyfunction]
fn rmf_reports<'a>(data: &'a [u8]) -> PyResult<(Vec<Report<'a>>, usize, &'static str, usize)> {
    guarded(|| {
        let (reports, at, next) = rmf::reports(data);
        let (next, end) = match next {
            rmf::Next::Other => ("other", at),
            rmf::Next::Open => ("open", at),
            rmf::Next::Left(end) => ("left", end),
        };
        Ok((reports.into_iter().map(report).collect(), at, next, end))
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Unpacked>()?;
    module.add_class::<Marks>()?;
    module.add_function(wrap_pyfunction!(look_at, module)?)?;
    module.add_function(wrap_pyfunction!(rmf_reports, module)?)?;
    module.add_function(wrap_pyfunction!(unpack_file, module)?)?;
    module.add_function(wrap_pyfunction!(members, module)?)?;
    module.add_function(wrap_pyfunction!(short_lines, module)?)?;
    module.add_function(wrap_pyfunction!(tersed, module)?)?;
    module.add_function(wrap_pyfunction!(transmitted, module)?)
}
