//! Oracles: the plainest simulators that can be written, one pool at a time.

pub mod gbp;
pub mod lru;
pub mod opt;
pub mod pool;
pub mod traces;
