//! Sums of each object: whole numbers in 64 bits, others without rounding.
//!
//! A sum of floating point numbers that is rounded as it grows depends on the order of rows, and so on threads and pieces.
//! Held exactly and rounded once, equal rows give equal bytes however they come, and sums of parts add up to that of the
//! whole.

use crate::column::{Column, Values, each};
use crate::extreme::{Best, Piece};

/// A sum as floating point numbers that do not overlap, smallest first (J. R. Shewchuk, Adaptive Precision Floating-Point
/// Arithmetic, 1997, grow-expansion): two or three of them where all numbers are of one kind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Exact {
    parts: Vec<f64>,
    /// What no parts can hold: infinities.
    beyond: f64,
}

impl Exact {
    fn add(&mut self, mut value: f64) {
        if !value.is_finite() {
            self.beyond += value;
            return;
        }
        let mut kept = 0;
        for at in 0..self.parts.len() {
            let part = self.parts[at];
            let (large, small) = if value.abs() < part.abs() { (part, value) } else { (value, part) };
            value = large + small;
            let rest = small - (value - large);
            if rest != 0.0 {
                self.parts[kept] = rest;
                kept += 1;
            }
        }
        self.parts.truncate(kept);
        if value.is_finite() {
            self.parts.push(value);
        } else {
            self.parts.clear();
            self.beyond += value;
        }
    }

    /// The number with this place of those that hold the sum, the largest first; a sum of nothing is held as 0.
    fn part(&self, part: usize) -> Option<f64> {
        if self.beyond != 0.0 || self.parts.is_empty() {
            return (part == 0).then_some(self.beyond);
        }
        self.parts.iter().rev().nth(part).copied()
    }

    /// The number nearest to the sum; of two that are as near, the even one.
    fn value(&self) -> f64 {
        if self.beyond != 0.0 {
            return self.beyond;
        }
        let mut parts = self.parts.iter().rev().copied();
        let Some(mut sum) = parts.next() else { return 0.0 };
        while let Some(part) = parts.next() {
            let before = sum;
            sum += part;
            let rest = part - (sum - before);
            if rest != 0.0 {
                // Halfway between two numbers, what is below decides.
                let next = parts.next().unwrap_or(0.0);
                let twice = rest * 2.0;
                if (rest < 0.0) == (next < 0.0) && next != 0.0 && (sum + twice) - sum == twice {
                    sum += twice;
                }
                break;
            }
        }
        sum
    }
}

/// One sum an object, of all pieces so far.
#[derive(Debug, Clone)]
pub(crate) enum Sums {
    Nothing,
    Signed(Best<i64>),
    Unsigned(Best<u64>),
    Real(Best<Exact>),
}

impl Sums {
    /// Takes a piece; what has no value, or is not a number, counts as nothing. A sum that meets a number with a fraction
    /// is one from there on.
    pub(crate) fn take(&mut self, piece: &Piece<'_>, column: &Column) {
        match (&mut *self, &column.values) {
            (_, Values::Nothing) => return,
            (Self::Nothing, Values::Signed(_)) => *self = Self::Signed(Best::new()),
            (Self::Nothing, Values::Unsigned(_)) => *self = Self::Unsigned(Best::new()),
            (Self::Nothing, Values::Real(_)) => *self = Self::Real(Best::new()),
            (Self::Signed(sums), Values::Real(_)) => *self = Self::Real(sums.as_real(|sum| sum as f64)),
            (Self::Unsigned(sums), Values::Real(_)) => *self = Self::Real(sums.as_real(|sum| sum as f64)),
            _ => {}
        }
        macro_rules! added {
            ($sums:expr, $values:expr, $add:expr) => {{
                $sums.room_for(piece.objects);
                each($values, column.valid.as_ref(), |row, value| {
                    $add(&mut $sums.values[piece.of_row[row] as usize], value);
                });
                for &object in piece.present {
                    $sums.there[object as usize] = true;
                }
            }};
        }
        match (self, &column.values) {
            (Self::Signed(sums), Values::Signed(values)) => {
                added!(sums, values, |sum: &mut i64, value: i64| *sum = sum.wrapping_add(value))
            }
            (Self::Signed(sums), Values::Unsigned(values)) => {
                added!(sums, values, |sum: &mut i64, value: u64| *sum = sum.wrapping_add(value as i64))
            }
            (Self::Unsigned(sums), Values::Unsigned(values)) => {
                added!(sums, values, |sum: &mut u64, value: u64| *sum = sum.wrapping_add(value))
            }
            (Self::Unsigned(sums), Values::Signed(values)) => {
                added!(sums, values, |sum: &mut u64, value: i64| *sum = sum.wrapping_add(value as u64))
            }
            (Self::Real(sums), Values::Real(values)) => added!(sums, values, |sum: &mut Exact, value: f64| {
                if !value.is_nan() {
                    sum.add(value);
                }
            }),
            (Self::Real(sums), Values::Signed(values)) => {
                added!(sums, values, |sum: &mut Exact, value: i64| sum.add(value as f64))
            }
            (Self::Real(sums), Values::Unsigned(values)) => {
                added!(sums, values, |sum: &mut Exact, value: u64| sum.add(value as f64))
            }
            (Self::Nothing, _) | (_, Values::Nothing | Values::Real(_)) => {}
        }
    }
}

