//! Any bytes as parts of curves, merged.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::parts::check(bytes));
