//! Which framing a file has, from its first bytes; and if it is no SMF file, what it seems to be.

use crate::ebcdic;
use crate::layout::Layouts;

use super::Framing;
use super::step::{Lengths, Step, Steps};

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
    let first = |framing| {
        let steps = Steps { bytes: head, last: whole, framing, lengths: &lengths };
        (0..head.len().min(REACH)).find(|&pos| steps.sure(pos) == Some(true) && starts_well(&steps, pos))
    };
    let candidates = [Framing::BdwRdw, Framing::Rdw, Framing::NoRdw].map(|framing| (first(framing), framing));
    let best = candidates.into_iter().filter_map(|(pos, framing)| Some((pos?, framing))).min_by_key(|(pos, _)| *pos);
    match best {
        // BDW + RDW also accepts plain RDWs; it is meant only if a BDW is what stands first.
        Some((pos, Framing::BdwRdw)) if candidates[1].0 == Some(pos) => Detection::Smf(Framing::Rdw),
        Some((_, framing)) => Detection::Smf(framing),
        None => Detection::NotSmf(what_else(head, whole)),
    }
}

/// A chain of short segments proves nothing about the header; at the start of a file we want to see one, or a span.
fn starts_well(steps: &Steps<'_>, pos: usize) -> bool {
    matches!(steps.at(pos), Step::Segment { rdw, .. } if rdw.segment.starts())
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
    if whole && head.len() < super::plausible::SHORTEST {
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
