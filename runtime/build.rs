//! Tells the library whether tyres go in lanes: on x86-64, where it is optimised. Without optimisation each number of such a law lies on
//! the stack by itself, 6 MiB for Magic Formula tyres, and a thread has 2.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(tyres_in_lanes)");
    let is = |name, value| var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ARCH", "x86_64") && !is("OPT_LEVEL", "0") {
        println!("cargo::rustc-cfg=tyres_in_lanes");
    }
}
