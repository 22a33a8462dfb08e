//! Records of monitoring from values, for tests and sample sites: dictionaries, tasks and exceptions.

use std::collections::BTreeMap;

use crate::layout::monitoring::{EXCEPTION as EXCEPTION_SECTION, MonitorField, PRODUCT, TASKS};
use crate::layout::{Layouts, MonitorKind, Monitoring, Value};
use crate::{ebcdic, record, run_length};

use crate::monitor::at_place;
use crate::monitoring::product::{DICTIONARY, EXCEPTION, MONITORING, PERFORMANCE};
use crate::monitoring::{At, ENTRY, Entry, user};

use super::{EncodeError, Row, Spec, error, put, section_bytes};

/// What the rows of a dictionary are called in a specification: `group`, `type`, `id`, `length` and `name` of each entry, or
/// no rows for all fields that have columns.
pub const ENTRIES: &str = "CICS dictionary";

/// In the common values: local time less UTC, microseconds.
const LOCAL: &str = "local_us";

/// End of the SMF header with two triplets, where the product section stands, and its bytes.
const PRODUCT_AT: usize = 44;
const PRODUCT_LENGTH: usize = 114;
const DATA_AT: usize = PRODUCT_AT + PRODUCT_LENGTH;

/// One record, RDW included. With rows of tasks, the entries say what their fields are; else they are written themselves.
pub(super) fn record(layouts: &Layouts, spec: &Spec) -> Result<Vec<u8>, EncodeError> {
    let monitoring = &layouts.monitoring;
    let none = Vec::new();
    let entries = match spec.sections.get(ENTRIES).unwrap_or(&none) {
        rows if rows.is_empty() => usual(monitoring),
        rows => rows.iter().map(entry).collect::<Result<_, _>>()?,
    };
    let (class, connectors, rows) = if let Some(tasks) = spec.sections.get(TASKS.0) {
        let connectors = (1..=entries.len() as u16).flat_map(u16::to_be_bytes).collect();
        let rows = tasks.iter().map(|row| task(monitoring, &entries, row));
        (PERFORMANCE, connectors, rows.collect::<Result<Vec<_>, _>>()?)
    } else if let Some(rows) = spec.sections.get(EXCEPTION_SECTION) {
        let section = layouts.sections.get(EXCEPTION_SECTION);
        let section = section.ok_or_else(|| error(EXCEPTION_SECTION, "no layout of that section"))?;
        let common = [&layouts.records[&MONITORING.0].header, &layouts.sections[PRODUCT].fields].map(Vec::len);
        let mut own = section.clone();
        own.fields.drain(..common.iter().sum::<usize>());
        let rows = rows.iter().map(|row| section_bytes(&own, std::slice::from_ref(row), own.full_length(), false));
        (EXCEPTION, Vec::new(), rows.collect::<Result<Vec<_>, _>>()?)
    } else if spec.sections.contains_key(ENTRIES) {
        (DICTIONARY, Vec::new(), entries.iter().enumerate().map(|(nth, e)| written(nth, e)).collect())
    } else {
        return Err(error("SMF 110 subtype 1", "neither tasks nor exceptions nor a dictionary"));
    };
    whole(layouts, spec, class, connectors, &rows)
}

/// The entries of a dictionary of all fields that have columns.
fn usual(monitoring: &Monitoring) -> Vec<Entry> {
    let mut free = 900; // identifiers above those of CICS, for fields of which only the name is known
    let mut id = |known: u16| {
        free += u16::from(known == 0);
        if known == 0 { free } else { known }
    };
    let entry = |f: &crate::layout::MonitorField| Entry {
        group: f.group.clone(),
        kind: f.kind,
        id: id(f.id),
        length: f.usual_length(),
        name: f.ibm.clone(),
    };
    monitoring.fields.iter().filter(|f| f.inside.is_none()).map(entry).collect()
}

fn entry(row: &Row) -> Result<Entry, EncodeError> {
    let text = |name: &str| match row.get(name) {
        Some(Value::Text(text)) => Ok(text.clone()),
        _ => Err(error(ENTRIES, &format!("no text in {name}"))),
    };
    let number = |name: &str, most: i128| match row.get(name) {
        Some(Value::Int(n)) if (0..=most).contains(n) => Ok(*n as usize),
        _ => Err(error(ENTRIES, &format!("no number of up to {most} in {name}"))),
    };
    let kind = text("type")?.chars().next().and_then(MonitorKind::of);
    Ok(Entry {
        group: text("group")?,
        kind: kind.ok_or_else(|| error(ENTRIES, "a type is one of S A C T P"))?,
        id: number("id", 999)? as u16,
        length: number("length", 32_000)?,
        name: text("name")?,
    })
}

