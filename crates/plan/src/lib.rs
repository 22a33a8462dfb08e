//! Curves of many consumers to the price of the storage that they share: the two loops of a plan that touch every size.
//!
//! Nothing here knows of pools or of Python. A curve is points (bytes taken, worth) of one owner, ascending by bytes; the
//! points of all owners lie behind each other, and `owner` says whose each is.

mod curves;
mod hull;
mod price;

pub use curves::{Curves, Lengths};
pub use hull::upper_hulls;
pub use price::price;
