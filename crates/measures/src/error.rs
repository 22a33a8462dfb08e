//! Columns that cannot be measured.

use arrow_schema::DataType;

/// What is wrong with a column.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// A type that is not counted.
    #[error("column {column} is of type {found}, expected {expected}")]
    Type {
        /// Its name.
        column: String,
        /// What it has to be.
        expected: &'static str,
        /// What it is.
        found: DataType,
    },
    /// A value that has to be there is not.
    #[error("column {column} has rows without a value, which it must not have")]
    Null {
        /// Its name.
        column: String,
    },
    /// A column that has to be there is not.
    #[error("no column {column}")]
    Absent {
        /// Its name.
        column: String,
    },
}
