//! The half of the stack behind the page map: from the slots of last accesses to distances.

use super::histogram::{Histogram, Later};
use super::recency::Recency;
use crate::map::NONE;
use crate::reference::{ByAccess, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::References;

/// References between asking for the bits of a slot and their use.
const AHEAD: usize = 24;

/// What is known of a trace's references, but for which page was last accessed when.
pub(super) struct Order {
    pub(super) recency: Recency,
    pub(super) histogram: Histogram,
    pub(super) getpages: ByAccess<References>,
    pub(super) first_touches: ByAccess<References>,
    /// The first touches themselves, in order, where the result is to be merged.
    pub(super) log: Option<Vec<(u64, Touch)>>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            recency: Recency::new(),
            histogram: Histogram::new(),
            getpages: ByAccess::default(),
            first_touches: ByAccess::default(),
            log: None,
        }
    }

    /// Takes references whose pages were last accessed in the slots `before`, or are new
    /// ([`NONE`]). The recency has room for them. The pages themselves are only logged.
    pub(super) fn take(&mut self, set: InstructionSet, before: &[u32], pages: &[u64], touches: &[Touch]) {
        for (total, count) in self.getpages.0.iter_mut().zip(Touch::count_by_access(touches).0) {
            *total += count;
        }
        self.histogram.reserve(self.recency.live() + before.len() as u32);
        if let Some(log) = &mut self.log {
            let new = before.iter().zip(pages.iter().zip(touches)).filter(|(before, _)| **before == NONE);
            log.extend(new.map(|(_, (&page, &touch))| (page, touch)));
        }
        let order = self;
        dispatch!(set, take, (order: &mut Order, before: &[u32], touches: &[Touch]));
    }
}

#[inline(always)]
fn take<I: Isa>(_: I, order: &mut Order, before: &[u32], touches: &[Touch]) {
    let Order { recency, histogram, first_touches, .. } = order;
    let mut hand = recency.hand();
    let mut later = Later::new(histogram);
    for (index, (touch, &slot)) in touches.iter().zip(before).enumerate() {
        hand.prefetch(before[(index + AHEAD).min(before.len() - 1)]);
        if slot != NONE {
            let (_, older) = hand.renew::<I>(slot);
            later.note(touch.access(), hand.live() - 1 - older);
        } else {
            hand.append();
            first_touches[touch.access()] += References(1);
        }
    }
    hand.put_back();
    later.settle();
}
