//! CICS monitoring, SMF 110 subtype 1: the highest volume on z/OS, read by the dictionaries in it.
//!
//! A region writes a dictionary when it starts; its performance records give only connectors, the numbers of dictionary
//! entries. Offsets are never guessed: a record for which no dictionary is found is counted and told, one that its
//! dictionary does not fit is refused. Tasks become measures by transaction and quarter of an hour as they are read; only
//! where every task is asked for does each become a row.
//!
//! Source: IBM CICS TS, "Performance data sections", "Exception data sections", data areas DFHMCTDK and DFHMNEXC.

mod bin;
mod contexts;
mod measures;
mod parts;
mod rows;
mod tally;

use std::collections::HashMap;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use crate::block::Span;
use crate::layout::Monitoring;
use crate::number;
use crate::problem::Problem;

use crate::monitoring::product::{DICTIONARY, EXCEPTION, PERFORMANCE, Product};
use crate::monitoring::{Book, Dictionary, Walk, wide};
pub(crate) use measures::Measures;
pub(crate) use rows::{Tables, at_place};

/// When a record is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// Once, with the dictionaries before it: a performance record without one is not decoded.
    #[default]
    Only,
    /// First, with the dictionaries before it: a performance record without one is left for the last time.
    First,
    /// Last, with all dictionaries: only performance records that were left are looked at.
    Last,
}

/// What a record of monitoring turned out to be.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// Performance records.
    Tasks(Product, Arc<Walk>),
    /// An exception.
    Exception(Product),
    /// A dictionary, which the book has.
    Dictionary,
    /// Nothing to decode: of another class, or without a dictionary.
    Nothing,
    /// Left for the last time.
    Left,
    /// Looked at the first time.
    Done,
}

/// A record of monitoring that is decoded, and which of the decoded records of its block it is.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) owner: u32,
    pub(crate) span: Span,
    pub(crate) content: Found,
}

/// Why no dictionary reads a record, as the walks by all of them say.
type Outcome = Result<Option<Arc<Walk>>, Problem>;

/// What tells records that have the same walk: region, connectors, size, and which dictionaries may be theirs.
type WalkKey = ([u8; 8], u64, usize, Option<(u32, u64)>, bool);

/// Finds out what records of monitoring are. It keeps the walks from record to record.
#[derive(Debug, Default)]
pub(crate) struct Monitor {
    pub(crate) stage: Stage,
    walks: HashMap<WalkKey, Outcome>,
}

/// Walks kept at the most.
const WALKS: usize = 4_096;

impl Monitor {
    /// Finds and checks the data of a record; `place` is its file and offset.
    pub(crate) fn find(
        &mut self,
        monitoring: &Monitoring,
        book: &Book,
        record: &[u8],
        place: (u32, u64),
    ) -> Result<Found, Problem> {
        let product = Product::of(record)?;
        if self.stage == Stage::Last && product.class != PERFORMANCE {
            return Ok(Found::Done);
        }
        match product.class {
            DICTIONARY => Dictionary::of(&product, record, place).map(|_| Found::Dictionary),
            EXCEPTION => product.rows(record).map(|_| Found::Exception(product)),
            PERFORMANCE => self.performance(monitoring, book, record, product, place),
            _ => Ok(Found::Nothing),
        }
    }

    fn performance(
        &mut self,
        monitoring: &Monitoring,
        book: &Book,
        record: &[u8],
        product: Product,
        place: (u32, u64),
    ) -> Result<Found, Problem> {
        let rows = product.rows(record)?;
        let piece = product.connectors;
        let end = piece.at + piece.length * piece.count;
        let Some(connectors) = record.get(piece.at..end).filter(|_| piece.length == 2 && piece.count > 0) else {
            return Err(Problem {
                expected: "field connectors of 2 bytes within the record".to_owned(),
                found: format!("{} of {} bytes at {}", piece.count, piece.length, piece.at),
            });
        };
        let before = book.before(&product.region, place).next().map(|d| d.place);
        let key = |all| (product.region, xxh3_64(connectors), product.data.length, before, all);
        let likely = |all: bool| match all {
            true => book.likely(&product, place),
            false => book.before(&product.region, place).cloned().collect(),
        };
        let mut walk = |all: bool| {
            if self.walks.len() > WALKS {
                self.walks.clear();
            }
            let fresh = || walk_by(monitoring, &likely(all), connectors, product.data.length);
            self.walks.entry(key(all)).or_insert_with(fresh).clone()
        };
        let first = walk(false);
        let walk = match (self.stage, first) {
            (Stage::First, Ok(Some(walk))) => walk,
            (Stage::First, _) => return Ok(Found::Left),
            (Stage::Last, Ok(Some(_))) => return Ok(Found::Done),
            (Stage::Only, Ok(Some(walk))) => walk,
            (Stage::Only, other) => return other.map(|_| Found::Nothing),
            (Stage::Last, _) => match walk(true)? {
                Some(walk) => walk,
                None => return Ok(Found::Nothing),
            },
        };
        check(&walk, rows)?;
        Ok(Found::Tasks(product, walk))
    }
}

/// The walk by the first dictionary that fits; None where there is none at all.
fn walk_by(monitoring: &Monitoring, likely: &[Arc<Dictionary>], connectors: &[u8], size: usize) -> Outcome {
    let mut first = None;
    for dictionary in likely {
        match Walk::new(monitoring, dictionary, connectors, size) {
            Ok(walk) => return Ok(Some(Arc::new(walk))),
            Err(problem) => first = first.or(Some(problem)),
        }
    }
    first.map_or(Ok(None), Err)
}

/// Checks what every task must satisfy whatever it did: by a wrong dictionary it would not.
fn check(walk: &Walk, rows: &[u8]) -> Result<(), Problem> {
    let marks = &walk.marks;
    for (nth, row) in rows.chunks_exact(walk.size).enumerate() {
        let (start, stop) = (wide(marks.start.of(row)), wide(marks.stop.of(row)));
        if start == 0 || stop < start {
            return Err(Problem {
                expected: "tasks that started and then ended; if the dictionary is of another region, give its own"
                    .to_owned(),
                found: format!("task {nth} from {start:016X} to {stop:016X}"),
            });
        }
        if let Some(place) = marks.number
            && number::packed(place.of(row)).is_none()
        {
            let expected =
                "task numbers in packed decimal; if the dictionary is of another region, give its own".to_owned();
            return Err(Problem { expected, found: format!("task {nth} with {:02X?}", place.of(row)) });
        }
    }
    Ok(())
}
