//! The field dictionary, flat: one entry a column of a table.

use getpage_smf::layout::{Field, Layouts, Section, parent};
use serde_json::{Value, json};

/// Every column of every table, context columns once a table, in table and record order.
pub(crate) fn dictionary(layouts: &Layouts) -> Vec<Value> {
    let mut entries = Vec::new();
    for section in layouts.sections.values() {
        let Some(table) = &section.table else { continue };
        let mut seen: Vec<String> = Vec::new();
        for (owner, field) in common(section, layouts) {
            if !seen.contains(&field.name) {
                seen.push(field.name.clone());
                entries.push(entry(table, section, &owner, field, layouts));
            }
        }
        for name in section.parent.iter().flat_map(|p| &p.columns) {
            if let Some((depth, field)) = parent::column(layouts, section, name) {
                let owner = &parent::ancestors(layouts, section)[depth].name;
                entries.push(entry(table, section, owner, field, layouts));
            }
        }
        for field in &section.fields {
            entries.push(entry(table, section, &section.name, field, layouts));
        }
    }
    entries.sort_by(|a, b| a["table"].as_str().cmp(&b["table"].as_str()));
    entries
}

/// The columns that come from the record header and its common sections.
fn common<'a>(section: &Section, layouts: &'a Layouts) -> Vec<(String, &'a Field)> {
    let mut fields = Vec::new();
    for place in &section.places {
        let Some(record) = layouts.records.get(&place.record_type) else { continue };
        fields.extend(record.header.iter().map(|f| (record.name.clone(), f)));
        for context in
            record.context.iter().filter(|c| c.is_of(section.table.as_deref().unwrap_or_default(), &place.subtypes))
        {
            fields.extend(layouts.sections[&context.section].fields.iter().map(|f| (context.section.clone(), f)));
        }
    }
    fields
}

fn entry(table: &str, section: &Section, owner: &str, field: &Field, layouts: &Layouts) -> Value {
    let records: Vec<String> =
        section.places.iter().flat_map(|p| p.subtypes.iter().map(move |s| format!("{}.{s}", p.record_type))).collect();
    let system =
        section.places.first().and_then(|p| layouts.records.get(&p.record_type)).map_or(&section.system, |r| &r.system);
    json!({
        "table": table,
        "column": field.name,
        "ibm_name": field.ibm,
        "unit": field.unit,
        "meaning": field.meaning,
        "source": field.source,
        "trust": field.trust,
        "type": field.data_type().to_string(),
        "section": owner,
        "offset": field.at,
        "length": field.kind.width(),
        "since": field.since,
        "no_limit": field.no_limit,
        "system": system,
        "title": section.title,
        "row": section.row,
        "records": records,
    })
}
