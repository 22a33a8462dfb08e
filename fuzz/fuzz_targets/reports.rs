//! Any bytes as reports of RMF in XML.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::reports::check(bytes));
