//! The order of last accesses on a thread of its own, beside the page map on the caller's.
//!
//! The caller looks pages up and hands out slots: a reference's slot is its number since the
//! last compaction, so that the map needs to know nothing of the order. What it found, the slot of
//! each page's access before, goes to the helper in batches, and the helper takes those into the
//! order. Batches come back to be filled again, so that the caller is never more than
//! [`BATCHES`] ahead.
//!
//! The map's lookups are the larger half of the work, and wait for memory, which two processors do
//! better than one. So some of its tables are lent to the helper, with the pages that belong
//! there; how many is decided anew at each compaction, by which of the two threads waited for the
//! other. The result does not depend on it.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::order::Order;
use super::recency::Ranks;
use super::stack::BLOCK;
use crate::map::{PageMap, TABLES};
use crate::reference::{Columns, Touch};
use crate::simd::{InstructionSet, Isa, dispatch};

/// References of a batch.
const BATCH: usize = 4 * BLOCK;
/// Batches under way: enough for one thread to go on while the other has lost its processor for a
/// few milliseconds. Under five megabytes.
const BATCHES: usize = 16;
/// Tables lent at first.
const LENT: usize = 3;

/// References on their way from the map to the order.
struct Batch {
    /// Slot of the first reference.
    first: u32,
    touches: Vec<Touch>,
    /// Pages, where the order logs them.
    pages: Vec<u64>,
    /// Slots of the accesses before: as many as touches, and room for more.
    before: Box<[u32; BATCH]>,
    /// References whose pages the helper is to look up.
    lent: Places,
}

/// Pages with their places in a batch: the first `len` of each.
struct Places {
    len: usize,
    pages: Box<[u64; BATCH]>,
    places: Box<[u32; BATCH]>,
}

impl Places {
    fn new() -> Places {
        Places { len: 0, pages: Box::new([0; BATCH]), places: Box::new([0; BATCH]) }
    }

    /// Writes where the next page goes, and counts it only where `is_one`: no branch, which would
    /// be taken at random.
    #[inline(always)]
    fn push_if(&mut self, is_one: bool, page: u64, place: u32) {
        self.pages[self.len] = page;
        self.places[self.len] = place;
        self.len += usize::from(is_one);
    }

    /// Looks the pages up, leaves none, and puts the slots of their accesses before into places.
    #[inline(always)]
    fn look_up<I: Isa>(&mut self, map: &mut PageMap, first: u32, before: &mut [u32]) {
        let places = &self.places[..self.len];
        map.exchange::<I>(&self.pages[..self.len], |index| places[index], first, before, |_, _| ());
        self.len = 0;
    }
}

enum Task {
    Begin(Box<Order>, PageMap),
    Batch(Batch),
    Renumber(PageMap, Arc<Ranks>),
    Return,
}

enum Done {
    Batch(Batch),
    Renumbered(PageMap),
    /// With the time that the helper waited for batches.
    Returned(Box<Order>, PageMap, Duration),
}

/// The caller's end.
pub(super) struct Helper {
    /// None only while it is dropped: that ends the thread.
    tasks: Option<Sender<Task>>,
    /// A receiver alone cannot be shared between threads; it never is, nor ever locked.
    done: Mutex<Receiver<Done>>,
    thread: Option<JoinHandle<()>>,
    set: InstructionSet,
    filling: Batch,
    own: Places,
    spare: Vec<Batch>,
    /// Time that the caller waited for batches to fill, since it lent the order.
    waited: Duration,
    begun: Instant,
    lent: usize,
}

