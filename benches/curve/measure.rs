//! Time, rate and memory of one measured piece of work.

use std::time::Instant;

use crate::ROUNDS;

/// References per second: by the wall clock, best and median of a few runs, and by the time that
/// the main thread really had a processor, which other work on the machine disturbs less.
#[derive(Clone, Copy)]
pub struct Rate {
    pub best: f64,
    pub median: f64,
    pub on_processor: Option<f64>,
}

impl Rate {
    /// The rate at which work `times` as large would be done.
    pub fn for_work(self, times: f64) -> Rate {
        let on_processor = self.on_processor.map(|rate| rate / times);
        Rate { best: self.best / times, median: self.median / times, on_processor }
    }
}

/// Runs `work` [`ROUNDS`] times over that many references.
pub fn rate<T>(references: usize, work: impl FnMut() -> T) -> (Rate, T) {
    runs(ROUNDS, references, work)
}

/// One run, for what is too slow to be repeated.
pub fn once<T>(references: usize, work: impl FnMut() -> T) -> (Rate, T) {
    runs(1, references, work)
}

fn runs<T>(rounds: usize, references: usize, mut work: impl FnMut() -> T) -> (Rate, T) {
    let mut rates = Vec::new();
    let mut on_processor: Option<f64> = None;
    let mut result = None;
    for _ in 0..rounds {
        let processor = processor_seconds();
        let start = Instant::now();
        let made = std::hint::black_box(work());
        rates.push(references as f64 / start.elapsed().as_secs_f64());
        if let (Some(before), Some(after)) = (processor, processor_seconds()) {
            let rate = references as f64 / (after - before);
            on_processor = Some(on_processor.map_or(rate, |best| best.max(rate)));
        }
        result = Some(made);
    }
    rates.sort_by(f64::total_cmp);
    let rate = Rate { best: rates[rounds - 1], median: rates[rounds / 2], on_processor };
    (rate, result.expect("at least one round"))
}

/// Seconds that the main thread has had a processor; `None` where the system does not say.
fn processor_seconds() -> Option<f64> {
    let schedule = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    schedule.split_ascii_whitespace().next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds / 1e9)
}

/// Prints a line: what, and millions per second: best and median by the wall clock, best by
/// processor time, and the ratio of that to the textbook's.
pub fn print(what: &str, rate: Rate, base: Option<Rate>) {
    let processor = rate.on_processor.map_or(String::new(), |rate| format!(", on the processor {:8.2}", rate / 1e6));
    let ratio = base.map_or(String::new(), |base| match (rate.on_processor, base.on_processor) {
        (Some(rate), Some(base)) => format!(", {:.1} x textbook", rate / base),
        _ => format!(", {:.1} x textbook", rate.best / base.best),
    });
    println!("{what:<58} {:8.2} M/s, median {:8.2}{processor}{ratio}", rate.best / 1e6, rate.median / 1e6);
}

/// Bytes of memory of this process now, from the system; `None` where it does not say.
pub fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_ascii_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}
