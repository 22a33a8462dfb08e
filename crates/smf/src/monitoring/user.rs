//! Fields of the user: what a region's monitoring control table adds at its event monitoring points (EMP).
//!
//! Which there are is known only from the dictionary, so that they have no columns: those of a task are one text, JSON by
//! group, type and identifier. Groups of CICS begin with DFH.
//!
//! Source: IBM CICS TS, "User-defined performance class data", DFHMCT TYPE=EMP; RFC 8259.

use std::fmt::Write;

use crate::layout::MonitorKind;
use crate::{ebcdic, number, time};

use super::at::{At, narrow, wide};
use super::dictionary::Entry;

/// How the groups of CICS begin.
const OF_CICS: &str = "DFH";

/// A field of the user at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UserField {
    /// `GROUP.A001`.
    pub(crate) name: String,
    pub(crate) kind: MonitorKind,
    pub(crate) at: At,
}

impl UserField {
    /// The field of an entry; None of one of CICS.
    pub(crate) fn of(entry: &Entry, at: At) -> Option<UserField> {
        (!entry.group.starts_with(OF_CICS)).then(|| UserField { name: name(entry), kind: entry.kind, at })
    }

    /// What becomes of it in measures: the names of its sums.
    pub(crate) fn sums(&self) -> Vec<String> {
        match self.kind {
            MonitorKind::Clock => vec![format!("{}_us", self.name), format!("{}_count", self.name)],
            MonitorKind::Count if self.at.length <= 8 => vec![self.name.clone()],
            _ => Vec::new(),
        }
    }

    /// Adds what a performance record has of it to its sums; the number of these.
    pub(crate) fn add(&self, row: &[u8], sums: &mut [u64]) -> usize {
        let bytes = self.at.of(row);
        match (self.kind, sums) {
            (MonitorKind::Clock, [time, periods, ..]) => {
                let from = if self.at.length >= 12 { 9 } else { 5 };
                *time = time.wrapping_add(self.at.clock(row));
                *periods += number::unsigned(bytes.get(from..from + 3).unwrap_or_default());
                2
            }
            (MonitorKind::Count, [sum, ..]) if bytes.len() <= 8 => {
                *sum = sum.wrapping_add(number::unsigned(bytes));
                1
            }
            _ => 0,
        }
    }

    /// What it is in a performance record: nothing for what is no number and no time.
    fn write(&self, row: &[u8], out: &mut String) {
        let bytes = self.at.of(row);
        match self.kind {
            MonitorKind::Clock => {
                let units = if self.at.length >= 12 { wide(bytes) } else { u64::from(narrow(bytes)) << 16 };
                let from = if self.at.length >= 12 { 9 } else { 5 };
                let periods = number::unsigned(bytes.get(from..from + 3).unwrap_or_default());
                member(out, &self.name, "_us", units as f64 / time::TOD_PER_MICROSECOND);
                member(out, &self.name, "_count", periods);
            }
            MonitorKind::Count if bytes.len() <= 8 => member(out, &self.name, "", number::unsigned(bytes)),
            MonitorKind::Packed => {
                if let Some(value) = number::packed(bytes) {
                    member(out, &self.name, "", value);
                }
            }
            MonitorKind::Stamp => {
                if let Some(moment) = time::tod(wide(bytes)) {
                    member(out, &self.name, "", moment);
                }
            }
            MonitorKind::Text => {
                let mut text = String::new();
                quoted(&ebcdic::decode(bytes), &mut text);
                member(out, &self.name, "", text);
            }
            MonitorKind::Count => {}
        }
    }
}

/// How an entry is named.
pub(crate) fn name(entry: &Entry) -> String {
    format!("{}.{}{:03}", entry.group, entry.kind.letter(), entry.id)
}

/// The fields of a performance record as an object of JSON; None where there are none.
pub(crate) fn text(fields: &[UserField], row: &[u8]) -> Option<String> {
    if fields.is_empty() {
        return None;
    }
    let mut out = String::from("{");
    fields.iter().for_each(|field| field.write(row, &mut out));
    out.push('}');
    Some(out)
}

/// Sums of the fields of the user as an object of JSON, clocks in microseconds; None where there are none.
pub(crate) fn summed(names: &[String], sums: &[u64]) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut out = String::from("{");
    for (name, sum) in names.iter().zip(sums) {
        match name.strip_suffix("_us") {
            Some(_) => member(&mut out, name, "", *sum as f64 / time::TOD_PER_MICROSECOND),
            None => member(&mut out, name, "", sum),
        }
    }
    out.push('}');
    Some(out)
}

fn member(out: &mut String, name: &str, suffix: &str, value: impl std::fmt::Display) {
    if out.len() > 1 {
        out.push(',');
    }
    quoted(&format!("{name}{suffix}"), out);
    // Writing to a string does not fail.
    let _ = write!(out, ":{value}");
}

fn quoted(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
