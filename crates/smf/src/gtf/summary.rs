//! What a GTF file holds besides its records as those of SMF: control records, other events, losses.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{ebcdic, number, time};

use super::base::Base;
use super::header::{Key, TIME_AT};

/// Subsystems and events told apart in one file: more is no trace that anybody took.
const TOLD_APART: usize = 256;

/// A number that falls by no more than this was written late by another processor; by more, Db2 was started again.
const LATE: u32 = 64;

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
    /// Numbers (QWGTWSEQ) that are missing between those of its records.
    pub missing: u64,
    /// First and last time stamp of GTF, microseconds since 1970, UTC.
    pub times: Option<(i64, i64)>,
    last: Option<u32>,
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
}

impl Tally {
    /// Counts a record of another event.
    pub(super) fn other(&mut self, event: u16) {
        *self.others.entry(event).or_default() += 1;
    }

    /// Counts a record of Db2.
    pub(super) fn record(&mut self, key: Key, segments: u32, record: &[u8]) {
        self.records += 1;
        self.segmented += u64::from(segments > 1);
        if self.subsystems.len() >= TOLD_APART && !self.subsystems.contains_key(&key.subsystem) {
            return;
        }
        let ours = self.subsystems.entry(key.subsystem).or_default();
        ours.records += 1;
        let when = record.get(TIME_AT..TIME_AT + 8).map(number::unsigned).and_then(time::tod);
        if let Some(when) = when {
            let (first, last) = ours.times.unwrap_or((when, when));
            ours.times = Some((first.min(when), last.max(when)));
        }
        let Some(last) = ours.last else {
            ours.last = Some(key.sequence);
            return;
        };
        let ahead = key.sequence.wrapping_sub(last);
        if ahead > 0 && ahead < 1 << 31 {
            ours.missing += u64::from(ahead - 1);
            ours.last = Some(key.sequence);
        } else if last.wrapping_sub(key.sequence) > LATE {
            ours.last = Some(key.sequence);
        } else if ahead != 0 {
            ours.missing = ours.missing.saturating_sub(1);
        }
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
