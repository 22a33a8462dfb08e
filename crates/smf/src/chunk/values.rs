//! The values of a column chunk, gathered from batches, and the encoding that suits them.
//!
//! Few different values become a dictionary with run lengths, whatever their type: most counters of most intervals are
//! zero, and what a record says of itself stands in each of its rows. Times and places that climb become deltas. The rest
//! is plain, because looking further would cost more than writing it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::repeat_n;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use parquet::basic::Encoding;

use super::hybrid::{deltas, hybrid};
use super::stretch::{Runs, Stretches};

/// Different values that a dictionary has at any rate.
const FEW: usize = 2_048;
/// Values to a different one, for a dictionary of more.
const REPEATED: usize = 8;
/// Most entries of a dictionary of numbers.
const MOST: usize = 1 << 16;
const FREE: u32 = u32::MAX;

/// Values without nulls, in the order of rows.
pub(super) enum Values {
    /// Integers of four bytes, as their bits.
    Four(Vec<u32>),
    /// Integers and floating point numbers of eight bytes, as their bits.
    Eight(Vec<u64>, Climb),
    Bits(Vec<bool>),
    Texts(Texts),
}

/// Whether values are as a rule greater than those before them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Climb {
    Not,
    /// Places of records in a file.
    Places,
    /// Times, of which the least and the greatest tell whether a chunk is worth reading.
    Times,
}

/// Values as a page has them, and the dictionary that they refer to.
pub(super) struct Encoded {
    pub(super) dictionary: Option<(Vec<u8>, usize)>,
    pub(super) encoding: Encoding,
}

/// No values: all rows are null.
const NOTHING: Encoded = Encoded { dictionary: None, encoding: Encoding::PLAIN };

impl Values {
    /// None yet, of a type that a record has; None of others.
    pub(super) fn of(name: &str, kind: &DataType) -> Option<Values> {
        Some(match kind {
            DataType::UInt32 | DataType::Int32 => Values::Four(Vec::new()),
            DataType::Timestamp(..) => Values::Eight(Vec::new(), Climb::Times),
            DataType::UInt64 if name == "record" => Values::Eight(Vec::new(), Climb::Places),
            DataType::UInt64 | DataType::Int64 | DataType::Float64 => Values::Eight(Vec::new(), Climb::Not),
            DataType::Boolean => Values::Bits(Vec::new()),
            DataType::Dictionary(keys, texts) if **keys == DataType::Int32 && **texts == DataType::Utf8 => {
                Values::Texts(Texts::default())
            }
            _ => return None,
        })
    }

    /// Forgets them, and their memory: a file of many days has a writer for each, of which one is in use.
    pub(super) fn clear(&mut self) {
        match self {
            Values::Four(values) => *values = Vec::new(),
            Values::Eight(values, _) => *values = Vec::new(),
            Values::Bits(values) => *values = Vec::new(),
            Values::Texts(texts) => *texts = Texts::default(),
        }
    }

    /// Adds those of an array of the same type. Room is made for `rows` at once as soon as it seems that so many come:
    /// what grows by doubling is copied each time.
    pub(super) fn push(&mut self, array: &ArrayRef, rows: usize) {
        let stretches: Vec<(usize, usize)> = match array.nulls().filter(|nulls| nulls.null_count() > 0) {
            None => vec![(0, array.len())],
            Some(nulls) => nulls.valid_slices().collect(),
        };
        macro_rules! add {
            ($into:expr, $type:ty, $bits:expr) => {{
                let values = array.as_primitive::<$type>().values();
                stretches.iter().for_each(|(from, to)| $into.extend(values[*from..*to].iter().map($bits)))
            }};
        }
        match self {
            Values::Four(into) => make_room(into, array.len(), rows),
            Values::Eight(into, _) => make_room(into, array.len(), rows),
            Values::Texts(into) => make_room(&mut into.codes, array.len(), rows),
            Values::Bits(_) => {}
        }
        match self {
            Values::Four(into) => match array.data_type() {
                DataType::Int32 => add!(into, Int32Type, |v| *v as u32),
                _ => add!(into, UInt32Type, |v| *v),
            },
            Values::Eight(into, _) => match array.data_type() {
                DataType::Int64 => add!(into, Int64Type, |v| *v as u64),
                DataType::Float64 => add!(into, Float64Type, |v| v.to_bits()),
                DataType::Timestamp(..) => add!(into, TimestampMicrosecondType, |v| *v as u64),
                _ => add!(into, UInt64Type, |v| *v),
            },
            Values::Bits(into) => {
                let values = array.as_boolean().values();
                stretches.iter().for_each(|(from, to)| into.extend(values.slice(*from, to - from).iter()));
            }
            Values::Texts(into) => into.push(array, &stretches),
        }
    }

