//! The log of IMS: its records as those of SMF, so that everything that reads SMF reads them.
//!
//! A log data set (OLDS or SLDS, RECFM=VB) has records of `LL ZZ code subcode ... time stamp, sequence number`. LL and ZZ are the
//! record descriptor word. What stands between is mapped by a macro of the site's own release (`ILOGREC`), and by no public
//! document; so a record becomes one whose only section is the whole record, and the site's layout says what is in it.
//!
//! Limits: the time stamp is UTC and the record does not say how far local time is from it: the day of a record is by UTC, but
//! of those for which a layout has a column `written`. A record does not name its IMS. Batch logs of releases before the time stamp are not recognized.
//!
//! Source: IBM IMS 15 documentation, "Log sequence field format" (a STCK time stamp and a sequence number of 8 bytes each end a
//! record), "Log record prefix area format" and "End of Job call log record format" (LL, ZZ, code, subcode), "Log records".
//! That the first byte of a sequence number may be X'F1' is from IBM-MAIN, April 2010.

use std::collections::BTreeMap;

use crate::layout::{Field, Kind, Layouts};
use crate::record::{Own, SMF_FLAG};
use crate::{number, time};

/// The record type under which layouts have the log of IMS: SMF has none of this number since MVS/SP.
pub const RECORD_TYPE: u8 = 1;

/// Bytes of a time stamp and a sequence number at the end of a record.
const SUFFIX: usize = 16;

/// Bytes of the shortest record: descriptor word, code, subcode, suffix.
pub(crate) const SHORTEST: usize = 6 + SUFFIX;

/// Bytes in front of the record that stands for it: the header of SMF, time stamp, sequence number and one triplet.
const HEADER: usize = 48;

/// Time stamps that a log may have: of 1995 or later, in the upper half of their first two bytes. The clock ends in 2042.
const EARLIEST: u16 = 0xAA80;

/// Codes whose second byte is a subcode; that of the others is data. From IBM's names of log records, which have four digits then.
const WITH_SUBCODE: [u8; 9] = [0x0A, 0x40, 0x45, 0x4E, 0x50, 0x56, 0x59, 0x67, 0x99];

/// Whether a code has subcodes.
pub fn has_subcode(code: u8) -> bool {
    WITH_SUBCODE.contains(&code)
}

/// Code and subcode as the subtype of a record; the subcode of a code that has none is 0.
pub fn subtype(code: u8, subcode: u8) -> u16 {
    u16::from_be_bytes([code, if has_subcode(code) { subcode } else { 0 }])
}

/// Code and subcode in hexadecimal, as IBM writes them: `07`, `56FA`.
pub fn name(subtype: u16) -> String {
    let [code, subcode] = subtype.to_be_bytes();
    if has_subcode(code) { format!("{code:02X}{subcode:02X}") } else { format!("{code:02X}") }
}

/// The subtype of such a name; None for what is none.
pub fn named(name: &str) -> Option<u16> {
    let number = u16::from_str_radix(name, 16).ok().filter(|_| name.bytes().all(|b| b.is_ascii_hexdigit()))?;
    match name.len() {
        2 if number > 0 && !has_subcode(number as u8) => Some(number << 8),
        4 if has_subcode((number >> 8) as u8) => Some(number),
        _ => None,
    }
}

/// Whether a record (without descriptor word) can start here: no code is 0.
pub(crate) fn header(bytes: &[u8]) -> bool {
    bytes.first().is_some_and(|code| *code > 0)
}

/// Whether a whole record, descriptor word included, ends with a time stamp and a sequence number.
///
/// A sequence number counts records since a cold start, so that of its eight bytes the second and the third are zero for
/// a million records a second over three weeks: with the two zeros of the descriptor word, chance makes one in 2^32 records.
pub(crate) fn is_whole(record: &[u8]) -> bool {
    let Some(&[first, second, _, _, _, _, _, _, _, high, next, a, b, c, d, e]) =
        record.last_chunk::<SUFFIX>().filter(|_| record.len() >= SHORTEST)
    else {
        return false;
    };
    u16::from_be_bytes([first, second]) >= EARLIEST && high == 0 && next == 0 && [a, b, c, d, e] != [0; 5]
}

/// Numbers from one record of a log to the next one that is kept: an archive may leave some out.
const MOST_LEFT_OUT: u64 = 0xFFFF;

/// Whether a whole record is behind another by its sequence number: chance makes one such end in other data, but no two.
pub(crate) fn is_next(before: &[u8], record: &[u8]) -> bool {
    let sequence = |bytes: &[u8]| bytes.last_chunk::<7>().map(|digits| number::unsigned(digits));
    let step = sequence(record).zip(sequence(before)).map(|(after, before)| after.wrapping_sub(before));
    step.is_some_and(|step| (1..=MOST_LEFT_OUT).contains(&step))
}

/// What a whole record says about its length.
pub(crate) fn own_length(record: &[u8]) -> Own {
    if header(record.get(4..).unwrap_or_default()) && is_whole(record) { Own::Holds } else { Own::Broken }
}

/// The field of each kind of record that tells its local time, where the site's layouts have a column `written`.
pub(crate) fn times(layouts: &Layouts) -> BTreeMap<u16, Field> {
    let timed = layouts.sections.values().filter_map(|s| Some((s, s.fields.iter().find(|f| f.name == "written")?)));
    let places = timed.flat_map(|(section, field)| section.places.iter().map(move |place| (place, field)));
    let own = places.filter(|(place, _)| place.record_type == RECORD_TYPE);
    own.flat_map(|(place, field)| place.subtypes.iter().map(|subtype| (*subtype, field.clone()))).collect()
}

