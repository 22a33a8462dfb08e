//! Records of a transmission, put together from their segments.

use std::io::{BufRead, BufReader, Read};

use super::error::XmitError;

/// Flags of a segment.
const BEGINS: u8 = 0x80;
const ENDS: u8 = 0x40;
const CONTROL: u8 = 0x20;

/// Longest record, without a descriptor word.
pub(super) const LONGEST: usize = u16::MAX as usize - 4;

/// One record: a control record, or one of the data.
#[derive(Default)]
pub(super) struct Record {
    pub(super) bytes: Vec<u8>,
    pub(super) control: bool,
    /// Where its first segment starts.
    pub(super) offset: u64,
}

/// Reads records.
pub(super) struct Segments<R> {
    input: BufReader<R>,
    pub(super) offset: u64,
}

impl<R: Read> Segments<R> {
    pub(super) fn new(input: R) -> Segments<R> {
        Segments { input: BufReader::with_capacity(1 << 16, input), offset: 0 }
    }

    /// Reads the next record into `record`.
    pub(super) fn next(&mut self, record: &mut Record) -> Result<(), XmitError> {
        record.bytes.clear();
        record.offset = self.offset;
        loop {
            let at = self.offset;
            let wrong = |expected, found| XmitError::Damaged { offset: at, expected, found };
            let mut word = [0; 2];
            self.read(&mut word, at)?;
            let [length, flags] = word;
            let data = usize::from(length)
                .checked_sub(2)
                .ok_or_else(|| wrong("a segment of 2 to 255 bytes", format!("one of {length}")))?;
            let begins = record.offset == at;
            if begins != (flags & BEGINS != 0) {
                let expected = if begins { "the first segment of a record" } else { "a later segment of a record" };
                return Err(wrong(expected, format!("flags X'{flags:02X}'")));
            }
            if begins {
                record.control = flags & CONTROL != 0;
            }
            let start = record.bytes.len();
            record.bytes.resize(start + data, 0);
            self.read(&mut record.bytes[start..], at)?;
            if record.bytes.len() > LONGEST {
                return Err(wrong("a record of at most 65,531 bytes", "a longer one".to_owned()));
            }
            if flags & ENDS != 0 {
                return Ok(());
            }
        }
    }

    /// Whether only padding follows: bytes X'00', or blanks.
    pub(super) fn only_padding(&mut self) -> Result<(), XmitError> {
        loop {
            let bytes = self.input.fill_buf()?;
            if bytes.is_empty() {
                return Ok(());
            }
            if let Some(at) = bytes.iter().position(|byte| ![0, 0x40].contains(byte)) {
                return Err(XmitError::Damaged {
                    offset: self.offset + at as u64,
                    expected: "nothing but padding behind INMR06",
                    found: format!("X'{:02X}'", bytes[at]),
                });
            }
            let count = bytes.len();
            self.input.consume(count);
            self.offset += count as u64;
        }
    }

    /// Fills `bytes`, those of the segment at `segment`.
    fn read(&mut self, bytes: &mut [u8], segment: u64) -> Result<(), XmitError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) => {
                    return Err(XmitError::Damaged {
                        offset: segment,
                        expected: "segments up to INMR06",
                        found: "the end of the file".to_owned(),
                    });
                }
                Ok(count) => filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.offset += filled as u64;
        Ok(())
    }
}
