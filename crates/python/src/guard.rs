//! A panic as a named exception: the last line. A panic is a defect of this program, whatever the evidence; PyO3 would raise
//! it beside `Exception`, with a traceback, and the standard library would write to standard error.
//!
//! Every function and method that Python calls is `guarded`; `tests/test_native.py` looks for one that is not.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use crate::errors::PyDefectError;

/// Where the last panic was, on whichever thread.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// Keeps panics off standard error: what is to be said of one is said by its exception.
pub(crate) fn quiet() {
    panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(ToString::to_string);
        *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
    }));
}

/// Does what Python asked for; a panic becomes an exception.
pub(crate) fn guarded<T>(work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(defect(&*payload)))
}

fn defect(payload: &(dyn Any + Send)) -> PyErr {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    let what = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
    let place = place.unwrap_or_else(|| "an unknown place".to_owned());
    let error = PyDefectError::new_err(format!(
        "a defect of getpage {}, not of the evidence: {what}, at {place}; nothing of this answer is to be used; \
         please report it with the command",
        env!("CARGO_PKG_VERSION")
    ));
    Python::attach(|py| match error.value(py).setattr("place", place) {
        Ok(()) => error,
        Err(failed) => failed,
    })
}

/// Panics, to try what becomes of it.
#[pyfunction]
fn panic_for_trial(message: String) -> PyResult<()> {
    guarded(|| panic!("{message}"))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    quiet();
    module.add_function(wrap_pyfunction!(panic_for_trial, module)?)
}
