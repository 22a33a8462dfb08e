//! Segments to records: put together by their number, and handed out in the order in which the records began.
//!
//! Segments of several agents lie between each other. A record that waits for its last segment holds back those that
//! began after it, so that they stay in order; how much may wait is bounded, and the one that waits longest is given up.

use std::collections::{HashMap, VecDeque};

use xxhash_rust::xxh3::Xxh3;

use crate::damage::{Damage, DamageLog};
use crate::problem::Problem;

use super::header::{Header, Key, Part};

/// Bytes of the longest record that segments are put together to: what Db2 could write to SMF, and a GTF header.
const LONGEST: usize = 65_535;

/// Bytes that may wait for a last segment, of all records together.
pub(super) const WAITING: usize = 1 << 20;

/// A record in the order in which it began.
struct Place {
    offset: u64,
    key: Key,
    bytes: Vec<u8>,
    open: bool,
    segments: u32,
    /// Given up: its damage is counted already.
    dead: bool,
}

/// A record, its segments put together.
pub(super) struct Whole {
    pub(super) offset: u64,
    pub(super) key: Key,
    pub(super) segments: u32,
    pub(super) bytes: Vec<u8>,
}

/// Records of which segments are still to come, and those that began after them.
#[derive(Default)]
pub(super) struct Segments {
    places: VecDeque<Place>,
    /// Number of the first of `places` among all there ever were.
    first: u64,
    open: HashMap<Key, u64>,
    waiting: usize,
}

impl Segments {
    /// Takes the next record of Db2 in the file: a segment or a whole record.
    pub(super) fn add(&mut self, header: &Header, record: &[u8], offset: u64, log: &mut DamageLog) {
        let segment = match header.segment(record) {
            Ok(segment) => segment,
            Err(Problem { expected, found }) => return log.add(damage(offset, record.len(), expected, found)),
        };
        let key = segment.key;
        match segment.part {
            Part::Whole => self.push(offset, key, record, false),
            Part::First => {
                if let Some(index) = self.open.remove(&key) {
                    let found = "another first segment of its number".to_owned();
                    self.give_up(index, "its last segment", found, log);
                }
                self.open.insert(key, self.first + self.places.len() as u64);
                self.push(offset, key, record, true);
            }
            Part::Middle | Part::Last => {
                let place = self.open.get(&key).and_then(|index| self.places.get_mut((index - self.first) as usize));
                let Some(place) = place else {
                    let expected = format!("the first segment of record {} before this one", key.sequence);
                    return log.add(damage(offset, record.len(), expected, "none".to_owned()));
                };
                let data = record.get(header.length..).unwrap_or_default();
                place.bytes.extend_from_slice(data);
                place.segments += 1;
                self.waiting += data.len();
                let too_long = place.bytes.len() > LONGEST;
                if segment.part == Part::Last || too_long {
                    let index = self.open.remove(&key).unwrap_or_default();
                    let place = &mut self.places[(index - self.first) as usize];
                    place.open = false;
                    if too_long {
                        let found = format!("{} and more", place.bytes.len());
                        self.give_up(index, "at most 65,535 bytes", found, log);
                    }
                }
            }
        }
        while self.waiting > WAITING && !self.open.is_empty() {
            let Some(index) = self.open.values().min().copied() else { break };
            let key = self.places[(index - self.first) as usize].key;
            self.open.remove(&key);
            self.give_up(index, "its last segment", format!("none in the next {WAITING} bytes"), log);
            if index == self.first {
                break; // what it held back can go now
            }
        }
    }

    fn push(&mut self, offset: u64, key: Key, record: &[u8], open: bool) {
        self.waiting += record.len();
        self.places.push_back(Place { offset, key, bytes: record.to_vec(), open, segments: 1, dead: false });
    }

    /// Counts a record that will not be whole as damage.
    fn give_up(&mut self, index: u64, expected: &str, found: String, log: &mut DamageLog) {
        let Some(place) = self.places.get_mut((index - self.first) as usize) else { return };
        let expected = format!("record {}, of {} segments so far, with {expected}", place.key.sequence, place.segments);
        log.add(damage(place.offset, place.bytes.len(), expected, found));
        self.waiting -= place.bytes.len();
        place.bytes = Vec::new();
        (place.open, place.dead) = (false, true);
    }

    /// The next record that is whole and held back by none.
    pub(super) fn next(&mut self) -> Option<Whole> {
        loop {
            self.places.front().filter(|place| !place.open)?;
            let place = self.places.pop_front()?;
            self.first += 1;
            self.waiting -= place.bytes.len();
            if !place.dead {
                let Place { offset, key, segments, bytes, .. } = place;
                return Some(Whole { offset, key, segments, bytes });
            }
        }
    }

    /// The records that are whole, in order, as far as they are there.
    pub(super) fn whole(&self) -> impl Iterator<Item = &[u8]> + Clone {
        self.places.iter().filter(|place| !place.open && !place.dead).map(|place| place.bytes.as_slice())
    }

    /// No segment will come any more: what is not whole is damage.
    pub(super) fn end(&mut self, log: &mut DamageLog) {
        let mut open: Vec<u64> = self.open.drain().map(|(_, index)| index).collect();
        open.sort_unstable();
        for index in open {
            self.give_up(index, "its last segment", "the end of the file".to_owned(), log);
        }
    }

    /// Adds all that records which come depend on.
    pub(super) fn digest(&self, hash: &mut Xxh3) {
        for Place { offset, key, bytes, open, segments, dead } in &self.places {
            hash.update(&offset.to_be_bytes());
            hash.update(&key.address_space);
            hash.update(&key.subsystem);
            hash.update(&key.sequence.to_be_bytes());
            hash.update(&segments.to_be_bytes());
            hash.update(&[u8::from(*open), u8::from(*dead)]);
            hash.update(&(bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
    }

    /// Bytes that wait.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }
}

/// Damage of a GTF record.
pub(super) fn damage(offset: u64, length: usize, expected: String, found: String) -> Damage {
    Damage { offset, length: length as u64, record_type: None, subtype: None, expected, found }
}
