//! Leaf springs, by angles and by the equilibrium of their parts.

use crate::body::{Frame, Motions};
use crate::curve;
use crate::force::Wrenches;
use nalgebra::{Complex, Vector2};
use wishbone_compiler::model::{Curve, LeafSpring, Model, Set, Vec3};

/// A leaf spring: the force of each part on its neighbour.
pub(crate) struct Leaf {
    frame: Frame,
    axle: Frame,
    /// The eye on the frame, the pivot of the shackle, and the place of the eye on the shackle as a point fixed in the
    /// frame; in world axes [m].
    eye: Vec3,
    pivot: Vec3,
    hung: Vec3,
    /// Axes of the axle: along the spring, across, upwards; world.
    axes: [Vec3; 3],
    /// Lengths of both halves [m].
    halves: [f64; 2],
    /// Direction of the arm of the frame's half, world.
    arm: Vec3,
    /// Height of the eye on the shackle as a function of the place of the shackle's pivot; this is also the force on
    /// the frame for a force of one newton on that eye. World.
    lift: Vec3,
    /// Moment on the frame by that in the spring, for the twist; world.
    turn: Vec3,
    /// Along, across, height of both eyes over the seat, twist, yaw.
    along: f64,
    across: f64,
    heights: [f64; 2],
    twist: f64,
    yaw: f64,
    /// Heights of both eyes at the design position [m].
    still: [f64; 2],
}

impl Leaf {
    pub fn new(model: &Model, spring: &LeafSpring, motions: &Motions) -> Self {
        let [frame, axle] = [spring.first, spring.second].map(|body| Frame::new(model, motions, body));
        let line = *spring.fixed_eye - *spring.shackle_eye;
        let up = match spring.is_across_the_eyes {
            true => line.cross(&spring.axis.cross(&line)).normalize(),
            false => *spring.axis,
        };
        let along = (line - up.dot(&line) * up).normalize();
        let declared = [along, up.cross(&along), up];
        let still = |point: Vec3| declared.map(|axis| axis.dot(&(point - *spring.seat)));
        let axes = declared.map(|axis| axle.direction(axis));
        let seat = axle.point(*spring.seat).position;
        let seen = |point: Vec3| axes.map(|axis| axis.dot(&(point - seat)));
        let [eye, pivot, hung_in_frame] =
            [*spring.fixed_eye, *spring.shackle, *spring.shackle_eye].map(|point| frame.point(point).position);

        let flat = |[x, _, z]: [f64; 3]| Vector2::new(x, z);
        let [eye_still, hung_still, pivot_still] = [*spring.fixed_eye, *spring.shackle_eye, *spring.shackle].map(still);
        let [a, b] = [eye_still[0], -hung_still[0]];
        let under = *spring.eye_offset / 2.0;
        let [front, rear] = [Vector2::new(a / 4.0, -under), Vector2::new(-b / 4.0, -under)];
        let arm = flat(seen(eye)) - front;
        let side = |from: Vector2<f64>, to: Vector2<f64>| from.perp(&to).atan2(from.dot(&to));
        let r = (flat(hung_still) - rear).norm();
        let s = (flat(pivot_still) - flat(hung_still)).norm();
        let to_pivot = flat(seen(pivot)) - rear;
        let offset = side(flat(pivot_still) - rear, flat(hung_still) - rear);
        let world = |v: Vector2<f64>| v.x * axes[0] + v.y * axes[2];
        let (height, lift) = hung(to_pivot, [r, s], offset);
        let mean = |front: f64, rear: f64| (b * front + a * rear) / (a + b);
        let lateral = frame.direction(declared[1]);
        Self {
            frame,
            axle,
            eye,
            pivot,
            hung: hung_in_frame,
            axes,
            halves: [a, b],
            arm: world(arm.normalize()),
            lift: world(lift),
            turn: lateral.cross(&axes[2]),
            along: arm.norm() - (flat(eye_still) - front).norm(),
            across: mean(seen(eye)[1], seen(hung_in_frame)[1]) - mean(eye_still[1], hung_still[1]),
            heights: [seen(eye)[2], height - under],
            yaw: (seen(eye)[1] - seen(hung_in_frame)[1] - (eye_still[1] - hung_still[1])) / (a + b),
            twist: axes[2].dot(&lateral),
            still: [eye_still[2], hung_still[2]],
        }
    }

