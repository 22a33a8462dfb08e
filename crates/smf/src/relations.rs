//! Whether the values of a section satisfy the relations that its layout states.

use crate::layout::{Field, Kind, Relation, Rule};
use crate::time::TOD_PER_MICROSECOND;
use crate::{ebcdic, number, time};

/// Most values that a message shows.
const SHOWN: usize = 6;

/// What does not hold: the values found. None where the relation holds, or the section ends before one of its fields.
pub(crate) fn broken(relation: &Relation, section: &[u8]) -> Option<String> {
    if relation.fields.iter().any(|f| f.end() > section.len()) {
        return None; // a release without it
    }
    let values = || relation.fields.iter().flat_map(|f| elements(f, section).map(move |bytes| (f, bytes)));
    if let Rule::Name(start) = &relation.rule {
        let wrong = values().find(|(_, bytes)| !is_name(bytes, start))?;
        return Some(shown(wrong.0, wrong.1));
    }
    let numbers: Vec<f64> = values().map(|(f, b)| value(f, b)).collect();
    let slack = relation.within;
    let total = numbers.last().copied().unwrap_or_default();
    let parts = || numbers[..numbers.len().saturating_sub(1)].iter().sum::<f64>() * relation.times;
    let holds = match relation.rule {
        Rule::Ascending => numbers.windows(2).all(|pair| pair[0] <= pair[1] + slack),
        Rule::Equal => numbers.iter().all(|n| (n - total).abs() <= slack),
        Rule::Sum => (parts() - total).abs() <= slack,
        Rule::Part => parts() <= total + slack,
        Rule::Range(from, to) => {
            let inside = |(f, bytes): (&Field, &[u8])| is_normal(f, bytes) && (from..=to).contains(&value(f, bytes));
            let wrong = values().find(|value| !inside(*value))?;
            return Some(shown(wrong.0, wrong.1));
        }
        Rule::Name(_) | Rule::Rate(_) => true, // a rate is of a whole record: decode/rates.rs
    };
    (!holds).then(|| {
        let all: Vec<String> = values().take(SHOWN).map(|(f, b)| shown(f, b)).collect();
        all.join(", ") + if numbers.len() > SHOWN { ", ..." } else { "" }
    })
}

/// The bytes of each element of a field.
pub(crate) fn elements<'a>(field: &Field, section: &'a [u8]) -> impl Iterator<Item = &'a [u8]> + use<'a> {
    let (at, mut width) = (field.at, field.kind.width());
    let (mut count, stride) = field.array.map_or((1, 0), |a| (a.count, a.stride));
    if field.kind == Kind::Rest {
        // more than an integer is none
        width = section.len().saturating_sub(at);
        count = usize::from((1..=8).contains(&width));
    }
    (0..count).filter_map(move |k| section.get(at + k * stride..at + k * stride + width))
}

/// The value as a number; not a number (so that nothing holds of it) where the bytes are none.
pub(crate) fn value(field: &Field, bytes: &[u8]) -> f64 {
    let written = match field.kind {
        Kind::Unsigned(_) | Kind::Signed(_) => field.small(bytes) as f64,
        Kind::Signed64 => number::signed(bytes) as f64,
        Kind::Hfp(_) => number::hfp(bytes),
        Kind::Packed(_) => number::packed(bytes).map_or(f64::NAN, |v| v as f64),
        Kind::Stck | Kind::StckLocal => time::tod(number::unsigned(bytes)).map_or(f64::NAN, |t| t as f64),
        Kind::StckDuration => number::unsigned(bytes) as f64 / TOD_PER_MICROSECOND,
        Kind::SmfTime => time::smf(bytes).map_or(f64::NAN, |t| t as f64),
        Kind::TextTime => time::text(bytes).map_or(f64::NAN, |t| t as f64),
        Kind::ImsTime => time::ims(bytes).map_or(f64::NAN, |t| t as f64),
        Kind::RmfTime => time::rmf(bytes).map_or(f64::NAN, |t| t as f64),
        Kind::RmfDuration => time::rmf_duration(bytes).map_or(f64::NAN, |t| t as f64),
        _ => number::unsigned(bytes) as f64,
    };
    written * field.scale.unwrap_or(1) as f64
}

/// Exponent of a floating point number whose fraction is an integer as it stands: how one is made of a binary integer.
const INTEGER: u8 = 0x4E;

/// Whether a floating point number is zero, has no leading zero digit, or is an integer not yet normalized: integers
/// and text read as one rarely are.
fn is_normal(field: &Field, bytes: &[u8]) -> bool {
    let is_normalized = |b: &[u8]| b.iter().all(|b| *b == 0) || b[1] >= 0x10 || b[0] & 0x7F == INTEGER;
    !matches!(field.kind, Kind::Hfp(_)) || is_normalized(bytes)
}

