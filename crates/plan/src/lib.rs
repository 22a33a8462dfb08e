//! Curves of many consumers to the price of the storage that they share: the two loops of a plan that touch every size.
//!
//! Nothing here knows of pools or of Python. A curve is points (bytes taken, worth) of one owner, ascending by bytes; the
//! points of all owners lie behind each other, and `owner` says whose each is.

mod hull;
mod price;

pub use hull::upper_hulls;
pub use price::price;

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
    /// The curves; `None` when the slices differ in length.
    pub fn new(owner: &'a [i64], taken: &'a [i64], worth: &'a [f64]) -> Option<Self> {
        (owner.len() == taken.len() && owner.len() == worth.len()).then_some(Self { owner, taken, worth })
    }

    /// Worth of a byte between two points, the first of which takes less.
    fn slope(&self, from: usize, to: usize) -> f64 {
        (self.worth[to] - self.worth[from]) / (self.taken[to] - self.taken[from]).max(1) as f64
    }
}
