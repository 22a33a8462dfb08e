//! One run over one trace: which models run, what is one trace, and what is refused.

use std::collections::HashMap;

use getpage_curve::pool::{ClassRule, PageSteal, Percent, PoolSettings, SettingsError};
use getpage_curve::session::{GridSettings, Session, SessionError, Settings, TraceFormat, UnknownFormat};
use getpage_curve::{Access, Chunk, Columns, Pages, PoolId, Touch};

const RANDOM: Touch = Touch::read(Access::Random);

fn push(session: &mut Session, pool: usize, pages: &[u64]) -> Result<(), SessionError> {
    session.push(pool, Columns::new(pages, &vec![RANDOM; pages.len()]).expect("one length"))
}

/// References of two pools, as the CSV reader leaves them.
fn named(settings: Settings) -> Session {
    let mut session = Session::new(settings);
    let pools = ["BP0", "BP1"].map(|name| session.pool(name).expect("two pools"));
    push(&mut session, pools[0], &[1, 2, 1, 2]).expect("pool 0");
    push(&mut session, pools[1], &[1, 2, 3, 4, 1]).expect("pool 1");
    session
}

fn reads(session: &mut Session, pool: &str, sizes: &[u64]) -> Vec<u64> {
    let sizes: Vec<Pages> = sizes.iter().copied().map(Pages).collect();
    session.lru_rows(pool, &sizes).expect("a curve").iter().map(|row| row.reads.total().0).collect()
}

fn grid(pools: &[(u64, u8)]) -> GridSettings {
    let settings = |(size, vpseqt)| PoolSettings { size: Pages(size), vpseqt: Percent::new(vpseqt).expect("percent") };
    GridSettings {
        steal: PageSteal::Lru(ClassRule::KeepRandom),
        pools: HashMap::new(),
        others: pools.iter().copied().map(settings).collect(),
        watch: None,
    }
}

#[test]
fn each_pool_of_a_trace_has_its_own_curve() {
    let mut session = named(Settings::default());
    assert_eq!(session.finish(), Ok(None));
    assert_eq!(session.references(), 9);
    assert_eq!(reads(&mut session, "BP0", &[1, 2]), [4, 2]);
    assert_eq!(reads(&mut session, "BP1", &[1, 4]), [5, 4]);
    let pools = session.pools();
    assert_eq!(pools.iter().map(|pool| pool.pool.as_str()).collect::<Vec<_>>(), ["BP0", "BP1"]);
    assert_eq!(pools[1].getpages[Access::Random].0, 5);
    assert_eq!(pools[1].pages, Some(Pages(4)));
    assert_eq!(pools[1].first_touches.map(|touches| touches.total().0), Some(4));
    assert_eq!(pools[1].sample, None);
}

#[test]
fn a_chunk_of_several_pools_goes_to_each_of_them() {
    let mut session = Session::new(Settings::default());
    let csv = "pool,object,page,access\nBP0,A,1,R\nBP1,A,1,S\nBP0,A,1,R\n";
    let mut reader = getpage_curve::trace::CsvTrace::new(csv.as_bytes(), session.names().clone()).expect("a heading");
    let mut chunk = Chunk::new();
    while getpage_curve::TraceReader::read_chunk(&mut reader, &mut chunk).expect("references") {
        assert_eq!(chunk.pools(), [PoolId(0), PoolId(1), PoolId(0)]);
        session.set_names(reader.names());
        session.take(&chunk).expect("two pools");
    }
    assert_eq!(session.names().pools(), ["BP0", "BP1"]);
    assert_eq!((reads(&mut session, "BP0", &[9]), reads(&mut session, "BP1", &[9])), (vec![1], vec![1]));
}

#[test]
fn only_the_pool_asked_for_is_computed() {
    let mut session = named(Settings { pool: Some("BP1".to_owned()), ..Settings::default() });
    assert_eq!(session.references(), 5);
    assert_eq!(session.pools().len(), 1);
    let refused = session.lru_rows("BP0", &[Pages(1)]);
    assert_eq!(refused, Err(SessionError::NoPool { pool: "BP0".to_owned() }));
}

