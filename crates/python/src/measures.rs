//! Rows of many objects to one answer an object: frames in, rows, values or frames out.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, RecordBatchIterator, RecordBatchReader, UInt32Array};
use getpage_measures::Counter;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

use crate::arrow::{CAPSULE, import};
use crate::errors::Named;
use crate::guard::guarded;

/// Columns on their way to Python.
#[pyclass(frozen)]
struct Columns(RecordBatch);

#[pymethods]
impl Columns {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        guarded(|| {
            let _ = requested_schema; // a wish, which may be left unheard
            let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
            let stream = FFI_ArrowArrayStream::new(Box::new(batches));
            PyCapsule::new_with_value(py, stream, CAPSULE)
        })
    }
}

impl Columns {
    fn of(columns: Vec<(&str, ArrayRef)>) -> Columns {
        Columns(RecordBatch::try_from_iter(columns).expect("columns of one length"))
    }
}

/// The rows of a frame of one piece.
fn batch_of(frame: &Bound<'_, PyAny>) -> PyResult<RecordBatch> {
    let reader = import(frame)?;
    let schema = reader.schema();
    let batches = reader.collect::<Result<Vec<_>, _>>().map_err(|error| PyValueError::new_err(error.to_string()))?;
    match &batches[..] {
        [] => Ok(RecordBatch::new_empty(schema)),
        [batch] => Ok(batch.clone()),
        _ => Err(PyValueError::new_err(format!("a frame of {} pieces, expected one", batches.len()))),
    }
}

/// Rows by their places, 32 bits each.
fn bytes<'py>(py: Python<'py>, rows: &[u32]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = rows.iter().flat_map(|row| row.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// Numbers of objects by their names.
#[pyclass]
#[derive(Default)]
struct Numbers(getpage_measures::Numbers);

#[pymethods]
impl Numbers {
    #[new]
    fn new() -> PyResult<Self> {
        guarded(|| Ok(Self::default()))
    }

    fn of<'py>(&mut self, frame: &Bound<'py, PyAny>) -> PyResult<(Columns, Bound<'py, PyBytes>)> {
        guarded(|| {
            let (numbers, new) = self.0.of(&batch_of(frame)?).map_err(Named::named)?;
            Ok((Columns::of(vec![("number", Arc::new(UInt32Array::from(numbers)))]), bytes(frame.py(), &new)))
        })
    }
}

/// What is asked of each object.
#[pyclass(eq, eq_int, frozen, from_py_object, rename_all = "SCREAMING_SNAKE_CASE")]
#[derive(Clone, Copy, PartialEq)]
enum Ask {
    Sum,
    Largest,
    Smallest,
    Worst,
    Ties,
    Least,
    First,
    Last,
}

impl From<Ask> for getpage_measures::Ask {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Sum => Self::Sum,
            Ask::Largest => Self::Largest,
            Ask::Smallest => Self::Smallest,
            Ask::Worst => Self::Worst,
            Ask::Ties => Self::Ties,
            Ask::Least => Self::Least,
            Ask::First => Self::First,
            Ask::Last => Self::Last,
        }
    }
}

/// Sums, extremes and rows of each object.
#[pyclass]
struct Fold(getpage_measures::Fold);

#[pymethods]
impl Fold {
    #[new]
    fn new(asks: Vec<Ask>) -> PyResult<Self> {
        guarded(|| Ok(Self(getpage_measures::Fold::new(&asks.into_iter().map(Into::into).collect::<Vec<_>>()))))
    }

    fn add<'py>(&mut self, frame: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        guarded(|| {
            let rows = self.0.add(&batch_of(frame)?).map_err(Named::named)?;
            Ok(rows.iter().map(|rows| bytes(frame.py(), rows)).collect())
        })
    }

    fn seen(&self) -> PyResult<Columns> {
        guarded(|| Ok(Columns::of(vec![("seen", Arc::new(BooleanArray::from(self.0.seen().to_vec())))])))
    }

    fn totals(&self, objects: &Bound<'_, PyAny>) -> PyResult<Columns> {
        guarded(|| Ok(Columns(self.0.totals(&batch_of(objects)?).map_err(Named::named)?)))
    }

    fn held(&self, objects: &Bound<'_, PyAny>, part: usize) -> PyResult<Columns> {
        guarded(|| Ok(Columns(self.0.held(&batch_of(objects)?, part).map_err(Named::named)?)))
    }
}

/// Counters to their rises.
#[pyclass]
struct Rises(getpage_measures::Rises);

#[pymethods]
impl Rises {
    #[new]
    fn new(counters: Vec<(String, bool)>) -> PyResult<Self> {
        guarded(|| {
            let counters = counters.into_iter().map(|(name, steady)| Counter { name, steady }).collect();
            Ok(Self(getpage_measures::Rises::new(counters)))
        })
    }

    fn take(&mut self, frame: &Bound<'_, PyAny>) -> PyResult<Option<Columns>> {
        guarded(|| Ok(self.0.take(&batch_of(frame)?).map_err(Named::named)?.map(Columns)))
    }

    fn subtracted(&self) -> PyResult<Columns> {
        guarded(|| Ok(Columns::of(vec![("there", Arc::new(BooleanArray::from(self.0.subtracted().to_vec())))])))
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Columns>()?;
    module.add_class::<Numbers>()?;
    module.add_class::<Ask>()?;
    module.add_class::<Fold>()?;
    module.add_class::<Rises>()
}
