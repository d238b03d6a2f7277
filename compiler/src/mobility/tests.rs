//! Sentences about mechanisms of known mobility, with checks of whether they are true.

use super::linear;
use super::linkage::Linkage;
use super::screw::{Line, Screw, halves};
use super::{Closure, Coordinate, Event, Mobility};
use crate::diag::{Diagnostics, Severity};
use crate::kinematics::Mechanism;
use crate::model::{BodyId, JointId, Vec3};
use crate::pipeline::{Compiled, compile_text};
use nalgebra::Vector6;

/// A corner on a chassis that heaves, without its tie rod.
const CORNER: &str = "
    points {
        lca_front: [0.16, 0.36, 0.20] m, lca_rear: [-0.19, 0.37, 0.215] m, lca_outer: [10, 700, 185] mm,
        uca_front: [0.11, 0.44, 0.51] m, uca_rear: [-0.14, 0.45, 0.495] m, uca_outer: [-15, 665, 520] mm,
    }
    body chassis { mass: 400 kg, com: [0, 0.2, 0.55] m, inertia: [50, 60, 40] kg*m^2 }
    body lower_arm { mass: 6 kg, com: [0, 0.53, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
    body upper_arm { mass: 3 kg, com: [0, 0.55, 0.51] m, inertia: [0.03, 0.025, 0.05] kg*m^2 }
    body knuckle { mass: 38 kg, com: [0, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }
    joint heave: prismatic(ground, chassis) { axis: z }
    joint lower_pivot: revolute(chassis, lower_arm) { through: [lca_rear, lca_front] }
    joint upper_pivot: revolute(chassis, upper_arm) { through: [uca_rear, uca_front] }
    joint lower_ball: spherical(lower_arm, knuckle) { at: lca_outer }
    joint upper_ball: spherical(upper_arm, knuckle) { at: uca_outer }
    wheel tyre: on(knuckle) { centre: [0, 0.75, 0.31] m, radius: 0.33 m }
";
const TIE_ROD: &str =
    "link tie_rod: distance(chassis, knuckle) { from: [-0.14, 0.37, 0.235] m, to: [-0.13, 0.68, 0.225] m }";

fn vehicle(items: &[&str]) -> String {
    format!("Car {{ {} }}", items.join("\n"))
}

/// A valid vehicle, with its warnings.
fn sound(items: &[&str]) -> (Compiled, Vec<(&'static str, String)>) {
    let compiled = compile_text(&vehicle(items)).unwrap_or_else(|d| panic!("{:?}", told(&d)));
    let warnings = told(&compiled.warnings);
    assert!(compiled.warnings.iter().all(|d| d.severity == Severity::Warning));
    (compiled, warnings)
}

fn refused(items: &[&str]) -> Diagnostics {
    compile_text(&vehicle(items)).expect_err("it is refused")
}

/// Codes and messages.
fn told(diagnostics: &Diagnostics) -> Vec<(&'static str, String)> {
    diagnostics.iter().map(|d| (d.code.id, d.message.clone())).collect()
}

fn motions(compiled: &Compiled) -> Vec<&str> {
    compiled
        .mobility
        .motions
        .iter()
        .map(|freedom| freedom.words.as_str())
        .collect()
}

/// A planar four-bar in the plane XZ with these joints, in order from the crank's base joint to the rocker's base
/// joint.
fn four_bar(points: [[f64; 2]; 4]) -> String {
    let at = |[x, z]: [f64; 2]| format!("[{x}, 0, {z}] m");
    let body = |name: &str, k: usize| {
        let com = [0, 1].map(|axis| 0.5 * (points[k][axis] + points[k + 1][axis]));
        format!(
            "body {name} {{ mass: 1 kg, com: {}, inertia: [0.02, 0.02, 0.02] kg*m^2 }}",
            at(com)
        )
    };
    let bodies = [body("crank", 0), body("coupler", 1), body("rocker", 2)].join("\n");
    let [a, b, c, d] = points.map(at);
    format!(
        "{bodies}
        joint a: revolute(ground, crank) {{ axis: y, at: {a} }}
        joint b: revolute(crank, coupler) {{ axis: y, at: {b} }}
        joint c: revolute(coupler, rocker) {{ axis: y, at: {c} }}
        joint d: revolute(rocker, ground) {{ axis: y, at: {d} }}"
    )
}

/// Runs `look` on the first group of loops.
fn with_linkage<T>(compiled: &Compiled, look: impl Fn(&Linkage, &Closure) -> T) -> T {
    let mechanism = Mechanism::new(&compiled.model, &compiled.topology);
    let closure = &compiled.mobility.closures[0];
    look(&Linkage::new(&mechanism, &closure.group), closure)
}

fn body(compiled: &Compiled, name: &str) -> BodyId {
    let found = compiled.model.bodies.iter().position(|body| body.name == name);
    found.expect("a body of that name").into()
}

#[test]
fn a_sound_corner_has_heave_and_travel_and_no_warning() {
    let (compiled, warnings) = sound(&[CORNER, TIE_ROD, "freedoms: 2"]);
    assert_eq!(warnings, []);
    assert_eq!(
        motions(&compiled),
        [
            "`chassis` slides along the vehicle's z axis",
            "`lower_arm` turns about the axis of `lower_pivot`; `knuckle` and `upper_arm` follow",
        ]
    );
}

#[test]
fn a_knuckle_without_tie_rod_spins_about_its_kingpin() {
    let (compiled, warnings) = sound(&[CORNER]);
    assert_eq!(
        warnings,
        [(
            "W0322",
            "`knuckle` turns about the kingpin (the line through `lower_ball` and `upper_ball`): nothing else moves, \
             and only the tyre of `tyre` acts on it"
                .to_owned()
        )]
    );
    // The sentence is true: of all motions of the loops, those that do not move the arms turn the knuckle about this
    // line.
    with_linkage(&compiled, |linkage, closure| {
        let design = linkage.design();
        let free = linkage.freedoms(&design, closure.rows.len());
        let twists = linkage.twists(&design, &free);
        let [lower, upper, knuckle] = ["lower_arm", "upper_arm", "knuckle"].map(|name| body(&compiled, name).index());
        let mut arms = twists[lower].clone().resize_vertically(12, 0.0);
        arms.rows_mut(6, 6).copy_from(&twists[upper]);
        let alone = &twists[knuckle] * linear::null_space(&arms);
        assert_eq!(alone.ncols(), 1);
        let kingpin = Line::through(Vec3::new(0.01, 0.7, 0.185), Vec3::new(-0.015, 0.665, 0.52));
        match Screw::of_twist(&Vector6::from_column_slice(alone.as_slice()), linkage.length) {
            Screw::Line(line) => assert!(line.is(&kingpin, linkage.length)),
            other => panic!("{other:?}"),
        }
    });
    // A user who counts the freedoms intends them, and so does a user who adds a spring.
    assert_eq!(sound(&[CORNER, "freedoms: 3"]).1, []);
    let damper = "spring damper: between(chassis, knuckle) {
        from: [-0.14, 0.37, 0.235] m, to: [-0.13, 0.68, 0.225] m, damping: 2 kN*s/m }";
    assert_eq!(sound(&[CORNER, damper]).1, []);
}

#[test]
fn another_number_of_freedoms_than_declared_is_refused_with_a_list() {
    let refused = refused(&[CORNER, TIE_ROD, "freedoms: 10"]);
    assert_eq!(told(&refused), [("W0321", "`Car` has 2 freedoms, not 10".to_owned())]);
    let help = refused.iter().next().and_then(|d| d.help.clone()).expect("the list");
    assert_eq!(
        help.lines().nth(1),
        Some("1 freedom: `lower_arm` turns about the axis of `lower_pivot`; `knuckle` and `upper_arm` follow")
    );
}

#[test]
fn a_second_rod_holds_the_travel() {
    let stop =
        "link steering_stop: distance(chassis, knuckle) { from: [0.14, 0.37, 0.235] m, to: [0.13, 0.68, 0.225] m }";
    let (compiled, warnings) = sound(&[CORNER, TIE_ROD, stop]);
    let message = "`lower_pivot` and `upper_pivot` cannot turn: `tie_rod` and `steering_stop` together hold them";
    assert_eq!(warnings, [("W0323", message.to_owned())]);
    let labels: Vec<&str> = compiled
        .warnings
        .iter()
        .flat_map(|d| &d.labels)
        .map(|(_, text)| text.as_str())
        .collect();
    let without = "without it, `lower_arm` turns about the axis of `lower_pivot`; `knuckle` and `upper_arm` follow";
    assert_eq!(labels, ["", without, without]);
    // Without heave nothing can move.
    let bolted = CORNER.replace("prismatic(ground, chassis) { axis: z }", "fixed(ground, chassis)");
    let refused = refused(&[&bolted, TIE_ROD, stop]);
    assert!(
        told(&refused)[0].1.starts_with("`Car` cannot move: `heave` is fixed"),
        "{:?}",
        told(&refused)
    );
}

#[test]
fn a_tie_rod_and_a_stop_on_a_kingpin_fix_the_same_rotation() {
    let items = "
        body carrier { mass: 10 kg, com: [0, 0.5, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        body knuckle { mass: 38 kg, com: [0, 0.72, 0.32] m, inertia: [0.9, 1.3, 0.95] kg*m^2 }
        joint heave: prismatic(ground, carrier) { axis: z }
        joint kingpin: revolute(carrier, knuckle) { through: [[0.01, 0.7, 0.185] m, [-0.015, 0.665, 0.52] m] }
        link tie_rod: distance(carrier, knuckle) { from: [-0.14, 0.37, 0.235] m, to: [-0.13, 0.68, 0.225] m }
        link steering_stop: distance(carrier, knuckle) { from: [0.14, 0.37, 0.25] m, to: [0.13, 0.68, 0.24] m }";
    let refused = refused(&[items]);
    let message = "`tie_rod` and `steering_stop` both fix one motion: `knuckle` turns about the axis of `kingpin`";
    assert_eq!(told(&refused), [("W0303", message.to_owned())]);
    let problem = refused.iter().next().expect("one");
    assert_eq!(problem.labels.len(), 2);
    assert!(
        problem
            .help
            .as_ref()
            .is_some_and(|help| help.starts_with("remove `tie_rod` or `steering_stop`;"))
    );
}

#[test]
fn two_hinges_of_a_door_fix_all_but_its_swing_twice() {
    let items = "
        body door { mass: 30 kg, com: [0.4, 0, 1] m, inertia: [8, 10, 2] kg*m^2 }
        joint lower_hinge: revolute(ground, door) { at: [0, 0, 0.3] m, axis: z }
        joint upper_hinge: revolute(ground, door) { at: [0, 0, 1.7] m, axis: z }";
    let message = "`lower_hinge` and `upper_hinge` both fix rotation about the vehicle's x and y axes and displacement \
                   in all directions";
    assert_eq!(told(&refused(&[items])), [("W0303", message.to_owned())]);
    let (compiled, warnings) = sound(&[items, "redundant: accept freedoms: 1"]);
    assert_eq!(warnings, []);
    let Mobility { closures, findings, .. } = &compiled.mobility;
    assert_eq!((closures[0].rows.len(), closures[0].redundant.len()), (0, 5));
    assert_eq!(
        (
            findings[0].redundancies[0].count,
            findings[0].redundancies[0].words.as_str()
        ),
        (5, message)
    );
    // If the hinges are inclined, rotations are fixed twice about all directions across the hinges' own axis.
    let inclined = items
        .replace("axis: z", "axis: [0.14, 0.028, 1.4]")
        .replace("[0, 0, 1.7]", "[0.14, 0.028, 1.7]");
    let message = "`lower_hinge` and `upper_hinge` both fix rotation about all directions across the axis of \
                   `lower_hinge` and displacement in all directions";
    assert_eq!(told(&refused(&[&inclined])), [("W0303", message.to_owned())]);
}

/// Gears in a ring: one of them is too many. They take no `redundant` themselves, so that the advice names the vehicle's.
#[test]
fn gears_in_a_ring_are_accepted_for_the_vehicle() {
    let wheel = |name: &str, x: f64, axis: &str| {
        format!(
            "body {name} {{ mass: 1 kg, com: [{x}, 0, 0] m, inertia: [0.01, 0.02, 0.02] kg*m^2 }}
            joint j{name}: revolute(ground, {name}) {{ axis: {axis}, at: [{x}, 0, 0] m }}"
        )
    };
    let items = format!(
        "{} {} {} gear g: between(ja, jb) {{ ratio: 2 }} gear h: between(jb, jc) {{ ratio: 1 }} gear k: between(jc, ja) {{ ratio: 0.5 }}",
        wheel("a", 0.0, "y"),
        wheel("b", 1.0, "-y"),
        wheel("c", 2.0, "y")
    );
    let refused = refused(&[&items]);
    let help = refused
        .iter()
        .next()
        .and_then(|problem| problem.help.clone())
        .expect("advice");
    assert!(help.contains("`redundant: accept`, for the vehicle"), "{help}");
    let _ = sound(&[&items, "redundant: accept"]);
}

#[test]
fn planar_pivots_fix_two_rotations_and_a_displacement_too_many() {
    let items = four_bar([[0.0, 0.0], [0.0, 0.5], [0.9, 0.6], [0.9, 0.0]]);
    let refused = refused(&[&items]);
    let message = "`a`, `b`, `c` and `d` all fix rotation about the vehicle's x and z axes and displacement along the \
                   vehicle's y axis";
    assert_eq!(told(&refused), [("W0303", message.to_owned())]);
    // The sentence is true: the loop can be stressed in itself by moments about x and z and by a force along y, and by
    // nothing else.
    let (compiled, _) = sound(&[&items, "redundant: accept"]);
    with_linkage(&compiled, |linkage, closure| {
        let design = linkage.design();
        let stresses = linkage.self_stresses(&design, closure.rows.len());
        assert_eq!(stresses.ncols(), 3);
        for member in linkage.members(&design) {
            let wrenches = &member.load * &stresses;
            assert_eq!(linear::rank(&wrenches), 3);
            for wrench in wrenches.column_iter() {
                let [moment, force] = halves(&Vector6::from_column_slice(wrench.clone_owned().as_slice()));
                assert!(force.x.abs() < 1e-12 && force.z.abs() < 1e-12 && moment.y.abs() < 1e-12);
            }
        }
    });
    // The suggested remedies do help.
    let problem = refused.iter().next().expect("one");
    let remedy = "put a `link` in place of `coupler`, or make `b` and `c` balls, which lets it spin;";
    assert!(
        problem.help.as_ref().is_some_and(|help| help.starts_with(remedy)),
        "{:?}",
        problem.help
    );
    let balls = ["b: ", "c: "].iter().fold(items.clone(), |items, joint| {
        let (before, after) = items.split_once(joint).expect("the joint");
        let after = after.replacen("revolute", "spherical", 1).replacen("axis: y, ", "", 1);
        format!("{before}{joint}{after}")
    });
    let (compiled, warnings) = sound(&[&balls]);
    assert_eq!(compiled.mobility.freedoms, 2);
    let spin = "`coupler` turns about the line through `b` and `c`: nothing else moves, and nothing acts on it";
    assert_eq!(warnings, [("W0322", spin.to_owned())]);
    let lines = balls.lines().filter(|line| !line.contains("coupler"));
    let link = "link rod: distance(crank, rocker) { from: [0, 0, 0.5] m, to: [0.9, 0, 0.6] m } freedoms: 1";
    let linked: Vec<&str> = lines.chain([link]).collect();
    assert_eq!(sound(&linked).1, []);
}

/// A redundancy that no direction of the vehicle explains. In Bricard's linkage a force along one line is in balance,
/// because the line intersects the axes of all six hinges.
#[test]
fn the_line_that_bricards_hinges_share_meets_them_all() {
    let text = include_str!("../../../tests/topologies/bricard.txt");
    let compiled = compile_text(text).unwrap_or_else(|d| panic!("{:?}", told(&d)));
    let found = &compiled.mobility.findings[0].redundancies;
    assert_eq!((found.len(), found[0].count, found[0].joints.len()), (1, 1, 6));
    with_linkage(&compiled, |linkage, closure| {
        let design = linkage.design();
        let stress = linkage.self_stresses(&design, closure.rows.len());
        let member = &linkage.members(&design)[0];
        let wrench = Vector6::from_column_slice((&member.load * &stress).as_slice());
        let Screw::Line(line) = Screw::of_wrench(&wrench, linkage.length) else {
            panic!("a pure force")
        };
        for joint in &compiled.model.joints {
            let crate::model::JointKind::Revolute(crate::model::Revolute { at, axis }) = joint.kind.plain() else {
                panic!("six hinges")
            };
            assert!(
                (at - line.point).dot(&axis.cross(&line.direction)).abs() < 1e-12,
                "{}",
                joint.name
            );
        }
    });
}

#[test]
fn a_rod_between_two_balls_spins() {
    let items = "
        body arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body lever { mass: 3 kg, com: [0, 0.5, 0.6] m, inertia: [0.09, 0.06, 0.14] kg*m^2 }
        body rod { mass: 1 kg, com: [0, 0.5, 0.4] m, inertia: [0.01, 0.01, 0.001] kg*m^2 }
        joint pivot: revolute(ground, arm) { axis: x, at: [0, 0.3, 0.2] m }
        joint lift: revolute(ground, lever) { axis: x, at: [0, 0.3, 0.6] m }
        joint inner: spherical(arm, rod) { at: [0, 0.5, 0.2] m }
        joint outer: spherical(lever, rod) { at: [0, 0.5, 0.6] m }";
    let spin = |why: &str| {
        let message = format!("`rod` turns about the line through `inner` and `outer`: nothing else moves, and {why}");
        vec![("W0322", message)]
    };
    assert_eq!(sound(&[items]).1, spin("nothing acts on it"));
    // If the body is not balanced, gravity swings it.
    let heavy = items.replace("com: [0, 0.5, 0.4] m", "com: [0.1, 0.5, 0.4] m");
    assert_eq!(sound(&[&heavy]).1, spin("only its weight acts on it"));
    // A universal joint in place of one ball holds it.
    let universal = items.replace(
        "joint inner: spherical(arm, rod) {",
        "joint inner: universal(arm, rod) { axes: [x, y],",
    );
    assert_eq!(sound(&[&universal]).1, []);
}

/// Four-bar linkage with bars of 0.6, 0.5, 0.4 and 0.8 m. Coupler and rocker are in line, together 0.9 m long, when the
/// crank is at `acos((0.6² + 0.8² - 0.9²) / (2 · 0.6 · 0.8))` above the line of the ground.
#[test]
fn a_crank_meets_its_dead_centre_where_theory_says() {
    let [a, b, c, d] = [0.6_f64, 0.5, 0.4, 0.8];
    let start = 1.0_f64;
    let tip = [a * start.cos(), a * start.sin()];
    // The joint between coupler and rocker: on both circles, above the line from tip to foot.
    let across = [d - tip[0], -tip[1]];
    let apart = across[0].hypot(across[1]);
    let along = (apart * apart + b * b - c * c) / (2.0 * apart);
    let height = (b * b - along * along).sqrt();
    let [ux, uz] = across.map(|x| x / apart);
    let joint = [tip[0] + along * ux - height * uz, tip[1] + along * uz + height * ux];
    let items = four_bar([[0.0, 0.0], tip, joint, [d, 0.0]]);
    let (compiled, _) = sound(&[&items, "redundant: accept"]);

    let limit = ((a * a + d * d - (b + c) * (b + c)) / (2.0 * a * d)).acos();
    let ranges = &compiled.mobility.findings[0].travel.ranges;
    let range = ranges.iter().find(|range| range.travel < 0.0).expect("both ways");
    assert!(matches!(range.along, Coordinate::Joint(joint) if compiled.layout.speeds[joint.speed] == "a"));
    // A rotation about y takes z to x, so that upward is negative.
    assert!(
        (range.travel + limit - start).abs() < 1e-6,
        "{} for {}",
        range.travel,
        start - limit
    );
    let end = range.end.as_ref().expect("a dead centre");
    assert_eq!(end.event, Event::TurnsBack);
    assert_eq!(end.place, "where `coupler` and `rocker` are in line");
}

/// A parallelogram is singular when it lies flat. Its crank starts 1.4 rad from the vertical.
#[test]
fn a_parallelogram_is_singular_when_it_is_flat() {
    let (x, z) = (1.4_f64.sin(), 1.4_f64.cos());
    let items = four_bar([[0.0, 0.0], [x, z], [x + 2.0, z], [2.0, 0.0]]);
    let (compiled, warnings) = sound(&[&items, "redundant: accept"]);
    let travel = &compiled.mobility.findings[0].travel;
    assert!((travel.ranges[0].travel - (std::f64::consts::FRAC_PI_2 - 1.4)).abs() < 1e-4);
    assert!(travel.ranges[1].end.is_none());
    let message = "`a` turns 0.171 rad from the design position to a singular position, where `crank`, `coupler` and `rocker` are \
         in line";
    assert_eq!(warnings, [("W0325", message.to_owned())]);
    assert_eq!(sound(&[&items, "redundant: accept singular: accept"]).1, []);
}

#[test]
fn a_four_bar_in_one_line_is_singular_from_the_beginning() {
    let items = four_bar([[0.0, 0.0], [0.5, 0.0], [1.5, 0.0], [1.0, 0.0]]);
    let (compiled, warnings) = sound(&[&items, "redundant: accept"]);
    let message = "the design position is singular, where `crank`, `coupler` and `rocker` are in line: there the loops \
                   closed by `d` have 1 independent equation, elsewhere 2";
    assert_eq!(warnings, [("W0324", message.to_owned())]);
    assert_eq!(compiled.mobility.findings[0].rank_in_design, 1);
    // The redundancy is described as in any other linkage.
    let redundancy = &compiled.mobility.findings[0].redundancies[0];
    assert_eq!(
        (redundancy.count, redundancy.joints.clone()),
        (3, (0..4).map(JointId).collect())
    );
    assert_eq!(sound(&[&items, "redundant: accept singular: accept"]).1, []);
}

#[test]
fn two_balls_are_a_hinge_with_an_equation_too_many() {
    let items = "
        body door { mass: 30 kg, com: [0.4, 0, 1] m, inertia: [8, 10, 2] kg*m^2 }
        joint lower: spherical(ground, door) { at: [0, 0, 0.3] m }
        joint upper: spherical(ground, door) { at: [0, 0, 1.7] m }";
    let refused = refused(&[items]);
    let message = "`lower` and `upper` both fix displacement along the line through `lower` and `upper`";
    assert_eq!(told(&refused), [("W0303", message.to_owned())]);
    let help = refused.iter().next().and_then(|d| d.help.clone());
    assert!(
        help.is_some_and(|help| help.starts_with("put one `revolute` through both in place of `lower` and `upper`;"))
    );
}

/// A driven crank whose tip is connected to the ground by a rod-like body: the length of the rod constrains the crank.
/// Nevertheless the rod's spin about its own axis is a freedom of the whole vehicle, and there is one closure equation
/// too many.
#[test]
fn a_drive_that_its_loop_holds_is_refused_even_where_redundancy_is_accepted() {
    let declaration = "Held {
        redundant: accept
        body crank { mass: 1 kg, com: [0.1, 0.2, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        body rod   { mass: 1 kg, com: [0.5, 0.4, 0.1] m, inertia: [1, 1, 1] kg*m^2 }
        joint pivot: revolute(ground, crank) { axis: [0.3, 1, 0.2], at: [0, 0, 0] m, drive: motor }
        joint inner: spherical(ground, rod) { at: [0.9, 0.5, 0.1] m }
        joint outer: spherical(rod, crank) { at: [0.2, 0.3, 0.4] m }
    }";
    let codes = |text: &str| -> Vec<&'static str> {
        compile_text(text).map_or_else(|d| d.iter().map(|d| d.code.id).collect(), |_| Vec::new())
    };
    assert_eq!(codes(declaration), ["W0301"]);
    assert_eq!(
        codes(&declaration.replace("    redundant: accept\n", "")),
        ["W0301", "W0303"]
    );
    // Without the drive, this loop is only redundant.
    assert_eq!(codes(&declaration.replace(", drive: motor", "")), [""; 0]);
}

/// Joints that are at rest in the design position and move elsewhere. Examples are a piston at dead centre, a joint
/// of a wiper, and kingpins whose tie rods are perpendicular to the travel of their beam.
#[test]
fn joints_that_rest_for_an_instant_are_not_held() {
    let dead_centre = "
        body crank { mass: 1 kg, com: [0.1, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body rod { mass: 1 kg, com: [0.4, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        body piston { mass: 1 kg, com: [0.6, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint main: revolute(ground, crank) { at: [0, 0, 0] m, axis: y }
        joint pin: spherical(crank, rod) { at: [0.2, 0, 0] m }
        joint gudgeon: universal(rod, piston) { at: [0.6, 0, 0] m, axes: [y, z] }
        joint bore: prismatic(ground, piston) { axis: x, at: [0.6, 0, 0] m }";
    let wiper = "
        body rocker { mass: 1 kg, com: [0.4, 0, 0.15] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        body rod { mass: 0.5 kg, com: [0.25, 0, 0.15] m, inertia: [0.005, 0.005, 0.005] kg*m^2 }
        body crank { mass: 2 kg, com: [0.05, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        joint crank_pivot: revolute(ground, crank) { at: [0, 0, 0] m, axis: y }
        joint rocker_pivot: revolute(ground, rocker) { at: [0.4, 0, 0] m, axis: y }
        joint ball: spherical(crank, rod) { at: [0.1, 0, 0] m }
        joint cross: universal(rod, rocker) { at: [0.4, 0, 0.3] m, axes: [[1, 0, -1], y] }";
    // A rod whose end is on the beam's own axis keeps its length for any motion of the beam.
    let beam = |x: f64| {
        format!(
            "body beam {{ mass: 50 kg, com: [0, 0.6, 0.4] m, inertia: [1, 5, 5] kg*m^2 }}
            body knuckle {{ mass: 30 kg, com: [0.6, 0.7, 0.4] m, inertia: [0.5, 0.8, 0.5] kg*m^2 }}
            joint trunnion: revolute(ground, beam) {{ axis: y, at: [0, 0.6, 0.4] m }}
            joint kingpin: revolute(beam, knuckle) {{ axis: z, at: [0.6, 0.7, 0.4] m }}
            link tie_rod: distance(ground, knuckle) {{ from: [{x}, 0.4, 0.4] m, to: [0.48, 0.7, 0.4] m }}
            wheel tyre: on(knuckle) {{ centre: [0.6, 0.8, 0.4] m, radius: 0.4 m }}"
        )
    };
    for items in [dead_centre, wiper, &beam(0.48)] {
        assert_eq!(sound(&[items]).1, []);
    }
    let held = "`kingpin` cannot turn: `tie_rod` holds it";
    assert_eq!(sound(&[&beam(0.0)]).1, [("W0323", held.to_owned())]);
}

/// A hinge whose axis is a millionth of a degree from being parallel locks a four-bar linkage. The message names the
/// axis, its angle, and the axes to which it is not parallel.
#[test]
fn a_hinge_hardly_off_being_parallel_is_named() {
    let four_bar = |axis: &str, more: &str| {
        format!(
            "points {{ A: [0, 0, 0] m, B: [0.4, 0, -1.9595917942265424] m, C: [3.3087, 0, -2.6934] m, D: [4, 0, 0] m }}
            body driver {{ mass: 1 kg, com: [0.2, 0, -0.98] m, inertia: [0.3, 0.3, 0.3] kg*m^2 }}
            body coupler {{ mass: 1.5 kg, com: [1.85, 0, -2.33] m, inertia: [0.5, 0.5, 0.5] kg*m^2 }}
            body rocker {{ mass: 1.25 kg, com: [3.65, 0, -1.35] m, inertia: [0.4, 0.4, 0.4] kg*m^2 }}
            joint a: revolute(ground, driver) {{ axis: y, at: A }}
            joint b: revolute(driver, coupler) {{ axis: y, at: B }}
            joint c: revolute(coupler, rocker) {{ axis: y, at: C }}
            joint d: revolute(ground, rocker) {{ axis: {axis}, at: D, redundant: accept }}
            {more}"
        )
    };
    for (axis, angle) in [
        ("[1e-7, 1, 0]", "0.00000573"),
        ("[1e-3, 1, 0]", "0.0573"),
        ("[0, -1, 2e-5]", "0.00115"),
    ] {
        let refused = refused(&[&four_bar(axis, "")]);
        let message = &told(&refused)[0].1;
        let wanted = format!("the axis of `d` is {angle} deg off being parallel to those of `a`, `b` and `c`");
        assert!(
            message.starts_with("`Car` cannot move: `d` holds the rest") && message.contains(&wanted),
            "{message}"
        );
    }
    let loose = "body dummy { mass: 1 kg, com: [0, 9, 0] m, inertia: [1, 1, 1] kg*m^2 }
        joint loose: prismatic(ground, dummy) { axis: z, idle: accept }";
    let (_, warnings) = sound(&[&four_bar("[1e-7, 1, 0]", loose)]);
    assert!(
        warnings[0].1.contains("the axis of `d` is 0.00000573 deg off"),
        "{warnings:?}"
    );
    let (compiled, _) = sound(&[&four_bar("y", "")]);
    assert_eq!(compiled.mobility.freedoms, 1);
}

/// Hinges that do not line up, a slide out of the plane of its loop, and axes that miss their common point are named
/// with their distance.
#[test]
fn what_hardly_misses_a_special_position_is_named() {
    let body =
        |name: &str| format!("body {name} {{ mass: 1 kg, com: [0.1, 0.1, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}\n");
    let door = |aside: &str| {
        body("door")
            + &format!(
                "joint lower: revolute(ground, door) {{ axis: z, at: [0, 0, 0.2] m }}
                joint upper: revolute(ground, door) {{ axis: z, at: [{aside}, 0, 1.8] m, redundant: accept }}"
            )
    };
    let slider = |aside: &str| {
        ["crank", "rod", "piston"].map(body).concat()
            + &format!(
                "joint a: revolute(ground, crank) {{ axis: y, at: [0, 0, 0] m }}
                joint b: revolute(crank, rod) {{ axis: y, at: [0.1, 0, 0.1] m }}
                joint c: revolute(rod, piston) {{ axis: y, at: [0.4, 0, 0] m }}
                joint s: prismatic(ground, piston) {{ axis: [1, {aside}, 0], redundant: accept }}"
            )
    };
    let spherical = |aside: &str| {
        ["p", "q", "r"].map(body).concat()
            + &format!(
                "joint a: revolute(ground, p) {{ axis: x, at: [0, 0, 0] m }}
                joint b: revolute(p, q) {{ axis: [1, 0.6, 0.2], at: [0, 0, 0] m }}
                joint c: revolute(q, r) {{ axis: [0.3, 0.8, 0.5], at: [0, 0, 0] m }}
                joint d: revolute(ground, r) {{ axis: [0, 0.2, 1], at: [{aside}, 0, 0] m, redundant: accept }}"
            )
    };
    for (mechanism, words) in [
        (
            &door as &dyn Fn(&str) -> String,
            "the axis of `upper` lies 0.0001 mm beside that of `lower`",
        ),
        (
            &slider,
            "the direction of `s` is 0.00000573 deg off being perpendicular to the axes of `a`, `b` and `c`",
        ),
        (
            &spherical,
            "the axis of `d` passes 0.0001 mm beside the common point of those of `a`, `b` and `c`",
        ),
    ] {
        let refused = refused(&[&mechanism("1e-7")]);
        let message = &told(&refused)[0].1;
        assert!(message.contains("cannot move") && message.contains(words), "{message}");
        let (compiled, _) = sound(&[&mechanism("0")]);
        assert_eq!(compiled.mobility.freedoms, 1, "{words}");
    }
}

/// A mechanism that is moved by its drives needs no further freedom.
#[test]
fn a_mechanism_that_its_drives_move_is_no_structure() {
    let driven = "
        body crank { mass: 1 kg, com: [0.1, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
        joint pivot: revolute(ground, crank) { axis: z, at: [0, 0, 0] m, drive: turn }";
    let (compiled, _) = sound(&[driven]);
    assert_eq!(compiled.mobility.freedoms, 0);
    let bolted = driven.replace(
        "revolute(ground, crank) { axis: z, at: [0, 0, 0] m, drive: turn }",
        "fixed(ground, crank)",
    );
    assert!(told(&refused(&[&bolted]))[0].1.contains("cannot move"));
}
