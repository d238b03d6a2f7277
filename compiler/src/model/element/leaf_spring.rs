//! Leaf springs: two elastic halves from a seat on the axle to an eye on the frame and to an eye on a shackle.

use super::answers::{Element, Turns};
use super::direction::{Direction, between, push, turn};
use super::friction::{self, Rubbing};
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{self, Value};
use crate::front::units;
use crate::model::Effort;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantities::{Listed, Role};
use crate::model::quantity::{self, Sign};
use crate::model::reading::context::Context;
use crate::model::reading::{curve, geometry};
use crate::model::rule::components;
use crate::model::{Axis, BodyId, Curve, Holds, Joint, JointId, Number, Point, Reference, SignalId, Vec3};

/// A leaf spring that carries an axle and locates it: one element that replaces the three links of SAE HS-788.
///
/// Fixed in the axle are the seat and three directions: `n` upwards, `e` from the eye on the shackle to the eye on the
/// frame, and `l = n × e` across the spring. Without a declared axis, `n` is across the line of the eyes. Each half, of
/// length `a` to the frame and `b` to the shackle, bends like a rigid arm. The arm turns about a point a quarter of its
/// length from the seat. The centres of the eyes are `o` above the main leaf at its ends, and these points are `o/2`
/// below it (SAE HS-788, "three-link equivalent"). The shackle holds its eye at a constant distance. So the heights `z`
/// of both eyes above the seat follow from the pose, and from them:
///
/// | direction | deflection | force on the frame |
/// |---|---|---|
/// | along (`force x`) | distance of the frame's eye from its arm's centre, less that at the design position | `-longitudinal` times that |
/// | across (`force y`) | mean offset of both eyes from the seat, along `l`, as places of the frame, less the design's | `-lateral` times that |
/// | camber (`force z`) | height of the line of the eyes over the seat, `c = (b z_frame + a z_shackle) / (a + b)` | `-rate(c - free)` and friction; with a preload, `rate(c_design - free) = -preload` |
/// | twist (`torque x`) | `n · l` of the frame | `-twist` times that |
/// | wind-up (`torque y`) | turn of the seat in the spring, `((a/b) z_shackle - (b/a) z_frame) / (a + b)` less the design's | `-windup` times that |
/// | yaw (`torque z`) | difference of the offsets of both eyes, by `a + b`, less the design's | `-yaw` times that |
///
/// With `windup = rate a b` both halves are cantilevers of uniform strength, whose rates are proportional to the inverse
/// cube of their lengths. With `yaw = lateral a b` each half bends laterally on its own.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafSpring {
    /// Frame: the body of the fixed eye and of the shackle.
    pub first: BodyId,
    /// Axle: the body of the seat.
    pub second: BodyId,
    /// Eye that turns on the frame [m].
    pub fixed_eye: Point,
    /// Middle of the main leaf where it is clamped to the axle [m].
    pub seat: Point,
    /// Eye that turns on the shackle [m].
    pub shackle_eye: Point,
    /// Pivot of the shackle on the frame [m].
    pub shackle: Point,
    /// Upwards, from the axle to the frame: `n`, or a direction whose component perpendicular to the line of the eyes
    /// is along `n`.
    pub axis: Axis,
    /// Whether `n` is across the line of the eyes.
    pub is_across_the_eyes: bool,
    /// `o`: height of the centre of an eye over the main leaf there, of upturned eyes [m].
    pub eye_offset: Number,
    /// Elastic force over camber, `c` less the free camber [N over m].
    pub elastic: Curve,
    /// Free camber, or the load that it follows from.
    pub set: Set,
    /// Stiffness along the spring [N/m].
    pub longitudinal: Number,
    /// Stiffness across [N/m].
    pub lateral: Number,
    /// Stiffness in roll of the axle, about `e` [N m/rad].
    pub twist: Number,
    /// Stiffness in wind-up, about `l` [N m/rad]; none: `rate a b`.
    pub windup: Option<Number>,
    /// Stiffness in yaw, about `n` [N m/rad]; none: `lateral a b`.
    pub yaw: Option<Number>,
    /// Damping divided by stiffness, for all directions except the camber [s].
    pub damping_time: Number,
    /// Friction between leaves, over the rate of the camber; none: smooth.
    pub friction: Option<Rubbing>,
}

