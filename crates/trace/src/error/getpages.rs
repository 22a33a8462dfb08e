//! What is wrong with records of IFCID 198, whose layout is derived.

use arrow_schema::ArrowError;

/// The table that the records fill.
pub(crate) const TABLE: &str = "db2_getpage";

/// What to do where a release does not fit the layout.
const REFIT: &str = "the built-in layout of QW0198 is derived and may not fit this release: make one from DSNDQW02 and \
                     give it with --layouts";

/// Why records of IFCID 198 give no references. `place` is a file and the offset of a record in it, in bytes.
#[derive(Debug, thiserror::Error)]
pub enum GetpagesError {
    /// The layouts in use lack a column.
    #[error("{name}: table {TABLE} has no column {column}; {REFIT}")]
    NoColumn {
        /// The file.
        name: String,
        /// The column.
        column: &'static str,
    },
    /// A column of a type that cannot be what it should.
    #[error("{name}: column {column}: {source}")]
    Type {
        /// The file.
        name: String,
        /// The column.
        column: &'static str,
        /// Why not.
        source: ArrowError,
    },
    /// A value that the field cannot have.
    #[error("{place}: IFCID 198, {field}: expected {expected}, found {found}; {REFIT}")]
    Value {
        /// The record.
        place: String,
        /// The field.
        field: &'static str,
        /// What may be there.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// Time runs backwards.
    #[error(
        "{place}: expected an event time (QWHSSTCK) of at least {last:.0}, found {time:.0} microseconds since 1970; give the \
         files in the order in which they were written (a GTF data set that is full starts over at its beginning: make \
         it larger and trace again)"
    )]
    Order {
        /// The record.
        place: String,
        /// The time reached, microseconds since 1970.
        last: f64,
        /// Its own.
        time: f64,
    },
    /// The file has no getpage.
    #[error(
        "{name}: no getpage of IFCID 198 in this file{damage}; start the trace with \
         -START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF) and give the SMF 102 records of that time"
    )]
    None {
        /// The file.
        name: String,
        /// The first damage, where there is any.
        damage: String,
    },
}
