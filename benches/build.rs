//! With the feature `methods`: writes the library's vehicles with each method and with the compiler's choice to
//! `OUT_DIR/VEHICLE_METHOD.rs`. Vehicles with lanes are also written without lanes, at all levels, to
//! `OUT_DIR/VEHICLE_alone.rs`. With the feature `derivatives`: writes some vehicles with their derivatives to
//! `OUT_DIR/VEHICLE_derived.rs`. With the feature `batch`: writes the truck with a batch to `OUT_DIR/hmmwv_batch.rs`.

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::emit;
use wishbone_compiler::formulation::method::{Choice, Method};
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile_with;

const FOLDER: &str = "../vehicles/workbench/files";

fn main() {
    println!("cargo::rerun-if-changed={FOLDER}");
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    if has("METHODS") {
        methods();
    }
    if has("BATCH") {
        write(
            ("hmmwv", "batch"),
            &Choice::Declared,
            &[],
            "[vehicle]\nbatch = \"accept\"",
        );
    }
    if has("DERIVATIVES") {
        for vehicle in ["quarter_sla", "hmmwv14", "semitrailer12", "hmmwv"] {
            let setting = "[vehicle]\nderivatives = \"accept\"";
            write((vehicle, "derived"), &Choice::Declared, &[], setting);
        }
    }
}

fn methods() {
    for vehicle in [
        "four_bar",
        "quarter_car",
        "hmmwv",
        "quarter_sla",
        "hmmwv14",
        "semitrailer12",
    ] {
        for method in Method::ALL {
            let choice = Choice::Uniform(method);
            write(
                (vehicle, method.word()),
                &choice,
                &["levels", "lanes", "batch"],
                "[vehicle]",
            );
        }
        write(
            (vehicle, "auto"),
            &Choice::Auto,
            &["levels", "lanes", "batch"],
            "[vehicle]",
        );
    }
    for vehicle in ["hmmwv", "hmmwv14"] {
        write((vehicle, "alone"), &Choice::Declared, &["lanes", "batch"], "[vehicle]");
    }
}

/// Writes a solver without the settings `left_out`; `begin` replaces the heading of the vehicle's settings. Methods are
/// compared without levels and lanes, which only one method supports.
fn write((vehicle, form): (&str, &str), choice: &Choice, left_out: &[&str], begin: &str) {
    let path = format!("{FOLDER}/{vehicle}.toml");
    let reading = file::read(&path, &mut |path| {
        let text = fs::read_to_string(path).map_err(|reason| reason.to_string())?;
        let kept = text
            .lines()
            .filter(|line| !left_out.iter().any(|setting| line.starts_with(&format!("{setting} "))));
        let kept: String = kept.map(|line| format!("{line}\n")).collect();
        Ok(kept.replace("[vehicle]", begin))
    });
    let declared = reading.vehicle.expect("the library's files are sound");
    let compiled = compile_with(&declared, choice).expect("the library's vehicles are sound");
    let folder = env::var_os("OUT_DIR").expect("cargo gives one to build scripts");
    let target = Path::new(&folder).join(format!("{vehicle}_{form}.rs"));
    fs::write(target, emit::text(&compiled, "")).expect("the folder is there to be written to");
}
