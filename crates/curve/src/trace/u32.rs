//! `u32`: one reference in 4 bytes, little-endian: a page or block number, all of them random reads.
//!
//! What tools for caches write as a plain list of block numbers. It carries no time and no access type, so that only its
//! length can be checked.

use std::io::Read;

use super::error::TraceError;
use super::reader::TraceReader;
use super::records::Records;
use crate::reference::{Access, CHUNK_REFERENCES, Chunk, Touch};

/// Reader of the `u32` format.
pub struct U32Trace<R> {
    records: Records<R, 4>,
}

impl<R: Read> U32Trace<R> {
    /// Reads from the start of `input`.
    pub fn new(input: R) -> Self {
        U32Trace { records: Records::new(input, "u32") }
    }
}

impl<R: Read> TraceReader for U32Trace<R> {
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError> {
        chunk.clear();
        let (_, records) = self.records.next(CHUNK_REFERENCES)?;
        chunk.pages.extend(records.iter().map(|bytes| u64::from(u32::from_le_bytes(*bytes))));
        chunk.touches.resize(records.len(), Touch::read(Access::Random));
        Ok(!records.is_empty())
    }
}
