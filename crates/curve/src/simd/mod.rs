//! The vector operations of the kernels, and the choice among them at run time.
//!
//! A kernel is one generic function over [`Isa`]; [`dispatch`] compiles it three times and calls
//! the one for the machine. All three give the same results: the tests run each against the same
//! oracles. [`InstructionSet`] is public only so that tests and benchmarks can name them. What the
//! operations work on is here too: [`Bucket`], [`Lanes`] and the [`hash`](hash()) of a page.

mod avx2;
mod avx512;
mod bucket;
mod hash;
mod lanes;
mod portable;

pub(crate) use bucket::{Bucket, ENTRIES};
pub(crate) use hash::hash;
pub(crate) use lanes::{LANES, Lanes};
pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use {avx2::Avx2, avx512::Avx512};

/// The instruction sets that the kernels are compiled for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstructionSet {
    /// Whatever the target guarantees.
    Portable,
    /// x86-64-v3: AVX2, BMI, popcount.
    Avx2,
    /// x86-64-v4 with VPOPCNTDQ.
    Avx512,
}

impl InstructionSet {
    /// Those that this machine has, the fastest last.
    pub fn available() -> Vec<InstructionSet> {
        let mut sets = vec![InstructionSet::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            let has_avx512 = has_avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512vpopcntdq");
            if has_avx2 {
                sets.push(InstructionSet::Avx2);
            }
            if has_avx512 {
                sets.push(InstructionSet::Avx512);
            }
        }
        sets
    }

    /// The fastest that this machine has.
    pub fn best() -> InstructionSet {
        Self::available().last().copied().unwrap_or(InstructionSet::Portable)
    }

    /// This one if the machine has it, else the best below it.
    pub(crate) fn supported(self) -> InstructionSet {
        self.min(Self::best())
    }
}

/// The operations that differ between instruction sets. The defaults are portable, and are what
/// the compiler makes of them where a kernel is compiled for more.
pub(crate) trait Isa {
    /// Bits of the entries of `bucket` that hold `page`: at most one.
    #[inline(always)]
    fn find(bucket: &Bucket, page: u64) -> u32 {
        let mut hits = 0;
        for (entry, &key) in bucket.pages.iter().enumerate() {
            hits |= u32::from(key == page) << entry;
        }
        hits & ((1 << bucket.used) - 1)
    }

    /// Counts the set bits of a line before bit `at`.
    #[inline(always)]
    fn count_before(line: &[u64; 8], at: u32) -> u32 {
        let mut before = 0;
        for (index, word) in line.iter().enumerate() {
            let bits = at.saturating_sub(64 * index as u32).min(64);
            let mask = if bits == 64 { u64::MAX } else { (1 << bits) - 1 };
            before += (word & mask).count_ones();
        }
        before
    }

    /// Clears bit `at` of a line and counts the set bits before it.
    #[inline(always)]
    fn take_bit(line: &mut [u64; 8], at: u32) -> u32 {
        let before = Self::count_before(line, at);
        line[at as usize >> 6 & 7] &= !(1 << (at & 63));
        before
    }

    /// Subtracts 1 from every lane from `first` on, if any.
    #[inline(always)]
    fn decrement_from_u16(lanes: &mut [u16; 32], first: u32) {
        for (index, value) in lanes.iter_mut().enumerate() {
            *value = value.wrapping_sub(u16::from(index as u32 >= first));
        }
    }

    /// Subtracts 1 from every lane from `first` on, if any.
    #[inline(always)]
    fn decrement_from_u32(lanes: &mut [u32; 16], first: u32) {
        for (index, value) in lanes.iter_mut().enumerate() {
            *value = value.wrapping_sub(u32::from(index as u32 >= first));
        }
    }

    /// Bits of the lanes whose value is at most `limit`.
    #[inline(always)]
    fn not_above(values: &Lanes, limit: u32) -> u64 {
        bits(|lane| values.0[lane] <= limit)
    }

    /// Bits of the lanes whose value is `other`.
    #[inline(always)]
    fn equal(values: &Lanes, other: u32) -> u64 {
        bits(|lane| values.0[lane] == other)
    }

