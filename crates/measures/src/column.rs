//! Numbers of any width as they lie in memory: whole ones as 64 bits with or without sign, others as floating point.
//!
//! Times count as whole numbers in their own unit, and what is true as 1. A column without any value has no type of its own.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Int8Type, Int16Type, Int32Type, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::DataType;

use crate::error::ColumnsError;

/// The values of a column; where one is not valid, anything stands.
#[derive(Debug, Clone)]
pub(crate) enum Values {
    Nothing,
    Signed(ScalarBuffer<i64>),
    Unsigned(ScalarBuffer<u64>),
    Real(ScalarBuffer<f64>),
}

#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub values: Values,
    /// None where all are.
    pub valid: Option<NullBuffer>,
}

impl Column {
    pub(crate) fn new(name: &str, array: &ArrayRef) -> Result<Self, ColumnsError> {
        if array.null_count() == array.len() {
            return Ok(Self { values: Values::Nothing, valid: None });
        }
        macro_rules! widened {
            ($kind:ty, $wide:ty) => {
                array.as_primitive::<$kind>().values().iter().map(|&value| <$wide>::from(value)).collect()
            };
        }
        let values = match array.data_type() {
            DataType::Null => Values::Nothing,
            DataType::Boolean => Values::Signed(array.as_boolean().values().iter().map(i64::from).collect()),
            DataType::Int8 => Values::Signed(widened!(Int8Type, i64)),
            DataType::Int16 => Values::Signed(widened!(Int16Type, i64)),
            DataType::Int32 => Values::Signed(widened!(Int32Type, i64)),
            DataType::UInt8 => Values::Signed(widened!(UInt8Type, i64)),
            DataType::UInt16 => Values::Signed(widened!(UInt16Type, i64)),
            DataType::UInt32 => Values::Signed(widened!(UInt32Type, i64)),
            DataType::Date32 => Values::Signed(widened!(Date32Type, i64)),
            DataType::Float32 => Values::Real(widened!(Float32Type, f64)),
            DataType::UInt64 => Values::Unsigned(array.as_primitive::<UInt64Type>().values().clone()),
            DataType::Int64 | DataType::Timestamp(..) | DataType::Duration(_) | DataType::Time64(_) => {
                Values::Signed(as_they_are(array))
            }
            DataType::Float64 => Values::Real(as_they_are(array)),
            other => return Err(wrong(name, "a number", other)),
        };
        Ok(Self { values, valid: array.nulls().filter(|nulls| nulls.null_count() > 0).cloned() })
    }

    /// Whether a row has a value.
    pub(crate) fn is_valid(&self, row: usize) -> bool {
        !matches!(self.values, Values::Nothing) && self.valid.as_ref().is_none_or(|valid| valid.is_valid(row))
    }
}

/// Calls for each row that has a value.
pub(crate) fn each<T: Copy>(values: &[T], valid: Option<&NullBuffer>, mut with: impl FnMut(usize, T)) {
    match valid {
        None => values.iter().enumerate().for_each(|(row, &value)| with(row, value)),
        Some(valid) => valid.valid_indices().for_each(|row| with(row, values[row])),
    }
}

/// The numbers of a column that has to have one in each row.
pub(crate) fn numbers(batch: &RecordBatch, at: usize) -> Result<ScalarBuffer<u32>, ColumnsError> {
    let (array, schema) = (batch.column(at), batch.schema());
    let name = schema.field(at).name();
    let numbers = array.as_primitive_opt::<UInt32Type>().ok_or_else(|| wrong(name, "UInt32", array.data_type()))?;
    if array.null_count() > 0 {
        return Err(ColumnsError::Null { column: name.clone() });
    }
    Ok(numbers.values().clone())
}

pub(crate) fn wrong(name: &str, expected: &'static str, found: &DataType) -> ColumnsError {
    ColumnsError::Type { column: name.to_owned(), expected, found: found.clone() }
}

fn as_they_are<T: arrow_buffer::ArrowNativeType>(array: &ArrayRef) -> ScalarBuffer<T> {
    let data = array.to_data();
    ScalarBuffer::new(data.buffers()[0].clone(), data.offset(), data.len())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{BooleanArray, StringArray, TimestampMicrosecondArray, UInt32Array};

    use super::*;

    fn signed(array: ArrayRef) -> Vec<i64> {
        match Column::new("any", &array).expect("a number").values {
            Values::Signed(values) => values.to_vec(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn numbers_of_any_width_and_times_are_whole_numbers_of_64_bits() {
        assert_eq!(signed(Arc::new(UInt32Array::from(vec![7, u32::MAX]))), [7, 4_294_967_295]);
        assert_eq!(signed(Arc::new(BooleanArray::from(vec![true, false]))), [1, 0]);
        let times: ArrayRef = Arc::new(TimestampMicrosecondArray::from(vec![3, 4, 5]));
        assert_eq!(signed(times.slice(1, 2)), [4, 5]);
    }

    #[test]
    fn a_column_without_any_value_has_no_type() {
        let none: ArrayRef = Arc::new(UInt32Array::from(vec![None, None]));
        let column = Column::new("any", &none).expect("nothing");
        assert!(matches!(column.values, Values::Nothing) && !column.is_valid(0));
    }

    #[test]
    fn text_is_refused_with_its_name_and_type() {
        let text: ArrayRef = Arc::new(StringArray::from(vec!["BP0"]));
        let refused = Column::new("pool", &text).expect_err("text");
        assert_eq!(refused.to_string(), "column pool is of type Utf8, expected a number");
    }
}
