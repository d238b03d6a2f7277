//! Force elements other than spring-dampers.

use crate::body::{Frame, Motions};
use crate::curve;
use crate::force::{Strut, Wrenches};
use crate::leaf::Leaf;
use nalgebra::{Matrix3, Vector6};
use wishbone_compiler::model::{
    AirSpring, BodyId, Bushing, Charge, Cylindrical, Effort, Force, Friction, GroundContact, Joint, JointKind, Law,
    Limit, Load, Marker, Model, Place, Prismatic, Revolute, RollBar, Screw, Size, Torsion, Vec3,
};

/// Adds the wrenches of the element.
pub(crate) fn apply(model: &Model, force: &Force, motions: &Motions, signals: &[f64], wrenches: &mut Wrenches) {
    match &force.law {
        Law::AirSpring(spring) => blow(model, spring, motions, wrenches),
        Law::Bushing(bushing) => Strain::new(model, bushing, motions).apply(bushing, wrenches),
        Law::Friction(friction) => rub(model, friction, motions, wrenches),
        Law::GroundContact(contact) => Touch::new(model, contact, motions, signals).apply(contact, wrenches),
        Law::RollBar(bar) => roll(model, bar, motions, wrenches),
        Law::LeafSpring(spring) => Leaf::new(model, spring, motions).apply(spring, wrenches),
        Law::Limit(limit) => stop(model, limit, motions, wrenches),
        Law::Load(load) => push(model, load, motions, signals, wrenches),
        Law::Marker(marker) => hold(model, marker, motions, signals, wrenches),
        Law::Torsion(torsion) => twist(model, torsion, motions, signals, wrenches),
    }
}

/// Energy stored [J].
pub(crate) fn energy(model: &Model, force: &Force, motions: &Motions, signals: &[f64]) -> f64 {
    match &force.law {
        Law::AirSpring(spring) => compressed(spring, Strut::between(model, ends(spring), motions).length).1,
        Law::Bushing(bushing) => {
            let z = Strain::new(model, bushing, motions).deflection;
            let curves = bushing.curves.iter().zip(&z);
            let curves = curves.map(|(curve, z)| curve.as_ref().map_or(0.0, |c| curve::integral(c, *z)));
            0.5 * z.dot(&(bushing.stiffness.value() * z)) + curves.sum::<f64>()
        }
        Law::Friction(_) | Law::Load(_) | Law::Marker(_) => 0.0,
        Law::GroundContact(contact) => {
            let depth = Touch::new(model, contact, motions, signals).depth;
            curve::integral(&contact.elastic, depth.max(0.0))
        }
        Law::LeafSpring(spring) => Leaf::new(model, spring, motions).energy(spring),
        Law::Limit(limit) => {
            let x = Travel::new(model, model.joint(limit.joint), motions).coordinate;
            let beyond = |over: f64| {
                if over > 0.0 {
                    curve::integral(&limit.elastic, over)
                } else {
                    0.0
                }
            };
            let upper = limit.max.as_ref().map_or(0.0, |max| beyond(x - **max));
            upper + limit.min.as_ref().map_or(0.0, |min| beyond(**min - x))
        }
        Law::RollBar(bar) => curve::integral(&bar.elastic, heights(model, bar, motions).0),
        Law::Torsion(torsion) => {
            let twist = Turn::new(model, model.joint(torsion.joint), motions).angle - *torsion.free_angle;
            let elastic = torsion.elastic.as_ref().map_or(0.0, |c| curve::integral(c, twist));
            elastic - *torsion.preload * twist
        }
    }
}

/// A point of a body near the ground.
struct Touch {
    frame: Frame,
    /// From the centre of mass to the point, world [m].
    arm: Vec3,
    /// Normal of the ground, upwards.
    normal: Vec3,
    /// Distance of the point below the plane [m].
    depth: f64,
    /// Velocity of the point over the ground [m/s].
    over: Vec3,
}

