//! Applications and platforms of tasks, by number: 64 bytes each, which most tasks have blank.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::layout::monitoring::CONTEXT;
use crate::monitoring::At;

use super::parts::Part;

/// Bytes of a name.
pub(super) const BYTES: usize = 64;

/// The names that tasks have, application and platform behind each other. The first is number 1.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Contexts {
    pub(super) names: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, u32>,
    /// The last one, as tasks of one application come one after the other.
    last: u32,
}

impl Contexts {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The number of what a performance record has at these places; 0 where that is blank.
    pub(super) fn of(&mut self, places: &[Option<At>], row: &[u8]) -> u32 {
        if places.iter().flatten().all(|at| is_blank(at.of(row))) {
            return 0;
        }
        let mut name = [0x40; BYTES * CONTEXT.len()];
        for (part, place) in name.chunks_exact_mut(BYTES).zip(places) {
            if let Some(bytes) = place.map(|at| at.of(row)).filter(|bytes| bytes.len() == BYTES) {
                part.copy_from_slice(bytes);
            }
        }
        if self.name(self.last) != name {
            self.last = self.number(&name);
        }
        self.last
    }

    /// The number of a name, which it gets where it has none.
    pub(super) fn number(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.names.push(name.to_vec());
        let number = self.names.len() as u32;
        self.numbers.insert(name.to_vec(), number);
        number
    }

    /// The name of a number; nothing of 0.
    pub(super) fn name(&self, number: u32) -> &[u8] {
        number.checked_sub(1).and_then(|at| self.names.get(at as usize)).map_or(&[], Vec::as_slice)
    }

    /// Those that parts of tasks still have, which get their new numbers.
    pub(super) fn only(&self, parts: &mut [Part]) -> Contexts {
        let mut kept = Contexts::default();
        for part in parts.iter_mut().filter(|part| part.bin.context != 0) {
            part.bin.context = kept.number(self.name(part.bin.context));
        }
        kept
    }
}

/// Whether nothing is said: blanks, or zeros.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, 0 | 0x40))
}
