//! Layouts of a site: refused with a reason, or records are decoded by them as by those that come with getpage.

use std::sync::LazyLock;

use getpage_smf::decode::Plan;
use getpage_smf::encode::{self, Spec};
use getpage_smf::frame::Framing;
use getpage_smf::layout::{Layouts, Value};

use crate::records::{LAYOUTS, layouts_of, read};
use crate::traces::with_file;

/// Those of MQ: what a site adds to.
static OF_MQ: LazyLock<Layouts> = LazyLock::new(|| layouts_of(&[115, 116]));

/// Records of the kinds that the seeds are layouts of.
static DUMP: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let sections = ["QPST", "Q5ST", "QESD"].into_iter().filter_map(|name| LAYOUTS.sections.get(name));
    let records = sections.map(|section| {
        let place = &section.places[0];
        let mut spec = Spec { record_type: place.record_type, subtype: place.subtypes[0], ..Spec::default() };
        spec.common.insert("written".into(), Value::Int(1_779_381_000_000_000));
        spec.sections.insert(section.name.clone(), vec![Default::default()]);
        encode::record(&LAYOUTS, &spec).expect("a record")
    });
    records.collect::<Vec<_>>().concat()
});

/// Sections and a record, as they come with getpage.
pub fn seeds() -> Vec<Vec<u8>> {
    [
        include_str!("../../../layouts/smf/115/qpst.toml"),
        include_str!("../../../layouts/smf/115/q5st.toml"),
        include_str!("../../../layouts/smf/115/qesd.toml"),
        include_str!("../../../layouts/smf/115/record.toml"),
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec()
}

/// Added to those of MQ that come with getpage.
pub fn check(bytes: &[u8]) {
    with_file("site.toml", bytes, |path| {
        let directory = path.parent().expect("its directory");
        let Ok(set) = OF_MQ.clone().with_directory(directory) else { return };
        let Ok(plan) = Plan::new(&set) else { return };
        read(Framing::Rdw, &DUMP, &set, &plan);
    });
}
