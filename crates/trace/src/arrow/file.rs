//! Arrow IPC files: the footer, at the end, says where the batches stand.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::FileDecoder;
use arrow_ipc::{Block, root_as_footer};
use arrow_schema::{ArrowError, SchemaRef};

use super::MAGIC;
use super::error::IpcError;
use super::message::{LONGEST, MARK, PREFIX, check, parse};

/// Bytes behind the footer: its length, and the mark.
const TAIL: u64 = 10;

/// The batches of one file.
pub(super) struct Batches {
    input: BufReader<File>,
    decoder: FileDecoder,
    schema: SchemaRef,
    blocks: std::vec::IntoIter<Block>,
}

impl Batches {
    pub(super) fn open(path: &Path) -> Result<Batches, IpcError> {
        let mut input = BufReader::new(File::open(path)?);
        let size = input.seek(SeekFrom::End(0))?;
        let end = size.checked_sub(TAIL).ok_or(IpcError::NoFooter { bytes: size })?;
        let tail = bytes(&mut input, end, TAIL)?;
        let length = u64::from(u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]));
        let start =
            end.checked_sub(length).filter(|_| tail.ends_with(MAGIC)).ok_or(IpcError::NoFooter { bytes: size })?;
        let wrong = |expected: &str, found: &str| IpcError::Footer {
            offset: start,
            expected: expected.to_owned(),
            found: found.to_owned(),
        };
        let footer = bytes(&mut input, start, length)?;
        let footer = root_as_footer(&footer).map_err(|_| wrong("a footer", "other bytes"))?;
        let columns = footer.schema().ok_or_else(|| wrong("a schema", "none"))?;
        let schema = try_fb_to_schema(columns).map_err(|source| IpcError::Schema { offset: start, source })?;
        let schema = Arc::new(schema);
        let places = |blocks: Option<_>| -> Vec<Block> { blocks.into_iter().flatten().copied().collect() };
        let (dictionaries, blocks) = (places(footer.dictionaries()), places(footer.recordBatches()));
        within(&dictionaries, start).and(within(&blocks, start))?;
        let mut decoder = FileDecoder::new(Arc::clone(&schema), footer.version());
        for block in &dictionaries {
            let message = message(&mut input, block)?;
            decoder.read_dictionary(block, &message).map_err(|e| undecoded(block, e))?;
        }
        Ok(Batches { input, decoder, schema, blocks: blocks.into_iter() })
    }

    /// The columns of all batches.
    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, IpcError>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = self.blocks.next()?;
        let batch = message(&mut self.input, &block).and_then(|message| {
            let batch = self.decoder.read_record_batch(&block, &message).map_err(|e| undecoded(&block, e))?;
            batch.ok_or_else(|| unexpected(offset_of(&block), "a batch", "nothing"))
        });
        Some(batch)
    }
}

/// Where a block stands: it was found to lie within the file.
fn offset_of(block: &Block) -> u64 {
    u64::try_from(block.offset()).unwrap_or(0)
}

fn undecoded(block: &Block, source: ArrowError) -> IpcError {
    IpcError::Decode { offset: offset_of(block), source }
}

fn unexpected(offset: u64, expected: impl Into<String>, found: impl Into<String>) -> IpcError {
    IpcError::Unexpected { offset, expected: expected.into(), found: found.into() }
}

fn bytes(input: &mut (impl Read + Seek), at: u64, length: u64) -> Result<Vec<u8>, IpcError> {
    let mut bytes = Vec::new();
    let read = input.seek(SeekFrom::Start(at)).and_then(|_| input.take(length).read_to_end(&mut bytes));
    read.map_err(|source| IpcError::Read { offset: at, source })?;
    if bytes.len() as u64 != length {
        return Err(unexpected(at, format!("{length} bytes"), bytes.len().to_string()));
    }
    Ok(bytes)
}

/// Messages follow each other in front of the footer: a batch that stood in two would count twice.
fn within(blocks: &[Block], footer: u64) -> Result<(), IpcError> {
    let mut free = 0;
    for block in blocks {
        let part = |length: i64| u64::try_from(length).ok();
        let end = part(block.metaDataLength().into())
            .filter(|length| (PREFIX as u64..=LONGEST as u64).contains(length))
            .zip(part(block.bodyLength()))
            .zip(part(block.offset()).filter(|start| *start >= free))
            .and_then(|((metadata, body), start)| start.checked_add(metadata)?.checked_add(body));
        free = end.filter(|end| *end <= footer).ok_or_else(|| IpcError::Footer {
            offset: footer,
            expected: format!("messages one behind the other in front of offset {footer}"),
            found: format!(
                "one of {} + {} bytes at offset {}",
                block.metaDataLength(),
                block.bodyLength(),
                block.offset()
            ),
        })?;
    }
    Ok(())
}

/// A message, held against its block.
fn message(input: &mut (impl Read + Seek), block: &Block) -> Result<Buffer, IpcError> {
    let (start, metadata) = (offset_of(block), block.metaDataLength() as usize);
    let bytes = bytes(input, start, metadata as u64 + block.bodyLength() as u64)?;
    let (head, body) = bytes.split_at(metadata);
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
    if head[..4] != MARK || length > metadata - PREFIX {
        return Err(unexpected(start, format!("a message of {metadata} bytes and a body"), "other bytes"));
    }
    let checked = parse(&head[PREFIX..]).and_then(|message| check(message, body));
    checked.map_err(|problem| IpcError::Message { offset: start, problem })?;
    Ok(bytes.into())
}
