//! The decoder: blocks of records to one batch a table.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;
use arrow_select::zip::zip;

use crate::block::{Block, Span};
use crate::column::{self, Place};
use crate::damage::{Damage, DamageLog};
use crate::layout::ancestors::ANCESTORS;
use crate::monitor::{Found, Located, Measures, Monitor, Stage};
use crate::monitoring::product::MONITORING;
use crate::problem::Problem;
use crate::record::{self, Link, Member, Piece};
use crate::{expand, product};

use super::children;
use super::plan::{CONTEXTS, Plan, Route};
use super::rows::TableRows;
use super::table::{Origin, TablePlan};

/// Record type and subtype of CICS monitoring, as records tell them.
const MONITORED: (u8, Option<u16>) = (MONITORING.0, Some(MONITORING.1));

/// Rows of one table from one block.
pub struct TableBatch {
    /// Index of the table in [`Plan::tables`].
    pub table: usize,
    /// The rows.
    pub batch: RecordBatch,
}

/// A record as its tables see it.
#[derive(Debug, Clone, Copy, Default)]
struct Origins {
    record: Place,
    offset: u64,
    contexts: [Place; CONTEXTS],
}

#[derive(Debug, Default)]
struct Pending {
    /// The records, as indexes into `Decoder::origins`, and how many rows each has.
    owners: Vec<(u32, u32)>,
    rows: Vec<Place>,
    /// Of tables that ask for it: the place of each row behind its triplet, and what it belongs to, the nearest first.
    links: Vec<(u32, [Place; ANCESTORS])>,
}

/// Decodes blocks with a plan. One a thread: it keeps its buffers from block to block.
pub struct Decoder<'a> {
    plan: &'a Plan,
    origins: Vec<Origins>,
    pending: Vec<Pending>,
    pieces: Vec<Piece>,
    /// The sections of a record, those of one of its routes behind those of the one before.
    members: Vec<Member>,
    /// Which of them each route has.
    ranges: Vec<Range<usize>>,
    /// The sections of a record that tell what they are.
    links: Vec<Link>,
    /// What does not hold in sections of a record whose layouts were worked out; the others are read.
    doubts: Vec<Problem>,
    /// Of CICS monitoring: the records of a block, how they are found out, and whether tasks become rows.
    located: Vec<Located>,
    monitor: Monitor,
    tasks: bool,
    /// Records of the block that are left for the last time.
    left: u64,
}

impl<'a> Decoder<'a> {
    /// A decoder for `plan`.
    pub fn new(plan: &'a Plan) -> Decoder<'a> {
        let pending = plan.tables.iter().map(|_| Pending::default()).collect();
        Decoder {
            plan,
            origins: Vec::new(),
            pending,
            pieces: Vec::new(),
            members: Vec::new(),
            ranges: Vec::new(),
            links: Vec::new(),
            doubts: Vec::new(),
            located: Vec::new(),
            monitor: Monitor::default(),
            tasks: false,
            left: 0,
        }
    }

    /// The same, with a row for each task of CICS monitoring.
    pub fn with_tasks(self, tasks: bool) -> Decoder<'a> {
        Decoder { tasks, ..self }
    }

    /// What records of CICS monitoring are looked at from now on.
    pub fn at_stage(&mut self, stage: Stage) {
        self.monitor.stage = stage;
    }

    /// Finds and checks the sections of every record of a block. A record that does not hold together goes to `log`,
    /// whole. `seen` is called for every other record, decoded or not, with whether it is.
    ///
    /// Records that their writer compressed are expanded in the block.
    pub fn locate(&mut self, block: &mut Block, log: &mut DamageLog, mut seen: impl FnMut(Span, &[u8], bool)) {
        self.origins.clear();
        for pending in &mut self.pending {
            pending.owners.clear();
            pending.rows.clear();
            pending.links.clear();
        }
        self.located.clear();
        self.left = 0;
        expand::expand(block);
        for &span in &block.records {
            let bytes = block.record(span);
            let (record_type, subtype) = record::kind_of(bytes);
            let plan = self.plan;
            if let Some(tables) = plan.monitor.as_ref().filter(|_| (record_type, subtype) == MONITORED) {
                let place = (block.file, span.offset);
                match self.monitor.find(&tables.monitoring, &block.book, bytes, place) {
                    Ok(Found::Left) => self.left += 1,
                    Ok(Found::Done) => {}
                    Ok(Found::Nothing) => seen(span, bytes, false),
                    Ok(content) => {
                        let owner = self.origins.len() as u32;
                        self.origins.push(Origins {
                            record: Place { at: span.at, len: span.len },
                            offset: span.offset,
                            ..Origins::default()
                        });
                        self.located.push(Located { owner, span, content });
                        seen(span, bytes, true);
                    }
                    Err(Problem { expected, found }) => {
                        let (offset, length) = (span.offset, u64::from(span.len));
                        log.add(Damage { offset, length, record_type: Some(record_type), subtype, expected, found });
                    }
                }
                continue;
            }
            if self.monitor.stage == Stage::Last {
                continue;
            }
            let db2 = product::DB2.contains(&record_type) && plan.records[usize::from(record_type)].is_some();
            if let Some(Problem { expected, found }) = db2.then(|| product::problem(bytes)).flatten() {
                let (offset, length) = (span.offset, u64::from(span.len));
                log.add(Damage { offset, length, record_type: Some(record_type), subtype: None, expected, found });
                continue;
            }
            let route = subtype.and_then(|s| Some((plan.routes.get(&(record_type, s))?, s)));
            let Some((route, number)) = route else {
                seen(span, bytes, false);
                continue;
            };
            match self.locate_record(route, number, span, bytes) {
                Ok(()) => {
                    for Problem { expected, found } in self.doubts.drain(..) {
                        let (offset, length) = (span.offset, u64::from(span.len));
                        log.add(Damage { offset, length, record_type: Some(record_type), subtype, expected, found });
                    }
                    seen(span, bytes, true);
                }
                Err(problem) => log.add(Damage {
                    offset: span.offset,
                    length: u64::from(span.len),
                    record_type: Some(record_type),
                    subtype,
                    expected: problem.expected,
                    found: problem.found,
                }),
            }
        }
    }

