//! Damaged files: nothing panics, what is whole is read, what is not is counted at its place.
#![allow(clippy::unwrap_used)]

use crate::common::damaged::{File, Trial, first_damage};
use crate::common::{LAYOUTS, site};
use getpage_smf::frame::Framing;

/// Bits that are turned in a byte: one, another, several, all.
const PATTERNS: [u8; 4] = [0x01, 0x80, 0x5A, 0xFF];

fn flipped(file: &File, at: usize, pattern: u8) -> Vec<u8> {
    let mut bytes = file.bytes.clone();
    bytes[at] ^= pattern;
    bytes
}

/// The place inside its record, RDW included, of a byte in a file of whole records.
fn inside(file: &File, record: usize, at: usize) -> usize {
    at - file.extents[record].start + if file.framing == Framing::NoRdw { 4 } else { 0 }
}

/// A flipped byte in a file of whole records: its record is refused there, or reads as it was but for that byte.
fn flip_holds(file: &File, at: usize, trial: &Trial) -> Result<(), String> {
    let damage = first_damage(&trial.outcome);
    if let Some(offset) = damage.filter(|offset| *offset > at as u64) {
        return Err(format!("damage is reported at {offset}, behind its place"));
    }
    let Some(&record) = trial.touched.first() else {
        // A block descriptor word: no record is touched, but the damage is seen.
        return damage.map(|_| ()).ok_or_else(|| "a damaged block descriptor word is not reported".to_owned());
    };
    // In front of the first record of a block stands the descriptor word of the block.
    let start = file.extents[record].start - if file.framing == Framing::BdwRdw { 4 } else { 0 };
    if let Some(offset) = damage.filter(|offset| *offset < start as u64) {
        return Err(format!("damage is reported at {offset}, before the record"));
    }
    let original = &file.records[record];
    match trial.survivors.first() {
        None if damage.is_none() => Err("the record is gone without being counted".to_owned()),
        None => Ok(()),
        Some((_, seen)) => {
            let place = inside(file, record, at);
            let differing: Vec<usize> = (0..original.bytes.len().min(seen.bytes.len()))
                .filter(|i| original.bytes[*i] != seen.bytes[*i])
                .collect();
            if seen.bytes.len() != original.bytes.len() || differing != [place] {
                return Err(format!("it reads with {} bytes, other at {differing:?}", seen.bytes.len()));
            }
            // Type and subtype: it is now a record of another kind, which nothing can know.
            if seen.decoded != original.decoded && !matches!(place, 5 | 22 | 23) {
                return Err("it is no longer decoded, and not counted either".to_owned());
            }
            if damage.is_some() { Err("it stands, though damage is reported".to_owned()) } else { Ok(()) }
        }
    }
}

fn each_flip(file: &File, patterns: &[u8], check: impl Fn(&File, usize, &Trial) -> Result<(), String>) {
    for at in 0..file.bytes.len() {
        for &pattern in patterns {
            let result = file.read(&flipped(file, at, pattern), at..at + 1, 1);
            if let Err(why) = result.and_then(|trial| check(file, at, &trial)) {
                let record = file.extents.iter().position(|e| e.contains(&at));
                panic!(
                    "byte {at} ^ {pattern:#04x}, in record {record:?} at {:?}: {why}",
                    record.map(|r| inside(file, r, at))
                );
            }
        }
    }
}

#[test]
fn any_byte_flipped_touches_its_record_only() {
    each_flip(&File::of_records(&site::small(&LAYOUTS)), &PATTERNS, flip_holds);
}

#[test]
fn any_byte_flipped_in_a_file_of_blocks_touches_its_record_only() {
    each_flip(&File::of_blocks(&site::small(&LAYOUTS)), &PATTERNS[..2], flip_holds);
}

/// In spans, a record is refused or reads with as many bytes; types without a layout have nothing to be checked by.
fn span_flip_holds(file: &File, at: usize, trial: &Trial) -> Result<(), String> {
    let record = trial.touched.first().ok_or("no record touched")?;
    let original = &file.records[*record];
    let damage = first_damage(&trial.outcome);
    if let Some(offset) = damage.filter(|offset| *offset > at as u64) {
        return Err(format!("damage is reported at {offset}, behind its place"));
    }
    match trial.survivors.first() {
        None if damage.is_none() => Err("the record is gone without being counted".to_owned()),
        Some((_, seen)) if original.decoded && seen.decoded && seen.bytes.len() != original.bytes.len() => {
            Err(format!("it reads with {} bytes", seen.bytes.len()))
        }
        _ => Ok(()),
    }
}

