//! The clairvoyant bound against a plain list, and as a bound.

use crate::brute::traces::{self, chunk};
use getpage_curve::opt::Opt;
use getpage_curve::{LruStack, Pages};

fn opt(trace: &[(u64, getpage_curve::Touch)]) -> Opt {
    let mut opt = Opt::new();
    for part in trace.chunks(1_000) {
        opt.push(chunk(part).columns()).expect("short");
    }
    opt
}

#[test]
fn every_size_matches_a_plain_list() {
    for (name, trace) in traces::of(1_000) {
        let sizes: Vec<Pages> = (0..16).map(|step| Pages(step * step * 3)).collect();
        for row in opt(&trace).rows(&sizes) {
            assert_eq!(row.reads, crate::brute::opt::reads(&trace, row.size.0 as usize), "{name}, {}", row.size);
        }
    }
}

#[test]
fn no_size_of_lru_reads_less() {
    for (name, trace) in traces::of(300_000) {
        let sizes: Vec<Pages> = (1..30).map(|step| Pages(step * 25)).collect();
        let mut stack = LruStack::new();
        stack.push(chunk(&trace).columns());
        for (bound, lru) in opt(&trace).rows(&sizes).iter().zip(stack.curve().rows(&sizes)) {
            assert!(bound.reads.total() <= lru.reads.total(), "{name}, {}", lru.size);
            assert!(bound.reads.total() >= stack.curve().first_touches().total());
        }
    }
}
