//! Packed files that were cut, changed or made up: what is wrong is told with its offset, and what came before is kept.

use std::io::Read;

use getpage_pack::terse::{self, Method, Terse, TerseError};
use getpage_pack::xmit::{self, Xmit, XmitError};
use proptest::prelude::*;

/// Bytes that a hostile file may unpack to here before the test takes no more.
const ENOUGH: u64 = 1 << 22;

fn records() -> Vec<Vec<u8>> {
    (0..400u32).map(|n| [&n.to_be_bytes()[..], &[0x40; 90], &(n * n).to_le_bytes()].concat()).collect()
}

fn tersed(method: Method, variable: bool) -> Vec<u8> {
    let records = records();
    terse::write(method, variable, 98, records.iter().map(Vec::as_slice))
}

fn sent(length: Option<u16>) -> Vec<u8> {
    let records = records();
    xmit::write(length, records.iter().map(Vec::as_slice))
}

/// What comes out, and why no more.
fn read(bytes: &[u8]) -> (Vec<u8>, Option<std::io::Error>) {
    let mut out = Vec::new();
    let outcome = if xmit::fits(bytes) {
        Xmit::new(bytes).map_err(Into::into).and_then(|xmit| xmit.take(ENOUGH).read_to_end(&mut out))
    } else {
        Terse::new(bytes).map_err(Into::into).and_then(|terse| terse.take(ENOUGH).read_to_end(&mut out))
    };
    (out, outcome.err())
}

fn all() -> Vec<Vec<u8>> {
    let ways = [(Method::Pack, false), (Method::Pack, true), (Method::Spack, false), (Method::Spack, true)];
    let tersed = ways.map(|(method, variable)| tersed(method, variable));
    tersed.into_iter().chain([sent(None), sent(Some(98))]).collect()
}

#[test]
fn a_file_that_was_cut_off_gives_what_came_before_and_says_where_it_ends() {
    for packed in all() {
        let (whole, error) = read(&packed);
        assert!(error.is_none(), "{error:?}");
        let end = packed.len() - 1_024; // no padding is that long
        for cut in (20..end).step_by(97) {
            let (found, error) = read(&packed[..cut]);
            assert!(whole.starts_with(&found), "cut at {cut}");
            let error = error.unwrap_or_else(|| panic!("cut at {cut}: no error"));
            let offset = offset(&error).unwrap_or_else(|| panic!("cut at {cut}: {error}"));
            assert!(offset as usize <= cut && cut - offset as usize <= 255, "cut at {cut}: {error}");
        }
    }
}

fn offset(error: &std::io::Error) -> Option<u64> {
    let inner = error.get_ref()?;
    match (inner.downcast_ref(), inner.downcast_ref()) {
        (Some(TerseError::CutOff { offset }), _) | (_, Some(XmitError::Damaged { offset, .. })) => Some(*offset),
        _ => None,
    }
}

#[test]
fn a_code_that_nothing_was_made_for_is_told_with_its_place() {
    let mut packed = tersed(Method::Spack, true);
    packed[12 + 3] = 0xFF; // the third code becomes one of the last
    let error = Terse::new(packed.as_slice()).expect("a header").read_to_end(&mut Vec::new()).expect_err("damage");
    let error = error.into_inner().expect("why");
    assert!(matches!(error.downcast_ref(), Some(TerseError::NoString { offset: 15, .. })), "{error}");
}

#[test]
fn two_tersed_files_in_one_are_not_taken_for_the_first() {
    let packed = [tersed(Method::Pack, true), tersed(Method::Pack, true)].concat();
    let (_, error) = read(&packed);
    assert!(error.expect("damage").to_string().contains("if two tersed files were put together"));
}

#[test]
fn a_library_is_refused_with_what_to_do() {
    let mut packed = sent(None);
    let copy =
        packed.windows(7).position(|bytes| bytes == [0xC9, 0xD5, 0xD4, 0xC3, 0xD6, 0xD7, 0xE8]).expect("INMCOPY");
    packed[copy..copy + 3].copy_from_slice(&[0xC9, 0xC5, 0xC2]);
    let error = Xmit::new(packed.as_slice()).err().expect("a library").to_string();
    assert!(error.contains("a library unloaded by IEBCOPY"), "{error}");
}

/// A string of pairs that doubles with each code, and ends of records that stand for nothing: both would go on for ever.
#[test]
fn what_expands_without_end_costs_no_memory_and_comes_to_one() {
    let doubling = |first: u16| {
        let mut codes = vec![first, first];
        codes.extend(258..2_000);
        codes.push(0);
        let halves = codes.chunks(2).flat_map(|pair| {
            let second = pair.get(1).copied().unwrap_or(0);
            [(pair[0] >> 4) as u8, ((pair[0] << 4) | (second >> 8)) as u8, second as u8]
        });
        [5, 0, 0, 80, 0, 0, 0, 0, 0, 0, 0, 0].into_iter().chain(halves).collect::<Vec<u8>>()
    };
    let (found, error) = read(&doubling(1));
    assert!(found.len() as u64 == ENOUGH && error.is_none(), "{} {error:?}", found.len());
    let (found, error) = read(&doubling(257));
    assert!(found.is_empty() && error.expect("damage").to_string().contains("ends of records in a row"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn changed_bytes_never_panic(changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6)) {
        for mut packed in all() {
            for (place, byte) in &changes {
                let at = place.index(packed.len());
                packed[at] ^= byte;
            }
            read(&packed);
        }
    }

    #[test]
    fn made_up_codes_never_panic(method in 0..2u8, variable in 0..2u8, codes in proptest::collection::vec(any::<u8>(), 0..5_000)) {
        let header = [2 + 3 * method, variable, 0, 80, 0, 0, 0, 0, 0, 0, 0, 0];
        read(&[&header[..], &codes].concat());
    }
}
