//! Figures of the declared parts: positions and sizes of wheels, bodies and their masses.

use crate::vehicle::coupled;
use nalgebra::Vector3;
use wishbone_compiler::model::{BodyId, Curve, Joint, JointKind, Law, LeafSpring, Model, RollBar, Spring};
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
    all.extend(of_chassis(model));
    all.extend(model.springs.iter().flat_map(of_spring));
    all.extend(model.forces.iter().flat_map(|force| match &force.law {
        Law::RollBar(bar) => of_bar(&force.name, bar),
        Law::LeafSpring(leaf) => of_leaf(&force.name, leaf),
        _ => Vec::new(),
    }));
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
    let likely = match axis.y < 0.0 {
        true => "an `axis` that points to the right: the spindle points to the left",
        false => "degrees given as radians, or minutes as degrees",
    };
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
        .likely(likely)
        .possible(-20.0..=20.0),
    ];
    let (mass, across) = (*wheel.mass, *wheel.diametral_inertia);
    if let Some(spin) = wheel.spin_inertia.as_ref().map(|spin| **spin) {
        if mass > 0.0 {
            let ratio = spin / (mass * wheel.radius * wheel.radius);
            all.push(
                Checked::new(
                    format!("spin inertia / (mass * radius^2), {name}"),
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
                    format!("diametral inertia / spin inertia, {name}"),
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

/// Figures of a body: density, distance of the centre of mass from the box of its points, and radius of gyration
/// relative to its extent.
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
    let extent = size.max(2.0 * gyration);
    vec![
        Checked::new(
            format!("mass / cube of its size, {name}"),
            "kg/m^3",
            *body.mass / extent.powi(3),
            0.0..=12e3,
            "a cube of steel has 7850",
        )
        .likely("`mass` in a wrong unit"),
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

/// The chassis of these bodies of a unit: the heaviest body, if it has half of their mass. Otherwise the body to which most parts are attached,
/// whose mass may be wrong. The free joint to the ground does not count.
fn chassis(model: &Model, own: &[usize]) -> Option<usize> {
    let mass = |body: usize| *model.bodies[body].mass;
    let total: f64 = own.iter().map(|&body| mass(body)).sum();
    let joints = model.joints.iter().filter(|joint| !joint.kind.is_free());
    let joints = joints.flat_map(|joint| [joint.first, joint.second]);
    let springs = model.springs.iter().flat_map(|spring| [spring.first, spring.second]);
    let forces = model.forces.iter();
    let forces = forces.flat_map(|force| force.law.element().bodies(&model.joints));
    let mut parts = vec![0; model.bodies.len()];
    for body in joints.chain(springs).chain(forces) {
        parts[body.index()] += 1;
    }
    let rank = |body: usize| (mass(body) >= 0.5 * total, parts[body]);
    let bodies = own.iter().copied();
    bodies.max_by(|&one, &other| rank(one).cmp(&rank(other)).then(mass(one).total_cmp(&mass(other))))
}

/// Radii of gyration of the chassis by wheelbase and track of its unit, and masses of wheel carriers by the mass of the chassis. The unit is the
/// one with the foremost wheel, whichever body the free joint to the ground names.
fn of_chassis(model: &Model) -> Vec<Checked> {
    let is_free = |joint: &Joint| joint.kind.is_free() && [joint.first, joint.second].contains(&BodyId::GROUND);
    let wheels = model.wheels.iter();
    let foremost = wheels.reduce(|first, other| match other.centre.x > first.centre.x {
        true => other,
        false => first,
    });
    let Some(foremost) = foremost.filter(|_| model.joints.iter().any(is_free)) else {
        return Vec::new();
    };
    let units = coupled::of_bodies(model);
    let is_own = |body: usize| units[body] == units[foremost.carrier.index()];
    let own: Vec<usize> = (1..model.bodies.len()).filter(|&body| is_own(body)).collect();
    let total: f64 = own.iter().map(|&body| *model.bodies[body].mass).sum();
    let Some(chassis) = chassis(model, &own) else {
        return Vec::new();
    };
    let body = &model.bodies[chassis];
    let mut all = Vec::new();
    for (place, carrier) in model.bodies.iter().enumerate().skip(1) {
        let carries = model.wheels.iter().any(|wheel| wheel.carrier.index() == place);
        if carries && place != chassis {
            let name = format!("mass / mass of `{}`, {}", body.name, carrier.name);
            let share = 100.0 * *carrier.mass / *body.mass;
            all.push(
                Checked::new(
                    name,
                    "%",
                    share,
                    0.0..=100.0,
                    "wheel carriers are lighter than the chassis",
                )
                .likely("`mass` in a wrong unit"),
            );
        }
    }
    let wheels = model.wheels.iter().filter(|wheel| is_own(wheel.carrier.index()));
    let places = wheels.clone().map(|wheel| *wheel.centre);
    let spread = |axis: usize| {
        let each = places.clone().map(|place| place[axis]);
        each.clone().fold(f64::NEG_INFINITY, f64::max) - each.fold(f64::INFINITY, f64::min)
    };
    let (length, width) = (spread(0), spread(1));
    if wheels.count() < 4 || *body.mass < 0.5 * total || length < 0.5 * width {
        return all;
    }
    for (axis, name, by, usual) in [
        (0, "roll", width, 0.12..=0.7),
        (1, "pitch", length, 0.22..=0.8),
        (2, "yaw", length, 0.22..=0.8),
    ] {
        let radius = (body.inertia[(axis, axis)] / *body.mass).sqrt();
        let beside = if axis == 0 { "track" } else { "wheelbase" };
        let source = "cars 0.3 to 0.5 (Gillespie 1992, appendix A)";
        all.push(
            Checked::new(
                format!("radius of gyration in {name} / {beside}, {}", body.name),
                "",
                radius / by,
                usual,
                source,
            )
            .likely("`inertia` in a wrong unit, or its axes exchanged (x forward, y to the left, z up)"),
        );
    }
    all
}

/// Rate, damping and lengths of a spring.
fn of_spring(spring: &Spring) -> Vec<Checked> {
    let name = &spring.name;
    let mut all = Vec::new();
    let rate = spring.elastic.as_ref().and_then(slope);
    all.extend(rate.map(|rate| {
        Checked::new(
            format!("rate, {name}"),
            "N/mm",
            1e-3 * rate,
            2.0..=3000.0,
            "cars 15 to 150, trucks to 1000",
        )
        .likely("`rate` in N/m in place of N/mm or kN/m, or the other way round")
    }));
    let damping = spring.damping.as_ref().and_then(|damping| even(&damping.curve));
    all.extend(damping.map(|damping| {
        Checked::new(
            format!("damping, {name}"),
            "N*s/m",
            damping,
            50.0..=150e3,
            "cars 1000 to 5000, trucks to 30000",
        )
        .likely("`damping` in N*s/m in place of N*s/mm, or the other way round")
    }));
    if let Some(Curve::Split { negative, positive }) = spring.damping.as_ref().map(|damping| &damping.curve)
        && **negative > 0.0
    {
        all.push(
            Checked::new(
                format!("damping in rebound / in compression, {name}"),
                "",
                **positive / **negative,
                0.8..=8.0,
                "cars 1.5 to 4 (Reimpell, Stoll & Betzler 2001, chapter 5)",
            )
            .likely("`compression` and `rebound` exchanged"),
        );
    }
    let length = (*spring.to - *spring.from).norm();
    let by_length = |what: &str, own: f64, usual| {
        let name = format!("{what} / length at the design position, {name}");
        Checked::new(
            name,
            "",
            own / length,
            usual,
            "stops lie on both sides of the design position",
        )
        .likely("a length in a wrong unit, or stops exchanged")
    };
    all.extend(
        spring
            .bump_stop
            .as_ref()
            .map(|stop| by_length("bump stop", *stop.length, 0.3..=1.1)),
    );
    all.extend(
        spring
            .rebound_stop
            .as_ref()
            .map(|stop| by_length("rebound stop", *stop.length, 0.9..=2.5)),
    );
    for (what, stop) in [("bump", &spring.bump_stop), ("rebound", &spring.rebound_stop)] {
        let own = stop.as_ref().and_then(|stop| even(&stop.curve));
        all.extend(own.zip(rate).map(|(own, rate)| {
            Checked::new(
                format!("rate of the {what} stop / rate of the spring, {name}"),
                "",
                own / rate,
                0.1..=1000.0,
                "a stop ends the travel",
            )
            .likely("`rate` of the stop in a wrong unit")
        }));
    }
    if rate.is_some() {
        all.push(by_length("free length", *spring.free_length, 0.3..=3.0));
    }
    all
}

/// Rate of an anti-roll bar, and deviation of its ends from mirror images.
fn of_bar(name: &str, bar: &RollBar) -> Vec<Checked> {
    let mut all = Vec::new();
    all.extend(slope(&bar.elastic).map(|rate| {
        Checked::new(
            format!("rate, {name}"),
            "N/mm",
            1e-3 * rate,
            0.5..=1000.0,
            "cars 5 to 60",
        )
        .likely("`rate` in N/m in place of N/mm or kN/m, or the other way round")
    }));
    let (from, to) = (*bar.from, *bar.to);
    let off = Vector3::new(from.x - to.x, from.y + to.y, from.z - to.z).norm();
    let source = "its ends are mirror images";
    all.push(
        Checked::new(
            format!("ends beside their mirror images, {name}"),
            "mm",
            1e3 * off,
            0.0..=150.0,
            source,
        )
        .likely("an end in a wrong unit or with a wrong sign"),
    );
    all
}

/// Rate of a leaf spring, and its length between the eyes.
fn of_leaf(name: &str, leaf: &LeafSpring) -> Vec<Checked> {
    let mut all = Vec::new();
    all.extend(slope(&leaf.elastic).map(|rate| {
        Checked::new(
            format!("rate, {name}"),
            "N/mm",
            1e-3 * rate,
            5.0..=4000.0,
            "usual: cars 15 to 60, trucks to 1000, trunnion springs to 3000, by 8 E n b t³ / (3 L³)",
        )
        .likely("`rate` in N/m in place of N/mm or kN/m, or the other way round")
    }));
    let length = (*leaf.fixed_eye - *leaf.shackle_eye).norm();
    all.extend(of_directions(name, leaf));
    all.push(
        Checked::new(
            format!("length between the eyes, {name}"),
            "m",
            length,
            0.5..=2.2,
            "usual: cars 1.0 to 1.5, trucks to 2",
        )
        .likely("an eye in a wrong unit or with a wrong sign"),
    );
    all
}

/// Figures of a leaf spring in its other directions, and the friction between its leaves.
fn of_directions(name: &str, leaf: &LeafSpring) -> Vec<Checked> {
    let rate = slope(&leaf.elastic).filter(|rate| *rate > 0.0);
    let by_rate = |what: &str, stiffness: f64, usual, source| {
        let part = rate.map(|rate| stiffness / rate).filter(|_| stiffness > 0.0);
        part.map(|part| {
            Checked::new(format!("{what} / rate, {name}"), "", part, usual, source)
                .likely("a stiffness or a `rate` in N/m in place of N/mm, or the other way round")
        })
    };
    let mut all = Vec::new();
    all.extend(by_rate("stiffness along", *leaf.longitudinal, 3.0..=1000.0, ALONG));
    all.extend(by_rate("stiffness across", *leaf.lateral, 2.0..=300.0, ACROSS));
    if let Some(rubbing) = &leaf.friction {
        all.push(
            Checked::new(
                format!("friction between the leaves, {name}"),
                "N",
                *rubbing.limit,
                10.0..=20e3,
                "2 to 15 % of the load of a spring (Fancher et al. 1980): 100 to 15000 N",
            )
            .likely("`friction` in kN in place of N, or the other way round"),
        );
    }
    all
}

/// An eye in a rubber bushing and a main leaf in tension.
const ALONG: &str = "the eye's bushing, about 2 kN/mm, by rates of 15 to 300 N/mm: 7 to 130; hard eyes more";

/// The ratio of a half's lateral stiffness to its vertical stiffness is the square of width over thickness, as for a
/// cantilever; shackle and bushings yield as well.
const ACROSS: &str = "bending across, (b/t)^2 of 25 to 100 with bushings in series: 5 to 60";

/// Mean of the slopes on both sides of zero, with the parameters at their defaults; `None` for a curve that is level
/// there.
fn slope(curve: &Curve) -> Option<f64> {
    match curve {
        Curve::Polynomial(polynomial) => {
            let linear = polynomial.ordinates.first();
            linear.map(|linear| **linear / *polynomial.abscissa)
        }
        Curve::Table(table) => {
            let pieces = table.x.windows(2).zip(table.y.windows(2));
            let pieces = pieces.map(|(x, y)| ([x[0], x[1]], (y[1] - y[0]) / (x[1] - x[0])));
            let pieces: Vec<([f64; 2], f64)> = pieces.collect();
            let outermost = if table.x[0] > 0.0 {
                pieces.first()
            } else {
                pieces.last()
            };
            let at_zero = pieces.iter().filter(|([from, to], _)| *from <= 0.0 && 0.0 <= *to);
            let mut slopes: Vec<f64> = at_zero.map(|(_, slope)| *slope).collect();
            if slopes.is_empty() {
                slopes.extend(outermost.map(|(_, slope)| *slope));
            }
            let mean = slopes.iter().sum::<f64>() / slopes.len() as f64;
            Some(mean * *table.scale / *table.stretch)
        }
        straight => even(straight),
    }
    .filter(|slope| *slope != 0.0)
}

/// Mean of the slopes on both sides of zero; `None` for a curve through points: a stop may begin softly, and a damper
/// may be steep at slow speeds.
fn even(curve: &Curve) -> Option<f64> {
    match curve {
        Curve::Linear(slope) | Curve::Degressive { slope, .. } => Some(**slope),
        Curve::Split { negative, positive } => Some(0.5 * (**negative + **positive)),
        Curve::Polynomial(_) | Curve::Table(_) => None,
    }
}

/// Points of a body: the points of its joints and springs, and its wheel centres. A free joint holds nothing.
pub(super) fn held(model: &Model, body: BodyId) -> Vec<Vector3<f64>> {
    let mut points = Vec::new();
    for joint in model.joints.iter().filter(|joint| !joint.kind.is_free()) {
        if joint.first == body || joint.second == body {
            let ends: Vec<Vector3<f64>> = joint.kind.points().iter().map(|point| **point).collect();
            // Each end of a link belongs to one body.
            if let [from, to] = ends[..] {
                points.push(if joint.second == body { to } else { from });
            } else {
                points.extend(ends);
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

/// Assumed reach of a body to both sides along the axis of a joint in which it slides [m].
const REACH: f64 = 0.5;

/// Points along the axis of a sliding joint, since a rod reaches as far as it slides.
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
