//! What is inside a packed file, as a file.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::error::PackError;
use crate::source::Source;

/// Bytes copied at once.
const PIECE: usize = 1 << 18;

/// Writes what is inside a file to `target`, all packings taken off: how many bytes that are.
///
/// Damage ends it with an error, and what came before stands in `target`.
pub fn unpack(path: &Path, target: &Path) -> Result<u64, PackError> {
    let mut source = Source::open(path)?;
    let failed = PackError::writing(target);
    let mut out = File::create(target).map_err(&failed)?;
    out.write_all(&source.head).map_err(&failed)?;
    let mut written = source.head.len() as u64;
    let mut buffer = vec![0; PIECE];
    loop {
        match source.rest.read(&mut buffer) {
            Ok(0) => return Ok(written),
            Ok(got) => {
                out.write_all(&buffer[..got]).map_err(&failed)?;
                written += got as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(PackError::broken_at(written, error)),
        }
    }
}
