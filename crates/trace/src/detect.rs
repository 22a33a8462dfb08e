//! Which format a file of references has, from its first bytes and its name.
//!
//! A file's own mark decides first, then SMF framing, then the name's extension, then the contents. What could be
//! anything is refused rather than read as numbers: the `u64` format has no mark, and any file would give a curve.

use std::io;
use std::path::Path;

use getpage_curve::session::{PART_MARK, TraceFormat};
use getpage_smf::frame::{Detection, detect as detect_smf};
use getpage_smf::gtf::Refusal;
use getpage_smf::layout::Layouts;
use getpage_smf::source::Source;

/// Why a file is no trace.
#[derive(Debug, thiserror::Error)]
pub enum NotATrace {
    /// It cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// Its mark says what it is instead, and what to do.
    #[error("{0}")]
    Marked(&'static str),
    /// It is a trace of GTF that cannot be read.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nothing in it tells: it may be read all the same, in a format that somebody knows it to have.
    #[error(
        "no trace format fits: expected SMF 102 or GTF (IFCID 198), CSV with pool, object, page and access, \
         ARC .lis, oracleGeneral, u64, Parquet or Arrow; where it is one of them, name it with --trace-format"
    )]
    Unknown,
}

/// Marks of formats, and what to do about those that are not read here.
const MARKS: [(&[u8], Result<TraceFormat, &str>); 9] = [
    (b"PAR1", Ok(TraceFormat::Parquet)),
    (b"ARROW1", Ok(TraceFormat::Arrow)),
    (b"\xFF\xFF\xFF\xFF", Ok(TraceFormat::Arrow)),
    (PART_MARK, Err("a part of a curve; merge parts with --merge")),
    (b"\xFD7zXZ", Err("this is xz-compressed; unpack it first (gzip and zstd are read as they are)")),
    (b"BZh", Err("this is bzip2-compressed; unpack it first (gzip and zstd are read as they are)")),
    (b"PK\x03\x04", Err("this is a ZIP archive; unpack it first")),
    (b"%PDF", Err("this is a PDF document, not a trace")),
    (b"\x7FELF", Err("this is a program, not a trace")),
];

const EXTENSIONS: [(&str, TraceFormat); 6] = [
    ("u64", TraceFormat::U64),
    ("lis", TraceFormat::Arc),
    ("csv", TraceFormat::Csv),
    ("oraclegeneral", TraceFormat::OracleGeneral),
    ("parquet", TraceFormat::Parquet),
    ("arrow", TraceFormat::Arrow),
];

/// Records looked at to tell binary formats apart.
const LOOK: usize = 4096;

/// The format of a file.
pub fn detect(path: &Path, layouts: &Layouts) -> Result<TraceFormat, NotATrace> {
    let source = Source::open(path)?;
    let head = &source.head;
    if head.is_empty() {
        return Err(NotATrace::Empty);
    }
    if let Some((_, format)) = MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
        return format.map_err(NotATrace::Marked);
    }
    if let Some(format) = extension(path) {
        return Ok(format);
    }
    match detect_smf(head, source.whole, layouts) {
        Detection::Smf(framing) if framing.is_gtf() => Ok(TraceFormat::Gtf),
        Detection::Smf(_) => Ok(TraceFormat::Smf),
        Detection::Refused(why) => Err(why.into()),
        Detection::NotSmf(_) => by_content(head, source.whole).ok_or(NotATrace::Unknown),
    }
}

fn extension(path: &Path) -> Option<TraceFormat> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    let (_, extension) = name.rsplit_once('.')?;
    EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, format)| *format)
}

fn by_content(head: &[u8], whole: bool) -> Option<TraceFormat> {
    let first_line = head.split(|b| *b == b'\n').next().unwrap_or_default();
    if let Ok(line) = std::str::from_utf8(first_line)
        && !line.contains('\0')
    {
        let columns: Vec<String> = line.split(',').map(|c| c.trim().trim_matches('"').to_ascii_lowercase()).collect();
        if columns.iter().any(|c| c == "page") && columns.len() > 1 {
            return Some(TraceFormat::Csv);
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        if words.len() == 4 && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit())) {
            return Some(TraceFormat::Arc);
        }
    }
    if looks_like_oracle_general(head) {
        return Some(TraceFormat::OracleGeneral);
    }
    let numbers = head.as_chunks::<8>().0.iter().take(LOOK);
    // Page keys that leave their highest byte to the sequential bit: text and programs do not.
    let keys = numbers.clone().all(|bytes| bytes[7] & 0x7F == 0) && numbers.len() > 0;
    (keys && (!whole || head.len().is_multiple_of(8))).then_some(TraceFormat::U64)
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
