//! Gaps in the numbers of a trace's records: what is lost, what was only late, and what is refused.

use getpage_curve::session::{Missing, Sequences, SequencesError};

/// Sequences that have seen records with these numbers, of the IFCID and of the destination, all of one Db2.
fn seen(numbers: impl IntoIterator<Item = (u32, u32)>) -> Sequences {
    let mut sequences = Sequences::default();
    for (at, each) in numbers.into_iter().enumerate() {
        sequences.note("DB1A", each, || format!("record {at}")).expect("one Db2, each record once");
    }
    sequences
}

fn missing(sequences: &Sequences) -> Missing {
    sequences.finish(1.0).expect("all may be missing").expect("something is missing")
}

#[test]
fn numbers_without_a_gap_miss_nothing() {
    assert_eq!(seen((7..500).map(|n| (n, n + 90))).finish(0.0), Ok(None));
    assert_eq!(Sequences::default().finish(0.0), Ok(None));
}

#[test]
fn a_gap_in_the_numbers_of_the_ifcid_is_counted_and_placed() {
    let found = missing(&seen([(1, 1), (2, 2), (6, 9), (7, 10)]));
    assert_eq!(found, Missing { records: 4, lost: 3, damaged: 0, first_gap: Some("record 2".to_owned()) });
    assert_eq!(found.share(), 3.0 / 7.0);
    let words =
        "3 of 7 records of IFCID 198 are missing (42.86 %): 3 lost, 0 damaged; the first gap is before record 2";
    assert_eq!(found.to_string(), words);
}

#[test]
fn a_gap_at_the_destination_alone_is_records_of_other_ifcids() {
    assert_eq!(seen([(1, 1), (2, 20), (3, 90)]).finish(0.0), Ok(None));
}

#[test]
fn the_destination_counts_where_numbers_of_the_ifcid_are_not_filled() {
    let found = missing(&seen([(0, 5), (0, 6), (0, 9)]));
    assert_eq!((found.lost, found.first_gap.as_deref()), (2, Some("record 2")));
}

#[test]
fn a_record_that_another_processor_wrote_late_is_not_lost() {
    let sequences = seen([(1, 1), (2, 2), (4, 4), (3, 3), (5, 5)]);
    assert_eq!(sequences.finish(0.0), Ok(None));
}

#[test]
fn numbers_that_start_again_lose_nothing_and_numbers_that_wrap_go_on() {
    assert_eq!(seen([(500, 900), (501, 901), (1, 1), (2, 2)]).finish(0.0), Ok(None));
    assert_eq!(seen([(u32::MAX, u32::MAX), (0, 1), (1, 2)]).finish(0.0), Ok(None));
}

#[test]
fn a_record_that_stands_there_twice_is_refused() {
    let mut sequences = seen([(1, 1), (2, 2)]);
    let again = sequences.note("DB1A", (2, 2), || "b.smf".to_owned());
    assert_eq!(again, Err(SequencesError::Again { place: "b.smf".to_owned(), number: 2 }));
    assert!(again.is_err_and(|why| why.to_string().contains("give each file once")));
}

#[test]
fn records_without_any_number_are_not_taken_for_the_same() {
    assert_eq!(seen([(0, 0), (0, 0), (0, 0)]).finish(0.0), Ok(None));
}

#[test]
fn records_of_two_subsystems_are_refused_with_their_names() {
    let mut sequences = seen([(1, 1)]);
    let other = sequences.note("DB1", (2, 2), || "record 1".to_owned());
    let found = vec!["DB1".to_owned(), "DB1A".to_owned()];
    assert_eq!(other, Err(SequencesError::Several { place: "record 1".to_owned(), found }));
    assert!(other.is_err_and(|why| why.to_string().contains("found DB1 and DB1A; choose one with --subsystem")));
}

#[test]
fn damaged_records_are_missing_too_and_an_earlier_gap_stays_the_first() {
    let mut sequences = seen([(1, 1), (2, 2)]);
    sequences.note_damaged(2, Some("a.smf, offset 90".to_owned()));
    sequences.note_damaged(1, Some("a.smf, offset 990".to_owned()));
    let found = missing(&sequences);
    assert_eq!((found.damaged, found.first_gap.as_deref()), (3, Some("a.smf, offset 90")));
    sequences.note_damaged(0, None);
    assert_eq!(missing(&sequences), found);
}

#[test]
fn more_missing_than_the_limit_is_refused_and_just_the_limit_is_not() {
    let sequences = seen([(1, 1), (3, 3), (4, 4)]);
    assert!(sequences.finish(0.25).is_ok_and(|missing| missing.is_some_and(|m| m.lost == 1)));
    let refused = sequences.finish(0.24).expect_err("a quarter is missing");
    assert!(matches!(&refused, SequencesError::Incomplete { missing, limit } if missing.lost == 1 && *limit == 0.24));
    assert!(refused.to_string().contains("At most 24.0 % may be"), "{refused}");
}
