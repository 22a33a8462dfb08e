//! Rows of one table from one block, as they are written: what a record says of itself stands in each of its rows, and
//! is held once a record.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, UInt32Array};
use arrow_schema::{ArrowError, Field as ArrowField, Schema, SchemaRef};
use arrow_select::take::take;

/// Columns of rows: the first `shared` have a value a record, the others a value a row.
pub(crate) struct TableRows {
    /// The columns as they are in memory: texts are dictionaries, which a reader of the file sees as plain text.
    pub(crate) schema: SchemaRef,
    pub(crate) columns: Vec<ArrayRef>,
    pub(crate) shared: usize,
    /// How many rows each record has.
    pub(crate) counts: Vec<u32>,
    /// All rows.
    pub(crate) rows: usize,
}

impl TableRows {
    /// Rows of records with so many rows each; the columns are those of `schema`.
    pub(super) fn new(schema: &Schema, columns: Vec<ArrayRef>, shared: usize, counts: Vec<u32>) -> TableRows {
        let fields = schema.fields().iter().zip(&columns);
        let physical: Vec<ArrowField> =
            fields.map(|(f, c)| ArrowField::new(f.name(), c.data_type().clone(), f.is_nullable())).collect();
        let rows = counts.iter().map(|count| *count as usize).sum();
        TableRows { schema: Arc::new(Schema::new(physical)), columns, shared, counts, rows }
    }

    /// Bytes of memory that they take.
    pub(crate) fn bytes(&self) -> usize {
        self.columns.iter().map(|column| column.get_array_memory_size()).sum::<usize>() + size_of_val(&self.counts[..])
    }

    /// The same with a value a row in every column.
    pub(crate) fn batch(&self) -> Result<RecordBatch, ArrowError> {
        let each = self.counts.iter().zip(0..).flat_map(|(count, at)| std::iter::repeat_n(at, *count as usize));
        let each = UInt32Array::from_iter_values(each);
        let (shared, own) = self.columns.split_at(self.shared);
        let spread = shared.iter().map(|column| take(column, &each, None));
        let columns: Result<Vec<_>, _> = spread.chain(own.iter().map(|column| Ok(column.clone()))).collect();
        RecordBatch::try_new(self.schema.clone(), columns?)
    }
}

impl From<RecordBatch> for TableRows {
    fn from(batch: RecordBatch) -> TableRows {
        let (schema, columns, rows) = (batch.schema(), batch.columns().to_vec(), batch.num_rows());
        TableRows { schema, columns, shared: 0, counts: Vec::new(), rows }
    }
}
