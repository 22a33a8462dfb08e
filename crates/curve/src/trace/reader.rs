//! What every reader of a trace does.

use super::error::TraceError;
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
