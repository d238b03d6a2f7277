//! The arguments of an evaluation, and the results of its stages so far.

use crate::formulation::force::MarkerState;
use crate::formulation::method::{Loops, Method, Plan, Recursion, Share};
use crate::formulation::regrouping::{Regrouped, regroup};
use crate::formulation::wheels::{Load, Moving, PlacedWheel};
use crate::formulation::{Progress, Quantity};
use crate::kinematics::{Mechanism, Position, Row, Velocity};
use crate::mobility::Mobility;
use crate::model::{BodyId, Wheel};
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Field, Inertia, Twist, Vec3, Wrench};
use std::collections::BTreeMap;

/// Arguments of an evaluation.
#[derive(Clone, Debug)]
pub struct Arguments<S> {
    /// Coordinates.
    pub q: Vec<S>,
    /// Speeds, wheel spins last.
    pub v: Vec<S>,
    /// By drive: position, velocity, acceleration.
    pub drives: [Vec<S>; 3],
    /// By wheel.
    pub loads: Vec<Load<S>>,
    /// By input of force elements.
    pub signals: Vec<S>,
    /// By speed: the number `ρ` that is added to its equation of motion, `M v' + n + ρ = 0`. It is zero except where
    /// derivatives are formed ([`balance`](crate::formulation::balance)).
    pub imbalance: Vec<S>,
}

/// Motion of a wheel, world axes.
pub struct WheelState<S> {
    /// Centre, axis, velocities.
    pub moving: Moving<S>,
    /// Relative to the carrier [rad/s]; zero without spin freedom.
    pub spin: S,
}

/// Everything known so far.
pub struct Evaluation<'a, S> {
    /// The vehicle.
    pub mechanism: &'a Mechanism<'a, S>,
    /// The mobility analysis: which speeds depend on which.
    pub mobility: &'a Mobility,
    /// State, drives, loads.
    pub arguments: &'a Arguments<S>,
    /// Told where the computation stands.
    pub progress: &'a dyn Progress<S>,
    /// Poses of the bodies.
    pub position: Position<S>,
    /// Speeds of all joints, as far as known: from the state, and from the loops closed so far.
    pub(super) speeds: Vec<S>,
    /// Twists of the bodies.
    pub velocity: Velocity<S>,
    /// By loop: its equations.
    pub rows: Vec<Vec<Row<S>>>,
    /// By loop: second derivatives of its equations without accelerations, for the motion relative to the ground. They
    /// are formed only where a recursive subsystem needs them.
    pub row_bias: Vec<Vec<S>>,
    /// By body: acceleration relative to the base, as seen from the base and in its frame, without rates of unknown
    /// speeds.
    pub inner_accelerations: Vec<Twist<S>>,
    /// By body: mass properties after regrouping.
    pub masses: Vec<Regrouped<S>>,
    /// By body: these mass properties in the body's frame.
    pub distributions: Vec<Distribution<S>>,
    /// Effective inertias and wrenches of the subsystems that the recursion does not reduce; see
    /// [`Evaluation::load_base`].
    pub(super) on_base: (Inertia<S>, Wrench<S>),
    /// By speed of a carrier: the contributions of its sides to the equation of that speed.
    pub(super) on_carriers: BTreeMap<usize, Share<S>>,
    /// Whether the base's equations are solved for the acceleration of its point at the origin instead of the spatial
    /// acceleration; see [`by_points`].
    pub(super) by_points: bool,
    /// Acceleration of the base, once known: the angular acceleration, and the acceleration of its point at the origin.
    pub base_acceleration: Twist<S>,
    /// By body: accelerations of its points, in its frame. They are given where no wrench is known yet
    /// ([`balance`](crate::formulation::balance)), else zero.
    pub fields: Vec<Field<S>>,
    /// By body: the wrench that would be needed without acceleration.
    pub biases: Vec<Wrench<S>>,
    /// The tree as far as it has been reduced. Every method adds its share in the base here.
    pub recursion: Recursion<'a, S>,
    pub(super) placed: Vec<Option<PlacedWheel<S>>>,
    pub(super) wheels: Vec<Option<WheelState<S>>>,
    /// By contact with the ground: its point, world axes [m].
    pub(super) contacts: Vec<Option<Vec3<S>>>,
    /// By marker: its motion.
    pub(super) markers: Vec<Option<MarkerState<S>>>,
    pub(super) spin_torques: Vec<S>,
    pub(super) q_rate: Vec<S>,
    pub(super) v_rate: Vec<S>,
}

/// Whether the base's equations are solved for the acceleration of its point at the origin.
///
/// With the base's twist `(ω, v)` the acceleration of that point is `a + ω × v`, where `a` is the linear part of the
/// spatial acceleration. In this variable no load on the base depends on `v`. Its bias wrench is
/// `(ω × J ω, ω × (ω × h))`, and `ω × v` is added once, to the acceleration carried over by the inboard joint. The
/// recursion, however, hands wrenches to the base for the spatial acceleration. So the recursion must reduce no other
/// subsystem and no group of loops.
fn by_points<S: Scalar>(mechanism: &Mechanism<S>, mobility: &Mobility, plan: &Plan) -> bool {
    let topology = mechanism.topology;
    let others = plan.methods.iter().skip(1);
    let leads_to_base = |body: &BodyId| topology.branch(*body).subsystem == 0;
    let groups = mobility.closures.iter().map(|closure| &closure.group.joints);
    topology.base != BodyId::GROUND
        && others.into_iter().all(|&method| method != Method::Recursive)
        && !groups.flatten().any(leads_to_base)
}

