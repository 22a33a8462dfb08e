//! AVX-512: one masked instruction where the portable code has a loop.
#![cfg(target_arch = "x86_64")]

use std::arch::x86_64::*;

use super::hash::HASH_MULTIPLIERS;
use super::{Bucket, Isa, LANES, Lanes};

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
    fn count_before(line: &[u64; 8], at: u32) -> u32 {
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe { set_before(_mm512_loadu_epi64(line.as_ptr().cast()), bits_before(at)) }
    }

    /// The line is loaded and stored whole: a load of the whole line soon after a store of one
    /// word would wait until that has left the store buffer.
    #[inline(always)]
    fn take_bit(line: &mut [u64; 8], at: u32) -> u32 {
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let words = _mm512_loadu_epi64(line.as_ptr().cast());
            let before = bits_before(at);
            // A shift by 64 and more, or by less than 0, gives 0.
            let bit =
                _mm512_sllv_epi64(_mm512_set1_epi64(1), _mm512_sub_epi64(_mm512_set1_epi64(i64::from(at)), starts()));
            _mm512_storeu_epi64(line.as_mut_ptr().cast(), _mm512_andnot_si512(bit, words));
            set_before(words, before)
        }
    }

    #[inline(always)]
    fn decrement_from_u16(lanes: &mut [u16; 32], first: u32) {
        let mask = (u64::from(u32::MAX) << first) as u32;
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let values = _mm512_loadu_epi16(lanes.as_ptr().cast());
            let ones = _mm512_set1_epi16(1);
            _mm512_storeu_epi16(lanes.as_mut_ptr().cast(), _mm512_mask_sub_epi16(values, mask, values, ones));
        }
    }

    #[inline(always)]
    fn decrement_from_u32(lanes: &mut [u32; 16], first: u32) {
        let mask = (u32::from(u16::MAX) << first) as u16;
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let values = _mm512_loadu_epi32(lanes.as_ptr().cast());
            let ones = _mm512_set1_epi32(1);
            _mm512_storeu_epi32(lanes.as_mut_ptr().cast(), _mm512_mask_sub_epi32(values, mask, values, ones));
        }
    }

    #[inline(always)]
    fn not_above(values: &Lanes, limit: u32) -> u64 {
        // SAFETY: the caller is compiled for AVX-512.
        masks(values, |part| unsafe { _mm512_cmple_epu32_mask(part, _mm512_set1_epi32(limit as i32)) })
    }

    #[inline(always)]
    fn equal(values: &Lanes, other: u32) -> u64 {
        // SAFETY: the caller is compiled for AVX-512.
        masks(values, |part| unsafe { _mm512_cmpeq_epu32_mask(part, _mm512_set1_epi32(other as i32)) })
    }

    #[inline(always)]
    fn below(values: &Lanes, others: &Lanes) -> u64 {
        let mut bits = 0;
        for (part, (values, others)) in
            values.0.as_chunks::<16>().0.iter().zip(others.0.as_chunks::<16>().0).enumerate()
        {
            // SAFETY: the caller is compiled for AVX-512; the arrays are 64 bytes.
            let mask = unsafe { _mm512_cmplt_epu32_mask(load(values), load(others)) };
            bits |= u64::from(mask) << (16 * part);
        }
        bits
    }

    #[inline(always)]
    fn increment(values: &mut [u32; LANES], lanes: u64) {
        // SAFETY: the caller is compiled for AVX-512.
        change(values, lanes, |part, mask| unsafe { _mm512_mask_add_epi32(part, mask, part, _mm512_set1_epi32(1)) });
    }

    #[inline(always)]
    fn decrement(values: &mut Lanes, lanes: u64) {
        // SAFETY: the caller is compiled for AVX-512.
        change(&mut values.0, lanes, |part, mask| unsafe {
            _mm512_mask_sub_epi32(part, mask, part, _mm512_set1_epi32(1))
        });
    }

    #[inline(always)]
    fn lower(values: &mut Lanes, lanes: u64, limit: u32) {
        // SAFETY: the caller is compiled for AVX-512.
        change(&mut values.0, lanes, |part, mask| unsafe {
            _mm512_mask_min_epu32(part, mask, part, _mm512_set1_epi32(limit as i32))
        });
    }

    #[inline(always)]
    fn hashed_up_to(pages: &[u64; 8], seed: u64, last: u64) -> u32 {
        let [first, second] = HASH_MULTIPLIERS.map(|multiplier| multiplier as i64);
        // SAFETY: the caller is compiled for AVX-512; the array is 64 bytes.
        unsafe {
            let pages = _mm512_loadu_epi64(pages.as_ptr().cast());
            let mixed = _mm512_xor_si512(pages, _mm512_set1_epi64(seed as i64));
            let mixed = _mm512_xor_si512(mixed, _mm512_srli_epi64::<32>(mixed));
            let mixed = _mm512_mullo_epi64(mixed, _mm512_set1_epi64(first));
            let mixed = _mm512_xor_si512(mixed, _mm512_srli_epi64::<29>(mixed));
            let mixed = _mm512_mullo_epi64(mixed, _mm512_set1_epi64(second));
            let mixed = _mm512_xor_si512(mixed, _mm512_srli_epi64::<32>(mixed));
            u32::from(_mm512_cmple_epu64_mask(mixed, _mm512_set1_epi64(last as i64)))
        }
    }

    #[inline(always)]
    fn near(values: &Lanes, other: u32) -> u64 {
        // SAFETY: the caller is compiled for AVX-512.
        masks(values, |part| unsafe {
            let difference = _mm512_xor_si512(part, _mm512_set1_epi32(other as i32));
            _mm512_cmplt_epu32_mask(difference, _mm512_set1_epi32(32))
        })
    }

    #[inline(always)]
    fn step(positions: &mut Lanes, rest: &mut Lanes, lanes: u64) -> u64 {
        let mut without = 0;
        let parts = positions.0.as_chunks_mut::<16>().0.iter_mut().zip(rest.0.as_chunks_mut::<16>().0);
        for (part, (positions, rest)) in parts.enumerate() {
            let wanted = (lanes >> (16 * part)) as u16;
            if wanted == 0 {
                continue;
            }
            // SAFETY: the caller is compiled for AVX-512; the arrays are 64 bytes.
            unsafe {
                let (at, left) = (load(positions), load(rest));
                let low = _mm512_set1_epi32(31);
                let moves = _mm512_mask_test_epi32_mask(wanted, left, left);
                let after = _mm512_and_si512(left, _mm512_sub_epi32(left, _mm512_set1_epi32(1)));
                let lowest = _mm512_andnot_si512(after, left);
                let offset = _mm512_sub_epi32(low, _mm512_lzcnt_epi32(lowest));
                let moved = _mm512_or_si512(_mm512_andnot_si512(low, at), offset);
                _mm512_storeu_epi32(positions.as_mut_ptr().cast(), _mm512_mask_mov_epi32(at, moves, moved));
                _mm512_storeu_epi32(rest.as_mut_ptr().cast(), _mm512_mask_mov_epi32(left, moves, after));
                without |= u64::from(wanted & !moves) << (16 * part);
            }
        }
        without
    }
}

