//! Db2's buffer pool: a grid of sizes and sequential thresholds, exact, in one pass.
//!
//! A pool keeps random and sequential pages in two chains. A miss in a full pool steals a buffer:
//! for a sequentially accessed page the oldest sequential one where sequential pages have reached
//! VPSEQT, else the oldest of all. VPSEQT is checked only then, so that a pool that is not full
//! may hold more sequential pages. (Db2 12, Managing performance, Buffer pool thresholds that you
//! can change; REDP-4604 for the classification of pages.)
//!
//! The threshold breaks inclusion: a page kept by a small pool need not be in a larger one, so
//! that stack distances are not valid. What holds instead: every referenced page enters every
//! pool, and each chain is stolen from oldest first. So a pool's state is its two *watermarks*,
//! the last access of the oldest page in each chain, and a page is resident where its own last
//! access is not older than the watermark of its chain. One map of last accesses serves all
//! pools; a reference compares one number with 64 watermarks.
//!
//! Reads are split as Db2 splits them. Limits: a sequential, list or dynamic reference that
//! misses counts as read by prefetch, also the first page of a scan, which Db2 may read
//! synchronously; with VPSEQT 0 there is no prefetch and it counts as synchronous. Pages in use
//! or changed are never in the way of a steal (no DMTH, no write threshold). Fewer than a billion
//! resident pages.
//!
//! | file | idea |
//! |---|---|
//! | `settings` | what can be set: size, VPSEQT, PGSTEAL, and how pages are classified |
//! | `grid` | many pools, in groups of 64, fed with chunks |
//! | `counts` | misses to reads, split as Db2 does |
//! | `watermark/` | PGSTEAL(LRU): the kernel of the method above |
//! | `fifo` | PGSTEAL(FIFO) and PGSTEAL(NONE) |

mod counts;
mod fifo;
mod grid;
mod settings;
mod watermark;

pub use counts::{PoolReads, PoolRow};
pub use grid::PoolGrid;
pub use settings::{ClassRule, PageSteal, Percent, PoolSettings, SettingsError};

use crate::simd::LANES;
