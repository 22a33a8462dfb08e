//! A part of a trace as bytes, to be merged with the part after it: exact for plain LRU.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GPPART\0\1` |
//! | 4 | length of the head, little-endian |
//! | | the head: JSON with format, pools, objects and times |
//! | 8 | XXH3-64 of all before |
//! | | for each pool its partial, as [`LruPartial::to_bytes`] writes it |
//!
//! Objects are numbered in order of appearance, otherwise in every part: the head has their names, and merging gives
//! the later part the numbers of the earlier.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::error::SessionError;
use super::format::TraceFormat;
use super::state::{NAMELESS, Session};
use crate::lru::{LruPartial, PartialError};

/// How a part begins.
pub const PART_MARK: &[u8] = b"GPPART";

const MARK: [u8; 8] = *b"GPPART\0\x01";

/// Why a part cannot be written or appended.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum PartError {
    /// The curve is that of a sample.
    #[error("a sample cannot be merged; compute the part exactly")]
    Sampled,
    /// The session keeps no more than a curve needs.
    #[error("this run was not set to be merged")]
    NotMergeable,
    /// The head is too long.
    #[error("more names of objects than fit into a part")]
    TooManyNames,
    /// These bytes are not a part.
    #[error("{name}, offset {offset}: expected {expected}; compute this part of the trace again")]
    Broken {
        /// The part.
        name: String,
        /// Where it is wrong.
        offset: usize,
        /// What should be there.
        expected: &'static str,
    },
    /// The partial of a pool is damaged.
    #[error("{name}, pool {pool}: {source}")]
    Pool {
        /// The part.
        name: String,
        /// The pool.
        pool: String,
        /// What is wrong with it.
        source: PartialError,
    },
    /// The part belongs before what was taken.
    #[error(
        "{name}: expected a part that starts at time {last} or later, found {first}; \
         give the parts in the order of the trace"
    )]
    Order {
        /// The part.
        name: String,
        /// The time that was reached.
        last: f64,
        /// The time at which the part starts.
        first: f64,
    },
    /// The session refuses it.
    #[error(transparent)]
    Session(#[from] SessionError),
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: Option<TraceFormat>,
    /// Names of the pools with the bytes of their partials, in order.
    pools: Vec<(String, usize)>,
    /// Names of the objects by number; nothing where page keys hold none.
    objects: Option<Vec<String>>,
    times: Option<(f64, f64)>,
    references: u64,
}

impl Session {
    /// What was taken so far, as a part that can be merged. Ends the session: its exact curves are gone.
    pub fn to_part(&mut self) -> Result<Vec<u8>, PartError> {
        let mut pools = Vec::new();
        let mut bodies = Vec::new();
        for (name, models) in self.models_by_name() {
            let stack = models.take_exact().ok_or(PartError::Sampled)?;
            let body = stack.into_partial().ok_or(PartError::NotMergeable)?.to_bytes();
            pools.push((name.to_owned(), body.len()));
            bodies.push(body);
        }
        let head = Head {
            format: self.format,
            pools,
            objects: (self.objects == Some(true)).then(|| self.names.objects().to_vec()),
            times: self.times,
            references: self.references,
        };
        // Names, numbers and finite times are always JSON; only the length of the head has a limit.
        let head = serde_json::to_vec(&head).map_err(|_| PartError::TooManyNames)?;
        let length = u32::try_from(head.len()).map_err(|_| PartError::TooManyNames)?;
        let mut bytes = MARK.to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(head);
        bytes.extend(xxh3_64(&bytes).to_le_bytes());
        bytes.extend(bodies.concat());
        Ok(bytes)
    }

    /// Appends a part that was computed apart: `bytes` as [`Session::to_part`] gives them, `name` for what is said of it.
    pub fn append_part(&mut self, bytes: &[u8], name: &str) -> Result<(), PartError> {
        let broken = |offset: usize, expected| PartError::Broken { name: name.to_owned(), offset, expected };
        let (head, mut at) = head_of(bytes, name)?;
        if let Some(format) = head.format {
            self.expect_format(format, name)?;
        }
        self.expect_objects(head.objects.is_some(), name)?;
        if let (Some((_, last)), Some((first, _))) = (self.times, head.times)
            && first < last
        {
            return Err(PartError::Order { name: name.to_owned(), last, first });
        }
        let names = &mut self.names;
        let numbers: Option<Vec<u32>> =
            head.objects.as_ref().map(|objects| objects.iter().map(|object| names.object(object)).collect());

        for (pool, length) in &head.pools {
            let body = bytes.get(at..).and_then(|rest| rest.get(..*length));
            let body = body.ok_or_else(|| broken(at, "the part of a pool"))?;
            let wrong = |source| PartError::Pool { name: name.to_owned(), pool: pool.clone(), source };
            let mut part = LruPartial::from_bytes(body).map_err(wrong)?;
            if let Some(numbers) = &numbers {
                if part.page_keys().iter().any(|page| (page >> 32) as usize >= numbers.len()) {
                    return Err(broken(at, "pages of objects that the head names"));
                }
                part = part.with_keys(|page| u64::from(numbers[(page >> 32) as usize]) << 32 | page & 0xFFFF_FFFF);
            }
            let number = if pool == NAMELESS { 0 } else { self.pool(pool)? };
            if let Some(models) = self.models(number)? {
                models.append(&part);
            }
            at += length;
        }
        if at != bytes.len() {
            return Err(broken(at, "the end of the file"));
        }
        if let Some((first, last)) = head.times {
            self.reach(first, last);
        }
        self.references = self.references.saturating_add(head.references);
        Ok(())
    }
}

/// The head of a part, checked, and where its pools begin.
fn head_of(bytes: &[u8], name: &str) -> Result<(Head, usize), PartError> {
    let broken = |offset: usize, expected| PartError::Broken { name: name.to_owned(), offset, expected };
    if bytes.get(..8) != Some(&MARK) {
        return Err(broken(0, "a part of a curve, written with --partial"));
    }
    let length = bytes.get(8..12).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let end = 12 + length.ok_or_else(|| broken(8, "the length of the head"))? as usize;
    let check = bytes.get(end..end + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    if check.is_none() || check != bytes.get(..end).map(xxh3_64) {
        return Err(broken(end, "the check sum of the head"));
    }
    let head = serde_json::from_slice(&bytes[12..end]).map_err(|_| broken(12, "a head that can be read"))?;
    Ok((head, end + 8))
}