impl Best<Exact> {
    /// The sums of objects, rounded, as far as these have one.
    pub(crate) fn rounded(&self, objects: &[u32]) -> impl Iterator<Item = Option<f64>> {
        let there = |object| self.there.get(object).copied().unwrap_or(false);
        objects.iter().map(move |&object| there(object as usize).then(|| self.values[object as usize].value()))
    }

    /// Whether the sum of any of these objects is held in more numbers than `part`.
    pub(crate) fn has_part(&self, objects: &[u32], part: usize) -> bool {
        self.part(objects, part).any(|held| held.is_some())
    }

    /// The number with this place of those that hold each sum, the largest first.
    pub(crate) fn part(&self, objects: &[u32], part: usize) -> impl Iterator<Item = Option<f64>> {
        let there = |object: usize| self.there.get(object).copied().unwrap_or(false);
        objects.iter().map(move |&object| {
            let object = object as usize;
            there(object).then(|| self.values[object].part(part)).flatten()
        })
    }
}

impl<T: Copy + Default> Best<T> {
    fn as_real(&self, real: impl Fn(T) -> f64) -> Best<Exact> {
        let exact = |&sum: &T| {
            let mut exact = Exact::default();
            exact.add(real(sum));
            exact
        };
        Best { values: self.values.iter().map(exact).collect(), there: self.there.clone() }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sum(values: &[f64]) -> f64 {
        let mut sum = Exact::default();
        values.iter().for_each(|&value| sum.add(value));
        sum.value()
    }

    #[test]
    fn what_is_too_small_beside_another_number_is_not_lost() {
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(sum(&[1.0, f64::INFINITY]), f64::INFINITY);
        assert_eq!(sum(&[f64::MAX, f64::MAX, 1.0]), f64::INFINITY);
    }

    #[test]
    fn halfway_between_two_numbers_what_is_below_decides() {
        let (ulp, below) = (2f64.powi(-52), 2f64.powi(-120));
        assert_eq!(sum(&[1.0, ulp / 2.0]), 1.0);
        assert_eq!(sum(&[1.0, ulp / 2.0, below]), 1.0 + ulp);
        assert_eq!(sum(&[1.0 + ulp, ulp / 2.0, -below]), 1.0 + ulp);
        assert_eq!(sum(&[-1.0, -ulp / 2.0, -below]), -1.0 - ulp);
    }

    proptest! {
        #[test]
        fn order_and_pieces_change_no_bit(
            mut values in prop::collection::vec(-1e12..1e12f64, 0..60),
            cut in 0..60usize,
            seed in any::<u64>(),
        ) {
            let whole = sum(&values);
            // Of numbers with 20 bits behind the point and 40 before it, a sum in 128 bits has all.
            let scaled: Vec<f64> = values.iter().map(|value| (value * 2f64.powi(20)).trunc() / 2f64.powi(20)).collect();
            let exact: i128 = scaled.iter().map(|value| (value * 2f64.powi(20)) as i128).sum();
            prop_assert_eq!(sum(&scaled), exact as f64 / 2f64.powi(20));
            let (mut pieces, cut) = (Exact::default(), cut.min(values.len()));
            let mut rest = Exact::default();
            values[..cut].iter().for_each(|&value| pieces.add(value));
            values[cut..].iter().for_each(|&value| rest.add(value));
            rest.parts.iter().for_each(|&part| pieces.add(part));
            prop_assert_eq!(pieces.value(), whole);
            let length = values.len().max(1);
            (0..length / 2).for_each(|at| values.swap(at, (seed as usize).wrapping_mul(at + 1) % length));
            prop_assert_eq!(sum(&values), whole);
        }
    }
}