    /// The columns of what [`Decoder::locate`] found in the same block: at most one batch a table.
    pub fn batches(&self, block: &Block) -> Result<Vec<TableBatch>, ArrowError> {
        let tables = self.rows(block, None)?.into_iter();
        tables.map(|(table, rows)| Ok(TableBatch { table, batch: rows.batch()? })).collect()
    }

    /// The same as tables and their rows; of those records only for which `wanted`, in the order in which they were found,
    /// says so.
    pub(crate) fn rows(&self, block: &Block, wanted: Option<&[bool]>) -> Result<Vec<(usize, TableRows)>, ArrowError> {
        let mut by_table = Vec::new();
        for (table, all) in self.pending.iter().enumerate() {
            let some = wanted.map(|wanted| all.of(wanted));
            let pending = some.as_ref().unwrap_or(all);
            if !pending.rows.is_empty() {
                by_table.push((table, self.columns(table, pending, block)?));
            }
        }
        if let Some(tables) = self.plan.monitor.as_ref().filter(|_| !self.located.is_empty()) {
            let batches = tables.batches(block, &self.located, self.tasks, |o| wanted.is_none_or(|w| w[o as usize]))?;
            by_table.extend(batches.into_iter().map(|(table, batch)| (table, TableRows::from(batch))));
        }
        Ok(by_table)
    }

    /// How many records of the block are left for the last time.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Adds the tasks of those records that are wanted to `measures`.
    pub(crate) fn measure(&self, block: &Block, day: Option<i32>, wanted: Option<&[bool]>, measures: &mut Measures) {
        let Some(tables) = &self.plan.monitor else { return };
        for record in self.located.iter().filter(|record| wanted.is_none_or(|w| w[record.owner as usize])) {
            if let Found::Tasks(product, walk) = &record.content {
                measures.add(&tables.monitoring, (block, record.span, day), product, walk);
            }
        }
    }

