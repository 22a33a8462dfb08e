//! How fast the curve kernels are: `cargo bench -p getpage-curve [-- SECTION ...]`.
//!
//! Makes its traces once (100 million references, 800 MB each, in the system's temporary
//! directory), runs what takes seconds [`ROUNDS`] times, and prints references per second by the
//! wall clock and by processor time, and the ratio to the plain textbook implementation measured
//! in the same run. One thread unless the line says otherwise.
#![allow(clippy::print_stdout, reason = "a benchmark prints its results")]

mod lru;
mod measure;
mod pool;
mod sample;
mod textbook;
mod traces;

/// Runs of each section.
const ROUNDS: usize = 3;

fn main() {
    // Cargo passes --bench on to the program; what is left names sections.
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let sections: [(&str, fn()); 3] = [("lru", lru::run), ("pool", pool::run), ("sample", sample::run)];
    for (name, run) in sections {
        if wanted.is_empty() || wanted.iter().any(|section| section == name) {
            run();
        }
    }
}
