//! What every column is: `_native.DictionaryEntry`, field by field.

use std::path::PathBuf;

use getpage_smf::dictionary;
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;
use crate::layouts::layouts;

#[derive(IntoPyObject)]
struct Entry {
    table: String,
    column: String,
    ibm_name: String,
    unit: String,
    meaning: String,
    source: String,
    trust: String,
    r#type: String,
    section: String,
    offset: usize,
    length: usize,
    since: String,
    no_limit: Option<u64>,
    system: String,
    title: String,
    row: String,
    records: Vec<String>,
}

impl From<dictionary::Entry> for Entry {
    fn from(from: dictionary::Entry) -> Entry {
        Entry {
            table: from.table,
            column: from.column,
            ibm_name: from.ibm_name,
            unit: from.unit,
            meaning: from.meaning,
            source: from.source,
            trust: from.trust,
            r#type: from.data_type,
            section: from.section,
            offset: from.offset,
            length: from.length,
            since: from.since,
            no_limit: from.no_limit,
            system: from.system,
            title: from.title,
            row: from.row,
            records: from.records,
        }
    }
}

/// The field dictionary of all layouts: an entry a column of a table.
#[pyfunction(name = "dictionary")]
fn of_layouts(layout_directories: Vec<PathBuf>) -> PyResult<Vec<Entry>> {
    guarded(|| {
        let set = layouts(&layout_directories).map_err(Named::named)?;
        Ok(dictionary::dictionary(&set).into_iter().map(Entry::from).collect())
    })
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(of_layouts, module)?)
}
