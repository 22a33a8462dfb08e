//! Files with damage done to them on purpose, and what must still be read.

use std::ops::Range;

use getpage_smf::frame::{self, Framing};

use super::{Outcome, Seen, read_quickly};

/// An undamaged file, and where in it each of its records lies.
pub struct File {
    pub bytes: Vec<u8>,
    pub framing: Framing,
    /// Bytes of each record, all its segments and what lies between them included.
    pub extents: Vec<Range<usize>>,
    pub records: Vec<Seen>,
}

/// What became of a damaged file.
pub struct Trial {
    pub outcome: Outcome,
    /// Records that the damage touched.
    pub touched: Vec<usize>,
    /// Those of them that were handed out all the same, as they are now.
    pub survivors: Vec<(usize, Seen)>,
}

impl File {
    /// A file of whole records.
    pub fn of_records(records: &[Vec<u8>]) -> File {
        File::new(records.concat(), Framing::Rdw)
    }

    /// The same in spans.
    pub fn of_spans(records: &[Vec<u8>], segment: usize) -> File {
        File::new(frame::spanned(records, segment), Framing::Rdw)
    }

    /// The same in spans that fill blocks.
    pub fn of_spanned_blocks(records: &[Vec<u8>], block: usize) -> File {
        File::new(frame::spanned_blocks(records, block), Framing::BdwRdw)
    }

    /// The same in blocks.
    pub fn of_blocks(records: &[Vec<u8>]) -> File {
        File::new(frame::blocked(records), Framing::BdwRdw)
    }

    /// Those records that can be delimited without descriptor words.
    pub fn without_rdw(records: &[Vec<u8>]) -> File {
        File::new(frame::no_rdw(&super::site::delimited(&super::LAYOUTS, records)), Framing::NoRdw)
    }

    pub fn new(bytes: Vec<u8>, framing: Framing) -> File {
        let outcome = read_quickly(&bytes);
        assert_eq!((outcome.framing, outcome.log.count), (Some(framing), 0), "{:?}", outcome.log.listed);
        let records = outcome.records;
        let extents = match framing {
            Framing::NoRdw => {
                records.iter().map(|r| r.offset as usize..r.offset as usize + r.bytes.len() - 4).collect()
            }
            _ => extents(&bytes, framing == Framing::BdwRdw),
        };
        let starts: Vec<usize> = records.iter().map(|r| r.offset as usize).collect();
        assert_eq!(extents.iter().map(|e| e.start).collect::<Vec<_>>(), starts);
        File { bytes, framing, extents, records }
    }

    /// Reads `damaged`, in which the bytes `at` of this file were replaced by `length` others, and checks what always
    /// holds: every record that was not touched is there, and nothing is there that was not written.
    pub fn read(&self, damaged: &[u8], at: Range<usize>, length: usize) -> Result<Trial, String> {
        let outcome = read_quickly(damaged);
        let shift = |offset: usize| (offset + length) as u64 - at.len() as u64;
        let mut left = outcome.records.iter().peekable();
        let (mut touched, mut survivors) = (Vec::new(), Vec::new());
        let mut moved = Vec::new();
        for (i, extent) in self.extents.iter().enumerate() {
            if self.is_touched(i, &at, length) {
                touched.push(i);
            } else {
                let before = extent.end <= at.start;
                moved.push((i, if before { extent.start as u64 } else { shift(extent.start) }));
            }
        }
        for (i, offset) in moved {
            while let Some(seen) = left.next_if(|seen| seen.offset < offset) {
                survivors.push(seen.clone());
            }
            let wanted = &self.records[i];
            match left.next_if(|seen| seen.offset == offset) {
                Some(seen) if seen.bytes == wanted.bytes && seen.decoded == wanted.decoded => {}
                Some(_) => return Err(format!("record {i}, which is whole, reads otherwise")),
                None => {
                    return Err(format!(
                        "record {i} of type {}, which is whole, is lost; {} {:?}",
                        wanted.bytes[5], outcome.refusal, outcome.log.listed
                    ));
                }
            }
        }
        survivors.extend(left.cloned());
        if survivors.len() > touched.len() {
            return Err(format!("{} records from {} that were touched", survivors.len(), touched.len()));
        }
        let survivors = touched.iter().copied().zip(survivors).collect();
        Ok(Trial { outcome, touched, survivors })
    }
}

/// Bytes of a descriptor word and a header: what shows that a record starts.
const HEADER: usize = 18;

impl File {
    /// Whether replacing the bytes `at` by `length` others touches a record.
    fn is_touched(&self, record: usize, at: &Range<usize>, length: usize) -> bool {
        let extent = &self.extents[record];
        let end = at.end.max(at.start + 1); // bytes added between two bytes of a record touch it too
        if at.start < extent.end && extent.start < end && (!at.is_empty() || extent.start < at.start) {
            return true;
        }
        // Only what follows shows where a record ends whose sections do not end it, or have no layout.
        let wide = at.len() > 1 || length != at.len();
        let seen = &self.records[record];
        let ends = super::LAYOUTS.records.get(&seen.bytes[5]).is_some_and(|layout| layout.sections_end_record);
        !(seen.decoded && ends) && wide && (extent.end..extent.end + HEADER).contains(&at.start)
    }
}

/// Where the records of an undamaged file lie.
fn extents(bytes: &[u8], blocked: bool) -> Vec<Range<usize>> {
    let half = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
    let mut all: Vec<Range<usize>> = Vec::new();
    let (mut at, mut block_end) = (0, 0);
    while at < bytes.len() {
        if blocked && at == block_end {
            block_end = at + if bytes[at] & 0x80 == 0 { half(at) } else { half(at + 2) };
            at += 4;
        }
        let end = at + half(at);
        match (bytes[at + 2], all.last_mut()) {
            (2 | 3, Some(last)) => last.end = end,
            _ => all.push(at..end),
        }
        at = end;
    }
    all
}

/// The first place at which damage was reported.
pub fn first_damage(outcome: &Outcome) -> Option<u64> {
    outcome.log.listed.iter().map(|d| d.offset).min()
}
