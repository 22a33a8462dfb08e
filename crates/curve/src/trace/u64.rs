//! `u64`: one reference in 8 bytes, little-endian; the top bit marks a sequential access.
//!
//! The smallest trace there is, and the fastest to read. It carries no time, so that only its
//! length can be checked.

use std::io::Read;

use super::error::TraceError;
use super::reader::TraceReader;
use super::records::Records;
use crate::reference::{Access, CHUNK_REFERENCES, Chunk, Touch};

const SEQUENTIAL: u64 = 1 << 63;

/// Reader of the `u64` format.
pub struct U64Trace<R> {
    records: Records<R, 8>,
}

impl<R: Read> U64Trace<R> {
    /// Reads from the start of `input`.
    pub fn new(input: R) -> Self {
        U64Trace { records: Records::new(input, "u64") }
    }
}

impl<R: Read> TraceReader for U64Trace<R> {
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError> {
        chunk.clear();
        let (_, records) = self.records.next(CHUNK_REFERENCES)?;
        chunk.pages.extend(records.iter().map(|bytes| u64::from_le_bytes(*bytes) & !SEQUENTIAL));
        chunk.touches.extend(records.iter().map(|bytes| {
            let access = if bytes[7] >> 7 == 0 { Access::Random } else { Access::Sequential };
            Touch::read(access)
        }));
        Ok(!records.is_empty())
    }
}
