//! CICS monitoring: tasks by the dictionary of their region, as rows and as measures.
#![allow(clippy::unwrap_used)]

mod loaded;
mod records;

use std::fs;

use crate::common::{LAYOUTS, PREPARED, values, values_of};
use arrow_array::Array;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt64Type;
use getpage_smf::encode::Row;
use getpage_smf::frame::spanned;
use getpage_smf::layout::Value;
use getpage_smf::layout::monitoring::TASKS;
use getpage_smf::load::{Input, Options, load_with};
use getpage_smf::monitoring::histogram;
use getpage_smf::writer::Target;
use loaded::{Loaded, load, rows_of};
use proptest::prelude::*;
use records::{TIME, dictionary, entries, entry, record, task, tasks};

#[test]
fn a_task_reads_as_it_was_written_by_any_dictionary_compressed_or_not() {
    let usual = LAYOUTS.monitoring.fields.iter().filter(|f| f.inside.is_none());
    let fields: Vec<_> = usual.flat_map(|f| f.columns("")).collect();
    let strategy = (values::row(&fields), any::<bool>(), 1i64..1 << 40);
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    proptest::test_runner::TestRunner::new(config)
        .run(&strategy, |(mut row, compressed, response)| {
            row.insert("started".to_owned(), Value::Int(TIME.into()));
            row.insert("ended".to_owned(), Value::Int((TIME + response).into()));
            for field in LAYOUTS.monitoring.fields.iter().filter(|f| f.usual_length() == 4) {
                let short = |v: &Value| if let Value::Int(n) = v { Value::Int(n % (1 << 32)) } else { v.clone() };
                row.entry(field.name.clone()).and_modify(|v| *v = short(v));
            }
            row.insert("task_number".to_owned(), Value::Int(4711));
            let (rows, log) = rows_of(&[
                record("CICSA", &[("CICS dictionary", vec![])], compressed),
                record("CICSA", &[(TASKS.0, vec![row.clone()])], compressed),
            ]);
            prop_assert_eq!(log.count, 0, "{:?}", log.listed);
            prop_assert_eq!(rows.len(), 1);
            for (name, value) in &row {
                prop_assert_eq!(&rows[0][name], value, "{}", name);
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn fields_that_a_region_leaves_out_are_null_and_those_of_the_user_are_counted() {
    let some = entries(&["ended", "cpu", "transaction", "started", "task_number"]);
    let mut row = task("PAY1", 5, 0, 2000, 300.0);
    row.retain(|name, _| {
        ["transaction", "task_number", "started", "ended", "cpu_us", "cpu_count"].contains(&name.as_str())
    });
    let records = vec![
        record("CICSA", &[("CICS dictionary", some.clone())], false),
        record("CICSA", &[("CICS dictionary", some), (TASKS.0, vec![row.clone()])], false),
    ];
    let (rows, log) = rows_of(&records);
    assert_eq!(log.count, 0, "{:?}", log.listed);
    assert!(row.iter().all(|(name, value)| rows[0][name] == *value), "{rows:?}");
    assert_eq!(rows[0]["dispatch_us"], Value::Null);
    let loaded = load(&[records], Options::default(), 1);
    assert_eq!(loaded.sum("fields_kept_out"), 1);
    let batch = &loaded.batches("cics_transaction")[0];
    assert_eq!(batch.column_by_name("dispatch_us").unwrap().null_count(), 1);
}

#[test]
fn fields_of_the_user_are_kept_by_the_names_of_the_dictionary() {
    let mut some = entries(&["ended", "cpu", "transaction", "started"]);
    for (kind, id, length) in [('A', 1, 4), ('S', 2, 12), ('C', 3, 6), ('P', 4, 3), ('T', 5, 8)] {
        some.push(entry("ACCT", kind, id, length, "MINE"));
    }
    let user = [
        ("ACCT.A001", Value::Int(4_000_000_000)),
        ("ACCT.S002_us", Value::Float(12.5)),
        ("ACCT.S002_count", Value::Int(3)),
        ("ACCT.C003", Value::Text("A\"B\\C".to_owned())),
        ("ACCT.P004", Value::Int(-17)),
        ("ACCT.T005", Value::Int(TIME.into())),
    ];
    let mut row = task("PAY1", 5, 0, 2000, 300.0);
    row.retain(|name, _| ["transaction", "started", "ended", "cpu_us", "cpu_count"].contains(&name.as_str()));
    row.extend(user.map(|(name, value)| (name.to_owned(), value)));
    let written = [record("CICSA", &[("CICS dictionary", some.clone())], false)];
    let done = [record("CICSA", &[("CICS dictionary", some), (TASKS.0, vec![row])], true)];
    let (rows, log) = rows_of(&[written, done].concat());
    assert_eq!(log.count, 0, "{:?}", log.listed);
    let said = format!(
        r#"{{"MYGROUP.A001":0,"ACCT.A001":4000000000,"ACCT.S002_us":12.5,"ACCT.S002_count":3,"ACCT.C003":"A\"B\\C","ACCT.P004":-17,"ACCT.T005":{TIME}}}"#
    );
    assert_eq!(rows[0]["user_fields"], Value::Text(said));
    let (plain, _) = rows_of(&[dictionary("CICSA"), tasks("CICSA", &[task("PAY1", 1, 0, 1000, 10.0)])]);
    assert_eq!(plain[0]["user_fields"], Value::Null);
}

#[test]
fn tasks_are_told_apart_by_application_and_platform_and_the_fields_of_the_user_add_up() {
    let mut some =
        entries(&["ended", "cpu", "transaction", "started", "application", "platform", "major_version", "program"]);
    some.push(entry("ACCT", 'A', 1, 4, "MINE"));
    some.push(entry("ACCT", 'S', 2, 12, "MINE"));
    let rows = (0..60i64).map(|n| {
        let mut row = task("PAY1", n, 0, 2000, 300.0);
        row.retain(|name, _| ["transaction", "started", "ended", "cpu_us", "cpu_count"].contains(&name.as_str()));
        if let Some(name) = [None, Some("PAYMENTS"), Some("ADDRESSES")][n as usize % 3] {
            row.insert("application".to_owned(), Value::Text(name.to_owned()));
            row.insert("platform".to_owned(), Value::Text("PROD".to_owned()));
            row.insert("major_version".to_owned(), Value::Int(0));
        }
        row.insert("program".to_owned(), Value::Text("PAYMENT1".to_owned()));
        row.insert("ACCT.A001".to_owned(), Value::Int(n.into()));
        row.insert("ACCT.S002_us".to_owned(), Value::Float(0.5));
        row.insert("ACCT.S002_count".to_owned(), Value::Int(2));
        row
    });
    let rows: Vec<_> = rows.collect();
    let records: Vec<_> = std::iter::once(record("CICSA", &[("CICS dictionary", some.clone())], false))
        .chain(
            rows.chunks(6)
                .map(|part| record("CICSA", &[("CICS dictionary", some.clone()), (TASKS.0, part.to_vec())], false)),
        )
        .collect();
    for files in [vec![records.clone()], vec![records[..5].to_vec(), [&records[..1], &records[5..]].concat()]] {
        for threads in [1, 3] {
            let loaded = load(&files, Options::default(), threads);
            assert_eq!(loaded.damage(), Vec::<String>::new());
            assert_eq!(loaded.sum("tasks"), 60);
            let mut told = std::collections::BTreeMap::<_, (u64, u64, f64)>::new();
            for batch in loaded.batches("cics_transaction") {
                let text = |name: &str, at: usize| match &values_of(batch.column_by_name(name).unwrap())[at] {
                    Value::Text(text) => Some(text.clone()),
                    _ => None,
                };
                let tasks = batch.column_by_name("tasks").unwrap().as_primitive::<UInt64Type>();
                for at in 0..batch.num_rows() {
                    let versioned =
                        !matches!(values_of(batch.column_by_name("major_version").unwrap())[at], Value::Null);
                    assert_eq!(versioned, text("application", at).is_some());
                    assert_eq!(text("program", at).unwrap(), "PAYMENT1");
                    let user = text("user_fields", at).unwrap();
                    let number = |name: &str| {
                        let from = user.find(&format!("\"{name}\":")).unwrap() + name.len() + 3;
                        let digits: String =
                            user[from..].chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                        digits.parse::<f64>().unwrap()
                    };
                    let one = told.entry((text("application", at), text("platform", at))).or_default();
                    one.0 += tasks.value(at);
                    one.1 += number("ACCT.A001") as u64;
                    one.2 += number("ACCT.S002_us") / number("ACCT.S002_count");
                }
            }
            let prod = Some("PROD".to_owned());
            let files = files.len() as f64;
            assert_eq!(told[&(None, None)], (20, (0..60).step_by(3).sum(), files * 0.25));
            let payments = (Some("PAYMENTS".to_owned()), prod.clone());
            assert_eq!(told[&payments], (20, (1..60).step_by(3).sum(), files * 0.25));
            assert_eq!(told[&(Some("ADDRESSES".to_owned()), prod)].0, 20);
            assert_eq!(told.len(), 3);
        }
    }
}

#[test]
fn a_task_whose_tcbs_were_dispatched_longer_or_shorter_than_itself_is_counted() {
    let parts = |qr: f64, other: f64, files: f64, key8: f64, key9: f64| {
        let mut row = task("PAY1", 5, 0, 20_000, 9_000.0);
        row.insert("dispatch_us".to_owned(), Value::Float(10_000.0));
        for (name, value) in [("qr", qr), ("other", other), ("ro", files), ("key8", key8), ("key9", key9)] {
            row.insert(format!("{name}_dispatch_us"), Value::Float(value));
        }
        row
    };
    for (row, odd) in [
        (parts(4000.0, 1000.0, 500.0, 5000.0, 0.0), 0), // RO among the others
        (parts(4000.0, 0.0, 1000.0, 5000.0, 0.0), 0),   // and beside them
        (parts(0.0, 0.0, 0.0, 0.0, 0.0), 0),            // not measured
        (parts(9000.0, 0.0, 0.0, 5000.0, 0.0), 1),
        (parts(4000.0, 0.0, 0.0, 0.0, 1000.0), 1),
    ] {
        let loaded = load(&[vec![dictionary("CICSA"), tasks("CICSA", &[row])]], Options::default(), 1);
        assert_eq!(loaded.sum("inconsistent"), odd);
    }
}

#[test]
fn a_dictionary_is_taken_from_before_or_after_or_another_region_of_the_release_or_a_file() {
    let own = tasks("CICSA", &[task("PAY1", 1, 0, 1000, 10.0)]);
    let none = load(&[vec![own.clone()]], Options::default(), 1);
    assert_eq!((none.undecoded(), none.batches("cics_transaction").len()), (1, 0));
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), dictionary("CICSZ")).unwrap();
    let given = Options { dictionaries: vec![file.path().to_path_buf()], ..Options::default() };
    for (files, options) in [
        (vec![vec![dictionary("CICSA"), own.clone()]], Options::default()),
        (vec![vec![own.clone(), dictionary("CICSA")]], Options::default()),
        (vec![vec![own.clone()], vec![dictionary("CICSA")]], Options::default()),
        (vec![vec![own.clone(), dictionary("CICSB")]], Options::default()),
        (vec![vec![own.clone()]], given),
    ] {
        for threads in [1, 3] {
            let loaded = load(&files, options.clone(), threads);
            assert_eq!(loaded.damage(), Vec::<String>::new());
            assert_eq!((loaded.undecoded(), loaded.sum("tasks"), loaded.sum("file_gets")), (0, 1, 7));
        }
    }
}

#[test]
fn a_wrong_dictionary_is_refused_and_no_number_is_read_by_it() {
    let all = entries(&["transaction", "task_number", "started", "ended", "cpu"]);
    let row = Row::from([
        ("transaction".to_owned(), Value::Text("PAY1".to_owned())),
        ("task_number".to_owned(), Value::Int(1)),
        ("started".to_owned(), Value::Int(TIME.into())),
        ("ended".to_owned(), Value::Int((TIME + 5).into())),
    ]);
    let own = record("CICSA", &[("CICS dictionary", all.clone()), (TASKS.0, vec![row])], false);
    let changed = |change: &dyn Fn(&mut Vec<Row>)| {
        let mut other = all.clone();
        change(&mut other);
        record("CICSA", &[("CICS dictionary", other)], false)
    };
    let put = |row: &mut Row, name: &str, value: Value| drop(row.insert(name.to_owned(), value));
    for (other, why) in [
        (changed(&|rows| put(&mut rows[5], "name", Value::Text("RMITIME".to_owned()))), "which is USRCPUT"),
        (changed(&|rows| put(&mut rows[1], "length", Value::Int(8))), "fields of"),
        (changed(&|rows| put(&mut rows[5], "length", Value::Int(9))), "of 9 bytes"),
        (changed(&|rows| drop(rows.pop())), "connector 5 to be entry 6 of 5"),
        (changed(&|rows| rows.swap(3, 4)), "task 0 from"),
        (changed(&|rows| rows.swap(0, 2)), "task 0 with"),
    ] {
        let loaded = load(&[vec![other, own.clone()]], Options::default(), 1);
        assert!(loaded.damage().iter().any(|d| d.contains(why)), "{why}: {:?}", loaded.damage());
        assert!(loaded.batches("cics_transaction").is_empty());
    }
}

#[test]
fn records_of_one_task_are_one_task_with_the_response_of_all() {
    let part = |kind: &str, start: i64, response: i64, records: i64| {
        let mut row = task("CONV", 9, start, response, 100.0);
        row.insert("record_type_code".to_owned(), Value::Text(format!("   {kind}")));
        row.insert("performance_records".to_owned(), Value::Int(records.into()));
        row
    };
    let one = [part("C", 0, 1000, 1), part("S", 1000, 500, 2), part("T", 1500, 2500, 3)];
    for order in [[0, 1, 2], [2, 0, 1]] {
        let mut records = vec![dictionary("CICSA")];
        records.extend(order.iter().map(|n| tasks("CICSA", &[one[*n].clone()])));
        let loaded = load(&[records], Options::default(), 2);
        assert_eq!((loaded.sum("tasks"), loaded.sum("performance_records_read"), loaded.sum("file_gets")), (1, 3, 21));
        assert_eq!((loaded.total("response_us"), loaded.total("cpu_peak_us")), (4000.0, 300.0));
    }
    let loaded = load(&[vec![dictionary("CICSA"), tasks("CICSA", &one[..2])]], Options::default(), 1);
    assert_eq!((loaded.sum("tasks"), loaded.sum("unfinished")), (0, 1));
}

#[test]
fn measures_are_the_sums_of_the_tasks_and_percentiles_are_within_one_percent() {
    // Responses spread over four orders of magnitude (a linear congruential generator, Knuth's MMIX).
    let mut state = 20_261_122u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    let all: Vec<(i64, f64)> =
        (0..5000).map(|_| ((50.0 * 10f64.powf(4.0 * next())) as i64, 20.0 + 500.0 * next())).collect();
    let row =
        |(nth, (response, cpu)): (usize, &(i64, f64))| task("PAY1", nth as i64 + 1, nth as i64 * 1000, *response, *cpu);
    let rows: Vec<Row> = all.iter().enumerate().map(row).collect();
    let mut records = vec![dictionary("CICSA")];
    records.extend(rows.chunks(20).map(|some| tasks("CICSA", some)));
    for threads in [1, 3] {
        let loaded = load(&[records.clone()], Options { tasks: true, ..Options::default() }, threads);
        assert_eq!((loaded.sum("tasks"), loaded.sum("file_gets")), (5000, 35_000));
        assert_eq!(loaded.total("response_us"), all.iter().map(|(response, _)| *response as f64).sum::<f64>());
        let kept: usize = loaded.batches("cics_task").iter().map(|batch| batch.num_rows()).sum();
        assert_eq!(kept, 5000);
        let mut sorted: Vec<i64> = all.iter().map(|(response, _)| *response).collect();
        sorted.sort_unstable();
        for share in [0.01, 0.5, 0.9, 0.95, 0.99, 0.999] {
            let exact = sorted[(share * 5000.0f64).ceil() as usize - 1] as f64;
            let found = histogram::percentile(&loaded.histogram("response"), share).unwrap() / 4096.0;
            assert!((found / exact - 1.0).abs() < 0.01, "{share}: {found} instead of {exact}");
        }
    }
}

#[test]
fn whatever_a_record_is_cut_or_changed_to_nothing_panics_and_nothing_is_silent() {
    let rows = [task("PAY1", 1, 0, 1000, 10.0), task("PAY2", 2, 5, 90, 10.0)];
    for compressed in [false, true] {
        let plain = [dictionary("CICSA"), record("CICSA", &[(TASKS.0, rows.to_vec())], compressed)];
        let last = &plain[1];
        for at in (4..last.len()).step_by(3) {
            for flip in [0x01, 0x80, 0xFF] {
                let mut bytes = last.clone();
                bytes[at] ^= flip;
                let (rows, log) = rows_of(&[plain[0].clone(), bytes]);
                assert!(rows.len() <= 2 && log.count <= 2, "{} rows, {:?}", rows.len(), log.listed);
            }
            let mut short = last[..at.max(24)].to_vec();
            let length = (short.len() as u16).to_be_bytes();
            short[..2].copy_from_slice(&length);
            let (rows, log) = rows_of(&[plain[0].clone(), short]);
            assert!(rows.is_empty() && log.count == 1, "cut at {at}: {} rows, {:?}", rows.len(), log.listed);
        }
    }
}

#[test]
fn records_in_any_framing_give_the_same_tasks() {
    let rows: Vec<Row> = (1..60).map(|n| task("PAY1", n, n * 10, 1000 + n, 10.0)).collect();
    let records = [dictionary("CICSA"), tasks("CICSA", &rows[..30]), tasks("CICSA", &rows[30..])];
    let directory = tempfile::tempdir().unwrap();
    let spanned_file = directory.path().join("spanned");
    fs::write(&spanned_file, spanned(&records, 1000)).unwrap();
    let target = Target { directory: directory.path(), tag: "t", days: false, durable: false };
    let inputs = [Input::whole(spanned_file, 0)];
    let (summaries, _) = load_with(&Options::default(), &inputs, &PREPARED, target, None, 1, &mut |_, _| true).unwrap();
    assert_eq!(summaries[0].damage.count, 0);
    let loaded = Loaded { summaries, directory };
    assert_eq!((loaded.sum("tasks"), loaded.sum("file_gets")), (59, 59 * 7));
}

#[test]
fn an_exception_is_a_row_of_its_own_whatever_dictionary_there_is() {
    let exception = Row::from([
        ("transaction".to_owned(), Value::Text("PAY1".to_owned())),
        ("task_number".to_owned(), Value::Int(77)),
        ("started".to_owned(), Value::Int(TIME.into())),
        ("ended".to_owned(), Value::Int((TIME + 1500).into())),
        ("resource_type".to_owned(), Value::Text("LSRPOOL".to_owned())),
        ("resource".to_owned(), Value::Text("3".to_owned())),
        ("exception_type".to_owned(), Value::Text("string wait".to_owned())),
    ]);
    for compressed in [false, true] {
        let bytes = record("CICSA", &[("MNEXCDS", vec![exception.clone()])], compressed);
        let outcome = crate::common::read(&bytes);
        assert_eq!(outcome.log.count, 0, "{:?}", outcome.log.listed);
        let rows = &outcome.tables["cics_exception"];
        assert!(exception.iter().all(|(name, value)| rows[0][name] == *value), "{rows:?}");
        assert_eq!(rows[0]["region"], Value::Text("CICSA".to_owned()));
    }
}
