//! The product section of Db2 records: a chain of headers that says what the record is and whose.
//!
//! Each header starts with its length (2 bytes) and type (1 byte); the standard header QWHS (type 1) comes first, the
//! others follow in any order. Source: Db2 13, Output: the product section; public readers of SMF 100 to 102.

use std::ops::{Range, RangeInclusive};

use crate::problem::Problem;
use crate::{number, run_length};

/// Record types of Db2, whose subtype is the IFCID: not in the SMF header but in the product section (QWHSIID), which
/// the first triplet points to.
pub(crate) const DB2: RangeInclusive<u8> = 100..=102;

/// End of the SMF header of Db2, and place of the first triplet.
pub(crate) const HEADER: usize = 28;

/// Offset of QWHSIID in the product section.
pub(crate) const IFCID_AT: usize = 4;

/// Offset of QWHSRN in the product section.
const RELEASE_AT: usize = 7;

/// Type of the standard header.
const STANDARD: u8 = 1;

/// Types of headers: standard, correlation, trace, CPU, distributed, data sharing. Any other ends the chain.
const TYPES: [u8; 6] = [STANDARD, 2, 4, 8, 16, 32];

/// Bytes of the shortest header: length and type.
const SHORTEST: usize = 4;

/// The IFCID of a record of Db2 (RDW included), where a standard header stands behind its first triplet.
pub(crate) fn ifcid(record: &[u8]) -> Option<u16> {
    let at = number::unsigned(record.get(HEADER..HEADER + 4)?) as usize;
    let header = record.get(at..).filter(|_| at >= HEADER + 8)?;
    let length = number::unsigned(header.get(..2)?) as usize;
    let whole = length > IFCID_AT + 2 && length <= header.len() && header.get(2) == Some(&STANDARD);
    let ifcid = number::unsigned(header.get(IFCID_AT..IFCID_AT + 2)?) as u16;
    (whole && ifcid > 0).then_some(ifcid)
}

/// The release of Db2 that wrote a record, as it writes it (QWHSRN): X'C1' is Db2 12.
pub(crate) fn release(record: &[u8]) -> Option<u8> {
    ifcid(record)?;
    let at = number::unsigned(record.get(HEADER..HEADER + 4)?) as usize;
    record.get(at + RELEASE_AT).copied().filter(|release| *release != 0)
}

/// Where the header of a type stands in a product section.
pub(crate) fn header(product: &[u8], wanted: u8) -> Result<Option<Range<usize>>, Problem> {
    let mut at = 0;
    while let Some(start) = product.get(at..at + SHORTEST) {
        let (length, kind) = (number::unsigned(&start[..2]) as usize, start[2]);
        if !TYPES.contains(&kind) {
            break;
        }
        if length < SHORTEST || at + length > product.len() {
            return Err(Problem {
                expected: format!("a header of type {kind} within the product section of {} bytes", product.len()),
                found: format!("one of {length} bytes at its offset {at}"),
            });
        }
        if kind == wanted {
            return Ok(Some(at..at + length));
        }
        at += length;
    }
    Ok(None)
}

/// Adds a header to a product section, or the fields of a second layout of it to a header that is there.
pub(crate) fn put_header(product: &mut Vec<u8>, kind: u8, fields: &[u8]) {
    let place = header(product, kind).ok().flatten().unwrap_or(product.len()..product.len());
    let mut bytes = product[place.clone()].to_vec();
    bytes.resize(bytes.len().max(fields.len()).max(SHORTEST), 0);
    bytes.iter_mut().zip(fields).skip(2).for_each(|(to, byte)| *to |= byte);
    let length = bytes.len() as u16;
    bytes[..2].copy_from_slice(&length.to_be_bytes());
    bytes[2] = kind;
    product.splice(place, bytes);
}

/// Why a record of Db2 cannot be decoded, if it has no standard header.
pub(crate) fn problem(record: &[u8]) -> Option<Problem> {
    if ifcid(record).is_some() {
        return None;
    }
    let found = if record.get(HEADER) == Some(&run_length::MARKER) {
        "compressed data (SMFCOMP) that does not expand: run IBM's sample DSNTSMFD on the file and give its output"
    } else {
        "none; if Db2 compresses its records (SMFCOMP), run IBM's sample DSNTSMFD on the file and give its output"
    };
    Some(Problem { expected: "a standard header (QWHS) behind the first triplet".into(), found: found.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chain(headers: &[(u16, u8)]) -> Vec<u8> {
        let header_of = |(length, kind): &(u16, u8)| {
            let mut bytes = vec![0; usize::from(*length).max(4)];
            bytes[..2].copy_from_slice(&length.to_be_bytes());
            bytes[2] = *kind;
            bytes
        };
        headers.iter().flat_map(header_of).collect()
    }

    #[test]
    fn headers_are_found_by_type_whatever_their_order_and_length() {
        for order in [[(86, 1), (142, 2), (60, 16)], [(116, 1), (60, 16), (94, 2)]] {
            let product = chain(&order);
            for (length, kind) in order {
                let header = header(&product, kind).ok().flatten().map(|r| (r.len(), product[r.start + 2]));
                assert_eq!(header, Some((usize::from(length), kind)));
            }
            assert_eq!(header(&product, 8), Ok(None));
        }
    }

    #[test]
    fn an_unknown_type_ends_the_chain_and_a_length_that_leaves_it_is_a_problem() {
        assert_eq!(header(&chain(&[(86, 1), (20, 64), (142, 2)]), 2), Ok(None));
        for length in [0, 3, 200] {
            let product = chain(&[(86, 1), (length, 16)]);
            let problem = header(&product[..product.len().min(200)], 2).err().map(|p| p.found).unwrap_or_default();
            assert!(problem.contains("at its offset 86"), "{problem}");
        }
    }
}
