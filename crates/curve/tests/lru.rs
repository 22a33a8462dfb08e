//! Exact LRU against brute force, on every instruction set, split and merged anywhere.

use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::brute::traces::{self, Trace, chunk};
use getpage_curve::lru::lru_of_parts;
use getpage_curve::trace::{ArcTrace, U64Trace, for_each_chunk};
use getpage_curve::{Columns, InstructionSet, LruCurve, LruPartial, LruStack, Pages, TraceReader};
use proptest::prelude::*;

fn curve(trace: &[(u64, getpage_curve::Touch)], set: InstructionSet) -> LruCurve {
    let mut stack = LruStack::new().on(set);
    stack.push(chunk(trace).columns());
    stack.curve()
}

fn sizes(pages: u64) -> Vec<Pages> {
    (0..=pages + 1).map(Pages).collect()
}

#[test]
fn every_size_of_every_trace_matches_a_plain_list() {
    for (name, trace) in traces::all() {
        let distances = crate::brute::lru::distances(&trace);
        for set in InstructionSet::available() {
            let curve = curve(&trace, set);
            for row in curve.rows(&sizes(curve.pages().0)) {
                let expected = crate::brute::lru::reads(&trace, &distances, row.size);
                assert_eq!(row.reads, expected, "{name}, {set:?}, {} pages", row.size);
            }
            assert_eq!(curve.getpages().total().0, trace.len() as u64);
        }
    }
}

#[test]
fn compaction_changes_nothing() {
    let trace = traces::skewed(3_500_000, 90, 7);
    let distances = crate::brute::lru::distances(&trace);
    for set in InstructionSet::available() {
        for row in curve(&trace, set).rows(&sizes(91)) {
            assert_eq!(row.reads, crate::brute::lru::reads(&trace, &distances, row.size), "{set:?}");
        }
    }
}

#[test]
fn chunks_of_any_length_give_the_same_curve() {
    let trace = traces::scans(20_000, 500, 9);
    let whole = curve(&trace, InstructionSet::best());
    for length in [1, 7, 63, 64, 65, 4097] {
        let mut stack = LruStack::new();
        trace.chunks(length).for_each(|part| stack.push(chunk(part).columns()));
        assert_eq!(stack.curve(), whole, "{length}");
    }
}

fn partial(trace: &[(u64, getpage_curve::Touch)]) -> LruPartial {
    let mut stack = LruStack::mergeable();
    stack.push(chunk(trace).columns());
    stack.into_partial().expect("made mergeable")
}

#[test]
fn merging_is_associative_and_starts_from_nothing() {
    let trace = traces::scans(9_000, 400, 5);
    let parts: Vec<_> = trace.chunks(2_500).map(partial).collect();
    let left = parts.iter().fold(LruPartial::empty(), |sum, part| sum.merge(part));
    let right = parts.iter().rev().fold(LruPartial::empty(), |sum, part| part.merge(&sum));
    assert_eq!(left, right);
    assert_eq!(left, partial(&trace));
    assert_eq!(left.curve(), curve(&trace, InstructionSet::best()));
}

