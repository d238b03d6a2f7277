//! Tests of comparisons and of their text.

use super::{Difference, compare, text};
use crate::pipeline::{Compiled, compile_text};
use crate::report::{samples, table::WIDTH};

const PENDULUM: &str = "Pendulum {
    body arm { mass: 1 kg, com: [0, 0, -1] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    body bob { mass: 2 kg, com: [0, 0, -2] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
    joint pivot: revolute(ground, arm) { axis: y, at: [0, 0, 0] m }
    joint elbow: revolute(arm, bob)    { axis: y, at: [0, 0, -1.5] m }
}";

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).expect("it compiles")
}

fn after(from: &str, to: &str) -> Difference {
    assert!(PENDULUM.contains(from));
    compare(&compiled(PENDULUM), &compiled(&PENDULUM.replace(from, to)))
}

#[test]
fn a_vehicle_does_not_differ_from_itself() {
    for vehicle in samples::all() {
        let same = compare(&vehicle, &vehicle);
        assert_eq!(same.parts, []);
        let figures = same.sizes.iter().chain(&same.operations).chain([&same.total]);
        assert!(figures.into_iter().all(|figure| figure.growth() == Some(0.0)));
        assert!(text(&same).contains("the same parts"));
    }
}

#[test]
fn another_unit_is_no_difference() {
    assert_eq!(after("[0, 0, -1.5] m", "[0, 0, -1500] mm").parts, []);
}

/// The comparison lists settings that change the solver or its interfaces, and numbers that become parameters.
#[test]
fn other_doors_are_told() {
    for (setting, told) in [
        ("derivatives: accept", "derivatives accepted"),
        ("batch: accept", "batch accepted"),
        ("lanes: accept", "lanes accepted"),
        ("levels: all", "levels v3, v4"),
        ("threads: accept", "threads two, if they are faster"),
    ] {
        let difference = after("Pendulum {", &format!("Pendulum {{ {setting}"));
        let text = text(&difference);
        assert!(text.contains(told), "{setting}: {text}");
    }
    let difference = after("mass: 2 kg", "mass: tune(bob_mass) 2 kg");
    let [parameters] = difference.parts.as_slice() else {
        panic!("{:?}", difference.parts)
    };
    assert_eq!(
        (parameters.kind.as_str(), parameters.added.as_slice()),
        ("parameters", &["bob_mass".to_owned()][..])
    );
}

#[test]
fn another_joint_is_told_with_what_it_costs() {
    let difference = after(
        "elbow: revolute(arm, bob)    { axis: y,",
        "elbow: spherical(arm, bob) {",
    );
    let [joints] = difference.parts.as_slice() else {
        panic!("{:?}", difference.parts)
    };
    assert_eq!(
        (joints.added.len(), joints.removed.len(), joints.changed.len()),
        (0, 0, 1)
    );
    let size = |name: &str| {
        difference
            .sizes
            .iter()
            .find(|size| size.name == name)
            .map(|s| (s.old, s.new))
    };
    assert_eq!(size("freedoms"), Some((2, 4)));
    assert_eq!(size("coordinates of joints"), Some((2, 5)));
    let text = text(&difference);
    assert!(
        text.contains("  ~ elbow\n      kind revolute → spherical\n      - axis [0, 1, 0]\n"),
        "{text}"
    );
    assert!(difference.total.growth().is_some_and(|growth| growth > 0.0));
}

#[test]
fn what_comes_and_goes_is_named() {
    let renamed = PENDULUM.replace("bob", "ball");
    let difference = compare(&compiled(PENDULUM), &compiled(&renamed));
    let text = text(&difference);
    for line in [
        "  - bob\n",
        "  + ball\n",
        "  ~ elbow: between arm and bob → arm and ball\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    assert_eq!(difference.total.old, difference.total.new);
}

/// Every loop, link and wheel of the second vehicle is new. No line is too wide for a page.
#[test]
fn unlike_vehicles_differ_in_everything() {
    let (four_bar, truck) = (samples::four_bar(), samples::truck());
    let difference = compare(&four_bar, &truck);
    let of = |kind: &str| difference.parts.iter().find(|parts| parts.kind == kind).expect(kind);
    assert_eq!(of("loops").added.len(), truck.topology.loops.len());
    assert_eq!(of("loops").removed.len(), four_bar.topology.loops.len());
    assert_eq!(of("wheels").added.len(), 4);
    let text = text(&difference);
    assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
}

/// Two gear wheels on one carrier, with the given ratio.
fn geared(ratio: &str) -> Compiled {
    compiled(&format!(
        "Train {{
            body first {{ mass: 1 kg, com: [0, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            body second {{ mass: 1 kg, com: [1, 0, 0] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
            joint a: revolute(ground, first) {{ axis: y, at: [0, 0, 0] m }}
            joint b: revolute(ground, second) {{ axis: y, at: [1, 0, 0] m }}
            gear mesh: between(a, b) {{ ratio: {ratio} }}
        }}"
    ))
}

#[test]
fn another_gear_ratio_is_told() {
    let difference = compare(&geared("-2"), &geared("-3"));
    let text = text(&difference);
    assert!(text.contains("ratio"), "{text}");
    assert_eq!(compare(&geared("-2"), &geared("-2")).parts, []);
}
