//! Sums, extremes and first or last rows of each object, all asks of a pass together.
//!
//! A fold says of each piece which of its rows may be an answer: whoever keeps these and lets them be folded again in order
//! of time has the answers, with no other row held.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, UInt64Array};
use arrow_schema::DataType;

use crate::column::{Column, numbers, wrong};
use crate::error::ColumnsError;
use crate::extreme::{Extreme, Held, NONE, Piece};
use crate::sum::Sums;

/// What is asked of each object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ask {
    /// The sum, without rounding; what has no value counts as nothing.
    Sum,
    /// The largest value.
    Largest,
    /// The smallest value.
    Smallest,
    /// The first row with the largest value.
    Worst,
    /// Every row with the largest value, as something else decides between them.
    Ties,
    /// The first row with the smallest value.
    Least,
    /// The first row of those that count.
    First,
    /// The last row of those that count.
    Last,
}

#[derive(Debug, Clone)]
enum State {
    Sum(Sums),
    Extreme(Extreme),
    Row,
}

/// All asks of a pass, and what is known of them so far.
#[derive(Debug, Clone)]
pub struct Fold {
    asks: Vec<(Ask, State)>,
    seen: Vec<bool>,
    present: Vec<u32>,
    in_piece: Vec<bool>,
    at: Vec<u32>,
}

impl Fold {
    /// Begins without rows.
    pub fn new(asks: &[Ask]) -> Self {
        let state = |ask| match ask {
            Ask::Sum => State::Sum(Sums::Nothing),
            Ask::Largest | Ask::Worst | Ask::Ties => State::Extreme(Extreme::new(true)),
            Ask::Smallest | Ask::Least => State::Extreme(Extreme::new(false)),
            Ask::First | Ask::Last => State::Row,
        };
        Self {
            asks: asks.iter().map(|&ask| (ask, state(ask))).collect(),
            seen: Vec::new(),
            present: Vec::new(),
            in_piece: Vec::new(),
            at: Vec::new(),
        }
    }

    /// Takes rows in order of time: the number of the object of each (UInt32) in the first column, and behind it columns
    /// whose names are places of asks. An ask without a column is left out; of `First` and `Last` then every row counts, of
    /// those with one the rows for which it is true.
    ///
    /// By ask the rows that may be its answer; none for sums and values.
    pub fn add(&mut self, batch: &RecordBatch) -> Result<Vec<Vec<u32>>, ColumnsError> {
        let of_row = numbers(batch, 0)?;
        self.meet(&of_row);
        let piece = Piece { of_row: &of_row, present: &self.present, objects: self.seen.len() };
        let schema = batch.schema();
        let mut columns = vec![None; self.asks.len()];
        for (at, field) in schema.fields().iter().enumerate().skip(1) {
            let place = field.name().parse().ok().filter(|&place: &usize| place < columns.len());
            columns[place.ok_or_else(|| ColumnsError::Absent { column: field.name().clone() })?] = Some(at);
        }
        let mut answers = Vec::with_capacity(self.asks.len());
        for ((ask, state), at) in self.asks.iter_mut().zip(columns) {
            let array = at.map(|at| (schema.field(at).name().as_str(), batch.column(at)));
            answers.push(match (state, array) {
                (State::Row, array) => {
                    let counts = match array {
                        None => None,
                        Some((name, array)) => {
                            let flags = array.as_boolean_opt().cloned();
                            let nothing = *array.data_type() == DataType::Null;
                            let flags = flags.or_else(|| nothing.then(|| BooleanArray::new_null(array.len())));
                            Some(flags.ok_or_else(|| wrong(name, "Boolean", array.data_type()))?)
                        }
                    };
                    match &counts {
                        None => ends(&piece, 0..piece.of_row.len(), *ask, &mut self.at),
                        Some(flags) if flags.null_count() == 0 => {
                            ends(&piece, flags.values().set_indices(), *ask, &mut self.at)
                        }
                        Some(flags) => {
                            let true_ones = flags.values().set_indices().filter(|&row| flags.is_valid(row));
                            ends(&piece, true_ones, *ask, &mut self.at)
                        }
                    }
                }
                (_, None) => Vec::new(),
                (State::Sum(sums), Some((name, array))) => {
                    sums.take(&piece, &Column::new(name, array)?);
                    Vec::new()
                }
                (State::Extreme(extreme), Some((name, array))) => {
                    let column = Column::new(name, array)?;
                    extreme.take(&piece, &column, &mut self.at);
                    match ask {
                        Ask::Ties => {
                            collected(&piece, &mut self.at);
                            extreme.ties(&piece, &column)
                        }
                        _ => collected(&piece, &mut self.at),
                    }
                }
            });
        }
        Ok(answers)
    }

