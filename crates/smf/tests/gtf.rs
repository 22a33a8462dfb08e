//! Traces of Db2 through GTF: the same records as through SMF, in every framing, and nothing lost without being counted.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use crate::common::{LAYOUTS, Outcome, read, read_as, site};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::frame::{self, Detection, Framing, detect};
use getpage_smf::gtf::{self, BASES, Writing};
use getpage_smf::layout::Value;
use proptest::collection::vec;
use proptest::prelude::*;

const START: i128 = 1_780_000_000_000_000;

/// Records of IFCID 198 as Db2 writes them to SMF.
fn events(count: usize) -> Vec<Vec<u8>> {
    (0..count)
        .map(|i| {
            let number = i as i128;
            let common = Row::from([
                ("subsystem".into(), Value::Text("DB1A".into())),
                ("written".into(), Value::Int(START)),
                ("event_time".into(), Value::Int(START + number)),
                ("ifcid_sequence".into(), Value::Int(number + 1)),
                ("destination_sequence".into(), Value::Int(number + 7)),
            ]);
            let row = Row::from([
                ("database_id".into(), Value::Int(260)),
                ("object_id".into(), Value::Int(2)),
                ("buffer_pool".into(), Value::Int(1)),
                ("function".into(), Value::Text("getpage".into())),
                ("page_status".into(), Value::Text("hit".into())),
                ("access_type".into(), Value::Text("random".into())),
                ("page".into(), Value::Int(100 + number)),
            ]);
            let sections = BTreeMap::from([("QW0198".to_owned(), vec![row])]);
            encode::record(&LAYOUTS, &Spec { record_type: 102, subtype: 198, common, sections, ..Spec::default() })
                .unwrap()
        })
        .collect()
}

fn written(records: &[Vec<u8>], base: usize, segment: usize) -> Vec<Vec<u8>> {
    gtf::from_smf(&LAYOUTS, records, Writing { base, segment, zone: -8 * 3600 }).unwrap()
}

/// What was read of the table of getpages, but for where it stood and what only the SMF header knows.
fn getpages(outcome: &Outcome) -> Vec<BTreeMap<String, Value>> {
    let mut rows = outcome.tables.get("db2_getpage").cloned().unwrap_or_default();
    for row in &mut rows {
        for column in ["record", "written", "system"] {
            row.remove(column);
        }
    }
    rows
}

#[test]
fn a_trace_reads_the_same_through_gtf_as_through_smf_in_every_framing_and_base() {
    let records = events(150);
    let wanted = getpages(&read(&records.concat()));
    assert_eq!(wanted.len(), 150);
    for base in 0..BASES {
        for segment in [256, 60, 30, 13] {
            let trace = written(&records, base, segment);
            for (framing, bytes) in [
                (Framing::GtfRdw, trace.concat()),
                (Framing::GtfBdwRdw, frame::blocked(&trace)),
                (Framing::GtfRdw, frame::spanned(&trace, 40)),
            ] {
                let what = format!("base {base}, segments of {segment}, {framing:?}");
                assert_eq!(detect(&bytes, true, &LAYOUTS), Detection::Smf(framing), "{what}");
                let outcome = read(&bytes);
                assert_eq!(outcome.log.count, 0, "{what}: {:?}", outcome.log.listed.first());
                assert_eq!(getpages(&outcome), wanted, "{what}");
            }
        }
    }
}

#[test]
fn local_time_comes_from_the_time_zone_of_the_control_record() {
    let outcome = read(&written(&events(1), 0, 256).concat());
    let row = &outcome.tables["db2_getpage"][0];
    let seconds = |v: &Value| match v {
        Value::Int(t) => t / 1_000_000,
        other => panic!("{other:?}"),
    };
    assert_eq!(seconds(&row["written"]), START / 1_000_000 - 8 * 3600);
    let without = read(&written(&events(1), 0, 256)[1..].concat());
    assert_eq!(without.tables["db2_getpage"][0]["written"], Value::Null);
}

