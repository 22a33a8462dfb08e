//! Dictionaries: what the fields of a region's performance records are, and the book of all that were found.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::layout::MonitorKind;
use crate::problem::Problem;
use crate::{ebcdic, number};

use super::product::Product;

/// Bytes of an entry (IBM DFHMCTDK).
pub(crate) const ENTRY: usize = 26;

/// Dictionaries kept at the most; a file with more of them is made to fill memory.
const MOST: usize = 10_000;

/// One entry of a dictionary.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) group: String,
    pub(crate) kind: MonitorKind,
    pub(crate) id: u16,
    pub(crate) length: usize,
    pub(crate) name: String,
}

impl Entry {
    fn of(bytes: &[u8]) -> Option<Entry> {
        let kind = ebcdic::decode(&bytes[8..9]).chars().next().and_then(MonitorKind::of)?;
        let id = ebcdic::decode(&bytes[9..12]);
        Some(Entry {
            group: ebcdic::decode(&bytes[..8]),
            kind,
            id: id.parse().ok().filter(|_| id.len() == 3)?,
            length: number::unsigned(&bytes[12..14]) as usize,
            name: ebcdic::decode(&bytes[18..26]),
        })
    }
}

/// What the fields of a region are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dictionary {
    pub(crate) region: [u8; 8],
    pub(crate) level: u16,
    pub(crate) entries: Vec<Entry>,
    /// File and offset of its record.
    pub(crate) place: (u32, u64),
}

impl Dictionary {
    /// The one of a record of class dictionary, expanded.
    pub(crate) fn of(product: &Product, record: &[u8], place: (u32, u64)) -> Result<Dictionary, Problem> {
        let rows = product.rows(record)?;
        let expected = || format!("dictionary entries of {ENTRY} bytes: group, type S A C T or P, three digits");
        if product.data.length != ENTRY || rows.is_empty() {
            return Err(Problem { expected: expected(), found: format!("entries of {} bytes", product.data.length) });
        }
        let entry = |(nth, bytes): (usize, &[u8])| {
            Entry::of(bytes).ok_or_else(|| Problem {
                expected: expected(),
                found: format!("entry {nth}: {}", ebcdic::decode(&bytes[..12])),
            })
        };
        let entries = rows.chunks_exact(ENTRY).enumerate().map(entry).collect::<Result<_, _>>()?;
        Ok(Dictionary { region: product.region, level: product.level, entries, place })
    }
}

/// The dictionaries found so far, and those that the user gave.
#[derive(Debug, Clone, Default)]
pub struct Book {
    regions: HashMap<[u8; 8], Vec<Arc<Dictionary>>>,
    all: Vec<Arc<Dictionary>>,
    given: Vec<Arc<Dictionary>>,
}

impl Book {
    /// Adds a dictionary; one that is known by its place is not added again. `given` says that it is from a file that the
    /// user gave for its dictionaries.
    pub(crate) fn add(&mut self, dictionary: Dictionary, given: bool) {
        if self.all.iter().any(|known| known.place == dictionary.place) && !given {
            return; // the file is gone through for the second time
        }
        if self.all.len() + self.given.len() >= MOST {
            return;
        }
        let dictionary = Arc::new(dictionary);
        if given {
            self.given.push(dictionary);
            return;
        }
        for those in [self.regions.entry(dictionary.region).or_default(), &mut self.all] {
            let at = those.partition_point(|known| known.place < dictionary.place);
            those.insert(at, dictionary.clone());
        }
    }

    /// The book of dictionaries in the order of their places, and of those that the user gave.
    pub(crate) fn of(all: Vec<Dictionary>, given: Vec<Dictionary>) -> Book {
        let mut book = Book::default();
        given.into_iter().for_each(|dictionary| book.add(dictionary, true));
        all.into_iter().for_each(|dictionary| book.add(dictionary, false));
        book
    }

    /// All dictionaries found, and those that the user gave.
    pub(crate) fn dictionaries(&self) -> (Vec<&Dictionary>, Vec<&Dictionary>) {
        (self.all.iter().map(Arc::as_ref).collect(), self.given.iter().map(Arc::as_ref).collect())
    }

    /// Of a region, those before a place, the last first.
    pub(crate) fn before(&self, region: &[u8; 8], place: (u32, u64)) -> impl Iterator<Item = &Arc<Dictionary>> {
        let own = self.regions.get(region).map_or(&[][..], |own| own);
        own[..own.partition_point(|d| d.place < place)].iter().rev()
    }

    /// All that may be of a record, the likeliest first: of its region, before it and after it; of another region of the
    /// same release; of those that the user gave, of its region and then of its release.
    pub(crate) fn likely(&self, product: &Product, place: (u32, u64)) -> Vec<Arc<Dictionary>> {
        let own = self.regions.get(&product.region).map_or(&[][..], |own| own);
        let after = &own[own.partition_point(|d| d.place < place)..];
        let same = |d: &&Arc<Dictionary>| d.level == product.level && d.region != product.region;
        let given = self.given.iter().filter(|d| d.region == product.region);
        let all = self.before(&product.region, place).chain(after).chain(self.all.iter().rev().filter(same));
        all.chain(given).chain(self.given.iter().filter(same)).cloned().collect()
    }
}
