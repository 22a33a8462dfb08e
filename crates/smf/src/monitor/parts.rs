//! Tasks of several performance records: a record is cut at a converse, a syncpoint or after a time, and only the one
//! with type T ends the task.
//!
//! Counters of the parts add up as they are; the response and the CPU time of a task are known when all its parts are.
//! Parts of one task follow each other in time under one task number of a region.

use serde::{Deserialize, Serialize};

use super::bin::Bin;
use super::tally::First;

/// Parts of unfinished tasks that wait for the others, at the most: 44 MB.
pub(super) const MOST: usize = 500_000;

/// Parts that a decoder has before it puts them together with those of the others.
pub(super) const OWN: usize = 65_536;

/// Part of a task.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Part {
    /// Which region it is of, and its number.
    pub(super) group: u32,
    pub(super) task: u64,
    /// When it started and ended, TOD clock.
    pub(super) start: u64,
    pub(super) stop: u64,
    /// Its CPU time, in TOD clock units.
    pub(super) cpu: u64,
    /// Whether it ends its task.
    pub(super) last: bool,
    /// Records that its task had so far, as it says.
    pub(super) records: u64,
    pub(super) abend: bool,
    pub(super) record: First,
    /// Where the task is counted.
    pub(super) bin: Bin,
}

/// A task put together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Whole {
    pub(super) bin: Bin,
    pub(super) response: u64,
    pub(super) cpu: u64,
    pub(super) abend: bool,
    /// The record of its last part.
    pub(super) record: First,
    /// Whether its last part is there.
    pub(super) ended: bool,
}

/// Puts tasks together. With `keep`, those of which parts are missing stay among the parts, for the records to come: those
/// without an end, and those whose last part says that there are more records than are here.
pub(super) fn together(parts: &mut Vec<Part>, keep: bool) -> Vec<Whole> {
    parts.sort_unstable();
    let mut done = Vec::new();
    let mut rest = Vec::new();
    let mut own: Vec<Part> = Vec::new();
    for part in std::mem::take(parts) {
        if own.last().is_some_and(|last| (last.group, last.task) != (part.group, part.task)) {
            rest.append(&mut own);
        }
        let (ends, records) = (part.last, part.records);
        own.push(part);
        if ends && keep && (own.len() as u64) < records {
            rest.append(&mut own);
        } else if ends {
            done.extend(whole(&own));
            own.clear();
        }
    }
    rest.append(&mut own);
    if keep {
        *parts = rest;
        return done;
    }
    let same = |a: &Part, b: &Part| (a.group, a.task) == (b.group, b.task);
    done.extend(rest.chunk_by(same).filter_map(whole));
    done
}

fn whole(parts: &[Part]) -> Option<Whole> {
    let last = parts.last()?;
    Some(Whole {
        bin: last.bin.clone(),
        response: parts.iter().map(|p| p.stop.saturating_sub(p.start)).fold(0, u64::saturating_add),
        cpu: parts.iter().map(|p| p.cpu).fold(0, u64::saturating_add),
        abend: parts.iter().any(|p| p.abend),
        record: last.record,
        ended: last.last,
    })
}
