//! Files as they were before gzip or zstd, for readers of other evidence than SMF.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::error::Error;
use crate::source::Source;

/// The first [`HEAD`](crate::source::HEAD) bytes of a file, decompressed: what tells what it is.
pub fn head(path: &Path) -> Result<Vec<u8>, Error> {
    Ok(Source::open(path).map_err(|e| Error::reading(path, e))?.head)
}

/// Writes the bytes of a file, decompressed, to `target`.
pub fn unpack(path: &Path, target: &Path) -> Result<(), Error> {
    let copied = || {
        let mut source = Source::open(path)?;
        let mut out = File::create(target)?;
        out.write_all(&source.head)?;
        io::copy(&mut source.rest, &mut out).map(drop)
    };
    copied().map_err(|e| Error::reading(path, e))
}
