//! Exact LRU: the stack distance of every reference, and from them the curve of every size.
//!
//! The stack distance of a reference is the number of *other* pages referenced since the last
//! reference to its page; a pool of more pages than that has the page still (Mattson, Gecsei,
//! Slutz, Traiger: Evaluation techniques for storage hierarchies, IBM Systems Journal 9, 1970).
//! One pass gives all sizes. Valid for plain LRU only: a sequential threshold below 100 % breaks
//! the inclusion of the smaller pool in the larger; for that see [`crate::pool`].
//!
//! Memory: 18.75 to 20.25 bytes per page, and 4 for each access type that the trace has. Limit: fewer than four billion different
//! pages, since slots are 32 bits.
//!
//! | file | idea |
//! |---|---|
//! | `recency` | the order of last accesses: a bitmap over time slots with prefix counts |
//! | `stack` | page map + order: the kernel |
//! | `renumber` | new slots for all pages, after compaction |
//! | `order` | recency + histogram: from slots to distances |
//! | `helper` | a second thread |
//! | `board` | what two threads have to do, in pieces |
//! | `batch` | references on their way from the map to the order |
//! | `histogram` | distances, a counter each |
//! | `row` | getpages and reads of one size |
//! | `curve` | histogram to rows of any sizes |
//! | `first` | how pages were touched first, in order |
//! | `warm` | what a pool reads that was in use before the trace: bounds and an estimate |
//! | `partial` | a part of a trace, to be merged with the part after it |
//! | `rekey` | a partial whose pages get other keys |
//! | `bytes` | a partial as bytes, to be sent between machines |
//! | `threads` | parts of one trace on threads |

mod batch;
mod board;
mod bytes;
mod curve;
mod first;
mod helper;
mod histogram;
mod order;
mod partial;
mod recency;
mod rekey;
mod renumber;
mod row;
mod stack;
mod threads;
mod warm;

pub use bytes::PartialError;
pub use curve::LruCurve;
pub use partial::LruPartial;
pub use row::CurveRow;
pub use stack::LruStack;
pub use threads::{PartsError, lru_of_parts};
pub use warm::WarmRow;
