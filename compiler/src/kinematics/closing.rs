//! Loops closed without iteration: dependent joints placed one after the other by elementary geometry.
//!
//! Each [`Step`] places one dependent joint from what is known already. Every step is the intersection of a circle or a
//! line with a sphere. It takes one square root, whose sign is the sign at the design position (the branch). If the
//! argument of the root is negative the loop is out of reach, and the result is NaN. Every step returns its *margin*,
//! the argument of its root divided by the argument's size at the design position. The margin vanishes where the two
//! branches meet, which is a singular position.
//!
//! All bodies of the loop are expressed in one frame. `crate::mobility::choice::recognise` recognises which steps close
//! which loops.

use super::meeting::{Found, Pivot, Turned};
use super::placing::pose_at;
use super::turning::Orbit;
use super::{Direction, Mechanism, Position};
use crate::model::{BodyId, Number, Point, QuantityId};
use crate::scalar::{Scalar, sin_cos};
use crate::spatial::{Mat3, Pose, Quaternion, Vec3};

/// A point of a body, given at the design position.
#[derive(Clone, Debug, PartialEq)]
pub struct Pin {
    /// The body.
    pub body: BodyId,
    /// Its place in the vehicle frame at the design position [m].
    pub at: Point,
    /// If the point is the end of a rod with its own length: the change that this length makes to the vector from the
    /// other end to this point [m].
    pub longer: Option<Box<Point>>,
}

impl Pin {
    /// A point of a body.
    pub fn new(body: BodyId, at: Point) -> Self {
        Pin { body, at, longer: None }
    }

    /// The vector from another point, at a constant distance, to this point: the vector at the design position, plus
    /// the change due to the rod's length.
    fn way_from<S: Scalar>(&self, mechanism: &Mechanism<S>, other: &Point) -> Vec3<S> {
        let drawn = mechanism.design.point(&self.at) - mechanism.design.point(other);
        match &self.longer {
            Some(longer) => drawn + mechanism.design.point(longer),
            None => drawn,
        }
    }
}

/// One dependent joint.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A pivot: the body swings until a point of the body has its design distance from a known point.
    Swing {
        /// Outboard body of the pivot.
        body: BodyId,
        /// The point of the body that swings.
        carried: Point,
        /// The known point.
        target: Pin,
        /// Argument of the root at the design position, with the branch's sign.
        root: Number,
    },
    /// A slide on a body that hangs on a ball. The slide moves until a point that it carries is as far from the ball as
    /// a known point is.
    Slide {
        /// Outboard body of the slide.
        body: BodyId,
        /// The point that the slide carries.
        carried: Point,
        /// The known point, where the carried point will be.
        target: Pin,
        /// Argument of the root at the design position, with the branch's sign.
        root: Number,
    },
    /// A ball: the body turns until its second point reaches a known place, and its third point keeps its distance from
    /// another known point. The second point may also belong to a slide on the body.
    Turn {
        /// Outboard body of the ball.
        body: BodyId,
        /// The second point lies on the body, or on a slide that the body carries.
        second: Pin,
        /// The known place of the second point.
        onto: Pin,
        /// The third point, which keeps its distance.
        third: Point,
        /// The known point from which the third point keeps its distance.
        from: Pin,
        /// Argument of the root at the design position, with the branch's sign.
        root: Number,
    },
    /// A pivot: the body turns until a point of it reaches a known place.
    Point {
        /// Outboard body of the pivot.
        body: BodyId,
        /// The point of the body.
        carried: Point,
        /// The known place.
        target: Pin,
    },
}

/// A step's result.
#[derive(Clone, Copy, Debug)]
pub struct Placed<S> {
    /// The motion of the joint.
    pub found: Found<S>,
    /// Argument of the root divided by its design value; one for a step without a root.
    pub margin: S,
}

impl Step {
    /// Outboard body of the joint that the step places.
    pub fn body(&self) -> BodyId {
        match self {
            Step::Swing { body, .. }
            | Step::Slide { body, .. }
            | Step::Turn { body, .. }
            | Step::Point { body, .. } => *body,
        }
    }

    /// Gives ids, after the ids of the declaration, to all numbers of the step that are not numbers of the declaration.
    pub(crate) fn identify(&mut self, next: &mut QuantityId) {
        let (points, pins, root) = self.numbers_mut();
        points.into_iter().for_each(|point| point.identify(next));
        for pin in pins {
            pin.at.identify(next);
            pin.longer.iter_mut().for_each(|way| way.identify(next));
        }
        root.into_iter().for_each(|root| root.identify(next));
    }

    fn numbers_mut(&mut self) -> (Vec<&mut Point>, Vec<&mut Pin>, Option<&mut Number>) {
        match self {
            Step::Swing {
                carried, target, root, ..
            }
            | Step::Slide {
                carried, target, root, ..
            } => (vec![carried], vec![target], Some(root)),
            Step::Turn {
                second,
                onto,
                third,
                from,
                root,
                ..
            } => (vec![third], vec![second, onto, from], Some(root)),
            Step::Point { carried, target, .. } => (vec![carried], vec![target], None),
        }
    }

