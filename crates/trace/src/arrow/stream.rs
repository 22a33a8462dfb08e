//! Arrow IPC streams: messages one behind the other, up to one without metadata, which ends the stream.

use std::io::Read;

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::reader::StreamDecoder;
use arrow_schema::SchemaRef;

use super::error::IpcError;
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
    pub(super) fn open(input: R) -> Result<Batches<R>, IpcError> {
        let mut batches = Batches { input, decoder: StreamDecoder::new(), at: 0, ended: false, ready: None };
        batches.ready = batches.advance()?;
        Ok(batches)
    }

    /// The columns of all batches.
    pub(super) fn schema(&self) -> Result<SchemaRef, IpcError> {
        self.decoder.schema().ok_or(IpcError::NoSchema)
    }

    /// Decodes up to the next batch; None when the stream ends as it should.
    fn advance(&mut self) -> Result<Option<RecordBatch>, IpcError> {
        while !self.ended {
            let at = self.at;
            let mut batch = None;
            for mut bytes in self.message()? {
                while !bytes.is_empty() {
                    let decoded = self.decoder.decode(&mut bytes);
                    let decoded = decoded.map_err(|source| IpcError::Decode { offset: at, source })?;
                    batch = batch.or(decoded);
                }
            }
            if batch.is_some() {
                return Ok(batch);
            }
        }
        Ok(None)
    }

    /// The next message: its mark, length and metadata, and its body.
    fn message(&mut self) -> Result<[Buffer; 2], IpcError> {
        let at = self.at;
        let mut head = self.bytes(PREFIX, "a message, or the end of the stream (X'FFFFFFFF' and zeros)")?;
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        if head[..4] != MARK || length > LONGEST {
            let found: String = head.iter().map(|byte| format!("{byte:02X}")).collect();
            return Err(unexpected(at, "a message (X'FFFFFFFF' and a length)", format!("X'{found}'")));
        }
        if length == 0 {
            self.end()?;
            return Ok([head.into(), Buffer::default()]);
        }
        let metadata = self.bytes(length, "metadata of a message")?;
        let wrong = |problem| IpcError::Message { offset: at, problem };
        let message = parse(&metadata).map_err(wrong)?;
        let size = usize::try_from(message.bodyLength())
            .map_err(|_| unexpected(at, "a body", format!("one of {} bytes", message.bodyLength())))?;
        let body = self.bytes(size, "the body of a message")?;
        check(message, &body).map_err(wrong)?;
        head.extend_from_slice(&metadata);
        Ok([head.into(), body.into()])
    }

    /// Exactly so many bytes, in memory that grows as they come.
    fn bytes(&mut self, length: usize, expected: &'static str) -> Result<Vec<u8>, IpcError> {
        let mut bytes = Vec::new();
        let read = self.input.by_ref().take(length as u64).read_to_end(&mut bytes);
        let at = self.at;
        self.at += bytes.len() as u64;
        read.map_err(|source| IpcError::Read { offset: self.at, source })?;
        if bytes.len() < length {
            return Err(IpcError::CutOff { offset: at, expected, bytes: length, found: bytes.len() });
        }
        Ok(bytes)
    }

    /// Nothing stands behind the end of a stream.
    fn end(&mut self) -> Result<(), IpcError> {
        self.ended = true;
        match self.input.read(&mut [0]).map_err(|source| IpcError::Read { offset: self.at, source })? {
            0 => Ok(()),
            _ => Err(unexpected(self.at, "nothing behind the end of the stream", "more")),
        }
    }
}

fn unexpected(offset: u64, expected: &str, found: impl Into<String>) -> IpcError {
    IpcError::Unexpected { offset, expected: expected.to_owned(), found: found.into() }
}

impl<R: Read> Iterator for Batches<R> {
    type Item = Result<RecordBatch, IpcError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.ready.take() {
            Some(batch) => Some(Ok(batch)),
            None => self.advance().transpose(),
        }
    }
}
