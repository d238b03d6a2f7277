//! Figures of the declared parts: where wheels, bodies and their masses are, and how large.

use nalgebra::Vector3;
use wishbone_compiler::model::{BodyId, Joint, JointKind, Model};
use wishbone_studies::plausibility::Checked;

const TYRES: &str = "motorcycles to trucks: radii 0.2 to 0.75 m";

/// Figures of wheels, bodies and gravity.
pub fn figures(model: &Model) -> Vec<Checked> {
    let mut all = vec![
        Checked::new(
            "gravity along z",
            "m/s^2",
            model.gravity.z,
            -9.9..=-9.7,
            "on Earth (ISO 80000-3)",
        )
        .likely("sign or unit of `gravity`")
        .possible(f64::NEG_INFINITY..=0.0),
    ];
    all.extend(of_axles(model));
    all.extend((0..model.wheels.len()).flat_map(|wheel| of_wheel(model, wheel)));
    all.extend((1..model.bodies.len()).flat_map(|body| of_body(model, body)));
    all
}

/// Tracks, the wheelbase, and heights of the ground under the wheels.
fn of_axles(model: &Model) -> Vec<Checked> {
    let wheels = &model.wheels;
    let mut all = Vec::new();
    let ground = |wheel: usize| wheels[wheel].centre.z - wheels[wheel].radius * wheels[wheel].axis.xy().norm();
    let extent = |of: &dyn Fn(usize) -> f64| {
        let each = (0..wheels.len()).map(of);
        let [least, most] = each.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], own| {
            [least.min(own), most.max(own)]
        });
        most - least
    };
    if wheels.len() < 2 {
        return all;
    }
    let track = extent(&|wheel| wheels[wheel].centre.y);
    let length = extent(&|wheel| wheels[wheel].centre.x);
    if track > 0.0 {
        all.push(
            Checked::new(
                "greatest track",
                "m",
                track,
                0.9..=3.0,
                "small cars to trucks (Council Directive 96/53/EC)",
            )
            .likely("y of the wheel centres in a wrong unit")
            .possible(0.05..=30.0),
        );
    }
    if length > 0.5 * track {
        all.push(
            Checked::new(
                "from the first axle to the last",
                "m",
                length,
                1.4..=20.0,
                "small cars to laden lorries (Council Directive 96/53/EC)",
            )
            .likely("x of the wheel centres in a wrong unit")
            .possible(0.1..=200.0),
        );
    }
    all.push(
        Checked::new(
            "difference of the ground under the wheels",
            "mm",
            1e3 * extent(&ground),
            0.0..=150.0,
            "the design position stands about level",
        )
        .likely("z or radius of a wheel in a wrong unit, z counted downward, or an `origin` at another height"),
    );
    all
}

fn of_wheel(model: &Model, place: usize) -> Vec<Checked> {
    let wheel = &model.wheels[place];
    let name = &wheel.name;
    let side = if wheel.centre.y < 0.0 { -1.0 } else { 1.0 };
    let axis = *wheel.axis;
    let mut all = vec![
        Checked::new(format!("radius, {name}"), "m", wheel.radius, 0.15..=0.9, TYRES)
            .likely("a diameter, mm or inches in place of m")
            .possible(0.02..=5.0),
        Checked::new(
            format!("static camber, {name}"),
            "deg",
            side * (-axis.z).atan2(axis.xy().norm()).to_degrees(),
            -6.0..=6.0,
            "cars -2 to 1, racing cars -4 (Milliken & Milliken 1995, chapter 19)",
        )
        .likely("degrees given as radians, or z of the axis")
        .possible(-25.0..=25.0),
        Checked::new(
            format!("static toe, {name}"),
            "deg",
            side * axis.x.atan2(axis.y).to_degrees(),
            -2.0..=2.0,
            "cars -0.3 to 0.3 (Milliken & Milliken 1995, chapter 19)",
        )
        .likely("degrees given as radians, or minutes as degrees")
        .possible(-20.0..=20.0),
    ];
    let (mass, across) = (*wheel.mass, *wheel.diametral_inertia);
    if let Some(spin) = wheel.spin_inertia.as_ref().map(|spin| **spin) {
        if mass > 0.0 {
            let ratio = spin / (mass * wheel.radius * wheel.radius);
            all.push(
                Checked::new(
                    format!("spin inertia by mass and radius, {name}"),
                    "",
                    ratio,
                    0.1..=1.6,
                    "a disc has 0.5, a hoop 1",
                )
                .likely("`spin_inertia` or `mass` in a wrong unit"),
            );
        }
        if across > 0.0 {
            all.push(
                Checked::new(
                    format!("diametral by spin inertia, {name}"),
                    "",
                    across / spin,
                    0.3..=1.2,
                    "a disc has 0.5, a ball 1",
                )
                .likely("`diametral_inertia` and `spin_inertia` exchanged, or a wrong unit"),
            );
        }
    }
    all
}