    /// Points of the step, and the differences in its rods' lengths. The lists of two steps of one kind correspond if
    /// both have rods with their own lengths.
    pub fn points(&self) -> Vec<&Point> {
        let pins: Vec<&Pin> = match self {
            Step::Swing { target, .. } | Step::Slide { target, .. } | Step::Point { target, .. } => vec![target],
            Step::Turn { second, onto, from, .. } => vec![second, onto, from],
        };
        let own = match self {
            Step::Swing { carried, .. } | Step::Slide { carried, .. } | Step::Point { carried, .. } => carried,
            Step::Turn { third, .. } => third,
        };
        let of_pins = pins
            .into_iter()
            .flat_map(|pin| std::iter::once(&pin.at).chain(pin.longer.as_deref()));
        std::iter::once(own).chain(of_pins).collect()
    }

    /// The argument of the step's root at the design position, with the branch's sign; `None` for a step without a
    /// root.
    pub fn root(&self) -> Option<&Number> {
        match self {
            Step::Swing { root, .. } | Step::Slide { root, .. } | Step::Turn { root, .. } => Some(root),
            Step::Point { .. } => None,
        }
    }

    /// Axes of the body in which the step is simplest, as they lie at the design position: the points of the step lie
    /// along these axes.
    pub fn axes<S: Scalar>(&self, mechanism: &Mechanism<S>) -> Option<Mat3<S>> {
        let arm = |body: BodyId, point: &Point| mechanism.design.point(point) - mechanism.placement(body).origin;
        match self {
            Step::Swing { body, carried, .. } | Step::Point { body, carried, .. } => {
                let axis = **pivot_axis(mechanism, *body)?;
                let first = across(arm(*body, carried), axis)?;
                Some(Mat3::from_columns([first, axis.cross(first), axis]))
            }
            Step::Turn {
                body, second, third, ..
            } if second.body == *body => {
                let first = arm(*body, &second.at).normalised();
                let beside = across(arm(*body, third), first)?;
                Some(Mat3::from_columns([first, beside, first.cross(beside)]))
            }
            Step::Turn { .. } | Step::Slide { .. } => None,
        }
    }

    /// Places the joint. Everything that the step needs must have been placed.
    pub fn place<S: Scalar>(&self, mechanism: &Mechanism<S>, position: &mut Position<S>) -> Placed<S> {
        let at = |position: &Position<S>, pin: &Pin| {
            let frame = mechanism.topology.branch(pin.body).frame;
            let own = mechanism.topology.branch(self.body()).frame;
            debug_assert!(frame == own || pin.body == own);
            position.orbit_in(mechanism, pin.body, mechanism.design.point(&pin.at), own)
        };
        match self {
            Step::Swing {
                body,
                carried,
                target,
                root,
            } => {
                let pivot = pivot(mechanism, position, *body, carried, &at(position, target));
                let reach = target.way_from(mechanism, carried);
                let root = Root::new(mechanism, root);
                let (angle, under) = pivot.at_distance(reach.squared(), root.branch);
                position.place_found(mechanism, *body, &angle);
                Placed::new(angle, under, &root)
            }
            Step::Point { body, carried, target } => {
                let angle = pivot(mechanism, position, *body, carried, &at(position, target)).towards();
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
                let span = at(position, target).at() - position.ball(mechanism, ball);
                let (start, along) = slide(mechanism, *body, carried);
                // |start + along d|² = span²
                let half = along.dot(start);
                let under = span.dot(span) + (half * half - start.squared());
                let root = Root::new(mechanism, root);
                let moved = under.sqrt() * root.branch - half;
                position.displace(*body, moved);
                Placed::new(Found::Displacement(moved), under, &root)
            }
            Step::Turn {
                body,
                second,
                onto,
                third,
                from,
                root,
            } => {
                let turned = Turned {
                    second: local(mechanism, position, *body, second),
                    third: mechanism.placement(*body).point(mechanism.design.point(third)),
                    ball: position.ball(mechanism, *body),
                    onto: at(position, onto),
                    from: at(position, from).at(),
                };
                let length = from.way_from(mechanism, third);
                let root = Root::new(mechanism, root);
                let (rotation, under) = turned.rotation(length.squared(), root.branch);
                let found = Found::Rotation(rotation);
                position.place_found(mechanism, *body, &found);
                Placed::new(found, under, &root)
            }
        }
    }
}

impl<S: Scalar> Placed<S> {
    fn new(found: Found<S>, under: S, root: &Root<S>) -> Self {
        Placed {
            found,
            margin: under * root.inverse,
        }
    }
}

/// The argument of a root at the design position.
struct Root<S> {
    /// Its sign: one or minus one.
    branch: S,
    /// One divided by the argument's size.
    inverse: S,
}

