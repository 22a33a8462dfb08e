//! Relations: what the values of one section must satisfy, stated by its layout.
//!
//! A layout that was worked out rather than seen (trust `code` or `derived`) may be wrong for a release. Its record
//! says so itself: minimum, average and maximum are in order, parts add up, counts repeat elsewhere, names are names.
//! The values of a relation are those of its fields in the order given, all elements of array fields included.

use serde::Deserialize;

use super::Flaw;
use super::field::{Field, Kind};

/// What must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum Rule {
    /// Each value is at most the next.
    Ascending,
    /// All values are the same.
    Equal,
    /// The values but the last add up to the last.
    Sum,
    /// The values but the last add up to the last at most.
    Part,
    /// Each value lies between the two; floating point numbers are zero or normalized, as machine instructions leave them.
    Range(f64, f64),
    /// None is more than so many in each second that the record covers.
    Rate(Rate),
    /// Each text is a name, not blank, and starts with this: letters, digits, national characters and `.-_+` only.
    Name(String),
}

/// How many there can be in the time of a record.
#[derive(Debug, Clone, PartialEq)]
pub struct Rate {
    /// Most in a second.
    pub most: f64,
    /// Columns that all rows of the record have: a length, or a start and an end.
    pub over: Vec<String>,
    /// How many of the fields, the last, are what there may be besides.
    pub beside: usize,
    /// Subtypes in which it holds; all, where none is named.
    pub subtypes: Vec<u16>,
}

/// A rule for some fields of a section.
#[derive(Debug, Clone)]
pub struct Relation {
    /// The rule.
    pub rule: Rule,
    /// The fields whose values it is about, in order.
    pub fields: Vec<Field>,
    /// By how much numbers may miss it: averages are rounded.
    pub within: f64,
    /// What the parts of a sum, or what there is beside a rate, count times, where they are in another unit.
    pub times: f64,
}

impl Relation {
    /// The relation in words, by the names of the columns.
    pub fn words(&self) -> String {
        let names: Vec<&str> = self.fields.iter().map(|f| f.name.as_str()).collect();
        let (last, rest) = names.split_last().map_or(("", &names[..]), |(last, rest)| (*last, rest));
        let near = if self.within > 0.0 { format!(", to {}", self.within) } else { String::new() };
        let times = match self.times {
            1.0 => String::new(),
            times => format!(" times {times}"),
        };
        match &self.rule {
            Rule::Ascending => names.join(" <= ") + &near,
            Rule::Equal => names.join(" = ") + &near,
            Rule::Sum => format!("{}{times} = {last}{near}", rest.join(" + ")),
            Rule::Part => format!("{}{times} <= {last}{near}", rest.join(" + ")),
            Rule::Range(from, to) => format!("{} from {from} to {to}", names.join(", ")),
            Rule::Rate(rate) => {
                let over = rate.over.join(" to ");
                let (counts, beside) = names.split_at(names.len() - rate.beside);
                let beside = if beside.is_empty() { "" } else { &format!(" beside {}{times}", beside.join(" + ")) };
                format!("{} <= {} per second of {over}{beside}", counts.join(", "), rate.most)
            }
            Rule::Name(start) if start.is_empty() => format!("{} to be a name", names.join(", ")),
            Rule::Name(start) => format!("{} to be a name that starts with {start}", names.join(", ")),
        }
    }
}

/// A relation as written in TOML: one of the rules with its fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationText {
    ascending: Option<Vec<String>>,
    equal: Option<Vec<String>>,
    sum: Option<Vec<String>>,
    equals: Option<String>,
    at_most: Option<String>,
    range: Option<Vec<String>>,
    from: Option<f64>,
    to: Option<f64>,
    rate: Option<Vec<String>>,
    over: Option<Vec<String>>,
    #[serde(default)]
    beside: Vec<String>,
    #[serde(default)]
    subtypes: Vec<u16>,
    names: Option<Vec<String>>,
    starts: Option<String>,
    #[serde(default)]
    within: f64,
    times: Option<f64>,
}

impl RelationText {
    pub(super) fn build(self, all: &[Field]) -> Result<Relation, Flaw> {
        let within = self.within;
        let limits = self.from.is_some() || self.to.is_some();
        let total = self.equals.is_some() || self.at_most.is_some();
        let rated = self.over.is_some() || !self.beside.is_empty() || !self.subtypes.is_empty();
        let whole = self.equals.as_ref().or(self.at_most.as_ref()).cloned();
        let mut rules = [
            self.ascending.map(|names| (Rule::Ascending, names)),
            self.equal.map(|names| (Rule::Equal, names)),
            self.sum.map(|names| (if self.equals.is_some() { Rule::Sum } else { Rule::Part }, names)),
            self.range.map(|names| {
                (Rule::Range(self.from.unwrap_or(f64::NEG_INFINITY), self.to.unwrap_or(f64::INFINITY)), names)
            }),
            self.rate.map(|mut names| {
                let (most, beside) = (self.to.unwrap_or(f64::NAN), self.beside.len());
                names.extend(self.beside);
                (Rule::Rate(Rate { most, over: self.over.unwrap_or_default(), subtypes: self.subtypes, beside }), names)
            }),
            self.names.map(|names| (Rule::Name(self.starts.unwrap_or_default()), names)),
        ]
        .into_iter()
        .flatten();
        let (Some((rule, mut names)), None) = (rules.next(), rules.next()) else {
            return Err("holds: one of ascending, equal, sum, range, rate or names is needed, and no other".into());
        };
        if matches!(rule, Rule::Sum | Rule::Part) {
            names.push(whole.ok_or("holds: a sum needs `equals` or `at_most`")?);
        }
        let fields = names
            .iter()
            .map(|name| {
                let field = all.iter().find(|f| f.name == *name);
                field.cloned().ok_or_else(|| format!("holds: the section has no field {name}"))
            })
            .collect::<Result<Vec<_>, _>>()?;
        let relation = Relation { rule, fields, within, times: self.times.unwrap_or(1.0) };
        let words = relation.words();
        let misplaced = match &relation.rule {
            Rule::Rate(rate) => {
                !rate.most.is_finite() || !(1..=2).contains(&rate.over.len()) || self.from.is_some() || total
            }
            Rule::Range(from, to) => total || !limits || from > to || self.times.is_some(),
            Rule::Sum | Rule::Part => limits || relation.times <= 0.0,
            _ => limits || total || self.times.is_some(),
        };
        let misplaced = misplaced || rated && !matches!(relation.rule, Rule::Rate(_));
        let few = match relation.rule {
            Rule::Range(..) | Rule::Name(_) | Rule::Rate(_) => relation.fields.is_empty(),
            _ => relation.fields.iter().map(|f| f.array.map_or(1, |a| a.count)).sum::<usize>() < 2,
        };
        if misplaced || few || !within.is_finite() || within < 0.0 {
            return Err(format!("holds: {words:?} has too few fields, or limits that do not belong to it").into());
        }
        let texts = matches!(relation.rule, Rule::Name(_));
        if let Some(wrong) = relation.fields.iter().find(|f| if texts { !is_text(f) } else { !is_number(f) }) {
            let kind = if texts { "a text" } else { "a number" };
            return Err(format!("holds: {} is not {kind}", wrong.name).into());
        }
        Ok(relation)
    }
}

fn is_text(field: &Field) -> bool {
    field.is_written() && matches!(field.kind, Kind::Text(_))
}

fn is_number(field: &Field) -> bool {
    field.is_written()
        && !matches!(field.kind, Kind::Text(_) | Kind::Hex(_) | Kind::Flag(_) | Kind::SmfTime | Kind::Rest)
}
