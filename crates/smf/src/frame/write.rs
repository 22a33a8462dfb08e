//! The inverse of reading: logical records (each with its RDW) in the other framings, for tests and sample sites.

/// Bytes of the longest block that `blocked` writes, BDW included.
const BLOCK: usize = 27_998;

/// Records cut into segments of at most `segment` bytes, RDW included (VBS). A record that fits stays whole.
pub fn spanned(records: &[Vec<u8>], segment: usize) -> Vec<u8> {
    let data = segment.max(5) - 4;
    let mut out = Vec::new();
    for record in records {
        if record.len() <= segment {
            out.extend_from_slice(record);
            continue;
        }
        let pieces: Vec<&[u8]> = record[4..].chunks(data).collect();
        for (i, piece) in pieces.iter().enumerate() {
            let code = match i {
                0 => 1,
                _ if i + 1 == pieces.len() => 2,
                _ => 3,
            };
            out.extend_from_slice(&(piece.len() as u16 + 4).to_be_bytes());
            out.extend_from_slice(&[code, 0]);
            out.extend_from_slice(piece);
        }
    }
    out
}

/// Records in blocks, each behind a block descriptor word.
pub fn blocked(records: &[Vec<u8>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut block: Vec<u8> = Vec::new();
    for record in records {
        if !block.is_empty() && block.len() + record.len() + 4 > BLOCK {
            flush(&mut out, &mut block);
        }
        block.extend_from_slice(record);
    }
    flush(&mut out, &mut block);
    out
}

/// Records in blocks of at most `longest` bytes, BDW included, each filled before the next begins (VBS): what does not
/// fit into the rest of a block goes on in the next one. A segment has at least a byte of data.
pub fn spanned_blocks(records: &[Vec<u8>], longest: usize) -> Vec<u8> {
    let room = longest.max(9) - 4;
    let mut out = Vec::new();
    let mut block: Vec<u8> = Vec::new();
    for record in records {
        let (mut data, mut code) = (&record[4..], 0);
        loop {
            if block.len() + 5 > room {
                flush(&mut out, &mut block);
            }
            let (piece, rest) = data.split_at(data.len().min(room - block.len() - 4));
            code = match (code, rest.is_empty()) {
                (0, true) => 0,
                (0, false) => 1,
                (_, true) => 2,
                (_, false) => 3,
            };
            block.extend_from_slice(&(piece.len() as u16 + 4).to_be_bytes());
            block.extend_from_slice(&[code, 0]);
            block.extend_from_slice(piece);
            if rest.is_empty() {
                break;
            }
            data = rest;
        }
    }
    flush(&mut out, &mut block);
    out
}

fn flush(out: &mut Vec<u8>, block: &mut Vec<u8>) {
    if !block.is_empty() {
        let len = block.len() + 4;
        let large = len > 32_760; // a record of its own that long: large block format
        let word = if large { 0x8000_0000 | len as u32 } else { (len as u32) << 16 };
        out.extend_from_slice(&word.to_be_bytes());
        out.append(block);
    }
}

/// Records back to back, without descriptor words.
pub fn no_rdw(records: &[Vec<u8>]) -> Vec<u8> {
    records.iter().flat_map(|record| &record[4..]).copied().collect()
}
