//! Packed files: whatever they are packed in, or seem to be, what is inside comes out or is refused.

use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use getpage_pack::terse::{self, Method};
use getpage_pack::{Source, archive, xmit};
use lzma_rust2::{XzOptions, XzWriter};

use crate::traces::with_file;

/// Bytes that are taken of what a file unpacks to; a few bytes may stand for gigabytes.
const ENOUGH: u64 = 1 << 20;

/// Forty records in each packing that is written here, and tersed ones in an archive.
pub fn seeds() -> Vec<Vec<u8>> {
    let records: Vec<Vec<u8>> = (0..40u32).map(|n| [&n.to_be_bytes()[..], &[0x40; 30], &[7; 6]].concat()).collect();
    let slices = || records.iter().map(Vec::as_slice);
    let tersed = |method, variable| terse::write(method, variable, 40, slices());
    let packed = tersed(Method::Pack, false);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&packed).expect("memory");
    let mut xz = XzWriter::new(Vec::new(), XzOptions::with_preset(0)).expect("memory");
    xz.write_all(&packed).expect("memory");
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(&packed).expect("memory");
    vec![
        tersed(Method::Pack, true),
        tersed(Method::Spack, false),
        tersed(Method::Spack, true),
        xmit::write(None, slices()),
        xmit::write(Some(40), slices()),
        xmit::write(Some(80), packed.chunks_exact(80)),
        gzip.finish().expect("memory"),
        xz.finish().expect("memory"),
        bzip2.finish().expect("memory"),
        zstd::encode_all(records.concat().as_slice(), 1).expect("memory"),
        zip("dump.trs", &packed),
        tar("dump.trs", &packed),
        packed,
    ]
}

fn zip(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("memory");
    archive.write_all(bytes).expect("memory");
    archive.finish().expect("memory").into_inner()
}

fn tar(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut archive = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_ustar();
    header.set_size(bytes.len() as u64);
    archive.append_data(&mut header, name, bytes).expect("memory");
    archive.into_inner().expect("memory")
}

/// As a file, and its members as files.
pub fn check(bytes: &[u8]) {
    with_file("packed", bytes, |path| {
        let directory = path.with_file_name("members");
        fs::create_dir_all(&directory).expect("a directory");
        read(path);
        let members = archive::members(path, &directory).ok().flatten().unwrap_or_default();
        members.iter().filter_map(|member| member.path.as_deref()).for_each(read);
        fs::remove_dir_all(&directory).expect("a directory");
    });
}

fn read(path: &Path) {
    if let Ok(source) = Source::open(path) {
        let _ = io::copy(&mut source.rest.take(ENOUGH), &mut io::sink());
    }
}
