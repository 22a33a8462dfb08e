//! The field dictionary, flat: what every column of every table is, made from the layouts.

use crate::ims;
use crate::layout::{Field, Layouts, Section, ancestors, monitoring};

/// One column of a table, as one section fills it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The table.
    pub table: String,
    /// The column.
    pub column: String,
    /// IBM's name of the field.
    pub ibm_name: String,
    /// Unit of the values.
    pub unit: String,
    /// What it means.
    pub meaning: String,
    /// Where that is known from.
    pub source: String,
    /// `seen`, `ibm`, `code` or `derived`.
    pub trust: String,
    /// Arrow type of the values.
    pub data_type: String,
    /// The section, or the record for a field of its header.
    pub section: String,
    /// Offset of the field in the section, in bytes.
    pub offset: usize,
    /// Length of the field, in bytes.
    pub length: usize,
    /// The release that brought it.
    pub since: String,
    /// The value that stands for no limit.
    pub no_limit: Option<u64>,
    /// What writes it.
    pub system: String,
    /// What the section is called.
    pub title: String,
    /// What one row is.
    pub row: String,
    /// Record types with subtypes that have the section, such as `115.1`.
    pub records: Vec<String>,
}

/// Every column of every table, context columns once a table, in table and record order.
pub fn dictionary(layouts: &Layouts) -> Vec<Entry> {
    let mut entries = Vec::new();
    for section in layouts.sections.values() {
        let Some(table) = &section.table else { continue };
        let mut seen: Vec<&str> = Vec::new();
        for (owner, field) in common(section, layouts) {
            if !seen.contains(&field.name.as_str()) {
                seen.push(&field.name);
                entries.push(entry(table, section, owner, field, layouts));
            }
        }
        for name in section.parent.iter().flat_map(|p| &p.columns) {
            if let Some((depth, field)) = ancestors::column(layouts, section, name) {
                let owner = &ancestors::ancestors(layouts, section)[depth].name;
                entries.push(entry(table, section, owner, field, layouts));
            }
        }
        for field in &section.fields {
            entries.push(entry(table, section, &section.name, field, layouts));
        }
    }
    entries.sort_by(|a, b| a.table.cmp(&b.table));
    entries
}

/// The columns that come from the record header and its common sections, and whose they are.
fn common<'a>(section: &Section, layouts: &'a Layouts) -> Vec<(&'a str, &'a Field)> {
    let mut fields = Vec::new();
    let table = section.table.as_deref().unwrap_or_default();
    for place in &section.places {
        let Some(record) = layouts.records.get(&place.record_type) else { continue };
        let is_own = |header: &&Field| section.fields.iter().any(|own| ims::is_local_time_of(own, header));
        fields.extend(record.header.iter().filter(|f| !is_own(f)).map(|f| (record.name.as_str(), f)));
        for context in record.context.iter().filter(|c| c.is_of(table, &place.subtypes)) {
            fields.extend(layouts.sections[&context.section].fields.iter().map(|f| (context.section.as_str(), f)));
        }
    }
    fields
}

/// The records of CICS monitoring, whose sections are found by dictionaries.
const MONITORED: &str = "110.1";

fn monitored(section: &str) -> bool {
    [monitoring::TASKS.0, monitoring::TRANSACTIONS.0, monitoring::EXCEPTION].contains(&section)
}

fn entry(table: &str, section: &Section, owner: &str, field: &Field, layouts: &Layouts) -> Entry {
    let record = section.places.first().and_then(|p| layouts.records.get(&p.record_type));
    let records = section.places.iter().flat_map(|p| p.subtypes.iter().map(move |s| format!("{}.{s}", p.record_type)));
    Entry {
        table: table.to_owned(),
        column: field.name.clone(),
        ibm_name: field.ibm.clone(),
        unit: field.unit.clone(),
        meaning: field.meaning.clone(),
        source: field.source.clone(),
        trust: field.trust.clone(),
        data_type: field.data_type().to_string(),
        section: owner.to_owned(),
        offset: field.at,
        length: field.kind.width(),
        since: field.since.clone(),
        no_limit: field.no_limit,
        system: record.map_or(&section.system, |r| &r.system).clone(),
        title: section.title.clone(),
        row: section.row.clone(),
        records: if monitored(&section.name) { vec![MONITORED.to_owned()] } else { records.collect() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built_in() -> Vec<Entry> {
        dictionary(&Layouts::builtin().expect("built-in layouts"))
    }

    #[test]
    fn a_column_has_its_field_its_section_and_its_records() {
        let entries = built_in();
        let reads = entries.iter().find(|e| e.ibm_name == "QPSTRIO").expect("page reads of a pool of MQ");
        assert_eq!((reads.section.as_str(), reads.data_type.as_str(), reads.length), ("QPST", "UInt32", 4));
        assert!(reads.records.iter().all(|record| record.starts_with("115.")) && !reads.records.is_empty());
    }

    #[test]
    fn tables_follow_each_other_and_context_columns_come_once_a_section() {
        let entries = built_in();
        assert!(entries.windows(2).all(|pair| pair[0].table <= pair[1].table));
        let mut seen = std::collections::HashSet::new();
        for entry in &entries {
            let filled_by = (&entry.table, &entry.title, &entry.row, &entry.records);
            assert!(seen.insert((filled_by, &entry.column, &entry.section)), "{entry:?}");
        }
    }

    #[test]
    fn every_column_has_a_name_and_a_type() {
        let entries = built_in();
        assert!(entries.len() > 1000, "{} columns", entries.len());
        assert!(entries.iter().all(|e| !e.column.is_empty() && !e.data_type.is_empty() && e.length > 0));
    }
}
