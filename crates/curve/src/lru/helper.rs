//! A second thread for one trace.
//!
//! A trace is divided by work, not by time: each half would meet most pages for the first time,
//! and first touches are the dear ones. The caller hands out slots (the slot of a reference is its
//! number since the last compaction, so that the map needs to know nothing of the order) and
//! sorts references by share of the page map. Looking pages up and keeping the order are pieces of
//! work on a [`Board`], of which the helper takes what is there, and the caller whenever it has
//! no empty batch to fill. So both are busy whatever a trace asks more of, the map or the order.

use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use super::batch::Batch;
use super::board::{Board, Who};
use super::order::Order;
use super::recency::Ranks;
use crate::map::PageMap;
use crate::reference::Columns;
use crate::simd::InstructionSet;

/// Batches under way: enough for one thread to go on while the other has lost its processor for a
/// few milliseconds. Under five megabytes.
const BATCHES: usize = 16;

/// The caller's end.
pub(super) struct Helper {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    set: InstructionSet,
    filling: Batch,
}

struct Shared {
    board: Mutex<Board>,
    /// Something was posted or put back. There are two threads, so that one waits at most.
    changed: Condvar,
}

impl Helper {
    /// Starts the thread; `None` where the system has none to give.
    pub(super) fn start(set: InstructionSet) -> Option<Helper> {
        let spare = std::iter::repeat_with(Batch::new).take(BATCHES - 1).collect();
        let shared = Arc::new(Shared { board: Mutex::new(Board::new(spare)), changed: Condvar::new() });
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("curve".to_owned()).spawn(move || theirs.help(set)).ok()?;
        Some(Helper { shared, thread: Some(thread), set, filling: Batch::new() })
    }

    /// Takes the order and all pages of the map; `first` is the next slot.
    pub(super) fn lend(&mut self, order: Box<Order>, map: &mut PageMap, first: u32) {
        self.filling.first = first;
        self.shared.board().lend(map.split(), Some(order));
    }

    /// Takes references, at most a block. Order and map are lent.
    pub(super) fn push(&mut self, block: Columns<'_>, logged: bool) {
        self.filling.push(self.set, block, logged);
        if self.filling.is_full() {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        let next = self.filling.first + self.filling.len() as u32;
        let mut empty = self.work_until(|board| board.spare.pop());
        empty.first = next;
        let full = std::mem::replace(&mut self.filling, empty);
        self.shared.board().post(full);
        self.shared.changed.notify_one();
    }

    /// Gives the order and the pages back, after all references so far.
    pub(super) fn settle(&mut self, map: &mut PageMap) -> Option<Box<Order>> {
        if self.filling.len() > 0 {
            self.pass_on();
        }
        let (maps, order) = self.work_until(Board::reclaim);
        map.join(maps);
        order
    }

    /// Makes every page's slot its rank, on both threads. Order and map are not lent.
    pub(super) fn renumber(&mut self, map: &mut PageMap, ranks: Ranks) -> Ranks {
        let ranks = Arc::new(ranks);
        {
            let mut board = self.shared.board();
            board.lend(map.split(), None);
            board.renumber(Arc::clone(&ranks));
        }
        self.shared.changed.notify_one();
        let (maps, _) = self.work_until(Board::reclaim);
        map.join(maps);
        match Arc::into_inner(ranks) {
            Some(ranks) => ranks,
            None => unreachable!("all pieces of work have been put back"),
        }
    }

    /// Takes part in the work until there is what the caller is after.
    fn work_until<T>(&mut self, mut ready: impl FnMut(&mut Board) -> Option<T>) -> T {
        let mut board = self.shared.board();
        loop {
            if let Some(result) = ready(&mut board) {
                return result;
            }
            if board.failed {
                drop(board);
                self.fail();
            }
            board = self.shared.step(board, Who::Caller, self.set);
        }
    }

    /// The thread ends early only by a panic, which goes on here.
    fn fail(&mut self) -> ! {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => resume_unwind(panic),
            _ => unreachable!("the thread ends only when it is told to"),
        }
    }
}

impl Drop for Helper {
    fn drop(&mut self) {
        self.shared.board().ended = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // Its panic, if that was the end, has gone on at the caller already.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn board(&self) -> MutexGuard<'_, Board> {
        // Nothing panics while it has the board.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does a piece of work, or waits for one.
    fn step<'a>(&'a self, mut board: MutexGuard<'a, Board>, who: Who, set: InstructionSet) -> MutexGuard<'a, Board> {
        let Some(mut job) = board.job(who) else {
            return self.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
        };
        drop(board);
        job.run(set);
        let mut board = self.board();
        board.put_back(job);
        self.changed.notify_one();
        board
    }

    /// The helper's thread: until it is told that all is done.
    fn help(&self, set: InstructionSet) {
        let _told = TellOfPanic(self);
        let mut board = self.board();
        while !board.ended {
            board = self.step(board, Who::Helper, set);
        }
    }
}

/// Lets the other thread know of a panic of this one, which it may be waiting for.
struct TellOfPanic<'a>(&'a Shared);

impl Drop for TellOfPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.board().failed = true;
            self.0.changed.notify_one();
        }
    }
}
