//! A task may be cut into several records, and each be taken by another decoder: it counts once, with all of its time, also
//! where a decoder has so many transactions that they become rows before it has seen the other records.
#![allow(clippy::unwrap_used)]

use std::fs::File;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt64Type};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use super::{Input, finish};
use crate::column::texts;
use crate::encode::{self, Row, Spec};
use crate::layout::monitoring::TASKS;
use crate::layout::{Layouts, Value};
use crate::prepared::Prepared;
use crate::writer::{Target, Writers};

use super::gate::{Attempt, Gate};
use super::run::{Load, Run};
use super::worker::{Together, Worker};

/// 2026-05-21 16:30:00 UTC, in microseconds since 1970.
const TIME: i64 = 1_779_381_000_000_000;
const SECOND: i64 = 1_000_000;

/// What a task did in one of its records.
struct Piece {
    transaction: String,
    task: i64,
    /// Seconds after [`TIME`].
    ran: Range<i64>,
    /// `T` ends the task.
    kind: &'static str,
    /// Records of the task up to this one.
    records: i64,
}

impl Piece {
    fn whole(transaction: String) -> Piece {
        Piece { transaction, task: 9, ran: 0..1, kind: "   T", records: 1 }
    }
}

fn row(cells: Vec<(&str, Value)>) -> Row {
    cells.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A dictionary, and records of tasks.
fn dump(layouts: &Layouts, pieces: &[Piece]) -> Vec<u8> {
    let text = |value: &str| Value::Text(value.to_owned());
    let int = |value: i64| Value::Int(value.into());
    let common = row(vec![
        ("system", text("SYSA")),
        ("written", int(TIME)),
        ("region", text("CICSA")),
        ("generic_applid", text("CICSA")),
        ("cics_level", text("0750")),
        ("job", text("CICSJOB")),
    ]);
    let of = |section: &str, rows| {
        let sections = [(section.to_owned(), rows)].into();
        let spec = Spec { record_type: 110, subtype: 1, common: common.clone(), sections, ..Spec::default() };
        encode::record(layouts, &spec).unwrap()
    };
    let task = |piece: &Piece| {
        row(vec![
            ("transaction", text(&piece.transaction)),
            ("task_number", int(piece.task)),
            ("started", int(TIME + piece.ran.start * SECOND)),
            ("ended", int(TIME + piece.ran.end * SECOND)),
            ("record_type_code", text(piece.kind)),
            ("performance_records", int(piece.records)),
        ])
    };
    let tasks = pieces.chunks(8).map(|some| of(TASKS.0, some.iter().map(task).collect()));
    std::iter::once(of("CICS dictionary", Vec::new())).chain(tasks).flatten().collect()
}

/// Tasks, unfinished ones and seconds of response of a transaction, where `of` says which of two decoders takes a block.
fn counted(dump: &[u8], transaction: &str, of: fn(u64) -> usize) -> (u64, u64, u64) {
    let layouts = Layouts::builtin().unwrap();
    let by = Prepared::new(&layouts).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("dump");
    std::fs::write(&path, dump).unwrap();
    let target = Target { directory: scratch.path(), tag: "0", days: false, durable: false };
    let (gate, together) = (Gate::new(None, [1].into_iter()), Together::default());
    let worker = |number| Worker::new(&by, Writers::new(target, number, 2), &together, false);
    let mut workers = [worker(0), worker(1)];
    let input = Input::whole(path, 1);
    let load = Load {
        layouts: &layouts,
        digests: false,
        dictionaries: Mutex::default(),
        read: AtomicU64::new(0),
        waits: false,
        has_left: AtomicBool::new(false),
    };
    let run = Arc::new(Run::new(&load, &input, Attempt { file: 1, index: 0, again: false }));
    while let Ok(Some(mut piece)) = run.take(&gate, true, &mut Vec::new()) {
        assert!(piece.join(&gate).unwrap());
        let last = piece.blocks.len();
        for (nth, block) in (1..).zip(&mut piece.blocks) {
            workers[of(piece.turn.piece)].block(block, &gate, piece.turn, nth == last).unwrap();
        }
    }
    let done: Vec<_> = workers.into_iter().map(Worker::close).collect();
    let summaries = vec![run.summary().unwrap()];
    let (_, parts) = finish(summaries, done, 2, together, &by, target).unwrap();
    let mut totals = (0, 0, 0);
    for part in parts.iter().filter(|part| part.table == "cics_transaction") {
        let file = File::open(scratch.path().join(&part.path)).unwrap();
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
        let columns = ["transaction", "tasks", "unfinished", "response_us"];
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns);
        for batch in builder.with_projection(mask).build().unwrap().map(Result::unwrap) {
            let names = texts(batch.column_by_name("transaction").unwrap());
            let column = |name: &str| batch.column_by_name(name).unwrap();
            let [tasks, unfinished] = ["tasks", "unfinished"].map(|name| column(name).as_primitive::<UInt64Type>());
            let response = column("response_us").as_primitive::<Float64Type>();
            for at in (0..batch.num_rows()).filter(|at| names.value(*at) == transaction) {
                totals.0 += tasks.value(at);
                totals.1 += unfinished.value(at);
                totals.2 += response.value(at) as u64 / SECOND as u64;
            }
        }
    }
    totals
}

#[test]
fn a_task_in_records_that_different_decoders_take_is_counted_once_and_whole_beside_thousands_of_transactions() {
    let layouts = Layouts::builtin().unwrap();
    let part = |ran, kind, records| Piece { transaction: "PAY1".to_owned(), task: 7, ran, kind, records };
    // More than a block of others between its records, and after the last more transactions than are held.
    let others = || (0..2_000).map(|_| Piece::whole("FILL".to_owned()));
    let many = (0..8_300).map(|n| Piece::whole(format!("{n:04}")));
    let pieces: Vec<Piece> = [part(0..10, "   C", 1)]
        .into_iter()
        .chain(others())
        .chain([part(10..30, "   C", 2)])
        .chain(others())
        .chain([part(30..60, "   T", 3)])
        .chain(many)
        .collect();
    let dump = dump(&layouts, &pieces);
    assert!(dump.len() > 5 << 20, "{} bytes are too few blocks", dump.len());
    for of in [|_| 0, |turn| (turn % 2) as usize, |turn| usize::from(turn > 0), |turn| usize::from(turn > 1)] {
        assert_eq!(counted(&dump, "PAY1", of), (1, 0, 60));
    }
}
