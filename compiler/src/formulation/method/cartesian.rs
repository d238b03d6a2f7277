//! The method `synthesis_cartesian`: a subsystem by its independent speeds, through the Cartesian motion of its bodies
//! (after Kim & Wang 2005, formulation A).
//!
//! Derived anew. The unknowns are the twists `R` of all bodies relative to the base: six speeds for each body. No joint
//! is used to express one body's twist by another's. Every joint of the subsystem, in the tree or cut, is a constraint
//! on the twists, and so is every drive. One more constraint for each independent speed `u` gives its value:
//!
//! (1) `Ψ R = e`, with `e` the velocities of drives and bodies outside, `u`, and zero for all other constraints.
//!
//! There are as many equations as speeds. A joint of the tree with `f` freedoms gives `6 - f` equations, and one more
//! equation for each of its speeds that is independent or driven. Each dependent speed has one closure equation. `Ψ` is
//! factorised with pivots chosen at build time ([`super::cartesian_pivots`]) and solved for unit independent speeds and
//! for all other terms:
//!
//! (2) `R = N u + W`, `R' = N u' + p`, `N = Ψ⁻¹ e_u`.
//!
//! At acceleration level the right-hand side of a tree joint's constraint `w` is `w · c`, with the acceleration `c`
//! that the joint adds at constant speeds. If the constraint gives a speed, the rate of that speed is added. The
//! right-hand side of a cut joint is minus the second derivative of its equation without accelerations. The rates `R'`
//! are seen from the base as well. The wrenches `b` are the wrenches that the bodies need, less the wrenches that act
//! on them; `u'` and the base's own acceleration are left out ([`Members::field`]). The principle of virtual power over
//! the motions `δV = δV₀ + N δu` gives the equations of [`super::reduced`]:
//!
//! (3) `K = Σ Nᵀ I N`, `U = Σ I N`, `n = Σ Nᵀ b`, `I = Σ I`, `b = Σ b`.
//!
//! The mass in the centre of a rod ([`crate::formulation::rods`]) is one more body in the sums. Springs within the
//! subsystem add to `n` alone. The effective pair is then Kim & Wang's (21) and (22), for any number of freedoms.

use super::cartesian_constraints::{Constraint, Gauge, Says, constraints, gauges, matrices, matrix, measuring};
use super::cartesian_pivots;
use super::members::Members;
use super::reduced::Reduced;
use super::reduction::Reduction;
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::Element;
use crate::formulation::{Quantity, naming};
use crate::kinematics::{Mechanism, bias_within, less_drive, rows};
use crate::mobility::Mobility;
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Ordered, Symmetric, Twist, Vec3, Wrench};

/// One subsystem.
pub struct Cartesian<'a, S> {
    members: Members<'a, S>,
    /// `u`, among all speeds.
    independent: Vec<usize>,
    /// By body of the subsystem: the way in which the speeds of its inboard joint are computed from the bodies' twists.
    gauges: Vec<Vec<Gauge>>,
    /// Pivots of `Ψ`.
    pivots: Vec<(usize, usize)>,
    constraints: Vec<Constraint<S>>,
    /// `Ψ`, once known.
    system: Option<Ordered<S>>,
    /// By body of the subsystem: `N`, by independent speed.
    motions: Vec<Vec<Twist<S>>>,
    /// By body of the mechanism: what springs within the subsystem do to it.
    internal: Vec<Wrench<S>>,
    reduced: Option<Reduced<S>>,
}

impl<'a, S: Scalar> Cartesian<'a, S> {
    /// Nothing known yet but the pivots.
    pub fn new(mechanism: &'a Mechanism<'a, S>, mobility: &'a Mobility, subsystem: usize) -> Self {
        let members = Members::new(mechanism, mobility, subsystem);
        // Which entries are pivots is chosen at the defaults of the parameters.
        let still = mechanism.at_defaults(mobility.steps());
        let own = Members::new(&still, mobility, subsystem);
        let poses: Vec<_> = mobility.poses.iter().map(|pose| pose.anew(&still)).collect();
        let gauges = gauges(&own, &poses[0]);
        let pivots = cartesian_pivots::choose(matrices(&own, &gauges, &poses));
        Cartesian {
            independent: members.independent(),
            gauges,
            pivots,
            constraints: Vec::new(),
            system: None,
            motions: Vec::new(),
            internal: vec![Wrench::zero(); mechanism.model.bodies.len()],
            reduced: None,
            members,
        }
    }

