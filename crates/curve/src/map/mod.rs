//! Page to 32-bit value: the one random memory access that each reference costs.
//!
//! A [`Bucket`] is one cache line of five entries, so that a lookup reads one line from memory.
//! Buckets are grouped into [`TABLES`] tables by the upper bits of the hash. A table that fills
//! grows by a third, alone, and gives its old memory back as it goes. The tables
//! start at different sizes, so that they grow at different times and together are never all
//! full nor all just grown: the map takes 18 to 19.5 bytes per page, however many there are.
//! Entries stay where they are until their table grows, so that a [`Value`] found ahead of its use
//! stays good; [`PageMap::insert`] says when it does not.
//!
//! Limits: nothing is removed singly ([`PageMap::retain`] rebuilds); fewer than 2^32 buckets per
//! table, 2^32 values.

mod ahead;
mod exchange;
mod table;

use std::ptr::NonNull;

use crate::memory::Zero;
use crate::simd::{Bucket, ENTRIES, Isa, Portable, prefetch};
use table::Table;

pub(crate) use ahead::Ahead;
pub(crate) use exchange::BATCH;

/// How many tables the map has: a power of two, so that upper hash bits choose one.
const TABLES: usize = 16;

/// Into how many maps the map can be split.
pub(crate) const SHARES: usize = 8;

/// No value: what [`PageMap::exchange`] says of a new page. Never a value itself there.
pub(crate) const NONE: u32 = u32::MAX;

/// Buckets after a full home bucket that a search asks for ahead. Few pages are that far from
/// home, but one search that waits for memory costs as much as many that ask for too much.
const FOLLOWING: usize = 4;

// SAFETY: integers; all zero is the empty bucket.
unsafe impl Zero for Bucket {}

/// Where the value of a page is in the map. Void after anything that moves entries: an insertion
/// that made a table grow, [`PageMap::retain`], the end of the map.
#[derive(Clone, Copy)]
pub(crate) struct Value(NonNull<u32>);

impl Value {
    /// # Safety
    /// Not void.
    #[inline(always)]
    pub(crate) unsafe fn get(self) -> u32 {
        // SAFETY: the caller's promise: it points into a bucket of the map.
        unsafe { self.0.read() }
    }

    /// # Safety
    /// Not void, and nobody holds a reference into the map.
    #[inline(always)]
    pub(crate) unsafe fn set(self, value: u32) {
        // SAFETY: the caller's promise: it points into a bucket of the map.
        unsafe { self.0.write(value) }
    }
}

/// The map.
pub(crate) struct PageMap {
    tables: [Table; TABLES],
}

impl PageMap {
    pub(crate) fn new() -> PageMap {
        PageMap { tables: std::array::from_fn(|table| Table::with_buckets(TABLES + table)) }
    }

    /// Takes all pages out, as a map for each share of them. Until they are back none must be
    /// looked up here.
    pub(crate) fn split(&mut self) -> [PageMap; SHARES] {
        let mut shares = std::array::from_fn(|_| PageMap { tables: std::array::from_fn(|_| Table::with_buckets(1)) });
        self.swap(&mut shares);
        shares
    }

    /// Puts back what was taken out.
    pub(crate) fn join(&mut self, mut shares: [PageMap; SHARES]) {
        self.swap(&mut shares);
    }

    fn swap(&mut self, shares: &mut [PageMap; SHARES]) {
        for (number, ours) in self.tables.iter_mut().enumerate() {
            std::mem::swap(ours, &mut shares[number / (TABLES / SHARES)].tables[number]);
        }
    }

    /// The share that `page` belongs to.
    #[inline(always)]
    pub(crate) fn share_of(page: u64) -> usize {
        table_of(hash(page)) / (TABLES / SHARES)
    }

    /// How many pages are in the map.
    pub(crate) fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// The bucket that the search for `page` starts from.
    #[inline(always)]
    pub(crate) fn home(&self, page: u64) -> *const Bucket {
        let hash = hash(page);
        self.table(hash).home(hash)
    }

    /// The value of `page`, searched from its home.
    #[inline(always)]
    pub(crate) fn find<I: Isa>(&self, page: u64, home: *const Bucket) -> Option<Value> {
        self.table(hash(page)).find::<I>(page, home)
    }

