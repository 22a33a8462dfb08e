//! The caller's progress function, called while the interpreter is free for others.

use getpage_smf::inspect::Progress;
use pyo3::prelude::*;

use crate::errors::Named;

/// Runs `work` with the Python progress function (or none), and lets a signal such as Ctrl-C stop it.
pub(crate) fn with_progress<T: Send, E: Named + Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(Progress<'_>) -> Result<T, E> + Send,
) -> PyResult<T> {
    let mut stopped: Option<PyErr> = None;
    let result = py.detach(|| {
        work(&mut |done, total| {
            let answer = Python::attach(|py| {
                py.check_signals()?;
                progress.as_ref().map_or(Ok(()), |call| call.call1(py, (done, total)).map(drop))
            });
            answer.map_err(|error| stopped = Some(error)).is_ok()
        })
    });
    match stopped {
        Some(error) => Err(error),
        None => result.map_err(Named::named),
    }
}
