//! What a pool reads that was in use before its trace: bounds and estimate against pools that were.

use crate::brute::traces::{Random, Trace, all, chunk, skewed};
use getpage_curve::lru::WarmRow;
use getpage_curve::{Access, ByAccess, LruCurve, LruStack, Pages, References, Touch};
use proptest::prelude::*;

fn curve(trace: &[(u64, Touch)]) -> LruCurve {
    let mut stack = LruStack::new();
    stack.push(chunk(trace).columns());
    stack.curve()
}

/// Reads of the second part of a stream, of a pool that was in use during the first.
fn truth(stream: &[(u64, Touch)], before: usize, sizes: &[Pages]) -> Vec<ByAccess<References>> {
    let (whole, first) = (curve(stream).rows(sizes), curve(&stream[..before]).rows(sizes));
    let less = |(mut whole, first): (ByAccess<References>, ByAccess<References>)| {
        Access::ALL.iter().for_each(|&access| whole[access] = whole[access] - first[access]);
        whole
    };
    whole.iter().zip(&first).map(|(whole, first)| less((whole.reads, first.reads))).collect()
}

fn total(row: &WarmRow) -> f64 {
    row.reads.0.iter().sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn no_state_of_the_pool_before_the_trace_leaves_the_bounds(
        references in 2usize..4_000, pages in 1u64..500, share in 0.0..1.0, seed: u64, kind in 0..3,
    ) {
        let stream = match kind {
            0 => skewed(references, pages, seed),
            1 => crate::brute::traces::scans(references, pages, seed),
            _ => crate::brute::traces::loops(references, pages),
        };
        let before = (references as f64 * share) as usize;
        let sizes: Vec<Pages> = (0..=pages + 2).map(Pages).collect();
        let traced = curve(&stream[before..]);
        let warm = traced.warm_rows(&sizes);
        let empty = traced.rows(&sizes);
        for ((row, most), truth) in warm.iter().zip(&empty).zip(truth(&stream, before, &sizes)) {
            prop_assert_eq!(row.size, most.size);
            for access in Access::ALL {
                prop_assert!(row.least[access] <= truth[access], "{:?} {:?} {:?}", row, truth, access);
                prop_assert!(truth[access] <= most.reads[access], "{:?} {:?} {:?}", most, truth, access);
                let between = row.least[access].0 as f64..=most.reads[access].0 as f64;
                prop_assert!(between.contains(&row.reads[access]), "{:?} {:?}", row, most);
            }
        }
        for pair in warm.windows(2) {
            for access in Access::ALL {
                prop_assert!(pair[1].reads[access] <= pair[0].reads[access] + 1e-6, "{:?}", pair);
                prop_assert!(pair[1].least[access] <= pair[0].least[access], "{:?}", pair);
            }
        }
    }
}

/// Streams whose references go on as they began.
fn steady(kind: usize, references: usize, pages: u64, seed: u64) -> Trace {
    let mut random = Random(seed | 1);
    let read = |page| (page, Touch::read(Access::Random));
    let mut looped = 0;
    (0..references as u64)
        .map(|now| match kind {
            // Evenly; skewed; a loop among others; a window of pages that moves on, whose pages never come back.
            0 => read(random.below(pages)),
            1 => {
                let (a, b) = (random.below(pages), random.below(pages));
                read(a * b / pages)
            }
            2 if random.below(2) == 0 => {
                looped += 1;
                (pages + looped % (pages / 2), Touch::read(Access::Sequential))
            }
            2 => read(random.below(pages / 4)),
            _ => read(now * pages / 20_000 + random.below(pages / 4)),
        })
        .collect()
}

