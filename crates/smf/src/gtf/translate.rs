//! A record of Db2 in GTF as one of SMF: SMF's header in place of GTF's, the triplets counting from the new start.

use std::collections::BTreeMap;

use xxhash_rust::xxh3::Xxh3;

use crate::block::{Block, Span};
use crate::damage::DamageLog;
use crate::layout::Layouts;
use crate::problem::Problem;
use crate::record::SMF_FLAG;
use crate::{number, time};

use super::base::{self, Base, LOOK, SMF_HEADER, TRIPLET};
use super::header::{self, Header, Record};
use super::segments::{Segments, WAITING, Whole, damage};
use super::summary::{GtfSummary, Tally};

/// IFCIDs that Db2 writes as SMF 100, and as SMF 101; all others are SMF 102.
/// (Db2 12, Statistics trace; Db2 13, Recording SMF trace data.)
const STATISTICS: [u16; 6] = [1, 2, 202, 225, 230, 369];
const ACCOUNTING: [u16; 2] = [3, 239];

/// Turns blocks of GTF records into blocks of SMF records.
pub(crate) struct Translator {
    header: Option<Header>,
    names: BTreeMap<u16, String>,
    segments: Segments,
    tally: Tally,
    /// No base was found: nothing can be read.
    refused: Option<Problem>,
    /// Microseconds that local time is ahead of UTC, from the last control record.
    zone: Option<i64>,
    spare: Vec<u8>,
}

impl Translator {
    pub(crate) fn new(layouts: &Layouts) -> Translator {
        Translator {
            header: Header::new(layouts),
            names: layouts.event_names.clone(),
            segments: Segments::default(),
            tally: Tally::default(),
            refused: None,
            zone: None,
            spare: Vec::new(),
        }
    }

    /// In the middle of a trace, of which the beginning was read: by what that says of all records, and with none of it.
    pub(crate) fn forget_records(&mut self) {
        self.segments = Segments::default();
    }

    /// Counts what comes from here on.
    pub(crate) fn count_anew(&mut self) {
        self.tally = Tally::by(self.tally.base);
    }

    /// Whether what was counted of a range depends on what is before it.
    pub(crate) fn depends(&self) -> bool {
        self.tally.depends()
    }

    /// A digest of all that what was read so far says of records that come: those that wait for segments or behind such a
    /// one, the base, and the time zone.
    pub(crate) fn held(&self) -> u64 {
        let mut hash = Xxh3::new();
        let text = |hash: &mut Xxh3, text: Option<&str>| {
            hash.update(&text.map_or(u64::MAX, |text| text.len() as u64).to_be_bytes());
            hash.update(text.unwrap_or_default().as_bytes());
        };
        text(&mut hash, self.tally.base.map(|base| base.words));
        text(&mut hash, self.refused.as_ref().map(|problem| problem.expected.as_str()));
        text(&mut hash, self.refused.as_ref().map(|problem| problem.found.as_str()));
        hash.update(&self.zone.unwrap_or(i64::MAX).to_be_bytes());
        self.segments.digest(&mut hash);
        hash.digest()
    }

    /// What was found so far.
    pub(crate) fn summary(&self) -> GtfSummary {
        self.tally.summary(&self.names)
    }

    /// Replaces the records of a block, of GTF, by those of SMF that come of them. `last` says that no more will come.
    pub(crate) fn block(&mut self, block: &mut Block, last: bool, log: &mut DamageLog) {
        let bytes = std::mem::replace(&mut block.bytes, std::mem::take(&mut self.spare));
        block.bytes.clear();
        for span in std::mem::take(&mut block.records) {
            let record = &bytes[span.at as usize..(span.at + span.len) as usize];
            self.record(record, span.offset, block, log);
        }
        if last {
            self.segments.end(log);
        }
        self.hand_out(block, last, log);
        self.spare = bytes;
    }

    fn record(&mut self, record: &[u8], offset: u64, block: &mut Block, log: &mut DamageLog) {
        match header::kind(record) {
            Some(Record::Control) => {
                self.tally.control += 1;
                self.zone = header::zone(record);
            }
            Some(Record::LostEvents(count)) => self.tally.lost.0 += u64::from(count),
            Some(Record::LostBlock) => self.tally.lost.1 += 1,
            Some(Record::Event(event)) => self.tally.other(event),
            Some(Record::Split(header::DB2_EVENT)) => {
                let found = "one that GTF split".to_owned();
                log.add(damage(offset, record.len(), "a record of Db2, which splits its records itself".into(), found));
            }
            Some(Record::Split(event)) => self.tally.other(event),
            None => {
                let found = format!("{} bytes", record.len());
                log.add(damage(offset, record.len(), "a record of GTF of a known kind".to_owned(), found));
            }
            Some(Record::Db2) => self.db2(record, offset, block, log),
        }
    }

