//! One column at a time: the same field of many sections to an Arrow array.

use std::sync::Arc;

use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, ListArray, StringArray,
    TimestampMicrosecondArray, UInt32Array, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::Field as ArrowField;

use crate::layout::{Field, Kind};
use crate::map::Map;
use crate::time::TOD_PER_MICROSECOND;
use crate::{ebcdic, number, time};

/// A section (or header) of a record: where it starts in the block, and how many bytes it has.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) at: u32,
    pub(crate) len: u32,
}

/// Places of which a field is read before the next field is: their sections stay in the first cache meanwhile.
const TILE: usize = 256;

/// The values of each of `fields` in each of `places`, as [`read`] has them. Fields that are integers of four bytes and
/// nothing more, as most counters are, are read together, a few sections at a time.
pub(crate) fn read_all<'f>(fields: impl Iterator<Item = &'f Field>, places: &[Place], bytes: &[u8]) -> Vec<ArrayRef> {
    let shortest = places.iter().map(|p| p.len).min().unwrap_or(0) as usize;
    let fields: Vec<&Field> = fields.collect();
    let is_word = |field: &Field| field.is_word() && field.end() <= shortest;
    let own = fields.iter().filter(|field| is_word(field));
    let mut words: Vec<(usize, Vec<u32>)> = own.map(|field| (field.at, Vec::with_capacity(places.len()))).collect();
    for tile in places.chunks(TILE) {
        for (at, values) in &mut words {
            let word = |p: &Place| bytes[p.at as usize + *at..].first_chunk().map_or(0, |b| u32::from_be_bytes(*b));
            values.extend(tile.iter().map(word));
        }
    }
    let mut words = words.into_iter().map(|(_, values)| Buffer::from_vec(values));
    let column = |field: &&Field| -> ArrayRef {
        match is_word(field).then(|| words.next()).flatten() {
            Some(values) if field.kind == Kind::Signed(4) => Arc::new(Int32Array::new(values.into(), None)),
            Some(values) => Arc::new(UInt32Array::new(values.into(), None)),
            None => read(field, places, bytes),
        }
    };
    fields.iter().map(column).collect()
}

/// The values of `field` in each of `places`; null where the place is too short to have it.
///
/// Texts and labels come as dictionaries: they repeat from row to row.
pub(crate) fn read(field: &Field, places: &[Place], bytes: &[u8]) -> ArrayRef {
    if let Some(text) = &field.always {
        let keys = Int32Array::from_value(0, places.len());
        return Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(vec![text.as_str()]))));
    }
    let end = field.end() as u32;
    if places.iter().all(|p| p.len >= end) {
        return match field.array {
            Some(_) => list(field, places, bytes, None),
            None => values(field, places, bytes, None),
        };
    }
    let present: Vec<bool> = places.iter().map(|p| p.len >= end).collect();
    match field.array {
        Some(_) => list(field, places, bytes, Some(present)),
        None => values(field, places, bytes, Some(present)),
    }
}

fn list(field: &Field, places: &[Place], bytes: &[u8], present: Option<Vec<bool>>) -> ArrayRef {
    let Some(array) = field.array else { return values(field, places, bytes, present) };
    let there = |i: usize| present.as_ref().is_none_or(|p| p[i]);
    let mut elements = Vec::with_capacity(places.len() * array.count);
    let mut lengths = Vec::with_capacity(places.len());
    for (i, place) in places.iter().enumerate() {
        let count = if there(i) { array.count } else { 0 };
        elements.extend((0..count).map(|k| Place { at: place.at + (k * array.stride) as u32, len: u32::MAX }));
        lengths.push(count);
    }
    let flat = Field { array: None, ..field.clone() };
    let items = plain(values(&flat, &elements, bytes, None));
    let item = ArrowField::new("item", items.data_type().clone(), true);
    Arc::new(ListArray::new(item.into(), OffsetBuffer::from_lengths(lengths), items, present.map(NullBuffer::from)))
}

/// List items are written without a dictionary: lists hold numbers.
fn plain(array: ArrayRef) -> ArrayRef {
    match array.as_any().downcast_ref::<DictionaryArray<Int32Type>>().and_then(|d| d.downcast_dict::<StringArray>()) {
        Some(texts) => Arc::new(texts.into_iter().collect::<StringArray>()),
        None => array,
    }
}

