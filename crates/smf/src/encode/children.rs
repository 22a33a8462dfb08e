//! Sections that belong to the elements of another section: a row says to which, by [`PARENT`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::layout::{Layouts, Section, Value, ancestors};

use super::{EncodeError, Row, error, section_bytes};

/// In a row of a section with a parent: which of the rows of that one it belongs to, 0 (also where it is missing) the
/// first. Rows of one parent stand together.
pub const PARENT: &str = "parent";

/// Rows by section name.
type Rows = BTreeMap<String, Vec<Row>>;

fn owner(section: &Section, row: &Row, owners: usize) -> Result<usize, EncodeError> {
    let owner = match row.get(PARENT) {
        None | Some(Value::Null) => Some(0),
        Some(Value::Int(n)) => usize::try_from(*n).ok(),
        Some(_) => None,
    };
    owner.filter(|o| *o < owners).ok_or_else(|| error(&section.name, &format!("it belongs to none of {owners} rows")))
}

/// The rows, with what those of a parent say of the numbers of those that belong to them.
pub(super) fn numbered<'a>(layouts: &Layouts, rows: &'a Rows) -> Result<Cow<'a, Rows>, EncodeError> {
    let mut all = Cow::Borrowed(rows);
    for (name, own) in rows.iter().filter(|(_, own)| !own.is_empty()) {
        let Some(section) = layouts.sections.get(name) else { continue };
        let Some(parent) = section.parent.as_ref() else { continue };
        let (Some(first), Some(count)) = (&parent.first, &parent.count) else { continue };
        let above = all.to_mut().entry(parent.section.clone()).or_default();
        for (nth, row) in own.iter().enumerate() {
            let owner = owner(section, row, above.len())?;
            let has = |name: &String| matches!(above[owner].get(name), Some(Value::Int(n)) if *n > 0);
            let after = if nth > 0 && own[nth - 1].get(PARENT) == row.get(PARENT) { has(first) } else { false };
            let many = if let (true, Some(Value::Int(many))) = (after, above[owner].get(count)) { *many } else { 0 };
            if many == 0 {
                above[owner].insert(first.clone(), Value::Int(nth as i128 + 1));
            }
            above[owner].insert(count.clone(), Value::Int(many + 1));
        }
    }
    Ok(all)
}

/// Appends the sections that triplets in the elements of their parents point to, and fills in those triplets. `starts`
/// are where the elements of each section stand, by its name.
pub(super) fn append(
    layouts: &Layouts,
    sections: &Rows,
    lengths: &BTreeMap<String, usize>,
    mut starts: BTreeMap<String, Vec<usize>>,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let behind =
        |name: &String| layouts.sections.get(name).filter(|s| s.parent.as_ref().is_some_and(|p| p.at.is_some()));
    let mut below: Vec<(&Section, &Vec<Row>)> =
        sections.iter().filter_map(|(n, rows)| Some((behind(n)?, rows))).collect();
    below.sort_by_key(|(section, _)| ancestors::ancestors(layouts, section).len());
    for (section, rows) in below {
        let Some((parent, at)) = section.parent.as_ref().and_then(|p| Some((&p.section, p.at?))) else { continue };
        let above = starts.get(parent).cloned().unwrap_or_default();
        let length = lengths.get(&section.name).copied().unwrap_or_else(|| section.full_length());
        let owners = rows.iter().map(|row| owner(section, row, above.len())).collect::<Result<Vec<_>, _>>()?;
        if !owners.is_sorted() {
            return Err(error(&section.name, "rows that belong to one row do not stand together"));
        }
        let mut own = Vec::with_capacity(rows.len());
        for (nth, row) in rows.iter().enumerate() {
            let triplet = above[owners[nth]] + at;
            let place = out.get(triplet..triplet + 8).ok_or_else(|| error(parent, "too short for a triplet"))?;
            let count = u16::from_be_bytes([place[6], place[7]]).saturating_add(1);
            let first = if count == 1 {
                out.len() as u32
            } else {
                u32::from_be_bytes([place[0], place[1], place[2], place[3]])
            };
            let length16 = u16::try_from(length).map_err(|_| error(&section.name, "longer than 65,535 bytes"))?;
            out[triplet..triplet + 4].copy_from_slice(&first.to_be_bytes());
            out[triplet + 4..triplet + 6].copy_from_slice(&length16.to_be_bytes());
            out[triplet + 6..triplet + 8].copy_from_slice(&count.to_be_bytes());
            own.push(out.len());
            out.extend(section_bytes(section, std::slice::from_ref(row), length, false)?);
        }
        starts.insert(section.name.clone(), own);
    }
    Ok(())
}
