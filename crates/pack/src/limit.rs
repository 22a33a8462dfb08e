//! How far packed bytes may expand: hostile files unpack to more than any disk.

use std::io::{self, Read};

/// Bytes that may come out of any file.
const FLOOR: u64 = 1 << 30;
/// Bytes that may come out for each byte that is packed: gzip reaches 1,032, of real logs and dumps 3 to 50 come out.
const RATIO: u64 = 1_000;

/// More came out than belongs in such a file.
#[derive(Debug, thiserror::Error)]
#[error(
    "unpacks to more than {most} bytes from {packed}: no evidence is that repetitive, so it is refused; unpack it yourself \
     first if it is"
)]
pub struct TooLarge {
    /// Bytes that may come out.
    pub most: u64,
    /// Bytes on disk.
    pub packed: u64,
}

/// What may still come out of one file on disk, members of its archives together.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    left: u64,
    most: u64,
    packed: u64,
}

impl Limit {
    pub(crate) fn of(packed: u64) -> Limit {
        let most = packed.saturating_mul(RATIO).max(FLOOR);
        Limit { left: most, most, packed }
    }

    /// Counts bytes that came out.
    pub(crate) fn count(&mut self, bytes: usize) -> Result<(), TooLarge> {
        match self.left.checked_sub(bytes as u64) {
            Some(left) => self.left = left,
            None => return Err(TooLarge { most: self.most, packed: self.packed }),
        }
        Ok(())
    }
}

/// A stream that ends with an error where its limit is reached.
pub(crate) struct Limited<R> {
    pub(crate) input: R,
    pub(crate) limit: Limit,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.input.read(buffer)?;
        self.limit.count(got).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        Ok(got)
    }
}
