//! What the tests share: files in a directory of their own, and the records of a trace.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use getpage_curve::Pages;
use getpage_curve::session::{Session, Settings, TraceFormat};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::layout::{Layouts, Value};
use getpage_smf::prepared::Prepared;
use getpage_trace::{ReadError, read};
use tempfile::TempDir;

pub static LAYOUTS: LazyLock<Layouts> = LazyLock::new(|| Layouts::builtin().expect("built-in layouts"));
pub static PREPARED: LazyLock<Prepared<'static>> = LazyLock::new(|| Prepared::new(&LAYOUTS).expect("a plan"));

/// When the records of IFCID 198 begin, microseconds since 1970.
pub const START: i128 = 1_780_000_000_000_000;

/// A directory that is gone with the test.
pub struct Scratch(TempDir);

impl Scratch {
    pub fn new() -> Scratch {
        Scratch(tempfile::tempdir().expect("a directory"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path().join(name);
        std::fs::write(&path, bytes).expect("a file");
        path
    }
}

pub fn session() -> Session {
    Session::new(Settings::default())
}

/// Reads one file into a session, called by its file name.
pub fn take(session: &mut Session, path: &Path, format: TraceFormat) -> Result<Vec<String>, ReadError> {
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    read(session, path, &name, format, &PREPARED, &mut |_, _| true)
}

/// Reads of each pool by plain LRU of a size, with the pools' names.
pub fn reads(session: &mut Session, size: u64) -> Vec<(String, u64)> {
    let pools: Vec<String> = session.pools().into_iter().map(|pool| pool.pool).collect();
    let rows = |pool: &String| session.lru_rows(pool, &[Pages(size)]).expect("a curve")[0].reads.total().0;
    let reads: Vec<u64> = pools.iter().map(rows).collect();
    pools.into_iter().zip(reads).collect()
}

/// Values of one record of IFCID 198 and of what stands before it.
pub struct Getpage {
    pub subsystem: &'static str,
    pub number: i128,
    pub time: i128,
    pub pool: i128,
    pub page: i128,
    pub function: &'static str,
    pub access: &'static str,
}

/// A random getpage of pool 1 by DB1A, at a time and with numbers that follow from `number`.
pub fn getpage(number: i128, page: i128) -> Getpage {
    let (subsystem, function, access) = ("DB1A", "getpage", "random");
    Getpage { subsystem, number, time: START + number, pool: 1, page, function, access }
}

/// The records, each with its descriptor word.
pub fn records(getpages: &[Getpage]) -> Vec<Vec<u8>> {
    let int = |(name, value): (&str, i128)| (name.to_owned(), Value::Int(value));
    let text = |(name, value): (&str, &str)| (name.to_owned(), Value::Text(value.to_owned()));
    let one = |each: &Getpage| {
        let mut common = Row::from([text(("subsystem", each.subsystem)), int(("written", START))]);
        common.extend([int(("event_time", each.time)), int(("ifcid_sequence", each.number))]);
        common.extend([int(("destination_sequence", 3 * each.number))]);
        let mut row = Row::from([text(("function", each.function)), text(("access_type", each.access))]);
        row.extend([("database_id", 260), ("object_id", 2), ("buffer_pool", each.pool), ("page", each.page)].map(int));
        row.extend([text(("page_status", "hit"))]);
        let sections = BTreeMap::from([("QW0198".to_owned(), vec![row])]);
        let spec = Spec { record_type: 102, subtype: 198, common, sections, ..Spec::default() };
        encode::record(&LAYOUTS, &spec).expect("a record")
    };
    getpages.iter().map(one).collect()
}
