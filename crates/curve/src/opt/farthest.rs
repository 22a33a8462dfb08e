//! A set of times of which the farthest can be taken: a bitmap with two levels of summary.
//!
//! Each summary bit says that a word below is not zero, so that the farthest member is found in
//! three steps from the word that had it last. Times only ever pass at the front, where a bit is
//! tested and cleared.

/// The set.
pub(super) struct Farthest {
    /// Level 0: a bit per time; levels 1 and 2: a bit per word of the level below.
    levels: [Vec<u64>; 3],
    /// No member is in a top word after this one.
    top: usize,
}

impl Farthest {
    /// An empty set of times below `end`.
    pub(super) fn new(end: usize) -> Farthest {
        let words = end.div_ceil(64).max(1);
        let summary = words.div_ceil(64);
        Farthest { levels: [vec![0; words], vec![0; summary], vec![0; summary.div_ceil(64)]], top: 0 }
    }

    pub(super) fn add(&mut self, time: u32) {
        let mut at = time as usize;
        for level in &mut self.levels {
            level[at >> 6] |= 1 << (at & 63);
            at >>= 6;
        }
        self.top = self.top.max(at);
    }

    /// Takes a time out of the set; whether it was in it.
    pub(super) fn take(&mut self, time: u32) -> bool {
        let mut at = time as usize;
        if self.levels[0][at >> 6] >> (at & 63) & 1 == 0 {
            return false;
        }
        for level in &mut self.levels {
            level[at >> 6] &= !(1 << (at & 63));
            if level[at >> 6] != 0 {
                break;
            }
            at >>= 6;
        }
        true
    }

    /// Takes the farthest time out of the set, if there is one.
    pub(super) fn take_farthest(&mut self) {
        while self.levels[2][self.top] == 0 {
            if self.top == 0 {
                return;
            }
            self.top -= 1;
        }
        let mut at = self.top;
        for level in self.levels.iter().rev() {
            at = at << 6 | (63 - level[at].leading_zeros() as usize);
        }
        self.take(at as u32);
    }
}
