//! One evaluation, stage by stage: from state, drives and loads to the state's rate of change.
//!
//! The work that all methods share is done here; the rest is asked of each subsystem's
//! [`Reduction`](super::method::Reduction).

use super::dependence::{Dependence, rate_by_given};
use super::force::{self, Declared, Element, MarkerState, SpringState};
use super::method::{Method, Multipliers, Plan, Recursion, Reduction, Share, reductions};
use super::ports::Kind;
use super::regrouping::{Regrouped, regroup};
use super::wheels::{Load, Moving, PlacedWheel};
use super::{Progress, Stage, naming};
use crate::kinematics::{Mechanism, Position, Row, Step, Velocity, closing, rows, subspace};
use crate::mobility::Mobility;
use crate::model::{BodyId, SpringId, Wheel, WheelId};
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
    /// By speed: what its equation of motion is short of, `M v' + n + ρ = 0`; zero but where derivatives are formed
    /// ([`super::balance`]).
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
    /// Speeds of all joints, as far as known: those of the state, and those that loops closed so far tell.
    speeds: Vec<S>,
    /// Twists of the bodies.
    pub velocity: Velocity<S>,
    /// By loop: its equations.
    pub rows: Vec<Vec<Row<S>>>,
    /// By loop: their second derivatives without accelerations, in the motion relative to the ground; only where a
    /// recursive subsystem needs them.
    pub row_bias: Vec<Vec<S>>,
    /// By body: acceleration relative to the base, as seen from it, without rates of unknown speeds; in the base's
    /// frame.
    pub inner_accelerations: Vec<Twist<S>>,
    /// By body: what it counts as.
    pub masses: Vec<Regrouped<S>>,
    /// By body: the same in its frame.
    pub distributions: Vec<Distribution<S>>,
    /// Effective inertias and wrenches of the subsystems that the recursion does not reduce; see
    /// [`Evaluation::load_base`].
    on_base: (Inertia<S>, Wrench<S>),
    /// By speed of a carrier: what its sides add to it.
    on_carriers: BTreeMap<usize, Share<S>>,
    /// Whether the base's equations are solved for the acceleration of its point at the origin instead of the spatial
    /// one; see [`by_points`].
    by_points: bool,
    /// Acceleration of the base once known: its angular one, and that of its point at the origin.
    pub base_acceleration: Twist<S>,
    /// By body: accelerations of its points, in its frame, where they are given before any wrench is known ([`super::balance`]);
    /// else zero.
    pub fields: Vec<Field<S>>,
    /// By body: the wrench that would be needed without acceleration.
    pub biases: Vec<Wrench<S>>,
    /// The tree as far as it has been reduced; the base's share of every method goes in here.
    pub recursion: Recursion<'a, S>,
    placed: Vec<Option<PlacedWheel<S>>>,
    wheels: Vec<Option<WheelState<S>>>,
    /// By contact with the ground: its point, world axes [m].
    contacts: Vec<Option<Vec3<S>>>,
    /// By marker: how it moves.
    markers: Vec<Option<MarkerState<S>>>,
    spin_torques: Vec<S>,
    q_rate: Vec<S>,
    v_rate: Vec<S>,
}

/// One turn of the stages that go outward from the base.
struct Turn {
    subsystem: usize,
    /// Its bodies that move with the base alone; none where the turn is the whole subsystem's.
    driven: Option<Vec<BodyId>>,
}

/// Known after the stage of velocities, before any load is used. Wheels and contacts of subsystems that are computed in
/// lanes are none.
pub struct Motions<'e, S> {
    /// Rates of the coordinates.
    pub q_rate: &'e [S],
    /// By wheel: how it moves.
    pub wheels: &'e [Option<WheelState<S>>],
    /// By contact with the ground: its point, world axes [m].
    pub contacts: &'e [Option<Vec3<S>>],
    /// By marker: how it moves.
    pub markers: &'e [Option<MarkerState<S>>],
}

/// The result of an evaluation.
pub struct Found<S> {
    /// Rates of the speeds.
    pub rates: Vec<S>,
    /// By body: its angular acceleration, and the acceleration of its point at the origin of its frame.
    pub accelerations: Vec<Twist<S>>,
}

