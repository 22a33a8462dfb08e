//! Sources: a file as a stream of plain bytes, whatever it is packed in.
//!
//! Unpacking is streamed, so a file that expands without end costs no memory; and limited, so that it ends.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use bzip2::read::MultiBzDecoder;
use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;

use crate::error::PackError;
use crate::layer::{Archive, Layer, Records};
use crate::limit::{Limit, Limited};
use crate::terse::{self, Method, Terse};
use crate::xmit::{self, Xmit};

/// Bytes looked at to find out what a file is.
pub const HEAD: usize = 1 << 18;
/// Packings around each other that are unpacked.
const DEEPEST: usize = 6;
/// KiB that unpacking xz may take: its header says how much it needs, up to 4 GiB; `xz -9` needs 64 MiB.
const XZ_MEMORY: u32 = 66 << 10;
/// Bytes that tell the packing: the header of a tar archive is one block.
const MARK: usize = 512;

/// What sees the bytes of a file as they are read from disk, still packed.
pub type Tap = Box<dyn FnMut(&[u8]) + Send>;

/// An open file of evidence.
pub struct Source {
    /// The first [`HEAD`] bytes, unpacked; fewer when the file is shorter.
    pub head: Vec<u8>,
    /// Whether `head` is all there is.
    pub whole: bool,
    /// What comes after `head`.
    pub rest: Box<dyn Read + Send>,
    /// What it is packed in, outermost first.
    pub layers: Vec<Layer>,
    /// How the innermost packing that knows of records hands them out; None where none does.
    pub records: Option<Records>,
    /// What it is when it has members.
    pub archive: Option<Archive>,
    /// Why what is inside breaks off within `head`, and where; None where it goes on or ends.
    pub broken: Option<String>,
    /// Bytes of the file, as it lies on disk.
    pub file_bytes: u64,
    /// Bytes read from disk so far, for progress.
    pub read: Arc<AtomicU64>,
}

impl Source {
    /// Opens a file and reads its beginning.
    pub fn open(path: &Path) -> Result<Source, PackError> {
        Source::tapped(path, None)
    }

    /// The same; `tap` sees every byte that is read from disk, in order and once.
    pub fn tapped(path: &Path, tap: Option<Tap>) -> Result<Source, PackError> {
        let Opened { mark: mut head, input: mut rest, layers, records, file_bytes, read } = Opened::new(path, tap)?;
        let archive = Archive::of(&head);
        let mut broken = None;
        if let Err(error) = rest.by_ref().take((HEAD - head.len()) as u64).read_to_end(&mut head) {
            if head.is_empty() {
                return Err(PackError::broken_at(0, error));
            }
            broken = Some(PackError::said_at(head.len() as u64, &error));
            rest = Box::new(Failing(Some(error))); // what came before the failure is kept
        }
        Ok(Source { whole: head.len() < HEAD, head, rest, layers, records, archive, broken, file_bytes, read })
    }

    /// Whether the file is not packed, and `head` is all of it.
    pub fn is_plain(&self) -> bool {
        self.layers.is_empty() && self.whole && self.head.len() as u64 == self.file_bytes
    }

    /// What it is packed in, in words: `AMATERSE PACK in gzip`; None where in nothing.
    pub fn packing(&self) -> Option<String> {
        let words: Vec<String> = self.layers.iter().rev().map(ToString::to_string).collect();
        (!words.is_empty()).then(|| words.join(" in "))
    }
}

/// A file unpacked as far as its packings go.
pub(crate) struct Opened {
    /// The first bytes.
    pub(crate) mark: Vec<u8>,
    /// What comes after them.
    pub(crate) input: Box<dyn Read + Send>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) records: Option<Records>,
    pub(crate) file_bytes: u64,
    pub(crate) read: Arc<AtomicU64>,
}

impl Opened {
    pub(crate) fn new(path: &Path, tap: Option<Tap>) -> Result<Opened, PackError> {
        let file = File::open(path)?;
        let file_bytes = file.metadata()?.len();
        let read = Arc::new(AtomicU64::new(0));
        let input = Box::new(Counting { inner: file, count: Arc::clone(&read), tap });
        let mut opened = Opened { mark: Vec::new(), input, layers: Vec::new(), records: None, file_bytes, read };
        opened.look()?;
        while let Some(layer) = layer_of(&opened.mark) {
            opened.layers.push(layer);
            if opened.layers.len() > DEEPEST {
                return Err(PackError::Deep { layers: opened.layers, most: DEEPEST });
            }
            opened.unpack(layer)?;
            opened.look()?;
        }
        Ok(opened)
    }

    /// Reads the first bytes of what is there now.
    fn look(&mut self) -> io::Result<()> {
        if let Err(error) = self.input.by_ref().take(MARK as u64).read_to_end(&mut self.mark) {
            if self.mark.is_empty() {
                return Err(error);
            }
            self.input = Box::new(Failing(Some(error)));
        }
        Ok(())
    }

    /// Takes one packing off.
    fn unpack(&mut self, layer: Layer) -> Result<(), PackError> {
        let input = std::mem::replace(&mut self.input, Box::new(io::empty()));
        let input = Cursor::new(std::mem::take(&mut self.mark)).chain(input);
        let unpacked: Box<dyn Read + Send> = match layer {
            Layer::Gzip => Box::new(MultiGzDecoder::new(BufReader::with_capacity(1 << 16, input))),
            Layer::Zstd => Box::new(zstd::Decoder::new(input)?),
            Layer::Xz => Box::new(XzReader::new_mem_limit(BufReader::with_capacity(1 << 16, input), true, XZ_MEMORY)),
            Layer::Bzip2 => Box::new(MultiBzDecoder::new(input)),
            Layer::Pack | Layer::Spack => {
                let terse = Terse::new(input)?;
                self.records = Some(terse.header.records());
                Box::new(terse)
            }
            Layer::Xmit => {
                let xmit = Xmit::new(input)?;
                self.records = xmit.records;
                Box::new(xmit)
            }
        };
        self.input = Box::new(Limited { input: unpacked, limit: Limit::of(self.file_bytes) });
        Ok(())
    }
}

/// What bytes that begin like this are packed in.
fn layer_of(mark: &[u8]) -> Option<Layer> {
    match mark {
        [0x1F, 0x8B, ..] => Some(Layer::Gzip),
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Layer::Zstd),
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Layer::Xz),
        // the level, and the magic number of a block or of the end
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, ..] | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, ..] => {
            Some(Layer::Bzip2)
        }
        _ if xmit::fits(mark) => Some(Layer::Xmit),
        _ if terse::Header::fits(mark) => {
            Some(terse::Header::read(mark).map_or(Layer::Pack, |header| match header.method {
                Method::Pack => Layer::Pack,
                Method::Spack => Layer::Spack,
            }))
        }
        _ => None,
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
    tap: Option<Tap>,
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.inner.read(buffer)?;
        if let Some(tap) = &mut self.tap {
            tap(&buffer[..got]);
        }
        self.count.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}
