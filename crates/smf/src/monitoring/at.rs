//! A field at its place in a performance record, and the integers and clocks that stand there.

/// A field at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) at: usize,
    pub(crate) length: usize,
}

impl At {
    /// Its bytes in a performance record, which has the length of its walk.
    pub(crate) fn of<'a>(&self, row: &'a [u8]) -> &'a [u8] {
        row.get(self.at..self.at + self.length).unwrap_or_default()
    }

    /// The time of a clock, in TOD clock units: the old clocks count 16 microseconds in 4 bytes.
    pub(crate) fn clock(&self, row: &[u8]) -> u64 {
        let bytes = self.of(row);
        if self.length == 12 { wide(bytes) } else { u64::from(narrow(bytes)) << 16 }
    }
}

/// 8 bytes as an integer.
pub(crate) fn wide(bytes: &[u8]) -> u64 {
    bytes.first_chunk::<8>().map_or(0, |b| u64::from_be_bytes(*b))
}

/// 4 bytes as an integer.
pub(crate) fn narrow(bytes: &[u8]) -> u32 {
    bytes.first_chunk::<4>().map_or(0, |b| u32::from_be_bytes(*b))
}
