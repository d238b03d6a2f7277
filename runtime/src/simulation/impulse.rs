//! Impulses of prescribed motions whose velocity jumps.
//!
//! At a jump `Δṙ` of the velocities of drives, the loads are finite and act for zero time. The drives push the bodies
//! by impulses along their own coordinates alone. The equation of motion `M v' + C r'' = f`, integrated over the jump,
//! gives `M Δv = -C Δṙ`. The accelerations are linear in the accelerations of the drives, so two evaluations give the
//! change: `Δv = v'(r'' + Δṙ / 1 s) 1 s - v'(r'') 1 s`.

use super::Simulation;
use crate::integrate::Integrator;
use crate::ports::InputPorts;
use crate::refused::Refused;
use crate::solver::Solver;
use crate::stabilise::Closure;
use crate::state::{StateVector, Vector};
use crate::subsystem::{StateOf, Subsystem};

impl<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>> Simulation<S, E, I> {
    /// Changes the speeds by the impulses of drives whose velocities have jumped by these amounts [m/s or rad/s], in
    /// the order of the vehicle's drives, and closes the loops. The drives already have their velocities after the
    /// jump. Jumps within steps ([`Subsystem::jumps`]) need no call. This function is for jumps at the start, for
    /// example a motion that begins suddenly from rest.
    ///
    /// # Errors
    /// Returns an error if the loops do not close, or if a number is not finite; then nothing changes.
    pub fn jump(&mut self, jumps: &[f64]) -> Result<Closure, Refused> {
        let (time, before, inputs) = (self.time, self.states.now().clone(), self.inputs.clone());
        self.placed.forget();
        self.surroundings.drive(time, &before.subsystems, &mut self.inputs);
        let vehicle = &mut self.states.now_mut().vehicle;
        push(&mut self.solver, vehicle, &mut self.inputs, |add: Tell<'_>| {
            jumps.iter().enumerate().for_each(|(drive, jump)| add(drive, *jump));
        });
        self.surroundings.drive(time, &before.subsystems, &mut self.inputs);
        let closure = self.closed().map_err(|cause| {
            (*self.states.now_mut(), self.inputs) = (before, inputs);
            Refused { time, cause }
        })?;
        self.integrator.jumped();
        self.margin = closure.margin;
        Ok(closure)
    }

    /// Changes the speeds at the end of a step by the impulses of the jumps in this step, which ends at `time`. The inputs hold the motion of
    /// the drives at this time. Returns whether there is a jump.
    pub(super) fn push(&mut self, time: f64) -> bool {
        let Self {
            solver,
            surroundings,
            inputs,
            states,
            time: begin,
            ..
        } = self;
        let mut jumps = false;
        surroundings.jumps(*begin, time, &mut |_, jump| jumps |= jump != 0.0);
        if jumps {
            let (_, end) = states.both_mut();
            push(solver, &mut end.vehicle, inputs, |add: Tell<'_>| {
                surroundings.jumps(*begin, time, add)
            });
            surroundings.drive(time, &end.subsystems, inputs);
        }
        jumps
    }
}

/// Takes the position of a drive, and a jump of its velocity [m/s or rad/s].
type Tell<'a> = &'a mut dyn FnMut(usize, f64);

/// Changes the speeds of a state by the impulses of jumps. `jumps` tells each jump by the position of its drive. The accelerations of the drives
/// are not valid afterwards.
#[cold]
#[inline(never)]
fn push<S: Solver>(solver: &mut S, state: &mut S::State, inputs: &mut S::Inputs, jumps: impl FnOnce(Tell<'_>)) {
    let [mut before, mut after] = [S::State::zero(), S::State::zero()];
    solver.kinematics(state, inputs);
    solver.accelerations_into(inputs, &mut before);
    jumps(&mut |drive, jump| {
        if let Some(drive) = inputs.drives().get_mut(drive) {
            drive.acceleration += jump;
        }
    });
    solver.kinematics(state, inputs);
    solver.accelerations_into(inputs, &mut after);
    let rates = after.speeds().iter().zip(before.speeds());
    for (speed, (after, before)) in state.speeds_mut().iter_mut().zip(rates) {
        *speed += after - before;
    }
}