/// Runs all stages and gives the rates of the speeds. `after_velocity` is told how everything moves as soon as that is
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
    // What stands for several subsystems is computed once for all of them.
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

/// Whether the base's equations are solved for the acceleration of its point at the origin.
///
/// With the base's twist `(ω, v)` that point has `a + ω × v` for the linear part `a` of the spatial acceleration. What
/// acts on the base needs nothing of `v` then: its bias wrench is `(ω × J ω, ω × (ω × h))`, and `ω × v` is added once to
/// what its inboard joint carries over. Only what the recursion hands to the base it hands for the spatial acceleration,
/// so that no other subsystem, and no group of loops, may be in its hands.
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

    /// The stages that go outward from the base: positions, velocities, and accelerations without rates of the speeds.
    /// `after_velocity` is told how everything moves as soon as that is known.
    pub fn outward(
        &mut self,
        plan: &Plan,
        methods: &mut [Box<dyn Reduction<'a, S> + 'a>],
        after_velocity: impl FnOnce(&Motions<S>),
    ) {
        let turns = self.turns(|subsystem| !plan.covers(*subsystem));
        for turn in &turns {
            self.progress.begin(Stage::Position, turn.subsystem);
            match &turn.driven {
                Some(bodies) => self.place(bodies, &[]),
                None => self.place_subsystem(turn.subsystem),
            }
        }
        for turn in &turns {
            self.progress.begin(Stage::Velocity, turn.subsystem);
            match &turn.driven {
                Some(bodies) => self.move_driven(bodies),
                None => {
                    self.close_speeds(turn.subsystem, plan.methods[turn.subsystem]);
                    methods[turn.subsystem].velocity(self);
                    self.coordinate_rates(turn.subsystem);
                    self.move_wheels(turn.subsystem);
                    self.move_contacts(turn.subsystem);
                    self.move_markers(turn.subsystem);
                }
            }
        }
        self.damper_rates(plan);
        after_velocity(&Motions {
            q_rate: &self.q_rate,
            wheels: &self.wheels,
            contacts: &self.contacts,
            markers: &self.markers,
        });
        for turn in &turns {
            self.progress.begin(Stage::RightHandSide, turn.subsystem);
            match &turn.driven {
                Some(bodies) => bodies.iter().for_each(|&body| self.carry_rigidly(body)),
                None => methods[turn.subsystem].right_hand_side(self),
            }
        }
    }

    /// The base; of each subsystem the bodies that move with the base alone, by drives or not at all; the subsystems. Loops
    /// of one subsystem end on no other bodies of another, whatever else that holds.
    fn turns(&self, traced: impl Fn(&usize) -> bool) -> Vec<Turn> {
        let topology = self.mechanism.topology;
        let leads_to_base = |&body: &BodyId| {
            let mut path = topology.to_ground(body).take_while(|&b| b != topology.base);
            path.all(|b| topology.joint(b).speeds() == 0)
        };
        let whole = |subsystem: usize| Turn {
            subsystem,
            driven: None,
        };
        let driven = |subsystem: usize| {
            let bodies: Vec<BodyId> = self.bodies(subsystem).iter().copied().filter(leads_to_base).collect();
            (!bodies.is_empty()).then_some(Turn {
                subsystem,
                driven: Some(bodies),
            })
        };
        let others: Vec<usize> = (1..topology.subsystems.len()).filter(traced).collect();
        let first = others.iter().filter_map(|&subsystem| driven(subsystem));
        [whole(0)]
            .into_iter()
            .chain(first)
            .chain(others.iter().map(|&subsystem| whole(subsystem)))
            .collect()
    }

    fn bodies(&self, subsystem: usize) -> &'a [BodyId] {
        &self.mechanism.topology.subsystems[subsystem].bodies
    }

    fn wheels_of(&self, subsystem: usize) -> impl Iterator<Item = (usize, &'a Wheel)> + use<'a, S> {
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

    /// The groups of loops that belong to a subsystem.
    pub fn groups_of(&self, subsystem: usize) -> Vec<usize> {
        let closures = self.mobility.closures.iter().enumerate();
        closures
            .filter(|(_, c)| self.subsystem_of_loop(c.group.loops[0]) == subsystem)
            .map(|(g, _)| g)
            .collect()
    }

    /// Right-hand side of a loop's equation for the speeds: the velocity of the drive, for the first of a driven link.
    pub fn driven_rate(&self, l: usize, row: usize) -> Option<S> {
        let link = self.mechanism.model.joint(self.mechanism.topology.loops[l].cut);
        let drive = link.drive.filter(|_| row == 0)?;
        Some(self.arguments.drives[1][drive.index()])
    }

    /// Speeds of a body's inboard joint: from the state or from loops that have been closed, or its drive's velocity.
    pub fn given_speeds(&self, body: BodyId) -> Vec<S> {
        match self.mechanism.topology.joint(body).drive {
            Some(drive) => vec![self.arguments.drives[1][drive.index()]],
            None => self.speeds[self.mechanism.layout.slot(body).v.clone()].to_vec(),
        }
    }

    /// Watches the pivots of a subsystem's loops that close without iteration, and gives the methods that take the speeds of
    /// all joints those that follow from the state's.
    fn close_speeds(&mut self, subsystem: usize, method: Method) {
        let mechanism = self.mechanism;
        for g in self.groups_of(subsystem) {
            let closure = &self.mobility.closures[g];
            if !closure.is_explicit() {
                continue;
            }
            for &l in &closure.group.loops {
                self.rows[l] = rows(mechanism, &self.position, &mechanism.topology.loops[l]);
            }
            let dependence = Dependence::new(mechanism, closure, &self.position, &self.rows);
            for (speed, margin) in dependence.margins(self.mobility, self.progress) {
                self.progress.watch(Kind::PivotMargin.at(speed), margin);
            }
            if method.finds_dependent_speeds() {
                continue;
            }
            let dependent = |speed: &usize| closure.pivots.iter().any(|pivot| pivot.1 == *speed);
            let given = |body: BodyId| match mechanism.topology.joint(body).drive {
                Some(drive) => vec![self.arguments.drives[1][drive.index()]],
                None => {
                    let slot = mechanism.layout.slot(body).v.clone();
                    slot.map(|speed| {
                        if dependent(&speed) {
                            S::zero()
                        } else {
                            self.speeds[speed]
                        }
                    })
                    .collect()
                }
            };
            let right = |l: usize, r: usize| {
                let driven = self.driven_rate(l, r).unwrap_or(S::zero());
                driven - rate_by_given(mechanism, &self.position, &self.rows, (l, r), given)
            };
            let found: Vec<(usize, S)> = dependence.solve(right).collect();
            for (speed, value) in found {
                self.speeds[speed] = value;
            }
        }
    }

    /// Places the bodies of a subsystem, those of closed loops by the steps that close them.
    fn place_subsystem(&mut self, subsystem: usize) {
        let bodies = self.bodies(subsystem);
        let own = |steps: &&Vec<Step>| steps.iter().all(|step| bodies.contains(&step.body()));
        let explicit = self.mobility.closures.iter().filter(|c| c.is_explicit());
        let steps = explicit.map(|c| &c.steps).filter(own);
        let steps: Vec<&Step> = steps.flatten().collect();
        self.place(bodies, &steps);
        for &body in bodies {
            let name = &self.mechanism.model.body(body).name;
            naming::pose(self.progress, self.position.mount(body), name);
        }
    }

    /// Places bodies, parents before children: by the steps, by drives, and by the coordinates of the state.
    fn place(&mut self, bodies: &[BodyId], steps: &[&Step]) {
        let (mechanism, arguments) = (self.mechanism, self.arguments);
        let coordinates = |body: BodyId| match mechanism.topology.joint(body).drive {
            Some(drive) => vec![arguments.drives[0][drive.index()]],
            None => arguments.q[mechanism.layout.slot(body).q.clone()].to_vec(),
        };
        let found = closing::place(mechanism, &mut self.position, bodies, steps, coordinates);
        for (body, placed) in found {
            let speed = mechanism.layout.slot(body).v.start;
            self.progress.watch(Kind::StepMargin.at(speed), placed.margin);
        }
    }

    /// Twists of bodies that only drives move, parents before children.
    fn move_driven(&mut self, bodies: &[BodyId]) {
        for &body in bodies {
            let v = self.given_speeds(body);
            self.velocity.advance(self.mechanism, &self.position, body, &v);
        }
    }

    fn coordinate_rates(&mut self, subsystem: usize) {
        for &body in self.bodies(subsystem) {
            let (slot, name) = (self.mechanism.layout.slot(body), &self.mechanism.model.body(body).name);
            naming::twist(self.progress, &self.velocity.twist(body), name, "velocity");
            let q = &self.arguments.q[slot.q.clone()];
            let rates = self.velocity.rates(self.mechanism, &self.position, body, q);
            self.q_rate[slot.q.clone()].copy_from_slice(&rates);
        }
    }

    /// How fast dampers in series move: they have no mass, so that position tells it.
    fn damper_rates(&mut self, plan: &Plan) {
        let mechanism = self.mechanism;
        let computed = |spring: &SpringId| {
            let each = &mechanism.model.springs[spring.index()];
            let subsystem = |body: BodyId| mechanism.topology.branch(body).subsystem;
            ![each.first, each.second]
                .into_iter()
                .any(|body| plan.covers(subsystem(body)))
        };
        for spring in (0..mechanism.model.springs.len()).map(SpringId::from).filter(computed) {
            if let Some(place) = mechanism.layout.damper(spring) {
                self.q_rate[place] = SpringState::new(mechanism, &self.position, spring).damper_rate();
            }
        }
    }

    fn move_wheels(&mut self, subsystem: usize) {
        for (w, wheel) in self.wheels_of(subsystem) {
            let at = PlacedWheel::new(self.mechanism, &self.position, wheel);
            let spin = self.mechanism.layout.spins[w].map_or(S::zero(), |spin| self.arguments.v[spin]);
            self.wheels[w] = Some(WheelState {
                moving: at.moving(&self.velocity.twist(wheel.carrier)),
                spin,
            });
            self.placed[w] = Some(at);
        }
    }

    fn move_contacts(&mut self, subsystem: usize) {
        let mechanism = self.mechanism;
        for (c, (_, contact)) in mechanism.model.contacts().enumerate() {
            if mechanism.topology.branch(contact.body).subsystem == subsystem {
                self.contacts[c] = Some(force::contact_point(mechanism, &self.position, contact));
            }
        }
    }

    fn move_markers(&mut self, subsystem: usize) {
        let mechanism = self.mechanism;
        for (m, (_, marker)) in mechanism.model.markers().enumerate() {
            if mechanism.topology.branch(marker.body).subsystem == subsystem {
                self.markers[m] = Some(MarkerState::new(mechanism, &self.position, &self.velocity, marker));
            }
        }
    }

    fn spin_inertia(&self, wheel: &Wheel) -> Option<S> {
        self.mechanism.design.spin_inertia(wheel)
    }

    /// Names the equations of a loop.
    pub fn name_rows(&self, l: usize) {
        let cut = &self.mechanism.model.joint(self.mechanism.topology.loops[l].cut).name;
        for (r, row) in self.rows[l].iter().enumerate() {
            naming::wrench(self.progress, &row.first, &format!("{cut}.row{r}_first"));
            naming::wrench(self.progress, &row.second, &format!("{cut}.row{r}_second"));
        }
        for (r, bias) in self.row_bias[l].iter().enumerate() {
            self.progress.name(*bias, &|| format!("{cut}.row{r}_bias"));
        }
    }

    /// Acceleration, as seen from the base, of a body whose inboard joint has no unknown speed, from its parent's.
    pub fn carry_rigidly(&mut self, body: BodyId) {
        let topology = self.mechanism.topology;
        if topology.branch(body).frame != topology.base || body == topology.base {
            return;
        }
        let mut own = self.inner_accelerations[topology.branch(body).parent.index()];
        own = own + self.velocity.inner_bias(self.mechanism, &self.position, body);
        if let Some(drive) = topology.joint(body).drive {
            let along = subspace(self.mechanism, &self.position, body)[0];
            own = own + along * self.arguments.drives[2][drive.index()];
        }
        self.inner_accelerations[body.index()] = own;
    }

    /// Mass distribution of each body.
    pub fn bodies_by_themselves(&mut self, subsystem: usize) {
        for &body in self.bodies(subsystem) {
            let mass = &self.masses[body.index()];
            let distribution = match self.position.turning(body) {
                Some(turning) => mass.turning(turning),
                None => mass.in_frame(self.position.pose(body)),
            };
            self.distributions[body.index()] = distribution;
            let name = &self.mechanism.model.body(body).name;
            naming::distribution(self.progress, &distribution, name);
        }
    }

    /// Angular velocity of the base and what its own motion adds to the acceleration of its point at the origin: that
    /// of the point is `a + ω × v`, with the linear parts `a`, `v` of its acceleration and twist.
    pub fn base_motion(&self) -> (Vec3<S>, Vec3<S>) {
        let twist = self.velocity.twist(self.mechanism.topology.base);
        (twist.angular, twist.angular.cross(twist.linear))
    }

    /// Whether this is the base, and its equations are solved for the acceleration of its point ([`by_points`]).
    pub fn goes_by_points(&self, body: BodyId) -> bool {
        self.by_points && body == self.mechanism.topology.base
    }

    /// Lets a reduced subsystem act on the base: `inertia` and `bias` give the wrench for the base's angular
    /// acceleration and the acceleration of its *point* at the origin, in which gyroscopic terms are few.
    pub fn add_to_base(&mut self, subsystem: usize, inertia: Inertia<S>, bias: Wrench<S>) {
        let total = |value: S| self.progress.total(subsystem, value);
        self.on_base = (self.on_base.0 + inertia.map(total), self.on_base.1 + bias.map(total));
    }

    /// Lets a reduced side act on the body that carries it, by the speed of that.
    pub fn add_to_carrier(&mut self, subsystem: usize, speed: usize, share: Share<S>) {
        let share = share.map(|value| self.progress.to_carrier(subsystem, value));
        let known = self.on_carriers.get(&speed).copied();
        self.on_carriers
            .insert(speed, known.map_or(share, |known| known + share));
    }

    /// Equation of a carrier's speed, with the shares of its sides.
    pub fn with_sides(&self, subsystem: usize, speed: usize, own: Share<S>) -> Share<S> {
        let own = own.map(|value| self.progress.total(subsystem, value));
        self.on_carriers.get(&speed).map_or(own, |sides| own + *sides)
    }

    /// Hands what has been gathered for the base to the recursion, which knows its acceleration as a spatial one unless
    /// it goes [`by_points`].
    pub fn load_base(&mut self) {
        let base = self.mechanism.topology.base;
        if base == BodyId::GROUND {
            return;
        }
        let (inertia, bias) = self.on_base;
        let carried = match self.by_points {
            true => Wrench::zero(),
            false => inertia.apply(Twist::along(self.base_motion().1)),
        };
        let body = self.recursion.body_mut(base);
        body.inertia = body.inertia + inertia;
        body.bias = body.bias + bias + carried;
    }

    /// Keeps the base's acceleration both ways, the recursion having found it one way.
    fn tell_base_acceleration(&mut self) {
        let base = self.mechanism.topology.base;
        let own = Twist::along(self.base_motion().1);
        let found = self.recursion.accelerations[base.index()];
        if self.by_points {
            self.base_acceleration = found;
            self.recursion.accelerations[base.index()] = found - own;
        } else {
            self.base_acceleration = found + own;
        }
    }

    /// Adds to the wrench that a body would need without acceleration.
    pub fn add_bias(&mut self, body: BodyId, wrench: Wrench<S>) {
        self.biases[body.index()] = self.biases[body.index()] + wrench;
    }

    pub fn forces_and_wheels(&mut self, subsystem: usize, method: &mut dyn Reduction<'a, S>) {
        let (model, topology) = (self.mechanism.model, self.mechanism.topology);
        for declared in Declared::all(model) {
            let subsystems = declared.bodies(model).into_iter().map(|b| topology.branch(b).subsystem);
            if subsystems.max() == Some(subsystem) {
                let element = declared.at(self.mechanism, &self.position);
                method.force(self, element.as_ref());
            }
        }
        for (w, wheel) in self.wheels_of(subsystem) {
            let (Some(placed), load) = (self.placed[w], &self.arguments.loads[w]) else {
                continue;
            };
            let carrier = self.velocity.twist(wheel.carrier);
            let spin = self.mechanism.layout.spins[w].map(|spin| self.arguments.v[spin]);
            let momentum = placed.axial_momentum(self.spin_inertia(wheel), &carrier, spin);
            let (wrench, torque) = placed.loaded(spin.is_some(), load);
            let reaction = placed.drive_reaction(self.mechanism, &self.position, wheel, load);
            self.add_bias(wheel.carrier, placed.gyroscopic(&carrier, momentum) - wrench);
            let taken_up = if wheel.driven_from == self.mechanism.topology.base {
                reaction.map(|part| self.progress.total(subsystem, part))
            } else {
                reaction
            };
            self.add_bias(wheel.driven_from, -taken_up);
            self.spin_torques[w] = torque;
        }
        for &body in self.bodies(subsystem) {
            let name = &model.body(body).name;
            naming::wrench(self.progress, &self.biases[body.index()], &format!("{name}.bias"));
        }
    }

    /// Lets a force element act on its bodies.
    pub fn act(&mut self, element: &dyn Element<S>) {
        let rates = force::rates(self.mechanism, &self.position, &self.velocity, element);
        let forces = element.forces(&rates, &self.arguments.signals);
        element.name(self.progress, &forces);
        for (body, wrench) in force::wrenches(self.mechanism, &self.position, element, &forces) {
            self.add_bias(body, -wrench);
        }
    }

    /// Hands inertias and bias wrenches of a recursive subsystem to the recursion; nothing of another one.
    pub fn hand_to_recursion(&mut self, subsystem: usize, method: Method) {
        if method != Method::Recursive {
            return;
        }
        for &body in self.bodies(subsystem) {
            let (inertia, bias) = (self.distributions[body.index()].inertia(), self.biases[body.index()]);
            let own = self.recursion.body_mut(body);
            own.inertia = inertia;
            own.bias = bias;
        }
        for g in self.groups_of(subsystem) {
            let closure = &self.mobility.closures[g];
            let multipliers = Multipliers::new(self, closure);
            self.recursion.open_group(g, multipliers);
        }
    }

    /// By body: its angular acceleration, and the acceleration of its point at the origin of its frame.
    fn point_accelerations(&self) -> Vec<Twist<S>> {
        let of_point = |(body, &own): (usize, &Twist<S>)| {
            let twist = self.velocity.twist(BodyId::from(body));
            own + Twist::along(twist.angular.cross(twist.linear))
        };
        let all = self.recursion.accelerations.iter().enumerate();
        let mut all: Vec<Twist<S>> = all.map(of_point).collect();
        all[self.mechanism.topology.base.index()] = self.base_acceleration;
        all
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

    /// Rates of the wheels' spins: accelerations and torques are known.
    pub fn spin_wheels(&mut self, subsystem: usize) {
        for (w, wheel) in self.wheels_of(subsystem) {
            let spin = self.mechanism.layout.spins[w].filter(|_| wheel.twin_of.is_none());
            if let (Some(spin), Some(inertia), Some(placed)) = (spin, self.spin_inertia(wheel), self.placed[w]) {
                let carrier = self.recursion.accelerations[wheel.carrier.index()];
                let twins = self
                    .wheels_of(subsystem)
                    .filter(|(_, twin)| twin.twin_of.map(WheelId::index) == Some(w));
                let (inertia, torque) = twins.fold((inertia, self.spin_torques[w]), |(inertia, torque), (t, twin)| {
                    let own = self.spin_inertia(twin).unwrap_or_else(S::zero);
                    (inertia + own, torque + self.spin_torques[t])
                });
                self.v_rate[spin] = placed.spin_rate(inertia, torque, &carrier);
            }
        }
    }
}
