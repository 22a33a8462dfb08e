//! The layouts in use.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::LazyLock;

use getpage_smf::inspect::Inspection;
use getpage_smf::layout::{LayoutError, Layouts};

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

/// What goes through files by the built-in layouts: made once a process, as it takes longer than a small file.
static INSPECTION: LazyLock<Option<Inspection<'static>>> =
    LazyLock::new(|| BUILTIN.as_ref().ok().and_then(|layouts| Inspection::new(layouts).ok()));

/// What goes through files by the built-in layouts alone; None where there are others.
pub(crate) fn builtin_inspection(directories: &[PathBuf]) -> Option<&'static Inspection<'static>> {
    if directories.is_empty() { INSPECTION.as_ref() } else { None }
}
