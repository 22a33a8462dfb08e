//! Why a file could not be read, inspected or loaded.

use std::io;
use std::path::Path;

use crate::decode::PlanError;
use crate::frame::NotSmf;
use crate::gtf::Refusal;

/// Why a file could not be read, inspected or loaded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file has no SMF records.
    #[error("{path}: {why}")]
    NotSmf {
        /// The file.
        path: String,
        /// Why not.
        why: NotSmf,
    },
    /// The file is a trace of GTF that cannot be read.
    #[error("{path}: {why}")]
    Refused {
        /// The file.
        path: String,
        /// Why not.
        why: Refusal,
    },
    /// The layouts contradict each other.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The output cannot be written.
    #[error("writing {path}: {source}")]
    Write {
        /// The file written.
        path: String,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

impl Error {
    /// What the system says of a file that it cannot read.
    pub(crate) fn reading(path: &Path, source: io::Error) -> Error {
        Error::Read { path: path.to_string_lossy().into_owned(), source }
    }

    /// What went wrong in writing a file.
    pub(crate) fn writing(path: &Path, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::Write { path: path.to_string_lossy().into_owned(), source: source.into() }
    }
}
