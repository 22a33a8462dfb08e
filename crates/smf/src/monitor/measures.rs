//! Measures: tasks added up by region, transaction and quarter of an hour, as integers, so that the order of the records
//! and the number of decoders make no difference.
//!
//! Memory is bounded by the bins held; when there are too many all become rows, and rows of the same bin that come later
//! add up with them.

mod batches;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::block::{Block, Span};
use crate::layout::Monitoring;
use crate::map::Map;
use crate::monitoring::product::Product;
use crate::monitoring::{At, Marks, Walk, slots, wide};
use crate::number;
use crate::time;

use super::bin::Bin;
use super::contexts::Contexts;
use super::parts::{self, Part};
use super::tally::{First, Tally};

/// Length of an interval: a quarter of an hour, in microseconds.
const INTERVAL: i64 = 900_000_000;

/// Bins held at the most: some 4 KB each.
const MOST: usize = 8_192;

/// CPU beyond dispatch, or parts beyond suspend time, that the grain of the clocks explains: 1 ms, in TOD clock units.
const GRAIN: u64 = 1000 << 12;

/// Where the header of a record has the time at which SMF wrote it: SMFxTME, SMFxDTE.
const WRITTEN: Range<usize> = 6..14;

/// A region in one file and day, and which fields its records have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct Group {
    file: u32,
    day: Option<i32>,
    /// Bytes of the record that tell whose it is: system, and the product section but for what differs record by record.
    identity: Vec<u8>,
    has: Vec<bool>,
    kept_out: u64,
    /// Sums that fields of the user have.
    users: Vec<String>,
}

/// What is counted of all.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Measures {
    groups: BTreeMap<Group, u32>,
    /// Header and product section of a record of each group: but for the time, all its records have the same in them that
    /// becomes a column.
    headers: Vec<(Vec<u8>, Vec<u8>)>,
    bins: Map<Bin, Tally>,
    parts: Vec<Part>,
    contexts: Contexts,
    /// Measures of a bin that fields of monitoring have.
    slots: usize,
    /// Sums of fields of the user, by group.
    users: Vec<usize>,
}

impl Measures {
    /// Whether enough is held to become rows.
    pub(crate) fn is_full(&self) -> bool {
        self.bins.len() >= MOST || self.contexts.len() >= MOST
    }

    /// Whether enough parts of tasks are held to be put together with those that others have.
    pub(crate) fn has_many_parts(&self) -> bool {
        self.parts.len() >= parts::OWN
    }

    /// Adds the tasks of a record.
    pub(crate) fn add(
        &mut self,
        monitoring: &Monitoring,
        (block, span, day): (&Block, Span, Option<i32>),
        product: &Product,
        walk: &Walk,
    ) {
        let record = block.record(span);
        let Ok(rows) = product.rows(record) else { return };
        let group = self.group(block.file, day, record, product, walk);
        let marks = &walk.marks;
        self.slots = slots(monitoring);
        let slots = self.slots;
        let users = walk.users.iter().map(|field| field.sums().len()).sum();
        let written = record.get(WRITTEN).and_then(|b| b.try_into().ok()).unwrap_or_default();
        let record = First { offset: span.offset, written };
        for row in rows.chunks_exact(walk.size) {
            let (start, stop) = (wide(marks.start.of(row)), wide(marks.stop.of(row)));
            let ended = time::tod(stop).unwrap_or_default() + product.local;
            let transaction = marks.transaction.of(row).first_chunk().copied().unwrap_or([0x40; 4]);
            let interval = ended.div_euclid(INTERVAL) as i32;
            let context = self.contexts.of(&marks.context, row);
            let bin = Bin { group, interval, transaction, context };
            let response = stop.saturating_sub(start);
            let clock = |place: &Option<At>| place.map_or(0, |at| at.clock(row));
            let cpu = clock(&marks.cpu);
            let abend = marks.abend.is_some_and(|at| at.of(row).iter().any(|b| *b != 0 && *b != 0x40));
            let odd = marks.dispatch.is_some() && cpu > clock(&marks.dispatch).saturating_add(GRAIN)
                || marks.suspend.is_some()
                    && marks.waits.iter().fold(0u64, |all, at| all.saturating_add(at.clock(row)))
                        > clock(&marks.suspend).saturating_add(GRAIN)
                || marks.dispatch.is_some() && is_of_other_dispatch(marks, row, clock(&marks.dispatch));
            // The last byte is the type of the record: only T ends a task, which may have had others before.
            let part = marks.record_type.and_then(|at| at.of(row).last().copied());
            let last = !part.is_some_and(|b| PARTS.contains(&b));
            let records = marks.records.map_or(1, |at| number::unsigned(at.of(row)));
            let alone = last && records <= 1;
            let tally = self.bins.entry(bin.clone()).or_insert_with(|| Tally::new(record, slots, users));
            tally.first = tally.first.min(record);
            tally.program = tally.program.max(marks.program.map_or(0, |at| wide(at.of(row))));
            tally.records += 1;
            tally.inconsistent += u64::from(odd);
            walk.sums.add(row, &mut tally.sums);
            walk.users.iter().fold(0, |at, field| at + field.add(row, tally.users.get_mut(at..).unwrap_or_default()));
            if alone {
                tally.task(response, cpu, abend);
                continue;
            }
            let task = marks.number.map_or(0, |at| number::unsigned(at.of(row)));
            self.parts.push(Part { group, task, start, stop, cpu, last, records, abend, record, bin });
        }
    }

