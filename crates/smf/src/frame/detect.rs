//! Which framing a file has, from its first bytes; and if it is no SMF file, what it seems to be.

use std::io;

use memchr::memmem;

use crate::block::Block;
use crate::damage::DamageLog;
use crate::ebcdic;
use crate::gtf::{self, Refusal};
use crate::ims;
use crate::layout::Layouts;
use crate::record::Own;

use super::Framing;
use super::lengths::Lengths;
use super::plausible::SHORTEST;
use super::reader::Reader;
use super::step::{Found, Search, Step, Steps};

/// What the first bytes of a file tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detection {
    /// SMF records in this framing, or records of Db2 in GTF or of the log of IMS that become such.
    Smf(Framing),
    /// A trace of GTF that cannot be read: why, and what to do.
    Refused(Refusal),
    /// No SMF records, and why not.
    NotSmf(NotSmf),
}

/// Why a file has no SMF records: one sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotSmf {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Its first bytes say that it is something else.
    #[error("no SMF records: this is {0}")]
    Other(&'static str),
    /// It has the eye-catchers of sections in ASCII; a text about them has too.
    #[error(
        "the records were translated from EBCDIC to ASCII in transfer and cannot be put right: \
         transfer the file again in binary, with record descriptor words (ftp: binary, quote site rdw)"
    )]
    Translated,
    /// It has sections, but their records have no ends.
    #[error(
        "there are MQ sections in this file but no record boundaries that hold together: transfer it again in \
         binary, with record descriptor words (ftp: binary, quote site rdw)"
    )]
    NoBoundaries,
    /// It is shorter than any record.
    #[error("the file is shorter than an SMF record: {bytes} B")]
    Short {
        /// Its length.
        bytes: usize,
    },
    /// Nothing in it tells what it is.
    #[error("no SMF record found: no descriptor word with an SMF header behind it")]
    NoRecord,
}

/// Finds the framing of a file from its first bytes; `whole` says that these are all.
///
/// The framing is the one under which most of the bytes are good records: a damaged beginning hides nothing.
pub fn detect(head: &[u8], whole: bool, layouts: &Layouts) -> Detection {
    Detector::new(layouts).detect(head, whole)
}

/// Finds the framing of many files.
pub struct Detector<'a> {
    layouts: &'a Layouts,
    lengths: Lengths,
}