/// An entry as a dictionary record has it; its offset is left to the connectors.
fn written(nth: usize, entry: &Entry) -> Vec<u8> {
    let mut bytes = ebcdic::encode(&entry.group, 8);
    bytes.extend(ebcdic::encode(&format!("{}{:03}", entry.kind.letter(), entry.id), 4));
    bytes.extend((entry.length as u16).to_be_bytes());
    bytes.extend((nth as u16 + 1).to_be_bytes());
    bytes.extend([0, 0]);
    bytes.extend(ebcdic::encode(&entry.name, 8));
    bytes.resize(ENTRY, 0);
    bytes
}

/// A performance record; fields without a column are zeros, but for those of the user, which have their names.
fn task(monitoring: &Monitoring, entries: &[Entry], row: &Row) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::new();
    let mut names = BTreeMap::new();
    for entry in entries {
        let at = bytes.len();
        bytes.resize(at + entry.length, 0);
        let mut inside = monitoring.inside(&entry.group, entry.kind, entry.id).peekable();
        if inside.peek().is_some() {
            for (field, from) in inside {
                let field = &monitoring.fields[field];
                if from + field.length > entry.length {
                    continue;
                }
                for column in field.columns("") {
                    let column = at_place(column, field.kind, At { at: at + from, length: field.length });
                    put(&column, row.get(&column.name).unwrap_or(&Value::Null), &mut bytes)?;
                    names.insert(column.name, ());
                }
            }
            continue;
        }
        let known = monitoring.find(&entry.group, entry.kind, entry.id, &entry.name);
        let field = match known {
            Ok(Some(field)) => &monitoring.fields[field],
            _ => &of_user(entry),
        };
        for column in field.columns("") {
            let column = at_place(column, field.kind, At { at, length: entry.length });
            put(&column, row.get(&column.name).unwrap_or(&Value::Null), &mut bytes)?;
            names.insert(column.name, ());
        }
    }
    match row.keys().find(|name| !names.contains_key(*name)) {
        Some(name) => Err(error(TASKS.0, &format!("no field {name}"))),
        None => Ok(bytes),
    }
}

/// A field that no layout has, by the name of its entry.
fn of_user(entry: &Entry) -> MonitorField {
    MonitorField {
        group: entry.group.clone(),
        kind: entry.kind,
        id: entry.id,
        name: user::name(entry),
        ibm: entry.name.clone(),
        unit: String::new(),
        meaning: String::new(),
        trust: String::new(),
        length: entry.length,
        aggregate: None,
        inside: None,
    }
}

fn whole(
    layouts: &Layouts,
    spec: &Spec,
    class: u16,
    connectors: Vec<u8>,
    rows: &[Vec<u8>],
) -> Result<Vec<u8>, EncodeError> {
    let short =
        |n: usize| u16::try_from(n).map_err(|_| error("SMF 110 subtype 1", "a record longer than 65,535 bytes"));
    let mut out = vec![0; PRODUCT_AT];
    (out[4], out[5]) = (record::SMF_FLAG, MONITORING.0);
    for field in &layouts.records[&MONITORING.0].header {
        put(field, spec.common.get(&field.name).unwrap_or(&Value::Null), &mut out)?;
    }
    out[22..24].copy_from_slice(&MONITORING.1.to_be_bytes());
    out[24..26].copy_from_slice(&2u16.to_be_bytes());
    let mut product =
        section_bytes(&layouts.sections[PRODUCT], std::slice::from_ref(&spec.common), PRODUCT_LENGTH, true)?;
    product[22..24].copy_from_slice(&class.to_be_bytes());
    product[24..28].copy_from_slice(&(DATA_AT as u32).to_be_bytes());
    product[28..30].copy_from_slice(&2u16.to_be_bytes());
    product[30..32].copy_from_slice(&short(connectors.len() / 2)?.to_be_bytes());
    product[32..36].copy_from_slice(&((DATA_AT + connectors.len()) as u32).to_be_bytes());
    product[36..38].copy_from_slice(&short(rows.first().map_or(0, Vec::len))?.to_be_bytes());
    product[38..40].copy_from_slice(&short(rows.len())?.to_be_bytes());
    if let Some(Value::Int(local)) = spec.common.get(LOCAL) {
        product[72..80].copy_from_slice(&((*local as i64) << 12).to_be_bytes());
    }
    let mut data = [connectors, rows.concat()].concat();
    if spec.compressed {
        data = run_length::compress(&data);
        product[58..60].copy_from_slice(&short(data.len())?.to_be_bytes());
    }
    for (at, start, length) in [(28, PRODUCT_AT, PRODUCT_LENGTH), (36, DATA_AT, data.len())] {
        out[at..at + 4].copy_from_slice(&(start as u32).to_be_bytes());
        out[at + 4..at + 6].copy_from_slice(&short(length)?.to_be_bytes());
        out[at + 6..at + 8].copy_from_slice(&1u16.to_be_bytes());
    }
    out.extend(product);
    out.extend(data);
    let length = short(out.len())?;
    out[..2].copy_from_slice(&length.to_be_bytes());
    Ok(out)
}
