//! Summaries: what a person asks of a file first. Which records, whose, from when to when, whole or not?

mod of_file;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::layout::{Chain, Field, Kind, Layouts, TRIPLET, Triplets};
use crate::map::Map;
use crate::monitoring::product::{class_name, monitoring};
use crate::record::{Link, Piece};
use crate::{ebcdic, ims, number, product, record, time};

pub use of_file::{Chained, Count, Coverage, Monitored, Summary};

/// Intervals closer than this are one stretch: SMF interval records start some milliseconds late.
const TOLERANCE: i64 = 5_000_000;

/// A time as its field is written, in microseconds since 1970.
fn instant(kind: Kind, bytes: &[u8]) -> Option<i64> {
    match kind {
        Kind::Stck | Kind::StckLocal => time::tod(number::unsigned(bytes)),
        Kind::SmfTime => time::smf(bytes),
        Kind::RmfTime => time::rmf(bytes),
        Kind::TextTime => time::text(bytes),
        Kind::ImsTime => time::ims(bytes),
        _ => None,
    }
}

/// A length of time as its field is written, in microseconds.
fn micros(kind: Kind, bytes: &[u8]) -> Option<i64> {
    match kind {
        Kind::StckDuration => i64::try_from(number::unsigned(bytes) >> 12).ok(),
        Kind::RmfDuration => time::rmf_duration(bytes),
        Kind::TextDuration => time::text_duration(bytes),
        _ => i64::try_from(number::unsigned(bytes)).ok(),
    }
}

/// Merges stretches of time that touch, in place.
pub fn merge_ranges(ranges: &mut Vec<(i64, i64)>) {
    ranges.sort_unstable();
    let mut merged: Vec<(i64, i64)> = Vec::with_capacity(ranges.len());
    for &(start, end) in ranges.iter() {
        match merged.last_mut() {
            Some(last) if start <= last.1.saturating_add(TOLERANCE) => last.1 = last.1.max(end),
            _ => merged.push((start, end)),
        }
    }
    ranges.clear();
    ranges.extend(merged);
}

/// Where a record type keeps what a summary needs.
#[derive(Debug, Clone)]
struct Paths {
    system: Option<Field>,
    subsystem: Option<Field>,
    level: Option<Field>,
    written: Option<Field>,
    /// The subsystem by subtype, where the header does not have it: triplet, and the field in its section.
    named: Map<u16, (usize, Field)>,
    /// Interval start, or its end, and length by subtype: triplet, offset inside it, the two fields.
    interval: Map<u16, (usize, Field, Field)>,
    /// Sections that tell what they are, and those that are decoded.
    chains: Vec<Chain>,
    ids: BTreeSet<(u16, u16)>,
    triplets: Triplets,
    ignored: BTreeMap<u16, String>,
    /// Of the log of IMS: the fields that tell the time.
    times: BTreeMap<u16, Field>,
}

/// What is counted of the records of one type and subtype.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Tally {
    records: u64,
    bytes: u64,
    decoded: bool,
    releases: BTreeSet<u8>,
}

/// Record type, subtype, day since 1970 (`None` without a time), system and subsystem.
type CoverageKey = (u8, u16, Option<i32>, [u8; 4], [u8; 8]);

/// Counts records into a summary. One a thread; [`Counter::merge`] puts them together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Counter {
    #[serde(skip)]
    paths: Arc<Vec<Option<Paths>>>,
    counts: Map<(u8, Option<u16>), Tally>,
    coverage: Map<CoverageKey, Coverage>,
    chained: BTreeMap<(u8, u16, u16), u64>,
    monitored: BTreeMap<([u8; 8], u16, bool), (u64, u64)>,
    #[serde(skip)]
    pieces: Vec<Piece>,
    #[serde(skip)]
    links: Vec<Link>,
}

impl Counter {
    /// A counter for records that these layouts describe.
    pub fn new(layouts: &Layouts) -> Counter {
        let mut paths = vec![None; 256];
        for layout in layouts.records.values() {
            let header = |name: &str| layout.header.iter().find(|f| f.name == name).cloned();
            let mut interval = Map::default();
            let mut named = Map::default();
            for context in &layout.context {
                let fields = &layouts.sections[&context.section].fields;
                let find = |name: &str| fields.iter().find(|f| f.name == name).cloned();
                if let Some(region) = find("region") {
                    let region = Field { at: region.at + context.at, ..region };
                    named.extend(context.subtypes.iter().map(|subtype| (*subtype, (context.triplet, region.clone()))));
                }
                let when = find("interval_start").or_else(|| find("interval_end"));
                if let (Some(start), Some(length)) = (when, find("interval_us")) {
                    for subtype in &context.subtypes {
                        let shift = |f: &Field| Field { at: f.at + context.at, ..f.clone() };
                        interval.insert(*subtype, (context.triplet, shift(&start), shift(&length)));
                    }
                }
            }
            paths[usize::from(layout.record_type)] = Some(Paths {
                system: header("system"),
                subsystem: header("queue_manager").or_else(|| header("subsystem")).or_else(|| header("member")),
                level: header("level"),
                written: header("written"),
                interval,
                named,
                chains: layout.chains.clone(),
                ids: BTreeSet::new(),
                triplets: layout.triplets.clone(),
                ignored: layout.ignored.iter().map(|i| (i.subtype, i.why.clone())).collect(),
                times: if layout.record_type == ims::RECORD_TYPE { ims::times(layouts) } else { BTreeMap::new() },
            });
        }
        for place in layouts.sections.values().flat_map(|s| &s.places) {
            if let (Some(paths), Some(id)) = (&mut paths[usize::from(place.record_type)], place.id) {
                paths.ids.extend(place.subtypes.iter().map(|subtype| (*subtype, id)));
            }
        }
        Counter::of(Arc::new(paths))
    }

