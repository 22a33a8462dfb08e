//! Batches to Parquet by column chunks that are encoded here: flat columns of numbers, times, flags and repeated texts.
//!
//! Parquet's own writer takes rows one by one: it looks each text up in a dictionary again and writes each counter out,
//! also of columns that are zero throughout. Here a column is gathered for a whole row group, and its encoding follows
//! from its values ([`values`]). Pages, metadata and the file around them are those of the `parquet` crate. Tables with
//! lists are left to its writer.

mod hybrid;
mod stretch;
#[cfg(test)]
mod tests;
mod values;

use std::borrow::Cow;
use std::io::Write;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::SchemaRef;
use bytes::Bytes;
use parquet::arrow::ArrowSchemaConverter;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::errors::Result;
use parquet::file::metadata::{
    ColumnChunkMetaData, FileMetaData, ParquetMetaData, ParquetMetaDataWriter, RowGroupMetaData,
};
use parquet::file::properties::WriterProperties;
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::{ColumnDescPtr, SchemaDescPtr};

use crate::decode::TableRows;

use hybrid::hybrid;
use stretch::Runs;
use values::{Encoded, Values};

/// What a Parquet file begins and ends with.
const MAGIC: &[u8] = b"PAR1";

/// A Parquet file of rows.
pub(crate) struct ChunkWriter<W: Write + Send> {
    out: TrackedWrite<W>,
    schema: SchemaDescPtr,
    groups: Vec<RowGroupMetaData>,
    chunks: Vec<Chunk>,
    /// How many columns, the first ones, have a value a record, and in how many rows each record stands.
    shared: usize,
    counts: Vec<u32>,
    rows: usize,
    most: usize,
    /// Rows and records of the row group before: as many as are expected again.
    expected: (usize, usize),
}

/// One column of the row group that is being gathered.
struct Chunk {
    column: ColumnDescPtr,
    values: Values,
    /// Stretches of values that are there, and that are not.
    present: Vec<(bool, u32)>,
}

impl<W: Write + Send> ChunkWriter<W> {
    /// Whether all columns of a schema can be written so.
    pub(crate) fn fits(schema: &SchemaRef) -> bool {
        schema.fields().iter().all(|field| Values::of(field.name(), field.data_type()).is_some())
    }

    /// A file for rows like these, with row groups of `most` rows, or some more.
    pub(crate) fn new(out: W, like: &TableRows, most: usize) -> Result<ChunkWriter<W>> {
        let schema: SchemaDescPtr = Arc::new(ArrowSchemaConverter::new().convert(&like.schema)?);
        let mut out = TrackedWrite::new(out);
        out.write_all(MAGIC)?;
        let fields = like.schema.fields().iter().zip(schema.columns());
        let chunk = |(field, column): (&Arc<arrow_schema::Field>, &ColumnDescPtr)| {
            let values = Values::of(field.name(), field.data_type())?;
            Some(Chunk { column: column.clone(), values, present: Vec::new() })
        };
        let (chunks, shared) = (fields.filter_map(chunk).collect(), like.shared);
        let (groups, counts, rows, expected) = (Vec::new(), Vec::new(), 0, (0, 0));
        Ok(ChunkWriter { out, schema, groups, chunks, shared, counts, rows, most, expected })
    }

    /// Adds rows.
    pub(crate) fn write(&mut self, rows: &TableRows) -> Result<()> {
        let (shared, own) = self.chunks.split_at_mut(self.shared);
        let (first, rest) = rows.columns.split_at(self.shared);
        shared.iter_mut().zip(first).for_each(|(chunk, array)| chunk.push(array, self.expected.1));
        own.iter_mut().zip(rest).for_each(|(chunk, array)| chunk.push(array, self.expected.0));
        self.counts.extend_from_slice(&rows.counts);
        self.rows += rows.rows;
        if self.rows >= self.most { self.flush() } else { Ok(()) }
    }

    /// Ends the row group, if there are rows in it.
    pub(crate) fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let (counts, rows) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.rows));
        let start = self.out.bytes_written();
        let mut group = RowGroupMetaData::builder(self.schema.clone()).set_num_rows(rows as i64);
        let mut page = Vec::new();
        for (nth, chunk) in self.chunks.iter_mut().enumerate() {
            let counts = (nth < self.shared).then_some(&counts[..]);
            group = group.add_column_metadata(chunk.end(rows, counts, &mut page, &mut self.out)?);
        }
        let (written, nth) = (self.out.bytes_written() - start, self.groups.len());
        let group = group.set_total_byte_size(written as i64).set_file_offset(start as i64).set_ordinal(nth as i32);
        self.groups.push(group.build()?);
        self.expected = (rows, counts.len());
        Ok(())
    }

    /// Row groups that are written.
    pub(crate) fn groups(&self) -> usize {
        self.groups.len()
    }

    /// Ends the file.
    pub(crate) fn into_inner(mut self) -> Result<W> {
        self.flush()?;
        let properties = WriterProperties::builder().build();
        let rows = self.groups.iter().map(RowGroupMetaData::num_rows).sum();
        let (version, by) = (properties.writer_version().as_num(), Some(properties.created_by().to_owned()));
        let file = FileMetaData::new(version, rows, by, None, self.schema, None);
        let mut footer = Vec::new(); // first of all here: what fails when it is written must be told
        ParquetMetaDataWriter::new(&mut footer, &ParquetMetaData::new(file, self.groups)).finish()?;
        self.out.write_all(&footer)?;
        self.out.into_inner()
    }
}

