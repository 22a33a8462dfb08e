//! Any bytes as a packed file, unpacked.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::packed::check(bytes));
