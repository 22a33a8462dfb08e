//! What is made of layouts once, for all files that are read by them: for a small file it takes most of the time.

use std::collections::BTreeMap;

use crate::decode::{Plan, PlanError};
use crate::ims;
use crate::layout::{Field, Layouts};
use crate::summary::Counter;

/// Layouts with the plan of their tables and what counts by them.
#[derive(Debug)]
pub struct Prepared<'a> {
    /// The layouts.
    pub layouts: &'a Layouts,
    /// Their tables.
    pub plan: Plan,
    pub(crate) counter: Counter,
    /// Of the log of IMS: the fields that tell local time.
    pub(crate) times: BTreeMap<u16, Field>,
}

impl<'a> Prepared<'a> {
    /// Fails where two layouts contradict each other.
    pub fn new(layouts: &'a Layouts) -> Result<Prepared<'a>, PlanError> {
        Ok(Prepared { layouts, plan: Plan::new(layouts)?, counter: Counter::new(layouts), times: ims::times(layouts) })
    }
}
