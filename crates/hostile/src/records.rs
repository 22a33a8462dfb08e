//! SMF and GTF in every framing, detected or told: read, located and decoded.

use std::sync::LazyLock;

use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::encode::{self, Spec};
use getpage_smf::frame::{Block, Detection, Framing, Reader, blocked, detect, no_rdw, spanned};
use getpage_smf::gtf;
use getpage_smf::layout::{Layouts, Value, parent};
use getpage_smf::summary::Counter;

pub(crate) static LAYOUTS: LazyLock<Layouts> = LazyLock::new(|| Layouts::builtin().expect("built-in layouts"));
static PLAN: LazyLock<Plan> = LazyLock::new(|| Plan::new(&LAYOUTS).expect("a plan of them"));

const FRAMINGS: [Framing; 5] = [Framing::Rdw, Framing::BdwRdw, Framing::NoRdw, Framing::GtfRdw, Framing::GtfBdwRdw];
/// 2026-05-21 16:30:00, in microseconds since 1970.
const WRITTEN: i128 = 1_779_381_000_000_000;

/// One small record of every kind that can be written with nothing else in it, in each framing.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut made = Vec::new();
    for section in LAYOUTS.sections.values() {
        for place in &section.places {
            let mut spec = Spec { record_type: place.record_type, subtype: place.subtypes[0], ..Spec::default() };
            spec.common.insert("written".into(), Value::Int(WRITTEN));
            // A row that belongs to a row of another section does not stand without it.
            for one in parent::ancestors(&LAYOUTS, section).into_iter().chain([section]) {
                spec.sections.insert(one.name.clone(), vec![Default::default()]);
            }
            let Ok(record) = encode::record(&LAYOUTS, &spec) else { continue };
            let records = [record.clone(), record];
            made.extend([records.concat(), blocked(&records), no_rdw(&records), spanned(&records, 50)]);
            if (100..=102).contains(&place.record_type) {
                let how = gtf::Writing { segment: 60, ..Default::default() };
                let trace = gtf::from_smf(&LAYOUTS, &records, how).expect("a trace");
                made.extend([trace.concat(), blocked(&trace)]);
            }
        }
    }
    made
}

/// In the framing that is found, and in each that may be told.
pub fn check(bytes: &[u8]) {
    if let Detection::Smf(framing) = detect(bytes, true, &LAYOUTS) {
        read(framing, bytes, &LAYOUTS, &PLAN);
    }
    for framing in FRAMINGS {
        read(framing, bytes, &LAYOUTS, &PLAN);
    }
}

pub(crate) fn read(framing: Framing, bytes: &[u8], layouts: &Layouts, plan: &Plan) {
    let mut log = DamageLog::default();
    let mut counter = Counter::new(layouts);
    let mut decoder = Decoder::new(plan);
    let mut block = Block::default();
    let mut reader = Reader::new(Vec::new(), bytes, framing, layouts);
    let mut seen = 0;
    while reader.next_block(&mut block, &mut log) {
        decoder.locate(&mut block, &mut log, |span, record, decoded| {
            counter.add(record, decoded);
            if decoded {
                counter.cover(record, None);
            }
            assert!(span.offset < bytes.len() as u64);
            seen += record.len();
        });
        decoder.batches(&block).expect("batches");
    }
    counter.finish(layouts);
    assert_eq!(reader.position(), bytes.len() as u64);
    assert!(seen <= 64 * bytes.len() + 18); // two bytes of a compressed record of Db2 stand for 127
    assert!(log.listed.iter().all(|damage| damage.offset <= bytes.len() as u64));
}
