//! The LRU stack: each reference's distance, at one cache line from memory per reference.

use super::curve::LruCurve;
use super::histogram::{Histogram, Later};
use super::recency::Recency;
use crate::map::{Ahead, PageMap};
use crate::reference::{ByAccess, Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::{Pages, References};

/// References between checks for room.
const BLOCK: usize = 4096;

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
    set: InstructionSet,
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

    fn miss(&mut self, page: u64, touch: Touch) -> bool {
        self.first_touches[touch.access()] += References(1);
        if let Some(log) = &mut self.log {
            log.push((page, touch));
        }
        let slot = self.recency.append();
        self.map.insert(page, slot)
    }
}

/// Makes every page's slot its rank: what compaction expects.
#[inline(always)]
fn rank_slots<I: Isa>(_: I, state: &mut LruStack) {
    for slot in state.map.values_mut() {
        *slot = state.recency.older::<I>(*slot);
    }
}

#[inline(always)]
fn push_block<I: Isa>(_: I, state: &mut LruStack, block: Columns<'_>) {
    let mut ahead = Ahead::new::<I>(&state.map, block.pages(), |slot| state.recency.prefetch(slot));
    let mut later = Later::default();
    let mut getpages = [0; 4];
    for (index, (page, touch)) in block.iter().enumerate() {
        let found = ahead.find::<I>(&state.map, index, |slot| state.recency.prefetch(slot));
        getpages[touch.access() as usize] += 1;
        if let Some(place) = found {
            let slot = state.map.value(place);
            let distance = state.recency.live() - 1 - state.recency.older::<I>(slot);
            later.note(&mut state.histogram, touch.access(), distance);
            *state.map.value_mut(place) = state.recency.renew::<I>(slot);
        } else if state.miss(page, touch) {
            ahead.restart::<I>(&state.map, index + 1, |slot| state.recency.prefetch(slot));
        }
    }
    later.settle(&mut state.histogram);
    for (total, count) in state.getpages.0.iter_mut().zip(getpages) {
        *total += References(count);
    }
}
