//! Arrays on huge pages, where the system has them.
//!
//! The kernels touch their arrays at random; with 4 KB pages nearly every touch also misses the
//! translation buffer, and a prefetch then waits for the translation. Arrays of 2 MB and more are
//! mapped on their own, aligned to that, and advised as huge before the first touch. (From the
//! allocator they would be memory that was used before, in small pages.)

mod huge;

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ops::{Deref, DerefMut, Range};
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

    /// Sees to memory for values that will all be used. (Page by page, as they are used, the system
    /// first shares a page of zeros, and then takes it back from all processors.)
    pub(crate) fn populate(&mut self, values: Range<usize>) {
        if self.is_mapped() {
            let values = &mut self[values];
            huge::populate(values.as_mut_ptr().cast(), size_of_val(values));
        }
    }

    /// Gives back memory of values that are no longer needed. They may be zero then, or what they
    /// were.
    pub(crate) fn give_back(&mut self, values: Range<usize>) {
        if self.is_mapped() {
            let values = &mut self[values];
            // SAFETY: they are borrowed for writing, and all zero is a value.
            unsafe { huge::give_back(values.as_mut_ptr().cast(), size_of_val(values)) };
        }
    }

    /// Whether its memory is its own, from the system.
    fn is_mapped(&self) -> bool {
        Self::layout(self.len).align() == HUGE_PAGE
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_was_given_back_can_be_used_again_and_the_rest_keeps_its_values() {
        let words = HUGE_PAGE / size_of::<u64>();
        for len in [9, words - 1, words, 2 * words + 77, 5 * words / 2] {
            let mut array = Zeroed::<u64>::new(len);
            array.populate(len / 3..len);
            assert!(array.iter().all(|&value| value == 0));
            array.iter_mut().enumerate().for_each(|(at, value)| *value = at as u64);
            let gone = len / 4..len / 2;
            array.give_back(gone.clone());
            array[gone.clone()].fill(7);
            let expected = |at: usize| if gone.contains(&at) { 7 } else { at as u64 };
            assert!(array.iter().enumerate().all(|(at, &value)| value == expected(at)));
            assert_eq!(array.clone()[..], array[..]);
        }
    }
}
