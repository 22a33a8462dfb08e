//! Look: what many files are, by their beginnings, several at a time.
//!
//! A folder may have 100,000 files of which few are evidence. Each is opened once: records are known by their framing, and
//! a text that is all there and in which no word of any reader stands is settled here. What is left is handed on with its
//! bytes. What is settled is certain: where only the decoder of a text could tell, it is left.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use getpage_pack::{Marks, PackError, Records, Source};
use xxhash_rust::xxh3::xxh3_128;

use crate::frame::{Detection, Detector, Framing, NotSmf};
use crate::layout::Layouts;

/// Bytes of a file that are handed on with what it is.
const KEPT: usize = 1 << 14;
/// Bytes that tell whether a file is a text, and which characters it has.
const SAMPLE: usize = 1 << 16;
/// Share of bytes that text may have outside of printable characters, as logs with a few odd bytes do.
const ODD: f64 = 0.05;

/// What a file is.
#[derive(Debug, PartialEq, Eq)]
pub enum Kind {
    /// An archive, whose members are to be looked at.
    Archive,
    /// Records, in this framing.
    Records(Framing),
    /// No evidence, and why.
    Refused(String),
    /// Text with nothing in it that is known.
    Unknown,
    /// No records, for this reason. Where `is_open`, it may still be a text that is evidence.
    Other {
        /// Why it has no records.
        why: String,
        /// Whether nothing tells what it is, but names that a text may have too.
        is_open: bool,
    },
}

/// What was seen of a file.
#[derive(Debug)]
pub struct Look {
    /// What it is.
    pub kind: Kind,
    /// All of it, unpacked, where it has no records and is small.
    pub all: Option<Vec<u8>>,
    /// What it is packed in, in words.
    pub packing: Option<String>,
    /// How its packing hands out records.
    pub records: Option<Records>,
    /// Why what is inside breaks off where it was looked at, and where.
    pub broken: Option<String>,
    /// Its bytes on disk.
    pub file_bytes: u64,
    /// Its digest, where it is small and not packed.
    pub digest: Option<u128>,
}

/// Looks at files, with so many threads. Without `words`, those that a text must have to be evidence, no text is settled.
pub fn look(paths: &[PathBuf], layouts: &Layouts, words: Option<&Marks>, threads: usize) -> Vec<Look> {
    let detector = Detector::new(layouts);
    let next = AtomicUsize::new(0);
    let some = || {
        let mut seen = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(at) else { return seen };
            seen.push((at, look_at(path, &detector, words)));
        }
    };
    let mut seen = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(paths.len())).map(|_| scope.spawn(some)).collect();
        let mut seen = some();
        for other in others {
            seen.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        seen
    });
    seen.sort_unstable_by_key(|(at, _)| *at);
    seen.into_iter().map(|(_, look)| look).collect()
}

fn look_at(path: &Path, detector: &Detector<'_>, words: Option<&Marks>) -> Look {
    match Source::open(path) {
        Ok(source) => opened(source, detector, words),
        Err(error) => unreadable(&error),
    }
}

fn unreadable(error: &PackError) -> Look {
    let kind = Kind::Refused(error.to_string());
    Look { kind, all: None, packing: None, records: None, broken: None, file_bytes: 0, digest: None }
}

fn opened(source: Source, detector: &Detector<'_>, words: Option<&Marks>) -> Look {
    let kind = if source.archive.is_some() { Kind::Archive } else { kind(&source, detector, words) };
    let keeps = matches!(kind, Kind::Other { .. }) && words.is_some() && source.whole && source.head.len() <= KEPT;
    let digest = source.is_plain().then(|| xxh3_128(&source.head));
    Look {
        kind,
        packing: source.packing(),
        records: source.records,
        broken: source.broken,
        file_bytes: source.file_bytes,
        digest,
        all: keeps.then_some(source.head),
    }
}

