//! Plausibility of a declared vehicle, as text.

use crate::rig::kc::column;
use crate::vehicle::{Running, Weight};
use std::fmt::Write;
use wishbone::solver::Solver;
use wishbone_engine::equipment::vertical_rates;
use wishbone_studies::findings::number;
use wishbone_studies::plausibility::{Checked, Standing, of_masses, of_suspensions};
use wishbone_studies::rig::Rig;

/// Figures with their usual ranges, those outside of it marked; a line in place of what cannot be told of a vehicle.
pub fn text(running: &Running) -> String {
    let mut text = String::from("plausibility\n");
    let (figures, notes) = checked(running);
    let width = figures
        .iter()
        .map(|figure| figure.name.chars().count())
        .max()
        .unwrap_or(0);
    for figure in &figures {
        line(&mut text, figure, width);
    }
    for note in notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

fn line(text: &mut String, figure: &Checked, width: usize) {
    let mark = if figure.is_unusual() { "!" } else { " " };
    let usual = format!("usual {} to {}", figure.usual.start(), figure.usual.end());
    let (name, unit) = (&figure.name, figure.unit);
    let value = number(figure.value);
    let _ = writeln!(text, "{mark} {name:width$} {value:>12} {unit:7} {usual}");
    if figure.is_unusual() {
        let _ = writeln!(text, "    unusual: {}", figure.source);
    }
}

/// Figures, and notes about those that cannot be told.
fn checked(running: &Running) -> (Vec<Checked>, Vec<String>) {
    let compiled = &running.compiled;
    let weight = Weight::of(compiled);
    let Some((weight, loads)) = weight.and_then(|weight| Some((weight, weight.loads(compiled)?))) else {
        return (
            Vec::new(),
            vec!["not told: the vehicle does not stand on its wheels".to_owned()],
        );
    };
    if running.units().len() > 1 {
        let note = "not told: several heavy bodies, whose loads follow from the rest (`wishbone settle`)";
        return (Vec::new(), vec![note.to_owned()]);
    }
    let standing = Standing {
        mass: weight.mass,
        centre: weight.centre.into(),
        gravity: weight.gravity,
        tyre_rates: vertical_rates(compiled, &loads),
        loads,
    };
    let mut notes = Vec::new();
    if standing.tyre_rates.is_none() {
        notes.push("without tyres: none are declared, or the loads are too large for them".to_owned());
    }
    let (mut engine, inputs) = (running.engine.clone(), running.engine.no_inputs());
    engine.kinematics(&engine.design_state(), &inputs);
    let mut figures = of_masses(&standing, engine.wheels(), &running.radii);
    let rig = Rig::new(engine, &running.units(), &column(running), &running.radii);
    match rig.and_then(|rig| of_suspensions(&rig, &standing)) {
        Ok(found) => figures.extend(found),
        Err(reason) => notes.push(format!("! suspensions: {reason}")),
    }
    (figures, notes)
}
