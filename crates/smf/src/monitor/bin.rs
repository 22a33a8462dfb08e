//! The place in which a task is counted.

use serde::{Deserialize, Serialize};

/// Where tasks are counted: region, transaction, application, and the quarter of an hour in which they ended.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Bin {
    /// Which region.
    pub(super) group: u32,
    /// Quarter of an hour in which it ended.
    pub(super) interval: i32,
    /// In EBCDIC.
    pub(super) transaction: [u8; 4],
    /// Which application and platform; 0 is none.
    pub(super) context: u32,
}
