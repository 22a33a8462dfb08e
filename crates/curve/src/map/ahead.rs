//! Looking ahead in the references, so that no lookup waits for memory.
//!
//! [`FAR`] references ahead the bucket of the page is asked for; [`NEAR`] ahead the page is found
//! in it, and what the kernel will need for its value is asked for. At the reference itself all
//! is then in the first-level cache.

use super::{PageMap, Place};
use crate::simd::Isa;

/// References between asking for a page's bucket and its use.
const FAR: usize = 48;
/// References between finding a page's value and its use.
const NEAR: usize = 20;
/// Places kept for the references ahead: a power of two above [`FAR`].
const RING: usize = 64;

/// The places of the references ahead in one block of pages.
pub(crate) struct Ahead<'a> {
    pages: &'a [u64],
    homes: [Place; RING],
    found: [Option<Place>; RING],
}

impl<'a> Ahead<'a> {
    /// Starts before the first of `pages`. `touch` asks for what the kernel needs for a value.
    #[inline(always)]
    pub(crate) fn new<I: Isa>(map: &PageMap, pages: &'a [u64], touch: impl Fn(u32)) -> Ahead<'a> {
        let mut ahead = Ahead { pages, homes: [Place::default(); RING], found: [None; RING] };
        ahead.restart::<I>(map, 0, touch);
        ahead
    }

    /// Looks ahead of `index` once more, after a table grew and places moved.
    #[inline(always)]
    pub(crate) fn restart<I: Isa>(&mut self, map: &PageMap, index: usize, touch: impl Fn(u32)) {
        for next in index..index + FAR {
            self.seek(map, next);
        }
        for next in index..index + NEAR {
            self.find_ahead::<I>(map, next, &touch);
        }
    }

    /// Where the page of reference `index` is, if the map has it; looks further ahead.
    #[inline(always)]
    pub(crate) fn find<I: Isa>(&mut self, map: &PageMap, index: usize, touch: impl Fn(u32)) -> Option<Place> {
        self.seek(map, index + FAR);
        self.find_ahead::<I>(map, index + NEAR, &touch);
        // Not found may mean that the page is not in its home bucket, or that it came since: it
        // was referenced for the first time within the references ahead.
        self.found[index % RING].or_else(|| map.find::<I>(self.pages[index], self.homes[index % RING]))
    }

    #[inline(always)]
    fn seek(&mut self, map: &PageMap, index: usize) {
        if let Some(&page) = self.pages.get(index) {
            let home = map.home(page);
            map.prefetch(home);
            self.homes[index % RING] = home;
        }
    }

    #[inline(always)]
    fn find_ahead<I: Isa>(&mut self, map: &PageMap, index: usize, touch: &impl Fn(u32)) {
        if let Some(&page) = self.pages.get(index) {
            let found = map.find_at_home::<I>(page, self.homes[index % RING]);
            if let Some(place) = found {
                touch(map.value(place));
            }
            self.found[index % RING] = found;
        }
    }
}
