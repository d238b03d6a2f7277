//! Named outputs: what a user may ask about a state and its rate. Not part of a step.

use super::force::{self, Declared, Element, LineOfAction, SpringState};
use super::reactions::Reactions;

use super::energy;
use super::wheels::Load;
use crate::kinematics::{Direction, Mechanism, Position, Velocity};
use crate::mobility::Mobility;
use crate::model::{
    Actor, BodyId, JointId, Kingpin, Measure, Motion, Point, SingleAxis, SpringId, Vector, Wheel, WheelId,
};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};
use std::cell::OnceCell;

/// One instant of a vehicle.
pub struct Instant<'a, S> {
    /// The vehicle.
    pub mechanism: &'a Mechanism<'a, S>,
    /// The mobility analysis: which speeds depend on which.
    pub mobility: &'a Mobility,
    /// Poses of the bodies.
    pub position: Position<S>,
    /// Twists of the bodies.
    pub velocity: Velocity<S>,
    /// By body, in its frame: the rate of its twist, for the ground at rest.
    pub accelerations: Vec<Twist<S>>,
    /// Speeds, wheel spins last.
    pub v: &'a [S],
    /// By wheel.
    pub loads: &'a [Load<S>],
    /// By input of force elements.
    pub signals: &'a [S],
    /// Found when first asked for.
    reactions: OnceCell<Reactions<S>>,
}

impl<'a, S: Scalar> Instant<'a, S> {
    /// Computed from poses, twists and accelerations of the bodies, speeds of the joints, loads of the wheels, and
    /// signals.
    pub fn new(
        mechanism: &'a Mechanism<'a, S>,
        mobility: &'a Mobility,
        (position, velocity, accelerations): (Position<S>, Velocity<S>, Vec<Twist<S>>),
        v: &'a [S],
        (loads, signals): (&'a [Load<S>], &'a [S]),
    ) -> Self {
        Instant {
            mechanism,
            mobility,
            position,
            velocity,
            accelerations,
            v,
            loads,
            signals,
            reactions: OnceCell::new(),
        }
    }

    /// A named output.
    pub fn measure(&self, what: &Measure) -> S {
        let (mechanism, position) = (self.mechanism, &self.position);
        match what {
            Measure::Camber { wheel, reference } => {
                // Positive with the top outboard: the axis then dips on the vehicle side on which the wheel is mounted.
                let wheel = self.wheel(*wheel);
                let [x, y, z] = axis_in(mechanism, position, wheel, *reference).0;
                (S::from(-side(wheel)) * z).atan2((x * x + y * y).sqrt())
            }
            Measure::Steer { wheel, reference } => steer(axis_in(mechanism, position, self.wheel(*wheel), *reference)),
            Measure::Toe { wheel, reference } => {
                // Toe-in: steered towards the middle.
                let wheel = self.wheel(*wheel);
                S::from(-side(wheel)) * steer(axis_in(mechanism, position, wheel, *reference))
            }
            Measure::Kingpin {
                angle,
                wheel,
                joints,
                reference,
            } => self.kingpin(*angle, self.wheel(*wheel), *joints, *reference),
            Measure::Length(spring) => self.spring_state(*spring).length,
            Measure::LengthRate(spring) => {
                let element = Declared::Spring(*spring).at(mechanism, position);
                force::rates(mechanism, position, &self.velocity, element.as_ref())[0]
            }
            Measure::Attitude {
                angle,
                is_rate,
                body,
                reference,
            } => self.attitude(*angle, *is_rate, *body, *reference),
            Measure::Sideslip { body, point } => self.sideslip(*body, point),
            Measure::Force(spring) => self.effort(Declared::Spring(*spring), 0),
            Measure::Effort { force, direction } => {
                self.effort(Declared::Force(&mechanism.model.forces[force.index()]), *direction)
            }
            Measure::Coordinate(joint) => LineOfAction::with_coordinate(mechanism, position, *joint).1,
            Measure::Speed(joint) => speed(mechanism, position, &self.velocity, *joint),
            Measure::Point {
                of,
                body,
                point,
                component,
                reference,
            } => self.point(*of, *body, point, *reference).0[*component],
            Measure::Reaction {
                joint,
                of,
                component,
                reference,
            } => {
                let reaction = self
                    .reactions
                    .get_or_init(|| Reactions::new(self))
                    .of_joint(self, *joint);
                let world = match of {
                    Vector::Force => reaction.force,
                    Vector::Moment => reaction.moment,
                };
                (design_rotation(mechanism, position, *reference).transpose() * world).0[*component]
            }
            Measure::Action { by, on, of, component } => {
                let action = self.action(*by, *on);
                let vector = match of {
                    Vector::Force => action.force,
                    Vector::Moment => action.moment,
                };
                vector.0[*component]
            }
            Measure::KineticEnergy(body) => energy::of_motion(mechanism, position, &self.velocity, *body),
            Measure::PotentialEnergy(body) => energy::of_height(mechanism, position, *body),
            Measure::ElasticEnergy(spring) => self.spring_state(*spring).energy(self.signals),
            Measure::StoredEnergy(force) => {
                let declared = Declared::Force(&mechanism.model.forces[force.index()]);
                declared.at(mechanism, position).energy(self.signals)
            }
        }
    }

