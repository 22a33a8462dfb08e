//! Records lost from a trace of Db2: gaps in their numbers.
//!
//! A record has two numbers: among those of its IFCID (QWHSISEQ) and among all that were written to its destination
//! (QWHSWSEQ). Gaps in the former are lost records; in the latter also records that were left out of the file, so that
//! it only counts where the former is not filled. More than 2 % missing is refused, as IBM's Buffer Pool Analyzer does.

use std::collections::HashMap;

/// A number that falls by no more than this belongs to a record that another processor wrote late: it is not lost.
const LATE: u32 = 64;

/// Numbers of records, by which lost ones are found.
#[derive(Default)]
pub(super) struct Sequences {
    by_subsystem: HashMap<String, Sequence>,
    records: u64,
    pub(super) damaged: u64,
    pub(super) first_gap: Option<String>,
}

#[derive(Default)]
struct Sequence {
    last: Option<(u32, u32)>,
    /// Records missing between two numbers: of the IFCID, of the destination.
    lost: [u64; 2],
    moves: bool,
}

impl Sequences {
    /// Notes the two numbers of a record. `place` says where it is.
    pub(super) fn note(
        &mut self,
        subsystem: &str,
        (ifcid, destination): (u32, u32),
        place: impl Fn() -> String,
    ) -> Result<(), String> {
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
            return Err(format!(
                "{}: expected the next record, found number {ifcid} again; give each file once",
                place()
            ));
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

    fn expect_one(&self, place: impl Fn() -> String) -> Result<(), String> {
        if self.by_subsystem.len() == 1 {
            return Ok(());
        }
        let mut found: Vec<&str> = self.by_subsystem.keys().map(String::as_str).collect();
        found.sort_unstable();
        Err(format!(
            "{}: expected the trace of one Db2, found {}; choose one with --subsystem",
            place(),
            found.join(" and ")
        ))
    }

    /// Refuses a trace of which more than `limit` is missing; says what is missing otherwise.
    pub(super) fn finish(&self, limit: f64) -> Result<Vec<String>, String> {
        let lost: u64 = self.by_subsystem.values().map(|s| s.lost[usize::from(!s.moves)]).sum();
        let missing = lost + self.damaged;
        if missing == 0 {
            return Ok(Vec::new());
        }
        let share = missing as f64 / (self.records + missing) as f64;
        let what = format!(
            "{missing} of {} records of IFCID 198 are missing ({:.2} %): {lost} lost, {} damaged{}",
            self.records + missing,
            100.0 * share,
            self.damaged,
            self.first_gap.as_ref().map_or(String::new(), |place| format!("; the first gap is before {place}")),
        );
        if share > limit {
            return Err(format!(
                "{what}. At most {:.1} % may be, or the curve is that of another workload: trace a shorter time, with \
                 larger SMF buffers, or raise the limit with --lost-limit",
                100.0 * limit
            ));
        }
        Ok(vec![what])
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