#[test]
fn a_trace_without_pools_is_called_trace_or_as_it_is_asked_for() {
    for (pool, name) in [(None, "trace"), (Some("BP7".to_owned()), "BP7")] {
        let mut session = Session::new(Settings { pool, ..Settings::default() });
        push(&mut session, 0, &[1, 1]).expect("references");
        assert_eq!(reads(&mut session, name, &[1]), [1]);
    }
}

#[test]
fn a_trace_without_references_is_refused() {
    assert_eq!(Session::new(Settings::default()).finish(), Err(SessionError::Empty));
    let mut session = named(Settings { pool: Some("BP9".to_owned()), ..Settings::default() });
    let found = vec!["BP0".to_owned(), "BP1".to_owned()];
    let refused = session.finish().expect_err("no reference of that pool");
    assert_eq!(refused, SessionError::NoneOfPool { pool: "BP9".to_owned(), found });
    assert_eq!(refused.to_string(), "no references of pool BP9 in the trace, which has BP0, BP1");
}

#[test]
fn files_are_one_trace_only_in_one_format() {
    let mut session = Session::new(Settings::default());
    session.expect_format(TraceFormat::Csv, "a.csv").expect("the first");
    session.expect_format(TraceFormat::Csv, "b.csv").expect("the same");
    let refused = session.expect_format(TraceFormat::Smf, "c.smf").expect_err("another format");
    assert!(refused.to_string().starts_with("c.smf: expected a csv file, as those before it, found smf;"), "{refused}");
}

#[test]
fn pages_within_objects_and_without_do_not_mix() {
    let mut session = Session::new(Settings::default());
    session.expect_objects(true, "first").expect("the first");
    session.expect_objects(true, "second").expect("the same");
    let refused = session.expect_objects(false, "third");
    assert_eq!(refused, Err(SessionError::Objects { name: "third".to_owned() }));
}

#[test]
fn the_same_object_has_the_same_number_in_every_file() {
    let mut session = Session::new(Settings::default());
    let first = session.db2_object([260, 8, 0]);
    assert_ne!(session.db2_object([260, 8, 1]), first);
    assert_eq!(session.db2_object([260, 8, 0]), first);
    assert_eq!(session.object("260.8.0"), first);
    assert_eq!(session.names().objects(), ["260.8.0", "260.8.1"]);
}

#[test]
fn times_go_on_and_what_is_no_time_is_passed_over() {
    let mut session = Session::new(Settings::default());
    assert_eq!(session.last_time(), None);
    session.reach(f64::NAN, 3.0);
    assert_eq!(session.last_time(), None);
    session.reach(1.0, 3.0);
    session.reach(3.0, 8.5);
    session.reach(9.0, f64::INFINITY);
    assert_eq!(session.last_time(), Some(8.5));
}

#[test]
fn beyond_the_limit_the_sample_goes_on_alone() {
    let settings = Settings { keep_sample: true, exact_limit: 1_000_000, ..Settings::default() };
    let mut session = Session::new(settings);
    let pages: Vec<u64> = (0..1_100_000).collect();
    push(&mut session, 0, &pages).expect("a sample runs beside");
    let pool = &session.pools()[0];
    assert_eq!((pool.pages, pool.sample), (None, Some(0.01)));
    let rows = session.lru_rows("trace", &[Pages(1 << 40)]).expect("some 11,000 sampled pages");
    assert!(rows[0].band.is_some_and(|(low, high)| low <= 1.0 && high >= 0.9), "{rows:?}");
}

#[test]
fn beyond_the_limit_a_trace_without_a_sample_is_refused() {
    let mut session = Session::new(Settings { exact_limit: 3, ..Settings::default() });
    let refused = push(&mut session, 0, &[1, 2, 3, 4]);
    assert_eq!(refused, Err(SessionError::TooLong { pool: "trace".to_owned(), limit: 3 }));
}

#[test]
fn a_sample_too_small_to_mean_anything_gives_no_curve() {
    let mut session = Session::new(Settings { sample: Some(0.5), ..Settings::default() });
    push(&mut session, 0, &[1, 2, 3]).expect("references");
    assert!(matches!(session.lru_rows("trace", &[Pages(1)]), Err(SessionError::Sample(_))));
    let mut session = Session::new(Settings { sample: Some(1.5), ..Settings::default() });
    assert!(matches!(push(&mut session, 0, &[1]), Err(SessionError::Rate(_))));
}

