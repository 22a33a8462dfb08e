//! Page references in every format: what is found out, and what each reader makes of the bytes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::LazyLock;

use getpage_curve::Pages;
use getpage_curve::session::{Session, Settings, TraceFormat};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::gtf;
use getpage_smf::layout::{Layouts, Value};
use getpage_smf::prepared::Prepared;
use getpage_trace::{detect, read};
use tempfile::TempDir;

use crate::records::{LAYOUTS, layouts_of, pick};

/// Those of Db2, whose trace records are page references.
static OF_DB2: LazyLock<Layouts> = LazyLock::new(|| layouts_of(&[100, 101, 102]));
static PREPARED: LazyLock<Prepared<'static>> = LazyLock::new(|| Prepared::new(&OF_DB2).expect("a plan of them"));

const FORMATS: [TraceFormat; 8] = [
    TraceFormat::Smf,
    TraceFormat::Gtf,
    TraceFormat::Csv,
    TraceFormat::Arrow,
    TraceFormat::U64,
    TraceFormat::U32,
    TraceFormat::Arc,
    TraceFormat::OracleGeneral,
];

/// A small trace of each format that is written here.
pub fn seeds() -> Vec<Vec<u8>> {
    let pages = [1u32, 2, 1, 3, 2, 1, 70_000, 1];
    let csv: String = pages.iter().enumerate().map(|(i, page)| format!("BP{},A,{page},R,{i}\n", i % 2)).collect();
    let arc: String = pages.iter().enumerate().map(|(i, page)| format!("{page} 1 0 {i}\n")).collect();
    let oracle = |(time, page): (usize, &u32)| {
        let time = u32::try_from(time).unwrap_or(0).to_le_bytes();
        [&time[..], &u64::from(*page).to_le_bytes(), &4096u32.to_le_bytes(), &(-1i64).to_le_bytes()].concat()
    };
    let records = records();
    let trace =
        gtf::from_smf(&LAYOUTS, &records, gtf::Writing { segment: 256, ..Default::default() }).expect("a trace");
    vec![
        format!("pool,object,page,access,time\n{csv}").into_bytes(),
        arc.into_bytes(),
        pages.iter().enumerate().flat_map(oracle).collect(),
        pages.iter().flat_map(|page| u64::from(*page).to_le_bytes()).collect(),
        pages.iter().flat_map(|page| page.to_le_bytes()).collect(),
        records.concat(),
        trace.concat(),
    ]
}

/// Getpages as IFCID 198 has them.
fn records() -> Vec<Vec<u8>> {
    let int = |name: &str, value: i128| (name.to_owned(), Value::Int(value));
    let text = |name: &str, value: &str| (name.to_owned(), Value::Text(value.to_owned()));
    let getpage = |number: i128| {
        let start = 1_780_000_000_000_000;
        let common = Row::from([
            text("subsystem", "DB1A"),
            int("written", start),
            int("event_time", start + number),
            int("ifcid_sequence", number + 1),
            int("destination_sequence", 3 * number + 7),
        ]);
        let row = Row::from([
            int("database_id", 260),
            int("object_id", 2),
            int("buffer_pool", 1),
            int("page", number % 3),
            text("function", "getpage"),
            text("page_status", "hit"),
            text("access_type", "random"),
        ]);
        let sections = BTreeMap::from([("QW0198".to_owned(), vec![row])]);
        let spec = Spec { record_type: 102, subtype: 198, common, sections, ..Spec::default() };
        encode::record(&LAYOUTS, &spec).expect("a record")
    };
    (0..6).map(getpage).collect()
}

thread_local! {
    /// Readers take files: one a thread, in memory where the system has such.
    static FILE: RefCell<Option<(TempDir, PathBuf)>> = const { RefCell::new(None) };
}

pub(crate) fn with_file(name: &str, bytes: &[u8], work: impl FnOnce(&std::path::Path)) {
    FILE.with_borrow_mut(|place| {
        let (directory, _) = place.get_or_insert_with(|| {
            let memory = std::path::Path::new("/dev/shm");
            let directory = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
            let directory = directory.expect("a directory");
            let path = directory.path().to_path_buf();
            (directory, path)
        });
        let path = directory.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        work(&path);
    });
}

/// In the format that is found, and in one that may be told.
pub fn check(bytes: &[u8]) {
    with_file("trace", bytes, |path| {
        let chosen = FORMATS[pick(bytes, FORMATS.len())];
        let detected = detect(path, &OF_DB2).ok();
        for format in detected.into_iter().chain((detected != Some(chosen)).then_some(chosen)) {
            let settings = Settings { lost_limit: 0.9, threads: Some(1), ..Settings::default() };
            let mut session = Session::new(settings);
            if read(&mut session, path, "trace", format, &PREPARED, &mut |_, _| true).is_err() {
                continue;
            }
            // Compressed records of Db2 stand for more bytes than they have; a reference takes four at least.
            assert!(session.references() <= 64 * bytes.len() as u64);
            for pool in session.pools() {
                let rows = session.lru_rows(&pool.pool, &[Pages(1), Pages(2), Pages(100)]).expect("a curve");
                let reads: Vec<u64> = rows.iter().map(|row| row.reads.total().0).collect();
                assert!(reads.is_sorted_by(|small, large| small >= large), "{reads:?}");
                assert!(reads[0] <= session.references());
            }
            let _ = session.finish();
        }
    });
}
