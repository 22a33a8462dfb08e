//! Why a trace, or what is asked of it, is refused.

use super::format::TraceFormat;
use super::sequences::SequencesError;
use crate::opt::OptTooLong;
use crate::pool::SettingsError;
use crate::reference::ColumnsError;
use crate::sample::{RateError, SampleTooSmall};

/// Why a session refuses what it is given or asked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SessionError {
    /// Files in different formats.
    #[error(
        "{name}: expected a {before} file, as those before it, found {found}; \
         several files are one trace only in one format"
    )]
    Format {
        /// The file.
        name: String,
        /// Format of the files before it.
        before: TraceFormat,
        /// Its own.
        found: TraceFormat,
    },
    /// Page numbers within objects in some files, and without in others.
    #[error("{name}: expected the object column in all frames of a trace or in none; add it, or leave it out")]
    Objects {
        /// The first that differs.
        name: String,
    },
    /// More pools than numbers for them.
    #[error("more than 65,536 pools")]
    TooManyPools,
    /// More references than are computed exactly, and no sample to go on with.
    #[error("pool {pool}: more than {limit} references; give a rate to sample at, or a shorter window of the trace")]
    TooLong {
        /// The pool.
        pool: String,
        /// References that are computed exactly.
        limit: u64,
    },
    /// The trace has no such pool.
    #[error("no pool {pool} in the trace")]
    NoPool {
        /// The pool asked for.
        pool: String,
    },
    /// The session does not run the bound.
    #[error("the clairvoyant bound was not asked for")]
    NoBound,
    /// The trace has no reference of the one pool that was asked for.
    #[error("no references of pool {pool} in the trace, which has {}", found.join(", "))]
    NoneOfPool {
        /// The pool asked for.
        pool: String,
        /// Those that the trace has.
        found: Vec<String>,
    },
    /// The trace has no reference.
    #[error("no references in the trace: expected at least one getpage")]
    Empty,
    /// Records are missing, or not of one Db2.
    #[error(transparent)]
    Sequences(#[from] SequencesError),
    /// No pool can have these settings.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// No sample can have this rate.
    #[error(transparent)]
    Rate(#[from] RateError),
    /// The sample is too small.
    #[error(transparent)]
    Sample(#[from] SampleTooSmall),
    /// The trace is too long for the bound.
    #[error(transparent)]
    Opt(#[from] OptTooLong),
    /// Columns that do not belong together.
    #[error(transparent)]
    Columns(#[from] ColumnsError),
}
