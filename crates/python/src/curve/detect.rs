//! Which format a file of references has, from its first bytes and its name.
//!
//! A file's own mark decides first, then SMF framing, then the name's extension, then the contents. What could be
//! anything is refused rather than read as numbers: the `u64` format has no mark, and any file would give a curve.

use std::path::Path;

use getpage_smf::frame::{Detection, detect as detect_smf};
use getpage_smf::layout::Layouts;
use getpage_smf::source::Source;

/// Marks of formats that are not read here, and what to do about them.
const MARKS: [(&[u8], Option<&str>, &str); 9] = [
    (b"PAR1", Some("parquet"), "Parquet"),
    (b"ARROW1", Some("arrow"), "Arrow IPC"),
    (b"\xFF\xFF\xFF\xFF", Some("arrow"), "Arrow IPC stream"),
    (b"GPPART", Some("partial"), "a part of a curve; merge parts with --merge"),
    (b"\xFD7zXZ", None, "this is xz-compressed; unpack it first (gzip and zstd are read as they are)"),
    (b"BZh", None, "this is bzip2-compressed; unpack it first (gzip and zstd are read as they are)"),
    (b"PK\x03\x04", None, "this is a ZIP archive; unpack it first"),
    (b"%PDF", None, "this is a PDF document, not a trace"),
    (b"\x7FELF", None, "this is a program, not a trace"),
];

const EXTENSIONS: [(&str, &str); 6] = [
    ("u64", "u64"),
    ("lis", "arc"),
    ("csv", "csv"),
    ("oraclegeneral", "oracleGeneral"),
    ("parquet", "parquet"),
    ("arrow", "arrow"),
];

/// Records looked at to tell binary formats apart.
const LOOK: usize = 4096;

/// The format, and what it is or why it is none.
pub(super) fn detect(path: &Path, layouts: &Layouts) -> Result<(Option<&'static str>, String), String> {
    let source = Source::open(path).map_err(|e| e.to_string())?;
    let head = &source.head;
    if head.is_empty() {
        return Ok((None, "the file is empty".to_owned()));
    }
    if let Some((_, format, words)) = MARKS.iter().find(|(mark, ..)| head.starts_with(mark)) {
        return Ok((*format, (*words).to_owned()));
    }
    let by_name = extension(path);
    if by_name.is_none() {
        match detect_smf(head, source.whole, layouts) {
            Detection::Smf(framing) if framing.is_gtf() => return Ok((Some("gtf"), "GTF records".to_owned())),
            Detection::Smf(_) => return Ok((Some("smf"), "SMF records".to_owned())),
            Detection::Refused(why) => return Ok((None, why)),
            Detection::NotSmf(_) => {}
        }
    }
    match by_name.or_else(|| by_content(head, source.whole)) {
        Some(format) => Ok((Some(format), words_for(format).to_owned())),
        None => Ok((None, UNKNOWN.to_owned())),
    }
}

const UNKNOWN: &str = "no trace format fits: expected SMF 102 or GTF (IFCID 198), CSV with pool, object, page and access, \
                       ARC .lis, oracleGeneral, u64, Parquet or Arrow; where it is one of them, name it with --trace-format";

fn words_for(format: &str) -> &'static str {
    match format {
        "arc" => "ARC .lis",
        "csv" => "CSV of references",
        "oracleGeneral" => "oracleGeneral, 24 bytes a reference",
        "u64" => "u64, 8 bytes a reference",
        _ => "columns",
    }
}

fn extension(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let (_, extension) = name.rsplit_once('.')?;
    EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, format)| *format)
}

fn by_content(head: &[u8], whole: bool) -> Option<&'static str> {
    let first_line = head.split(|b| *b == b'\n').next().unwrap_or_default();
    if let Ok(line) = std::str::from_utf8(first_line)
        && !line.contains('\0')
    {
        let columns: Vec<String> = line.split(',').map(|c| c.trim().trim_matches('"').to_ascii_lowercase()).collect();
        if columns.iter().any(|c| c == "page") && columns.len() > 1 {
            return Some("csv");
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.len() == 4 && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit())) {
            return Some("arc");
        }
    }
    if looks_like_oracle_general(head) {
        return Some("oracleGeneral");
    }
    let numbers = head.as_chunks::<8>().0.iter().take(LOOK);
    // Page keys that leave their highest byte to the sequential bit: text and programs do not.
    let keys = numbers.clone().all(|bytes| bytes[7] & 0x7F == 0) && numbers.len() > 0;
    (keys && (!whole || head.len().is_multiple_of(8))).then_some("u64")
}

/// Whether times do not fall, sizes are there and next accesses come later.
fn looks_like_oracle_general(head: &[u8]) -> bool {
    let (mut before, mut sized) = (0, false);
    let records = head.as_chunks::<24>().0;
    for (index, record) in records.iter().take(LOOK).enumerate() {
        let word = |at: usize| u32::from_le_bytes([record[at], record[at + 1], record[at + 2], record[at + 3]]);
        let next = u64::from(word(16)) | u64::from(word(20)) << 32;
        if word(0) < before || (next as i64) < -1 || (next as i64 != -1 && next <= index as u64) {
            return false;
        }
        before = word(0);
        sized |= word(12) > 0;
    }
    sized
}
