//! Any bytes as a file that is looked at.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::looks::check(bytes));