    /// Writes them behind what a page has already: each in as many rows as `counts` says, or in one.
    pub(super) fn encode(&self, counts: Option<&[u32]>, out: &mut Vec<u8>) -> Encoded {
        match self {
            Values::Four(values) => numbers(values, counts, out, plain),
            Values::Eight(values, Climb::Not) => numbers(values, counts, out, plain),
            Values::Eight(values, _) => numbers(values, counts, out, |values, out| {
                deltas(&values.iter().map(|value| *value as i64).collect::<Vec<_>>(), out);
                Encoding::DELTA_BINARY_PACKED
            }),
            Values::Bits(values) => {
                let byte = |eight: &[bool]| eight.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
                out.extend(spread(values, counts).chunks(8).map(byte));
                Encoded { dictionary: None, encoding: Encoding::PLAIN }
            }
            Values::Texts(texts) => texts.encode(counts, out),
        }
    }

    /// The least and the greatest of times.
    pub(super) fn ends(&self) -> Option<(i64, i64)> {
        let Values::Eight(values, Climb::Times) = self else { return None };
        let signed = || values.iter().map(|value| *value as i64);
        Some((signed().min()?, signed().max()?))
    }
}

/// Part of the rows that are expected from which on room is made for all of them.
const PART: usize = 16;

fn make_room<T>(values: &mut Vec<T>, more: usize, rows: usize) {
    let wanted = values.len() + more;
    if wanted > values.capacity() && wanted > rows / PART && wanted < rows {
        values.reserve_exact(rows + rows / PART - values.len());
    }
}

/// A value a row.
fn spread<'a, T: Copy>(values: &'a [T], counts: Option<&[u32]>) -> Cow<'a, [T]> {
    let Some(counts) = counts else { return Cow::Borrowed(values) };
    values.iter().zip(counts).flat_map(|(value, count)| repeat_n(*value, *count as usize)).collect()
}

/// The bits of a number.
trait Word: Copy + Eq {
    fn wide(self) -> u64;
    fn write(values: &[Self], out: &mut Vec<u8>);
}

impl Word for u32 {
    fn wide(self) -> u64 {
        u64::from(self)
    }
    fn write(values: &[u32], out: &mut Vec<u8>) {
        write_words(values, u32::to_le_bytes, out);
    }
}

impl Word for u64 {
    fn wide(self) -> u64 {
        self
    }
    fn write(values: &[u64], out: &mut Vec<u8>) {
        write_words(values, u64::to_le_bytes, out);
    }
}

/// Room first, then values: so that it is one copy where numbers are in this order in memory.
fn write_words<T: Copy, const N: usize>(values: &[T], bytes: impl Fn(T) -> [u8; N], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + N * values.len(), 0);
    out[start..].chunks_exact_mut(N).zip(values).for_each(|(to, value)| to.copy_from_slice(&bytes(*value)));
}

fn plain<T: Word>(values: &[T], out: &mut Vec<u8>) -> Encoding {
    T::write(values, out);
    Encoding::PLAIN
}

fn numbers<T: Word>(
    values: &[T],
    counts: Option<&[u32]>,
    out: &mut Vec<u8>,
    other: impl Fn(&[T], &mut Vec<u8>) -> Encoding,
) -> Encoded {
    if values.is_empty() {
        return NOTHING;
    }
    let Some((known, codes)) = coded(Stretches::new(values, counts)) else {
        return Encoded { dictionary: None, encoding: other(&spread(values, counts), out) };
    };
    let mut dictionary = Vec::new();
    T::write(&known, &mut dictionary);
    write_codes(codes.into_iter(), known.len(), out);
    Encoded { dictionary: Some((dictionary, known.len())), encoding: Encoding::RLE_DICTIONARY }
}