/// The texts of a column with or without a dictionary.
#[cfg(test)]
pub(crate) fn texts(array: &ArrayRef) -> StringArray {
    plain(array.clone()).as_any().downcast_ref::<StringArray>().expect("a column of texts").clone()
}

fn values(field: &Field, places: &[Place], bytes: &[u8], present: Option<Vec<bool>>) -> ArrayRef {
    let at = field.at;
    let source = Source { places, bytes, at, present: present.as_deref() };
    if let Some(labels) = &field.values {
        let keys = source.map(field.kind.width(), |b| field.small(b));
        return labelled(keys, labels, present);
    }
    if let Some(scale) = field.scale {
        let read = |b: &[u8]| number::unsigned(b).saturating_mul(scale);
        return Arc::new(UInt64Array::new(source.map(field.kind.width(), read).into(), nulls(present)));
    }
    match field.kind {
        Kind::Unsigned(4) if field.bits.is_none() => {
            let values: ScalarBuffer<u32> = source.fixed(u32::from_be_bytes);
            let there = |none: u32| values.iter().map(|value| *value != none).collect::<NullBuffer>();
            let nulls = NullBuffer::union(nulls(present).as_ref(), field.none.map(there).as_ref());
            Arc::new(UInt32Array::new(values, nulls))
        }
        Kind::Signed(4) if field.bits.is_none() => {
            Arc::new(Int32Array::new(source.fixed(i32::from_be_bytes), nulls(present)))
        }
        Kind::Unsigned(2) if field.bits.is_none() => {
            Arc::new(UInt32Array::new(source.fixed(|b| u32::from(u16::from_be_bytes(b))), nulls(present)))
        }
        Kind::Unsigned(n) => {
            Arc::new(UInt32Array::new(source.map(n, |b| field.small(b) as u32).into(), nulls(present)))
        }
        Kind::Signed(n) => Arc::new(Int32Array::new(source.map(n, |b| field.small(b) as i32).into(), nulls(present))),
        Kind::Unsigned64 => Arc::new(UInt64Array::new(source.fixed(u64::from_be_bytes), nulls(present))),
        Kind::Rest => Arc::new(places.iter().map(|p| rest(field, *p, bytes)).collect::<UInt64Array>()),
        Kind::Signed64 => Arc::new(Int64Array::new(source.fixed(i64::from_be_bytes), nulls(present))),
        Kind::Micros => Arc::new(Float64Array::new(source.fixed(|b| u64::from_be_bytes(b) as f64), nulls(present))),
        Kind::StckDuration => {
            let read = |b| u64::from_be_bytes(b) as f64 / TOD_PER_MICROSECOND;
            Arc::new(Float64Array::new(source.fixed(read), nulls(present)))
        }
        Kind::Hfp(n) => Arc::new(Float64Array::new(source.map(n, number::hfp).into(), nulls(present))),
        Kind::Flag(bit) => {
            let read = |b: &[u8]| b[bit / 8] >> (7 - bit % 8) & 1 == 1;
            Arc::new(BooleanArray::new(source.map(field.kind.width(), read).into(), nulls(present)))
        }
        Kind::Packed(n) => Arc::new(Int64Array::from_iter(source.optional(n, number::packed))),
        Kind::Stck => {
            let times = source.optional(8, |b| time::tod(number::unsigned(b)));
            Arc::new(TimestampMicrosecondArray::from_iter(times).with_timezone("UTC"))
        }
        Kind::StckLocal => {
            let times = source.optional(8, |b| time::tod(number::unsigned(b)));
            Arc::new(TimestampMicrosecondArray::from_iter(times))
        }
        Kind::SmfTime => Arc::new(TimestampMicrosecondArray::from_iter(source.optional(8, time::smf))),
        Kind::RmfTime => Arc::new(TimestampMicrosecondArray::from_iter(source.optional(8, time::rmf))),
        Kind::Units16 => {
            let read = |b| f64::from(u32::from_be_bytes(b)) * 16.0;
            Arc::new(Float64Array::new(source.fixed(read), nulls(present)))
        }
        Kind::TextTime => Arc::new(TimestampMicrosecondArray::from_iter(source.optional(14, time::text))),
        Kind::ImsTime => Arc::new(TimestampMicrosecondArray::from_iter(source.optional(12, time::ims))),
        Kind::TextDuration => {
            let lengths = source.optional(6, |b| time::text_duration(b).map(|us| us as f64));
            Arc::new(Float64Array::from_iter(lengths))
        }
        Kind::RmfDuration => {
            let lengths = source.optional(4, |b| time::rmf_duration(b).map(|us| us as f64));
            Arc::new(Float64Array::from_iter(lengths))
        }
        Kind::Text(n) => dictionary(&source, n, ebcdic::decode),
        Kind::Hex(n) => dictionary(&source, n, hex),
    }
}

