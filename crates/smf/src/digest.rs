//! Digests of files: XXH3 of 128 bits, taken while their bytes pass.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use getpage_pack::Tap;
use xxhash_rust::xxh3::Xxh3;

/// Passes bytes on, and digests them.
pub(crate) struct Digesting<W> {
    inner: W,
    hash: Box<Xxh3>,
    bytes: u64,
}

impl<W> Digesting<W> {
    pub(crate) fn new(inner: W) -> Digesting<W> {
        Digesting { inner, hash: Box::default(), bytes: 0 }
    }

    /// The digest of what passed, and its bytes.
    pub(crate) fn finish(self) -> (u128, u64) {
        (self.hash.digest128(), self.bytes)
    }
}

impl<W: Write> Write for Digesting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The digest of a file that somebody reads: of its bytes as they come from disk.
#[derive(Default)]
pub(crate) struct Passing(Arc<Mutex<Box<Xxh3>>>);

impl Passing {
    pub(crate) fn tap(&self) -> Tap {
        let hash = Arc::clone(&self.0);
        Box::new(move |bytes| hash.lock().unwrap_or_else(PoisonError::into_inner).update(bytes))
    }

    /// Digests the next bytes.
    pub(crate) fn pass(&self, bytes: &[u8]) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }

    /// The digest of all of the file, of which the first `read` bytes were read.
    pub(crate) fn finish(self, path: &Path, read: u64) -> io::Result<u128> {
        let mut hash = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut file = open(path)?;
        file.seek(SeekFrom::Start(read))?;
        rest(&mut file, |bytes| hash.update(bytes))?;
        Ok(hash.digest128())
    }
}

/// XXH3 of a file, 128 bits, and its bytes.
pub fn digest(path: &Path) -> io::Result<(u128, u64)> {
    let mut hash = Box::<Xxh3>::default();
    let mut read = 0;
    rest(&mut open(path)?, |bytes| {
        hash.update(bytes);
        read += bytes.len() as u64;
    })?;
    Ok((hash.digest128(), read))
}

/// Opens a file to read it. An error where something else is in its place: a named pipe would be waited for.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"));
    }
    File::open(path)
}

/// Bytes that are read at once: as many as the nearest cache of a core holds beside what digests them.
const PIECE: usize = 1 << 17;

/// What is left of a file, piece by piece.
fn rest(file: &mut File, mut each: impl FnMut(&[u8])) -> io::Result<()> {
    let mut buffer = vec![0; PIECE];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(read) => each(&buffer[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
