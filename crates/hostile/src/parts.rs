//! Parts of curves: what is one is merged, what is none is refused, and what is merged is a part again.

use std::sync::LazyLock;

use getpage_curve::session::{Session, Settings, TraceFormat};
use getpage_curve::{Access, Columns, Pages, Touch};

fn mergeable() -> Session {
    Session::new(Settings { mergeable: true, threads: Some(1), ..Settings::default() })
}

fn part(references: &[(&str, &str, u32)], times: (f64, f64)) -> Vec<u8> {
    let mut session = mergeable();
    session.expect_format(TraceFormat::Csv, "references").expect("one format");
    session.expect_objects(true, "references").expect("all have objects");
    for (pool, object, page) in references {
        let (pool, object) = (session.pool(pool).expect("few pools"), session.object(object));
        let page = [u64::from(object) << 32 | u64::from(*page)];
        let touch = [Touch::read(Access::Random)];
        session.push(pool, Columns::new(&page, &touch).expect("one length")).expect("a reference");
    }
    session.reach(times.0, times.1);
    session.to_part().expect("a part")
}

static FIRST: LazyLock<Vec<u8>> = LazyLock::new(|| {
    part(&[("BP0", "A", 1), ("BP0", "B", 1), ("BP1", "A", 1), ("BP0", "A", 1), ("BP0", "A", 9)], (1.0, 4.0))
});

/// A part with several pools and objects, one with a single page, and one without any.
pub fn seeds() -> Vec<Vec<u8>> {
    let later = part(&[("BP1", "A", 1), ("BP0", "B", 1), ("BP0", "C", 7), ("BP0", "A", 1)], (4.0, 9.0));
    vec![FIRST.clone(), later, part(&[("BP0", "A", 1)], (5.0, 5.0)), part(&[], (0.0, 0.0))]
}

/// Alone, and after a part that is whole.
pub fn check(bytes: &[u8]) {
    for before in [None, Some(&*FIRST)] {
        let mut session = mergeable();
        if let Some(whole) = before {
            session.append_part(whole, "the first").expect("a part");
        }
        if session.append_part(bytes, "the second").is_err() {
            continue;
        }
        for pool in session.pools() {
            let rows = session.lru_rows(&pool.pool, &[Pages(1), Pages(2), Pages(100)]).expect("a curve");
            let reads: Vec<u64> = rows.iter().map(|row| row.reads.total().0).collect();
            assert!(reads.is_sorted_by(|small, large| small >= large), "{reads:?}");
        }
        let _ = session.finish();
        if let Ok(again) = session.to_part() {
            mergeable().append_part(&again, "the merged one").expect("what was merged is a part");
        }
    }
}
