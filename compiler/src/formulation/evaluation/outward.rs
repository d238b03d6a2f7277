//! Stages that go outward from the base: positions, velocities, and accelerations without rates of the speeds.

use super::known::{Evaluation, WheelState};
use crate::formulation::dependence::{Dependence, rate_by_given};
use crate::formulation::force::{self, MarkerState, SpringState};
use crate::formulation::method::{Method, Plan, Reduction};
use crate::formulation::wheels::PlacedWheel;
use crate::formulation::{Margin, Quantity, Stage, naming};
use crate::kinematics::{Step, closing, rows, subspace};
use crate::model::{BodyId, SpringId};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// Motions known after the velocity stage, before any load is used. Wheels and contacts of subsystems that are computed
/// in lanes are `None`.
pub struct Motions<'e, S> {
    /// Rates of the coordinates.
    pub q_rate: &'e [S],
    /// By wheel: how it moves.
    pub wheels: &'e [Option<WheelState<S>>],
    /// By contact with the ground: its point, world axes [m].
    pub contacts: &'e [Option<Vec3<S>>],
    /// By marker: its motion.
    pub markers: &'e [Option<MarkerState<S>>],
}

/// One unit of work in each stage that goes outward from the base.
struct Turn {
    subsystem: usize,
    /// The bodies of the subsystem that move only with the base; `None` if the whole subsystem is computed.
    driven: Option<Vec<BodyId>>,
}

impl<'a, S: Scalar> Evaluation<'a, S> {
    /// Runs the stages that go outward from the base: positions, velocities, and accelerations without rates of the
    /// speeds. `after_velocity` receives all motions as soon as they are known.
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

    /// Returns the turns in order: the base, then the bodies of each subsystem that are driven against the base or
    /// fixed to it, then the subsystems. A loop of a subsystem may end on such bodies of another subsystem, but on no
    /// other bodies of that subsystem.
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

    /// Places the bodies of a subsystem. Bodies in loops that close without iteration are placed by the closing steps.
    fn place_subsystem(&mut self, subsystem: usize) {
        let bodies = self.bodies(subsystem);
        let own = |steps: &&Vec<Step>| steps.iter().all(|step| bodies.contains(&step.body()));
        let explicit = self.mobility.closures.iter().filter(|c| c.is_explicit());
        let steps = explicit.map(|c| &c.steps).filter(own);
        let steps: Vec<&Step> = steps.flatten().collect();
        self.place(bodies, &steps);
        for &body in bodies {
            self.of_body(body, Quantity::Pose);
            let name = &self.mechanism.model.body(body).name;
            naming::pose(self.progress, self.position.mount(body), name);
        }
    }

    /// Places bodies, parents before children, from closing steps, from drives, and from the coordinates of the state.
    fn place(&mut self, bodies: &[BodyId], steps: &[&Step]) {
        let (mechanism, arguments) = (self.mechanism, self.arguments);
        let progress = self.progress;
        let coordinates = |body: BodyId| {
            progress.compute(&mechanism.model.body(body).name, Quantity::Pose);
            mechanism.coordinates_of(body, &arguments.q, &arguments.drives[0])
        };
        let found = closing::place(mechanism, &mut self.position, bodies, steps, coordinates);
        for (body, placed) in found {
            let speed = mechanism.layout.slot(body).v.start;
            self.progress.watch(Margin::Step(speed), placed.margin);
        }
    }

    /// Twists of bodies that only drives move, parents before children.
    fn move_driven(&mut self, bodies: &[BodyId]) {
        for &body in bodies {
            self.of_body(body, Quantity::Velocity);
            let v = self.given_speeds(body);
            self.velocity.advance(self.mechanism, &self.position, body, &v);
        }
    }

    /// Speeds of a body's inboard joint: the velocity of its drive or, without a drive, values from the state or from
    /// closed loops.
    pub fn given_speeds(&self, body: BodyId) -> Vec<S> {
        self.mechanism.speeds_of(body, &self.speeds, &self.arguments.drives[1])
    }