impl Helper {
    /// Starts the thread; `None` where the system has none to give.
    pub(super) fn start(set: InstructionSet) -> Option<Helper> {
        let (tasks, to_do) = channel();
        let (send_done, done) = channel();
        let thread = std::thread::Builder::new()
            .name("curve order".to_owned())
            .spawn(move || work(set, &to_do, &send_done))
            .ok()?;
        let spare = std::iter::repeat_with(Batch::new).take(BATCHES - 1).collect();
        Some(Helper {
            tasks: Some(tasks),
            done: Mutex::new(done),
            thread: Some(thread),
            set,
            filling: Batch::new(),
            own: Places::new(),
            spare,
            waited: Duration::ZERO,
            begun: Instant::now(),
            lent: LENT,
        })
    }

    /// Gives the order and a share of the map away; `first` is the next slot.
    pub(super) fn lend(&mut self, order: Box<Order>, map: &mut PageMap, first: u32) {
        self.filling.first = first;
        self.begun = Instant::now();
        let share = map.lend(self.lent);
        self.send(Task::Begin(order, share));
    }

    /// Takes references, at most [`BLOCK`]. The order and its share of the map are lent.
    pub(super) fn push(&mut self, map: &mut PageMap, block: Columns<'_>, logged: bool) {
        let (set, lent, own, batch) = (self.set, self.lent, &mut self.own, &mut self.filling);
        let pages = block.pages();
        dispatch!(set, look_up, (
            map: &mut PageMap, pages: &[u64], own: &mut Places, batch: &mut Batch, lent: usize,
        ));
        batch.touches.extend_from_slice(block.touches());
        if logged {
            batch.pages.extend_from_slice(pages);
        }
        if batch.touches.len() + BLOCK > BATCH {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        let next = self.filling.first + self.filling.touches.len() as u32;
        let mut empty = self.spare.pop().unwrap_or_else(|| self.wait_for_batch());
        empty.first = next;
        let full = std::mem::replace(&mut self.filling, empty);
        self.send(Task::Batch(full));
    }

    /// A batch to be filled. Where there is none, the helper gets time to empty half of them: one
    /// at a time the two threads would wake each other up for each.
    fn wait_for_batch(&mut self) -> Batch {
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        while let Ok(Done::Batch(batch)) = done.try_recv() {
            self.spare.push(batch);
        }
        if self.spare.is_empty() {
            let start = Instant::now();
            while self.spare.len() < BATCHES / 2 {
                match self.receive() {
                    Done::Batch(batch) => self.spare.push(batch),
                    _ => unreachable!("nothing else was asked for"),
                }
            }
            self.waited += start.elapsed();
        }
        self.spare.pop().unwrap_or_else(Batch::new)
    }

    /// Takes the order and the share of the map back, after all references so far.
    pub(super) fn settle(&mut self, map: &mut PageMap) -> Box<Order> {
        if !self.filling.touches.is_empty() {
            self.pass_on();
        }
        self.send(Task::Return);
        loop {
            match self.receive() {
                Done::Batch(batch) => self.spare.push(batch),
                Done::Returned(order, share, waited) => {
                    map.take_back(share);
                    self.balance(waited);
                    return order;
                }
                Done::Renumbered(_) => unreachable!("nothing was to be renumbered"),
            }
        }
    }

    /// Lends a table more or less next time, from whichever thread waited less.
    fn balance(&mut self, helper_waited: Duration) {
        let waited = std::mem::take(&mut self.waited);
        let worth_it = self.begun.elapsed() / 20;
        if helper_waited > waited + worth_it {
            self.lent = (self.lent + 1).min(TABLES - 1);
        } else if waited > helper_waited + worth_it {
            self.lent = self.lent.saturating_sub(1);
        }
    }

    /// Makes every page's slot its rank, on both threads.
    pub(super) fn renumber(&mut self, map: &mut PageMap, ranks: Ranks) {
        let ranks = Arc::new(ranks);
        let share = map.lend(TABLES / 2);
        self.send(Task::Renumber(share, Arc::clone(&ranks)));
        renumber(self.set, map, &ranks);
        match self.receive() {
            Done::Renumbered(share) => map.take_back(share),
            _ => unreachable!("nothing else was asked for"),
        }
    }

    fn send(&mut self, task: Task) {
        let sent = self.tasks.as_ref().is_some_and(|tasks| tasks.send(task).is_ok());
        if !sent {
            self.fail();
        }
    }

    fn receive(&mut self) -> Done {
        let done = self.done.get_mut().unwrap_or_else(PoisonError::into_inner);
        match done.recv() {
            Ok(done) => done,
            Err(_) => self.fail(),
        }
    }

    /// The thread ends early only by a panic, which goes on here.
    fn fail(&mut self) -> ! {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => resume_unwind(panic),
            _ => unreachable!("the thread ends only with its tasks"),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // Its panic, if that was the end, has gone on at the caller already.
            let _ = thread.join();
        }
    }
}