/// Codes, each so many times, behind the bits that each has.
fn write_codes(codes: impl Iterator<Item = (u32, u32)>, entries: usize, out: &mut Vec<u8>) {
    let width = (u32::BITS - (entries.max(1) as u32 - 1).leading_zeros()).max(1);
    out.push(width as u8);
    hybrid(codes, width, out);
}

/// The different values in the order in which they come, and which of them each stretch is; None where they are too many.
fn coded<T: Word>(stretches: Stretches<'_, T>) -> Option<(Vec<T>, Runs)> {
    let mut known = Vec::new();
    let mut codes = Vec::new();
    let mut rows = 0;
    let mut slots = vec![FREE; 2 * FEW];
    for (value, count) in stretches {
        let mut at = place(value, slots.len());
        while slots[at] != FREE && known[slots[at] as usize] != value {
            at = (at + 1) % slots.len();
        }
        let mut code = slots[at];
        if code == FREE {
            if known.len() >= FEW && (known.len() * REPEATED > rows || known.len() >= MOST) {
                return None;
            }
            code = known.len() as u32;
            slots[at] = code;
            known.push(value);
            if known.len() * 2 > slots.len() {
                slots = again(&known, slots.len() * 4);
            }
        }
        codes.push((code, count));
        rows += count as usize;
    }
    Some((known, codes))
}

fn again<T: Word>(known: &[T], size: usize) -> Vec<u32> {
    let mut slots = vec![FREE; size];
    for (code, value) in known.iter().enumerate() {
        let mut at = place(*value, size);
        while slots[at] != FREE {
            at = (at + 1) % size;
        }
        slots[at] = code as u32;
    }
    slots
}

/// Where a value is looked for, of a power of two (Knuth, TAOCP 3, 6.4: 2^64 by the golden ratio).
fn place<T: Word>(value: T, size: usize) -> usize {
    (value.wide().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize & (size - 1)
}

/// Texts by their codes: a text is looked up once a batch, however many rows have it.
#[derive(Default)]
pub(super) struct Texts {
    codes: Vec<u32>,
    known: HashMap<Box<str>, u32>,
    every: Vec<Box<str>>,
}

impl Texts {
    fn push(&mut self, array: &ArrayRef, stretches: &[(usize, usize)]) {
        let array = array.as_dictionary::<Int32Type>();
        let texts = array.values().as_string::<i32>();
        let mut codes = vec![FREE; texts.len()];
        for key in stretches.iter().flat_map(|(from, to)| &array.keys().values()[*from..*to]) {
            let code = &mut codes[*key as usize];
            if *code == FREE {
                *code = self.code(texts.value(*key as usize));
            }
            self.codes.push(*code);
        }
    }

    fn code(&mut self, text: &str) -> u32 {
        if let Some(code) = self.known.get(text) {
            return *code;
        }
        let code = self.every.len() as u32;
        self.known.insert(text.into(), code);
        self.every.push(text.into());
        code
    }

    fn encode(&self, counts: Option<&[u32]>, out: &mut Vec<u8>) -> Encoded {
        if self.codes.is_empty() {
            return NOTHING;
        }
        let rows = counts.map_or(self.codes.len(), |counts| counts.iter().map(|count| *count as usize).sum());
        if self.every.len() > FEW && self.every.len() * 2 > rows {
            spread(&self.codes, counts).iter().for_each(|code| write_text(&self.every[*code as usize], out));
            return Encoded { dictionary: None, encoding: Encoding::PLAIN };
        }
        let mut dictionary = Vec::new();
        self.every.iter().for_each(|text| write_text(text, &mut dictionary));
        write_codes(Stretches::new(&self.codes, counts), self.every.len(), out);
        Encoded { dictionary: Some((dictionary, self.every.len())), encoding: Encoding::RLE_DICTIONARY }
    }
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(&(text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}
