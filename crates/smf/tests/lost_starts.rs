//! Spanned records in blocks of which some are missing: what is whole is read, the segments without a start are told.
#![allow(clippy::unwrap_used)]

use std::ops::Range;

use crate::common::{Outcome, read_as, site};
use getpage_smf::frame::{self, Framing};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A data set of spanned records that fill blocks.
struct Set {
    bytes: Vec<u8>,
    blocks: Vec<Range<usize>>,
    records: Vec<Vec<u8>>,
    /// From the first byte of each record's first segment to behind its last one.
    extents: Vec<Range<usize>>,
}

fn half(bytes: &[u8], at: usize) -> usize {
    usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]))
}

impl Set {
    /// Records of types that nothing is decoded of, so that only descriptor words tell where they end.
    fn of(lengths: &[(usize, usize)], longest: usize) -> Set {
        let records: Vec<Vec<u8>> =
            lengths.iter().map(|(kind, length)| site::other([30, 80, 99][*kind], *length)).collect();
        let bytes = frame::spanned_blocks(&records, longest);
        let (mut blocks, mut extents) = (Vec::new(), Vec::<Range<usize>>::new());
        let mut at = 0;
        while at < bytes.len() {
            let block = at..at + half(&bytes, at);
            at += 4;
            while at < block.end {
                let end = at + half(&bytes, at);
                match extents.last_mut() {
                    Some(last) if bytes[at + 2] > 1 => last.end = end,
                    _ => extents.push(at..end),
                }
                at = end;
            }
            blocks.push(block);
        }
        assert_eq!(extents.len(), records.len());
        Set { bytes, blocks, records, extents }
    }

    /// Whether a block begins with a segment that is not the first of its record.
    fn goes_on(&self, block: usize) -> bool {
        self.bytes[self.blocks[block].start + 6] > 1
    }

    fn len(&self, block: usize) -> usize {
        self.blocks[block].len()
    }
}

fn lengths() -> impl Strategy<Value = Vec<(usize, usize)>> {
    vec((0..3usize, prop_oneof![3 => 18..120usize, 1 => 120..1500usize]), 2..30)
}

fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    let rng_seed = match default.rng_seed {
        RngSeed::Random => RngSeed::Fixed(20_260_521),
        given => given,
    };
    ProptestConfig { cases: 2000, max_global_rejects: 100_000, failure_persistence: None, rng_seed, ..default }
}

fn read(bytes: &[u8]) -> Outcome {
    read_as(Framing::BdwRdw, Vec::new(), bytes, false)
}

/// That a record is among those read, at an offset of the file.
fn is_read(outcome: &Outcome, record: &[u8], offset: usize) -> bool {
    let same = |bytes: &[u8]| bytes.len() == record.len() && bytes[4..] == record[4..];
    outcome.records.iter().any(|seen| seen.offset == offset as u64 && same(&seen.bytes))
}

proptest! {
    #![proptest_config(config())]

    /// The end of one data set and, behind it, a part of another that begins within a record.
    #[test]
    fn a_data_set_behind_another_that_begins_within_a_record_takes_none_of_it(
        first in lengths(), second in lengths(), longest in 60..900usize, from in any::<prop::sample::Index>()
    ) {
        let (first, second) = (Set::of(&first, longest), Set::of(&second, longest));
        let within: Vec<usize> = (1..second.blocks.len()).filter(|block| second.goes_on(*block)).collect();
        prop_assume!(!within.is_empty());
        let from = within[from.index(within.len())];
        let start = second.blocks[from].start;
        let outcome = read(&[&first.bytes[..], &second.bytes[start..]].concat());
        // A last block as long as others may as well end with the first segment of the record that goes on.
        let last = first.blocks.len() - 1;
        let others = (0..last).map(|block| first.len(block)).chain([second.len(from)]).max().unwrap();
        let sure = first.records.len() - usize::from(first.len(last) >= others);
        for (record, extent) in first.records.iter().zip(&first.extents).take(sure) {
            prop_assert!(is_read(&outcome, record, extent.start), "{:?} at {}", outcome.log.listed, extent.start);
        }
        for (record, extent) in second.records.iter().zip(&second.extents).filter(|(_, extent)| extent.start >= start) {
            let at = extent.start - start + first.bytes.len();
            prop_assert!(is_read(&outcome, record, at), "{:?} at {}", outcome.log.listed, at);
        }
        prop_assert!(outcome.log.count > 0, "the missing start is not told");
    }

    /// From the end of a record inside a block to where a record goes on in the next one.
    #[test]
    fn a_record_that_ends_inside_its_block_stands_whatever_is_missing_behind_it(
        lengths in lengths(), longest in 60..900usize, place in any::<prop::sample::Index>()
    ) {
        let set = Set::of(&lengths, longest);
        let inside: Vec<(usize, usize)> = (0..set.blocks.len() - 1).filter(|block| set.goes_on(block + 1)).flat_map(|block| {
            let range = set.blocks[block].clone();
            let ends = set.extents.iter().map(|extent| extent.end).filter(move |end| range.start < *end && *end < range.end);
            ends.map(move |end| (block, end))
        }).collect();
        prop_assume!(!inside.is_empty());
        let (block, end) = inside[place.index(inside.len())];
        let lost = end..set.blocks[block + 1].start + 4;
        let outcome = read(&[&set.bytes[..lost.start], &set.bytes[lost.end..]].concat());
        for (record, extent) in set.records.iter().zip(&set.extents).filter(|(_, extent)| extent.end <= end) {
            prop_assert!(is_read(&outcome, record, extent.start), "{:?} at {}", outcome.log.listed, extent.start);
        }
        prop_assert!(outcome.log.count > 0, "what is missing is not told");
    }
}
