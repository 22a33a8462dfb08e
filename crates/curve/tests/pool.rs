//! The pool grid against one plain list per pool: every model, every instruction set.

use crate::brute::pool::Pool;
use crate::brute::traces::{self, Random, Trace, chunk};
use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolGrid, PoolSettings, SettingsError};
use getpage_curve::{Columns, InstructionSet, LruStack, Pages};
use proptest::prelude::*;

const MODELS: [PageSteal; 5] = [
    PageSteal::Lru(ClassRule::KeepRandom),
    PageSteal::Lru(ClassRule::AsRead),
    PageSteal::Lru(ClassRule::LastAccess),
    PageSteal::Fifo,
    PageSteal::None,
];

fn pool(size: u64, vpseqt: u8) -> PoolSettings {
    PoolSettings { size: Pages(size), vpseqt: Percent::new(vpseqt).expect("a percentage") }
}

/// 64 pools and more: sizes from 1 to beyond the trace, thresholds 0 to 100.
fn grid(pools: u64) -> Vec<PoolSettings> {
    (0..pools).map(|k| pool(1 + k * k / 4, [80, 0, 100, 20, 50, 1, 99][k as usize % 7])).collect()
}

#[test]
fn every_model_matches_a_plain_list_for_64_pools_at_once() {
    for (name, trace) in traces::of(9_000) {
        for steal in MODELS {
            let settings = grid(64);
            let expected: Vec<_> = settings
                .iter()
                .map(|&settings| {
                    let mut pool = Pool::new(settings, steal);
                    trace.iter().for_each(|&(page, touch)| pool.reference(page, touch));
                    pool.reads
                })
                .collect();
            for set in InstructionSet::available() {
                let mut grid = PoolGrid::new(&settings, steal).expect("sizes").on(set);
                grid.push(chunk(&trace).columns());
                for (row, expected) in grid.rows().iter().zip(&expected) {
                    assert_eq!(row.reads, *expected, "{name}, {steal:?}, {set:?}, {:?}", row.settings);
                    assert_eq!(row.misses.total(), row.reads.total());
                    assert_eq!(row.getpages.total().0, trace.len() as u64);
                }
            }
        }
    }
}

#[test]
fn compactions_and_long_traces_change_nothing() {
    let trace = traces::scans(120_000, 300, 11);
    for steal in MODELS {
        let settings: Vec<_> = [3, 60, 90, 150, 250].map(|size| pool(size, 30)).to_vec();
        for set in InstructionSet::available() {
            let mut grid = PoolGrid::new(&settings, steal).expect("sizes").on(set);
            grid.push(chunk(&trace).columns());
            for row in grid.rows() {
                let mut plain = Pool::new(row.settings, steal);
                trace.iter().for_each(|&(page, touch)| plain.reference(page, touch));
                assert_eq!(row.reads, plain.reads, "{steal:?}, {set:?}, {:?}", row.settings);
            }
        }
    }
}

#[test]
fn pages_that_no_pool_holds_are_forgotten_without_a_difference() {
    // Ever new pages, with a few that come again: most of the map is absent at each compaction.
    let mut random = Random(77);
    let mut trace: Trace = traces::skewed(60_000, u64::MAX, 5);
    for at in 0..trace.len() {
        if random.below(3) == 0 {
            trace[at].0 = trace[random.below(at as u64 + 1) as usize].0;
        }
    }
    for steal in MODELS {
        let settings = [pool(10, 80), pool(100, 50), pool(400, 10)];
        let mut grid = PoolGrid::new(&settings, steal).expect("sizes");
        grid.push(chunk(&trace).columns());
        for row in grid.rows() {
            let mut plain = Pool::new(row.settings, steal);
            trace.iter().for_each(|&(page, touch)| plain.reference(page, touch));
            assert_eq!(row.reads, plain.reads, "{steal:?}, {:?}", row.settings);
        }
    }
}

