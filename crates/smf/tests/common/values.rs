//! Random values that a field can hold, each equal to what it reads as after it was written.

use getpage_smf::encode::Row;
use getpage_smf::layout::{Field, Kind, Section, Value};
use proptest::collection::vec;
use proptest::prelude::*;

/// A value for one field, a list where it is an array.
pub fn value(field: &Field) -> BoxedStrategy<Value> {
    match field.array {
        Some(array) => vec(single(field), array.count).prop_map(Value::List).boxed(),
        None => single(field),
    }
}

fn single(field: &Field) -> BoxedStrategy<Value> {
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
    each.prop_map(move |values| names.iter().cloned().zip(values).collect())
}

/// Rows of a section; where they are elements of an array, each is marked as being in use.
pub fn rows(section: &Section, most: usize) -> BoxedStrategy<Vec<Row>> {
    let Some(elements) = &section.rows else { return vec(row(&section.fields), 1..=most).boxed() };
    let marks = elements.present.at..elements.present.at + elements.present.length;
    let mark = section.fields.iter().find(|f| marks.contains(&f.at) && matches!(f.kind, Kind::Text(_)));
    let name = mark.map(|f| f.name.clone()).expect("a name marks the elements that are in use");
    let used = row(&section.fields).prop_map(move |mut row| {
        if matches!(row.get(&name), Some(Value::Text(text)) if text.chars().all(|c| matches!(c, ' ' | '\0'))) {
            row.insert(name.clone(), Value::Text("X".to_owned()));
        }
        row
    });
    vec(used, 1..=elements.count.min(most)).boxed()
}