/// The first bit of each word of a line.
///
/// # Safety
/// Only in functions compiled for AVX-512.
#[inline(always)]
unsafe fn starts() -> __m512i {
    // SAFETY: the caller's promise.
    unsafe { _mm512_set_epi64(448, 384, 320, 256, 192, 128, 64, 0) }
}

/// The bits of a line before bit `at`: all of a word (0 - 1) where 64 and more, none (1 - 1)
/// where 0.
///
/// # Safety
/// Only in functions compiled for AVX-512.
#[inline(always)]
unsafe fn bits_before(at: u32) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        let ones = _mm512_set1_epi64(1);
        // A shift by 64 and more gives 0.
        let past = _mm512_sllv_epi64(ones, _mm512_subs_epu16(_mm512_set1_epi64(i64::from(at)), starts()));
        _mm512_sub_epi64(past, ones)
    }
}

/// How many of those bits are set.
///
/// # Safety
/// Only in functions compiled for AVX-512.
#[inline(always)]
unsafe fn set_before(words: __m512i, bits: __m512i) -> u32 {
    // SAFETY: the caller's promise.
    unsafe {
        let counts = _mm512_cvtepi64_epi8(_mm512_popcnt_epi64(_mm512_and_si512(words, bits)));
        _mm_cvtsi128_si32(_mm_sad_epu8(counts, _mm_setzero_si128())) as u32
    }
}

/// # Safety
/// Only in functions compiled for AVX-512.
#[inline(always)]
unsafe fn load(part: &[u32; 16]) -> __m512i {
    // SAFETY: the caller's promise; the array is 64 bytes.
    unsafe { _mm512_loadu_epi32(part.as_ptr().cast()) }
}

#[inline(always)]
fn masks(values: &Lanes, compare: impl Fn(__m512i) -> u16) -> u64 {
    let mut bits = 0;
    for (part, values) in values.0.as_chunks::<16>().0.iter().enumerate() {
        // SAFETY: only called where the caller is compiled for AVX-512.
        bits |= u64::from(compare(unsafe { load(values) })) << (16 * part);
    }
    bits
}

#[inline(always)]
fn change(values: &mut [u32; LANES], lanes: u64, change: impl Fn(__m512i, u16) -> __m512i) {
    for (part, values) in values.as_chunks_mut::<16>().0.iter_mut().enumerate() {
        let mask = (lanes >> (16 * part)) as u16;
        if mask != 0 {
            // SAFETY: only called where the caller is compiled for AVX-512; the array is 64 bytes.
            unsafe { _mm512_storeu_epi32(values.as_mut_ptr().cast(), change(load(values), mask)) };
        }
    }
}
