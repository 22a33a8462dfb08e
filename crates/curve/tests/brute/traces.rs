//! Traces for the oracles: random with locality, and adversarial.

use getpage_curve::{Access, Chunk, Touch};

pub type Trace = Vec<(u64, Touch)>;

/// xorshift64*: no dependency, the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit)) >> 64) as u64
    }
}

pub fn touch(random: &mut Random) -> Touch {
    let access = Access::ALL[random.below(4) as usize];
    if random.below(4) == 0 { Touch::write(access) } else { Touch::read(access) }
}

/// Skewed random pages, all access types.
pub fn skewed(references: usize, pages: u64, seed: u64) -> Trace {
    let mut random = Random(seed | 1);
    (0..references)
        .map(|_| {
            let range = random.below(pages) + 1;
            (random.below(range).wrapping_mul(0x9E37_79B9_7F4A_7C15), touch(&mut random))
        })
        .collect()
}

/// Scans over a hot random set: what a sequential threshold is for.
pub fn scans(references: usize, pages: u64, seed: u64) -> Trace {
    let mut random = Random(seed | 1);
    let mut trace = Vec::with_capacity(references);
    while trace.len() < references {
        if random.below(20) == 0 {
            let start = random.below(pages);
            let access = Access::ALL[1 + random.below(3) as usize];
            for step in 0..random.below(60) + 1 {
                trace.push(((start + step) % pages, Touch::read(access)));
            }
        } else {
            let page = random.below(pages) * random.below(pages) / pages;
            let write = random.below(5) == 0;
            trace.push((page, if write { Touch::write(Access::Random) } else { Touch::read(Access::Random) }));
        }
    }
    trace.truncate(references);
    trace
}

/// Loops just larger and just smaller than any size, forwards and backwards, with repeats.
pub fn loops(references: usize, pages: u64) -> Trace {
    let mut trace = Vec::with_capacity(references);
    let mut round = 0u64;
    while trace.len() < references {
        let length = 1 + (round * 7) % pages;
        let access = Access::ALL[(round % 4) as usize];
        for step in 0..length {
            let page = if round.is_multiple_of(2) { step } else { length - 1 - step };
            trace.push((page, Touch::read(access)));
            if round.is_multiple_of(5) {
                trace.push((page, Touch::read(Access::Random)));
            }
        }
        round += 1;
    }
    trace.truncate(references);
    trace
}

/// The traces that every model is tried on.
pub fn all() -> Vec<(&'static str, Trace)> {
    of(30_000)
}

/// The same, with at most that many references each.
pub fn of(references: usize) -> Vec<(&'static str, Trace)> {
    vec![
        ("nothing", Vec::new()),
        ("one page", vec![(5, Touch::read(Access::Random)); 300]),
        ("extreme keys", [0, u64::MAX, 1 << 63, 0, u64::MAX, 1].map(|page| (page, Touch::read(Access::List))).to_vec()),
        ("skewed", skewed(references, 700, 1)),
        ("skewed, few pages", skewed(references, 20, 2)),
        ("scans", scans(references, 900, 3)),
        ("loops", loops(references, 150)),
        ("no reuse", skewed(references.min(3_000), u64::MAX, 4)),
    ]
}

pub fn chunk(trace: &[(u64, Touch)]) -> Chunk {
    let mut chunk = Chunk::new();
    for &(page, touch) in trace {
        chunk.push(page, touch);
    }
    chunk
}
