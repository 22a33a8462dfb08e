//! When the slots are used up: pages that are resident in some pool move to the first slots, in
//! the same order; all others are forgotten, which changes nothing, since a reference to them
//! misses in every pool either way. So memory depends on the largest pool, not on the trace.

use super::chains::{Chains, Class};
use super::group::{ABSENT, LruGroup};
use super::marks::NONE;

/// Slots for each page kept: more make compactions rarer and the bitmaps larger.
const SLOTS_PER_PAGE: usize = 3;

impl LruGroup {
    /// Makes room for that many references.
    pub(super) fn compact(&mut self, references: usize) {
        let ranks = Ranks::new(&self.chains, self.first_resident());
        let slots = (ranks.kept * SLOTS_PER_PAGE).max(ranks.kept + 2 * references);
        // Slots are u32, and the two largest mean something else.
        let slots = slots.min(NONE as usize - 64);
        let mut chains = self.chains.successor(slots);
        for (word, kept) in ranks.words.iter().enumerate() {
            let mut kept = *kept;
            while kept != 0 {
                let slot = word as u32 * 64 + kept.trailing_zeros();
                kept &= kept - 1;
                let random = self.chains.random_at(slot);
                chains.append(random, !random);
            }
        }
        let renumber = |slot: u32| if slot == ABSENT { None } else { ranks.of(slot) };
        if self.map.len() > 2 * ranks.kept {
            self.map.retain(renumber);
        } else {
            for slot in self.map.values_mut() {
                *slot = renumber(*slot).unwrap_or(ABSENT);
            }
        }
        for class in [Class::Random, Class::Sequential] {
            for oldest in &mut self.marks.oldest[class as usize].0 {
                if *oldest != NONE {
                    *oldest = ranks.of(*oldest).unwrap_or(NONE);
                }
            }
        }
        self.marks.renumbered();
        let before = std::mem::replace(&mut self.chains, chains);
        self.chains.reuse(before);
    }

    /// The lowest watermark of each class.
    fn first_resident(&self) -> [u32; 2] {
        [Class::Random, Class::Sequential]
            .map(|class| self.marks.oldest[class as usize].0.iter().copied().min().unwrap_or(NONE))
    }
}

/// Slots kept, and how many before each.
struct Ranks {
    words: Vec<u64>,
    before: Vec<u32>,
    kept: usize,
}

impl Ranks {
    fn new(chains: &Chains, first: [u32; 2]) -> Ranks {
        let mut ranks = Ranks { words: Vec::new(), before: Vec::new(), kept: 0 };
        for word in 0..chains.words[0].len() {
            let mut kept = 0;
            for (words, &first) in chains.words.iter().zip(&first) {
                let from = (u64::from(first)).saturating_sub(word as u64 * 64);
                kept |= words[word] & if from < 64 { u64::MAX << from } else { 0 };
            }
            ranks.words.push(kept);
            ranks.before.push(ranks.kept as u32);
            ranks.kept += kept.count_ones() as usize;
        }
        ranks
    }

    fn of(&self, slot: u32) -> Option<u32> {
        let (word, bit) = (slot as usize >> 6, slot & 63);
        let kept = self.words[word];
        (kept >> bit & 1 != 0).then(|| self.before[word] + (kept & ((1 << bit) - 1)).count_ones())
    }
}
