//! Oracles: the plainest simulators that can be written, one pool at a time.
#![allow(dead_code, reason = "each test file uses some of the oracles")]

pub mod gbp;
pub mod lru;
pub mod opt;
pub mod pool;
pub mod traces;
