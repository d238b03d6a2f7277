//! Mass whose motion a joint does not change is given to the inboard body.
//!
//! Part of a body's mass moves with the inboard body for every motion of the joint, and may be counted there. It is an
//! inertia `I` with `I H = 0` that is constant in the inboard body. The rest of the outboard body has fewer parameters,
//! often no mass. The moved mass ends in bodies where it is constant. This is exact: the kinetic energy of any motion
//! that the joint allows does not change. (These are the base parameters of robotics; Gautier & Khalil 1990 regroup by
//! this rule.)
//!
//! | joint | may move inward |
//! |---|---|
//! | revolute | point masses and thin rods on the axis: `m`, `h·a`, `aᵀ Π a` |
//! | spherical, universal, constant velocity | a point mass at the centre: `m` |
//! | cylindrical, screw, planar | thin rods along the axis without mass: `aᵀ Π a` |
//! | prismatic | inertia without mass: the tensor about the centre of mass |
//! | fixed | everything |
//!
//! with the first moment `h = Σ m r` and the second moments `Π = Σ m r rᵀ` about the body's origin, which is the
//! reference point of its inboard joint; the inertia tensor is `tr Π 1 - Π`.

use super::inertia::MassProperties;
use super::method::Plan;
use super::rods::END;
use super::{Progress, Quantity};
use crate::kinematics::{Indistinct, Mechanism, Placement, Turning};
use crate::mobility::Mobility;
use crate::model::{BodyId, JointId};
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Pose, Sym3, Vec3, without_dust};

/// Mass properties of a body after regrouping, about its origin, in its own axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Regrouped<S> {
    /// [kg]; zero if all of it could be moved inward.
    mass: S,
    /// `h` [kg m]
    first: Vec3<S>,
    /// `Π` [kg m^2]
    second: Sym3<S>,
}

impl<S: Scalar> Regrouped<S> {
    fn nothing() -> Self {
        Regrouped {
            mass: S::zero(),
            first: Vec3::zero(),
            second: Sym3::zero(),
        }
    }

    fn of(body: &MassProperties<S>) -> Self {
        let Distribution { mass, first, tensor } = body.distribution();
        Regrouped {
            mass,
            first,
            second: Sym3::diagonal(tensor.trace() * S::from(0.5)) - tensor,
        }
    }

    /// A point mass.
    fn point(mass: S, at: Vec3<S>) -> Self {
        Regrouped {
            mass,
            first: at * mass,
            second: Sym3::square(at) * mass,
        }
    }

    /// This mass about another body's origin and in its axes, with both bodies at the design position.
    fn seen_from(&self, own: &Placement<S>, other: &Placement<S>) -> Self {
        let rotation = other.turn_to(&own.axes);
        let origin = other.point(own.origin);
        let first = rotation * self.first;
        let crossed = Sym3::product(first, origin) * S::from(2.0);
        Regrouped {
            mass: self.mass,
            first: first + origin * self.mass,
            second: self.second.rotated(rotation) + crossed + Sym3::square(origin) * self.mass,
        }
    }

    fn add(&mut self, other: &Self) {
        self.mass = self.mass + other.mass;
        self.first = self.first + other.first;
        self.second = self.second + other.second;
    }

    /// Applies a function to each entry.
    fn map(&self, f: impl Fn(S) -> S) -> Self {
        Regrouped {
            mass: f(self.mass),
            first: Vec3(self.first.0.map(&f)),
            second: Sym3(self.second.0.map(&f)),
        }
    }

    /// Takes out what may move inward.
    fn take_inward(&mut self, indistinct: Indistinct) -> Self {
        let mut moved = Regrouped::nothing();
        match indistinct {
            Indistinct::All => std::mem::swap(self, &mut moved),
            Indistinct::OnAxis => {
                std::mem::swap(&mut self.mass, &mut moved.mass);
                std::mem::swap(&mut self.first.0[2], &mut moved.first.0[2]);
                std::mem::swap(self.second.at_mut(2, 2), moved.second.at_mut(2, 2));
            }
            Indistinct::AlongAxis => {
                std::mem::swap(self.second.at_mut(2, 2), moved.second.at_mut(2, 2));
            }
            Indistinct::AtPoint => {
                std::mem::swap(&mut self.mass, &mut moved.mass);
            }
            Indistinct::Rotation => {
                if self.mass != S::zero() {
                    let point = Sym3::square(self.first) * (S::one() / self.mass);
                    moved.second = self.second - point;
                    self.second = point;
                }
            }
            Indistinct::Nothing => {}
        }
        moved
    }

    /// These properties as moments with the inertia tensor.
    fn distribution(&self) -> Distribution<S> {
        let tensor = Sym3::diagonal(self.second.trace()) - self.second;
        Distribution {
            mass: self.mass,
            first: self.first.without_dust(),
            tensor: tensor.without_dust(),
        }
    }

    /// The mass distribution in the frame of a pose of the body.
    pub fn in_frame(&self, pose: &Pose<S>) -> Distribution<S> {
        self.distribution().moved(pose.rotation, pose.position)
    }

