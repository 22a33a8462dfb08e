//! No vector instructions beyond those of the target.

use super::Isa;

/// Portable code.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Isa for Portable {}