    /// Takes the parts of tasks out: other decoders may have what is missing of them.
    pub(crate) fn apart(&mut self) -> Measures {
        let mut parts = std::mem::take(&mut self.parts);
        let contexts = self.contexts.only(&mut parts);
        let (groups, headers) = (self.groups.clone(), self.headers.clone());
        Measures { groups, headers, parts, contexts, ..Measures::default() }
    }

    /// Counts the tasks whose parts are all there; at the end of all records, and where too many wait, the others as they
    /// are.
    pub(crate) fn count(&mut self, end: bool) {
        self.finish_tasks(true);
        if end || self.parts.len() > parts::MOST / 2 {
            self.finish_tasks(false);
        }
    }

    /// Counts the tasks whose parts are all there; without `keep`, those that have no end as unfinished.
    fn finish_tasks(&mut self, keep: bool) {
        for whole in parts::together(&mut self.parts, keep) {
            let users = self.users.get(whole.bin.group as usize).copied().unwrap_or_default();
            let fresh = || Tally::new(whole.record, self.slots, users);
            let tally = self.bins.entry(whole.bin).or_insert_with(fresh);
            if whole.ended {
                tally.task(whole.response, whole.cpu, whole.abend);
            } else {
                tally.unfinished += 1;
            }
        }
    }

    fn group(&mut self, file: u32, day: Option<i32>, record: &[u8], product: &Product, walk: &Walk) -> u32 {
        let own = &record[product.at..product.at + product.length];
        // Level, names and maintenance; local time is in the intervals.
        let identity = [&record[14..18], &own[..20], own.get(82..90).unwrap_or_default()].concat();
        let has = walk.places.iter().map(Option::is_some).collect();
        let users: Vec<String> = walk.users.iter().flat_map(|field| field.sums()).collect();
        let next = self.groups.len() as u32;
        let (headers, counts, count) = (&mut self.headers, &mut self.users, users.len());
        *self.groups.entry(Group { file, day, identity, has, kept_out: walk.kept_out as u64, users }).or_insert_with(
            || {
                headers.push((record[..28].to_vec(), own.to_vec()));
                counts.push(count);
                next
            },
        )
    }

    /// Adds what another decoder counted.
    pub(crate) fn merge(&mut self, other: Measures, monitoring: &Monitoring) {
        let peaks = peaks(monitoring);
        self.slots = slots(monitoring);
        let mut numbers = vec![0; other.groups.len()];
        for (group, number) in other.groups {
            let next = self.groups.len() as u32;
            let header = &other.headers[number as usize];
            let (headers, counts, count) = (&mut self.headers, &mut self.users, group.users.len());
            numbers[number as usize] = *self.groups.entry(group).or_insert_with(|| {
                headers.push(header.clone());
                counts.push(count);
                next
            });
        }
        let contexts: Vec<u32> = other.contexts.names.iter().map(|name| self.contexts.number(name)).collect();
        let context = |bin: &Bin| match bin.context {
            0 => 0,
            number => contexts[number as usize - 1],
        };
        let moved = |bin: Bin| Bin { group: numbers[bin.group as usize], context: context(&bin), ..bin };
        for (bin, tally) in other.bins {
            match self.bins.entry(moved(bin)) {
                std::collections::hash_map::Entry::Vacant(none) => drop(none.insert(tally)),
                std::collections::hash_map::Entry::Occupied(mut ours) => ours.get_mut().merge(&tally, &peaks),
            }
        }
        let parts = other.parts.into_iter();
        self.parts.extend(parts.map(|p| Part { group: numbers[p.group as usize], bin: moved(p.bin), ..p }));
    }
}

/// Whether what the TCBs were dispatched cannot be what the task was: more, or less where they were measured at all.
fn is_of_other_dispatch(marks: &Marks, row: &[u8], dispatch: u64) -> bool {
    let parts = marks.dispatched.iter().fold(0u64, |all, at| all.saturating_add(at.clock(row)));
    let files = marks.file_dispatched.map_or(0, |at| at.clock(row));
    parts > dispatch.saturating_add(GRAIN) || parts > 0 && parts.saturating_add(files).saturating_add(GRAIN) < dispatch
}

/// Types of a record that is cut before its task ends: C, D, F and S.
const PARTS: [u8; 4] = [0xC3, 0xC4, 0xC6, 0xE2];

/// The columns of fields, each with its field and its place among the measures.
fn measured(monitoring: &Monitoring) -> Vec<(String, usize, usize)> {
    let fields = monitoring.fields.iter().enumerate().filter(|(_, f)| f.measure().is_some());
    let columns = fields.flat_map(|(which, f)| f.columns("").into_iter().map(move |c| (c.name, which)));
    columns.enumerate().map(|(slot, (name, which))| (name, which, slot)).collect()
}

/// Which of the measures are the most of a task rather than a sum.
fn peaks(monitoring: &Monitoring) -> Vec<bool> {
    let peak = |which: usize| monitoring.fields[which].measure() == Some(crate::layout::Aggregate::Peak);
    measured(monitoring).iter().map(|(_, which, _)| peak(*which)).collect()
}