fn kind(source: &Source, detector: &Detector<'_>, words: Option<&Marks>) -> Kind {
    let head = &source.head[..];
    let (why, is_open) = match detector.detect(head, source.whole) {
        Detection::Smf(framing) => return Kind::Records(framing),
        Detection::NotSmf(why @ (NotSmf::NoRecord | NotSmf::Translated)) => (why.to_string(), true),
        Detection::NotSmf(why) => (why.to_string(), false),
        Detection::Refused(why) => (why.to_string(), false),
    };
    let is_all = source.whole && source.broken.is_none();
    let is_settled = words.is_some_and(|words| is_all && source.records.is_none() && says_nothing(head, words));
    match (is_settled, is_open && is_text(head)) {
        (false, _) => Kind::Other { why, is_open },
        (true, true) => Kind::Unknown,
        (true, false) => Kind::Refused(why),
    }
}

/// Whether bytes are no text, or one in lines of ASCII or UTF-8 without any of these words, that is also neither XML nor a
/// table nor JSON.
fn says_nothing(head: &[u8], words: &Marks) -> bool {
    !is_coded(head) && !may_be_markup(head) && !may_be_table(head) && !has_word(head, words)
}

fn has_word(head: &[u8], words: &Marks) -> bool {
    // As the readers have it: what only looks like a letter may become one in upper case.
    let upper = if head.is_ascii() {
        head.to_ascii_uppercase()
    } else {
        String::from_utf8_lossy(head).to_uppercase().into_bytes()
    };
    words.places(&upper).next().is_some()
}

/// Whether bytes may be text in UTF-16, in EBCDIC or behind record descriptor words.
fn is_coded(head: &[u8]) -> bool {
    head.starts_with(b"\xff\xfe")
        || head.starts_with(b"\xfe\xff")
        || has_zeros(head)
        || head.get(2..4) == Some(&[0, 0])
        || may_be_ebcdic(&head[..head.len().min(SAMPLE)])
}

/// Whether every other byte may be zero, as ASCII in UTF-16 has them.
fn has_zeros(head: &[u8]) -> bool {
    let sample = &head[..head.len().min(4096)];
    memchr::memchr_iter(0, sample).count() * 4 > sample.len()
}

/// Letters, digits and blanks of EBCDIC are these bytes, and nearly all that such a text has.
fn may_be_ebcdic(sample: &[u8]) -> bool {
    memchr::memchr_iter(0x40, sample).count() > memchr::memchr_iter(0x20, sample).count()
        && sample.iter().filter(|byte| **byte >= 0x40).count() * 5 >= sample.len() * 4
}

/// Whether what stands first may begin XML or JSON.
fn may_be_markup(head: &[u8]) -> bool {
    for chunk in head.utf8_chunks() {
        let first = chunk.valid().chars().find(|c| !c.is_whitespace() && !matches!(c, '\u{feff}' | '\x1c'..='\x1f'));
        match first {
            Some(first) => return matches!(first, '<' | '[' | '{'),
            None if !chunk.invalid().is_empty() => return false,
            None => {}
        }
    }
    false
}

/// Whether the first line may be the headings of a table with commas: names of which none is anything else.
fn may_be_table(head: &[u8]) -> bool {
    let line = &head[..memchr::memchr(b'\n', head).unwrap_or(head.len())];
    if memchr::memchr(b',', line).is_none() {
        return false;
    }
    let line = String::from_utf8_lossy(line);
    let ends = ['\r', '\x0b', '\x0c', '\x1c', '\x1d', '\x1e', '\u{85}', '\u{2028}', '\u{2029}'];
    let first = line.split(ends).next().unwrap_or_default();
    let mut unquoted = first.split(',').take_while(|cell| !cell.starts_with('"'));
    unquoted.all(may_be_name)
}

fn may_be_name(cell: &str) -> bool {
    let cell = cell.trim_matches(|c: char| c.is_whitespace() || c == '\x1f').trim_start_matches('\u{feff}');
    let mut characters = cell.chars();
    let begins = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    begins && characters.all(|c| c.is_alphanumeric() || " _.%/#()-".contains(c))
}

/// Whether bytes are a text, but for a few.
fn is_text(head: &[u8]) -> bool {
    let sample = &head[..head.len().min(SAMPLE)];
    let odd = sample.iter().filter(|byte| matches!(byte, 0..=8 | 14..=31 | 127)).count();
    !sample.is_empty() && odd as f64 <= ODD * sample.len() as f64 && !sample.contains(&0)
}