    /// Wrench of a joint or force element on a body, world axes, about the world's origin.
    fn action(&self, by: Actor, on: BodyId) -> Wrench<S> {
        let (mechanism, position) = (self.mechanism, &self.position);
        let element = match by {
            Actor::Joint(joint) => {
                let reactions = self.reactions.get_or_init(|| Reactions::new(self));
                let place = usize::from(mechanism.model.joint(joint).second == on);
                return reactions.on_both(self, joint)[place];
            }
            Actor::Spring(spring) => Declared::Spring(spring),
            Actor::Force(force) => Declared::Force(&mechanism.model.forces[force.index()]),
        };
        let element = element.at(mechanism, position);
        let rates = force::rates(mechanism, position, &self.velocity, element.as_ref());
        let efforts = element.forces(&rates, self.signals);
        let own = force::wrenches(mechanism, position, element.as_ref(), &efforts).into_iter();
        let own = own.filter(|(body, _)| *body == on);
        let in_world = |(body, wrench): (BodyId, Wrench<S>)| {
            let frame = mechanism.topology.branch(body).frame;
            position.pose_in(mechanism, frame, BodyId::GROUND).wrench(wrench)
        };
        own.map(in_world).fold(Wrench::zero(), |sum, wrench| sum + wrench)
    }

    fn wheel(&self, wheel: WheelId) -> &'a Wheel {
        &self.mechanism.model.wheels[wheel.index()]
    }

    fn spring_state(&self, spring: SpringId) -> SpringState<'_, S> {
        SpringState::new(self.mechanism, &self.position, spring)
    }

    /// The force or torque of an element along one of its directions.
    fn effort(&self, declared: Declared, direction: usize) -> S {
        let element = declared.at(self.mechanism, &self.position);
        let rates = force::rates(self.mechanism, &self.position, &self.velocity, element.as_ref());
        element.forces(&rates, self.signals)[direction]
    }

    /// Position of a point in the vehicle frame fixed in the reference body, or the point's velocity or acceleration
    /// relative to the ground along the axes of that frame.
    fn point(&self, of: Motion, body: BodyId, point: &Point, reference: BodyId) -> Vec3<S> {
        let (mechanism, position) = (self.mechanism, &self.position);
        let point = mechanism.design.point(point);
        let world = position.point_in(mechanism, body, point, BodyId::GROUND);
        let turned = design_rotation(mechanism, position, reference).transpose();
        let twist = self.velocity.twist_in(mechanism, position, body, BodyId::GROUND);
        match of {
            Motion::Position => {
                let origin = position.point_in(mechanism, reference, Vec3::zero(), BodyId::GROUND);
                turned * (world - origin)
            }
            Motion::Velocity => turned * twist.at(world),
            Motion::Acceleration => {
                let rate = self.acceleration(body);
                // From the spatial to the material derivative: `a_point = A.at(point) + ω × v_point`.
                turned * (rate.at(world) + twist.angular.cross(twist.at(world)))
            }
        }
    }

    /// Rate of a body's twist, world axes, about the world's origin.
    pub fn acceleration(&self, body: BodyId) -> Twist<S> {
        let own = self.accelerations[body.index()];
        self.position
            .frame_in(self.mechanism, body, BodyId::GROUND)
            .map_or(own, |carried| carried.twist(own))
    }

    /// Angles of the line through two joints, or the distance of its intersection with the road from the contact centre. Rods have their ends at
    /// the wheel on the line. The line points from the lower to the upper end. The road is the plane parallel to the X and Y axes of the reference that the unloaded
    /// wheel touches.
    ///
    /// Let `s` be the spin axis, and `n` the Z axis of the reference. The tyre axes on the road are `x = s × n / |s × n|`
    /// and `n × x` (ISO 8855). The contact centre is `c + r s × x`.
    fn kingpin(&self, angle: Kingpin, wheel: &Wheel, joints: [JointId; 2], reference: BodyId) -> S {
        let (mechanism, position) = (self.mechanism, &self.position);
        let at = |body: BodyId, point: Vec3<S>| {
            let world = position.point_in(mechanism, body, point, BodyId::GROUND);
            in_design_axes(mechanism, position, reference, world)
        };
        let [lower, upper] = joints.map(|joint| {
            let (body, end) = mechanism.model.joint(joint).end_near(&wheel.centre);
            at(body, mechanism.geometry(joint).points()[end])
        });
        let side = S::from(side(wheel));
        let [x, y, z] = (upper - lower).0;
        let centre = at(wheel.carrier, mechanism.design.point(&wheel.centre));
        let spin = axis_in(mechanism, position, wheel, reference);
        let across = (spin.0[0] * spin.0[0] + spin.0[1] * spin.0[1]).sqrt();
        let forward = Vec3([spin.0[1], -spin.0[0], S::zero()]) * (S::one() / across);
        let contact = centre + spin.cross(forward) * S::from(wheel.radius);
        // From the contact to the intersection of the line with the road.
        let to_road = lower + (upper - lower) * ((contact.0[2] - lower.0[2]) * (S::one() / z)) - contact;
        match angle {
            Kingpin::Caster => (-x).atan2(z),
            Kingpin::Inclination => (-(side * y)).atan2(z),
            Kingpin::ScrubRadius => side * (to_road.0[0] * forward.0[1] - to_road.0[1] * forward.0[0]),
            Kingpin::Trail => to_road.dot(forward),
        }
    }
}

