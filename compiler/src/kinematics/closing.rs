//! Loops closed without iteration: dependent joints placed one after the other by elementary geometry.
//!
//! Each [`Step`] places one dependent joint from what is known already. All are the intersection of a circle or a line
//! with a sphere: one square root, whose sign is that of the design position (the branch). Where the root would be of a
//! negative number the loop is out of reach, and the result is not a number. Every step tells its *margin*, the
//! argument of its root by its size at the design position: it vanishes where the branches meet, which is a singular
//! position.
//!
//! All bodies of the loop are expressed in one frame. Which steps close which loops is recognised in
//! `crate::mobility::recognise`.

use super::{Mechanism, Position, joint};
use crate::model::{BodyId, JointKind, Vec3 as Constant};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Pose, Quaternion, Vec3};
use nalgebra::Matrix3;

/// A point of a body, where it is at the design position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pin {
    /// The body.
    pub body: BodyId,
    /// In the vehicle frame at the design position [m].
    pub at: Constant,
}

/// One dependent joint.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A pivot: the body swings until a point of it is as far from a known point as at the design position.
    Swing {
        /// Outboard body of the pivot.
        body: BodyId,
        /// Its point.
        carried: Constant,
        /// The known point.
        target: Pin,
        /// Argument of the root at the design position, with the branch's sign.
        root: f64,
    },
    /// A slide on a body that hangs on a ball: it moves until the distance from the ball to a point that it carries is
    /// that from the ball to a known point.
    Slide {
        /// Outboard body of the slide.
        body: BodyId,
        /// Its point.
        carried: Constant,
        /// Where that will be.
        target: Pin,
        /// Argument of the root at the design position, with the branch's sign.
        root: f64,
    },
    /// A ball: the body turns so that one of its points, or of its slide's, comes to a known place, and another to its
    /// distance from a known point.
    Turn {
        /// Outboard body of the ball.
        body: BodyId,
        /// The point that comes to a known place; on the body or on a slide that it carries.
        second: Pin,
        /// That place.
        onto: Pin,
        /// The point that keeps its distance.
        third: Constant,
        /// From here.
        from: Pin,
        /// That distance [m].
        length: f64,
        /// Argument of the root at the design position, with the branch's sign.
        root: f64,
    },
    /// A pivot: the body turns so that a point of it comes to a known place.
    Point {
        /// Outboard body of the pivot.
        body: BodyId,
        /// Its point.
        carried: Constant,
        /// The known place.
        target: Pin,
    },
}

/// What a step has found for its joint.
#[derive(Clone, Copy, Debug)]
pub enum Found<S> {
    /// Sine and cosine of a pivot's angle.
    Angle(S, S),
    /// Displacement of a slide [m].
    Displacement(S),
    /// Rotation of a body on a ball, from its axes to those of the frame.
    Rotation(Mat3<S>),
}

/// A step's result.
#[derive(Clone, Copy, Debug)]
pub struct Placed<S> {
    /// For the joint.
    pub found: Found<S>,
    /// Argument of the root by its design value; one where there is no root.
    pub margin: S,
}

impl Step {
    /// Outboard body of the joint that it places.
    pub fn body(&self) -> BodyId {
        match self {
            Step::Swing { body, .. }
            | Step::Slide { body, .. }
            | Step::Turn { body, .. }
            | Step::Point { body, .. } => *body,
        }
    }

    /// Axes for the body in which the step is simplest, as they lie at the design position: the points it works with
    /// lie along them.
    pub fn axes(&self, mechanism: &Mechanism) -> Option<Matrix3<f64>> {
        let origin = |body: BodyId| mechanism.placements[body.index()].origin;
        match self {
            Step::Swing { body, carried, .. } | Step::Point { body, carried, .. } => {
                let axis = pivot_axis(mechanism, *body)?;
                let arm = carried - origin(*body);
                let across = arm - axis * axis.dot(&arm);
                let first = (across.norm() > 1e-9 * (1.0 + arm.norm())).then(|| across.normalize())?;
                Some(Matrix3::from_columns(&[first, axis.cross(&first), axis]))
            }
            Step::Turn {
                body, second, third, ..
            } if second.body == *body => {
                let first = (second.at - origin(*body)).normalize();
                let arm = third - origin(*body);
                let across = (arm - first * first.dot(&arm)).normalize();
                Some(Matrix3::from_columns(&[first, across, first.cross(&across)]))
            }
            Step::Turn { .. } | Step::Slide { .. } => None,
        }
    }

