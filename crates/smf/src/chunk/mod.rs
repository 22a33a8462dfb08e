//! Batches to Parquet by column chunks that are encoded here: flat columns of numbers, times, flags and repeated texts.
//!
//! Parquet's own writer takes rows one by one: it looks each text up in a dictionary again and writes each counter out,
//! also of columns that are zero throughout. Here a column is gathered for a whole row group, and its encoding follows
//! from its values ([`values`]). Pages, metadata and the file around them are those of the `parquet` crate. Tables with
//! lists are left to its writer.

mod hybrid;
mod stretch;
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use arrow_array::types::Int32Type;
    use arrow_array::{
        BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, TimestampMicrosecondArray,
        UInt32Array, UInt64Array,
    };
    use arrow_schema::{DataType, Field, Schema, TimeUnit};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use proptest::prelude::*;

    use super::*;

    /// What a reader has of rows that were written; texts as texts.
    fn again(rows: &[TableRows], most: usize) -> Vec<RecordBatch> {
        let mut writer = ChunkWriter::new(Vec::new(), &rows[0], most).unwrap();
        rows.iter().for_each(|rows| writer.write(rows).unwrap());
        let bytes = bytes::Bytes::from(writer.into_inner().unwrap());
        let read = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap().with_batch_size(1 << 20).build().unwrap();
        read.map(Result::unwrap).collect()
    }

    /// Numbers of a kind that a case is about: constant, few, climbing or any.
    fn number(kind: u8, row: usize, any: u64) -> u64 {
        match kind {
            0 => 7,
            1 => any % 5,
            2 => 1_780_000_000_000_000 + (row as u64 / 3) * 1_000,
            3 if row % 900 < 850 => any % 2,
            _ => any,
        }
    }

    fn batch(kind: u8, rows: usize, nulls: u64, seed: u64) -> RecordBatch {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 31
        };
        let drawn: Vec<Option<u64>> = (0..rows)
            .map(|row| {
                let any = next();
                let none = nulls > 0 && (any >> 7).is_multiple_of(nulls);
                (!none).then(|| number(kind, row, any))
            })
            .collect();
        let all = || drawn.iter().copied();
        let texts: DictionaryArray<Int32Type> =
            all().map(|v| v.map(|v| ["", "MQ1A", "MQ2A", "\u{e9}"][(v % 4) as usize])).collect();
        let utc = TimestampMicrosecondArray::from_iter(all().map(|v| v.map(|v| v as i64))).with_timezone("UTC");
        let columns: [(&str, ArrayRef, bool); 8] = [
            ("record", Arc::new(UInt64Array::from_iter_values((0..rows as u64).map(|row| row / 5 * 300))), false),
            ("four", Arc::new(all().map(|v| v.map(|v| v as u32)).collect::<UInt32Array>()), true),
            ("signed", Arc::new(all().map(|v| v.map(|v| v as i32)).collect::<Int32Array>()), true),
            ("eight", Arc::new(all().map(|v| v.map(|v| v as i64)).collect::<Int64Array>()), true),
            ("float", Arc::new(all().map(|v| v.map(|v| v as f64 / 3.0)).collect::<Float64Array>()), true),
            ("time", Arc::new(utc), true),
            ("flag", Arc::new(all().map(|v| v.map(|v| v % 3 == 1)).collect::<BooleanArray>()), true),
            ("text", Arc::new(texts), true),
        ];
        let field = |(name, array, null): &(&str, ArrayRef, bool)| Field::new(*name, array.data_type().clone(), *null);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        RecordBatch::try_new(Arc::new(schema), columns.map(|(_, array, _)| array).to_vec()).unwrap()
    }

    fn plain(batches: &[RecordBatch], column: usize) -> Vec<String> {
        let cells = batches.iter().flat_map(|batch| {
            let array = match batch.column(column).data_type() {
                DataType::Timestamp(..) => arrow_cast::cast(batch.column(column), &DataType::Int64).unwrap(),
                _ => batch.column(column).clone(),
            };
            let shown = arrow_cast::cast(&array, &DataType::Utf8).unwrap();
            let texts: Vec<Option<String>> =
                arrow_array::cast::AsArray::as_string::<i32>(&shown).iter().map(|v| v.map(str::to_owned)).collect();
            texts
        });
        cells.map(|cell| cell.unwrap_or_else(|| "null".to_owned())).collect()
    }

    /// Records with the first `shared` columns of a batch, and rows with the others: up to `most` rows a record.
    fn rows(shared: usize, most: u64, kind: u8, records: usize, nulls: u64, seed: u64) -> TableRows {
        let drawn = (0..records as u64).map(|i| (seed ^ i).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33);
        let counts: Vec<u32> = drawn.map(|any| (1 + any % most) as u32).collect();
        let rows = counts.iter().sum::<u32>() as usize;
        let (above, own) = (batch(kind, records, nulls, seed), batch(kind, rows, nulls, seed.rotate_left(7)));
        let columns = [&above.columns()[..shared], &own.columns()[shared..]].concat();
        TableRows { schema: own.schema(), columns, shared, counts, rows }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_written_is_what_is_read(
            kinds in proptest::collection::vec((0_u8..5, 1_usize..4_000, 0_u64..12, any::<u64>()), 1..4),
            most in 1_usize..6_000,
            shared in 0_usize..=8,
            each in 1_u64..40,
        ) {
            let one = |(kind, rows_, nulls, seed): &(u8, usize, u64, u64)| {
                rows(shared, each, *kind, rows_.div_ceil(each as usize), *nulls, *seed)
            };
            let written: Vec<_> = kinds.iter().map(one).collect();
            let read = again(&written, most);
            let expected: Vec<_> = written.iter().map(|rows| rows.batch().unwrap()).collect();
            for column in 0..8 {
                prop_assert_eq!(plain(&expected, column), plain(&read, column), "column {}", column);
            }
        }
    }

    #[test]
    fn rows_that_are_all_null_and_one_row_are_read_again() {
        for batch in [batch(4, 100, 1, 1), batch(4, 1, 0, 1)] {
            let read = again(&[batch.clone().into()], 1_000);
            let written = std::slice::from_ref(&batch);
            (0..8).for_each(|column| assert_eq!(plain(written, column), plain(&read, column)));
        }
    }

    #[test]
    fn what_all_rows_of_a_record_have_costs_the_same_however_many_they_are() {
        let size = |most| {
            let rows = rows(8, most, 4, 500, 0, 1);
            let mut writer = ChunkWriter::new(Vec::new(), &rows, 1_000_000).unwrap();
            writer.write(&rows).unwrap();
            writer.into_inner().unwrap().len()
        };
        assert!(size(60) < size(1) * 3 / 2, "{} and {}", size(60), size(1));
    }

    #[test]
    fn a_column_of_one_value_costs_bytes_and_not_rows() {
        let schema = Arc::new(Schema::new(vec![Field::new("four", DataType::UInt32, true)]));
        let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(UInt32Array::from_value(0, 100_000))]).unwrap();
        let rows = batch.into();
        let mut writer = ChunkWriter::new(Vec::new(), &rows, 100_000).unwrap();
        writer.write(&rows).unwrap();
        assert!(writer.into_inner().unwrap().len() < 1_000);
    }

    #[test]
    fn times_say_from_when_to_when_they_are() {
        let batch = batch(2, 3_000, 0, 1);
        assert_eq!(batch.column(5).data_type(), &DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())));
        let rows = batch.into();
        let mut writer = ChunkWriter::new(Vec::new(), &rows, 1_000_000).unwrap();
        writer.write(&rows).unwrap();
        let bytes = bytes::Bytes::from(writer.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let Some(Statistics::Int64(found)) = reader.metadata().row_group(0).column(5).statistics() else { panic!() };
        assert_eq!((found.min_opt(), found.max_opt()), (Some(&1_780_000_000_000_000), Some(&1_780_000_000_999_000)));
    }
}
