//! What a textbook gives: a standard hash map and a Fenwick tree over time.

use std::collections::HashMap;

/// Reads of every size by stack distances: Bennett and Kruskal 1975, Olken 1981.
pub fn lru(trace: &[u64]) -> Vec<u64> {
    let mut last: HashMap<u64, usize> = HashMap::new();
    let mut tree = vec![0i32; trace.len() + 1];
    let mut histogram = vec![0u64];
    for (time, &page) in trace.iter().enumerate() {
        if let Some(before) = last.insert(page, time) {
            let distance = (sum(&tree, time) - sum(&tree, before + 1)) as usize;
            if distance >= histogram.len() {
                histogram.resize(distance + 1, 0);
            }
            histogram[distance] += 1;
            add(&mut tree, before, -1);
        }
        add(&mut tree, time, 1);
    }
    histogram
}

/// The sum of the first `count` entries.
fn sum(tree: &[i32], mut count: usize) -> i32 {
    let mut sum = 0;
    while count > 0 {
        sum += tree[count];
        count &= count - 1;
    }
    sum
}

fn add(tree: &mut [i32], index: usize, value: i32) {
    let mut at = index + 1;
    while at < tree.len() {
        tree[at] += value;
        at += at & at.wrapping_neg();
    }
}
