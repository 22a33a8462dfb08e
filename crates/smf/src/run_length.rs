//! The run-length code of the z/OS service CSRCESRV, by which Db2 (SMFCOMP) and CICS compress the data of SMF records.
//!
//! A marker byte X'80', then runs: a control byte of 1 to 127 and so many bytes as they are, or one of 129 to 255 and the
//! byte that stands (control byte - 128) times. Source: P. Relson (IBM) on IBM-MAIN, June 2013; a public decoder.

/// First byte of compressed data. In a record of Db2 that is not compressed an offset stands there, which begins with 0.
pub const MARKER: u8 = 0x80;

/// Longest run, literal or repeated.
const LONGEST: usize = 127;

/// Shortest repetition worth a run of its own.
const WORTH: usize = 3;

/// The bytes that `packed` stands for; None when it is no whole run-length code, or stands for more than `limit` bytes.
pub fn expand(packed: &[u8], limit: usize) -> Option<Vec<u8>> {
    let length = length(packed).filter(|length| *length <= limit)?;
    let mut out = Vec::with_capacity(length);
    let mut rest = &packed[1..];
    while let Some((&control, behind)) = rest.split_first() {
        let count = usize::from(control & 0x7F);
        if control & 0x80 == 0 {
            out.extend_from_slice(behind.get(..count)?);
            rest = &behind[count..];
        } else {
            let (&byte, behind) = behind.split_first()?;
            out.resize(out.len() + count, byte);
            rest = behind;
        }
    }
    Some(out)
}

/// How many bytes `packed` stands for, without the memory for them; None when it is no whole run-length code.
pub fn length(packed: &[u8]) -> Option<usize> {
    let (&marker, mut rest) = packed.split_first()?;
    let mut length = 0;
    while let Some((&control, behind)) = rest.split_first() {
        let count = usize::from(control & 0x7F);
        rest = behind.get(if control & 0x80 == 0 { count } else { 1 }..).filter(|_| count > 0)?;
        length += count;
    }
    (marker == MARKER).then_some(length)
}

/// The inverse of [`expand`].
pub fn compress(plain: &[u8]) -> Vec<u8> {
    let mut out = vec![MARKER];
    let mut literal = Vec::new();
    let mut rest = plain;
    while let Some(&byte) = rest.first() {
        let run = rest.iter().take(LONGEST).take_while(|b| **b == byte).count();
        if run >= WORTH {
            flush(&mut literal, &mut out);
            out.extend_from_slice(&[0x80 | run as u8, byte]);
        } else {
            literal.extend_from_slice(&rest[..run]);
        }
        rest = &rest[run..];
    }
    flush(&mut literal, &mut out);
    out
}

fn flush(literal: &mut Vec<u8>, out: &mut Vec<u8>) {
    for run in literal.chunks(LONGEST) {
        out.push(run.len() as u8);
        out.extend_from_slice(run);
    }
    literal.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn the_published_form_expands() {
        assert_eq!(
            expand(&[0x80, 0x02, 0xC1, 0xC2, 0x85, 0x00], 100).as_deref(),
            Some(&[0xC1, 0xC2, 0, 0, 0, 0, 0][..])
        );
    }

    #[test]
    fn what_is_cut_off_unmarked_or_too_long_does_not_expand() {
        let bombs: Vec<u8> = std::iter::once(MARKER).chain([0xFF, 0].repeat(1000)).collect();
        for packed in [&[][..], &[0x00, 0x01, 0x01], &[0x80, 0x05, 1, 2], &[0x80, 0x85], &[0x80, 0x00], &bombs] {
            assert_eq!(expand(packed, 32_760), None, "{packed:02X?}");
        }
    }

    proptest! {
        #[test]
        fn compress_then_expand_is_the_identity(plain in vec(prop_oneof![3 => Just(0u8), 1 => any::<u8>()], 0..2000)) {
            let packed = compress(&plain);
            prop_assert!(packed.len() <= plain.len() + plain.len() / LONGEST + 3);
            prop_assert_eq!(expand(&packed, plain.len()), Some(plain));
        }

        #[test]
        fn any_bytes_expand_within_the_limit_or_not_at_all(packed in vec(any::<u8>(), 0..600), limit in 0usize..5000) {
            let plain = expand(&packed, limit);
            prop_assert_eq!(plain.map(|p| p.len()), length(&packed).filter(|length| *length <= limit));
        }
    }
}
