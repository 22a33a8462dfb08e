//! What a layout must satisfy before anything is decoded with it.

use std::collections::HashSet;

use super::Flaw;
use super::field::{Field, Kind};
use super::parent::Parent;
use super::record::{Record, TRIPLET};
use super::section::Section;

const TRUSTS: [&str; 4] = ["seen", "ibm", "code", "derived"];

/// Bytes of the longest record: nothing in a layout lies beyond.
const LONGEST: usize = 32_760;

/// Checks one field: bits and labels only where they make sense, array elements that do not overlap.
pub(super) fn field(field: &Field) -> Result<(), Flaw> {
    let name = &field.name;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        return Err(format!("field {name:?}: names are lower-case letters, digits and _").into());
    }
    if (field.bits.is_some() || field.values.is_some()) && !field.kind.is_small_integer() {
        return Err(format!("field {name}: bits and values need an integer type of up to 4 bytes").into());
    }
    if let Some(bits) = field.bits {
        let all = 8 * field.kind.width() as u32;
        if bits.width == 0 || bits.from.checked_add(bits.width).is_none_or(|end| end > all) {
            return Err(format!(
                "field {name}: bits {} to {} do not lie within its {all} bits",
                bits.from,
                bits.from.saturating_add(bits.width)
            )
            .into());
        }
    }
    if let Some(labels) = &field.values {
        let mut seen = HashSet::new();
        if let Some(twice) = labels.values().find(|label| !seen.insert(label.as_str())) {
            return Err(format!("field {name}: the label {twice:?} stands for two values").into());
        }
    }
    if field
        .scale
        .is_some_and(|s| s == 0 || !field.kind.is_unsigned() || field.bits.is_some() || field.values.is_some())
    {
        return Err(format!("field {name}: a scale is above 0 and of a plain unsigned integer").into());
    }
    let plain = field.bits.is_none() && field.values.is_none() && field.scale.is_none() && field.array.is_none();
    if field.none.is_some() && !(field.kind == Kind::Unsigned(4) && plain) {
        return Err(format!("field {name}: a value that means none is one of a plain u32").into());
    }
    if field.always.is_some() && (field.array.is_some() || !matches!(field.kind, Kind::Text(_))) {
        return Err(format!("field {name}: what is always the same is a text").into());
    }
    if field.position && (field.always.is_some() || field.array.is_some() || field.kind != Kind::Unsigned(4)) {
        return Err(format!("field {name}: a position is a u32").into());
    }
    if field.kind == Kind::Rest && field.array.is_some() {
        return Err(format!("field {name}: what fills the rest of its section is one value").into());
    }
    if let Some(array) = field.array
        && (array.stride < field.kind.width() || array.count > 32_000 || array.stride > 32_000)
    {
        return Err(
            format!("field {name}: a stride of {} bytes is too small or an array too large", array.stride).into()
        );
    }
    if !TRUSTS.contains(&field.trust.as_str()) {
        return Err(format!("field {name}: trust is one of {}, not {:?}", TRUSTS.join(", "), field.trust).into());
    }
    if field.at > LONGEST || field.end() > LONGEST {
        return Err(format!("field {name}: ends beyond any record, which has {LONGEST} bytes at the most").into());
    }
    Ok(())
}

/// Checks fields that stand together: each by itself, and that no name stands twice.
fn fields(all: &[Field]) -> Result<(), Flaw> {
    let mut names = HashSet::new();
    for f in all {
        field(f)?;
        if !names.insert(f.name.as_str()) {
            return Err(format!("field {}: the name stands twice", f.name).into());
        }
    }
    Ok(())
}

/// Checks that `at` and `length` lie within a record.
fn within(what: &str, at: usize, length: usize) -> Result<(), Flaw> {
    match at.checked_add(length) {
        Some(end) if end <= LONGEST => Ok(()),
        _ => Err(format!("{what} at {at} lies beyond any record, which has {LONGEST} bytes at the most").into()),
    }
}