/// 1 on the left, -1 on the right.
fn side(wheel: &Wheel) -> f64 {
    if wheel.centre.y < 0.0 { -1.0 } else { 1.0 }
}

/// Spin axis, turned to point left, in the vehicle axes of a body.
fn axis_in<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, wheel: &Wheel, reference: BodyId) -> Vec3<S> {
    let axis = *mechanism.design.direction(&wheel.axis);
    let left = if wheel.axis.y < 0.0 { -axis } else { axis };
    let world = position.direction_in(mechanism, wheel.carrier, left, BodyId::GROUND);
    design_rotation(mechanism, position, reference).transpose() * world
}

/// The wheel's heading is at right angles to its axis: `(cos δ, sin δ)` for an axis along `(-sin δ, cos δ)`.
fn steer<S: Scalar>(axis: Vec3<S>) -> S {
    (-axis.0[0]).atan2(axis.0[1])
}

/// From vehicle axes fixed in a body to the world.
pub(super) fn design_rotation<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Mat3<S> {
    let axes = mechanism.placement(body).axes;
    position.pose_in(mechanism, body, BodyId::GROUND).rotation * axes.transpose()
}

/// A point of the world in the vehicle frame fixed in a body.
fn in_design_axes<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    body: BodyId,
    point: Vec3<S>,
) -> Vec3<S> {
    let origin = position.point_in(mechanism, body, Vec3::zero(), BodyId::GROUND);
    design_rotation(mechanism, position, body).transpose() * (point - origin)
}

/// Rate of the coordinate of a joint with one freedom.
fn speed<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, velocity: &Velocity<S>, joint: JointId) -> S {
    let [first, second] = ends(mechanism, joint);
    let twist = |body| velocity.twist_in(mechanism, position, body, BodyId::GROUND);
    let relative = twist(second) - twist(first);
    let single = single_axis(mechanism, joint);
    let along = position.direction_in(mechanism, first, **single.axis, BodyId::GROUND);
    if single.slides() {
        let point = position.point_in(mechanism, second, *single.at, BodyId::GROUND);
        along.dot(relative.at(point))
    } else {
        along.dot(relative.angular)
    }
}

fn single_axis<'m, S: Scalar>(mechanism: &'m Mechanism<S>, joint: JointId) -> SingleAxis<'m, Vec3<S>, Direction<S>> {
    let single = mechanism.geometry(joint).single_axis();
    single.expect("checked where the output was resolved")
}

fn ends<S>(mechanism: &Mechanism<S>, joint: JointId) -> [BodyId; 2] {
    let joint = mechanism.model.joint(joint);
    [joint.first, joint.second]
}
