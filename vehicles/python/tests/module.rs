//! The extension is built wherever Rust is installed, and has the entry by which Python loads it.

use std::env::current_exe;
use std::fs;

#[test]
fn the_module_has_its_entry() {
    let program = current_exe().expect("a test has a path");
    let folder = program.parent().expect("it is in a folder");
    let name = format!(
        "{}wishbone_python{}",
        std::env::consts::DLL_PREFIX,
        std::env::consts::DLL_SUFFIX
    );
    let places = [folder.join(&name), folder.join("..").join(&name)];
    let library = places.iter().find_map(|place| fs::read(place).ok());
    let library = library.expect("cargo builds the library for its tests");
    let entry = b"PyInit__wishbone\0";
    assert!(library.windows(entry.len()).any(|part| part == entry));
}
