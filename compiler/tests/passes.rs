//! Tests of passes. Each file in `tests/passes` has a pair of small programs: before the pass and after it. `BLESS=1`
//! rewrites the second program.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};
use wishbone_compiler::ir::{Program, interpret, verify};
use wishbone_compiler::passes::{FINISH, Pass, ROUND};

/// Line between the two programs of a file.
const BORDER: &str = "# after";

fn passes() -> impl Iterator<Item = Pass> {
    ROUND.into_iter().chain(FINISH)
}

fn read(file: &Path, text: &str) -> Program {
    let program: Program = text
        .parse()
        .unwrap_or_else(|reason| panic!("{}: {reason}", file.display()));
    assert_eq!(verify(&program), Vec::<String>::new(), "{}", file.display());
    program
}

#[test]
fn each_pass_does_what_its_file_shows() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/passes");
    let mut shown = BTreeSet::new();
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let file = entry.expect("it can be read").path();
        let text = fs::read_to_string(&file).expect("it is text");
        let name = text.lines().next().and_then(|line| line.strip_prefix("# pass: "));
        let pass = passes().find(|pass| Some(pass.name) == name);
        let pass = pass.unwrap_or_else(|| panic!("{}: the first line names no pass", file.display()));
        shown.insert(pass.name);
        let before_border = text.split(BORDER).next().expect("there is a first part");
        let before = read(&file, before_border);
        let after = (pass.run)(&before).unwrap_or_else(|| panic!("{}: nothing to change", file.display()));
        assert_eq!(verify(&after), Vec::<String>::new(), "{}", file.display());
        agree(&before, &after, &file);
        let found = format!("{before_border}{BORDER}\n{after}");
        if env::var_os("BLESS").is_some() {
            fs::write(&file, &found).expect("it can be written");
        } else {
            assert!(text == found, "{} is out of date:\n{found}", file.display());
        }
    }
    let unshown: Vec<&str> = passes()
        .map(|pass| pass.name)
        .filter(|name| !shown.contains(name))
        .collect();
    assert_eq!(unshown, Vec::<&str>::new(), "passes without a file");
}

/// Asserts that both programs give the same outputs up to rounding.
fn agree(before: &Program, after: &Program, file: &Path) {
    for k in 0..5 {
        let input = |i: usize| 1.0 + 0.7 * ((3 * i + 5 * k) as f64).sin();
        let inputs: Vec<f64> = (0..before.inputs.len()).map(input).collect();
        let results = [before, after].map(|program| interpret(program, &inputs));
        for (a, b) in results[0].iter().zip(&results[1]) {
            assert!(
                (a - b).abs() <= 1e-12 * a.abs().max(1.0),
                "{}: {a}, {b}",
                file.display()
            );
        }
    }
}
