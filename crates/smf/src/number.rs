//! Numbers as S/390 writes them: big-endian integers, packed decimal, hexadecimal floating point.
//!
//! Source: z/Architecture Principles of Operation, "Decimal instructions" and "Hexadecimal-floating-point".

/// Big-endian unsigned integer of 1 to 8 bytes.
pub fn unsigned(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// Big-endian two's complement integer of 1 to 8 bytes.
pub fn signed(bytes: &[u8]) -> i64 {
    let unused = 64 - 8 * bytes.len() as u32;
    ((unsigned(bytes) << unused) as i64) >> unused
}

/// Packed decimal: two digits a byte, the last half byte the sign. None when a digit or the sign is not one.
pub fn packed(bytes: &[u8]) -> Option<i64> {
    let (last, rest) = bytes.split_last()?;
    let mut value: i64 = 0;
    for half in rest.iter().flat_map(|b| [b >> 4, b & 15]).chain([last >> 4]) {
        if half > 9 {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(i64::from(half))?;
    }
    match last & 15 {
        0xA | 0xC | 0xE | 0xF => Some(value),
        0xB | 0xD => Some(-value),
        _ => None,
    }
}

/// Packed decimal of `length` bytes; None when the digits do not fit.
pub fn to_packed(value: i64, length: usize) -> Option<Vec<u8>> {
    let mut bytes = vec![0; length];
    let mut rest = value.unsigned_abs();
    let (last, front) = bytes.split_last_mut()?;
    *last = ((rest % 10) as u8) << 4 | if value < 0 { 0xD } else { 0xC };
    rest /= 10;
    for byte in front.iter_mut().rev() {
        *byte = (rest % 10) as u8 | ((rest / 10 % 10) as u8) << 4;
        rest /= 100;
    }
    (rest == 0).then_some(bytes)
}

/// Hexadecimal floating point of 4 or 8 bytes: sign, excess-64 exponent of 16, fraction.
pub fn hfp(bytes: &[u8]) -> f64 {
    let fraction_bits = 8 * (bytes.len() as i32 - 1);
    let fraction = unsigned(&bytes[1..]) as f64;
    let exponent = 4 * (i32::from(bytes[0] & 0x7F) - 64) - fraction_bits;
    let value = fraction * 2f64.powi(exponent);
    if bytes[0] & 0x80 == 0 { value } else { -value }
}

/// Hexadecimal floating point of `length` bytes, truncated to its precision. None beyond its range (about 7e75).
pub fn to_hfp(value: f64, length: usize) -> Option<Vec<u8>> {
    if value == 0.0 {
        return Some(vec![0; length]);
    }
    let mut fraction = value.abs();
    let mut exponent = 64;
    while fraction >= 1.0 {
        fraction /= 16.0;
        exponent += 1;
    }
    while fraction < 1.0 / 16.0 {
        fraction *= 16.0;
        exponent -= 1;
    }
    let exponent = u8::try_from(exponent).ok().filter(|e| *e < 128)?;
    let digits = (fraction * 2f64.powi(8 * (length as i32 - 1))) as u64;
    let mut bytes = digits.to_be_bytes()[8 - length..].to_vec();
    bytes[0] = exponent | if value < 0.0 { 0x80 } else { 0 };
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn packed_decimal_of_the_principles_of_operation_reads() {
        assert_eq!(packed(&[0x12, 0x34, 0x5C]), Some(12345));
        assert_eq!(packed(&[0x12, 0x34, 0x5D]), Some(-12345));
        assert_eq!(packed(&[0x1A, 0x5C]), None);
        assert_eq!(packed(&[0x12, 0x34]), None);
    }

    #[test]
    fn hexadecimal_floating_point_one_and_its_half_read() {
        assert_eq!(hfp(&[0x41, 0x10, 0, 0]), 1.0);
        assert_eq!(hfp(&[0xC0, 0x80, 0, 0, 0, 0, 0, 0]), -0.5);
    }

    proptest! {
        #[test]
        fn packed_decimal_round_trips(value in -999_999_999i64..999_999_999) {
            prop_assert_eq!(packed(&to_packed(value, 5).unwrap_or_default()), Some(value));
        }

        #[test]
        fn long_hexadecimal_floating_point_round_trips_integers(value in -1i64 << 50..1i64 << 50) {
            prop_assert_eq!(to_hfp(value as f64, 8).map(|b| hfp(&b)), Some(value as f64));
        }

        #[test]
        fn signed_integers_read_as_their_own_bytes(value: i32) {
            prop_assert_eq!(signed(&value.to_be_bytes()), i64::from(value));
        }
    }
}