/// How much a leaf spring carries.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// Camber without load [m].
    Camber(Number),
    /// Force at the design position [N]. There, the deflection is the deflection at which the elastic force equals this
    /// load.
    Preload(Number),
}

impl LeafSpring {
    /// Its directions.
    pub const EFFORTS: [(Effort, &'static str); 6] = [
        (Effort::Force, "x"),
        (Effort::Force, "y"),
        (Effort::Force, "z"),
        (Effort::Torque, "x"),
        (Effort::Torque, "y"),
        (Effort::Torque, "z"),
    ];

    /// Distance of an arm's centre from the seat, relative to the length of its half. The eye of a leaf that is bent to
    /// a circular arc comes nearer to the seat by `2 z² / 3 l`. The eye of an arm of the length `r` comes nearer to the
    /// seat by `z² / 2 r`.
    pub const CENTRE: f64 = 0.25;

    /// Height of the centres of the arms over the seat, by the offset of the eyes. As the leaf bends by the angle `w`,
    /// the eye moves up by `l w / 2` and back by `o w`. The eye's motion is perpendicular to the line from a point that
    /// is `3 l / 4` from the eye towards the seat and `3 o / 2` below the eye.
    pub const CENTRE_HEIGHT: f64 = -0.5;

    fn plane(&self) -> Plane {
        let up = match self.is_across_the_eyes {
            true => across(&self.axis, &(*self.fixed_eye - *self.shackle_eye)).normalize(),
            false => *self.axis,
        };
        Plane::new(
            up,
            [&self.fixed_eye, &self.seat, &self.shackle_eye, &self.shackle].map(|point| **point),
            LeafSpring::CENTRE_HEIGHT * *self.eye_offset,
        )
    }
}

/// The part of a vector across a line.
fn across(vector: &Vec3, line: &Vec3) -> Vec3 {
    vector - line * (line.dot(vector) / line.norm_squared())
}

/// The spring at the design position, relative to its seat.
struct Plane {
    along: Vec3,
    up: Vec3,
    /// Lengths of the halves to the frame's eye and to the shackle's, along.
    halves: [f64; 2],
    /// From the centre of its arm to the frame's eye, unit vector.
    arm: Vec3,
    /// Likewise of the shackle's half.
    other_arm: Vec3,
    /// From the frame's pivot to the eye, unit vector.
    shackle: Vec3,
}

impl Plane {
    /// Computed from the upward direction, the points, and the height of the arms' centres above the seat.
    fn new(up: Vec3, [fixed_eye, seat, shackle_eye, shackle]: [Vec3; 4], height: f64) -> Self {
        let along = across(&(fixed_eye - shackle_eye), &up).normalize();
        let lateral = up.cross(&along);
        let inside = |v: Vec3| across(&v, &lateral).normalize();
        let [a, b] = [along.dot(&(fixed_eye - seat)), along.dot(&(seat - shackle_eye))];
        let centre = |length: f64| seat + along * (LeafSpring::CENTRE * length) + up * height;
        Plane {
            along,
            up,
            halves: [a, b],
            arm: inside(fixed_eye - centre(a)),
            other_arm: inside(shackle_eye - centre(-b)),
            shackle: inside(shackle_eye - shackle),
        }
    }

    /// Sine of the angle between the shackle and the arm that it holds.
    fn sine(&self) -> f64 {
        self.up.cross(&self.along).dot(&self.other_arm.cross(&self.shackle))
    }
}

impl Element for LeafSpring {
    fn word(&self) -> &'static str {
        "leaf spring"
    }

