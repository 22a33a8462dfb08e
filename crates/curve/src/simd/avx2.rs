//! AVX2. The lane operations are what the compiler makes of the portable ones; only the search
//! of a bucket, which it does not vectorize well, is written out.
#![cfg(target_arch = "x86_64")]

use std::arch::x86_64::*;

use super::{Bucket, Isa};

/// Only used inside functions compiled for AVX2 (see `dispatch`).
#[derive(Clone, Copy)]
pub(crate) struct Avx2;

impl Isa for Avx2 {
    #[inline(always)]
    fn find(bucket: &Bucket, page: u64) -> u32 {
        // SAFETY: the caller is compiled for AVX2; the first 32 bytes of the 64-byte aligned
        // bucket are its first four page keys.
        let first_four = unsafe {
            let pages = _mm256_load_si256(bucket.pages.as_ptr().cast());
            let equal = _mm256_cmpeq_epi64(pages, _mm256_set1_epi64x(page as i64));
            _mm256_movemask_pd(_mm256_castsi256_pd(equal)) as u32
        };
        let hits = first_four | u32::from(bucket.pages[4] == page) << 4;
        hits & ((1 << bucket.used) - 1)
    }
}
