//! Maps that are asked for every record: a hash of a few instructions, keyed at random so that no evidence can make its keys
//! collide.

use std::collections::HashMap;

/// A map with the keys of records.
pub(crate) type Map<K, V> = HashMap<K, V, ahash::RandomState>;
