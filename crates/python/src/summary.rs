//! What one file holds, as a dictionary: `_native.Summary` and what is in it, field by field.

use getpage_smf::{damage, gtf, summary, time};
use pyo3::prelude::*;

/// How a digest is written: in hexadecimal digits.
pub(crate) fn spelled(digest: u128) -> String {
    format!("{digest:032x}")
}

/// Microseconds since 1970, from and to.
type Range = (i64, i64);

#[derive(IntoPyObject)]
pub(crate) struct Summary {
    file: u32,
    path: String,
    file_bytes: u64,
    bytes: u64,
    compression: Option<String>,
    framing: &'static str,
    counts: Vec<Count>,
    chained: Vec<Chained>,
    monitored: Vec<Monitored>,
    coverage: Vec<Coverage>,
    duplicates: (u64, u64),
    days: Vec<Option<String>>,
    damage: DamageLog,
    gtf: Option<Gtf>,
    digest: Option<String>,
}

impl From<summary::Summary> for Summary {
    fn from(from: summary::Summary) -> Summary {
        Summary {
            file: from.file,
            path: from.path,
            file_bytes: from.file_bytes,
            bytes: from.bytes,
            compression: from.compression,
            framing: from.framing.name(),
            counts: from.counts.into_iter().map(Count::from).collect(),
            chained: from.chained.into_iter().map(Chained::from).collect(),
            monitored: from.monitored.into_iter().map(Monitored::from).collect(),
            coverage: from.coverage.into_iter().map(Coverage::from).collect(),
            duplicates: from.duplicates,
            days: from.days.into_iter().map(|day| day.map(|day| time::day_name(Some(day)))).collect(),
            damage: from.damage.into(),
            gtf: from.gtf.map(Gtf::from),
            digest: from.digest.map(spelled),
        }
    }
}

#[derive(IntoPyObject)]
struct Count {
    record_type: u8,
    subtype: Option<u16>,
    title: String,
    name: String,
    why: String,
    releases: Vec<String>,
    state: &'static str,
    records: u64,
    bytes: u64,
}

impl From<summary::Count> for Count {
    fn from(from: summary::Count) -> Count {
        let summary::Count { record_type, subtype, title, name, why, releases, state, records, bytes } = from;
        Count { record_type, subtype, title, name, why, releases, state, records, bytes }
    }
}

#[derive(IntoPyObject)]
struct Chained {
    record_type: u8,
    subtype: u16,
    id: u16,
    name: String,
    decoded: bool,
    sections: u64,
}

impl From<summary::Chained> for Chained {
    fn from(from: summary::Chained) -> Chained {
        let summary::Chained { record_type, subtype, id, name, decoded, sections } = from;
        Chained { record_type, subtype, id, name, decoded, sections }
    }
}

#[derive(IntoPyObject)]
struct Monitored {
    region: String,
    class: String,
    decoded: bool,
    records: u64,
    rows: u64,
}

impl From<summary::Monitored> for Monitored {
    fn from(from: summary::Monitored) -> Monitored {
        let summary::Monitored { region, class, decoded, records, rows } = from;
        Monitored { region, class, decoded, records, rows }
    }
}

#[derive(IntoPyObject)]
struct Coverage {
    record_type: u8,
    subtype: u16,
    day: Option<String>,
    system: String,
    subsystem: String,
    levels: Vec<String>,
    records: u64,
    written: Option<Range>,
    zero_length: u64,
    covered: i64,
    ranges: Vec<Range>,
}

impl From<summary::Coverage> for Coverage {
    fn from(from: summary::Coverage) -> Coverage {
        Coverage {
            record_type: from.record_type,
            subtype: from.subtype,
            day: from.day.map(|day| time::day_name(Some(day))),
            system: from.system,
            subsystem: from.subsystem,
            levels: from.levels.into_iter().collect(),
            records: from.records,
            written: from.written,
            zero_length: from.zero_length,
            covered: from.covered,
            ranges: from.ranges,
        }
    }
}

#[derive(IntoPyObject)]
struct DamageLog {
    count: u64,
    bytes: u64,
    listed: Vec<Damage>,
}

impl From<damage::DamageLog> for DamageLog {
    fn from(from: damage::DamageLog) -> DamageLog {
        DamageLog { count: from.count, bytes: from.bytes, listed: from.listed.into_iter().map(Damage::from).collect() }
    }
}

#[derive(IntoPyObject)]
struct Damage {
    offset: u64,
    length: u64,
    record_type: Option<u8>,
    subtype: Option<u16>,
    expected: String,
    found: String,
}

impl From<damage::Damage> for Damage {
    fn from(from: damage::Damage) -> Damage {
        let damage::Damage { offset, length, record_type, subtype, expected, found } = from;
        Damage { offset, length, record_type, subtype, expected, found }
    }
}

#[derive(IntoPyObject)]
struct Gtf {
    counted_from: Option<String>,
    records: u64,
    segmented: u64,
    control: u64,
    lost: (u64, u64),
    others: Vec<Event>,
    subsystems: Vec<Subsystem>,
}

impl From<gtf::GtfSummary> for Gtf {
    fn from(from: gtf::GtfSummary) -> Gtf {
        Gtf {
            counted_from: from.counted_from,
            records: from.records,
            segmented: from.segmented,
            control: from.control,
            lost: from.lost,
            others: from.others.into_iter().map(Event::from).collect(),
            subsystems: from.subsystems.into_iter().map(Subsystem::from).collect(),
        }
    }
}

#[derive(IntoPyObject)]
struct Event {
    event: String,
    name: String,
    records: u64,
}

impl From<gtf::Event> for Event {
    fn from(from: gtf::Event) -> Event {
        let gtf::Event { event, name, records } = from;
        Event { event, name, records }
    }
}

#[derive(IntoPyObject)]
struct Subsystem {
    name: String,
    records: u64,
    missing: u64,
    times: Option<Range>,
}

impl From<gtf::Subsystem> for Subsystem {
    fn from(from: gtf::Subsystem) -> Subsystem {
        Subsystem { records: from.records, missing: from.missing(), times: from.times, name: from.name }
    }
}
