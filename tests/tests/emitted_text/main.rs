//! The text of a solver is reproducible and readable, and its form excludes panics.

mod grammar;
mod header;

use std::path::{Path, PathBuf};
use std::{env, fs};
use wishbone::solver::Solver;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::emit;
use wishbone_compiler::front::{file, without_comments};
use wishbone_compiler::pipeline::{self, Compiled, compile_text, compile_tokens};
use wishbone_compiler::programs::calls::Call;
use wishbone_solvers::TEXTS;
use wishbone_tests::vehicles;
use wishbone_vehicles::bare::Hmmwv14;
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// Declarations of all vehicles: the vehicles of the tests, read from their files, and some vehicles of the library.
fn declarations() -> Vec<String> {
    let files = fs::read_dir(folder("vehicles")).expect("the folder of test vehicles is there");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files.extend(goldens());
    let read = |path: &PathBuf| fs::read_to_string(path).expect("a declaration is text");
    let users = [Hmmwv::DECLARATION, QuarterCar::DECLARATION, FourBar::DECLARATION];
    let all = files.iter().map(read).chain(users.map(str::to_owned));
    // The solver of a batch has loops over its vehicles. Its computation is the same as that of a single vehicle.
    let without_batch = |text: String| text.replace("batch: accept", "").replace("batch : accept", "");
    all.map(without_batch).collect()
}

/// Declarations with a committed text beside them: a plain declaration, a declaration in lanes, a declaration in a
/// batch, and a declaration with parameters.
fn goldens() -> Vec<PathBuf> {
    let files = fs::read_dir(folder("tests/goldens")).expect("the folder of committed texts is there");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    files
}

/// The path of a file or folder in this package, for any working directory.
fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn compile(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", declaration)))
}

fn text(declaration: &str) -> String {
    emit::text(&compile(declaration), declaration)
}

/// Every operation of every program knows its part and its quantity after all passes.
#[test]
fn every_value_tells_what_makes_it() {
    for declaration in declarations() {
        let compiled = compile(&declaration);
        for program in compiled.programs.each() {
            let nameless = program
                .values()
                .filter(|(_, node)| node.op.is_computed() && node.purpose.is_none());
            let nameless: Vec<String> = nameless
                .map(|(value, node)| format!("{value:?}: {:?}", node.op))
                .collect();
            assert!(
                nameless.is_empty(),
                "{}: {nameless:#?} of\n{program}",
                compiled.model.name
            );
        }
    }
}

/// The build script emitted the same declaration earlier, in another process and another working directory.
#[test]
fn the_same_declaration_gives_the_same_bytes() {
    env::set_current_dir(env::temp_dir()).expect("there is a folder for temporary files");
    let declaration = without_comments(include_str!("../../vehicles/trains.txt"), false);
    let once = text(&declaration);
    assert!(once == text(&declaration), "two compilations in one process differ");
    let by_the_build_script =
        fs::read_to_string(Path::new(TEXTS).join("trains.rs")).expect("the build script wrote it");
    // The first line names the source of each text.
    let solver = |text: &str| text.split_once('\n').map(|(_, solver)| solver.to_owned());
    assert!(solver(&once) == solver(&by_the_build_script), "two processes differ");
    for path in [env!("CARGO_MANIFEST_DIR"), TEXTS].map(Path::new) {
        for folder in path.ancestors().filter(|folder| folder.components().count() > 2) {
            let folder = folder.display().to_string();
            assert!(!once.contains(&folder), "the text names {folder}");
        }
    }
}

/// A comment at the end of each line and an additional empty line do not change the solver, in both grammars.
#[test]
fn comments_change_nothing() {
    for (name, declaration, comment) in [
        (
            "trains.txt",
            include_str!("../../vehicles/trains.txt"),
            "// a \" comment",
        ),
        (
            "four_bar.toml",
            include_str!("../../../vehicles/workbench/files/four_bar.toml"),
            "# a \" comment",
        ),
    ] {
        let solver = |text: &str| {
            let reading = file::read_text(name, text, &mut file::no_files);
            let compiled = pipeline::compile(reading.vehicle.as_ref().expect("it is read")).expect("it compiles");
            emit::text(&compiled, &reading.declaration())
        };
        // Documentation comments are kept.
        let lines = declaration.lines().map(|line| match line.starts_with("///") {
            true => format!("{line}\n"),
            false => format!("{line}  {comment}\n\n"),
        });
        let commented: String = lines.collect();
        assert!(solver(declaration) == solver(&commented), "{name}");
    }
}

/// `BLESS=1 cargo test -p wishbone-tests --test emitted_text` rewrites the committed texts.
#[test]
fn the_texts_are_as_committed() {
    for path in goldens() {
        let declaration = fs::read_to_string(&path).expect("it is committed");
        let golden = path.with_extension("rs");
        let found = text(&declaration);
        if env::var_os("BLESS").is_some() {
            fs::write(&golden, &found).expect("the golden file can be written");
        }
        let expected = fs::read_to_string(&golden).unwrap_or_default();
        let difference = expected.lines().zip(found.lines()).zip(1..).find(|((e, f), _)| e != f);
        let name = golden.display();
        assert!(difference.is_none(), "{name}: first difference: {difference:#?}");
        assert_eq!(
            expected.len(),
            found.len(),
            "{name}: one text goes on where the other ends"
        );
    }
}

