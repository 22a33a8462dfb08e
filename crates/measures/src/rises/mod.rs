//! Counters since some moment to what they rose between two readings of an object.
//!
//! A counter that fell tells that what counts was started again, and so were all objects of its owner that were read at the
//! same moment: what was counted between these readings and those before is not known. A counter of 32 bits also falls when
//! it is full: that is no restart where another of its object did not fall, and its rise is what it rose.
//!
//! | module | idea |
//! |---|---|
//! | `readings` | whose each reading is, when it was, which row is the one before it |
//! | `counted` | one counter: how it rose, and what its falls tell |

mod counted;
mod readings;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, Int64Array, RecordBatch, TimestampMicrosecondArray, UInt32Array, UInt64Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use crate::column::Column;
use crate::error::ColumnsError;
use counted::{Before, Rise, fell, restarted};
use readings::{NONE, Reading, Readings};

/// A counter, and whether it can only rise, so that a fall tells a restart.
#[derive(Debug, Clone)]
pub struct Counter {
    /// Its column.
    pub name: String,
    /// Whether a fall tells a restart.
    pub steady: bool,
}

/// Readings of all objects so far.
#[derive(Debug, Clone)]
pub struct Rises {
    counters: Vec<Counter>,
    /// By object its last reading, whether it has a rise, and by counter what it was.
    last: Vec<Option<Reading>>,
    subtracted: Vec<bool>,
    before: Vec<Before>,
}

impl Rises {
    /// Begins without readings.
    pub fn new(counters: Vec<Counter>) -> Self {
        let before = vec![Before::default(); counters.len()];
        Self { counters, last: Vec::new(), subtracted: Vec::new(), before }
    }

    /// Takes readings: six columns (numbers of the object and of its owner as UInt32, when it was read and when its interval
    /// ended in microseconds, its file as UInt32 and its record as UInt64), and among those behind them the counters.
    /// Readings of one object are in order of time, file and record; None, and nothing is taken, where they are not.
    ///
    /// For each row: whether it has a rise since the reading before (`difference`), whether something was started `again`
    /// between both, whether it is the last of an object that has no rise so far (`alone`), when the interval before ended
    /// (`start`), the microseconds since the reading before (`elapsed`), where that stands (`less_file`, `less_record`), and
    /// the counters: what they rose, or as they are where there is no rise. What fell all the same has no value.
    pub fn take(&mut self, batch: &RecordBatch) -> Result<Option<RecordBatch>, ColumnsError> {
        let columns = self.columns(batch)?;
        let Some(read) = Readings::new(batch, &mut self.last)? else { return Ok(None) };
        self.subtracted.resize(self.last.len(), false);
        let rows = read.objects.len();
        let mut falls = vec![0; rows];
        let mut rises = Vec::with_capacity(columns.len());
        let mut plain = Vec::new();
        let counters = self.counters.iter().zip(&mut self.before).zip(&columns);
        for (place, ((counter, before), (column, narrow))) in counters.enumerate() {
            before.room_for(self.last.len(), column);
            rises.push(
                before
                    .plainly_risen(&read, column)
                    .unwrap_or_else(|| before.risen(&read, column, *narrow, counter.steady.then_some(&mut falls[..]))),
            );
            if counter.steady && matches!(rises[place], Rise::All(_)) {
                plain.push(place);
            }
        }
        if falls.iter().any(|&falls| fell(falls)) {
            // Whether a fall is a restart is told by those, too, that did not fall.
            for place in plain {
                let (column, narrow) = &columns[place];
                rises[place] = self.before[place].risen(&read, column, *narrow, Some(&mut falls[..]));
            }
        }
        let again = together(&read, &falls);
        let difference: Vec<bool> = (0..rows).map(|row| read.before[row] != NONE && !again[row]).collect();
        if !difference.iter().all(|&is_difference| is_difference) {
            for (rise, (column, _)) in rises.iter_mut().zip(&columns) {
                rise.as_it_is(column, &difference);
            }
        }
        let mut arrays = self.intervals(&read, &difference);
        let alone = self.leave(&read, &columns, &difference);
        arrays.push(("difference", Arc::new(BooleanArray::from(difference))));
        arrays.push(("again", Arc::new(BooleanArray::from(again))));
        arrays.push(("alone", Arc::new(BooleanArray::from(alone))));
        let counters = self.counters.iter().zip(rises).map(|(counter, rise)| (counter.name.as_str(), rise.array()));
        let every = arrays.into_iter().chain(counters).map(|(name, array)| (name, array, true));
        Ok(Some(RecordBatch::try_from_iter_with_nullable(every).expect("columns of one length")))
    }

