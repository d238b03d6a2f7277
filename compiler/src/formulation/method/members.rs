//! Members of a subsystem, for the methods that take it as a whole.

use crate::formulation::Quantity;
use crate::formulation::evaluation::Evaluation;
use crate::formulation::force::{self, Element};
use crate::formulation::rods::Rod;
use crate::kinematics::Mechanism;
use crate::mobility::{Closure, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Field, Twist, Vec3, Wrench};

/// The parts of one subsystem. All its bodies are given in the frame of the base.
pub struct Members<'a, S> {
    /// The vehicle.
    pub mechanism: &'a Mechanism<'a, S>,
    /// Position among the subsystems.
    pub subsystem: usize,
    /// Parents before children.
    pub bodies: &'a [BodyId],
    /// The groups of loops that its joints close.
    pub closures: Vec<&'a Closure>,
    /// If the subsystem is a side: the speeds of the body that carries the side, in addition to the base.
    pub carriers: Vec<usize>,
    /// Whether it carries sides.
    pub has_sides: bool,
}

/// The mass in the centre of a rod.
pub struct Centre<S> {
    rod: Rod<S>,
    /// The force that it needs for [`Members::field`].
    bias: Vec3<S>,
}

/// Terms of a centre in the equations of a subsystem ([`super::reduced`]), for a number of unknowns.
pub struct CentreTerms<S> {
    /// To `U`.
    pub carried: Vec<Wrench<S>>,
    /// To the lower triangle of `K`.
    pub system: Vec<Vec<S>>,
    /// To `n`.
    pub bias: Vec<S>,
}

impl<S: Scalar> CentreTerms<S> {
    /// Adds them to `U`, to the lower triangle of `K`, and to `n`.
    pub fn add_to(&self, carried: &mut [Wrench<S>], system: &mut [Vec<S>], bias: &mut [S]) {
        carried
            .iter_mut()
            .zip(&self.carried)
            .for_each(|(sum, &own)| *sum = *sum + own);
        bias.iter_mut()
            .zip(&self.bias)
            .for_each(|(sum, &own)| *sum = *sum + own);
        for (row, own) in system.iter_mut().zip(&self.system) {
            row.iter_mut().zip(own).for_each(|(sum, &own)| *sum = *sum + own);
        }
    }
}

impl<S: Scalar> Centre<S> {
    /// To `I`.
    pub fn distribution(&self) -> Distribution<S> {
        self.rod.centre_distribution()
    }

    /// To `b`.
    pub fn wrench(&self) -> Wrench<S> {
        self.rod.centre_wrench(self.bias)
    }

    /// `column`: the twist of a body for a unit of the unknown with this number, seen from the base.
    pub fn terms(&self, count: usize, column: impl Fn(BodyId, usize) -> Twist<S>) -> CentreTerms<S> {
        let velocity = |k: usize| self.rod.centre_velocity(self.rod.bodies.map(|body| column(body, k)));
        let velocities: Vec<Vec3<S>> = (0..count).map(velocity).collect();
        let momenta: Vec<Vec3<S>> = velocities.iter().map(|&v| self.rod.centre_force(v)).collect();
        CentreTerms {
            carried: momenta.iter().map(|&p| self.rod.centre_wrench(p)).collect(),
            system: momenta
                .iter()
                .enumerate()
                .map(|(i, p)| velocities[..=i].iter().map(|&v| p.dot(v)).collect())
                .collect(),
            bias: velocities.iter().map(|v| v.dot(self.bias)).collect(),
        }
    }
}

impl<'a, S: Scalar> Members<'a, S> {
    /// The members of a subsystem.
    pub fn new(mechanism: &'a Mechanism<'a, S>, mobility: &'a Mobility, subsystem: usize) -> Self {
        let bodies: &[BodyId] = &mechanism.topology.subsystems[subsystem].bodies;
        let is_own = |c: &&Closure| c.subsystem(mechanism.topology) == subsystem;
        let (own, others): (Vec<&Closure>, Vec<&Closure>) = mobility.closures.iter().partition(is_own);
        let joints = own.iter().flat_map(|c| &c.group.joints).filter(|j| !bodies.contains(j));
        let mut carriers: Vec<usize> = joints.flat_map(|&j| mechanism.layout.slot(j).v.clone()).collect();
        carriers.sort_unstable();
        carriers.dedup();
        Members {
            mechanism,
            subsystem,
            bodies,
            has_sides: others.iter().any(|c| c.group.joints.iter().any(|j| bodies.contains(j))),
            closures: own,
            carriers,
        }
    }

    /// Whether the body is one of them.
    pub fn contains(&self, body: BodyId) -> bool {
        self.bodies.contains(&body)
    }

