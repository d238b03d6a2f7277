//! The equation of motion of a vehicle and its subsystems, as an integrator sees it.

use super::chain::Chain;
use super::others;
use crate::integrate::Equation;
use crate::ports::InputPorts;
use crate::solver::Solver;
use crate::stabilise::Feedback;
use crate::state::Vector;
use crate::subsystem::{Now, StateOf, Subsystem, acted, loaded};
use core::ptr;

/// The equation of motion during a step.
pub(super) struct Moving<'a, S: Solver, E: Subsystem<S>> {
    pub solver: &'a mut S,
    pub surroundings: &'a mut E,
    pub inputs: &'a mut S::Inputs,
    /// As in [`Simulation`](super::Simulation).
    pub feedback: Option<Feedback>,
    /// Time and state at the beginning of the step.
    pub begin: (f64, &'a StateOf<S, E>),
    /// As in [`Simulation`](super::Simulation) until the first evaluation; `None` afterwards.
    pub placed: Option<&'a <S::Inputs as InputPorts>::Drives>,
}

impl<S: Solver, E: Subsystem<S>> Equation<StateOf<S, E>> for Moving<'_, S, E> {
    fn rate(&mut self, time: f64, state: &StateOf<S, E>, rate: &mut StateOf<S, E>) {
        let Self {
            solver,
            surroundings,
            inputs,
            feedback,
            begin: (begin, before),
            placed,
        } = self;
        let fading = feedback.map(|feedback| {
            surroundings.drive(time, &state.subsystems, inputs);
            *placed = None;
            feedback.of(*solver, &state.vehicle, inputs)
        });
        match placed.take() {
            Some(placed) if time == *begin && ptr::eq(state, *before) => {
                surroundings.drive(time, &state.subsystems, inputs);
                if !inputs.are_driven(placed) {
                    solver.kinematics(&state.vehicle, inputs);
                }
                loaded(*solver, *surroundings, inputs, time, state, &mut rate.subsystems);
            }
            _ => acted(*solver, *surroundings, inputs, time, state, &mut rate.subsystems),
        }
        solver.accelerations_into(inputs, &mut rate.vehicle);
        fading.iter().for_each(|fading| rate.vehicle.add_scaled(1.0, fading));
    }

    /// Writes the slopes of the vehicle, and the slopes that its subsystems know exactly; all other inputs count as
    /// constant. With a feedback no slopes are known.
    fn slopes(&mut self, time: f64, state: &StateOf<S, E>, tell: &mut dyn FnMut(usize, usize, f64)) -> bool {
        if self.feedback.is_some() {
            return false;
        }
        let count = self.solver.slopes(&state.vehicle, self.inputs).len();
        let slopes = self.solver.last_slopes();
        if count == 0 || slopes.len() != count {
            return false;
        }
        let mut chain = Chain::new(self.solver.description(), slopes, tell);
        chain.vehicle();
        let now = Now::with_controls(&*self.solver, &*self.surroundings, time, state);
        self.surroundings
            .slopes(&now, &mut |acting, reading, slope| chain.add(acting, reading, slope));
        chain.flush();
        true
    }

    fn other_slopes(&mut self, time: f64, state: &StateOf<S, E>, tell: &mut dyn FnMut(usize, usize, f64)) {
        others::tell(self.solver, self.surroundings, self.inputs, (time, state), tell);
    }
}
