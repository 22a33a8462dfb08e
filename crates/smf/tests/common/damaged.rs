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

    /// The same in blocks.
    pub fn of_blocks(records: &[Vec<u8>]) -> File {
        File::new(frame::blocked(records), Framing::BdwRdw)
    }

    /// Those records that can be delimited without descriptor words.
    pub fn without_rdw(records: &[Vec<u8>]) -> File {
        let known: Vec<Vec<u8>> = records.iter().filter(|r| matches!(r[5], 2 | 3 | 115 | 116)).cloned().collect();
        File::new(frame::no_rdw(&known), Framing::NoRdw)
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
            if extent.end <= at.start || extent.start >= at.end && !(at.is_empty() && extent.start < at.start) {
                let offset = if extent.end <= at.start { extent.start as u64 } else { shift(extent.start) };
                moved.push((i, offset));
            } else {
                touched.push(i);
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
