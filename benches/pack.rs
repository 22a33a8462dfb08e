//! How fast packed evidence is unpacked: `cargo bench -p getpage-pack`.
//!
//! Records like those of SMF (names that return, counters that grow, a third of the bytes random) are packed once in each
//! way and unpacked [`ROUNDS`] times, one thread. Printed are the best round's bytes that come out a second, and the ratio
//! to gzip in the same run: ratios travel between machines, megabytes a second do not.
#![allow(clippy::print_stdout, clippy::expect_used, reason = "a benchmark prints its results")]

use std::io::{self, Read, Write};
use std::time::Instant;

use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use getpage_pack::terse::{Method, Terse, write};

/// Runs of each.
const ROUNDS: usize = 5;
/// Records made: some 64 MB.
const RECORDS: u32 = 32_000;
/// Bytes of a record.
const LENGTH: usize = 2_000;

fn main() {
    let records: Vec<Vec<u8>> = (0..RECORDS).map(record).collect();
    let slices = || records.iter().map(Vec::as_slice);
    let plain: Vec<u8> = records.concat();
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&plain).expect("memory");
    let gzip = gzip.finish().expect("memory");
    let pack = write(Method::Pack, true, 32_756, slices());
    let spack = write(Method::Spack, true, 32_756, slices());
    let zstd = zstd::encode_all(plain.as_slice(), 3).expect("memory");

    let base = best(&gzip, MultiGzDecoder::new);
    println!("{:<14} {:>10} {:>10} {:>9}", "packed as", "packed, MB", "MB/s out", "times gzip");
    let line = |what: &str, packed: &[u8], rate: f64| {
        println!("{what:<14} {:>10.1} {:>10.0} {:>9.2}", packed.len() as f64 / 1e6, rate / 1e6, rate / base);
    };
    line("gzip", &gzip, base);
    line("zstd", &zstd, best(&zstd, |bytes| zstd::Decoder::new(bytes).expect("zstd")));
    line("PACK", &pack, best(&pack, |bytes| Terse::new(bytes).expect("a header")));
    line("SPACK", &spack, best(&spack, |bytes| Terse::new(bytes).expect("a header")));
    line("nothing", &plain, best(&plain, |bytes| bytes));
}

/// Bytes that come out a second, in the best round.
fn best<'a, R: Read>(packed: &'a [u8], open: impl Fn(&'a [u8]) -> R) -> f64 {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        let bytes = io::copy(&mut open(packed), &mut Taken(Vec::with_capacity(1 << 16))).expect("what was packed");
        bytes as f64 / start.elapsed().as_secs_f64()
    });
    rounds.fold(0.0, f64::max)
}

/// Takes bytes as a reader does: copies them.
struct Taken(Vec<u8>);

impl Write for Taken {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.clear();
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A record: the same names in all, counters that grow, and bytes that nothing foretells.
fn record(number: u32) -> Vec<u8> {
    let mut state = u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut out = Vec::with_capacity(LENGTH);
    while out.len() < LENGTH {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        out.extend_from_slice(&[0xD4, 0xD8, 0xF1, 0xC1, 0x40, 0x40, 0x40, 0x40]);
        out.extend_from_slice(&(number / 24 + out.len() as u32).to_be_bytes());
        out.extend_from_slice(&[0; 8]);
        out.extend_from_slice(&state.to_be_bytes());
    }
    out.truncate(LENGTH);
    out
}
