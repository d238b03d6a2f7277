//! Slopes of the rates by a parameter of the vehicle.
//!
//! With the rates `f(x, u, p)` of the vehicle, the motion of its wheels `w(x, p)`, and the loads `u = L(w)` of its equipment:
//! `df/dp = f_p + f_u (L_w w_p)`. The solver tells `f_p`, `f_u` and `w_p`, and tyres by formulas tell `L_w`. Loads of the other equipment are central
//! differences of that equipment alone.

use super::{Car, numbers};
use crate::problem::Problem;
use wishbone::acting::{Acting, Reading};
use wishbone::derivative::{Argument, Delivered, entries};
use wishbone::prelude::*;
use wishbone::subsystem::{self, Joints};
use wishbone_engine::equipment::Fitted;
use wishbone_engine::{Engine, Inputs};

/// All numbers of the inputs, in the order of the columns of slopes.
fn listed(inputs: &Inputs) -> Vec<f64> {
    let mut all = Vec::new();
    for drive in &inputs.drives {
        drive
            .fields()
            .into_iter()
            .for_each(|(_, own)| all.extend_from_slice(own));
    }
    for wheel in &inputs.wheels {
        wheel
            .fields()
            .into_iter()
            .for_each(|(_, own)| all.extend_from_slice(own));
    }
    all.extend_from_slice(&inputs.signals);
    all
}

impl Car {
    /// Slopes of all rates with respect to the parameter at a position; the difference of the parameter has this size.
    /// None where the solver has no slopes.
    ///
    /// # Errors
    /// If no run has begun.
    pub(super) fn by_parameter(&mut self, place: usize, step: f64) -> Result<Option<Vec<f64>>, Problem> {
        let values = self.running.engine.parameter_values().to_vec();
        let found = self
            .run()?
            .simulation
            .at_present(|solver, surroundings, inputs, time, state| {
                let evaluated = |by: f64, solver: &mut Engine, surroundings: &mut Fitted| {
                    let mut values = values.clone();
                    values[place] += by;
                    solver.set_parameters_unchecked(&values);
                    let mut moved = inputs.clone();
                    let mut rate = subsystem::rate(solver, surroundings, &mut moved, time, state);
                    (listed(&moved), numbers(&mut rate.subsystems), moved)
                };
                let sides = [step, -step].map(|by| evaluated(by, solver, surroundings));
                let (.., present) = evaluated(0.0, solver, surroundings);
                let slopes = solver.slopes(&state.vehicle, &present).to_vec();
                if slopes.is_empty() {
                    return None;
                }
                let names = solver.description();
                let own = names.coordinates.len() + names.speeds.len();
                let (first, by) = (
                    Argument::Drive(0, 0).column(names),
                    Argument::Parameter(place).column(names),
                );
                let [(up, rates_up, _), (down, rates_down, _)] = &sides;
                let difference = |up: &[f64], down: &[f64]| -> Vec<f64> {
                    up.iter()
                        .zip(down)
                        .map(|(up, down)| (up - down) / (2.0 * step))
                        .collect()
                };
                let (mut loads, mut rates) = (difference(up, down), difference(rates_up, rates_down));
                let of_wheel = |row: usize| {
                    let each = entries(names, &slopes);
                    let mut own = each.filter(|(of, column, _)| *of == row && *column == by);
                    own.next().map_or(0.0, |(.., slope)| slope)
                };
                // Numbers that tyres tell exactly take the place of differences, from the first slope on.
                let mut exact: Vec<Option<f64>> = vec![None; loads.len() + rates.len()];
                let now = Now {
                    time,
                    state: &state.subsystems,
                    wheels: solver.wheels(),
                    markers: solver.markers(),
                    joints: Joints::of(&state.vehicle),
                    controls: Subsystem::<Engine>::controls(surroundings).unwrap_or_default(),
                };
                let count = loads.len();
                surroundings.slopes(&now, &mut |acting, reading, slope| {
                    let at = match acting {
                        Acting::Load(wheel, number) => Argument::Load(wheel, number).column(names) - first,
                        Acting::Rate(place) => count + place,
                    };
                    let moved = match reading {
                        Reading::Wheel(wheel, number) => of_wheel(Delivered::Wheel(wheel, number).row(names)),
                        Reading::State(_) => 0.0,
                    };
                    *exact[at].get_or_insert(0.0) += slope * moved;
                });
                for (number, exact) in loads.iter_mut().chain(&mut rates).zip(exact) {
                    *number = exact.unwrap_or(*number);
                }
                let mut found = vec![0.0; own];
                for (row, column, slope) in entries(names, &slopes).filter(|(row, ..)| *row < own) {
                    if column == by {
                        found[row] += slope;
                    } else if let Some(load) = column.checked_sub(first).and_then(|place| loads.get(place)) {
                        found[row] += slope * load;
                    }
                }
                found.extend(rates);
                Some(found)
            });
        Ok(found)
    }
}
