//! The clairvoyant pool as a list of pages, searched for the farthest next reference.

use getpage_curve::{ByAccess, References, Touch};

pub fn reads(trace: &[(u64, Touch)], size: usize) -> ByAccess<References> {
    let mut reads = ByAccess::default();
    let mut pool: Vec<u64> = Vec::new();
    for (now, (page, touch)) in trace.iter().enumerate() {
        if pool.contains(page) {
            continue;
        }
        reads[touch.access()] += References(1);
        if size == 0 {
            continue;
        }
        if pool.len() == size {
            let next = |page: &u64| trace[now..].iter().position(|other| other.0 == *page).unwrap_or(usize::MAX);
            let farthest = (0..size).max_by_key(|&at| next(&pool[at])).expect("a full pool");
            pool.swap_remove(farthest);
        }
        pool.push(*page);
    }
    reads
}
