//! The gate: decoders let their records through in the order of the blocks, whichever of them is done first.
//!
//! So the first of several equal records is the one that is kept, with any number of threads.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::error::Error;

use super::keys::{Day, Key, Keys};

/// Where decoders wait for their turn.
pub(super) struct Gate<'a> {
    state: Mutex<State<'a>>,
    next: Condvar,
}

struct State<'a> {
    turn: u64,
    keys: Option<&'a mut Keys>,
}

impl<'a> Gate<'a> {
    /// A gate before `keys`; without, all records pass.
    pub(super) fn new(keys: Option<&'a mut Keys>) -> Gate<'a> {
        Gate { state: Mutex::new(State { turn: 0, keys }), next: Condvar::new() }
    }

    /// The place of a block in the order. Whoever has it gives it up at last, whatever happens.
    pub(super) fn place(&self, turn: u64) -> Place<'_, 'a> {
        Place { gate: self, turn }
    }

    fn wait(&self, turn: u64) -> MutexGuard<'_, State<'a>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.next.wait_while(state, |state| state.turn < turn).unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the order.
pub(super) struct Place<'g, 'a> {
    gate: &'g Gate<'a>,
    turn: u64,
}

impl Place<'_, '_> {
    /// Waits for those before, and says of each record whether it is new.
    pub(super) fn pass(self, days: &[Day], keys: &[Key]) -> Result<Vec<bool>, Error> {
        let mut state = self.gate.wait(self.turn);
        let Some(seen) = &mut state.keys else { return Ok(vec![true; keys.len()]) };
        days.iter().zip(keys).map(|(day, key)| seen.first(*day, *key)).collect()
    }
}

impl Drop for Place<'_, '_> {
    fn drop(&mut self) {
        let mut state = self.gate.wait(self.turn);
        state.turn = self.turn + 1;
        drop(state);
        self.gate.next.notify_all();
    }
}