    /// Which objects have a rise, by number.
    pub fn subtracted(&self) -> &[bool] {
        &self.subtracted
    }

    /// The counters of a batch, each with whether it has 32 bits.
    fn columns(&self, batch: &RecordBatch) -> Result<Vec<(Column, bool)>, ColumnsError> {
        let schema = batch.schema();
        let counters = self.counters.iter().map(|counter| {
            let absent = |_| ColumnsError::Absent { column: counter.name.clone() };
            let at = schema.index_of(&counter.name).map_err(absent)?;
            let narrow = *batch.column(at).data_type() == DataType::UInt32;
            Ok((Column::new(&counter.name, batch.column(at))?, narrow))
        });
        counters.collect()
    }

    /// From when, since which reading and how long.
    fn intervals(&self, read: &Readings, difference: &[bool]) -> Vec<(&'static str, ArrayRef)> {
        let rows = difference.len();
        let (mut start, mut started) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
        let (mut elapsed, mut files, mut records) =
            (Vec::with_capacity(rows), Vec::with_capacity(rows), Vec::with_capacity(rows));
        for (row, &later) in difference.iter().enumerate() {
            let before = read.before(row, &self.last).unwrap_or_default();
            start.push(before.end.unwrap_or_default());
            started.push(before.end.is_some());
            elapsed.push(if later { read.at[row] - before.at } else { 0 });
            files.push(before.file);
            records.push(before.record);
        }
        let every = |there: &[bool]| there.iter().all(|&is_there| is_there);
        let nulls = |there: Vec<bool>| (!every(&there)).then(|| NullBuffer::from(there));
        let rise = nulls(difference.to_vec());
        let start = TimestampMicrosecondArray::new(start.into(), nulls(started));
        let (elapsed, files, records) = (elapsed.into(), files.into(), records.into());
        vec![
            ("start", Arc::new(start)),
            ("elapsed", Arc::new(Int64Array::new(elapsed, rise.clone()))),
            ("less_file", Arc::new(UInt32Array::new(files, rise.clone()))),
            ("less_record", Arc::new(UInt64Array::new(records, rise))),
        ]
    }

    /// Remembers the last reading of each object; which rows these are of objects that have no rise.
    fn leave(&mut self, read: &Readings, columns: &[(Column, bool)], difference: &[bool]) -> Vec<bool> {
        for (&object, &difference) in read.objects.iter().zip(difference) {
            self.subtracted[object as usize] |= difference;
        }
        let mut alone = vec![false; difference.len()];
        let latest = read.latest();
        for &row in &latest {
            let object = read.objects[row] as usize;
            self.last[object] = Some(read.reading(row));
            alone[row] = !self.subtracted[object];
        }
        for ((column, _), before) in columns.iter().zip(&mut self.before) {
            before.leave(read, column, &latest);
        }
        alone
    }
}

/// Whether each reading comes after a restart: of its own object, or of another of its owner that was read at the same
/// moment.
fn together(read: &Readings, falls: &[u8]) -> Vec<bool> {
    let has_restarted = |row: &usize| read.before[*row] != NONE && restarted(falls[*row]);
    let moments: HashSet<(u32, i64)> =
        (0..falls.len()).filter(has_restarted).map(|row| (read.owners[row], read.at[row])).collect();
    if moments.is_empty() {
        return vec![false; falls.len()];
    }
    let has_restarted = |row: usize| read.before[row] != NONE && moments.contains(&(read.owners[row], read.at[row]));
    (0..falls.len()).map(has_restarted).collect()
}
