//! Any bytes as SMF and GTF in every framing.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| getpage_hostile::records::check(bytes));