#[test]
fn any_byte_flipped_in_a_file_of_spans_touches_its_record_only() {
    let records = site::small(&LAYOUTS);
    each_flip(&File::of_spans(&records, 100), &PATTERNS[..2], span_flip_holds);
    // Spans too short to show a header: only records that their sections delimit can be told from what follows them.
    let decoded: Vec<Vec<u8>> = records.into_iter().filter(|r| matches!(r[5], 115 | 116)).collect();
    each_flip(&File::of_spans(&decoded, 7), &PATTERNS[..1], span_flip_holds);
}

#[test]
fn any_byte_flipped_in_a_file_of_spans_that_fill_blocks_touches_its_record_only() {
    let records = site::small(&LAYOUTS);
    for block in [120, 700] {
        each_flip(&File::of_spanned_blocks(&records, block), &PATTERNS[..1], spanned_block_flip_holds);
    }
}

/// As in spans; and a descriptor of a block touches no record.
fn spanned_block_flip_holds(file: &File, at: usize, trial: &Trial) -> Result<(), String> {
    if trial.touched.is_empty() {
        let damage = first_damage(&trial.outcome);
        return damage.map(|_| ()).ok_or_else(|| "a damaged block descriptor word is not reported".to_owned());
    }
    span_flip_holds(file, at, trial)
}

/// Without descriptor words a damaged length shows where the record should have ended.
fn undelimited_flip_holds(file: &File, _: usize, trial: &Trial) -> Result<(), String> {
    let record = *trial.touched.first().ok_or("no record touched")?;
    let damage = first_damage(&trial.outcome);
    if let Some(offset) = damage.filter(|offset| *offset > file.extents[record].end as u64) {
        return Err(format!("damage is reported at {offset}, behind the record"));
    }
    match trial.survivors.first() {
        None if damage.is_none() => Err("the record is gone without being counted".to_owned()),
        _ => Ok(()),
    }
}

#[test]
fn any_byte_flipped_in_a_file_without_descriptor_words_touches_its_record_only() {
    each_flip(&File::without_rdw(&site::small(&LAYOUTS)), &PATTERNS[..2], undelimited_flip_holds);
}

fn each_cut(file: &File, positions: impl Iterator<Item = usize>) {
    for cut in positions {
        let trial =
            file.read(&file.bytes[..cut], cut..file.bytes.len(), 0).unwrap_or_else(|e| panic!("cut at {cut}: {e}"));
        let whole = trial.survivors.iter().all(|(i, seen)| seen.bytes == file.records[*i].bytes);
        assert!(whole, "cut at {cut}: a record that is not whole");
        // A cut between two records inside a block shows in the block's length.
        let between = file.extents.iter().any(|e| e.end == cut) && file.framing != Framing::BdwRdw;
        let clean = between || cut == file.bytes.len();
        let reported = first_damage(&trial.outcome);
        if clean {
            assert_eq!(reported, None, "cut at {cut}, between two records");
        } else if trial.outcome.framing.is_some() {
            assert!(reported.is_some_and(|offset| offset <= cut as u64), "cut at {cut}: reported at {reported:?}");
        } else {
            assert!(!trial.outcome.refusal.is_empty() && !file.extents.iter().any(|e| e.end <= cut), "cut at {cut}");
        }
    }
}

#[test]
fn a_file_cut_anywhere_gives_what_comes_before_the_cut() {
    let records = site::small(&LAYOUTS);
    // Short spans of all records have most bytes: each third one.
    for (file, step) in [
        (File::of_records(&records), 1),
        (File::of_blocks(&records), 1),
        (File::of_spans(&records, 7), 3),
        (File::of_spans(&records, 100), 1),
        (File::without_rdw(&records), 1),
    ] {
        each_cut(&file, (0..=file.bytes.len()).step_by(step));
    }
}
