//! Sound declarations with changed tokens: analysing and printing them never panics.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use wishbone_fuzz::{answered, vandal};

fuzz_target!(|declaration: &str| answered(declaration));

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match std::str::from_utf8(&data[..size]) {
        // One change in eight is made by the fuzzer itself, on bytes.
        Ok(text) if seed % 8 != 0 => {
            let damaged = vandal::damaged(text, u64::from(seed));
            let kept = damaged.floor_char_boundary(max_size.min(data.len()));
            data[..kept].copy_from_slice(&damaged.as_bytes()[..kept]);
            kept
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});