    /// Places the joint. What the step needs has been placed.
    pub fn place<S: Scalar>(&self, mechanism: &Mechanism, position: &mut Position<S>) -> Placed<S> {
        let at = |position: &Position<S>, pin: &Pin| {
            let frame = mechanism.topology.branch(pin.body).frame;
            let own = mechanism.topology.branch(self.body()).frame;
            debug_assert!(frame == own || pin.body == own);
            position.point_in(mechanism, pin.body, &pin.at, own)
        };
        match self {
            Step::Swing {
                body,
                carried,
                target,
                root,
            } => {
                let pivot = Pivot::new(mechanism, position, *body, carried, at(position, target));
                let reach = (target.at - carried).norm();
                let (angle, under) = pivot.at_distance(reach, root.signum());
                position.place_found(mechanism, *body, &angle);
                Placed::new(angle, under, *root)
            }
            Step::Point { body, carried, target } => {
                let angle = Pivot::new(mechanism, position, *body, carried, at(position, target)).towards();
                position.place_found(mechanism, *body, &angle);
                Placed {
                    found: angle,
                    margin: S::one(),
                }
            }
            Step::Slide {
                body,
                carried,
                target,
                root,
            } => {
                let ball = mechanism.topology.branch(*body).parent;
                let span = at(position, target) - position.ball(mechanism, ball);
                let (start, along) = slide(mechanism, *body, carried);
                // |start + along d|² = span²
                let half = along.dot(&start);
                let under = span.dot(span) + S::from(half * half - start.dot(&start));
                let moved = under.sqrt() * S::from(root.signum()) - S::from(half);
                position.displace(*body, moved);
                Placed::new(Found::Displacement(moved), under, *root)
            }
            Step::Turn {
                body,
                second,
                onto,
                third,
                from,
                length,
                root,
            } => {
                let ball = position.ball(mechanism, *body);
                let turned = Turned {
                    second: local(mechanism, position, *body, second),
                    third: Vec3::constant(&mechanism.placements[body.index()].point(third)),
                    span: at(position, onto) - ball,
                    from: at(position, from) - ball,
                };
                let (rotation, under) = turned.rotation(*length, root.signum());
                let found = Found::Rotation(rotation);
                position.place_found(mechanism, *body, &found);
                Placed::new(found, under, *root)
            }
        }
    }
}

impl<S: Scalar> Placed<S> {
    fn new(found: Found<S>, under: S, root: f64) -> Self {
        Placed {
            found,
            margin: under * S::from(1.0 / root.abs()),
        }
    }
}

fn pivot_axis(mechanism: &Mechanism, body: BodyId) -> Option<Constant> {
    match mechanism.topology.joint(body).kind {
        JointKind::Revolute { axis, .. } => Some(axis),
        _ => None,
    }
}

/// A point of a body on a ball, or of its slide at the displacement found for it, in the body's axes from the ball.
fn local<S: Scalar>(mechanism: &Mechanism, position: &Position<S>, body: BodyId, point: &Pin) -> Vec3<S> {
    if point.body == body {
        return Vec3::constant(&mechanism.placements[body.index()].point(&point.at));
    }
    let (start, along) = slide(mechanism, point.body, &point.at);
    Vec3::constant(&start) + Vec3::constant(&along) * position.displacement(point.body)
}

/// Where a point of a slide is without displacement, and which way it goes, in the axes of the body that carries the
/// slide.
fn slide(mechanism: &Mechanism, body: BodyId, point: &Constant) -> (Constant, Constant) {
    let carrier = &mechanism.placements[mechanism.topology.branch(body).parent.index()];
    let axis = match mechanism.topology.joint(body).kind {
        JointKind::Prismatic { axis, .. } => axis,
        _ => Constant::zeros(),
    };
    (carrier.point(point), carrier.direction(&axis))
}

