//! AMATERSE (TRSMAIN): data sets packed on z/OS, as SMF dumps and traces usually leave it.
//!
//! A header of 12 bytes, then codes of 12 bits: 0 ends the data, 1 to 256 are the byte values, 257 ends a record, and all
//! others stand for strings of a dictionary that both sides build alike: suffixes in LRU order (PACK) or pairs in LRU
//! order (SPACK). What comes out are the records back to back where their length is fixed, and each behind a record
//! descriptor word where it varies. A spanned data set (VBS) comes out as one of these; how its records lie is found out
//! by framing, as for any other file.
//!
//! Memory is bounded whatever the data say: the dictionary has 4,096 entries, a string is handed out piece by piece, and a
//! record is refused beyond what a descriptor word can say.
//!
//! Source: the open-source decompressor of the Open Mainframe Project (tersedecompress, Apache-2.0, read and described,
//! not copied), checked against its test data, which AMATERSE made on z/OS.

mod codes;
mod error;
mod header;
mod pack;
mod records;
mod spack;
mod stream;
mod write;

pub use error::TerseError;
pub use header::{Header, Method};
pub use stream::Terse;
pub use write::write;

/// Code that ends the data.
const END: u16 = 0;
/// Code that ends a record.
const MARK: u16 = 257;
/// First code that stands for a string.
const FIRST: u16 = 258;
/// Codes there are: 12 bits.
const CODES: usize = 4096;