/// The helper's thread: until the caller is gone.
fn work(set: InstructionSet, tasks: &Receiver<Task>, done: &Sender<Done>) {
    let mut held: Option<(Box<Order>, PageMap)> = None;
    let mut waited = Duration::ZERO;
    loop {
        let task = match tasks.try_recv() {
            Ok(task) => task,
            Err(TryRecvError::Disconnected) => return,
            Err(TryRecvError::Empty) => {
                let start = Instant::now();
                let Ok(task) = tasks.recv() else { return };
                waited += start.elapsed();
                task
            }
        };
        let result = match (task, &mut held) {
            (Task::Begin(order, share), _) => {
                held = Some((order, share));
                waited = Duration::ZERO;
                continue;
            }
            (Task::Batch(mut batch), Some((order, share))) => {
                batch.take(set, order, share);
                Done::Batch(batch)
            }
            (Task::Return, held) => {
                let Some((order, share)) = held.take() else { continue };
                Done::Returned(order, share, waited)
            }
            (Task::Renumber(mut share, ranks), _) => {
                renumber(set, &mut share, &ranks);
                Done::Renumbered(share)
            }
            (Task::Batch(_), None) => unreachable!("the order is lent before the first batch"),
        };
        if done.send(result).is_err() {
            return;
        }
    }
}

impl Batch {
    fn new() -> Batch {
        Batch {
            first: 0,
            touches: Vec::with_capacity(BATCH),
            pages: Vec::new(),
            before: Box::new([0; BATCH]),
            lent: Places::new(),
        }
    }

    /// The helper's part of the work; leaves the batch empty.
    fn take(&mut self, set: InstructionSet, order: &mut Order, share: &mut PageMap) {
        let batch = &mut *self;
        dispatch!(set, look_up_lent, (share: &mut PageMap, batch: &mut Batch));
        order.take(set, &self.before[..self.touches.len()], &self.pages, &self.touches);
        self.touches.clear();
        self.pages.clear();
    }
}

/// Looks up the pages of a block, but for those of lent tables, which are noted.
#[inline(always)]
fn look_up<I: Isa>(_: I, map: &mut PageMap, pages: &[u64], own: &mut Places, batch: &mut Batch, lent: usize) {
    let start = batch.touches.len();
    for (index, &page) in pages.iter().enumerate() {
        let place = (start + index) as u32;
        let is_lent = PageMap::is_lent(page, lent);
        own.push_if(!is_lent, page, place);
        batch.lent.push_if(is_lent, page, place);
    }
    own.look_up::<I>(map, batch.first, &mut batch.before[..]);
}

#[inline(always)]
fn look_up_lent<I: Isa>(_: I, share: &mut PageMap, batch: &mut Batch) {
    batch.lent.look_up::<I>(share, batch.first, &mut batch.before[..]);
}

/// Makes every page's slot its rank: what compaction expects.
pub(super) fn renumber(set: InstructionSet, map: &mut PageMap, ranks: &Ranks) {
    dispatch!(set, replace, (map: &mut PageMap, ranks: &Ranks));
}

#[inline(always)]
fn replace<I: Isa>(_: I, map: &mut PageMap, ranks: &Ranks) {
    map.replace_all(|slot| ranks.of(slot));
}
