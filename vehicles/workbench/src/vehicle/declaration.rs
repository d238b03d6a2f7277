//! Sources of declarations: texts, files, the library.

use super::macros::{self, Found};
use super::{library, parameters};
use crate::files::Files;
use crate::problem::{Mistakes, Problem};
use crate::suspensions::Suspension;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use wishbone_compiler::diag::Diagnostics;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::change::{self, Changed};
use wishbone_compiler::front::file::{self, Reading};
use wishbone_compiler::front::points::move_point;
use wishbone_compiler::front::syntax::{self, Item};
use wishbone_compiler::front::{suggest, toml};
use wishbone_compiler::model::resolve::resolve_tuned;
use wishbone_compiler::model::{BodyId, Hardpoint, Model};
use wishbone_compiler::pipeline::{self, Compiled};

/// A declaration with all included files.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Name of the vehicle; `None` if it cannot be read.
    name: Option<String>,
    /// The text of the declaration: a whole file, or the content of the macro's braces; TOML after a change. A changed declaration is
    /// printed when it is first asked for.
    text: OnceLock<String>,
    /// The given file; `None` for the standard input and the library.
    origin: Option<PathBuf>,
    /// The folder of included files.
    folder: String,
    /// Whether the text is TOML.
    is_toml: bool,
    reading: Reading,
    /// Changes made after reading.
    changes: Vec<Changed>,
}

/// Selection of one vehicle, with its changes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// A path, `-` for the standard input, or the name of a vehicle of the library.
    pub name: String,
    /// Name of the vehicle, if a file declares several.
    pub vehicle: Option<String>,
    /// A file of parameters, whose numbers replace declared numbers.
    pub parameters: Option<String>,
    /// Changes such as `front_left.lca_front.z += 5 mm`, made after the changes by the parameters.
    pub changes: Vec<String>,
}

/// Name of a `place`, and the origin of its points [m].
pub type Origin = (String, Option<[f64; 3]>);

impl Declaration {
    /// The selected vehicle with its parameters and changes.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or does not declare the vehicle, or if a change cannot be made. All
    /// such changes are reported.
    pub fn of(source: &Source, files: &dyn Files) -> Result<Self, Problem> {
        let mut own = one(&source.name, source.vehicle.as_deref(), files)?;
        if let Some(file) = &source.parameters {
            let told = |reason: String| Problem::Misuse(format!("{file}: {reason}"));
            let text = files.text(file).map_err(told)?;
            let numbers = parameters::changes(&text, &own).map_err(told)?;
            own = own.changed(&numbers)?;
            own.changes
                .retain(|change| change.before.as_ref() != Some(&change.after));
        }
        own.changed(&source.changes)
    }

    /// The declaration in a text that includes no files: TOML if `name` ends in `.toml`, otherwise the grammar of
    /// `vehicle! { .. }`.
    pub fn of_text(name: &str, text: &str, files: &dyn Files) -> Self {
        alone(name, text, files)
    }

    /// The declaration with changes.
    ///
    /// # Errors
    /// If a change cannot be made. All such changes are reported.
    pub fn changed(mut self, changes: &[String]) -> Result<Self, Problem> {
        if changes.is_empty() {
            return Ok(self);
        }
        let made = change::apply(&mut self.reading, changes).map_err(|found| self.problem(&found))?;
        self.changes.extend(made);
        let _ = self.tree()?;
        self.text = OnceLock::new();
        self.is_toml = true;
        Ok(self)
    }