    /// Finds and checks all sections of a record; nothing of it is kept unless all of it holds together.
    fn locate_record(&mut self, route: &Route, subtype: u16, span: Span, bytes: &[u8]) -> Result<(), Problem> {
        let Some(layout) = &self.plan.records[usize::from(bytes[5])] else { return Ok(()) };
        record::triplets(layout, bytes, &mut self.pieces)?;
        let mut origins =
            Origins { record: Place { at: span.at, len: span.len }, offset: span.offset, ..Origins::default() };
        for context in &route.contexts {
            let piece = match self.pieces.get(context.triplet).filter(|p| p.count > 0 && p.length > 0) {
                Some(piece) => piece,
                None if context.triplet > 0 => continue,
                None => {
                    let expected = "a common header behind triplet 0".to_owned();
                    return Err(Problem { expected, found: "none".to_owned() });
                }
            };
            let (start, end) = match context.header {
                None if piece.length <= context.at => continue, // a release without this part of the header yet
                None => (piece.at + context.at, piece.at + piece.length),
                Some(kind) => match product::header(&bytes[piece.at..piece.at + piece.length], kind)? {
                    Some(header) => (piece.at + header.start, piece.at + header.end),
                    None => continue,
                },
            };
            context.check.run(&bytes[start..end])?;
            origins.contexts[context.slot] = Place { at: span.at + start as u32, len: (end - start) as u32 };
        }
        self.members.clear();
        self.ranges.clear();
        self.links.clear();
        self.doubts.clear();
        if let Some(chain) = layout.chain(subtype) {
            record::links(chain, bytes, &self.pieces, &mut self.links)?;
        }
        for section in &route.sections {
            let first = self.members.len();
            if let Some(id) = section.id {
                let own = self.links.iter().filter(|link| link.id == id).enumerate();
                self.members.extend(own.map(|(position, link)| link.member(position)));
            } else if let Some(piece) = section.triplet.and_then(|t| self.pieces.get(t)) {
                record::members(bytes, *piece, section.varying, &mut self.members)?;
            }
            if let Some(parent) = &section.parent {
                let parents = self.ranges[parent.route].clone();
                let children = children::Children { name: &section.name, bytes, parents, own: first };
                let piece = |(slot, field)| children::number(field, bytes, origins.contexts[slot], span.at) != 0;
                children.find(&parent.lead, piece, &mut self.members)?;
            }
            for at in first..self.members.len() {
                let member = self.members[at];
                let own = &bytes[member.start..member.start + member.length];
                let mut rates = section.rates.iter();
                let checked = section
                    .check
                    .run(own)
                    .and_then(|()| rates.try_for_each(|rate| rate.check(own, bytes, &origins.contexts, span.at)));
                match checked {
                    Ok(()) => {}
                    // The layout of one section of a chain may be wrong without the others being so.
                    Err(problem) if section.id.is_some() && section.check.is_doubtful() => {
                        self.doubts.push(problem);
                        self.members.truncate(first);
                        break;
                    }
                    Err(problem) => return Err(problem),
                }
            }
            self.ranges.push(first..self.members.len());
        }
        let owner = self.origins.len() as u32;
        self.origins.push(origins);
        for (section, range) in route.sections.iter().zip(&self.ranges) {
            let linked = self.plan.tables[section.table].linked;
            let pending = &mut self.pending[section.table];
            let before = pending.rows.len();
            for member in &self.members[range.clone()] {
                let Some(rows) = &section.rows else {
                    if member.length < section.least {
                        continue;
                    }
                    pending.rows.push(member.place(span.at));
                    if linked {
                        pending
                            .links
                            .push((member.position as u32, children::ancestor_places(&self.members, member, span.at)));
                    }
                    continue;
                };
                for (element, _) in rows.used(&bytes[member.start..member.start + member.length]) {
                    let at = span.at + (member.start + element) as u32;
                    pending.rows.push(Place { at, len: rows.stride as u32 });
                    if linked {
                        pending
                            .links
                            .push((member.position as u32, children::ancestor_places(&self.members, member, span.at)));
                    }
                }
            }
            if pending.rows.len() > before {
                pending.owners.push((owner, (pending.rows.len() - before) as u32));
            }
        }
        Ok(())
    }

    fn columns(&self, table: usize, pending: &Pending, block: &Block) -> Result<TableRows, ArrowError> {
        let TablePlan { origins, schema, shared, .. } = &self.plan.tables[table];
        let Pending { owners, rows, links } = pending;
        let records = || owners.iter().map(|(owner, _)| &self.origins[*owner as usize]);
        let own = origins.iter().filter_map(Origin::section);
        let mut own = column::read_all(own, rows, &block.bytes).into_iter();
        let lacking = || ArrowError::SchemaError("a column without a field".into());
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(origins.len());
        for origin in origins {
            columns.push(match origin {
                Origin::File => Arc::new(UInt32Array::from_value(block.file, owners.len())),
                Origin::Offset => Arc::new(UInt64Array::from_iter_values(records().map(|record| record.offset))),
                Origin::Header(field) => {
                    let places: Vec<Place> = records().map(|record| record.record).collect();
                    column::read(field, &places, &block.bytes)
                }
                Origin::Context(fields) => {
                    let mut choices = fields.iter().rev().map(|(slot, field)| {
                        let places: Vec<Place> = records().map(|record| record.contexts[*slot]).collect();
                        column::read(field, &places, &block.bytes)
                    });
                    let last = choices.next().ok_or_else(lacking)?;
                    choices.try_fold(last, |rest, first| {
                        zip(
                            &arrow_array::BooleanArray::from_iter((0..first.len()).map(|i| Some(first.is_valid(i)))),
                            &first,
                            &rest,
                        )
                    })?
                }
                Origin::Parent(depth, field) => {
                    let places: Vec<Place> = links.iter().map(|(_, above)| above[*depth]).collect();
                    column::read(field, &places, &block.bytes)
                }
                Origin::Position => Arc::new(links.iter().map(|(at, _)| Some(*at)).collect::<UInt32Array>()),
                Origin::Section(_) => own.next().ok_or_else(lacking)?,
            });
        }
        let counts = owners.iter().map(|(_, rows)| *rows).collect();
        Ok(TableRows::new(schema, columns, *shared, counts))
    }
}

impl Pending {
    /// Those of the records that are wanted.
    fn of(&self, wanted: &[bool]) -> Pending {
        let mut some = Pending::default();
        let mut behind = 0;
        for (owner, rows) in &self.owners {
            let at = behind..behind + *rows as usize;
            behind = at.end;
            if wanted[*owner as usize] {
                some.owners.push((*owner, *rows));
                some.rows.extend_from_slice(&self.rows[at.clone()]);
                some.links.extend_from_slice(self.links.get(at).unwrap_or_default());
            }
        }
        some
    }
}
