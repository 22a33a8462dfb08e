//! The same properties on real dumps, where they are at hand: their licence keeps them out of the project.
//!
//! Of the large dump every 12,347th byte is damaged; `GETPAGE_TEST_STEP=1` damages every one (hours), 97 some (minutes).
#![allow(clippy::unwrap_used)]

use std::path::Path;

use crate::common::damaged::{File, first_damage};
use crate::common::{Outcome, read};
use getpage_smf::frame::{self, Framing};

/// The real dumps: name and bytes.
fn dumps() -> Vec<(&'static str, Vec<u8>)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/mq");
    let names = ["TEST115.dat", "TEST116.dat", "SMF_MQ1000.dat"];
    names.iter().filter_map(|name| Some((*name, std::fs::read(directory.join(name)).ok()?))).collect()
}

/// Places to damage in a file: all of a small one, a sample of a large one that reaches every part of a record.
fn places(length: usize) -> impl Iterator<Item = usize> {
    let step = std::env::var("GETPAGE_TEST_STEP").ok().and_then(|step| step.parse().ok()).unwrap_or(12_347);
    (0..length).step_by(if length < 10_000 { 1 } else { usize::max(step, 1) })
}

fn records(outcome: &Outcome) -> Vec<Vec<u8>> {
    outcome.records.iter().map(|r| r.bytes.clone()).collect()
}

#[test]
fn real_dumps_are_whole_in_every_framing() {
    for (name, bytes) in dumps() {
        let plain = read(&bytes);
        assert_eq!((plain.framing, plain.log.count), (Some(Framing::Rdw), 0), "{name}: {:?}", plain.log.listed);
        let wanted = plain.tables_without_offsets();
        let whole = records(&plain);
        for (how, reframed) in [
            ("blocks", frame::blocked(&whole)),
            ("spans of 7", frame::spanned(&whole, 7)),
            ("spans of 1000", frame::spanned(&whole, 1000)),
            ("no descriptor words", frame::no_rdw(&whole)),
        ] {
            let outcome = read(&reframed);
            assert_eq!(outcome.log.count, 0, "{name} in {how}: {:?}", outcome.log.listed);
            assert!(outcome.tables_without_offsets() == wanted, "{name} in {how}: other rows");
        }
    }
}

#[test]
fn a_flipped_byte_in_a_real_dump_costs_one_record_at_most() {
    for (name, bytes) in dumps() {
        let file = File::new(bytes, Framing::Rdw);
        for at in places(file.bytes.len()) {
            let mut damaged = file.bytes.clone();
            damaged[at] ^= 0x41;
            let trial = file.read(&damaged, at..at + 1, 1).unwrap_or_else(|why| panic!("{name}, byte {at}: {why}"));
            let reported = first_damage(&trial.outcome);
            assert!(reported.is_none_or(|offset| offset <= at as u64), "{name}, byte {at}: reported at {reported:?}");
            assert!(reported.is_some() || !trial.survivors.is_empty(), "{name}, byte {at}: lost and not counted");
        }
    }
}

#[test]
fn a_real_dump_cut_off_gives_what_comes_before_the_cut() {
    for (name, bytes) in dumps() {
        let file = File::new(bytes, Framing::Rdw);
        for cut in places(file.bytes.len()).filter(|cut| *cut > file.extents[0].end) {
            let end = file.bytes.len();
            let trial =
                file.read(&file.bytes[..cut], cut..end, 0).unwrap_or_else(|why| panic!("{name}, cut {cut}: {why}"));
            let between = file.extents.iter().any(|extent| extent.end == cut);
            let reported = first_damage(&trial.outcome);
            assert_eq!(reported.is_none(), between, "{name}, cut at {cut}: {:?}", trial.outcome.log.listed);
            assert!(reported.is_none_or(|offset| offset <= cut as u64), "{name}, cut at {cut}: {reported:?}");
        }
    }
}
