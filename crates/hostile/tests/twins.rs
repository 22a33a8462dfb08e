//! The fuzz targets on the stable compiler, by fixed numbers; HOSTILE_CASES says how many of each.

use getpage_hostile::TARGETS;

/// A second or two of each in a build without optimisation.
const CASES: u64 = 1_000;

fn cases_of(name: &str) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("a target");
    let seeds = (target.seeds)();
    let count = std::env::var("HOSTILE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(CASES);
    for seed in &seeds {
        (target.check)(seed);
    }
    for number in 0..count {
        (target.check)(&target.case(&seeds, number));
    }
}

#[test]
fn records_of_any_bytes_end_in_a_count() {
    cases_of("records");
}

#[test]
fn traces_of_any_bytes_end_in_a_curve_or_a_refusal() {
    cases_of("traces");
}

#[test]
fn parts_of_any_bytes_are_merged_or_refused() {
    cases_of("parts");
}

#[test]
fn packed_files_of_any_bytes_come_out_or_are_refused() {
    cases_of("packed");
}

#[test]
fn reports_of_any_bytes_are_taken_whole_or_left() {
    cases_of("reports");
}

#[test]
fn files_of_any_bytes_are_settled_only_without_a_word_of_a_reader() {
    cases_of("looks");
}

#[test]
fn layouts_of_any_lines_decode_or_are_refused() {
    cases_of("layouts");
}

#[test]
fn there_are_seeds_of_most_sections() {
    let layouts = getpage_smf::layout::Layouts::builtin().expect("built-in layouts");
    let places: usize = layouts.sections.values().map(|section| section.places.len()).sum();
    assert!((getpage_hostile::records::seeds().len() / 4) * 10 >= places * 9);
}

#[test]
fn a_case_is_the_same_in_every_run() {
    for target in &TARGETS {
        let seeds = (target.seeds)();
        assert_eq!(target.case(&seeds, 7), target.case(&seeds, 7));
        assert_ne!(target.case(&seeds, 7), target.case(&seeds, 8));
    }
}
