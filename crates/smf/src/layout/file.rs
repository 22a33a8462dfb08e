//! The layout files as they are written, and what they become once checked.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::field::{Array, Bits, Field, Kind};
use super::relation::{Relation, RelationText};

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
}

/// Where a section is found.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// SMF record type.
    #[serde(rename = "type")]
    pub record_type: u8,
    /// Subtypes.
    pub subtypes: Vec<u16>,
    /// Index of the triplet, 0 first.
    pub triplet: usize,
}

/// Text that must stand in the section.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EyeCatcher {
    /// Offset in the section.
    pub at: usize,
    /// The text, in EBCDIC in the record.
    pub text: String,
}

/// An integer that must have one of some values.
#[derive(Debug, Clone)]
pub struct Expect {
    /// Offset in the section.
    pub at: usize,
    /// How it is written.
    pub kind: Kind,
    /// Values allowed.
    pub values: Vec<i64>,
}

/// Rows that are the elements of an array inside the section.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// Offset of the first element.
    pub at: usize,
    /// Bytes from one to the next.
    pub stride: usize,
    /// Number of elements.
    pub count: usize,
    /// Bytes of an element that are not all blank or zero when the element is in use.
    pub present: Present,
}

impl Rows {
    /// The elements in use of a section, each with its offset; those that a shorter section does not have are left out.
    pub fn used<'a>(&self, section: &'a [u8]) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let (at, stride, count) = (self.at, self.stride, self.count);
        let marks = self.present.at..self.present.at + self.present.length;
        let elements = (0..count).map(move |e| at + e * stride);
        elements.map_while(move |at| section.get(at..at + stride).map(|bytes| (at, bytes))).filter(move |(_, bytes)| {
            bytes.get(marks.clone()).is_some_and(|mark| mark.iter().any(|b| *b != 0 && *b != 0x40))
        })
    }
}

/// Bytes that tell whether an element is in use.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Present {
    /// Offset in the element.
    pub at: usize,
    /// Number of bytes.
    pub length: usize,
}

/// A section layout.
#[derive(Debug, Clone)]
pub struct Section {
    /// Name of the DSECT.
    pub name: String,
    /// What it is.
    pub title: String,
    /// Table it fills; none for a context section.
    pub table: Option<String>,
    /// What a row is.
    pub row: String,
    /// System it belongs to, where no record layout says so (printed evidence).
    pub system: String,
    /// Where it is found; empty for context sections and printed evidence.
    pub places: Vec<Where>,
    /// Text that must be there.
    pub eye_catcher: Option<EyeCatcher>,
    /// Offset of a u16 that repeats the length.
    pub length_at: Option<usize>,
    /// Integers that must have given values.
    pub expect: Vec<Expect>,
    /// Bytes that a section has at least; fewer refuse the record.
    pub shortest: usize,
    /// What its values must satisfy.
    pub holds: Vec<Relation>,
    /// How its layout is known, where a field does not say otherwise.
    pub trust: String,
    /// Array elements as rows.
    pub rows: Option<Rows>,
    /// Each section has a u16 with its length in front, which does not count itself.
    pub varying: bool,
    /// Section lengths by release, shortest first.
    pub lengths: Vec<usize>,
    /// The fields, in file order.
    pub fields: Vec<Field>,
}

impl Section {
    /// Bytes that a section must have so that every field is there, and all that is checked.
    pub fn full_length(&self) -> usize {
        let known = self.lengths.iter().copied().max().unwrap_or(0);
        let fields = self.fields.iter().map(Field::end).max().unwrap_or(0);
        let mapped = match &self.rows {
            Some(rows) => rows.at + rows.stride * rows.count,
            None => fields,
        };
        let eye = self.eye_catcher.as_ref().map_or(0, |e| e.at + e.text.len());
        let expected = self.expect.iter().map(|e| e.at + e.kind.width()).max().unwrap_or(0);
        known.max(mapped).max(eye).max(expected).max(self.shortest).max(self.length_at.map_or(0, |at| at + 2))
    }
}

