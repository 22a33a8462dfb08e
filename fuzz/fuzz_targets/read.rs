//! Any bytes, read in every framing and decoded: no panic, no endless loop, no more records than bytes can hold.
#![no_main]

use std::sync::LazyLock;

use getpage_smf::damage::DamageLog;
use getpage_smf::decode::{Decoder, Plan};
use getpage_smf::frame::{Block, Detection, Framing, Reader, detect};
use getpage_smf::layout::Layouts;
use getpage_smf::summary::Counter;
use libfuzzer_sys::fuzz_target;

static LAYOUTS: LazyLock<Layouts> = LazyLock::new(|| Layouts::builtin().expect("built-in layouts"));
static PLAN: LazyLock<Plan> = LazyLock::new(|| Plan::new(&LAYOUTS).expect("a plan of them"));

fn read(framing: Framing, bytes: &[u8]) {
    let mut log = DamageLog::default();
    let mut counter = Counter::new(&LAYOUTS);
    let mut decoder = Decoder::new(&PLAN);
    let mut block = Block::default();
    let mut reader = Reader::new(Vec::new(), bytes, framing, &LAYOUTS);
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
    counter.finish(&LAYOUTS);
    assert_eq!(reader.position(), bytes.len() as u64);
    assert!(seen <= 64 * bytes.len() + 18); // two bytes of a compressed record of Db2 stand for 127
    assert!(log.listed.iter().all(|damage| damage.offset <= bytes.len() as u64));
}

fuzz_target!(|bytes: &[u8]| {
    if let Detection::Smf(framing) = detect(bytes, true, &LAYOUTS) {
        read(framing, bytes);
    }
    for framing in [Framing::Rdw, Framing::BdwRdw, Framing::NoRdw, Framing::GtfRdw, Framing::GtfBdwRdw] {
        read(framing, bytes);
    }
});
