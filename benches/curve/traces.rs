//! The two traces of the benchmark, generated once and kept.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// References of a trace.
pub const REFERENCES: usize = 100_000_000;
/// Pages that a trace draws from.
pub const PAGES: u64 = 10_000_000;

const SEQUENTIAL: u64 = 1 << 63;

/// xorshift64*.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }

    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// Zipf by rejection-inversion: W. Hörmann, G. Derflinger, ACM TOMACS 6(3), 1996.
struct Zipf {
    exponent: f64,
    first: f64,
    last: f64,
}

impl Zipf {
    fn new(items: u64, exponent: f64) -> Zipf {
        let mut zipf = Zipf { exponent, first: 0.0, last: 0.0 };
        zipf.first = zipf.integral(1.5) - 1.0;
        zipf.last = zipf.integral(items as f64 + 0.5);
        zipf
    }

    fn integral(&self, x: f64) -> f64 {
        (x.powf(1.0 - self.exponent) - 1.0) / (1.0 - self.exponent)
    }

    /// A rank from 1.
    fn draw(&self, random: &mut Random) -> u64 {
        loop {
            let area = self.last + random.unit() * (self.first - self.last);
            let x = (1.0 + area * (1.0 - self.exponent)).powf(1.0 / (1.0 - self.exponent));
            let rank = (x + 0.5).floor().max(1.0);
            if area >= self.integral(rank + 0.5) - rank.powf(-self.exponent) {
                return rank as u64;
            }
        }
    }
}

/// Spreads ranks over page numbers, one to one.
fn permuted(rank: u64) -> u64 {
    // 6,180,339,887 shares no factor with 10,000,000.
    (rank as u128 * 6_180_339_887 % u128::from(PAGES)) as u64
}

/// Zipf 0.9 over ten million permuted pages, all random.
pub fn zipf() -> PathBuf {
    kept("zipf", |write| {
        let mut random = Random(0x0009_2026);
        let zipf = Zipf::new(PAGES, 0.9);
        for _ in 0..REFERENCES {
            write(permuted(zipf.draw(&mut random) - 1));
        }
    })
}

/// 64 agents on one database of ten million pages: index probes of a root, an inner page and a
/// leaf, then a data page; one in 25 is a sequential scan of up to 400 pages. The agents take
/// turns reference by reference.
pub fn oltp() -> PathBuf {
    kept("oltp", |write| {
        let mut random = Random(0x0417_2026);
        let zipf = Zipf::new(8_000_000, 0.85);
        let mut agents: Vec<Vec<u64>> = vec![Vec::new(); 64];
        for turn in 0..REFERENCES {
            let agent = &mut agents[turn % 64];
            if agent.is_empty() {
                if random.below(25) == 0 {
                    let start = random.below(PAGES - 400);
                    agent.extend((0..random.below(400) + 1).rev().map(|step| SEQUENTIAL | (start + step)));
                } else {
                    let data = permuted(zipf.draw(&mut random) - 1) * 8 / 10;
                    let leaf = 8_000_000 + data / 50;
                    agent.extend([data, leaf, 9_000_000 + leaf / 100, 9_999_999]);
                }
            }
            write(agent.pop().unwrap_or_default());
        }
    })
}

/// The pages and whether each is sequential, in memory.
pub fn load(path: &std::path::Path) -> Vec<u64> {
    let bytes = std::fs::read(path).expect("the trace was just made");
    bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect()
}

fn kept(name: &str, generate: impl FnOnce(&mut dyn FnMut(u64))) -> PathBuf {
    let directory = std::env::temp_dir().join("getpage-curve-bench");
    let path = directory.join(format!("{name}.u64"));
    if path.metadata().is_ok_and(|found| found.len() == 8 * REFERENCES as u64) {
        return path;
    }
    std::fs::create_dir_all(&directory).expect("a temporary directory that can be written");
    let part = directory.join(format!("{name}.part"));
    let mut file = BufWriter::with_capacity(1 << 20, File::create(&part).expect("a file in it"));
    generate(&mut |word| file.write_all(&word.to_le_bytes()).expect("room for 800 MB"));
    file.flush().expect("room for 800 MB");
    std::fs::rename(&part, &path).expect("a rename in one directory");
    path
}
