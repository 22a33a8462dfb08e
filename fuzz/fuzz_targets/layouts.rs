//! Any bytes as layouts of a site, and records decoded by them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::layouts::check(bytes));
