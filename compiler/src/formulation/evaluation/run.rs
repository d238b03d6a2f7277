//! The six stages of an evaluation, in order.

use super::known::{Arguments, Evaluation};
use super::outward::Motions;
use crate::formulation::method::{Plan, reductions};
use crate::formulation::{Progress, Stage};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::scalar::Scalar;
use crate::spatial::Twist;

/// The result of an evaluation.
pub struct Found<S> {
    /// Rates of the speeds.
    pub rates: Vec<S>,
    /// By body: its angular acceleration, and the acceleration of its point at the origin of its frame.
    pub accelerations: Vec<Twist<S>>,
}

/// Runs all stages and returns the rates of the speeds. `after_velocity` receives all motions as soon as they are
/// known.
pub fn evaluate<'a, S: Scalar + 'a>(
    mechanism: &'a Mechanism<'a, S>,
    mobility: &'a Mobility,
    plan: &Plan,
    arguments: &'a Arguments<S>,
    progress: &'a dyn Progress<S>,
    after_velocity: impl FnOnce(&Motions<S>),
) -> Found<S> {
    let mut e = Evaluation::new(mechanism, mobility, plan, arguments, progress);
    let mut methods = reductions(&e, plan);
    // A subsystem that stands for several is computed once for all of them.
    let traced = |subsystem: &usize| !plan.covers(*subsystem);
    e.outward(plan, &mut methods, after_velocity);
    for (subsystem, method) in methods.iter_mut().enumerate().filter(|(s, _)| traced(s)) {
        progress.begin(Stage::MassAndForce, subsystem);
        e.bodies_by_themselves(subsystem);
        e.forces_and_wheels(subsystem, method.as_mut());
        method.mass_and_force(&mut e);
    }
    for (subsystem, method) in plan.methods.iter().enumerate().filter(|(s, _)| traced(s)) {
        progress.begin(Stage::EffectiveMassAndForce, subsystem);
        e.hand_to_recursion(subsystem, *method);
    }
    for (subsystem, method) in methods.iter_mut().enumerate().skip(1).filter(|(s, _)| traced(s)) {
        progress.begin(Stage::EffectiveMassAndForce, subsystem);
        method.reduce(&mut e);
    }
    // All paths have reached the base.
    for (subsystem, method) in methods.iter_mut().enumerate().skip(1).filter(|(s, _)| traced(s)) {
        progress.begin(Stage::EffectiveMassAndForce, subsystem);
        method.close(&mut e);
    }
    progress.begin(Stage::EffectiveMassAndForce, 0);
    e.load_base();
    methods[0].reduce(&mut e);
    for (subsystem, method) in methods.iter_mut().enumerate().filter(|(s, _)| traced(s)) {
        progress.begin(Stage::Acceleration, subsystem);
        method.recover(&mut e);
        if subsystem == 0 {
            e.tell_base_acceleration();
        }
        e.spin_wheels(subsystem);
    }
    Found {
        accelerations: e.point_accelerations(),
        rates: e.v_rate,
    }
}
