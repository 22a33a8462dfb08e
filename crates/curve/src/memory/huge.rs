//! Memory from the system, in huge pages.

pub(super) use system::{give_back, map, populate, unmap};

#[cfg(target_os = "linux")]
mod system {
    use std::ptr::{NonNull, null_mut};

    use super::super::HUGE_PAGE;

    const SMALL_PAGE: usize = 4096;

    /// Zeros, aligned to a huge page; `None` where there is no memory.
    pub(in super::super) fn map(bytes: usize) -> Option<NonNull<u8>> {
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
            // The last huge page only where little of it is left over: all of it counts as used.
            let huge = (bytes + (bytes / 10).min(HUGE_PAGE / 2)) / HUGE_PAGE * HUGE_PAGE;
            libc::madvise(start.cast(), huge, libc::MADV_HUGEPAGE);
            NonNull::new(start)
        }
    }

    /// The whole small pages among these bytes.
    fn pages(start: *mut u8, bytes: usize) -> (*mut libc::c_void, usize) {
        let before = start.align_offset(SMALL_PAGE).min(bytes);
        (start.wrapping_add(before).cast(), (bytes - before) / SMALL_PAGE * SMALL_PAGE)
    }

    /// Sees to memory for bytes of a mapping; where the system cannot, it comes as it is used.
    pub(in super::super) fn populate(start: *mut u8, bytes: usize) {
        let (start, bytes) = pages(start, bytes);
        // SAFETY: advice that changes no contents.
        unsafe { libc::madvise(start, bytes, libc::MADV_POPULATE_WRITE) };
    }

    /// Gives the memory of bytes of a mapping back; what is in its whole pages is zero then.
    ///
    /// # Safety
    /// Nothing relies on what is in them.
    pub(in super::super) unsafe fn give_back(start: *mut u8, bytes: usize) {
        let (start, bytes) = pages(start, bytes);
        // SAFETY: the caller's promise; the mapping stays.
        unsafe { libc::madvise(start, bytes, libc::MADV_DONTNEED) };
    }

    /// # Safety
    /// `start` came from `map` with the same size, and is not used after.
    pub(in super::super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
        // SAFETY: the caller's promise.
        unsafe { libc::munmap(start.as_ptr().cast(), bytes.next_multiple_of(HUGE_PAGE)) };
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    use super::super::HUGE_PAGE;

    /// Zeros, aligned to a huge page; `None` where there is no memory.
    pub(in super::super) fn map(bytes: usize) -> Option<NonNull<u8>> {
        let layout = Layout::from_size_align(bytes, HUGE_PAGE).ok()?;
        // SAFETY: the size is at least that of a huge page.
        NonNull::new(unsafe { alloc_zeroed(layout) })
    }

    /// Does nothing here.
    pub(in super::super) fn populate(_: *mut u8, _: usize) {}

    /// Does nothing here.
    ///
    /// # Safety
    /// None needed.
    pub(in super::super) unsafe fn give_back(_: *mut u8, _: usize) {}

    /// # Safety
    /// `start` came from `map` with the same size, and is not used after.
    pub(in super::super) unsafe fn unmap(start: NonNull<u8>, bytes: usize) {
        if let Ok(layout) = Layout::from_size_align(bytes, HUGE_PAGE) {
            // SAFETY: the caller's promise.
            unsafe { dealloc(start.as_ptr(), layout) };
        }
    }
}
