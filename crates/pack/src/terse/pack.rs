//! PACK: strings that grow by a character, on a list of the least recently used.
//!
//! After each code the least recently used string is made anew: the string just sent, and the first character of the one
//! that follows. Using a string uses all that it begins with, so the last of the list is the beginning of no other.

use super::records::{Sink, Wrong};
use super::{CODES, FIRST};

/// Code of a blank in EBCDIC.
const BLANK: u16 = 0x41;

#[derive(Clone, Copy, Default)]
struct Entry {
    /// The string without its last character.
    parent: u16,
    /// Its last character.
    last: u16,
    /// The circle through entry 0, most recently used first.
    newer: u16,
    older: u16,
}

/// The strings there are.
pub(super) struct Suffixes {
    entries: Box<[Entry; CODES]>,
    /// The string whose last character is the first of the next.
    open: u16,
    /// The characters of a string, last one first.
    string: Vec<u16>,
}

impl Suffixes {
    pub(super) fn new() -> Suffixes {
        let last = CODES as u16 - 1;
        let mut entries = Box::new([Entry::default(); CODES]);
        for code in FIRST..=last {
            entries[usize::from(code)] =
                Entry { parent: code - 1, last: BLANK, newer: code - 1, older: (code + 1) % CODES as u16 };
        }
        entries[usize::from(FIRST)].parent = BLANK;
        entries[usize::from(FIRST)].newer = 0;
        entries[0] = Entry { older: FIRST, newer: last, ..Entry::default() };
        Suffixes { entries, open: 0, string: Vec::with_capacity(CODES) }
    }

    /// The string that the next code will make anew; that code cannot stand for it.
    pub(super) fn oldest(&self) -> u16 {
        self.entries[0].newer
    }

    /// What a string is made of: its beginning and its last character.
    pub(super) fn parts(&self, code: u16) -> (u16, u16) {
        let entry = self.entries[usize::from(code) % CODES];
        (entry.parent, entry.last)
    }

    /// Takes a code and hands out its string; false when it has none. A string has at most as many characters as there are
    /// codes.
    #[inline]
    pub(super) fn take(&mut self, code: u16, sink: &mut Sink) -> Result<bool, Wrong> {
        let oldest = self.oldest();
        if code == oldest || code == 0 {
            return Ok(false);
        }
        self.use_again(oldest);
        self.string.clear();
        let mut at = code;
        while at >= FIRST {
            let entry = self.entries[usize::from(at) % CODES];
            self.string.push(at);
            self.use_again(at);
            at = entry.parent;
        }
        self.entries[usize::from(self.open) % CODES].last = at;
        self.open = oldest;
        self.entries[usize::from(oldest) % CODES].parent = code;
        sink.leaf(at)?;
        for &code in self.string.iter().rev() {
            sink.leaf(self.entries[usize::from(code) % CODES].last)?;
        }
        Ok(true)
    }

    /// Puts an entry to the front of the list.
    #[inline]
    fn use_again(&mut self, code: u16) {
        let Entry { newer, older, .. } = self.entries[usize::from(code) % CODES];
        self.entries[usize::from(newer) % CODES].older = older;
        self.entries[usize::from(older) % CODES].newer = newer;
        let front = self.entries[0].older;
        let entry = &mut self.entries[usize::from(code) % CODES];
        (entry.newer, entry.older) = (0, front);
        self.entries[usize::from(front) % CODES].newer = code;
        self.entries[0].older = code;
    }
}
