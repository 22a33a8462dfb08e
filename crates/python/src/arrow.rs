//! Anything with `__arrow_c_stream__` as batches. Reference: the Arrow PyCapsule interface.

use std::ffi::CStr;

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

pub(crate) const CAPSULE: &CStr = c"arrow_array_stream";

/// The stream behind `__arrow_c_stream__`; afterwards the object's capsule is empty.
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule =
        capsule.cast::<PyCapsule>().map_err(|_| PyTypeError::new_err("__arrow_c_stream__ gave no capsule"))?;
    let pointer = capsule.pointer_checked(Some(CAPSULE))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a valid ArrowArrayStream (Arrow PyCapsule interface), which is moved out of it.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr()) };
    reader.map_err(|e| PyTypeError::new_err(e.to_string()))
}
