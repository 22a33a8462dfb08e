//! A partial as bytes, to be kept or sent between machines. Little-endian throughout:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `GPLRU\0\0\2`: the format and its version |
//! | 4 x 8 | getpages: random, sequential, list, dynamic |
//! | 3 x 8 | numbers of distances, of first touches, of pages in the order |
//! | 5 or more each | distance less the one before, four counts; 7 bits a byte, the top bit where more follow |
//! | 9 each | first touches: page, touch code |
//! | 8 each | the order |
//! | 8 | XXH3-64 of all before |

use std::collections::HashSet;

use xxhash_rust::xxh3::xxh3_64;

use super::histogram::Histogram;
use super::partial::LruPartial;
use crate::reference::{ByAccess, Touch};
use crate::units::References;

const MAGIC: [u8; 8] = *b"GPLRU\0\0\x02";

/// Bytes that are not a partial.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("partial curve, offset {offset}: expected {expected}, found {found}; compute this part of the trace again")]
pub struct PartialError {
    /// Offset of what is wrong.
    pub offset: usize,
    /// What should be there.
    pub expected: &'static str,
    /// What is there.
    pub found: String,
}

impl LruPartial {
    /// The partial as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let filled: Vec<_> = self.histogram.filled().collect();
        let mut bytes = MAGIC.to_vec();
        let mut word = |value: u64| bytes.extend(value.to_le_bytes());
        self.getpages.0.iter().for_each(|count| word(count.0));
        word(filled.len() as u64);
        word(self.first_touches.len() as u64);
        word(self.order.len() as u64);
        let mut before = 0;
        for (distance, counts) in filled {
            push_short(&mut bytes, u64::from(distance - before));
            counts.iter().for_each(|&count| push_short(&mut bytes, count));
            before = distance;
        }
        for (page, touch) in &self.first_touches {
            bytes.extend(page.to_le_bytes());
            bytes.push(touch.code());
        }
        for page in &self.order {
            bytes.extend(page.to_le_bytes());
        }
        let check = xxh3_64(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// The partial of these bytes, checked.
    pub fn from_bytes(bytes: &[u8]) -> Result<LruPartial, PartialError> {
        let mut input = Input { bytes, offset: 0 };
        if input.take::<8>()? != MAGIC {
            return Err(input.wrong(0, "GPLRU version 2", "another start"));
        }
        let body = bytes.len().saturating_sub(8);
        let check = Input { bytes, offset: body }.word()?;
        if xxh3_64(&bytes[..body]) != check {
            return Err(input.wrong(body, "the check sum of the bytes before", "another one"));
        }
        let mut getpages = ByAccess::<References>::default();
        for count in &mut getpages.0 {
            *count = References(input.word()?);
        }
        let [distances, first_touches, order] = [input.word()?, input.word()?, input.word()?];

        let mut partial = LruPartial { getpages, ..LruPartial::empty() };
        partial.histogram = Histogram::new();
        let mut distance = 0u64;
        for _ in 0..distances {
            let at = input.offset;
            distance = distance.saturating_add(input.short()?);
            let counts = [input.short()?, input.short()?, input.short()?, input.short()?];
            // No more than the other pages can have been accessed since; so memory is bounded, too.
            match u32::try_from(distance).ok().filter(|_| distance < order) {
                Some(distance) => partial.histogram.add_counts(distance, counts),
                None => return Err(input.wrong(at, "a distance below the number of pages", distance)),
            }
        }
        for _ in 0..first_touches {
            let at = input.offset;
            let page = input.word()?;
            let [code] = input.take::<1>()?;
            let Some(touch) = Touch::from_code(code) else {
                return Err(input.wrong(at + 8, "a touch code of 0 to 7", code));
            };
            partial.first_touches.push((page, touch));
        }
        for _ in 0..order {
            partial.order.push(input.word()?);
        }
        if input.offset != body {
            return Err(input.wrong(input.offset, "the end", "more bytes"));
        }
        partial.consistent(&input)?;
        Ok(partial)
    }

    /// What a check sum does not promise: that the parts of the partial belong together.
    fn consistent(&self, input: &Input<'_>) -> Result<(), PartialError> {
        let first: HashSet<u64> = self.first_touches.iter().map(|touch| touch.0).collect();
        let last: HashSet<u64> = self.order.iter().copied().collect();
        let once = first.len() == self.first_touches.len() && last.len() == self.order.len();
        if !once || first != last {
            return Err(input.wrong(64, "each page once, in both lists", "other pages"));
        }
        let counted = self.histogram.total() + self.first_touches.len() as u64;
        let getpages = self.getpages.total().0;
        if counted != getpages {
            return Err(input.wrong(8, "as many getpages as distances and first touches", getpages));
        }
        Ok(())
    }
}

fn push_short(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

struct Input<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl Input<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PartialError> {
        match self.bytes.get(self.offset..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(code) => {
                self.offset += N;
                Ok(*code)
            }
            None => Err(self.wrong(self.offset, "more bytes", "the end")),
        }
    }

    fn word(&mut self) -> Result<u64, PartialError> {
        self.take::<8>().map(u64::from_le_bytes)
    }

    /// A number of 7 bits a byte.
    fn short(&mut self) -> Result<u64, PartialError> {
        let (at, mut number) = (self.offset, 0u64);
        for shift in (0..64).step_by(7) {
            let [byte] = self.take::<1>()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(self.wrong(at, "a number of 64 bits", "a longer one"))
    }

    fn wrong(&self, offset: usize, expected: &'static str, found: impl ToString) -> PartialError {
        PartialError { offset, expected, found: found.to_string() }
    }
}
