//! One table as a section fills it: its columns, and where the values of each come from.

use arrow_schema::SchemaRef;

use crate::layout::Field;

/// Why no plan can be made of the layouts.
#[derive(Debug, thiserror::Error)]
#[error("layouts: {0}")]
pub struct PlanError(pub(super) String);

/// Where a column's values come from.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// The file, as numbered by the caller.
    File,
    /// The byte offset of the record in the file.
    Offset,
    /// The record header.
    Header(Field),
    /// A context section: the slot of each section that has the column, and its field there.
    Context(Vec<(usize, Field)>),
    /// A section that this one belongs to, 0 the nearest, and its field.
    Parent(usize, Field),
    /// The place of the section among those behind the same triplet.
    Position,
    /// The section itself.
    Section(Field),
}

impl Origin {
    /// Whether all rows of a record have the same value.
    pub(super) fn is_shared(&self) -> bool {
        matches!(self, Origin::File | Origin::Offset | Origin::Header(_) | Origin::Context(_))
    }

    /// The field of the section itself.
    pub(super) fn section(&self) -> Option<&Field> {
        if let Origin::Section(field) = self { Some(field) } else { None }
    }
}

/// One table as one section fills it: its name and columns. Several sections may fill a table, each its own columns.
#[derive(Debug, Clone)]
pub struct TablePlan {
    /// Name of the table.
    pub name: String,
    /// Which of the sections that fill the table this is, 0 the first.
    pub part: usize,
    /// Name of that section.
    pub section: String,
    /// Arrow schema of its batches, as a reader of the written file sees it.
    pub schema: SchemaRef,
    pub(super) origins: Vec<Origin>,
    /// How many columns, the first ones, are the same in all rows of a record.
    pub(super) shared: usize,
    /// Whether rows need to know their place among the sections behind the same triplet, or what they belong to.
    pub(super) linked: bool,
}
