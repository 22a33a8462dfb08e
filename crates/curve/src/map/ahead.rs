//! Looking ahead in the references, so that no lookup waits for memory.
//!
//! [`FAR`] references ahead the bucket of the page is asked for; [`NEAR`] ahead the page is found
//! in it, and what the kernel will need for its value is asked for. At the reference itself all
//! is then in the first-level cache. Both are done for [`BATCH`] references at a time: short
//! loops of their own keep more lookups under way than one step of each per reference.

use super::{PageMap, Value};
use crate::simd::{Bucket, Isa};

/// References that are looked ahead for at once: a power of two.
const BATCH: usize = 16;
/// References between asking for a page's bucket and the batch of its use.
const FAR: usize = 48;
/// References between finding a page's value and the batch of its use.
const NEAR: usize = 16;
/// References ahead that something is kept of: a power of two.
const RING: usize = 64;
// A batch is sought into the places of those already used.
const _: () = assert!(FAR + BATCH <= RING && NEAR + BATCH <= FAR);

/// What is known of the references ahead in one block of pages.
pub(crate) struct Ahead<'a> {
    pages: &'a [u64],
    homes: [*const Bucket; RING],
    entries: [Option<Value>; RING],
}

impl<'a> Ahead<'a> {
    /// Starts before the first of `pages`. `touch` asks for what the kernel needs for a value.
    #[inline(always)]
    pub(crate) fn new<I: Isa>(map: &PageMap, pages: &'a [u64], touch: impl Fn(u32)) -> Ahead<'a> {
        let mut ahead = Ahead { pages, homes: [std::ptr::null(); RING], entries: [None; RING] };
        ahead.restart::<I>(map, 0, touch);
        ahead
    }

    /// Looks ahead of `index` once more, after a table grew and places moved.
    #[inline(always)]
    pub(crate) fn restart<I: Isa>(&mut self, map: &PageMap, index: usize, touch: impl Fn(u32)) {
        let batch = index.next_multiple_of(BATCH);
        self.seek(map, index, batch + FAR);
        self.find_ahead::<I>(map, index, batch + NEAR, touch);
    }

    /// Where the value of the page of reference `index` is, if the map has it; looks further
    /// ahead. To be called for each index in turn.
    #[inline(always)]
    pub(crate) fn find<I: Isa>(&mut self, map: &PageMap, index: usize, touch: impl Fn(u32)) -> Option<Value> {
        if index.is_multiple_of(BATCH) {
            self.seek(map, index + FAR, index + FAR + BATCH);
            self.find_ahead::<I>(map, index + NEAR, index + NEAR + BATCH, touch);
        }
        // Not found may mean that the page is not in its home bucket, or that it came since: it
        // was referenced for the first time within the references ahead.
        self.entries[index % RING].or_else(|| map.find::<I>(self.pages[index], self.homes[index % RING]))
    }

    /// The value of the page of the reference `distance` ahead of the one that was found last, where
    /// it has one already.
    #[inline(always)]
    pub(crate) fn peek(&self, index: usize, distance: usize) -> Option<u32> {
        debug_assert!(distance <= NEAR);
        let ahead = index + distance;
        // What is kept beyond the last page may be of a table that is gone.
        let entry = self.entries[ahead % RING].filter(|_| ahead < self.pages.len());
        // SAFETY: looked for since a table grew: that is done up to NEAR ahead.
        entry.map(|value| unsafe { value.get() })
    }

    #[inline(always)]
    fn seek(&mut self, map: &PageMap, start: usize, end: usize) {
        for index in start..end.min(self.pages.len()) {
            let home = map.home(self.pages[index]);
            crate::simd::prefetch(home);
            self.homes[index % RING] = home;
        }
    }

    #[inline(always)]
    fn find_ahead<I: Isa>(&mut self, map: &PageMap, start: usize, end: usize, touch: impl Fn(u32)) {
        for index in start..end.min(self.pages.len()) {
            let entry = map.find_at_home::<I>(self.pages[index], self.homes[index % RING]);
            if let Some(value) = entry {
                // SAFETY: just found.
                touch(unsafe { value.get() });
            }
            self.entries[index % RING] = entry;
        }
    }
}