impl Chunk {
    fn push(&mut self, array: &ArrayRef, expected: usize) {
        let mut stretch = |present: bool, values: usize| match self.present.last_mut() {
            Some((before, count)) if *before == present => *count += values as u32,
            _ if values > 0 => self.present.push((present, values as u32)),
            _ => {}
        };
        let mut at = 0;
        for (from, to) in array.nulls().into_iter().flat_map(|nulls| nulls.valid_slices()) {
            stretch(false, from - at);
            stretch(true, to - from);
            at = to;
        }
        stretch(array.nulls().is_none(), array.len() - at);
        self.values.push(array, expected);
    }

    /// Writes the chunk, of so many rows, and says what is to be known of it; afterwards it is empty. Where `counts` says
    /// in how many rows each value stands, these are the values of records. `page` is room for one.
    fn end<W: Write + Send>(
        &mut self,
        rows: usize,
        counts: Option<&[u32]>,
        page: &mut Vec<u8>,
        out: &mut TrackedWrite<W>,
    ) -> Result<ColumnChunkMetaData> {
        let present = std::mem::take(&mut self.present);
        let (levels, counts) = levels(&present, counts);
        let nulls = levels.iter().filter(|(there, _)| *there == 0).map(|(_, count)| u64::from(*count)).sum();
        page.clear();
        if self.column.max_def_level() > 0 {
            page.extend_from_slice(&[0; 4]);
            hybrid(levels.into_iter(), 1, page);
            let length = page.len() as u32 - 4;
            page[..4].copy_from_slice(&length.to_le_bytes());
        }
        let Encoded { dictionary, encoding } = self.values.encode(counts.as_deref(), page);
        let mut encodings = vec![Encoding::RLE, encoding];
        let start = out.bytes_written() as i64;
        let has_dictionary = dictionary.is_some();
        if let Some((entries, count)) = dictionary {
            encodings.push(Encoding::PLAIN);
            let length = entries.len();
            let (buf, num_values, encoding) = (entries.into(), count as u32, Encoding::PLAIN);
            let page = Page::DictionaryPage { buf, num_values, encoding, is_sorted: false };
            SerializedPageWriter::new(out).write_page(CompressedPage::new(page, length))?;
        }
        let data = out.bytes_written() as i64;
        let bytes = Bytes::from(std::mem::take(page));
        let length = bytes.len();
        let written = Page::DataPage {
            buf: bytes.clone(),
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        SerializedPageWriter::new(out).write_page(CompressedPage::new(written, length))?;
        *page = bytes.into(); // the room again: nobody else has it now
        let total = out.bytes_written() as i64 - start;
        let mut metadata = ColumnChunkMetaData::builder(self.column.clone())
            .set_encodings(encodings)
            .set_compression(Compression::UNCOMPRESSED)
            .set_num_values(rows as i64)
            .set_total_compressed_size(total)
            .set_total_uncompressed_size(total)
            .set_data_page_offset(data)
            .set_dictionary_page_offset(has_dictionary.then_some(start));
        if let Some((least, most)) = self.values.ends() {
            metadata = metadata.set_statistics(Statistics::int64(Some(least), Some(most), None, Some(nulls), false));
        }
        self.values.clear();
        metadata.build()
    }
}

/// Which rows have a value, as levels of one bit, each so many times; and in how many rows each of the values stands.
fn levels<'a>(present: &[(bool, u32)], counts: Option<&'a [u32]>) -> (Runs, Option<Cow<'a, [u32]>>) {
    let level = |(there, count): &(bool, u32)| (u32::from(*there), *count);
    let Some(mut rest) = counts else { return (present.iter().map(level).collect(), None) };
    let (mut levels, mut own) = (Vec::new(), Vec::new());
    for (there, values) in present {
        let (some, behind) = rest.split_at(*values as usize);
        rest = behind;
        levels.push((u32::from(*there), some.iter().sum()));
        if *there && present.len() > 1 {
            own.extend_from_slice(some);
        }
    }
    let own = if present.len() > 1 { Cow::Owned(own) } else { Cow::Borrowed(counts.unwrap_or_default()) };
    (levels, Some(own))
}