    fn joint(&self) -> Option<JointId> {
        None
    }

    fn counts_turns_of(&self) -> Option<Turns> {
        None
    }

    fn bodies(&self, _: &[Joint]) -> Vec<BodyId> {
        vec![self.first, self.second]
    }

    fn efforts(&self) -> Vec<(Effort, &'static str)> {
        LeafSpring::EFFORTS.to_vec()
    }

    // The frame's eye moves with the frame. The shackle's eye moves only along its arm's circle, as far as the frame pushes it along the
    // shackle.
    fn directions(&self, _: &[Joint], length: f64) -> Vec<Direction> {
        let plane = self.plane();
        let [a, b] = plane.halves;
        let across = plane.up.cross(&plane.along);
        let circle = across.cross(&plane.other_arm);
        let lift = plane.shackle * (plane.up.dot(&circle) / plane.shackle.dot(&circle));
        let front = |along: Vec3| push(&self.fixed_eye, &along, length);
        let rear = |along: Vec3| push(&self.shackle, &along, length);
        let beside = |along: Vec3| push(&self.shackle_eye, &along, length);
        let camber = (front(plane.up) * b + rear(lift) * a) / (a + b);
        let windup = (rear(lift) * (a / b) - front(plane.up) * (b / a)) / (a + b) * length;
        let mut all = vec![camber];
        all.extend((*self.longitudinal > 0.0).then(|| front(plane.arm)));
        all.extend((*self.lateral > 0.0).then(|| (front(across) * b + beside(across) * a) / (a + b)));
        all.extend((*self.twist > 0.0).then(|| turn(&plane.along)));
        let yaw = self.yaw.as_ref().map_or(*self.lateral, |yaw| **yaw);
        all.extend((yaw > 0.0).then(|| (front(across) - beside(across)) / (a + b) * length));
        all.extend(
            self.windup
                .as_ref()
                .is_none_or(|windup| **windup > 0.0)
                .then_some(windup),
        );
        let seen = |rate| between(self.second, self.first, rate);
        all.into_iter().map(seen).collect()
    }

    fn seen_from(&self) -> Option<BodyId> {
        None
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        [&mut self.first, &mut self.second].map(Reference::Body).into()
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let set = match &mut self.set {
            Set::Camber(camber) => Listed::number("free_camber", &units::LENGTH, camber),
            Set::Preload(preload) => Listed::number("preload", &units::FORCE, preload),
        };
        let mut listed = vec![
            Listed::point("fixed_eye", &[self.first], &mut self.fixed_eye),
            Listed::point("seat", &[self.second], &mut self.seat),
            Listed::point("shackle_eye", &[self.second], &mut self.shackle_eye),
            Listed::point("shackle", &[self.first], &mut self.shackle),
            Listed::axis("axis", Role::Polar, &mut self.axis),
            Listed::curve("rate", &units::STIFFNESS, &mut self.elastic),
            set,
            Listed::number("longitudinal", &units::STIFFNESS, &mut self.longitudinal),
            Listed::number("lateral", &units::STIFFNESS, &mut self.lateral),
            Listed::number("twist", &units::TORSIONAL_STIFFNESS, &mut self.twist),
        ];
        let windup = self.windup.iter_mut();
        listed.extend(windup.map(|windup| Listed::number("windup", &units::TORSIONAL_STIFFNESS, windup)));
        let yaw = self.yaw.iter_mut();
        listed.extend(yaw.map(|yaw| Listed::number("yaw", &units::TORSIONAL_STIFFNESS, yaw)));
        listed.push(Listed::number("eye_offset", &units::LENGTH, &mut self.eye_offset));
        listed.push(Listed::number("damping_time", &units::TIME, &mut self.damping_time));
        if let Some(Rubbing { limit, speed }) = &mut self.friction {
            listed.push(Listed::number("friction", &units::FORCE, limit));
            listed.push(Listed::number("speed", &units::SPEED, speed));
        }
        listed
    }

