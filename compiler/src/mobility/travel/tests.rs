//! Travel of wheels, compared with loops that are closed by a different method. It is Newton's method with derivatives
//! by finite differences. The wheel heights are among its equations, and it uses dense singular values.

use super::*;
use crate::kinematics::Mechanism;
use crate::mobility::Coordinate;
use crate::mobility::Event;
use crate::pipeline::{Compiled, compile_text};

/// A chassis on the ground, with these items.
fn compiled(items: &str) -> Compiled {
    let text = format!(
        "Car {{
            body chassis {{ mass: 1000 kg, com: [0, 0, 0.5] m, inertia: [400, 1500, 1700] kg*m^2 }}
            joint ride: fixed(ground, chassis)
            {items}
        }}"
    );
    compile_text(&text).unwrap_or_else(|d| panic!("{:?}", d.iter().map(|d| &d.message).collect::<Vec<_>>()))
}

fn warnings(compiled: &Compiled) -> Vec<String> {
    compiled
        .warnings
        .iter()
        .map(|d| format!("{} {}", d.code.id, d.message))
        .collect()
}

fn travel(compiled: &Compiled) -> &Travel {
    &compiled.mobility.findings[0].travel
}

/// Closes the loops of the first group with its wheels lifted to the given heights, in small steps. Returns the least
/// singular value of the equations there, divided by the least singular value at the design position; `None` if no such
/// position is found.
fn lifted(compiled: &Compiled, heights: &[f64]) -> Option<f64> {
    let mechanism = Mechanism::new(&compiled.model, &compiled.topology);
    let closure = &compiled.mobility.closures[0];
    let linkage = Linkage::new(&mechanism, &closure.group);
    let design = linkage.design();
    let rank = closure.rows.len();
    let least = |stance: &Stance| linear::singular_values(&linkage.equations(stance).1)[rank - 1];
    let start = linkage.wheel_centres(&design);
    let residual = |stance: &Stance, part: f64| {
        let centres = linkage.wheel_centres(stance);
        let lifts = centres
            .iter()
            .zip(&start)
            .zip(heights)
            .map(|((now, before), h)| now.z - before.z - part * h);
        let open = linkage.equations(stance).0;
        DVector::from_iterator(open.len() + heights.len(), open.iter().copied().chain(lifts))
    };
    let (steps, small) = (60, 1e-6);
    let mut stance = design.clone();
    for step in 1..=steps {
        let part = step as f64 / steps as f64;
        let mut here = residual(&stance, part);
        for _ in 0..30 {
            if here.amax() < 1e-10 {
                break;
            }
            let count = linkage.speeds.len();
            let unit = |k: usize| DVector::from_fn(count, |row, _| if row == k { small } else { 0.0 });
            let column = |k: usize| (residual(&linkage.moved(&stance, &unit(k)), part) - &here) / small;
            let jacobian = DMatrix::from_columns(&(0..count).map(column).collect::<Vec<_>>());
            let delta = jacobian.svd(true, true).solve(&-&here, 1e-9).ok()?;
            // A jump would lead to a different branch.
            if delta.amax() > 0.2 * linkage.length {
                return None;
            }
            stance = linkage.moved(&stance, &delta);
            here = residual(&stance, part);
        }
        if here.amax() > 1e-8 {
            return None;
        }
    }
    Some(least(&stance) / least(&design))
}

