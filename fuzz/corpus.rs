//! Writes one small record of every kind that is decoded, in each framing, as seeds for the fuzzer.

use std::path::Path;

use getpage_smf::encode::{self, Spec};
use getpage_smf::layout::{Layouts, Value};
use getpage_smf::{frame, gtf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/read");
    std::fs::create_dir_all(&directory)?;
    let layouts = Layouts::builtin()?;
    for section in layouts.sections.values() {
        for place in &section.places {
            let mut spec = Spec { record_type: place.record_type, subtype: place.subtypes[0], ..Spec::default() };
            spec.common.insert("written".into(), Value::Int(1_779_381_000_000_000));
            spec.sections.insert(section.name.clone(), vec![Default::default()]);
            let record = encode::record(&layouts, &spec)?;
            let records = [record.clone(), record];
            let name = format!("{}-{}-{}", place.record_type, place.subtypes[0], section.name);
            std::fs::write(directory.join(format!("{name}-rdw")), records.concat())?;
            std::fs::write(directory.join(format!("{name}-bdw")), frame::blocked(&records))?;
            std::fs::write(directory.join(format!("{name}-none")), frame::no_rdw(&records))?;
            std::fs::write(directory.join(format!("{name}-spans")), frame::spanned(&records, 50))?;
            if (100..=102).contains(&place.record_type) {
                let trace = gtf::from_smf(&layouts, &records, gtf::Writing { segment: 60, ..Default::default() })?;
                std::fs::write(directory.join(format!("{name}-gtf")), trace.concat())?;
                std::fs::write(directory.join(format!("{name}-gtf-bdw")), frame::blocked(&trace))?;
            }
        }
    }
    Ok(())
}
