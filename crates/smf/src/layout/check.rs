//! What a layout must satisfy before anything is decoded with it.

use std::collections::HashSet;

use super::field::Field;
use super::file::Section;

const TRUSTS: [&str; 4] = ["seen", "ibm", "code", "derived"];

/// Checks one field: bits and labels only where they make sense, array elements that do not overlap.
pub(super) fn field(field: &Field) -> Result<(), String> {
    let name = &field.name;
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        return Err(format!("field {name:?}: names are lower-case letters, digits and _"));
    }
    if (field.bits.is_some() || field.values.is_some()) && !field.kind.is_small_integer() {
        return Err(format!("field {name}: bits and values need an integer type of up to 4 bytes"));
    }
    if let Some(bits) = field.bits {
        let all = 8 * field.kind.width() as u32;
        if bits.width == 0 || bits.from.checked_add(bits.width).is_none_or(|end| end > all) {
            return Err(format!(
                "field {name}: bits {} to {} do not lie within its {all} bits",
                bits.from,
                bits.from.saturating_add(bits.width)
            ));
        }
    }
    if let Some(array) = field.array
        && (array.stride < field.kind.width() || array.count > 32_000 || array.stride > 32_000)
    {
        return Err(format!("field {name}: a stride of {} bytes is too small or an array too large", array.stride));
    }
    if !TRUSTS.contains(&field.trust.as_str()) {
        return Err(format!("field {name}: trust is one of {}, not {:?}", TRUSTS.join(", "), field.trust));
    }
    if field.end() > 32_760 {
        return Err(format!("field {name}: ends at {}, beyond any record", field.end()));
    }
    Ok(())
}

/// Checks one section: its fields, unique names, array rows that hold their fields.
pub(super) fn section(section: &Section) -> Result<(), String> {
    let mut names = HashSet::new();
    for f in &section.fields {
        field(f)?;
        if !names.insert(f.name.as_str()) {
            return Err(format!("field {}: the name stands twice", f.name));
        }
    }
    if let Some(rows) = &section.rows {
        let widest = section.fields.iter().map(Field::end).max().unwrap_or(0);
        if rows.stride < widest.max(rows.present.at + rows.present.length)
            || rows.count == 0
            || rows.count * rows.stride > 32_760
        {
            return Err(format!(
                "rows: a stride of {} bytes does not hold the fields, which end at {widest}",
                rows.stride
            ));
        }
    }
    if section.table.is_none() && !section.places.is_empty() {
        return Err("a section with `where` needs a `table`".to_owned());
    }
    Ok(())
}