impl<'a, S: Scalar> Evaluation<'a, S> {
    /// Nothing known yet.
    pub fn new(
        mechanism: &'a Mechanism<'a, S>,
        mobility: &'a Mobility,
        plan: &Plan,
        arguments: &'a Arguments<S>,
        progress: &'a dyn Progress<S>,
    ) -> Self {
        let (bodies, wheels) = (mechanism.model.bodies.len(), mechanism.model.wheels.len());
        let loops = mechanism.topology.loops.len();
        Evaluation {
            mechanism,
            mobility,
            arguments,
            progress,
            position: Position::new(mechanism).with_dampers(mechanism, &arguments.q),
            speeds: arguments.v.clone(),
            velocity: Velocity::new(mechanism),
            rows: vec![Vec::new(); loops],
            row_bias: vec![Vec::new(); loops],
            inner_accelerations: vec![Twist::zero(); bodies],
            masses: regroup(mechanism, mobility, plan, progress),
            distributions: vec![Distribution::zero(); bodies],
            on_base: (Inertia::zero(), Wrench::zero()),
            on_carriers: BTreeMap::new(),
            by_points: by_points(mechanism, mobility, plan),
            base_acceleration: Twist::zero(),
            fields: vec![Field::zero(); bodies],
            biases: vec![Wrench::zero(); bodies],
            recursion: Recursion::new(mechanism, mobility, progress),
            placed: vec![None; wheels],
            wheels: (0..wheels).map(|_| None).collect(),
            contacts: vec![None; mechanism.model.contacts().count()],
            markers: vec![None; mechanism.model.markers().count()],
            spin_torques: vec![S::zero(); wheels],
            q_rate: vec![S::zero(); mechanism.layout.coordinates.len()],
            v_rate: vec![S::zero(); mechanism.layout.speeds.len()],
        }
    }

    pub(super) fn bodies(&self, subsystem: usize) -> &'a [BodyId] {
        &self.mechanism.topology.subsystems[subsystem].bodies
    }

    pub(super) fn wheels_of(&self, subsystem: usize) -> impl Iterator<Item = (usize, &'a Wheel)> + use<'a, S> {
        let mechanism = self.mechanism;
        let wheels = mechanism.model.wheels.iter().enumerate();
        wheels.filter(move |(_, w)| mechanism.topology.branch(w.carrier).subsystem == subsystem)
    }

    /// The subsystem to which a loop belongs.
    pub fn subsystem_of_loop(&self, l: usize) -> usize {
        let topology = self.mechanism.topology;
        let each = &topology.loops[l];
        let moved = each.bodies().find(|&b| topology.joint(b).speeds() > 0);
        topology.branch(moved.unwrap_or(each.junction)).subsystem
    }

    /// The loops as far as they are known.
    pub(super) fn loops(&self) -> Loops<'_, S> {
        Loops {
            mechanism: self.mechanism,
            position: &self.position,
            velocity: &self.velocity,
            rows: &self.rows,
            row_bias: &self.row_bias,
        }
    }

    /// The groups of loops that belong to a subsystem.
    pub fn groups_of(&self, subsystem: usize) -> Vec<usize> {
        let closures = self.mobility.closures.iter().enumerate();
        closures
            .filter(|(_, c)| self.subsystem_of_loop(c.group.loops[0]) == subsystem)
            .map(|(g, _)| g)
            .collect()
    }

    /// By body: its angular acceleration, and the acceleration of its point at the origin of its frame.
    pub(super) fn point_accelerations(&self) -> Vec<Twist<S>> {
        let of_point = |(body, &own): (usize, &Twist<S>)| {
            let twist = self.velocity.twist(BodyId::from(body));
            own + Twist::along(twist.angular.cross(twist.linear))
        };
        let all = self.recursion.accelerations.iter().enumerate();
        let mut all: Vec<Twist<S>> = all.map(of_point).collect();
        all[self.mechanism.topology.base.index()] = self.base_acceleration;
        all
    }

    /// Tells that what follows computes this quantity of a body.
    pub fn of_body(&self, body: BodyId, quantity: Quantity) {
        self.progress.compute(&self.mechanism.model.body(body).name, quantity);
    }

    /// States that the following operations compute this quantity of a loop, which is named after its cut joint.
    pub fn of_loop(&self, l: usize, quantity: Quantity) {
        let cut = self.mechanism.topology.loops[l].cut;
        self.progress.compute(&self.mechanism.model.joint(cut).name, quantity);
    }

    /// Tells that what follows computes this quantity of a subsystem.
    pub fn of_subsystem(&self, subsystem: usize, quantity: Quantity) {
        self.progress
            .compute(&self.mechanism.topology.subsystems[subsystem].name, quantity);
    }

    /// Gives a body the accelerations of its points.
    pub fn give(&mut self, body: BodyId, field: Field<S>) {
        let twist = self.velocity.twist(body);
        self.fields[body.index()] = field;
        self.recursion.accelerations[body.index()] = Twist {
            angular: field.angular_acceleration,
            linear: field.acceleration - twist.angular.cross(twist.linear),
        };
    }

    /// Rates of all speeds, as far as known.
    pub fn into_rates(self) -> Vec<S> {
        self.v_rate
    }

    /// The rate of a speed, once known.
    pub fn rate(&self, speed: usize) -> S {
        self.v_rate[speed]
    }

    /// Sets the rate of a speed.
    pub fn set_rate(&mut self, speed: usize, rate: S) {
        let name = &self.mechanism.layout.speeds[speed];
        self.progress.name(rate, &|| format!("{name}.rate"));
        self.v_rate[speed] = rate;
    }
}
