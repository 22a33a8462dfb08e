//! Parts of a trace: merged they give the curve of the whole; what is no part, or not the next, is refused.

use getpage_curve::session::{PartError, Session, SessionError, Settings, TraceFormat};
use getpage_curve::{Access, Columns, Pages, Touch};
use proptest::prelude::*;

fn mergeable() -> Session {
    Session::new(Settings { mergeable: true, ..Settings::default() })
}

/// Takes references of objects, as the readers of records do; their numbers are those of this session.
fn take(session: &mut Session, references: &[(&str, &str, u32)]) {
    session.expect_format(TraceFormat::Csv, "references").expect("one format");
    session.expect_objects(true, "references").expect("all have objects");
    for (pool, object, page) in references {
        let (pool, object) = (session.pool(pool).expect("few pools"), session.object(object));
        let page = [u64::from(object) << 32 | u64::from(*page)];
        let touch = [Touch::read(Access::Random)];
        session.push(pool, Columns::new(&page, &touch).expect("one length")).expect("a reference");
    }
}

fn part(references: &[(&str, &str, u32)], times: (f64, f64)) -> Vec<u8> {
    let mut session = mergeable();
    take(&mut session, references);
    session.reach(times.0, times.1);
    session.to_part().expect("a part")
}

fn curve(session: &mut Session, pool: &str) -> Vec<u64> {
    let sizes: Vec<Pages> = (1..12).map(Pages).collect();
    session.lru_rows(pool, &sizes).expect("a curve").iter().map(|row| row.reads.total().0).collect()
}

#[test]
fn parts_whose_objects_and_pools_appear_in_another_order_give_the_whole() {
    let first = [("BP0", "A", 1), ("BP0", "B", 1), ("BP1", "A", 1), ("BP0", "A", 1)];
    let second = [("BP1", "A", 1), ("BP0", "B", 1), ("BP0", "C", 7), ("BP0", "A", 1), ("BP1", "C", 7)];
    let mut whole = mergeable();
    take(&mut whole, &first);
    take(&mut whole, &second);
    let mut merged = mergeable();
    merged.append_part(&part(&first, (1.0, 4.0)), "part 1").expect("the first part");
    merged.append_part(&part(&second, (4.0, 9.0)), "part 2").expect("the second part");
    assert_eq!(merged.finish(), Ok(None));
    assert_eq!(merged.references(), whole.references());
    assert_eq!(merged.names().objects(), whole.names().objects());
    assert_eq!(merged.pools(), whole.pools());
    for pool in ["BP0", "BP1"] {
        assert_eq!(curve(&mut merged, pool), curve(&mut whole, pool), "{pool}");
    }
}

#[test]
fn merged_parts_are_a_part_again() {
    let parts = [part(&[("BP0", "A", 1)], (1.0, 1.0)), part(&[("BP0", "B", 1)], (2.0, 2.0))];
    let mut both = mergeable();
    for part in &parts {
        both.append_part(part, "part").expect("a part");
    }
    let both = both.to_part().expect("a part");
    let mut all = mergeable();
    all.append_part(&both, "both").expect("a part");
    all.append_part(&part(&[("BP0", "A", 1)], (3.0, 3.0)), "the last").expect("a part");
    assert_eq!(curve(&mut all, "BP0")[..2], [3, 2]);
}

#[test]
fn a_trace_without_pools_or_objects_is_merged_by_its_pages() {
    let nameless = |pages: &[u64]| {
        let mut session = mergeable();
        session.expect_format(TraceFormat::U64, "u64").expect("one format");
        let touches = vec![Touch::read(Access::Random); pages.len()];
        session.push(0, Columns::new(pages, &touches).expect("one length")).expect("references");
        session.to_part().expect("a part")
    };
    let mut merged = mergeable();
    merged.append_part(&nameless(&[1 << 60, 5]), "a").expect("a part");
    merged.append_part(&nameless(&[1 << 60, 5]), "b").expect("a part");
    assert_eq!(curve(&mut merged, "trace")[..2], [4, 2]);
}

#[test]
fn parts_out_of_order_or_of_another_trace_are_refused() {
    let early = part(&[("BP0", "A", 1)], (1.0, 2.0));
    let late = part(&[("BP0", "A", 1)], (5.0, 6.0));
    let mut session = mergeable();
    session.append_part(&late, "late").expect("the first part");
    let refused = session.append_part(&early, "early").expect_err("it is earlier");
    assert_eq!(refused, PartError::Order { name: "early".to_owned(), last: 6.0, first: 1.0 });
    assert!(refused.to_string().contains("give the parts in the order of the trace"), "{refused}");

    let mut frames = mergeable();
    frames.expect_format(TraceFormat::Frame, "frame").expect("the first");
    let refused = frames.append_part(&early, "early");
    assert!(matches!(refused, Err(PartError::Session(SessionError::Format { .. }))), "{refused:?}");
}

#[test]
fn what_keeps_too_little_gives_no_part() {
    let mut exact = Session::new(Settings::default());
    take(&mut exact, &[("BP0", "A", 1)]);
    assert_eq!(exact.to_part(), Err(PartError::NotMergeable));
    let mut sampled = Session::new(Settings { sample: Some(0.5), ..Settings::default() });
    take(&mut sampled, &[("BP0", "A", 1)]);
    assert_eq!(sampled.to_part(), Err(PartError::Sampled));
}

#[test]
fn bytes_that_are_no_part_are_refused_where_they_are_wrong() {
    let whole = part(&[("BP0", "A", 1), ("BP1", "A", 1)], (1.0, 2.0));
    let offset = |bytes: &[u8]| match mergeable().append_part(bytes, "p") {
        Err(PartError::Broken { offset, .. }) => offset,
        other => panic!("{other:?}"),
    };
    assert_eq!(offset(b"PAR1 and more"), 0);
    assert_eq!(offset(&whole[..10]), 8);
    let head = u32::from_le_bytes([whole[8], whole[9], whole[10], whole[11]]) as usize;
    assert_eq!(offset(&whole[..12 + head]), 12 + head);
    assert_eq!(offset(&whole[..whole.len() - 1]), offset(&whole[..whole.len() - 9]));
    assert_eq!(offset(&[&whole[..], b"x"].concat()), whole.len());
    let message = mergeable().append_part(b"", "empty").expect_err("nothing there").to_string();
    assert_eq!(
        message,
        "empty, offset 0: expected a part of a curve, written with --partial; compute this part of the trace again"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_flipped_bit_is_found(at in 0usize..10_000, bit in 0u8..8) {
        let mut bytes = part(&[("BP0", "A", 1), ("BP0", "B", 2), ("BP1", "A", 1)], (1.0, 2.0));
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        prop_assert!(mergeable().append_part(&bytes, "p").is_err());
    }

    #[test]
    fn any_split_gives_the_curve_of_the_whole(pages in prop::collection::vec(0u32..8, 2..60), at in 0usize..60) {
        let references: Vec<_> = pages.iter().map(|page| ("BP0", ["A", "B", "C"][*page as usize % 3], *page)).collect();
        let (first, second) = references.split_at(at % references.len());
        let mut whole = mergeable();
        take(&mut whole, &references);
        let mut merged = mergeable();
        for part in [part(first, (0.0, 1.0)), part(second, (1.0, 2.0))] {
            merged.append_part(&part, "part").expect("a part");
        }
        prop_assert_eq!(curve(&mut merged, "BP0"), curve(&mut whole, "BP0"));
    }
}