/// Checks one record layout: its header and where its triplets and common sections stand.
pub(super) fn record(record: &Record) -> Result<(), Flaw> {
    fields(&record.header)?;
    let triplets = &record.triplets;
    let apart = if triplets.offsets.is_empty() {
        triplets.stride >= TRIPLET
    } else {
        let one_way = triplets.at == 0 && triplets.stride == 0;
        one_way && triplets.offsets.windows(2).all(|pair| pair[1].saturating_sub(pair[0]) >= TRIPLET)
    };
    if !apart || triplets.start() < 24 {
        return Err("triplets start at 24 or later and are 8 bytes or more apart; `at` and `stride`, or `offsets`, \
                    say where"
            .into());
    }
    if record.sections_end_record && !triplets.offsets.is_empty() {
        return Err("sections_end_record needs triplets that are evenly apart".into());
    }
    within("triplets", triplets.offsets.last().copied().unwrap_or(triplets.at), triplets.stride.max(TRIPLET))?;
    if let Some(at) = triplets.count_at {
        within("count_at", at, 1)?;
    }
    for context in &record.context {
        if context.header.is_some() && context.at != 0 {
            return Err(format!("context {}: a header in a chain has a type, not an offset", context.section).into());
        }
        within(&format!("context {}", context.section), context.at, 1)?;
        triplet(context.triplet)?;
    }
    for chain in &record.chains {
        triplet(chain.triplet)?;
        within("chain", chain.length_at.max(chain.id_at), 2)?;
        if chain.shortest < chain.length_at.max(chain.id_at) + 2 {
            return Err("chain: the shortest section has its length and its id".into());
        }
        if let Some(key) = chain.names.keys().find(|key| key.parse::<u16>().is_err()) {
            return Err(format!("chain: {key:?} is no identifier of 0 to 65535").into());
        }
    }
    Ok(())
}

fn triplet(index: usize) -> Result<(), Flaw> {
    if index > 1000 { Err(format!("triplet {index}: no record has that many").into()) } else { Ok(()) }
}

/// Checks one section: its fields, unique names, array rows that hold their fields.
pub(super) fn section(section: &Section) -> Result<(), Flaw> {
    fields(&section.fields)?;
    if let Some(eye) = &section.eye_catcher {
        within("eye_catcher", eye.at, eye.text.len())?;
        if eye.text.is_empty() || !eye.text.is_ascii() {
            return Err("eye_catcher: a text of ASCII characters is needed".into());
        }
    }
    if let Some(at) = section.length_at {
        within("length_at", at, 2)?;
    }
    for expect in &section.expect {
        within("expect", expect.at, expect.kind.width())?;
        if expect.values.is_empty() {
            return Err(format!("expect at {}: no values to expect", expect.at).into());
        }
    }
    if let Some(longest) = section.lengths.iter().max().filter(|longest| **longest > LONGEST) {
        return Err(format!("lengths: {longest} is beyond any record, which has {LONGEST} bytes at the most").into());
    }
    if section.varying && section.rows.is_some() {
        return Err("varying: sections with their length in front have no rows inside them".into());
    }
    within("shortest", section.shortest, 0)?;
    if !TRUSTS.contains(&section.trust.as_str()) {
        return Err(format!("trust is one of {}, not {:?}", TRUSTS.join(", "), section.trust).into());
    }
    if let Some(rows) = &section.rows {
        within("rows", rows.at, rows.count.saturating_mul(rows.stride))?;
        if let Some(locator) = &rows.locator {
            locator
                .before
                .iter()
                .chain([&locator.at, &locator.count])
                .try_for_each(|at| within("rows locator", *at, 2))?;
        }
        let widest = section.fields.iter().map(Field::end).max().unwrap_or(0);
        let marked = rows.present.as_ref().map_or(0, |p| p.at.saturating_add(p.length));
        let unmarked = rows.present.as_ref().is_some_and(|p| p.length == 0);
        if (rows.count == 0) == rows.locator.is_none() {
            return Err("rows: either `count`, or `locator` says where the section tells it".into());
        }
        if rows.stride < widest.max(marked) || unmarked {
            return Err(format!(
                "rows: {} of {} bytes do not hold the fields, which end at {widest}, or the bytes that mark one in use",
                rows.count, rows.stride
            )
            .into());
        }
    }
    let chained = section.places.iter().any(|p| p.id.is_some());
    let inside = section.parent.as_ref().is_some_and(Parent::is_around);
    if chained && (section.varying || section.parent.is_some() && !(inside && section.rows.is_some())) {
        return Err("a section with an id has no length in front, and a parent only around its `rows`".into());
    }
    for place in &section.places {
        place.triplet.map_or(Ok(()), triplet)?;
        if place.triplet.is_none() != section.parent.as_ref().is_some_and(|p| p.at.is_some()) {
            return Err("`where` has a triplet, unless each element of the parent has one at its `at`".into());
        }
    }
    if let Some(parent) = &section.parent {
        let by_number = parent.first.is_some() && parent.count.is_some();
        let numbered = parent.first.is_some() || parent.count.is_some();
        if !(chained && inside) && (parent.at.is_some() == numbered || parent.at.is_none() && !by_number) {
            return Err("parent: either `at`, or `first` and `count`; neither around `rows` of a chain".into());
        }
        if section.varying || section.rows.is_some() && !inside {
            return Err("parent: its sections have neither rows inside them nor their length in front".into());
        }
        within("parent", parent.at.unwrap_or(0), TRIPLET)?;
    }
    if section.table.is_none() && (!section.places.is_empty() || section.parent.is_some()) {
        return Err("a section with `where` or `parent` needs a `table`".into());
    }
    Ok(())
}