    /// Makes parameters of the solver from the numbers at these paths, each with its name. A number that cannot be a
    /// parameter stays a constant.
    ///
    /// # Errors
    /// If there is no single number at a path.
    pub fn tuned<'a>(mut self, numbers: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Self, Problem> {
        for (path, name) in numbers {
            change::tune(&mut self.reading, path, name).map_err(|found| self.problem(&found))?;
        }
        Ok(self)
    }

    /// Name of the vehicle; `None` if it cannot be read.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Changes made after reading.
    pub fn changes(&self) -> &[Changed] {
        &self.changes
    }

    /// The text of the declaration: a whole file, or the content of the macro's braces.
    pub fn text(&self) -> &str {
        let printed = || self.tree().map(toml::print::vehicle).unwrap_or_default();
        self.text.get_or_init(printed).trim()
    }

    /// The folder to which paths of included files are relative.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Whether its text is TOML.
    pub fn is_toml(&self) -> bool {
        self.is_toml
    }

    /// The files that were read, without the standard input and texts of the library.
    pub fn files(&self) -> Vec<PathBuf> {
        let sources = self.reading.sources.iter().map(|source| PathBuf::from(&source.name));
        self.origin.iter().cloned().chain(sources).collect()
    }

    /// Mistakes with the texts in which they are.
    pub fn problem(&self, found: &Diagnostics) -> Problem {
        Problem::Mistakes(self.mistakes(found))
    }

    fn mistakes(&self, found: &Diagnostics) -> Mistakes {
        Mistakes::of(found, &self.reading.sources)
    }

    /// The parsed declaration.
    pub(super) fn tree(&self) -> Result<&syntax::Vehicle, Problem> {
        let tree = self.reading.vehicle.as_ref();
        tree.map_err(|found| self.problem(found))
    }

    /// Compiles it as declared.
    pub fn compile(&self) -> Result<Compiled, Problem> {
        self.compile_with(&Choice::Declared)
    }

    /// Compiles it with methods of the user's choice. Reports mistakes with places and excerpts of the files concerned.
    pub fn compile_with(&self, choice: &Choice) -> Result<Compiled, Problem> {
        pipeline::compile_with(self.tree()?, choice).map_err(|found| self.problem(&found))
    }

    /// Compiles it for running it directly. Nothing about a solver's text is prepared.
    pub fn compile_to_run(&self) -> Result<Compiled, Problem> {
        pipeline::compile_to_run(self.tree()?).map_err(|found| self.problem(&found))
    }

    /// Compiles it for running it directly, with derivatives.
    pub fn compile_differentiated(&self) -> Result<Compiled, Problem> {
        pipeline::compile_differentiated(self.tree()?).map_err(|found| self.problem(&found))
    }

    /// Compiles it as declared, with the reactions of all joints as outputs.
    pub fn compile_with_reactions(&self) -> Result<Compiled, Problem> {
        pipeline::compile_with_reactions(self.tree()?).map_err(|found| self.problem(&found))
    }

    /// Compiles it as declared, with the actions of all joints and force elements on their bodies as outputs. The free joint to the ground
    /// names the `root`, if there is one.
    pub fn compile_with_actions(&self, root: Option<BodyId>) -> Result<Compiled, Problem> {
        pipeline::compile_with_actions(self.tree()?, root).map_err(|found| self.problem(&found))
    }

    /// The declared vehicle with its named points; nothing is compiled.
    pub fn resolved(&self) -> Result<(Model, Vec<Hardpoint>), Problem> {
        resolve_tuned(self.tree()?, &|_| false).map_err(|found| self.problem(&found))
    }

    /// Compiles it for running it directly. The coordinates of the points chosen by name are parameters.
    pub fn compile_tuned(&self, is_chosen: &dyn Fn(&str) -> bool) -> Result<(Compiled, Vec<Hardpoint>), Problem> {
        pipeline::compile_tuned(self.tree()?, is_chosen).map_err(|found| self.problem(&found))
    }

    /// Origin [m] of the points of each place, by the name of the place; `None` for a place that is turned.
    ///
    /// # Errors
    /// If the declaration cannot be read.
    pub fn origins(&self) -> Result<Vec<Origin>, Problem> {
        let places = self.tree()?.items.iter().filter_map(|item| match item {
            Item::Place { group, items, .. } => Some((group.text.clone(), origin(items))),
            _ => None,
        });
        Ok(places.collect())
    }

    /// Each place with its subsystem, by the name of its group.
    ///
    /// # Errors
    /// If the declaration cannot be read.
    pub(crate) fn placed(&self) -> Result<Vec<(String, Suspension)>, Problem> {
        let items = &self.tree()?.items;
        let subsystem = |wanted: &str| {
            items.iter().find_map(|item| match item {
                Item::Subsystem { name, items, .. } if name.text == wanted => Some(Suspension::declared(wanted, items)),
                _ => None,
            })
        };
        let places = items.iter().filter_map(|item| match item {
            Item::Place {
                group, subsystem: own, ..
            } => Some((group.text.clone(), subsystem(&own.text)?)),
            _ => None,
        });
        Ok(places.collect())
    }

    /// The declaration with points moved to new coordinates [m], and without its comments.
    ///
    /// # Errors
    /// If a point is not written in a table of points.
    pub fn with_moved(mut self, points: &[(&str, [f64; 3])]) -> Result<Self, Problem> {
        let mut tree = self.tree()?.clone();
        for (name, at) in points {
            if !move_point(&mut tree.items, name, *at) {
                return Err(Problem::Finding(format!(
                    "point `{name}` cannot be written down: declare it in a `points` of the vehicle or of its group"
                )));
            }
        }
        self.reading.vehicle = Ok(tree);
        self.text = OnceLock::new();
        self.is_toml = true;
        Ok(self)
    }

    /// The warnings of a compilation.
    pub fn warnings(&self, compiled: &Compiled) -> Mistakes {
        self.mistakes(&compiled.warnings)
    }
}

