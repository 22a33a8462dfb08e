//! The LRU stack: each reference's distance, at one cache line from memory per reference.

use super::curve::LruCurve;
use super::histogram::{Histogram, Later};
use super::recency::Recency;
use crate::map::{Ahead, PageMap};
use crate::reference::{ByAccess, Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::{Pages, References};

/// References between checks for room.
pub(super) const BLOCK: usize = 4096;

/// Exact LRU stack distances of a trace, fed in chunks.
///
/// ```
/// use getpage_curve::{Access, Columns, LruStack, Pages, Touch};
///
/// let pages = [1, 2, 3, 1, 2, 3];
/// let touches = [Touch::read(Access::Random); 6];
/// let mut stack = LruStack::new();
/// stack.push(Columns::new(&pages, &touches)?);
/// let rows = stack.curve().rows(&[Pages(2), Pages(3)]);
/// assert_eq!(rows[0].reads.total().0, 6);
/// assert_eq!(rows[1].reads.total().0, 3);
/// # Ok::<(), getpage_curve::ColumnsError>(())
/// ```
pub struct LruStack {
    pub(super) map: PageMap,
    pub(super) recency: Recency,
    pub(super) histogram: Histogram,
    pub(super) first_touches: ByAccess<References>,
    /// The first touches themselves, in order, where the result is to be merged.
    pub(super) log: Option<Vec<(u64, Touch)>>,
    getpages: ByAccess<References>,
    pub(super) set: InstructionSet,
}

impl Default for LruStack {
    fn default() -> Self {
        LruStack::new()
    }
}

impl LruStack {
    /// An empty stack.
    pub fn new() -> LruStack {
        LruStack {
            map: PageMap::new(),
            recency: Recency::new(),
            histogram: Histogram::new(),
            first_touches: ByAccess::default(),
            log: None,
            getpages: ByAccess::default(),
            set: InstructionSet::best(),
        }
    }

    /// An empty stack whose result can be merged with those of the parts of the trace before and
    /// after it. Takes 16 bytes more per page.
    pub fn mergeable() -> LruStack {
        LruStack { log: Some(Vec::new()), ..LruStack::new() }
    }

    /// The same stack on another instruction set; the best below it where the machine lacks it.
    pub fn on(mut self, set: InstructionSet) -> LruStack {
        self.set = set.supported();
        self
    }

    /// Takes the next references of the trace.
    pub fn push(&mut self, references: Columns<'_>) {
        let set = self.set;
        for (total, count) in self.getpages.0.iter_mut().zip(references.count_by_access().0) {
            *total += count;
        }
        let mut rest = references;
        while !rest.is_empty() {
            let (block, after) = rest.split_at(BLOCK);
            rest = after;
            self.make_room(block.len());
            let state = &mut *self;
            dispatch!(set, push_block, (state: &mut LruStack, block: Columns<'_>));
        }
    }

    /// Sees to slots and bins for that many references.
    pub(super) fn make_room(&mut self, references: usize) {
        if self.recency.room() < references {
            let set = self.set;
            let state = &mut *self;
            dispatch!(set, rank_slots, (state: &mut LruStack));
            self.recency.compact(references as u32);
        }
        self.histogram.reserve(self.recency.live() + references as u32);
    }

    /// The curve of the references so far.
    pub fn curve(&self) -> LruCurve {
        LruCurve {
            histogram: self.histogram.clone(),
            getpages: self.getpages,
            first_touches: self.first_touches,
            pages: Pages(u64::from(self.recency.live())),
        }
    }

    pub(super) fn getpages(&self) -> ByAccess<References> {
        self.getpages
    }

    pub(super) fn getpages_mut(&mut self) -> &mut ByAccess<References> {
        &mut self.getpages
    }
}

/// Makes every page's slot its rank: what compaction expects.
#[inline(always)]
fn rank_slots<I: Isa>(_: I, state: &mut LruStack) {
    let ranks = state.recency.ranks();
    state.map.replace_all(|slot| ranks.of(slot));
}

#[inline(always)]
fn push_block<I: Isa>(_: I, state: &mut LruStack, block: Columns<'_>) {
    let LruStack { map, recency, histogram, first_touches, log, .. } = state;
    let mut hand = recency.hand();
    let mut ahead = Ahead::new::<I>(map, block.pages(), |slot| hand.prefetch(slot));
    let mut later = Later::new(histogram);
    for (index, (page, touch)) in block.iter().enumerate() {
        let found = ahead.find::<I>(map, index, |slot| hand.prefetch(slot));
        if let Some(value) = found {
            // SAFETY: the look ahead starts again when a table has grown.
            let (slot, older) = hand.renew::<I>(unsafe { value.get() });
            // SAFETY: as above.
            unsafe { value.set(slot) };
            later.note(touch.access(), hand.live() - 1 - older);
        } else {
            first_touches[touch.access()] += References(1);
            if let Some(log) = log {
                log.push((page, touch));
            }
            if map.insert(page, hand.append()) {
                ahead.restart::<I>(map, index + 1, |slot| hand.prefetch(slot));
            }
        }
    }
    hand.put_back();
    later.settle();
}
