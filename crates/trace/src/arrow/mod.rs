//! Arrow IPC files and streams to batches, with nothing in them believed.
//!
//! Lengths and offsets are held against what is there, and what compressed buffers say that they stand for against a
//! limit, before the decoder allocates it. A trace that is cut off gives an error and no curve.
//!
//! Reference: Arrow columnar format, "Serialization and Interprocess Communication (IPC)".

mod error;
mod file;
mod message;
mod stream;

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

pub use error::{IpcError, MessageError};

/// Begin and end of a file; a stream has no mark of its own.
const MAGIC: &[u8; 6] = b"ARROW1";

/// The batches of one file or stream.
pub type Batches<'a> = Box<dyn Iterator<Item = Result<RecordBatch, IpcError>> + 'a>;

/// The columns, and the batches, of the file at `path`, whose bytes are those of `input`.
pub fn open<'a>(path: &Path, mut input: impl BufRead + 'a) -> Result<(SchemaRef, Batches<'a>), IpcError> {
    let mut start = Vec::new();
    input.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
    if start == MAGIC {
        let batches = file::Batches::open(path)?;
        return Ok((batches.schema(), Box::new(batches)));
    }
    let batches = stream::Batches::open(Cursor::new(start).chain(input))?;
    Ok((batches.schema()?, Box::new(batches)))
}