fn is_name(bytes: &[u8], start: &str) -> bool {
    let text = ebcdic::decode(bytes);
    let text = text.trim_end_matches([' ', '\0']);
    let known = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || "$#@.-_+".contains(c);
    !text.is_empty() && text.starts_with(start) && text.chars().all(known)
}

/// A field and its value in words.
pub(crate) fn shown(field: &Field, bytes: &[u8]) -> String {
    match field.kind {
        Kind::Text(_) => format!("{} = {:?}", field.name, ebcdic::decode(bytes)),
        Kind::Hfp(_) if !is_normal(field, bytes) => {
            let digits: String = bytes.iter().map(|b| format!("{b:02X}")).collect();
            format!("{} = X'{digits}', which is not a floating point number as z/OS leaves one", field.name)
        }
        _ => format!("{} = {}", field.name, value(field, bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(rule: Rule, fields: &[Field], within: f64) -> Relation {
        Relation { rule, fields: fields.to_vec(), within, times: 1.0 }
    }

    fn three() -> [Field; 3] {
        [
            Field::plain("a", 0, Kind::Unsigned(2)),
            Field::plain("b", 2, Kind::Unsigned(2)),
            Field::plain("c", 4, Kind::Unsigned(2)),
        ]
    }

    #[test]
    fn values_in_order_hold_and_others_are_shown() {
        let ordered = relation(Rule::Ascending, &three(), 0.0);
        assert_eq!(broken(&ordered, &[0, 1, 0, 2, 0, 2]), None);
        assert_eq!(broken(&ordered, &[0, 3, 0, 2, 0, 2]).as_deref(), Some("a = 3, b = 2, c = 2"));
        assert_eq!(broken(&relation(Rule::Ascending, &three(), 1.0), &[0, 3, 0, 2, 0, 2]), None);
    }

    #[test]
    fn a_section_that_ends_before_a_field_of_the_relation_is_of_an_older_release() {
        assert_eq!(broken(&relation(Rule::Ascending, &three(), 0.0), &[0, 3, 0, 2, 0]), None);
    }

    #[test]
    fn parts_add_up_to_the_last_field() {
        assert_eq!(broken(&relation(Rule::Sum, &three(), 0.0), &[0, 1, 0, 2, 0, 3]), None);
        assert!(broken(&relation(Rule::Sum, &three(), 0.0), &[0, 1, 0, 2, 0, 4]).is_some());
        assert_eq!(broken(&relation(Rule::Part, &three(), 0.0), &[0, 1, 0, 2, 0, 4]), None);
        assert!(broken(&relation(Rule::Part, &three(), 0.0), &[0, 3, 0, 2, 0, 4]).is_some());
    }

    #[test]
    fn parts_in_another_unit_count_times() {
        let frames = Relation { times: 16.0, ..relation(Rule::Part, &three(), 0.0) };
        assert_eq!(broken(&frames, &[0, 1, 0, 2, 0, 48]), None);
        assert_eq!(broken(&frames, &[0, 1, 0, 2, 0, 47]).as_deref(), Some("a = 1, b = 2, c = 47"));
        assert_eq!(frames.words(), "a + b times 16 <= c");
    }

    #[test]
    fn integers_read_as_floating_point_are_found_out() {
        let float = [Field::plain("f", 0, Kind::Hfp(8))];
        let range = relation(Rule::Range(0.0, 1e12), &float, 0.0);
        assert_eq!(broken(&range, &[0x41, 0x10, 0, 0, 0, 0, 0, 0]), None);
        assert_eq!(broken(&range, &[0; 8]), None);
        assert_eq!(broken(&range, &[0x4E, 0, 0, 0, 0, 0, 0, 7]), None);
        assert!(broken(&range, &[0, 0, 0, 5, 0, 0, 0, 7]).is_some_and(|w| w.contains("X'0000000500000007'")));
        assert!(broken(&range, &[0xC1, 0x10, 0, 0, 0, 0, 0, 0]).is_some_and(|w| w == "f = -1"));
    }

    #[test]
    fn names_are_of_letters_digits_and_national_characters() {
        let text = [Field::plain("opt", 0, Kind::Text(8))];
        let name = relation(Rule::Name("IEAOPT".into()), &text, 0.0);
        assert_eq!(broken(&name, &ebcdic::encode("IEAOPT00", 8)), None);
        assert!(broken(&name, &ebcdic::encode("IEASYS00", 8)).is_some());
        let any = relation(Rule::Name(String::new()), &text, 0.0);
        assert_eq!(broken(&any, &ebcdic::encode("CICS$PRD", 8)), None);
        assert!(broken(&any, &ebcdic::encode("", 8)).is_some() && broken(&any, &[0, 1, 2, 3, 4, 5, 6, 7]).is_some());
    }

    #[test]
    fn times_that_are_not_there_hold_to_nothing() {
        let times = [Field::plain("a", 0, Kind::Stck), Field::plain("b", 8, Kind::Stck)];
        let order = relation(Rule::Ascending, &times, 0.0);
        assert!(broken(&order, &[0; 16]).is_some());
    }
}