impl Detector<'_> {
    /// By these layouts.
    pub fn new(layouts: &Layouts) -> Detector<'_> {
        Detector { layouts, lengths: Lengths::new(layouts) }
    }

    /// What the first bytes of a file tell, as [`detect`] has it.
    pub fn detect(&self, head: &[u8], whole: bool) -> Detection {
        let survey = |framing| Survey::of(&Steps { bytes: head, last: whole, framing, lengths: &self.lengths });
        // Under BDW + RDW, records without blocks are read as well: one look tells both.
        let with_rdw = survey(Framing::BdwRdw);
        let without = survey(Framing::NoRdw);
        let of_gtf = survey(Framing::GtfBdwRdw);
        let of_ims = survey(Framing::ImsBdwRdw);
        if of_gtf.sure && of_gtf.bytes > with_rdw.bytes.max(without.bytes) {
            let framing = if of_gtf.blocks { Framing::GtfBdwRdw } else { Framing::GtfRdw };
            return refusal(head, framing, self.layouts).map_or(Detection::Smf(framing), Detection::Refused);
        }
        if of_ims.sure && of_ims.bytes > with_rdw.bytes.max(without.bytes).max(of_gtf.bytes) {
            return Detection::Smf(if of_ims.blocks { Framing::ImsBdwRdw } else { Framing::ImsRdw });
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
}

/// What is found in the beginning of a file under one framing.
struct Survey {
    /// Bytes of good records.
    bytes: usize,
    /// Whether there are block descriptor words among them.
    blocks: bool,
    /// Whether one of them is surely what it seems: its sections, or what it is by itself, say so; of the log of IMS, two that
    /// follow each other by number as well.
    sure: bool,
}

impl Survey {
    fn of(steps: &Steps<'_>) -> Survey {
        // Even if the first record is damaged further on, the block descriptor word in front of its header counts.
        let first = steps.at(0);
        let blocks = matches!(first, Step::Segment { at: 4, rdw } if rdw.len >= steps.framing.shortest() && rdw.segment.starts());
        let mut survey = Survey { bytes: 0, blocks, sure: false };
        let (mut from, mut behind) = (0, 0);
        let (mut before, mut unbroken): (Option<&[u8]>, bool) = (None, true);
        loop {
            let good = match steps.search(from, steps.bytes.len()) {
                Search::At(good) => good,
                // What seems to begin here ends beyond these bytes. That may be chance: records behind it count.
                Search::More(at) => {
                    from = at + 1;
                    continue;
                }
                Search::Nothing => break,
            };
            let Found::Record(record) = steps.record(good) else { break };
            // Right behind damage, four bytes in front of a record may be anything, and a record between two others that do
            // not touch it is one of another framing.
            if good == behind || steps.follows(record.end) == Some(true) {
                survey.bytes += record.end - record.at;
            }
            let bytes = steps.bytes.get(record.at..record.end);
            survey.sure |= if steps.framing.is_ims() {
                good == behind && before.zip(bytes).is_some_and(|(before, bytes)| ims::is_next(before, bytes))
            } else {
                record.own == Own::Holds || bytes.is_some_and(gtf::untimed)
            };
            before = bytes;
            unbroken &= good == behind;
            survey.blocks |= good == behind && record.blocks.iter().any(|(at, len)| ends_block(steps, at + len));
            (from, behind) = (record.end, record.end);
        }
        // A log of a single record has no other that follows it: it is nothing else.
        let is_all = unbroken && steps.last && behind == steps.bytes.len();
        survey.sure |= steps.framing.is_ims() && is_all && survey.bytes > 0;
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

/// Why a trace of GTF that begins with `head` cannot be read; None where it can, or has no record of Db2 so far.
fn refusal(head: &[u8], framing: Framing, layouts: &Layouts) -> Option<Refusal> {
    let (mut log, mut block) = (DamageLog::default(), Block::default());
    let mut reader = Reader::undecoded(head.to_vec(), io::empty(), framing, layouts);
    let mut beginning = gtf::Beginning::new(layouts)?;
    while reader.next_block(&mut block, &mut log) {
        let mut records = block.records.iter();
        if let Some(why) = records.find_map(|&span| beginning.record(block.record(span), span.offset)) {
            return Some(why);
        }
    }
    beginning.end()
}

fn what_else(head: &[u8], whole: bool) -> NotSmf {
    if head.is_empty() {
        return NotSmf::Empty;
    }
    let signatures: [(&[u8], &str); 4] = [
        (b"%PDF", "a PDF document"),
        (b"PK\x03\x04", "a ZIP archive; take out what you want first: getpage unpack"),
        (b"\x89PNG", "a picture"),
        (b"PAR1", "a Parquet file"),
    ];
    if let Some((_, what)) = signatures.iter().find(|(magic, _)| head.starts_with(magic)) {
        return NotSmf::Other(what);
    }
    let translated = [&b"QWHS"[..], b"QPST", b"QMST", b"WTID", b"WTAS", b"QIS1", b"QJST"];
    if translated.iter().any(|eye| contains(head, eye)) && !translated.iter().any(|eye| contains(head, &in_ebcdic(eye)))
    {
        return NotSmf::Translated;
    }
    if contains(head, &in_ebcdic(b"QPST")) || contains(head, &in_ebcdic(b"QWHS")) {
        return NotSmf::NoBoundaries;
    }
    if whole && head.len() < SHORTEST {
        return NotSmf::Short { bytes: head.len() };
    }
    NotSmf::NoRecord
}

fn in_ebcdic(text: &[u8]) -> Vec<u8> {
    ebcdic::encode(&String::from_utf8_lossy(text), text.len())
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    memmem::find(haystack, needle).is_some()
}
