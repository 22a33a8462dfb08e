//! The LRU stack: each reference's distance, at one cache line from memory per reference.

use super::batch::BLOCK;
use super::curve::LruCurve;
use super::helper::Helper;
use super::order::{LAG, Order};
use super::renumber::renumber;
use super::row::{CurveRow, rows};
use super::warm::{self, WarmRow};
use crate::map::{BATCH, PageMap};
use crate::reference::{ByAccess, Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};
use crate::units::{Pages, References};

/// References after which a second thread begins to help: a shorter trace is done before.
const ALONE: u64 = 1 << 20;

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
    /// None while the helper has it.
    order: Option<Box<Order>>,
    /// The slot of the next reference, and the one that is none any more.
    next: u32,
    end: u32,
    references: u64,
    threads: usize,
    helper: Option<Helper>,
    logged: bool,
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
        let order = Order::new();
        LruStack {
            map: PageMap::new(),
            next: 0,
            end: order.recency.room() as u32,
            order: Some(Box::new(order)),
            references: 0,
            threads: 1,
            helper: None,
            logged: false,
            set: InstructionSet::best(),
        }
    }

    /// An empty stack whose result can be merged with those of the parts of the trace before and
    /// after it. Takes 16 bytes more per page.
    pub fn mergeable() -> LruStack {
        let mut stack = LruStack { logged: true, ..LruStack::new() };
        stack.settle().log = Some(Vec::new());
        stack
    }

    /// The same stack on another instruction set; the best below it where the machine lacks it.
    pub fn on(mut self, set: InstructionSet) -> LruStack {
        self.set = set.supported();
        self
    }

    /// The same stack on that many threads, of which no more than two are of use, and the second
    /// only for a trace of more than a few million references. The result is the same.
    pub fn with_threads(mut self, threads: usize) -> LruStack {
        self.threads = threads;
        self
    }

    /// Takes the next references of the trace.
    pub fn push(&mut self, references: Columns<'_>) {
        let mut rest = references;
        while !rest.is_empty() {
            let (block, after) = rest.split_at(BLOCK);
            rest = after;
            self.make_room(block.len());
            self.references += block.len() as u64;
            if self.threads > 1 && self.references > ALONE && self.helper.is_none() {
                self.helper = Helper::start(self.set);
                self.threads = 1 + usize::from(self.helper.is_some());
            }
            match (&mut self.helper, &mut self.order) {
                (Some(helper), order) => {
                    if let Some(order) = order.take() {
                        helper.lend(order, &mut self.map, self.next);
                    }
                    helper.push(block, self.logged);
                }
                (None, Some(order)) => push_alone(self.set, &mut self.map, order, self.next, block),
                (None, None) => unreachable!("there is nobody who has the order"),
            }
            self.next += block.len() as u32;
        }
    }

    /// The order, with all references so far.
    pub(super) fn settle(&mut self) -> &mut Order {
        let LruStack { order, helper, map, .. } = self;
        order.get_or_insert_with(|| match helper.as_mut().and_then(|helper| helper.settle(map)) {
            Some(order) => order,
            None => unreachable!("there is nobody who has the order"),
        })
    }

    /// The map and the order, with all references so far.
    pub(super) fn settled(&mut self) -> (&mut PageMap, &mut Order) {
        self.settle();
        match &mut self.order {
            Some(order) => (&mut self.map, order),
            None => unreachable!("just settled"),
        }
    }

    /// Notes that this many slots were used.
    pub(super) fn skip_slots(&mut self, slots: usize) {
        self.next += slots as u32;
    }

    /// Sees to slots for that many references.
    pub(super) fn make_room(&mut self, references: usize) {
        if (self.end - self.next) as usize >= references {
            return;
        }
        let ranks = std::mem::take(&mut self.settle().recency).into_ranks();
        let ranks = match &mut self.helper {
            Some(helper) => helper.renumber(&mut self.map, ranks),
            None => {
                renumber(self.set, &mut self.map, &ranks);
                ranks
            }
        };
        let recency = &mut self.settle().recency;
        *recency = ranks.into_recency();
        recency.compact(references as u32);
        (self.next, self.end) = (recency.now(), recency.now() + recency.room() as u32);
    }

    /// A row of the curve so far for each size, in ascending order of size.
    pub fn rows(&mut self, sizes: &[Pages]) -> Vec<CurveRow> {
        let order = self.settle();
        rows(&order.histogram, order.getpages, sizes)
    }

    /// What a pool reads that was in use before the trace, in ascending order of size.
    pub fn warm_rows(&mut self, sizes: &[Pages]) -> Vec<WarmRow> {
        let order = self.settle();
        warm::rows(&order.histogram, order.getpages, &order.first_touches, sizes)
    }

    /// Different pages so far.
    pub fn pages(&mut self) -> Pages {
        Pages(u64::from(self.settle().recency.live()))
    }

    /// References so far that were the first to their page, by access type.
    pub fn first_touches(&mut self) -> ByAccess<References> {
        self.settle().first_touches.counts()
    }

    /// The curve of the references so far.
    pub fn curve(&mut self) -> LruCurve {
        let order = self.settle();
        LruCurve {
            histogram: order.histogram.clone(),
            getpages: order.getpages,
            first_touches: order.first_touches.clone(),
            pages: Pages(u64::from(order.recency.live())),
        }
    }
}

fn push_alone(set: InstructionSet, map: &mut PageMap, order: &mut Order, first: u32, block: Columns<'_>) {
    let before = &mut [0; BLOCK][..block.len()];
    let (pages, touches) = (block.pages(), block.touches());
    order.count(touches);
    dispatch!(set, take_alone, (
        map: &mut PageMap, order: &mut Order, first: u32, pages: &[u64], touches: &[Touch], before: &mut [u32],
    ));
    order.log(before, pages, touches);
}

/// Looks pages up, and takes them into the order a few batches later: while one waits for memory
/// the processor has the other to do.
#[inline(always)]
fn take_alone<I: Isa>(
    _: I,
    map: &mut PageMap,
    order: &mut Order,
    first: u32,
    pages: &[u64],
    touches: &[Touch],
    before: &mut [u32],
) {
    let mut order = order.in_hand();
    let place = |index: usize| index as u32;
    let mut taken = 0;
    map.exchange::<I>(pages, place, first, before, |before, batch| {
        order.prefetch(&before[batch.clone()]);
        if batch.start >= LAG {
            order.take::<I>(&before[taken..][..BATCH], &touches[taken..][..BATCH]);
            taken += BATCH;
        }
    });
    order.take::<I>(&before[taken..], &touches[taken..]);
    order.put_back();
}
