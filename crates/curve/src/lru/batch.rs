//! References on their way from the page map to the order of last accesses.

use super::order::Order;
use crate::map::{PageMap, SHARES};
use crate::reference::{Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};

/// References that are taken at once: between two of these there are checks for room.
pub(super) const BLOCK: usize = 4096;

/// References of a batch, at most.
const BATCH: usize = 4 * BLOCK;

/// References in the order of the trace. The slot of each is `first` plus its place.
pub(super) struct Batch {
    pub(super) first: u32,
    touches: Vec<Touch>,
    /// Pages, where the order logs them.
    pages: Vec<u64>,
    /// Slots of the accesses before: as many as touches, and room for more.
    before: Box<[u32; BATCH]>,
    /// The pages of each share of the map, still to be looked up.
    lookups: [Places; SHARES],
}

/// Pages with their places in a batch: the first `len` of each.
struct Places {
    len: usize,
    pages: Box<[u64; BATCH]>,
    places: Box<[u32; BATCH]>,
}

impl Batch {
    pub(super) fn new() -> Batch {
        Batch {
            first: 0,
            touches: Vec::with_capacity(BATCH),
            pages: Vec::new(),
            before: Box::new([0; BATCH]),
            lookups: std::array::from_fn(|_| Places {
                len: 0,
                pages: Box::new([0; BATCH]),
                places: Box::new([0; BATCH]),
            }),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.touches.len()
    }

    /// Whether another block may not fit.
    pub(super) fn is_full(&self) -> bool {
        self.len() + BLOCK > BATCH
    }

    /// Adds references, at most [`BLOCK`].
    pub(super) fn push(&mut self, set: InstructionSet, block: Columns<'_>, logged: bool) {
        let (batch, pages) = (&mut *self, block.pages());
        dispatch!(set, ask, (batch: &mut Batch, pages: &[u64]));
        self.touches.extend_from_slice(block.touches());
        if logged {
            self.pages.extend_from_slice(pages);
        }
    }

    /// Looks up the pages of a share of the map.
    pub(super) fn look_up(&mut self, set: InstructionSet, share: usize, map: &mut PageMap) {
        let batch = self;
        dispatch!(set, look_up, (batch: &mut Batch, share: usize, map: &mut PageMap));
    }

    /// Takes the references into the order, after all their pages were looked up. None are left.
    pub(super) fn take(&mut self, set: InstructionSet, order: &mut Order) {
        order.take(set, &self.before[..self.touches.len()], &self.pages, &self.touches);
        self.touches.clear();
        self.pages.clear();
    }
}

#[inline(always)]
fn ask<I: Isa>(_: I, batch: &mut Batch, pages: &[u64]) {
    let start = batch.touches.len();
    for (index, &page) in pages.iter().enumerate() {
        let lookups = &mut batch.lookups[PageMap::share_of(page)];
        lookups.pages[lookups.len] = page;
        lookups.places[lookups.len] = (start + index) as u32;
        lookups.len += 1;
    }
}

#[inline(always)]
fn look_up<I: Isa>(_: I, batch: &mut Batch, share: usize, map: &mut PageMap) {
    let lookups = &mut batch.lookups[share];
    let places = &lookups.places[..lookups.len];
    map.exchange::<I>(
        &lookups.pages[..lookups.len],
        |index| places[index],
        batch.first,
        &mut batch.before[..],
        |_, _| (),
    );
    lookups.len = 0;
}
