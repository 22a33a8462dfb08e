//! What a layout says of the values of its sections is asked of every record, and triplets stand where it says.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::encode::{self, Row, Spec};
use getpage_smf::frame::{Block, Framing, Reader};
use getpage_smf::layout::{Layouts, Value};

const RECORD: &str = r#"
record = "SMF 200"
type = 200
title = "A record of a site"
system = "zos"
source = "the site"
trust = "code"
triplets = { offsets = [24, 36, 48] }
header = [{ at = 6, type = "smftime", name = "written", unit = "time", meaning = "when it was written" }]
"#;

const SECTION: &str = r#"
section = "SITE"
title = "A section of a site"
table = "site_table"
source = "the site"
trust = "TRUST"
shortest = 12
holds = [
  { ascending = ["low", "mean", "high"] },
  { sum = ["low", "high"], equals = "total", within = 1 },
]
where = [{ type = 200, subtypes = [1], triplet = 2 }]
fields = [
  { at = 0, type = "u32", name = "low", unit = "count", meaning = "lowest" },
  { at = 4, type = "u32", name = "mean", unit = "count", meaning = "average" },
  { at = 8, type = "u32", name = "high", unit = "count", meaning = "highest" },
  { at = 12, type = "hfp:8", name = "total", unit = "count", meaning = "both", since = "2" },
]
"#;

fn layouts(trust: &str) -> Layouts {
    let path = tempfile::tempdir().unwrap(); // one a test: they run side by side
    let folder = path.path().join("smf/200");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("record.toml"), RECORD).unwrap();
    std::fs::write(folder.join("site.toml"), SECTION.replace("TRUST", trust)).unwrap();
    Layouts::builtin().unwrap().with_directory(path.path()).unwrap()
}

fn record(layouts: &Layouts, values: [i128; 4], length: usize) -> Vec<u8> {
    let names = ["low", "mean", "high", "total"];
    let row: Row = names.iter().zip(values).map(|(name, v)| ((*name).to_owned(), Value::Int(v))).collect();
    let spec = Spec {
        record_type: 200,
        subtype: 1,
        common: Row::from([("written".to_owned(), Value::Int(crate::common::site::TIME.into()))]),
        sections: BTreeMap::from([("SITE".to_owned(), vec![row])]),
        lengths: BTreeMap::from([("SITE".to_owned(), length)]),
        ..Spec::default()
    };
    encode::record(layouts, &spec).unwrap()
}

fn read(layouts: &Layouts, bytes: &[u8]) -> (usize, DamageLog) {
    let plan = Plan::new(layouts).unwrap();
    let (mut block, mut log, mut decoder) = (Block::default(), DamageLog::default(), Decoder::new(&plan));
    let mut reader = Reader::new(Vec::new(), bytes, Framing::Rdw, layouts);
    let mut rows = 0;
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |_, _, _| ());
        rows += decoder.batches(&block).unwrap().iter().map(|b| b.batch.num_rows()).sum::<usize>();
    }
    (rows, log)
}

#[test]
fn triplets_at_offsets_of_their_own_are_found() {
    let set = layouts("code");
    let bytes = record(&set, [1, 2, 3, 4], 20);
    assert_eq!(&bytes[48..56], &[0, 0, 0, 56, 0, 20, 0, 1]);
    let (rows, log) = read(&set, &bytes);
    assert_eq!((rows, log.count), (1, 0), "{:?}", log.listed);
}

#[test]
fn a_record_whose_values_contradict_its_layout_is_refused_whole_with_what_to_do() {
    let set = layouts("derived");
    let good = record(&set, [1, 2, 3, 4], 20);
    for (values, expected, found) in [
        ([3, 2, 3, 6], "low <= mean <= high", "low = 3, mean = 2, high = 3"),
        ([1, 2, 3, 9], "low + high = total, to 1", "low = 1, high = 3, total = 9"),
    ] {
        let (rows, log) = read(&set, &[good.clone(), record(&set, values, 20)].concat());
        assert_eq!((rows, log.count), (1, 1));
        let damage = &log.listed[0];
        assert_eq!((damage.offset, damage.record_type), (good.len() as u64, Some(200)));
        assert!(damage.expected.contains(expected) && damage.found == found, "{damage:?}");
        assert!(damage.expected.contains("getpage layout import"), "{damage:?}");
    }
}

#[test]
fn a_record_of_an_older_release_is_asked_only_what_it_has() {
    let set = layouts("code");
    assert_eq!(read(&set, &record(&set, [1, 2, 3, 99], 12)).0, 1);
    let (rows, log) = read(&set, &record(&set, [1, 2, 3, 99], 11));
    assert_eq!((rows, log.count), (0, 1));
    assert!(log.listed[0].expected.contains("12 bytes or more"), "{:?}", log.listed);
}

#[test]
fn a_layout_known_from_real_records_makes_the_record_the_culprit() {
    let set = layouts("seen");
    let (_, log) = read(&set, &record(&set, [3, 2, 3, 6], 20));
    assert!(log.count == 1 && !log.listed[0].expected.contains("import"), "{:?}", log.listed);
}
