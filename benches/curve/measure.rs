//! Time, rate and memory of one measured piece of work.

use std::time::Instant;

use crate::ROUNDS;

/// The best and the median rate of a few runs, in references per second.
#[derive(Clone, Copy)]
pub struct Rate {
    pub best: f64,
    pub median: f64,
}

/// Runs `work` [`ROUNDS`] times over that many references.
pub fn rate<T>(references: usize, mut work: impl FnMut() -> T) -> (Rate, T) {
    let mut rates = Vec::new();
    let mut result = None;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let made = std::hint::black_box(work());
        rates.push(references as f64 / start.elapsed().as_secs_f64());
        result = Some(made);
    }
    rates.sort_by(f64::total_cmp);
    let rate = Rate { best: rates[ROUNDS - 1], median: rates[ROUNDS / 2] };
    (rate, result.expect("at least one round"))
}

/// One run, for what is too slow to be repeated.
pub fn once<T>(references: usize, work: impl FnOnce() -> T) -> (Rate, T) {
    let start = Instant::now();
    let made = std::hint::black_box(work());
    let rate = references as f64 / start.elapsed().as_secs_f64();
    (Rate { best: rate, median: rate }, made)
}

/// Prints a line: what, best and median in millions per second, ratio of the best to `base`.
pub fn print(what: &str, rate: Rate, base: Option<Rate>) {
    let ratio = base.map_or(String::new(), |base| format!("{:8.1} x textbook", rate.best / base.best));
    println!("{what:<58} {:9.2} M/s (median {:9.2}){ratio}", rate.best / 1e6, rate.median / 1e6);
}

/// Bytes of memory of this process now, from the system; `None` where it does not say.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
