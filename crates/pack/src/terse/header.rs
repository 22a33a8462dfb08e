//! The header of a tersed file: how it was packed, and what records it holds.

use crate::layer::Records;

use super::MARK;
use super::error::TerseError;

/// How the data were packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Suffixes in LRU order.
    Pack,
    /// Pairs in LRU order.
    Spack,
}

/// What the header says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// How the data were packed.
    pub method: Method,
    /// Whether the records vary in length.
    pub variable: bool,
    /// Bytes of a record (variable: of the longest, with its descriptor word).
    pub length: u32,
}

/// Flag: written on MVS, so that ratio and block size are set.
const MVS: u8 = 0x04;
/// Longest record that a data set can have: what a descriptor word, or LRECL=X (X'8000'), can say.
const LONGEST: u32 = 65_535;

impl Header {
    /// Bytes of it.
    pub const LENGTH: usize = 12;

    /// Reads the header from the first bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Header, TerseError> {
        let Some(header) = bytes.first_chunk::<{ Header::LENGTH }>() else {
            return Err(match bytes {
                [version @ (1 | 7), 0x89, 0x69, 0xA5, ..] => TerseError::Native { found: *version },
                _ => TerseError::Short { found: bytes.len() },
            });
        };
        let wrong = |offset, expected, found: String| Err(TerseError::Header { offset, expected, found });
        let method = match header {
            [2, ..] => Method::Pack,
            [5, ..] => Method::Spack,
            [version @ (1 | 7), 0x89, 0x69, 0xA5, ..] => return Err(TerseError::Native { found: *version }),
            [other, ..] => return wrong(0, "X'02' (PACK) or X'05' (SPACK)", format!("X'{other:02X}'")),
        };
        if header[1] > 1 {
            return wrong(1, "X'00' (fixed records) or X'01' (variable)", format!("X'{:02X}'", header[1]));
        }
        let short = u32::from(u16::from_be_bytes([header[2], header[3]]));
        let long = u32::from_be_bytes([header[8], header[9], header[10], header[11]]);
        if header[4] & MVS == 0 && header[5..8] != [0; 3] {
            return wrong(5, "no ratio and no block size, as the flags say", format!("{:02X?}", &header[5..8]));
        }
        let length = match (short, long) {
            (0, 1..=LONGEST) => long,
            (1.., 0) => short,
            (1.., _) if short == long => short,
            _ => return wrong(8, "the record length of bytes 2 and 3, or one where they are 0", long.to_string()),
        };
        Ok(Header { method, variable: header[1] == 1, length })
    }

    /// Whether a file seems to be tersed: its header holds, and its first code may be one.
    ///
    /// A record of SMF can begin with the same two bytes; its time and date are no record length, and what follows is no
    /// first code.
    pub fn fits(bytes: &[u8]) -> bool {
        match Header::read(bytes) {
            Ok(header) => {
                let rest = &bytes[Header::LENGTH..];
                let first = rest.first_chunk().map(|[a, b]| u16::from_be_bytes([*a, *b]) >> 4);
                first.is_some_and(|code| header.method == Method::Pack || code <= MARK)
            }
            Err(TerseError::Native { .. }) => true,
            Err(_) => false,
        }
    }

    /// What records come out.
    pub fn records(&self) -> Records {
        if self.variable { Records::Variable } else { Records::Fixed(self.length) }
    }

    /// The header's bytes, as AMATERSE on z/OS writes them.
    pub(super) fn bytes(&self) -> [u8; Header::LENGTH] {
        let mut out = [0; Header::LENGTH];
        out[0] = if self.method == Method::Pack { 2 } else { 5 };
        out[1] = u8::from(self.variable);
        match u16::try_from(self.length) {
            Ok(short) => out[2..4].copy_from_slice(&short.to_be_bytes()),
            Err(_) => out[8..12].copy_from_slice(&self.length.to_be_bytes()),
        }
        out
    }
}
