//! What no system does in the time that a record covers: counts of a section against its interval.
//!
//! The interval stands in the header or in a common section of the record, so that only the record as a whole shows it.

use crate::column::Place;
use crate::layout::{Context, Field, Layouts, Rate, Record, Rule, Section, Where};
use crate::problem::Problem;
use crate::record::{self, Check};
use crate::relations::{elements, shown, value};

const MICROSECONDS: f64 = 1e6;

/// A rate that a layout states, with where its interval stands.
#[derive(Debug, Clone)]
pub(super) struct RateRoute {
    section: String,
    rate: Rate,
    fields: Vec<Field>,
    within: f64,
    times: f64,
    advice: &'static str,
    /// A length, or a start and an end: each a field of the header (no slot) or of a common section.
    over: Vec<(Option<usize>, Field)>,
}

impl RateRoute {
    /// The rates of a section in a subtype; fails with the column that neither the header nor a common section has.
    pub(super) fn of(
        layouts: &Layouts,
        section: &Section,
        check: &Check,
        place: &Where,
        subtype: u16,
    ) -> Result<Vec<RateRoute>, String> {
        let record = &layouts.records[&place.record_type];
        let mut routes = Vec::new();
        for relation in &section.relations {
            let Rule::Rate(rate) = &relation.rule else { continue };
            if !rate.subtypes.is_empty() && !rate.subtypes.contains(&subtype) {
                continue;
            }
            let over = rate.over.iter().map(|name| column(layouts, record, subtype, name).ok_or(name.clone()));
            routes.push(RateRoute {
                section: section.name.clone(),
                rate: rate.clone(),
                fields: relation.fields.clone(),
                within: relation.within,
                times: relation.times,
                advice: check.advice(),
                over: over.collect::<Result<_, _>>()?,
            });
        }
        Ok(routes)
    }

    /// Checks the counts of one section. `record` has its RDW and starts at `at` in the block of the `contexts`.
    pub(super) fn check(&self, section: &[u8], record: &[u8], contexts: &[Place], at: u32) -> Result<(), Problem> {
        let number = |(slot, field): &(Option<usize>, Field)| {
            let bytes = match slot {
                None => record,
                Some(slot) => {
                    let place = contexts[*slot];
                    let start = place.at.checked_sub(at)? as usize;
                    record.get(start..start + place.len as usize)?
                }
            };
            elements(field, bytes).next().map(|bytes| value(field, bytes)).filter(|number| !number.is_nan())
        };
        let Some(over) = self.over.iter().map(number).collect::<Option<Vec<f64>>>() else { return Ok(()) };
        let length = if let [from, to] = over[..] { to - from } else { over[0] };
        if length < 0.0 {
            return Ok(()); // a clock that was set back
        }
        let (counts, beside) = self.fields.split_at(self.fields.len() - self.rate.beside);
        let more = beside.iter().flat_map(|f| elements(f, section).map(|bytes| value(f, bytes)));
        let most = self.rate.most * length / MICROSECONDS + self.within + (more.sum::<f64>() * self.times).max(0.0);
        let counts = counts.iter().flat_map(|f| elements(f, section).map(move |bytes| (f, bytes)));
        match counts.into_iter().find(|(f, bytes)| value(f, bytes) > most) {
            None => Ok(()),
            Some((field, bytes)) => Err(Problem {
                expected: format!(
                    "section {} to have at most {} {} per second of {}{}",
                    self.section,
                    self.rate.most,
                    field.name,
                    self.rate.over.join(" to "),
                    self.advice
                ),
                found: format!("{} in {} s", shown(field, bytes), length / MICROSECONDS),
            }),
        }
    }
}

/// A column of the header or of a common section of a subtype.
fn column(layouts: &Layouts, record: &Record, subtype: u16, name: &str) -> Option<(Option<usize>, Field)> {
    let named = |fields: &[Field]| fields.iter().find(|f| f.name == name && f.array.is_none()).cloned();
    if let Some(field) = named(&record.header) {
        return Some((None, field));
    }
    let slots = record::context_names(layouts, record.record_type);
    let mut contexts = record.context.iter().filter(|c: &&Context| c.subtypes.contains(&subtype));
    contexts.find_map(|context| {
        let field = named(&layouts.sections.get(&context.section)?.fields)?;
        Some((slots.iter().position(|slot| *slot == context.section), field))
    })
}
