//! Framing: from bytes to logical SMF records.
//!
//! An SMF file reaches us as records behind record descriptor words (RDW), the same inside blocks (BDW + RDW), spanned
//! over segments (VBS), or with no descriptors at all. Which one is found out from the bytes, and said.
//!
//! Every framing yields the same: [`Block`]s of whole logical records, each starting with an RDW, so that the offsets of
//! the manuals apply. A position counts as a record only if an SMF header stands there and either its sections end
//! where it ends or another record follows; otherwise the stretch is reported as [`Damage`](crate::damage::Damage) and the
//! next good record is looked for, first of all inside it.
//!
//! Source: z/OS DFSMS Using Data Sets, "Format-V records" (RDW, BDW, segment control codes);
//! z/OS MVS System Management Facilities, "Standard SMF record header".

mod block;
mod detect;
mod judge;
mod lengths;
mod plausible;
mod reader;
mod step;
mod write;

pub use block::{Block, Span};
pub use detect::{Detection, detect};
pub use reader::Reader;
pub use write::{blocked, no_rdw, spanned};

use serde::Serialize;

/// How the records of a file are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Framing {
    /// Record descriptor words.
    #[serde(rename = "RDW")]
    Rdw,
    /// Block descriptor words around record descriptor words.
    #[serde(rename = "BDW+RDW")]
    BdwRdw,
    /// Records back to back, their lengths known from their triplets.
    #[serde(rename = "no RDW")]
    NoRdw,
}
