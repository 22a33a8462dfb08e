//! The product section of a monitoring record: whose it is, of which class, and where its data stands.
//!
//! Source: IBM CICS Customization Guide, "Format of the SMF product section for monitoring records" (SC33-1683).

use crate::number;
use crate::problem::Problem;
use crate::record::Piece;

/// Record type and subtype of monitoring.
pub(crate) const MONITORING: (u8, u16) = (110, 1);

/// Classes, by number.
pub(crate) const DICTIONARY: u16 = 1;
pub(crate) const PERFORMANCE: u16 = 3;
pub(crate) const EXCEPTION: u16 = 4;

/// What the classes are called.
pub(crate) fn class_name(class: u16) -> &'static str {
    match class {
        DICTIONARY => "dictionary",
        PERFORMANCE => "performance",
        EXCEPTION => "exception",
        5 => "transaction resource",
        6 => "identity",
        _ => "unknown class",
    }
}

/// Offsets of the triplets of the product section and of the data.
const PRODUCT_AT: usize = 28;
const DATA_AT: usize = 36;
/// Bytes of a product section up to the last offset that is needed of every record.
const SHORTEST: usize = 40;
/// Offset of SMFMNCRL, the length of compressed data; absent or 0 where it is not compressed.
const COMPRESSED_AT: usize = 58;
/// Offsets of leap seconds and local time, 8 bytes each.
const LEAP_AT: usize = 64;
const LOCAL_AT: usize = 72;
/// No place is further from UTC, in microseconds: what says so is not a time zone.
const FARTHEST: i64 = 26 * 3_600_000_000;

/// What a product section tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Product {
    /// Where it stands, and its bytes.
    pub(crate) at: usize,
    pub(crate) length: usize,
    pub(crate) level: u16,
    /// Specific APPLID, as it is written.
    pub(crate) region: [u8; 8],
    pub(crate) class: u16,
    /// The connectors: which entry of the dictionary each field is.
    pub(crate) connectors: Piece,
    /// The data records.
    pub(crate) data: Piece,
    /// Where the data section starts, which may be compressed.
    pub(crate) section: usize,
    /// Bytes of it that are compressed.
    pub(crate) compressed: usize,
    /// Local time less UTC, microseconds.
    pub(crate) local: i64,
}

impl Product {
    /// That of a record of monitoring, RDW included.
    pub(crate) fn of(record: &[u8]) -> Result<Product, Problem> {
        let triplet = |at: usize| record.get(at..at + 8).map(Piece::of);
        let whole = |p: &Piece| p.length >= SHORTEST && p.at >= DATA_AT + 8 && p.at + p.length <= record.len();
        let Some((own, data)) = triplet(PRODUCT_AT).zip(triplet(DATA_AT)).filter(|(own, _)| whole(own)) else {
            return Err(Problem {
                expected: format!("a product section of {SHORTEST} bytes or more within the record"),
                found: triplet(PRODUCT_AT).map_or_else(String::new, |p| format!("{} bytes at {}", p.length, p.at)),
            });
        };
        let bytes = &record[own.at..own.at + own.length];
        let number = |at: usize, width: usize| bytes.get(at..at + width).map_or(0, number::unsigned);
        let piece = |at: usize| Piece {
            at: number(at, 4) as usize,
            length: number(at + 4, 2) as usize,
            count: number(at + 6, 2) as usize,
        };
        let region = bytes[10..18].try_into().unwrap_or([0x40; 8]);
        let shift = (number(LOCAL_AT, 8) as i64 >> 12) - (number(LEAP_AT, 8) as i64 >> 12);
        Ok(Product {
            at: own.at,
            length: own.length,
            level: number(0, 2) as u16,
            region,
            class: number(22, 2) as u16,
            connectors: piece(24),
            data: piece(32),
            section: data.at,
            compressed: number(COMPRESSED_AT, 2) as usize,
            local: if shift.abs() <= FARTHEST { shift } else { 0 },
        })
    }

    /// Bytes that the whole record has where its data is not compressed.
    pub(crate) fn end(&self) -> usize {
        self.data.at + self.data.length * self.data.count
    }

    /// The data records, where they lie within a record.
    pub(crate) fn rows<'a>(&self, record: &'a [u8]) -> Result<&'a [u8], Problem> {
        let Piece { at, length, count } = self.data;
        let inside = at >= self.at + self.length || length * count == 0;
        record.get(at..self.end()).filter(|_| inside && self.compressed == 0).ok_or_else(|| Problem {
            expected: format!("{count} data records of {length} bytes within the record of {} bytes", record.len()),
            found: match self.compressed {
                0 => format!("they start at {at}"),
                packed => format!("{packed} compressed bytes at {} that do not expand to them", self.section),
            },
        })
    }

    /// The compressed data of a record, and where it starts.
    pub(crate) fn packed<'a>(&self, record: &'a [u8]) -> Option<(usize, &'a [u8])> {
        let data = record.get(self.section..self.section + self.compressed)?;
        (self.compressed > 0 && self.section >= self.at + self.length).then_some((self.section, data))
    }

    /// Says in a record that is expanded that its data is not compressed.
    pub(crate) fn unpack(&self, record: &mut [u8]) {
        if let Some(place) = record.get_mut(self.at + COMPRESSED_AT..self.at + COMPRESSED_AT + 2) {
            place.fill(0);
        }
    }
}

/// The product section of a record, where it is one of monitoring.
pub(crate) fn monitoring(record: &[u8]) -> Option<Result<Product, Problem>> {
    let subtype = record.get(22..24).map(|b| number::unsigned(b) as u16);
    let is_one = record.get(5) == Some(&MONITORING.0) && subtype == Some(MONITORING.1);
    is_one.then(|| Product::of(record))
}