    /// Which objects had rows, by number.
    pub fn seen(&self) -> &[bool] {
        &self.seen
    }

    /// Of sums that are held as several numbers the one with this place, the largest first, and with the first all other
    /// sums and values: a batch as `totals` has, with no ask where there is no such number. All of them, taken by `add`, are
    /// the same as the rows that were.
    pub fn held(&self, batch: &RecordBatch, part: usize) -> Result<RecordBatch, ColumnsError> {
        let objects = numbers(batch, 0)?;
        let mut held = self.totals(batch)?;
        for (at, field) in held.schema().fields().iter().enumerate().skip(1).rev() {
            let place: usize = field.name().parse().expect("the place of an ask");
            match &self.asks[place].1 {
                State::Sum(Sums::Real(sums)) if sums.has_part(&objects, part) => {
                    let parts: ArrayRef = Arc::new(sums.part(&objects, part).collect::<Float64Array>());
                    let mut columns = held.columns().to_vec();
                    columns[at] = parts;
                    let names = held.schema().fields().iter().map(|field| field.name().clone()).collect::<Vec<_>>();
                    held = RecordBatch::try_from_iter(names.into_iter().zip(columns)).expect("columns of one length");
                }
                _ if part == 0 => {}
                _ => {
                    held.remove_column(at);
                }
            }
        }
        Ok(held)
    }

    /// What each ask for a sum or a value came to: the first column of a batch (UInt32) again, and behind it one by the
    /// place of each ask for which any object has a value, null where this one has none.
    pub fn totals(&self, batch: &RecordBatch) -> Result<RecordBatch, ColumnsError> {
        let objects = numbers(batch, 0)?;
        let held = |(place, (_, state)): (usize, &(Ask, State))| {
            let array: ArrayRef = match state {
                State::Sum(sums) => match sums {
                    Sums::Nothing => return None,
                    Sums::Signed(sums) => Arc::new(sums.of(&objects).collect::<Int64Array>()),
                    Sums::Unsigned(sums) => Arc::new(sums.of(&objects).collect::<UInt64Array>()),
                    Sums::Real(sums) => Arc::new(sums.rounded(&objects).collect::<Float64Array>()),
                },
                State::Extreme(Extreme { held, .. }) => match held {
                    Held::Nothing => return None,
                    Held::Signed(best) => Arc::new(best.of(&objects).collect::<Int64Array>()),
                    Held::Unsigned(best) => Arc::new(best.of(&objects).collect::<UInt64Array>()),
                    Held::Real(best) => Arc::new(best.of(&objects).collect::<Float64Array>()),
                },
                State::Row => return None,
            };
            Some((place.to_string(), array))
        };
        let name = batch.schema().field(0).name().clone();
        let columns = [(name, Arc::clone(batch.column(0)))].into_iter();
        let columns = columns.chain(self.asks.iter().enumerate().filter_map(held));
        Ok(RecordBatch::try_from_iter(columns).expect("columns of one length"))
    }

    /// Which objects have rows in a piece.
    fn meet(&mut self, of_row: &[u32]) {
        for object in self.present.drain(..) {
            self.in_piece[object as usize] = false;
        }
        let most = of_row.iter().max().map_or(0, |&most| most as usize + 1);
        if self.seen.len() < most {
            self.seen.resize(most, false);
            self.in_piece.resize(most, false);
            self.at.resize(most, NONE);
        }
        for &object in of_row {
            let there = &mut self.in_piece[object as usize];
            if !*there {
                *there = true;
                self.seen[object as usize] = true;
                self.present.push(object);
            }
        }
    }
}

/// The first or the last of some rows of each object.
fn ends(piece: &Piece<'_>, rows: impl Iterator<Item = usize>, ask: Ask, at: &mut [u32]) -> Vec<u32> {
    if ask == Ask::Last {
        rows.for_each(|row| at[piece.of_row[row] as usize] = row as u32);
    } else {
        rows.for_each(|row| {
            let first = &mut at[piece.of_row[row] as usize];
            if *first == NONE {
                *first = row as u32;
            }
        });
    }
    collected(piece, at)
}

/// The rows in `at`, which is empty afterwards.
fn collected(piece: &Piece<'_>, at: &mut [u32]) -> Vec<u32> {
    let rows = piece.present.iter().map(|&object| std::mem::replace(&mut at[object as usize], NONE));
    rows.filter(|&row| row != NONE).collect()
}