    fn db2(&mut self, record: &[u8], offset: u64, block: &mut Block, log: &mut DamageLog) {
        let Some(header) = &self.header else {
            let expected = "a layout QWGT with the fields of the built-in one".to_owned();
            return log.add(damage(offset, record.len(), expected, "none".to_owned()));
        };
        self.segments.add(header, record, offset, log);
        if self.tally.base.is_some() || self.segments.whole().count() >= LOOK || self.segments.waiting() > WAITING / 2 {
            self.hand_out(block, false, log);
        }
    }

    /// Hands out what is whole, once it is known how to read it.
    fn hand_out(&mut self, block: &mut Block, last: bool, log: &mut DamageLog) {
        if self.tally.base.is_none() && self.refused.is_none() {
            let whole = self.segments.whole().count();
            let Some(header) = &self.header else { return };
            if whole == 0 || whole < LOOK && !last && self.segments.waiting() <= WAITING / 2 {
                return;
            }
            let search = base::find(header, self.segments.whole().take(LOOK));
            self.tally.base = search.base;
            self.refused = search.base.is_none().then(|| search.why());
        }
        while let Some(whole) = self.segments.next() {
            let length = whole.bytes.len();
            match (&self.refused, self.tally.base) {
                (None, Some(base)) => {
                    let start = block.bytes.len();
                    match self.translate(base, &whole, &mut block.bytes) {
                        Ok(()) => {
                            let len = (block.bytes.len() - start) as u32;
                            block.records.push(Span { at: start as u32, len, offset: whole.offset });
                            self.tally.record(whole.key, whole.segments, &whole.bytes);
                        }
                        Err(Problem { expected, found }) => {
                            block.bytes.truncate(start);
                            log.add(damage(whole.offset, length, expected, found));
                        }
                    }
                }
                (Some(Problem { expected, found }), _) => {
                    log.add(damage(whole.offset, length, expected.clone(), found.clone()));
                }
                (None, None) => {}
            }
        }
    }

    /// Appends the record as SMF would have it.
    fn translate(&self, base: Base, whole: &Whole, out: &mut Vec<u8>) -> Result<(), Problem> {
        let record = &whole.bytes;
        let product = base.product(record).ok_or_else(|| {
            let expected = format!("triplet 0 to lead to a standard header (QWHS), counted from {}", base.words);
            Problem::new(expected, "another section")
        })?;
        let start = out.len();
        let record_type = match product.ifcid {
            ifcid if STATISTICS.contains(&ifcid) => 100,
            ifcid if ACCOUNTING.contains(&ifcid) => 101,
            _ => 102,
        };
        out.extend_from_slice(&[0, 0, 0, 0, SMF_FLAG, record_type]);
        let when = record.get(header::TIME_AT..header::TIME_AT + 8).map(number::unsigned).and_then(time::tod);
        let written = when.zip(self.zone).and_then(|(when, zone)| time::to_smf(when.checked_add(zone)?));
        out.extend_from_slice(&written.unwrap_or_default());
        out.extend_from_slice(&[0x40; 4]); // GTF does not say on which system it ran
        out.extend_from_slice(&whole.key.subsystem);
        out.resize(start + SMF_HEADER, 0);
        let length = record.len() - base.triplets + SMF_HEADER;
        for index in 0..product.triplets {
            let (place, each, count) = base.triplet(record, index).unwrap_or_default();
            let place = place.filter(|_| count > 0).map_or(0, |place| place + SMF_HEADER - base.triplets.min(place));
            if count > 0 && place.saturating_add(each * count) > length {
                let found = format!("triplet {index} with {count} of {each} bytes at {place}, of {length} in all");
                return Err(Problem::new("the sections of a record inside it", found));
            }
            out.extend_from_slice(&(place as u32).to_be_bytes());
            out.extend_from_slice(&[(each >> 8) as u8, each as u8, (count >> 8) as u8, count as u8]);
        }
        out.extend_from_slice(&record[base.triplets + TRIPLET * product.triplets..]);
        let short = length.min(usize::from(u16::MAX)) as u16;
        out[start..start + 2].copy_from_slice(&short.to_be_bytes());
        Ok(())
    }
}