/// A field as written in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldText {
    #[serde(default)]
    at: usize,
    #[serde(rename = "type")]
    kind: String,
    name: String,
    #[serde(default)]
    ibm: String,
    unit: String,
    meaning: String,
    #[serde(default)]
    since: String,
    source: Option<String>,
    trust: Option<String>,
    bits: Option<Bits>,
    values: Option<BTreeMap<String, String>>,
    count: Option<usize>,
    stride: Option<usize>,
    no_limit: Option<u64>,
    scale: Option<u64>,
    always: Option<String>,
}

impl FieldText {
    pub(super) fn build(self, source: &str, trust: &str) -> Result<Field, String> {
        let name = self.name;
        let kind = Kind::parse(&self.kind).ok_or_else(|| format!("field {name}: type {:?} is not known", self.kind))?;
        let values = self
            .values
            .map(|texts| {
                texts
                    .into_iter()
                    .map(|(key, label)| {
                        Ok((
                            key.parse::<i64>().map_err(|_| format!("field {name}: value {key:?} is not a number"))?,
                            label,
                        ))
                    })
                    .collect::<Result<BTreeMap<i64, String>, String>>()
            })
            .transpose()?;
        let array = match (self.count, self.stride) {
            (None, None) => None,
            (Some(count), Some(stride)) if count > 0 => Some(Array { count, stride }),
            _ => return Err(format!("field {name}: an array needs a count above 0 and a stride")),
        };
        Ok(Field {
            at: self.at,
            kind,
            name,
            ibm: self.ibm,
            unit: self.unit,
            meaning: self.meaning,
            since: self.since,
            source: self.source.unwrap_or_else(|| source.to_owned()),
            trust: self.trust.unwrap_or_else(|| trust.to_owned()),
            bits: self.bits,
            values,
            array,
            no_limit: self.no_limit,
            scale: self.scale,
            always: self.always,
        })
    }
}

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
}

impl RecordText {
    pub(super) fn build(self) -> Result<Record, String> {
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
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SectionText {
    section: String,
    title: String,
    table: Option<String>,
    #[serde(default)]
    row: String,
    #[serde(default)]
    system: String,
    source: String,
    trust: String,
    #[serde(default)]
    lengths: Vec<usize>,
    #[serde(default, rename = "where")]
    places: Vec<Where>,
    eye_catcher: Option<EyeCatcher>,
    length_at: Option<usize>,
    #[serde(default)]
    expect: Vec<ExpectText>,
    #[serde(default)]
    shortest: usize,
    #[serde(default)]
    holds: Vec<RelationText>,
    rows: Option<Rows>,
    #[serde(default)]
    varying: bool,
    fields: Vec<FieldText>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectText {
    at: usize,
    #[serde(rename = "type")]
    kind: String,
    values: Vec<i64>,
}

impl SectionText {
    pub(super) fn build(self) -> Result<Section, String> {
        let (source, trust) = (self.source, self.trust);
        let expect = self
            .expect
            .into_iter()
            .map(|e| {
                let kind = Kind::parse(&e.kind).filter(|k| k.is_small_integer());
                let kind = kind.ok_or_else(|| {
                    format!("expect at {}: type {:?} is not an integer of up to 4 bytes", e.at, e.kind)
                })?;
                Ok(Expect { at: e.at, kind, values: e.values })
            })
            .collect::<Result<_, String>>()?;
        let fields: Vec<Field> = self.fields.into_iter().map(|f| f.build(&source, &trust)).collect::<Result<_, _>>()?;
        let holds = self.holds.into_iter().map(|r| r.build(&fields)).collect::<Result<_, _>>()?;
        Ok(Section {
            name: self.section,
            title: self.title,
            table: self.table,
            row: self.row,
            system: self.system,
            places: self.places,
            eye_catcher: self.eye_catcher,
            length_at: self.length_at,
            expect,
            shortest: self.shortest,
            holds,
            trust,
            rows: self.rows,
            varying: self.varying,
            lengths: self.lengths,
            fields,
        })
    }
}
