//! Fields: where a value stands, how it is written and which column it becomes.

use std::collections::BTreeMap;

use arrow_schema::{DataType, Field as ArrowField, TimeUnit};
use serde::Deserialize;

use crate::number;

/// How the bytes of a field are written. Sizes are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Unsigned big-endian integer of 1 to 4 bytes.
    Unsigned(usize),
    /// Signed big-endian integer of 1, 2 or 4 bytes.
    Signed(usize),
    /// Unsigned integer that fills what is left of its section, up to 8 bytes.
    Rest,
    /// Unsigned 8-byte integer.
    Unsigned64,
    /// Signed 8-byte integer.
    Signed64,
    /// One bit, counted from the most significant bit of the first byte.
    Flag(usize),
    /// EBCDIC text of code page 037.
    Text(usize),
    /// Bytes shown as hexadecimal digits.
    Hex(usize),
    /// Packed decimal.
    Packed(usize),
    /// TOD clock; zero means "no time".
    Stck,
    /// TOD clock set to the local time of the system; zero means "no time".
    StckLocal,
    /// Duration in TOD clock units, 4096 to the microsecond.
    StckDuration,
    /// Duration in microseconds, 8 bytes.
    Micros,
    /// Hexadecimal floating point of 4 or 8 bytes.
    Hfp(usize),
    /// 1/100 s since midnight (4 bytes), then packed 0cyydddF (4 bytes): local time.
    SmfTime,
    /// Packed 0hhmmssF, then packed 0cyydddF, 4 bytes each: local time, as RMF writes it.
    RmfTime,
    /// Text MMDDYYYYHHMMSS, 14 bytes: local time, as CICS writes it in the product section of its statistics.
    TextTime,
    /// Text HHMMSS, 6 bytes: a length of time; blanks for none.
    TextDuration,
    /// Packed yyyydddF, hhmmss and microseconds, then the offset from UTC in quarters of an hour (0qqs), 12 bytes: a time in UTC and
    /// with it local time, as IMS writes it; all zeros for none.
    ImsTime,
    /// Duration in units of 16 microseconds, 4 bytes: a clock of CICS before TS 3.2.
    Units16,
    /// Packed mmsstttF, 4 bytes: minutes, seconds and 1/1000 s, as RMF writes the length of an interval.
    RmfDuration,
}

impl Kind {
    /// Reads the name that layout files use, such as `u32` or `text:8`.
    pub fn parse(name: &str) -> Option<Kind> {
        let (base, size) = match name.split_once(':') {
            Some((base, size)) => (base, Some(size.parse::<usize>().ok()?)),
            None => (name, None),
        };
        Some(match (base, size) {
            ("u8", None) => Kind::Unsigned(1),
            ("u16", None) => Kind::Unsigned(2),
            ("u24", None) => Kind::Unsigned(3),
            ("u32", None) => Kind::Unsigned(4),
            ("i8", None) => Kind::Signed(1),
            ("i16", None) => Kind::Signed(2),
            ("i32", None) => Kind::Signed(4),
            ("uint", None) => Kind::Rest,
            ("u64", None) => Kind::Unsigned64,
            ("i64", None) => Kind::Signed64,
            ("us64", None) => Kind::Micros,
            ("stck", None) => Kind::Stck,
            ("stcklocal", None) => Kind::StckLocal,
            ("stckdur", None) => Kind::StckDuration,
            ("smftime", None) => Kind::SmfTime,
            ("rmftime", None) => Kind::RmfTime,
            ("rmfdur", None) => Kind::RmfDuration,
            ("units16", None) => Kind::Units16,
            ("mdytime", None) => Kind::TextTime,
            ("imstime", None) => Kind::ImsTime,
            ("hmsdur", None) => Kind::TextDuration,
            ("flag", Some(bit)) if bit < 64 => Kind::Flag(bit),
            ("text", Some(n)) if (1..=32_000).contains(&n) => Kind::Text(n),
            ("hex", Some(n)) if (1..=32_000).contains(&n) => Kind::Hex(n),
            ("packed", Some(n)) if (1..=9).contains(&n) => Kind::Packed(n),
            ("hfp", Some(n)) if n == 4 || n == 8 => Kind::Hfp(n),
            _ => return None,
        })
    }

    /// Bytes that the field takes, from its offset; the least where its section tells.
    pub fn width(self) -> usize {
        match self {
            Kind::Unsigned(n) | Kind::Signed(n) | Kind::Text(n) | Kind::Hex(n) | Kind::Packed(n) | Kind::Hfp(n) => n,
            Kind::Flag(bit) => bit / 8 + 1,
            Kind::Unsigned64
            | Kind::Signed64
            | Kind::Stck
            | Kind::StckLocal
            | Kind::StckDuration
            | Kind::Micros
            | Kind::SmfTime
            | Kind::RmfTime => 8,
            Kind::RmfDuration | Kind::Units16 => 4,
            Kind::TextTime => 14,
            Kind::ImsTime => 12,
            Kind::TextDuration => 6,
            Kind::Rest => 1,
        }
    }

    /// Whether the field is an integer of at most 4 bytes, which may have `bits` and `values`.
    pub fn is_small_integer(self) -> bool {
        matches!(self, Kind::Unsigned(_) | Kind::Signed(_))
    }

    /// Whether the field is an unsigned integer, of any size.
    pub fn is_unsigned(self) -> bool {
        matches!(self, Kind::Unsigned(_) | Kind::Unsigned64)
    }

