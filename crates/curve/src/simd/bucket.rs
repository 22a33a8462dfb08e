//! Entries of the page map that are searched together.

/// Entries of a bucket.
pub(crate) const ENTRIES: usize = 5;

/// One cache line: five pages, their values, and how many are used.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Bucket {
    pub(crate) pages: [u64; ENTRIES],
    pub(crate) values: [u32; ENTRIES],
    pub(crate) used: u32,
}

impl Bucket {
    /// Adds a page. There is room.
    #[inline(always)]
    pub(crate) fn push(&mut self, page: u64, value: u32) {
        let entry = self.used as usize;
        self.pages[entry] = page;
        self.values[entry] = value;
        self.used += 1;
    }
}
