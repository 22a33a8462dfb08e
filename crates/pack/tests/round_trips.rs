//! What was packed comes out as it was, in both of AMATERSE's ways and from a transmission.

use std::io::Read;

use getpage_pack::terse::{self, Method, Terse};
use getpage_pack::xmit::{self, Xmit};
use proptest::collection::vec;
use proptest::prelude::*;

/// Bytes of few values, in runs: dictionaries fill, and strings grow long.
fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let runs = (prop_oneof![Just(0x40), Just(0xC1), 0..4u8, any::<u8>()], 1..60usize);
    vec(runs, 0..most / 30).prop_map(|runs| runs.into_iter().flat_map(|(byte, n)| vec![byte; n]).collect())
}

fn with_words(records: &[Vec<u8>]) -> Vec<u8> {
    let word = |record: &Vec<u8>| [(record.len() as u16 + 4).to_be_bytes(), [0, 0]].concat();
    records.iter().flat_map(|record| [word(record), record.clone()].concat()).collect()
}

fn unpacked(packed: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    Terse::new(packed).expect("a header").read_to_end(&mut out).expect("sound data");
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn records_of_varying_length_come_out_behind_their_words(records in vec(bytes(3_000), 0..40)) {
        for method in [Method::Pack, Method::Spack] {
            let packed = terse::write(method, true, 32_756, records.iter().map(Vec::as_slice));
            prop_assert!(unpacked(&packed) == with_words(&records), "{method:?}");
        }
    }

    #[test]
    fn records_of_fixed_length_come_out_back_to_back(data in bytes(60_000), length in 1..200u32) {
        let records = data.chunks_exact(length as usize);
        let whole = &data[..data.len() - records.remainder().len()];
        for method in [Method::Pack, Method::Spack] {
            let packed = terse::write(method, false, length, records.clone());
            prop_assert!(unpacked(&packed) == whole, "{method:?}");
        }
    }

    #[test]
    fn a_transmission_gives_its_records(records in vec(bytes(2_000), 0..30)) {
        let sent = xmit::write(None, records.iter().map(Vec::as_slice));
        let mut out = Vec::new();
        Xmit::new(sent.as_slice()).expect("control records").read_to_end(&mut out).expect("sound data");
        prop_assert!(out == with_words(&records));
    }
}

/// More data than the dictionaries hold strings, so that they forget, and less than a second of work.
#[test]
fn strings_that_were_forgotten_are_made_again() {
    let mut state = 1u32;
    let mut next = |below: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % below
    };
    let records: Vec<Vec<u8>> = (0..2_000)
        .map(|_| {
            (0..200)
                .map(|_| {
                    let below = 1 + next(12);
                    next(below) as u8
                })
                .collect()
        })
        .collect();
    for method in [Method::Pack, Method::Spack] {
        let packed = terse::write(method, true, 204, records.iter().map(Vec::as_slice));
        assert!(packed.len() > 3 * 4096, "{method:?}: {} bytes are too few to fill a dictionary", packed.len());
        assert!(unpacked(&packed) == with_words(&records), "{method:?}");
    }
}
