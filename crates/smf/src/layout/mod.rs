//! Layouts: the maps of records and sections, as data.
//!
//! `docs/reference/layouts.md` describes the files. [`Layouts::builtin`] holds the ones that ship with getpage; a site's own
//! directory is added with [`Layouts::with_directory`] and wins over a built-in layout of the same section name.
//! A layout is checked when it is read, so that decoder and encoder need no second opinion about it.

pub mod ancestors;
mod check;
mod field;
mod field_text;
pub mod monitoring;
mod parent;
mod read;
mod record;
mod relation;
mod section;
mod set;

pub use field::{Array, Bits, Field, Kind, Value};
pub use monitoring::{Aggregate, MonitorField, MonitorKind, Monitoring};
pub use parent::Parent;
pub use record::{Chain, Context, Ignored, Record, TRIPLET, Triplets};
pub use relation::{Rate, Relation, Rule};
pub use section::{ArrayLocator, Expect, EyeCatcher, Rows, Section, Where};
pub use set::Layouts;

/// What is wrong with a layout, in words for who writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Flaw(String);

impl<T: Into<String>> From<T> for Flaw {
    fn from(words: T) -> Flaw {
        Flaw(words.into())
    }
}

/// Why a layout cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
#[error("layout {file}: {problem}")]
pub struct LayoutError {
    /// The file, as named in the layout directory.
    pub file: String,
    /// What is wrong, and what to change.
    pub problem: String,
}