/// The integer that fills what is left of a section; none where that is nothing, or more than an integer.
fn rest(field: &Field, place: Place, bytes: &[u8]) -> Option<u64> {
    let (start, end) = (place.at as usize + field.at, place.at as usize + place.len as usize);
    bytes.get(start..end).filter(|b| (1..=8).contains(&b.len())).map(number::unsigned)
}

fn nulls(present: Option<Vec<bool>>) -> Option<NullBuffer> {
    present.map(NullBuffer::from)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02X}")).collect()
}

/// What an enumeration shows for a value without a label.
pub(crate) fn unknown_label(value: i64) -> String {
    format!("unknown ({value})")
}

fn labelled(
    values: Vec<i64>,
    labels: &std::collections::BTreeMap<i64, String>,
    present: Option<Vec<bool>>,
) -> ArrayRef {
    let mut texts: Vec<String> = labels.values().cloned().collect();
    let mut index: Vec<(i64, i32)> = labels.keys().copied().zip(0..).collect();
    let keys: Vec<i32> = values
        .into_iter()
        .map(|value| match index.iter().find(|(known, _)| *known == value) {
            Some((_, key)) => *key,
            None => {
                let key = texts.len() as i32;
                texts.push(unknown_label(value));
                index.push((value, key));
                key
            }
        })
        .collect();
    let keys = Int32Array::new(keys.into(), nulls(present));
    Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(texts))))
}

fn dictionary(source: &Source<'_>, width: usize, decode: impl Fn(&[u8]) -> String) -> ArrayRef {
    let mut seen: Map<&[u8], i32> = Map::default();
    let mut texts: Vec<String> = Vec::new();
    let keys: Int32Array = (0..source.places.len())
        .map(|i| {
            let raw = source.get(i, width)?;
            Some(*seen.entry(raw).or_insert_with(|| {
                texts.push(decode(raw));
                texts.len() as i32 - 1
            }))
        })
        .collect();
    Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(texts))))
}

/// The bytes of one field in many places.
struct Source<'a> {
    places: &'a [Place],
    bytes: &'a [u8],
    at: usize,
    present: Option<&'a [bool]>,
}

impl<'a> Source<'a> {
    fn get(&self, i: usize, width: usize) -> Option<&'a [u8]> {
        if self.present.is_some_and(|p| !p[i]) {
            return None;
        }
        let start = self.places[i].at as usize + self.at;
        self.bytes.get(start..start + width)
    }

    /// Values of `N` bytes; the default where there is none.
    fn fixed<const N: usize, T: Copy + Default + arrow_buffer::ArrowNativeType>(
        &self,
        read: impl Fn([u8; N]) -> T,
    ) -> ScalarBuffer<T> {
        let value = |start: usize| self.bytes[start..].first_chunk::<N>().map_or_else(T::default, |b| read(*b));
        let values: Vec<T> = match self.present {
            None => self.places.iter().map(|p| value(p.at as usize + self.at)).collect(),
            Some(present) => {
                let both = self.places.iter().zip(present);
                both.map(|(p, there)| if *there { value(p.at as usize + self.at) } else { T::default() }).collect()
            }
        };
        values.into()
    }

    fn map<T: Default>(&self, width: usize, read: impl Fn(&[u8]) -> T) -> Vec<T> {
        (0..self.places.len()).map(|i| self.get(i, width).map_or_else(T::default, &read)).collect()
    }

    fn optional<T>(&self, width: usize, read: impl Fn(&[u8]) -> Option<T>) -> impl Iterator<Item = Option<T>> {
        (0..self.places.len()).map(move |i| self.get(i, width).and_then(&read))
    }
}
