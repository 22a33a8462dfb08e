//! What stands in front of every message, and whether its body is what it says.

use arrow_ipc::{Message, root_as_message};

use super::error::{LARGEST, MessageError};

/// In front of each message.
pub(super) const MARK: [u8; 4] = [0xFF; 4];

/// Bytes of mark and length.
pub(super) const PREFIX: usize = 8;

/// Bytes of metadata of the longest message: room for schemas of ten thousands of columns.
pub(super) const LONGEST: usize = 16 << 20;

/// The metadata of a message.
pub(super) fn parse(metadata: &[u8]) -> Result<Message<'_>, MessageError> {
    root_as_message(metadata).map_err(|_| MessageError::Metadata)
}

/// Refuses a message whose buffers lie outside its body, or stand for more than is read at once.
pub(super) fn check(message: Message<'_>, body: &[u8]) -> Result<(), MessageError> {
    let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    let Some(batch) = message.header_as_record_batch().or(dictionary) else { return Ok(()) };
    let mut total = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let place = usize::try_from(buffer.offset()).ok().zip(usize::try_from(buffer.length()).ok());
        let (length, offset) = (buffer.length(), buffer.offset());
        let bytes = place
            .and_then(|(at, length)| body.get(at..at.checked_add(length)?))
            .ok_or(MessageError::Buffer { body: body.len(), length, offset })?;
        let stated = bytes.first_chunk().map_or(0, |length| i64::from_le_bytes(*length));
        if batch.compression().is_some() {
            total = total.saturating_add(u64::try_from(stated).unwrap_or(0));
        }
    }
    if total > LARGEST {
        return Err(MessageError::TooLarge { found: total });
    }
    Ok(())
}
