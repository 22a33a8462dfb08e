//! Names of objects to numbers, in order of first appearance.
//!
//! A name is some columns of text and whole numbers; no value is a value like others. Rows of records come in runs (all
//! pools of one queue manager, then those of the next) and in the same order again and again: the object behind the one before
//! is tried first, by how its names lie in memory, and a text that is that of the row before is not looked up.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, StringViewArray};
use arrow_schema::DataType;

use crate::column::{Column, Values, wrong};
use crate::error::ColumnsError;

/// A column of a row: what stands before it, its own value, and whether it has one.
type Key = (u32, u64, bool);

/// The numbers of all objects so far.
#[derive(Debug, Clone, Default)]
pub struct Numbers {
    texts: HashMap<Arc<str>, u64>,
    /// The same by their codes.
    spelled: Vec<Arc<str>>,
    /// By place of the column the number of what stands up to it.
    levels: Vec<HashMap<Key, u32>>,
    /// The last key of each object, and which object came behind it.
    keys: Vec<(Key, u32)>,
    /// How the names of each object lie in memory, a column after the other.
    lie: Vec<u128>,
}

/// How names lie in memory: a text with its length in the lowest 32 bits, a number behind what is no length. Of a long
/// text its beginning lies there, and its code in the place of where the rest is.
const NO_NAME: u128 = 0xFFFF_FFFF;
const NUMBER: u128 = 0xFFFF_FFFE;
const LONGEST_SHORT: u32 = 12;

/// A column of names: text as it lies, of which few rows are looked at, or the codes of all rows.
enum Names {
    Texts(StringViewArray),
    Codes { values: Vec<u64>, valid: Option<Vec<bool>> },
}

impl Names {
    /// Whether a row surely has the name of the row before; a long text may have it all the same.
    fn stays(&self, row: usize) -> bool {
        match self {
            Self::Texts(texts) => {
                texts.views()[row] == texts.views()[row - 1]
                    && texts.nulls().is_none_or(|nulls| nulls.is_valid(row) && nulls.is_valid(row - 1))
            }
            Self::Codes { values, valid } => {
                values[row] == values[row - 1] && valid.as_ref().is_none_or(|valid| valid[row] == valid[row - 1])
            }
        }
    }

    /// A text that is so long that its end lies elsewhere.
    fn long(&self, row: usize) -> Option<&str> {
        match self {
            Self::Texts(texts) if texts.is_valid(row) && texts.views()[row] as u32 > LONGEST_SHORT => {
                Some(texts.value(row))
            }
            _ => None,
        }
    }

    fn lies(&self, row: usize) -> u128 {
        match self {
            Self::Texts(texts) if texts.is_null(row) => NO_NAME,
            Self::Texts(texts) => texts.views()[row],
            Self::Codes { valid: Some(valid), .. } if !valid[row] => NO_NAME,
            Self::Codes { values, .. } => u128::from(values[row]) << 32 | NUMBER,
        }
    }
}

impl Numbers {
    /// The number of the object of each row, and the rows that are the first of theirs. All batches have as many columns.
    pub fn of(&mut self, batch: &RecordBatch) -> Result<(Vec<u32>, Vec<u32>), ColumnsError> {
        let schema = batch.schema();
        let names = batch.columns().iter().zip(schema.fields()).map(|(array, field)| self.names(field.name(), array));
        let names: Vec<Names> = names.collect::<Result<_, _>>()?;
        self.levels.resize_with(names.len(), HashMap::new);
        let Some((last, before)) = names.split_last() else { return Ok((vec![0; batch.num_rows()], Vec::new())) };
        let (mut numbers, mut new) = (Vec::with_capacity(batch.num_rows()), Vec::new());
        let (mut prefix, mut number) = (0, 0);
        for row in 0..batch.num_rows() {
            let stays = row > 0 && before.iter().all(|column| column.stays(row));
            if stays && last.stays(row) {
                numbers.push(number);
                continue;
            }
            let likely = self.keys.get(number as usize).map_or(0, |&(_, next)| next);
            if let Some(&((known, _, _), _)) =
                self.keys.get(likely as usize).filter(|_| self.lies_so(likely, &names, row))
            {
                (prefix, number) = (known, likely);
                numbers.push(number);
                continue;
            }
            if !stays {
                prefix = 0;
                for (level, column) in before.iter().enumerate() {
                    let (code, valid) = self.code(column, row);
                    let count = self.levels[level].len() as u32;
                    prefix = *self.levels[level].entry((prefix, code, valid)).or_insert(count);
                }
            }
            let (code, valid) = self.code(last, row);
            let key = (prefix, code, valid);
            number = self.looked_up(key, &names, row, number, &mut new);
            numbers.push(number);
        }
        Ok((numbers, new))
    }