#[test]
fn the_bound_is_there_when_asked_for() {
    let mut session = named(Settings { opt: true, ..Settings::default() });
    let rows = session.opt_rows("BP1", &[Pages(2), Pages(4)]).expect("the bound");
    assert_eq!(rows.iter().map(|row| row.reads.total().0).collect::<Vec<_>>(), [4, 4]);
    assert_eq!(named(Settings::default()).opt_rows("BP1", &[Pages(2)]), Err(SessionError::NoBound));
}

#[test]
fn a_session_without_plain_lru_has_no_rows_of_it() {
    let mut session = named(Settings { lru: false, grid: Some(grid(&[(2, 80)])), ..Settings::default() });
    assert_eq!(session.lru_rows("BP0", &[Pages(1)]), Ok(Vec::new()));
    assert_eq!(session.pools()[0].pages, None);
    assert_eq!(session.pools()[0].getpages.total().0, 4);
}

#[test]
fn each_pool_has_the_grid_of_its_name_or_that_of_the_others() {
    let mut wanted = grid(&[(2, 80)]);
    wanted.pools.insert("BP1".to_owned(), grid(&[(4, 80), (1, 50)]).others);
    let mut session = named(Settings { grid: Some(wanted), ..Settings::default() });
    let sizes = |session: &mut Session, pool| -> Vec<(u64, u64)> {
        let rows = session.grid_rows(pool).expect("a grid");
        rows.iter().map(|row| (row.pool.settings.size.0, row.pool.reads.total().0)).collect()
    };
    assert_eq!(sizes(&mut session, "BP0"), [(2, 2)]);
    assert_eq!(sizes(&mut session, "BP1"), [(4, 4), (1, 5)]);
    assert_eq!(named(Settings::default()).grid_rows("BP0"), Ok(Vec::new()));
}

#[test]
fn the_most_sequential_pages_of_a_watched_pool_beyond_the_other_are_kept() {
    let wanted = GridSettings { watch: Some((0, 1)), ..grid(&[(100, 10), (100, 90)]) };
    let mut session = Session::new(Settings { grid: Some(wanted), ..Settings::default() });
    let pages: Vec<u64> = (0..200).collect();
    let touches = vec![Touch::read(Access::Sequential); pages.len()];
    session.push(0, Columns::new(&pages, &touches).expect("one length")).expect("references");
    let rows = session.grid_rows("trace").expect("a grid");
    let (small, large) = (rows[0].sequential_pages.0, rows[1].sequential_pages.0);
    assert!(large >= small, "{small} {large}");
    assert_eq!(rows[0].highest, [Pages(large - small), Pages(0)]);
}

#[test]
fn pools_that_cannot_be_are_refused_and_none_that_is_not_there_is_watched() {
    let wanted = GridSettings { watch: Some((0, 2)), ..grid(&[(1, 80), (2, 80)]) };
    let mut session = Session::new(Settings { grid: Some(wanted), ..Settings::default() });
    let refused = push(&mut session, 0, &[1]);
    assert_eq!(refused, Err(SessionError::Settings(SettingsError::Pool { found: 2, pools: 2 })));
    let mut session = Session::new(Settings { grid: Some(grid(&[(0, 80)])), ..Settings::default() });
    assert!(matches!(push(&mut session, 0, &[1]), Err(SessionError::Settings(SettingsError::Size { .. }))));
}

#[test]
fn more_pools_than_have_numbers_are_refused() {
    let mut session = Session::new(Settings::default());
    for number in 0..65_536 {
        session.pool(&number.to_string()).expect("a number for each");
    }
    assert_eq!(session.pool("one more"), Err(SessionError::TooManyPools));
    assert_eq!(session.pool("65535"), Ok(65_535));
}

#[test]
fn formats_are_found_by_their_names() {
    for format in TraceFormat::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let refused = "avro".parse::<TraceFormat>();
    assert_eq!(refused, Err(UnknownFormat { found: "avro".to_owned() }));
}
