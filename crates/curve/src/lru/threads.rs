//! Consecutive parts of one trace, each on its own thread, merged into the result of the whole.

use super::{LruCurve, LruPartial, LruStack};
use crate::trace::{TraceError, TraceReader, for_each_chunk};

/// Why the parts gave no result.
#[derive(Debug, thiserror::Error)]
pub enum PartsError {
    /// A part could not be read.
    #[error("part {part} of the trace: {source}")]
    Trace {
        /// Number of the part, from 1.
        part: usize,
        /// What is wrong with it.
        source: TraceError,
    },
    /// The thread of a part ended early.
    #[error("part {part} of the trace: its thread ended before the part did; run again with one thread")]
    Thread {
        /// Number of the part, from 1.
        part: usize,
    },
}

/// The curve of a trace given as readers of its consecutive parts, the earliest first, with one
/// thread for each.
pub fn lru_of_parts(parts: Vec<Box<dyn TraceReader + Send + '_>>) -> Result<LruCurve, PartsError> {
    let results: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = parts
            .into_iter()
            .enumerate()
            .map(|(part, mut reader)| {
                scope.spawn(move || {
                    // The first part is appended to, and need not be merged itself.
                    let mut stack = if part == 0 { LruStack::new() } else { LruStack::mergeable() };
                    for_each_chunk(&mut *reader, |chunk| stack.push(chunk.columns()))?;
                    Ok(if part == 0 { Part::First(stack) } else { Part::Later(stack.into_partial()) })
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join()).collect()
    });

    let mut whole = LruStack::new();
    for (index, result) in results.into_iter().enumerate() {
        let part = index + 1;
        let result = result.map_err(|_| PartsError::Thread { part })?;
        match result.map_err(|source| PartsError::Trace { part, source })? {
            Part::First(stack) => whole = stack,
            Part::Later(partial) => whole.append(&partial.unwrap_or_else(LruPartial::empty)),
        }
    }
    Ok(whole.curve())
}

#[expect(clippy::large_enum_variant, reason = "one for each thread")]
enum Part {
    First(LruStack),
    Later(Option<LruPartial>),
}
