//! The vocabulary of a trace: a page, how it was accessed, whether it was changed.
//!
//! A page is a 64-bit key. Who makes the key must put everything into it that makes a page
//! unique inside a pool: object (DBID and OBID), partition where page numbers are relative to
//! it, and page number. The kernels never look inside the key.
//!
//! References travel as columns ([`Columns`]), never as one struct each: the kernels stream
//! them, and an Arrow frame has them in this shape already.

mod access;
mod columns;

pub use access::{Access, ByAccess, Touch};
pub use columns::{CHUNK_REFERENCES, Chunk, Columns, ColumnsError, PoolId};