/// The text without the declared equipment, which calls constructors of the runtime: these can panic, but only in constants.
fn solver(declaration: &str) -> syn::File {
    let mut file = syn::parse_file(&text(declaration)).expect("emitted text is Rust");
    file.items.retain(|item| !matches!(item, syn::Item::Type(_)));
    for item in &mut file.items {
        if let syn::Item::Impl(item) = item {
            item.items
                .retain(|item| !matches!(item, syn::ImplItem::Fn(function) if function.sig.ident == "equipment"));
        }
    }
    file
}

#[test]
fn the_text_cannot_panic() {
    for declaration in declarations() {
        let file = solver(&declaration);
        let found = grammar::trespasses(&file);
        assert!(
            found.is_empty(),
            "{}: {} constructs that are not allowed: {:#?}",
            compile(&declaration).model.name,
            found.len(),
            found
        );
    }
}

/// Violations in the text that computes for eight vehicles. Functions that create, set and query single vehicles are
/// left out: they are equal in all batches and contain loops over the vehicles.
fn trespasses_of_batch(declaration: &str) -> Vec<String> {
    let mut file = syn::parse_file(&text(declaration)).expect("emitted text is Rust");
    let batch = format!("{}Batch", compile(declaration).model.name);
    let is_batch = |item: &syn::ItemImpl| matches!(&*item.self_ty, syn::Type::Path(path) if path.path.is_ident(&batch));
    let makes = |item: &syn::ItemImpl| {
        let is_new = |part: &syn::ImplItem| matches!(part, syn::ImplItem::Fn(function) if function.sig.ident == "new");
        item.trait_.is_some() || item.items.iter().any(is_new)
    };
    file.items
        .retain(|item| !matches!(item, syn::Item::Impl(item) if is_batch(item) && makes(item)));
    let kernels = file
        .items
        .iter()
        .filter(|item| matches!(item, syn::Item::Impl(item) if is_batch(item)));
    assert_eq!(kernels.count(), 2, "one for each level");
    grammar::trespasses(&file)
}

#[test]
fn the_text_of_a_batch_cannot_panic() {
    let declaration = fs::read_to_string(folder("vehicles/batched.txt")).expect("a declaration is text");
    assert_eq!(trespasses_of_batch(&declaration), Vec::<String>::new());
}

/// If wheels move only vertically, their horizontal position is a constant with a value for each wheel.
#[test]
fn numbers_of_each_corner_are_delivered_by_a_batch() {
    let declaration = "pub Sliders {
        levels: all
        lanes: accept
        batch: accept
        method: synthesis
        body chassis { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        subsystem Corner(carrier) {
            body hub { mass: 25 kg, com: [0, 0.75, 0.3] m, inertia: [0.6, 0.8, 0.6] kg*m^2 }
            joint slide: prismatic(carrier, hub) { axis: z }
            wheel tyre: on(hub) {
                centre: [0, 0.8, 0.3] m, radius: 0.3 m, driven_from: carrier,
                mass: 18 kg, spin_inertia: 1.1 kg*m^2, diametral_inertia: 0.7 kg*m^2,
            }
        }
        place Corner(chassis) as front
        place Corner(chassis) as rear { origin: [-2, 0, 0] m }
    }";
    assert!(compile(declaration).programs.lanes.is_some());
    let text = text(declaration);
    assert!(
        text.contains("self.wheels[Sliders::WHEEL_REAR_TYRE].centre[0] = [-2.0; 8];"),
        "{text}"
    );
    assert_eq!(trespasses_of_batch(declaration), Vec::<String>::new());
}

#[test]
fn the_header_counts_what_follows() {
    for declaration in declarations() {
        let compiled = compile(&declaration);
        let file = syn::parse_file(&emit::text(&compiled, &declaration)).expect("emitted text is Rust");
        header::check(&compiled, &file);
    }
}

/// A solver contains its declaration, which gives the same solver again. Tokens of a macro and the file that contains them are
/// equivalent.
#[test]
fn a_solver_can_be_compiled_again_from_itself() {
    fn again<S: Solver + Default>(declaration: &str, operations: usize) -> Compiled {
        let again = compile(declaration);
        assert_eq!(again.model.name, S::default().description().name);
        assert_eq!(
            again.state.coordinate_names(&again.layout),
            S::default().description().coordinates
        );
        assert_eq!(again.programs[Call::Evaluation].program.count().total(), operations);
        again
    }
    fn check<S: Solver + Default>(declaration: &str, operations: usize, source: &str) {
        let again = again::<S>(declaration, operations);
        let file = syn::parse_file(source).expect("the module is Rust");
        let declared = file.items.into_iter().find_map(|item| match item {
            syn::Item::Macro(item) => Some(item.mac.tokens),
            _ => None,
        });
        let declared = compile_tokens(declared.expect("the module declares a vehicle")).expect("it compiles");
        assert!(
            emit::text(&again, "") == emit::text(&declared, ""),
            "{} differs",
            S::default().description().name
        );
    }
    macro_rules! check {
        ($($solver:ident: $source:literal;)*) => {$(
            check::<$solver>($solver::DECLARATION, $solver::OPERATIONS, include_str!($source));
        )*};
    }
    check! {
        Hmmwv14: "../../../vehicles/src/bare/hmmwv14.rs";
        QuarterCar: "../../../vehicles/src/quarter_car.rs";
        FourBar: "../../../vehicles/src/four_bar.rs";
    }
    // The declaration of this vehicle comes from a macro of its module.
    again::<Hmmwv>(Hmmwv::DECLARATION, Hmmwv::OPERATIONS);
    let trains = include_str!("../../vehicles/trains.txt");
    assert_eq!(vehicles::Trains::DECLARATION, without_comments(trains, false));
}
