//! Parents: sections that belong to the elements of another section, and how the one leads to the other.
//!
//! Either each element of the parent has a triplet of its own (the counters of a counter set, SMF 113), or the record's
//! triplet points to all of them, and each element of the parent tells which are its own: the number of the first, 1 the
//! first of all, and how many (the cache counters of a structure, SMF 74.4). Or the rows are elements of arrays inside the
//! parent itself, which has its place in a chain (the buffers of an LSR pool, SMF 110.2): then nothing has to lead to them.

use serde::Deserialize;

/// What the elements of a section belong to.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parent {
    /// Name of the section layout whose elements they belong to.
    pub section: String,
    /// Offset, in each element of the parent, of the triplet that points to its own; offsets in it are from the record.
    #[serde(default)]
    pub at: Option<usize>,
    /// Field of the parent: number of the first that belongs to the element, 1 the first of all.
    #[serde(default)]
    pub first: Option<String>,
    /// Field of the parent: how many belong to it.
    #[serde(default)]
    pub count: Option<String>,
    /// Column of a common section that, where it is not zero, says that the record is a piece of a larger one: numbers
    /// then count in that, and nothing tells what belongs to what.
    #[serde(default)]
    pub unless: Option<String>,
    /// Fields of the parent, or columns that it has from its own parent, which are columns of each row.
    #[serde(default)]
    pub columns: Vec<String>,
}

impl Parent {
    /// Whether the rows are elements of arrays inside it.
    pub fn is_around(&self) -> bool {
        self.at.is_none() && self.first.is_none() && self.count.is_none()
    }
}
