//! Ranges, wherever they are cut and whatever is damaged, give what one reading gives.
#![allow(clippy::unwrap_used)]

use std::io::Write;

use super::ranges::{Reading, Records};
use super::{Framing, Reader, State, blocked, no_rdw, spanned, spanned_blocks};
use crate::block::Block;
use crate::damage::{Damage, DamageLog};
use crate::encode::{self, Row, Spec};
use crate::gtf;
use crate::layout::{Layouts, Value};

/// Numbers in no order (Marsaglia's xorshift).
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most as u64) as usize
    }
}

/// What was read: each record with its offset, and what is damaged.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    records: Vec<(u64, Vec<u8>)>,
    damage: (u64, u64, Vec<Damage>),
}

impl Read {
    fn add(&mut self, blocks: &[Block], log: &DamageLog) {
        let of = |block: &Block| -> Vec<_> {
            block.records.iter().map(|span| (span.offset, block.record(*span).to_vec())).collect()
        };
        self.records.extend(blocks.iter().flat_map(of));
        self.damage.0 += log.count;
        self.damage.1 += log.bytes;
        self.damage.2.extend(log.listed.iter().cloned());
    }
}

/// Records of MQ and Db2 that tell their length, and of a type that nobody knows, some `bytes` in all.
fn site(layouts: &Layouts, bytes: usize, known: bool) -> Vec<Vec<u8>> {
    let mut draw = Draw(7);
    let (mut records, mut size) = (Vec::new(), 0);
    while size < bytes {
        let written = Value::Int(1_779_381_000_000_000 + size as i128 * 1_000_000);
        let record = if known || draw.below(3) > 0 {
            let common: Row = [("written".to_owned(), written)].into();
            let rows = (0..1 + draw.below(30))
                .map(|n| {
                    [("buffer_pool".to_owned(), Value::Int(n as i128)), ("reads".to_owned(), Value::Int(size as i128))]
                        .into()
                })
                .collect();
            let sections = [("QPST".to_owned(), rows)].into();
            encode::record(layouts, &Spec { record_type: 115, subtype: 215, common, sections, ..Spec::default() })
                .unwrap()
        } else {
            let mut record = records.last().map_or(vec![0; 18], |last: &Vec<u8>| last[..18].to_vec());
            if record[10..14] == [0; 4] {
                record[10..14].copy_from_slice(&[1, 0x26, 0x14, 0x1F]);
            }
            record[5] = 250;
            record.extend((0..draw.below(4_000)).map(|_| draw.below(256) as u8));
            let length = (record.len() as u16).to_be_bytes();
            record[..2].copy_from_slice(&length);
            record
        };
        size += record.len();
        records.push(record);
    }
    records
}

/// A file in each framing, about as long as said.
fn files(layouts: &Layouts, bytes: usize) -> Vec<(Framing, Vec<u8>)> {
    let (mixed, known) = (site(layouts, bytes, false), site(layouts, bytes, true));
    let db2 = |number: i128| {
        let written = Value::Int(1_779_381_000_000_000 + number);
        let common =
            [("written", written.clone()), ("event_time", written)].map(|(name, value)| (name.to_owned(), value));
        let sections = [("QW0198".to_owned(), vec![Row::new()])].into();
        let spec = Spec { record_type: 102, subtype: 198, common: common.into(), sections, ..Spec::default() };
        encode::record(layouts, &spec).unwrap()
    };
    let db2: Vec<Vec<u8>> = (0..20).map(db2).collect();
    let trace = gtf::from_smf(layouts, &db2, gtf::Writing { segment: 60, ..Default::default() }).unwrap();
    let trace: Vec<Vec<u8>> =
        trace.iter().cycle().take(trace.len() * (1 + bytes / trace.concat().len())).cloned().collect();
    vec![
        (Framing::Rdw, mixed.concat()),
        (Framing::Rdw, spanned(&mixed, 1_000)),
        (Framing::BdwRdw, blocked(&mixed)),
        (Framing::BdwRdw, spanned_blocks(&mixed, 3_000)),
        (Framing::NoRdw, no_rdw(&known)),
        (Framing::GtfRdw, trace.concat()),
        (Framing::GtfBdwRdw, blocked(&trace)),
    ]
}

fn opened(framing: Framing, bytes: &[u8], layouts: &Layouts) -> Records {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    Records::new(file, framing, layouts).unwrap()
}

/// By one reading of the stream.
fn whole(framing: Framing, bytes: &[u8], layouts: &Layouts) -> Read {
    let mut reader = Reader::undecoded(Vec::new(), bytes, framing, layouts);
    let (mut read, mut block, mut log) = (Read::default(), Block::default(), DamageLog::default());
    while reader.next_block(&mut block, &mut log) {
        read.add(&[std::mem::take(&mut block)], &DamageLog::default());
    }
    read.add(&[], &log);
    read
}

