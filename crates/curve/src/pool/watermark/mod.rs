//! PGSTEAL(LRU) by two watermarks per pool: exact for 64 pools in one pass.
//!
//! | file | idea |
//! |---|---|
//! | `chains` | which slots of time hold random, which sequential pages |
//! | `mixed` | slots whose page is random in some pools only |
//! | `marks` | the watermarks and counters of 64 pools |
//! | `group` | one reference against 64 pools |
//! | `compaction` | forgetting what is resident nowhere |

mod chains;
mod compaction;
mod group;
mod marks;
mod mixed;

pub(super) use group::LruGroup;
