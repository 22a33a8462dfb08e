//! Whether bytes can be a descriptor word or an SMF record header (GTF has its own). Everything here is cheap: it runs for every record.

use crate::{ims, number};

use super::Framing;

/// Bytes of the shortest SMF record: RDW and the header without a subtype.
pub(super) const SHORTEST: usize = 18;

/// A segment control code (byte 2 of an RDW).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Segment {
    Whole,
    First,
    Last,
    Middle,
}

impl Segment {
    pub(super) fn starts(self) -> bool {
        matches!(self, Segment::Whole | Segment::First)
    }
}

/// A record descriptor word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rdw {
    pub(super) len: usize,
    pub(super) segment: Segment,
}

/// The RDW at the start of `bytes`, if it can be one: fewer than 4 bytes, or bytes that cannot be, give None.
///
/// Where a record starts and enough of it is there, its header must hold together too; of a record of IMS, its end.
pub(super) fn rdw(bytes: &[u8], framing: Framing) -> Option<Rdw> {
    let &[_, _, code, _, ..] = bytes else { return None };
    let len = rdw_length(bytes, framing)?;
    let segment = match code {
        0 => Segment::Whole,
        1 => Segment::First,
        2 => Segment::Last,
        _ => Segment::Middle,
    };
    let shortest = framing.shortest();
    let header_seen = bytes.len() >= shortest && len >= shortest;
    if segment.starts() && header_seen && !framing.header(&bytes[4..]) {
        return None;
    }
    // Records of IMS are in one piece, and what ends them tells more than what begins them.
    let ends = || bytes.get(..len).is_none_or(ims::is_whole);
    if framing.is_ims() && (segment != Segment::Whole || !ends()) {
        return None;
    }
    Some(Rdw { len, segment })
}

/// The length in the RDW at the start of `bytes`, if the four bytes can be an RDW, whatever stands behind them.
pub(super) fn rdw_length(bytes: &[u8], framing: Framing) -> Option<usize> {
    let &[high, low, code @ 0..=3, 0, ..] = bytes else { return None };
    let len = usize::from(u16::from_be_bytes([high, low]));
    let shortest = if code == 0 { framing.shortest() } else { 5 };
    (len >= shortest).then_some(len)
}

/// Bytes of the longest block that z/OS writes (large block interface, tape).
const LONGEST_BLOCK: usize = 1 << 18;

/// The block length of the BDW at the start of `bytes`, if it can be one: a length, then zeros, or a large block's 31-bit length.
///
/// Four bytes prove little: the caller also wants a record descriptor word behind them. A record can then not be taken
/// for a block, because its date would stand where the first record of the block has its time of day, and every date since
/// 2000 is, as a number, beyond the end of the day.
pub(super) fn bdw(bytes: &[u8]) -> Option<usize> {
    let word = number::unsigned(bytes.get(..4)?) as usize;
    let len = match (word >> 31, word & 0xFFFF) {
        (1, _) => word & 0x7FFF_FFFF,
        (_, 0) => word >> 16,
        _ => return None,
    };
    (8..=LONGEST_BLOCK).contains(&len).then_some(len)
}

/// Whether an SMF header (without RDW) can start here: flag, type, time of day, and a date in packed decimal.
///
/// The date alone makes a chance match in other data rare: of 2^32 values fewer than 100,000 are dates since 1970, and
/// small numbers are none.
pub(super) fn header(bytes: &[u8]) -> bool {
    let Some(&[_flag, _type, t0, t1, t2, t3, century, year, days, last]) = bytes.first_chunk::<10>() else {
        return false;
    };
    let digits = |byte: u8| byte >> 4 <= 9 && byte & 15 <= 9;
    let day = 100 * u32::from(days >> 4) + 10 * u32::from(days & 15) + u32::from(last >> 4);
    u32::from_be_bytes([t0, t1, t2, t3]) < 8_640_000
        && (century == 1 || century == 0 && year >= 0x70)
        && digits(year)
        && digits(days)
        && last >> 4 <= 9
        && matches!(last & 15, 0xC | 0xF)
        && (1..=366).contains(&day)
}
