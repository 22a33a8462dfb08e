//! Sources: a file as a stream of bytes, decompressed where it is gzip or zstd.
//!
//! Decompression is streamed, so a file that expands without end costs no memory.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::read::MultiGzDecoder;

/// Bytes looked at to find out what a file is.
pub const HEAD: usize = 1 << 18;

/// An open file of evidence.
pub struct Source {
    /// The first [`HEAD`] bytes, decompressed; fewer when the file is shorter.
    pub head: Vec<u8>,
    /// Whether `head` is all there is.
    pub whole: bool,
    /// What comes after `head`.
    pub rest: Box<dyn Read + Send>,
    /// `gzip`, `zstd` or none.
    pub compression: Option<&'static str>,
    /// Bytes of the file, as it lies on disk.
    pub file_bytes: u64,
    /// Bytes read from disk so far, for progress.
    pub read: Arc<AtomicU64>,
}

impl Source {
    /// Opens a file and reads its beginning.
    pub fn open(path: &Path) -> io::Result<Source> {
        let file = File::open(path)?;
        let file_bytes = file.metadata()?.len();
        let read = Arc::new(AtomicU64::new(0));
        let mut raw = Counting { inner: file, count: Arc::clone(&read) };
        let mut magic = Vec::new();
        raw.by_ref().take(4).read_to_end(&mut magic)?;
        let (compression, mut rest): (Option<&str>, Box<dyn Read + Send>) = if magic.starts_with(&[0x1F, 0x8B]) {
            let input = BufReader::with_capacity(1 << 16, io::Cursor::new(magic).chain(raw));
            (Some("gzip"), Box::new(MultiGzDecoder::new(input)))
        } else if magic == [0x28, 0xB5, 0x2F, 0xFD] {
            (Some("zstd"), Box::new(zstd::Decoder::new(io::Cursor::new(magic).chain(raw))?))
        } else {
            (None, Box::new(io::Cursor::new(magic).chain(raw)))
        };
        let mut head = Vec::with_capacity(HEAD);
        let result = rest.by_ref().take(HEAD as u64).read_to_end(&mut head);
        if let Err(error) = result {
            if head.is_empty() {
                return Err(error);
            }
            rest = Box::new(Failing(Some(error))); // what came before the failure is kept
        }
        let whole = head.len() < HEAD;
        Ok(Source { head, whole, rest, compression, file_bytes, read })
    }
}

/// A stream that failed: gives its error once, to whoever reads on.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

struct Counting<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(buffer)?;
        self.count.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}
