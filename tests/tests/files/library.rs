use super::{bless, path, text};
use std::fs;
use wishbone_compiler::diag::to_text::render_sources;
use wishbone_compiler::emit;
use wishbone_compiler::front::file;
use wishbone_compiler::front::toml::print;
use wishbone_compiler::pipeline::{Compiled, compile, compile_text};
use wishbone_vehicles::DECLARATIONS;

/// Header of each file.
const HEAD: &str = "#:schema ../../../docs/vehicle.schema.json\n# The sources of the figures are given in vehicles/src, where the same vehicle is declared in Rust.\n\n";

fn in_toml(name: &str) -> Compiled {
    let text = text(&format!("vehicles/workbench/files/{name}.toml"));
    let reading = file::read_text(&format!("{name}.toml"), &text, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    compiled.unwrap_or_else(|found| panic!("\n{}", render_sources(&found, &reading.sources)))
}

/// The solvers from both doors are equal to the last letter, including the documentation.
#[test]
fn both_doors_lead_to_one_solver() {
    for (name, declaration) in DECLARATIONS {
        let grammar = file::read_text(name, declaration, &mut file::no_files).vehicle;
        let printed = HEAD.to_owned() + &print::vehicle(&grammar.expect("the library is sound"));
        if bless() {
            fs::write(path(&format!("vehicles/workbench/files/{name}.toml")), &printed).expect("it can be written");
        }
        let file = text(&format!("vehicles/workbench/files/{name}.toml"));
        assert!(
            file == printed,
            "{name}.toml is out of date: run this test with BLESS=1"
        );
        let grammar = compile_text(declaration).expect("the library is sound");
        let [one, other] = [&grammar, &in_toml(name)].map(|compiled| emit::text(compiled, ""));
        assert!(one == other, "{name}");
    }
}

/// Vehicles that are declared only in their file; each file has its sources at its head.
const FILES_ALONE: [&str; 3] = ["rtrd_car", "rtrd_truck", "szczotka_car"];

#[test]
fn every_file_is_of_the_library() {
    let files = fs::read_dir(path("vehicles/workbench/files")).expect("the folder is there");
    let mut names: Vec<String> = files
        .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    let mut known: Vec<&str> = DECLARATIONS.iter().map(|(name, _)| *name).chain(FILES_ALONE).collect();
    known.sort_unstable();
    assert_eq!(names, known);
}
