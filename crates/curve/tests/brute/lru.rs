//! Plain LRU as a list of pages, the latest first.

use getpage_curve::{ByAccess, Pages, References, Touch};

/// The distance of each reference; `None` for a first touch.
pub fn distances(trace: &[(u64, Touch)]) -> Vec<Option<usize>> {
    let mut stack: Vec<u64> = Vec::new();
    trace
        .iter()
        .map(|&(page, _)| {
            let found = stack.iter().position(|&other| other == page);
            match found {
                Some(depth) => stack[..=depth].rotate_right(1),
                None => stack.insert(0, page),
            }
            found
        })
        .collect()
}

/// Reads by access type of a pool of `size` pages.
pub fn reads(trace: &[(u64, Touch)], distances: &[Option<usize>], size: Pages) -> ByAccess<References> {
    let mut reads = ByAccess::default();
    for ((_, touch), distance) in trace.iter().zip(distances) {
        if distance.is_none_or(|distance| distance as u64 >= size.0) {
            reads[touch.access()] += References(1);
        }
    }
    reads
}
