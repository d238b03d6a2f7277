//! The designs that a study compares: vehicles, and variants of the first vehicle.

use crate::files::Files;
use crate::plausible::Plausibility;
use crate::problem::Problem;
use crate::vehicle::{Declaration, Running, Source};
use std::path::{Path, PathBuf};
use wishbone_compiler::front::change::Changed;
use wishbone_studies::threads::in_threads;

/// Designs that a study compares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Designs {
    /// Paths, `-`, or vehicles of the library.
    pub sources: Vec<String>,
    /// Name of the vehicle, where files declare several.
    pub vehicle: Option<String>,
    /// A file of parameters of every vehicle.
    pub parameters: Option<String>,
    /// Changes of every vehicle: `chassis.mass = 1500 kg`.
    pub changes: Vec<String>,
    /// Variants of the first vehicle, each by its changes: `front_left.lca_front.z += 5 mm; ..`
    pub variants: Vec<String>,
}

/// A design that was studied.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name in tables and pictures.
    pub label: String,
    /// The files that it was read from.
    pub files: Vec<PathBuf>,
    /// Changes made after reading.
    pub changes: Vec<Changed>,
    /// Figures outside of their usual ranges, a line each.
    pub unusual: Vec<String>,
}

/// Calls a function for every design, in parallel if the machine has threads.
///
/// # Errors
/// Returns an error if a design cannot be read or compiled, or if the function fails: the first error in the order of
/// the designs.
pub fn each<T: Send>(
    designs: &Designs,
    files: &dyn Files,
    compile: impl Fn(Declaration) -> Result<Running, Problem> + Sync,
    make: impl Fn(&Running) -> Result<T, Problem> + Sync,
) -> Result<Vec<(Design, T)>, Problem> {
    let sources = sources(designs);
    let made = in_threads(&sources, |(label, source)| {
        let running = compile(Declaration::of(source, files)?)?;
        let unusual = Plausibility::on_loading(&running).lines();
        let made = make(&running)?;
        let design = Design {
            label: label.clone().unwrap_or_else(|| running.compiled.model.name.clone()),
            files: running.declaration.files(),
            changes: running.declaration.changes().to_vec(),
            unusual,
        };
        Ok((design, made))
    });
    let mut made = made.into_iter().collect::<Result<Vec<_>, Problem>>()?;
    tell_apart(&mut made, &sources);
    Ok(made)
}

/// The changes of a variant: `front_left.lca_front.z += 5 mm; ..`
pub fn changes(variant: &str) -> impl Iterator<Item = String> {
    let own = variant.split(';').map(str::trim);
    own.filter(|change| !change.is_empty()).map(str::to_owned)
}

/// Source of each design, and its name if it differs from the vehicle's own.
fn sources(designs: &Designs) -> Vec<(Option<String>, Source)> {
    let source = |file: &String, changes: Vec<String>| Source {
        name: file.clone(),
        vehicle: designs.vehicle.clone(),
        parameters: designs.parameters.clone(),
        changes,
    };
    let given = designs
        .sources
        .iter()
        .map(|file| (None, source(file, designs.changes.clone())));
    let variants = designs.variants.iter().filter_map(|variant| {
        let changes = designs.changes.iter().cloned().chain(changes(variant));
        Some((
            Some(variant.trim().to_owned()),
            source(designs.sources.first()?, changes.collect()),
        ))
    });
    given.chain(variants).collect()
}

/// Gives designs the names of their files, if their vehicles have equal names.
fn tell_apart<T>(made: &mut [(Design, T)], sources: &[(Option<String>, Source)]) {
    let labels: Vec<String> = made.iter().map(|(design, _)| design.label.clone()).collect();
    for (place, (design, _)) in made.iter_mut().enumerate() {
        let (given, source) = &sources[place];
        let is_alone = labels.iter().filter(|label| **label == labels[place]).count() == 1;
        if given.is_none() && !is_alone {
            let stem = Path::new(&source.name).file_stem().unwrap_or_default();
            design.label = stem.to_string_lossy().into_owned();
        }
    }
}
