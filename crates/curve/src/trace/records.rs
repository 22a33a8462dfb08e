//! Records of a fixed length from a byte stream, through one reused buffer.

use std::io::Read;

use super::error::TraceError;

/// Bytes read at once: large enough for the system call not to matter, small enough to stay in
/// the second-level cache.
const BUFFER_BYTES: usize = 256 * 1024;

/// A stream of records of `LENGTH` bytes.
pub(super) struct Records<R, const LENGTH: usize> {
    input: R,
    format: &'static str,
    buffer: Vec<u8>,
    /// Bytes in the buffer that belong to a record not yet complete.
    rest: usize,
    /// Offset of the first byte in the buffer.
    offset: u64,
    /// Bytes handed out by the last call.
    given: usize,
}

impl<R: Read, const LENGTH: usize> Records<R, LENGTH> {
    pub(super) fn new(input: R, format: &'static str) -> Self {
        Records { input, format, buffer: vec![0; BUFFER_BYTES], rest: 0, offset: 0, given: 0 }
    }

    /// At most `limit` whole records and the offset of the first; none at the end of the input.
    pub(super) fn next(&mut self, limit: usize) -> Result<(u64, &[[u8; LENGTH]]), TraceError> {
        self.buffer.copy_within(self.given..self.given + self.rest, 0);
        self.offset += self.given as u64;
        let wanted = (limit * LENGTH).min(self.buffer.len());
        let mut filled = self.rest;
        while filled < LENGTH {
            match self.input.read(&mut self.buffer[filled..wanted]) {
                Ok(0) => break,
                Ok(bytes) => filled += bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(source) => {
                    let offset = self.offset + filled as u64;
                    return Err(TraceError::Io { format: self.format, offset, source });
                }
            }
        }
        let (records, rest) = self.buffer[..filled].as_chunks::<LENGTH>();
        if records.is_empty() && !rest.is_empty() {
            return Err(TraceError::Truncated {
                format: self.format,
                offset: self.offset,
                expected: LENGTH,
                found: rest.len(),
            });
        }
        self.rest = rest.len();
        self.given = records.len() * LENGTH;
        Ok((self.offset, records))
    }
}