    fn data_type(self) -> DataType {
        match self {
            Kind::Unsigned(_) => DataType::UInt32,
            Kind::Signed(_) => DataType::Int32,
            Kind::Unsigned64 | Kind::Rest => DataType::UInt64,
            Kind::Signed64 | Kind::Packed(_) => DataType::Int64,
            Kind::Flag(_) => DataType::Boolean,
            Kind::Text(_) | Kind::Hex(_) => DataType::Utf8,
            Kind::Stck => DataType::Timestamp(TimeUnit::Microsecond, Some("UTC".into())),
            Kind::SmfTime | Kind::RmfTime | Kind::TextTime | Kind::ImsTime | Kind::StckLocal => {
                DataType::Timestamp(TimeUnit::Microsecond, None)
            }
            Kind::StckDuration
            | Kind::RmfDuration
            | Kind::TextDuration
            | Kind::Units16
            | Kind::Micros
            | Kind::Hfp(_) => DataType::Float64,
        }
    }
}

/// Part of an integer: bit `from` (0 the most significant of the field) and `width` bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bits {
    /// First bit, 0 the most significant.
    pub from: u32,
    /// Number of bits.
    pub width: u32,
}

/// A field repeated inside its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array {
    /// Number of elements.
    pub count: usize,
    /// Bytes from one element to the next.
    pub stride: usize,
}

/// One field of a layout.
#[derive(Debug, Clone)]
pub struct Field {
    /// Offset from the section start (from the record start in a record header), in bytes.
    pub at: usize,
    /// How it is written.
    pub kind: Kind,
    /// Column name.
    pub name: String,
    /// IBM's field name.
    pub ibm: String,
    /// Labels that printed evidence has for it, where IBM's name is none of them.
    pub printed: Vec<String>,
    /// Unit of the column.
    pub unit: String,
    /// One line of meaning.
    pub meaning: String,
    /// First release that writes it; empty when all do.
    pub since: String,
    /// Where the layout of this field comes from.
    pub source: String,
    /// How well it is known: seen, ibm, code or derived.
    pub trust: String,
    /// Only these bits are the value.
    pub bits: Option<Bits>,
    /// Labels of an enumeration.
    pub values: Option<BTreeMap<i64, String>>,
    /// Repetition.
    pub array: Option<Array>,
    /// The value that means "no limit".
    pub no_limit: Option<u64>,
    /// The value that means that there is none: a null in the column.
    pub none: Option<u32>,
    /// The column is the integer times this: frames to bytes.
    pub scale: Option<u64>,
    /// Every row has this text, and no bytes stand for it: what the layout itself says of its rows.
    pub always: Option<String>,
    /// Any value may stand there: what is left of a limit that is none.
    pub unbounded: bool,
    /// The value is the place of its section among those that the same triplet points to, 0 the first; no bytes stand for it.
    pub position: bool,
}

impl Field {
    /// A field of which no more is told: where it stands, how it is written and what its column is called.
    pub(crate) fn plain(name: &str, at: usize, kind: Kind) -> Self {
        let none = String::new;
        Self {
            at,
            kind,
            name: name.to_owned(),
            ibm: none(),
            printed: Vec::new(),
            unit: none(),
            meaning: none(),
            since: none(),
            source: none(),
            trust: none(),
            bits: None,
            values: None,
            array: None,
            no_limit: None,
            none: None,
            scale: None,
            always: None,
            unbounded: false,
            position: false,
        }
    }

    /// An integer of up to 4 bytes, cut down to its bits where the field has some.
    pub(crate) fn small(&self, bytes: &[u8]) -> i64 {
        if let Some(bits) = self.bits {
            let all = 8 * bytes.len() as u32;
            let shifted = number::unsigned(bytes) >> (all - bits.from - bits.width);
            return (shifted & ((1u64 << bits.width) - 1)) as i64;
        }
        match self.kind {
            Kind::Signed(_) => number::signed(bytes),
            _ => number::unsigned(bytes) as i64,
        }
    }

    /// Bytes from the section start to the end of the field, all its elements included.
    pub fn end(&self) -> usize {
        if !self.is_written() {
            return 0;
        }
        let repeats = self.array.map_or(0, |a| (a.count - 1) * a.stride);
        self.at + repeats + self.kind.width()
    }

    /// Whether the column is the integer of four bytes as it is written.
    pub(crate) fn is_word(&self) -> bool {
        let changed = self.bits.is_some() || self.values.is_some() || self.scale.is_some() || self.none.is_some();
        let plain = self.is_written() && self.array.is_none() && !changed;
        plain && matches!(self.kind, Kind::Unsigned(4) | Kind::Signed(4))
    }

    /// Whether bytes of the section stand for the field.
    pub fn is_written(&self) -> bool {
        self.always.is_none() && !self.position
    }

    /// The Arrow type of the column.
    pub fn data_type(&self) -> DataType {
        let item = if self.values.is_some() || self.always.is_some() {
            DataType::Utf8
        } else if self.scale.is_some() {
            DataType::UInt64
        } else {
            self.kind.data_type()
        };
        match self.array {
            Some(_) => DataType::List(ArrowField::new("item", item, true).into()),
            None => item,
        }
    }
}

/// One decoded or to-be-encoded value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Not there: a null column value, zero bytes when encoded.
    Null,
    /// A flag.
    Bool(bool),
    /// An integer; times are microseconds since 1970.
    Int(i128),
    /// A duration in microseconds or a floating point number.
    Float(f64),
    /// Text, hexadecimal digits or the label of an enumeration.
    Text(String),
    /// The elements of an array field.
    List(Vec<Value>),
}
