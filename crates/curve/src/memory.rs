//! Arrays on huge pages, where the system has them.
//!
//! The kernels touch their arrays at random; with 4 KB pages nearly every touch also misses the
//! translation buffer, and a prefetch then waits for the translation. Arrays of 2 MB and more are
//! mapped on their own, aligned to that, and advised as huge before the first touch. (From the
//! allocator they would be memory that was used before, in small pages.)

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

const HUGE_PAGE: usize = 2 << 20;
const CACHE_LINE: usize = 64;

/// Types for which all bytes zero is a value, and which need no drop.
///
/// # Safety
/// The implementor promises that.
pub(crate) unsafe trait Zero: Copy {}

// SAFETY: integers.
unsafe impl Zero for u32 {}
// SAFETY: integers.
unsafe impl Zero for u64 {}
// SAFETY: integers.
unsafe impl<const N: usize> Zero for [u64; N] {}

/// A slice of zeros of a fixed length, on the heap.
pub(crate) struct Zeroed<T: Zero> {
    start: NonNull<T>,
    len: usize,
}

impl<T: Zero> Zeroed<T> {
    pub(crate) fn new(len: usize) -> Zeroed<T> {
        let layout = Self::layout(len);
        if layout.size() == 0 {
            return Zeroed { start: NonNull::dangling(), len };
        }
        let start = if layout.align() == HUGE_PAGE {
            huge::map(layout.size())
        } else {
            // SAFETY: the layout is not of size zero.
            NonNull::new(unsafe { alloc_zeroed(layout) })
        };
        let Some(start) = start else { handle_alloc_error(layout) };
        Zeroed { start: start.cast(), len }
    }

    /// The first of the values. Pointers made from this one stay good beside references to other
    /// values, for as long as the slice lives.
    #[inline(always)]
    pub(crate) fn start(&self) -> *mut T {
        self.start.as_ptr()
    }

    /// The same values, followed by zeros.
    pub(crate) fn grown(&self, len: usize) -> Zeroed<T> {
        let mut grown = Zeroed::new(len);
        grown[..self.len].copy_from_slice(self);
        grown
    }

    fn layout(len: usize) -> Layout {
        let bytes = len.saturating_mul(size_of::<T>());
        let align = if bytes >= HUGE_PAGE { HUGE_PAGE } else { CACHE_LINE.max(align_of::<T>()) };
        // An array too large for the address space is the same failure as one too large for the
        // memory.
        Layout::from_size_align(bytes, align).unwrap_or_else(|_| handle_alloc_error(Layout::new::<T>()))
    }
}

impl<T: Zero> Deref for Zeroed<T> {
    type Target = [T];
    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `len` values were made by `new` and live as long as self.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zero> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and self is borrowed for as long.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) }
    }
}

impl<T: Zero> Drop for Zeroed<T> {
    fn drop(&mut self) {
        let layout = Self::layout(self.len);
        if layout.align() == HUGE_PAGE {
            // SAFETY: mapped by `new` with this size, and not used after.
            unsafe { huge::unmap(self.start.cast(), layout.size()) };
        } else if layout.size() != 0 {
            // SAFETY: allocated by `new` with this layout.
            unsafe { dealloc(self.start.as_ptr().cast(), layout) };
        }
    }
}

// SAFETY: it owns its values, as a Box does.
unsafe impl<T: Zero + Send> Send for Zeroed<T> {}
// SAFETY: shared access is to a slice.
unsafe impl<T: Zero + Sync> Sync for Zeroed<T> {}

impl<T: Zero> Clone for Zeroed<T> {
    fn clone(&self) -> Zeroed<T> {
        self.grown(self.len)
    }
}

#[cfg(target_os = "linux")]
mod huge {
    use std::ptr::{NonNull, null_mut};

    use super::HUGE_PAGE;

    /// Zeros, aligned to a huge page; `None` where there is no memory.
    pub(super) fn map(bytes: usize) -> Option<NonNull<u8>> {
        let length = bytes.checked_next_multiple_of(HUGE_PAGE)?;
        // SAFETY: a new private mapping, with one huge page more than asked for; what is before
        // and after the aligned part is given back at once. That advice is refused, or a part not
        // given back, changes no contents.
        unsafe {
            let protection = libc::PROT_READ | libc::PROT_WRITE;
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let mapped = libc::mmap(null_mut(), length.checked_add(HUGE_PAGE)?, protection, flags, -1, 0);
            if mapped == libc::MAP_FAILED {
                return None;
            }
            let before = mapped.cast::<u8>().align_offset(HUGE_PAGE);
            let start = mapped.cast::<u8>().add(before);
            if before > 0 {
                libc::munmap(mapped, before);
            }
            if before < HUGE_PAGE {
                libc::munmap(start.add(length).cast(), HUGE_PAGE - before);
            }
            // The last huge page only where it is used in full: it counts as memory used.
            libc::madvise(start.cast(), bytes / HUGE_PAGE * HUGE_PAGE, libc::MADV_HUGEPAGE);
            NonNull::new(start)
        }
    }

    /// # Safety
    /// `start` came from `map` with the same size, and is not used after.
    pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller's promise.
        unsafe { libc::munmap(start.as_ptr().cast(), bytes.next_multiple_of(HUGE_PAGE)) };
    }
}

#[cfg(not(target_os = "linux"))]
mod huge {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    use super::HUGE_PAGE;

    /// Zeros, aligned to a huge page; `None` where there is no memory.
    pub(super) fn map(bytes: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(bytes, HUGE_PAGE).ok()?;
        // SAFETY: the size is at least that of a huge page.
        NonNull::new(unsafe { alloc_zeroed(layout) })
    }

    /// # Safety
    /// `start` came from `map` with the same size, and is not used after.
    pub(super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
        if let Ok(layout) = Layout::from_size_align(bytes, HUGE_PAGE) {
            // SAFETY: the caller's promise.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}
