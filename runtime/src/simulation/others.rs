//! Contributions of the subsystems that do not know their slopes, by central differences of the subsystems alone.
//!
//! A number of the state is moved, then the kinematics and the subsystems are evaluated: half an evaluation. The change of the
//! vehicle's inputs is multiplied by the exact slopes of the vehicle.

use super::chain::by_input;
use crate::acting::Acting;
use crate::derivative::Argument;
use crate::integrate::beside;
use crate::ports::InputPorts;
use crate::solver::Solver;
use crate::state::{Vector, count};
use crate::subsystem::{Now, StateOf, Subsystem, acted, rate};

/// Writes the slopes that are not known exactly, under the inputs of the last evaluation at this state.
pub(super) fn tell<S: Solver, E: Subsystem<S>>(
    solver: &mut S,
    surroundings: &mut E,
    inputs: &S::Inputs,
    (time, state): (f64, &StateOf<S, E>),
    tell: &mut dyn FnMut(usize, usize, f64),
) {
    let names = solver.description();
    let own = names.coordinates.len() + names.speeds.len();
    let first = Argument::Drive(0, 0).column(names);
    let (mut exact, exact_rates) = known(solver, surroundings, (time, state));
    let mut moved = |state: &StateOf<S, E>, solver: &mut S| {
        let mut moved = inputs.clone();
        let mut rate = E::State::zero();
        acted(solver, surroundings, &mut moved, time, state, &mut rate);
        (moved, rate)
    };
    for column in 0..count(state) {
        let mut step = 0.0;
        let [mut up, mut down] = [1.0, -1.0].map(|sign| {
            let (state, size) = beside(state, column, sign);
            step += size;
            moved(&state, solver)
        });
        // A drive that moves also moves the wheels. The exact slopes do not contain this motion.
        let drives = up.0.driven() != down.0.driven();
        each_change([&mut up.0, &mut down.0, &mut exact], &mut |place, [up, down, exact]| {
            let slope = (up - down) / step;
            if slope != 0.0 && (drives || exact == 0.0) {
                by_input(names, solver.last_slopes(), first + place, column, slope, tell);
            }
        });
        let mut row = own;
        Vector::side_by_side([&up.1, &down.1, &exact_rates], &mut |[up, down, exact]| {
            if drives || exact == 0.0 {
                tell(row, column, (up - down) / step);
            }
            row += 1;
        });
    }
    let _ = moved(state, solver);
}

/// Function that adds its argument to the present value of a number of the surroundings.
pub(super) type Set<'s, E> = &'s mut dyn FnMut(&mut E, f64);

/// Writes the slopes of the rate of change with respect to a number of the surroundings, which `set` moves by its argument.
/// Returns false if the solver has no derivatives.
pub(super) fn by_number<S: Solver, E: Subsystem<S>>(
    (solver, surroundings, inputs): (&mut S, &mut E, &mut S::Inputs),
    (time, state): (f64, &StateOf<S, E>),
    (step, set): (f64, Set<'_, E>),
    tell: &mut dyn FnMut(usize, f64),
) -> bool {
    let names = solver.description();
    let _ = rate(solver, surroundings, inputs, time, state);
    if solver.slopes(&state.vehicle, inputs).is_empty() {
        return false;
    }
    let mut moved = |by: f64| {
        set(surroundings, by);
        let (mut moved, mut rate) = (inputs.clone(), E::State::zero());
        acted(solver, surroundings, &mut moved, time, state, &mut rate);
        (moved, rate)
    };
    let [mut up, mut down, mut present] = [step, -step, 0.0].map(&mut moved);
    let (own, first) = (
        names.coordinates.len() + names.speeds.len(),
        Argument::Drive(0, 0).column(names),
    );
    each_change([&mut up.0, &mut down.0, &mut present.0], &mut |place, [up, down, _]| {
        let slope = (up - down) / (2.0 * step);
        if slope != 0.0 {
            by_input(
                names,
                solver.last_slopes(),
                first + place,
                0,
                slope,
                &mut |row, _, slope| {
                    tell(row, slope);
                },
            );
        }
    });
    let mut row = own;
    Vector::side_by_side([&up.1, &down.1], &mut |[up, down]| {
        tell(row, (up - down) / (2.0 * step));
        row += 1;
    });
    true
}

/// Marks the inputs, and the rates of the subsystems' states, whose slopes are known exactly: 1 for these, 0 for all others.
fn known<S: Solver, E: Subsystem<S>>(
    solver: &S,
    surroundings: &E,
    (time, state): (f64, &StateOf<S, E>),
) -> (S::Inputs, E::State) {
    let (mut inputs, mut rates) = (solver.no_inputs(), state.subsystems.clone());
    rates.each(&mut |rate| *rate = 0.0);
    surroundings.slopes(
        &Now::with_controls(solver, surroundings, time, state),
        &mut |acting, _, _| match acting {
            Acting::Load(wheel, component) => {
                let fields = inputs.wheels()[wheel].fields_mut().into_iter();
                let load = fields.flat_map(|(_, numbers)| numbers).nth(component);
                load.into_iter().for_each(|load| *load = 1.0);
            }
            Acting::Rate(place) => {
                let mut next = 0;
                rates.each(&mut |rate| {
                    if next == place {
                        *rate = 1.0;
                    }
                    next += 1;
                });
            }
        },
    );
    (inputs, rates)
}

/// Visits the numbers of three inputs side by side, with their position.
fn each_change<I: InputPorts>([one, two, three]: [&mut I; 3], visit: &mut dyn FnMut(usize, [f64; 3])) {
    let mut place = 0;
    let mut see = |one: &[f64], two: &[f64], three: &[f64]| {
        for ((one, two), three) in one.iter().zip(two).zip(three) {
            visit(place, [*one, *two, *three]);
            place += 1;
        }
    };
    for ((one, two), three) in one.drives().iter().zip(&*two.drives()).zip(&*three.drives()) {
        let fields = one.fields().into_iter().zip(two.fields()).zip(three.fields());
        fields.for_each(|(((_, one), (_, two)), (_, three))| see(one, two, three));
    }
    for ((one, two), three) in one.wheels().iter().zip(&*two.wheels()).zip(&*three.wheels()) {
        let fields = one.fields().into_iter().zip(two.fields()).zip(three.fields());
        fields.for_each(|(((_, one), (_, two)), (_, three))| see(one, two, three));
    }
    see(one.signals(), two.signals(), three.signals());
}
