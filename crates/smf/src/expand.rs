//! Compressed records of Db2 (SMFCOMP) to what they were, within bounds that hostile ones cannot pass.

use crate::block::{Block, Span};
use crate::product::{DB2, HEADER, ifcid};
use crate::run_length;

/// Bytes of the longest record that SMF writes, and so of what one may expand to.
const LONGEST: usize = 32_760;

/// Bytes that the compressed records of one block may expand to: some times what blocks of honest records do.
const EXPANDED: usize = 8 << 20;

/// The compressed data of a record, if it is one of Db2 that is compressed.
fn packed(record: &[u8]) -> Option<&[u8]> {
    let data = record.get(HEADER..).filter(|data| data.first() == Some(&run_length::MARKER))?;
    DB2.contains(&record[5]).then_some(data)
}

/// Takes off a block what its records would expand to beyond [`EXPANDED`] bytes, as a block to come: two bytes may
/// stand for 127.
pub(crate) fn split(block: &mut Block) -> Option<Block> {
    let mut expanded = 0;
    let end = block.records.iter().position(|span| {
        expanded += packed(block.record(*span)).and_then(run_length::length).filter(|n| *n <= LONGEST).unwrap_or(0);
        expanded > EXPANDED
    })?;
    let mut rest = Block { file: block.file, ..Block::default() };
    for span in block.records.split_off(end) {
        rest.records.push(Span { at: rest.bytes.len() as u32, ..span });
        rest.bytes.extend_from_slice(block.record(span));
    }
    Some(rest)
}

/// Expands the compressed records of Db2 in a block, where they stand; those that do not expand stay as they are.
pub(crate) fn expand(block: &mut Block) {
    for index in 0..block.records.len() {
        let span = block.records[index];
        let record = block.record(span);
        let Some(data) = packed(record).and_then(|data| run_length::expand(data, LONGEST - HEADER)) else {
            continue;
        };
        let mut whole = [&record[..HEADER], &data].concat();
        let length = whole.len() as u16;
        whole[..2].copy_from_slice(&length.to_be_bytes());
        if ifcid(&whole).is_some() {
            block.records[index].at = block.bytes.len() as u32;
            block.records[index].len = u32::from(length);
            block.bytes.extend_from_slice(&whole);
        }
    }
}