/// The origin that a place sets [m]; `None` if the place is turned, or the origin is not a list of numbers.
fn origin(items: &[Item]) -> Option<[f64; 3]> {
    let setting = |name: &str| {
        items.iter().find_map(|item| match item {
            Item::Setting(own) if own.key.text == name => Some(&own.value),
            _ => None,
        })
    };
    if setting("rotation").is_some() {
        return None;
    }
    let Some(value) = setting("origin") else {
        return Some([0.0; 3]);
    };
    value.coordinates()
}

/// The declarations in a file (`-` for the standard input) or of a vehicle of the library. With `vehicle`, only the
/// declaration with that name. A name of the library never means a file; a file with this name is written `./name`.
pub fn all(name: &str, vehicle: Option<&str>, files: &dyn Files) -> Result<Vec<Declaration>, Problem> {
    let (origin, source) = read(name, files)?;
    let mut declarations = if is_toml_file(&origin) {
        vec![alone(&origin, &source, files)]
    } else {
        let found = macros::inside_macros(&source);
        // A text that is neither Rust nor a declaration is reported as a faulty declaration.
        if found.is_empty() && !(is_rust_file(name) && macros::falls_into_tokens(&source)) {
            vec![alone(&origin, &source, files)]
        } else {
            let root = root_of(name, files);
            found
                .into_iter()
                .map(|found| inside(&origin, &source, found, &root, files))
                .collect()
        }
    };
    for declaration in &mut declarations {
        declaration.origin = (origin == name).then(|| PathBuf::from(name));
    }
    match vehicle {
        Some(wanted) => Ok(vec![named(wanted, declarations, &origin)?]),
        None => Ok(declarations),
    }
}

/// The declaration that is a whole text: TOML, or the grammar without a macro around it.
fn alone(origin: &str, source: &str, files: &dyn Files) -> Declaration {
    let reading = file::read_text(origin, source, &mut |path| files.text(path));
    let is_toml = is_toml_file(origin);
    let name = match is_toml {
        true => name_in(&reading),
        false => macros::name_of(source),
    };
    Declaration {
        name,
        text: source.to_owned().into(),
        origin: None,
        folder: folder_of(origin),
        is_toml,
        reading,
        changes: Vec::new(),
    }
}

/// The name of the vehicle, if it could be read.
fn name_in(reading: &Reading) -> Option<String> {
    reading.vehicle.as_ref().ok().map(|vehicle| vehicle.name.text.clone())
}

fn folder_of(path: &str) -> String {
    let folder = Path::new(path).parent().unwrap_or(Path::new(""));
    folder.to_string_lossy().into_owned()
}

/// The declaration inside of a macro of a Rust source, or in the file that the macro names. `root` is the folder of the package.
fn inside(origin: &str, source: &str, found: Found, root: &str, files: &dyn Files) -> Declaration {
    let mut text_of = |path: &str| files.text(path);
    let Found { name, range, file } = found;
    if let Some(path) = file {
        let path = if root.is_empty() {
            path
        } else {
            format!("{}/{path}", root.trim_end_matches('/'))
        };
        let reading = file::read(&path, &mut text_of);
        let text = reading.sources.iter().next().map(|source| source.text.clone());
        return Declaration {
            name: name_in(&reading),
            text: text.unwrap_or_default().into(),
            origin: None,
            folder: folder_of(&path),
            is_toml: is_toml_file(&path),
            reading,
            changes: Vec::new(),
        };
    }
    Declaration {
        name,
        text: source[range.clone()].to_owned().into(),
        origin: None,
        folder: root.to_owned(),
        is_toml: false,
        reading: file::read_part(origin, source, range, root, &mut text_of),
        changes: Vec::new(),
    }
}

