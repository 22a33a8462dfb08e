//! The first touches of a trace, in order: how each was accessed.
//!
//! A pool of so many pages knows nothing of what it held before the trace until as many different
//! pages were touched: of the first touches, those that number less are unknown, by access type.
//! Two bits a page tell how many of each type they are.

use crate::reference::{Access, ByAccess};
use crate::units::References;

/// Access types in a word: two bits each.
const IN_WORD: u64 = 32;

/// First touches by access type, in the order of the trace.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct FirstTouches {
    counts: ByAccess<References>,
    len: u64,
    words: Vec<u64>,
}

impl FirstTouches {
    #[inline(always)]
    pub(super) fn push(&mut self, access: Access) {
        let place = self.len % IN_WORD;
        if place == 0 {
            self.words.push(0);
        }
        if let Some(word) = self.words.last_mut() {
            *word |= (access as u64) << (2 * place);
        }
        self.len += 1;
        self.counts[access] += References(1);
    }

    /// How many there are, by access type.
    pub(super) fn counts(&self) -> ByAccess<References> {
        self.counts
    }

    /// Their access types, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = Access> {
        (0..self.len).map(|index| {
            let code = self.words[(index / IN_WORD) as usize] >> (2 * (index % IN_WORD)) & 0b11;
            Access::ALL[code as usize]
        })
    }
}

impl FromIterator<Access> for FirstTouches {
    fn from_iter<T: IntoIterator<Item = Access>>(accesses: T) -> FirstTouches {
        let mut touches = FirstTouches::default();
        accesses.into_iter().for_each(|access| touches.push(access));
        touches
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn access_types_come_back_in_their_order() {
        let accesses: Vec<Access> = (0..1000_usize).map(|index| Access::ALL[index * index % 7 % 4]).collect();
        let touches: FirstTouches = accesses.iter().copied().collect();
        assert_eq!(touches.iter().collect::<Vec<_>>(), accesses);
        for access in Access::ALL {
            assert_eq!(touches.counts()[access].0, accesses.iter().filter(|other| **other == access).count() as u64);
        }
    }
}