    /// A counter for records of the same layouts that has counted nothing: one a file.
    pub fn fresh(&self) -> Counter {
        Counter::of(Arc::clone(&self.paths))
    }

    fn of(paths: Arc<Vec<Option<Paths>>>) -> Counter {
        Counter {
            paths,
            counts: Map::default(),
            coverage: Map::default(),
            chained: BTreeMap::new(),
            monitored: BTreeMap::new(),
            pieces: Vec::new(),
            links: Vec::new(),
        }
    }

    /// Counts one record; `decoded` says whether its sections are. What one covers is for [`Counter::cover`].
    pub fn add(&mut self, record: &[u8], decoded: bool) {
        let (record_type, subtype) = record::kind_of(record);
        let known = self.paths[usize::from(record_type)].is_some();
        let subtype = subtype.filter(|_| known); // other types may have no subtype at this place
        let fresh = || Tally { decoded, ..Tally::default() };
        let tally = self.counts.entry((record_type, subtype)).or_insert_with(fresh);
        tally.records += 1;
        tally.bytes += record.len().saturating_sub(ims::stands_in_front(record_type)) as u64;
        tally.decoded |= decoded;
        if product::DB2.contains(&record_type) {
            tally.releases.extend(product::release(record));
        }
        if let Some(Ok(product)) = monitoring(record) {
            let (records, rows) = self.monitored.entry((product.region, product.class, decoded)).or_default();
            *records += 1;
            *rows += product.data.count as u64;
        }
        self.chain(record, record_type, subtype.unwrap_or_default());
    }

    /// Counts the sections of a record that tell what they are.
    fn chain(&mut self, record: &[u8], record_type: u8, subtype: u16) {
        let Some(paths) = &self.paths[usize::from(record_type)] else { return };
        let Some(chain) = paths.chains.iter().find(|chain| chain.subtypes.contains(&subtype)) else { return };
        let place = paths.triplets.place(chain.triplet).and_then(|at| record.get(at..at + TRIPLET));
        self.pieces.clear();
        self.pieces.resize(chain.triplet, Piece::default());
        self.pieces.extend(place.map(Piece::of));
        self.links.clear();
        if record::links(chain, record, &self.pieces, &mut self.links).is_ok() {
            for link in &self.links {
                *self.chained.entry((record_type, subtype, link.id)).or_default() += 1;
            }
        }
    }

    /// Notes what a decoded record covers, apart by `day`.
    pub fn cover(&mut self, record: &[u8], day: Option<i32>) {
        let (record_type, subtype) = record::kind_of(record);
        let (Some(paths), Some(subtype)) = (&self.paths[usize::from(record_type)], subtype) else {
            return;
        };
        let raw = |field: &Option<Field>| {
            field.as_ref().and_then(|f| record.get(f.at..f.at + 4)?.try_into().ok()).unwrap_or([0x40; 4])
        };
        let mut name = [0x40; 8];
        name[..4].copy_from_slice(&raw(&paths.subsystem));
        if let Some((triplet, field)) = paths.named.get(&subtype) {
            let section = paths.triplets.place(*triplet).and_then(|at| record.get(at..at + 4)).map(number::unsigned);
            let at = section.unwrap_or_default() as usize + field.at;
            name = record.get(at..at + 8).and_then(|b| b.try_into().ok()).unwrap_or(name);
        }
        let key = (record_type, subtype, day, raw(&paths.system), name);
        let entry = self.coverage.entry(key).or_insert_with(|| Coverage {
            record_type,
            subtype,
            day,
            system: ebcdic::decode(&key.3),
            subsystem: ebcdic::decode(&key.4),
            ..Coverage::default()
        });
        entry.records += 1;
        if let Some(Field { at, kind: Kind::Text(n), .. }) = &paths.level {
            let level = record.get(*at..at + n).map(ebcdic::decode).unwrap_or_default();
            if !entry.levels.contains(&level) {
                entry.levels.insert(level);
            }
        }
        let header = || paths.written.as_ref().and_then(|f| time::smf(record.get(f.at..f.at + 8)?));
        if let Some(written) = ims::written(&paths.times, record).or_else(header) {
            let (first, last) = entry.written.unwrap_or((written, written));
            entry.written = Some((first.min(written), last.max(written)));
        }
        let interval = paths.interval.get(&subtype).and_then(|(triplet, start, length)| {
            let at = paths.triplets.place(*triplet)?;
            let section = number::unsigned(record.get(at..at + 4)?) as usize;
            let bytes = |f: &Field| record.get(section + f.at..section + f.at + f.kind.width());
            let (when, length) = (instant(start.kind, bytes(start)?)?, micros(length.kind, bytes(length)?)?);
            Some((if start.name == "interval_end" { when - length } else { when }, length))
        });
        if let Some((start, length)) = interval {
            entry.zero_length += u64::from(length == 0);
            entry.covered = entry.covered.saturating_add(length.max(0));
            let end = start.saturating_add(length);
            match entry.ranges.last_mut() {
                Some(last) if start >= last.0 && start <= last.1.saturating_add(TOLERANCE) => last.1 = last.1.max(end),
                _ => {
                    if entry.ranges.len() == entry.ranges.capacity() {
                        merge_ranges(&mut entry.ranges); // before it grows: memory follows the gaps, not the records
                    }
                    entry.ranges.push((start, end));
                }
            }
        }
    }