    /// Whether an object has the names of a row.
    fn lies_so(&self, object: u32, names: &[Names], row: usize) -> bool {
        let known = self.lie[object as usize * names.len()..].iter();
        known.zip(names).all(|(&known, column)| match column.long(row) {
            // A text that is as long and begins alike is a long one, too: it has a code.
            Some(text) => known as u64 == column.lies(row) as u64 && &*self.spelled[(known >> 64) as usize] == text,
            None => known == column.lies(row),
        })
    }

    /// How a name of a new object lies.
    fn lie_of(&mut self, column: &Names, row: usize) -> u128 {
        let lies = column.lies(row);
        match column.long(row) {
            Some(text) => u128::from(self.of_text(text)) << 64 | u128::from(lies as u64),
            None => lies,
        }
    }

    /// The number of an object that came behind another.
    fn looked_up(&mut self, key: Key, names: &[Names], row: usize, behind: u32, new: &mut Vec<u32>) -> u32 {
        let count = self.keys.len() as u32;
        let Some(level) = self.levels.last_mut() else { return 0 };
        let number = *level.entry(key).or_insert(count);
        if number == count {
            self.keys.push((key, 0));
            for column in names {
                let lie = self.lie_of(column, row);
                self.lie.push(lie);
            }
            new.push(row as u32);
        }
        if let Some((_, next)) = self.keys.get_mut(behind as usize) {
            *next = number;
        }
        number
    }

    fn names(&mut self, name: &str, array: &ArrayRef) -> Result<Names, ColumnsError> {
        let mut codes = |texts: &mut dyn Iterator<Item = Option<&str>>| {
            let (mut values, mut valid) = (Vec::new(), Vec::new());
            for text in texts {
                values.push(text.map_or(0, |text| self.of_text(text)));
                valid.push(text.is_some());
            }
            Names::Codes { values, valid: Some(valid) }
        };
        match array.data_type() {
            DataType::Utf8 => Ok(codes(&mut array.as_string::<i32>().iter())),
            DataType::LargeUtf8 => Ok(codes(&mut array.as_string::<i64>().iter())),
            DataType::Utf8View => Ok(Names::Texts(array.as_string_view().clone())),
            _ => of_numbers(name, array),
        }
    }

    fn code(&mut self, names: &Names, row: usize) -> (u64, bool) {
        match names {
            Names::Texts(texts) if texts.is_valid(row) => (self.of_text(texts.value(row)), true),
            Names::Texts(_) => (0, false),
            Names::Codes { values, valid } => (values[row], valid.as_ref().is_none_or(|valid| valid[row])),
        }
    }

    fn of_text(&mut self, text: &str) -> u64 {
        if let Some(&code) = self.texts.get(text) {
            return code;
        }
        let (code, text) = (self.texts.len() as u64, Arc::from(text));
        self.spelled.push(Arc::clone(&text));
        self.texts.insert(text, code);
        code
    }
}

