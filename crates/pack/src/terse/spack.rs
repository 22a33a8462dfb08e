//! SPACK: pairs of strings, forgotten in LRU order.
//!
//! After each code but the first, a pair is made of the code before and this one. Pairs are numbered from a free list;
//! when that is empty, the least recently used pair that is part of no other is forgotten first.

use super::records::{Sink, Wrong};
use super::{CODES, FIRST};

/// No pair.
const NONE: u16 = 0;

/// All that is known of a pair, together: one code touches one line of the cache a pair.
#[derive(Clone, Copy, Default)]
struct Pair {
    left: u16,
    right: u16,
    /// Pairs that have this one as a half.
    references: u16,
    live: bool,
    /// The circle through 0 of pairs without references: towards more and towards less recently used.
    newer: u16,
    older: u16,
}

/// The pairs there are.
pub(super) struct Pairs {
    pairs: Box<[Pair; CODES]>,
    /// Numbers that may be given, the next one last.
    free: Vec<u16>,
    /// The code before; 0 at the start.
    before: u16,
}

impl Pairs {
    pub(super) fn new() -> Pairs {
        let mut pairs = Box::new([Pair::default(); CODES]);
        for character in &mut pairs[1..usize::from(FIRST)] {
            character.live = true;
        }
        Pairs { pairs, free: (FIRST..CODES as u16).rev().collect(), before: NONE }
    }

    /// Makes room for the pair that the next code will make. To be called before that code is chosen or read.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.before == NONE || !self.free.is_empty() {
            return;
        }
        let oldest = self.pair(0).newer;
        if oldest == NONE {
            return; // cannot be: the newest pair is part of none
        }
        self.unlink(oldest);
        self.free.push(oldest);
        let Pair { left, right, .. } = *self.pair(oldest);
        self.pair(oldest).live = false;
        for half in [left, right] {
            if half >= FIRST {
                let pair = self.pair(half);
                pair.references -= 1;
                if pair.references == 0 {
                    self.link(half);
                }
            }
        }
    }

    /// Whether a code has a string.
    #[inline]
    pub(super) fn has(&self, code: u16) -> bool {
        self.pairs[usize::from(code) % CODES].live
    }

    /// The halves of a pair.
    #[inline]
    pub(super) fn halves(&self, code: u16) -> (u16, u16) {
        let pair = &self.pairs[usize::from(code) % CODES];
        (pair.left, pair.right)
    }

    /// Takes the next code, which must have a string, and gives the number of the pair made of it, if any.
    #[inline]
    pub(super) fn take(&mut self, code: u16) -> Option<u16> {
        let left = std::mem::replace(&mut self.before, code);
        let added = if left == NONE { None } else { self.free.pop() }?;
        for half in [left, code] {
            if half >= FIRST {
                let pair = self.pair(half);
                pair.references += 1;
                if pair.references == 1 {
                    self.unlink(half);
                }
            }
        }
        *self.pair(added) = Pair { left, right: code, live: true, ..Pair::default() };
        self.link(added);
        Some(added)
    }

    #[inline]
    fn pair(&mut self, code: u16) -> &mut Pair {
        &mut self.pairs[usize::from(code) % CODES]
    }

    /// Puts a pair in as the most recently used of those without references.
    #[inline]
    fn link(&mut self, code: u16) {
        let newest = std::mem::replace(&mut self.pair(0).older, code);
        self.pair(newest).newer = code;
        let pair = self.pair(code);
        (pair.newer, pair.older) = (0, newest);
    }

    #[inline]
    fn unlink(&mut self, code: u16) {
        let Pair { newer, older, .. } = *self.pair(code);
        self.pair(older).newer = newer;
        self.pair(newer).older = older;
    }
}

/// Strings of codes, handed out piece by piece: a string can be longer than any memory.
pub(super) struct Unpairing {
    pairs: Pairs,
    /// Halves still to be handed out, the next one last. A pair refers only to older ones, so that there are never more
    /// than there are codes.
    waiting: Vec<u16>,
}

impl Unpairing {
    pub(super) fn new() -> Unpairing {
        Unpairing { pairs: Pairs::new(), waiting: Vec::with_capacity(CODES) }
    }

    /// Takes a code; false when it has no string.
    #[inline]
    pub(super) fn take(&mut self, code: u16) -> bool {
        self.pairs.make_room();
        if !self.pairs.has(code) {
            return false;
        }
        self.waiting.push(code);
        self.pairs.take(code);
        true
    }

    /// Hands out the next characters of the last code's string, `most` at most; whether that was all of it.
    #[inline]
    pub(super) fn hand_out(&mut self, sink: &mut Sink, most: usize) -> Result<bool, Wrong> {
        for _ in 0..most {
            let Some(mut code) = self.waiting.pop() else { return Ok(true) };
            while code >= FIRST {
                let (left, right) = self.pairs.halves(code);
                self.waiting.push(right);
                code = left;
            }
            sink.leaf(code)?;
        }
        Ok(self.waiting.is_empty())
    }
}
