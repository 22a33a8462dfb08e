//! Exact pools with VPSEQT, 64 sizes in one pass, from memory.

use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolGrid, PoolSettings};
use getpage_curve::{Access, Columns, InstructionSet, Pages, Touch};

use crate::measure::{once, print};
use crate::textbook;
use crate::traces::{REFERENCES, load, oltp, zipf};

/// References of the textbook run.
const PREFIX: usize = 10_000_000;
/// References fed at once.
const CHUNK: usize = 32 * 1024;

pub fn run() {
    for (name, path) in [("oltp mix", oltp()), ("zipf 0.9", zipf())] {
        let words = load(&path);
        let one = settings(80)[7];
        let quota = one.size.0 as usize * 8 / 10;
        let (single, misses) = once(PREFIX, || textbook::pool(&words[..PREFIX], one.size.0 as usize, quota));
        print(&format!("pool, {name}: textbook, 1 size, first 10 M"), single, None);
        // 64 sizes take the textbook 64 runs.
        let base = single.for_work(64.0);

        let pages: Vec<u64> = words.iter().map(|word| word & !(1 << 63)).collect();
        let touch = |word: &u64| Touch::read(if word >> 63 != 0 { Access::Sequential } else { Access::Random });
        let touches: Vec<Touch> = words.iter().map(touch).collect();
        drop(words);
        let prefix = simulate(&pages[..PREFIX], &touches[..PREFIX], 80, ClassRule::LastAccess, InstructionSet::best());
        assert_eq!(prefix.rows()[7].misses.total().0, misses, "the textbook and the kernel agree");

        let best = InstructionSet::best();
        for (vpseqt, rule) in [(80, ClassRule::LastAccess), (20, ClassRule::LastAccess), (80, ClassRule::KeepRandom)] {
            let (speed, _) = once(REFERENCES, || simulate(&pages, &touches, vpseqt, rule, best));
            print(&format!("pool, {name}: 64 sizes, VPSEQT {vpseqt}, {rule:?}"), speed, Some(base));
        }
        for set in InstructionSet::available().into_iter().filter(|&set| set != best) {
            let some = 2 * PREFIX;
            let run = || simulate(&pages[..some], &touches[..some], 80, ClassRule::LastAccess, set);
            let (speed, _) = once(some, run);
            print(&format!("pool, {name}: 64 sizes, VPSEQT 80, {set:?}, first 20 M"), speed, Some(base));
        }
    }
}

/// 125,000 to 8,000,000 pages.
fn settings(vpseqt: u8) -> Vec<PoolSettings> {
    let vpseqt = Percent::new(vpseqt).expect("a percentage");
    (1..=64).map(|step| PoolSettings { size: Pages(step * 125_000), vpseqt }).collect()
}

fn simulate(pages: &[u64], touches: &[Touch], vpseqt: u8, rule: ClassRule, set: InstructionSet) -> PoolGrid {
    let mut grid = PoolGrid::new(&settings(vpseqt), PageSteal::Lru(rule)).expect("sizes").on(set);
    for (pages, touches) in pages.chunks(CHUNK).zip(touches.chunks(CHUNK)) {
        grid.push(Columns::new(pages, touches).expect("equal lengths"));
    }
    grid
}
