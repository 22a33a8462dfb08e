//! Fields as they are written in layout files.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::Flaw;
use super::field::{Array, Bits, Field, Kind};

/// A field as written in TOML.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FieldText {
    #[serde(default)]
    at: usize,
    #[serde(rename = "type")]
    kind: String,
    name: String,
    #[serde(default)]
    ibm: String,
    #[serde(default)]
    printed: Vec<String>,
    unit: String,
    meaning: String,
    #[serde(default)]
    since: String,
    source: Option<String>,
    trust: Option<String>,
    bits: Option<Bits>,
    values: Option<BTreeMap<String, String>>,
    count: Option<usize>,
    stride: Option<usize>,
    no_limit: Option<u64>,
    none: Option<u32>,
    scale: Option<u64>,
    always: Option<String>,
    #[serde(default)]
    unbounded: bool,
    #[serde(default)]
    position: bool,
}

impl FieldText {
    pub(super) fn build(self, source: &str, trust: &str) -> Result<Field, Flaw> {
        let name = self.name;
        let kind = Kind::parse(&self.kind).ok_or_else(|| format!("field {name}: type {:?} is not known", self.kind))?;
        let values = self
            .values
            .map(|texts| {
                texts
                    .into_iter()
                    .map(|(key, label)| {
                        Ok((
                            key.parse::<i64>().map_err(|_| format!("field {name}: value {key:?} is not a number"))?,
                            label,
                        ))
                    })
                    .collect::<Result<BTreeMap<i64, String>, Flaw>>()
            })
            .transpose()?;
        let array = match (self.count, self.stride) {
            (None, None) => None,
            (Some(count), Some(stride)) if count > 0 => Some(Array { count, stride }),
            _ => return Err(format!("field {name}: an array needs a count above 0 and a stride").into()),
        };
        Ok(Field {
            at: self.at,
            kind,
            name,
            ibm: self.ibm,
            printed: self.printed,
            unit: self.unit,
            meaning: self.meaning,
            since: self.since,
            source: self.source.unwrap_or_else(|| source.to_owned()),
            trust: self.trust.unwrap_or_else(|| trust.to_owned()),
            bits: self.bits,
            values,
            array,
            no_limit: self.no_limit,
            none: self.none,
            scale: self.scale,
            always: self.always,
            unbounded: self.unbounded,
            position: self.position,
        })
    }
}
