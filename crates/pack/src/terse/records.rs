//! Where strings go: bytes, and for records of varying length a descriptor word in front of each.

use super::{FIRST, MARK};

/// Bytes of a record descriptor word.
const RDW: usize = 4;
/// Bytes of data in the longest record: the word counts itself.
const LONGEST: usize = u16::MAX as usize - RDW;
/// Ends of records in a row that stand for nothing in fixed records: more is a trick to keep us busy.
const MARKS: u32 = 1 << 20;

/// What is wrong with what comes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrong {
    /// A record longer than any.
    Long,
    /// So many ends of records in a row.
    Marks(u32),
}

/// Records under way.
pub(super) struct Sink {
    bytes: Vec<u8>,
    /// Bytes handed out already.
    taken: usize,
    variable: bool,
    /// Where the descriptor word of the open record stands.
    open: usize,
    marks: u32,
}

impl Sink {
    pub(super) fn new(variable: bool) -> Sink {
        let mut sink = Sink { bytes: Vec::new(), taken: 0, variable, open: 0, marks: 0 };
        sink.start();
        sink
    }

    /// Takes a character, or the end of a record.
    #[inline]
    pub(super) fn leaf(&mut self, code: u16) -> Result<(), Wrong> {
        debug_assert!((1..FIRST).contains(&code));
        if code != MARK {
            self.bytes.push((code - 1) as u8);
            return Ok(());
        }
        if self.variable {
            return self.end_record();
        }
        self.marks += 1;
        if self.marks > MARKS { Err(Wrong::Marks(self.marks)) } else { Ok(()) }
    }

    /// Bytes that are ready to be handed out.
    pub(super) fn ready(&self) -> usize {
        (if self.variable { self.open } else { self.bytes.len() }) - self.taken
    }

    /// Bytes of the open record, and of those that were handed out.
    pub(super) fn check(&mut self) -> Result<(), Wrong> {
        if self.variable && self.bytes.len() - self.open > LONGEST + RDW {
            return Err(Wrong::Long);
        }
        Ok(())
    }

    /// Moves ready bytes into `out`: how many.
    pub(super) fn take(&mut self, out: &mut [u8]) -> usize {
        let count = self.ready().min(out.len());
        out[..count].copy_from_slice(&self.bytes[self.taken..self.taken + count]);
        self.taken += count;
        if self.ready() == 0 {
            self.bytes.drain(..self.taken);
            self.open = self.open.saturating_sub(self.taken);
            (self.taken, self.marks) = (0, 0);
        }
        count
    }

    /// At the end of the data: a last record without its end is one all the same.
    pub(super) fn finish(&mut self) -> Result<(), Wrong> {
        if self.variable && self.bytes.len() > self.open + RDW {
            self.end_record()?;
        }
        Ok(())
    }

    #[inline]
    fn end_record(&mut self) -> Result<(), Wrong> {
        let length = self.bytes.len() - self.open;
        let Ok(short) = u16::try_from(length) else { return Err(Wrong::Long) };
        self.bytes[self.open..self.open + 2].copy_from_slice(&short.to_be_bytes());
        self.open = self.bytes.len();
        self.start();
        Ok(())
    }

    #[inline]
    fn start(&mut self) {
        if self.variable {
            self.bytes.extend_from_slice(&[0; RDW]);
        }
    }
}
