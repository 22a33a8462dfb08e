//! One counter: how it rose since the reading before, and what its falls tell.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, new_null_array};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use super::readings::{CARRIED, NONE, Readings, real, whole};
use crate::column::{Column, Values};

/// What a counter of 32 bits counts before it begins again; one that is not half full does not.
const FULL: i64 = 1 << 32;
const HALF: i64 = 1 << 31;

/// Of all steady counters of a row: one fell; one fell that was not full; one was there and did not fall.
const FELL: u8 = 1;
const NOT_FULL: u8 = 2;
const HELD: u8 = 4;

/// Whether falls tell a restart.
pub(super) fn restarted(falls: u8) -> bool {
    fell(falls) && (falls & NOT_FULL != 0 || falls & HELD == 0)
}

/// Whether a counter fell, restarted or full.
pub(super) fn fell(falls: u8) -> bool {
    falls & FELL != 0
}

/// What a counter was at the last reading of each object.
#[derive(Debug, Clone)]
pub(super) enum Before {
    Whole(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
}

impl Default for Before {
    fn default() -> Self {
        Self::Whole(Vec::new())
    }
}

/// What a counter rose; where nothing is `valid`, anything stands.
pub(super) enum Rise {
    Nothing(DataType, usize),
    All(Vec<i64>),
    Whole { values: Vec<i64>, valid: Vec<bool> },
    Real { values: Vec<f64>, valid: Vec<bool> },
}

impl Before {
    /// Room for so many objects. A counter is one of fractions from its first value on.
    pub(super) fn room_for(&mut self, objects: usize, column: &Column) {
        if let (Self::Whole(values), Values::Real(_)) = (&*self, &column.values) {
            *self = Self::Real(values.iter().map(|value| value.map(|value| value as f64)).collect());
        }
        match self {
            Self::Whole(values) => values.resize(objects.max(values.len()), None),
            Self::Real(values) => values.resize(objects.max(values.len()), None),
        }
    }

    /// The same of a counter that has a value in each row and fell in none, as most do, where it is as it is in rows
    /// without a reading before; None of others. Nothing is told of falls.
    pub(super) fn plainly_risen(&self, read: &Readings, column: &Column) -> Option<Rise> {
        match (self, &column.values, &column.valid) {
            (Self::Whole(last), Values::Signed(values), None) => plain_rises(read, last, |row| values[row]),
            // What 63 bits do not hold looks as if it fell.
            (Self::Whole(last), Values::Unsigned(values), None) => plain_rises(read, last, |row| values[row] as i64),
            _ => None,
        }
    }

    /// What the counter rose to each reading; what its falls tell is added to `falls`.
    pub(super) fn risen(&self, read: &Readings, column: &Column, narrow: bool, falls: Option<&mut [u8]>) -> Rise {
        match self {
            Self::Whole(_) if matches!(column.values, Values::Nothing) => {
                Rise::Nothing(DataType::Int64, read.before.len())
            }
            Self::Real(_) if matches!(column.values, Values::Nothing) => {
                Rise::Nothing(DataType::Float64, read.before.len())
            }
            Self::Whole(last) => {
                let rise = |now, before| risen(now, before, narrow);
                let tell = |now, before| fall_flags(now, before, full(now, before, narrow), 0);
                let (values, valid) = rises(read, last, |row| whole(column, row), rise, tell, falls);
                Rise::Whole { values, valid }
            }
            Self::Real(last) => {
                let rise = |now: f64, before: f64| Some(now - before).filter(|rise| *rise >= 0.0);
                let tell = |now, before| fall_flags(now, before, false, 0.0);
                let (values, valid) = rises(read, last, |row| real(column, row), rise, tell, falls);
                Rise::Real { values, valid }
            }
        }
    }

