//! Page to 32-bit value: the one random memory access that each reference costs.
//!
//! A [`Bucket`] is one cache line of five entries, so that a lookup reads one line from memory.
//! Buckets are grouped into [`TABLES`] tables by the upper bits of the hash. A table that fills
//! grows by a fifth, alone: growing never needs more than a sixteenth of the map twice, and the map
//! takes 15 to 19 bytes per page. Entries stay where they are until their table
//! grows, so that a [`Place`] found ahead of its use stays good; [`PageMap::insert`] says when
//! it does not.
//!
//! Limits: nothing is removed singly ([`PageMap::retain`] rebuilds); fewer than 2^32 buckets per
//! table, 2^32 values.

mod ahead;
mod table;

use crate::memory::Zero;
use crate::simd::{Isa, prefetch};
use table::Table;

pub(crate) use ahead::Ahead;

/// How many tables the map has: a power of two, so that upper hash bits choose one.
const TABLES: usize = 16;

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

// SAFETY: integers; all zero is the empty bucket.
unsafe impl Zero for Bucket {}

/// Where a page is, or would be sought: table and bucket, and the entry where it was found.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    table: u32,
    bucket: u32,
    entry: u32,
}

/// The map.
pub(crate) struct PageMap {
    tables: [Table; TABLES],
}

impl PageMap {
    pub(crate) fn new() -> PageMap {
        PageMap { tables: std::array::from_fn(|_| Table::new()) }
    }

    /// How many pages are in the map.
    pub(crate) fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }

    /// Where the search for `page` starts.
    #[inline(always)]
    pub(crate) fn home(&self, page: u64) -> Place {
        let hash = hash(page);
        let table = (hash >> (64 - TABLES.ilog2())) as u32;
        let bucket = self.tables[table as usize % TABLES].home(hash);
        Place { table, bucket, entry: 0 }
    }

    /// Brings the cache line of a place near.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: Place) {
        prefetch(self.tables[place.table as usize % TABLES].bucket(place.bucket));
    }

    /// The place of `page`, searched from its home.
    #[inline(always)]
    pub(crate) fn find<I: Isa>(&self, page: u64, home: Place) -> Option<Place> {
        let (bucket, entry) = self.tables[home.table as usize % TABLES].find::<I>(page, home.bucket)?;
        Some(Place { table: home.table, bucket, entry })
    }

    /// The place of `page` if its home bucket has it. If not, and if it may be in the next
    /// bucket, that is asked for, so that a later [`Self::find`] does not wait for it.
    #[inline(always)]
    pub(crate) fn find_at_home<I: Isa>(&self, page: u64, home: Place) -> Option<Place> {
        let table = &self.tables[home.table as usize % TABLES];
        let bucket = table.bucket(home.bucket);
        let found = I::find(bucket, page);
        if found != 0 {
            return Some(Place { entry: found.trailing_zeros(), ..home });
        }
        if bucket.used == ENTRIES as u32 {
            prefetch(std::ptr::from_ref(bucket).wrapping_add(1));
        }
        None
    }

    /// The value at a place where a page was found.
    #[inline(always)]
    pub(crate) fn value(&self, place: Place) -> u32 {
        self.tables[place.table as usize % TABLES].bucket(place.bucket).values[place.entry as usize]
    }

    /// The value at a place where a page was found.
    #[inline(always)]
    pub(crate) fn value_mut(&mut self, place: Place) -> &mut u32 {
        &mut self.tables[place.table as usize % TABLES].bucket_mut(place.bucket).values[place.entry as usize]
    }

    /// Adds a page that is not in the map. `true` where a table grew: places found before are
    /// void then, homes too.
    pub(crate) fn insert(&mut self, page: u64, value: u32) -> bool {
        let hash = hash(page);
        self.tables[(hash >> (64 - TABLES.ilog2())) as usize].insert(page, hash, value)
    }

    /// The value of `page`, without looking ahead: for paths that are not hot.
    pub(crate) fn get(&self, page: u64) -> Option<Place> {
        self.find::<crate::simd::Portable>(page, self.home(page))
    }

    /// All pages and their values, in no particular order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u32)> {
        self.tables.iter().flat_map(Table::iter)
    }

    /// All values, to be changed in place.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut u32> {
        self.tables.iter_mut().flat_map(Table::values_mut)
    }

    /// Gives every page a new value, or removes it.
    pub(crate) fn retain(&mut self, mut value: impl FnMut(u32) -> Option<u32>) {
        for table in &mut self.tables {
            table.retain(&mut value);
        }
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