    /// Returns the twists of the subsystem's bodies that satisfy the constraints. `right` gives each constraint's
    /// right-hand side.
    fn solve(&self, right: impl Fn(&Constraint<S>) -> S) -> Vec<Twist<S>> {
        let Some(system) = &self.system else {
            return Vec::new();
        };
        let solution = system.solve(self.constraints.iter().map(right).collect());
        let twist = |c: &[S]| Twist {
            angular: Vec3([c[0], c[1], c[2]]),
            linear: Vec3([c[3], c[4], c[5]]),
        };
        solution.chunks_exact(6).map(twist).collect()
    }

    /// `N u` of a body of the subsystem, for speeds or their rates.
    fn moved(&self, place: usize, u: &[S]) -> Twist<S> {
        let terms = self.motions[place].iter().zip(u);
        terms.fold(Twist::zero(), |sum, (&n, &u)| sum + n * u)
    }

    /// Speeds of a body's inboard joint: independent speeds have their given values, and all other speeds follow from
    /// the relative twist across the joint.
    fn speeds(&self, e: &Evaluation<S>, place: usize, relative: Twist<S>, given: &[S]) -> Vec<S> {
        let (mechanism, body) = (self.members.mechanism, self.members.bodies[place]);
        let measured = measuring(mechanism, &e.position, body, &self.gauges[place]);
        let speeds = mechanism.layout.slot(body).v.clone().zip(measured);
        let of = |(speed, wrench): (usize, Wrench<S>)| match self.independent.iter().position(|&s| s == speed) {
            Some(k) => given[k],
            None => wrench.power(relative),
        };
        speeds.map(of).collect()
    }
}

impl<'a, S: Scalar + 'a> Reduction<'a, S> for Cartesian<'a, S> {
    /// Equation (2), first part.
    fn velocity(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = self.members.mechanism;
        for l in self.members.loops() {
            e.of_loop(l, Quantity::Rows);
            e.rows[l] = rows(mechanism, &e.position, &mechanism.topology.loops[l]);
            e.name_rows(l);
        }
        let subsystem = self.members.subsystem;
        e.of_subsystem(subsystem, Quantity::Dependence);
        self.constraints = constraints(&self.members, &self.gauges, &e.position, &e.rows);
        self.system = Some(Ordered::eliminate(
            matrix(&self.members, &self.constraints),
            self.pivots.clone(),
        ));
        e.of_subsystem(subsystem, Quantity::DependentSpeeds);
        let unit = |c: &Constraint<S>, k: usize| match c.says {
            Says::Independent(_, own) if own == k => S::one(),
            _ => S::zero(),
        };
        let by_speed: Vec<Vec<Twist<S>>> = (0..self.independent.len())
            .map(|k| self.solve(|c| unit(c, k)))
            .collect();
        let places = 0..self.members.bodies.len();
        self.motions = places
            .map(|place| by_speed.iter().map(|twists| twists[place]).collect())
            .collect();
        let driven = self.solve(|c| {
            let outside = c.given_outside(&self.members, |b| e.velocity.inner(b));
            let given = match c.says {
                Says::Driven(body) => Some(e.given_speeds(body)[0]),
                Says::Closed(l, r) => e.driven_rate(l, r),
                Says::Held(_) | Says::Independent(..) => None,
            };
            given.map_or(-outside, |given| given - outside)
        });
        let given: Vec<S> = self.independent.iter().map(|&speed| e.arguments.v[speed]).collect();
        for (place, &body) in self.members.bodies.iter().enumerate() {
            e.of_body(body, Quantity::Velocity);
            let inner = driven[place] + self.moved(place, &given);
            let relative = inner - e.velocity.inner(mechanism.topology.branch(body).parent);
            let speeds = match mechanism.topology.joint(body).drive {
                Some(_) => e.given_speeds(body),
                None => self.speeds(e, place, relative, &given),
            };
            e.velocity.set(mechanism, &e.position, body, &speeds, relative, inner);
            let name = &mechanism.model.body(body).name;
            for (motion, &speed) in self.motions[place].iter().zip(&self.independent) {
                let speed = &mechanism.layout.speeds[speed];
                naming::twist(e.progress, motion, name, &format!("velocity_per_{speed}"));
            }
        }
    }

