//! The log of IMS: found by how its records end, read in every framing, and nothing lost without being counted.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;

use crate::common::{LAYOUTS, Outcome, read};
use getpage_smf::frame::{self, Detection, Framing, detect};
use getpage_smf::ims::{self, RECORD_TYPE};
use getpage_smf::time;

const START: i64 = 1_790_000_000_000_000;

/// Records of a log: starts, messages, statistics and ends in turn, each with some bytes of its own.
fn log(count: usize) -> Vec<Vec<u8>> {
    (0..count)
        .map(|i| {
            let (code, subcode) = [(0x08, 0x40), (0x01, 0x81), (0x45, 0x02), (0x07, 0x00), (0x56, 0xFA)][i % 5];
            let data = (0..40 + i * 37 % 300).map(|at| (i * 31 + at * 7) as u8);
            let mut record = vec![0, 0, 0, 0, code, subcode];
            record.extend(data);
            record.extend(time::to_tod(START + i as i64 * 1_300).unwrap().to_be_bytes());
            record.extend((0xF100_0000_0000_0001 + i as u64).to_be_bytes());
            let length = record.len() as u16;
            record[..2].copy_from_slice(&length.to_be_bytes());
            record
        })
        .collect()
}

/// The records of the log that were handed out.
fn records(outcome: &Outcome) -> Vec<Vec<u8>> {
    outcome.records.iter().map(|seen| seen.bytes[48..].to_vec()).collect()
}

#[test]
fn a_log_is_found_by_the_ends_of_its_records_and_read_whole_with_and_without_blocks() {
    for count in [1, 2, 5, 4_000] {
        let log = log(count);
        for (framing, bytes) in [(Framing::ImsRdw, log.concat()), (Framing::ImsBdwRdw, frame::blocked(&log))] {
            assert_eq!(detect(&bytes, true, &LAYOUTS), Detection::Smf(framing), "{count}");
            let outcome = read(&bytes);
            assert_eq!(outcome.log.count, 0, "{framing:?}: {:?}", outcome.log.listed.first());
            assert_eq!(records(&outcome), log, "{framing:?}");
            assert!(outcome.records.iter().all(|seen| seen.bytes[5] == RECORD_TYPE));
        }
    }
}

#[test]
fn a_record_knows_its_code_its_subcode_and_its_time_in_utc() {
    let outcome = read(&log(5).concat());
    let kinds: Vec<String> =
        outcome.records.iter().map(|seen| ims::name(u16::from_be_bytes([seen.bytes[22], seen.bytes[23]]))).collect();
    assert_eq!(kinds, ["08", "01", "4502", "07", "56FA"]);
    assert_eq!(time::smf(&outcome.records[0].bytes[6..14]), Some(START));
}

#[test]
fn a_local_time_of_ims_is_its_time_with_its_offset() {
    let utc = time::to_ims(START).unwrap();
    assert_eq!(time::ims(&utc), Some(START));
    let mut behind = utc;
    (behind[10], behind[11]) = (0x02, 0x0D); // 20 quarters behind: five hours
    assert_eq!(time::ims(&behind), Some(START - 5 * 3_600_000_000));
    for (at, byte) in [(0, 0xA0), (3, 0x10), (4, 0x24), (5, 0x60), (10, 0x0A), (11, 0x01)] {
        let mut none = utc;
        none[at] = byte;
        assert_eq!(time::ims(&none), None, "{at}");
    }
    assert_eq!(time::ims(&[0; 12]), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Whatever happens to one byte, only the record that has it, and at most its neighbors, are lost; and that is counted.
    #[test]
    fn a_damaged_byte_costs_a_record_or_two_and_is_counted(at in 0usize..9_000, flip in 1u8.., blocks: bool) {
        let log = log(60);
        let mut bytes = if blocks { frame::blocked(&log) } else { log.concat() };
        let at = at % bytes.len();
        bytes[at] ^= flip;
        let outcome = read(&bytes);
        let kept = records(&outcome);
        let whole = kept.iter().filter(|record| log.contains(record)).count();
        prop_assert!(whole >= log.len() - 3, "{whole} of {}", log.len());
        let lost: u64 = outcome.log.listed.iter().map(|damage| damage.length).sum();
        let read: u64 = kept.iter().map(|record| record.len() as u64).sum();
        let words = if blocks { 4 } else { 0 };
        prop_assert!(read + lost + words >= bytes.len() as u64, "{read} read, {lost} lost of {}", bytes.len());
    }

    /// A log that was cut off anywhere keeps what is before the cut, and says that it was cut off.
    #[test]
    fn a_log_that_was_cut_off_keeps_what_is_before_the_cut(cut in 200usize..9_000) {
        let log = log(60);
        let bytes = log.concat();
        let cut = cut % bytes.len();
        let outcome = read(&bytes[..cut]);
        let mut end = 0;
        let whole = log.iter().take_while(|record| { end += record.len(); end <= cut }).count();
        if whole > 0 {
            prop_assert_eq!(records(&outcome), &log[..whole]);
            prop_assert_eq!(outcome.log.count == 0, log[..whole].concat().len() == cut);
        }
    }
}