impl Touch {
    /// The plane goes through the ground point vertically above or below the contact; its normal is perpendicular to both tangents.
    fn new(model: &Model, contact: &GroundContact, motions: &Motions, signals: &[f64]) -> Self {
        let [height, slope_x, slope_y, x, y, z] = contact.ground.map(|signal| signals[signal.index()]);
        let frame = Frame::new(model, motions, contact.body);
        let point = frame.point(*contact.at);
        let tangents = [Vec3::new(1.0, 0.0, slope_x), Vec3::new(0.0, 1.0, slope_y)];
        let normal = tangents[0].cross(&tangents[1]).normalize();
        let ground = Vec3::new(point.position.x, point.position.y, height);
        Touch {
            frame,
            arm: point.arm,
            normal,
            depth: normal.dot(&(ground - point.position)),
            over: point.velocity - Vec3::new(x, y, z),
        }
    }

    fn apply(&self, contact: &GroundContact, wrenches: &mut Wrenches) {
        if self.depth <= 0.0 {
            return;
        }
        let leaving = self.over.dot(&self.normal);
        let damping = contact.damping.as_ref().map_or(0.0, |damping| **damping);
        let mut push = curve::value(&contact.elastic, self.depth);
        if damping > 0.0 {
            push = (push - damping * leaving).max(0.0);
        }
        let mut force = push * self.normal;
        if let Some(friction) = &contact.friction {
            let along = self.normal.cross(&self.over).cross(&self.normal);
            force -= *friction.limit * push / along.norm().hypot(*friction.speed) * along;
        }
        wrenches.push(self.frame.slot, self.arm, force);
    }
}

/// Both ends of an air spring.
fn ends(spring: &AirSpring) -> [(BodyId, Vec3); 2] {
    [(spring.first, *spring.from), (spring.second, *spring.to)]
}

/// Force of the gas minus the force of the ambient pressure [N], and the work of both since the design position [J].
///
/// The work is the area under `p V^n = constant`, by its two textbook forms. In the last tenth of the volume the gas is a linear spring.
fn compressed(spring: &AirSpring, length: f64) -> (f64, f64) {
    let (area, ambient, n) = (*spring.area, *spring.ambient, *spring.exponent);
    let charged = match &spring.charge {
        Charge::Pressure(pressure) => **pressure,
        Charge::Preload(preload) => ambient + **preload / area,
    };
    let full = *spring.volume + *spring.auxiliary;
    let travel = (*spring.to - *spring.from).norm() - length;
    let volume = full - area * travel;
    let least = 0.1 * full;
    let pressure = |volume: f64| charged * (full / volume).powf(n);
    let work = |volume: f64| {
        if n == 1.0 {
            charged * full * (full / volume).ln()
        } else {
            (pressure(volume) * volume - charged * full) / (n - 1.0)
        }
    };
    let (gas, stored) = if volume >= least {
        (pressure(volume), work(volume))
    } else {
        let gone = least - volume;
        let stiffness = n * pressure(least) / least;
        let mean = pressure(least) + 0.5 * stiffness * gone;
        (pressure(least) + stiffness * gone, work(least) + mean * gone)
    };
    (area * (gas - ambient), stored - ambient * area * travel)
}

fn blow(model: &Model, spring: &AirSpring, motions: &Motions, wrenches: &mut Wrenches) {
    let strut = Strut::between(model, ends(spring), motions);
    let damping = spring.damping.as_ref().map_or(0.0, |c| curve::value(c, strut.rate));
    strut.apply(compressed(spring, strut.length).0 - damping, wrenches);
}

/// Relative height of the two points (first minus second), compared with the design position, and the rate of this
/// height. Heights are measured in the carrier's axes, from its centre of mass.
fn heights(model: &Model, bar: &RollBar, motions: &Motions) -> (f64, f64) {
    let carrier = Frame::new(model, motions, bar.via);
    let into = carrier.motion.rotation.transpose();
    let height = |body: BodyId, point: Vec3| {
        let moving = Frame::new(model, motions, body).point(point);
        let seen = into * (moving.position - carrier.motion.com);
        let rate = into * (moving.velocity - carrier.motion.velocity) - (into * carrier.omega()).cross(&seen);
        (bar.axis.dot(&(seen - point)), bar.axis.dot(&rate))
    };
    let (first, second) = (height(bar.first, *bar.from), height(bar.second, *bar.to));
    (first.0 - second.0, first.1 - second.1)
}

