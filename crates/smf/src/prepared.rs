//! What is made of layouts once, for all files that are read by them: for a small file it takes most of the time.

use crate::decode::{Plan, PlanError};
use crate::layout::Layouts;
use crate::summary::Counter;

/// Layouts with the plan of their tables and what counts by them.
#[derive(Debug)]
pub struct Prepared<'a> {
    /// The layouts.
    pub layouts: &'a Layouts,
    /// Their tables.
    pub plan: Plan,
    pub(crate) counter: Counter,
}

impl<'a> Prepared<'a> {
    /// Fails where two layouts contradict each other.
    pub fn new(layouts: &'a Layouts) -> Result<Prepared<'a>, PlanError> {
        Ok(Prepared { layouts, plan: Plan::new(layouts)?, counter: Counter::new(layouts) })
    }
}
