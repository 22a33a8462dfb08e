//! Why a trace is refused: what is wrong, where, and what to do next.

mod columns;
mod getpages;

use arrow_schema::ArrowError;
use getpage_curve::session::{SessionError, TraceFormat};
use getpage_curve::{ColumnsError, TraceError};
use getpage_smf::decode::PlanError;
use getpage_smf::frame::NotSmf;
use getpage_smf::gtf::Refusal;

use crate::arrow::IpcError;

pub use columns::FrameError;
pub use getpages::GetpagesError;
pub(crate) use getpages::TABLE;

/// Why a file or a frame of a trace is refused. `name` is what the caller calls it.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read.
    #[error("{name}: {source}")]
    Io {
        /// The file.
        name: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file has no SMF records.
    #[error("{name}: {why}")]
    NotSmf {
        /// The file.
        name: String,
        /// Why not.
        why: NotSmf,
    },
    /// The file is a trace of GTF that cannot be read.
    #[error("{name}: {why}")]
    Refused {
        /// The file.
        name: String,
        /// Why not.
        why: Refusal,
    },
    /// The format is read by somebody else.
    #[error("{name}: {format} is no format that is read here")]
    Format {
        /// The file.
        name: String,
        /// Its format.
        format: TraceFormat,
    },
    /// A file of references that cannot be trusted.
    #[error("{name}: {source}")]
    References {
        /// The file.
        name: String,
        /// What is wrong with it.
        source: TraceError,
    },
    /// An Arrow file or stream that cannot be trusted.
    #[error("{name}: arrow file that cannot be read: {source}; write it again")]
    Ipc {
        /// The file.
        name: String,
        /// What is wrong with it.
        source: IpcError,
    },
    /// A stream of batches, or the decoder of records, failed.
    #[error("{name}: {source}")]
    Batch {
        /// The stream or the file.
        name: String,
        /// What it says.
        source: ArrowError,
    },
    /// Columns that are no references.
    #[error(transparent)]
    Frame(#[from] FrameError),
    /// Records that are no getpages as they should be.
    #[error(transparent)]
    Getpages(#[from] GetpagesError),
    /// The layouts contradict each other.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The session refuses it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

impl From<ColumnsError> for ReadError {
    fn from(error: ColumnsError) -> ReadError {
        ReadError::Session(error.into())
    }
}
