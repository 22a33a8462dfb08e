//! What comes of records: by a load of files, and as rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, UInt32Type, UInt64Type};
use getpage_smf::block_book;
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::Decoder;
use getpage_smf::frame::{Framing, Reader};
use getpage_smf::layout::monitoring::TASKS;
use getpage_smf::load::{Input, Options, load_with};
use getpage_smf::summary::Summary;
use getpage_smf::writer::Target;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::common::{self, Cells, LAYOUTS, PLAN, PREPARED};

/// What a load made of files: its summaries, and the rows of a table.
pub struct Loaded {
    pub summaries: Vec<Summary>,
    pub directory: tempfile::TempDir,
}

pub fn load(files: &[Vec<Vec<u8>>], options: Options, threads: usize) -> Loaded {
    let directory = tempfile::tempdir().unwrap();
    let inputs: Vec<Input> =
        files.iter().enumerate().map(|(n, r)| input(directory.path().join(format!("in{n}")), n, r)).collect();
    let target = Target { directory: directory.path(), tag: "t", days: false, durable: false };
    let (summaries, _) = load_with(&options, &inputs, &PREPARED, target, None, threads, &mut |_, _| true).unwrap();
    Loaded { summaries, directory }
}

pub fn input(path: PathBuf, number: usize, records: &[Vec<u8>]) -> Input {
    fs::write(&path, records.concat()).unwrap();
    Input::whole(path, number as u32)
}

impl Loaded {
    pub fn batches(&self, table: &str) -> Vec<arrow_array::RecordBatch> {
        let files = fs::read_dir(self.directory.path()).unwrap().map(|f| f.unwrap().path());
        let own = files.filter(|f| f.file_name().unwrap().to_string_lossy().starts_with(&format!("{table}-")));
        let mut own: Vec<_> = own.collect();
        own.sort();
        own.iter()
            .flat_map(|path| {
                let file = fs::File::open(path).unwrap();
                ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap().map(Result::unwrap)
            })
            .collect()
    }

    pub fn sum(&self, column: &str) -> u64 {
        let of = |batch: &arrow_array::RecordBatch| {
            batch.column_by_name(column).unwrap().as_primitive::<UInt64Type>().iter().flatten().sum::<u64>()
        };
        self.batches("cics_transaction").iter().map(of).sum()
    }

    pub fn total(&self, column: &str) -> f64 {
        let of = |batch: &arrow_array::RecordBatch| {
            batch.column_by_name(column).unwrap().as_primitive::<Float64Type>().iter().flatten().sum::<f64>()
        };
        self.batches("cics_transaction").iter().map(of).sum()
    }

    /// The histogram of a time over all rows.
    pub fn histogram(&self, name: &str) -> Vec<(u32, u32)> {
        let mut all: BTreeMap<u32, u32> = BTreeMap::new();
        for batch in self.batches("cics_transaction") {
            let list = |column: String| {
                let lists = batch.column_by_name(&column).unwrap().as_list::<i32>().clone();
                lists.values().as_primitive::<UInt32Type>().values().to_vec()
            };
            let pairs = list(format!("{name}_buckets")).into_iter().zip(list(format!("{name}_bucket_tasks")));
            pairs.for_each(|(bucket, tasks)| *all.entry(bucket).or_default() += tasks);
        }
        all.into_iter().collect()
    }

    pub fn undecoded(&self) -> u64 {
        self.summaries.iter().flat_map(|s| &s.monitored).filter(|m| !m.decoded).map(|m| m.records).sum()
    }

    pub fn damage(&self) -> Vec<String> {
        self.summaries.iter().flat_map(|s| &s.damage.listed).map(|d| format!("{}: {}", d.offset, d.found)).collect()
    }
}

/// The rows of tasks in records.
pub fn rows_of(records: &[Vec<u8>]) -> (Vec<Cells>, DamageLog) {
    let bytes = records.concat();
    let (mut log, mut rows) = (DamageLog::default(), Vec::new());
    let mut reader = Reader::new(Vec::new(), &bytes[..], Framing::Rdw, &LAYOUTS);
    let mut decoder = Decoder::new(&PLAN).with_tasks(true);
    let (mut block, mut dictionaries) = (getpage_smf::frame::Block::default(), Default::default());
    while reader.next_block(&mut block, &mut log) {
        block_book::note(&mut dictionaries, &mut block, false);
        decoder.locate(&mut block, &mut log, |_, _, _| {});
        for batch in decoder.batches(&block).unwrap() {
            if PLAN.tables[batch.table].name == TASKS.1 {
                rows.extend(common::cells(&batch.batch));
            }
        }
    }
    (rows, log)
}
