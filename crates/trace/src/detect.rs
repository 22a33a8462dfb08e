//! Which format a file of references has, from its first bytes and its name.
//!
//! A file's own mark decides first, then the name's extension, then SMF framing, then the contents of text. Forms that are
//! nothing but numbers (`u64`, `u32`, `oracleGeneral`) have no mark, and almost any file would give a plausible curve as one
//! of them: they are known by their extension, or by being named, and never by their contents.

use std::io;
use std::path::Path;

use getpage_curve::session::{PART_MARK, TraceFormat};
use getpage_pack::Source;
use getpage_smf::frame::{Detection, detect as detect_smf};
use getpage_smf::gtf::Refusal;
use getpage_smf::layout::Layouts;

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
        "no trace format fits: expected SMF 102 or GTF (IFCID 198), CSV with pool, object, page and access, ARC .lis, Parquet \
         or Arrow; plain numbers have no mark, so name them .u64, .u32 or .oracleGeneral, or say with --trace-format what \
         they are"
    )]
    Unknown,
}

/// Marks of formats, and what to do about those that are not read here.
const MARKS: [(&[u8], Result<TraceFormat, &str>); 7] = [
    (b"PAR1", Ok(TraceFormat::Parquet)),
    (b"ARROW1", Ok(TraceFormat::Arrow)),
    (b"\xFF\xFF\xFF\xFF", Ok(TraceFormat::Arrow)),
    (PART_MARK, Err("a part of a curve; merge parts with --merge")),
    (b"PK\x03\x04", Err("this is a ZIP archive; take out what you want first: getpage unpack")),
    (b"%PDF", Err("this is a PDF document, not a trace")),
    (b"\x7FELF", Err("this is a program, not a trace")),
];

const EXTENSIONS: [(&str, TraceFormat); 7] = [
    ("u64", TraceFormat::U64),
    ("u32", TraceFormat::U32),
    ("lis", TraceFormat::Arc),
    ("csv", TraceFormat::Csv),
    ("oraclegeneral", TraceFormat::OracleGeneral),
    ("parquet", TraceFormat::Parquet),
    ("arrow", TraceFormat::Arrow),
];

/// The format of a file.
pub fn detect(path: &Path, layouts: &Layouts) -> Result<TraceFormat, NotATrace> {
    let source = Source::open(path).map_err(io::Error::from)?;
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
        Detection::NotSmf(_) => text(head).ok_or(NotATrace::Unknown),
    }
}

fn extension(path: &Path) -> Option<TraceFormat> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let packed = [".gz", ".zst", ".xz", ".bz2"].iter().find_map(|packing| name.strip_suffix(packing));
    let name = packed.unwrap_or(&name);
    let (_, extension) = name.rsplit_once('.')?;
    EXTENSIONS.iter().find(|(known, _)| *known == extension).map(|(_, format)| *format)
}

/// The format of a text, from its first line.
fn text(head: &[u8]) -> Option<TraceFormat> {
    let line = std::str::from_utf8(head.split(|b| *b == b'\n').next()?).ok().filter(|line| !line.contains('\0'))?;
    let columns: Vec<String> = line.split(',').map(|c| c.trim().trim_matches('"').to_ascii_lowercase()).collect();
    if columns.iter().any(|c| c == "page") && columns.len() > 1 {
        return Some(TraceFormat::Csv);
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let numbers = words.len() == 4 && words.iter().all(|word| word.bytes().all(|b| b.is_ascii_digit()));
    numbers.then_some(TraceFormat::Arc)
}
