//! Files on disk: writing them there begins while they are written, and is waited for together.
//!
//! What is only in memory when a load ends is waited for by whoever loads, a tenth of its time. Source: sync_file_range(2),
//! fsync(2).

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::error::Error;

/// Bytes of a file after which writing them to disk begins.
const STRETCH: u64 = 4 << 20;
/// Files waited for at a time: the file system puts them into one commit of its journal.
const TOGETHER: usize = 16;

/// A file that is written; `early`, its bytes go to disk as they come.
pub(crate) struct Output {
    file: File,
    early: bool,
    written: u64,
    begun: u64,
}

impl Output {
    pub(crate) fn create(path: &Path, early: bool) -> io::Result<Output> {
        Ok(Output { file: File::create(path)?, early, written: 0, begun: 0 })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.written += written as u64;
        if self.early && self.written - self.begun >= STRETCH {
            begin(&self.file, self.begun, self.written - self.begun);
            self.begun = self.written;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Has a stretch of a file written to disk, and waits for nothing. That it fails is told when the file is waited for.
#[cfg(target_os = "linux")]
fn begin(file: &File, from: u64, bytes: u64) {
    use std::os::fd::AsRawFd;
    // SAFETY: numbers only, and a descriptor that is open as long as `file` is.
    unsafe { libc::sync_file_range(file.as_raw_fd(), from as i64, bytes as i64, libc::SYNC_FILE_RANGE_WRITE) };
}

#[cfg(not(target_os = "linux"))]
fn begin(_: &File, _: u64, _: u64) {}

/// Waits until files, or what directories list, are on disk.
pub fn sync(paths: &[PathBuf]) -> Result<(), Error> {
    let left = Mutex::new(paths.iter());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(path) = next() {
            File::open(path).and_then(|file| file.sync_all()).map_err(|e| Error::writing(path, e))?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..TOGETHER.min(paths.len())).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or(Err(Error::Stopped)))
    })
}
