//! CSV of references, with a heading: pool, object, page, access, and if known write and time.
//!
//! | column | values |
//! |---|---|
//! | pool | BP0-BP49, BP8K0-BP8K9, BP16K0-BP16K9, BP32K, BP32K1-BP32K9, an MQ pool number 0-99, or buffers of an LSR pool (`LSR1-DATA4K`) |
//! | object | any text: page set, DBID.OBID, with partition where page numbers are relative to it |
//! | page | page number, 0 to 4,294,967,295 |
//! | access | random, sequential, list, dynamic, or the letter R, S, L, D |
//! | write | 1 or true where the page was changed; 0, false or nothing where not |
//! | time | a number that does not fall: seconds or microseconds, the unit does not matter |
//!
//! The page key is (object number << 32) | page. Object numbers are given in order of appearance
//! and kept in [`Names`]: pass those of the first file on to the next, so that several files are
//! one trace and their results can be merged.

use std::io::Read;

use super::error::TraceError;
use super::names::{Names, POOL_NAME, is_pool};
use super::reader::TraceReader;
use crate::reference::{Access, Chunk, Touch};

const FORMAT: &str = "CSV";
const COLUMNS: [&str; 6] = ["pool", "object", "page", "access", "write", "time"];

/// Reader of CSV references.
pub struct CsvTrace<R> {
    rows: csv::Reader<R>,
    row: csv::StringRecord,
    /// Where each of [`COLUMNS`] is; `None` for an optional one that is absent.
    columns: [Option<usize>; 6],
    names: Names,
    time: f64,
}

impl<R: Read> CsvTrace<R> {
    /// Reads the heading of `input`. `names` are those of the files before it, if any.
    pub fn new(input: R, names: Names) -> Result<Self, TraceError> {
        let mut rows = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(input);
        let heading = rows.headers().map_err(located)?.clone();
        let columns = COLUMNS.map(|name| heading.iter().position(|h| h.eq_ignore_ascii_case(name)));
        if columns[..4].contains(&None) {
            return Err(TraceError::Impossible {
                format: FORMAT,
                offset: 0,
                expected: "a heading with pool, object, page and access",
                found: format!("{:?}", heading.iter().collect::<Vec<_>>().join(",")),
                advice: "rename the columns, or add the missing ones",
            });
        }
        let row = csv::StringRecord::new();
        Ok(CsvTrace { rows, row, columns, names, time: f64::NEG_INFINITY })
    }

    /// The names met so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The names met, for the next file of the same trace.
    pub fn into_names(self) -> Names {
        self.names
    }

    /// The time of the last row read; minus infinity where there is none.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// Refuses rows before `time`: the last one of the file before this, in the same trace.
    pub fn starting_at(mut self, time: f64) -> Self {
        self.time = time;
        self
    }

    fn push_row(&mut self, chunk: &mut Chunk) -> Result<(), TraceError> {
        let offset = self.row.position().map_or(0, csv::Position::byte);
        let field = |column: usize| self.columns[column].and_then(|at| self.row.get(at));
        let impossible = |expected, found: &str, advice| TraceError::Impossible {
            format: FORMAT,
            offset,
            expected,
            found: format!("{found:?}"),
            advice,
        };

        let pool = field(0).unwrap_or("");
        if !is_pool(pool) {
            let expected = POOL_NAME;
            return Err(impossible(expected, pool, "correct the pool column"));
        }
        let text = field(2).unwrap_or("");
        let Ok(page) = text.parse::<u32>() else {
            let expected = "a page number of 0 to 4,294,967,295";
            return Err(impossible(expected, text, "correct the page column"));
        };
        let text = field(3).unwrap_or("");
        let Some(access) = access(text) else {
            let expected = "random, sequential, list or dynamic";
            return Err(impossible(expected, text, "correct the access column"));
        };
        let touch = match field(4).unwrap_or("") {
            "1" | "true" | "True" | "TRUE" => Touch::write(access),
            "" | "0" | "false" | "False" | "FALSE" => Touch::read(access),
            other => {
                return Err(impossible("1, 0, true or false", other, "correct the write column"));
            }
        };
        if let Some(text) = field(5) {
            let time = match text.parse::<f64>() {
                Ok(time) if time.is_finite() => time,
                _ => {
                    let advice = "give the time in seconds or microseconds, or leave the column out";
                    return Err(impossible("a time as a number", text, advice));
                }
            };
            if time < self.time {
                return Err(TraceError::Unsorted {
                    format: FORMAT,
                    offset,
                    what: "a time",
                    previous: self.time.to_string(),
                    found: text.to_owned(),
                });
            }
            self.time = time;
        }
        let Some(pool) = self.names.pool(pool) else {
            return Err(impossible("at most 65,536 pools", pool, "read the pools one by one"));
        };
        let object = self.names.object(field(1).unwrap_or(""));
        chunk.push(u64::from(object) << 32 | u64::from(page), touch);
        chunk.pools.push(pool);
        Ok(())
    }
}

fn access(text: &str) -> Option<Access> {
    Access::ALL.into_iter().find(|access| {
        let name = access.name();
        text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1])
    })
}

fn located(error: csv::Error) -> TraceError {
    let offset = error.position().map_or(0, csv::Position::byte);
    let found = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(source) => TraceError::Io { format: FORMAT, offset, source },
        _ => TraceError::Impossible {
            format: FORMAT,
            offset,
            expected: "UTF-8 text with as many fields in each row as in the heading",
            found,
            advice: "check whether the file was cut off or transferred as EBCDIC",
        },
    }
}

impl<R: Read> TraceReader for CsvTrace<R> {
    fn read_chunk(&mut self, chunk: &mut Chunk) -> Result<bool, TraceError> {
        chunk.clear();
        while !chunk.is_full() && self.rows.read_record(&mut self.row).map_err(located)? {
            self.push_row(chunk)?;
        }
        Ok(!chunk.pages.is_empty())
    }
}
