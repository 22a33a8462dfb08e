//! The inverse of unpacking, for tests and sample sites.

use super::INMR;

/// Puts records into a transmission as TRANSMIT of a sequential data set does; `length` is that of fixed records, and
/// without one they vary.
pub fn write<'a>(length: Option<u16>, records: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let format: u16 = if length.is_some() { 0x9000 } else { 0x5002 };
    let described = [
        unit(0x1028, &[0xC9, 0xD5, 0xD4, 0xC3, 0xD6, 0xD7, 0xE8]),
        unit(0x003C, &[0x40, 0x00]),
        unit(0x0042, &length.unwrap_or(32_756).to_be_bytes()),
        unit(0x0049, &format.to_be_bytes()),
    ]
    .concat();
    let mut out = Vec::new();
    segments(&mut out, 0x20, &[&INMR[..], &[0xF0, 0xF1], &unit(0x0042, &[0, 80])].concat());
    segments(&mut out, 0x20, &[&INMR[..], &[0xF0, 0xF2, 0, 0, 0, 1], &described].concat());
    segments(&mut out, 0x20, &[&INMR[..], &[0xF0, 0xF3], &unit(0x0049, &[0, 1])].concat());
    for record in records {
        segments(&mut out, 0, record);
    }
    segments(&mut out, 0x20, &[&INMR[..], &[0xF0, 0xF6]].concat());
    out.resize(out.len().next_multiple_of(80), 0);
    out
}

/// A text unit with one value.
fn unit(key: u16, value: &[u8]) -> Vec<u8> {
    [&key.to_be_bytes()[..], &[0, 1], &(value.len() as u16).to_be_bytes(), value].concat()
}

fn segments(out: &mut Vec<u8>, flags: u8, record: &[u8]) {
    let count = record.len().div_ceil(253).max(1);
    for index in 0..count {
        let piece = &record[index * 253..record.len().min((index + 1) * 253)];
        let place = if index == 0 { 0x80 } else { 0 } | if index + 1 == count { 0x40 } else { 0 };
        out.extend_from_slice(&[piece.len() as u8 + 2, flags | place]);
        out.extend_from_slice(piece);
    }
}
