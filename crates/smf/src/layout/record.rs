//! Record layouts: where the triplets of a record stand, and what its header and common sections tell.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Flaw;
use super::field::Field;
use super::field_text::FieldText;

/// Bytes of a triplet: u32 offset, u16 length, u16 count.
pub const TRIPLET: usize = 8;

/// Where the triplets of a record stand: evenly apart, or each at an offset of its own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Triplets {
    /// Offset of the first triplet from the record start, RDW included.
    #[serde(default)]
    pub at: usize,
    /// Bytes from one triplet to the next.
    #[serde(default)]
    pub stride: usize,
    /// Offset, in the section of the first triplet, of a u8 that counts the triplets.
    #[serde(default)]
    pub count_at: Option<usize>,
    /// The offset of each triplet, in ascending order, where other fields stand between them.
    #[serde(default)]
    pub offsets: Vec<usize>,
}

impl Triplets {
    /// Offset of a triplet, 0 the first; None behind the last, where the layout says which that is.
    pub fn place(&self, index: usize) -> Option<usize> {
        if self.offsets.is_empty() { Some(self.at + index * self.stride) } else { self.offsets.get(index).copied() }
    }

    /// Offset of the first triplet.
    pub fn start(&self) -> usize {
        self.offsets.first().copied().unwrap_or(self.at)
    }

    /// Where the first section may stand in a record whose last triplet is `last`.
    pub fn end(&self, last: usize) -> usize {
        self.offsets.last().map_or(self.at + (last + 1) * self.stride, |offset| offset + TRIPLET)
    }
}

/// A header-like section whose fields are columns of every table of some subtypes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// Name of the section layout.
    pub section: String,
    /// Subtypes that have it.
    pub subtypes: Vec<u16>,
    /// Triplet that points to it.
    pub triplet: usize,
    /// Offset inside what the triplet points to.
    #[serde(default)]
    pub at: usize,
    /// Type of the header, where the triplet points to a chain of headers, each with its length and type in front.
    #[serde(default)]
    pub header: Option<u8>,
    /// Tables that get its fields as columns; empty for all of the subtypes.
    #[serde(default)]
    pub tables: Vec<String>,
}

impl Context {
    /// Whether rows of `table` from a record of `subtypes` have its fields as columns.
    pub fn is_of(&self, table: &str, subtypes: &[u16]) -> bool {
        self.subtypes.iter().any(|s| subtypes.contains(s))
            && (self.tables.is_empty() || self.tables.iter().any(|t| t == table))
    }
}

/// Sections that stand one behind the other inside what a triplet points to, each with its length and an identifier at
/// offsets of its own: the statistics of CICS.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chain {
    /// Subtypes that have it.
    pub subtypes: Vec<u16>,
    /// Triplet that points to it.
    pub triplet: usize,
    /// Offset, in each section, of the u16 with its length, which counts all of it.
    pub length_at: usize,
    /// Offset, in each section, of the u16 that says what it is.
    pub id_at: usize,
    /// Bytes that each has at least.
    pub shortest: usize,
    /// What the identifiers stand for, whether a layout describes them or not.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
}

/// A subtype that is known and not decoded.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ignored {
    /// The subtype.
    pub subtype: u16,
    /// Why it is not decoded.
    pub why: String,
}

/// A record layout (`record.toml`).
#[derive(Debug, Clone)]
pub struct Record {
    /// Name, such as `SMF 115`.
    pub name: String,
    /// SMF record type.
    pub record_type: u8,
    /// What the record is.
    pub title: String,
    /// System it belongs to.
    pub system: String,
    /// Where its triplets stand.
    pub triplets: Triplets,
    /// Whether the last section ends the record.
    pub sections_end_record: bool,
    /// Columns from the record header.
    pub header: Vec<Field>,
    /// Columns from header-like sections.
    pub context: Vec<Context>,
    /// Subtypes known and not decoded.
    pub ignored: Vec<Ignored>,
    /// Sections that tell what they are.
    pub chains: Vec<Chain>,
}

impl Record {
    /// The chain of a subtype.
    pub fn chain(&self, subtype: u16) -> Option<&Chain> {
        self.chains.iter().find(|chain| chain.subtypes.contains(&subtype))
    }
}

/// A record layout as written in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordText {
    record: String,
    #[serde(rename = "type")]
    record_type: u8,
    title: String,
    system: String,
    source: String,
    trust: String,
    triplets: Triplets,
    #[serde(default)]
    sections_end_record: bool,
    #[serde(default)]
    ignored: Vec<Ignored>,
    header: Vec<FieldText>,
    #[serde(default)]
    context: Vec<Context>,
    #[serde(default)]
    chains: Vec<Chain>,
}

impl RecordText {
    pub(super) fn build(self) -> Result<Record, Flaw> {
        let (source, trust) = (self.source, self.trust);
        let header = self.header.into_iter().map(|f| f.build(&source, &trust)).collect::<Result<_, _>>()?;
        Ok(Record {
            name: self.record,
            record_type: self.record_type,
            title: self.title,
            system: self.system,
            triplets: self.triplets,
            sections_end_record: self.sections_end_record,
            header,
            context: self.context,
            ignored: self.ignored,
            chains: self.chains,
        })
    }
}
