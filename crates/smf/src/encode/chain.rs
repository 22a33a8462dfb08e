//! Sections that tell what they are, one behind the other: the statistics of a CICS record.

use std::collections::BTreeMap;

use crate::layout::{Chain, Rows, Section, Value};
use crate::number;

use super::children::PARENT;
use super::{EncodeError, Row, Spec, error, placed, section_bytes};

/// The section of its identifier that a row inside sections stands in: that which [`PARENT`] says, else the first.
fn of(row: &Row) -> usize {
    match row.get(PARENT) {
        Some(Value::Int(n)) => usize::try_from(*n).unwrap_or(0),
        _ => 0,
    }
}

/// The sections of a record as its chain.
pub(super) fn bytes(layouts: &crate::layout::Layouts, spec: &Spec, chain: &Chain) -> Result<Vec<u8>, EncodeError> {
    let mut links: BTreeMap<u16, Vec<Vec<u8>>> = BTreeMap::new();
    let mut inside: Vec<(u16, &Section, &Rows, &Vec<Row>)> = Vec::new();
    for (name, rows) in &spec.sections {
        let section = layouts.sections.get(name).ok_or_else(|| error(name, "no layout of that section"))?;
        let mut places = section.places.iter();
        let place = places.find(|p| p.record_type == spec.record_type && p.subtypes.contains(&spec.subtype));
        let Some(id) = place.and_then(|p| p.id) else { continue };
        if let Some(array) = &section.rows {
            inside.push((id, section, array, rows));
            continue;
        }
        let length = spec.lengths.get(name).copied().unwrap_or_else(|| section.full_length());
        let own = links.entry(id).or_default();
        for row in rows {
            own.push(section_bytes(section, std::slice::from_ref(row), length.max(chain.shortest), false)?);
        }
    }
    // A section that tells of arrays tells of those too that have no elements.
    let none = Vec::new();
    for section in layouts.sections.values().filter(|s| !spec.sections.contains_key(&s.name)) {
        let mut places = section.places.iter();
        let place = places.find(|p| p.record_type == spec.record_type && p.subtypes.contains(&spec.subtype));
        if let (Some(id), Some(array)) = (place.and_then(|p| p.id), &section.rows)
            && array.locator.is_some()
            && links.contains_key(&id)
        {
            inside.push((id, section, array, &none));
        }
    }
    inside.sort_by_key(|(id, _, array, _)| (*id, array.locator.as_ref().map_or(0, |locator| locator.before.len())));
    for (id, section, array, rows) in inside {
        let own = links.entry(id).or_default();
        if own.is_empty() {
            own.push(vec![0; array.at.max(chain.shortest)]);
        }
        for (nth, link) in own.iter_mut().enumerate() {
            let own: Vec<Row> = rows.iter().filter(|row| of(row) == nth).cloned().collect();
            put(section, array, &own, link)?;
        }
    }
    let mut out = Vec::new();
    for (id, own) in links {
        for mut link in own {
            let length = u16::try_from(link.len()).map_err(|_| error("a chain", "a section beyond 65,535 bytes"))?;
            link[chain.length_at..chain.length_at + 2].copy_from_slice(&length.to_be_bytes());
            link[chain.id_at..chain.id_at + 2].copy_from_slice(&id.to_be_bytes());
            out.append(&mut link);
        }
    }
    Ok(out)
}

/// Puts the elements of an array into their section, and where the section tells of them, where and how many they are.
fn put(section: &Section, array: &Rows, rows: &[Row], link: &mut Vec<u8>) -> Result<(), EncodeError> {
    let mut tell = |at: usize, value: usize| {
        let value = u16::try_from(value).map_err(|_| error(&section.name, "more than 65,535 elements"))?;
        let place = link.get_mut(at..at + 2).ok_or_else(|| error(&section.name, "no place for their number"))?;
        place.copy_from_slice(&value.to_be_bytes());
        Ok(())
    };
    let first = match &array.locator {
        None => array.at,
        Some(locator) => {
            tell(locator.count, rows.len())?;
            tell(locator.at, array.at)?;
            let number = |at: &usize| number::unsigned(&link[*at..*at + 2]) as usize;
            array.at + array.stride * locator.before.iter().map(number).sum::<usize>()
        }
    };
    let length = first + array.stride * if array.locator.is_some() { rows.len() } else { array.count };
    let elements = placed(section, rows, length, false, first)?;
    link.resize(link.len().max(length), 0);
    link.iter_mut().zip(elements).for_each(|(to, byte)| *to |= byte);
    Ok(())
}