/// In ranges that begin at these places; whether they all joined.
fn divided(records: &Records, cuts: &[u64]) -> (Read, bool) {
    let (mut read, mut joined, mut state) = (Read::default(), true, State::first());
    let mut blocks = Vec::new();
    for (nth, start) in cuts.iter().enumerate() {
        let range = *start..cuts.get(nth + 1).copied().unwrap_or(records.size);
        let guess = records.guess(&range, blocks);
        let joint = (State::joint(&state, 0), guess.state.joint(*start));
        let joins = state.joins(*start, &guess.state);
        assert_eq!(joins, joint.0.holds(&joint.1));
        joined &= joins;
        let Reading { blocks: ours, log, state: next, .. } = records.join(state, &range, guess);
        read.add(&ours, &log);
        (state, blocks) = (next, ours);
    }
    (read, joined)
}

/// Where ranges of so many bytes begin.
fn planned(records: &Records, every: u64) -> Vec<u64> {
    let mut cuts = vec![0];
    while let Some(at) = records.cut(cuts[cuts.len() - 1] + every, u64::MAX).unwrap() {
        cuts.push(at);
    }
    cuts
}

#[test]
fn ranges_that_are_cut_where_records_seem_to_begin_join_and_are_one_reading() {
    let layouts = Layouts::builtin().unwrap();
    for (framing, bytes) in files(&layouts, 400_000) {
        let (records, expected) = (opened(framing, &bytes, &layouts), whole(framing, &bytes, &layouts));
        assert!(expected.records.len() > 20, "{framing:?}: {} records", expected.records.len());
        assert_eq!(expected.damage.2, [], "{framing:?}");
        for every in [1_000, 30_000, 150_000] {
            let cuts = planned(&records, every);
            assert!(cuts.len() as u64 > 300_000 / (every + 60_000), "{framing:?}: {} cuts", cuts.len());
            let (read, joined) = divided(&records, &cuts);
            assert!(read == expected && joined, "{framing:?} every {every}");
        }
    }
}

/// At every byte of records with an RDW in CI, spanned ones too, and at each third of other framings; elsewhere at some.
#[test]
fn a_cut_at_any_byte_changes_nothing() {
    let layouts = Layouts::builtin().unwrap();
    let steps = if std::env::var_os("CI").is_some() { [1, 3] } else { [7, 41] };
    for (nth, (framing, bytes)) in files(&layouts, 200_000).into_iter().enumerate() {
        let records = opened(framing, &bytes, &layouts);
        let starts: Vec<u64> = whole(framing, &bytes, &layouts).records.iter().map(|(at, _)| *at).collect();
        // What is before the record that a byte is in, is read once.
        let mut before = State::first();
        for (record, start) in starts.iter().enumerate() {
            let goes_on = starts.get(record + 3).copied().unwrap_or(records.size);
            let read = |cuts: &[u64]| {
                let (mut read, mut state) = (Read::default(), before.clone());
                for pair in cuts.windows(2) {
                    let range = pair[0]..pair[1];
                    let guess = records.guess(&range, Vec::new());
                    // What a driver is told of both is what joining them here finds.
                    let holds = State::joint(&state, 0).holds(&guess.state.joint(range.start));
                    assert_eq!(state.joins(range.start, &guess.state), holds, "{framing:?} at {}", range.start);
                    let reading = records.join(state, &range, guess);
                    read.add(&reading.blocks, &reading.log);
                    state = reading.state;
                }
                (read, state.offset)
            };
            let expected = read(&[*start, goes_on]);
            let next = starts.get(record + 1).copied().unwrap_or(records.size);
            for cut in (start + 1..next + 1).step_by(steps[usize::from(nth > 1)]) {
                assert!(read(&[*start, cut, goes_on.max(cut)]) == expected, "{framing:?} cut at {cut}");
            }
            let range = before.offset..next;
            before = records.join(before, &range, records.guess(&range, Vec::new())).state;
        }
    }
}

#[test]
fn damage_is_the_same_wherever_ranges_are_cut() {
    let layouts = Layouts::builtin().unwrap();
    let mut draw = Draw(11);
    for (framing, bytes) in files(&layouts, 60_000) {
        for case in 0..250 {
            let mut bytes = bytes.clone();
            for _ in 0..1 + draw.below(3) {
                let at = draw.below(bytes.len() - 1);
                let kind = draw.below(3);
                let lost = draw.below([1, 5, 3_000][kind]).min(bytes.len() - at);
                let kind = draw.below(3);
                let instead: Vec<u8> = (0..draw.below([2, 30, 9_000][kind])).map(|_| draw.below(256) as u8).collect();
                bytes.splice(at..at + lost, instead);
            }
            let (records, expected) = (opened(framing, &bytes, &layouts), whole(framing, &bytes, &layouts));
            let mut cuts: Vec<u64> = (0..draw.below(20)).map(|_| 1 + draw.below(bytes.len() - 1) as u64).collect();
            cuts.push(0);
            cuts.sort_unstable();
            cuts.dedup();
            for cuts in [cuts, planned(&records, 1 + draw.below(9_000) as u64)] {
                assert!(divided(&records, &cuts).0 == expected, "{framing:?}, case {case}, {cuts:?}");
            }
        }
    }
}
