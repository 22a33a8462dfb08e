//! The clairvoyant bound (OPT, MIN): what no policy can beat, at a grid of sizes.
//!
//! A pool that knows the future gives up the page whose next reference is farthest away. Its
//! reads bound those of any policy that reads a page when, and only when, it is missing.
//! Reference: L. Belady, A study of replacement algorithms for a virtual-storage computer, IBM
//! Systems Journal 5, 1966.
//!
//! A first pass notes when each reference's page is referenced next; then each size is simulated
//! by itself. What a pool holds is not pages but the *times of their next references*: a bitmap
//! over the trace. A reference hits where the bit of its own time is set; the page to give up is
//! the highest bit. No page is looked up again.
//!
//! Memory: 5 bytes per reference, and an eighth of a byte for each size at work. Limit: fewer
//! than 2^32 - 1 references.

mod farthest;

use farthest::Farthest;

use crate::lru::CurveRow;
use crate::map::{Ahead, PageMap};
use crate::reference::{ByAccess, Columns, Touch};
use crate::simd::Portable;
use crate::units::{Pages, References};

/// The page is not referenced again.
const NEVER: u32 = u32::MAX;

/// A trace too long for the bound.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the clairvoyant bound takes fewer than 4,294,967,295 references, found more; give it a shorter window, or a sample of the pages"
)]
pub struct OptTooLong;

/// The clairvoyant bound of a trace, fed in chunks.
#[derive(Default)]
pub struct Opt {
    /// For each reference, the time of the next one to its page.
    next: Vec<u32>,
    touches: Vec<Touch>,
    /// Page to the time of its last reference.
    map: Option<PageMap>,
    getpages: ByAccess<References>,
}

impl Opt {
    /// Before the first reference.
    pub fn new() -> Opt {
        Opt::default()
    }

    /// Takes the next references of the trace.
    pub fn push(&mut self, references: Columns<'_>) -> Result<(), OptTooLong> {
        if self.next.len() + references.len() >= NEVER as usize {
            return Err(OptTooLong);
        }
        let map = self.map.get_or_insert_with(PageMap::new);
        self.touches.extend_from_slice(references.touches());
        let mut ahead = Ahead::new::<Portable>(map, references.pages(), |_| ());
        for (index, (page, touch)) in references.iter().enumerate() {
            let now = self.next.len() as u32;
            self.next.push(NEVER);
            self.getpages[touch.access()] += References(1);
            if let Some(value) = ahead.find::<Portable>(map, index, |_| ()) {
                // SAFETY: the look ahead starts again when a table has grown.
                let last = unsafe { value.get() };
                // SAFETY: as above.
                unsafe { value.set(now) };
                self.next[last as usize] = now;
            } else if map.insert(page, now) {
                ahead.restart::<Portable>(map, index + 1, |_| ());
            }
        }
        Ok(())
    }

    /// A row for each size, in the order given.
    pub fn rows(&self, sizes: &[Pages]) -> Vec<CurveRow> {
        sizes.iter().map(|&size| CurveRow { size, getpages: self.getpages, reads: self.reads(size) }).collect()
    }

    fn reads(&self, size: Pages) -> ByAccess<References> {
        let mut reads = ByAccess::default();
        let mut resident = Farthest::new(self.next.len());
        // Pages that are resident but not referenced again: the first to be given up.
        let mut useless = 0;
        let mut free = size.0;
        for (now, (&next, touch)) in self.next.iter().zip(&self.touches).enumerate() {
            if !resident.take(now as u32) {
                reads[touch.access()] += References(1);
                match (free, useless) {
                    // A pool of no pages keeps nothing.
                    (0, _) if size.0 == 0 => continue,
                    (1.., _) => free -= 1,
                    (_, 1..) => useless -= 1,
                    _ => resident.take_farthest(),
                }
            }
            if next == NEVER { useless += 1 } else { resident.add(next) }
        }
        reads
    }
}