fn roll(model: &Model, bar: &RollBar, motions: &Motions, wrenches: &mut Wrenches) {
    let (x, rate) = heights(model, bar, motions);
    let damping = bar.damping.as_ref().map_or(0.0, |c| curve::value(c, rate));
    let force = -(curve::value(&bar.elastic, x) + damping);
    let carrier = Frame::new(model, motions, bar.via);
    let up = carrier.direction(*bar.axis);
    for (body, point, push) in [(bar.first, *bar.from, force * up), (bar.second, *bar.to, -force * up)] {
        let frame = Frame::new(model, motions, body);
        let moving = frame.point(point);
        wrenches.push(frame.slot, moving.arm, push);
        wrenches.push(carrier.slot, moving.position - carrier.motion.com, -push);
    }
}

/// Regularised friction against the motion: `v / |(v, v₀)|`.
fn rub(model: &Model, friction: &Friction, motions: &Motions, wrenches: &mut Wrenches) {
    let travel = Travel::new(model, model.joint(friction.joint), motions);
    let v = travel.rate;
    travel.push(-*friction.limit * v / v.hypot(*friction.speed), wrenches);
}

/// Force or torque that pushes a joint back into its range, and never outwards.
fn stop(model: &Model, limit: &Limit, motions: &Motions, wrenches: &mut Wrenches) {
    let travel = Travel::new(model, model.joint(limit.joint), motions);
    let damping = limit.damping.as_ref().map_or(0.0, |damping| **damping);
    let (x, v) = (travel.coordinate, travel.rate);
    let mut force = 0.0;
    if let Some(max) = limit.max.as_ref().filter(|max| x > ***max) {
        force -= (curve::value(&limit.elastic, x - **max) + damping * v).max(0.0);
    }
    if let Some(min) = limit.min.as_ref().filter(|min| x < ***min) {
        force += (curve::value(&limit.elastic, **min - x) - damping * v).max(0.0);
    }
    travel.push(force, wrenches);
}

/// Current position and rate of a joint with one freedom.
struct Travel {
    /// Axis of the joint, world.
    axis: Vec3,
    /// Points of both bodies on the axis of a prismatic joint, in world axes; `None` for a revolute joint.
    points: Option<[Vec3; 2]>,
    first: Frame,
    second: Frame,
    /// [m or rad]
    coordinate: f64,
    /// [m/s or rad/s]
    rate: f64,
}

impl Travel {
    fn new(model: &Model, joint: &Joint, motions: &Motions) -> Self {
        let JointKind::Prismatic(Prismatic { at, axis }) = &joint.kind else {
            let turn = Turn::new(model, joint, motions);
            return Travel {
                axis: turn.axis,
                points: None,
                coordinate: turn.angle,
                rate: turn.rate,
                first: turn.first,
                second: turn.second,
            };
        };
        let [first, second] = [joint.first, joint.second].map(|body| Frame::new(model, motions, body));
        let (along, moved) = (first.direction(**axis), second.point(**at));
        // The bodies do not rotate relative to each other, so every point of the second body slides at the same speed.
        let start = first.point(**at);
        let under = moved.position - start.position;
        Travel {
            axis: along,
            points: Some([start.position, moved.position]),
            coordinate: along.dot(&under),
            rate: along.dot(&(moved.velocity - start.velocity - first.omega().cross(&under))),
            first,
            second,
        }
    }

    /// Applies a force along the axis, or a torque about it, to the second body, and the opposite to the first body.
    fn push(&self, effort: f64, wrenches: &mut Wrenches) {
        let effort = effort * self.axis;
        match self.points {
            Some([start, moved]) => {
                wrenches.push(self.second.slot, moved - self.second.motion.com, effort);
                wrenches.push(self.first.slot, start - self.first.motion.com, -effort);
            }
            None => {
                wrenches.turn(self.second.slot, effort);
                wrenches.turn(self.first.slot, -effort);
            }
        }
    }
}

