//! Any bytes as page references in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::traces::check(bytes));
