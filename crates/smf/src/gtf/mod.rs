//! GTF: traces of Db2 that went to the generalized trace facility of z/OS instead of SMF.
//!
//! A GTF data set has control records, records of any component that was traced, and those of Db2 (event X'EFB9'), which
//! Db2 cuts into segments of at most 256 bytes. Behind its longer header a record of Db2 is what it is in SMF: triplets,
//! product section, data sections. So it is put together from its segments and handed on as a record of SMF 100, 101 or
//! 102, with the same bytes behind the header, and everything that reads SMF reads it: layouts, load, curves.
//!
//! Two things are not written down anywhere that we know of without a doubt: where the triplets stand, and what their
//! offsets count from. IBM says "from the beginning of the record" of both destinations; the printed record shows no
//! triplets. The [`base`] is therefore found in the first records themselves, said, and refused where it is not one.
//!
//! | file | idea |
//! |---|---|
//! | `header` | what stands in the header of a GTF record (`layouts/gtf/qwgt.toml`) |
//! | `base` | where triplets stand and what they count from |
//! | `segments` | segments to records, in the order in which the records began |
//! | `translate` | a record of GTF as one of SMF |
//! | `summary` | what is in a file besides |
//! | `numbers` | which numbers of records are missing |
//! | `refusal` | files that are GTF and cannot be read |
//! | `write` | the inverse, for tests |
//!
//! Limits: data sets merged with IPCS COPYTRC (source identifiers) and traces without TIME=YES are refused. No real
//! record was seen.
//!
//! Source: Db2 12, GTF writer header section and Self-defining section; z/OS MVS Diagnosis: Tools and Service Aids,
//! "Unformatted GTF trace output" (control records, lost event records, user data records).

mod base;
mod header;
mod numbers;
mod refusal;
mod segments;
mod summary;
mod translate;
mod write;

pub(crate) use header::{Header, SHORTEST, is_event_header, own_length, untimed};
pub(crate) use refusal::Beginning;
pub use refusal::Refusal;
pub use summary::{Event, GtfSummary, Subsystem};
pub(crate) use translate::Translator;
pub use write::{BASES, Writing, from_smf};

/// What a user does whose GTF trace cannot be read.
pub(crate) const USE_SMF: &str =
    "collect the trace with SMF instead: -START TRACE(PERFM) CLASS(30) IFCID(198) DEST(SMF)";
