//! `wishbone fmu`

use crate::arguments::Fmu;
use crate::files::{Terminal, noted};
use crate::{print, write};
use std::env::{consts, current_exe};
use std::fs;
use std::path::{Path, PathBuf};
use wishbone_workbench::Problem;
use wishbone_workbench::fmu::{Exchange, Library, Standard, exported};
use wishbone_workbench::outside::{Asked, Hands, Port};
use wishbone_workbench::vehicle::Declaration;

/// Writes a vehicle as FMUs.
pub fn run(options: &Fmu) -> Result<(), Problem> {
    let declaration = Declaration::of(&options.source.chosen(), &Terminal)?;
    let (path, content) = shell(options.shell.as_deref())?;
    let library = Library::of(&path.display().to_string(), content, options.native)?;
    let asked = Asked {
        manoeuvre: options.manoeuvre.clone(),
        speed: options.speed,
        step: options.step.map(|step| 1e-3 * step),
        method: options.method.map(|method| method.word().to_owned()),
        hands: match options.steering.as_str() {
            "torque" => Hands::Torque,
            _ => Hands::Angle,
        },
        ports: options.ports.iter().filter_map(|name| Port::of(name)).collect(),
        outputs: options.outputs.clone(),
        arrays: options.arrays,
    };
    let standards = standards(&options.fmi);
    if options.arrays && !standards.contains(&Standard::Three) {
        return Err(Problem::Misuse(
            "`--arrays` is about FMI 3.0: FMI 2.0 has no arrays; add `--fmi 3`, or leave `--arrays` out".to_owned(),
        ));
    }
    write::try_folder_of(&options.output)?;
    let wanted = (&standards[..], exchange(&options.kind));
    let (fmus, notes) = exported(&declaration, &asked, wanted, &library, &Terminal)?;
    for fmu in &fmus {
        let path = match fmus.len() {
            1 => options.output.clone(),
            _ => numbered(&options.output, fmu.standard),
        };
        write::file(&path, &fmu.archive)?;
        print::out(&format!("wrote {}\n", path.display()))?;
    }
    for note in notes {
        print::err(&format!("note: {note}"));
    }
    Ok(())
}

fn standards(versions: &[String]) -> Vec<Standard> {
    let has = |version: &str| versions.iter().any(|own| own == version);
    let both = [("2", Standard::Two), ("3", Standard::Three)].into_iter();
    both.filter(|(version, _)| has(version)).map(|(_, own)| own).collect()
}

fn exchange(kinds: &[String]) -> Exchange {
    match kinds.iter().any(|kind| kind == "me") {
        true => Exchange::Always,
        false if kinds.is_empty() => Exchange::WhereSound,
        false => Exchange::Never,
    }
}

/// Path of the FMU for one version of the standard, such as `car.fmi2.fmu`.
fn numbered(path: &Path, standard: Standard) -> PathBuf {
    let version = match standard {
        Standard::Two => "fmi2",
        Standard::Three => "fmi3",
    };
    path.with_extension(format!("{version}.fmu"))
}

/// Path and content of the library that runs the vehicle: the given file, or `libwishbone_fmu.so` (as the system names libraries).
/// The latter is searched beside this program, then in the folder `lib` next to the program's folder.
fn shell(given: Option<&Path>) -> Result<(PathBuf, Vec<u8>), Problem> {
    if let Some(path) = given {
        let content = fs::read(path).map_err(|reason| reason.to_string());
        return noted(&path.to_string_lossy(), content)
            .map(|content| (path.to_owned(), content))
            .map_err(|reason| Problem::Misuse(format!("`--shell`: cannot read {}: {reason}", path.display())));
    }
    let name = format!("{}wishbone_fmu{}", consts::DLL_PREFIX, consts::DLL_SUFFIX);
    let program = current_exe().unwrap_or_default();
    let folder = program.parent().unwrap_or(Path::new(""));
    let places = [folder.join(&name), folder.join("../lib").join(&name)];
    let found = places
        .into_iter()
        .find_map(|place| fs::read(&place).ok().map(|content| (place, content)));
    found.ok_or_else(|| {
        Problem::Misuse(format!(
            "the library `{name}`, which runs vehicles in FMUs, is not beside this program ({}): build it by `cargo build --release -p \
             wishbone-fmu`, and give it by `--shell FILE`",
            folder.display()
        ))
    })
}
