//! Curves against plain models of the same pools. One program: what it stands on is linked once.

mod brute;
mod gbp;
mod large;
mod lru;
mod opt;
mod parts;
mod pool;
mod sample;
mod sequences;
mod session;
mod trace_readers;
mod warm;
