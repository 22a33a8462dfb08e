//! An Arrow stream to references: pool, object, page, access, write, time.
//!
//! Numbers that have their column's type already are used where they lie; text is looked up once a row.
//! Reference: The Arrow PyCapsule interface.

use std::ffi::CStr;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_cast::cast;
use arrow_schema::{DataType, Schema};
use getpage_curve::trace::is_pool;
use getpage_curve::{Access, Columns, Touch};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use super::session::Session;

const CAPSULE: &CStr = c"arrow_array_stream";

/// Rows taken at once: what is made of them is bounded, however large a batch is.
const ROWS: usize = 1 << 20;

/// The stream behind `__arrow_c_stream__`; afterwards the object's capsule is empty.
pub(super) fn import(object: &Bound<'_, PyAny>) -> PyResult<RecordBatchStreamReader> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule =
        capsule.cast::<PyCapsule>().map_err(|_| PyTypeError::new_err("__arrow_c_stream__ gave no capsule"))?;
    let pointer = capsule.pointer_checked(Some(CAPSULE))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name holds a valid ArrowArrayStream (Arrow PyCapsule interface), which is moved out of it.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer.as_ptr()) };
    reader.map_err(|e| PyTypeError::new_err(e.to_string()))
}

/// Takes all batches; how many references there were.
pub(super) fn push(
    session: &mut Session,
    schema: &Schema,
    batches: impl Iterator<Item = Result<RecordBatch, String>>,
    name: &str,
    first_row: u64,
) -> Result<u64, String> {
    let fields: Vec<String> = schema.fields().iter().map(|f| f.name().to_ascii_lowercase()).collect();
    let at = |column: &str| fields.iter().position(|field| field == column);
    let Some(page) = at("page") else {
        return Err(format!(
            "{name}: expected a column page, and if known pool, object, access, write and time; found {}",
            fields.join(", ")
        ));
    };
    session.expect_objects(at("object").is_some(), name)?;
    let places = Places {
        page,
        pool: at("pool"),
        object: at("object"),
        access: at("access"),
        write: at("write"),
        time: at("time"),
    };
    let mut rows = 0;
    for batch in batches {
        let batch = batch.map_err(|e| format!("{name}: {e}"))?;
        for start in (0..batch.num_rows()).step_by(ROWS) {
            let part = batch.slice(start, ROWS.min(batch.num_rows() - start));
            take(session, &part, &places, name, first_row + rows)?;
            rows += part.num_rows() as u64;
        }
    }
    Ok(rows)
}

struct Places {
    page: usize,
    pool: Option<usize>,
    object: Option<usize>,
    access: Option<usize>,
    write: Option<usize>,
    time: Option<usize>,
}

