//! Records lost from a trace of Db2: gaps in their numbers.
//!
//! A record has two numbers: among those of its IFCID (QWHSISEQ) and among all that were written to its destination
//! (QWHSWSEQ). Gaps in the former are lost records; in the latter also records that were left out of the file, so that
//! it only counts where the former is not filled. More than 2 % missing is refused, as IBM's Buffer Pool Analyzer does.

use std::collections::HashMap;

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
        let Some((ifcid_before, destination_before)) = sequence.last.replace((ifcid, destination)) else {
            return Ok(());
        };
        if (ifcid, destination) == (ifcid_before, destination_before) && (ifcid, destination) != (0, 0) {
            return Err(format!(
                "{}: expected the next record, found number {ifcid} again; give each file once",
                place()
            ));
        }
        sequence.moves |= ifcid != ifcid_before;
        let mut gap = 0;
        for (lost, (now, before)) in
            sequence.lost.iter_mut().zip([(ifcid, ifcid_before), (destination, destination_before)])
        {
            let missing = now.wrapping_sub(before).wrapping_sub(1);
            // Half the range or more is a number that fell: Db2 was started again, and its time is checked elsewhere.
            if missing < 1 << 31 {
                *lost += u64::from(missing);
                gap = gap.max(if now == ifcid || !sequence.moves { missing } else { 0 });
            }
        }
        if gap > 0 && self.first_gap.is_none() {
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