    /// Watches the pivots of a subsystem's loops that close without iteration. For methods that take the speeds of all
    /// joints as given, computes the dependent speeds from the speeds of the state.
    fn close_speeds(&mut self, subsystem: usize, method: Method) {
        let mechanism = self.mechanism;
        for g in self.groups_of(subsystem) {
            let closure = &self.mobility.closures[g];
            if !closure.is_explicit() {
                continue;
            }
            for &l in &closure.group.loops {
                self.of_loop(l, Quantity::Rows);
                self.rows[l] = rows(mechanism, &self.position, &mechanism.topology.loops[l]);
            }
            self.of_loop(closure.group.loops[0], Quantity::Dependence);
            let dependence = Dependence::new(mechanism, closure, &self.position, &self.rows);
            for (speed, margin) in dependence.margins(self.mobility, self.progress) {
                self.progress.watch(Margin::Pivot(speed), margin);
            }
            if method.finds_dependent_speeds() {
                continue;
            }
            self.of_loop(closure.group.loops[0], Quantity::DependentSpeeds);
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

    /// Right-hand side of a loop's equation for the speeds: the drive's velocity for the first row of a driven link,
    /// else `None`.
    pub fn driven_rate(&self, l: usize, row: usize) -> Option<S> {
        let link = self.mechanism.model.joint(self.mechanism.topology.loops[l].cut);
        let drive = link.drive.filter(|_| row == 0)?;
        Some(self.arguments.drives[1][drive.index()])
    }

    fn coordinate_rates(&mut self, subsystem: usize) {
        for &body in self.bodies(subsystem) {
            let (slot, name) = (self.mechanism.layout.slot(body), &self.mechanism.model.body(body).name);
            self.of_body(body, Quantity::Velocity);
            naming::twist(self.progress, &self.velocity.twist(body), name, "velocity");
            self.of_body(body, Quantity::CoordinateRates);
            let q = &self.arguments.q[slot.q.clone()];
            let rates = self.velocity.rates(self.mechanism, &self.position, body, q);
            self.q_rate[slot.q.clone()].copy_from_slice(&rates);
        }
    }

    /// Rates of dampers in series: they have no mass, so the position determines their rates.
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
                let name = &mechanism.model.springs[spring.index()].name;
                self.progress.compute(name, Quantity::DamperRate);
                self.q_rate[place] = SpringState::new(mechanism, &self.position, spring).damper_rate();
            }
        }
    }

    fn move_wheels(&mut self, subsystem: usize) {
        for (w, wheel) in self.wheels_of(subsystem) {
            self.progress.compute(&wheel.name, Quantity::Motion);
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
        for (c, (name, contact)) in mechanism.model.contacts().enumerate() {
            if mechanism.topology.branch(contact.body).subsystem == subsystem {
                self.progress.compute(name, Quantity::Point);
                self.contacts[c] = Some(force::contact_point(mechanism, &self.position, contact));
            }
        }
    }

    fn move_markers(&mut self, subsystem: usize) {
        let mechanism = self.mechanism;
        for (m, (name, marker)) in mechanism.model.markers().enumerate() {
            if mechanism.topology.branch(marker.body).subsystem == subsystem {
                self.progress.compute(name, Quantity::Point);
                self.markers[m] = Some(MarkerState::new(mechanism, &self.position, &self.velocity, marker));
            }
        }
    }

    /// Names the equations of a loop.
    pub fn name_rows(&self, l: usize) {
        let cut = &self.mechanism.model.joint(self.mechanism.topology.loops[l].cut).name;
        self.of_loop(l, Quantity::Rows);
        for (r, row) in self.rows[l].iter().enumerate() {
            naming::wrench(self.progress, &row.first, &format!("{cut}.row{r}_first"));
            naming::wrench(self.progress, &row.second, &format!("{cut}.row{r}_second"));
        }
        self.of_loop(l, Quantity::RowBias);
        for (r, bias) in self.row_bias[l].iter().enumerate() {
            self.progress.name(*bias, &|| format!("{cut}.row{r}_bias"));
        }
    }

    /// Computes the acceleration, relative to the base, of a body whose inboard joint has no unknown speed, from the
    /// acceleration of its parent.
    pub fn carry_rigidly(&mut self, body: BodyId) {
        let topology = self.mechanism.topology;
        if topology.branch(body).frame != topology.base || body == topology.base {
            return;
        }
        self.of_body(body, Quantity::Bias);
        let mut own = self.inner_accelerations[topology.branch(body).parent.index()];
        own = own + self.velocity.inner_bias(self.mechanism, &self.position, body);
        if let Some(drive) = topology.joint(body).drive {
            let along = subspace(self.mechanism, &self.position, body)[0];
            own = own + along * self.arguments.drives[2][drive.index()];
        }
        self.inner_accelerations[body.index()] = own;
    }
}
