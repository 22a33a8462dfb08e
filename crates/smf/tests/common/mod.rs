//! What the tests share: reading bytes the ordinary way, and records to read.
#![allow(clippy::unwrap_used)]

pub mod damaged;
pub mod mend;
pub mod site;
pub mod values;

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Arc, LazyLock};

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float64Type, Int32Type, Int64Type, TimestampMicrosecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use getpage_pack::source::HEAD;
use getpage_smf::block_book;
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::frame::{Block, Detection, Framing, Reader, detect};
use getpage_smf::layout::{Layouts, Value};
use getpage_smf::prepared::Prepared;

pub static LAYOUTS: LazyLock<Layouts> = LazyLock::new(|| Layouts::builtin().unwrap());
pub static PLAN: LazyLock<Plan> = LazyLock::new(|| Plan::new(&LAYOUTS).unwrap());
pub static PREPARED: LazyLock<Prepared<'static>> = LazyLock::new(|| Prepared::new(&LAYOUTS).unwrap());

/// One row of a table: its columns by name.
pub type Cells = BTreeMap<String, Value>;

/// A record as the reader hands it out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub offset: u64,
    pub bytes: Vec<u8>,
    pub decoded: bool,
}

/// What came out of a file.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    pub framing: Option<Framing>,
    /// Why it is no SMF file.
    pub refusal: String,
    pub records: Vec<Seen>,
    pub log: DamageLog,
    /// Rows by table, where they were asked for.
    pub tables: BTreeMap<String, Vec<Cells>>,
}

impl Outcome {
    /// Rows without the byte offset of their record, which differs from framing to framing.
    pub fn tables_without_offsets(&self) -> BTreeMap<String, Vec<Cells>> {
        let mut tables = self.tables.clone();
        tables.values_mut().flatten().for_each(|row| drop(row.remove("record")));
        tables
    }
}

/// Reads a whole file that is in memory, its framing found from its bytes.
pub fn read(bytes: &[u8]) -> Outcome {
    read_from(bytes, bytes.len(), bytes)
}

/// Reads a file of which `head` was looked at; `rest` yields all of it.
pub fn read_from(bytes: &[u8], length: usize, rest: impl Read) -> Outcome {
    let head = &bytes[..length.min(HEAD)];
    match detect(head, length < HEAD, &LAYOUTS) {
        Detection::Smf(framing) => read_as(framing, Vec::new(), rest, true),
        Detection::NotSmf(why) => Outcome { refusal: why.to_string(), ..Outcome::default() },
        Detection::Refused(why) => Outcome { refusal: why.to_string(), ..Outcome::default() },
    }
}

/// As [`read`], without turning columns into rows. Sections are found and checked in every file; of one file in eight
/// (always the same ones) the columns are decoded as well, which takes most of the time.
pub fn read_quickly(bytes: &[u8]) -> Outcome {
    match detect(&bytes[..bytes.len().min(HEAD)], bytes.len() < HEAD, &LAYOUTS) {
        Detection::Smf(framing) => read_as(framing, Vec::new(), bytes, false),
        Detection::NotSmf(why) => Outcome { refusal: why.to_string(), ..Outcome::default() },
        Detection::Refused(why) => Outcome { refusal: why.to_string(), ..Outcome::default() },
    }
}

/// Reads bytes under a given framing.
pub fn read_as(framing: Framing, head: Vec<u8>, rest: impl Read, rows: bool) -> Outcome {
    let mut outcome = Outcome { framing: Some(framing), ..Outcome::default() };
    let mut reader = Reader::new(head, rest, framing, &LAYOUTS);
    let mut decoder = Decoder::new(&PLAN);
    let mut block = Block::default();
    let mut dictionaries = Arc::default();
    while reader.next_block(&mut block, &mut outcome.log) {
        block_book::note(&mut dictionaries, &mut block, false);
        decoder.locate(&mut block, &mut outcome.log, |span, bytes, decoded| {
            outcome.records.push(Seen { offset: span.offset, bytes: bytes.to_vec(), decoded });
        });
        if !rows && !block.bytes.iter().map(|b| u64::from(*b)).sum::<u64>().is_multiple_of(8) {
            continue;
        }
        for batch in decoder.batches(&block).unwrap() {
            if rows {
                let into = outcome.tables.entry(PLAN.tables[batch.table].name.clone()).or_default();
                into.extend(cells(&batch.batch));
            }
        }
    }
    outcome.log.listed.sort_by_key(|d| d.offset);
    outcome
}

/// The rows of a batch.
pub fn cells(batch: &RecordBatch) -> Vec<Cells> {
    let mut rows = vec![Cells::new(); batch.num_rows()];
    for (field, column) in batch.schema().fields().iter().zip(batch.columns()) {
        for (row, value) in rows.iter_mut().zip(values_of(column)) {
            row.insert(field.name().clone(), value);
        }
    }
    rows
}

/// The values of a column.
pub fn values_of(column: &ArrayRef) -> Vec<Value> {
    fn all<T, A: IntoIterator<Item = Option<T>>>(items: A, make: impl Fn(T) -> Value) -> Vec<Value> {
        items.into_iter().map(|item| item.map_or(Value::Null, &make)).collect()
    }
    match column.data_type() {
        DataType::UInt8 => all(column.as_primitive::<UInt8Type>(), |v| Value::Int(v.into())),
        DataType::UInt16 => all(column.as_primitive::<UInt16Type>(), |v| Value::Int(v.into())),
        DataType::UInt32 => all(column.as_primitive::<UInt32Type>(), |v| Value::Int(v.into())),
        DataType::UInt64 => all(column.as_primitive::<UInt64Type>(), |v| Value::Int(v.into())),
        DataType::Int32 => all(column.as_primitive::<Int32Type>(), |v| Value::Int(v.into())),
        DataType::Int64 => all(column.as_primitive::<Int64Type>(), |v| Value::Int(v.into())),
        DataType::Float64 => all(column.as_primitive::<Float64Type>(), Value::Float),
        DataType::Timestamp(..) => all(column.as_primitive::<TimestampMicrosecondType>(), |v| Value::Int(v.into())),
        DataType::Boolean => all(column.as_boolean(), Value::Bool),
        DataType::Utf8 => all(column.as_string::<i32>(), |v| Value::Text(v.to_owned())),
        DataType::Dictionary(..) => {
            let typed = column.as_dictionary::<Int32Type>();
            let texts = typed.values().as_string::<i32>();
            all(typed.keys(), |key| Value::Text(texts.value(key as usize).to_owned()))
        }
        DataType::List(_) => all(column.as_list::<i32>().iter(), |items| Value::List(values_of(&items))),
        other => panic!("a column of type {other}"),
    }
}
