//! The inverse: records of SMF 100 to 102 as Db2 would have sent them to GTF. For tests and sample sites.

use crate::layout::{Layouts, Value};
use crate::{number, time};

use crate::encode::{EncodeError, Row, error, section_bytes};

use super::base::{QWHS_TRIPLETS_AT, SMF_HEADER, TRIPLET, candidates};
use super::header::{DB2_EVENT, Header};

/// Number of bases that can be written; 0 is the documented one.
pub const BASES: usize = 7;

/// Offset of the event time and of the number of the record in the standard header (QWHSSTCK, QWHSWSEQ).
const QWHS_TIME_AT: usize = 16;
const QWHS_SEQUENCE_AT: usize = 28;

/// Where a triplet of SMF says that the product section is.
const PRODUCT_AT: usize = SMF_HEADER;

/// How records are to be written.
#[derive(Debug, Clone, Copy)]
pub struct Writing {
    /// What offsets count from, as index into the bases that are tried when reading.
    pub base: usize,
    /// Bytes of a segment at the most, from the length of its data on (QWGTDLEN): Db2 writes 256.
    pub segment: usize,
    /// Seconds that local time is ahead of UTC, for the control record.
    pub zone: i32,
}

impl Default for Writing {
    fn default() -> Writing {
        Writing { base: 0, segment: 256, zone: 0 }
    }
}

/// A control record and the records given, each cut into its segments. All have descriptor words.
pub fn from_smf(layouts: &Layouts, records: &[Vec<u8>], how: Writing) -> Result<Vec<Vec<u8>>, EncodeError> {
    let header = Header::new(layouts).ok_or_else(|| error("GTF", "no layout QWGT with the fields that it needs"))?;
    let first = records.first().and_then(|r| product(r)).map_or(0, |at| stamp(&records[0], at));
    let mut out = vec![control(first, how.zone)];
    for record in records {
        segments(layouts, &header, record, how, &mut out)?;
    }
    Ok(out)
}

fn product(record: &[u8]) -> Option<usize> {
    let at = number::unsigned(record.get(PRODUCT_AT..PRODUCT_AT + 4)?) as usize;
    (at >= PRODUCT_AT + TRIPLET && at + QWHS_SEQUENCE_AT + 4 <= record.len()).then_some(at)
}

fn stamp(record: &[u8], product: usize) -> u64 {
    number::unsigned(&record[product + QWHS_TIME_AT..product + QWHS_TIME_AT + 8])
}

/// A control record: the start of a block of trace output.
fn control(stamp: u64, zone: i32) -> Vec<u8> {
    let mut out = vec![0, 26, 0, 0, 0, 1];
    out.extend_from_slice(&(((i64::from(zone) * 1_000_000) >> 20) as i32).to_be_bytes());
    out.extend_from_slice(&stamp.to_be_bytes());
    out.extend_from_slice(&[0x10, 0, 0, 1, 0, 0, 0, 0]);
    out
}

/// One record in segments.
fn segments(
    layouts: &Layouts,
    header: &Header,
    record: &[u8],
    how: Writing,
    out: &mut Vec<Vec<u8>>,
) -> Result<(), EncodeError> {
    let what = "a record for GTF";
    let at = product(record).ok_or_else(|| error(what, "no product section behind triplet 0"))?;
    let base = *candidates(header).get(how.base).ok_or_else(|| error(what, "no such base"))?;
    // The triplets end where the first section begins.
    let offset_of = |at: usize| number::unsigned(&record[at..at + 4]) as usize;
    let (mut first, mut triplets) = (at, 0);
    while SMF_HEADER + TRIPLET * (triplets + 1) <= first {
        match offset_of(SMF_HEADER + TRIPLET * triplets) {
            0 => {}
            offset => first = first.min(offset),
        }
        triplets += 1;
    }
    let mut body = record[SMF_HEADER..].to_vec();
    for index in 0..triplets {
        let place = TRIPLET * index;
        let offset = number::unsigned(&body[place..place + 4]) as usize;
        if offset > 0 {
            let offset = (offset + base.triplets - SMF_HEADER - base.origin) as u32;
            body[place..place + 4].copy_from_slice(&offset.to_be_bytes());
        }
    }
    let product = at - SMF_HEADER;
    body[product + QWHS_TRIPLETS_AT] = triplets as u8;
    let mut data = vec![0; base.triplets - header.length];
    data.extend_from_slice(&body);

    let sequence = number::unsigned(&record[at + QWHS_SEQUENCE_AT..at + QWHS_SEQUENCE_AT + 4]);
    let room = how.segment.saturating_sub(header.length - header.extension()).max(1);
    let pieces: Vec<&[u8]> = data.chunks(room).collect();
    let event_time = time::tod(stamp(record, at)).unwrap_or_default();
    for (index, piece) in pieces.iter().enumerate() {
        let code = match index {
            _ if pieces.len() == 1 => 0,
            0 => 1,
            _ if index + 1 == pieces.len() => 2,
            _ => 3,
        };
        let length = header.length + piece.len();
        let int = |value: i128| Value::Int(value);
        let row = Row::from([
            ("length".into(), int(length as i128)),
            ("application".into(), int(0xFF)),
            ("time".into(), int(event_time.into())),
            ("event".into(), int(DB2_EVENT.into())),
            ("address_space".into(), Value::Text("00F91400".into())),
            ("job".into(), Value::Text("DB1ADBM1".into())),
            ("data_length".into(), int((length - header.extension()) as i128)),
            ("segment".into(), int(code)),
            ("subsystem".into(), Value::Text(crate::ebcdic::decode(&record[18..22]))),
            ("sequence".into(), int(sequence.into())),
        ]);
        let section = &layouts.sections[Header::LAYOUT];
        let mut segment = section_bytes(section, std::slice::from_ref(&row), header.length, false)?;
        segment.extend_from_slice(piece);
        out.push(segment);
    }
    Ok(())
}
