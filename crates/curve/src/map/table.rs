//! One table of buckets, in the order of the hash: bucket = hash share of the table's length.
//!
//! A page whose bucket is full goes to the next one. Because the order is that of the hash,
//! growing streams through the old buckets and writes the new ones front to back.

use super::{NONE, Value, find_in, hash};
use crate::memory::Zeroed;
use crate::simd::{Bucket, ENTRIES, Isa};

/// Share of the entries that may be used before the table grows, in percent. With 85 the searches
/// that go on beyond the home bucket, and miss the cache there, cost a twentieth of the speed.
const FULL: usize = 80;

/// How much larger a table becomes when it grows, in percent. All growing together places each
/// page another 100 / GROWTH times: with 20, which would save half a byte per page, nearly twice as
/// often as with this, and the fuller buckets take longer to search.
const GROWTH: usize = 34;

/// Buckets that a growing table moves at a time: two megabytes of them.
const PIECE: usize = (2 << 20) / size_of::<Bucket>();

pub(super) struct Table {
    buckets: Zeroed<Bucket>,
    len: usize,
    /// Length at which the table grows.
    limit: usize,
}

impl Table {
    pub(super) fn with_buckets(count: usize) -> Table {
        Table { buckets: Zeroed::new(count), len: 0, limit: count * ENTRIES * FULL / 100 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bits 23 to 54 of the hash, as a share of the number of buckets.
    #[inline(always)]
    fn home_index(&self, hash: u64) -> usize {
        ((u64::from((hash >> 23) as u32) * self.buckets.len() as u64) >> 32) as usize
    }

    #[inline(always)]
    pub(super) fn home(&self, hash: u64) -> *const Bucket {
        // A share of the length is below it.
        self.buckets.start().wrapping_add(self.home_index(hash))
    }

    #[inline(always)]
    fn next(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// The value of `page`, searched from bucket `home`. Ends, because the limit leaves at
    /// least one bucket that is not full.
    #[inline(always)]
    pub(super) fn find<I: Isa>(&self, page: u64, home: *const Bucket) -> Option<Value> {
        let start = self.buckets.start().cast_const();
        let end = start.wrapping_add(self.buckets.len());
        let mut bucket = home;
        loop {
            // SAFETY: `home` and what follows it, from the start again after the end, are
            // buckets of this table.
            unsafe {
                let entry = find_in::<I>(bucket, page);
                if entry.is_some() || (*bucket).used < ENTRIES as u32 {
                    return entry;
                }
                bucket = bucket.add(1);
            }
            if bucket == end {
                bucket = start;
            }
        }
    }

    /// Gives `page` a value: the one it had, or [`NONE`] where it is new, and whether the table
    /// grew. The bucket in which the search for a new page ends is the one that takes it.
    #[inline(always)]
    pub(super) fn exchange<I: Isa>(&mut self, page: u64, hash: u64, home: *const Bucket, value: u32) -> (u32, bool) {
        let start = self.buckets.start();
        let end = start.wrapping_add(self.buckets.len());
        let mut bucket = home.cast_mut();
        loop {
            // SAFETY: `home` and what follows it, from the start again after the end, are
            // buckets of this table, which is borrowed for writing.
            unsafe {
                if let Some(entry) = find_in::<I>(bucket, page) {
                    let old = entry.get();
                    entry.set(value);
                    return (old, false);
                }
                let used = (*bucket).used as usize;
                if used < ENTRIES {
                    if self.len >= self.limit {
                        self.grow();
                        self.place(page, hash, value);
                        return (NONE, true);
                    }
                    (*bucket).push(page, value);
                    self.len += 1;
                    return (NONE, false);
                }
                bucket = bucket.add(1);
            }
            if bucket == end {
                bucket = start;
            }
        }
    }

    /// Adds a page that is not in the table; whether the table grew.
    pub(super) fn insert(&mut self, page: u64, hash: u64, value: u32) -> bool {
        let grows = self.len >= self.limit;
        if grows {
            self.grow();
        }
        self.place(page, hash, value);
        grows
    }

    #[inline(always)]
    fn place(&mut self, page: u64, hash: u64, value: u32) {
        let mut index = self.home_index(hash);
        while self.buckets[index].used == ENTRIES as u32 {
            index = self.next(index);
        }
        self.buckets[index].push(page, value);
        self.len += 1;
    }

    fn grow(&mut self) {
        let old = self.buckets.len();
        let new = old + old * GROWTH / 100 + 1;
        let mut larger = Table::with_buckets(new);
        // Piece by piece, so that both together need hardly more memory than the larger one.
        for start in (0..old).step_by(PIECE) {
            let end = (start + PIECE).min(old);
            larger.buckets.populate(start * new / old..end * new / old);
            for (page, value) in entries(&self.buckets[start..end]) {
                larger.place(page, hash(page), value);
            }
            self.buckets.give_back(start..end);
        }
        *self = larger;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        entries(&self.buckets)
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.buckets.iter_mut().flat_map(|bucket| bucket.values[..bucket.used as usize].iter_mut())
    }

    #[inline(always)]
    pub(super) fn replace_all(&mut self, value: impl Fn(u32) -> u32) {
        for bucket in self.buckets.iter_mut() {
            for entry in &mut bucket.values {
                *entry = value(*entry);
            }
        }
    }

    pub(super) fn retain(&mut self, value: &mut impl FnMut(u32) -> Option<u32>) {
        let kept: Vec<(u64, u32)> = self.iter().filter_map(|(page, old)| Some((page, value(old)?))).collect();
        let needed = kept.len() * 100 / (ENTRIES * FULL) + 1;
        *self = Table::with_buckets(needed);
        for (page, value) in kept {
            self.place(page, hash(page), value);
        }
    }
}

fn entries(buckets: &[Bucket]) -> impl Iterator<Item = (u64, u32)> {
    buckets.iter().flat_map(|bucket| {
        let used = bucket.used as usize;
        bucket.pages[..used].iter().copied().zip(bucket.values[..used].iter().copied())
    })
}
