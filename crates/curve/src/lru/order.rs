//! The half of the stack behind the page map: from the slots of last accesses to distances.

use super::first::FirstTouches;
use super::histogram::{Histogram, Later};
use super::recency::{Hand, Recency};
use crate::map::{BATCH, NONE};
use crate::reference::{ByAccess, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::References;

/// References between asking for the bits of a slot and their use: whole batches.
pub(super) const LAG: usize = 2 * BATCH;

/// What is known of a trace's references, but for which page was last accessed when.
pub(super) struct Order {
    pub(super) recency: Recency,
    pub(super) histogram: Histogram,
    pub(super) getpages: ByAccess<References>,
    pub(super) first_touches: FirstTouches,
    /// The first touches with their pages, in order, where the result is to be merged.
    pub(super) log: Option<Vec<(u64, Touch)>>,
}

impl Order {
    pub(super) fn new() -> Order {
        Order {
            recency: Recency::new(),
            histogram: Histogram::new(),
            getpages: ByAccess::default(),
            first_touches: FirstTouches::default(),
            log: None,
        }
    }

    /// Counts references that are to be taken, and sees to counters for their distances.
    pub(super) fn count(&mut self, touches: &[Touch]) {
        let counts = Touch::count_by_access(touches);
        for (total, count) in self.getpages.0.iter_mut().zip(counts.0) {
            *total += count;
        }
        self.histogram.reserve(self.recency.live() + touches.len() as u32, counts);
    }

    /// Logs the first touches among references.
    pub(super) fn log(&mut self, before: &[u32], pages: &[u64], touches: &[Touch]) {
        if let Some(log) = &mut self.log {
            let new = before.iter().zip(pages.iter().zip(touches)).filter(|(before, _)| **before == NONE);
            log.extend(new.map(|(_, (&page, &touch))| (page, touch)));
        }
    }

    /// Takes references whose pages were last accessed in the slots `before`, or are new
    /// ([`NONE`]). The recency has room for them. The pages themselves are only logged.
    pub(super) fn take(&mut self, set: InstructionSet, before: &[u32], pages: &[u64], touches: &[Touch]) {
        self.count(touches);
        self.log(before, pages, touches);
        let order = self;
        dispatch!(set, take, (order: &mut Order, before: &[u32], touches: &[Touch]));
    }
}

impl Order {
    /// The order in hand, for a kernel's loop.
    #[inline(always)]
    pub(super) fn in_hand(&mut self) -> InHand<'_> {
        let Order { recency, histogram, first_touches, .. } = self;
        InHand { hand: recency.hand(), later: Later::new(histogram), first_touches }
    }
}

/// See [`Order::in_hand`].
pub(super) struct InHand<'a> {
    hand: Hand<'a>,
    later: Later<'a>,
    first_touches: &'a mut FirstTouches,
}

impl InHand<'_> {
    /// Asks for what [`Self::take`] will wait for.
    #[inline(always)]
    pub(super) fn prefetch(&self, before: &[u32]) {
        for &slot in before {
            // A page that is new needs nothing: any slot will do.
            self.hand.prefetch(if slot == NONE { 0 } else { slot });
        }
    }

    /// Takes references, of which first touches are counted here but not logged.
    #[inline(always)]
    pub(super) fn take<I: Isa>(&mut self, before: &[u32], touches: &[Touch]) {
        for (touch, &slot) in touches.iter().zip(before) {
            if slot != NONE {
                let (_, older) = self.hand.renew::<I>(slot);
                self.later.note(touch.access(), self.hand.live() - 1 - older);
            } else {
                self.hand.append();
                self.first_touches.push(touch.access());
            }
        }
    }

    /// Ends the use. Without it what was taken is lost.
    #[inline(always)]
    pub(super) fn put_back(self) {
        self.hand.put_back();
        self.later.settle();
    }
}

#[inline(always)]
fn take<I: Isa>(_: I, order: &mut Order, before: &[u32], touches: &[Touch]) {
    let mut order = order.in_hand();
    let batch = |start: usize| start.min(before.len())..(start + BATCH).min(before.len());
    order.prefetch(&before[..LAG.min(before.len())]);
    for start in (0..before.len()).step_by(BATCH) {
        order.prefetch(&before[batch(start + LAG)]);
        order.take::<I>(&before[batch(start)], &touches[batch(start)]);
    }
    order.put_back();
}
