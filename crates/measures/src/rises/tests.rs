use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int64Type, TimestampMicrosecondType, UInt64Type};
use arrow_array::{Array, ArrayRef, Float64Array, RecordBatch, TimestampMicrosecondArray, UInt32Array, UInt64Array};

use super::{Counter, Rises};

/// Object, owner, moment, values of the counters.
type Row<'a> = (u32, u32, i64, &'a [Option<u32>]);

fn readings(rows: &[Row<'_>]) -> RecordBatch {
    let column = |of: fn(&Row<'_>) -> u32| -> ArrayRef { Arc::new(UInt32Array::from_iter_values(rows.iter().map(of))) };
    let times: ArrayRef = Arc::new(TimestampMicrosecondArray::from_iter_values(rows.iter().map(|row| row.2)));
    let records: ArrayRef = Arc::new(UInt64Array::from_iter_values(rows.iter().map(|row| row.2 as u64 * 10)));
    let mut columns = vec![
        ("object".to_owned(), column(|row| row.0)),
        ("owner".to_owned(), column(|row| row.1)),
        ("at".to_owned(), times.clone()),
        ("end".to_owned(), times),
        ("file".to_owned(), column(|_| 1)),
        ("record".to_owned(), records),
    ];
    for place in 0..rows[0].3.len() {
        let values: ArrayRef = Arc::new(UInt32Array::from_iter(rows.iter().map(|row| row.3[place])));
        columns.push((format!("c{place}"), values));
    }
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .expect("columns of one length")
}

fn rises(counters: usize) -> Rises {
    Rises::new((0..counters).map(|place| Counter { name: format!("c{place}"), steady: true }).collect())
}

fn taken(rises: &mut Rises, rows: &[Row<'_>]) -> RecordBatch {
    rises.take(&readings(rows)).expect("readings").expect("in order")
}

fn counts(intervals: &RecordBatch, name: &str) -> Vec<Option<i64>> {
    intervals.column_by_name(name).expect("a counter").as_primitive::<Int64Type>().iter().collect()
}

fn flags(intervals: &RecordBatch, name: &str) -> Vec<bool> {
    intervals.column_by_name(name).expect("flags").as_boolean().values().iter().collect()
}

#[test]
fn a_counter_rises_from_reading_to_reading_of_its_object_over_pieces() {
    let mut all = rises(1);
    let first = taken(&mut all, &[(0, 0, 1, &[Some(10)]), (1, 0, 1, &[Some(100)]), (0, 0, 2, &[Some(13)])]);
    assert_eq!(flags(&first, "difference"), [false, false, true]);
    assert_eq!(flags(&first, "alone"), [false, true, false]);
    assert_eq!(counts(&first, "c0"), [Some(10), Some(100), Some(3)]);
    let second = taken(&mut all, &[(1, 0, 2, &[Some(150)]), (0, 0, 3, &[Some(14)])]);
    assert_eq!(counts(&second, "c0"), [Some(50), Some(1)]);
    assert_eq!(counts(&second, "elapsed"), [Some(1), Some(1)]);
    let start = second.column_by_name("start").expect("start").as_primitive::<TimestampMicrosecondType>();
    assert_eq!(start.values()[..], [1, 2]);
    let record = second.column_by_name("less_record").expect("record").as_primitive::<UInt64Type>();
    assert_eq!(record.values()[..], [10, 20]);
    assert_eq!(all.subtracted(), [true, true]);
}

#[test]
fn a_fall_is_a_restart_of_all_objects_of_its_owner_at_that_moment() {
    let mut all = rises(1);
    taken(&mut all, &[(0, 0, 1, &[Some(10)]), (1, 0, 1, &[Some(10)]), (2, 1, 1, &[Some(10)])]);
    let intervals = taken(&mut all, &[(0, 0, 2, &[Some(4)]), (1, 0, 2, &[Some(12)]), (2, 1, 2, &[Some(12)])]);
    assert_eq!(flags(&intervals, "again"), [true, true, false]);
    assert_eq!(counts(&intervals, "c0"), [Some(4), Some(12), Some(2)]);
}

#[test]
fn a_counter_of_32_bits_that_was_full_rises_on_where_another_did_not_fall() {
    let mut all = rises(2);
    taken(&mut all, &[(0, 0, 1, &[Some(u32::MAX), Some(5)])]);
    let intervals = taken(&mut all, &[(0, 0, 2, &[Some(9), Some(6)])]);
    assert_eq!(flags(&intervals, "again"), [false]);
    assert_eq!((counts(&intervals, "c0"), counts(&intervals, "c1")), (vec![Some(10)], vec![Some(1)]));
    let intervals = taken(&mut all, &[(0, 0, 3, &[Some(2), Some(0)])]);
    assert_eq!(flags(&intervals, "again"), [true]);
}

#[test]
fn one_that_is_full_where_all_others_are_nothing_is_a_restart() {
    let mut all = rises(2);
    taken(&mut all, &[(0, 0, 1, &[Some(u32::MAX), Some(0)])]);
    let intervals = taken(&mut all, &[(0, 0, 2, &[Some(9), Some(0)])]);
    assert_eq!(flags(&intervals, "again"), [true]);
}

#[test]
fn a_counter_without_a_value_has_no_rise_and_tells_nothing() {
    let mut all = rises(1);
    taken(&mut all, &[(0, 0, 1, &[Some(7)])]);
    let intervals = taken(&mut all, &[(0, 0, 2, &[None])]);
    assert_eq!((flags(&intervals, "difference"), counts(&intervals, "c0")), (vec![true], vec![None]));
    let intervals = taken(&mut all, &[(0, 0, 3, &[Some(2)])]);
    assert_eq!((flags(&intervals, "again"), counts(&intervals, "c0")), (vec![false], vec![None]));
}

#[test]
fn what_may_fall_has_no_value_where_it_fell() {
    let mut all = Rises::new(vec![Counter { name: "c0".to_owned(), steady: false }]);
    taken(&mut all, &[(0, 0, 1, &[Some(7)])]);
    let intervals = taken(&mut all, &[(0, 0, 2, &[Some(5)])]);
    assert_eq!((flags(&intervals, "difference"), counts(&intervals, "c0")), (vec![true], vec![None]));
}

#[test]
fn readings_that_are_not_in_order_are_not_taken() {
    let mut all = rises(1);
    assert!(all.take(&readings(&[(0, 0, 2, &[Some(1)]), (0, 0, 1, &[Some(2)])])).expect("readings").is_none());
    let intervals = taken(&mut all, &[(0, 0, 1, &[Some(2)])]);
    assert_eq!(flags(&intervals, "difference"), [false]);
    assert!(all.take(&readings(&[(0, 0, 0, &[Some(1)])])).expect("readings").is_none());
}

#[test]
fn fractions_rise_too() {
    let mut all = rises(1);
    for (at, value, risen) in [(1, 0.5, 0.5), (2, 2.0, 1.5)] {
        let batch = readings(&[(0, 0, at, &[])]);
        let values: ArrayRef = Arc::new(Float64Array::from(vec![value]));
        let schema = batch.schema();
        let columns =
            schema.fields().iter().zip(batch.columns()).map(|(field, array)| (field.name().clone(), array.clone()));
        let batch = RecordBatch::try_from_iter(columns.chain([("c0".to_owned(), values)])).expect("columns");
        let intervals = all.take(&batch).expect("readings").expect("in order");
        let intervals = intervals.column_by_name("c0").expect("a counter").clone();
        assert_eq!(intervals.as_primitive::<arrow_array::types::Float64Type>().value(0), risen);
        assert_eq!(intervals.null_count(), 0);
    }
}
