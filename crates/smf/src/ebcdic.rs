//! EBCDIC text, code page 037 (the same as 1047 for every character that a name on z/OS may have).
//!
//! Source: IBM CDRA, CCSID 37. The table is a bijection onto U+0000 to U+00FF, so every byte survives a round trip.

#[rustfmt::skip]
const TO_UNICODE: [char; 256] = [
    '\u{0}', '\u{1}', '\u{2}', '\u{3}', '\u{9c}', '\u{9}', '\u{86}', '\u{7f}', '\u{97}', '\u{8d}', '\u{8e}', '\u{b}', '\u{c}', '\u{d}', '\u{e}', '\u{f}',
    '\u{10}', '\u{11}', '\u{12}', '\u{13}', '\u{9d}', '\u{85}', '\u{8}', '\u{87}', '\u{18}', '\u{19}', '\u{92}', '\u{8f}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{1f}',
    '\u{80}', '\u{81}', '\u{82}', '\u{83}', '\u{84}', '\u{a}', '\u{17}', '\u{1b}', '\u{88}', '\u{89}', '\u{8a}', '\u{8b}', '\u{8c}', '\u{5}', '\u{6}', '\u{7}',
    '\u{90}', '\u{91}', '\u{16}', '\u{93}', '\u{94}', '\u{95}', '\u{96}', '\u{4}', '\u{98}', '\u{99}', '\u{9a}', '\u{9b}', '\u{14}', '\u{15}', '\u{9e}', '\u{1a}',
    ' ', '\u{a0}', 'â', 'ä', 'à', 'á', 'ã', 'å', 'ç', 'ñ', '¢', '.', '<', '(', '+', '|',
    '&', 'é', 'ê', 'ë', 'è', 'í', 'î', 'ï', 'ì', 'ß', '!', '$', '*', ')', ';', '¬',
    '-', '/', 'Â', 'Ä', 'À', 'Á', 'Ã', 'Å', 'Ç', 'Ñ', '¦', ',', '%', '_', '>', '?',
    'ø', 'É', 'Ê', 'Ë', 'È', 'Í', 'Î', 'Ï', 'Ì', '`', ':', '#', '@', '\'', '=', '"',
    'Ø', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', '«', '»', 'ð', 'ý', 'þ', '±',
    '°', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 'ª', 'º', 'æ', '¸', 'Æ', '¤',
    'µ', '~', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', '¡', '¿', 'Ð', 'Ý', 'Þ', '®',
    '^', '£', '¥', '·', '©', '§', '¶', '¼', '½', '¾', '[', ']', '¯', '¨', '´', '×',
    '{', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', '\u{ad}', 'ô', 'ö', 'ò', 'ó', 'õ',
    '}', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', '¹', 'û', 'ü', 'ù', 'ú', 'ÿ',
    '\\', '÷', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z', '²', 'Ô', 'Ö', 'Ò', 'Ó', 'Õ',
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '³', 'Û', 'Ü', 'Ù', 'Ú', '\u{9f}',
];

const FROM_UNICODE: [u8; 256] = invert();

const fn invert() -> [u8; 256] {
    let mut table = [0x6F; 256]; // every entry is overwritten: the code page is a bijection
    let mut byte = 0;
    while byte < 256 {
        table[TO_UNICODE[byte] as usize] = byte as u8;
        byte += 1;
    }
    table
}

/// Blank in EBCDIC.
pub const BLANK: u8 = 0x40;

/// Appends `bytes` as text to `out`, without trailing blanks and NULs.
pub fn decode_into(bytes: &[u8], out: &mut String) {
    let end = bytes.iter().rposition(|&b| b != BLANK && b != 0).map_or(0, |last| last + 1);
    out.extend(bytes[..end].iter().map(|&b| TO_UNICODE[b as usize]));
}

/// `bytes` as text, without trailing blanks and NULs.
pub fn decode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    decode_into(bytes, &mut out);
    out
}

/// `text` in EBCDIC, padded with blanks or cut to `length` bytes; a character outside the code page becomes `?`.
pub fn encode(text: &str, length: usize) -> Vec<u8> {
    let encoded = text
        .chars()
        .map(|c| usize::try_from(u32::from(c)).ok().and_then(|i| FROM_UNICODE.get(i)).copied().unwrap_or(0x6F));
    let mut bytes: Vec<u8> = encoded.take(length).collect();
    bytes.resize(length, BLANK);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_zos_decode() {
        assert_eq!(decode(&[0xD4, 0xD8, 0xF1, 0xC1]), "MQ1A");
        assert_eq!(decode(&[0xD8, 0xD7, 0xE2, 0xE3, 0x40, 0x40]), "QPST");
    }

    #[test]
    fn every_byte_survives_a_round_trip() {
        for byte in 0..=255u8 {
            let text: String = TO_UNICODE[byte as usize].to_string();
            assert_eq!(encode(&text, 1), [byte]);
        }
    }

    #[test]
    fn characters_outside_the_code_page_become_question_marks() {
        assert_eq!(decode(&encode("a\u{20ac}b", 3)), "a?b");
    }
}
