//! Columns in the types that traces are read in: numbers, times, text, flags, whatever type they came in.
//!
//! A column that has its type already is used where it lies. A value that the type cannot hold is null. Arrow's own casts
//! do this and hundreds of others, and take longer to compile than all else of this crate.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Date64Type, Decimal128Type, DurationMicrosecondType, DurationMillisecondType,
    DurationNanosecondType, DurationSecondType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type,
    UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, BooleanArray, PrimitiveArray, StringArray};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use arrow_select::take::take;

/// One value of a column.
enum Value<'a> {
    Whole(i128),
    Real(f64),
    Text(&'a str),
    Flag(bool),
}

/// Whole numbers without sign.
pub(crate) fn whole<T: ArrowPrimitiveType>(array: &dyn Array) -> Result<PrimitiveArray<T>, ArrowError>
where
    T::Native: TryFrom<i128> + std::str::FromStr,
{
    numbers(array, |value| match value {
        Value::Whole(value) => value.try_into().ok(),
        Value::Real(value) => (value as i128).try_into().ok(),
        Value::Text(text) => text.trim().parse().ok(),
        Value::Flag(flag) => i128::from(flag).try_into().ok(),
    })
}

/// Numbers; of times their ticks.
pub(crate) fn real(array: &dyn Array) -> Result<PrimitiveArray<Float64Type>, ArrowError> {
    numbers(array, |value| match value {
        Value::Whole(value) => Some(value as f64),
        Value::Real(value) => Some(value),
        Value::Text(text) => text.trim().parse().ok(),
        Value::Flag(flag) => Some(f64::from(u8::from(flag))),
    })
}

/// Text, and numbers as they are written.
pub(crate) fn text(array: &dyn Array) -> Result<StringArray, ArrowError> {
    if let Some(same) = array.as_string_opt::<i32>() {
        return Ok(same.clone());
    }
    let mut texts: Vec<Option<String>> = Vec::with_capacity(array.len());
    each(array, |value| {
        texts.push(value.map(|value| match value {
            Value::Whole(value) => value.to_string(),
            Value::Real(value) => format!("{value:?}"),
            Value::Text(text) => text.to_owned(),
            Value::Flag(flag) => flag.to_string(),
        }));
    })?;
    Ok(StringArray::from(texts))
}

/// Flags: true, yes, on and 1, and false, no, off and 0, in any case.
pub(crate) fn flags(array: &dyn Array) -> Result<BooleanArray, ArrowError> {
    let mut flags = Vec::with_capacity(array.len());
    each(array, |value| {
        flags.push(value.and_then(|value| match value {
            Value::Whole(value) => Some(value != 0),
            Value::Real(value) => Some(value != 0.0),
            Value::Text(text) => flag(text.trim()),
            Value::Flag(flag) => Some(flag),
        }));
    })?;
    Ok(BooleanArray::from(flags))
}

/// Times in microseconds, which are rounded down.
pub(crate) fn microseconds(array: &dyn Array) -> Result<PrimitiveArray<Int64Type>, ArrowError> {
    let (times, over) = match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => (1_000_000, 1),
        DataType::Timestamp(TimeUnit::Millisecond, _) => (1_000, 1),
        DataType::Timestamp(TimeUnit::Microsecond, _) => (1, 1),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => (1, 1_000),
        other => return Err(cannot(other)),
    };
    numbers(array, |value| match value {
        Value::Whole(ticks) => i64::try_from((ticks * times).div_euclid(over)).ok(),
        _ => None,
    })
}

fn flag(text: &str) -> Option<bool> {
    let is = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match () {
        () if is(&["true", "t", "yes", "y", "on", "1"]) => Some(true),
        () if is(&["false", "f", "no", "n", "off", "0"]) => Some(false),
        () => None,
    }
}

