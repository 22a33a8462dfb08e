//! Files in any packing, and in several, come out whole; archives give each of their members, or say why not.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use getpage_pack::archive::{Member, members};
use getpage_pack::terse::{self, Method};
use getpage_pack::{Layer, PackError, Source, unpack, xmit};
use lzma_rust2::{XzOptions, XzWriter};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn file(directory: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = directory.path().join(name);
    fs::write(&path, bytes).expect("room");
    path
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 1).expect("memory")
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut out = XzWriter::new(Vec::new(), XzOptions::with_preset(1)).expect("memory");
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut out = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

fn spack(bytes: &[u8]) -> Vec<u8> {
    terse::write(Method::Spack, false, 4, bytes.chunks(4))
}

fn sent(bytes: &[u8]) -> Vec<u8> {
    // The records of a tersed data set.
    let padded = bytes.len().next_multiple_of(1024);
    let bytes = [bytes, &vec![0; padded - bytes.len()]].concat();
    xmit::write(Some(1024), bytes.chunks(1024))
}

fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        out.start_file(*name, SimpleFileOptions::default()).expect("memory");
        out.write_all(bytes).expect("memory");
    }
    out.finish().expect("memory").into_inner()
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_cksum();
        out.append_data(&mut header, name, *bytes).expect("memory");
    }
    out.into_inner().expect("memory")
}

/// Members of an archive: names, and the bytes or why there are none.
fn found(directory: &TempDir, bytes: &[u8]) -> Vec<(String, Result<Vec<u8>, String>)> {
    let spool = directory.path().join("spool");
    fs::create_dir_all(&spool).expect("room");
    let all = members(&file(directory, "archive", bytes), &spool).expect("an archive").expect("members");
    let read = |member: Member| match (member.path, member.why) {
        (Some(path), None) => (member.name, Ok(fs::read(path).expect("spooled"))),
        (_, why) => (member.name, Err(why.expect("why not"))),
    };
    all.into_iter().map(read).collect()
}

#[test]
fn packed_files_are_unpacked_whole_and_others_are_copied() {
    let directory = tempfile::tempdir().expect("room");
    let bytes: Vec<u8> = (0..70_000u32).flat_map(u32::to_be_bytes).collect();
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let packed: [(&[Layer], Vec<u8>); 9] = [
        (&[], bytes.clone()),
        (&[Layer::Gzip], gzip(&bytes)),
        (&[Layer::Zstd], zstd(&bytes)),
        (&[Layer::Xz], [xz(first), xz(second)].concat()),
        (&[Layer::Bzip2], [bzip2(first), bzip2(second)].concat()),
        (&[Layer::Xz, Layer::Bzip2], xz(&bzip2(&bytes))),
        (&[Layer::Spack], spack(&bytes)),
        (&[Layer::Gzip, Layer::Spack], gzip(&spack(&bytes))),
        (&[Layer::Zstd, Layer::Xmit, Layer::Spack], zstd(&sent(&spack(&bytes)))),
    ];
    for (layers, each) in packed {
        let path = file(&directory, "packed", &each);
        let target = directory.path().join("unpacked");
        assert_eq!(unpack(&path, &target).expect("sound"), bytes.len() as u64);
        assert!(fs::read(&target).expect("written") == bytes, "{layers:?}");
        assert_eq!(Source::open(&path).expect("sound").layers, layers);
    }
    let cut = file(&directory, "cut", &[0x1F, 0x8B, 8, 0, 0]);
    assert!(matches!(unpack(&cut, &directory.path().join("unpacked")), Err(PackError::Io(_))));
    assert!(matches!(Source::open(Path::new("no such file")), Err(PackError::Io(_))));
}

#[test]
fn packings_around_each_other_without_end_are_refused() {
    let directory = tempfile::tempdir().expect("room");
    let deep = (0..8).fold(b"text".to_vec(), |bytes, _| gzip(&bytes));
    let error = Source::open(&file(&directory, "deep", &deep)).err().expect("too deep").to_string();
    assert!(error.starts_with("packed 7 deep (gzip, gzip,"), "{error}");
}