fn take(session: &mut Session, batch: &RecordBatch, places: &Places, name: &str, before: u64) -> Result<(), String> {
    let wrong = |row: usize, column: &str, expected: &str, found: &dyn std::fmt::Display| {
        format!("{name}, row {}, column {column}: expected {expected}, found {found}", before + row as u64)
    };
    let column = |at: usize, wanted: &DataType| -> Result<ArrayRef, String> {
        let array = batch.column(at);
        cast(array, wanted).map_err(|e| format!("{name}, column {}: {e}", batch.schema().field(at).name()))
    };
    let text = |at: Option<usize>| at.map(|at| column(at, &DataType::Utf8)).transpose();
    let found = |at: usize, row: usize| -> String {
        let shown = cast(&batch.column(at).slice(row, 1), &DataType::Utf8).ok();
        let shown = shown.filter(|s| s.is_valid(0)).map(|s| s.as_string::<i32>().value(0).to_owned());
        shown.unwrap_or_else(|| "nothing".to_owned())
    };

    if batch.column(places.page).data_type().is_floating() {
        return Err(format!(
            "{name}, column page: expected whole numbers, found {}",
            batch.column(places.page).data_type()
        ));
    }
    let array = column(places.page, &DataType::UInt64)?;
    let pages = array.as_primitive::<UInt64Type>();
    if let Some(row) = (0..pages.len()).find(|row| pages.is_null(*row)) {
        return Err(wrong(row, "page", "a page number of 0 or more", &found(places.page, row)));
    }
    if let Some(at) = places.time {
        let values = match batch.column(at).data_type() {
            DataType::Timestamp(..) => {
                cast(&column(at, &DataType::Int64)?, &DataType::Float64).map_err(|e| e.to_string())?
            }
            _ => column(at, &DataType::Float64)?,
        };
        in_order(session, values.as_primitive::<Float64Type>(), |row, last| {
            wrong(row, "time", &format!("a time of at least {last}; sort the frame by time"), &found(at, row))
        })?;
    }
    let codes =
        codes(batch, places, &column, |row, column, expected, at| wrong(row, column, expected, &found(at, row)))?;
    let (pool_names, object_names) = (text(places.pool)?, text(places.object)?);
    if pool_names.is_none() && object_names.is_none() {
        return session.push(0, Columns::from_codes(pages.values(), &codes).map_err(|e| e.to_string())?);
    }

    let mut by_pool: Vec<(Vec<u64>, Vec<u8>)> = Vec::new();
    let mut last: (Option<&str>, usize, Option<&str>, u64) = (None, 0, None, 0);
    for (row, &code) in codes.iter().enumerate() {
        if let Some(names) = &pool_names {
            let names = names.as_string::<i32>();
            let pool = if names.is_valid(row) { names.value(row) } else { "" };
            if last.0 != Some(pool) {
                if !is_pool(pool) {
                    return Err(wrong(
                        row,
                        "pool",
                        "a Db2 pool (BP0 ... BP32K9) or an MQ pool number 0 to 99",
                        &format!("{pool:?}"),
                    ));
                }
                let Some(number) = session.names.pool(pool) else { return Err("more than 65,536 pools".to_owned()) };
                (last.0, last.1) = (Some(pool), usize::from(number.0));
            }
        }
        let mut key = pages.value(row);
        if let Some(names) = &object_names {
            let names = names.as_string::<i32>();
            let object = if names.is_valid(row) { names.value(row) } else { "" };
            if last.2 != Some(object) {
                (last.2, last.3) = (Some(object), u64::from(session.names.object(object)));
            }
            if key > u64::from(u32::MAX) {
                return Err(wrong(row, "page", "a page number of 0 to 4,294,967,295 within its object", &key));
            }
            key |= last.3 << 32;
        }
        if by_pool.len() <= last.1 {
            by_pool.resize_with(last.1 + 1, Default::default);
        }
        by_pool[last.1].0.push(key);
        by_pool[last.1].1.push(code);
    }
    for (pool, (pages, codes)) in by_pool.iter().enumerate() {
        session.push(pool, Columns::from_codes(pages, codes).map_err(|e| e.to_string())?)?;
    }
    Ok(())
}

/// Refuses times that fall, or are not there.
fn in_order(
    session: &mut Session,
    times: &arrow_array::Float64Array,
    wrong: impl Fn(usize, f64) -> String,
) -> Result<(), String> {
    let Some(first) = times.iter().next() else { return Ok(()) };
    let mut last = session.times.map_or(f64::NEG_INFINITY, |(_, last)| last);
    for (row, time) in times.iter().enumerate() {
        match time {
            Some(time) if time >= last => last = time,
            _ => return Err(wrong(row, last)),
        }
    }
    session.reach(first.unwrap_or(f64::NAN), last);
    Ok(())
}

/// The touch codes of a batch.
fn codes(
    batch: &RecordBatch,
    places: &Places,
    column: &impl Fn(usize, &DataType) -> Result<ArrayRef, String>,
    wrong: impl Fn(usize, &str, &str, usize) -> String,
) -> Result<Vec<u8>, String> {
    let mut codes = vec![0; batch.num_rows()];
    if let Some(at) = places.access {
        let array = column(at, &DataType::Utf8)?;
        let names = array.as_string::<i32>();
        for (row, code) in codes.iter_mut().enumerate() {
            let access = names.is_valid(row).then(|| access(names.value(row))).flatten();
            let access = access.ok_or_else(|| {
                wrong(row, "access", "random, sequential, list or dynamic, their first letter, or 0 to 3", at)
            })?;
            *code = Touch::read(access).code();
        }
    }
    if let Some(at) = places.write {
        let (given, array) = (batch.column(at), column(at, &DataType::Boolean)?);
        let writes = array.as_boolean();
        for (row, code) in codes.iter_mut().enumerate() {
            match writes.is_valid(row) {
                true if writes.value(row) => *code |= Touch::write(Access::Random).code(),
                false if given.is_valid(row) => return Err(wrong(row, "write", "1, 0, true or false", at)),
                _ => {}
            }
        }
    }
    Ok(codes)
}

fn access(text: &str) -> Option<Access> {
    Access::ALL.into_iter().find(|access| {
        let name = access.name();
        text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]) || text == (*access as u8).to_string()
    })
}
