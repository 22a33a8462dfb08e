//! Which pages are in the sample: those whose hash is below a share of its range.

use crate::reference::{Chunk, Columns};
use crate::simd::{InstructionSet, Isa, dispatch, hash};

/// The share of the pages that are sampled: above 0, at most 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Rate(f64);

/// Not a sampling rate.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("expected a sampling rate above 0 and at most 1, found {found}; 0.01 samples one page in a hundred")]
pub struct RateError {
    /// The number given.
    pub found: f64,
}

impl Rate {
    /// The rate, if it is one.
    pub fn new(rate: f64) -> Result<Rate, RateError> {
        if rate > 0.0 && rate <= 1.0 { Ok(Rate(rate)) } else { Err(RateError { found: rate }) }
    }

    /// Above 0, at most 1.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// Chooses the pages of a sample. The same rate and seed choose the same pages.
#[derive(Debug, Clone, Copy)]
pub struct PageFilter {
    seed: u64,
    /// Hashes up to here are in the sample.
    last: u64,
    set: InstructionSet,
}

impl PageFilter {
    /// A filter for this share of all pages.
    pub fn new(rate: Rate, seed: u64) -> PageFilter {
        // A float cast saturates: rate 1 is all hashes.
        let last = (rate.get() * 2f64.powi(64)) as u64;
        let seed = seed.wrapping_add(1).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        PageFilter { seed, last: last.saturating_sub(u64::from(last != u64::MAX)), set: InstructionSet::best() }
    }

    /// The same filter on another instruction set; the best below it where the machine lacks it.
    pub fn on(mut self, set: InstructionSet) -> PageFilter {
        self.set = set.supported();
        self
    }

    /// Appends those references whose page is in the sample.
    pub fn append_sampled(&self, references: Columns<'_>, sample: &mut Chunk) {
        let filter = self;
        dispatch!(
            self.set,
            append_sampled,
            (filter: &PageFilter, references: Columns<'_>, sample: &mut Chunk)
        );
    }

    /// One of 16 parts of the sample: the part of this page.
    pub(super) fn part(&self, page: u64) -> usize {
        (hash(page, self.seed).wrapping_mul(0xA24B_AED4_963E_E407) >> 60) as usize
    }
}

#[inline(always)]
fn append_sampled<I: Isa>(_: I, filter: &PageFilter, references: Columns<'_>, sample: &mut Chunk) {
    let (eights, rest) = references.pages().as_chunks::<8>();
    let touches = references.touches();
    for (index, eight) in eights.iter().enumerate() {
        let mut sampled = I::hashed_up_to(eight, filter.seed, filter.last);
        while sampled != 0 {
            let at = sampled.trailing_zeros() as usize;
            sampled &= sampled - 1;
            sample.push(eight[at], touches[8 * index + at]);
        }
    }
    for (page, touch) in rest.iter().zip(&touches[8 * eights.len()..]) {
        if hash(*page, filter.seed) <= filter.last {
            sample.push(*page, *touch);
        }
    }
}
