//! References as columns: borrowed ([`Columns`]) and owned ([`Chunk`]).

use super::{Access, ByAccess, Touch};
use crate::units::References;

/// How many references a trace reader puts into one chunk: 9 bytes each, so that a chunk stays
/// in the second-level cache between the reader that writes it and the kernel that reads it.
pub const CHUNK_REFERENCES: usize = 32 * 1024;

/// Why columns were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ColumnsError {
    /// The columns differ in length.
    #[error("expected as many touches as pages ({pages}), found {touches}; pass columns of one frame")]
    Lengths {
        /// Length of the page column.
        pages: usize,
        /// Length of the touch column.
        touches: usize,
    },
    /// A touch code that is not defined.
    #[error(
        "expected a touch code of 0 to 7 (access type in bits 0-1, changed in bit 2) \
         at row {row}, found {found}; map the access type to random 0, sequential 1, list 2, dynamic 3"
    )]
    Touch {
        /// Row of the code in the column.
        row: usize,
        /// The code.
        found: u8,
    },
}

/// Borrowed references: one page and one touch per row.
#[derive(Debug, Clone, Copy)]
pub struct Columns<'a> {
    pages: &'a [u64],
    touches: &'a [Touch],
}

impl<'a> Columns<'a> {
    /// Columns of equal length.
    pub fn new(pages: &'a [u64], touches: &'a [Touch]) -> Result<Columns<'a>, ColumnsError> {
        if pages.len() != touches.len() {
            return Err(ColumnsError::Lengths { pages: pages.len(), touches: touches.len() });
        }
        Ok(Columns { pages, touches })
    }

    /// Columns whose touches are given as codes, checked: what a frame's `UInt8` column holds.
    pub fn from_codes(pages: &'a [u64], codes: &'a [u8]) -> Result<Columns<'a>, ColumnsError> {
        if let Some(row) = codes.iter().position(|&code| code > Touch::LARGEST) {
            return Err(ColumnsError::Touch { row, found: codes[row] });
        }
        // SAFETY: Touch is a transparent u8, and every code was just checked to be a defined one.
        let touches = unsafe { std::slice::from_raw_parts(codes.as_ptr().cast::<Touch>(), codes.len()) };
        Columns::new(pages, touches)
    }

    /// The page keys.
    pub fn pages(&self) -> &'a [u64] {
        self.pages
    }

    /// The touches.
    pub fn touches(&self) -> &'a [Touch] {
        self.touches
    }

    /// How many references these are.
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Both sides of row `at`; all references on the left where there are fewer rows.
    pub fn split_at(&self, at: usize) -> (Columns<'a>, Columns<'a>) {
        let at = at.min(self.len());
        let (pages, later_pages) = self.pages.split_at(at);
        let (touches, later_touches) = self.touches.split_at(at);
        (Columns { pages, touches }, Columns { pages: later_pages, touches: later_touches })
    }

    /// How many references of each access type these are.
    pub fn count_by_access(&self) -> ByAccess<References> {
        Touch::count_by_access(self.touches)
    }

    /// The references one by one.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Touch)> + 'a {
        self.pages.iter().copied().zip(self.touches.iter().copied())
    }
}

impl Touch {
    /// How many references of each access type these are.
    pub(crate) fn count_by_access(touches: &[Touch]) -> ByAccess<References> {
        let mut counts = ByAccess::default();
        // Bytes are counted in bytes as long as those cannot overflow: 64 at a time.
        for portion in touches.chunks(64 * 255) {
            let (lines, rest) = portion.as_chunks::<64>();
            for access in Access::ALL {
                let mut sums = [0u8; 64];
                for line in lines {
                    for (sum, touch) in sums.iter_mut().zip(line) {
                        *sum += u8::from(touch.access() as u8 == access as u8);
                    }
                }
                let rest = rest.iter().filter(|touch| touch.access() == access).count() as u64;
                counts[access] += References(rest + sums.iter().map(|&sum| u64::from(sum)).sum::<u64>());
            }
        }
        counts
    }
}

/// Which pool of its trace a reference belongs to: the index of the pool's name in the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PoolId(pub u16);

/// Owned references: what a trace reader fills and a kernel consumes.
#[derive(Debug, Clone, Default)]
pub struct Chunk {
    pub(crate) pages: Vec<u64>,
    pub(crate) touches: Vec<Touch>,
    /// Empty where the trace is of one pool.
    pub(crate) pools: Vec<PoolId>,
}

impl Chunk {
    /// An empty chunk with room for [`CHUNK_REFERENCES`].
    pub fn new() -> Chunk {
        Chunk {
            pages: Vec::with_capacity(CHUNK_REFERENCES),
            touches: Vec::with_capacity(CHUNK_REFERENCES),
            pools: Vec::new(),
        }
    }

    /// The references as columns.
    pub fn columns(&self) -> Columns<'_> {
        Columns { pages: &self.pages, touches: &self.touches }
    }

    /// The pool of each reference; empty where the trace is of one pool.
    pub fn pools(&self) -> &[PoolId] {
        &self.pools
    }

    /// Appends a reference.
    pub fn push(&mut self, page: u64, touch: Touch) {
        self.pages.push(page);
        self.touches.push(touch);
    }

    /// Appends a plain random read: the common case in tests and generators.
    pub fn push_random(&mut self, page: u64) {
        self.push(page, Touch::read(Access::Random));
    }

    /// Forgets the references and keeps the room.
    pub fn clear(&mut self) {
        self.pages.clear();
        self.touches.clear();
        self.pools.clear();
    }

    /// Whether a reader should stop filling.
    pub(crate) fn is_full(&self) -> bool {
        self.pages.len() >= CHUNK_REFERENCES
    }

    /// Appends each reference to the chunk of its pool; `parts` grows as pools appear.
    pub fn distribute(&self, parts: &mut Vec<Chunk>) {
        if parts.is_empty() {
            parts.push(Chunk::default());
        }
        if self.pools.is_empty() {
            parts[0].pages.extend_from_slice(&self.pages);
            parts[0].touches.extend_from_slice(&self.touches);
            return;
        }
        for ((page, touch), pool) in self.columns().iter().zip(&self.pools) {
            let pool = usize::from(pool.0);
            if parts.len() <= pool {
                parts.resize_with(pool + 1, Chunk::default);
            }
            parts[pool].push(page, touch);
        }
    }
}
