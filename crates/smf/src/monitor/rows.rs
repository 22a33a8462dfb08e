//! Tasks and exceptions as rows: a column at a time, as everywhere.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray, UInt32Array, UInt64Array};
use arrow_schema::ArrowError;

use crate::block::Block;
use crate::column::{self, Place};
use crate::layout::monitoring::{EXCEPTION, PRODUCT, RECORD, TASKS, TRANSACTIONS, USER_FIELDS};
use crate::layout::{Field, Kind, Layouts, MonitorKind, Monitoring};

use crate::monitoring::{At, Walk, user};

use super::{Found, Located};

/// The tables of monitoring: which of the plan's tables they are, and their columns.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tables {
    pub(crate) monitoring: Arc<Monitoring>,
    pub(crate) tasks: usize,
    pub(crate) exceptions: usize,
    pub(crate) transactions: usize,
    /// All columns of `cics_transaction`.
    pub(crate) measures: Vec<Field>,
    header: Vec<Field>,
    product: Vec<Field>,
    exception: Vec<Field>,
}

/// What rows of one table are made of: where each row, its record and its product section stand, and what the file says.
#[derive(Default)]
struct Rows {
    records: Vec<Place>,
    products: Vec<Place>,
    rows: Vec<Place>,
    offsets: Vec<u64>,
}

impl Tables {
    /// Those of a set of layouts; `place` says which of the plan's tables one is.
    pub(crate) fn new(layouts: &Layouts, place: impl Fn(&str) -> usize) -> Option<Tables> {
        let header = layouts.records.get(&RECORD)?.header.clone();
        let product = layouts.sections.get(PRODUCT)?.fields.clone();
        let common = header.len() + product.len();
        let exception = layouts.sections.get(EXCEPTION)?.fields.get(common..)?.to_vec();
        Some(Tables {
            monitoring: Arc::new(layouts.monitoring.clone()),
            tasks: place(TASKS.0),
            exceptions: place(EXCEPTION),
            transactions: place(TRANSACTIONS.0),
            measures: layouts.sections.get(TRANSACTIONS.0)?.fields.clone(),
            header,
            product,
            exception,
        })
    }

    /// The rows of those records of a block that are `wanted`: of exceptions, and of tasks where they are asked for.
    pub(crate) fn batches(
        &self,
        block: &Block,
        located: &[Located],
        tasks: bool,
        wanted: impl Fn(u32) -> bool,
    ) -> Result<Vec<(usize, RecordBatch)>, ArrowError> {
        let mut exceptions = Rows::default();
        let mut walks: Vec<(&Arc<Walk>, Rows)> = Vec::new();
        for record in located.iter().filter(|record| wanted(record.owner)) {
            let (product, rows) = match &record.content {
                Found::Exception(product) => (product, &mut exceptions),
                Found::Tasks(product, walk) if tasks => {
                    let known = walks.iter().position(|(other, _)| Arc::ptr_eq(other, walk));
                    let at = known.unwrap_or(walks.len());
                    if known.is_none() {
                        walks.push((walk, Rows::default()));
                    }
                    (product, &mut walks[at].1)
                }
                _ => continue,
            };
            let (at, data) = (record.span.at, product.data);
            for nth in 0..data.count {
                rows.records.push(Place { at, len: record.span.len });
                rows.products.push(Place { at: at + product.at as u32, len: product.length as u32 });
                let start = at + (data.at + nth * data.length) as u32;
                rows.rows.push(Place { at: start, len: data.length as u32 });
                rows.offsets.push(record.span.offset);
            }
        }
        let mut batches = Vec::new();
        if !exceptions.rows.is_empty() {
            let own = self.exception.iter().map(|f| (f.name.clone(), column::read(f, &exceptions.rows, &block.bytes)));
            batches.push((self.exceptions, self.batch(block, &exceptions, own.collect())?));
        }
        for (walk, rows) in &walks {
            batches.push((self.tasks, self.batch(block, rows, self.columns(block, walk, rows))?));
        }
        Ok(batches)
    }

    /// The fields of tasks as columns; what their records do not have is null.
    fn columns(&self, block: &Block, walk: &Walk, rows: &Rows) -> Vec<(String, ArrayRef)> {
        let mut columns = Vec::new();
        let nowhere = vec![Place::default(); rows.rows.len()];
        for (field, place) in self.monitoring.fields.iter().zip(&walk.places) {
            for column in field.columns("") {
                let (column, places) = match place {
                    Some(place) => (at_place(column, field.kind, *place), &rows.rows),
                    None => (Field { at: 0, ..at_place(column, field.kind, At { at: 0, length: 12 }) }, &nowhere),
                };
                columns.push((column.name.clone(), column::read(&column, places, &block.bytes)));
            }
        }
        let row = |place: &Place| {
            let at = place.at as usize;
            block.bytes.get(at..at + place.len as usize).unwrap_or_default()
        };
        let users: StringArray = rows.rows.iter().map(|place| user::text(&walk.users, row(place))).collect();
        columns.push((USER_FIELDS.to_owned(), Arc::new(users)));
        columns
    }

    fn batch(&self, block: &Block, rows: &Rows, own: Vec<(String, ArrayRef)>) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<(String, ArrayRef)> = vec![
            ("file".into(), Arc::new(UInt32Array::from_value(block.file, rows.rows.len()))),
            ("record".into(), Arc::new(UInt64Array::from(rows.offsets.clone()))),
        ];
        let read = |field: &Field, places| (field.name.clone(), column::read(field, places, &block.bytes));
        columns.extend(self.header.iter().map(|f| read(f, &rows.records)));
        columns.extend(self.product.iter().map(|f| read(f, &rows.products)));
        columns.extend(own);
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| {
            let nullable = name != "file" && name != "record";
            (name, array, nullable)
        }))
    }
}

/// A column of a field where a record has it, written as that record writes it.
pub(crate) fn at_place(column: Field, kind: MonitorKind, place: At) -> Field {
    let old = kind == MonitorKind::Clock && place.length == 8;
    let (offset, written) = match column.kind {
        Kind::StckDuration if old => (0, Kind::Units16),
        Kind::Unsigned(3) if old => (5, Kind::Unsigned(3)),
        Kind::Unsigned64 if place.length == 4 => (0, Kind::Unsigned(4)),
        Kind::Packed(_) => (0, Kind::Packed(place.length)),
        other => (column.at, other),
    };
    // A count of 4 bytes is one of 8 all the same: releases differ, and the column has one type.
    let scale = (column.kind == Kind::Unsigned64).then_some(1);
    Field { at: place.at + offset, kind: written, scale, ..column }
}
