//! The LRU stack: each reference's distance, at one cache line from memory per reference.
//!
//! Memory latency is hidden by looking ahead in the references: [`FAR`] ahead the bucket of the
//! page is asked for, [`NEAR`] ahead the page is found in it and the bitmap word and counters of
//! its slot are asked for. What is then left to do at the reference itself finds all it needs in
//! the first-level cache.

use super::curve::LruCurve;
use super::histogram::{Histogram, Later};
use super::recency::Recency;
use crate::map::{PageMap, Place};
use crate::reference::{ByAccess, Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::{Pages, References};

/// References between asking for a page's bucket and its use.
const FAR: usize = 48;
/// References between finding a page's slot and its use.
const NEAR: usize = 20;
/// Places kept for the references ahead: a power of two above [`FAR`].
const RING: usize = 64;
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
            for slot in self.map.values_mut() {
                *slot = self.recency.older(*slot);
            }
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

/// The references ahead: where each page's search starts, and where it was found.
struct Ahead {
    homes: [Place; RING],
    found: [Option<Place>; RING],
}

impl Ahead {
    #[inline(always)]
    fn seek(&mut self, map: &PageMap, pages: &[u64], index: usize) {
        if let Some(&page) = pages.get(index) {
            let home = map.home(page);
            map.prefetch(home);
            self.homes[index % RING] = home;
        }
    }

    #[inline(always)]
    fn find<I: Isa>(&mut self, state: &LruStack, pages: &[u64], index: usize) {
        if let Some(&page) = pages.get(index) {
            let found = state.map.find_at_home::<I>(page, self.homes[index % RING]);
            if let Some(place) = found {
                state.recency.prefetch(state.map.value(place));
            }
            self.found[index % RING] = found;
        }
    }
}

#[inline(always)]
fn push_block<I: Isa>(_: I, state: &mut LruStack, block: Columns<'_>) {
    let pages = block.pages();
    let mut ahead = Ahead { homes: [Place::default(); RING], found: [None; RING] };
    let mut later = Later::default();
    let mut getpages = [0; 4];
    for index in 0..FAR {
        ahead.seek(&state.map, pages, index);
    }
    for index in 0..NEAR {
        ahead.find::<I>(state, pages, index);
    }
    for (index, (page, touch)) in block.iter().enumerate() {
        ahead.seek(&state.map, pages, index + FAR);
        ahead.find::<I>(state, pages, index + NEAR);
        getpages[touch.access() as usize] += 1;
        // Not found may mean that the page is not in its home bucket, or that it came since: it
        // was referenced for the first time within the references ahead.
        let found = ahead.found[index % RING].or_else(|| state.map.find::<I>(page, ahead.homes[index % RING]));
        if let Some(place) = found {
            let slot = state.map.value(place);
            let distance = state.recency.live() - 1 - state.recency.older(slot);
            later.note(&mut state.histogram, touch.access(), distance);
            *state.map.value_mut(place) = state.recency.renew::<I>(slot);
        } else if state.miss(page, touch) {
            // A table grew: what was found ahead has moved.
            for next in index + 1..=index + FAR {
                ahead.seek(&state.map, pages, next);
            }
            for next in index + 1..=index + NEAR {
                ahead.find::<I>(state, pages, next);
            }
        }
    }
    later.count(&mut state.histogram);
    for (total, count) in state.getpages.0.iter_mut().zip(getpages) {
        *total += References(count);
    }
}
