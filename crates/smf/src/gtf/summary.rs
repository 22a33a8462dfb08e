//! What a GTF file holds besides its records as those of SMF: control records, other events, losses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ebcdic, number, time};

use super::base::Base;
use super::header::{Key, TIME_AT};
use super::numbers::Numbers;

/// Subsystems and events told apart in one file: more is no trace that anybody took.
const TOLD_APART: usize = 256;

/// Records of one event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The identifier, in hexadecimal digits.
    pub event: String,
    /// What it stands for; empty where that is not known.
    pub name: String,
    /// How many there are.
    pub records: u64,
}

/// What one Db2 wrote.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subsystem {
    /// Its name.
    pub name: String,
    /// Records, their segments put together.
    pub records: u64,
    /// First and last time stamp of GTF, microseconds since 1970, UTC.
    pub times: Option<(i64, i64)>,
    numbers: Numbers,
    /// Its name in the records, and which subsystem it is in the order of their first ones.
    id: [u8; 4],
    nth: usize,
}

impl Subsystem {
    /// Numbers (QWGTWSEQ) that are missing between those of its records.
    pub fn missing(&self) -> u64 {
        self.numbers.missing
    }

    /// Adds what a range behind has of it.
    fn then(&mut self, next: &Subsystem) {
        self.records += next.records;
        self.times = match (self.times, next.times) {
            (Some((first, last)), Some((other, latest))) => Some((first.min(other), last.max(latest))),
            (ours, theirs) => ours.or(theirs),
        };
        self.numbers.then(&next.numbers);
    }
}

/// What a GTF file holds.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GtfSummary {
    /// What the offsets of sections count from, found in the first records; none where no record was there.
    pub counted_from: Option<String>,
    /// Records of Db2, their segments put together.
    pub records: u64,
    /// Those among them that had several segments.
    pub segmented: u64,
    /// Control records: blocks of trace output.
    pub control: u64,
    /// Events that GTF says it lost, and blocks of events.
    pub lost: (u64, u64),
    /// Records of other events than Db2's.
    pub others: Vec<Event>,
    /// What each Db2 wrote.
    pub subsystems: Vec<Subsystem>,
}

/// Counts what goes into a [`GtfSummary`].
#[derive(Default)]
pub(super) struct Tally {
    pub(super) base: Option<Base>,
    pub(super) control: u64,
    pub(super) lost: (u64, u64),
    records: u64,
    segmented: u64,
    others: BTreeMap<u16, u64>,
    subsystems: BTreeMap<[u8; 4], Subsystem>,
    /// Whether there are more of them than are told apart.
    is_full: bool,
}

impl GtfSummary {
    /// Adds what the next range of the file holds.
    pub(crate) fn then(&mut self, next: GtfSummary) {
        let GtfSummary { counted_from, records, segmented, control, lost, others, subsystems } = next;
        self.counted_from = self.counted_from.take().or(counted_from);
        self.records += records;
        self.segmented += segmented;
        self.control += control;
        self.lost = (self.lost.0 + lost.0, self.lost.1 + lost.1);
        for other in others {
            match self.others.binary_search_by(|event| event.event.cmp(&other.event)) {
                Ok(at) => self.others[at].records += other.records,
                Err(at) => self.others.insert(at, other),
            }
        }
        let mut subsystems = subsystems;
        subsystems.sort_by_key(|subsystem| subsystem.nth);
        for subsystem in subsystems {
            match self.subsystems.binary_search_by_key(&subsystem.id, |ours| ours.id) {
                Ok(at) => self.subsystems[at].then(&subsystem),
                Err(at) if self.subsystems.len() < TOLD_APART => {
                    let nth = self.subsystems.len();
                    self.subsystems.insert(at, Subsystem { nth, ..subsystem });
                }
                Err(_) => {}
            }
        }
    }
}

impl Tally {
    /// Nothing counted yet, of records laid out by `base`.
    pub(super) fn by(base: Option<Base>) -> Tally {
        Tally { base, ..Tally::default() }
    }

    /// Whether what was counted of a range depends on what is before it.
    pub(super) fn depends(&self) -> bool {
        self.is_full || self.subsystems.values().any(|subsystem| subsystem.numbers.depends())
    }

    /// Counts a record of another event.
    pub(super) fn other(&mut self, event: u16) {
        *self.others.entry(event).or_default() += 1;
    }

    /// Counts a record of Db2.
    pub(super) fn record(&mut self, key: Key, segments: u32, record: &[u8]) {
        self.records += 1;
        self.segmented += u64::from(segments > 1);
        let nth = self.subsystems.len();
        if nth >= TOLD_APART && !self.subsystems.contains_key(&key.subsystem) {
            self.is_full = true;
            return;
        }
        let ours = self.subsystems.entry(key.subsystem);
        let ours = ours.or_insert_with(|| Subsystem { id: key.subsystem, nth, ..Subsystem::default() });
        ours.records += 1;
        let when = record.get(TIME_AT..TIME_AT + 8).map(number::unsigned).and_then(time::tod);
        if let Some(when) = when {
            let (first, last) = ours.times.unwrap_or((when, when));
            ours.times = Some((first.min(when), last.max(when)));
        }
        ours.numbers.add(key.sequence);
    }

    pub(super) fn summary(&self, names: &BTreeMap<u16, String>) -> GtfSummary {
        let event = |(event, records): (&u16, &u64)| Event {
            event: format!("{event:04X}"),
            name: names.get(event).cloned().unwrap_or_default(),
            records: *records,
        };
        let named =
            |(name, subsystem): (&[u8; 4], &Subsystem)| Subsystem { name: ebcdic::decode(name), ..subsystem.clone() };
        GtfSummary {
            counted_from: self.base.map(|base| base.words.to_owned()),
            records: self.records,
            segmented: self.segmented,
            control: self.control,
            lost: self.lost,
            others: self.others.iter().map(event).collect(),
            subsystems: self.subsystems.iter().map(named).collect(),
        }
    }
}
