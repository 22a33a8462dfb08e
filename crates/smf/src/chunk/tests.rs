//! What is written by column chunks is what is read, and costs no more than it should.
#![allow(clippy::unwrap_used)]

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType, UInt32Type, UInt64Type};
use arrow_array::{
    BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch, TimestampMicrosecondArray,
    UInt32Array, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use proptest::prelude::*;

use super::*;
use crate::column::texts;

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

/// The cells of a column, as texts.
fn plain(batches: &[RecordBatch], column: usize) -> Vec<String> {
    fn shown<T: ToString>(cells: impl IntoIterator<Item = Option<T>>) -> Vec<String> {
        cells.into_iter().map(|cell| cell.map_or_else(|| "null".to_owned(), |cell| cell.to_string())).collect()
    }
    let cells = batches.iter().flat_map(|batch| {
        let array = batch.column(column);
        match array.data_type() {
            DataType::Timestamp(..) => shown(array.as_primitive::<TimestampMicrosecondType>()),
            DataType::UInt64 => shown(array.as_primitive::<UInt64Type>()),
            DataType::UInt32 => shown(array.as_primitive::<UInt32Type>()),
            DataType::Int64 => shown(array.as_primitive::<Int64Type>()),
            DataType::Int32 => shown(array.as_primitive::<Int32Type>()),
            DataType::Float64 => shown(array.as_primitive::<Float64Type>()),
            DataType::Boolean => shown(array.as_boolean()),
            _ => shown(&texts(array)),
        }
    });
    cells.collect()
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
        let rows_of = |(kind, rows_, nulls, seed): &(u8, usize, u64, u64)| {
            rows(shared, each, *kind, rows_.div_ceil(each as usize), *nulls, *seed)
        };
        let written: Vec<_> = kinds.iter().map(rows_of).collect();
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
    let Some(Statistics::Int64(times)) = reader.metadata().row_group(0).column(5).statistics() else { panic!() };
    assert_eq!((times.min_opt(), times.max_opt()), (Some(&1_780_000_000_000_000), Some(&1_780_000_000_999_000)));
}

/// The type of a page, its uncompressed and its compressed bytes as its header says, and the bytes of that header, which
/// is in Thrift's compact protocol (parquet.thrift, PageHeader; compact-protocol.md).
fn page_header(bytes: &[u8]) -> ([i64; 3], usize) {
    let mut at = 0;
    let mut values = [-1; 3];
    structure(bytes, &mut at, &mut |field, value| {
        if let Some(value_of_field) = values.get_mut(field - 1) {
            *value_of_field = value;
        }
    });
    (values, at)
}

/// Goes through a structure; `integer` is told its own fields that are integers.
fn structure(bytes: &[u8], at: &mut usize, integer: &mut dyn FnMut(usize, i64)) {
    let mut field = 0;
    loop {
        let head = bytes[*at];
        *at += 1;
        if head == 0 {
            return;
        }
        assert!(head >> 4 > 0, "no field is more than 15 behind another");
        field += usize::from(head >> 4);
        match head & 15 {
            1 | 2 => {} // true and false
            4..=6 => integer(field, zigzag(bytes, at)),
            12 => structure(bytes, at, &mut |_, _| {}),
            other => panic!("type {other}"),
        }
    }
}

fn zigzag(bytes: &[u8], at: &mut usize) -> i64 {
    let (mut value, mut shift) = (0_u64, 0);
    loop {
        let byte = bytes[*at];
        *at += 1;
        value |= u64::from(byte & 127) << shift;
        shift += 7;
        if byte < 128 {
            return (value >> 1) as i64 ^ -((value & 1) as i64);
        }
    }
}

#[test]
fn the_header_of_each_page_has_the_bytes_that_follow() {
    const DATA: i64 = 0;
    const DICTIONARY: i64 = 2;
    let mut kinds = Vec::new();
    for (kind, nulls) in [(0, 0), (1, 3), (2, 0), (4, 1), (4, 7)] {
        let rows = rows(3, 9, kind, 400, nulls, 1);
        let mut writer = ChunkWriter::new(Vec::new(), &rows, 1_500).unwrap();
        (0..3).for_each(|_| writer.write(&rows).unwrap());
        let bytes = bytes::Bytes::from(writer.into_inner().unwrap());
        let reader = ParquetRecordBatchReaderBuilder::try_new(bytes.clone()).unwrap();
        for chunk in reader.metadata().row_groups().iter().flat_map(|group| group.columns()) {
            let (start, size) = chunk.byte_range();
            let end = (start + size) as usize;
            let mut at = start as usize;
            let mut pages = Vec::new();
            while at < end {
                let ([page, uncompressed, compressed], header) = page_header(&bytes[at..end]);
                assert_eq!(uncompressed, compressed, "{}, {page} at {at}", chunk.column_path());
                pages.push((page, at as i64));
                at += header + compressed as usize;
            }
            assert_eq!(at, end, "{}", chunk.column_path());
            let dictionary = chunk.dictionary_page_offset().map(|at| (DICTIONARY, at));
            let expected: Vec<_> = dictionary.into_iter().chain([(DATA, chunk.data_page_offset())]).collect();
            assert_eq!(pages, expected, "{}", chunk.column_path());
            kinds.extend(pages.iter().map(|(page, _)| *page));
        }
    }
    assert!(kinds.contains(&DATA) && kinds.contains(&DICTIONARY));
}
