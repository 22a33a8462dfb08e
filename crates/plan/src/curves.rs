//! Curves of many owners: their points, one behind the other.

/// Slices that are not those of the same points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("owner, taken and worth must be of one length, found {owner}, {taken} and {worth}")]
pub struct Lengths {
    /// Points with an owner.
    pub owner: usize,
    /// Points with bytes taken.
    pub taken: usize,
    /// Points with a worth.
    pub worth: usize,
}

/// Points of all owners: three slices of one length, sorted by owner and, within an owner, by bytes taken.
#[derive(Clone, Copy, Debug)]
pub struct Curves<'a> {
    /// Whose point it is.
    pub owner: &'a [i64],
    /// Bytes that it takes.
    pub taken: &'a [i64],
    /// What it is worth, in any unit.
    pub worth: &'a [f64],
}

impl<'a> Curves<'a> {
    /// The curves; refused where the slices differ in length.
    pub fn new(owner: &'a [i64], taken: &'a [i64], worth: &'a [f64]) -> Result<Self, Lengths> {
        if owner.len() == taken.len() && owner.len() == worth.len() {
            Ok(Self { owner, taken, worth })
        } else {
            Err(Lengths { owner: owner.len(), taken: taken.len(), worth: worth.len() })
        }
    }

    /// Worth of a byte between two points, the first of which takes less.
    pub(crate) fn slope(&self, from: usize, to: usize) -> f64 {
        (self.worth[to] - self.worth[from]) / (self.taken[to] - self.taken[from]).max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_of_different_points_are_refused() {
        let refused = Curves::new(&[0, 0], &[1], &[0.0, 1.0]).expect_err("lengths differ");
        assert_eq!(refused, Lengths { owner: 2, taken: 1, worth: 2 });
        assert!(refused.to_string().contains("of one length"), "{refused}");
    }

    #[test]
    fn points_that_take_the_same_have_a_slope_all_the_same() {
        let curves = Curves::new(&[0, 0], &[8, 8], &[1.0, 4.0]).expect("one length");
        assert_eq!(curves.slope(0, 1), 3.0);
    }
}
