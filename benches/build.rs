//! With the feature `methods`: writes the library's vehicles with each method and with the compiler's choice to
//! `OUT_DIR/VEHICLE_METHOD.rs`; those with lanes also without, at all levels, to `OUT_DIR/VEHICLE_alone.rs`.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::emit;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile_with;

const FOLDER: &str = "../vehicles/files";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    if env::var_os("CARGO_FEATURE_METHODS").is_none() {
        return;
    }
    for vehicle in [
        "four_bar",
        "quarter_car",
        "hmmwv",
        "quarter_sla",
        "hmmwv14",
        "semitrailer12",
    ] {
        for method in Method::ALL {
            write(
                vehicle,
                method.word(),
                &Choice::Uniform(method),
                &["levels", "lanes", "batch"],
            );
        }
        write(vehicle, "auto", &Choice::Auto, &["levels", "lanes", "batch"]);
    }
    for vehicle in ["hmmwv", "hmmwv14"] {
        write(vehicle, "alone", &Choice::Declared, &["lanes", "batch"]);
    }
}

/// Writes a solver without some settings of its vehicle. Methods are compared without levels and lanes, which only one
/// method supports.
fn write(vehicle: &str, method: &str, choice: &Choice, left_out: &[&str]) {
    let path = format!("{FOLDER}/{vehicle}.toml");
    let reading = file::read(&path, &mut |path| {
        let text = fs::read_to_string(path).map_err(|reason| reason.to_string())?;
        let kept = text
            .lines()
            .filter(|line| !left_out.iter().any(|setting| line.starts_with(&format!("{setting} "))));
        Ok(kept.map(|line| format!("{line}\n")).collect())
    });
    let declared = reading.vehicle.expect("the library's files are sound");
    let compiled = compile_with(&declared, choice).expect("the library's vehicles are sound");
    let folder = env::var_os("OUT_DIR").expect("cargo gives one to build scripts");
    let target = Path::new(&folder).join(format!("{vehicle}_{method}.rs"));
    fs::write(target, emit::text(&compiled, "")).expect("the folder is there to be written to");
}
