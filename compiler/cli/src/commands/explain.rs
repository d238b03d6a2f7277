//! `wishbone explain`

use crate::arguments::Explain;
use crate::failure::Failure;
use crate::print;
use wishbone_compiler::diag::Code;
use wishbone_compiler::diag::catalogue::ALL;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::suggest;
use wishbone_compiler::pipeline::compile_text;

/// Width of the lines of an explanation, except quoted text.
const WIDTH: usize = 100;

/// Explains one code, or lists all codes.
pub fn run(options: &Explain) -> Result<(), Failure> {
    let Some(wanted) = &options.code else {
        let lines = ALL.iter().map(|code| format!("{}  {}\n", code.id, code.title));
        return print::out(&lines.collect::<String>());
    };
    let id = written_out(wanted);
    match ALL.iter().find(|code| code.id == id) {
        Some(code) => print::out(&explained(code)),
        None => {
            let ids = ALL.iter().map(|code| code.id);
            let near = suggest::nearest(&id, ids).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            Err(Failure::Misuse(format!(
                "there is no code `{wanted}`{near}; `wishbone explain` lists all"
            )))
        }
    }
}

/// The help text after the word `help`, in lines of at most 100 characters.
fn folded(help: &str) -> String {
    let mut lines = vec!["help:".to_owned()];
    for word in help.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => *line += &format!(" {word}"),
            _ => lines.push(format!("      {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Normalises a code: `W0303` for `w0303`, `0303` and `303`.
fn written_out(code: &str) -> String {
    let digits = code.trim_start_matches(['w', 'W']);
    format!("W{digits:0>4}")
}

fn explained(code: &Code) -> String {
    let declaration = code.example_declaration();
    let help = code.help.map_or_else(String::new, folded);
    let found = compile_text(&declaration).map_or_else(|errors| errors, |compiled| compiled.warnings);
    let said = render(&found, "car.txt", &declaration);
    format!(
        "{}: {}\n{help}\nFor example:\n\n{}\n\nOf this the compiler says:\n\n{}\n",
        code.id,
        code.title,
        code.example_items(1),
        said.trim_end()
    )
}
