//! Inspect: what is in a file, without keeping any of it.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;
use std::sync::Arc;

use getpage_pack::{Source, Tap};
use xxhash_rust::xxh3::xxh3_64;

use crate::block_book;
use crate::damage::DamageLog;
use crate::decode::Decoder;
use crate::error::Error;
use crate::frame::{Block, Detection, Framing, Reader, detect};
use crate::layout::Layouts;
use crate::monitoring::Book;
use crate::prepared::Prepared;
use crate::summary::Summary;

/// Records compared for duplicates at the most: bounds the memory for it to some 100 MB on a file of any size.
const COMPARED: usize = 4_000_000;

/// What progress is reported as: bytes read from disk, of how many. False asks to stop.
pub type Progress<'a> = &'a mut dyn FnMut(u64, u64) -> bool;

/// Goes through a file and says what is in it.
pub fn inspect(path: &Path, by: &Prepared<'_>, progress: Progress<'_>) -> Result<Summary, Error> {
    let layouts = by.layouts;
    let (source, framing) = open(path, layouts)?;
    let mut decoder = Decoder::new(&by.plan);
    let mut counter = by.counter.fresh();
    let mut log = DamageLog::default();
    let compression = source.packing();
    let mut reader = Reader::new(source.head, source.rest, framing, layouts);
    let mut block = Block::default();
    let mut seen = HashSet::new();
    let (mut duplicates, mut compared) = (0, 0);
    let mut dictionaries = Arc::new(Book::default());
    while reader.next_block(&mut block, &mut log) {
        block_book::note(&mut dictionaries, &mut block, false);
        decoder.locate(&mut block, &mut log, |_, bytes, decoded| {
            counter.add(bytes, decoded);
            if decoded {
                counter.cover(bytes, None);
            }
            if compared < COMPARED as u64 {
                compared += 1;
                duplicates += u64::from(!seen.insert(xxh3_64(&bytes[4..])));
            }
        });
        if !progress(source.read.load(std::sync::atomic::Ordering::Relaxed), source.file_bytes) {
            return Err(Error::Stopped);
        }
    }
    let (chained, monitored) = counter.parts(layouts);
    let (counts, coverage) = counter.finish(layouts);
    Ok(Summary {
        file: 0,
        path: path.to_string_lossy().into_owned(),
        file_bytes: source.file_bytes,
        bytes: reader.position(),
        compression,
        framing,
        counts,
        chained,
        monitored,
        coverage,
        duplicates: (duplicates, compared),
        days: BTreeSet::new(),
        damage: log,
        joint: None,
        gtf: reader.gtf(),
        digest: None,
    })
}

/// Opens a file of SMF records and finds their framing.
pub(crate) fn open(path: &Path, layouts: &Layouts) -> Result<(Source, Framing), Error> {
    tapped(path, layouts, None)
}

/// The same; `tap` sees the bytes of the file as they are read.
pub(crate) fn tapped(path: &Path, layouts: &Layouts, tap: Option<Tap>) -> Result<(Source, Framing), Error> {
    let source = Source::tapped(path, tap).map_err(|e| Error::reading(path, e.into()))?;
    let framing = framing(path, &source.head, source.whole, layouts)?;
    Ok((source, framing))
}

/// The framing of the SMF records in a file that begins with `head`, which is all of it where it is `whole`.
pub fn framing(path: &Path, head: &[u8], whole: bool, layouts: &Layouts) -> Result<Framing, Error> {
    let name = || path.to_string_lossy().into_owned();
    match detect(head, whole, layouts) {
        Detection::Smf(framing) => Ok(framing),
        Detection::NotSmf(why) => Err(Error::NotSmf { path: name(), why }),
        Detection::Refused(why) => Err(Error::Refused { path: name(), why }),
    }
}
