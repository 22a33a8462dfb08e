//! The inverse of unpacking, for tests and sample sites.
//!
//! At each step the longest string is taken that the dictionary has, as far as it is cheap to find; AMATERSE may choose
//! others. Any choice unpacks to the same.

use std::collections::HashMap;
use std::ops::Range;

use super::codes::Written;
use super::header::{Header, Method};
use super::pack::Suffixes;
use super::records::Sink;
use super::spack::Pairs;
use super::{CODES, END, FIRST, MARK};

/// Longest string of a pair that is looked for.
const LONGEST: usize = 256;

/// Packs records; those of fixed length must all have `length` bytes.
pub fn write<'a>(method: Method, variable: bool, length: u32, records: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut symbols = Vec::new();
    for record in records {
        symbols.extend(record.iter().map(|&byte| u16::from(byte) + 1));
        symbols.extend(variable.then_some(MARK));
    }
    let mut codes = Written::default();
    match method {
        Method::Pack => pack(&symbols, &mut codes),
        Method::Spack => spack(&symbols, &mut codes),
    }
    codes.push(END);
    codes.finish(&Header { method, variable, length }.bytes(), 1024)
}

fn pack(symbols: &[u16], codes: &mut Written) {
    let mut suffixes = Suffixes::new();
    let mut longer: HashMap<(u16, u16), u16> = (FIRST..CODES as u16).map(|code| (suffixes.parts(code), code)).collect();
    let mut nowhere = Sink::new(false);
    let mut open: Option<(u16, u16)> = None; // the string made last, and what it begins with
    let mut at = 0;
    while at < symbols.len() {
        if let Some((pair, parent)) = open {
            longer.insert((parent, symbols[at]), pair);
        }
        let oldest = suffixes.oldest();
        let old = suffixes.parts(oldest);
        if longer.get(&old) == Some(&oldest) {
            longer.remove(&old);
        }
        let mut code = symbols[at];
        at += 1;
        while let Some(&next) = symbols.get(at).and_then(|&symbol| longer.get(&(code, symbol))) {
            code = next;
            at += 1;
        }
        let _ = suffixes.take(code, &mut nowhere);
        nowhere = Sink::new(false);
        open = Some((oldest, code));
        codes.push(code);
    }
}

fn spack(symbols: &[u16], codes: &mut Written) {
    let mut pairs = Pairs::new();
    // Where in `symbols` each pair's string stands; pairs by their left half.
    let mut strings: Vec<Range<usize>> = vec![0..0; CODES];
    let mut by_left: HashMap<u16, Vec<u16>> = HashMap::new();
    let mut before = 0..0;
    let mut at = 0;
    while at < symbols.len() {
        pairs.make_room();
        let (mut code, mut length) = (symbols[at], 1);
        while length < LONGEST {
            let candidates = by_left.entry(code).or_default();
            candidates.retain(|&pair| pairs.has(pair) && pairs.halves(pair).0 == code);
            let fits = |pair: &&u16| symbols[at..].starts_with(&symbols[strings[usize::from(**pair)].clone()]);
            let Some(&longest) = candidates.iter().filter(fits).max_by_key(|&&pair| strings[usize::from(pair)].len())
            else {
                break;
            };
            (code, length) = (longest, strings[usize::from(longest)].len());
        }
        if let Some(pair) = pairs.take(code) {
            strings[usize::from(pair)] = before.start..at + length;
            by_left.entry(pairs.halves(pair).0).or_default().push(pair);
        }
        before = at..at + length;
        at += length;
        codes.push(code);
    }
}
