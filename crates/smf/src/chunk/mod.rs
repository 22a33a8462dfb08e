//! Batches to Parquet by column chunks that are encoded here: flat columns of numbers, times, flags and repeated texts.
//!
//! Parquet's own writer takes rows one by one: it looks each text up in a dictionary again and writes each counter out,
//! also of columns that are zero throughout. Here a column is gathered for a whole row group, and its encoding follows
//! from its values ([`values`]). Pages, metadata and the file around them are those of the `parquet` crate. Tables with
//! lists are left to its writer.

mod hybrid;
mod values;

use std::io::Write;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowSchemaConverter;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::properties::WriterProperties;
use parquet::file::statistics::Statistics;
use parquet::file::writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

use hybrid::{hybrid, run_of};
use values::{Encoded, Values};

/// A Parquet file of batches.
pub(crate) struct ChunkWriter<W: Write + Send> {
    file: SerializedFileWriter<W>,
    chunks: Vec<Chunk>,
    rows: usize,
    most: usize,
    /// Rows of the row group before: as many as are expected again.
    expected: usize,
}

/// One column of the row group that is being gathered.
struct Chunk {
    column: ColumnDescPtr,
    values: Values,
    /// Stretches of rows with a value, and without.
    present: Vec<(bool, u32)>,
}

impl<W: Write + Send> ChunkWriter<W> {
    /// Whether all columns of a schema can be written so.
    pub(crate) fn fits(schema: &SchemaRef) -> bool {
        schema.fields().iter().all(|field| Values::of(field.name(), field.data_type()).is_some())
    }

    /// A file with row groups of `most` rows, or some more.
    pub(crate) fn new(out: W, schema: &SchemaRef, most: usize) -> Result<ChunkWriter<W>> {
        let descriptor = ArrowSchemaConverter::new().convert(schema)?;
        let properties = Arc::new(WriterProperties::builder().build());
        let file = SerializedFileWriter::new(out, descriptor.root_schema_ptr(), properties)?;
        let columns = file.schema_descr().columns().to_vec();
        let fields = schema.fields().iter().zip(columns);
        let chunk = |(field, column): (&Arc<arrow_schema::Field>, ColumnDescPtr)| {
            let values = Values::of(field.name(), field.data_type())?;
            Some(Chunk { column, values, present: Vec::new() })
        };
        Ok(ChunkWriter { chunks: fields.filter_map(chunk).collect(), file, rows: 0, most, expected: 0 })
    }

    /// Adds the rows of a batch.
    pub(crate) fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        self.chunks.iter_mut().zip(batch.columns()).for_each(|(chunk, array)| chunk.push(array, self.expected));
        self.rows += batch.num_rows();
        if self.rows >= self.most { self.flush() } else { Ok(()) }
    }

    /// Ends the row group, if there are rows in it.
    pub(crate) fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for chunk in &mut self.chunks {
            let (bytes, close) = chunk.end(self.rows)?;
            group.append_column(&bytes::Bytes::from(bytes), close)?;
        }
        group.close()?;
        self.expected = std::mem::take(&mut self.rows);
        Ok(())
    }

    /// Row groups that are written.
    pub(crate) fn groups(&self) -> usize {
        self.file.flushed_row_groups().len()
    }

    /// Ends the file.
    pub(crate) fn into_inner(mut self) -> Result<W> {
        self.flush()?;
        self.file.into_inner()
    }
}

impl Chunk {
    fn push(&mut self, array: &ArrayRef, rows: usize) {
        let mut stretch = |present: bool, rows: usize| match self.present.last_mut() {
            Some((before, count)) if *before == present => *count += rows as u32,
            _ if rows > 0 => self.present.push((present, rows as u32)),
            _ => {}
        };
        let mut at = 0;
        for (from, to) in array.nulls().into_iter().flat_map(|nulls| nulls.valid_slices()) {
            stretch(false, from - at);
            stretch(true, to - from);
            at = to;
        }
        stretch(array.nulls().is_none(), array.len() - at);
        self.values.push(array, rows);
    }

