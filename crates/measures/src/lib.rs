//! Rows of many objects, piece by piece, to one answer an object: the loops of a check that touch every row.
//!
//! Rows come as columns in Arrow's memory, in the order in which records were written; none is moved. An object is a number,
//! and what is known of it stands in arrays by that number, small enough for a cache. So a sum, an extreme or a difference
//! is one pass over one column, without sorting or grouping. What is asked, and what the columns mean, is not known here.
//!
//! | module | idea |
//! |---|---|
//! | `error` | columns that cannot be measured |
//! | `column` | numbers of any width as they lie in memory |
//! | `numbers` | names of objects to numbers |
//! | `extreme` | the largest or smallest value of each object, and the row that has it |
//! | `fold` | sums, extremes and first or last rows of each object, all asks of a pass together |
//! | `rises` | counters since some moment to what they rose between two readings |

mod column;
mod error;
mod extreme;
mod fold;
mod numbers;
mod rises;

pub use error::ColumnsError;
pub use fold::{Ask, Fold};
pub use numbers::Numbers;
pub use rises::{Counter, Rises};
