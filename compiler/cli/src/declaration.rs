//! Where declarations come from: files, the standard input, the library.

use crate::failure::Failure;
use crate::macros::{self, Found};
use crate::{library, print};
use std::io::{self, Read};
use std::path::Path;
use std::{fs, iter};
use wishbone_compiler::diag::{Diagnostics, to_text};
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::suggest;
use wishbone_compiler::pipeline::{self, Compiled};

/// A declaration and the text that it stands in.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What to call that text.
    origin: String,
    /// All of it, for excerpts.
    source: String,
    /// Where in it the declaration stands.
    found: Found,
}

impl Declaration {
    /// The declaration, as it stands between the braces of the macro.
    pub fn text(&self) -> &str {
        self.source[self.found.range.clone()].trim()
    }

    /// Compiles it as it is declared.
    pub fn compile(&self) -> Result<Compiled, Failure> {
        self.compile_with(&Choice::Declared)
    }

    /// Compiles it with methods of the user's choice. What is wrong with it is told with places and excerpts of the
    /// whole text.
    pub fn compile_with(&self, choice: &Choice) -> Result<Compiled, Failure> {
        pipeline::compile_text_with(&self.padded(), choice).map_err(|found| Failure::Diagnostics(self.rendered(&found)))
    }

    /// What was found without stopping the compilation.
    pub fn warnings(&self, compiled: &Compiled) -> String {
        self.rendered(&compiled.warnings)
    }

    /// The declaration behind as many bytes and lines as stand before it: what is found in it is found at its place in
    /// the whole text.
    fn padded(&self) -> String {
        let before = &self.source[..self.found.range.start];
        let blanks = before.chars().flat_map(|c| match c {
            '\n' => iter::repeat_n('\n', 1),
            other => iter::repeat_n(' ', other.len_utf8()),
        });
        blanks.chain(self.source[self.found.range.clone()].chars()).collect()
    }

    fn rendered(&self, found: &Diagnostics) -> String {
        let render = match print::coloured(&io::stderr()) {
            true => to_text::render_styled,
            false => to_text::render,
        };
        render(found, &self.origin, &self.source)
    }
}

/// The declarations of a file (`-`: the standard input) or of a vehicle of the library; only that which `vehicle` names,
/// if it does. A name of the library is never a file: that would be written `./name`.
pub fn all(name: &str, vehicle: Option<&str>) -> Result<Vec<Declaration>, Failure> {
    let (origin, source) = read(name)?;
    let mut found = macros::inside_macros(&source);
    // A text that is neither Rust nor a declaration is told to be no declaration.
    if found.is_empty() && !(is_rust_file(name) && macros::falls_into_tokens(&source)) {
        found.push(Found {
            name: macros::name_of(&source),
            range: 0..source.len(),
        });
    }
    if let Some(wanted) = vehicle {
        found = vec![named(wanted, &found, &origin)?];
    }
    let declaration = |found| Declaration {
        origin: origin.clone(),
        source: source.clone(),
        found,
    };
    Ok(found.into_iter().map(declaration).collect())
}

/// The only one of them, or the one that `vehicle` names.
pub fn one(name: &str, vehicle: Option<&str>) -> Result<Declaration, Failure> {
    let mut declarations = all(name, vehicle)?;
    let Some(last) = declarations.pop() else {
        return Err(none(&[name]));
    };
    if declarations.is_empty() {
        return Ok(last);
    }
    let names = declarations
        .iter()
        .chain([&last])
        .filter_map(|d| d.found.name.as_deref());
    let names = suggest::quoted(&names.collect::<Vec<_>>());
    Err(Failure::Misuse(format!(
        "{name} declares several vehicles: {names}; choose one by `--vehicle NAME`"
    )))
}

/// What to say where nothing is declared.
pub fn none(files: &[&str]) -> Failure {
    Failure::Misuse(format!("no `vehicle! {{ .. }}` in {}", files.join(", ")))
}

fn is_rust_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "rs")
}

fn named(wanted: &str, found: &[Found], origin: &str) -> Result<Found, Failure> {
    let is_wanted = |found: &&Found| found.name.as_deref() == Some(wanted);
    found.iter().find(is_wanted).cloned().ok_or_else(|| {
        let names: Vec<&str> = found.iter().filter_map(|found| found.name.as_deref()).collect();
        let advice = suggest::advice(wanted, &names).map_or_else(String::new, |advice| format!("; {advice}"));
        Failure::Misuse(format!("{origin} declares no vehicle `{wanted}`{advice}"))
    })
}

/// What to call it, and the text.
fn read(name: &str) -> Result<(String, String), Failure> {
    if let Some(declaration) = library::find(name) {
        return Ok((format!("library vehicle {name}"), declaration.to_owned()));
    }
    let unreadable = |reason: io::Error| Failure::Misuse(format!("cannot read {name}: {reason}"));
    let (origin, bytes) = match name {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map_err(unreadable)?;
            ("standard input", bytes)
        }
        path if !Path::new(path).exists() && !looks_like_a_path(path) => {
            return Err(Failure::Misuse(library::unknown(path)));
        }
        path => (path, fs::read(path).map_err(unreadable)?),
    };
    let text = String::from_utf8(bytes).map_err(|_| Failure::Misuse(format!("{origin} is not UTF-8 text")))?;
    // The mark that some editors put first is no part of the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok((origin.to_owned(), text.to_owned()))
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}
