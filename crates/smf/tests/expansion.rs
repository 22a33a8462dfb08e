//! Compressed records that stand for far more than their bytes: all are read, and memory stays within bounds.
#![allow(clippy::unwrap_used)]

use crate::common::{LAYOUTS, PLAN, site};
use getpage_smf::damage::DamageLog;
use getpage_smf::decode::Decoder;
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::frame::{Block, Framing, Reader};
use getpage_smf::layout::Value;

/// Bytes that one block may take, whatever was compressed: what is read at once, and what that may expand to.
const BOUND: usize = 12 << 20;

/// IFCID 2 with the statistics of 60 pools that did nothing: 31 KB of zeros, nearly.
fn idle(compressed: bool) -> Vec<u8> {
    let pool = |id: i128| Row::from([("buffer_pool".to_owned(), Value::Int(id))]);
    let pools = (0..50).chain(80..90).map(pool).collect();
    let spec = Spec {
        record_type: 100,
        subtype: 2,
        common: Row::from([("written".to_owned(), Value::Int(site::TIME.into()))]),
        sections: [("QBST".to_owned(), pools)].into(),
        compressed,
        ..Spec::default()
    };
    encode::record(&LAYOUTS, &spec).unwrap()
}

#[test]
fn a_file_of_records_that_expand_fortyfold_is_read_whole_in_blocks_of_bounded_size() {
    let (plain, packed) = (idle(false), idle(true));
    assert!(plain.len() > 31_000 && packed.len() * 20 < plain.len(), "{} {}", plain.len(), packed.len());
    let count = 3 * BOUND / plain.len();
    let file: Vec<u8> = packed.iter().copied().cycle().take(count * packed.len()).collect();
    let mut log = DamageLog::default();
    let mut reader = Reader::new(Vec::new(), &file[..], Framing::Rdw, &LAYOUTS);
    let (mut decoder, mut block) = (Decoder::new(&PLAN), Block::default());
    let (mut offsets, mut rows, mut blocks) = (Vec::new(), 0, 0);
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |span, bytes, decoded| {
            assert!(decoded && bytes == plain);
            offsets.push(span.offset);
        });
        rows += decoder.batches(&block).unwrap().iter().map(|found| found.batch.num_rows()).sum::<usize>();
        assert!(block.bytes.len() <= BOUND, "{}", block.bytes.len());
        blocks += 1;
    }
    let wanted: Vec<u64> = (0..count).map(|n| (n * packed.len()) as u64).collect();
    assert_eq!((log.count, offsets, rows), (0, wanted, count * 60));
    assert!(blocks > file.len().div_ceil(1 << 20) + 1, "{blocks} blocks");
    assert_eq!(reader.position(), file.len() as u64);
}

#[test]
fn data_that_would_expand_beyond_the_longest_record_is_refused_and_not_expanded() {
    let mut bomb = idle(true)[..28].to_vec();
    bomb.push(0x80);
    bomb.extend([0xFF, 0].repeat(15_000)); // 1.9 MB
    let length = bomb.len() as u16;
    bomb[..2].copy_from_slice(&length.to_be_bytes());
    let file = [bomb.repeat(30), idle(true)].concat();
    let mut log = DamageLog::default();
    let mut reader = Reader::new(Vec::new(), &file[..], Framing::Rdw, &LAYOUTS);
    let (mut decoder, mut block, mut seen) = (Decoder::new(&PLAN), Block::default(), 0);
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |_, _, _| seen += 1);
        assert!(block.bytes.len() <= file.len() + idle(false).len());
    }
    assert_eq!((log.count, seen), (30, 1));
    assert!(log.listed[0].found.contains("DSNTSMFD"), "{:?}", log.listed[0]);
}
