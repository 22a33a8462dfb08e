//! Memory that a load has used is kept for what it does next.
//!
//! Each row group takes some megabytes and gives them back. The C library hands so much to the system at once, which has to
//! clear every page when it is wanted again, milliseconds later: a fifth of the time of a load.

/// Bytes that the allocator keeps, and above which it asks the system for memory of its own: its greatest limit of both.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const KEPT: libc::c_int = 32 << 20;

/// Keeps freed memory from now on; where there is another C library, nothing changes.
pub(crate) fn keep() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: two numbers of the allocator are set, which takes its own lock; what it does not accept changes nothing.
    unsafe {
        libc::mallopt(libc::M_TRIM_THRESHOLD, KEPT);
        libc::mallopt(libc::M_MMAP_THRESHOLD, KEPT);
    }
}
