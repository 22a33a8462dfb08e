//! AVX-512: one masked instruction where the portable code has a loop.
#![cfg(target_arch = "x86_64")]

use std::arch::x86_64::*;

use super::Isa;
use crate::map::Bucket;

/// Only used inside functions compiled for AVX-512 (see `dispatch`).
#[derive(Clone, Copy)]
pub(crate) struct Avx512;

impl Isa for Avx512 {
    #[inline(always)]
    fn find(bucket: &Bucket, page: u64) -> u32 {
        let used = ((1u32 << bucket.used) - 1) as u8;
        // SAFETY: the caller is compiled for AVX-512; a bucket is 64 bytes, aligned to 64. Lanes
        // 5 to 7 hold no pages, and `used` masks them out.
        unsafe {
            let lanes = _mm512_load_si512(std::ptr::from_ref(bucket).cast());
            u32::from(_mm512_mask_cmpeq_epi64_mask(used, lanes, _mm512_set1_epi64(page as i64)))
        }
    }

    #[inline(always)]
    fn decrement_from_u16(lanes: &mut [u16; 32], first: u32) {
        let mask = (u64::from(u32::MAX) << first) as u32;
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let values = _mm512_loadu_epi16(lanes.as_ptr().cast());
            let one = _mm512_set1_epi16(1);
            _mm512_storeu_epi16(lanes.as_mut_ptr().cast(), _mm512_mask_sub_epi16(values, mask, values, one));
        }
    }

    #[inline(always)]
    fn decrement_from_u32(lanes: &mut [u32; 16], first: u32) {
        let mask = (u32::from(u16::MAX) << first) as u16;
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let values = _mm512_loadu_epi32(lanes.as_ptr().cast());
            let one = _mm512_set1_epi32(1);
            _mm512_storeu_epi32(lanes.as_mut_ptr().cast(), _mm512_mask_sub_epi32(values, mask, values, one));
        }
    }
}
