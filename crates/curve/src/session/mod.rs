//! Sessions: one run over one trace, whatever its files, and the parts of a trace that were computed apart.
//!
//! A trace is several files, of several pools, for several models. A session keeps what they have in common: names and
//! their numbers, the order in time, records that are missing, and for each pool the models that were asked for.
//!
//! | file | idea |
//! |---|---|
//! | `settings` | which models are to run |
//! | `state` | the trace so far |
//! | `models` | the models of one pool |
//! | `rows` | what is asked of them |
//! | `format` | the formats of a trace |
//! | `sequences` | records that are missing from it |
//! | `part` | a part of a trace as bytes, to be merged |
//! | `error` | why a trace is refused |

mod error;
mod format;
mod models;
mod part;
mod rows;
mod sequences;
mod settings;
mod state;

pub use error::SessionError;
pub use format::{TraceFormat, UnknownFormat};
pub use part::{PART_MARK, PartError};
pub use rows::{LruRow, PoolSummary, SimulatedRow};
pub use sequences::{Missing, Sequences, SequencesError};
pub use settings::{GridSettings, Settings};
pub use state::Session;
