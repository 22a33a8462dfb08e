//! The gate: decoders let their records through in the order of the files and of the pieces of each, whichever of them is
//! done first. So the first of several equal records is the one that is kept, with any number of threads.
//!
//! Packed files cannot be divided, so several are read side by side, and then records of one pass while files before it
//! are still read. It is **ahead**: what it has let through is right unless a file before it turns out to have one of the
//! same records. That is seen when its turn comes. It is then read again from its start, in its turn, and what was made of
//! it the first time is forgotten; nothing else depends on it, as nobody else asks for the keys of a file that is ahead.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::Error;

use super::keys::{Day, Key, Keys};

/// Keys of files that are ahead, of all together: some 100 MB. With as many, they wait for their turn.
const AHEAD: usize = 2_000_000;

/// A reading of a file: the first, or another where that was refuted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Attempt {
    /// The number of the file.
    pub(super) file: u32,
    /// Which of the files it is.
    pub(super) index: usize,
    pub(super) again: bool,
}

/// The place of a piece in the order.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub(super) attempt: Attempt,
    pub(super) piece: u64,
}

/// What passed.
pub(super) struct Passed {
    /// Of each record, whether it is new.
    pub(super) new: Vec<bool>,
    /// Whether the file is ahead.
    pub(super) ahead: bool,
}

/// Where decoders wait for their turn.
pub(super) struct Gate<'a> {
    state: Mutex<State<'a>>,
    next: Condvar,
}

struct State<'a> {
    keys: Option<&'a mut Keys>,
    /// The file whose turn it is.
    head: usize,
    files: Vec<File>,
    ahead: usize,
    stopped: bool,
}

/// What the gate knows of a file.
#[derive(Default)]
struct File {
    number: u32,
    again: bool,
    /// Pieces that were joined to those before them.
    joined: u64,
    /// Pieces that passed, and how many there are once that is known.
    passed: u64,
    pieces: Option<u64>,
    /// The keys that it let through when it was ahead.
    keys: HashMap<Key, Day, ahash::RandomState>,
}

impl<'a> Gate<'a> {
    /// A gate for files with these numbers, before `keys`; without, all records pass.
    pub(super) fn new(keys: Option<&'a mut Keys>, numbers: impl Iterator<Item = u32>) -> Gate<'a> {
        let files = numbers.map(|number| File { number, ..File::default() }).collect();
        Gate { state: Mutex::new(State { keys, head: 0, files, ahead: 0, stopped: false }), next: Condvar::new() }
    }

    /// The file whose turn it is, and the attempts at it and those behind it, up to `most` in all.
    pub(super) fn attempts(&self, most: usize) -> Vec<Attempt> {
        let state = self.lock();
        let files = state.files.iter().enumerate().skip(state.head).take(most);
        files.map(|(index, file)| Attempt { file: file.number, index, again: file.again }).collect()
    }

    /// Waits until everything before a file passed; false where the file is read again instead.
    pub(super) fn is_head(&self, attempt: Attempt) -> Result<bool, Error> {
        let state = self.wait(attempt, |state| state.head >= attempt.index)?;
        Ok(state.is_current(attempt))
    }

    /// Says how many pieces a file has.
    pub(super) fn pieces(&self, attempt: Attempt, pieces: u64) -> Result<(), Error> {
        let mut state = self.lock();
        if state.is_current(attempt) {
            state.files[attempt.index].pieces = Some(pieces);
            state.proceed()?;
        }
        drop(state);
        self.next.notify_all();
        Ok(())
    }

    /// Waits until all pieces before are joined; false where the file is read again instead.
    pub(super) fn joins(&self, turn: Turn) -> Result<bool, Error> {
        let state = self.wait(turn.attempt, |state| state.files[turn.attempt.index].joined == turn.piece)?;
        Ok(state.is_current(turn.attempt))
    }

    /// A piece is joined: it is the turn of the next one.
    pub(super) fn joined(&self, turn: Turn) {
        let mut state = self.lock();
        if state.is_current(turn.attempt) {
            state.files[turn.attempt.index].joined += 1;
        }
        drop(state);
        self.next.notify_all();
    }

    /// Waits until all files passed, which is true, or the one whose turn it is has pieces to take.
    pub(super) fn is_settled(&self) -> Result<bool, Error> {
        let waits = |state: &mut State<'a>| {
            !state.stopped && state.files.get(state.head).is_some_and(|file| file.pieces.is_some())
        };
        let state = self.next.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.stopped { Err(Error::Stopped) } else { Ok(state.head == state.files.len()) }
    }

