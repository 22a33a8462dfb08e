//! Measures of several decoders, put together.
#![allow(clippy::unwrap_used)]

use arrow_array::RecordBatch;
use arrow_array::cast::AsArray;
use arrow_array::types::{TimestampMicrosecondType, UInt64Type};

use crate::block_book;
use crate::column::texts;
use crate::damage::DamageLog;
use crate::decode::{Decoder, Plan};
use crate::encode::{self, Row, Spec};
use crate::frame::{Block, Framing, Reader};
use crate::layout::monitoring::TASKS;
use crate::layout::{Layouts, Value};
use crate::monitor::Measures;

/// 2026-05-21 16:30:00 UTC, in microseconds since 1970.
const TIME: i64 = 1_779_381_000_000_000;
const SECOND: i64 = 1_000_000;

/// A record that SMF wrote `seconds` after [`TIME`]: a dictionary, or the tasks of some transactions.
fn record(layouts: &Layouts, seconds: i64, transactions: &[&str]) -> Vec<u8> {
    let text = |value: &str| Value::Text(value.to_owned());
    let int = |value: i64| Value::Int(value.into());
    let row =
        |cells: Vec<(&str, Value)>| cells.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Row>();
    let common = row(vec![
        ("system", text("SYSA")),
        ("written", int(TIME + seconds * SECOND)),
        ("region", text("CICSA")),
        ("generic_applid", text("CICSA")),
        ("cics_level", text("0750")),
        ("job", text("CICSJOB")),
    ]);
    let task = |transaction: &&str| {
        row(vec![
            ("transaction", text(transaction)),
            ("task_number", int(7)),
            ("started", int(TIME)),
            ("ended", int(TIME + 1_000)),
            ("record_type_code", text("   T")),
        ])
    };
    let section = if transactions.is_empty() { "CICS dictionary" } else { TASKS.0 };
    let sections = [(section.to_owned(), transactions.iter().map(task).collect())].into();
    encode::record(layouts, &Spec { record_type: 110, subtype: 1, common, sections, ..Spec::default() }).unwrap()
}

/// The rows of `cics_transaction`: transaction, offset of the record, and when it was written, in seconds after [`TIME`].
fn rows(batch: &RecordBatch) -> Vec<(String, u64, i64)> {
    let column = |name: &str| batch.column_by_name(name).unwrap().clone();
    let names = texts(&column("transaction"));
    let (records, written) = (column("record"), column("written"));
    let (records, written) = (records.as_primitive::<UInt64Type>(), written.as_primitive::<TimestampMicrosecondType>());
    let row_of = |row| {
        let name = names.value(row).to_owned();
        (name, records.value(row), (written.value(row) - TIME) / SECOND)
    };
    (0..batch.num_rows()).map(row_of).collect()
}

#[test]
fn a_measure_was_written_when_the_record_that_it_names_was_whichever_decoder_is_added_first() {
    let layouts = Layouts::builtin().unwrap();
    let plan = Plan::new(&layouts).unwrap();
    let records = [&[][..], &["PAY1"], &["PAY2", "PAY1"], &["PAY2"]];
    let records: Vec<Vec<u8>> = (0..).zip(records).map(|(n, some)| record(&layouts, n * 60, some)).collect();
    let at = |nth: usize| records[..nth].iter().map(Vec::len).sum::<usize>() as u64;
    let bytes = records.concat();
    let (mut block, mut log, mut dictionaries) = (Block::default(), DamageLog::default(), Default::default());
    assert!(Reader::new(Vec::new(), &bytes[..], Framing::Rdw, &layouts).next_block(&mut block, &mut log));
    block_book::note(&mut dictionaries, &mut block, false);
    let mut decoder = Decoder::new(&plan);
    decoder.locate(&mut block, &mut log, |_, _, _| {});
    let tables = plan.monitor.as_ref().unwrap();
    let of = |wanted: [bool; 4]| {
        let mut measures = Measures::default();
        decoder.measure(&block, None, Some(&wanted), &mut measures);
        measures
    };
    for order in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
        let mut all = Measures::default();
        for nth in order {
            all.merge(of([0, 1, 2, 3].map(|other| other == nth)), &tables.monitoring);
        }
        all.count(true);
        let batches = all.rows(&tables.monitoring, &tables.measures).unwrap();
        let actual = rows(&batches[0].1);
        assert_eq!(actual, [("PAY1".to_owned(), at(1), 60), ("PAY2".to_owned(), at(2), 120)], "{order:?}");
    }
}
