//! Framing: from bytes to logical records of SMF, GTF or the log of IMS.
//!
//! An SMF file reaches us as records behind record descriptor words (RDW), the same inside blocks (BDW + RDW), spanned
//! over segments (VBS), or with no descriptors at all. Which one is found out from the bytes, and said.
//!
//! Every framing yields the same: [`Block`]s of whole logical records, each starting with an RDW, so that the offsets of
//! the manuals apply. A position counts as a record only if an SMF header stands there and either its sections end
//! where it ends or another record follows; otherwise the stretch is reported as [`Damage`](crate::damage::Damage) and the
//! next good record is looked for, first of all inside it.
//!
//! A GTF data set has the same descriptor words around other headers, so it is found, read and repaired the same way; its
//! records of Db2 then become those of SMF ([`gtf`](crate::gtf)). So do the records of a log of IMS ([`ims`](crate::ims)), one by one.
//!
//! Source: z/OS DFSMS Using Data Sets, "Format-V records" (RDW, BDW, segment control codes);
//! z/OS MVS System Management Facilities, "Standard SMF record header".

mod blocks;
mod detect;
mod lengths;
mod plausible;
#[cfg(test)]
mod range_tests;
mod ranges;
mod reader;
mod step;
mod verdict;
mod write;

pub use crate::block::{Block, Span};
pub use detect::{Detection, Detector, NotSmf, detect};
pub(crate) use ranges::{Reading, Records};
pub(crate) use reader::State;
pub use reader::{Joint, Reader};
pub use write::{blocked, no_rdw, spanned, spanned_blocks};

use serde::{Deserialize, Serialize};

use crate::{gtf, ims};

/// How the records of a file are delimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Framing {
    /// Record descriptor words.
    Rdw,
    /// Block descriptor words around record descriptor words.
    BdwRdw,
    /// Records back to back, their lengths known from their triplets.
    NoRdw,
    /// Record descriptor words around records of GTF.
    GtfRdw,
    /// Block and record descriptor words around records of GTF.
    GtfBdwRdw,
    /// Record descriptor words around records of the log of IMS.
    ImsRdw,
    /// Block and record descriptor words around records of the log of IMS.
    ImsBdwRdw,
}

impl Framing {
    /// Whether the records are those of GTF.
    pub fn is_gtf(self) -> bool {
        matches!(self, Framing::GtfRdw | Framing::GtfBdwRdw)
    }

    /// Whether the records are those of the log of IMS.
    pub fn is_ims(self) -> bool {
        matches!(self, Framing::ImsRdw | Framing::ImsBdwRdw)
    }

    /// Whether records are handed out as copies that are those of SMF.
    fn copies(self) -> bool {
        self == Framing::NoRdw || self.is_ims()
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Rdw => "RDW",
            Framing::BdwRdw => "BDW+RDW",
            Framing::NoRdw => "no RDW",
            Framing::GtfRdw => "GTF, RDW",
            Framing::GtfBdwRdw => "GTF, BDW+RDW",
            Framing::ImsRdw => "IMS log, RDW",
            Framing::ImsBdwRdw => "IMS log, BDW+RDW",
        }
    }

    /// Whether there are block descriptor words.
    fn has_blocks(self) -> bool {
        matches!(self, Framing::BdwRdw | Framing::GtfBdwRdw | Framing::ImsBdwRdw)
    }

    /// Bytes of the shortest record, RDW included.
    fn shortest(self) -> usize {
        match self {
            _ if self.is_gtf() => gtf::SHORTEST,
            _ if self.is_ims() => ims::SHORTEST,
            _ => plausible::SHORTEST,
        }
    }

    /// Whether a header (without RDW) can start here.
    fn header(self, bytes: &[u8]) -> bool {
        match self {
            _ if self.is_gtf() => gtf::is_event_header(bytes),
            _ if self.is_ims() => ims::header(bytes),
            _ => plausible::header(bytes),
        }
    }

    /// What such a header is called.
    fn header_name(self) -> &'static str {
        match self {
            _ if self.is_gtf() => "a GTF header",
            _ if self.is_ims() => "a record of the IMS log",
            _ => "an SMF header",
        }
    }

    /// Offset in a record of bytes that seldom change from one to the next: the date, or the time in seconds. It counts
    /// from where the record starts, so that 4 are missing without an RDW.
    fn date_at(self) -> usize {
        match self {
            Framing::NoRdw => 6,
            Framing::Rdw | Framing::BdwRdw => 10,
            Framing::GtfRdw | Framing::GtfBdwRdw => 6,
            Framing::ImsRdw | Framing::ImsBdwRdw => 4, // the time is at the end: what the record is
        }
    }
}
