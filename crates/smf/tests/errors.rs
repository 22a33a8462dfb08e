//! Files that cannot be read, inspected or loaded: each reason is an error of its own, with the file's name.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use crate::common::{LAYOUTS, PREPARED, site};
use getpage_smf::error::Error;
use getpage_smf::frame::{Framing, NotSmf};
use getpage_smf::inspect::{framing, inspect};
use getpage_smf::load::{Input, Keys, load};
use getpage_smf::writer::Target;
use tempfile::TempDir;

fn file(directory: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = directory.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn into(directory: &Path) -> Target<'_> {
    Target { directory, tag: "0", days: false, durable: false }
}

fn dump(directory: &TempDir) -> PathBuf {
    file(directory, "dump", &site::small(&LAYOUTS).concat())
}

fn not_smf(bytes: &[u8]) -> NotSmf {
    match framing(Path::new("a/file"), bytes, true, &LAYOUTS) {
        Err(Error::NotSmf { why, path }) => {
            assert!(path.ends_with("file"), "{path}");
            why
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn each_reason_why_a_file_has_no_records_is_told_apart() {
    assert_eq!(not_smf(b""), NotSmf::Empty);
    assert_eq!(not_smf(b"too short"), NotSmf::Short { bytes: 9 });
    assert!(matches!(not_smf(b"%PDF-1.7 and more of it"), NotSmf::Other(what) if what == "a PDF document"));
    assert_eq!(not_smf(b"a text that is long enough to be a record but is none"), NotSmf::NoRecord);
    assert_eq!(not_smf(b"....QWHS....QPST in ASCII, long enough to be a record"), NotSmf::Translated);
    assert_eq!(not_smf(&[&[1; 40][..], &[0xD8, 0xD7, 0xE2, 0xE3], &[1; 40]].concat()), NotSmf::NoBoundaries);
}

#[test]
fn a_file_that_is_not_there_is_an_error_of_the_system() {
    let missing = Path::new("no").join("such").join("file");
    let error = inspect(&missing, &PREPARED, &mut |_, _| true).unwrap_err();
    assert!(matches!(&error, Error::Read { path, .. } if path.ends_with("file")), "{error}");
}

#[test]
fn who_watches_can_stop_the_work() {
    let directory = tempfile::tempdir().unwrap();
    let path = dump(&directory);
    assert_eq!(framing(&path, &std::fs::read(&path).unwrap(), true, &LAYOUTS).unwrap(), Framing::Rdw);
    assert!(matches!(inspect(&path, &PREPARED, &mut |_, _| false), Err(Error::Stopped)));
    for threads in [1, 3] {
        let inputs = [Input::whole(path.clone(), 1)];
        let stopped = load(&inputs, &PREPARED, into(directory.path()), None, threads, &mut |_, _| false);
        assert!(matches!(stopped, Err(Error::Stopped)), "{threads} threads: {stopped:?}");
    }
}

#[test]
fn rows_that_cannot_be_written_are_the_cause_whatever_the_threads() {
    let directory = tempfile::tempdir().unwrap();
    let inputs = [Input::whole(dump(&directory), 1)];
    for threads in [1, 3] {
        let gone = directory.path().join("gone");
        let failed = load(&inputs, &PREPARED, into(&gone), None, threads, &mut |_, _| true).unwrap_err();
        assert!(matches!(&failed, Error::Write { path, .. } if path.contains("gone")), "{failed}");
        assert!(failed.to_string().starts_with("writing "), "{failed}");
    }
}

#[test]
fn a_store_that_cannot_say_what_it_has_stops_the_load_whatever_the_threads() {
    let directory = tempfile::tempdir().unwrap();
    let inputs = [Input::whole(dump(&directory), 1)];
    for threads in [1, 3] {
        let mut keys = Keys::new(directory.path(), Box::new(|_| Err(Error::Stopped)));
        let target = Target { days: true, ..into(directory.path()) };
        let stopped = load(&inputs, &PREPARED, target, Some(&mut keys), threads, &mut |_, _| true);
        assert!(matches!(stopped, Err(Error::Stopped)), "{threads} threads: {stopped:?}");
    }
}
