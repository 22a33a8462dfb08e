//! What is wrong with an Arrow file or stream, and where.

use std::io;

use arrow_schema::ArrowError;

/// Bytes that the compressed buffers of one message may stand for: a hundred million rows of a trace.
pub(super) const LARGEST: u64 = 4 << 30;

/// Why an Arrow file or stream cannot be read. Offsets are bytes from its start.
#[derive(Debug, thiserror::Error)]
pub enum IpcError {
    /// The file cannot be opened, or not even its beginning read.
    #[error("{0}")]
    Open(#[from] io::Error),
    /// The system cannot read on.
    #[error("at offset {offset}: {source}")]
    Read {
        /// Offset reached.
        offset: u64,
        /// What the system says.
        source: io::Error,
    },
    /// A file that does not end as one does.
    #[error("expected {bytes} bytes to end with a footer and ARROW1: it is cut off")]
    NoFooter {
        /// Bytes that are there.
        bytes: u64,
    },
    /// A footer that is none.
    #[error("footer at offset {offset}: expected {expected}, found {found}")]
    Footer {
        /// Where it starts.
        offset: u64,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A schema that is none.
    #[error("footer at offset {offset}: {source}")]
    Schema {
        /// Where the footer starts.
        offset: u64,
        /// What the decoder says.
        source: ArrowError,
    },
    /// A stream without a schema.
    #[error("expected a schema, found the end of the stream")]
    NoSchema,
    /// A stream that ends too early.
    #[error("at offset {offset}: expected {expected}, {bytes} bytes; found {found}: it is cut off")]
    CutOff {
        /// Where it starts.
        offset: u64,
        /// What should be there.
        expected: &'static str,
        /// Its bytes.
        bytes: usize,
        /// Bytes that are there.
        found: usize,
    },
    /// Other bytes than those expected.
    #[error("at offset {offset}: expected {expected}, found {found}")]
    Unexpected {
        /// Where they are.
        offset: u64,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A message that contradicts itself.
    #[error("at offset {offset}: {problem}")]
    Message {
        /// Where it starts.
        offset: u64,
        /// What is wrong with it.
        problem: MessageError,
    },
    /// What the decoder refuses.
    #[error("at offset {offset}: {source}")]
    Decode {
        /// Where the message starts.
        offset: u64,
        /// What the decoder says.
        source: ArrowError,
    },
}

/// What is wrong with one message.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// Its metadata are none.
    #[error("expected metadata of a message, found other bytes")]
    Metadata,
    /// A buffer lies outside of its body.
    #[error("expected buffers within a body of {body} bytes, found one of {length} bytes at its offset {offset}")]
    Buffer {
        /// Bytes of the body.
        body: usize,
        /// Bytes of the buffer.
        length: i64,
        /// Its offset in the body.
        offset: i64,
    },
    /// Its compressed buffers stand for more than is read at once.
    #[error("expected a batch of at most {LARGEST} bytes, found one of {found}; write it in batches of fewer rows")]
    TooLarge {
        /// Bytes that they stand for.
        found: u64,
    },
}
