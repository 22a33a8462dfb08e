//! Traces as they are found, to the references of a [`Session`](getpage_curve::session::Session).
//!
//! What `getpage-curve` reads are references; what `getpage-smf` reads are records. A trace is either, in any of several
//! formats, and this crate finds out which and leads the one to the other. Nothing here computes a curve.
//!
//! | module | what |
//! |---|---|
//! | [`mod@detect`] | which format a file has |
//! | [`files`] | a file to references, whatever its format |
//! | [`getpages`] | SMF 102 (IFCID 198), also by way of GTF, to references, through the layouts |
//! | [`frame`] | columns to references |
//! | [`mod@arrow`] | Arrow files and streams to batches, every length checked |
//! | [`error`] | why a trace is refused |

pub mod arrow;
mod columns;
pub mod detect;
pub mod error;
pub mod files;
pub mod frame;
pub mod getpages;

pub use detect::{NotATrace, detect};
pub use error::ReadError;
pub use files::read;