/// The folder of the package of a Rust source, to which paths in its macros are relative, or else the folder of the
/// source. The folder is found by appending `..`, so messages contain no path that the caller did not give.
fn root_of(name: &str, files: &dyn Files) -> String {
    const HIGHEST: usize = 32;
    let own = Path::new(name).parent().unwrap_or(Path::new(""));
    let mut folders = (0..HIGHEST).map(|steps| own.join("../".repeat(steps)));
    let package = folders.find(|folder| files.exists(&folder.join("Cargo.toml").to_string_lossy()));
    package.as_deref().unwrap_or(own).to_string_lossy().into_owned()
}

/// The only declaration, or the declaration named `vehicle`.
pub fn one(name: &str, vehicle: Option<&str>, files: &dyn Files) -> Result<Declaration, Problem> {
    let mut declarations = all(name, vehicle, files)?;
    let Some(last) = declarations.pop() else {
        return Err(none(&[name]));
    };
    if declarations.is_empty() {
        return Ok(last);
    }
    let names = declarations.iter().chain([&last]).filter_map(|d| d.name.as_deref());
    let names = suggest::quoted(&names.collect::<Vec<_>>());
    Err(Problem::Misuse(format!(
        "{name} declares several vehicles: {names}; choose one by `--vehicle NAME`"
    )))
}

/// Message for files without a declaration.
pub fn none(files: &[&str]) -> Problem {
    Problem::Misuse(format!(
        "no `vehicle! {{ .. }}` in {} (inside `macro_rules!` it is a pattern, and is not read)",
        files.join(", ")
    ))
}

fn is_rust_file(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "rs")
}

fn is_toml_file(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

fn named(wanted: &str, declarations: Vec<Declaration>, origin: &str) -> Result<Declaration, Problem> {
    let (found, others): (Vec<_>, Vec<_>) = declarations
        .into_iter()
        .partition(|declaration| declaration.name.as_deref() == Some(wanted));
    found.into_iter().next().ok_or_else(|| {
        let names: Vec<&str> = others.iter().filter_map(|other| other.name.as_deref()).collect();
        let advice = suggest::advice(wanted, &names).map_or_else(String::new, |advice| format!("; {advice}"));
        Problem::Misuse(format!("{origin} declares no vehicle `{wanted}`{advice}"))
    })
}

/// Reads a source and returns its name in messages and its text.
fn read(name: &str, files: &dyn Files) -> Result<(String, String), Problem> {
    if let Some(declaration) = library::find(name) {
        return Ok((format!("library vehicle {name}.toml"), declaration.to_owned()));
    }
    if name != "-" && !looks_like_a_path(name) && !files.exists(name) {
        return Err(Problem::Misuse(library::unknown(name)));
    }
    let text = files.text(name);
    let text = text.map_err(|reason| Problem::Misuse(format!("cannot read {name}: {reason}")))?;
    // A byte order mark is not part of the text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    // The standard input has no name that tells its format.
    let origin = match name {
        "-" if file::begins_as_toml(text) == Some(true) => "standard input.toml",
        "-" => "standard input",
        name => name,
    };
    Ok((origin.to_owned(), text.to_owned()))
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::files::Files;

    /// A text on the standard input.
    struct Piped(&'static str);

    impl Files for Piped {
        fn text(&self, path: &str) -> Result<String, String> {
            match path {
                "-" => Ok(self.0.to_owned()),
                _ => Err("there is none".to_owned()),
            }
        }
    }

    /// The standard input has no name: its first line tells whether it is TOML. Mistakes in it are those of TOML.
    #[test]
    fn the_standard_input_tells_its_format() {
        let grammar = "Car { body chassis { mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 } joint motion: free(ground, chassis) }";
        let toml = "# a car\n[vehicle]\nname = \"Car\"\n[body.chassis]\nmass = \"1 kg\"\ncom = \"[0, 0, 0] m\"\ninertia = \"[1, 1, 1] kg*m^2\"\n[joint]\nmotion = \"free(ground, chassis)\"\n";
        for (text, is_toml) in [(grammar, false), (toml, true)] {
            let found = all("-", None, &Piped(text)).unwrap_or_else(|problem| panic!("{problem}"));
            let [own] = found.as_slice() else {
                panic!("{}", found.len())
            };
            assert_eq!(
                (own.name(), own.is_toml(), own.origin.is_none()),
                (Some("Car"), is_toml, true)
            );
            assert!(own.resolved().is_ok());
        }
        let found = all("-", None, &Piped("[vehicle]\nname = Car\n")).expect("a text");
        let told = found[0].resolved().map(|_| ()).expect_err("a mistake").message();
        assert!(
            told.contains("standard input.toml:2:") && !told.contains("its name does not say so"),
            "{told}"
        );
    }
}
