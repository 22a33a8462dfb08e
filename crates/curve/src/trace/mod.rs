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
mod records;
mod u32;
mod u64;

pub use self::arc::ArcTrace;
pub use self::csv::CsvTrace;
pub use self::error::TraceError;
pub use self::names::{Names, is_pool};
pub use self::oracle_general::OracleGeneralTrace;
pub use self::u32::U32Trace;
pub use self::u64::U64Trace;

use crate::reference::Chunk;

/// A trace as a sequence of chunks.
pub trait TraceReader {
    /// Replaces the contents of `chunk` by the next references, at most
    /// [`crate::CHUNK_REFERENCES`]; `false` and an empty chunk at the end of the trace.
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError>;
}

/// Feeds a whole trace to `sink`, chunk by chunk.
pub fn for_each_chunk(reader: &mut dyn TraceReader, mut sink: impl FnMut(&Chunk)) -> Result<(), TraceError> {
    let mut chunk = Chunk::new();
    while reader.read_chunk(&mut chunk)? {
        sink(&chunk);
    }
    Ok(())
}