#[test]
fn segments_that_lie_between_each_other_are_put_together_in_the_order_of_their_first() {
    let records = events(40);
    let mut trace = written(&records, 0, 40);
    let per_record = (trace.len() - 1) / 40;
    assert!(per_record > 2);
    // The segments of each pair of records alternate, the second record's first ending earlier.
    for pair in trace[1..].chunks_mut(2 * per_record) {
        let (first, second): (Vec<_>, Vec<_>) = (pair[..per_record].to_vec(), pair[per_record..].to_vec());
        let mut mixed = vec![first[0].clone()];
        mixed.extend(second);
        mixed.extend_from_slice(&first[1..]);
        pair.clone_from_slice(&mixed);
    }
    let outcome = read(&trace.concat());
    assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed.first());
    assert_eq!(getpages(&outcome), getpages(&read(&records.concat())));
}

#[test]
fn segments_that_are_missing_or_out_of_order_are_damage_at_their_record() {
    let records = events(20);
    let trace = written(&records, 0, 60);
    let per_record = (trace.len() - 1) / 20;
    let place = |index: usize| trace[..index].iter().map(Vec::len).sum::<usize>() as u64;
    let start = 1 + 5 * per_record;
    for missing in 0..per_record {
        let mut damaged = trace.clone();
        damaged.remove(start + missing);
        let outcome = read(&damaged.concat());
        assert_eq!(getpages(&outcome).len(), 19, "segment {missing}");
        assert!(outcome.log.count > 0 && outcome.log.listed[0].offset >= place(start), "segment {missing}");
        assert!(outcome.log.listed[0].offset <= place(start + per_record), "segment {missing}");
    }
    let mut turned = trace.clone();
    turned.swap(start, start + per_record - 1);
    let outcome = read(&turned.concat());
    assert_eq!(getpages(&outcome).len(), 19);
    assert!(outcome.log.count >= 2, "{:?}", outcome.log.listed);
}

#[test]
fn a_record_without_an_end_holds_the_others_back_for_a_bounded_stretch_only() {
    let records = events(15_000);
    let mut trace = written(&records, 0, 60);
    let per_record = (trace.len() - 1) / records.len();
    trace.remove(100 * per_record); // the last segment of the hundredth record
    let outcome = read(&trace.concat());
    assert_eq!(outcome.log.count, 1, "{:?}", outcome.log.listed);
    assert_eq!(getpages(&outcome).len(), 14_999);
    assert!(outcome.log.listed[0].found.contains("none in the next"), "{:?}", outcome.log.listed[0]);
}

#[test]
fn what_is_not_of_db2_is_counted_and_named() {
    let mut trace = written(&events(10), 0, 256);
    let mut other = trace[1].clone();
    other[14..16].copy_from_slice(&[0xEF, 0xE1]);
    trace.insert(4, other.clone());
    other[14..16].copy_from_slice(&[0xE1, 0x23]);
    trace.insert(6, other);
    let mut lost = trace[0].clone();
    lost[5] = 2;
    lost[18..22].copy_from_slice(&17u32.to_be_bytes());
    trace.insert(7, lost.clone());
    lost[5] = 3;
    trace.insert(8, lost);
    let bytes = trace.concat();
    let mut reader = frame::Reader::new(Vec::new(), &bytes[..], Framing::GtfRdw, &LAYOUTS);
    let (mut block, mut log) = (frame::Block::default(), Default::default());
    while reader.next_block(&mut block, &mut log) {}
    let found = reader.gtf().unwrap();
    assert_eq!((found.records, found.control, found.lost, found.segmented), (10, 1, (17, 1), 0));
    assert_eq!(found.counted_from.as_deref(), Some("the start of the GTF record"));
    let others: Vec<_> = found.others.iter().map(|e| (e.event.as_str(), e.name.as_str(), e.records)).collect();
    assert_eq!(others, [("E123", "", 1), ("EFE1", "VTAM internal or I/O trace", 1)]);
    assert_eq!(found.subsystems[0].name, "DB1A");
    assert_eq!((found.subsystems[0].records, found.subsystems[0].missing()), (10, 0));
}