/// 95 KB of zstd hold 3 GB of zeros: what comes out is limited, and costs no memory.
#[test]
fn what_expands_too_far_ends_with_a_sentence() {
    let directory = tempfile::tempdir().expect("room");
    let mut packed = zstd::Encoder::new(Vec::new(), 1).expect("memory");
    let zeros = vec![0; 1 << 20];
    for _ in 0..1_100 {
        packed.write_all(&zeros).expect("memory");
    }
    let path = file(&directory, "bomb", &packed.finish().expect("memory"));
    let error =
        std::io::copy(&mut Source::open(&path).expect("its head").rest, &mut std::io::sink()).expect_err("a limit");
    assert!(error.to_string().starts_with("unpacks to more than 1073741824 bytes from "), "{error}");
}

/// What its header asks for is not taken before it is known to be little.
#[test]
fn xz_that_asks_for_much_memory_ends_with_a_sentence() {
    let directory = tempfile::tempdir().expect("room");
    let mut options = XzOptions::with_preset(1);
    options.lzma_options.dict_size = 1 << 27;
    let mut out = XzWriter::new(Vec::new(), options).expect("memory");
    out.write_all(b"text").expect("memory");
    let path = file(&directory, "greedy", &out.finish().expect("memory"));
    let error = Source::open(&path).err().expect("a limit").to_string();
    assert!(error.contains("memory"), "{error}");
}

#[test]
fn every_member_of_an_archive_in_an_archive_is_found() {
    let directory = tempfile::tempdir().expect("room");
    let inner = tar(&[("two", b"second"), ("a/three", b"third")]);
    let text = |bytes: &[u8]| Ok(bytes.to_vec());
    let wanted = [
        ("one".to_owned(), text(b"first")),
        ("inner.tar.gz!two".to_owned(), text(b"second")),
        ("inner.tar.gz!a/three".to_owned(), text(b"third")),
    ];
    let members: [(&str, &[u8]); 2] = [("one", b"first"), ("inner.tar.gz", &gzip(&inner))];
    for outer in [zip(&members), tar(&members), gzip(&zip(&members)), zstd(&tar(&members))] {
        assert_eq!(found(&directory, &outer), wanted);
    }
}

#[test]
fn a_member_that_cannot_be_had_is_told_of_with_why() {
    let directory = tempfile::tempdir().expect("room");
    let mut sound = zip(&[("good", b"first"), ("bad", &[7; 4_000])]);
    let place = sound.windows(3).position(|bytes| bytes == b"bad").expect("its name") + 5;
    sound[place] ^= 0x55;
    let all = found(&directory, &sound);
    assert_eq!(all[0], ("good".to_owned(), Ok(b"first".to_vec())));
    assert!(all[1].0 == "bad" && all[1].1.is_err(), "{all:?}");

    let deep = (0..4).fold(b"text".to_vec(), |bytes, _| zip(&[("z", &bytes)]));
    let all = found(&directory, &deep);
    assert_eq!(all.len(), 1);
    assert!(all[0].0 == "z!z!z" && all[0].1.as_ref().is_err_and(|why| why.contains("in 3 others")), "{all:?}");

    let mut cut = tar(&[("first", &[1; 600]), ("second", &[2; 5_000])]);
    cut.truncate(3_000);
    let all = found(&directory, &cut);
    assert!(all[0] == ("first".to_owned(), Ok(vec![1; 600])) && all[1].1.is_err(), "{all:?}");
}

#[test]
fn a_directory_of_zip_that_is_cut_off_is_an_error_of_the_archive() {
    let directory = tempfile::tempdir().expect("room");
    let whole = zip(&[("good", b"first")]);
    let path = file(&directory, "cut", &whole[..whole.len() - 30]);
    assert!(matches!(members(&path, directory.path()), Err(PackError::Zip(_))));
    assert!(members(&file(&directory, "none", b"text"), directory.path()).expect("a file").is_none());
}

#[test]
fn a_source_that_fails_gives_what_came_before() {
    let directory = tempfile::tempdir().expect("room");
    let bytes: Vec<u8> = (0..200_000u32).flat_map(u32::to_be_bytes).collect();
    let packed = gzip(&bytes);
    let mut source = Source::open(&file(&directory, "cut", &packed[..packed.len() / 2])).expect("its head");
    let mut all = source.head.clone();
    assert!(source.rest.read_to_end(&mut all).is_err());
    assert!(all.len() > bytes.len() / 3 && bytes.starts_with(&all));
}