/// Whether a field of a section is the local time that a column of its record's header stands for, which is UTC.
pub(crate) fn is_local_time_of(own: &Field, header: &Field) -> bool {
    own.name == header.name && own.kind == Kind::ImsTime
}

/// The local time of a record, as it is handed out, by these fields.
pub(crate) fn written(times: &BTreeMap<u16, Field>, record: &[u8]) -> Option<i64> {
    let field = times.get(&(number::unsigned(record.get(22..24)?) as u16))?;
    let at = HEADER + field.at;
    match field.kind {
        Kind::ImsTime => time::ims(record.get(at..at + 12)?),
        _ => None,
    }
}

/// Bytes of a record of this type, as it is handed out, that are not in the file.
pub(crate) fn stands_in_front(record_type: u8) -> usize {
    if record_type == RECORD_TYPE { HEADER } else { 0 }
}

/// Appends the record as SMF would have it.
pub(crate) fn as_smf(record: &[u8], out: &mut Vec<u8>) {
    let suffix = record.last_chunk::<SUFFIX>().copied().unwrap_or_default();
    let stamp = &suffix[..8];
    let written = time::tod(number::unsigned(stamp)).and_then(time::to_smf);
    let length = (record.len() + HEADER).min(usize::from(u16::MAX)) as u16;
    let byte = |at: usize| record.get(at).copied().unwrap_or_default();
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(&[0, 0, SMF_FLAG, RECORD_TYPE]);
    out.extend_from_slice(&written.unwrap_or_default());
    out.extend_from_slice(&[0x40; 8]); // neither system nor subsystem is in it
    out.extend_from_slice(&subtype(byte(4), byte(5)).to_be_bytes());
    out.extend_from_slice(stamp);
    out.push(0); // the first byte of a sequence number tells of logs, not of the record
    out.extend_from_slice(&suffix[9..]);
    out.extend_from_slice(&(HEADER as u32).to_be_bytes());
    out.extend_from_slice(&(record.len().min(usize::from(u16::MAX)) as u16).to_be_bytes());
    out.extend_from_slice(&[0, 1]);
    out.extend_from_slice(record);
}

/// The inverse, for tests and sample sites: a record of the log of what [`as_smf`] makes of it. None for another record.
pub fn from_smf(record: &[u8]) -> Option<Vec<u8>> {
    let whole = record.get(5) == Some(&RECORD_TYPE) && record.len() >= HEADER + SHORTEST;
    let mut log = record.get(HEADER..).filter(|_| whole)?.to_vec();
    let length = u16::try_from(log.len()).ok()?;
    let suffix = log.len() - SUFFIX;
    log[..2].copy_from_slice(&length.to_be_bytes());
    log[2..4].copy_from_slice(&[0, 0]);
    log[4..6].copy_from_slice(&record[22..24]);
    log[suffix..].copy_from_slice(&record[24..40]);
    Some(log)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A record of the log with `data` behind its code and subcode.
    fn record(code: u8, subcode: u8, data: &[u8], sequence: u64) -> Vec<u8> {
        let mut bytes = vec![0, 0, 0, 0, code, subcode];
        bytes.extend_from_slice(data);
        bytes.extend_from_slice(&time::to_tod(1_790_000_000_123_456).unwrap().to_be_bytes());
        bytes.extend_from_slice(&sequence.to_be_bytes());
        let length = bytes.len() as u16;
        bytes[..2].copy_from_slice(&length.to_be_bytes());
        bytes
    }

    #[test]
    fn a_record_of_the_log_is_one_of_smf_with_all_of_it_as_its_section() {
        let log = record(0x56, 0xFA, b"PAYROLL", 7);
        let mut smf = Vec::new();
        as_smf(&log, &mut smf);
        assert_eq!(smf.len(), HEADER + log.len());
        assert_eq!(&smf[5..6], &[RECORD_TYPE]);
        assert_eq!(time::smf(&smf[6..14]), Some(1_790_000_000_120_000));
        assert_eq!(name(number::unsigned(&smf[22..24]) as u16), "56FA");
        assert_eq!(&smf[HEADER..], &log[..]);
        assert_eq!(from_smf(&smf).unwrap(), log);
    }

    #[test]
    fn a_code_without_subcodes_has_data_in_its_place() {
        assert_eq!((subtype(0x07, 0x33), subtype(0x45, 0x33)), (0x0700, 0x4533));
        for name_of in ["07", "08", "56FA", "4500"] {
            assert_eq!(name(named(name_of).unwrap()), name_of);
        }
        for none in ["", "0", "00", "7", "45", "0733", "+7", "56FA0", "5X"] {
            assert_eq!(named(none), None, "{none}");
        }
    }

    #[test]
    fn what_ends_with_no_time_or_number_is_no_record() {
        let whole = record(0x07, 0, &[0; 40], 0xF100_0000_0000_0001);
        assert_eq!(own_length(&whole), Own::Holds);
        let end = whole.len();
        for (at, byte) in [(4, 0), (end - 16, 0x20), (end - 7, 1), (end - 6, 1), (end - 1, 0)] {
            let mut damaged = whole.clone();
            damaged[at] = byte;
            assert_eq!(own_length(&damaged), Own::Broken, "{at}");
        }
        for length in 0..SHORTEST {
            assert_eq!(own_length(&whole[..length]), Own::Broken);
        }
    }
}
