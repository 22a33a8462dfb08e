//! The decoder: blocks of records to one batch a table.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array, UInt64Array};
use arrow_schema::{ArrowError, Field as ArrowField, Schema};
use arrow_select::take::take;
use arrow_select::zip::zip;

use crate::damage::{Damage, DamageLog};
use crate::frame::{Block, Span};
use crate::product;
use crate::record::{self, Piece, Problem};

use super::column::{self, Place};
use super::plan::{CONTEXTS, Origin, Plan, Route, TablePlan};

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
    /// Which record each row belongs to, as index into `Decoder::origins`.
    owners: Vec<u32>,
    rows: Vec<Place>,
}

/// Decodes blocks with a plan. One a thread: it keeps its buffers from block to block.
pub struct Decoder<'a> {
    plan: &'a Plan,
    origins: Vec<Origins>,
    pending: Vec<Pending>,
    pieces: Vec<Piece>,
    /// Starts and lengths of the sections of a record, those of one of its routes behind those of the one before.
    members: Vec<(usize, usize)>,
}

impl<'a> Decoder<'a> {
    /// A decoder for `plan`.
    pub fn new(plan: &'a Plan) -> Decoder<'a> {
        let pending = plan.tables.iter().map(|_| Pending::default()).collect();
        Decoder { plan, origins: Vec::new(), pending, pieces: Vec::new(), members: Vec::new() }
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
        }
        product::expand(block);
        for &span in &block.records {
            let bytes = block.record(span);
            let (record_type, subtype) = record::kind_of(bytes);
            let plan = self.plan;
            let db2 = product::DB2.contains(&record_type) && plan.records[usize::from(record_type)].is_some();
            if let Some(Problem { expected, found }) = db2.then(|| product::problem(bytes)).flatten() {
                let (offset, length) = (span.offset, u64::from(span.len));
                log.add(Damage { offset, length, record_type: Some(record_type), subtype: None, expected, found });
                continue;
            }
            let Some(route) = subtype.and_then(|s| plan.routes.get(&(record_type, s))) else {
                seen(span, bytes, false);
                continue;
            };
            match self.locate_record(route, span, bytes) {
                Ok(()) => seen(span, bytes, true),
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
        let used = (0..self.pending.len()).filter(|t| !self.pending[*t].rows.is_empty());
        used.map(|table| Ok(TableBatch { table, batch: self.batch(table, block)? })).collect()
    }

    /// Finds and checks all sections of a record; nothing of it is kept unless all of it holds together.
    fn locate_record(&mut self, route: &Route, span: Span, bytes: &[u8]) -> Result<(), Problem> {
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
        for section in &route.sections {
            let Some(piece) = self.pieces.get(section.triplet) else { continue };
            let first = self.members.len();
            record::members(bytes, *piece, section.varying, &mut self.members)?;
            for (start, length) in &self.members[first..] {
                section.check.run(&bytes[*start..*start + *length])?;
            }
        }
        let owner = self.origins.len() as u32;
        self.origins.push(origins);
        let mut members = self.members.iter();
        for section in &route.sections {
            let Some(piece) = self.pieces.get(section.triplet) else { continue };
            let count = if piece.length == 0 && !section.varying { 0 } else { piece.count };
            let pending = &mut self.pending[section.table];
            for &(start, length) in members.by_ref().take(count) {
                let Some(rows) = &section.rows else {
                    if length < section.least {
                        continue;
                    }
                    pending.owners.push(owner);
                    pending.rows.push(Place { at: span.at + start as u32, len: length as u32 });
                    continue;
                };
                for (element, _) in rows.used(&bytes[start..start + length]) {
                    pending.owners.push(owner);
                    pending.rows.push(Place { at: span.at + (start + element) as u32, len: rows.stride as u32 });
                }
            }
        }
        Ok(())
    }

    fn batch(&self, table: usize, block: &Block) -> Result<RecordBatch, ArrowError> {
        let TablePlan { origins, schema, .. } = &self.plan.tables[table];
        let Pending { owners, rows } = &self.pending[table];
        // Columns of the record are read once a record, then repeated for its rows.
        let mut first_rows: Vec<u32> = Vec::new();
        let mut repeat: Vec<u32> = Vec::with_capacity(owners.len());
        for owner in owners {
            if first_rows.last() != Some(owner) {
                first_rows.push(*owner);
            }
            repeat.push(first_rows.len() as u32 - 1);
        }
        let repeat = UInt32Array::from(repeat);
        let of = |place: &dyn Fn(&Origins) -> Place| -> Vec<Place> {
            first_rows.iter().map(|o| place(&self.origins[*o as usize])).collect()
        };
        let mut columns: Vec<ArrayRef> = Vec::with_capacity(origins.len());
        for origin in origins {
            columns.push(match origin {
                Origin::File => Arc::new(UInt32Array::from_value(block.file, owners.len())),
                Origin::Offset => {
                    Arc::new(owners.iter().map(|o| Some(self.origins[*o as usize].offset)).collect::<UInt64Array>())
                }
                Origin::Header(field) => take(&column::read(field, &of(&|o| o.record), &block.bytes), &repeat, None)?,
                Origin::Context(fields) => {
                    let mut choices = fields.iter().rev().map(|(slot, field)| {
                        let places = of(&|o| o.contexts[*slot]);
                        column::read(field, &places, &block.bytes)
                    });
                    let last =
                        choices.next().ok_or_else(|| ArrowError::SchemaError("a column without a field".into()))?;
                    let merged = choices.try_fold(last, |rest, first| {
                        zip(
                            &arrow_array::BooleanArray::from_iter((0..first.len()).map(|i| Some(first.is_valid(i)))),
                            &first,
                            &rest,
                        )
                    })?;
                    take(&merged, &repeat, None)?
                }
                Origin::Section(field) => column::read(field, rows, &block.bytes),
            });
        }
        // Texts are dictionaries in memory; a reader of the file sees plain text.
        let fields = schema.fields().iter().zip(&columns);
        let physical: Vec<ArrowField> =
            fields.map(|(f, c)| ArrowField::new(f.name(), c.data_type().clone(), f.is_nullable())).collect();
        RecordBatch::try_new(Arc::new(Schema::new(physical)), columns)
    }
}
