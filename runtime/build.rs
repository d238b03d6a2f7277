//! Tells the library whether it is optimised. Without optimisation each number of a law takes its own place on the
//! stack. The numbers of Magic Formula tyres in vectors take 6 MiB, and a thread has 2.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimised)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0") {
        println!("cargo::rustc-cfg=optimised");
    }
}
