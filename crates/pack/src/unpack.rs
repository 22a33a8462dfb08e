//! What is inside a packed file, as a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use crate::error::PackError;
use crate::source::Source;

/// Writes what is inside a file to `target`, all packings taken off: how many bytes that are.
///
/// Damage ends it with an error, and what came before stands in `target`.
pub fn unpack(path: &Path, target: &Path) -> Result<u64, PackError> {
    let mut source = Source::open(path)?;
    let mut out = File::create(target)?;
    out.write_all(&source.head)?;
    let behind = io::copy(&mut source.rest, &mut out)?;
    Ok(source.head.len() as u64 + behind)
}
