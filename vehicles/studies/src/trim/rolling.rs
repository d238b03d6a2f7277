//! Wheels that roll, as told from wheels that spin off.
//!
//! If a driven wheel has more torque than its tyre can transmit, it spins faster and faster. Sliding friction changes
//! little with the speed. So the equations of a steady motion also have a solution far away, in which a wheel has many
//! times its rolling spin. A vehicle neither reaches this motion nor stays in it, so it is not the requested motion.

use crate::whole::System;
use wishbone::control::forward_speed;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone::state::Whole;

/// Largest difference between a spin and the spin in rolling, as a fraction of the latter.
const LARGEST: f64 = 1.0;
/// Fraction of the vehicle's speed that counts as the least speed of a wheel: in a tight bend a wheel may stand still.
const LEAST: f64 = 0.1;

/// Spin of each wheel per forward speed of its centre, in rolling [rad/m]; zero for a wheel that does not roll.
#[derive(Clone, Debug)]
pub(super) struct Rolling(Vec<f64>);

impl Rolling {
    /// Rolling as in this state.
    pub(super) fn of<S: Solver, E: Subsystem<S>>(system: &mut System<S, E>, state: &Whole<S::State, E::State>) -> Self {
        let _ = system.rate(state);
        let turns = system.solver.wheels().iter().map(|wheel| {
            let ratio = wheel.spin / forward_speed(std::slice::from_ref(wheel));
            if ratio.is_finite() { ratio } else { 0.0 }
        });
        Self(turns.collect())
    }

    /// Position of a wheel on the ground that spins off in a motion with this speed [m/s]; `None` if all wheels on the
    /// ground roll.
    pub(super) fn spun<S: Solver, E: Subsystem<S>>(
        &self,
        system: &mut System<S, E>,
        state: &Whole<S::State, E::State>,
        speed: f64,
    ) -> Option<usize> {
        let is_lifted = system.in_the_air(state);
        let wheels = system.solver.wheels().iter().zip(&self.0).zip(is_lifted);
        let spins_off = |((wheel, turns), is_lifted): ((&WheelMotion, &f64), bool)| {
            let along = forward_speed(std::slice::from_ref(wheel));
            let slip = (wheel.spin - turns * along).abs();
            !is_lifted && *turns != 0.0 && slip > LARGEST * turns.abs() * along.abs().max(LEAST * speed)
        };
        wheels.map(spins_off).position(|spins_off| spins_off)
    }
}