    /// Adds what another counter of the same file counted.
    pub fn merge(&mut self, other: Counter) {
        for (key, theirs) in other.counts {
            let fresh = || Tally { decoded: theirs.decoded, ..Tally::default() };
            let ours = self.counts.entry(key).or_insert_with(fresh);
            ours.records += theirs.records;
            ours.bytes += theirs.bytes;
            ours.releases.extend(theirs.releases);
            ours.decoded |= theirs.decoded;
        }
        for (key, sections) in other.chained {
            *self.chained.entry(key).or_default() += sections;
        }
        for (key, (records, rows)) in other.monitored {
            let ours = self.monitored.entry(key).or_default();
            *ours = (ours.0 + records, ours.1 + rows);
        }
        for (key, theirs) in other.coverage {
            match self.coverage.get_mut(&key) {
                None => {
                    self.coverage.insert(key, theirs);
                }
                Some(ours) => {
                    ours.records += theirs.records;
                    ours.zero_length += theirs.zero_length;
                    ours.levels.extend(theirs.levels);
                    ours.covered = ours.covered.saturating_add(theirs.covered);
                    ours.ranges.extend(theirs.ranges);
                    ours.written = match (ours.written, theirs.written) {
                        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
                        (a, b) => a.or(b),
                    };
                }
            }
        }
    }

    /// The sections that tell what they are, and the records of CICS monitoring, in a fixed order.
    pub fn parts(&self, layouts: &Layouts) -> (Vec<Chained>, Vec<Monitored>) {
        let chained = self.chained.iter().map(|(&(record_type, subtype, id), &sections)| {
            let chain = layouts.records.get(&record_type).and_then(|r| r.chain(subtype));
            let name = chain.and_then(|c| c.names.get(&id.to_string()).cloned()).unwrap_or_default();
            let paths = self.paths[usize::from(record_type)].as_ref();
            let decoded = paths.is_some_and(|p| p.ids.contains(&(subtype, id)));
            Chained { record_type, subtype, id, name, decoded, sections }
        });
        let monitored = self.monitored.iter().map(|(&(region, class, decoded), &(records, rows))| Monitored {
            region: ebcdic::decode(&region),
            class: class_name(class).to_owned(),
            decoded,
            records,
            rows,
        });
        (chained.collect(), monitored.collect())
    }

    /// The counts and the coverage, in a fixed order.
    pub fn finish(self, layouts: &Layouts) -> (Vec<Count>, Vec<Coverage>) {
        let sorted: BTreeMap<_, _> = self.counts.into_iter().collect();
        let counts = sorted
            .into_iter()
            .map(|((record_type, subtype), Tally { records, bytes, decoded, releases })| {
                let paths = self.paths[usize::from(record_type)].as_ref();
                let ignored = subtype.filter(|_| !decoded).and_then(|s| paths?.ignored.get(&s));
                let state = match (decoded, ignored) {
                    (true, _) => "decoded",
                    (_, Some(_)) => "ignored",
                    _ => "unknown",
                };
                let name = subtype.and_then(|s| layouts.subtype_names.get(&(record_type, s)).cloned());
                let (name, why) = (name.unwrap_or_default(), ignored.cloned().unwrap_or_default());
                let releases = releases.iter().map(|release| format!("{release:02X}")).collect();
                let title = layouts.records.get(&record_type).map(|r| r.title.clone());
                let title = title.or_else(|| layouts.type_names.get(&record_type).cloned()).unwrap_or_default();
                Count { record_type, subtype, title, name, why, releases, state, records, bytes }
            })
            .collect();
        let mut coverage: Vec<Coverage> = self.coverage.into_values().collect();
        for entry in &mut coverage {
            merge_ranges(&mut entry.ranges);
        }
        coverage.sort_by(|a, b| {
            let place = |entry: &Coverage| (entry.record_type, entry.subtype, entry.day);
            (&a.system, &a.subsystem, place(a)).cmp(&(&b.system, &b.subsystem, place(b)))
        });
        (counts, coverage)
    }
}
