//! Trace readers: bytes to references, streamed, one small file per format.
//!
//! A reader fills one [`Chunk`] at a time and never holds more of the trace than its buffer. A
//! damaged or lying trace is a [`TraceError`] with the place, what was expected, what was there
//! and what to do next; references read before it are never passed off as the whole trace.
//!
//! Parquet and Arrow frames and SMF 102 (IFCID 198) need no reader here: they come as columns
//! ([`crate::Columns`]).

mod arc;
mod csv;
mod error;
mod names;
mod oracle_general;
mod reader;
mod records;
mod u32;
mod u64;

pub use self::arc::ArcTrace;
pub use self::csv::CsvTrace;
pub use self::error::TraceError;
pub use self::names::{Names, POOL_NAME, is_pool};
pub use self::oracle_general::OracleGeneralTrace;
pub use self::reader::{TraceReader, for_each_chunk};
pub use self::u32::U32Trace;
pub use self::u64::U64Trace;
