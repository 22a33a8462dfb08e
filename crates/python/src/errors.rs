//! Errors of the crates by their names in Python.

use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

use getpage_curve::TraceError;
use getpage_curve::gbp::GroupError;
use getpage_curve::session::{PartError, SequencesError, SessionError};
use getpage_measures::ColumnsError;
use getpage_pack::PackError;
use getpage_plan::Lengths;
use getpage_smf::encode::EncodeError;
use getpage_smf::error::Error;
use getpage_smf::frame::NotSmf;
use getpage_smf::layout::LayoutError;
use getpage_trace::arrow::IpcError;
use getpage_trace::error::{FrameError, GetpagesError};
use getpage_trace::{NotATrace, ReadError};
use pyo3::PyTypeInfo;
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;

/// The Python exceptions.
mod python {
    use super::{PyException, PyValueError};
    use pyo3::create_exception;

    macro_rules! named {
        ($($name:ident < $base:ty: $words:literal;)*) => {
            $(create_exception!(_native, $name, $base, $words);)*

            /// All of them.
            pub(super) fn register(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
                use pyo3::types::PyModuleMethods;
                $(module.add(stringify!($name), module.py().get_type::<$name>())?;)*
                Ok(())
            }
        };
    }

    named! {
        EvidenceError < PyException: "Evidence that cannot be read; the message says why, and `why` without the file.";
        ReadError < EvidenceError: "The system cannot read a file.";
        WriteError < EvidenceError: "A file cannot be written.";
        StoppedError < EvidenceError: "The work was stopped.";
        LayoutError < EvidenceError: "A layout, or what layouts say together, cannot be used.";
        NotSmfError < EvidenceError: "A file has no SMF records, or GTF records that cannot be read.";
        NoSmfRecordError < NotSmfError: "Nothing in a file tells what it is, but names that a text may have too.";
        NotATraceError < EvidenceError: "A file is no trace that is read here.";
        UnknownTraceError < NotATraceError: "Nothing in a file tells which trace it is; its format can be given.";
        DamagedTraceError < EvidenceError: "A trace has what none of its format can have, or lacks what all have.";
        UnorderedTraceError < EvidenceError: "The time of a trace runs backwards.";
        MixedTraceError < EvidenceError: "Files that are not one trace.";
        IncompleteTraceError < EvidenceError: "Too many records of a trace are missing.";
        EmptyTraceError < EvidenceError: "A trace without references, or without those asked for.";
        TraceTooLongError < EvidenceError: "More references than a model takes.";
        SampleTooSmallError < EvidenceError: "A sample of too few pages to mean anything.";
        SettingsError < EvidenceError: "Settings that no pool or sample can have, or questions that a run was not made for.";
        PartError < EvidenceError: "Bytes that are no part of a curve.";
        DefectError < PyException: "A panic of the native code, which is a defect of it whatever the evidence; `place` is where.";
        EncodeError < PyValueError: "Values that cannot be written as a record.";
        PointsError < PyValueError: "Arrays that are not of the same points.";
        ColumnsError < PyValueError: "Columns that cannot be measured.";
    }
}

pub(crate) use python::{DefectError as PyDefectError, EncodeError as PyEncodeError, SettingsError as PySettingsError};

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    python::register(module)
}

/// An error that has a name in Python.
pub(crate) trait Named {
    /// The exception.
    fn named(self) -> PyErr;
}

fn raised<T: PyTypeInfo>(message: &impl Display) -> PyErr {
    because::<T>(message, message)
}

/// An exception whose `why` is the message without the name of the file.
fn because<T: PyTypeInfo>(message: &impl Display, why: &impl Display) -> PyErr {
    Python::attach(|py| {
        let error = PyErr::new::<T, _>(message.to_string());
        match error.value(py).setattr("why", why.to_string()) {
            Ok(()) => error,
            Err(failed) => failed,
        }
    })
}

fn not_smf(message: &impl Display, why: &NotSmf) -> PyErr {
    match why {
        NotSmf::NoRecord | NotSmf::Translated => because::<python::NoSmfRecordError>(message, why),
        _ => because::<python::NotSmfError>(message, why),
    }
}

impl Named for Error {
    fn named(self) -> PyErr {
        match &self {
            Error::Read { source, .. } => because::<python::ReadError>(&self, source),
            Error::NotSmf { why, .. } => not_smf(&self, why),
            Error::Refused { why, .. } => because::<python::NotSmfError>(&self, why),
            Error::Plan(_) => raised::<python::LayoutError>(&self),
            Error::Write { source, .. } => because::<python::WriteError>(&self, source),
            Error::Stopped => raised::<python::StoppedError>(&self),
        }
    }
}

/// A file that cannot be unpacked, and why.
pub(crate) struct Unreadable {
    path: PathBuf,
    why: PackError,
}

