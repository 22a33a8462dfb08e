//! The header of a GTF record: GTF's own part, the same for every component, and that of Db2 behind it.
//!
//! Source: z/OS MVS Diagnosis: Tools and Service Aids, "Control records", "Lost event records", "User data records",
//! "System data records"; for Db2 `layouts/gtf/qwgt.toml`.

use crate::layout::{Layouts, Section};
use crate::number;
use crate::problem::Problem;
use crate::record::Own;

/// Event identifier of Db2.
pub(crate) const DB2_EVENT: u16 = 0xEFB9;

/// Offset of the application identifier (AID).
const AID_AT: usize = 4;
/// Offset of the time stamp in a record of an event: a TOD clock, with TIME=YES.
pub(super) const TIME_AT: usize = 6;
/// Offset of the event identifier (EID), behind the time stamp.
const EVENT_AT: usize = 14;
/// Offset of the time zone in a control record, in units of 2^20 microseconds.
const ZONE_AT: usize = 6;
/// Offset of the options in a control record.
const OPTIONS_AT: usize = 18;

/// Bytes of the shortest record of an event: descriptor word, AID, FID, time stamp, EID.
pub(crate) const SHORTEST: usize = 16;

/// Bytes of control and lost event records up to their last field that always is there.
const CONTROL: usize = OPTIONS_AT + 8;
const LOST: usize = OPTIONS_AT + 4;

/// Lowest first byte of a TOD clock that is taken for a time: 1975.
const EARLIEST: u8 = 0x90;

/// No time zone is farther from UTC than 15 hours, in units of 2^20 microseconds.
const FARTHEST_ZONE: i32 = 15 * 3600;

/// What a GTF record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    /// A control record: the start of a block of trace output.
    Control,
    /// Events that GTF lost, by its own count.
    LostEvents(u32),
    /// A block of records that GTF lost.
    LostBlock,
    /// An event of Db2, whole as far as GTF is concerned.
    Db2,
    /// Another event.
    Event(u16),
    /// A part of an event that GTF itself split (AID X'F0' to X'F3').
    Split(u16),
}

/// Whether a GTF header (without descriptor word) can start here. For an event only the time stamp tells, so that
/// whoever looks for one in other data wants another behind it too; a control record has its zone as well.
pub(crate) fn is_event_header(bytes: &[u8]) -> bool {
    let Some(&[aid, fid, a, b, c, d, t, _, _, _]) = bytes.first_chunk::<10>() else { return false };
    match aid {
        0 => {
            let zone = i32::from_be_bytes([a, b, c, d]);
            (1..=3).contains(&fid) && (-FARTHEST_ZONE..=FARTHEST_ZONE).contains(&zone) && t >= EARLIEST
        }
        0xF0..=0xF3 | 0xFF => a >= EARLIEST,
        _ => false,
    }
}

/// Whether this is a record of Db2 from a GTF that ran without TIME=YES: the event stands where the time should.
pub(crate) fn untimed(record: &[u8]) -> bool {
    let event = |at: usize| record.get(at..at + 2).map(|b| number::unsigned(b) as u16);
    record.get(AID_AT) == Some(&0xFF) && event(TIME_AT) == Some(DB2_EVENT) && event(EVENT_AT) != Some(DB2_EVENT)
}

/// What a whole record, descriptor word included, says about its length.
pub(crate) fn own_length(record: &[u8], header: Option<&Header>) -> Own {
    match (kind(record), header) {
        (Some(Record::Db2), Some(header)) if header.segment(record).is_ok() => Own::Holds,
        (Some(Record::Db2), Some(_)) => Own::Broken,
        (Some(Record::Control | Record::LostEvents(_) | Record::LostBlock), _) => Own::Holds,
        _ => Own::Untold,
    }
}

/// What a record is; none for one that is too short for what it says it is.
pub(super) fn kind(record: &[u8]) -> Option<Record> {
    let event = record.get(EVENT_AT..EVENT_AT + 2).map(|b| number::unsigned(b) as u16);
    match (record.get(AID_AT)?, record.get(AID_AT + 1)?) {
        (0, 1) if record.len() >= CONTROL => Some(Record::Control),
        (0, 2) if record.len() >= LOST => {
            Some(Record::LostEvents(number::unsigned(&record[OPTIONS_AT..OPTIONS_AT + 4]) as u32))
        }
        (0, 3) if record.len() >= LOST => Some(Record::LostBlock),
        (0xFF, _) => event.map(|event| if event == DB2_EVENT { Record::Db2 } else { Record::Event(event) }),
        (0xF0..=0xF3, _) => event.map(Record::Split),
        _ => None,
    }
}

