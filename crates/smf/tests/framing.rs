//! The same records in every framing give the same tables, however the bytes arrive.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::{self, Read, Write};

use crate::common::{Cells, LAYOUTS, Outcome, PREPARED, read, read_as, read_from, site};
use getpage_pack::Source;
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::frame::{self, Block, Framing, Reader};
use getpage_smf::inspect::inspect;

/// Reads that give 1 to 7 bytes at a time.
struct Trickle<'a> {
    bytes: &'a [u8],
    turn: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        let n = (self.turn % 7 + 1).min(buffer.len()).min(self.bytes.len());
        buffer[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes = &self.bytes[n..];
        Ok(n)
    }
}

/// Segments of at most `segment` bytes, each put into blocks: what VBS looks like with its block descriptors.
fn blocked_spans(records: &[Vec<u8>], segment: usize) -> Vec<u8> {
    let spans = frame::spanned(records, segment);
    let mut segments = Vec::new();
    let mut rest = &spans[..];
    while !rest.is_empty() {
        let (one, after) = rest.split_at(usize::from(u16::from_be_bytes([rest[0], rest[1]])));
        segments.push(one.to_vec());
        rest = after;
    }
    frame::blocked(&segments)
}

fn framings(records: &[Vec<u8>]) -> Vec<(String, Framing, Vec<u8>)> {
    let mut all = vec![
        ("records".to_owned(), Framing::Rdw, records.concat()),
        ("blocks".to_owned(), Framing::BdwRdw, frame::blocked(records)),
    ];
    for segment in [7, 18, 19, 100, 4096] {
        all.push((format!("spans of {segment}"), Framing::Rdw, frame::spanned(records, segment)));
        all.push((format!("blocked spans of {segment}"), Framing::BdwRdw, blocked_spans(records, segment)));
    }
    all
}

fn same(name: &str, framing: Framing, outcome: &Outcome, wanted: &BTreeMap<String, Vec<Cells>>) {
    assert_eq!(outcome.framing, Some(framing), "{name}: {}", outcome.refusal);
    assert_eq!(outcome.log.count, 0, "{name}: {:?}", outcome.log.listed);
    assert!(outcome.tables_without_offsets() == *wanted, "{name}: other rows");
}

#[test]
fn every_framing_gives_the_same_rows() {
    let records = site::full(&LAYOUTS);
    let plain = read(&records.concat());
    let wanted = plain.tables_without_offsets();
    assert_eq!(plain.records.len(), records.len());
    // Those of monitoring need a dictionary, and have tests of their own.
    let monitoring = ["cics_exception", "cics_task", "cics_transaction"];
    let tables = crate::common::PLAN.tables.iter().map(|t| &t.name).filter(|name| !monitoring.contains(&name.as_str()));
    let tables: std::collections::BTreeSet<_> = tables.collect();
    assert_eq!(wanted.keys().collect::<std::collections::BTreeSet<_>>(), tables, "a table has no row");
    for (name, framing, bytes) in framings(&records) {
        same(&name, framing, &read(&bytes), &wanted);
        same(
            &format!("{name}, in small reads"),
            framing,
            &read_from(&bytes, bytes.len(), Trickle { bytes: &bytes, turn: 0 }),
            &wanted,
        );
    }
}

#[test]
fn records_without_descriptor_words_give_the_same_rows() {
    let known = site::delimited(&LAYOUTS, &site::full(&LAYOUTS));
    let wanted = read(&known.concat()).tables_without_offsets();
    let bytes = frame::no_rdw(&known);
    same("no descriptor words", Framing::NoRdw, &read(&bytes), &wanted);
    same(
        "in small reads",
        Framing::NoRdw,
        &read_from(&bytes, bytes.len(), Trickle { bytes: &bytes, turn: 0 }),
        &wanted,
    );
}

#[test]
fn offsets_are_those_of_the_first_descriptor_word_of_each_record() {
    let records = site::small(&LAYOUTS);
    for (name, _, bytes) in framings(&records) {
        for (seen, record) in read(&bytes).records.iter().zip(&records) {
            let at = seen.offset as usize;
            assert!(bytes[at + 2] <= 1, "{name}: no first segment at {at}");
            let data = usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
            assert_eq!(bytes[at + 4..at + data], record[4..data], "{name}: another record at {at}");
        }
    }
}

#[test]
fn a_file_larger_than_any_buffer_gives_each_record_once() {
    let records = site::small(&LAYOUTS);
    let many: Vec<Vec<u8>> = records.iter().cycle().take(records.len() * 460).cloned().collect();
    for bytes in [many.concat(), blocked_spans(&many, 100)] {
        assert!(bytes.len() > 3 << 20, "{} bytes", bytes.len());
        let outcome = crate::common::read_quickly(&bytes);
        assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
        assert_eq!(outcome.records.len(), many.len());
        assert!(outcome.records.iter().zip(&many).all(|(seen, record)| seen.bytes[2..] == record[2..]));
        assert!(outcome.records.windows(2).all(|pair| pair[0].offset < pair[1].offset));
    }
}

