//! A block of pages gets new values, and gives its old ones.
//!
//! [`FAR`] references ahead the bucket of a page is asked for; [`NEAR`] ahead the page is looked
//! for in it, and where it is not, the next buckets are asked for. At the reference itself all is
//! then in the first-level cache. Each is done for [`BATCH`] references at a time: short loops of
//! their own keep more lookups under way than one step of each per reference.

use std::ops::Range;

use super::{PageMap, Value};
use crate::simd::{Bucket, Isa};

/// References of a batch.
pub(crate) const BATCH: usize = 16;
/// Batches between asking for a page's bucket and its use.
const FAR: usize = 3;
/// Batches between looking for a page in its bucket and its use.
const NEAR: usize = 1;
/// References ahead that something is kept of.
const RING: usize = BATCH * (FAR + 1);
// A power of two, and the places of a batch are used again only after it.
const _: () = assert!(RING.is_power_of_two() && NEAR < FAR);

/// What is known of the references ahead.
struct Ring {
    homes: [*const Bucket; RING],
    entries: [Option<Value>; RING],
}

impl PageMap {
    /// Gives each page the value `first` plus its place, in the order of `pages`, and puts the
    /// value that it had at its place in `before`: [`NONE`](super::NONE) for a new one. After each
    /// [`BATCH`] calls `done` with `before` and the references of the batch.
    #[inline(always)]
    pub(crate) fn exchange<I: Isa>(
        &mut self,
        pages: &[u64],
        place: impl Fn(usize) -> u32,
        first: u32,
        before: &mut [u32],
        mut done: impl FnMut(&[u32], Range<usize>),
    ) {
        let mut ring = Ring { homes: [std::ptr::null(); RING], entries: [None; RING] };
        ring.seek(self, pages, 0, BATCH * FAR);
        ring.look::<I>(self, pages, 0, BATCH * NEAR);
        for start in (0..pages.len()).step_by(BATCH) {
            ring.seek(self, pages, start + BATCH * FAR, BATCH);
            ring.look::<I>(self, pages, start + BATCH * NEAR, BATCH);
            let end = (start + BATCH).min(pages.len());
            for index in start..end {
                let place = place(index);
                let (value, before) = (first + place, &mut before[place as usize]);
                if let Some(entry) = ring.entries[index % RING] {
                    // SAFETY: found since the last time that a table grew.
                    unsafe {
                        *before = entry.get();
                        entry.set(value);
                    }
                    continue;
                }
                // Not in its home bucket, or new since it was looked for there.
                let (old, grew) = self.exchange_one::<I>(pages[index], ring.homes[index % RING], value);
                *before = old;
                if grew {
                    let after = index + 1;
                    let ahead = start + BATCH * (FAR + 1) - after;
                    ring.seek(self, pages, after, ahead);
                    ring.look::<I>(self, pages, after, start + BATCH * (NEAR + 1) - after);
                }
            }
            done(before, start..end);
        }
    }
}

impl Ring {
    #[inline(always)]
    fn seek(&mut self, map: &PageMap, pages: &[u64], start: usize, count: usize) {
        for (index, &page) in pages.iter().enumerate().skip(start).take(count) {
            let home = map.home(page);
            crate::simd::prefetch(home);
            self.homes[index % RING] = home;
        }
    }

    #[inline(always)]
    fn look<I: Isa>(&mut self, map: &PageMap, pages: &[u64], start: usize, count: usize) {
        for (index, &page) in pages.iter().enumerate().skip(start).take(count) {
            self.entries[index % RING] = map.find_at_home::<I>(page, self.homes[index % RING]);
        }
    }
}
