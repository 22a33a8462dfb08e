//! Measures as rows: a batch of columns for each day.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, UInt32Builder};
use arrow_array::{
    ArrayRef, Float64Array, RecordBatch, StringArray, TimestampMicrosecondArray, UInt32Array, UInt64Array,
};
use arrow_buffer::NullBuffer;
use arrow_schema::ArrowError;

use crate::column::{self, Place};
use crate::layout::monitoring::{CONTEXT, PROGRAM, USER_FIELDS};
use crate::layout::{Field, Kind, Monitoring};
use crate::monitoring::user;
use crate::time::TOD_PER_MICROSECOND;

use super::super::bin::Bin;
use super::super::contexts;
use super::super::tally::Tally;
use super::{Group, INTERVAL, Measures, WRITTEN, measured};

/// A bin with its group, and what is counted of it.
type Counted<'a> = (&'a Group, &'a Bin, &'a Tally);

/// Rows whose sums are turned into columns at once: those of so many stay in the cache of a processor.
const TURNED: usize = 32;

impl Measures {
    /// All bins as rows, by day, and none held any more. Parts of tasks that are not counted yet wait.
    pub(crate) fn rows(
        &mut self,
        monitoring: &Monitoring,
        fields: &[Field],
    ) -> Result<Vec<(Option<i32>, RecordBatch)>, ArrowError> {
        let mut groups: Vec<(&Group, u32)> = self.groups.iter().map(|(group, number)| (group, *number)).collect();
        groups.sort_unstable_by_key(|(_, number)| *number);
        let bins: Vec<(Bin, Tally)> = self.bins.drain().collect();
        let mut rows: Vec<Counted> =
            bins.iter().map(|(bin, tally)| (groups[bin.group as usize].0, bin, tally)).collect();
        // By day and group, of which there are few, then by what a bin is; of a tally no more than its place is moved.
        let mut ranks: Vec<(&Group, u32)> = groups.clone();
        ranks.sort_unstable_by(|(a, _), (b, _)| (a.day, a).cmp(&(b.day, b)));
        let mut rank = vec![0u32; groups.len()];
        ranks.iter().zip(0..).for_each(|((_, number), at)| rank[*number as usize] = at);
        rows.sort_by(|(_, a, _), (_, b, _)| {
            let key = |bin: &Bin| (rank[bin.group as usize], bin.interval, bin.transaction);
            let name = |bin: &Bin| self.contexts.name(bin.context);
            key(a).cmp(&key(b)).then_with(|| name(a).cmp(name(b)))
        });
        let batches = rows.chunk_by(|a, b| a.0.day == b.0.day);
        let done = batches.map(|some| Ok((some[0].0.day, self.batch(monitoring, fields, some)?))).collect();
        self.contexts = self.contexts.only(&mut self.parts);
        done
    }

    fn batch(&self, monitoring: &Monitoring, fields: &[Field], rows: &[Counted]) -> Result<RecordBatch, ArrowError> {
        let names = self.names(rows);
        let mut sums = Sums::new(monitoring, rows);
        let mut columns: Vec<(String, ArrayRef)> = vec![
            ("file".into(), Arc::new(UInt32Array::from_iter_values(rows.iter().map(|(g, ..)| g.file)))),
            ("record".into(), Arc::new(UInt64Array::from_iter_values(rows.iter().map(|(.., t)| t.first.offset)))),
        ];
        for field in fields {
            let array = match names.column(field).or_else(|| counted(&field.name, rows)) {
                Some(array) => array,
                None => match sums.column(field) {
                    Some(array) => array,
                    None => column::read(field, &names.products, &names.bytes),
                },
            };
            columns.push((field.name.clone(), array));
        }
        RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| {
            let nullable = name != "file" && name != "record";
            (name, array, nullable)
        }))
    }

    /// The texts of rows, one behind the other.
    fn names(&self, rows: &[Counted]) -> Names {
        let mut names = Names::default();
        for (_, bin, tally) in rows {
            let (header, product) = &self.headers[bin.group as usize];
            let mut header = header.clone();
            header[WRITTEN].copy_from_slice(&tally.first.written);
            let mut add = |part: &[u8]| {
                let place = Place { at: names.bytes.len() as u32, len: part.len() as u32 };
                names.bytes.extend_from_slice(part);
                place
            };
            names.headers.push(add(&header));
            names.products.push(add(product));
            names.transactions.push(add(&bin.transaction));
            let program = tally.program.to_be_bytes();
            names.programs.push(add(if contexts::is_blank(&program) { &[] } else { &program }));
            let name = self.contexts.name(bin.context);
            for (nth, places) in names.contexts.iter_mut().enumerate() {
                places.push(add(contexts::field_of(name, nth)));
            }
        }
        names
    }
}

