//! Parquet's hybrid of run lengths and bit-packed integers, and its deltas.
//!
//! Apache Parquet format, "Encodings": RLE/bit-packing hybrid (RLE = 3) and DELTA_BINARY_PACKED (5).

/// Equal values that are a run and no literals: a run costs no more than eight literals.
const RUN: usize = 8;
/// Values of a block of deltas, and of each of the pieces in it that have a width of their own.
const BLOCK: usize = 128;
const PIECE: usize = 32;

/// Integers of `width` bits (1 to 32), each so many times, as runs, and in between them bit-packed in groups of eight.
pub(super) fn hybrid(values: impl Iterator<Item = (u32, u32)>, width: u32, out: &mut Vec<u8>) {
    let mut literals: Vec<u32> = Vec::new();
    for (value, count) in values {
        let count = count as usize;
        // Literals come in groups of eight: the run fills up the last one before it begins.
        let missing = literals.len().wrapping_neg() % 8;
        if count < missing + RUN {
            literals.extend(std::iter::repeat_n(value, count));
            continue;
        }
        literals.extend(std::iter::repeat_n(value, missing));
        pack_groups(&literals, width, out);
        literals.clear();
        varint(((count - missing) as u64) << 1, out);
        out.extend_from_slice(&value.to_le_bytes()[..width.div_ceil(8) as usize]);
    }
    pack_groups(&literals, width, out);
}

fn pack_groups(values: &[u32], width: u32, out: &mut Vec<u8>) {
    if values.is_empty() {
        return;
    }
    let groups = values.len().div_ceil(8);
    varint((groups as u64) << 1 | 1, out);
    let end = out.len() + groups * width as usize;
    pack(values.iter().map(|value| u64::from(*value)), width, out);
    out.resize(end, 0);
}

/// Values of `width` bits one behind the other, the least significant bit first; the last byte is filled with zeros.
fn pack(values: impl Iterator<Item = u64>, width: u32, out: &mut Vec<u8>) {
    let (mut held, mut bits) = (0_u128, 0);
    for value in values {
        held |= u128::from(value) << bits;
        bits += width;
        if bits >= 64 {
            out.extend_from_slice(&(held as u64).to_le_bytes());
            held >>= 64;
            bits -= 64;
        }
    }
    out.extend_from_slice(&(held as u64).to_le_bytes()[..bits.div_ceil(8) as usize]);
}

/// Integers of 64 bits as differences, each piece of them in as many bits as it needs.
pub(super) fn deltas(values: &[i64], out: &mut Vec<u8>) {
    varint(BLOCK as u64, out);
    varint((BLOCK / PIECE) as u64, out);
    varint(values.len() as u64, out);
    zigzag(values.first().copied().unwrap_or(0), out);
    let differences: Vec<i64> = values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
    for block in differences.chunks(BLOCK) {
        let least = block.iter().copied().min().unwrap_or(0);
        zigzag(least, out);
        let above = |value: &i64| value.wrapping_sub(least) as u64;
        let widths: Vec<u32> = (0..BLOCK / PIECE)
            .map(|piece| {
                let own = block.iter().skip(piece * PIECE).take(PIECE);
                u64::BITS - own.map(above).fold(0, |all, value| all | value).leading_zeros()
            })
            .collect();
        out.extend(widths.iter().map(|width| *width as u8));
        for (piece, width) in block.chunks(PIECE).zip(&widths) {
            let end = out.len() + PIECE / 8 * *width as usize;
            pack(piece.iter().map(above), *width, out);
            out.resize(end, 0);
        }
    }
}

fn zigzag(value: i64, out: &mut Vec<u8>) {
    varint((value << 1 ^ value >> 63) as u64, out);
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
