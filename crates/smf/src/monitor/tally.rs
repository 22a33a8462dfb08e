//! What is counted of the tasks of one transaction in a quarter of an hour.

use serde::{Deserialize, Serialize};

use crate::monitoring::histogram::Histogram;

/// A record among those that are counted: where it stands, and when SMF wrote it as its header has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct First {
    pub(super) offset: u64,
    pub(super) written: [u8; 8],
}

/// What is counted of a bin.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Tally {
    /// The first record in the file, whichever was met first.
    pub(super) first: First,
    /// The program that its tasks began with, as the bytes of a number; of several the last, 0 where there is none.
    pub(super) program: u64,
    pub(super) tasks: u64,
    pub(super) records: u64,
    pub(super) unfinished: u64,
    pub(super) abends: u64,
    pub(super) inconsistent: u64,
    pub(super) response: u64,
    pub(super) response_peak: u64,
    pub(super) response_square: u128,
    pub(super) cpu_peak: u64,
    pub(super) cpu_square: u128,
    pub(super) histograms: [Histogram; 2],
    pub(super) sums: Box<[u64]>,
    /// Of fields of the user.
    pub(super) users: Box<[u64]>,
}

/// TOD clock units as microseconds.
fn micros(units: u64) -> u64 {
    units >> 12
}

impl Tally {
    /// Nothing counted; `first` is the first record, `slots` how many measures fields have, `users` those
    /// of the user.
    pub(super) fn new(first: First, slots: usize, users: usize) -> Tally {
        Tally {
            first,
            program: 0,
            tasks: 0,
            records: 0,
            unfinished: 0,
            abends: 0,
            inconsistent: 0,
            response: 0,
            response_peak: 0,
            response_square: 0,
            cpu_peak: 0,
            cpu_square: 0,
            histograms: Default::default(),
            sums: vec![0; slots].into_boxed_slice(),
            users: vec![0; users].into_boxed_slice(),
        }
    }

    /// Counts a task.
    pub(super) fn task(&mut self, response: u64, cpu: u64, abend: bool) {
        self.tasks += 1;
        self.abends += u64::from(abend);
        self.response = self.response.wrapping_add(response);
        self.response_peak = self.response_peak.max(response);
        self.response_square += u128::from(micros(response)).pow(2);
        self.cpu_peak = self.cpu_peak.max(cpu);
        self.cpu_square += u128::from(micros(cpu)).pow(2);
        self.histograms[0].add(response);
        self.histograms[1].add(cpu);
    }

    /// Adds what another counted; `peaks` says which of the sums are the most of a task.
    pub(super) fn merge(&mut self, other: &Tally, peaks: &[bool]) {
        self.first = self.first.min(other.first);
        self.program = self.program.max(other.program);
        self.tasks += other.tasks;
        self.records += other.records;
        self.unfinished += other.unfinished;
        self.abends += other.abends;
        self.inconsistent += other.inconsistent;
        self.response = self.response.wrapping_add(other.response);
        self.response_peak = self.response_peak.max(other.response_peak);
        self.response_square += other.response_square;
        self.cpu_peak = self.cpu_peak.max(other.cpu_peak);
        self.cpu_square += other.cpu_square;
        self.histograms.iter_mut().zip(&other.histograms).for_each(|(ours, theirs)| ours.merge(theirs));
        for (ours, theirs) in self.users.iter_mut().zip(&other.users) {
            *ours = ours.wrapping_add(*theirs);
        }
        for ((ours, theirs), peak) in self.sums.iter_mut().zip(&other.sums).zip(peaks) {
            *ours = if *peak { (*ours).max(*theirs) } else { ours.wrapping_add(*theirs) };
        }
    }
}
