//! Decoding: logical records to columns.
//!
//! A [`Plan`] is made once from the layouts: which tables there are, which columns they have, and which sections of
//! which record types fill them. A [`Decoder`] then goes through blocks: it first finds and checks the sections of all
//! records, and only then reads column by column, so that the work per value is a load and a byte swap.

mod children;
mod decoder;
mod plan;
mod rates;
mod rows;
mod shared;
mod table;

pub use crate::monitor::Stage;
pub use decoder::{Decoder, TableBatch};
pub use plan::Plan;
pub(crate) use rows::TableRows;
pub use table::{PlanError, TablePlan};
