//! Equations of motion at given rates of the speeds.
//!
//! With the accelerations known, each body needs a wrench (Newton and Euler). The imbalance of an independent speed is
//! the power of these wrenches, less the acting forces, in the motion at unit speed: `ρ = M v' + n`. An evaluation
//! finds the rates at which all imbalances are zero. Differentiated at constant rates, the imbalances determine the
//! changes of the rates:
//!
//! (1) `M dv' + dρ = 0`.
//!
//! This is the linear system of the evaluation with another right-hand side. Neither the factors of `M` nor the
//! effective inertias are differentiated. (Carpentier & Mansard 2018, "Analytical derivatives of rigid body dynamics
//! algorithms", eq. 17, state the same for open trees in other symbols.)

use super::energy::upward;
use super::evaluation::{Arguments, Evaluation, Found};
use super::method::{Balanced, Method, Plan, Reduction, floats, reductions};
use super::{Margin, Progress, Quantity, Stage};
use crate::kinematics::Mechanism;
use crate::mobility::Mobility;
use crate::model::BodyId;
use crate::scalar::Scalar;
use std::collections::BTreeSet;

/// Equations of motion at given rates.
pub struct Balance<S> {
    /// By unknown: its speed, and the imbalance of its equation.
    pub imbalance: Vec<(usize, S)>,
    /// Rates of all speeds.
    pub rates: Vec<S>,
}

/// Whether every method of the plan forms equations of motion for the independent speeds.
pub fn forms_equations<S>(mechanism: &Mechanism<S>, mobility: &Mobility, plan: &Plan) -> bool {
    let mut loops = mobility.closures.iter().map(|c| c.subsystem(mechanism.topology));
    !plan.methods.contains(&Method::SynthesisCartesian)
        && loops.all(|subsystem| plan.methods[subsystem] == Method::Synthesis)
}

/// The speeds that the equations of motion are solved for: the independent speeds except wheel spins.
pub fn unknown_speeds<S>(mechanism: &Mechanism<S>, mobility: &Mobility) -> BTreeSet<usize> {
    let layout = &mechanism.layout;
    let dependent: BTreeSet<usize> = mobility.closures.iter().flat_map(|c| &c.pivots).map(|p| p.1).collect();
    let all = 0..layout.speeds.len();
    all.filter(|speed| !dependent.contains(speed) && !layout.spins.contains(&Some(*speed)))
        .collect()
}

impl<S: Scalar> Found<S> {
    /// The unknown in the equation of an independent speed: its rate or, for a body with all six freedoms, the body's
    /// acceleration. The latter contains gravity and the terms of rotating frames. So no equation contains the attitude
    /// of the base or its velocity along its own axes.
    pub fn unknown(&self, mechanism: &Mechanism<S>, speed: usize) -> S {
        let body = mechanism.layout.owner(speed);
        match floats(mechanism, body) {
            true => self.accelerations[body.index()].components()[speed - mechanism.layout.slot(body).v.start],
            false => self.rates[speed],
        }
    }
}

/// Evaluates the equations of motion at given values of the unknowns, by speed.
pub fn balance<'a, S: Scalar + 'a>(
    mechanism: &'a Mechanism<'a, S>,
    (mobility, plan): (&'a Mobility, &Plan),
    arguments: &'a Arguments<S>,
    given: &[S],
    progress: &'a dyn Progress<S>,
) -> Balance<S> {
    let progress = &Unwatched(progress);
    let mut e = Evaluation::new(mechanism, mobility, plan, arguments, progress);
    e.fields[BodyId::GROUND.index()].acceleration = upward(mechanism);
    let mut methods = reductions(&e, plan);
    e.outward(plan, &mut methods, |_| {});
    let traced: Vec<usize> = (0..methods.len())
        .filter(|&subsystem| !plan.covers(subsystem))
        .collect();
    for &subsystem in &traced {
        progress.begin(Stage::Acceleration, subsystem);
        formed(&mut methods[subsystem]).accelerate(&mut e, given);
    }
    for &subsystem in &traced {
        progress.begin(Stage::MassAndForce, subsystem);
        e.bodies_by_themselves(subsystem);
        e.forces_and_wheels(subsystem, methods[subsystem].as_mut());
        formed(&mut methods[subsystem]).need(&mut e);
        e.spin_wheels(subsystem);
    }
    // Forces and drive torques of one subsystem may act on bodies of any other.
    for &subsystem in &traced {
        e.hand_to_recursion(subsystem, plan.methods[subsystem]);
    }
    let mut imbalance = Vec::new();
    for carries_sides in [false, true] {
        for &subsystem in traced.iter().filter(|&&subsystem| subsystem > 0) {
            let method = formed(&mut methods[subsystem]);
            if method.has_sides() == carries_sides {
                progress.begin(Stage::EffectiveMassAndForce, subsystem);
                imbalance.extend(method.imbalance(&mut e));
            }
        }
    }
    progress.begin(Stage::EffectiveMassAndForce, 0);
    e.load_base();
    imbalance.extend(formed(&mut methods[0]).imbalance(&mut e));
    drop(methods);
    Balance {
        imbalance,
        rates: e.into_rates(),
    }
}

fn formed<'m, 'a, S: Scalar>(method: &'m mut Box<dyn Reduction<'a, S> + 'a>) -> &'m mut dyn Balanced<'a, S> {
    method.balance().expect("a method that forms the equations")
}

/// Passes everything on but margins, which an earlier evaluation has delivered already.
struct Unwatched<'p, S>(&'p dyn Progress<S>);

impl<S: Scalar> Progress<S> for Unwatched<'_, S> {
    fn begin(&self, stage: Stage, subsystem: usize) {
        self.0.begin(stage, subsystem);
    }

    fn compute(&self, part: &str, quantity: Quantity) {
        self.0.compute(part, quantity);
    }

    fn name(&self, value: S, name: &dyn Fn() -> String) {
        self.0.name(value, name);
    }

    fn watch(&self, _: Margin, _: S) {}

    fn by_lane(&self, speed: usize, number: &dyn Fn(usize) -> f64) -> S {
        self.0.by_lane(speed, number)
    }

    fn total(&self, subsystem: usize, value: S) -> S {
        self.0.total(subsystem, value)
    }

    fn to_carrier(&self, subsystem: usize, value: S) -> S {
        self.0.to_carrier(subsystem, value)
    }

    fn of_carrier(&self, subsystem: usize, value: S) -> S {
        self.0.of_carrier(subsystem, value)
    }
}
