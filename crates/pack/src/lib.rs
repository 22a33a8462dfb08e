//! Packed evidence to plain bytes, streaming, in bounded memory.
//!
//! [`source`] opens a file and takes off what it is packed in: gzip, zstd, xz, bzip2, AMATERSE ([`terse`]) and TSO TRANSMIT
//! ([`xmit`]), around each other in any order. [`archive`] spools the members of ZIP and tar. [`unpack()`] writes what is
//! inside to a file. The inverses of the two packings of z/OS are here too, for tests and sample sites.
//!
//! Nothing here panics on input; what is damaged is refused with its offset, what was expected and what was found, after
//! all that came before it.

pub mod archive;
mod error;
mod layer;
mod limit;
mod marks;
mod short_lines;
pub mod source;
pub mod terse;
mod unpack;
pub mod xmit;

pub use error::PackError;
pub use layer::{Archive, Layer, Records};
pub use marks::Marks;
pub use short_lines::{Lines, short_lines};
pub use source::{Source, Tap};
pub use unpack::unpack;
