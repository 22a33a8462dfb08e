//! What two threads have to do, in pieces that either can take.
//!
//! Pages are looked up batch by batch in each share of the map; the order takes a batch when all
//! its pages have been looked up, and batches in turn. Whoever takes a piece has the batch, and
//! the share or the order, to itself until it puts them back: so all of it is owned by somebody.

use std::collections::VecDeque;
use std::sync::Arc;

use super::batch::Batch;
use super::order::Order;
use super::recency::Ranks;
use super::renumber::renumber;
use crate::map::{PageMap, SHARES};
use crate::simd::InstructionSet;

/// Who looks for work: each begins at another end, so that each mostly has the same shares and
/// the helper the order, in the caches of its processor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    Caller,
    Helper,
}

/// Batches, shares of the map and the order, where nobody has them at work.
pub(super) struct Board {
    /// Those under way, the oldest first.
    posted: VecDeque<Posted>,
    /// Number of the oldest, since the beginning.
    oldest: usize,
    shares: [Share; SHARES],
    order: Option<Box<Order>>,
    /// What the slots of pages are to be replaced by.
    ranks: Option<Arc<Ranks>>,
    pub(super) spare: Vec<Batch>,
    /// Nothing will be posted any more.
    pub(super) ended: bool,
    /// A thread has panicked.
    pub(super) failed: bool,
}

struct Posted {
    batch: Option<Batch>,
    /// Shares in which its pages are still to be looked up.
    left: usize,
}

struct Share {
    map: Option<PageMap>,
    /// Number of the batch that is next here.
    next: usize,
    renumbered: bool,
}

/// A piece of work, with all that it takes.
#[expect(clippy::large_enum_variant, reason = "there are two at a time, and moving one is nothing beside its work")]
pub(super) enum Job {
    LookUp { number: usize, batch: Batch, share: usize, map: PageMap },
    Order { batch: Batch, order: Box<Order> },
    Renumber { share: usize, map: PageMap, ranks: Arc<Ranks> },
}

impl Job {
    pub(super) fn run(&mut self, set: InstructionSet) {
        match self {
            Job::LookUp { batch, share, map, .. } => batch.look_up(set, *share, map),
            Job::Order { batch, order } => batch.take(set, order),
            Job::Renumber { map, ranks, .. } => renumber(set, map, ranks),
        }
    }
}

impl Board {
    pub(super) fn new(spare: Vec<Batch>) -> Board {
        Board {
            posted: VecDeque::new(),
            oldest: 0,
            shares: std::array::from_fn(|_| Share { map: None, next: 0, renumbered: true }),
            order: None,
            ranks: None,
            spare,
            ended: false,
            failed: false,
        }
    }

    /// Puts up what the work is done on.
    pub(super) fn lend(&mut self, maps: [PageMap; SHARES], order: Option<Box<Order>>) {
        for (share, map) in self.shares.iter_mut().zip(maps) {
            share.map = Some(map);
        }
        self.order = order;
    }

    /// Adds a batch to be worked on.
    pub(super) fn post(&mut self, batch: Batch) {
        self.posted.push_back(Posted { batch: Some(batch), left: SHARES });
    }

    /// Asks for ranks in place of slots.
    pub(super) fn renumber(&mut self, ranks: Arc<Ranks>) {
        self.ranks = Some(ranks);
        self.shares.iter_mut().for_each(|share| share.renumbered = false);
    }

    /// The shares of the map, and the order, if everything is done.
    pub(super) fn reclaim(&mut self) -> Option<([PageMap; SHARES], Option<Box<Order>>)> {
        let done = self.posted.is_empty() && self.shares.iter().all(|share| share.renumbered && share.map.is_some());
        if !done {
            return None;
        }
        self.ranks = None;
        let maps = self.shares.each_mut().map(|share| share.map.take());
        Some((maps.map(|map| map.unwrap_or_else(PageMap::new)), self.order.take()))
    }

    /// Something to do, if there is anything that nobody is at.
    pub(super) fn job(&mut self, who: Who) -> Option<Job> {
        match who {
            Who::Helper => self.order_job().or_else(|| (0..SHARES).rev().find_map(|share| self.share_job(share))),
            Who::Caller => (0..SHARES).find_map(|share| self.share_job(share)).or_else(|| self.order_job()),
        }
    }

    fn order_job(&mut self) -> Option<Job> {
        let posted = self.posted.front_mut().filter(|posted| posted.left == 0)?;
        let (batch, order) = (posted.batch.take_if(|_| self.order.is_some())?, self.order.take()?);
        Some(Job::Order { batch, order })
    }

    fn share_job(&mut self, number: usize) -> Option<Job> {
        let share = &mut self.shares[number];
        if let Some(ranks) = self.ranks.as_ref().filter(|_| !share.renumbered) {
            let map = share.map.take()?;
            return Some(Job::Renumber { share: number, map, ranks: Arc::clone(ranks) });
        }
        let posted = self.posted.get_mut(share.next - self.oldest)?;
        let (batch, map) = (posted.batch.take_if(|_| share.map.is_some())?, share.map.take()?);
        Some(Job::LookUp { number: share.next, batch, share: number, map })
    }

    /// Puts back what a piece of work took, when it is done.
    pub(super) fn put_back(&mut self, job: Job) {
        match job {
            Job::LookUp { number, batch, share, map } => {
                let posted = &mut self.posted[number - self.oldest];
                posted.batch = Some(batch);
                posted.left -= 1;
                self.shares[share].map = Some(map);
                self.shares[share].next += 1;
            }
            Job::Order { batch, order } => {
                self.posted.pop_front();
                self.oldest += 1;
                self.order = Some(order);
                self.spare.push(batch);
            }
            Job::Renumber { share, map, .. } => {
                self.shares[share].map = Some(map);
                self.shares[share].renumbered = true;
            }
        }
    }
}
