//! The designs that a study compares: vehicles, and variants of the first one.

use crate::arguments::{Designs, Source};
use crate::declaration::Declaration;
use crate::failure::Failure;
use crate::running::Running;
use std::path::{Path, PathBuf};
use std::thread;
use wishbone_compiler::front::change::Changed;

/// A design that was studied.
pub struct Design {
    /// Name in tables and pictures.
    pub label: String,
    /// The files that it was read from.
    pub files: Vec<PathBuf>,
    /// Changes made after reading.
    pub changes: Vec<Changed>,
}

/// Makes something of every design, side by side.
///
/// # Errors
/// If a design cannot be read or compiled, or something cannot be made of it: the first in order.
pub fn each<T: Send>(
    designs: &Designs,
    compile: impl Fn(Declaration) -> Result<Running, Failure> + Sync,
    make: impl Fn(&Running) -> Result<T, Failure> + Sync,
) -> Result<Vec<(Design, T)>, Failure> {
    let sources = sources(designs);
    let made: Vec<Result<(Design, T), Failure>> = thread::scope(|scope| {
        let jobs: Vec<_> = sources
            .iter()
            .map(|(label, source)| {
                scope.spawn(|| {
                    let running = compile(Declaration::of(source)?)?;
                    let made = make(&running)?;
                    let design = Design {
                        label: label.clone().unwrap_or_else(|| running.compiled.model.name.clone()),
                        files: running.declaration.files(),
                        changes: running.declaration.changes().to_vec(),
                    };
                    Ok((design, made))
                })
            })
            .collect();
        let end =
            |job: thread::ScopedJoinHandle<'_, _>| job.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        jobs.into_iter().map(end).collect()
    });
    let mut made = made.into_iter().collect::<Result<Vec<_>, Failure>>()?;
    tell_apart(&mut made, &sources);
    Ok(made)
}

/// Where each design comes from, and its name, if that is not the vehicle's own.
fn sources(designs: &Designs) -> Vec<(Option<String>, Source)> {
    let source = |file: &String, changes: Vec<String>| Source {
        source: file.clone(),
        vehicle: designs.vehicle.clone(),
        changes,
    };
    let given = designs
        .sources
        .iter()
        .map(|file| (None, source(file, designs.changes.clone())));
    let variants = designs.variants.iter().filter_map(|variant| {
        let own = variant.split(';').map(str::trim).filter(|change| !change.is_empty());
        let changes = designs.changes.iter().cloned().chain(own.map(str::to_owned));
        Some((
            Some(variant.trim().to_owned()),
            source(designs.sources.first()?, changes.collect()),
        ))
    });
    given.chain(variants).collect()
}

/// Names designs whose vehicles have the same name after their files.
fn tell_apart<T>(made: &mut [(Design, T)], sources: &[(Option<String>, Source)]) {
    let labels: Vec<String> = made.iter().map(|(design, _)| design.label.clone()).collect();
    for (place, (design, _)) in made.iter_mut().enumerate() {
        let (given, source) = &sources[place];
        let is_alone = labels.iter().filter(|label| **label == labels[place]).count() == 1;
        if given.is_none() && !is_alone {
            let stem = Path::new(&source.source).file_stem().unwrap_or_default();
            design.label = stem.to_string_lossy().into_owned();
        }
    }
}