/// A pivot with a point it carries and one that stands still.
struct Pivot<S> {
    /// The carried point from the pivot's reference point, in the body's axes (the third along the pivot).
    carried: Constant,
    /// The other, in the same axes as they lie at angle zero.
    target: Vec3<S>,
}

impl<S: Scalar> Pivot<S> {
    fn new(mechanism: &Mechanism, position: &Position<S>, body: BodyId, carried: &Constant, target: Vec3<S>) -> Self {
        let still = joint::pose_at(mechanism, position, body, &[]);
        Pivot {
            carried: mechanism.placements[body.index()].point(carried),
            target: still.rotation.transpose() * (target - still.position),
        }
    }

    /// With `(x, y, z)` carried, `d` the target, `ℓ` the distance: `|Rz(θ) (x, y, z) - d|² = ℓ²` is
    /// `A cos θ + B sin θ = C` with `A = x d₁ + y d₂`, `B = x d₂ - y d₁`, `C = ½ (x² + y² + z² - ℓ² + d·d) - z d₃`.
    fn at_distance(&self, distance: f64, branch: f64) -> (Found<S>, S) {
        let ([d1, d2, d3], c) = (self.target.0, self.carried);
        let (a, b) = self.products();
        let constant = 0.5 * (c.norm_squared() - distance * distance);
        let right = (d1 * d1 + d2 * d2 + d3 * d3) * S::from(0.5) + S::from(constant) - d3 * S::from(c.z);
        let squared = a * a + b * b;
        let under = squared - right * right;
        let root = under.sqrt() * S::from(branch);
        let inverse = S::one() / squared;
        let (cos, sin) = ((a * right + b * root) * inverse, (b * right - a * root) * inverse);
        (Found::Angle(sin, cos), under)
    }

    /// The carried point lies on the target: its distance from the pivot is constant.
    fn towards(&self) -> Found<S> {
        let (a, b) = self.products();
        let inverse = S::from(1.0 / (self.carried.x * self.carried.x + self.carried.y * self.carried.y));
        Found::Angle(b * inverse, a * inverse)
    }

    fn products(&self) -> (S, S) {
        let ([d1, d2, _], c) = (self.target.0, self.carried);
        let (x, y) = (S::from(c.x), S::from(c.y));
        (x * d1 + y * d2, x * d2 - y * d1)
    }
}

/// A body on a ball, seen from there.
struct Turned<S> {
    /// In the body's axes: the point that comes to a known place, and the one that keeps a distance.
    second: Vec3<S>,
    third: Vec3<S>,
    /// In the frame's axes: that place, and where the distance is from.
    span: Vec3<S>,
    from: Vec3<S>,
}

impl<S: Scalar> Turned<S> {
    /// Two triads, `b` in the body and `f` in the frame, their first axes from the ball to the second point. The third
    /// point lies at `t b₁ + τ b₂` and turns about `f₁`. With `k` the other end of the distance `ℓ`, its part across
    /// `f₁` `p = k - (k·f₁) f₁`, `N = p·p`, and `m = f₁ × k`, the third point's direction across is
    /// `f₂ = (X p + Y m) / N` with `2 τ X = t² + τ² + k·k - ℓ² - 2 t k·f₁` and `Y² = N - X²`.
    fn rotation(&self, length: f64, branch: f64) -> (Mat3<S>, S) {
        let (second, third) = (self.second, self.third);
        let inverse = S::one() / second.dot(second).sqrt();
        let b1 = second * inverse;
        let t = third.dot(b1);
        let across = third - b1 * t;
        let tau = across.dot(across).sqrt();
        let b2 = across * (S::one() / tau);
        let b3 = b1.cross(b2);

        let f1 = self.span * inverse;
        let k = self.from;
        let (along, squared) = (k.dot(f1), k.dot(k));
        let (p, m) = (k - f1 * along, f1.cross(k));
        let n = squared - along * along;
        let constant = third.dot(third) - S::from(length * length);
        let x = (squared + constant - (t + t) * along) * (S::one() / (tau + tau));
        let under = n - x * x;
        let y = under.sqrt() * S::from(branch);
        let inverse = S::one() / n;
        let f2 = p * (x * inverse) + m * (y * inverse);
        let f3 = f1.cross(f2);
        let frame = Mat3::from_columns([f1, f2, f3]);
        (frame * Mat3::from_columns([b1, b2, b3]).transpose(), under)
    }
}