fn any_trace() -> impl Strategy<Value = Trace> {
    (1usize..3_000, 1u64..400, any::<u64>(), 0..3).prop_map(|(references, pages, seed, kind)| match kind {
        0 => traces::skewed(references, pages, seed),
        1 => traces::scans(references, pages, seed),
        _ => traces::loops(references, pages),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn splitting_anywhere_and_merging_gives_the_same(trace in any_trace(), share in 0.0..1.0f64) {
        let (before, after) = trace.split_at((share * trace.len() as f64) as usize);
        let merged = partial(before).merge(&partial(after));
        prop_assert_eq!(&merged, &partial(&trace));
        prop_assert_eq!(merged.curve(), curve(&trace, InstructionSet::Portable));
    }

    #[test]
    fn a_merged_stack_can_be_fed_on(trace in any_trace()) {
        let third = trace.len() / 3;
        let mut stack = LruStack::new();
        stack.append(&partial(&trace[..third]));
        stack.push(chunk(&trace[third..2 * third]).columns());
        stack.append(&partial(&trace[2 * third..]));
        prop_assert_eq!(stack.curve(), curve(&trace, InstructionSet::best()));
    }

    #[test]
    fn bytes_give_the_partial_back_and_damage_is_refused(trace in any_trace(), at in any::<usize>(), bit in 0..8u32) {
        let partial = partial(&trace);
        let mut bytes = partial.to_bytes();
        prop_assert_eq!(&LruPartial::from_bytes(&bytes).expect("whole"), &partial);
        let at = at % bytes.len();
        prop_assert!(LruPartial::from_bytes(&bytes[..at]).is_err());
        bytes[at] ^= 1u8 << bit;
        prop_assert!(LruPartial::from_bytes(&bytes).is_err());
    }
}

#[test]
fn a_stack_that_is_not_mergeable_gives_no_partial() {
    assert!(LruStack::new().into_partial().is_none());
}

#[test]
fn parts_on_threads_give_the_curve_of_the_whole_and_name_the_part_that_is_damaged() {
    let trace = traces::skewed(200_000, 5_000, 3);
    let bytes: Vec<u8> = trace.iter().flat_map(|(page, _)| (page >> 1).to_le_bytes()).collect();
    let parts = |cuts: &[usize]| {
        let mut rest = &bytes[..];
        let mut parts: Vec<Box<dyn TraceReader + Send + '_>> = Vec::new();
        for &cut in cuts {
            let (part, after) = rest.split_at(cut);
            parts.push(Box::new(U64Trace::new(part)));
            rest = after;
        }
        parts.push(Box::new(U64Trace::new(rest)));
        parts
    };
    let whole = lru_of_parts(parts(&[])).expect("whole");
    assert_eq!(lru_of_parts(parts(&[800_000])).expect("whole"), whole);
    assert_eq!(lru_of_parts(parts(&[8, 80_000, 0, 800_000])).expect("whole"), whole);
    let error = lru_of_parts(parts(&[800, 9])).expect_err("cut inside a record").to_string();
    assert!(error.starts_with("part 2 of the trace: u64 trace, offset 8"), "{error}");
}

/// Long enough for the second thread to begin, and for compactions and grown tables after that.
#[test]
fn two_threads_give_the_same_as_one_whatever_comes_between() {
    let trace = traces::skewed(3_000_000, 400_000, 21);
    let whole = chunk(&trace);
    let (early, late) = whole.columns().split_at(2_200_000);
    let part = partial(&trace[2_200_000..2_300_000]);
    for set in InstructionSet::available() {
        let [one, two] = [1, 2].map(|threads| {
            let mut stack = LruStack::mergeable().on(set).with_threads(threads);
            // Neither blocks nor batches end where portions do.
            for pages in early.pages().chunks(100_003).zip(early.touches().chunks(100_003)) {
                stack.push(Columns::new(pages.0, pages.1).expect("equal lengths"));
            }
            let early = stack.curve();
            stack.push(late);
            stack.append(&part);
            stack.push(late);
            (early, stack.curve(), stack.into_partial())
        });
        assert_eq!(one, two, "{set:?}");
    }
}

/// The public OLTP trace, decompressed; `None` where it is not on this machine.
fn oltp() -> Option<impl Read> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/traces/OLTP.lis.xz");
    let mut xz = Command::new("xz").arg("-dc").arg(path.canonicalize().ok()?).stdout(Stdio::piped()).spawn().ok()?;
    xz.stdout.take()
}

#[test]
fn arc_oltp_has_the_hit_ratios_that_the_arc_paper_prints() {
    let Some(input) = oltp() else { return };
    let mut stack = LruStack::new();
    for_each_chunk(&mut ArcTrace::new(BufReader::new(input)), |chunk| stack.push(chunk.columns())).expect("whole");
    let curve = stack.curve();
    assert_eq!(curve.getpages().total().0, 914_145);
    assert_eq!(curve.pages(), Pages(186_880));
    let sizes = [1_000, 2_000, 5_000, 10_000, 15_000].map(Pages);
    let ratios = curve.rows(&sizes).into_iter().map(|row| format!("{:.2}", 100.0 - 100.0 * row.read_ratio()));
    assert_eq!(ratios.collect::<Vec<_>>(), ["32.83", "42.47", "53.65", "60.70", "64.63"]);
}