impl<S: Scalar> Root<S> {
    fn new(mechanism: &Mechanism<S>, signed: &Number) -> Self {
        let signed = mechanism.design.number(signed);
        let branch = signed.select(-S::one(), S::one());
        Root {
            branch,
            inverse: branch / signed,
        }
    }
}

fn pivot<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    body: BodyId,
    carried: &Point,
    target: &Orbit<S>,
) -> Pivot<S> {
    Pivot {
        carried: mechanism.placement(body).point(mechanism.design.point(carried)),
        target: target.seen_from(&pose_at(mechanism, position, body, &[])),
    }
}

fn pivot_axis<'m, S: Scalar>(mechanism: &'m Mechanism<S>, body: BodyId) -> Option<&'m Direction<S>> {
    mechanism.inboard(body).pivot().map(|pivot| pivot.axis)
}

/// The unit vector along the component of an arm perpendicular to a direction; `None` if that component is known to
/// vanish.
fn across<S: Scalar>(arm: Vec3<S>, direction: Vec3<S>) -> Option<Vec3<S>> {
    let across = arm - direction * direction.dot(arm);
    let [part, whole] = [across, arm].map(|v| v.norm().constant());
    let vanishes = matches!((part, whole), (Some(part), Some(whole)) if part <= 1e-9 * (1.0 + whole));
    (!vanishes).then(|| across.normalised())
}

/// A point of a body on a ball, relative to the ball in the body's axes. The point may also belong to a slide on the
/// body. Then the displacement that was found for the slide is used.
fn local<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId, point: &Pin) -> Vec3<S> {
    if point.body == body {
        return mechanism.placement(body).point(mechanism.design.point(&point.at));
    }
    let (start, along) = slide(mechanism, point.body, &point.at);
    start + along * position.displacement(point.body)
}

/// A point of a slide at zero displacement, and the direction in which it moves, in the axes of the body that carries
/// the slide.
fn slide<S: Scalar>(mechanism: &Mechanism<S>, body: BodyId, point: &Point) -> (Vec3<S>, Vec3<S>) {
    let carrier = mechanism.placement(mechanism.topology.branch(body).parent);
    let slider = mechanism.inboard(body).slider();
    let axis = slider.map_or(Vec3::zero(), |slider| **slider.axis);
    (carrier.point(mechanism.design.point(point)), carrier.direction(axis))
}

/// Places bodies, given from the base outward: the steps place their bodies in the order of the steps, and all other
/// bodies are placed by their `coordinates`. These are asked for before each body is placed, by a step too. Returns the
/// results of the steps.
pub fn place<S: Scalar>(
    mechanism: &Mechanism<S>,
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
            let before = coordinates(step.body());
            let placed = step.place(mechanism, position);
            if let Found::Angle(..) = placed.found {
                position.remember(
                    step.body(),
                    self::coordinates(mechanism, step.body(), &placed.found, &before),
                );
            }
            found.push((step.body(), placed));
        }
    }
    found
}

/// Converts the motion found for a body's inboard joint to coordinates, as close as possible to the previous
/// coordinates. An angle does not jump by a full turn, and Euler parameters do not change sign.
pub fn coordinates<S: Scalar>(mechanism: &Mechanism<S>, body: BodyId, found: &Found<S>, before: &[S]) -> Vec<S> {
    match found {
        Found::Displacement(moved) => vec![*moved],
        Found::Angle(sin, cos) => {
            let (s, c) = sin_cos(before[0]);
            let on = (*sin * c - *cos * s).atan2(*cos * c + *sin * s);
            vec![before[0] + on]
        }
        Found::Rotation(rotation) => {
            let placement = |b: BodyId| mechanism.placement(b);
            let turn = placement(mechanism.topology.branch(body).frame).turn_to(&placement(body).axes);
            let from_design = *rotation * turn.transpose();
            let before = Quaternion([before[0], before[1], before[2], before[3]]);
            before.nearest(from_design).0.to_vec()
        }
    }
}

/// Places the waiting bodies whose parents have been placed and whose own joints are known.
fn place_ready<S: Scalar>(
    mechanism: &Mechanism<S>,
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
            // Steps have placed bodies on pivots and balls already; a slide cannot be placed before its carrier.
            (true, Some(Found::Displacement(moved))) => position.place(mechanism, body, &[moved]),
            (true, Some(_)) => {}
            (false, _) => position.place(mechanism, body, &coordinates(body)),
        }
    }
    *waiting = still;
}

impl<S: Scalar> Position<S> {
    /// The centre of the ball that a body hangs on.
    fn ball(&self, mechanism: &Mechanism<S>, body: BodyId) -> Vec3<S> {
        pose_at(mechanism, self, body, &[]).position
    }

    /// Places a body by the result of a step for its inboard joint.
    fn place_found(&mut self, mechanism: &Mechanism<S>, body: BodyId, found: &Found<S>) {
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
