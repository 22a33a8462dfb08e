//! Readings of a piece: whose each is, when it was, which row is the one before it.

use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use arrow_array::{Array, RecordBatch};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::DataType;

use crate::column::{Column, Values, numbers, wrong};
use crate::error::ColumnsError;

/// The reading before is the last of an earlier piece; or there is none.
pub(super) const CARRIED: u32 = u32::MAX - 1;
pub(super) const NONE: u32 = u32::MAX;

/// The leading columns of a piece, and the row before each of the same object.
pub(super) struct Readings {
    pub objects: ScalarBuffer<u32>,
    pub owners: ScalarBuffer<u32>,
    pub at: ScalarBuffer<i64>,
    end: ScalarBuffer<i64>,
    ended: Option<NullBuffer>,
    file: ScalarBuffer<u32>,
    record: ScalarBuffer<u64>,
    pub before: Vec<u32>,
    /// The rows that have no row before: CARRIED, or NONE.
    pub first: Vec<u32>,
}

/// When a reading was made, when its interval ended, and where it stands.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Reading {
    pub at: i64,
    pub end: Option<i64>,
    pub file: u32,
    pub record: u64,
}

impl Reading {
    fn order(&self) -> (i64, u32, u64) {
        (self.at, self.file, self.record)
    }
}

impl Readings {
    /// The readings of a batch behind the `last` of each object; None where those of an object are not in order.
    pub(super) fn new(batch: &RecordBatch, last: &mut Vec<Option<Reading>>) -> Result<Option<Self>, ColumnsError> {
        let (at, untimed) = moments(batch, 2)?;
        if untimed.is_some() {
            return Err(ColumnsError::Null { column: batch.schema().field(2).name().clone() });
        }
        let (end, ended) = moments(batch, 3)?;
        let mut readings = Self {
            objects: numbers(batch, 0)?,
            owners: numbers(batch, 1)?,
            at,
            end,
            ended,
            file: numbers(batch, 4)?,
            record: places(batch, 5)?,
            before: Vec::with_capacity(batch.num_rows()),
            first: Vec::new(),
        };
        let most = readings.objects.iter().max().map_or(0, |&most| most as usize + 1);
        if last.len() < most {
            last.resize(most, None);
        }
        let mut latest = vec![NONE; last.len()];
        for row in 0..readings.objects.len() {
            let object = readings.objects[row] as usize;
            let (before, earlier) = match latest[object] {
                NONE => {
                    readings.first.push(row as u32);
                    (if last[object].is_some() { CARRIED } else { NONE }, last[object])
                }
                place => (place, Some(readings.reading(place as usize))),
            };
            if earlier.is_some_and(|earlier| earlier.order() > readings.reading(row).order()) {
                return Ok(None);
            }
            readings.before.push(before);
            latest[object] = row as u32;
        }
        Ok(Some(readings))
    }

    pub(super) fn reading(&self, row: usize) -> Reading {
        let ended = self.ended.as_ref().is_none_or(|ended| ended.is_valid(row));
        Reading { at: self.at[row], end: ended.then(|| self.end[row]), file: self.file[row], record: self.record[row] }
    }

    /// The reading before a row, of these or of the `last` ones.
    pub(super) fn before(&self, row: usize, last: &[Option<Reading>]) -> Option<Reading> {
        match self.before[row] {
            NONE => None,
            CARRIED => last[self.objects[row] as usize],
            place => Some(self.reading(place as usize)),
        }
    }

    /// The last row of each object that has any.
    pub(super) fn latest(&self) -> Vec<usize> {
        let objects = self.objects.iter().max().map_or(0, |&most| most as usize + 1);
        let mut latest = vec![NONE; objects];
        for (row, &object) in self.objects.iter().enumerate() {
            latest[object as usize] = row as u32;
        }
        latest.into_iter().filter(|&row| row != NONE).map(|row| row as usize).collect()
    }
}

/// A counter as whole numbers with sign, as far as these hold it.
pub(super) fn whole(column: &Column, row: usize) -> Option<i64> {
    if !column.is_valid(row) {
        return None;
    }
    match &column.values {
        Values::Signed(values) => Some(values[row]),
        Values::Unsigned(values) => i64::try_from(values[row]).ok(),
        Values::Real(_) | Values::Nothing => None,
    }
}

/// A counter of fractions.
pub(super) fn real(column: &Column, row: usize) -> Option<f64> {
    match &column.values {
        Values::Real(values) if column.is_valid(row) => Some(values[row]),
        _ => None,
    }
}

fn moments(batch: &RecordBatch, at: usize) -> Result<(ScalarBuffer<i64>, Option<NullBuffer>), ColumnsError> {
    let (array, schema) = (batch.column(at), batch.schema());
    let name = schema.field(at).name();
    match Column::new(name, array)? {
        Column { values: Values::Signed(values), valid } => Ok((values, valid)),
        Column { values: Values::Nothing, .. } => {
            Ok((vec![0; array.len()].into(), Some(NullBuffer::new_null(array.len()))))
        }
        _ => Err(wrong(name, "a moment", array.data_type())),
    }
}

fn places(batch: &RecordBatch, at: usize) -> Result<ScalarBuffer<u64>, ColumnsError> {
    let (array, schema) = (batch.column(at), batch.schema());
    let name = schema.field(at).name();
    match array.data_type() {
        DataType::UInt64 if array.null_count() == 0 => Ok(array.as_primitive::<UInt64Type>().values().clone()),
        DataType::UInt64 => Err(ColumnsError::Null { column: name.clone() }),
        other => Err(wrong(name, "UInt64", other)),
    }
}
