//! A solver with random consistent states, and the parts of its work that are measured.

use fastrand::Rng;
use std::hint::black_box;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::StateVector;

/// Number of states of a pass; the number is so large that branch predictors cannot learn the states.
pub const STATES: usize = 64;
/// Largest coordinate or speed of an accepted state: near a singular position, speeds of a loop become large.
const TAME: f64 = 30.0;

/// A measured part of a solver's work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Computation of positions and velocities.
    Kinematics,
    /// Kinematics, and the rates of the state.
    Evaluation,
    /// One correction of the dependent coordinates.
    CorrectPosition,
    /// One correction of the dependent speeds.
    CorrectVelocity,
    /// Both corrections: together if no loop needs iteration, else one after the other.
    Close,
    /// A step of the third-order Adams-Bashforth method, with loops closed by one correction and without surroundings.
    Step,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 6] = [
        Self::Kinematics,
        Self::Evaluation,
        Self::CorrectPosition,
        Self::CorrectVelocity,
        Self::Close,
        Self::Step,
    ];

    /// The word for headings and arguments.
    pub fn word(self) -> &'static str {
        match self {
            Self::Kinematics => "kinematics",
            Self::Evaluation => "evaluation",
            Self::CorrectPosition => "close q",
            Self::CorrectVelocity => "close v",
            Self::Close => "close both",
            Self::Step => "step",
        }
    }
}

/// A solver and its states.
pub struct Subject<S: Solver> {
    /// The solver.
    pub solver: S,
    /// States with closed loops, and the inputs in each.
    pub states: Vec<(S::State, S::Inputs)>,
    simulation: Simulation<S>,
}

impl<S: Solver + Clone> Subject<S> {
    /// Draws the states, which are the same in every run.
    pub fn of(mut solver: S) -> Self {
        let mut rng = Rng::with_seed(1);
        let states: Vec<_> = std::iter::repeat_with(|| random(&mut solver, &mut rng))
            .flatten()
            .take(STATES)
            .collect();
        let mut simulation = Simulation::new(solver.clone(), Still, AdamsBashforth3::new());
        simulation.projection = Projection::ONCE;
        Self {
            solver,
            states,
            simulation,
        }
    }
}

impl<S: Solver> Subject<S> {
    /// Does a part of the work once in every state.
    pub fn pass(&mut self, part: Part) {
        let Self {
            solver,
            states,
            simulation,
        } = self;
        if part == Part::Step {
            // A step so short that the vehicle hardly moves.
            return (0..STATES).for_each(|_| _ = black_box(simulation.step(black_box(1e-9))));
        }
        for (state, inputs) in states {
            let (state, inputs) = (black_box(&*state), black_box(&*inputs));
            match part {
                Part::Kinematics => solver.kinematics(state, inputs),
                Part::Evaluation => {
                    solver.kinematics(state, inputs);
                    black_box(solver.accelerations(inputs));
                }
                Part::CorrectPosition => _ = black_box(solver.correct_position(&mut state.clone(), inputs)),
                Part::CorrectVelocity => _ = black_box(solver.correct_velocity(&mut state.clone(), inputs)),
                Part::Close => _ = black_box(solver.close(&mut state.clone(), inputs, &Projection::ONCE)),
                Part::Step => {}
            }
        }
    }
}

/// A state near the design position; `None` if its loops do not close from there.
fn random<S: Solver>(solver: &mut S, rng: &mut Rng) -> Option<(S::State, S::Inputs)> {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let mut inputs = solver.no_inputs();
    for drive in inputs.drives() {
        drive.position = around(0.05);
        drive.velocity = around(0.5);
        drive.acceleration = around(5.0);
    }
    for wheel in inputs.wheels() {
        wheel.force = [0; 3].map(|_| around(8e3));
        wheel.moment = [0; 3].map(|_| around(1.6e3));
    }
    let mut state = solver.design_state();
    state.coordinates_mut().iter_mut().for_each(|q| *q += around(0.15));
    state.speeds_mut().iter_mut().for_each(|v| *v = around(3.0));
    Projection::ASSEMBLY.apply(solver, &mut state, &inputs).ok()?;
    let all = state.coordinates().iter().chain(state.speeds());
    all.into_iter().all(|x| x.abs() < TAME).then_some((state, inputs))
}