#[test]
fn the_estimate_is_near_the_truth_wherever_the_trace_tells_and_always_nearer_than_first_touches_as_reads() {
    let (pages, before) = (4_000, 60_000);
    let mut all = [0.0, 0.0];
    for kind in 0..4 {
        for length in [4_000, 20_000, 80_000] {
            let mut errors = [0.0, 0.0];
            for seed in 1..=3 {
                let stream = steady(kind, before + length, pages, seed * 7919);
                let traced = curve(&stream[before..]);
                let touched = traced.pages().0;
                let sizes: Vec<Pages> = (1..=20).map(|step| Pages(step * touched / 10)).collect();
                let truth = truth(&stream, before, &sizes);
                for ((row, most), truth) in traced.warm_rows(&sizes).iter().zip(traced.rows(&sizes)).zip(truth) {
                    let truth = truth.total().0 as f64;
                    let (off, cold) = (total(row) - truth, most.reads.total().0 as f64 - truth);
                    errors[0] += off.abs();
                    errors[1] += cold;
                    if row.size.0 * 10 <= touched * 9 {
                        // Five standard errors of the count, and a hundredth of the references.
                        let room = 5.0 * truth.sqrt() + 0.01 * length as f64;
                        assert!(off.abs() < room, "{kind} {length} {seed} {row:?} {truth}");
                    }
                }
            }
            assert!(errors[0] < errors[1], "{kind} {length}: {errors:?}");
            all = [all[0] + errors[0], all[1] + errors[1]];
        }
    }
    // Beyond what a trace touches, a loop that was gone round once looks like pages that never come back.
    assert!(all[0] < 0.25 * all[1], "{all:?}");
}

#[test]
fn a_pool_that_holds_every_page_that_there_is_reads_nothing_once_it_is_warm() {
    for per_page in [20, 100] {
        let stream = steady(0, per_page * 2_000, 2_000, 3);
        let traced = curve(&stream);
        let row = traced.warm_rows(&[Pages(2_000)])[0];
        let most = traced.rows(&[Pages(2_000)])[0].reads.total();
        assert_eq!((row.least.total().0, most.0), (0, 2_000));
        // The last 30 references at risk, which are too few to tell, are nearly all that is left.
        assert!(total(&row) < 30.0 + 0.01 * most.0 as f64, "{row:?}");
    }
}

#[test]
fn a_trace_that_is_too_short_to_tell_keeps_its_first_touches_as_reads() {
    for (name, trace) in all() {
        let short = &trace[..trace.len().min(50)];
        let traced = curve(short);
        let sizes = [0, 1, 10, 100].map(Pages);
        for (row, most) in traced.warm_rows(&sizes).iter().zip(traced.rows(&sizes)) {
            assert!(row.reads.0.iter().zip(most.reads.0).all(|(row, most)| *row <= most.0 as f64), "{name}");
            assert_eq!(row.least.total().0, most.reads.total().0 - row.size.0.min(traced.pages().0), "{name}");
        }
    }
}

#[test]
fn parts_and_samples_say_what_the_whole_says() {
    let trace = skewed(400_000, 40_000, 5);
    let sizes = [2_000, 10_000, 20_000, 50_000].map(Pages);
    let whole = curve(&trace).warm_rows(&sizes);
    let mut parts = LruStack::new();
    for part in trace.chunks(90_000) {
        let mut stack = LruStack::mergeable();
        stack.push(chunk(part).columns());
        parts.append(&stack.into_partial().expect("made mergeable"));
    }
    assert_eq!(parts.warm_rows(&sizes), whole);
    let mut sample = getpage_curve::sample::SampledLru::new(getpage_curve::sample::Rate::new(0.3).expect("a rate"), 1);
    sample.push(chunk(&trace).columns());
    for (row, whole) in sample.warm_rows(&sizes).iter().zip(&whole) {
        assert!((total(row) - total(whole)).abs() < 0.02 * trace.len() as f64, "{row:?} {whole:?}");
        let apart = row.least.total().0.abs_diff(whole.least.total().0);
        assert!(apart as f64 <= 0.02 * trace.len() as f64, "{row:?} {whole:?}");
    }
}
