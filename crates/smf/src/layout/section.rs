//! Section layouts: where a section is found, what is checked of it, and its fields.

use serde::Deserialize;

use crate::number;

use super::Flaw;
use super::field::{Field, Kind};
use super::field_text::FieldText;
use super::parent::Parent;
use super::relation::{Relation, RelationText};

/// Where a section is found.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// SMF record type.
    #[serde(rename = "type")]
    pub record_type: u8,
    /// Subtypes.
    pub subtypes: Vec<u16>,
    /// Index of the triplet, 0 first; None where elements of the parent have triplets of their own.
    #[serde(default)]
    pub triplet: Option<usize>,
    /// Identifier of the section, where the triplet points to a chain of them.
    #[serde(default)]
    pub id: Option<u16>,
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
    /// Offset of the first element; where the section tells it, what the encoder writes.
    pub at: usize,
    /// Bytes from one to the next.
    pub stride: usize,
    /// Number of elements; 0 where the section tells it.
    #[serde(default)]
    pub count: usize,
    /// Bytes of an element that are not all blank or zero when the element is in use; without, all are.
    #[serde(default)]
    pub present: Option<Present>,
    /// Where the section tells where the elements stand, and how many.
    #[serde(default)]
    pub locator: Option<ArrayLocator>,
}

/// Where a section tells of an array inside it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayLocator {
    /// Offset of the u16 with the bytes before the first array.
    pub at: usize,
    /// Offsets of the u16 with the number of elements of each array before this one, all of the same stride.
    #[serde(default)]
    pub before: Vec<usize>,
    /// Offset of the u16 with the number of elements.
    pub count: usize,
}

impl Rows {
    /// Offset of the first element of a section and how many there are, whether it has so many bytes or not.
    pub fn span(&self, section: &[u8]) -> (usize, usize) {
        let Some(locator) = &self.locator else { return (self.at, self.count) };
        let number = |at: usize| section.get(at..at + 2).map_or(0, |b| number::unsigned(b) as usize);
        (
            number(locator.at) + self.stride * locator.before.iter().map(|at| number(*at)).sum::<usize>(),
            number(locator.count),
        )
    }

    /// The elements in use of a section, each with its offset; those that a shorter section does not have are left out.
    pub fn used<'a>(&self, section: &'a [u8]) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let ((at, count), stride) = (self.span(section), self.stride);
        let marks = self.present.as_ref().map(|p| p.at..p.at + p.length);
        let elements = (0..count).map(move |e| at + e * stride);
        elements.map_while(move |at| section.get(at..at + stride).map(|bytes| (at, bytes))).filter(move |(_, bytes)| {
            marks
                .clone()
                .is_none_or(|marks| bytes.get(marks).is_some_and(|mark| mark.iter().any(|b| *b != 0 && *b != 0x40)))
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
    pub relations: Vec<Relation>,
    /// How its layout is known, where a field does not say otherwise.
    pub trust: String,
    /// Array elements as rows.
    pub rows: Option<Rows>,
    /// The section whose elements these belong to.
    pub parent: Option<Parent>,
    /// Each section has a u16 with its length in front, which does not count itself.
    pub varying: bool,
    /// Section lengths by release, shortest first.
    pub lengths: Vec<usize>,
    /// The fields, in file order.
    pub fields: Vec<Field>,
}

impl Section {
    /// The columns that printed evidence fills, each with its labels: those that the layout lists, and in a layout of
    /// printed evidence else IBM's names, which a comma and a blank separate.
    pub fn printed(&self) -> impl Iterator<Item = (&Field, Vec<&str>)> {
        let is_printed = self.is_printed();
        self.fields.iter().filter(move |field| is_printed || !field.printed.is_empty()).map(|field| {
            let names = field.ibm.split(", ").filter(|name| !name.is_empty());
            let listed: Vec<&str> = field.printed.iter().map(String::as_str).collect();
            (field, if listed.is_empty() { names.collect() } else { listed })
        })
    }

    /// Whether it is of printed evidence: it fills a table, and no record has it.
    pub fn is_printed(&self) -> bool {
        self.table.is_some() && self.places.is_empty()
    }

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

/// A section layout as written in TOML.
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
    parent: Option<Parent>,
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
    pub(super) fn build(self) -> Result<Section, Flaw> {
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
            .collect::<Result<_, Flaw>>()?;
        let fields: Vec<Field> = self.fields.into_iter().map(|f| f.build(&source, &trust)).collect::<Result<_, _>>()?;
        let relations = self.holds.into_iter().map(|r| r.build(&fields)).collect::<Result<_, _>>()?;
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
            relations,
            trust,
            rows: self.rows,
            parent: self.parent,
            varying: self.varying,
            lengths: self.lengths,
            fields,
        })
    }
}
