//! The layouts in use.

use std::path::PathBuf;

use getpage_smf::layout::{LayoutError, Layouts};

/// The built-in layouts and those in the directories.
pub(crate) fn layouts(directories: &[PathBuf]) -> Result<Layouts, LayoutError> {
    directories.iter().try_fold(Layouts::builtin()?, |set, directory| set.with_directory(directory))
}
