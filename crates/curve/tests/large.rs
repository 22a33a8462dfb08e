//! Traces of more pages than any block that a structure is made of: the truth is known without simulating.
//!
//! Pages in ascending order and then in descending order: of the second half, the k-th reference (from 0) has seen k other
//! pages since. So a pool of `size` pages finds the first `size` of them, whatever it gives up: plain LRU, Db2's pool, the
//! clairvoyant bound, and a group buffer pool of pages that one member changed and another one reads.

use getpage_curve::gbp::{GbpCache, Group};
use getpage_curve::opt::Opt;
use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolGrid, PoolSettings};
use getpage_curve::{Access, Chunk, InstructionSet, LruPartial, LruStack, Pages, Touch};

/// Numbers of pages around what structures are made of: a cache line of slots, lanes of counts, the portions in which
/// counters and slots are made (65,536 and 262,144), and what several of those take.
const PAGES: [u64; 16] = [
    1, 511, 512, 513, 4096, 16_384, 16_385, 65_536, 65_537, 131_073, 262_143, 262_144, 262_145, 300_001, 524_289,
    700_000,
];

fn references(pages: impl Iterator<Item = u64>, touch: Touch) -> Chunk {
    let mut chunk = Chunk::default();
    pages.for_each(|page| chunk.push(page, touch));
    chunk
}

const READ: Touch = Touch::read(Access::Random);

fn there_and_back(pages: u64) -> [Chunk; 2] {
    [references(0..pages, READ), references((0..pages).rev(), READ)]
}

/// Sizes that are round in no number system, and those around the number of pages.
fn sizes(pages: u64) -> Vec<Pages> {
    let mut sizes =
        vec![0, 1, pages / 3, pages / 2 + 1, pages - 1, pages, pages + 1, 145_507, 262_145, 1 << 32, u64::MAX];
    sizes.sort_unstable();
    sizes.into_iter().map(Pages).collect()
}

fn expected(pages: u64, size: Pages) -> u64 {
    2 * pages - size.0.min(pages)
}

fn partial(chunk: &Chunk) -> LruPartial {
    let mut stack = LruStack::mergeable();
    stack.push(chunk.columns());
    stack.into_partial().expect("made mergeable")
}

#[test]
fn plain_lru_is_exact_at_every_size_asked_for() {
    for pages in PAGES {
        for threads in [1, 2] {
            let mut stack = LruStack::new().with_threads(threads);
            there_and_back(pages).iter().for_each(|half| stack.push(half.columns()));
            for (row, size) in stack.rows(&sizes(pages)).iter().zip(sizes(pages)) {
                assert_eq!((row.size, row.reads.total().0), (size, expected(pages, size)), "{pages} pages");
            }
        }
    }
}

#[test]
fn parts_of_any_number_of_pages_merge_into_the_whole() {
    for pages in PAGES {
        let [there, back] = there_and_back(pages).map(|half| partial(&half));
        for set in InstructionSet::available() {
            let mut stack = LruStack::mergeable().on(set);
            stack.append(&there);
            stack.append(&back);
            for row in stack.rows(&sizes(pages)) {
                assert_eq!(
                    row.reads.total().0,
                    expected(pages, row.size),
                    "{pages} pages, {set:?}, {} buffers",
                    row.size
                );
            }
            // And on: as a part again, after bytes, and behind another that is longer or shorter.
            let both = stack.into_partial().expect("made mergeable");
            let both = LruPartial::from_bytes(&both.to_bytes()).expect("bytes just written");
            let four = both.merge(&both).curve();
            let thrice = four.rows(&[Pages(pages)])[0].reads.total().0;
            assert_eq!((thrice, four.pages().0), (pages, pages), "{pages} pages, {set:?}");
        }
    }
}

#[test]
fn a_part_is_appended_to_a_long_trace_and_references_follow_it() {
    for pages in [262_145, 400_000] {
        for threads in [1, 2] {
            let [there, back] = there_and_back(pages);
            let mut stack = LruStack::mergeable().with_threads(threads);
            // Long enough for the second thread to help.
            (0..5).for_each(|_| stack.push(there.columns()));
            stack.append(&partial(&back));
            stack.push(there.columns());
            let mut whole = LruStack::new();
            (0..5).for_each(|_| whole.push(there.columns()));
            whole.push(back.columns());
            whole.push(there.columns());
            assert_eq!(stack.curve(), whole.curve(), "{pages} pages, {threads} threads");
        }
    }
}

#[test]
fn the_clairvoyant_bound_is_exact_at_every_size_asked_for() {
    for pages in [16_385, 262_145, 300_001] {
        let mut opt = Opt::new();
        there_and_back(pages).iter().for_each(|half| opt.push(half.columns()).expect("short enough"));
        for row in opt.rows(&sizes(pages)) {
            assert_eq!(row.reads.total().0, expected(pages, row.size), "{pages} pages, {} buffers", row.size);
        }
    }
}

#[test]
fn pools_of_db2_are_exact_at_every_size_asked_for() {
    for pages in [16_385, 262_145, 300_001] {
        let sizes: Vec<Pages> = sizes(pages).into_iter().filter(|size| (1..=4_000_000_000).contains(&size.0)).collect();
        let vpseqt = Percent::new(80).expect("a percentage");
        let pools: Vec<_> = sizes.iter().map(|&size| PoolSettings { size, vpseqt }).collect();
        for steal in [PageSteal::Lru(ClassRule::KeepRandom), PageSteal::Fifo] {
            let mut grid = PoolGrid::new(&pools, steal).expect("sizes that pools can have");
            there_and_back(pages).iter().for_each(|half| grid.push(half.columns()));
            for (row, &size) in grid.rows().iter().zip(&sizes) {
                assert_eq!(row.reads.total().0, expected(pages, size), "{pages} pages, {size} buffers, {steal:?}");
            }
        }
    }
}

#[test]
fn group_buffer_pools_are_exact_at_every_size_asked_for() {
    for pages in [4097, 65_537, 262_145, 300_001] {
        let sizes = sizes(pages);
        let mut group =
            Group::new(&[Pages(1), Pages(1)], GbpCache::Changed, &sizes).expect("sizes that pools can have");
        let written = references(0..pages, Touch::write(Access::Random));
        let [_, back] = there_and_back(pages);
        group.push(written.columns(), &vec![0; pages as usize]).expect("a known member");
        group.push(back.columns(), &vec![1; pages as usize]).expect("a known member");
        for row in group.rows() {
            assert_eq!(row.disk_reads.0, expected(pages, row.size), "{pages} pages, {} entries", row.size);
        }
    }
}
