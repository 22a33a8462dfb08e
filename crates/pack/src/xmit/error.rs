//! Why a transmission cannot be unpacked, and where.

use std::io;

/// Why a transmission cannot be unpacked. Offsets count from its beginning.
#[derive(Debug, thiserror::Error)]
pub enum XmitError {
    /// Something that no transmission has.
    #[error(
        "TSO TRANSMIT data, byte {offset}: expected {expected}, found {found}; the file is damaged, transfer it again, in \
         binary"
    )]
    Damaged {
        /// Where.
        offset: u64,
        /// What belongs there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// It holds something else than a sequential data set.
    #[error("TSO TRANSMIT data, byte {offset}: expected a sequential data set, found {found}")]
    NotSequential {
        /// Where that is said.
        offset: u64,
        /// What it holds, and what to do.
        found: String,
    },
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<XmitError> for io::Error {
    fn from(error: XmitError) -> io::Error {
        match error {
            XmitError::Io(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidData, other),
        }
    }
}
