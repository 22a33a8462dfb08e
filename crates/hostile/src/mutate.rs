//! Bytes and lines changed by number: the same number changes the same in every run and on every machine.

/// Numbers that look random (splitmix64; Steele, Lea and Flood, OOPSLA 2014).
pub struct Chance(u64);

impl Chance {
    /// Those of a case.
    pub fn of(number: u64) -> Chance {
        Chance(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// The next.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One below a limit; 0 where there is none below it.
    pub fn below(&mut self, limit: usize) -> usize {
        if limit == 0 { 0 } else { usize::try_from(self.number() % limit as u64).unwrap_or(0) }
    }
}

/// Lengths and counts at the ends of what a field can hold.
const WORDS: [u32; 10] = [0, 1, 3, 4, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF];
const BYTES: [u8; 8] = [0, 1, 0x40, 0x7F, 0x80, 0xF0, 0xFE, 0xFF];
const LENGTHS: [usize; 6] = [1, 2, 4, 8, 40, 400];

/// Bits turned, bytes and words overwritten, stretches lost, doubled, moved or blanked; one to eight times.
pub fn bytes(seed: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..[1, 1, 1, 2, 3, 8][chance.below(6)] {
        if bytes.is_empty() {
            break;
        }
        let at = chance.below(bytes.len());
        let end = bytes.len().min(at + LENGTHS[chance.below(LENGTHS.len())]);
        match chance.below(8) {
            0 => bytes[at] ^= 1 << chance.below(8),
            1 => bytes[at] = BYTES[chance.below(BYTES.len())],
            2 => drop(bytes.drain(at..end)),
            3 => {
                let again = bytes[at..end].to_vec();
                drop(bytes.splice(at..at, again));
            }
            4 => bytes[at..end].fill(BYTES[chance.below(BYTES.len())]),
            5 => bytes.truncate(at),
            6 => {
                let word = WORDS[chance.below(WORDS.len())];
                let both = [word.to_be_bytes(), word.to_le_bytes()][chance.below(2)];
                let width = (bytes.len() - at).min([2, 4][chance.below(2)]);
                bytes[at..at + width].copy_from_slice(&both[4 - width.max(2)..][..width.min(4)]);
            }
            _ => {
                let from = chance.below(bytes.len());
                let length = (end - at).min(bytes.len() - from);
                let to = at.min(bytes.len() - length);
                bytes.copy_within(from..from + length, to);
            }
        }
    }
    bytes
}

/// What stands in a layout, and what must not.
const TOKENS: [&str; 32] = [
    "0",
    "1",
    "-1",
    "4",
    "32756",
    "32757",
    "65535",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "1e308",
    "nan",
    "\"\"",
    "\"u8\"",
    "\"u16\"",
    "\"u32\"",
    "\"u64\"",
    "\"hfp:8\"",
    "\"hfp:99\"",
    "\"text:0\"",
    "\"text:99999\"",
    "\"stck\"",
    "\"flag:9\"",
    "\"hex:0\"",
    "true",
    "[]",
    "[0]",
    "{}",
    "[1, 2, 3]",
    "\"\\u0000\"",
    "\"a b\"",
    "x",
];

/// Lines of TOML lost, doubled and moved; values of another kind or size in their places.
pub fn lines(seed: &[u8], chance: &mut Chance) -> Vec<u8> {
    if chance.below(12) == 0 {
        return bytes(seed, chance);
    }
    let text = String::from_utf8_lossy(seed).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..[1, 1, 1, 2, 4][chance.below(5)] {
        if lines.is_empty() {
            break;
        }
        let at = chance.below(lines.len());
        match chance.below(8) {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = chance.below(lines.len());
                lines.swap(at, other);
            }
            _ => lines[at] = with_another_value(&lines[at], chance),
        }
    }
    lines.join("\n").into_bytes()
}

/// A line with the value behind one of its equals signs replaced.
fn with_another_value(line: &str, chance: &mut Chance) -> String {
    let places: Vec<usize> = line.match_indices("= ").map(|(at, _)| at + 2).collect();
    if places.is_empty() {
        return TOKENS[chance.below(TOKENS.len())].to_owned();
    }
    let start = places[chance.below(places.len())];
    let end = line[start..].find([',', '}', ']']).map_or(line.len(), |length| start + length);
    format!("{}{} {}", &line[..start], TOKENS[chance.below(TOKENS.len())], &line[end..])
}