/// What rows have of records, by row: headers, product sections, transactions and what they ran for.
#[derive(Default)]
struct Names {
    bytes: Vec<u8>,
    headers: Vec<Place>,
    products: Vec<Place>,
    transactions: Vec<Place>,
    programs: Vec<Place>,
    contexts: [Vec<Place>; CONTEXT.len()],
}

impl Names {
    fn column(&self, field: &Field) -> Option<ArrayRef> {
        let places = match field.name.as_str() {
            "system" | "written" => &self.headers,
            "transaction" => &self.transactions,
            PROGRAM => &self.programs,
            name => &self.contexts[CONTEXT.iter().position(|(column, _)| *column == name)?],
        };
        Some(column::read(field, places, &self.bytes))
    }
}

/// A column of what is counted of each bin, by its name.
fn counted(name: &str, rows: &[Counted]) -> Option<ArrayRef> {
    let of = |value: &dyn Fn(&Tally) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(rows.iter().map(|(.., tally)| value(tally))))
    };
    let real = |value: &dyn Fn(&Tally) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values(rows.iter().map(|(.., tally)| value(tally))))
    };
    let list = |which: usize, counts: bool| -> ArrayRef {
        let mut builder = ListBuilder::new(UInt32Builder::new());
        for (.., tally) in rows {
            for (bucket, tasks) in tally.histograms[which].used() {
                builder.values().append_value(if counts { tasks } else { bucket });
            }
            builder.append(true);
        }
        Arc::new(builder.finish())
    };
    let users =
        || StringArray::from_iter(rows.iter().map(|(group, _, tally)| user::summed(&group.users, &tally.users)));
    let starts = rows.iter().map(|(_, bin, _)| i64::from(bin.interval) * INTERVAL);
    Some(match name {
        USER_FIELDS => Arc::new(users()),
        "interval_start" => Arc::new(TimestampMicrosecondArray::from_iter_values(starts)),
        "interval_us" => Arc::new(Float64Array::from_value(INTERVAL as f64, rows.len())),
        "fields_kept_out" => Arc::new(UInt64Array::from_iter_values(rows.iter().map(|(group, ..)| group.kept_out))),
        "tasks" => of(&|t| t.tasks),
        "performance_records_read" => of(&|t| t.records),
        "unfinished" => of(&|t| t.unfinished),
        "abends" => of(&|t| t.abends),
        "inconsistent" => of(&|t| t.inconsistent),
        "response_us" => real(&|t| t.response as f64 / TOD_PER_MICROSECOND),
        "response_peak_us" => real(&|t| t.response_peak as f64 / TOD_PER_MICROSECOND),
        "response_square" => real(&|t| t.response_square as f64),
        "cpu_peak_us" => real(&|t| t.cpu_peak as f64 / TOD_PER_MICROSECOND),
        "cpu_square" => real(&|t| t.cpu_square as f64),
        "response_buckets" => list(0, false),
        "response_bucket_tasks" => list(0, true),
        "cpu_buckets" => list(1, false),
        "cpu_bucket_tasks" => list(1, true),
        _ => return None,
    })
}

/// Sums of fields of monitoring, a column each, and of which rows a field has them.
struct Sums<'a> {
    rows: &'a [Counted<'a>],
    places: Vec<(String, usize, usize)>,
    columns: Vec<Vec<u64>>,
    groups: Vec<&'a Group>,
}

impl<'a> Sums<'a> {
    fn new(monitoring: &Monitoring, rows: &'a [Counted<'a>]) -> Sums<'a> {
        let places = measured(monitoring);
        let mut columns: Vec<Vec<u64>> = places.iter().map(|_| Vec::with_capacity(rows.len())).collect();
        for some in rows.chunks(TURNED) {
            for (slot, column) in columns.iter_mut().enumerate() {
                column.extend(some.iter().map(|(.., tally)| tally.sums[slot]));
            }
        }
        let mut groups: Vec<&Group> = rows.iter().map(|(group, ..)| *group).collect();
        groups.dedup_by(|a, b| std::ptr::eq(*a, *b));
        Sums { rows, places, columns, groups }
    }

    fn column(&mut self, field: &Field) -> Option<ArrayRef> {
        let &(_, which, slot) = self.places.iter().find(|(column, ..)| *column == field.name)?;
        let whole = self.groups.iter().all(|group| group.has[which]);
        let there = (!whole).then(|| NullBuffer::from_iter(self.rows.iter().map(|(group, ..)| group.has[which])));
        let values = std::mem::take(&mut self.columns[slot]);
        if field.kind != Kind::StckDuration {
            return Some(Arc::new(UInt64Array::new(values.into(), there)));
        }
        let all: Vec<f64> = values.iter().map(|units| *units as f64 / TOD_PER_MICROSECOND).collect();
        Some(Arc::new(Float64Array::new(all.into(), there)))
    }
}
