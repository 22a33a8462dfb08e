//! Arrow IPC streams: messages one behind the other, up to one without metadata, which ends the stream.

use std::io::Read;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::SchemaRef;

use super::message::{LONGEST, MARK, PREFIX, check, parse};

/// The batches of one stream.
pub(super) struct Batches<R> {
    input: R,
    decoder: StreamDecoder,
    /// Bytes of the input that were taken.
    at: u64,
    ended: bool,
    /// Decoded before it was asked for.
    ready: Option<RecordBatch>,
}

impl<R: Read> Batches<R> {
    /// Reads up to the first batch, so that the schema is known.
    pub(super) fn open(input: R) -> Result<Batches<R>, String> {
        let mut batches = Batches { input, decoder: StreamDecoder::new(), at: 0, ended: false, ready: None };
        batches.ready = batches.advance()?;
        Ok(batches)
    }

    /// The columns of all batches.
    pub(super) fn schema(&self) -> Result<SchemaRef, String> {
        self.decoder.schema().ok_or_else(|| "expected a schema, found the end of the stream".to_owned())
    }

    /// Decodes up to the next batch; None when the stream ends as it should.
    fn advance(&mut self) -> Result<Option<RecordBatch>, String> {
        while !self.ended {
            let at = self.at;
            let mut found = None;
            for mut bytes in self.message()? {
                while !bytes.is_empty() {
                    let decoded = self.decoder.decode(&mut bytes).map_err(|e| format!("at offset {at}: {e}"))?;
                    found = found.or(decoded);
                }
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// The next message: its mark, length and metadata, and its body.
    fn message(&mut self) -> Result<[Buffer; 2], String> {
        let at = self.at;
        let mut head = self.bytes(PREFIX, "a message, or the end of the stream (X'FFFFFFFF' and zeros)")?;
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if head[..4] != MARK || length > LONGEST {
            let found: String = head.iter().map(|byte| format!("{byte:02X}")).collect();
            return Err(format!("at offset {at}: expected a message (X'FFFFFFFF' and a length), found X'{found}'"));
        }
        if length == 0 {
            self.end()?;
            return Ok([head.into(), Buffer::default()]);
        }
        let metadata = self.bytes(length, "metadata of a message")?;
        let message = parse(&metadata).map_err(|why| format!("at offset {at}: {why}"))?;
        let size = usize::try_from(message.bodyLength())
            .map_err(|_| format!("at offset {at}: expected a body, found one of {} bytes", message.bodyLength()))?;
        let body = self.bytes(size, "the body of a message")?;
        check(message, &body).map_err(|why| format!("at offset {at}: {why}"))?;
        head.extend_from_slice(&metadata);
        Ok([head.into(), body.into()])
    }

    /// Exactly so many bytes, in memory that grows as they come.
    fn bytes(&mut self, length: usize, what: &str) -> Result<Vec<u8>, String> {
        let mut found = Vec::new();
        let read = self.input.by_ref().take(length as u64).read_to_end(&mut found);
        let at = self.at;
        self.at += found.len() as u64;
        read.map_err(|e| format!("at offset {}: {e}", self.at))?;
        if found.len() < length {
            return Err(format!(
                "at offset {at}: expected {what}, {length} bytes; found {}: it is cut off",
                found.len()
            ));
        }
        Ok(found)
    }

    /// Nothing stands behind the end of a stream.
    fn end(&mut self) -> Result<(), String> {
        self.ended = true;
        match self.input.read(&mut [0]).map_err(|e| format!("at offset {}: {e}", self.at))? {
            0 => Ok(()),
            _ => Err(format!("at offset {}: expected nothing behind the end of the stream, found more", self.at)),
        }
    }
}

impl<R: Read> Iterator for Batches<R> {
    type Item = Result<RecordBatch, String>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.ready.take() {
            Some(batch) => Some(Ok(batch)),
            None => self.advance().transpose(),
        }
    }
}
