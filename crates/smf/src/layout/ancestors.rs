//! What stands above a section: its parent, the parent of that, and the common sections of its record.

use super::Flaw;
use super::field::{Field, Kind};
use super::record::{Context, Record};
use super::section::{Section, Where};
use super::set::Layouts;

/// Most sections that stand one above the other.
pub const ANCESTORS: usize = 2;

/// The sections that a section stands below, the nearest first. More than [`ANCESTORS`] are not gone through.
pub fn ancestors<'a>(layouts: &'a Layouts, section: &'a Section) -> Vec<&'a Section> {
    let up = |below: &&'a Section| layouts.sections.get(&below.parent.as_ref()?.section);
    std::iter::successors(Some(section), up).skip(1).take(ANCESTORS + 1).collect()
}

/// The field that a column of the parent is, and how many sections above it stands, 0 the parent.
pub fn column<'a>(layouts: &'a Layouts, section: &'a Section, name: &str) -> Option<(usize, &'a Field)> {
    let above = ancestors(layouts, section);
    let depth = above.iter().position(|s| s.fields.iter().any(|f| f.name == name))?;
    let handed = above[..depth].iter().all(|s| s.parent.as_ref().is_some_and(|p| p.columns.iter().any(|c| c == name)));
    above[depth].fields.iter().find(|f| f.name == name && handed).map(|field| (depth, field))
}

/// Checks what a section says of its parent.
pub(super) fn verify(layouts: &Layouts, section: &Section) -> Result<(), Flaw> {
    let Some(parent) = &section.parent else { return Ok(()) };
    let above = ancestors(layouts, section);
    let Some(nearest) = above.first() else { return Err(format!("parent {} has no layout", parent.section).into()) };
    if above.len() > ANCESTORS {
        return Err(format!("parent: more than {ANCESTORS} sections stand above it").into());
    }
    if nearest.varying || nearest.rows.is_some() {
        return Err(
            format!("parent {}: its sections have rows inside them or their length in front", nearest.name).into()
        );
    }
    for place in &section.places {
        let with =
            |p: &&Where| p.record_type == place.record_type && place.subtypes.iter().all(|s| p.subtypes.contains(s));
        let Some(other) = nearest.places.iter().find(with) else {
            return Err(format!("parent {} is not in all of the subtypes", nearest.name).into());
        };
        if parent.is_around() && (other.id.is_none() || other.id != place.id || nearest.parent.is_some()) {
            return Err(format!("parent {} is not the section of the same id that they stand in", nearest.name).into());
        }
        let record = layouts.records.get(&place.record_type);
        if record.is_some_and(|r| r.sections_end_record) && parent.at.is_some() {
            return Err("parent: sections behind triplets of their own do not end the record".into());
        }
        if let (Some(name), Some(record)) = (&parent.unless, record)
            && common(layouts, record, place, name).is_none()
        {
            return Err(format!("parent: no number {name} in the common sections of these subtypes").into());
        }
    }
    for name in [&parent.first, &parent.count].into_iter().flatten() {
        let field = nearest.fields.iter().find(|f| f.name == *name);
        if !field.is_some_and(|f| f.is_written() && f.array.is_none() && matches!(f.kind, Kind::Unsigned(_))) {
            return Err(format!("parent: {name} is no unsigned integer of {}", nearest.name).into());
        }
    }
    match parent.columns.iter().find(|name| column(layouts, section, name).is_none()) {
        Some(name) => Err(format!("parent: {} has no column {name}", nearest.name).into()),
        None => Ok(()),
    }
}

/// The unsigned integer of a common section that says that a record is a piece of a larger one, and that section.
pub fn common<'a>(
    layouts: &'a Layouts,
    record: &'a Record,
    place: &Where,
    name: &str,
) -> Option<(&'a Context, &'a Field)> {
    let mut contexts = record.context.iter().filter(|c| place.subtypes.iter().all(|s| c.subtypes.contains(s)));
    contexts.find_map(|context| {
        let mut fields = layouts.sections.get(&context.section)?.fields.iter();
        let number = |f: &&Field| f.name == name && f.is_written() && matches!(f.kind, Kind::Unsigned(_));
        Some((context, fields.find(number)?))
    })
}
