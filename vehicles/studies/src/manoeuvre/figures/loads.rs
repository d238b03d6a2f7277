//! Greatest loads of the joints, if a solver has their reactions as outputs `reaction.JOINT.fx` to `.mz`.

use crate::findings::Figure;
use crate::table::Table;

/// First part of the names.
const REACTION: &str = "reaction.";

/// Greatest force and moment of each joint, and the time of the greatest force.
pub fn of(table: &Table) -> Vec<Figure> {
    let names = table.columns.iter().map(|column| column.name.as_str());
    let joints = names.filter_map(|name| name.strip_prefix(REACTION)?.strip_suffix(".fx"));
    let time = table.column("time").unwrap_or_default();
    let mut figures = Vec::new();
    for joint in joints {
        let sizes = |letter: char| -> Vec<f64> {
            let axes = ["x", "y", "z"].map(|axis| table.column(&format!("{REACTION}{joint}.{letter}{axis}")));
            let axes = axes.map(Option::unwrap_or_default);
            let rows = 0..axes[0].len();
            rows.map(|row| axes.iter().map(|axis| axis[row] * axis[row]).sum::<f64>().sqrt())
                .collect()
        };
        let (force, moment) = (sizes('f'), sizes('m'));
        let row = (0..force.len()).max_by(|&a, &b| force[a].total_cmp(&force[b]));
        let greatest = |values: &[f64]| values.iter().copied().fold(f64::NAN, f64::max);
        figures.extend([
            Figure::new(
                joint,
                "greatest force",
                "N",
                greatest(&force),
                "greatest force of the joint in the rows of the run's table",
            ),
            Figure::new(
                joint,
                "time of the greatest force",
                "s",
                row.and_then(|row| time.get(row).copied()).unwrap_or(f64::NAN),
                "time at which the force of the joint is greatest",
            ),
            Figure::new(
                joint,
                "greatest moment",
                "N m",
                greatest(&moment),
                "greatest moment of the joint at its point in the rows of the run's table",
            ),
        ]);
    }
    figures
}