    /// Waits for the pieces before, and says of each record whether it is new; None where the file is read again instead.
    /// Behind the last records of a piece it is the turn of the next one.
    pub(super) fn pass(&self, turn: Turn, is_last: bool, days: &[Day], keys: &[Key]) -> Result<Option<Passed>, Error> {
        let passed = self.pass_records(turn, days, keys)?;
        if is_last {
            self.leave(turn)?;
        }
        Ok(passed)
    }

    fn pass_records(&self, turn: Turn, days: &[Day], keys: &[Key]) -> Result<Option<Passed>, Error> {
        let Turn { attempt, piece } = turn;
        let index = attempt.index;
        let mut state = self.wait(attempt, |state| {
            let taken = || state.files[state.head..index].iter().all(|file| file.pieces.is_some());
            let may_be_ahead = || state.ahead < AHEAD && !taken();
            state.files[index].passed == piece && (state.head == index || may_be_ahead())
        })?;
        if !state.is_current(attempt) {
            return Ok(None);
        }
        let State { keys: seen, head, files, ahead: count, .. } = &mut *state;
        let ahead = *head != index;
        let Some(seen) = seen else { return Ok(Some(Passed { new: vec![true; keys.len()], ahead: false })) };
        let own = &mut files[index].keys;
        let records = days.iter().zip(keys);
        let new = records.map(|(day, key)| {
            if !ahead {
                return seen.first(*day, *key);
            }
            Ok(!own.contains_key(key) && !seen.has(*day, *key)? && own.insert(*key, *day).is_none())
        });
        let new: Vec<bool> = new.collect::<Result<_, _>>()?;
        *count += if ahead { new.iter().filter(|new| **new).count() } else { 0 };
        Ok(Some(Passed { new, ahead }))
    }

    /// A piece passed, all of it: it is the turn of the next one.
    pub(super) fn leave(&self, turn: Turn) -> Result<(), Error> {
        let mut state = self.wait(turn.attempt, |state| state.files[turn.attempt.index].passed == turn.piece)?;
        if state.is_current(turn.attempt) {
            state.files[turn.attempt.index].passed += 1;
            state.proceed()?;
        }
        drop(state);
        self.next.notify_all();
        Ok(())
    }

    /// Whoever waits, waits no longer, and all work ends.
    pub(super) fn stop(&self) {
        self.lock().stopped = true;
        self.next.notify_all();
    }

    /// The numbers of the files that were read again.
    pub(super) fn refuted(&self) -> BTreeSet<u32> {
        self.lock().files.iter().filter(|file| file.again).map(|file| file.number).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until `ready`, or the attempt is another, or all work ends, which is an error.
    fn wait(&self, attempt: Attempt, ready: impl Fn(&State<'_>) -> bool) -> Result<MutexGuard<'_, State<'a>>, Error> {
        let waits = |state: &mut State<'a>| !state.stopped && state.is_current(attempt) && !ready(state);
        let state = self.next.wait_while(self.lock(), waits).unwrap_or_else(PoisonError::into_inner);
        if state.stopped { Err(Error::Stopped) } else { Ok(state) }
    }
}

impl State<'_> {
    fn is_current(&self, attempt: Attempt) -> bool {
        self.files[attempt.index].again == attempt.again
    }

    /// Goes on to the next file while all of one has passed.
    fn proceed(&mut self) -> Result<(), Error> {
        while let Some(file) = self.files.get(self.head)
            && file.pieces == Some(file.passed)
        {
            self.head += 1;
            let (Some(next), Some(keys)) = (self.files.get_mut(self.head), &mut self.keys) else { continue };
            let own = std::mem::take(&mut next.keys);
            self.ahead -= own.len();
            let mut refuted = false;
            for (key, day) in &own {
                refuted = refuted || keys.has(*day, *key)?;
            }
            if refuted {
                *next = File { number: next.number, again: true, ..File::default() };
                continue;
            }
            for (key, day) in own {
                keys.first(day, key)?;
            }
        }
        Ok(())
    }
}