fn numbers<T: ArrowPrimitiveType>(
    array: &dyn Array,
    read: impl Fn(Value<'_>) -> Option<T::Native>,
) -> Result<PrimitiveArray<T>, ArrowError> {
    if let Some(same) = array.as_primitive_opt::<T>() {
        return Ok(same.clone());
    }
    let mut values = Vec::with_capacity(array.len());
    each(array, |value| values.push(value.and_then(&read)))?;
    Ok(values.into_iter().collect())
}

fn cannot(data_type: &DataType) -> ArrowError {
    ArrowError::CastError(format!("expected numbers, times, text or flags, found {data_type}"))
}

/// Gives each value to `taken`, null as none.
fn each(array: &dyn Array, mut taken: impl FnMut(Option<Value<'_>>)) -> Result<(), ArrowError> {
    macro_rules! plain {
        ($type:ty, $value:expr) => {
            array.as_primitive::<$type>().iter().for_each(|value| taken(value.map($value)))
        };
    }
    macro_rules! whole {
        ($type:ty) => {
            plain!($type, |value| Value::Whole(value.into()))
        };
    }
    macro_rules! texts {
        ($array:expr) => {
            $array.iter().for_each(|text| taken(text.map(Value::Text)))
        };
    }
    match array.data_type() {
        DataType::Int8 => whole!(Int8Type),
        DataType::Int16 => whole!(Int16Type),
        DataType::Int32 => whole!(Int32Type),
        DataType::Int64 => whole!(Int64Type),
        DataType::UInt8 => whole!(UInt8Type),
        DataType::UInt16 => whole!(UInt16Type),
        DataType::UInt32 => whole!(UInt32Type),
        DataType::UInt64 => whole!(UInt64Type),
        DataType::Decimal128(_, 0) => whole!(Decimal128Type),
        DataType::Float32 => plain!(Float32Type, |value| Value::Real(value.into())),
        DataType::Float64 => plain!(Float64Type, Value::Real),
        DataType::Date32 => whole!(Date32Type),
        DataType::Date64 => whole!(Date64Type),
        DataType::Timestamp(TimeUnit::Second, _) => whole!(TimestampSecondType),
        DataType::Timestamp(TimeUnit::Millisecond, _) => whole!(TimestampMillisecondType),
        DataType::Timestamp(TimeUnit::Microsecond, _) => whole!(TimestampMicrosecondType),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => whole!(TimestampNanosecondType),
        DataType::Duration(TimeUnit::Second) => whole!(DurationSecondType),
        DataType::Duration(TimeUnit::Millisecond) => whole!(DurationMillisecondType),
        DataType::Duration(TimeUnit::Microsecond) => whole!(DurationMicrosecondType),
        DataType::Duration(TimeUnit::Nanosecond) => whole!(DurationNanosecondType),
        DataType::Boolean => array.as_boolean().iter().for_each(|flag| taken(flag.map(Value::Flag))),
        DataType::Utf8 => texts!(array.as_string::<i32>()),
        DataType::LargeUtf8 => texts!(array.as_string::<i64>()),
        DataType::Utf8View => texts!(array.as_string_view()),
        DataType::Null => (0..array.len()).for_each(|_| taken(None)),
        DataType::Dictionary(..) => {
            let coded = array.as_any_dictionary();
            each(&take(coded.values().as_ref(), coded.keys(), None)?, taken)?;
        }
        other => return Err(cannot(other)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{
        ArrayRef, DictionaryArray, Float32Array, Int8Array, LargeStringArray, NullArray, StringViewArray,
        TimestampNanosecondArray, UInt64Array,
    };

    use super::*;

    #[test]
    fn numbers_flags_and_text_are_what_they_say_in_any_type() {
        let of_text: ArrayRef = Arc::new(LargeStringArray::from(vec![Some("7"), Some("x"), None]));
        assert_eq!(whole::<UInt64Type>(&of_text).expect("text"), UInt64Array::from(vec![Some(7), None, None]));
        let signed = Int8Array::from(vec![-1, 5]);
        assert_eq!(whole::<UInt64Type>(&signed).expect("numbers"), UInt64Array::from(vec![None, Some(5)]));
        assert_eq!(text(&signed).expect("numbers"), StringArray::from(vec!["-1", "5"]));
        assert_eq!(real(&Float32Array::from(vec![1.5])).expect("numbers").value(0), 1.5);
        let coded: DictionaryArray<Int8Type> = vec![Some("b"), None, Some("a"), Some("b")].into_iter().collect();
        assert_eq!(text(&coded).expect("codes"), StringArray::from(vec![Some("b"), None, Some("a"), Some("b")]));
        let words = StringViewArray::from(vec!["Yes", "off", "1", "maybe"]);
        assert_eq!(flags(&words).expect("words"), BooleanArray::from(vec![Some(true), Some(false), Some(true), None]));
        assert_eq!(flags(&NullArray::new(1)).expect("nothing"), BooleanArray::from(vec![None]));
    }

    #[test]
    fn times_are_microseconds_whatever_their_unit() {
        assert_eq!(microseconds(&TimestampNanosecondArray::from(vec![-1, 2_500])).expect("times").values(), &[-1, 2]);
        assert!(microseconds(&Int8Array::from(vec![1])).is_err());
    }
}
