//! Codes of 12 bits in a stream of bytes, most significant bits first: three bytes hold two.

use std::io::{self, Read};

use super::header::Header;

/// Bytes read at once: a multiple of three, so that codes never straddle two reads.
const BUFFER: usize = 3 << 14;

/// Reads codes.
pub(super) struct Codes<R> {
    input: R,
    bytes: Vec<u8>,
    /// Codes of `bytes` read so far.
    next: usize,
    /// Bytes of the file in front of `bytes`.
    offset: u64,
    ended: bool,
}

impl<R: Read> Codes<R> {
    /// Codes of `input`, which stands behind the header.
    pub(super) fn new(input: R) -> Codes<R> {
        Codes { input, bytes: Vec::new(), next: 0, offset: Header::LENGTH as u64, ended: false }
    }

    /// The next code; None at the end of the file, where half a byte may be left as padding.
    #[inline]
    pub(super) fn next(&mut self) -> io::Result<Option<u16>> {
        let at = self.at();
        if at + 2 > self.bytes.len() && !self.fill()? {
            return Ok(None);
        }
        let at = self.at();
        let pair = u16::from_be_bytes([self.bytes[at], self.bytes[at + 1]]);
        let code = if self.next.is_multiple_of(2) { pair >> 4 } else { pair & 0x0FFF };
        self.next += 1;
        Ok(Some(code))
    }

    /// Offset in the file of the code that was read last.
    pub(super) fn offset(&self) -> u64 {
        self.offset + (self.next.saturating_sub(1) * 3 / 2) as u64
    }

    /// Offset of the first byte that no code was read of.
    pub(super) fn end(&self) -> u64 {
        self.offset + (self.next * 3).div_ceil(2) as u64
    }

    /// How many bytes follow the last code, `most` at most.
    pub(super) fn behind(&mut self, most: u64) -> io::Result<u64> {
        let left = (self.offset + self.bytes.len() as u64).saturating_sub(self.end());
        if left >= most || self.ended {
            return Ok(left.min(most));
        }
        Ok(left + io::copy(&mut self.input.by_ref().take(most - left), &mut io::sink())?)
    }

    fn at(&self) -> usize {
        self.next * 3 / 2
    }

    /// Reads on; whether there is another code.
    #[cold]
    fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        self.offset += self.bytes.len() as u64;
        self.next = 0;
        self.bytes.clear();
        self.input.by_ref().take(BUFFER as u64).read_to_end(&mut self.bytes)?;
        self.ended = self.bytes.len() < BUFFER;
        Ok(self.bytes.len() >= 2)
    }
}

/// Codes as bytes.
#[derive(Default)]
pub(super) struct Written {
    pub(super) bytes: Vec<u8>,
    /// The high half of a byte that is not whole yet.
    half: Option<u8>,
}

impl Written {
    pub(super) fn push(&mut self, code: u16) {
        match self.half.take() {
            None => {
                self.bytes.push((code >> 4) as u8);
                self.half = Some((code as u8) << 4);
            }
            Some(high) => {
                self.bytes.push(high | (code >> 8) as u8);
                self.bytes.push(code as u8);
            }
        }
    }

    /// All bytes, behind `header`, padded to a multiple of `block`.
    pub(super) fn finish(mut self, header: &[u8], block: usize) -> Vec<u8> {
        self.bytes.extend(self.half);
        let mut out = [header, &self.bytes].concat();
        out.resize(out.len().next_multiple_of(block), 0);
        out
    }
}
