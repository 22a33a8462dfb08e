//! Which format a file has: by its mark, its framing, its name, its contents; and what is refused rather than guessed.

use std::io::Write;

use crate::common::{LAYOUTS, Scratch, getpage, records};
use getpage_curve::session::{PART_MARK, TraceFormat};
use getpage_smf::gtf::{self, Writing};
use getpage_trace::{NotATrace, detect};

fn detected(name: &str, bytes: &[u8]) -> Result<TraceFormat, NotATrace> {
    detect(&Scratch::new().file(name, bytes), &LAYOUTS)
}

fn format(name: &str, bytes: &[u8]) -> TraceFormat {
    detected(name, bytes).expect("a format")
}

#[test]
fn marks_decide_before_names() {
    assert_eq!(format("x.u64", b"PAR1...."), TraceFormat::Parquet);
    assert_eq!(format("x.csv", b"ARROW1\0\0"), TraceFormat::Arrow);
    assert_eq!(format("x", b"\xFF\xFF\xFF\xFF\x10\0\0\0"), TraceFormat::Arrow);
}

#[test]
fn what_another_program_reads_is_named_with_what_to_do() {
    let part = [PART_MARK, b"\0\x01"].concat();
    let marks: [(&[u8], &str); 4] = [
        (&part, "a part of a curve; merge parts with --merge"),
        (b"PK\x03\x04....", "a ZIP archive; take out what you want first: getpage unpack"),
        (b"%PDF-1.7", "a PDF document, not a trace"),
        (b"\x7FELF....", "a program, not a trace"),
    ];
    for (bytes, words) in marks {
        // A name does not overrule a mark: it would be read as numbers.
        let refused = detected("trace.u64", bytes).expect_err("no trace");
        assert!(matches!(refused, NotATrace::Marked(_)) && refused.to_string().contains(words), "{refused}");
    }
    assert!(matches!(detected("trace.u64", b""), Err(NotATrace::Empty)));
}

#[test]
fn names_decide_before_contents_also_of_packed_files() {
    for (name, expected) in [
        ("a.u64", TraceFormat::U64),
        ("a.u32", TraceFormat::U32),
        ("a.LIS", TraceFormat::Arc),
        ("a.csv", TraceFormat::Csv),
        ("a.oracleGeneral", TraceFormat::OracleGeneral),
        ("a.parquet", TraceFormat::Parquet),
        ("a.arrow", TraceFormat::Arrow),
    ] {
        assert_eq!(format(name, b"neither here nor there"), expected, "{name}");
    }
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(b"neither here nor there").expect("in memory");
    assert_eq!(format("a.u64.gz", &packed.finish().expect("in memory")), TraceFormat::U64);
}

#[test]
fn records_are_known_by_their_framing() {
    let smf = records(&(1..20).map(|n| getpage(n, n)).collect::<Vec<_>>());
    assert_eq!(format("dump", &smf.concat()), TraceFormat::Smf);
    let gtf = gtf::from_smf(&LAYOUTS, &smf, Writing::default()).expect("records of GTF");
    assert_eq!(format("gtf", &gtf.concat()), TraceFormat::Gtf);
}

#[test]
fn a_trace_of_gtf_that_cannot_be_read_says_why() {
    let smf = records(&(1..20).map(|n| getpage(n, n)).collect::<Vec<_>>());
    let mut gtf = gtf::from_smf(&LAYOUTS, &smf, Writing::default()).expect("records of GTF");
    gtf[0][24] |= 2; // the control record announces source identifiers
    let refused = detected("merged", &gtf.concat()).expect_err("it is merged");
    assert!(matches!(refused, NotATrace::Refused(_)) && refused.to_string().contains("COPYTRC"), "{refused}");
}

#[test]
fn the_first_line_of_a_text_decides_where_nothing_else_does() {
    assert_eq!(format("a", b"Pool,\"Object\",page,access\nBP0,A,1,R\n"), TraceFormat::Csv);
    assert_eq!(format("a", b"10 4 0 1\n12 1 0 2\n"), TraceFormat::Arc);
}

#[test]
fn what_could_be_anything_is_refused_with_the_formats_that_there_are() {
    let long: Vec<u8> = [1u64, 2, 3, 1 << 40].iter().flat_map(|key| key.to_le_bytes()).collect();
    let short: Vec<u8> = (0..600u32).flat_map(|block| (block * 7 % 100).to_le_bytes()).collect();
    let wide: Vec<u8> = "some text of UTF-16, of four characters".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let record = |time: u32, page: u64| {
        [&time.to_le_bytes()[..], &page.to_le_bytes(), &4096u32.to_le_bytes(), &(-1i64).to_le_bytes()].concat()
    };
    let records = [record(5, 7), record(6, u64::MAX)].concat();
    for bytes in [
        &long[..],
        &short,
        &wide,
        &records,
        &b"some text that is no trace, of more than one record of any format in it, and falling"[..],
        b"\x01\x02\x03",
        &[0xEE; 64],
    ] {
        let refused = detected("a", bytes).expect_err("no trace");
        assert!(matches!(refused, NotATrace::Unknown), "{refused}");
        assert!(refused.to_string().contains("say with --trace-format"), "{refused}");
    }
}

#[test]
fn a_file_that_is_not_there_is_an_error_of_the_system() {
    let missing = Scratch::new().path().join("missing");
    assert!(matches!(detect(&missing, &LAYOUTS), Err(NotATrace::Io(_))));
}
