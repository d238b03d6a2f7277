//! Loads beyond the greatest load for which a tyre is known: the greatest load of its property file, or of its
//! tables.

use crate::vehicle::Running;
use wishbone::prelude::Solver;
use wishbone::tyre::magic_formula::PropertyFile;
use wishbone_compiler::model::equipment::{Device, TyreLaw};

/// Greatest load of a file [N]; `None` if the file does not give it.
pub(super) fn of_file(file: &PropertyFile) -> Option<f64> {
    let greatest = file.coefficients.fzmax;
    (greatest > 0.0).then_some(greatest)
}

/// Greatest load for which a tyre is known [N]; `None` for a law without such a load.
pub(super) fn of_law(law: &TyreLaw) -> Option<f64> {
    match law {
        TyreLaw::MagicFormula(file) => of_file(file),
        TyreLaw::Tables(tables) => {
            let sheets = [&tables.longitudinal, &tables.lateral, &tables.aligning]
                .into_iter()
                .flatten();
            sheets
                .filter_map(|sheet| sheet.loads().last().copied())
                .reduce(f64::min)
        }
        TyreLaw::ByNumbers(_) | TyreLaw::Calspan(_) => None,
    }
}

/// Greatest load for which the tyre of each wheel is known [N].
fn by_wheel(running: &Running) -> Vec<Option<f64>> {
    let mut all = vec![None; running.radii.len()];
    for piece in &running.compiled.model.equipment {
        if let Device::Tyre(tyre) = &piece.kind {
            tyre.wheels.iter().for_each(|&wheel| all[wheel] = of_law(&tyre.law));
        }
    }
    all
}

/// A note on wheels that carry more than the greatest load for which their tyres are known. `most` are the greatest loads of the wheels [N].
pub(crate) fn note(running: &Running, most: &[f64]) -> Option<String> {
    let names = running.engine.description().wheels;
    let each = names.iter().zip(most).zip(by_wheel(running));
    let beyond = each.filter_map(|((name, load), greatest)| {
        let greatest = greatest.filter(|greatest| load > greatest)?;
        Some(format!("{name} {load:.0} N of {greatest:.0} N"))
    });
    let beyond: Vec<String> = beyond.collect();
    (!beyond.is_empty()).then(|| {
        format!(
            "loads beyond `FZMAX` of the property files, or the last load of tables: {}; forces along the ground are then those at this load in \
             proportion to the load",
            beyond.join(", ")
        )
    })
}