    /// The bytes of the chunk and what is to be known of it; afterwards it is empty.
    fn end(&mut self, rows: usize) -> Result<(Vec<u8>, ColumnCloseResult)> {
        let present = std::mem::take(&mut self.present);
        let mut page = Vec::new();
        if self.column.max_def_level() > 0 {
            page.extend_from_slice(&[0; 4]);
            levels(&present, &mut page);
            let length = page.len() as u32 - 4;
            page[..4].copy_from_slice(&length.to_le_bytes());
        }
        let Encoded { dictionary, encoding } = self.values.encode(&mut page);
        let mut encodings = vec![Encoding::RLE, encoding];
        let mut out = TrackedWrite::new(Vec::with_capacity(page.len() + 128));
        let mut writer = SerializedPageWriter::new(&mut out);
        let mut dictionary_length = 0;
        let mut total = 0;
        if let Some((entries, count)) = dictionary {
            encodings.push(Encoding::PLAIN);
            let length = entries.len();
            let (buf, num_values, encoding) = (entries.into(), count as u32, Encoding::PLAIN);
            let page = Page::DictionaryPage { buf, num_values, encoding, is_sorted: false };
            let written = writer.write_page(CompressedPage::new(page, length))?;
            dictionary_length = written.bytes_written as i64;
            total += written.uncompressed_size;
        }
        let length = page.len();
        let page = Page::DataPage {
            buf: page.into(),
            num_values: rows as u32,
            encoding,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        total += writer.write_page(CompressedPage::new(page, length))?.uncompressed_size;
        let mut metadata = ColumnChunkMetaData::builder(self.column.clone())
            .set_encodings(encodings)
            .set_compression(Compression::UNCOMPRESSED)
            .set_num_values(rows as i64)
            .set_total_compressed_size(total as i64)
            .set_total_uncompressed_size(total as i64)
            .set_data_page_offset(dictionary_length)
            .set_dictionary_page_offset((dictionary_length > 0).then_some(0));
        if let Some((least, most)) = self.values.ends() {
            let nulls = present.iter().filter(|(there, _)| !there).map(|(_, count)| u64::from(*count)).sum();
            metadata = metadata.set_statistics(Statistics::int64(Some(least), Some(most), None, Some(nulls), false));
        }
        self.values.clear();
        let close = ColumnCloseResult {
            bytes_written: total as u64,
            rows_written: rows as u64,
            metadata: metadata.build()?,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((out.into_inner()?, close))
    }
}

/// Which rows have a value: a level of one bit each, as run lengths.
fn levels(present: &[(bool, u32)], out: &mut Vec<u8>) {
    if present.iter().all(|(_, count)| *count >= 8) {
        return present.iter().for_each(|(there, count)| run_of(u32::from(*there), *count as usize, 1, out));
    }
    let every = present.iter().flat_map(|(there, count)| std::iter::repeat_n(u32::from(*there), *count as usize));
    hybrid(&every.collect::<Vec<_>>(), 1, out);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use arrow_array::types::Int32Type;
    use arrow_array::{
        BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, TimestampMicrosecondArray, UInt32Array,
        UInt64Array,
    };
    use arrow_schema::{DataType, Field, Schema, TimeUnit};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use proptest::prelude::*;

    use super::*;

    /// What a reader has of batches that were written; texts as texts.
    fn again(batches: &[RecordBatch], most: usize) -> Vec<RecordBatch> {
        let mut writer = ChunkWriter::new(Vec::new(), &batches[0].schema(), most).unwrap();
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn what_is_written_is_what_is_read(
            kinds in proptest::collection::vec((0_u8..5, 1_usize..4_000, 0_u64..12, any::<u64>()), 1..4),
            most in 1_usize..6_000,
        ) {
            let batches: Vec<_> =
                kinds.iter().map(|(kind, rows, nulls, seed)| batch(*kind, *rows, *nulls, *seed)).collect();
            let read = again(&batches, most);
            for column in 0..batches[0].num_columns() {
                prop_assert_eq!(plain(&batches, column), plain(&read, column), "column {}", column);
            }
        }
    }

    #[test]
    fn rows_that_are_all_null_and_one_row_are_read_again() {
        for batches in [vec![batch(4, 100, 1, 1)], vec![batch(4, 1, 0, 1)]] {
            let read = again(&batches, 1_000);
            (0..8).for_each(|column| assert_eq!(plain(&batches, column), plain(&read, column)));
        }
    }

    #[test]
    fn a_column_of_one_value_costs_bytes_and_not_rows() {
        let schema = Arc::new(Schema::new(vec![Field::new("four", DataType::UInt32, true)]));
        let batch = RecordBatch::try_new(schema.clone(), vec![Arc::new(UInt32Array::from_value(0, 100_000))]).unwrap();
        let mut writer = ChunkWriter::new(Vec::new(), &schema, 100_000).unwrap();
        writer.write(&batch).unwrap();
        assert!(writer.into_inner().unwrap().len() < 1_000);
    }

    #[test]
    fn times_say_from_when_to_when_they_are() {
        let batch = batch(2, 3_000, 0, 1);
        assert_eq!(batch.column(5).data_type(), &DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())));
        let mut writer = ChunkWriter::new(Vec::new(), &batch.schema(), 1_000_000).unwrap();
        writer.write(&batch).unwrap();
        let bytes = bytes::Bytes::from(writer.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap();
        let Some(Statistics::Int64(found)) = reader.metadata().row_group(0).column(5).statistics() else { panic!() };
        assert_eq!((found.min_opt(), found.max_opt()), (Some(&1_780_000_000_000_000), Some(&1_780_000_000_999_000)));
    }
}
