//! Which framing a file has, from its first bytes; and if it is no SMF file, what it seems to be.

use crate::ebcdic;
use crate::layout::Layouts;

use super::Framing;
use super::lengths::Lengths;
use super::plausible::SHORTEST;
use super::step::{Found, Search, Step, Steps};

/// What the first bytes of a file tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detection {
    /// SMF records in this framing.
    Smf(Framing),
    /// No SMF records, and why not: one sentence for a person.
    NotSmf(String),
}

/// How far from the start the first good record may be: a damaged beginning must not hide the rest.
const REACH: usize = 1 << 17;

/// Finds the framing of a file from its first bytes; `whole` says that these are all.
pub fn detect(head: &[u8], whole: bool, layouts: &Layouts) -> Detection {
    let lengths = Lengths::new(layouts);
    let steps = |framing| Steps { bytes: head, last: whole, framing, lengths: &lengths };
    // Under BDW + RDW, records without blocks are read as well: one look tells both.
    let blocked = steps(Framing::BdwRdw);
    let with_rdw = first(&blocked).map(|pos| {
        let framing = if has_blocks(&blocked, pos) { Framing::BdwRdw } else { Framing::Rdw };
        (pos, framing)
    });
    let without = first(&steps(Framing::NoRdw)).map(|pos| (pos, Framing::NoRdw));
    match with_rdw.into_iter().chain(without).min_by_key(|(pos, _)| *pos) {
        Some((_, framing)) => Detection::Smf(framing),
        None => Detection::NotSmf(what_else(head, whole)),
    }
}

/// The first position within reach at which a record surely starts.
fn first(steps: &Steps<'_>) -> Option<usize> {
    let to = REACH.min(steps.bytes.len());
    (0..to).find(|&pos| steps.sure(pos) == Some(true))
}

/// Whether there are block descriptor words among the records from `pos` on. Right behind damage, four bytes in front of
/// a record may be anything: only what stands behind a good record, or first in the file, counts.
fn has_blocks(steps: &Steps<'_>, mut pos: usize) -> bool {
    if matches!(steps.at(0), Step::Segment { at: 4, rdw } if rdw.len >= SHORTEST && rdw.segment.starts()) {
        return true; // even if the first record is damaged further on
    }
    let mut known = pos == 0;
    loop {
        match steps.record(pos) {
            Found::Record(record) if known && !record.blocks.is_empty() => return true,
            Found::Record(record) => (pos, known) = (record.end, true),
            Found::NeedMore => return false,
            Found::Bad(_) => match steps.search(pos + 1, steps.bytes.len()) {
                Search::At(good) => (pos, known) = (good, false),
                Search::More(_) | Search::Nothing => return false,
            },
        }
    }
}

fn what_else(head: &[u8], whole: bool) -> String {
    if head.is_empty() {
        return "the file is empty".to_owned();
    }
    let signatures: [(&[u8], &str); 6] = [
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive; unpack it first"),
        (b"\x89PNG", "a picture"),
        (b"BZh", "bzip2-compressed; unpack it first (gzip and zstd are read as they are)"),
        (b"\xFD7zXZ", "xz-compressed; unpack it first (gzip and zstd are read as they are)"),
        (b"PAR1", "a Parquet file"),
    ];
    if let Some((_, what)) = signatures.iter().find(|(magic, _)| head.starts_with(magic)) {
        return format!("this is {what}, not a file of SMF records");
    }
    let translated = [&b"QWHS"[..], b"QPST", b"QMST", b"WTID", b"WTAS", b"QIS1", b"QJST"];
    if translated.iter().any(|eye| contains(head, eye)) && !translated.iter().any(|eye| contains(head, &in_ebcdic(eye)))
    {
        return "the records were translated from EBCDIC to ASCII in transfer and cannot be put right: \
                transfer the file again in binary, with record descriptor words (ftp: binary, quote site rdw)"
            .to_owned();
    }
    if contains(head, &in_ebcdic(b"QPST")) || contains(head, &in_ebcdic(b"QWHS")) {
        return "there are MQ sections in this file but no record boundaries that hold together: transfer it again in \
                binary, with record descriptor words (ftp: binary, quote site rdw)"
            .to_owned();
    }
    if whole && head.len() < SHORTEST {
        return format!("the file has {} bytes, fewer than one SMF record", head.len());
    }
    "no SMF record found: no descriptor word with an SMF header behind it".to_owned()
}

fn in_ebcdic(text: &[u8]) -> Vec<u8> {
    ebcdic::encode(&String::from_utf8_lossy(text), text.len())
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}
