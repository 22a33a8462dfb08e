//! Exact LRU, from a file of raw 64-bit keys to the curve.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use getpage_curve::trace::{U64Trace, for_each_chunk};
use getpage_curve::{InstructionSet, LruCurve, LruStack, Pages};

use crate::measure::{once, print, rate, resident_bytes};
use crate::textbook;
use crate::traces::{REFERENCES, load, oltp, zipf};

/// References of the textbook run, which would take minutes for all.
const PREFIX: usize = 10_000_000;

pub fn run() {
    for (name, path) in [("zipf 0.9", zipf()), ("oltp mix", oltp())] {
        let words = load(&path);
        let keys: Vec<u64> = words[..PREFIX].iter().map(|word| word & !(1 << 63)).collect();
        let (base, histogram) = once(PREFIX, || textbook::lru(&keys));
        print(&format!("lru, {name}: textbook, first 10 M"), base, None);
        agree(&path, &histogram);
        drop((words, keys));

        memory(name, &path);
        for set in InstructionSet::available() {
            let (speed, _) = rate(REFERENCES, || curve(&path, set, REFERENCES as u64, 1));
            print(&format!("lru, {name}: file to curve, {set:?}"), speed, Some(base));
        }
        let best = InstructionSet::best();
        let (mut speed, two) = rate(REFERENCES, || curve(&path, best, REFERENCES as u64, 2));
        // The main thread's processor time says nothing of the other one.
        speed.on_processor = None;
        print(&format!("lru, {name}: file to curve, 2 threads"), speed, Some(base));
        assert_eq!(two, curve(&path, best, REFERENCES as u64, 1), "one thread and two agree");
    }
}

fn open(path: &Path, references: u64) -> impl Read + use<> {
    let file = File::open(path).expect("the trace was just made");
    file.take(8 * references)
}

fn curve(path: &Path, set: InstructionSet, references: u64, threads: usize) -> LruCurve {
    let mut stack = LruStack::new().on(set).with_threads(threads);
    for_each_chunk(&mut U64Trace::new(open(path, references)), |chunk| stack.push(chunk.columns())).expect("whole");
    stack.curve()
}

/// The textbook's reads are the kernel's, so that its time is a fair measure.
fn agree(path: &Path, histogram: &[u64]) {
    let curve = curve(path, InstructionSet::best(), PREFIX as u64, 1);
    let sizes: Vec<Pages> = (0..64).map(|step| Pages(step * 50_000)).collect();
    for row in curve.rows(&sizes) {
        let hits: u64 = histogram.iter().take(row.size.0 as usize).sum();
        assert_eq!(row.reads.total().0, PREFIX as u64 - hits, "{} pages", row.size);
    }
}

fn memory(name: &str, path: &Path) {
    let before = resident_bytes();
    let mut stack = LruStack::new();
    let mut peak = before;
    for_each_chunk(&mut U64Trace::new(open(path, REFERENCES as u64)), |chunk| {
        stack.push(chunk.columns());
        peak = peak.max(resident_bytes());
    })
    .expect("whole");
    if let (Some(before), Some(peak)) = (before, peak) {
        let pages = stack.curve().pages().0;
        println!(
            "lru, {name}: {pages} pages, {:.1} bytes per page at the peak, histogram included",
            (peak - before) as f64 / pages as f64
        );
    }
}