    /// Camber from that without elastic force, and the force there.
    fn set(&self, spring: &LeafSpring) -> (f64, f64) {
        let [a, b] = self.halves;
        let camber = |[front, rear]: [f64; 2]| (b * front + a * rear) / (a + b);
        match &spring.set {
            Set::Camber(free) => (camber(self.heights) - **free, 0.0),
            Set::Preload(preload) => {
                let travel = camber(self.heights) - camber(self.still);
                match &spring.elastic {
                    Curve::Linear(_) => (travel, **preload),
                    elastic => (travel + carrying(elastic, **preload), 0.0),
                }
            }
        }
    }

    /// Rotation of the seat in the spring, in addition to the rotation that its load alone causes.
    fn windup(&self, heights: [f64; 2]) -> f64 {
        let [a, b] = self.halves;
        (a / b * heights[1] - b / a * heights[0]) / (a + b)
    }

    fn windup_stiffness(&self, spring: &LeafSpring) -> f64 {
        match (&spring.windup, &spring.elastic) {
            (Some(windup), _) => **windup,
            (None, Curve::Linear(rate)) => **rate * self.halves[0] * self.halves[1],
            (None, _) => unreachable!("refused by the compiler"),
        }
    }

    /// The rotation by a lateral stiffness of each eye, if it is not declared: the stiffnesses are in the inverse ratio
    /// of the halves, so that a force at the seat does not turn the seat.
    fn yaw_stiffness(&self, spring: &LeafSpring) -> f64 {
        let [a, b] = self.halves;
        let eyes = [b, a].map(|other| *spring.lateral * other / (a + b));
        spring
            .yaw
            .as_ref()
            .map_or(eyes[0] * a * a + eyes[1] * b * b, |yaw| **yaw)
    }

    pub fn energy(&self, spring: &LeafSpring) -> f64 {
        let (camber, preload) = self.set(spring);
        let bent = self.windup([0, 1].map(|k| self.heights[k] - self.still[k]));
        let square = |stiffness: f64, x: f64| 0.5 * stiffness * x * x;
        square(*spring.longitudinal, self.along)
            + square(*spring.lateral, self.across)
            + square(*spring.twist, self.twist)
            + square(self.windup_stiffness(spring), bent)
            + square(self.yaw_stiffness(spring), self.yaw)
            + curve::integral(&spring.elastic, camber)
            - preload * camber
    }

    /// Velocity of a place of the frame, seen from the axle, world axes.
    fn seen(&self, place: Vec3) -> Vec3 {
        let of = |body: &Frame| body.motion.velocity + body.omega().cross(&(place - body.motion.com));
        of(&self.frame) - of(&self.axle)
    }

