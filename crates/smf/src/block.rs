//! Blocks of whole logical records.

use std::sync::Arc;

use crate::monitoring::Book;

/// One logical record in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Start in [`Block::bytes`], at the RDW.
    pub at: u32,
    /// Length, RDW included.
    pub len: u32,
    /// Byte offset in the file, decompressed, of the record's first segment.
    pub offset: u64,
}

/// A stretch of a file as whole logical records. Reused from read to read: its memory is bounded and stays.
#[derive(Debug, Default)]
pub struct Block {
    /// The bytes as read, followed by the records that had to be put together.
    pub bytes: Vec<u8>,
    /// The records, in file order.
    pub records: Vec<Span>,
    /// The file they are from, as numbered by the caller.
    pub file: u32,
    /// The dictionaries of CICS monitoring known up to its end.
    pub book: Arc<Book>,
}

impl Block {
    /// The bytes of one record, RDW included.
    pub fn record(&self, span: Span) -> &[u8] {
        &self.bytes[span.at as usize..(span.at + span.len) as usize]
    }
}
