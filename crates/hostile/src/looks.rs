//! A look at a file: what is settled has no word of a reader, and what is handed on is what is inside.

use std::io::Write;
use std::slice;
use std::sync::LazyLock;

use getpage_pack::{Marks, Source};
use getpage_smf::layout::Layouts;
use getpage_smf::look::{self, Kind, Look};

use crate::records::{layouts_of, pick};
use crate::traces::with_file;

static OF_MQ: LazyLock<Layouts> = LazyLock::new(|| layouts_of(&[115]));
/// As the readers have them: of a message, a heading and an element.
const WORDS: [&str; 4] = ["CSQY", "DSNB4", "<DDSML", "STRASSE"];
static MARKS: LazyLock<Marks> = LazyLock::new(|| {
    Marks::new(WORDS.map(|word| word.as_bytes().to_vec()).to_vec()).expect("words of two bytes or more")
});

/// Texts with and without a word, written in several ways, and what is no text.
pub fn seeds() -> Vec<Vec<u8>> {
    let note = "minutes of the meeting: who brings what, and by when\n".repeat(9);
    let log = format!("{note}2026-03-12 10:00:00 csqy220I !MQ01 storage usage\n");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(note.as_bytes()).expect("memory");
    vec![
        note.clone().into_bytes(),
        log.clone().into_bytes(),
        "Die Straße, DSNB4\u{131} und csqy\n".repeat(4).into_bytes(),
        log.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        note.bytes().map(|byte| if byte == b' ' { 0x40 } else { byte | 0x80 }).collect(),
        gzip.finish().expect("memory"),
        b"time,region,value\n01:00,R1,7\n".to_vec(),
        b" {\"a\": [1, 2]}\n".to_vec(),
        b"<?xml version='1.0'?><ddsml><report/></ddsml>".to_vec(),
        (0..=255).collect(),
        [&[0, 8, 0, 0, 1, 2, 3, 4][..]; 20].concat(),
        note.repeat(60).into_bytes(),
    ]
}

/// With words and without; some of them twice at once.
pub fn check(bytes: &[u8]) {
    with_file("look", bytes, |path| {
        let path = path.to_path_buf();
        let quick = only(look::look(slice::from_ref(&path), &OF_MQ, None, 1));
        let searched = only(look::look(slice::from_ref(&path), &OF_MQ, Some(&MARKS), 1));
        if pick(bytes, 8) == 0 {
            for other in look::look(&[path.clone(), path.clone()], &OF_MQ, Some(&MARKS), 2) {
                assert_eq!((&other.kind, &other.all), (&searched.kind, &searched.all));
            }
        }
        assert_eq!((&quick.packing, quick.digest), (&searched.packing, searched.digest));
        assert!(quick.all.is_none() && quick.kind != Kind::Unknown);
        let inside = Source::open(&path).map(|source| source.head);
        match &quick.kind {
            Kind::Other { .. } => settled_rightly(&searched, &inside.expect("it was opened")),
            kind => assert_eq!(kind, &searched.kind),
        }
    });
}

fn only(mut looks: Vec<Look>) -> Look {
    looks.pop().expect("a look at each path")
}

fn settled_rightly(searched: &Look, inside: &[u8]) {
    let text = String::from_utf8_lossy(inside).to_uppercase();
    let has_word = WORDS.iter().any(|word| text.contains(word));
    match searched.kind {
        Kind::Unknown | Kind::Refused(_) => assert!(!has_word, "a word of a reader is in it"),
        _ => assert!(searched.all.as_deref().is_none_or(|all| all == inside)),
    }
}
