//! Which framing a file has, from its first bytes; and if it is no SMF file, what it seems to be.

use crate::ebcdic;
use crate::gtf;
use crate::layout::Layouts;

use super::Framing;
use super::lengths::{Lengths, Own};
use super::plausible::SHORTEST;
use super::step::{Found, Search, Step, Steps};

/// What the first bytes of a file tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detection {
    /// SMF records in this framing, or records of Db2 in GTF that become such.
    Smf(Framing),
    /// It is known what the file is, and it cannot be read: why, and what to do.
    Refused(String),
    /// No SMF records, and why not: one sentence for a person.
    NotSmf(String),
}

/// Finds the framing of a file from its first bytes; `whole` says that these are all.
///
/// The framing is the one under which most of the bytes are good records: a damaged beginning hides nothing.
pub fn detect(head: &[u8], whole: bool, layouts: &Layouts) -> Detection {
    let lengths = Lengths::new(layouts);
    let survey = |framing| Survey::of(&Steps { bytes: head, last: whole, framing, lengths: &lengths });
    // Under BDW + RDW, records without blocks are read as well: one look tells both.
    let with_rdw = survey(Framing::BdwRdw);
    let without = survey(Framing::NoRdw);
    let of_gtf = survey(Framing::GtfBdwRdw);
    if of_gtf.sure && of_gtf.bytes > with_rdw.bytes.max(without.bytes) {
        let framing = if of_gtf.blocks { Framing::GtfBdwRdw } else { Framing::GtfRdw };
        return gtf::refusal(head, framing, layouts).map_or(Detection::Smf(framing), Detection::Refused);
    }
    if with_rdw.bytes.max(without.bytes) == 0 {
        return Detection::NotSmf(what_else(head, whole));
    }
    Detection::Smf(match with_rdw.blocks {
        _ if without.bytes > with_rdw.bytes => Framing::NoRdw,
        true => Framing::BdwRdw,
        false => Framing::Rdw,
    })
}

/// What is found in the beginning of a file under one framing.
struct Survey {
    /// Bytes of good records.
    bytes: usize,
    /// Whether there are block descriptor words among them.
    blocks: bool,
    /// Whether one of them is surely what it seems: its sections, or what it is by itself, say so.
    sure: bool,
}

impl Survey {
    fn of(steps: &Steps<'_>) -> Survey {
        // Even if the first record is damaged further on, the block descriptor word in front of its header counts.
        let first = steps.at(0);
        let blocks = matches!(first, Step::Segment { at: 4, rdw } if rdw.len >= steps.framing.shortest() && rdw.segment.starts());
        let mut survey = Survey { bytes: 0, blocks, sure: false };
        let mut pos = 0;
        while let Search::At(good) = steps.search(pos, steps.bytes.len()) {
            let Found::Record(record) = steps.record(good) else { break };
            // Right behind damage, four bytes in front of a record may be anything, and a record between two others that do
            // not touch it is one of another framing.
            if good == pos || steps.follows(record.end) == Some(true) {
                survey.bytes += record.end - record.at;
            }
            survey.sure |= record.own == Own::Holds || steps.bytes.get(record.at..record.end).is_some_and(gtf::untimed);
            survey.blocks |= good == pos && record.blocks.iter().any(|(at, len)| ends_block(steps, at + len));
            pos = record.end;
        }
        survey
    }
}

/// Whether a block may end here: at the end of the file, or where another begins.
fn ends_block(steps: &Steps<'_>, end: usize) -> bool {
    match steps.at(end) {
        Step::Segment { at, .. } => at > end,
        _ => steps.last && end == steps.bytes.len(),
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