impl Unreadable {
    pub(crate) fn at(path: &Path) -> impl Fn(PackError) -> Unreadable {
        move |why| Unreadable { path: path.to_owned(), why }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.why)
    }
}

impl Named for Unreadable {
    fn named(self) -> PyErr {
        because::<python::ReadError>(&self, &self.why)
    }
}

impl Named for LayoutError {
    fn named(self) -> PyErr {
        raised::<python::LayoutError>(&self)
    }
}

impl Named for EncodeError {
    fn named(self) -> PyErr {
        raised::<python::EncodeError>(&self)
    }
}

impl Named for ColumnsError {
    fn named(self) -> PyErr {
        raised::<python::ColumnsError>(&self)
    }
}

impl Named for Lengths {
    fn named(self) -> PyErr {
        raised::<python::PointsError>(&self)
    }
}

impl Named for NotATrace {
    fn named(self) -> PyErr {
        match &self {
            NotATrace::Io(_) => raised::<python::ReadError>(&self),
            NotATrace::Unknown => raised::<python::UnknownTraceError>(&self),
            _ => raised::<python::NotATraceError>(&self),
        }
    }
}

impl Named for ReadError {
    fn named(self) -> PyErr {
        match &self {
            ReadError::Io { source, .. }
            | ReadError::References { source: TraceError::Io { source, .. }, .. }
            | ReadError::Ipc { source: IpcError::Open(source) | IpcError::Read { source, .. }, .. } => {
                because::<python::ReadError>(&self, source)
            }
            ReadError::NotSmf { why, .. } => not_smf(&self, why),
            ReadError::Refused { why, .. } => because::<python::NotSmfError>(&self, why),
            ReadError::Format { .. } => raised::<python::NotATraceError>(&self),
            ReadError::References { source: why @ TraceError::Unsorted { .. }, .. } => {
                because::<python::UnorderedTraceError>(&self, why)
            }
            ReadError::References { source: why, .. } => because::<python::DamagedTraceError>(&self, why),
            ReadError::Ipc { source: why, .. } => because::<python::DamagedTraceError>(&self, why),
            ReadError::Batch { source: why, .. } => because::<python::DamagedTraceError>(&self, why),
            ReadError::Frame(FrameError::Order { .. }) | ReadError::Getpages(GetpagesError::Order { .. }) => {
                raised::<python::UnorderedTraceError>(&self)
            }
            ReadError::Getpages(GetpagesError::None { .. }) => raised::<python::EmptyTraceError>(&self),
            ReadError::Getpages(GetpagesError::NoColumn { .. }) | ReadError::Plan(_) => {
                raised::<python::LayoutError>(&self)
            }
            ReadError::Frame(_) | ReadError::Getpages(_) => raised::<python::DamagedTraceError>(&self),
            ReadError::Session(error) => of_session(error),
            ReadError::Stopped => raised::<python::StoppedError>(&self),
        }
    }
}

impl Named for GroupError {
    fn named(self) -> PyErr {
        match &self {
            GroupError::LocalSize { .. } => raised::<python::SettingsError>(&self),
            GroupError::Member { .. } | GroupError::Columns(_) => raised::<python::DamagedTraceError>(&self),
        }
    }
}

impl Named for SessionError {
    fn named(self) -> PyErr {
        of_session(&self)
    }
}

fn of_session(error: &SessionError) -> PyErr {
    match error {
        SessionError::Format { .. }
        | SessionError::Objects { .. }
        | SessionError::Sequences(SequencesError::Again { .. } | SequencesError::Several { .. }) => {
            raised::<python::MixedTraceError>(error)
        }
        SessionError::Sequences(SequencesError::Incomplete { .. }) => raised::<python::IncompleteTraceError>(error),
        SessionError::TooLong { .. } | SessionError::Opt(_) => raised::<python::TraceTooLongError>(error),
        SessionError::NoneOfPool { .. } | SessionError::Empty => raised::<python::EmptyTraceError>(error),
        SessionError::Sample(_) => raised::<python::SampleTooSmallError>(error),
        SessionError::NoPool { .. } | SessionError::NoBound | SessionError::Settings(_) | SessionError::Rate(_) => {
            raised::<python::SettingsError>(error)
        }
        SessionError::TooManyPools | SessionError::Columns(_) => raised::<python::DamagedTraceError>(error),
    }
}

impl Named for PartError {
    fn named(self) -> PyErr {
        match &self {
            PartError::Session(error) => of_session(error),
            PartError::Order { .. } => raised::<python::UnorderedTraceError>(&self),
            PartError::Sampled | PartError::NotMergeable => raised::<python::SettingsError>(&self),
            PartError::TooManyNames | PartError::Broken { .. } | PartError::Pool { .. } => {
                raised::<python::PartError>(&self)
            }
        }
    }
}
