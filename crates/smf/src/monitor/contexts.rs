//! What tasks ran for, by number: an application, its platform, version and operation, which most tasks have blank.

use std::collections::HashMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::layout::monitoring::CONTEXT;
use crate::monitoring::At;
use crate::number;

use super::parts::Part;

/// Bytes of a name: those of all fields of the context.
const BYTES: usize = starts()[CONTEXT.len()];

/// Bytes of those that are numbers.
const NUMBER: usize = 8;

/// The names that tasks have, the fields of the context behind each other. The first is number 1.
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
        let mut name = [0x40; BYTES];
        for (nth, place) in places.iter().enumerate() {
            let part = &mut name[field(nth)];
            match (place.map(|at| at.of(row)), part.len()) {
                (Some(bytes), length) if bytes.len() == length => part.copy_from_slice(bytes),
                (Some(bytes), NUMBER) => part.copy_from_slice(&number::unsigned(bytes).to_be_bytes()),
                _ => {}
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

/// Where the fields begin, and where the last one ends.
const fn starts() -> [usize; CONTEXT.len() + 1] {
    let mut starts = [0; CONTEXT.len() + 1];
    let mut nth = 0;
    while nth < CONTEXT.len() {
        starts[nth + 1] = starts[nth] + CONTEXT[nth].1;
        nth += 1;
    }
    starts
}

/// Where a field of the context stands in a name.
fn field(nth: usize) -> Range<usize> {
    let starts = const { starts() };
    starts[nth]..starts[nth + 1]
}

/// What a field of the context says in a name; nothing where it is not there, or blank. A number may be zero.
pub(super) fn field_of(name: &[u8], nth: usize) -> &[u8] {
    let part = name.get(field(nth)).unwrap_or_default();
    let is_number = part.len() == NUMBER;
    let is_absent = part.iter().all(|byte| *byte == 0x40);
    if is_absent || (!is_number && is_blank(part)) { &[] } else { part }
}

/// Whether nothing is said: blanks, or zeros.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| matches!(byte, 0 | 0x40))
}