/// A double wishbone with its upper ball at the given height [mm], and its lower ball at 185 mm.
fn near_balls(apart: &str) -> Compiled {
    compiled(&format!(
        "body lower_arm {{ mass: 6.5 kg, com: [0, 0.53, 0.196] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }}
        body upper_arm {{ mass: 3.5 kg, com: [-0.015, 0.555, 0.511] m, inertia: [0.03, 0.025, 0.05] kg*m^2 }}
        body knuckle {{ mass: 38 kg, com: [0.005, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }}
        joint lower_pivot: revolute(chassis, lower_arm) {{ through: [[-0.19, 0.37, 0.215] m, [0.16, 0.36, 0.2] m] }}
        joint lower_ball: spherical(lower_arm, knuckle) {{ at: [10, 700, 185] mm }}
        joint upper_pivot: revolute(chassis, upper_arm) {{ through: [[-0.14, 0.45, 0.495] m, [0.11, 0.44, 0.51] m] }}
        joint upper_ball: spherical(upper_arm, knuckle) {{ at: [10, 700, {apart}] mm }}
        link tie_rod: distance(chassis, knuckle) {{ from: [-0.14, 0.37, 0.235] m, to: [-0.13, 0.68, 0.225] m }}
        wheel front: on(knuckle) {{ centre: [0, 0.75, 0.31] m, radius: 0.33 m }}"
    ))
}

/// The smaller the distance between the two balls of the kingpin is, the less they constrain the knuckle. From 30 mm
/// down to a thousandth of a millimetre there is a warning, and the play of the wheel grows as the distance decreases.
#[test]
fn balls_that_draw_near_are_told_the_more_the_nearer() {
    let mut plays = Vec::new();
    for apart in ["215", "195", "186", "185.001"] {
        let compiled = near_balls(apart);
        let warnings = warnings(&compiled);
        assert!(
            !warnings.is_empty() && warnings.iter().all(|w| w.starts_with("W0325")),
            "{apart}: {warnings:?}"
        );
        assert!(warnings.iter().any(|w| w.contains(" mm")), "{apart}: {warnings:?}");
        plays.push(travel(&compiled).play.value());
    }
    assert!(plays.is_sorted(), "{plays:?}");
    // Both ends of the short kingpin are held in the same way. An opening turns the knuckle by an angle that is
    // inversely proportional to their distance.
    let grown = plays[3] / plays[2];
    assert!((grown - 1000.0).abs() < 10.0, "{plays:?}");
}

/// A rigid axle on two rods and one arm that also swings sideways. In roll, the sideways angle of the arm turns back,
/// but far beyond the travel of the wheels.
#[test]
fn a_three_link_axle_that_passes_its_travel_is_not_warned_of() {
    let compiled = compiled(
        "body axle { mass: 70 kg, com: [0, 0, 0.3] m, inertia: [9, 1.2, 9.5] kg*m^2 }
        body upper { mass: 4 kg, com: [0.3, 0, 0.45] m, inertia: [0.01, 0.1, 0.1] kg*m^2 }
        joint front: universal(chassis, upper) { at: [0.5, 0, 0.44] m, axes: [y, z] }
        joint rear: spherical(upper, axle) { at: [0, 0, 0.46] m }
        mirror left as right {
            link arm: distance(chassis, axle) { from: [0.6, 0.45, 0.28] m, to: [0, 0.5, 0.24] m }
            wheel tyre: on(axle) { centre: [0, 0.75, 0.3] m, radius: 300 mm }
        }
        link panhard: distance(chassis, axle) { from: [-0.1, 0.5, 0.33] m, to: [-0.1, -0.45, 0.3] m }",
    );
    assert_eq!(warnings(&compiled), [""; 0]);
    // A coordinate of the arm does turn back if the others are held.
    assert!(
        travel(&compiled)
            .ranges
            .iter()
            .any(|range| range.end.is_some() && range.travel.abs() < 0.25)
    );
    for heights in [[0.2, 0.2], [-0.2, -0.2], [0.15, -0.15], [-0.15, 0.15]] {
        let least = lifted(&compiled, &heights);
        assert!(least.is_some_and(|least| least > 0.3), "{heights:?}: {least:?}");
    }
}

/// A De Dion tube that a short Watt linkage holds sideways. The linkage locks long before its equations lose rank.
#[test]
fn a_de_dion_axle_that_locks_is_told_in_wheel_travel() {
    let items = |rod: f64| {
        format!(
            "body tube {{ mass: 30 kg, com: [0, 0, 0.3] m, inertia: [5, 1, 5] kg*m^2 }}
            body crank {{ mass: 1 kg, com: [-0.1, 0, 0.3] m, inertia: [0.002, 0.001, 0.001] kg*m^2 }}
            mirror left as right {{
                link arm: distance(chassis, tube) {{ from: [0.6, 0.45, 0.25] m, to: [0, 0.5, 0.24] m }}
                wheel tyre: on(tube) {{ centre: [0, 0.75, 0.3] m, radius: 300 mm }}
            }}
            link torque_rod: distance(chassis, tube) {{ from: [0.5, 0, 0.44] m, to: [0, 0, 0.46] m }}
            joint crank_pivot: revolute(tube, crank) {{ axis: x, at: [-0.1, 0, 0.3] m }}
            link left_rod:  distance(chassis, crank) {{ from: [-0.1, {rod}, 0.33] m, to: [-0.1, 0, 0.33] m }}
            link right_rod: distance(chassis, crank) {{ from: [-0.1, -{rod}, 0.27] m, to: [-0.1, 0, 0.27] m }}"
        )
    };
    let short = compiled(&items(0.14));
    let ranges = &travel(&short).wheels;
    let up = &ranges[0];
    assert!(
        matches!(&up.end, Some(end) if end.event == Event::TurnsBack),
        "{ranges:?}"
    );
    // The axle can heave to just below this height with regular equations, and no farther.
    let regular = lifted(&short, &[up.travel - 0.001; 2]);
    assert!(regular.is_some_and(|least| least > 0.2), "{regular:?}");
    assert_eq!(lifted(&short, &[up.travel + 0.001; 2]), None);
    let told = format!(
        "W0325 `left.tyre` and `right.tyre` move up {} from the design position and no farther",
        millimetres(up.travel)
    );
    assert!(warnings(&short).contains(&told), "{:?}", warnings(&short));
    // Wheels of a tenth of the size need not travel as far.
    let small = items(0.14).replace("radius: 300 mm", "radius: 30 mm");
    assert_eq!(warnings(&compiled(&small)), [""; 0]);
    // With rods of half a metre the axle travels freely.
    assert_eq!(warnings(&compiled(&items(0.5))), [""; 0]);
}

/// Two parallel bars of 400 mm, inclined by 0.125 rad, carry a wheel. 50 mm farther down, the bars lie on their base
/// line, where the parallelogram can fold.
#[test]
fn a_parallelogram_that_becomes_flat_is_told_in_wheel_travel() {
    let (y, z) = (0.4 * (1.0 - 0.125_f64 * 0.125).sqrt(), 0.4 * 0.125);
    let bar = |name: &str, foot: f64| {
        format!(
            "body {name} {{ mass: 3 kg, com: [0, {0}, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            joint {name}_foot: revolute(chassis, {name}) {{ axis: x, at: [0, {foot}, 0.3] m }}
            joint {name}_tip: revolute({name}, carrier) {{ axis: x, at: [0, {0}, {1}] m }}",
            foot + y,
            0.3 + z
        )
    };
    let compiled = compiled(&format!(
        "body carrier {{ mass: 30 kg, com: [0, 0.8, 0.35] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }}
        {} {}
        wheel tyre: on(carrier) {{ centre: [0, 0.9, 0.35] m, radius: 0.3 m }}
        redundant: accept",
        bar("inner", 0.3),
        bar("outer", 0.5)
    ));
    let down = &travel(&compiled).wheels[1];
    assert!((down.travel + z).abs() < 1e-4, "{down:?}");
    let end = down.end.as_ref().expect("an end");
    assert_eq!(end.event, Event::Branches);
    let told = warnings(&compiled);
    let message = "`tyre` moves down 50 mm from the design position to a singular position, where";
    assert!(told.len() == 1 && told[0].contains(message), "{told:?}");
}

/// A rack that moves freely is followed as a coordinate in addition to the height, which is held.
#[test]
fn steering_is_followed_beside_the_heights() {
    let compiled = compiled(
        "body rack { mass: 3 kg, com: [0, 0, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body knuckle { mass: 30 kg, com: [0, 0.75, 0.3] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }
        joint slide: prismatic(chassis, rack) { axis: y, at: [0.12, 0, 0.3] m }
        joint pivot: revolute(chassis, arm) { axis: x, at: [0, 0.3, 0.3] m }
        joint kingpin: revolute(arm, knuckle) { axis: z, at: [0, 0.7, 0.3] m }
        link tie_rod: distance(rack, knuckle) { from: [0.12, 0.3, 0.3] m, to: [0.12, 0.7, 0.3] m }
        wheel front: on(knuckle) { centre: [0, 0.8, 0.3] m, radius: 0.3 m }",
    );
    assert_eq!(warnings(&compiled), [""; 0]);
    let wheels = &travel(&compiled).wheels;
    let kinds: Vec<bool> = wheels
        .iter()
        .map(|r| matches!(r.along, Coordinate::Heights(_)))
        .collect();
    assert_eq!(kinds, [true, true, false, false]);
}

/// A steering linkage with bars of 100 and 102 mm on a base of 600 mm. Rod and lever are in line when the crank has
/// turned by 0.109 rad, according to the law of cosines. The wheel has then turned about its kingpin by the angle
/// between the two directions of its lever.
#[test]
fn a_steering_linkage_that_locks_is_told_with_the_travel_of_the_wheel() {
    let compiled = compiled(
        "body crank { mass: 3 kg, com: [0, 0.35, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body knuckle { mass: 30 kg, com: [0, 0.9, 0.3] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }
        joint pivot: revolute(chassis, crank) { axis: z, at: [0, 0.3, 0.3] m }
        joint kingpin: revolute(chassis, knuckle) { axis: z, at: [0, 0.9, 0.3] m }
        link rod: distance(crank, knuckle) { from: [0.01, 0.4, 0.3] m, to: [0.02, 0.8, 0.3] m }
        wheel front: on(knuckle) { centre: [0, 1, 0.3] m, radius: 0.3 m }",
    );
    let (base, crank, lever) = (0.6_f64, 0.1_f64.hypot(0.01), 0.1_f64.hypot(0.02));
    let long = 0.4_f64.hypot(0.01) + lever;
    let cosine = (crank * crank + base * base - long * long) / (2.0 * crank * base);
    let angle = cosine.acos();
    let turned = angle - 0.1_f64.atan();
    // The lever's angle from the base line, before and at the end.
    let lever_turned = 0.2_f64.atan() - (crank * angle.sin()).atan2(base - crank * angle.cos());
    let wheel = 2.0 * 0.1 * (0.5 * lever_turned).sin();
    let range = travel(&compiled)
        .ranges
        .iter()
        .find(|r| r.end.is_some() && r.travel.abs() < 0.2);
    let range = range.expect("an end");
    assert!((range.travel.abs() - turned).abs() < 1e-6, "{range:?}, {turned}");
    let end = range.end.as_ref().expect("an end");
    assert!(
        (end.wheel.expect("a wheel") - wheel.abs()).abs() < 1e-4,
        "{end:?}, {wheel}"
    );
    let told = warnings(&compiled);
    let words = format!(
        "({} from the design position and no farther, where `knuckle` and `rod` are in line",
        "a wheel by"
    );
    let (before, after) = words.split_once(" from").expect("two parts");
    assert!(told[0].contains(before) && told[0].contains(after), "{told:?}");
}
