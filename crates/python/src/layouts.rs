//! The layouts in use.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::LazyLock;

use getpage_smf::error::Error;
use getpage_smf::layout::{LayoutError, Layouts};
use getpage_smf::prepared::Prepared;
use pyo3::PyResult;

use crate::errors::Named;

/// Read once a process: a verb asks for each file whether it is SMF, and reading all layouts takes 9 ms.
static BUILTIN: LazyLock<Result<Layouts, LayoutError>> = LazyLock::new(Layouts::builtin);

/// The built-in layouts and those in the directories.
pub(crate) fn layouts(directories: &[PathBuf]) -> Result<Cow<'static, Layouts>, LayoutError> {
    let builtin = BUILTIN.as_ref().map_err(Clone::clone)?;
    if directories.is_empty() {
        return Ok(Cow::Borrowed(builtin));
    }
    directories.iter().try_fold(builtin.clone(), |set, directory| set.with_directory(directory)).map(Cow::Owned)
}

/// What is made of the built-in layouts, once a process: it takes longer than a small file.
static PREPARED: LazyLock<Option<Prepared<'static>>> =
    LazyLock::new(|| BUILTIN.as_ref().ok().and_then(|layouts| Prepared::new(layouts).ok()));

/// What `act` does by the built-in layouts and those in the directories.
pub(crate) fn prepared<T>(directories: &[PathBuf], act: impl FnOnce(&Prepared<'_>) -> PyResult<T>) -> PyResult<T> {
    match PREPARED.as_ref().filter(|_| directories.is_empty()) {
        Some(by) => act(by),
        None => {
            let set = layouts(directories).map_err(Named::named)?;
            act(&Prepared::new(&set).map_err(|error| Error::from(error).named())?)
        }
    }
}
