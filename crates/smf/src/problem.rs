//! What does not hold together in a record: what should be there, and what is.

/// What is wrong with a record or a section, before it is known where that is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Problem {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> Problem {
        Problem { expected: expected.into(), found: found.into() }
    }
}
