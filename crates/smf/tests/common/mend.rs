//! Random rows changed as little as it takes for the relations of their layout to hold.

use getpage_smf::encode::Row;
use getpage_smf::layout::{Field, Kind, Relation, Rule, Value};

/// How often relations are gone through: mending one may break another.
const ROUNDS: usize = 4;

/// Numbers of floating point fields beyond this lose units.
const EXACT: f64 = 9.0e15;

/// The row with every relation mended; where they contradict each other, the numbers of all of them become zero.
pub fn mend(mut row: Row, relations: &[Relation]) -> Row {
    for _ in 0..ROUNDS {
        for relation in relations {
            one(&mut row, relation);
        }
        if relations.iter().all(|relation| satisfied(&row, relation)) {
            return row;
        }
    }
    for relation in relations.iter().filter(|r| !matches!(r.rule, Rule::Name(_))) {
        let lowest = if let Rule::Range(from, _) = relation.rule { from.max(0.0) } else { 0.0 };
        let zeros = numbers(&row, relation).iter().map(|_| lowest).collect::<Vec<_>>();
        write(&mut row, relation, &zeros);
    }
    assert!(relations.iter().all(|relation| satisfied(&row, relation)), "zeros do not satisfy the relations");
    row
}

fn satisfied(row: &Row, relation: &Relation) -> bool {
    let values = numbers(row, relation);
    let total = values.last().copied().unwrap_or_default();
    let parts = || values[..values.len() - 1].iter().sum::<f64>();
    match relation.rule {
        Rule::Ascending => values.is_sorted(),
        Rule::Equal => values.iter().all(|v| *v == total),
        Rule::Sum => parts() == total,
        Rule::Part => parts() <= total,
        Rule::Range(from, to) => values.iter().all(|v| (from..=to).contains(v)),
        Rule::Rate(_) => values.iter().all(|v| *v <= relation.within),
        Rule::Name(_) => true,
    }
}

fn one(row: &mut Row, relation: &Relation) {
    let mut values = numbers(row, relation);
    let fits = values.iter().map(|v| v.abs().min(EXACT).trunc());
    match &relation.rule {
        Rule::Name(start) => {
            for field in &relation.fields {
                let Kind::Text(width) = field.kind else { continue };
                let name = format!("{start}A1");
                row.insert(field.name.clone(), Value::Text(name[..name.len().min(width)].to_owned()));
            }
            return;
        }
        Rule::Ascending => {
            values = fits.collect();
            values.sort_by(f64::total_cmp);
        }
        Rule::Equal => {
            let least = fits.fold(f64::INFINITY, f64::min);
            values.fill(least);
        }
        Rule::Sum | Rule::Part => {
            let count = values.len() as f64;
            let total = values.last().copied().unwrap_or_default().abs().min(EXACT).trunc();
            let mut left = total;
            for value in values.iter_mut().rev().skip(1) {
                *value = value.abs().min((total / count).trunc());
                *value = value.trunc();
                left -= *value;
            }
            if let (Rule::Sum, Some(last)) = (&relation.rule, values.last_mut()) {
                *last -= left;
            } else if let Some(last) = values.last_mut() {
                *last = total;
            }
        }
        // What holds whatever the interval.
        Rule::Rate(_) => values = fits.map(|v| v.min(relation.within)).collect(),
        Rule::Range(from, to) => {
            let (low, high) = (from.max(-EXACT), to.min(EXACT));
            values = values.iter().map(|v| v.clamp(low, high).trunc().clamp(low, high)).collect();
        }
    }
    write(row, relation, &values);
}

/// The numbers that a relation is about, in order; fields that have none count as zero.
fn numbers(row: &Row, relation: &Relation) -> Vec<f64> {
    let number = |value: &Value| match value {
        Value::Int(n) => *n as f64,
        Value::Float(n) => *n,
        _ => 0.0,
    };
    let of = |field: &Field| match row.get(&field.name) {
        Some(Value::List(items)) => items.iter().map(number).collect(),
        Some(Value::Text(label)) if field.values.is_some() => vec![labelled(field, label)],
        Some(value) => vec![number(value)],
        None => vec![0.0],
    };
    relation.fields.iter().flat_map(of).collect()
}

/// The number that a label stands for.
fn labelled(field: &Field, label: &str) -> f64 {
    let known = field.values.iter().flatten().find(|(_, text)| *text == label).map(|(number, _)| *number as f64);
    let unknown = label.strip_prefix("unknown (").and_then(|rest| rest.strip_suffix(')')?.parse().ok());
    known.or(unknown).unwrap_or_default()
}

fn write(row: &mut Row, relation: &Relation, numbers: &[f64]) {
    let mut numbers = numbers.iter().copied();
    for field in &relation.fields {
        let float = matches!(field.kind, Kind::Hfp(_) | Kind::Micros | Kind::StckDuration | Kind::RmfDuration);
        let mut next = || {
            let number = numbers.next().unwrap_or_default();
            let label = field.values.as_ref().map(|labels| labels.get(&(number as i64)).cloned());
            match label {
                Some(label) => Value::Text(label.unwrap_or_else(|| format!("unknown ({number})"))),
                None if float => Value::Float(number),
                None => Value::Int(number as i128),
            }
        };
        let value = match field.array {
            Some(array) => Value::List((0..array.count).map(|_| next()).collect()),
            None => next(),
        };
        row.insert(field.name.clone(), value);
    }
}