    /// Equation (2), second part: `p`.
    fn right_hand_side(&mut self, e: &mut Evaluation<'a, S>) {
        let mechanism = self.members.mechanism;
        for l in self.members.loops() {
            e.of_loop(l, Quantity::RowBias);
            let each = &mechanism.topology.loops[l];
            let bias = bias_within(mechanism, &e.position, &e.velocity, each);
            e.row_bias[l] = less_drive(mechanism, each, &e.arguments.drives[2], bias);
            e.name_rows(l);
        }
        e.of_subsystem(self.members.subsystem, Quantity::DependentRates);
        let added = |body: BodyId| e.velocity.inner_bias(mechanism, &e.position, body);
        let accelerations = self.solve(|c| {
            let [_, (_, wrench)] = c.ends;
            let known = match c.says {
                Says::Held(body) | Says::Independent(body, _) => wrench.power(added(body)),
                Says::Driven(body) => {
                    let drive = mechanism.topology.joint(body).drive;
                    let given = drive.map_or(S::zero(), |d| e.arguments.drives[2][d.index()]);
                    wrench.power(added(body)) + given
                }
                Says::Closed(l, r) => -e.row_bias[l][r],
            };
            known - c.given_outside(&self.members, |b| e.inner_accelerations[b.index()])
        });
        for (&body, acceleration) in self.members.bodies.iter().zip(accelerations) {
            let name = &mechanism.model.body(body).name;
            naming::twist(e.progress, &acceleration, name, "inner_bias_acceleration");
            e.inner_accelerations[body.index()] = acceleration;
        }
    }

    fn force(&mut self, e: &mut Evaluation<'a, S>, element: &dyn Element<S>) {
        for (body, wrench) in self.members.force(e, element) {
            self.internal[body.index()] = self.internal[body.index()] - wrench;
        }
    }

    fn mass_and_force(&mut self, e: &mut Evaluation<'a, S>) {
        self.members.add_mass_forces(e);
    }

    /// Equation (3).
    fn reduce(&mut self, e: &mut Evaluation<'a, S>) {
        let subsystem = self.members.subsystem;
        let count = self.independent.len();
        let mut carried = vec![Wrench::zero(); count];
        let mut bias = vec![S::zero(); count];
        let mut mass = vec![vec![S::zero(); count]; count];
        let (mut whole, mut wrenches) = (Distribution::zero(), Wrench::zero());
        for (&body, motions) in self.members.bodies.iter().zip(&self.motions) {
            e.of_body(body, Quantity::Projection);
            let (own, wrench) = (e.distributions[body.index()], e.biases[body.index()]);
            let (inertia, felt) = (own.inertia(), wrench + self.internal[body.index()]);
            for (i, &motion) in motions.iter().enumerate() {
                let momentum = inertia.apply(motion);
                carried[i] = carried[i] + momentum;
                bias[i] = bias[i] + felt.power(motion);
                for (j, &other) in motions.iter().enumerate().take(i + 1) {
                    mass[i][j] = mass[i][j] + momentum.power(other);
                }
            }
            (whole, wrenches) = (whole + own, wrenches + wrench);
        }
        let column = |body: BodyId, k: usize| {
            let place = self.members.bodies.iter().position(|&b| b == body);
            place.map_or(Twist::zero(), |place| self.motions[place][k])
        };
        for centre in self.members.centres(e) {
            let terms = centre.terms(count, column);
            terms.add_to(&mut carried, &mut mass, &mut bias);
            (whole, wrenches) = (whole + centre.distribution(), wrenches + centre.wrench());
        }
        e.of_subsystem(subsystem, Quantity::Factors);
        let system = Symmetric::factorise(count, |i, j| mass[i][j]);
        let reduced = Reduced {
            carried,
            system,
            bias,
            columns: Vec::new(),
        };
        reduced.load_base(e, &self.members, whole.inertia(), wrenches);
        self.reduced = Some(reduced);
    }

    fn close(&mut self, _: &mut Evaluation<'a, S>) {}

    fn recover(&mut self, e: &mut Evaluation<'a, S>) {
        let Some(reduced) = &self.reduced else { return };
        let mechanism = self.members.mechanism;
        e.of_subsystem(self.members.subsystem, Quantity::Solution);
        let rates = reduced.solve(e.base_acceleration, &[]);
        // Accelerations as seen from the base. Those of the base and of bodies outside the subsystem are not needed.
        let mut inner = vec![Twist::zero(); mechanism.model.bodies.len()];
        for (place, &body) in self.members.bodies.iter().enumerate() {
            e.of_body(body, Quantity::Acceleration);
            let added = self.moved(place, &rates);
            inner[body.index()] = added + e.inner_accelerations[body.index()];
            let parent = inner[mechanism.topology.branch(body).parent.index()];
            let across = inner[body.index()] - parent - e.velocity.inner_bias(mechanism, &e.position, body);
            let speeds = mechanism.layout.slot(body).v.clone();
            for (speed, rate) in speeds.zip(self.speeds(e, place, across, &rates)) {
                e.set_rate(speed, rate);
            }
            self.members.accelerate(e, body, added);
        }
    }
}
