//! What the emitted type says about itself.

use crate::pipeline::Compiled;

/// Documentation lines of the solver's type: the user's own, then topology, operation counts, and why it is so.
pub fn lines(compiled: &Compiled) -> Vec<String> {
    let Compiled {
        model,
        topology,
        mobility,
        layout,
        programs,
    } = compiled;
    let mut lines: Vec<String> = model.doc.clone();
    lines.extend([String::new(), "# Topology".to_owned(), String::new()]);
    let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
    let sizes = [
        count(model.bodies.len() - 1, "body", "bodies"),
        count(model.joints.len(), "joint or link", "joints and links"),
        count(model.springs.len(), "spring", "springs"),
        count(model.wheels.len(), "wheel", "wheels"),
        count(layout.coordinates.len(), "coordinate", "coordinates"),
        count(layout.speeds.len(), "speed", "speeds"),
        count(mobility.equations, "closure equation", "closure equations"),
    ];
    let freedoms = count(mobility.freedoms, "freedom", "freedoms");
    lines.push(format!("{} of rank {}: {freedoms}.", sizes.join(", "), mobility.rank));
    lines.push(String::new());
    lines.extend(topology.reasons.iter().map(|reason| format!("- {reason}.")));
    for closure in &mobility.closures {
        let dependent: Vec<String> = closure
            .pivots
            .iter()
            .map(|&(_, speed)| format!("`{}`", layout.speeds[speed]))
            .collect();
        let body = &model.body(closure.group.closed_at).name;
        lines.push(format!("- closed at `{body}`; dependent: {}.", dependent.join(", ")));
    }
    lines.extend([
        String::new(),
        "# Operations of one evaluation".to_owned(),
        String::new(),
    ]);
    lines.push("| stage | subsystem | operations |".to_owned());
    lines.push("|---|---|---|".to_owned());
    let evaluation = &programs.evaluation;
    for (&(stage, subsystem), region) in evaluation.regions.iter().zip(evaluation.program.counts()) {
        if region.count.total() > 0 {
            lines.push(format!(
                "| {stage} | {} | {} |",
                topology.subsystems[subsystem].name, region.count
            ));
        }
    }
    lines.push(format!("| all | | {} |", evaluation.program.count()));
    lines
}
