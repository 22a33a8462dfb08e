//! What is wrong with columns that should be references.

use arrow_schema::{ArrowError, DataType};

/// Why columns are no references. Rows are counted from 0.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// There is no column of pages.
    #[error("{name}: expected a column page, and if known pool, object, access, write and time; found {found}")]
    NoPage {
        /// The frame.
        name: String,
        /// The columns that there are.
        found: String,
    },
    /// Page numbers with fractions.
    #[error("{name}, column page: expected whole numbers, found {found}")]
    NotWhole {
        /// The frame.
        name: String,
        /// The type of the column.
        found: DataType,
    },
    /// A column of a type that cannot be what it should.
    #[error("{name}, column {column}: {source}")]
    Type {
        /// The frame.
        name: String,
        /// The column.
        column: String,
        /// Why not.
        source: ArrowError,
    },
    /// A value that no trace can have.
    #[error("{name}, row {row}, column {column}: expected {expected}, found {found}")]
    Value {
        /// The frame.
        name: String,
        /// The row.
        row: u64,
        /// The column.
        column: &'static str,
        /// What may be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// Time runs backwards, or is not there.
    #[error(
        "{name}, row {row}, column time: expected a time of at least {last}; sort the frame by time, found {found}"
    )]
    Order {
        /// The frame.
        name: String,
        /// The row.
        row: u64,
        /// The time of the row before.
        last: f64,
        /// What is there.
        found: String,
    },
}
