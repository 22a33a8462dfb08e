//! Data sets that AMATERSE packed on z/OS come out byte for byte. They are not part of this project.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;

use getpage_pack::terse::{Terse, TerseError};

#[test]
fn data_sets_packed_on_zos_come_out_byte_for_byte() {
    let samples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/terse");
    let Ok(entries) = fs::read_dir(&samples) else { return };
    let mut right = 0;
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let Some(packed) = path.extension().filter(|end| *end == "PACK" || *end == "SPACK") else { continue };
        let name = path.display();
        let mut found = Vec::new();
        let outcome = Terse::new(File::open(&path).expect("a sample")).expect("a header").read_to_end(&mut found);
        // AMATERSE itself wrote these two wrong, and cannot unpack them.
        if packed == "SPACK" && path.ends_with("FB.A.TXT.SPACK") || path.ends_with("VB.A.TXT.SPACK") {
            let error = outcome.expect_err("a sentence").into_inner().expect("why");
            assert!(matches!(error.downcast_ref(), Some(TerseError::Behind { .. })), "{name}: {error}");
            continue;
        }
        outcome.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(found == fs::read(path.with_extension("binary")).expect("what it holds"), "{name}");
        right += 1;
    }
    assert!(right == 0 || right == 18, "{right}");
}