/// Places bodies, given from the base outward: those that steps place by the steps, in their order, the others by
/// their `coordinates`. Returns what the steps have found.
pub fn place<S: Scalar>(
    mechanism: &Mechanism,
    position: &mut Position<S>,
    bodies: &[BodyId],
    steps: &[&Step],
    coordinates: impl Fn(BodyId) -> Vec<S>,
) -> Vec<(BodyId, Placed<S>)> {
    let mut found: Vec<(BodyId, Placed<S>)> = Vec::new();
    let mut waiting = bodies.to_vec();
    for next in steps.iter().map(Some).chain([None]) {
        place_ready(mechanism, position, &mut waiting, steps, &found, &coordinates);
        if let Some(step) = next {
            found.push((step.body(), step.place(mechanism, position)));
        }
    }
    found
}

/// What was found for a body's inboard joint as coordinates, next to those it had before: an angle does not jump by a
/// turn, Euler parameters do not change sign.
pub fn coordinates<S: Scalar>(mechanism: &Mechanism, body: BodyId, found: &Found<S>, before: &[S]) -> Vec<S> {
    match found {
        Found::Displacement(moved) => vec![*moved],
        Found::Angle(sin, cos) => {
            let (s, c) = before[0].sin_cos();
            let on = (*sin * c - *cos * s).atan2(*cos * c + *sin * s);
            vec![before[0] + on]
        }
        Found::Rotation(rotation) => {
            let placement = |b: BodyId| &mechanism.placements[b.index()];
            let turn = placement(mechanism.topology.branch(body).frame).turn_to(&placement(body).axes);
            let from_design = *rotation * Mat3::constant(&turn).transpose();
            let before = Quaternion([before[0], before[1], before[2], before[3]]);
            before.nearest(from_design).0.to_vec()
        }
    }
}

/// Places the waiting bodies whose parents do not wait and whose own joint is known.
fn place_ready<S: Scalar>(
    mechanism: &Mechanism,
    position: &mut Position<S>,
    waiting: &mut Vec<BodyId>,
    steps: &[&Step],
    found: &[(BodyId, Placed<S>)],
    coordinates: impl Fn(BodyId) -> Vec<S>,
) {
    let mut still: Vec<BodyId> = Vec::new();
    for &body in waiting.iter() {
        let by_step = steps.iter().any(|step| step.body() == body);
        let known = found.iter().find(|(b, _)| *b == body).map(|(_, placed)| placed.found);
        let parent_waits = still.contains(&mechanism.topology.branch(body).parent);
        match (by_step, known) {
            _ if parent_waits => still.push(body),
            (true, None) => still.push(body),
            // Pivots and balls have been placed by their step; a slide could not be before its carrier.
            (true, Some(Found::Displacement(moved))) => position.place(mechanism, body, &[moved]),
            (true, Some(_)) => {}
            (false, _) => position.place(mechanism, body, &coordinates(body)),
        }
    }
    *waiting = still;
}

impl<S: Scalar> Position<S> {
    /// The ball that a body hangs on.
    fn ball(&self, mechanism: &Mechanism, body: BodyId) -> Vec3<S> {
        joint::pose_at(mechanism, self, body, &[]).position
    }

    /// Places a body by what a step has found for its inboard joint.
    fn place_found(&mut self, mechanism: &Mechanism, body: BodyId, found: &Found<S>) {
        match found {
            Found::Angle(sin, cos) => self.turn(mechanism, body, *sin, *cos),
            Found::Rotation(rotation) => {
                let position = self.ball(mechanism, body);
                let rotation = *rotation;
                self.set(mechanism, body, Pose { rotation, position });
            }
            // A slide is placed after the body that carries it.
            Found::Displacement(_) => {}
        }
    }
}