#[test]
fn a_head_that_was_read_before_and_the_rest_make_one_file() {
    let bytes = frame::spanned(&site::small(&LAYOUTS), 100);
    let wanted = read(&bytes).tables;
    for cut in [0, 1, 17, 18, 250, bytes.len() - 1, bytes.len()] {
        let outcome = read_as(Framing::Rdw, bytes[..cut].to_vec(), &bytes[cut..], true);
        assert!(outcome.tables == wanted && outcome.log.count == 0, "head of {cut} bytes");
    }
}

/// Reads a file on disk, through everything that `load` and `inspect` use.
fn read_file(path: &std::path::Path) -> (Option<String>, Outcome) {
    let source = Source::open(path).unwrap();
    let found = frame::detect(&source.head, source.whole, &LAYOUTS);
    let frame::Detection::Smf(framing) = found else { panic!("{found:?}") };
    let packing = source.packing();
    (packing, read_as(framing, source.head, source.rest, true))
}

#[test]
fn compressed_files_give_the_same_rows_and_cut_ones_what_comes_before_the_cut() {
    let records = site::small(&LAYOUTS);
    let plain = records.concat();
    let wanted = read(&plain).tables;
    let directory = std::env::temp_dir().join(format!("getpage-smf-framing-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(&plain).unwrap();
    let half = plain.len() / 2;
    let mut members = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    members.write_all(&plain[..half]).unwrap();
    let mut second = flate2::write::GzEncoder::new(members.finish().unwrap(), flate2::Compression::fast());
    second.write_all(&plain[half..]).unwrap();
    let zstd = zstd::encode_all(&plain[..], 3).unwrap();
    let frames = [zstd::encode_all(&plain[..half], 3).unwrap(), zstd::encode_all(&plain[half..], 3).unwrap()].concat();
    for (name, kind, bytes) in [
        ("a.gz", "gzip", gzip.finish().unwrap()),
        ("members.gz", "gzip", second.finish().unwrap()),
        ("a.zst", "zstd", zstd),
        ("frames.zst", "zstd", frames),
    ] {
        let path = directory.join(name);
        std::fs::write(&path, &bytes).unwrap();
        let (compression, outcome) = read_file(&path);
        assert_eq!(compression.as_deref(), Some(kind), "{name}");
        assert!(outcome.tables == wanted && outcome.log.count == 0, "{name}");
        assert_eq!(inspect(&path, &PREPARED, &mut |_, _| true).unwrap().damage.count, 0, "{name}");

        std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
        if let Ok(summary) = inspect(&path, &PREPARED, &mut |_, _| true) {
            assert!(summary.damage.count > 0, "{name}, cut off: the failure is not reported");
        }
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn blocks_can_be_decoded_one_by_one_with_the_buffers_of_the_one_before() {
    let plan = Plan::new(&LAYOUTS).unwrap();
    let mut decoder = Decoder::new(&plan);
    let (mut block, mut log) = (Block::default(), DamageLog::default());
    let mut rows = 0;
    for _ in 0..2 {
        let bytes = site::small(&LAYOUTS).concat();
        let mut reader = Reader::new(Vec::new(), &bytes[..], Framing::Rdw, &LAYOUTS);
        while reader.next_block(&mut block, &mut log) {
            decoder.locate(&mut block, &mut log, |_, _, _| {});
            rows += decoder.batches(&block).unwrap().iter().map(|b| b.batch.num_rows()).sum::<usize>();
        }
        assert_eq!(reader.position(), bytes.len() as u64);
    }
    let one: usize = read(&site::small(&LAYOUTS).concat()).tables.values().map(Vec::len).sum();
    assert_eq!((rows, log.count), (2 * one, 0));
}

#[test]
fn what_seems_to_begin_in_a_piece_and_to_end_beyond_the_head_hides_no_record_behind_it() {
    let records = site::small(&LAYOUTS);
    // The first segment of a record whose others are gone, with a descriptor word and a header by chance.
    let mut piece = vec![0x40; 4000];
    piece[..4].copy_from_slice(&[0x0F, 0xA0, 1, 0]);
    piece[4..18].copy_from_slice(&records[0][4..18]);
    piece[104..108].copy_from_slice(&[0xFF, 0xF0, 0, 0]);
    piece[108..122].copy_from_slice(&records[0][4..18]);
    let bytes = [piece, records.concat()].concat();
    assert!(bytes.len() < 104 + 0xFFF0, "the record by chance ends behind these bytes");
    assert_eq!(frame::detect(&bytes, false, &LAYOUTS), frame::Detection::Smf(Framing::Rdw));
}
