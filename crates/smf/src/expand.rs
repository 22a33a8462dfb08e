//! Compressed records to what they were, within bounds that hostile ones cannot pass: Db2 (SMFCOMP), CICS monitoring.

use crate::block::{Block, Span};
use crate::monitoring::product::{Product, monitoring};
use crate::product::{DB2, HEADER, ifcid};
use crate::run_length;

/// Bytes of the longest record that SMF writes, and so of what one may expand to.
const LONGEST: usize = 32_760;

/// Bytes that the compressed records of one block may expand to: some times what blocks of honest records do.
const EXPANDED: usize = 8 << 20;

/// What is compressed of a record.
struct Packed<'a> {
    /// Where it starts; what is before is not compressed.
    start: usize,
    data: &'a [u8],
    /// Of monitoring, whose record it is.
    product: Option<Product>,
}

/// The compressed data of a record, if it has some.
fn packed(record: &[u8]) -> Option<Packed<'_>> {
    if let Some(Ok(product)) = monitoring(record) {
        let (start, data) = product.packed(record)?;
        return Some(Packed { start, data, product: Some(product) });
    }
    let data = record.get(HEADER..).filter(|data| data.first() == Some(&run_length::MARKER))?;
    DB2.contains(&record[5]).then_some(Packed { start: HEADER, data, product: None })
}

/// Takes off a block what its records would expand to beyond [`EXPANDED`] bytes, as a block to come: two bytes may
/// stand for 127.
pub(crate) fn split(block: &mut Block) -> Option<Block> {
    let mut expanded = 0;
    let end = block.records.iter().position(|span| {
        let length = packed(block.record(*span)).and_then(|p| run_length::length(p.data));
        expanded += length.filter(|n| *n <= LONGEST).unwrap_or(0);
        expanded > EXPANDED
    })?;
    let mut rest = Block { file: block.file, book: block.book.clone(), ..Block::default() };
    for span in block.records.split_off(end) {
        rest.records.push(Span { at: rest.bytes.len() as u32, ..span });
        rest.bytes.extend_from_slice(block.record(span));
    }
    Some(rest)
}

/// A record expanded, where it is compressed and what it expands to is what its writer says of it.
pub(crate) fn expanded(record: &[u8]) -> Option<Vec<u8>> {
    let Packed { start, data, product } = packed(record)?;
    let data = run_length::expand(data, LONGEST - start.min(LONGEST))?;
    let mut whole = [&record[..start], &data].concat();
    let length = u16::try_from(whole.len()).ok()?;
    whole[..2].copy_from_slice(&length.to_be_bytes());
    match product {
        Some(product) => {
            product.unpack(&mut whole);
            (product.end() == whole.len()).then_some(whole)
        }
        None => ifcid(&whole).is_some().then_some(whole),
    }
}

/// Expands the compressed records of a block, where they stand; those that do not expand stay as they are.
pub(crate) fn expand(block: &mut Block) {
    for index in 0..block.records.len() {
        let span = block.records[index];
        if let Some(whole) = expanded(block.record(span)) {
            block.records[index].at = block.bytes.len() as u32;
            block.records[index].len = whole.len() as u32;
            block.bytes.extend_from_slice(&whole);
        }
    }
}
