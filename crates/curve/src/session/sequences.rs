//! Records lost from a trace of Db2: gaps in their numbers.
//!
//! A record has two numbers: among those of its IFCID (QWHSISEQ) and among all that were written to its destination
//! (QWHSWSEQ). Gaps in the former are lost records; in the latter also records that were left out of the file, so that
//! it only counts where the former is not filled. More than 2 % missing is refused, as IBM's Buffer Pool Analyzer does.

use std::collections::HashMap;
use std::fmt;

/// A number that falls by no more than this belongs to a record that another processor wrote late: it is not lost.
const LATE: u32 = 64;

/// Why the records of a trace are refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SequencesError {
    /// A record stands there twice.
    #[error("{place}: expected the next record, found number {number} again; give each file once")]
    Again {
        /// Where it stands the second time.
        place: String,
        /// Its number.
        number: u32,
    },
    /// Records of several subsystems.
    #[error("{place}: expected the trace of one Db2, found {}; choose one with --subsystem", found.join(" and "))]
    Several {
        /// The first record of another one.
        place: String,
        /// The subsystems.
        found: Vec<String>,
    },
    /// Too many are missing.
    #[error(
        "{missing}. At most {:.1} % may be, or the curve is that of another workload: trace a shorter time, with \
         larger SMF buffers, or raise the limit with --lost-limit",
        100.0 * limit
    )]
    Incomplete {
        /// What is missing.
        missing: Missing,
        /// The share that may be.
        limit: f64,
    },
}

/// What is missing from a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Missing {
    /// Records that are there.
    pub records: u64,
    /// Records whose numbers are missing.
    pub lost: u64,
    /// Records that were damaged.
    pub damaged: u64,
    /// The record behind the first gap.
    pub first_gap: Option<String>,
}

impl Missing {
    /// Records that there should be.
    fn expected(&self) -> u64 {
        self.records.saturating_add(self.lost).saturating_add(self.damaged)
    }

    /// The share of the records that is missing.
    pub fn share(&self) -> f64 {
        self.lost.saturating_add(self.damaged) as f64 / self.expected().max(1) as f64
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} of {} records of IFCID 198 are missing ({:.2} %): {} lost, {} damaged",
            self.lost.saturating_add(self.damaged),
            self.expected(),
            100.0 * self.share(),
            self.lost,
            self.damaged,
        )?;
        match &self.first_gap {
            Some(place) => write!(out, "; the first gap is before {place}"),
            None => Ok(()),
        }
    }
}

/// Numbers of records, by which lost ones are found.
#[derive(Debug, Default)]
pub struct Sequences {
    by_subsystem: HashMap<String, Sequence>,
    records: u64,
    damaged: u64,
    first_gap: Option<String>,
}

#[derive(Debug, Default)]
struct Sequence {
    last: Option<(u32, u32)>,
    /// Records missing between two numbers: of the IFCID, of the destination.
    lost: [u64; 2],
    moves: bool,
}

impl Sequences {
    /// Notes the two numbers of a record, of the IFCID and of the destination. `place` says where it is.
    pub fn note(
        &mut self,
        subsystem: &str,
        (ifcid, destination): (u32, u32),
        place: impl Fn() -> String,
    ) -> Result<(), SequencesError> {
        self.records += 1;
        if !self.by_subsystem.contains_key(subsystem) {
            self.by_subsystem.insert(subsystem.to_owned(), Sequence::default());
            self.expect_one(&place)?;
        }
        let Some(sequence) = self.by_subsystem.get_mut(subsystem) else { return Ok(()) };
        let Some((ifcid_before, destination_before)) = sequence.last else {
            sequence.last = Some((ifcid, destination));
            return Ok(());
        };
        if (ifcid, destination) == (ifcid_before, destination_before) && (ifcid, destination) != (0, 0) {
            return Err(SequencesError::Again { place: place(), number: ifcid });
        }
        sequence.moves |= ifcid != ifcid_before;
        let (lost_ifcid, ifcid) = step(ifcid_before, ifcid, &mut sequence.lost[0]);
        let (lost_destination, destination) = step(destination_before, destination, &mut sequence.lost[1]);
        sequence.last = Some((ifcid, destination));
        let gap = if sequence.moves { lost_ifcid } else { lost_destination };
        if gap && self.first_gap.is_none() {
            self.first_gap = Some(place());
        }
        Ok(())
    }

    /// Notes records that were damaged, the first of them at `place`.
    pub fn note_damaged(&mut self, records: u64, place: Option<String>) {
        self.damaged = self.damaged.saturating_add(records);
        self.first_gap = self.first_gap.take().or(place);
    }

    fn expect_one(&self, place: impl Fn() -> String) -> Result<(), SequencesError> {
        if self.by_subsystem.len() == 1 {
            return Ok(());
        }
        let mut found: Vec<String> = self.by_subsystem.keys().cloned().collect();
        found.sort_unstable();
        Err(SequencesError::Several { place: place(), found })
    }

    /// What is missing, if anything is; refuses a trace of which more than `limit` is.
    pub fn finish(&self, limit: f64) -> Result<Option<Missing>, SequencesError> {
        let lost: u64 = self.by_subsystem.values().map(|s| s.lost[usize::from(!s.moves)]).sum();
        if lost == 0 && self.damaged == 0 {
            return Ok(None);
        }
        let missing = Missing { records: self.records, lost, damaged: self.damaged, first_gap: self.first_gap.clone() };
        if missing.share() > limit { Err(SequencesError::Incomplete { missing, limit }) } else { Ok(Some(missing)) }
    }
}

/// From one number to the next: whether records are missing between them, and the highest number so far.
fn step(before: u32, now: u32, lost: &mut u64) -> (bool, u32) {
    let (ahead, behind) = (now.wrapping_sub(before), before.wrapping_sub(now));
    match ahead {
        0 => (false, before),
        1..0x8000_0000 => {
            *lost += u64::from(ahead - 1);
            (ahead > 1, now)
        }
        _ if behind <= LATE => {
            *lost = lost.saturating_sub(1);
            (false, before)
        }
        // It fell: Db2 was started again, and its time is checked elsewhere.
        _ => (false, now),
    }
}
