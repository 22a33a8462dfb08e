//! Stretches of equal values: most counters of most intervals are zero, and what a record says of itself stands in each
//! of its rows.

/// Values that are compared at once, as memory is.
const AT_ONCE: usize = 64;

/// Codes or levels, each in so many rows one behind the other.
pub(super) type Runs = Vec<(u32, u32)>;

/// The values of a column, and in how many rows each stands; in one, where nothing is said.
pub(super) struct Stretches<'a, T> {
    values: &'a [T],
    counts: Option<&'a [u32]>,
}

impl<'a, T> Stretches<'a, T> {
    pub(super) fn new(values: &'a [T], counts: Option<&'a [u32]>) -> Stretches<'a, T> {
        Stretches { values, counts }
    }
}

impl<T: Copy + PartialEq> Iterator for Stretches<'_, T> {
    type Item = (T, u32);

    /// A value, and in how many rows it stands one behind the other.
    fn next(&mut self) -> Option<(T, u32)> {
        let first = *self.values.first()?;
        let equal = equal(self.values);
        self.values = &self.values[equal..];
        let Some(counts) = self.counts else { return Some((first, equal as u32)) };
        let (own, rest) = counts.split_at(equal);
        self.counts = Some(rest);
        Some((first, own.iter().sum()))
    }
}

/// How many values at the beginning are equal.
fn equal<T: Copy + PartialEq>(values: &[T]) -> usize {
    let first = values[0];
    let mut equal = 1;
    if values.get(1).is_some_and(|second| *second == first) {
        equal = values.chunks_exact(AT_ONCE).take_while(|some| *some == [first; AT_ONCE]).count() * AT_ONCE;
    }
    equal + values[equal..].iter().take_while(|value| **value == first).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_are_as_long_as_values_are_equal() {
        let lengths = [1, 2, 31, 63, 64, 65, 1, 128, 200, 7, 1, 1];
        let values: Vec<u32> = (0..).zip(lengths).flat_map(|(value, n)| std::iter::repeat_n(value, n)).collect();
        let expected: Vec<(u32, u32)> = (0..).zip(lengths.map(|n| n as u32)).collect();
        assert_eq!(Stretches::new(&values, None).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn values_that_stand_in_several_rows_count_as_many() {
        let stretches: Vec<(u32, u32)> = Stretches::new(&[5, 5, 6, 5], Some(&[3, 0, 2, 1])).collect();
        assert_eq!(stretches, [(5, 3), (6, 2), (5, 1)]);
    }
}