    fn variant(&self) -> &'static str {
        match self.is_across_the_eyes {
            true => "across the eyes",
            false => "",
        }
    }

    fn turn_over(&mut self) -> Option<SignalId> {
        None
    }

    fn goes_in_lanes(&self) -> bool {
        true
    }
}

/// Least sine of the angle, at the design position, between the shackle and the half of the spring that the shackle
/// carries: 10 degrees. With a smaller angle, the shackle turns over within the travel.
const LEAST_SINE: f64 = 0.17;

pub(super) fn read<'a>(element: &'a syntax::Element, context: &mut Context<'a>) -> Option<LeafSpring> {
    let form = context.form(element, &["frame", "axle"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let points = ["fixed_eye", "seat", "shackle_eye", "shackle"]
        .map(|key| geometry::required_point(&mut attributes, key, context));
    let given_axis = attributes.optional("axis");
    let axis = match given_axis {
        Some(value) => geometry::axis(value, context),
        None => Some(context.turned(Axis::unit(Vec3::z()))),
    };
    let ledger = &mut context.ledger;
    let rate = attributes.needed("rate");
    let elastic = rate.and_then(|value| curve::curve(value, "rate", &curve::ELASTIC, ledger));
    let set = set(&mut attributes, element, ledger);
    let [longitudinal, lateral] =
        ["longitudinal", "lateral"].map(|key| quantity::declared(&mut attributes, key, Sign::NotNegative, ledger));
    let [windup, yaw] =
        ["windup", "yaw"].map(|key| quantity::optional(&mut attributes, key, Sign::NotNegative, ledger));
    let eye_offset = quantity::declared(&mut attributes, "eye_offset", Sign::Any, ledger);
    let [twist, damping_time] =
        ["twist", "damping_time"].map(|key| quantity::declared(&mut attributes, key, Sign::NotNegative, ledger));
    let friction = friction::rubbing(&mut attributes, &LEAVES, ledger);
    attributes.finish(ledger);
    let ((first, second), [fixed_eye, seat, shackle_eye, shackle]) = (bodies?, points);
    let spring = LeafSpring {
        first,
        second,
        fixed_eye: fixed_eye?,
        seat: seat?,
        shackle_eye: shackle_eye?,
        shackle: shackle?,
        axis: axis?,
        is_across_the_eyes: given_axis.is_none(),
        eye_offset: eye_offset?,
        elastic: elastic?,
        set: set?,
        longitudinal: longitudinal?,
        lateral: lateral?,
        twist: twist?,
        windup: windup?,
        yaw: yaw?,
        damping_time: damping_time?,
        friction: friction?,
    };
    check_shape(&spring, element.name.span, ledger)?;
    let place = rate.map_or(element.name.span, Value::span);
    check_windup(&spring, place, ledger)?;
    check_load(&spring, place, ledger)?;
    Some(spring)
}

static LEAVES: friction::Pair = friction::Pair {
    quantity: &units::FORCE,
    help: "give the friction between the leaves as `friction: 300 N`, and as `speed: 5 mm/s` the speed at which it takes hold",
};

/// `free_camber: 120 mm` or `preload: 3 kN`
fn set(attributes: &mut Attributes, element: &syntax::Element, ledger: &mut Ledger) -> Option<Set> {
    let name = &element.name.text;
    match ["free_camber", "preload"].map(|key| attributes.attribute(key)) {
        [Some(camber), Some(preload)] => {
            let message = format!("the load of leaf spring `{name}` is given twice");
            ledger
                .error(&catalogue::CONFLICT, preload.key.span, message)
                .label("this load follows from the free camber")
                .also(camber.key.span, "the free camber is given here");
            None
        }
        [Some(_), None] => quantity::declared(attributes, "free_camber", Sign::Any, ledger).map(Set::Camber),
        [None, Some(_)] => quantity::declared(attributes, "preload", Sign::Any, ledger).map(Set::Preload),
        [None, None] => {
            if !["free_camber", "preload"].iter().any(|key| attributes.is_meant(key)) {
                let message = format!("leaf spring `{name}` lacks its load");
                ledger
                    .error(&catalogue::MISSING_ATTRIBUTE, element.name.span, message)
                    .help("give its `free_camber`, or its `preload` at the design position");
            }
            None
        }
    }
}

/// Whether the seat is between the eyes, and the shackle has a length and is transverse to its half of the spring.
fn check_shape(spring: &LeafSpring, place: SourceSpan, ledger: &mut Ledger) -> Option<()> {
    let [eyes, hanger] = [&spring.fixed_eye, &spring.shackle].map(|point| point - &spring.shackle_eye);
    for (between, what) in [
        (&eyes, "both eyes of the leaf spring are in one place"),
        (&hanger, "the shackle has no length"),
    ] {
        if between.norm() < geometry::SHORTEST {
            let problem = ledger.error(&catalogue::ZERO_LENGTH, place, what);
            problem.help("give different points as `fixed_eye`, `shackle_eye` and `shackle`");
            return None;
        }
        ledger.rule(Holds::Apart, components(between));
    }
    if across(&spring.axis, &eyes).norm() < LEAST_SINE {
        let message = "the axis of the leaf spring is along the line of its eyes";
        let problem = ledger.error(&catalogue::PARALLEL_AXES, place, message);
        problem.help(
            "give the direction from the axle up to the frame as `axis`, at least 10 deg off the line of the eyes",
        );
        return None;
    }
    let plane = spring.plane();
    let [a, b] = plane.halves;
    if a.min(b) < geometry::SHORTEST {
        let message = "the seat of the leaf spring is not between its eyes";
        let problem = ledger.error(&catalogue::OUT_OF_RANGE, place, message);
        let [a, b] = [a, b].map(quantity::digits);
        problem.label(format!(
            "along the spring, the eyes are {a} m before and {b} m behind it"
        ));
        problem.help("`axis` is upwards; the points are in the frame's axes");
        return None;
    }
    let sine = plane.sine().abs();
    if sine.is_nan() || sine < LEAST_SINE {
        let degrees = quantity::digits(sine.asin().to_degrees());
        let message = "the shackle is in line with the half of the spring that it holds";
        let problem = ledger.error(&catalogue::OUT_OF_RANGE, place, message);
        problem.label(format!(
            "the angle between them is {degrees} deg at the design position"
        ));
        problem.help("a shackle of at least 10 deg lets the spring become longer");
        return None;
    }
    Some(())
}

/// The stiffness in wind-up cannot follow from a characteristic, because it has no single stiffness.
fn check_windup(spring: &LeafSpring, place: SourceSpan, ledger: &mut Ledger) -> Option<()> {
    if spring.windup.is_some() || matches!(spring.elastic, Curve::Linear(_)) {
        return Some(());
    }
    let message = "`windup` is missing: it does not follow from a `rate` that is a curve";
    let problem = ledger.error(&catalogue::MISSING_ATTRIBUTE, place, message);
    problem.help("add `windup: 12 kN*m/rad`; of a straight rate it is the rate times the lengths of both halves");
    None
}

/// A load at the design position determines the deflection there only on a characteristic that rises.
fn check_load(spring: &LeafSpring, place: SourceSpan, ledger: &mut Ledger) -> Option<()> {
    let is_told = match &spring.set {
        Set::Camber(_) => true,
        Set::Preload(_) => matches!(spring.elastic, Curve::Linear(_)) || curve::rises(&spring.elastic),
    };
    if is_told {
        return Some(());
    }
    let message = "the `preload` does not tell where on this `rate` the spring stands at the design position";
    let problem = ledger.error(&catalogue::CONFLICT, place, message);
    problem.help("give the `free_camber`, or a rate that rises everywhere: a number, or a `table` of straight pieces");
    None
}