    /// Remembers what the counter was at these rows.
    pub(super) fn leave(&mut self, read: &Readings, column: &Column, rows: &[usize]) {
        for &row in rows {
            let object = read.objects[row] as usize;
            match self {
                Self::Whole(values) => values[object] = whole(column, row),
                Self::Real(values) => values[object] = real(column, row),
            }
        }
    }
}

impl Rise {
    /// As it is in the rows without a difference.
    pub(super) fn as_it_is(&mut self, column: &Column, difference: &[bool]) {
        for row in (0..difference.len()).filter(|&row| !difference[row]) {
            match self {
                Self::Nothing(..) => {}
                Self::All(values) => values[row] = whole(column, row).unwrap_or(0),
                Self::Whole { values, valid } => {
                    let now = whole(column, row);
                    (values[row], valid[row]) = (now.unwrap_or(0), now.is_some());
                }
                Self::Real { values, valid } => {
                    let now = real(column, row);
                    (values[row], valid[row]) = (now.unwrap_or(0.0), now.is_some());
                }
            }
        }
    }

    pub(super) fn array(self) -> ArrayRef {
        let nulls = |valid: Vec<bool>| (!valid.iter().all(|&is_valid| is_valid)).then(|| NullBuffer::from(valid));
        match self {
            Self::Nothing(kind, rows) => new_null_array(&kind, rows),
            Self::All(values) => Arc::new(Int64Array::new(values.into(), None)),
            Self::Whole { values, valid } => Arc::new(Int64Array::new(values.into(), nulls(valid))),
            Self::Real { values, valid } => Arc::new(Float64Array::new(values.into(), nulls(valid))),
        }
    }
}

/// Rises of all rows in one bare loop, and the rows without one within the piece for themselves.
fn plain_rises(read: &Readings, last: &[Option<i64>], now: impl Fn(usize) -> i64) -> Option<Rise> {
    let mut signs = 0;
    let mut values: Vec<i64> = (0..read.before.len())
        .map(|row| {
            let (now, before) = (now(row), now((read.before[row] as usize).min(row)));
            let rise = now.wrapping_sub(before);
            signs |= now | rise;
            rise
        })
        .collect();
    for &row in &read.first {
        let row = row as usize;
        let before = if read.before[row] == NONE { 0 } else { last[read.objects[row] as usize]? };
        values[row] = now(row).wrapping_sub(before);
        signs |= before | values[row];
    }
    (signs >= 0).then_some(Rise::All(values))
}

/// Rises of all rows; what falls tell of each is added to `falls`.
fn rises<T: Copy + Default>(
    read: &Readings,
    last: &[Option<T>],
    now: impl Fn(usize) -> Option<T>,
    rise: impl Fn(T, T) -> Option<T>,
    tell: impl Fn(T, T) -> u8,
    mut falls: Option<&mut [u8]>,
) -> (Vec<T>, Vec<bool>) {
    let rows = read.before.len();
    let (mut values, mut valid) = (Vec::with_capacity(rows), Vec::with_capacity(rows));
    for row in 0..rows {
        let before = match read.before[row] {
            NONE => None,
            CARRIED => last[read.objects[row] as usize],
            earlier => now(earlier as usize),
        };
        let mut risen = None;
        if let (Some(now), Some(before)) = (now(row), before) {
            risen = rise(now, before);
            if let Some(falls) = &mut falls {
                falls[row] |= tell(now, before);
            }
        }
        values.push(risen.unwrap_or_default());
        valid.push(risen.is_some());
    }
    (values, valid)
}

fn full(now: i64, before: i64, narrow: bool) -> bool {
    narrow && before >= HALF && now < HALF
}

/// None where it fell all the same.
fn risen(now: i64, before: i64, narrow: bool) -> Option<i64> {
    let rise = now.wrapping_sub(before) + if full(now, before, narrow) { FULL } else { 0 };
    (rise >= 0).then_some(rise)
}

fn fall_flags<T: PartialOrd>(now: T, before: T, full: bool, zero: T) -> u8 {
    if now < before {
        FELL | if full { 0 } else { NOT_FULL }
    } else if before > zero {
        HELD
    } else {
        0
    }
}
