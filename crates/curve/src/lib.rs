//! Page references to curves: what every size of every pool would have read.
//!
//! A trace of page references goes in, as chunks of columns; out comes, for every size, how many
//! of the getpages would have been reads.
//!
//! | module | what |
//! |---|---|
//! | [`reference`] | the vocabulary: page, access type, columns of them |
//! | [`trace`] | bytes to references, one file per format |

pub mod reference;
pub mod trace;
pub mod units;

pub use reference::{Access, ByAccess, CHUNK_REFERENCES, Chunk, Columns, ColumnsError, PoolId, Touch};
pub use trace::{TraceError, TraceReader};
pub use units::{Pages, References};
