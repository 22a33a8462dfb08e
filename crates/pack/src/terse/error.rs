//! Why a tersed file cannot be unpacked, and where.

use std::io;

/// Why a tersed file cannot be unpacked. Offsets count from the beginning of the tersed data.
#[derive(Debug, thiserror::Error)]
pub enum TerseError {
    /// It is shorter than its header.
    #[error("AMATERSE data, byte {found}: expected a header of 12 bytes, found the end")]
    Short {
        /// Bytes there are.
        found: usize,
    },
    /// Old versions for the PC wrote another header.
    #[error(
        "AMATERSE data, byte 0: expected X'02' (PACK) or X'05' (SPACK), found X'{found:02X}', the header of a version for the \
         PC; pack the data set with AMATERSE on z/OS"
    )]
    Native {
        /// The first byte.
        found: u8,
    },
    /// The header says something that no data set has.
    #[error("AMATERSE data, byte {offset}: expected {expected}, found {found}; transfer the file again, in binary")]
    Header {
        /// Where.
        offset: u64,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// A code that nothing was made for.
    #[error(
        "AMATERSE data, byte {offset}: expected a code that has a string, found {found}, which has none; the file is damaged, \
         transfer it again, in binary"
    )]
    NoString {
        /// Where the code stands.
        offset: u64,
        /// The code.
        found: u16,
    },
    /// The file ends before its last code.
    #[error(
        "AMATERSE data, byte {offset}: expected more codes, up to code 0, found the end; the file was cut off in transfer, \
         transfer it again"
    )]
    CutOff {
        /// Where it ends.
        offset: u64,
    },
    /// A record longer than any.
    #[error(
        "AMATERSE data, byte {offset}: expected the end of a record after at most 65,531 bytes, found none; the file is \
         damaged, transfer it again, in binary"
    )]
    LongRecord {
        /// Where the code stands that makes it too long.
        offset: u64,
    },
    /// Ends of records without end, and nothing between.
    #[error("AMATERSE data, byte {offset}: expected data, found {found} ends of records in a row; the file is damaged")]
    OnlyMarks {
        /// Where the code stands.
        offset: u64,
        /// How many.
        found: u32,
    },
    /// Something follows the end of the data.
    #[error(
        "AMATERSE data, byte {offset}: expected the end of the file (it is padded to a multiple of 1,024 bytes), found more; \
         if two tersed files were put together, take them apart"
    )]
    Behind {
        /// Where what follows begins.
        offset: u64,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<TerseError> for io::Error {
    fn from(error: TerseError) -> io::Error {
        match error {
            TerseError::Io(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidData, other),
        }
    }
}