#[cfg(test)]
mod tests {
    use arrow_array::UInt32Array;
    use arrow_array::types::{Float64Type, Int64Type};
    use proptest::prelude::*;

    use super::*;

    fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
            .expect("columns of one length")
    }

    fn whole(values: Vec<Option<u32>>) -> ArrayRef {
        Arc::new(UInt32Array::from(values))
    }

    fn of(objects: &[u32]) -> ArrayRef {
        Arc::new(UInt32Array::from(objects.to_vec()))
    }

    /// What an ask came to for these objects.
    fn total(fold: &Fold, place: usize, objects: &[u32]) -> ArrayRef {
        let totals = fold.totals(&batch(vec![("object", of(objects))])).expect("totals");
        Arc::clone(totals.column_by_name(&place.to_string()).expect("a total"))
    }

    fn signed(values: Vec<Option<i64>>) -> ArrayRef {
        Arc::new(Int64Array::from(values))
    }

    #[test]
    fn sums_do_not_run_over_at_32_bits_and_nothing_counts_as_nothing() {
        let mut fold = Fold::new(&[Ask::Sum]);
        let values = whole(vec![Some(u32::MAX), None, Some(u32::MAX)]);
        fold.add(&batch(vec![("object", of(&[0, 1, 0])), ("0", values)])).expect("taken");
        assert_eq!(&total(&fold, 0, &[1, 0, 2]), &signed(vec![Some(0), Some(2 * i64::from(u32::MAX)), None]));
    }

    #[test]
    fn of_rows_that_are_equal_the_first_is_the_worst_and_all_are_ties() {
        let mut fold = Fold::new(&[Ask::Worst, Ask::Ties, Ask::Least]);
        let values = whole(vec![Some(4), Some(9), Some(9), None, Some(4)]);
        let rows = [("0", values.clone()), ("1", values.clone()), ("2", values)];
        let columns = [("object", of(&[0; 5]))].into_iter().chain(rows).collect();
        assert_eq!(fold.add(&batch(columns)).expect("taken"), [vec![1], vec![1, 2], vec![0]]);
    }

    #[test]
    fn a_later_piece_that_only_reaches_the_extreme_has_a_candidate_too() {
        let mut fold = Fold::new(&[Ask::Worst]);
        let piece = |value| batch(vec![("object", of(&[3])), ("0", whole(vec![Some(value)]))]);
        assert_eq!(fold.add(&piece(5)).expect("taken"), [vec![0]]);
        assert_eq!(fold.add(&piece(4)).expect("taken"), [Vec::<u32>::new()]);
        assert_eq!(fold.add(&piece(5)).expect("taken"), [vec![0]]);
        assert_eq!(fold.seen(), [false, false, false, true]);
    }

    #[test]
    fn what_is_not_a_number_is_no_value() {
        let mut fold = Fold::new(&[Ask::Largest, Ask::Smallest]);
        let values: ArrayRef = Arc::new(Float64Array::from(vec![Some(f64::NAN), Some(-1.5), None, Some(f64::NAN)]));
        fold.add(&batch(vec![("object", of(&[0, 0, 0, 1])), ("0", values.clone()), ("1", values)])).expect("taken");
        for place in 0..2 {
            let expected: ArrayRef = Arc::new(Float64Array::from(vec![Some(-1.5), None]));
            assert_eq!(&total(&fold, place, &[0, 1]), &expected);
        }
    }

    #[test]
    fn first_and_last_rows_are_of_those_that_count() {
        let mut fold = Fold::new(&[Ask::First, Ask::Last, Ask::Last]);
        let counts: ArrayRef = Arc::new(BooleanArray::from(vec![None, Some(true), Some(true), Some(false)]));
        let columns = vec![("object", of(&[0; 4])), ("0", counts.clone()), ("1", counts)];
        assert_eq!(fold.add(&batch(columns)).expect("taken"), [vec![1], vec![2], vec![3]]);
    }

    #[test]
    fn numbers_without_sign_keep_all_their_bits() {
        let mut fold = Fold::new(&[Ask::Largest]);
        let values: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX, 1]));
        fold.add(&batch(vec![("object", of(&[0, 0])), ("0", values)])).expect("taken");
        let expected: ArrayRef = Arc::new(UInt64Array::from(vec![u64::MAX]));
        assert_eq!(&total(&fold, 0, &[0]), &expected);
    }

    #[test]
    fn an_object_without_a_number_is_refused() {
        let mut fold = Fold::new(&[Ask::Sum]);
        let refused = fold.add(&batch(vec![("object", whole(vec![None]))])).expect_err("no number");
        assert_eq!(refused, ColumnsError::Null { column: "object".to_owned() });
    }

    /// Totals with 0 in place of null in the sums "0" and "1": an object without values has either.
    fn sums_of_nothing(totals: &RecordBatch) -> Vec<ArrayRef> {
        let fields = totals.schema();
        let columns = fields.fields().iter().zip(totals.columns());
        columns
            .map(|(field, column)| match field.name().as_str() {
                "0" => Arc::new(
                    column.as_primitive::<Float64Type>().iter().map(|sum| sum.or(Some(0.0))).collect::<Float64Array>(),
                ),
                "1" => Arc::new(
                    column.as_primitive::<Int64Type>().iter().map(|sum| sum.or(Some(0))).collect::<Int64Array>(),
                ) as ArrayRef,
                _ => Arc::clone(column),
            })
            .collect()
    }

    proptest! {
        #[test]
        fn what_is_held_of_parts_tells_what_all_rows_tell(
            rows in prop::collection::vec((0..3u32, prop::option::of(-1e9..1e9f64), prop::option::of(0..9u32)), 1..60),
            cut in 0..60usize,
        ) {
            let piece = |rows: &[(u32, Option<f64>, Option<u32>)]| {
                let real: ArrayRef = Arc::new(rows.iter().map(|row| row.1).collect::<Float64Array>());
                let whole = whole(rows.iter().map(|row| row.2).collect());
                let objects: Vec<u32> = rows.iter().map(|row| row.0).collect();
                batch(vec![("object", of(&objects)), ("0", real), ("1", whole.clone()), ("2", whole)])
            };
            let asks = [Ask::Sum, Ask::Sum, Ask::Largest];
            let (mut all, mut merged) = (Fold::new(&asks), Fold::new(&asks));
            all.add(&piece(&rows)).expect("taken");
            let objects = batch(vec![("object", of(&[0, 1, 2]))]);
            for rows in [&rows[..cut.min(rows.len())], &rows[cut.min(rows.len())..]] {
                let mut fold = Fold::new(&asks);
                fold.add(&piece(rows)).expect("taken");
                let seen: Vec<u32> = (0..3).filter(|object| rows.iter().any(|row| row.0 == *object)).collect();
                let seen = batch(vec![("object", of(&seen))]);
                for part in 0.. {
                    let held = fold.held(&seen, part).expect("held");
                    if held.num_columns() == 1 {
                        break;
                    }
                    merged.add(&held).expect("taken");
                }
            }
            let [all, merged] = [all, merged].map(|fold| sums_of_nothing(&fold.totals(&objects).expect("totals")));
            prop_assert_eq!(all, merged);
        }

        #[test]
        fn pieces_give_what_all_rows_give(
            rows in prop::collection::vec((0..4u32, prop::option::of(0..9u32)), 1..60),
            cut in 0..60usize,
        ) {
            let mut fold = Fold::new(&[Ask::Sum, Ask::Largest, Ask::Worst]);
            let (first, second) = rows.split_at(cut.min(rows.len()));
            let mut kept = Vec::new();
            for (before, piece) in [(0, first), (first.len(), second)] {
                let objects: Vec<u32> = piece.iter().map(|row| row.0).collect();
                let values = whole(piece.iter().map(|row| row.1).collect());
                let columns = vec![("object", of(&objects)), ("0", values.clone()), ("1", values.clone()), ("2", values)];
                let rows = fold.add(&batch(columns)).expect("taken");
                kept.extend(rows[2].iter().map(|&row| row as usize + before));
            }
            for object in 0..4u32 {
                let mine = || rows.iter().enumerate().filter(move |(_, row)| row.0 == object);
                let most = mine().filter_map(|(_, row)| row.1).max();
                let seen = fold.totals(&batch(vec![("object", of(&[object]))])).expect("totals");
                let value = |place: &str| {
                    let array = seen.column_by_name(place)?.as_primitive::<Int64Type>();
                    array.is_valid(0).then(|| array.value(0))
                };
                prop_assert_eq!(value("1"), most.map(i64::from));
                if let Some(most) = most {
                    let first = mine().find(|(_, row)| row.1 == Some(most)).map(|(at, _)| at);
                    prop_assert!(kept.contains(&first.expect("it is one of them")));
                    let sum: i64 = mine().filter_map(|(_, row)| row.1).map(i64::from).sum();
                    prop_assert_eq!(value("0"), Some(sum));
                }
            }
        }
    }
}
