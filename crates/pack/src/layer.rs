//! What a packing is, and what comes out of it: bytes, records or members.

use std::fmt;

/// A way in which bytes are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// RFC 1952, also several members one after another.
    Gzip,
    /// RFC 8878.
    Zstd,
    /// The .xz file format 1.2, also several streams one after another.
    Xz,
    /// bzip2, also several streams one after another.
    Bzip2,
    /// AMATERSE PACK.
    Pack,
    /// AMATERSE SPACK.
    Spack,
    /// TSO TRANSMIT.
    Xmit,
}

impl fmt::Display for Layer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Layer::Gzip => "gzip",
            Layer::Zstd => "zstd",
            Layer::Xz => "xz",
            Layer::Bzip2 => "bzip2",
            Layer::Pack => "AMATERSE PACK",
            Layer::Spack => "AMATERSE SPACK",
            Layer::Xmit => "TSO TRANSMIT",
        })
    }
}

/// How a packing that knows of records hands them out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Records {
    /// Back to back, of so many bytes each.
    Fixed(u32),
    /// Each behind its record descriptor word.
    Variable,
}

/// A kind of archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Archive {
    /// PKZIP's.
    Zip,
    /// POSIX tar, and those before and after it that have its mark.
    Tar,
}

impl Archive {
    /// The kind of archive that begins with these bytes (a tar header has 512).
    pub(crate) fn of(mark: &[u8]) -> Option<Archive> {
        if mark.starts_with(b"PK\x03\x04") || mark.starts_with(b"PK\x05\x06") {
            return Some(Archive::Zip);
        }
        mark.get(257..262).is_some_and(|magic| magic == b"ustar").then_some(Archive::Tar)
    }
}