#[test]
fn numbers_that_are_missing_are_counted_and_late_ones_are_not_missing() {
    let missing = |order: &[usize]| {
        let records = events(20);
        let chosen: Vec<Vec<u8>> = order.iter().map(|i| records[*i].clone()).collect();
        let bytes = written(&chosen, 0, 256).concat();
        let mut reader = frame::Reader::new(Vec::new(), &bytes[..], Framing::GtfRdw, &LAYOUTS);
        let (mut block, mut log) = (frame::Block::default(), Default::default());
        while reader.next_block(&mut block, &mut log) {}
        reader.gtf().unwrap().subsystems[0].missing()
    };
    assert_eq!(missing(&[0, 1, 2, 3]), 0);
    assert_eq!(missing(&[0, 1, 5, 6]), 3);
    assert_eq!(missing(&[0, 2, 1, 3]), 0);
    assert_eq!(missing(&[0, 9, 8, 1]), 6);
}

fn refusal(bytes: &[u8]) -> String {
    match detect(bytes, true, &LAYOUTS) {
        Detection::Refused(why) => why.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_trace_whose_sections_no_way_of_counting_finds_is_refused_with_what_to_do() {
    let trace = written(&events(80), 0, 256);
    let shifted: Vec<Vec<u8>> = trace
        .iter()
        .map(|record| {
            let mut record = record.clone();
            if record.len() > 60 {
                record[43] = record[43].wrapping_add(2);
            }
            record
        })
        .collect();
    let why = refusal(&shifted.concat());
    for part in ["offset 26", "QWHS", "none, in the first 64 records", "IFCID(198) DEST(SMF)"] {
        assert!(why.contains(part), "{part}: {why}");
    }
}

#[test]
fn a_few_records_that_do_not_fit_are_damage_and_the_rest_is_read() {
    let mut trace = written(&events(80), 0, 256);
    for index in [3, 40, 70] {
        trace[index][43] ^= 1;
    }
    let outcome = read(&trace.concat());
    assert_eq!(getpages(&outcome).len(), 77);
    assert_eq!(outcome.log.count, 3);
}

#[test]
fn a_trace_that_fits_in_two_ways_is_refused() {
    let (half, records) = (written(&events(80), 4, 256), events(80));
    let mut trace = written(&records, 0, 256);
    trace.truncate(30);
    trace.extend_from_slice(&half[30..]);
    let why = refusal(&trace.concat());
    assert!(why.contains("counting from the start of the GTF record") && why.contains("QWGTEND"), "{why}");
}

#[test]
fn traces_without_time_stamps_and_merged_ones_are_refused_by_name() {
    let trace = written(&events(8), 0, 256);
    let untimed: Vec<Vec<u8>> = trace[1..]
        .iter()
        .map(|record| {
            let mut record = record.clone();
            record.drain(6..14);
            let length = (record.len() as u16).to_be_bytes();
            record[..2].copy_from_slice(&length);
            record
        })
        .collect();
    assert!(refusal(&untimed.concat()).contains("TIME=YES"));
    let mut merged = trace.clone();
    merged[0][24] |= 0x02;
    assert!(refusal(&merged.concat()).contains("COPYTRC"));
}

#[test]
fn a_data_set_without_db2_is_gtf_and_has_no_getpages() {
    let mut trace = written(&events(5), 0, 256);
    for record in &mut trace[1..] {
        record[14..16].copy_from_slice(&[0xEF, 0xE1]);
    }
    let bytes = trace.concat();
    assert_eq!(detect(&bytes, true, &LAYOUTS), Detection::Smf(Framing::GtfRdw));
    let outcome = read(&bytes);
    assert_eq!((outcome.records.len(), outcome.log.count), (0, 0));
}

#[test]
fn a_trace_cut_anywhere_gives_what_comes_before_the_cut() {
    let records = events(8);
    for segment in [256, 60] {
        let trace = written(&records, 0, segment);
        let per_record = (trace.len() - 1) / 8;
        let bytes = trace.concat();
        let mut ends = vec![trace[0].len()];
        for record in trace[1..].chunks(per_record) {
            ends.push(ends.last().unwrap() + record.iter().map(Vec::len).sum::<usize>());
        }
        for cut in 0..bytes.len() {
            let outcome = read_as(Framing::GtfRdw, Vec::new(), &bytes[..cut], true);
            let whole = ends[1..].iter().filter(|end| **end <= cut).count();
            assert_eq!(getpages(&outcome).len(), whole, "cut at {cut}");
            let clean = cut == 0 || ends.contains(&cut);
            assert_eq!(outcome.log.count == 0, clean, "cut at {cut}: {:?}", outcome.log.listed);
        }
    }
}

#[test]
fn any_byte_flipped_loses_its_record_at_the_most_and_never_unseen() {
    let records = events(6);
    for segment in [256, 70] {
        let trace = written(&records, 0, segment);
        let bytes = trace.concat();
        let wanted = getpages(&read(&bytes));
        for at in 26..bytes.len() {
            for pattern in [0x01, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= pattern;
                let outcome = read_as(Framing::GtfRdw, Vec::new(), &damaged[..], true);
                let found = getpages(&outcome);
                let others = outcome.records.len() - found.len(); // an IFCID that became another
                let same = found.iter().filter(|row| wanted.contains(row)).count();
                assert!(same >= wanted.len() - 1, "byte {at} ^ {pattern:#x}: {same} of {}", wanted.len());
                let event = trace_event(&trace, at);
                if found.len() < wanted.len() && others == 0 && !event {
                    assert!(outcome.log.count > 0, "byte {at} ^ {pattern:#x}: lost unseen");
                }
            }
        }
    }
}

/// Whether a byte is that of the event identifier: damage there makes the record one of another component.
fn trace_event(trace: &[Vec<u8>], at: usize) -> bool {
    let mut start = 0;
    for record in trace {
        if (start..start + record.len()).contains(&at) {
            return matches!(at - start, 14 | 15);
        }
        start += record.len();
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_no_trace(bytes in vec(any::<u8>(), 0..3000)) {
        for framing in [Framing::GtfRdw, Framing::GtfBdwRdw] {
            let outcome = read_as(framing, Vec::new(), &bytes[..], false);
            prop_assert!(outcome.records.is_empty());
            prop_assert_eq!(outcome.log.count == 0, bytes.is_empty());
        }
    }

    #[test]
    fn hostile_headers_are_counted_and_bounded(
        pieces in vec((any::<u16>(), 0..5u8, any::<u32>(), 0..80usize, prop_oneof![Just(0xEFB9u16), any::<u16>()]), 0..200)
    ) {
        let mut bytes = Vec::new();
        for (length, code, sequence, data, event) in pieces {
            let honest = 40 + data as u16;
            let length = if length % 3 == 0 { length } else { honest };
            bytes.extend_from_slice(&length.to_be_bytes());
            bytes.extend_from_slice(&[0, 0, 0xFF, 0, 0xE0, 0, 0, 0, 0, 0, 0, 1]);
            bytes.extend_from_slice(&event.to_be_bytes());
            bytes.extend_from_slice(&[0; 12]);
            bytes.extend_from_slice(&(honest - 28).to_be_bytes());
            bytes.extend_from_slice(&[code, 0, 0xC4, 0xC2, 0xF1, 0xC1]);
            bytes.extend_from_slice(&(sequence % 4).to_be_bytes());
            bytes.resize(bytes.len() + data, (sequence >> 8) as u8);
        }
        let _ = detect(&bytes, true, &LAYOUTS);
        let outcome = read_as(Framing::GtfRdw, Vec::new(), &bytes[..], true);
        prop_assert!(outcome.records.is_empty());
        prop_assert!(outcome.log.listed.iter().all(|d| d.offset <= bytes.len() as u64));
    }
}

#[test]
fn every_record_of_db2_reads_the_same_through_gtf_as_through_smf() {
    let mut records: Vec<Vec<u8>> = site::full(&LAYOUTS).into_iter().filter(|r| (100..=102).contains(&r[5])).collect();
    for record in &mut records {
        let product = u32::from_be_bytes(record[28..32].try_into().unwrap()) as usize;
        record[product + 16] = 0xE0; // an event time of our days, which is GTF's time too
    }
    let read_tables = |bytes: &[u8]| {
        let outcome = read(bytes);
        assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed.first());
        let mut tables = outcome.tables_without_offsets();
        for row in tables.values_mut().flatten() {
            row.remove("written");
            row.remove("system");
        }
        tables
    };
    let wanted = read_tables(&records.concat());
    assert!(wanted.contains_key("db2_getpage"));
    assert_eq!(read_tables(&written(&records, 0, 256).concat()), wanted);
}
