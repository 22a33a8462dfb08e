//! A part of a trace, to be merged with the part after it: exact for plain LRU.
//!
//! What a part cannot know is only the distance of the first touch of each of its pages: it
//! depends on what came before. So a part keeps its first touches and, for the part after it,
//! the order in which its pages were last accessed. Merging costs time in proportion to the
//! different pages, not the references, so that parts may be computed on other machines.
//!
//! For the j-th first touch (from 0) of the later part, of a page that the earlier part has: the
//! pages accessed since are the j that the later part touched before, and those of the earlier
//! part that were accessed after this one and not touched since.
//!
//! Reference: Q. Niu, J. Dinan, Q. Lu, P. Sadayappan, PARDA, IPDPS 2012, for the idea of
//! splitting by time.

use super::batch::BLOCK;
use super::curve::LruCurve;
use super::first::FirstTouches;
use super::histogram::{Histogram, Later};
use super::order::Order;
use super::stack::LruStack;
use crate::map::{Ahead, PageMap};
use crate::reference::{ByAccess, Touch};
use crate::simd::{Isa, Portable, dispatch};
use crate::units::{Pages, References};

/// The result of a part of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LruPartial {
    pub(super) histogram: Histogram,
    pub(super) getpages: ByAccess<References>,
    /// Pages in the order of their first access, and how they were accessed.
    pub(super) first_touches: Vec<(u64, Touch)>,
    /// Pages in the order of their last access, the latest at the end.
    pub(super) order: Vec<u64>,
}

impl LruStack {
    /// The result so far, to be merged; `None` unless made by [`LruStack::mergeable`].
    pub fn into_partial(mut self) -> Option<LruPartial> {
        let state = self.settle();
        let first_touches = state.log.take()?;
        let mut order = vec![0; state.recency.live() as usize];
        let ranks = std::mem::take(&mut state.recency).into_ranks();
        let (getpages, histogram) = (state.getpages, std::mem::replace(&mut state.histogram, Histogram::new()));
        for (page, slot) in self.map.iter() {
            order[ranks.of::<Portable>(slot) as usize] = page;
        }
        Some(LruPartial { getpages, histogram, first_touches, order })
    }

    /// Takes the part of the trace that follows what was taken so far. What can be merged stays
    /// mergeable.
    pub fn append(&mut self, later: &LruPartial) {
        self.make_room(later.order.len());
        let set = self.set;
        let (map, order) = self.settled();
        order.histogram.add(&later.histogram);
        order.histogram.reserve(order.recency.live() + later.order.len() as u32, later.first_touches());
        for (total, count) in order.getpages.0.iter_mut().zip(later.getpages.0) {
            *total += count;
        }
        dispatch!(set, take_first_touches, (map: &PageMap, order: &mut Order, later: &LruPartial));
        dispatch!(set, take_order, (map: &mut PageMap, order: &mut Order, later: &LruPartial));
        self.skip_slots(later.order.len());
    }
}

/// The distances of the later part's first touches. Takes their pages out of the order.
#[inline(always)]
fn take_first_touches<I: Isa>(_: I, map: &PageMap, order: &mut Order, part: &LruPartial) {
    let Order { recency, histogram, first_touches, log, .. } = order;
    let mut hand = recency.hand();
    let mut later = Later::new(histogram);
    let mut pages = Vec::with_capacity(BLOCK);
    let mut before = 0;
    for block in part.first_touches.chunks(BLOCK) {
        pages.clear();
        pages.extend(block.iter().map(|&(page, _)| page));
        let mut ahead = Ahead::new::<I>(map, &pages, |slot| hand.prefetch(slot));
        for (index, &(page, touch)) in block.iter().enumerate() {
            if let Some(value) = ahead.find::<I>(map, index, |slot| hand.prefetch(slot)) {
                let newest = hand.live() - 1;
                // SAFETY: nothing is inserted here.
                let older = hand.forget::<I>(unsafe { value.get() });
                later.note(touch.access(), newest - older + before);
            } else {
                first_touches.push(touch.access());
                if let Some(log) = log {
                    log.push((page, touch));
                }
            }
            before += 1;
        }
    }
    hand.put_back();
    later.settle();
}

/// Puts the later part's pages, none of which is in the order now, at its end.
#[inline(always)]
fn take_order<I: Isa>(_: I, map: &mut PageMap, order: &mut Order, part: &LruPartial) {
    let mut hand = order.recency.hand();
    for block in part.order.chunks(BLOCK) {
        let mut ahead = Ahead::new::<I>(map, block, |_| ());
        for (index, &page) in block.iter().enumerate() {
            let slot = hand.append();
            if let Some(value) = ahead.find::<I>(map, index, |_| ()) {
                // SAFETY: the look ahead starts again when a table has grown.
                unsafe { value.set(slot) };
            } else if map.insert(page, slot) {
                ahead.restart::<I>(map, index + 1, |_| ());
            }
        }
    }
    hand.put_back();
}

impl LruPartial {
    /// The result of no references: what merging starts from.
    pub fn empty() -> LruPartial {
        LruPartial {
            histogram: Histogram::new(),
            getpages: ByAccess::default(),
            first_touches: Vec::new(),
            order: Vec::new(),
        }
    }

    /// This part followed by `later`, as one part.
    pub fn merge(&self, later: &LruPartial) -> LruPartial {
        let mut stack = LruStack::mergeable();
        stack.append(self);
        stack.append(later);
        stack.into_partial().unwrap_or_else(LruPartial::empty)
    }

    /// Different pages of this part.
    pub fn pages(&self) -> Pages {
        Pages(self.order.len() as u64)
    }

    /// Getpages of this part, by access type.
    pub fn getpages(&self) -> ByAccess<References> {
        self.getpages
    }

    /// References that were the first of this part to their page, by access type.
    pub fn first_touches(&self) -> ByAccess<References> {
        self.first().counts()
    }

    fn first(&self) -> FirstTouches {
        self.first_touches.iter().map(|(_, touch)| touch.access()).collect()
    }

    /// The curve of this part, as if nothing had come before it.
    pub fn curve(&self) -> LruCurve {
        LruCurve {
            histogram: self.histogram.clone(),
            getpages: self.getpages,
            first_touches: self.first(),
            pages: self.pages(),
        }
    }
}
