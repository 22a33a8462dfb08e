//! TSO TRANSMIT (XMIT, NETDATA): a data set in segments, behind control records that say what it is.
//!
//! A segment has a length (2 to 255, itself included), flags, and up to 253 bytes; a record is one segment or several.
//! Control records begin with INMR01 (header), INMR02 (a file, and the utilities that restore it), INMR03 (its data
//! follow), INMR04 (a user's own) and INMR06 (the end). What comes out are the records of the data set: back to back where
//! their length is fixed, each behind a record descriptor word where it varies. A message that was sent along is passed
//! over. A library (IEBCOPY) and an encrypted data set (AMSCIPHR) are refused.
//!
//! Source: z/OS TSO/E Customization, "Format of transmitted data" and "Text units"; the meaning of INMRECFM X'xx02'
//! (records without descriptor words) is from there too. Trust: derived; no data set of SMF in this form is public.

mod control;
mod error;
mod segments;
mod stream;
mod write;

pub use error::XmitError;
pub use stream::Xmit;
pub use write::write;

/// `INMR` in EBCDIC.
const INMR: [u8; 4] = [0xC9, 0xD5, 0xD4, 0xD9];

/// Whether a file seems to be a transmission: it begins with the control record INMR01.
pub fn fits(bytes: &[u8]) -> bool {
    matches!(bytes, [length, 0xE0, 0xC9, 0xD5, 0xD4, 0xD9, 0xF0, 0xF1, ..] if *length >= 8)
}