/// Applies the force and moment of the inputs to the body at the marker's point.
fn hold(model: &Model, marker: &Marker, motions: &Motions, signals: &[f64], wrenches: &mut Wrenches) {
    let [fx, fy, fz, mx, my, mz] = marker.load.map(|signal| signals[signal.index()]);
    let frame = Frame::new(model, motions, marker.body);
    let arm = frame.point(*marker.at).arm;
    wrenches.push(frame.slot, arm, Vec3::new(fx, fy, fz));
    wrenches.turn(frame.slot, Vec3::new(mx, my, mz));
}

/// Applies a load to a body at its point, with the reaction on another body at the same point; or between the two bodies of a
/// joint.
fn push(model: &Model, load: &Load, motions: &Motions, signals: &[f64], wrenches: &mut Wrenches) {
    let size = match &load.size {
        Size::Constant(size) => **size,
        Size::Signal(signal) => signals[signal.index()],
    };
    let frame = |body: BodyId| Frame::new(model, motions, body);
    let (first, second, along, place) = match &load.on {
        Place::Body {
            body,
            against,
            seen_from,
            at,
            axis,
        } => {
            let along = frame(*seen_from).direction(**axis);
            (frame(*against), frame(*body), along, frame(*body).point(**at).position)
        }
        Place::Joint(joint) => {
            let joint = model.joint(*joint);
            let axis: Vec3 = **joint.kind.directions()[0];
            let first = frame(joint.first);
            let place = first.point(*joint.kind.points()[0]).position;
            let along = first.direction(axis);
            (first, frame(joint.second), along, place)
        }
    };
    for (on, effort) in [(second, size * along), (first, -size * along)] {
        match load.effort {
            Effort::Force => wrenches.push(on.slot, place - on.motion.com, effort),
            Effort::Torque => wrenches.turn(on.slot, effort),
        }
    }
}

fn twist(model: &Model, torsion: &Torsion, motions: &Motions, signals: &[f64], wrenches: &mut Wrenches) {
    let turn = Turn::new(model, model.joint(torsion.joint), motions);
    let of = |curve: &Option<_>, x: f64| curve.as_ref().map_or(0.0, |c| curve::value(c, x));
    let torque = *torsion.preload + torsion.actuator.map_or(0.0, |signal| signals[signal.index()])
        - of(&torsion.elastic, turn.angle - *torsion.free_angle)
        - of(&torsion.damping, turn.rate);
    wrenches.turn(turn.first.slot, -torque * turn.axis);
    wrenches.turn(turn.second.slot, torque * turn.axis);
}

/// Deformation of a bushing.
struct Strain {
    first: Frame,
    second: Frame,
    /// Axes of the bushing, fixed in the first body, as columns, world.
    axes: Matrix3<f64>,
    /// From the first point to the second, world [m].
    span: Vec3,
    /// Displacement [m] and `2 sin(φ/2) n` of the rotation, along the axes.
    deflection: Vector6<f64>,
    /// Matrix from angular velocities about the axes to the rate of the rotational part.
    turning: Matrix3<f64>,
}

impl Strain {
    /// With `θ = 2 sin(φ/2) n` and `η = cos(φ/2)`, `R - R' = 2 η [θ]×`; so `2 η θ' = w - 2 η' θ`, where `[w]×` is the
    /// rate of `R - R'` for `R' = [ω]× R`, and `η' = -θ·ω/4`.
    fn new(model: &Model, bushing: &Bushing, motions: &Motions) -> Self {
        let [first, second] = [bushing.first, bushing.second].map(|body| Frame::new(model, motions, body));
        let [axes, others] = [&first, &second].map(|frame| frame.motion.rotation * bushing.axes);
        let span = second.point(*bushing.at).position - first.point(*bushing.at).position;
        let rotation = axes.transpose() * others;
        let turned = rotation - rotation.transpose();
        let sine = 0.5 * Vec3::new(turned[(2, 1)], turned[(0, 2)], turned[(1, 0)]);
        let angle = sine.norm().atan2(0.5 * (rotation.trace() - 1.0));
        let axis = sine.try_normalize(0.0).unwrap_or_else(Vec3::zeros);
        let (theta, eta) = (2.0 * (0.5 * angle).sin() * axis, (0.5 * angle).cos());
        let columns = [0, 1, 2].map(|k| {
            let omega = Vec3::ith(k, 1.0);
            let rate = omega.cross_matrix() * rotation;
            let skew = rate - rate.transpose();
            let w = Vec3::new(skew[(2, 1)], skew[(0, 2)], skew[(1, 0)]);
            (w + 0.5 * theta.dot(&omega) * theta) / (2.0 * eta)
        });
        let along = axes.transpose() * span;
        Self {
            first,
            second,
            axes,
            span,
            deflection: Vector6::new(along.x, along.y, along.z, theta.x, theta.y, theta.z),
            turning: Matrix3::from_columns(&columns),
        }
    }

