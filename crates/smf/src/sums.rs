//! The digest of a file that several read in ranges: of each block what it adds to the digest, and the digest of all.
//!
//! XXH3 adds up a block of 1,024 bytes, whatever came before, and then stirs the sum. So the sums of blocks, a
//! sixteenth of the file, are made anywhere and in any order; stirring them in the order of the file is the digest.
//! A block is of the range in which it begins. Whoever reads the end adds the bytes that are no full block.
//!
//! Source: Y. Collet, "xxHash fast digest algorithm", XXH3 with the default secret, inputs of more than 240 bytes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

use crate::digest::open;

const LANES: usize = 8;
const STRIPE: usize = 8 * LANES;
const BLOCK: usize = 16 * STRIPE;
/// Blocks that are read at once.
const AT_ONCE: usize = 128;

const PRIME32_1: u64 = 0x9E37_79B1;
const PRIME32_2: u64 = 0x85EB_CA77;
const PRIME32_3: u64 = 0xC2B2_AE3D;
const PRIME64_1: u64 = 0x9E37_79B1_85EB_CA87;
const PRIME64_2: u64 = 0xC2B2_AE3D_27D4_EB4F;
const PRIME64_3: u64 = 0x1656_67B1_9E37_79F9;
const PRIME64_4: u64 = 0x85EB_CA77_C2B2_AE63;
const PRIME64_5: u64 = 0x27D4_EB2F_1656_67C5;

type Sums = [u64; LANES];

const BEGIN: Sums = [PRIME32_3, PRIME64_1, PRIME64_2, PRIME64_3, PRIME64_4, PRIME32_2, PRIME64_5, PRIME32_1];

/// The default secret of XXH3.
const SECRET: [u8; 192] = [
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4, 0x6d,
    0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0,
    0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0,
    0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b,
    0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac,
    0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51,
    0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34,
    0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb, 0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49,
    0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8,
    0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b,
    0x40, 0x7e,
];

/// Where the secret is read for the last stripe, and for the two halves of the digest.
const LAST: usize = SECRET.len() - STRIPE - 7;
const LOW: usize = 11;
const HIGH: usize = SECRET.len() - STRIPE - 11;

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(std::array::from_fn(|n| bytes[at + n]))
}

/// Adds stripes to sums.
fn add(sums: &mut Sums, stripes: &[u8], secret: usize) {
    for (nth, stripe) in stripes.chunks_exact(STRIPE).enumerate() {
        for lane in 0..LANES {
            let data = word(stripe, 8 * lane);
            let keyed = data ^ word(&SECRET, secret + 8 * (nth + lane));
            sums[lane ^ 1] = sums[lane ^ 1].wrapping_add(data);
            sums[lane] = sums[lane].wrapping_add((keyed & 0xFFFF_FFFF) * (keyed >> 32));
        }
    }
}

fn stir(sums: &mut Sums) {
    for (lane, sum) in sums.iter_mut().enumerate() {
        let key = word(&SECRET, SECRET.len() - STRIPE + 8 * lane);
        *sum = (*sum ^ (*sum >> 47) ^ key).wrapping_mul(PRIME32_1);
    }
}

fn folded(sums: &Sums, secret: usize, begin: u64) -> u64 {
    let mut result = begin;
    for pair in 0..LANES / 2 {
        let at = |lane: usize| u128::from(sums[lane] ^ word(&SECRET, secret + 8 * lane));
        let product = at(2 * pair) * at(2 * pair + 1);
        result = result.wrapping_add(product as u64 ^ (product >> 64) as u64);
    }
    result = (result ^ (result >> 37)).wrapping_mul(0x1656_6791_9E37_79F9);
    result ^ (result >> 32)
}

/// How many blocks of a file are summed: behind them is a byte at least.
fn blocks(size: u64) -> u64 {
    size.saturating_sub(1) / BLOCK as u64
}

/// Where the bytes begin that are kept of the end of a file: a stripe before those of no full block.
fn tail(size: u64) -> u64 {
    (blocks(size) * BLOCK as u64).saturating_sub(STRIPE as u64)
}