    pub fn apply(&self, spring: &LeafSpring, wrenches: &mut Wrenches) {
        let [a, b] = self.halves;
        let [_, across, up] = self.axes;
        let [at_eye, at_pivot, at_hung] = [self.eye, self.pivot, self.hung].map(|place| self.seen(place));
        let rising = [up.dot(&at_eye), self.lift.dot(&at_pivot)];
        let time = *spring.damping_time;

        // Each half is pressed by its eye: by the load on the camber and by the moment on the wind-up.
        let (camber, preload) = self.set(spring);
        let mut load = preload - curve::value(&spring.elastic, camber);
        if let Some(rubbing) = &spring.friction {
            let rate = (b * rising[0] + a * rising[1]) / (a + b);
            load -= *rubbing.limit * rate / rate.hypot(*rubbing.speed);
        }
        let bent = self.windup([0, 1].map(|k| self.heights[k] - self.still[k])) + time * self.windup(rising);
        let moment = -self.windup_stiffness(spring) * bent;
        let [front, rear] = [
            (b * load - b / a * moment) / (a + b),
            (a * load + a / b * moment) / (a + b),
        ];

        let pulled = -*spring.longitudinal * (self.along + time * self.arm.dot(&at_eye));
        let sliding = (b * across.dot(&at_eye) + a * across.dot(&at_hung)) / (a + b);
        let side = -*spring.lateral * (self.across + time * sliding);
        let omega = self.frame.omega() - self.axle.omega();
        let torque = -*spring.twist * (self.twist + time * self.turn.dot(&omega));

        let turning = across.dot(&(at_eye - at_hung)) / (a + b);
        let couple = -self.yaw_stiffness(spring) * (self.yaw + time * turning) / (a + b);

        for (place, force) in [
            (
                self.eye,
                front * up + pulled * self.arm + (b / (a + b) * side + couple) * across,
            ),
            (self.pivot, rear * self.lift),
            (self.hung, (a / (a + b) * side - couple) * across),
        ] {
            wrenches.push(self.frame.slot, place - self.frame.motion.com, force);
            wrenches.push(self.axle.slot, place - self.axle.motion.com, -force);
        }
        wrenches.turn(self.frame.slot, torque * self.turn);
        wrenches.turn(self.axle.slot, -torque * self.turn);
    }
}

/// Height of the eye on the shackle above its arm's centre, and its slopes with respect to the place of the shackle's
/// pivot seen from there. Arm and shackle have the lengths `r` and `s`, and `offset` is the angle between arm and pivot
/// at the design position.
///
/// Triangle of centre, pivot and eye. The eye is on the same side of the line as at the design position; it is in
/// equilibrium between the pull along the shackle and a force along its circle.
fn hung(to_pivot: Vector2<f64>, [r, s]: [f64; 2], offset: f64) -> (f64, Vector2<f64>) {
    let distance = to_pivot.norm();
    let cosine = (distance * distance + r * r - s * s) / (2.0 * r * distance);
    if (1.0 - cosine * cosine).max(0.0).sqrt() < 0.5 * offset.sin().abs() {
        return stretched(to_pivot, [r, s], 0.5 * r * offset.sin());
    }
    let angle = to_pivot.y.atan2(to_pivot.x) + cosine.acos().copysign(offset);
    let eye = r * Vector2::new(angle.cos(), angle.sin());
    let circle = Vector2::new(-angle.sin(), angle.cos());
    let shackle = (eye - to_pivot).normalize();
    (eye.y, circle.y / shackle.dot(&circle) * shackle)
}

/// This triangle if the distance `h` of the eye from the line is less than `least`: there `h` is a linear function of
/// its square. Slopes by the complex step (Squire & Trapp 1998).
fn stretched(to_pivot: Vector2<f64>, [r, s]: [f64; 2], least: f64) -> (f64, Vector2<f64>) {
    let height = |x: Complex<f64>, z: Complex<f64>| {
        let square = x * x + z * z;
        let distance = square.sqrt();
        let p = (square + r * r - s * s) / (distance * 2.0);
        let h = (-(p * p) + r * r) / (2.0 * least) + 0.5 * least;
        (p * z + h * x) / distance
    };
    let [x, z] = [to_pivot.x, to_pivot.y].map(|part| Complex::new(part, 0.0));
    let step = Complex::new(0.0, 1e-30);
    let slopes = Vector2::new(height(x + step, z).im, height(x, z + step).im) / 1e-30;
    (height(x, z).re, slopes)
}

/// The deflection at which an increasing curve carries a load; the curve is negative there.
fn carrying(curve: &Curve, load: f64) -> f64 {
    let (mut low, mut high) = (-1e3, 1e3);
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        match curve::value(curve, middle) < -load {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}
