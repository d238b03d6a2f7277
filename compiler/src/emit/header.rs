//! Documentation of the emitted type.

use crate::ir::Shape;
use crate::mobility::Freedom;
use crate::pipeline::Compiled;
use crate::programs::calls::{Call, Entry};

/// Documentation lines of the solver's type: the user's own, then topology, operation counts, and the reasons for
/// choices.
pub fn lines(compiled: &Compiled) -> Vec<String> {
    let Compiled {
        model,
        search,
        topology,
        mobility,
        layout,
        state,
        plan,
        programs,
        warnings,
        ..
    } = compiled;
    let lowered = compiled.lowered();
    let mut lines: Vec<String> = model.doc.clone();
    lines.extend([String::new(), "# Topology".to_owned(), String::new()]);
    let count = |number: usize, one: &str, more: &str| format!("{number} {}", if number == 1 { one } else { more });
    let forces = count(model.forces.len(), "other force element", "other force elements");
    let mut sizes = vec![
        count(model.bodies.len() - 1, "body", "bodies"),
        count(model.joints.len(), "joint or link", "joints and links"),
        count(model.springs.len(), "spring", "springs"),
        count(model.wheels.len(), "wheel", "wheels"),
        count(
            layout.coordinates.len(),
            "coordinate of joints",
            "coordinates of joints",
        ),
        count(layout.speeds.len(), "speed of joints", "speeds of joints"),
        count(mobility.equations, "closure equation", "closure equations"),
    ];
    if !model.forces.is_empty() {
        sizes.insert(3, forces);
    }
    let freedoms = count(mobility.freedoms, "freedom", "freedoms");
    lines.push(format!("{} of rank {}: {freedoms}.", sizes.join(", "), mobility.rank));
    lines.push(format!(
        "The state holds {} and {}.",
        count(state.coordinates.len(), "coordinate", "coordinates"),
        count(state.speeds.len(), "speed", "speeds")
    ));
    lines.push(String::new());
    lines.extend(topology.reasons.iter().map(|reason| format!("- {reason}.")));
    for closure in &mobility.closures {
        let sentences = closure.group.sentences(model, topology);
        lines.extend(sentences.iter().map(|sentence| format!("- {sentence}.")));
    }
    lines.extend(mobility.reasons.iter().map(|reason| format!("- {}.", reason.sentence)));
    let moves = |f: &Freedom| format!("- {}: {}.", count(f.count, "freedom", "freedoms"), f.words);
    lines.extend(mobility.motions.iter().map(moves));
    lines.extend(search.sentences().iter().map(|sentence| format!("- {sentence}.")));
    lines.extend(plan.reasons.iter().map(|reason| format!("- {reason}.")));
    lines.extend(
        warnings
            .iter()
            .map(|w| format!("- warning {}: {}.", w.code.id, w.message)),
    );
    lines.extend([
        String::new(),
        "# Operations of one evaluation".to_owned(),
        String::new(),
    ]);
    lines.push("| stage | subsystem | operations |".to_owned());
    lines.push("|---|---|---|".to_owned());
    let evaluation = &programs[Call::Evaluation];
    for (&(stage, subsystem), region) in evaluation.regions.iter().zip(evaluation.program.counts()) {
        if region.count.total() > 0 {
            lines.push(format!(
                "| {stage} | {} | {} |",
                topology.subsystems[subsystem].name, region.count
            ));
        }
    }
    lines.push(format!("| all | | {} |", evaluation.program.count()));
    if let Some(lanes) = programs.in_lanes(Call::Evaluation) {
        lines.push(String::new());
        lines.push(format!(
            "In lanes, where the instruction set has them: {} operations, which are {} one by one.",
            lanes.program.count_at_once().total(),
            lanes.unrolled.program.count().total()
        ));
    }
    if let Some(why) = programs.why_no_lanes {
        lines.push(String::new());
        lines.push(format!("Nothing is computed in lanes: {why}."));
    }
    lines.push(String::new());
    lines.extend(shape(evaluation.program.shape()));
    let functions = lowered
        .texts
        .iter()
        .map(|text| text.evaluation.functions.len().to_string());
    let functions: Vec<String> = functions.collect();
    lines.push(format!("- workspace: {} bytes", lowered.workspace().bytes()));
    lines.push(format!("- functions: {}", functions.join(", at levels ")));
    lines.extend([String::new(), "# Operations of other calls".to_owned(), String::new()]);
    let others = programs.calls.iter().filter(|(call, _)| **call != Call::Evaluation);
    for (call, traceable) in others {
        let Entry {
            functions, sentence, ..
        } = call.entry();
        let (function, count) = (functions[0], traceable.program.count());
        lines.push(format!("- `{function}`, {sentence}: {count}"));
    }
    lines
}

fn shape(shape: Shape) -> [String; 2] {
    let Shape {
        critical_operations,
        critical_cycles,
        alive,
        alive_bytes,
        ..
    } = shape;
    [
        format!("- critical path: {critical_operations} operations, {critical_cycles} cycles at the least"),
        format!("- alive at once: at most {alive} values, {alive_bytes} bytes of stack if no register held any"),
    ]
}