/// Writes the sums of the blocks that begin in a range of a file, and at its end, without `end`, the bytes that are
/// no full block.
pub fn write(path: &Path, start: u64, end: Option<u64>, into: &Path) -> io::Result<()> {
    let mut file = open(path)?;
    let size = file.metadata()?.len();
    let block = BLOCK as u64;
    let last = end.map_or(blocks(size), |end| end.div_ceil(block).min(blocks(size)));
    let mut left = last.saturating_sub(start.div_ceil(block));
    file.seek(SeekFrom::Start(start.div_ceil(block) * block))?;
    let mut out = BufWriter::new(File::create(into)?);
    let mut buffer = vec![0; AT_ONCE * BLOCK];
    while left > 0 {
        let some = left.min(AT_ONCE as u64);
        let bytes = &mut buffer[..some as usize * BLOCK];
        file.read_exact(bytes)?;
        for bytes in bytes.chunks_exact(BLOCK) {
            let mut sums = Sums::default();
            add(&mut sums, bytes, 0);
            for sum in sums {
                out.write_all(&sum.to_le_bytes())?;
            }
        }
        left -= some;
    }
    if end.is_none() {
        file.seek(SeekFrom::Start(tail(size)))?;
        io::copy(&mut file, &mut out)?;
    }
    out.flush()
}

/// The digest of a file of `size` bytes, of what `write` wrote of its ranges, in their order. InvalidData where that
/// is not of all of such a file.
pub fn joined(written: &[PathBuf], size: u64) -> io::Result<u128> {
    let mut sums = BEGIN;
    let mut left = blocks(size);
    let mut end = Vec::new();
    for path in written {
        let mut file = BufReader::with_capacity(1 << 18, open(path)?);
        let mut block = [0; STRIPE];
        while left > 0 && !file.fill_buf()?.is_empty() {
            file.read_exact(&mut block)?;
            for (lane, sum) in sums.iter_mut().enumerate() {
                *sum = sum.wrapping_add(word(&block, 8 * lane));
            }
            stir(&mut sums);
            left -= 1;
        }
        file.read_to_end(&mut end)?;
    }
    if left > 0 || end.len() as u64 != size - tail(size) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "sums of other ranges"));
    }
    if blocks(size) == 0 {
        return Ok(xxh3_128(&end));
    }
    let (_, open) = end.split_at(STRIPE);
    add(&mut sums, &open[..(open.len() - 1) / STRIPE * STRIPE], 0);
    add(&mut sums, &end[end.len() - STRIPE..], LAST);
    let low = folded(&sums, LOW, size.wrapping_mul(PRIME64_1));
    let high = folded(&sums, HIGH, !size.wrapping_mul(PRIME64_2));
    Ok(u128::from(low) | u128::from(high) << 64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The digest of bytes of which ranges were summed by themselves.
    fn in_ranges(bytes: &[u8], cuts: &[u64]) -> u128 {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("file");
        std::fs::write(&file, bytes).unwrap();
        let mut starts = vec![0];
        starts.extend(cuts);
        let written: Vec<PathBuf> = starts
            .iter()
            .enumerate()
            .map(|(nth, &start)| {
                let into = place.path().join(nth.to_string());
                write(&file, start, starts.get(nth + 1).copied(), &into).unwrap();
                into
            })
            .collect();
        joined(&written, bytes.len() as u64).unwrap()
    }

    proptest! {
        #[test]
        fn ranges_have_the_digest_of_the_file(
            bytes in proptest::collection::vec(any::<u8>(), 1..9_000),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..6),
        ) {
            let mut cuts: Vec<u64> = cuts.iter().map(|cut| cut.index(bytes.len()) as u64).collect();
            cuts.sort_unstable();
            prop_assert_eq!(in_ranges(&bytes, &cuts), xxh3_128(&bytes));
        }
    }

    #[test]
    fn sizes_around_blocks_and_stripes_have_the_digest_of_the_file() {
        let bytes: Vec<u8> = (0..300_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let around = [64, 128, 240, 1_024, 1_088, 2_048, 131_072, 132_096, 299_999];
        for size in around.iter().flat_map(|&at| at - 1..=at + 1) {
            let cuts = [size as u64 / 3, size as u64 - 1];
            assert_eq!(in_ranges(&bytes[..size], &cuts), xxh3_128(&bytes[..size]), "{size}");
        }
    }

    #[test]
    fn a_range_that_is_missing_is_told() {
        let place = tempfile::tempdir().unwrap();
        let (file, into) = (place.path().join("file"), place.path().join("sums"));
        std::fs::write(&file, vec![7; 9_000]).unwrap();
        write(&file, 3_000, None, &into).unwrap();
        assert!(joined(&[into], 9_000).is_err());
    }
}