/// The centre of mass beside the body's points, and the radius of gyration by their extent.
fn of_body(model: &Model, place: usize) -> Vec<Checked> {
    let body = &model.bodies[place];
    let points = held(model, BodyId::from(place));
    let Some(first) = points.first().filter(|_| points.len() > 1) else {
        return Vec::new();
    };
    let (mut least, mut most) = (*first, *first);
    for point in &points {
        least = least.inf(point);
        most = most.sup(point);
    }
    let size = (most - least).norm();
    let com = *body.com;
    let outside = (least - com).sup(&(com - most)).sup(&Vector3::zeros()).norm();
    let gyration = (0.5 * body.inertia.trace() / *body.mass).sqrt();
    let name = &body.name;
    vec![
        Checked::new(
            format!("centre of mass beside its points, {name}"),
            "mm",
            1e3 * outside,
            0.0..=1e3 * (0.06 + 0.5 * size),
            "a body lies about between the points that hold it",
        )
        .likely("`com` in other axes, with another origin, or in a wrong unit"),
        Checked::new(
            format!("radius of gyration, {name}"),
            "mm",
            1e3 * gyration,
            1e3 * (0.004 * size).min(0.001)..=1e3 * (0.55 + size),
            "of the size of the body",
        )
        .likely("`inertia` or `mass` in a wrong unit"),
    ]
}

/// Points of a body: those of its joints and springs, and its wheel centres.
fn held(model: &Model, body: BodyId) -> Vec<Vector3<f64>> {
    let mut points = Vec::new();
    for joint in &model.joints {
        if joint.first == body || joint.second == body {
            let ends: Vec<Vector3<f64>> = joint.kind.points().iter().map(|point| **point).collect();
            match joint.kind.rod() {
                // Of a rod's two ends each belongs to one body.
                Some(_) if ends.len() == 2 => points.push(ends[usize::from(joint.second == body)]),
                _ => points.extend(ends),
            }
            points.extend(along_its_axis(joint));
        }
    }
    for spring in &model.springs {
        points.extend((spring.first == body).then_some(*spring.from));
        points.extend((spring.second == body).then_some(*spring.to));
    }
    let wheels = model.wheels.iter().filter(|wheel| wheel.carrier == body);
    points.extend(wheels.map(|wheel| *wheel.centre));
    points
}

/// Length over which a body is taken to reach along the axis of a joint in which it slides, to both sides [m].
const REACH: f64 = 0.5;

/// Places along the axis of a joint in which bodies slide: a rod reaches as far as it slides.
fn along_its_axis(joint: &Joint) -> Vec<Vector3<f64>> {
    let slides = matches!(
        joint.kind,
        JointKind::Prismatic(_) | JointKind::Cylindrical(_) | JointKind::Screw(_)
    );
    let (points, directions) = (joint.kind.points(), joint.kind.directions());
    let (Some(point), Some(axis), true) = (points.first(), directions.first(), slides) else {
        return Vec::new();
    };
    [-REACH, REACH].map(|way| **point + way * ***axis).into()
}