    /// The mass distribution in the frame of a body, for a pivot fixed in that frame: a trigonometric polynomial of
    /// degree two, `a₀ + a₁ cos θ + b₁ sin θ + a₂ cos 2θ + b₂ sin 2θ`, with constant coefficients.
    ///
    /// For a turn about the third axis, the terms of `h` are `(0, 0, h₃)`, `(h₁, h₂, 0) cos θ` and
    /// `(-h₂, h₁, 0) sin θ`. The tensor's entries with one index 3 turn in this way. Let `m` be half of `J₁₁ + J₂₂`, and
    /// `d` half of `J₁₁ - J₂₂`. The terms of the entries 11, 22 and 12 are `(m, m, 0)`, `(d, -d, J₁₂) cos 2θ` and
    /// `(-J₁₂, J₁₂, d) sin 2θ`. Moving all of them to the frame is linear.
    pub fn turning(&self, turning: &Turning<S>) -> Distribution<S> {
        let (o, half) = (S::zero(), S::from(0.5));
        let Distribution { mass, first, tensor } = self.distribution();
        let [hx, hy, hz] = first.0;
        let [xx, yy, zz, xy, xz, yz] = tensor.0;
        let (mean, d) = ((xx + yy) * half, (xx - yy) * half);
        let coefficient = |mass: S, first: [S; 3], tensor: [S; 6]| {
            let own = Distribution {
                mass,
                first: Vec3(first),
                tensor: Sym3(tensor),
            };
            let moved = own.moved(turning.still.rotation, turning.still.position);
            let entries = moved.first.0.into_iter().chain(moved.tensor.0);
            entries.collect::<Vec<S>>()
        };
        let (sin, cos) = (turning.sin, turning.cos);
        let coefficients = [
            coefficient(mass, [o, o, hz], [mean, mean, zz, o, o, o]),
            coefficient(o, [hx, hy, o], [o, o, o, o, xz, yz]),
            coefficient(o, [-hy, hx, o], [o, o, o, o, -yz, xz]),
            coefficient(o, [o; 3], [d, -d, o, xy, o, o]),
            coefficient(o, [o; 3], [-xy, xy, o, d, o, o]),
        ];
        // Terms that are rounding errors beside larger entries, in any coefficient, are set to zero.
        let coefficients = without_dust::<S, 45>(std::array::from_fn(|k| coefficients[k / 9][k % 9]));
        let factors = [cos, sin, cos * cos - sin * sin, sin * cos * S::from(2.0)];
        let value = |entry: usize| {
            let terms = factors
                .iter()
                .zip(1..)
                .map(|(&factor, k)| coefficients[9 * k + entry] * factor);
            terms.fold(coefficients[entry], |sum, term| sum + term)
        };
        Distribution {
            mass,
            first: Vec3([0, 1, 2].map(value)),
            tensor: Sym3([3, 4, 5, 6, 7, 8].map(value)),
        }
    }
}

/// The share of a rod's mass that lies at its ends ([`super::rods`]), as a part of each of its two bodies, for a loop
/// of a subsystem. A body outside may carry only some of the subsystems computed together. The shares of the others are
/// left to the base.
fn rod_ends<S: Scalar>(
    mechanism: &Mechanism<S>,
    rod: JointId,
    subsystem: usize,
    progress: &dyn Progress<S>,
) -> Vec<(BodyId, Regrouped<S>)> {
    let (declared, base) = (mechanism.model.joint(rod), mechanism.topology.base);
    let rod = mechanism.geometry(rod).rod();
    let Some((rod, mass)) = rod.and_then(|rod| Some((rod, rod.mass?))) else {
        return Vec::new();
    };
    progress.compute(&declared.name, Quantity::Mass);
    let mass = mechanism.design.number(mass) * S::from(END);
    let on = |body: BodyId, at: Vec3<S>| Regrouped::point(mass, mechanism.placement(body).point(at));
    let mut ends = Vec::new();
    for (body, &at) in [(declared.first, rod.from), (declared.second, rod.to)] {
        if mechanism.topology.branch(body).subsystem == subsystem {
            ends.push((body, on(body, at)));
        } else if body == base {
            ends.push((base, on(base, at).map(|entry| progress.total(subsystem, entry))));
        } else {
            let left = |entry: S| progress.total(subsystem, entry - progress.of_carrier(subsystem, entry));
            ends.push((body, on(body, at).map(|entry| progress.to_carrier(subsystem, entry))));
            ends.push((base, on(base, at).map(left)));
        }
    }
    ends.retain(|(body, _)| *body != BodyId::GROUND);
    ends
}

/// Mass properties after regrouping, by body, the ground included, from the tips inward. `progress` sums the shares of
/// each subsystem in the base. Subsystems that are computed in the lanes of another add nothing.
pub fn regroup<S: Scalar>(
    mechanism: &Mechanism<S>,
    mobility: &Mobility,
    plan: &Plan,
    progress: &dyn Progress<S>,
) -> Vec<Regrouped<S>> {
    let topology = mechanism.topology;
    let mut all = vec![Regrouped::nothing(); mechanism.model.bodies.len()];
    let tell = |body: BodyId| progress.compute(&mechanism.model.body(body).name, Quantity::Mass);
    for &body in &mechanism.order {
        tell(body);
        all[body.index()] = Regrouped::of(&MassProperties::of(mechanism, body));
    }
    for closure in &mobility.closures {
        let own = closure.subsystem(topology);
        let loops = closure.group.loops.iter().filter(|_| !plan.covers(own));
        for (body, mass) in loops.flat_map(|&l| rod_ends(mechanism, topology.loops[l].cut, own, progress)) {
            tell(body);
            all[body.index()].add(&mass);
        }
    }
    let computed = |body: &&BodyId| !plan.covers(topology.branch(**body).subsystem);
    for &body in mechanism.order.iter().rev().filter(computed) {
        let parent = topology.branch(body).parent;
        tell(body);
        let moved = all[body.index()].take_inward(mechanism.indistinct(body));
        let mut moved = moved.seen_from(mechanism.placement(body), mechanism.placement(parent));
        if parent == topology.base {
            moved = moved.map(|entry| progress.total(topology.branch(body).subsystem, entry));
        }
        all[parent.index()].add(&moved);
    }
    all
}
