//! Streaming aggregation: sums, extremes and the rows that hold them, and differences of counters, per object.
//!
//! Rows arrive batch by batch, as columns in Arrow's memory, in the order in which records were written. An object is a
//! number, and its state stands in arrays by that number, small enough for a cache. A sum, an extreme or a difference is one
//! pass over one column, without sorting or grouping. This crate knows neither questions nor meanings of columns.
//!
//! Why not Polars' `group_by`: it keeps no state from one batch to the next, so each batch is hashed again and partial
//! results are joined; it adds floating point numbers in the order of its threads, so that equal evidence does not give
//! equal bytes; and the row that holds an extreme takes a sort or a second pass. To be measured again with each release.
//!
//! | module | idea |
//! |---|---|
//! | `error` | columns that cannot be measured |
//! | `column` | numbers of any width as they lie in memory |
//! | `numbers` | names of objects to numbers |
//! | `extreme` | the largest or smallest value of each object, and the row that has it |
//! | `sum` | sums of each object, those of floating point numbers without rounding |
//! | `fold` | sums, extremes and first or last rows of each object, all asks of a pass together |
//! | `rises` | counters since some moment to what they rose between two readings |

mod column;
mod error;
mod extreme;
mod fold;
mod numbers;
mod rises;
mod sum;

pub use error::ColumnsError;
pub use fold::{Ask, Fold};
pub use numbers::Numbers;
pub use rises::{Counter, Rises};
