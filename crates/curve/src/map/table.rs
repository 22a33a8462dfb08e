//! One table of buckets, in the order of the hash: bucket = hash share of the table's length.
//!
//! A page whose bucket is full goes to the next one. Because the order is that of the hash,
//! growing streams through the old buckets and writes the new ones front to back.

use super::{Bucket, ENTRIES, hash};
use crate::memory::Zeroed;
use crate::simd::Isa;

/// Share of the entries that may be used before the table grows, in percent. With five entries to
/// a bucket a search reads 1.1 buckets at this load.
const FULL: usize = 85;

pub(super) struct Table {
    buckets: Zeroed<Bucket>,
    len: usize,
    /// Length at which the table grows.
    limit: usize,
}

impl Table {
    pub(super) fn new() -> Table {
        Table::with_buckets(1)
    }

    fn with_buckets(count: usize) -> Table {
        Table { buckets: Zeroed::new(count), len: 0, limit: count * ENTRIES * FULL / 100 }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bits 23 to 54 of the hash, as a share of the number of buckets.
    #[inline(always)]
    pub(super) fn home(&self, hash: u64) -> u32 {
        ((u64::from((hash >> 23) as u32) * self.buckets.len() as u64) >> 32) as u32
    }

    #[inline(always)]
    pub(super) fn bucket(&self, index: u32) -> &Bucket {
        &self.buckets[index as usize]
    }

    #[inline(always)]
    pub(super) fn bucket_mut(&mut self, index: u32) -> &mut Bucket {
        &mut self.buckets[index as usize]
    }

    #[inline(always)]
    fn next(&self, bucket: usize) -> usize {
        if bucket + 1 == self.buckets.len() { 0 } else { bucket + 1 }
    }

    /// Bucket and entry of `page`, searched from bucket `home`. Ends, because the limit leaves at
    /// least one bucket that is not full.
    #[inline(always)]
    pub(super) fn find<I: Isa>(&self, page: u64, home: u32) -> Option<(u32, u32)> {
        let mut index = home as usize;
        loop {
            let bucket = &self.buckets[index];
            let found = I::find(bucket, page);
            if found != 0 {
                return Some((index as u32, found.trailing_zeros()));
            }
            if bucket.used < ENTRIES as u32 {
                return None;
            }
            index = self.next(index);
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
        let mut index = self.home(hash) as usize;
        while self.buckets[index].used == ENTRIES as u32 {
            index = self.next(index);
        }
        let bucket = &mut self.buckets[index];
        let entry = bucket.used as usize;
        bucket.pages[entry] = page;
        bucket.values[entry] = value;
        bucket.used += 1;
        self.len += 1;
    }

    fn grow(&mut self) {
        let count = self.buckets.len();
        let mut larger = Table::with_buckets(count + count / 5 + 1);
        for (page, value) in self.iter() {
            larger.place(page, hash(page), value);
        }
        *self = larger;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.buckets.iter().flat_map(|bucket| {
            let used = bucket.used as usize;
            bucket.pages[..used].iter().copied().zip(bucket.values[..used].iter().copied())
        })
    }

    pub(super) fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.buckets.iter_mut().flat_map(|bucket| bucket.values[..bucket.used as usize].iter_mut())
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