    /// The loops that its joints close.
    pub fn loops(&self) -> impl Iterator<Item = usize> + use<'a, S> {
        let closures = self.closures.clone();
        closures.into_iter().flat_map(|c| c.group.loops.iter().copied())
    }

    /// The closure equations that are kept: `(loop, row)`.
    pub fn equations(&self) -> impl Iterator<Item = (usize, usize)> + use<'a, S> {
        let closures = self.closures.clone();
        closures.into_iter().flat_map(|c| c.rows.iter().copied())
    }

    /// The speeds of its joints that no closure equation is solved for.
    pub fn independent(&self) -> Vec<usize> {
        let dependent = |speed: usize| self.closures.iter().any(|c| c.pivots.iter().any(|p| p.1 == speed));
        let all = self
            .bodies
            .iter()
            .flat_map(|&b| self.mechanism.layout.slot(b).v.clone());
        all.filter(|&speed| !dependent(speed)).collect()
    }

    /// Whether all bodies of a force element belong to the subsystem or are the base. The element then moves joints of
    /// the subsystem and nothing else.
    pub fn hold(&self, element: &dyn Element<S>) -> bool {
        let internal = |b: BodyId| b == self.mechanism.topology.base || self.contains(b);
        element.bodies().into_iter().all(internal)
    }

    /// Lets a force element act on the bodies of other subsystems. Returns the wrenches by which it moves the joints of
    /// this subsystem. An element within the subsystem has no other effect: its action on the base cancels.
    pub fn force(&self, e: &mut Evaluation<S>, element: &dyn Element<S>) -> Vec<(BodyId, Wrench<S>)> {
        if !self.hold(element) {
            e.act(element);
            return Vec::new();
        }
        let rates = force::rates(self.mechanism, &e.position, &e.velocity, element);
        let forces = element.forces(&rates, &e.arguments.signals);
        element.name(e.progress, &forces);
        let wrenches = force::wrenches(self.mechanism, &e.position, element, &forces);
        wrenches.into_iter().filter(|&(body, _)| self.contains(body)).collect()
    }

    /// Accelerations of a body's points without rates of the unknown speeds. Accelerations of the base's points are
    /// contained only if they are given. For the twist `R` seen from the base and its rate `R'`, with the base's
    /// angular velocity `ω₀`: `ω = ω₀ + ω_R`, `α = ω₀ × ω_R + α_R`, `a = (2 ω₀ + ω_R) × v_R + a_R`.
    pub fn field(&self, e: &Evaluation<S>, body: BodyId) -> Field<S> {
        let (turning, _) = e.base_motion();
        let base = Field {
            angular_velocity: turning,
            ..e.fields[self.mechanism.topology.base.index()]
        };
        base.with(e.velocity.inner(body), e.inner_accelerations[body.index()])
    }

    /// Adds to the bias wrench of each body the wrench that its mass needs for [`Members::field`].
    pub fn add_mass_forces(&self, e: &mut Evaluation<S>) {
        for &body in self.bodies {
            e.of_body(body, Quantity::Needed);
            let wrench = e.distributions[body.index()].wrench(&self.field(e, body));
            e.add_bias(body, wrench);
        }
    }

    /// `b`: the bias wrenches of all bodies and centres.
    pub fn wrench(&self, e: &Evaluation<S>, centres: &[Centre<S>]) -> Wrench<S> {
        let wrenches = self.bodies.iter().map(|b| e.biases[b.index()]);
        let wrenches = wrenches.chain(centres.iter().map(Centre::wrench));
        wrenches.fold(Wrench::zero(), |a, b| a + b)
    }

    /// The masses in the centres of the subsystem's rods, with the forces that these masses need.
    pub fn centres(&self, e: &Evaluation<S>) -> Vec<Centre<S>> {
        let rods = Rod::of_loops(self.mechanism, &e.position, self.loops());
        let centre = |rod: Rod<S>| {
            let fields = rod.bodies.map(|body| self.field(e, body));
            let bias = rod.centre_force(rod.centre_acceleration(fields));
            Centre { rod, bias }
        };
        rods.into_iter().map(centre).collect()
    }

    /// Gives a body its acceleration as a field. `added` is the part due to the rates of the speeds.
    pub fn give_acceleration(&self, e: &mut Evaluation<S>, body: BodyId, added: Twist<S>) {
        let own = e.inner_accelerations[body.index()];
        e.inner_accelerations[body.index()] = own + added;
        e.give(body, self.field(e, body));
    }

    /// Sets the acceleration of a body in the recursion. `added` is the part due to the rates of the unknown speeds.
    pub fn accelerate(&self, e: &mut Evaluation<S>, body: BodyId, added: Twist<S>) {
        let (base, field) = (e.base_acceleration, self.field(e, body));
        let twist = e.velocity.twist(body);
        e.recursion.accelerations[body.index()] = Twist {
            angular: base.angular + field.angular_acceleration + added.angular,
            linear: base.linear + field.acceleration + added.linear - twist.angular.cross(twist.linear),
        };
    }
}
