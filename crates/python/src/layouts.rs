//! The layouts in use.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::LazyLock;

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
