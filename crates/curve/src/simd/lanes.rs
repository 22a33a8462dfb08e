//! Numbers of the pools that are simulated together.

/// Pools simulated together: as many as bits in a word.
pub(crate) const LANES: usize = 64;

/// A number for each pool.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Lanes(pub(crate) [u32; LANES]);