#[test]
fn more_than_64_pools_are_simulated_in_groups() {
    let trace = traces::scans(5_000, 300, 3);
    let settings = grid(150);
    let mut whole = PoolGrid::new(&settings, MODELS[0]).expect("sizes");
    whole.push(chunk(&trace).columns());
    let rows = whole.rows();
    assert_eq!(rows.len(), 150);
    for (row, settings) in rows.iter().zip(&settings) {
        let mut alone = PoolGrid::new(&[*settings], MODELS[0]).expect("size");
        alone.push(chunk(&trace).columns());
        assert_eq!(alone.rows()[0], *row);
    }
}

#[test]
fn with_vpseqt_100_the_pool_is_the_lru_stack() {
    let trace = traces::scans(20_000, 700, 8);
    let settings: Vec<_> = (1..=64).map(|size| pool(size * 12, 100)).collect();
    let mut stack = LruStack::new();
    stack.push(chunk(&trace).columns());
    let sizes: Vec<_> = settings.iter().map(|settings| settings.size).collect();
    let curve = stack.curve().rows(&sizes);
    for rule in [ClassRule::KeepRandom, ClassRule::AsRead, ClassRule::LastAccess] {
        let mut grid = PoolGrid::new(&settings, PageSteal::Lru(rule)).expect("sizes");
        grid.push(chunk(&trace).columns());
        for (pool, lru) in grid.rows().iter().zip(&curve) {
            assert_eq!(pool.misses, lru.reads);
        }
    }
}

fn any_trace() -> impl Strategy<Value = Trace> {
    (1usize..4_000, 1u64..300, any::<u64>(), 0..3).prop_map(|(references, pages, seed, kind)| match kind {
        0 => traces::skewed(references, pages, seed),
        1 => traces::scans(references, pages, seed),
        _ => traces::loops(references, pages),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pools_altered_in_mid_trace_match_a_plain_list(
        trace in any_trace(),
        model in 0..4usize,
        start in prop::collection::vec((1u64..200, 0u8..=100), 1..20),
        changes in prop::collection::vec((0.0..1.0f64, 0usize..20, 1u64..300, 0u8..=100), 0..12),
    ) {
        let steal = MODELS[model];
        let settings: Vec<_> = start.iter().map(|&(size, vpseqt)| pool(size, vpseqt)).collect();
        let mut changes = changes;
        changes.sort_by(|a, b| a.0.total_cmp(&b.0));
        for set in InstructionSet::available() {
            let mut grid = PoolGrid::new(&settings, steal).expect("sizes").on(set);
            let mut plain: Vec<_> = settings.iter().map(|&settings| Pool::new(settings, steal)).collect();
            let mut at = 0;
            let end = (1.0, usize::MAX, 1, 0);
            for &(when, lane, size, vpseqt) in changes.iter().chain([&end]) {
                let until = (when * trace.len() as f64) as usize;
                grid.push(chunk(&trace[at..until]).columns());
                for pool in &mut plain {
                    trace[at..until].iter().for_each(|&(page, touch)| pool.reference(page, touch));
                }
                at = until;
                if lane < plain.len() {
                    grid.alter(lane, pool(size, vpseqt)).expect("a pool of the grid");
                    plain[lane].alter(pool(size, vpseqt));
                }
            }
            for (row, plain) in grid.rows().iter().zip(&plain) {
                prop_assert_eq!(row.reads, plain.reads, "{:?} {:?} {:?}", steal, set, row.settings);
            }
        }
    }
}

#[test]
fn settings_that_no_pool_can_have_are_refused() {
    assert_eq!(Percent::new(101), Err(SettingsError::Percent { found: 101 }));
    assert!(PoolGrid::new(&[pool(0, 80)], PageSteal::Fifo).is_err());
    assert!(PoolGrid::new(&[pool(4_000_000_001, 80)], PageSteal::Fifo).is_err());
    let mut grid = PoolGrid::new(&[pool(10, 80)], PageSteal::None).expect("size");
    assert_eq!(grid.alter(0, pool(20, 80)), Err(SettingsError::Fixed));
    assert!(matches!(grid.alter(1, pool(20, 80)), Err(SettingsError::Pool { found: 1, pools: 1 })));
    let mut none = PoolGrid::new(&[], PageSteal::Fifo).expect("no pools");
    none.push(Columns::new(&[], &[]).expect("no rows"));
    assert!(none.rows().is_empty());
}