fn of_numbers(name: &str, array: &ArrayRef) -> Result<Names, ColumnsError> {
    let column = Column::new(name, array)?;
    let rows = array.len();
    let mut values: Vec<u64> = match &column.values {
        Values::Nothing => return Ok(Names::Codes { values: vec![0; rows], valid: Some(vec![false; rows]) }),
        Values::Signed(values) => values.iter().map(|&value| value as u64).collect(),
        Values::Unsigned(values) => values.to_vec(),
        Values::Real(_) => return Err(wrong(name, "text or a whole number", array.data_type())),
    };
    let valid = column.valid.map(|valid| valid.iter().collect::<Vec<bool>>());
    for (value, _) in values.iter_mut().zip(valid.iter().flatten()).filter(|(_, valid)| !**valid) {
        *value = 0; // what stands where no value is may be anything
    }
    Ok(Names::Codes { values, valid })
}

#[cfg(test)]
mod tests {
    use arrow_array::{Float64Array, StringArray, StringViewArray, UInt8Array, UInt32Array};
    use proptest::prelude::*;

    use super::*;

    fn batch(names: ArrayRef, pools: ArrayRef) -> RecordBatch {
        RecordBatch::try_from_iter_with_nullable([("member", names, true), ("pool", pools, true)]).expect("two columns")
    }

    #[test]
    fn objects_are_numbered_as_they_appear_and_stay_so() {
        let mut numbers = Numbers::default();
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some("DB1A"), Some("DB1A"), None, Some("DB1A"), None]));
        let pools: ArrayRef = Arc::new(UInt32Array::from(vec![Some(0), Some(7), Some(0), None, Some(0)]));
        assert_eq!(numbers.of(&batch(names, pools)).expect("names"), (vec![0, 1, 2, 3, 2], vec![0, 1, 2, 3]));
        let names: ArrayRef = Arc::new(StringViewArray::from(vec![Some("DB2A"), Some("DB1A")]));
        let pools: ArrayRef = Arc::new(UInt8Array::from(vec![7, 7]));
        assert_eq!(numbers.of(&batch(names, pools)).expect("names"), (vec![4, 1], vec![0]));
    }

    #[test]
    fn what_has_no_value_is_not_what_is_nothing() {
        let mut numbers = Numbers::default();
        let names: ArrayRef = Arc::new(StringArray::from(vec![Some(""), None]));
        let pools: ArrayRef = Arc::new(UInt32Array::from(vec![Some(0), Some(0)]));
        assert_eq!(numbers.of(&batch(names, pools)).expect("names").0, [0, 1]);
    }

    #[test]
    fn a_name_is_no_fraction() {
        let array: ArrayRef = Arc::new(Float64Array::from(vec![1.5]));
        let refused = Numbers::default().of(&RecordBatch::try_from_iter([("share", array)]).expect("one column"));
        assert!(matches!(refused, Err(ColumnsError::Type { .. })));
    }

    proptest! {
        #[test]
        fn two_rows_have_one_number_where_they_have_one_name(
            rows in prop::collection::vec((prop::option::of("[AB]{0,2}|A{12}[AB]{0,2}"), prop::option::of(0..4u32)), 1..50),
            cut in 0..50usize,
            views: bool,
        ) {
            let mut numbers = Numbers::default();
            let mut of_all = Vec::new();
            let (first, second) = rows.split_at(cut.min(rows.len()));
            for piece in [first, second] {
                let texts = piece.iter().map(|row| row.0.as_deref());
                let names: ArrayRef = match views {
                    true => Arc::new(StringViewArray::from_iter(texts)),
                    false => Arc::new(StringArray::from_iter(texts)),
                };
                let pools: ArrayRef = Arc::new(UInt32Array::from_iter(piece.iter().map(|row| row.1)));
                let (of_rows, new) = numbers.of(&batch(names, pools)).expect("names");
                prop_assert!(new.iter().all(|&row| !of_all.contains(&of_rows[row as usize])));
                of_all.extend(of_rows);
            }
            for (i, row) in rows.iter().enumerate() {
                for (j, other) in rows.iter().enumerate() {
                    prop_assert_eq!(of_all[i] == of_all[j], row == other);
                }
            }
        }
    }
}
