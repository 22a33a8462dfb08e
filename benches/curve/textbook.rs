//! What a textbook gives: a standard hash map, and a Fenwick tree over time or linked lists.

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

const NONE: usize = usize::MAX;

struct Buffer {
    page: u64,
    sequential: bool,
    older: usize,
    newer: usize,
}

/// One pool of `size` pages with a sequential threshold: two linked lists. A page is of the class
/// of its last access. Returns the misses.
pub fn pool(trace: &[u64], size: usize, quota: usize) -> u64 {
    let mut map: HashMap<u64, usize> = HashMap::new();
    let mut buffers: Vec<(u64, Buffer)> = Vec::new();
    // Oldest and newest of each list.
    let mut ends = [[NONE; 2]; 2];
    let mut sequential_pages = 0;
    let mut misses = 0;
    for (time, &word) in trace.iter().enumerate() {
        let (page, sequential) = (word & !(1 << 63), word >> 63 != 0);
        let index = match map.get(&page) {
            Some(&index) => {
                sequential_pages -= usize::from(buffers[index].1.sequential);
                unlink(&mut buffers, &mut ends, index);
                index
            }
            None => {
                misses += 1;
                let index = if buffers.len() < size {
                    buffers.push((0, Buffer { page, sequential, older: NONE, newer: NONE }));
                    buffers.len() - 1
                } else {
                    let [random, oldest_sequential] = [ends[0][0], ends[1][0]];
                    let over = sequential && sequential_pages >= quota && oldest_sequential != NONE;
                    let older = |a: usize, b: usize| b == NONE || (a != NONE && buffers[a].0 < buffers[b].0);
                    let from_sequential = over || older(oldest_sequential, random);
                    let victim = if from_sequential { oldest_sequential } else { random };
                    sequential_pages -= usize::from(buffers[victim].1.sequential);
                    unlink(&mut buffers, &mut ends, victim);
                    map.remove(&buffers[victim].1.page);
                    victim
                };
                map.insert(page, index);
                index
            }
        };
        let newest = ends[usize::from(sequential)][1];
        buffers[index] = (time as u64, Buffer { page, sequential, older: newest, newer: NONE });
        match newest {
            NONE => ends[usize::from(sequential)][0] = index,
            newest => buffers[newest].1.newer = index,
        }
        ends[usize::from(sequential)][1] = index;
        sequential_pages += usize::from(sequential);
    }
    misses
}

fn unlink(buffers: &mut [(u64, Buffer)], ends: &mut [[usize; 2]; 2], index: usize) {
    let Buffer { sequential, older, newer, .. } = buffers[index].1;
    let ends = &mut ends[usize::from(sequential)];
    match older {
        NONE => ends[0] = newer,
        older => buffers[older].1.newer = newer,
    }
    match newer {
        NONE => ends[1] = older,
        newer => buffers[newer].1.older = older,
    }
}
