//! A part of a trace as bytes, to be merged with the part after it: exact for plain LRU.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GPPART\0\1` |
//! | 4 | length of the head, little-endian |
//! | | the head: JSON with format, pools, objects and times |
//! | 8 | XXH3-64 of all before |
//! | | for each pool its partial, as getpage-curve writes it |
//!
//! Objects are numbered in order of appearance, otherwise in every part: the head has their names, and merging gives
//! the later part the numbers of the earlier.

use getpage_curve::LruPartial;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::session::Session;

const MARK: [u8; 8] = *b"GPPART\0\x01";

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    /// Names of the pools with the bytes of their partials, in order.
    pools: Vec<(String, usize)>,
    /// Names of the objects by number; nothing where page keys hold none.
    objects: Option<Vec<String>>,
    times: Option<(f64, f64)>,
    references: u64,
}

/// The part that a session has computed.
pub(super) fn write(session: &mut Session) -> Result<Vec<u8>, String> {
    let mut pools = Vec::new();
    let mut bodies = Vec::new();
    for (name, run) in session.runs() {
        let stack = run.exact.take().ok_or("a sample cannot be merged; compute the part exactly")?;
        let partial = stack.into_partial().ok_or("this run was not set to be merged")?;
        bodies.push(partial.to_bytes());
        pools.push((name.to_owned(), bodies.last().map_or(0, Vec::len)));
    }
    let head = Head {
        format: session.format.clone().unwrap_or_default(),
        pools,
        objects: (session.objects == Some(true)).then(|| session.names.objects().to_vec()),
        times: session.times,
        references: session.references,
    };
    let head = serde_json::to_vec(&head).map_err(|e| e.to_string())?;
    let mut bytes = MARK.to_vec();
    bytes.extend(u32::try_from(head.len()).map_err(|_| "more names of objects than fit into a part")?.to_le_bytes());
    bytes.extend(head);
    bytes.extend(xxh3_64(&bytes).to_le_bytes());
    bytes.extend(bodies.concat());
    Ok(bytes)
}

/// Appends a part to a session.
pub(super) fn append(session: &mut Session, bytes: &[u8], name: &str) -> Result<(), String> {
    let broken = |offset: usize, expected: &str| {
        format!("{name}, offset {offset}: expected {expected}; compute this part of the trace again")
    };
    if bytes.get(..8) != Some(&MARK) {
        return Err(broken(0, "a part of a curve, written with --partial"));
    }
    let length = bytes.get(8..12).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
    let end = 12 + length.ok_or_else(|| broken(8, "the length of the head"))? as usize;
    let check = bytes.get(end..end + 8).and_then(|b| b.try_into().ok()).map(u64::from_le_bytes);
    if check != bytes.get(..end).map(xxh3_64) || check.is_none() {
        return Err(broken(end, "the check sum of the head"));
    }
    let head: Head = serde_json::from_slice(&bytes[12..end]).map_err(|_| broken(12, "a head that can be read"))?;
    session.expect_format(&head.format, name)?;
    session.expect_objects(head.objects.is_some(), name)?;
    if let (Some((_, last)), Some((first, _))) = (session.times, head.times)
        && first < last
    {
        return Err(format!(
            "{name}: expected a part that starts at time {last} or later, found {first}; give the parts in the order of the trace"
        ));
    }
    let numbers: Option<Vec<u32>> =
        head.objects.as_ref().map(|names| names.iter().map(|name| session.names.object(name)).collect());

    let mut at = end + 8;
    for (pool, length) in &head.pools {
        let body =
            bytes.get(at..).and_then(|rest| rest.get(..*length)).ok_or_else(|| broken(at, "the part of a pool"))?;
        let mut part = LruPartial::from_bytes(body).map_err(|e| format!("{name}, pool {pool}: {e}"))?;
        if let Some(numbers) = &numbers {
            if part.page_keys().iter().any(|page| (page >> 32) as usize >= numbers.len()) {
                return Err(broken(at, "pages of objects that the head names"));
            }
            part = part.with_keys(|page| u64::from(numbers[(page >> 32) as usize]) << 32 | page & 0xFFFF_FFFF);
        }
        let number = match pool.as_str() {
            "trace" => Some(0),
            known => session.names.pool(known).map(|pool| usize::from(pool.0)),
        };
        let number = number.ok_or("more than 65,536 pools")?;
        if let Some(run) = session.run(number)? {
            run.append(&part);
        }
        at += length;
    }
    if at != bytes.len() {
        return Err(broken(at, "the end of the file"));
    }
    if let Some((first, last)) = head.times {
        session.reach(first, last);
    }
    session.references += head.references;
    Ok(())
}
