//! What is wrong with a trace, where, and what to do next.

/// A trace that cannot be trusted. Offsets are bytes from the start of the (decompressed) input.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The input could not be read.
    #[error("{format} trace, offset {offset}: the input cannot be read: {source}")]
    Io {
        /// Format of the trace.
        format: &'static str,
        /// Offset reached.
        offset: u64,
        /// What the system said.
        source: std::io::Error,
    },
    /// The input ends inside a record.
    #[error(
        "{format} trace, offset {offset}: expected a record of {expected} bytes, found the end \
         after {found}; transfer the trace again, in binary, or cut it at this offset"
    )]
    Truncated {
        /// Format of the trace.
        format: &'static str,
        /// Where the incomplete record starts.
        offset: u64,
        /// Length of a record in bytes.
        expected: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// Time runs backwards.
    #[error(
        "{format} trace, offset {offset}: expected {what} of at least {previous}, found {found}; \
         sort the trace by time, or pass its files in the order in which they were written"
    )]
    Unsorted {
        /// Format of the trace.
        format: &'static str,
        /// Where the record starts.
        offset: u64,
        /// The field that orders the trace.
        what: &'static str,
        /// Its value in the record before.
        previous: String,
        /// Its value here.
        found: String,
    },
    /// A value that no trace of this format can have.
    #[error("{format} trace, offset {offset}: expected {expected}, found {found}; {advice}")]
    Impossible {
        /// Format of the trace.
        format: &'static str,
        /// Where the record starts.
        offset: u64,
        /// What the format allows.
        expected: &'static str,
        /// What was there.
        found: String,
        /// What to do next.
        advice: &'static str,
    },
}
