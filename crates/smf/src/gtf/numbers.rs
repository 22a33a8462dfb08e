//! Numbers that are missing between those of records, also in a range of a file that is read by itself.
//!
//! What a number says depends on the highest before it. Where that is not known, the first numbers are kept, until what
//! follows is the same whichever it was: then a range can be counted behind any other.

use serde::{Deserialize, Serialize};

/// A number that falls by no more than this was written late by another processor; by more, Db2 was started again.
const LATE: u32 = 64;

/// First numbers that are kept of a range at the most.
const EARLY: usize = 4_096;

/// The numbers of one subsystem's records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Numbers {
    /// The highest so far.
    last: u32,
    pub(super) missing: u64,
    /// The first numbers, and how often each follows itself.
    early: Vec<(u32, u32)>,
    /// What the highest may be behind these, by what was before them; of one nothing depends on that any more.
    lasts: Vec<u32>,
    /// What the numbers behind the early ones do to a count of missing ones: add this, then make it this at least.
    added: i64,
    least: u64,
}

/// What a number says.
enum Says {
    Nothing,
    Missing(u64),
    /// One that was counted as missing.
    Late,
}

fn step(last: &mut u32, number: u32) -> Says {
    let ahead = number.wrapping_sub(*last);
    if ahead > 0 && ahead < 1 << 31 {
        *last = number;
        Says::Missing(u64::from(ahead - 1))
    } else if last.wrapping_sub(number) > LATE {
        *last = number;
        Says::Nothing
    } else if ahead != 0 {
        Says::Late
    } else {
        Says::Nothing
    }
}

fn count(missing: &mut u64, says: &Says) {
    match says {
        Says::Nothing => {}
        Says::Missing(more) => *missing += more,
        Says::Late => *missing = missing.saturating_sub(1),
    }
}

impl Numbers {
    /// Counts the next number.
    pub(super) fn add(&mut self, number: u32) {
        if self.lasts.is_empty() {
            // Any other than these before it is left behind by the first number.
            self.lasts = (0..=LATE).map(|ahead| number.wrapping_add(ahead)).collect();
            (self.last, self.early) = (number, vec![(number, 1)]);
            return;
        }
        let says = step(&mut self.last, number);
        count(&mut self.missing, &says);
        if self.lasts.len() == 1 || self.depends() {
            match says {
                Says::Nothing => {}
                Says::Missing(more) => {
                    self.added += more as i64;
                    self.least += more;
                }
                Says::Late => {
                    self.added -= 1;
                    self.least = self.least.saturating_sub(1);
                }
            }
            return;
        }
        match self.early.last_mut() {
            Some((same, times)) if *same == number && *times < u32::MAX => *times += 1,
            _ => self.early.push((number, 1)),
        }
        for last in &mut self.lasts {
            step(last, number);
        }
        self.lasts.sort_unstable();
        self.lasts.dedup();
    }

    /// Whether what was counted may depend on what is before it, in more than can be made up for.
    pub(super) fn depends(&self) -> bool {
        self.lasts.len() > 1 && self.early.len() > EARLY
    }

    /// Counts the numbers of a range behind these.
    pub(super) fn then(&mut self, next: &Numbers) {
        for &(number, times) in &next.early {
            (0..times).for_each(|_| self.add(number));
        }
        if next.lasts.len() == 1 {
            self.missing = self.missing.saturating_add_signed(next.added).max(next.least);
            self.last = next.last;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{EARLY, Numbers};

    fn counted(numbers: &[u32]) -> Numbers {
        let mut counted = Numbers::default();
        numbers.iter().for_each(|number| counted.add(*number));
        counted
    }

    /// Numbers as several processors write them: nearly in order, with losses, repetitions and new beginnings.
    fn numbers() -> impl Strategy<Value = Vec<u32>> {
        let step = prop_oneof![8 => Just(1_i32), 3 => -5..8_i32, 1 => -200..200_i32, 1 => Just(0), 1 => any::<i32>()];
        (any::<u32>(), vec(step, 0..400)).prop_map(|(first, steps)| {
            let add = |number: &mut u32, step: i32| {
                *number = number.wrapping_add_signed(step);
                Some(*number)
            };
            steps.into_iter().scan(first, add).collect()
        })
    }

    proptest! {
        #[test]
        fn ranges_are_counted_as_one_reading_counts(numbers in numbers(), cuts in vec(0..400_usize, 0..4)) {
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(numbers.len())).collect();
            cuts.extend([0, numbers.len()]);
            cuts.sort_unstable();
            let mut ranges = cuts.windows(2).map(|pair| counted(&numbers[pair[0]..pair[1]]));
            let mut all = ranges.next().unwrap_or_default();
            for range in ranges {
                prop_assert!(!range.depends());
                all.then(&range);
            }
            let expected = counted(&numbers);
            prop_assert_eq!((all.missing, all.last), (expected.missing, expected.last));
        }
    }

    #[test]
    fn few_of_the_first_numbers_are_kept() {
        assert!(counted(&(0..100_000).collect::<Vec<u32>>()).early.len() < 100);
        assert_eq!(counted(&[0; 100_000]).early, [(0, 100_000)]);
        let no_order: Vec<u32> = (0..10_000).map(|n| n % 2).collect();
        let counted = counted(&no_order);
        assert!(counted.depends() && counted.early.len() <= EARLY + 1);
    }
}
