//! Random values that a field can hold, each equal to what it reads as after it was written.

use std::collections::BTreeMap;

use getpage_smf::ebcdic;
use getpage_smf::encode::Row;
use getpage_smf::layout::{Field, Kind, Layouts, Relation, Section, Value};
use proptest::collection::vec;
use proptest::prelude::*;

use super::{mend, site};

/// A value for one field, a list where it is an array.
pub fn value(field: &Field) -> BoxedStrategy<Value> {
    match field.array {
        Some(array) => vec(possible(field), array.count).prop_map(Value::List).boxed(),
        None => possible(field),
    }
}

/// A value that a system can have.
fn possible(field: &Field) -> BoxedStrategy<Value> {
    let Some(most) = field.most() else { return single(field) };
    let scale = i128::from(field.scale.unwrap_or(1));
    let most_int = most as i128 / scale * scale;
    let capped = move |value| match value {
        Value::Int(number) => Value::Int(number.clamp(-most_int, most_int)),
        Value::Float(number) if number.abs() > most => Value::Float(0.0),
        other => other,
    };
    single(field).prop_map(capped).boxed()
}

fn single(field: &Field) -> BoxedStrategy<Value> {
    if let Some(text) = &field.always {
        return Just(Value::Text(text.clone())).boxed();
    }
    if field.position {
        return Just(Value::Null).boxed(); // where it is put says it
    }
    if let Some(scale) = field.scale {
        let bits = 8 * field.kind.width() as u32;
        let most = u64::MAX / scale;
        return sized(bits).prop_map(move |v| Value::Int((v.min(most) * scale).into())).boxed();
    }
    if let Some(labels) = &field.values {
        let known: Vec<String> = labels.values().cloned().collect();
        let bits = field.bits.map_or(8 * field.kind.width() as u32, |b| b.width);
        let signed = matches!(field.kind, Kind::Signed(_)) && field.bits.is_none();
        let (lowest, highest) =
            if signed { (-1i64 << (bits - 1), (1i64 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let labels = labels.clone();
        let other = (lowest..=highest).prop_map(move |n| {
            let label = labels.get(&n).cloned();
            Value::Text(label.unwrap_or_else(|| format!("unknown ({n})")))
        });
        return prop_oneof![3 => prop::sample::select(known).prop_map(Value::Text), 1 => other].boxed();
    }
    let int = |v: i64| Value::Int(v.into());
    match field.kind {
        Kind::Unsigned(n) => {
            let bits = field.bits.map_or(8 * n as u32, |b| b.width);
            sized(bits).prop_map(|v| Value::Int(v.into())).boxed()
        }
        Kind::Signed(n) => {
            let half = 1i64 << (8 * n - 1);
            (-half..half).prop_map(int).boxed()
        }
        Kind::Rest => sized(32).prop_map(|v| Value::Int(v.into())).boxed(), // what the shortest of its sections holds
        Kind::Unsigned64 => sized(64).prop_map(|v| Value::Int(v.into())).boxed(),
        Kind::Signed64 => any::<i64>().prop_map(int).boxed(),
        Kind::Flag(_) => any::<bool>().prop_map(Value::Bool).boxed(),
        Kind::Text(n) => text(n).prop_map(Value::Text).boxed(),
        Kind::Hex(n) => vec(any::<u8>(), n)
            .prop_map(|bytes| Value::Text(bytes.iter().map(|b| format!("{b:02X}")).collect()))
            .boxed(),
        Kind::Packed(n) => {
            let highest = 10i64.pow(2 * n as u32 - 1) - 1;
            (-highest..=highest).prop_map(int).boxed()
        }
        // From 1900, where zero means "no time", to the end of the clock in 2042.
        Kind::Stck | Kind::StckLocal => (-2_208_988_799_999_999i64..2_294_000_000_000_000).prop_map(int).boxed(),
        Kind::StckDuration => sized(53).prop_map(|units| Value::Float(units as f64 / 4096.0)).boxed(),
        Kind::Micros => sized(53).prop_map(|v| Value::Float(v as f64)).boxed(),
        Kind::Hfp(n) => {
            let bits = 8 * (n as u32 - 1) - 3;
            (sized(bits), -40i32..40, any::<bool>())
                .prop_map(|(digits, power, negative)| {
                    let value = digits as f64 * 2f64.powi(power);
                    Value::Float(if negative && value != 0.0 { -value } else { value })
                })
                .boxed()
        }
        Kind::ImsTime => (-2_200_000_000_000_000i64..29_000_000_000_000_000).prop_map(int).boxed(),
        Kind::TextTime => (-2_200_000_000i64..29_000_000_000).prop_map(move |seconds| int(seconds * 1_000_000)).boxed(),
        Kind::TextDuration => (0i64..360_000).prop_map(|seconds| Value::Float(seconds as f64 * 1e6)).boxed(),
        Kind::Units16 => sized(32).prop_map(|units| Value::Float(units as f64 * 16.0)).boxed(),
        Kind::RmfTime => (0i64..4_000_000_000).prop_map(move |seconds| int(seconds * 1_000_000)).boxed(),
        Kind::RmfDuration => (0i64..6_000_000).prop_map(|ms| Value::Float(ms as f64 * 1000.0)).boxed(),
        Kind::SmfTime => {
            (0i64..400_000_000_000).prop_map(|hundredths| Value::Int((hundredths * 10_000).into())).boxed()
        }
    }
}

/// An integer of up to so many bits, small ones, zero and the largest among them.
fn sized(bits: u32) -> impl Strategy<Value = u64> {
    let highest = u64::MAX >> (64 - bits);
    prop_oneof![2 => 0..=highest, 1 => 0..=highest.min(1000), 1 => Just(highest)]
}

/// Any characters of the code page; blanks and NULs at the end are dropped in reading.
fn text(length: usize) -> impl Strategy<Value = String> {
    let character = prop_oneof![4 => prop::char::range('0', 'Z'), 1 => prop::char::range('\0', '\u{FF}')];
    vec(character, 0..=length).prop_map(|c| c.into_iter().collect::<String>().trim_end_matches([' ', '\0']).to_owned())
}

/// A row for all of `fields`.
pub fn row(fields: &[Field]) -> impl Strategy<Value = Row> + use<> {
    let names: Vec<String> = fields.iter().map(|f| f.name.clone()).collect();
    let each: Vec<BoxedStrategy<Value>> = fields.iter().map(value).collect();
    let named = named(fields);
    each.prop_map(move |values| {
        let mut row: Row = names.iter().cloned().zip(values).collect();
        label(&named, &mut row);
        row
    })
}

/// Gives fields that are the labels of a number the label of the number that was chosen.
fn label(named: &[(String, BTreeMap<i64, String>, String)], row: &mut Row) {
    for (name, labels, number) in named {
        if let Some(Value::Int(number)) = row.get(number) {
            let label = labels.get(&(*number as i64)).cloned().unwrap_or_else(|| format!("unknown ({number})"));
            row.insert(name.clone(), Value::Text(label));
        }
    }
}

/// Fields that are the labels of a number in the same place, each with its labels and the name of the number.
fn named(fields: &[Field]) -> Vec<(String, BTreeMap<i64, String>, String)> {
    let same = |a: &Field, b: &Field| a.at == b.at && a.kind == b.kind && a.bits == b.bits && b.values.is_none();
    let labelled = fields.iter().filter_map(|f| Some((f, f.values.clone()?)));
    labelled
        .filter_map(|(f, labels)| {
            let number = fields.iter().find(|g| g.always.is_none() && same(f, g))?;
            Some((f.name.clone(), labels, number.name.clone()))
        })
        .collect()
}

/// A row with one of the expected values where the section has some.
fn expected(section: &Section) -> BoxedStrategy<Row> {
    let mut fields = section.fields.clone();
    let mut fixed: Vec<(String, Vec<Value>)> = Vec::new();
    for expect in &section.expect {
        let here = |f: &&Field| f.always.is_none() && f.values.is_none() && f.at == expect.at;
        if let Some(field) = section.fields.iter().find(here) {
            let text = |n: &i64| ebcdic::decode(&n.to_be_bytes()[8 - expect.kind.width()..]);
            let value = |n: &i64| match field.kind {
                Kind::Text(_) => Value::Text(text(n)),
                _ => Value::Int((*n).into()),
            };
            fixed.push((field.name.clone(), expect.values.iter().map(value).collect()));
        }
    }
    fields.retain(|f| !fixed.iter().any(|(name, _)| *name == f.name));
    let choices: Vec<_> = fixed.iter().map(|(_, values)| prop::sample::select(values.clone())).collect();
    let labels = named(&section.fields);
    (row(&fields), choices)
        .prop_map(move |(mut row, chosen)| {
            row.extend(fixed.iter().map(|(name, _)| name.clone()).zip(chosen));
            label(&labels, &mut row);
            row
        })
        .boxed()
}

/// A row for a section, mended so that what its layout says of the values holds.
pub fn section_row(section: &Section) -> impl Strategy<Value = Row> + use<> {
    let relations = section.relations.clone();
    let (numbers, labels, located) = (numbers(section), named(&section.fields), located(section));
    expected(section).prop_map(move |mut row| {
        row.extend(numbers.iter().map(|name| (name.clone(), Value::Int(0))));
        let mut mended = mend::mend(row, &relations);
        label(&labels, &mut mended);
        mended.extend(located.clone());
        mended
    })
}

/// The fields that tell which elements of other sections belong to it: none does, unless it is written.
fn numbers(section: &Section) -> Vec<String> {
    let parents = super::LAYOUTS.sections.values().filter_map(|s| s.parent.as_ref());
    let own = parents.filter(|p| p.section == section.name);
    own.flat_map(|p| [p.first.clone(), p.count.clone()]).flatten().collect()
}

/// What a section tells of arrays inside it that have no elements: where they would stand.
fn located(section: &Section) -> Vec<(String, Value)> {
    let same = |s: &&Section| {
        let mut pairs = s.places.iter().flat_map(|a| section.places.iter().map(move |b| (a, b)));
        pairs.any(|(a, b)| a.id.is_some() && (a.record_type, a.id) == (b.record_type, b.id))
    };
    let arrays = super::LAYOUTS.sections.values().filter(same).filter_map(|s| s.rows.as_ref());
    let located = arrays.filter_map(|rows| Some((rows.at, rows.locator.as_ref()?)));
    let numbers: Vec<(usize, usize)> =
        located.flat_map(|(at, locator)| [(locator.at, at), (locator.count, 0)]).collect();
    let of = |(at, number): &(usize, usize)| {
        let field = section.fields.iter().find(|f| f.at == *at && section.rows.is_none())?;
        Some((field.name.clone(), Value::Int(*number as i128)))
    };
    numbers.iter().filter_map(of).collect()
}

/// Values for the header and the common sections of a record type and subtype.
pub fn common_row(layouts: &Layouts, record_type: u8, subtype: u16) -> impl Strategy<Value = Row> + use<> {
    let contexts = layouts.records[&record_type].context.iter().filter(|c| c.subtypes.contains(&subtype));
    let sections: Vec<&Section> = contexts.map(|c| &layouts.sections[&c.section]).collect();
    let relations: Vec<Relation> = sections.iter().flat_map(|s| s.relations.clone()).collect();
    let expects = sections.iter().flat_map(|s| s.expect.iter().map(|e| (*s, e.at)));
    let labelled = expects.filter_map(|(s, at)| s.fields.iter().find(|f| f.at == at && f.values.is_some()));
    let labels: Vec<(String, Vec<String>)> = labelled
        .map(|f| (f.name.clone(), f.values.iter().flatten().map(|(_, label)| label.clone()).collect()))
        .collect();
    row(&site::common_fields(layouts, record_type, subtype)).prop_map(move |mut row| {
        // A column that shows the subtype has that of the record.
        for (name, labels) in &labels {
            if !matches!(row.get(name), Some(Value::Text(label)) if labels.contains(label)) {
                row.insert(name.clone(), Value::Text(labels[0].clone()));
            }
        }
        row.entry("subtype".to_owned()).and_modify(|told| *told = Value::Int(subtype.into()));
        mend::mend(row, &relations)
    })
}

/// Rows of a section; where they are elements of an array, each is marked as being in use.
pub fn rows(section: &Section, most: usize) -> BoxedStrategy<Vec<Row>> {
    let Some(elements) = &section.rows else { return vec(section_row(section), 1..=most).boxed() };
    let marks = elements.present.as_ref().map(|p| p.at..p.at + p.length);
    let Some(marks) = marks else { return vec(section_row(section), 1..=most).boxed() };
    let mark = section.fields.iter().find(|f| marks.contains(&f.at));
    let mark = mark.expect("a name or a label marks the elements that are in use");
    if let Some(label) = mark.values.as_ref().and_then(|labels| labels.values().next()).cloned() {
        let name = mark.name.clone();
        let used = section_row(section).prop_map(move |mut row| {
            row.insert(name.clone(), Value::Text(label.clone()));
            row
        });
        return vec(used, 1..=elements.count.min(most)).boxed();
    }
    let name = mark.name.clone();
    let used = section_row(section).prop_map(move |mut row| {
        if matches!(row.get(&name), Some(Value::Text(text)) if text.chars().all(|c| matches!(c, ' ' | '\0'))) {
            row.insert(name.clone(), Value::Text("X".to_owned()));
        }
        row
    });
    vec(used, 1..=elements.count.min(most)).boxed()
}
