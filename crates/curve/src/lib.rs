//! Page references to curves: what every size of every pool would have read.
//!
//! A trace of page references goes in, as chunks of columns; out comes, for every size, how many
//! of the getpages would have been reads. Every model is fed the same way: `push` chunks of
//! [`Columns`], from a [`trace`] reader or from a frame, then ask for rows. Nothing here prints,
//! and nothing knows of Python; the binding wraps these types.
//!
//! | module | what |
//! |---|---|
//! | [`mod@reference`] | the vocabulary: page, access type, columns of them |
//! | [`units`] | pages and references as types |
//! | [`trace`] | bytes to references, one file per format |
//! | [`lru`] | plain LRU: exact stack distances, every size, mergeable |
//! | [`pool`] | Db2's pool: a grid of sizes and sequential thresholds, exact in one pass |
//! | [`gbp`] | a group buffer pool behind local pools, at a grid of sizes |
//! | [`opt`] | the clairvoyant bound, at a grid of sizes |
//! | [`sample`] | plain LRU from a sample of the pages, with a band |
//! | [`session`] | one run over one trace: its pools, their models, what is missing, parts to merge |

pub mod gbp;
pub mod lru;
mod map;
mod memory;
pub mod opt;
pub mod pool;
pub mod reference;
pub mod sample;
pub mod session;
mod simd;
pub mod trace;
pub mod units;

pub use lru::{CurveRow, LruCurve, LruPartial, LruStack};
pub use reference::{Access, ByAccess, CHUNK_REFERENCES, Chunk, Columns, ColumnsError, PoolId, Touch};
pub use simd::InstructionSet;
pub use trace::{TraceError, TraceReader};
pub use units::{Pages, References};
