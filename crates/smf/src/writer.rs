//! Writers: batches to one Parquet file a table and thread.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use arrow_array::RecordBatch;
use arrow_schema::{DataType, SchemaRef};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowWriterOptions;
use parquet::basic::{Compression, Encoding};
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::schema::types::ColumnPath;

use crate::error::Error;

/// Rows of a row group: what a writer holds in memory before it goes to disk.
const GROUP_ROWS: usize = 1 << 17;

/// The open files of one thread.
pub(crate) struct Writers {
    directory: PathBuf,
    thread: usize,
    open: BTreeMap<(String, usize), (PathBuf, ArrowWriter<File>)>,
}

impl Writers {
    pub(crate) fn new(directory: &Path, thread: usize) -> Writers {
        Writers { directory: directory.to_path_buf(), thread, open: BTreeMap::new() }
    }

    /// Appends rows to the table's file, `<table>-<thread>.parquet`. Each section that fills a table has its own columns
    /// and a file of its own, `<table>-<thread>.<part>.parquet` from part 1 on.
    pub(crate) fn write(&mut self, table: &str, part: usize, batch: &RecordBatch) -> Result<(), Error> {
        let key = (table.to_owned(), part);
        if !self.open.contains_key(&key) {
            let part = if part == 0 { String::new() } else { format!(".{part}") };
            let path = self.directory.join(format!("{table}-{}{part}.parquet", self.thread));
            let file = File::create(&path).map_err(|e| Error::writing(&path, e))?;
            let schema = batch.schema();
            // Plain Parquet types only: readers see text, not Arrow dictionaries.
            let options = ArrowWriterOptions::new().with_properties(properties(&schema)).with_skip_arrow_metadata(true);
            let writer =
                ArrowWriter::try_new_with_options(file, schema, options).map_err(|e| Error::writing(&path, e))?;
            self.open.insert(key.clone(), (path.clone(), writer));
        }
        match self.open.get_mut(&key) {
            Some((path, writer)) => writer.write(batch).map_err(|e| Error::writing(path, e)),
            None => Ok(()),
        }
    }

    /// Completes all files.
    pub(crate) fn close(self) -> Result<(), Error> {
        for (path, writer) in self.open.into_values() {
            writer.close().map_err(|e| Error::writing(&path, e))?;
        }
        Ok(())
    }
}

/// Text repeats: dictionary. Times and offsets climb: deltas. Counters: plain, because speed matters more than size.
fn properties(schema: &SchemaRef) -> WriterProperties {
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::UNCOMPRESSED)
        .set_dictionary_enabled(false)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_max_row_group_row_count(Some(GROUP_ROWS));
    for field in schema.fields() {
        let path = ColumnPath::from(field.name().as_str());
        match field.data_type() {
            DataType::Dictionary(..) => builder = builder.set_column_dictionary_enabled(path, true),
            DataType::Timestamp(..) => {
                builder = builder
                    .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
                    .set_column_statistics_enabled(path, EnabledStatistics::Chunk);
            }
            DataType::UInt64 if field.name() == "record" => {
                builder = builder.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
            }
            _ => {}
        }
    }
    builder.build()
}
