//! Columns to references: pool, object, page, access, write, time.
//!
//! Numbers that have their column's type already are used where they lie; text is looked up once a row.

use arrow_array::types::UInt64Type;
use arrow_array::{Array, RecordBatch, StringArray, UInt64Array};
use arrow_schema::{ArrowError, Schema};
use getpage_curve::session::Session;
use getpage_curve::trace::{POOL_NAME, is_pool};
use getpage_curve::{Access, Columns, Touch};

use crate::columns;
use crate::error::{FrameError, ReadError};

/// Rows taken at once: what is made of them is bounded, however large a batch is.
const ROWS: usize = 1 << 20;

/// Takes all batches; how many references there were. `first_row` is the number of the first of their rows.
pub fn push(
    session: &mut Session,
    schema: &Schema,
    batches: impl Iterator<Item = Result<RecordBatch, ReadError>>,
    name: &str,
    first_row: u64,
) -> Result<u64, ReadError> {
    let fields: Vec<String> = schema.fields().iter().map(|f| f.name().to_ascii_lowercase()).collect();
    let at = |column: &str| fields.iter().position(|field| field == column);
    let Some(page) = at("page") else {
        return Err(FrameError::NoPage { name: name.to_owned(), found: fields.join(", ") }.into());
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
        let batch = batch?;
        for start in (0..batch.num_rows()).step_by(ROWS) {
            let batch = batch.slice(start, ROWS.min(batch.num_rows() - start));
            let part = Part { batch, places: &places, name, before: first_row + rows };
            part.take(session)?;
            rows += part.batch.num_rows() as u64;
        }
    }
    Ok(rows)
}

/// Which column is where.
struct Places {
    page: usize,
    pool: Option<usize>,
    object: Option<usize>,
    access: Option<usize>,
    write: Option<usize>,
    time: Option<usize>,
}

/// Rows that are taken at once.
struct Part<'a> {
    batch: RecordBatch,
    places: &'a Places,
    name: &'a str,
    /// Rows of the frame before these.
    before: u64,
}

impl Part<'_> {
    /// A column in the type that `read` gives.
    fn column<T>(&self, at: usize, read: fn(&dyn Array) -> Result<T, ArrowError>) -> Result<T, FrameError> {
        read(self.batch.column(at)).map_err(|source| FrameError::Type {
            name: self.name.to_owned(),
            column: self.batch.schema().field(at).name().clone(),
            source,
        })
    }

    fn text(&self, at: Option<usize>) -> Result<Option<StringArray>, FrameError> {
        at.map(|at| self.column(at, columns::text)).transpose()
    }

    /// What stands in a row of a column.
    fn spelled(&self, at: usize, row: usize) -> String {
        let shown = columns::text(&self.batch.column(at).slice(row, 1)).ok();
        let shown = shown.filter(|s| s.is_valid(0)).map(|s| s.value(0).to_owned());
        shown.unwrap_or_else(|| "nothing".to_owned())
    }

    fn wrong(&self, row: usize, column: &'static str, expected: &'static str, found: String) -> FrameError {
        FrameError::Value { name: self.name.to_owned(), row: self.before + row as u64, column, expected, found }
    }

    fn take(&self, session: &mut Session) -> Result<(), ReadError> {
        let pages = self.pages()?;
        self.in_order(session)?;
        let codes = self.codes()?;
        let (pool_names, object_names) = (self.text(self.places.pool)?, self.text(self.places.object)?);
        if pool_names.is_none() && object_names.is_none() {
            return Ok(session.push(0, Columns::from_codes(pages.values(), &codes)?)?);
        }

        let mut by_pool: Vec<(Vec<u64>, Vec<u8>)> = Vec::new();
        let mut last: (Option<&str>, usize, Option<&str>, u64) = (None, 0, None, 0);
        for (row, &code) in codes.iter().enumerate() {
            if let Some(names) = &pool_names {
                let pool = if names.is_valid(row) { names.value(row) } else { "" };
                if last.0 != Some(pool) {
                    if !is_pool(pool) {
                        return Err(self.wrong(row, "pool", POOL_NAME, format!("{pool:?}")).into());
                    }
                    (last.0, last.1) = (Some(pool), session.pool(pool)?);
                }
            }
            let mut key = pages.value(row);
            if let Some(names) = &object_names {
                let object = if names.is_valid(row) { names.value(row) } else { "" };
                if last.2 != Some(object) {
                    (last.2, last.3) = (Some(object), u64::from(session.object(object)));
                }
                if key > u64::from(u32::MAX) {
                    let expected = "a page number of 0 to 4,294,967,295 within its object";
                    return Err(self.wrong(row, "page", expected, key.to_string()).into());
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
            session.push(pool, Columns::from_codes(pages, codes)?)?;
        }
        Ok(())
    }

    /// The page numbers, all of them there.
    fn pages(&self) -> Result<UInt64Array, FrameError> {
        let given = self.batch.column(self.places.page).data_type();
        if given.is_floating() {
            return Err(FrameError::NotWhole { name: self.name.to_owned(), found: given.clone() });
        }
        let pages = self.column(self.places.page, columns::whole::<UInt64Type>)?;
        match (0..pages.len()).find(|row| pages.is_null(*row)) {
            None => Ok(pages),
            Some(row) => {
                Err(self.wrong(row, "page", "a page number of 0 or more", self.spelled(self.places.page, row)))
            }
        }
    }

    /// Refuses times that fall, or are not there.
    fn in_order(&self, session: &mut Session) -> Result<(), FrameError> {
        let Some(at) = self.places.time else { return Ok(()) };
        let times = self.column(at, columns::real)?;
        let Some(first) = times.iter().next() else { return Ok(()) };
        let mut last = session.last_time().unwrap_or(f64::NEG_INFINITY);
        for (row, time) in times.iter().enumerate() {
            match time {
                Some(time) if time >= last => last = time,
                _ => {
                    let (name, found) = (self.name.to_owned(), self.spelled(at, row));
                    return Err(FrameError::Order { name, row: self.before + row as u64, last, found });
                }
            }
        }
        session.reach(first.unwrap_or(f64::NAN), last);
        Ok(())
    }

    /// The touch codes.
    fn codes(&self) -> Result<Vec<u8>, FrameError> {
        let mut codes = vec![0; self.batch.num_rows()];
        if let Some(at) = self.places.access {
            let names = self.column(at, columns::text)?;
            for (row, code) in codes.iter_mut().enumerate() {
                let access = names.is_valid(row).then(|| access(names.value(row))).flatten();
                let access = access.ok_or_else(|| {
                    let expected = "random, sequential, list or dynamic, their first letter, or 0 to 3";
                    self.wrong(row, "access", expected, self.spelled(at, row))
                })?;
                *code = Touch::read(access).code();
            }
        }
        if let Some(at) = self.places.write {
            let (given, writes) = (self.batch.column(at), self.column(at, columns::flags)?);
            for (row, code) in codes.iter_mut().enumerate() {
                match writes.is_valid(row) {
                    true if writes.value(row) => *code |= Touch::write(Access::Random).code(),
                    false if given.is_valid(row) => {
                        return Err(self.wrong(row, "write", "1, 0, true or false", self.spelled(at, row)));
                    }
                    _ => {}
                }
            }
        }
        Ok(codes)
    }
}

fn access(text: &str) -> Option<Access> {
    Access::ALL.into_iter().find(|access| {
        let name = access.name();
        text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..1]) || text == (*access as u8).to_string()
    })
}
