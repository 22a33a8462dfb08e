//! The largest or smallest value of each object, and the row that has it.

use crate::column::{Column, Values, each};

/// No row.
pub(crate) const NONE: u32 = u32::MAX;

/// The rows of a piece: whose each is, and which objects have any.
#[derive(Debug)]
pub(crate) struct Piece<'a> {
    pub of_row: &'a [u32],
    pub present: &'a [u32],
    /// One more than the largest number so far.
    pub objects: usize,
}

/// One value an object, of all pieces so far.
#[derive(Debug, Clone)]
pub(crate) struct Best<T> {
    pub values: Vec<T>,
    pub there: Vec<bool>,
}

#[derive(Debug, Clone)]
pub(crate) enum Held {
    Nothing,
    Signed(Best<i64>),
    Unsigned(Best<u64>),
    Real(Best<f64>),
}

impl<T: Clone + Default> Best<T> {
    pub(crate) fn new() -> Self {
        Self { values: Vec::new(), there: Vec::new() }
    }

    pub(crate) fn room_for(&mut self, objects: usize) {
        if self.values.len() < objects {
            self.values.resize(objects, T::default());
            self.there.resize(objects, false);
        }
    }
}

impl<T: Copy + Default> Best<T> {
    /// The values of objects, as far as these have one.
    pub(crate) fn of(&self, objects: &[u32]) -> impl Iterator<Item = Option<T>> {
        let there = |object| self.there.get(object).copied().unwrap_or(false);
        objects.iter().map(move |&object| there(object as usize).then(|| self.values[object as usize]))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Extreme {
    pub largest: bool,
    pub held: Held,
}

impl Extreme {
    pub(crate) fn new(largest: bool) -> Self {
        Self { largest, held: Held::Nothing }
    }

    /// Takes a piece; in `at` the first row of each object that has what is the extreme now, where any has. What is not a
    /// number is no value.
    pub(crate) fn take(&mut self, piece: &Piece<'_>, column: &Column, at: &mut [u32]) {
        if matches!(self.held, Held::Nothing) {
            self.held = match &column.values {
                Values::Nothing => return,
                Values::Signed(_) => Held::Signed(Best::new()),
                Values::Unsigned(_) => Held::Unsigned(Best::new()),
                Values::Real(_) => Held::Real(Best::new()),
            };
        }
        let largest = self.largest;
        macro_rules! taken {
            ($best:expr, $values:expr) => {{
                $best.room_for(piece.objects);
                let valid = column.valid.as_ref();
                if largest {
                    best(piece, $values, valid, $best, at, |value, other| value > other);
                } else {
                    best(piece, $values, valid, $best, at, |value, other| value < other);
                }
            }};
        }
        match (&mut self.held, &column.values) {
            (Held::Signed(held), Values::Signed(values)) => taken!(held, values),
            (Held::Unsigned(held), Values::Unsigned(values)) => taken!(held, values),
            (Held::Real(held), Values::Real(values)) => taken!(held, values),
            // A column that is of another type in another piece: as the first was.
            (Held::Signed(held), Values::Unsigned(values)) => {
                let values: Vec<i64> = values.iter().map(|&v| i64::try_from(v).unwrap_or(i64::MAX)).collect();
                taken!(held, &values);
            }
            (Held::Unsigned(held), Values::Signed(values)) => {
                let values: Vec<u64> = values.iter().map(|&v| u64::try_from(v).unwrap_or(0)).collect();
                taken!(held, &values);
            }
            (Held::Real(held), Values::Signed(values)) => {
                let values: Vec<f64> = values.iter().map(|&v| v as f64).collect();
                taken!(held, &values);
            }
            (Held::Real(held), Values::Unsigned(values)) => {
                let values: Vec<f64> = values.iter().map(|&v| v as f64).collect();
                taken!(held, &values);
            }
            (Held::Signed(held), Values::Real(values)) => {
                let values: Vec<i64> = values.iter().map(|&v| v as i64).collect();
                taken!(held, &values);
            }
            (Held::Unsigned(held), Values::Real(values)) => {
                let values: Vec<u64> = values.iter().map(|&v| v as u64).collect();
                taken!(held, &values);
            }
            (Held::Nothing, _) | (_, Values::Nothing) => {}
        }
    }

    /// All rows of a piece that was taken which have what is the extreme, in order.
    pub(crate) fn ties(&self, piece: &Piece<'_>, column: &Column) -> Vec<u32> {
        let mut rows = Vec::new();
        macro_rules! matching {
            ($best:expr, $values:expr) => {
                each($values, column.valid.as_ref(), |row, value| {
                    let object = piece.of_row[row] as usize;
                    if $best.there[object] && $best.values[object] == value {
                        rows.push(row as u32);
                    }
                })
            };
        }
        match (&self.held, &column.values) {
            (Held::Signed(held), Values::Signed(values)) => matching!(held, values),
            (Held::Unsigned(held), Values::Unsigned(values)) => matching!(held, values),
            (Held::Real(held), Values::Real(values)) => matching!(held, values),
            _ => {}
        }
        rows
    }
}

fn best<T: Copy + Default + PartialOrd>(
    piece: &Piece<'_>,
    values: &[T],
    valid: Option<&arrow_buffer::NullBuffer>,
    best: &mut Best<T>,
    at: &mut [u32],
    better: impl Fn(T, T) -> bool,
) {
    let (held, there) = (&mut best.values[..], &mut best.there[..]);
    each(values, valid, |row, value| {
        let object = piece.of_row[row] as usize;
        if there[object] {
            if better(value, held[object]) {
                held[object] = value;
                at[object] = row as u32;
            } else if value == held[object] && at[object] == NONE {
                at[object] = row as u32;
            }
        } else if value.partial_cmp(&value).is_some() {
            held[object] = value;
            there[object] = true;
            at[object] = row as u32;
        }
    });
}
