//! Arrays on huge pages, where the system has them.
//!
//! The kernels touch their arrays at random; with 4 KB pages nearly every touch also misses the
//! translation buffer. Arrays of 2 MB and more are aligned to it and advised as huge. The advice
//! must come before the first touch, which a `Vec` filled with zeros does not allow.

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
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
        // SAFETY: the layout is not of size zero.
        let start = unsafe { alloc(layout) };
        let Some(start) = NonNull::new(start) else { handle_alloc_error(layout) };
        advise_huge(start, layout.size());
        // SAFETY: as many bytes were just allocated, and zero bytes are values of T.
        unsafe { start.write_bytes(0, layout.size()) };
        Zeroed { start: start.cast(), len }
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
        if layout.size() != 0 {
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
fn advise_huge(start: NonNull<u8>, bytes: usize) {
    let whole = bytes / HUGE_PAGE * HUGE_PAGE;
    if whole > 0 {
        // SAFETY: the range was just allocated; the advice changes no contents, and that it may
        // be refused does not matter.
        unsafe { libc::madvise(start.as_ptr().cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge(_: NonNull<u8>, _: usize) {}
