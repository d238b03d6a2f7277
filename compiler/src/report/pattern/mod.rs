//! The sparsity of the equations of motion: as numbers, and as a drawing (SVG).
//!
//! Rows and columns are in the order of elimination, with a block for each subsystem. The elimination of an unknown
//! affects the shaded entries below it and to its right.

mod paint;
mod plan;

use super::table::Table;
use crate::mobility::equations::Equations;
use crate::pipeline::Compiled;

/// The drawing as the text of an SVG file. Full names are tooltips of the names at the left.
pub fn svg(compiled: &Compiled) -> String {
    paint::drawing(&plan::of(compiled)).to_string()
}

/// Numbers of structurally nonzero entries, and of entries added by elimination.
pub fn text(compiled: &Compiled) -> String {
    let equations = equations(compiled);
    let closure: usize = compiled.mobility.jacobian.iter().map(|row| row.speeds.len()).sum();
    let triangle = |size: usize| size * (size + 1) / 2;
    let speeds = compiled.layout.speeds.len();
    let mut table = Table::default();
    table.row(["entries that can be other than zero", "", "of"]);
    table.rule();
    let mut line = |what: &str, entries: usize, all: usize| table.row([what, &entries.to_string(), &all.to_string()]);
    line(
        "mass matrix, lower triangle",
        equations.mass_entries(),
        triangle(speeds),
    );
    line(
        "closure equations by speeds",
        closure,
        compiled.mobility.equations * speeds,
    );
    let all = triangle(equations.unknowns.len());
    line("equations of motion, lower triangle", equations.pattern.entries(), all);
    line("  filled in by elimination", equations.fill(), all);
    line(
        "  were the multipliers left to the end",
        equations.fill_with_multipliers_last(),
        all,
    );
    table.render()
}

fn equations(compiled: &Compiled) -> Equations {
    let Compiled {
        model,
        topology,
        layout,
        mobility,
        ..
    } = compiled;
    Equations::new(model, topology, layout, mobility)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::drawing::checks::{check_apart, check_named_once, check_texts, check_well_formed, rectangles};
    use crate::report::samples;
    use crate::report::table::WIDTH;

    #[test]
    fn every_unknown_is_there_once_in_well_formed_text_that_never_changes() {
        for compiled in samples::all() {
            let text = svg(&compiled);
            check_well_formed(&text);
            compiled
                .layout
                .speeds
                .iter()
                .for_each(|speed| check_named_once(&text, speed));
            let rows = compiled.mobility.closures.iter().flat_map(|closure| &closure.rows);
            for &(l, r) in rows {
                let cut = &compiled.model.joint(compiled.topology.loops[l].cut).name;
                check_named_once(&text, &format!("{cut}.row{r}"));
            }
            assert_eq!(text, svg(&compiled));
        }
    }

    #[test]
    fn no_name_lies_on_another() {
        for compiled in samples::all() {
            let text = svg(&compiled);
            check_texts(&text);
            check_apart(&rectangles(&text, "block"));
        }
    }

    /// The drawing contains exactly the entries of the matrix: each entry once below and once above the diagonal.
    #[test]
    fn every_entry_is_drawn() {
        for compiled in samples::all() {
            let (text, equations) = (svg(&compiled), equations(&compiled));
            let squares = |class: &str| -> usize {
                let paths = text.lines().filter(|line| line.contains(&format!("class=\"{class}\"")));
                paths.map(|line| line.matches('z').count()).sum()
            };
            let diagonal = equations.unknowns.len();
            let factorised = equations.pattern.factorised().entries();
            assert_eq!(
                squares("mass") + squares("closure") + squares("fill"),
                2 * factorised - diagonal
            );
            assert_eq!(
                squares("mass"),
                2 * equations.mass_entries() - compiled.layout.speeds.len()
            );
        }
    }

    #[test]
    fn numbers_and_picture_of_the_quarter_car() {
        let compiled = samples::quarter_car();
        insta::assert_snapshot!(text(&compiled));
        insta::assert_snapshot!(svg(&compiled));
        for compiled in samples::all() {
            assert!(text(&compiled).lines().all(|line| line.chars().count() <= WIDTH));
        }
    }
}
