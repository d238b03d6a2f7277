//! The text of springs, other force elements and wheels.

use super::numbers::{around, between, direction, list};
use super::{Push, Strut, Tyre};
use fastrand::Rng;
use nalgebra::Vector3;

/// A spring's attributes between two points near the bodies' centres of mass. Bits of `kinds`: rate, rate as a table,
/// damping, damping as a split or table, preload, bump stop, rebound stop, window.
pub fn strut(gene: &Strut, first: &Vector3<f64>, second: &Vector3<f64>) -> String {
    let mut rng = Rng::with_seed(gene.seed);
    let rng = &mut rng;
    let (from, to) = (around(rng, first, 0.05, 0.3), around(rng, second, 0.05, 0.3));
    let length = (to - from).norm().max(0.05);
    let has = |bit: u8| gene.kinds >> bit & 1 == 1;
    let mut attributes = vec![format!("from: {} m", list(&from)), format!("to: {} m", list(&to))];
    let mut add = |attribute: String| attributes.push(attribute);
    // At least one characteristic is required.
    if has(0) || !(has(2) || has(4) || has(5) || has(6)) {
        let rate = match has(1) {
            true => "table(deflection: [-80, -20, 0, 40, 150] mm, force: [-2, -0.3, 0, 0.5, 3] kN)".to_owned(),
            false => format!("{:.2} kN/m", between(rng, 0.5, 5.0)),
        };
        add(format!("rate: {rate}"));
        add(format!("free_length: {:.3} m", length * between(rng, 0.8, 1.2)));
    }
    if has(2) {
        let damping = match (has(3), has(0)) {
            (false, _) => format!("{:.0} N*s/m", between(rng, 20.0, 200.0)),
            (true, false) => "split(compression: 40 N*s/m, rebound: 150 N*s/m)".to_owned(),
            (true, true) => "table(speed: [-2, -0.5, 0, 1, 3] m/s, force: [-300, -100, 0, 60, 500] N)".to_owned(),
        };
        add(format!("damping: {damping}"));
        if has(7) {
            let window = [0.97, 1.02].map(|part| format!("{:.3}", length * part)).join(", ");
            add(format!("window: [{window}] m"));
            add("damping_outside: split(compression: 400 N*s/m, rebound: 250 N*s/m)".to_owned());
        }
    }
    if has(4) {
        add(format!("preload: {:.1} N", between(rng, -200.0, 200.0)));
    }
    if has(5) {
        let met = length * between(rng, 0.9, 0.99);
        add(format!("bump_stop: stop(length: {met:.3} m, rate: 20 kN/m)"));
    }
    if has(6) {
        let met = length * between(rng, 1.0, 1.05);
        let curve = "overtravel: [0, 10, 30] mm, force: [0, 0.2, 1.5] kN";
        add(format!("rebound_stop: stop(length: {met:.3} m, {curve})"));
    }
    attributes.join(", ")
}

/// Kinds of force elements other than spring-dampers.
pub enum Pushed {
    Load,
    Bushing,
    Joint,
}

/// The kind that the lowest two bits of `kinds` select: half of the kinds are loads.
pub fn pushed(gene: &Push) -> Pushed {
    match gene.kinds & 3 {
        0 | 1 => Pushed::Load,
        2 => Pushed::Bushing,
        _ => Pushed::Joint,
    }
}

/// A load's attributes. Bits of `kinds` from the third on: a torque; against another body; two bits for the body in
/// whose axes the load is given (its own, the ground, any).
pub fn load(gene: &Push, com: &Vector3<f64>, against: &str, seen_from: &str) -> String {
    let mut rng = Rng::with_seed(gene.seed);
    let rng = &mut rng;
    let has = |bit: u8| gene.kinds >> bit & 1 == 1;
    let mut attributes = vec![format!("axis: {}", list(&direction(rng)))];
    if has(2) {
        attributes.push(format!("torque: {:.1} N*m", between(rng, -50.0, 50.0)));
    } else {
        attributes.push(format!("at: {} m", list(&around(rng, com, 0.05, 0.3))));
        attributes.push(format!("force: {:.1} N", between(rng, -200.0, 200.0)));
    }
    if has(3) {
        attributes.push(format!("against: {against}"));
    }
    match gene.kinds >> 4 & 3 {
        0 => {}
        1 => attributes.push("in: ground".to_owned()),
        _ => attributes.push(format!("in: {seen_from}")),
    }
    attributes.join(", ")
}

/// A bushing's attributes, at a point near the middle between the bodies.
pub fn bushing(gene: &Push, middle: &Vector3<f64>) -> String {
    let mut rng = Rng::with_seed(gene.seed);
    let rng = &mut rng;
    let mut three = |high: f64| {
        let numbers = [0; 3].map(|_| format!("{:.1}", between(rng, 0.2 * high, high)));
        format!("[{}]", numbers.join(", "))
    };
    let rates = [three(900.0), three(40.0), three(20.0), three(2.0)];
    let [stiffness, torsional, damping, torsional_damping] = rates;
    let at = list(&around(rng, middle, 0.02, 0.2));
    format!(
        "at: {at} m, stiffness: {stiffness} N/m, torsional_stiffness: {torsional} N*m/rad, damping: {damping} N*s/m, \
         torsional_damping: {torsional_damping} N*m*s/rad"
    )
}

/// An element on a hinge or slide: a limit, friction, or a torsion spring. A load on a joint would be a load on the
/// body of the same name.
pub fn on_joint(gene: &Push, name: &str, joint: &str, slides: bool) -> String {
    let mut rng = Rng::with_seed(gene.seed);
    let size = between(&mut rng, 5.0, 60.0);
    match (gene.kinds >> 2 & 3, slides) {
        (0, true) => format!("limit {name}: on({joint}) {{ min: -10 mm, max: 20 mm, rate: {size:.1} kN/m }}"),
        (0, false) => format!("limit {name}: on({joint}) {{ max: 0.02 rad, rate: {size:.1} N*m/rad }}"),
        (_, true) => format!("friction {name}: on({joint}) {{ limit: {size:.1} N, speed: 0.5 m/s }}"),
        (1, false) => format!("friction {name}: on({joint}) {{ limit: {size:.1} N*m, speed: 1 rad/s }}"),
        (_, false) => format!(
            "torsion {name}: on({joint}) {{ rate: {size:.1} N*m/rad, free_angle: 0.1 rad, damping: 1 N*m*s/rad, preload: 3 N*m }}"
        ),
    }
}

/// A wheel's attributes. Bits of `kinds`: spins, has mass, has a diametral moment, has its own axis.
pub fn tyre(gene: &Tyre, carrier: &Vector3<f64>, driven_from: &str) -> String {
    let mut rng = Rng::with_seed(gene.seed);
    let rng = &mut rng;
    let has = |bit: u8| gene.kinds >> bit & 1 == 1;
    let mut attributes = vec![
        format!("centre: {} m", list(&around(rng, carrier, 0.05, 0.3))),
        format!("radius: {:.3} m", between(rng, 0.2, 0.5)),
        format!("driven_from: {driven_from}"),
    ];
    let spin = between(rng, 0.05, 0.5);
    let mut add = |wanted: bool, attribute: String| {
        if wanted {
            attributes.push(attribute);
        }
    };
    add(has(0), format!("spin_inertia: {spin:.3} kg*m^2"));
    add(has(1), format!("mass: {:.2} kg", between(rng, 0.5, 10.0)));
    add(has(2), format!("diametral_inertia: {:.3} kg*m^2", 0.7 * spin));
    add(has(3), format!("axis: {}", list(&direction(rng))));
    attributes.join(", ")
}