/// Whether a control record says that records carry a source identifier, as IPCS COPYTRC writes them (GTWCFSID).
pub(super) fn has_sources(control: &[u8]) -> bool {
    control.get(OPTIONS_AT + 6).is_some_and(|flags| flags & 0x02 != 0)
}

/// Microseconds that local time is ahead of UTC, by a control record. The unit is coarse and the clock may count leap
/// seconds: zones are quarters of an hour.
pub(super) fn zone(control: &[u8]) -> Option<i64> {
    const QUARTER: i64 = 900_000_000;
    let zone = number::signed(control.get(ZONE_AT..ZONE_AT + 4)?) << 20;
    Some((zone + QUARTER / 2).div_euclid(QUARTER) * QUARTER)
}

/// Where the header of Db2 has its fields, from the layout.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    /// Bytes of the header.
    pub(crate) length: usize,
    data_length: usize,
    code: usize,
    address_space: usize,
    subsystem: usize,
    sequence: usize,
}

/// Which part of a record a segment is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Whole,
    First,
    Last,
    Middle,
}

/// A segment of a record of Db2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) part: Part,
    pub(super) key: Key,
}

/// What the segments of one record have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub(super) address_space: [u8; 4],
    pub(super) subsystem: [u8; 4],
    pub(super) sequence: u32,
}

impl Header {
    /// Name of the layout.
    pub(crate) const LAYOUT: &'static str = "QWGT";

    /// The header by the layouts; None when they have none that names all that is needed.
    pub(crate) fn new(layouts: &Layouts) -> Option<Header> {
        let section = layouts.sections.get(Header::LAYOUT)?;
        Some(Header {
            length: section.full_length(),
            data_length: at(section, "data_length", 2)?,
            code: at(section, "segment", 1)?,
            address_space: at(section, "address_space", 4)?,
            subsystem: at(section, "subsystem", 4)?,
            sequence: at(section, "sequence", 4)?,
        })
    }

    /// Where the extension of the header begins, from which the data length counts.
    pub(super) fn extension(&self) -> usize {
        self.data_length
    }

    /// The segment that a record of Db2 is; else what was expected and found.
    pub(super) fn segment(&self, record: &[u8]) -> Result<Segment, Problem> {
        let four = |at: usize| record.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok());
        let short = || {
            Problem::new(format!("a header of {} bytes", self.length), format!("a record of {} bytes", record.len()))
        };
        if record.len() < self.length {
            return Err(short());
        }
        let length = record.get(self.data_length..self.data_length + 2).map(|b| number::unsigned(b) as usize);
        let expected = record.len() - self.data_length.min(record.len());
        if length != Some(expected) {
            let found = length.map_or_else(|| "none".to_owned(), |n| format!("{n} bytes"));
            return Err(Problem::new(format!("a segment of {expected} bytes (QWGTDLEN)"), found));
        }
        let part = match record.get(self.code) {
            Some(0) => Part::Whole,
            Some(1) => Part::First,
            Some(2) => Part::Last,
            Some(3) => Part::Middle,
            other => {
                let found = other.map_or_else(|| "none".to_owned(), u8::to_string);
                return Err(Problem::new("a segment code (QWGTDSCC) of 0 to 3", found));
            }
        };
        let key = || {
            let (address_space, subsystem) = (four(self.address_space)?, four(self.subsystem)?);
            Some(Key { address_space, subsystem, sequence: u32::from_be_bytes(four(self.sequence)?) })
        };
        Ok(Segment { part, key: key().ok_or_else(short)? })
    }
}

/// Offset of a field of `width` bytes.
fn at(section: &Section, name: &str, width: usize) -> Option<usize> {
    section.fields.iter().find(|f| f.name == name && f.kind.width() == width).map(|f| f.at)
}