    /// Bits of the lanes whose value is below that in `others`.
    #[inline(always)]
    fn below(values: &Lanes, others: &Lanes) -> u64 {
        bits(|lane| values.0[lane] < others.0[lane])
    }

    /// Adds 1 in those lanes.
    #[inline(always)]
    fn increment(values: &mut [u32; LANES], lanes: u64) {
        for (lane, value) in values.iter_mut().enumerate() {
            *value = value.wrapping_add((lanes >> lane & 1) as u32);
        }
    }

    /// Subtracts 1 in those lanes.
    #[inline(always)]
    fn decrement(values: &mut Lanes, lanes: u64) {
        for (lane, value) in values.0.iter_mut().enumerate() {
            *value = value.wrapping_sub((lanes >> lane & 1) as u32);
        }
    }

    /// Lowers the value to `limit` in those lanes, where it is above.
    #[inline(always)]
    fn lower(values: &mut Lanes, lanes: u64, limit: u32) {
        for (lane, value) in values.0.iter_mut().enumerate() {
            let limit = if lanes >> lane & 1 != 0 { limit } else { u32::MAX };
            *value = (*value).min(limit);
        }
    }

    /// Bits of the pages whose sampling hash is at most `last`.
    #[inline(always)]
    fn hashed_up_to(pages: &[u64; 8], seed: u64, last: u64) -> u32 {
        let mut bits = 0;
        for (lane, &page) in pages.iter().enumerate() {
            bits |= u32::from(hash(page, seed) <= last) << lane;
        }
        bits
    }

    /// Bits of the lanes whose value is in the same 32 numbers as `other`.
    #[inline(always)]
    fn near(values: &Lanes, other: u32) -> u64 {
        bits(|lane| values.0[lane] ^ other < 32)
    }

    /// In those lanes, moves a position to the lowest bit of its `rest`, the bits after it in its
    /// 32 positions, and takes that bit out. Returns the lanes that have no rest.
    #[inline(always)]
    fn step(positions: &mut Lanes, rest: &mut Lanes, lanes: u64) -> u64 {
        let mut without = 0;
        for lane in 0..LANES {
            let (position, rest) = (&mut positions.0[lane], &mut rest.0[lane]);
            let moves = lanes >> lane & 1 != 0 && *rest != 0;
            without |= u64::from(*rest == 0) << lane;
            let lowest = *rest & rest.wrapping_neg();
            *position = if moves { *position & !31 | rest.trailing_zeros() & 31 } else { *position };
            *rest ^= if moves { lowest } else { 0 };
        }
        lanes & without
    }
}

#[inline(always)]
fn bits(holds: impl Fn(usize) -> bool) -> u64 {
    let mut bits = 0;
    for lane in 0..LANES {
        bits |= u64::from(holds(lane)) << lane;
    }
    bits
}

/// Compiles `$kernel::<Isa>($arguments)` for each instruction set and calls the one of `$set`.
macro_rules! dispatch {
    ($set:expr, $kernel:path, ($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)?) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn avx2($($argument: $type),*) $(-> $result)? {
            $kernel(crate::simd::Avx2, $($argument),*)
        }
        #[cfg(target_arch = "x86_64")]
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vpopcntdq"
        )]
        fn avx512($($argument: $type),*) $(-> $result)? {
            $kernel(crate::simd::Avx512, $($argument),*)
        }
        match $set {
            // SAFETY: an InstructionSet other than Portable is only kept after `supported`
            // has found its features on this machine.
            #[cfg(target_arch = "x86_64")]
            crate::simd::InstructionSet::Avx512 => unsafe { avx512($($argument),*) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            crate::simd::InstructionSet::Avx2 => unsafe { avx2($($argument),*) },
            _ => $kernel(crate::simd::Portable, $($argument),*),
        }
    }};
}
pub(crate) use dispatch;

/// Asks for the cache line of `target`, for reading and writing, without waiting for it.
#[inline(always)]
pub(crate) fn prefetch<T>(target: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch is a hint and never faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(target.cast::<i8>());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = target;
}
