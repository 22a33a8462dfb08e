//! SMF and GTF in every framing, detected or told: read, located and decoded.

use std::cell::RefCell;
use std::sync::LazyLock;

use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::encode::{self, Spec};
use getpage_smf::frame::{Block, Detection, Framing, Reader, blocked, detect, no_rdw, spanned};
use getpage_smf::gtf;
use getpage_smf::layout::{Layouts, Value, ancestors};
use getpage_smf::summary::Counter;

pub(crate) static LAYOUTS: LazyLock<Layouts> = LazyLock::new(|| Layouts::builtin().expect("built-in layouts"));
/// The layouts of some record types alone: what does not depend on the others is sooner done with few.
pub(crate) fn layouts_of(types: &[u8]) -> Layouts {
    let mut some = Layouts::default();
    some.records.extend(LAYOUTS.records.iter().filter(|(kind, _)| types.contains(kind)).map(|(k, r)| (*k, r.clone())));
    let contexts = some.records.values().flat_map(|record| record.context.iter().map(|context| &context.section));
    let contexts: Vec<String> = contexts.cloned().collect();
    for (name, section) in &LAYOUTS.sections {
        let of_them = section.places.iter().all(|place| types.contains(&place.record_type));
        if contexts.contains(name) || of_them && !section.places.is_empty() {
            some.sections.insert(name.clone(), section.clone());
        }
    }
    some
}

static PLAN: LazyLock<Plan> = LazyLock::new(|| Plan::new(&LAYOUTS).expect("a plan of them"));

const FRAMINGS: [Framing; 5] = [Framing::Rdw, Framing::BdwRdw, Framing::NoRdw, Framing::GtfRdw, Framing::GtfBdwRdw];
/// 2026-05-21 16:30:00, in microseconds since 1970.
const WRITTEN: i128 = 1_779_381_000_000_000;

/// One small record of every kind that can be written with nothing else in it, in each framing.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for section in LAYOUTS.sections.values() {
        for place in &section.places {
            let mut spec = Spec { record_type: place.record_type, subtype: place.subtypes[0], ..Spec::default() };
            spec.common.insert("written".into(), Value::Int(WRITTEN));
            // A row that belongs to a row of another section does not stand without it.
            for context in ancestors::ancestors(&LAYOUTS, section).into_iter().chain([section]) {
                spec.sections.insert(context.name.clone(), vec![Default::default()]);
            }
            let Ok(record) = encode::record(&LAYOUTS, &spec) else { continue };
            let records = [record.clone(), record];
            files.extend([records.concat(), blocked(&records), no_rdw(&records), spanned(&records, 50)]);
            if (100..=102).contains(&place.record_type) {
                let how = gtf::Writing { segment: 60, ..Default::default() };
                let trace = gtf::from_smf(&LAYOUTS, &records, how).expect("a trace");
                files.extend([trace.concat(), blocked(&trace)]);
            }
        }
    }
    files
}

/// In the framing that is found, and in one that may be told.
pub fn check(bytes: &[u8]) {
    let chosen = FRAMINGS[pick(bytes, FRAMINGS.len())];
    let detected = match detect(bytes, true, &LAYOUTS) {
        Detection::Smf(framing) => Some(framing),
        _ => None,
    };
    for framing in detected.into_iter().chain((detected != Some(chosen)).then_some(chosen)) {
        read(framing, bytes, &LAYOUTS, &PLAN);
    }
}

/// One of so many, which the bytes decide: the same for the same case, another for most others.
pub(crate) fn pick(bytes: &[u8], of: usize) -> usize {
    bytes.iter().fold(bytes.len(), |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(*byte))) % of
}

thread_local! {
    /// A block is read into again and again, as in a load.
    static BLOCK: RefCell<Block> = RefCell::default();
}

pub(crate) fn read(framing: Framing, bytes: &[u8], layouts: &Layouts, plan: &Plan) {
    let mut log = DamageLog::default();
    let mut counter = Counter::new(layouts);
    let mut decoder = Decoder::new(plan);
    let mut block = BLOCK.take();
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
    BLOCK.set(block);
    counter.finish(layouts);
    assert_eq!(reader.position(), bytes.len() as u64);
    assert!(seen <= 64 * bytes.len() + 18); // two bytes of a compressed record of Db2 stand for 127
    assert!(log.listed.iter().all(|damage| damage.offset <= bytes.len() as u64));
}
