//! What hostile bytes must not do: no panic, no endless loop, nothing found that the bytes cannot hold.
//!
//! A target takes any bytes. `fuzz/` gives it those of libFuzzer, which follow the code (a nightly compiler);
//! `tests/twins.rs` and the program `hunt` give it mutations of its seeds by fixed numbers (the stable one).
//!
//! | file | idea |
//! |---|---|
//! | `records` | SMF and GTF in every framing |
//! | `traces` | page references in every format |
//! | `parts` | parts of curves, merged |
//! | `packed` | AMATERSE, TSO TRANSMIT, gzip, zstd, xz, bzip2, ZIP and tar |
//! | `reports` | reports of RMF in XML |
//! | `looks` | files that may be evidence, looked at |
//! | `layouts` | layouts of a site, and records decoded by them |
//! | `mutate` | bytes and lines changed by number |

pub mod layouts;
pub mod looks;
pub mod mutate;
pub mod packed;
pub mod parts;
pub mod records;
pub mod reports;
pub mod traces;

use mutate::Chance;

/// One target: what it is called, what is mutated, how, and what must hold of the result.
pub struct Target {
    /// Its name, also that of the fuzz target.
    pub name: &'static str,
    /// What is mutated.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// How.
    pub mutate: fn(&[u8], &mut Chance) -> Vec<u8>,
    /// Panics where something does not hold.
    pub check: fn(&[u8]),
}

impl Target {
    /// The bytes of a case: one of the seeds, mutated by the number of the case.
    pub fn case(&self, seeds: &[Vec<u8>], number: u64) -> Vec<u8> {
        let mut chance = Chance::of(number);
        let seed = &seeds[chance.below(seeds.len())];
        (self.mutate)(seed, &mut chance)
    }
}

/// All of them.
pub const TARGETS: [Target; 7] = [
    Target { name: "records", seeds: records::seeds, mutate: mutate::bytes, check: records::check },
    Target { name: "traces", seeds: traces::seeds, mutate: mutate::bytes, check: traces::check },
    Target { name: "parts", seeds: parts::seeds, mutate: mutate::bytes, check: parts::check },
    Target { name: "packed", seeds: packed::seeds, mutate: mutate::bytes, check: packed::check },
    Target { name: "reports", seeds: reports::seeds, mutate: mutate::bytes, check: reports::check },
    Target { name: "looks", seeds: looks::seeds, mutate: mutate::bytes, check: looks::check },
    Target { name: "layouts", seeds: layouts::seeds, mutate: mutate::lines, check: layouts::check },
];