    /// The value of `page` if its home bucket has it. If not, and if it may be in the next
    /// buckets, those are asked for, so that a later [`Self::find`] does not wait for them.
    #[inline(always)]
    pub(crate) fn find_at_home<I: Isa>(&self, page: u64, home: *const Bucket) -> Option<Value> {
        // SAFETY: homes are buckets of a table.
        let entry = unsafe { find_in::<I>(home, page) };
        if entry.is_none() {
            // SAFETY: as above.
            if unsafe { (*home).used } == ENTRIES as u32 {
                (1..=FOLLOWING).for_each(|ahead| prefetch(home.wrapping_add(ahead)));
            }
        }
        entry
    }

    #[inline(always)]
    fn table(&self, hash: u64) -> &Table {
        &self.tables[table_of(hash)]
    }

    /// Adds a page that is not in the map. `true` where a table grew: values found before are
    /// void then, homes too.
    pub(crate) fn insert(&mut self, page: u64, value: u32) -> bool {
        let hash = hash(page);
        self.tables[table_of(hash)].insert(page, hash, value)
    }

    /// Gives `page` a value, searched from its home; the one it had or [`NONE`], and whether a
    /// table grew.
    #[inline(always)]
    fn exchange_one<I: Isa>(&mut self, page: u64, home: *const Bucket, value: u32) -> (u32, bool) {
        let hash = hash(page);
        self.tables[table_of(hash)].exchange::<I>(page, hash, home, value)
    }

    /// The value of `page`, without looking ahead: for paths that are not hot.
    pub(crate) fn get(&self, page: u64) -> Option<u32> {
        let value = self.find::<Portable>(page, self.home(page))?;
        // SAFETY: just found.
        Some(unsafe { value.get() })
    }

    /// The value of `page`, to be changed in place, without looking ahead.
    pub(crate) fn get_mut(&mut self, page: u64) -> Option<&mut u32> {
        let mut value = self.find::<Portable>(page, self.home(page))?;
        // SAFETY: just found, and borrowed from the map.
        Some(unsafe { value.0.as_mut() })
    }

    /// All pages and their values, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.tables.iter().flat_map(Table::iter)
    }

    /// All values, to be changed in place.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.tables.iter_mut().flat_map(Table::values_mut)
    }

    /// Gives every page a new value. The function is also asked for the value 0, of unused
    /// entries: a loop without that distinction is several times faster.
    #[inline(always)]
    pub(crate) fn replace_all(&mut self, value: impl Fn(u32) -> u32) {
        for table in &mut self.tables {
            table.replace_all(&value);
        }
    }

    /// Gives every page a new value, or removes it.
    pub(crate) fn retain(&mut self, mut value: impl FnMut(u32) -> Option<u32>) {
        for table in &mut self.tables {
            table.retain(&mut value);
        }
    }
}

/// The table of pages with this hash.
#[inline(always)]
fn table_of(hash: u64) -> usize {
    (hash >> (64 - TABLES.ilog2())) as usize
}

/// The value of `page` if `bucket` has it.
///
/// # Safety
/// `bucket` is one of a table, from the table's own pointer.
#[inline(always)]
unsafe fn find_in<I: Isa>(bucket: *const Bucket, page: u64) -> Option<Value> {
    // SAFETY: the caller's promise; a found entry is one of the bucket's.
    unsafe {
        let hits = I::find(&*bucket, page);
        if hits == 0 {
            return None;
        }
        let values = (&raw const (*bucket).values).cast::<u32>().cast_mut();
        Some(Value(NonNull::new_unchecked(values.add(hits.trailing_zeros() as usize))))
    }
}

/// Mixes a page key: both halves of a 128-bit product, so that neither equal low bits (pages of
/// one number in many objects) nor equal high bits (pages of one object) collide.
#[inline(always)]
pub(crate) fn hash(page: u64) -> u64 {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let product = u128::from(page ^ 0x2545_F491_4F6C_DD1D) * u128::from(MULTIPLIER);
    ((product >> 64) as u64 ^ product as u64).wrapping_mul(MULTIPLIER)
}
