//! A partial whose pages get other keys.
//!
//! A reader that numbers objects in order of appearance numbers them differently on every machine:
//! before two such parts are merged, the pages of one get the keys that the other uses.

use super::LruPartial;

impl LruPartial {
    /// The same part with `key` for the key of every page. Two pages must not get the same key:
    /// the result would be that of another trace.
    pub fn with_keys(mut self, key: impl Fn(u64) -> u64) -> LruPartial {
        for (page, _) in &mut self.first_touches {
            *page = key(*page);
        }
        for page in &mut self.order {
            *page = key(*page);
        }
        self
    }

    /// The pages of this part, in the order of their last access.
    pub fn page_keys(&self) -> &[u64] {
        &self.order
    }
}
