//! Arbitrary text: reading a declaration never panics.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|declaration: &str| wishbone_fuzz::answered(declaration));
