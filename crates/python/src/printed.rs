//! What the layouts say of printed evidence: `_native.PrintedLayout`, field by field.

use std::collections::BTreeMap;

use getpage_smf::layout::{Field, Relation, Rule, Section};
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::layouts::layouts;

#[derive(IntoPyObject)]
struct Column {
    name: String,
    labels: Vec<String>,
    unit: String,
    r#type: String,
    length: usize,
}

impl From<(&Field, Vec<&str>)> for Column {
    fn from((from, labels): (&Field, Vec<&str>)) -> Column {
        Column {
            name: from.name.clone(),
            labels: labels.into_iter().map(str::to_owned).collect(),
            unit: from.unit.clone(),
            r#type: from.data_type().to_string(),
            length: from.values.as_ref().map_or(from.kind.width(), longest),
        }
    }
}

/// Characters of the longest word of an enumeration.
fn longest(words: &BTreeMap<i64, String>) -> usize {
    words.values().map(|word| word.chars().count()).max().unwrap_or(0)
}

#[derive(IntoPyObject)]
struct Holds {
    rule: &'static str,
    columns: Vec<String>,
    limits: (f64, f64),
    within: f64,
    times: f64,
    words: String,
}

impl From<&Relation> for Holds {
    fn from(from: &Relation) -> Holds {
        let (rule, limits) = match from.rule {
            Rule::Ascending => ("ascending", None),
            Rule::Equal => ("equal", None),
            Rule::Sum => ("sum", None),
            Rule::Part => ("part", None),
            Rule::Range(least, most) => ("range", Some((least, most))),
            Rule::Rate(_) => ("rate", None),
            Rule::Name(_) => ("name", None),
        };
        Holds {
            rule,
            columns: from.fields.iter().map(|field| field.name.clone()).collect(),
            limits: limits.unwrap_or((f64::NEG_INFINITY, f64::INFINITY)),
            within: from.within,
            times: from.times,
            words: from.words(),
        }
    }
}

#[derive(IntoPyObject)]
struct Layout {
    table: String,
    columns: Vec<Column>,
    holds: Vec<Holds>,
}

fn printed(section: &Section) -> Option<Layout> {
    let columns: Vec<Column> = section.printed().map(Column::from).collect();
    let holds = section.relations.iter().filter(|_| section.is_printed()).map(Holds::from).collect();
    Some(Layout { table: section.table.clone().filter(|_| !columns.is_empty())?, columns, holds })
}

/// What the layouts that ship with getpage say of printed evidence, in the order of their names.
#[pyfunction]
fn printed_layouts() -> PyResult<Vec<Layout>> {
    guarded(|| {
        let set = layouts(&[]).map_err(Named::named)?;
        Ok(set.sections.values().filter_map(printed).collect())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(printed_layouts, module)?)
}
