//! What a file is, from its first bytes: the framing, or one sentence that says what it is instead.
#![allow(clippy::unwrap_used)]

use crate::common::{LAYOUTS, site};
use getpage_smf::ebcdic;
use getpage_smf::frame::{self, Detection, Framing, detect};

fn refusal(bytes: &[u8]) -> String {
    match detect(bytes, true, &LAYOUTS) {
        Detection::NotSmf(why) => why.to_string(),
        other => panic!("taken for {other:?}"),
    }
}

fn framing(bytes: &[u8]) -> Framing {
    match detect(bytes, true, &LAYOUTS) {
        Detection::Smf(framing) => framing,
        other => panic!("{other:?}"),
    }
}

#[test]
fn files_of_other_kinds_are_named() {
    for (bytes, words) in [
        (&b""[..], "empty"),
        (b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n1 0 obj", "PDF"),
        (b"PK\x03\x04\x14\x00\x00\x00\x08\x00", "ZIP"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture"),
        (b"PAR1\x15\x04\x15", "Parquet"),
        (&[0, 18, 0, 0, 0x5E], "5 B"),
        (b"Dear all,\nplease find the dump attached.\n", "no SMF record"),
        (&[0; 5000], "no SMF record"),
        (&[0x40; 5000], "no SMF record"),
    ] {
        let why = refusal(bytes);
        assert!(why.contains(words), "{words}: {why}");
        assert!(!why.contains('\n') && why.len() < 300, "one sentence: {why}");
    }
}

#[test]
fn a_dump_translated_to_ascii_is_told_with_what_to_do() {
    let records = site::small(&LAYOUTS).concat();
    // What a transfer in text mode does: every byte becomes the character it is in EBCDIC.
    let translated: Vec<u8> =
        records.chunks(1).map(|b| ebcdic::decode(b).chars().next().map_or(b' ', |c| c as u8)).collect();
    let why = refusal(&translated);
    assert!(why.contains("ASCII") && why.contains("binary"), "{why}");
}

#[test]
fn mq_sections_without_any_boundary_are_told_with_what_to_do() {
    let mut bytes = site::small(&LAYOUTS).concat();
    // A transfer that took every zero byte out.
    bytes.retain(|b| *b != 0);
    let why = refusal(&bytes);
    assert!(why.contains("binary") && why.contains("descriptor"), "{why}");
}

#[test]
fn each_framing_is_found() {
    let records = site::small(&LAYOUTS);
    let known = site::delimited(&LAYOUTS, &records);
    assert_eq!(framing(&records.concat()), Framing::Rdw);
    assert_eq!(framing(&frame::spanned(&records, 7)), Framing::Rdw);
    assert_eq!(framing(&frame::blocked(&records)), Framing::BdwRdw);
    assert_eq!(framing(&frame::no_rdw(&known)), Framing::NoRdw);
    for record in &known {
        let one = std::slice::from_ref(record);
        assert_eq!(framing(record), Framing::Rdw);
        assert_eq!(framing(&frame::blocked(one)), Framing::BdwRdw);
        assert_eq!(framing(&frame::no_rdw(one)), Framing::NoRdw);
    }
}

#[test]
fn a_file_of_other_record_types_only_is_smf_too() {
    let records: Vec<Vec<u8>> = (0..20).map(|i| site::other(70 + i, 100 + usize::from(i))).collect();
    assert_eq!(framing(&records.concat()), Framing::Rdw);
    assert_eq!(framing(&frame::blocked(&records)), Framing::BdwRdw);
}

/// The descriptor word of a block reads as that of a record, with the first record's descriptor and time of day as its
/// header, when the time of day looks like a date.
#[test]
fn a_block_whose_first_time_of_day_looks_like_a_date_is_not_taken_for_a_record() {
    let mut records: Vec<Vec<u8>> = (0..300).map(|_| site::other(30, 400)).collect();
    for record in &mut records {
        record[6..10].copy_from_slice(&[0, 0x75, 0x12, 0x3F]);
    }
    let bytes = frame::blocked(&records);
    assert_eq!(framing(&bytes), Framing::BdwRdw);
    let outcome = crate::common::read(&bytes);
    assert_eq!((outcome.records.len(), outcome.log.count), (300, 0), "{:?}", outcome.log.listed);
}

#[test]
fn a_damaged_beginning_does_not_hide_the_framing() {
    let records = site::full(&LAYOUTS);
    let known = site::delimited(&LAYOUTS, &records);
    for (wanted, bytes) in [
        (Framing::Rdw, records.concat()),
        (Framing::BdwRdw, frame::blocked(&records)),
        (Framing::NoRdw, frame::no_rdw(&known)),
    ] {
        for damage in [1, 4, 10, 22, 500, 5000] {
            let mut zeroed = bytes.clone();
            zeroed[..damage].fill(0);
            assert_eq!(framing(&zeroed), wanted, "{damage} bytes zeroed");
            assert_eq!(framing(&bytes[damage..]), wanted, "{damage} bytes missing");
            let added = [&vec![0xA5; damage], &bytes[..]].concat();
            assert_eq!(framing(&added), wanted, "{damage} bytes in front");
        }
    }
}
