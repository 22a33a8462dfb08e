//! The layouts in use.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use getpage_smf::layout::{LayoutError, Layouts};

/// The built-in layouts, read once a process: that takes 14 milliseconds, and a load asks for them for every file.
static BUILTIN: OnceLock<Arc<Layouts>> = OnceLock::new();

/// The built-in layouts and those in the directories.
pub(crate) fn layouts(directories: &[PathBuf]) -> Result<Arc<Layouts>, LayoutError> {
    let builtin = match BUILTIN.get() {
        Some(known) => known.clone(),
        None => {
            let read = Arc::new(Layouts::builtin()?);
            BUILTIN.get_or_init(|| read).clone()
        }
    };
    if directories.is_empty() {
        return Ok(builtin);
    }
    let set = (*builtin).clone();
    directories.iter().try_fold(set, |set, directory| set.with_directory(directory)).map(Arc::new)
}
