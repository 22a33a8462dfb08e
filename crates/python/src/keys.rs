//! Keys of records, for evidence that Python reads as for that of the decoder.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use getpage_smf::error::Error;
use getpage_smf::load;
use getpage_smf::time::day_name;
use pyo3::prelude::*;

use crate::errors::Named;
use crate::guard::guarded;

/// Which records were seen before, in this load or by what `known` names of their days.
#[pyclass]
pub(crate) struct Keys {
    pub(crate) seen: load::Keys,
    /// What `known` raised.
    raised: Arc<Mutex<Option<PyErr>>>,
}

#[pymethods]
impl Keys {
    #[new]
    #[pyo3(signature = (scratch, known, most=None))]
    fn new(scratch: PathBuf, known: Py<PyAny>, most: Option<usize>) -> PyResult<Keys> {
        guarded(|| {
            let raised = Arc::new(Mutex::new(None));
            let slot = raised.clone();
            let known: load::Known = Box::new(move |day| {
                let day = day.map(|day| day_name(Some(day)));
                let parts = Python::attach(|py| known.call1(py, (day,))?.extract::<Vec<PathBuf>>(py));
                parts.map_err(|error| {
                    *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    Error::Stopped
                })
            });
            let seen = match most {
                Some(most) => load::Keys::with_limit(&scratch, known, most),
                None => load::Keys::new(&scratch, known),
            };
            Ok(Keys { seen, raised })
        })
    }

    /// Which of these keys, pairs of hash and identity, are new; they are of rows of one day, counted from 1970-01-01.
    fn first(&mut self, day: Option<i32>, keys: Vec<(u64, i64)>) -> PyResult<Vec<bool>> {
        guarded(|| {
            let new = |(hash, identity)| self.seen.first(day, load::Key { hash, identity });
            let fresh: Result<Vec<bool>, Error> = keys.into_iter().map(new).collect();
            fresh.map_err(|error| self.cause(error.named()))
        })
    }

    /// Of each piece of a load, files with its keys and its state: the keys that are not new, as of `first`.
    fn repeated(&mut self, pieces: Vec<(Vec<PathBuf>, PathBuf)>) -> PyResult<Vec<Vec<(u64, i64)>>> {
        guarded(|| {
            let again = self.seen.repeated(&pieces).map_err(|error| self.cause(error.named()))?;
            let pairs = |keys: Vec<load::Key>| keys.into_iter().map(|key| (key.hash, key.identity)).collect();
            Ok(again.into_iter().map(pairs).collect())
        })
    }
}

impl Keys {
    /// What Python raised where that is why the work stopped, else `error`.
    pub(crate) fn cause(&self, error: PyErr) -> PyErr {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or(error)
    }
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Keys>()
}
