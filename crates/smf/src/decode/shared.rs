//! Tables that several sections fill: what must hold between them.

use std::collections::HashMap;

use arrow_schema::DataType;

use crate::layout::{Section, Where};

use super::table::{PlanError, TablePlan};

/// Checks the sections that fill one table, printed evidence included: a column has one type, and nothing is read twice.
///
/// Two layouts may read the same section into one table where what is always the same in their rows tells them apart.
pub(super) fn verify(table: &str, sections: &[&Section], plans: &[TablePlan]) -> Result<(), PlanError> {
    let mut types: HashMap<String, (&str, DataType)> = HashMap::new();
    for section in sections {
        let plan = plans.iter().find(|p| p.name == table && p.section == section.name);
        let columns: Vec<(String, DataType)> = match plan {
            Some(plan) => plan.schema.fields().iter().map(|f| (f.name().clone(), f.data_type().clone())).collect(),
            None => section.fields.iter().map(|f| (f.name.clone(), f.data_type())).collect(),
        };
        for (column, data_type) in columns {
            let (first, known) = types.entry(column.clone()).or_insert_with(|| (&section.name, data_type.clone()));
            if *known != data_type {
                return Err(PlanError(format!(
                    "column {column} of {table} is {known} in {first} and {data_type} in {}: give one another name or type",
                    section.name
                )));
            }
        }
    }
    for (i, section) in sections.iter().enumerate() {
        let mut before = sections[..i].iter();
        if let Some(other) = before.find(|other| same_place(other, section) && always(other) == always(section)) {
            let names = format!("{} and {}", other.name, section.name);
            return Err(PlanError(format!("table {table} is filled from the same triplet by both {names}")));
        }
    }
    Ok(())
}

fn same_place(section: &Section, other: &Section) -> bool {
    let behind = |s: &Section| s.parent.as_ref().and_then(|p| Some((p.section.clone(), p.at?)));
    if behind(section) != behind(other) {
        return false;
    }
    let same = |a: &Where, b: &Where| {
        a.record_type == b.record_type
            && a.triplet == b.triplet
            && a.id == b.id
            && a.subtypes.iter().any(|s| b.subtypes.contains(s))
    };
    section.places.iter().any(|a| other.places.iter().any(|b| same(a, b)))
}

/// What every row of a section has.
fn always(section: &Section) -> Vec<(&str, &str)> {
    let fields = section.fields.iter();
    fields.filter_map(|f| Some((f.name.as_str(), f.always.as_deref()?))).collect()
}
