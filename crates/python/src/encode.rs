//! Records from values: for tests and sample sites.

use std::collections::BTreeMap;
use std::path::PathBuf;

use getpage_smf::layout::Value;
use getpage_smf::{encode, frame, gtf, ims};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::errors::{Named, PyEncodeError};
use crate::guard::guarded;
use crate::layouts::layouts;

/// A value of a column, as Python has it.
struct Column(Value);

impl<'py> FromPyObject<'_, 'py> for Column {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Column> {
        let elements = |list: Vec<Column>| Value::List(list.into_iter().map(|column| column.0).collect());
        Ok(Column(if object.is_none() {
            Value::Null
        } else if object.is_instance_of::<PyBool>() {
            Value::Bool(object.extract()?) // a bool is an int, too: it comes first
        } else if object.is_instance_of::<PyInt>() {
            let small = object.extract::<i64>().map(i128::from);
            Value::Int(small.or_else(|_| object.extract())?)
        } else if object.is_instance_of::<PyFloat>() {
            Value::Float(object.extract()?)
        } else if object.is_instance_of::<PyString>() {
            Value::Text(object.extract()?)
        } else if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
            elements(object.extract()?)
        } else {
            let expected = "expected None, True or False, a number, text or a list of these";
            return Err(PyTypeError::new_err(format!("{expected}, found {}", object.get_type().name()?)));
        }))
    }
}

type Row = BTreeMap<String, Column>;

fn row(row: Row) -> encode::Row {
    row.into_iter().map(|(name, value)| (name, value.0)).collect()
}

/// A record to write, as a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Spec {
    record_type: u8,
    subtype: u16,
    #[pyo3(default)]
    common: Row,
    #[pyo3(default)]
    sections: BTreeMap<String, Vec<Row>>,
    #[pyo3(default)]
    lengths: BTreeMap<String, usize>,
    #[pyo3(default)]
    compressed: bool,
}

impl From<Spec> for encode::Spec {
    fn from(from: Spec) -> encode::Spec {
        let rows = |rows: Vec<Row>| rows.into_iter().map(row).collect();
        encode::Spec {
            record_type: from.record_type,
            subtype: from.subtype,
            common: row(from.common),
            sections: from.sections.into_iter().map(|(name, of)| (name, rows(of))).collect(),
            lengths: from.lengths,
            compressed: from.compressed,
        }
    }
}

/// Records written from their specifications, each with its RDW.
#[pyfunction]
#[pyo3(signature = (specifications, directories = Vec::new()))]
fn encode_records(specifications: Vec<Spec>, directories: Vec<PathBuf>) -> PyResult<Vec<Vec<u8>>> {
    guarded(|| {
        let set = layouts(&directories).map_err(Named::named)?;
        let specifications = specifications.into_iter().map(encode::Spec::from);
        specifications.map(|spec| encode::record(&set, &spec).map_err(Named::named)).collect()
    })
}

/// Records (each with its RDW) in another framing: `spanned` (segments of at most `segment` bytes), `blocked`, `no rdw`.
#[pyfunction]
fn reframe(records: Vec<Vec<u8>>, framing: &str, segment: usize) -> PyResult<Vec<u8>> {
    guarded(|| match framing {
        "spanned" => Ok(frame::spanned(&records, segment)),
        "blocked" => Ok(frame::blocked(&records)),
        "no rdw" => Ok(frame::no_rdw(&records)),
        _ => Err(PyEncodeError::new_err(format!("framing {framing:?}: expected spanned, blocked or no rdw"))),
    })
}

/// Records of SMF 100 to 102 (each with its RDW) as GTF would have them, a control record first: `base` is what offsets count
/// from (0 the documented one), `segment` the bytes of a segment at the most, `zone` seconds ahead of UTC.
#[pyfunction]
fn gtf_records(records: Vec<Vec<u8>>, base: usize, segment: usize, zone: i32) -> PyResult<Vec<Vec<u8>>> {
    guarded(|| {
        let set = layouts(&[]).map_err(Named::named)?;
        gtf::from_smf(&set, &records, gtf::Writing { base, segment, zone }).map_err(Named::named)
    })
}

/// Records of the log of IMS (each with its RDW) that `encode_records` made as those that stand for them.
#[pyfunction]
fn ims_log_records(records: Vec<Vec<u8>>) -> PyResult<Vec<Vec<u8>>> {
    guarded(|| {
        let none =
            || PyEncodeError::new_err("a record of the log of IMS: expected type 1 and 22 bytes or more of the log");
        records.iter().map(|record| ims::from_smf(record).ok_or_else(none)).collect()
    })
}

/// The subtype of a record of the log of IMS by its code and subcode in hexadecimal, `56FA` or `07`; None for what is none.
#[pyfunction]
fn ims_log_subtype(name: &str) -> PyResult<Option<u16>> {
    guarded(|| Ok(ims::named(name)))
}

/// Code and subcode in hexadecimal of a record of the log of IMS by its subtype.
#[pyfunction]
fn ims_log_name(subtype: u16) -> PyResult<String> {
    guarded(|| Ok(ims::name(subtype)))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(encode_records, module)?)?;
    module.add_function(wrap_pyfunction!(reframe, module)?)?;
    module.add_function(wrap_pyfunction!(gtf_records, module)?)?;
    module.add_function(wrap_pyfunction!(ims_log_records, module)?)?;
    module.add_function(wrap_pyfunction!(ims_log_subtype, module)?)?;
    module.add_function(wrap_pyfunction!(ims_log_name, module)?)
}