    /// Velocity of the second point relative to the first body: `v₂ - v₁ - ω₁ × span`.
    fn rate(&self, bushing: &Bushing) -> Vector6<f64> {
        let [v1, v2] = [&self.first, &self.second].map(|frame| frame.point(*bushing.at).velocity);
        let into = self.axes.transpose();
        let seen = into * (v2 - v1 - self.first.omega().cross(&self.span));
        let turning = self.turning * (into * (self.second.omega() - self.first.omega()));
        Vector6::new(seen.x, seen.y, seen.z, turning.x, turning.y, turning.z)
    }

    /// By the principle of virtual power, the moment is the product of the torque along the axes and the transpose of the matrix from
    /// angular velocities to rates of the deflection.
    fn apply(&self, bushing: &Bushing, wrenches: &mut Wrenches) {
        let curve = |k: usize| {
            bushing.curves[k]
                .as_ref()
                .map_or(0.0, |c| curve::value(c, self.deflection[k]))
        };
        let curves = Vector6::from_fn(|k, _| curve(k));
        let linear = bushing.stiffness.value() * self.deflection + bushing.damping.value() * self.rate(bushing);
        let force = -(linear + curves);
        let push = self.axes * force.fixed_rows::<3>(0);
        let moment = self.axes * (self.turning.transpose() * force.fixed_rows::<3>(3));
        let [arm, other] = [&self.first, &self.second].map(|frame| frame.point(*bushing.at).arm);
        wrenches.push(self.second.slot, other, push);
        wrenches.turn(self.second.slot, moment);
        // The force acts at the position of the second point, also on the first body.
        wrenches.push(self.first.slot, arm + self.span, -push);
        wrenches.turn(self.first.slot, -moment);
    }
}

/// Rotation of a joint about its axis, between minus and plus half a turn: poses do not contain whole turns.
struct Turn {
    first: Frame,
    second: Frame,
    /// Axis of the joint, world.
    axis: Vec3,
    /// [rad]
    angle: f64,
    /// [rad/s]
    rate: f64,
}

impl Turn {
    /// The relative rotation `R` about the unit axis `a` by `φ` has `R - R' = 2 sin φ [a]×` and `tr R = 1 + 2 cos φ`.
    fn new(model: &Model, joint: &Joint, motions: &Motions) -> Self {
        let (JointKind::Revolute(Revolute { axis, .. })
        | JointKind::Cylindrical(Cylindrical { axis, .. })
        | JointKind::Screw(Screw { axis, .. })) = &joint.kind
        else {
            unreachable!("a joint that turns")
        };
        let [first, second] = [joint.first, joint.second].map(|body| Frame::new(model, motions, body));
        let relative = first.motion.rotation.transpose() * second.motion.rotation;
        let skew = relative - relative.transpose();
        let sine = 0.5 * Vec3::new(skew[(2, 1)], skew[(0, 2)], skew[(1, 0)]).dot(axis);
        let cosine = 0.5 * (relative.trace() - 1.0);
        let world = first.direction(**axis);
        Self {
            axis: world,
            angle: sine.atan2(cosine),
            rate: world.dot(&(second.omega() - first.omega())),
            first,
            second,
        }
    }
}
