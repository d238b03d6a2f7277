//! Parameters for the setup of a suspension: lengths of rods, angles of wheels.

use crate::{compiled, judged_with, named_output};
use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::{Acting, Interpreted, Scatter, Subject};

fn corner() -> Compiled {
    compiled(
        "Rig {
            include \"wishbone/double_wishbone.txt\"
            place DoubleWishbone(ground, ground) as left mirrored right {
                wheel tyre { toe: tune 0.4 deg, camber: tune -1 deg }
                link tie_rod { adjust: tune 0 mm }
                output inner_x: x(upright) { at: tie_outer }
                output inner_y: y(upright) { at: tie_outer }
                output inner_z: z(upright) { at: tie_outer }
            }
        }",
    )
}

fn acting() -> Acting {
    Acting {
        wheels: vec![Default::default(); 2],
        ..Acting::default()
    }
}

/// Values of parameters, given by the last part of their names; all other parameters have their default values.
fn set(compiled: &Compiled, values: &[(&str, f64)]) -> Vec<f64> {
    let parameters = compiled.model.parameters.iter();
    let value = |name: &str| {
        values
            .iter()
            .find(|(end, _)| name.ends_with(end))
            .map(|(_, value)| *value)
    };
    parameters.map(|p| value(&p.name).unwrap_or(p.default)).collect()
}

#[test]
fn wheels_stand_as_they_are_set_up() {
    let compiled = corner();
    let angles = |values: &[(&str, f64)], side: &str| {
        let mut subject = Interpreted::with(&compiled, set(&compiled, values));
        let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
        let named = subject.outputs(&q, &v, &acting());
        ["toe", "camber"].map(|name| named[named_output(&compiled, &format!("{side}.{name}"))].to_degrees())
    };
    for side in ["left", "right"] {
        let [toe, camber] = angles(&[], side);
        assert!(
            (toe - 0.4).abs() < 1e-12 && (camber + 1.0).abs() < 1e-12,
            "{side}: {toe} {camber}"
        );
        let [toe, camber] = angles(
            &[("toe", 0.1_f64.to_radians()), ("camber", -2.5_f64.to_radians())],
            side,
        );
        assert!(
            (toe - 0.1).abs() < 1e-3 && (camber + 2.5).abs() < 1e-3,
            "{side}: {toe} {camber}"
        );
    }
}

/// Camber tilts the spindle about the horizontal line perpendicular to it, for any direction of the spindle: by its own
/// axis, or in a subsystem that is turned about the vertical.
#[test]
fn camber_is_that_of_spindles_that_point_elsewhere() {
    for (place, axis) in [
        ("", "axis: [-0.6, 0.8, 0], "),
        ("", "axis: [0.3, 1, 0], "),
        ("rotation: [0, 0, 60] deg", ""),
        ("rotation: [0, 0, -25] deg", ""),
    ] {
        let compiled = compiled(&format!(
            "Turned {{
                subsystem Corner(held) {{
                    body hub {{ mass: 10 kg, com: [0, 0.7, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }}
                    joint slide: prismatic(held, hub) {{ axis: z, at: [0, 0.7, 0.3] m }}
                    wheel tyre: on(hub) {{ centre: [0, 0.7, 0.3] m, radius: 0.3 m, {axis}camber: tune 2 deg }}
                    output camber: camber(tyre)
                }}
                place Corner(ground) as left {{ {place} }}
            }}"
        ));
        for degrees in [2.0_f64, 1.5] {
            let mut subject = Interpreted::with(&compiled, set(&compiled, &[("camber", degrees.to_radians())]));
            let (q, v) = (subject.design(), vec![0.0; subject.speeds()]);
            let acting = Acting {
                wheels: vec![Default::default()],
                ..Acting::default()
            };
            let camber = subject.outputs(&q, &v, &acting)[0].to_degrees();
            assert!((camber - degrees).abs() < 1e-3, "{place}{axis}: {camber} for {degrees}");
        }
    }
}

/// A tie rod that is two millimetres longer: the distance of its ends is longer by this length, both wheels change
/// their toe equally, and the loops still close without iteration.
#[test]
fn a_rod_is_as_long_as_it_is_set() {
    let compiled = corner();
    assert!(
        compiled
            .mobility
            .closures
            .iter()
            .all(|closure| !closure.steps.is_empty())
    );
    let mut subject = Interpreted::with(&compiled, set(&compiled, &[("tie_rod.adjust", 2e-3)]));
    let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
    for _ in 0..20 {
        subject.correct_position(&mut q, &acting());
    }
    assert!(subject.correct_position(&mut q, &acting()) < 1e-13);
    let named = subject.outputs(&q, &v, &acting());
    let of = |name: &str| named[named_output(&compiled, name)];
    let drawn = nalgebra::Vector3::new(-0.13, 0.68, -0.066);
    let inner = nalgebra::Vector3::new(-0.14, 0.406, -0.0659);
    let end = nalgebra::Vector3::new(of("left.inner_x"), of("left.inner_y"), of("left.inner_z"));
    let longer = (end - inner).norm() - (drawn - inner).norm();
    assert!((longer - 2e-3).abs() < 1e-12, "{longer}");
    let [left, right] = ["left.toe", "right.toe"].map(|name| of(name).to_degrees());
    assert!(
        (left - right).abs() < 1e-9 && (left - 0.4).abs() > 0.2,
        "{left} {right}"
    );
}

#[test]
fn what_is_set_up_agrees_with_the_oracle() {
    let compiled = corner();
    let values = set(
        &compiled,
        &[("tie_rod.adjust", -3e-3), ("toe", 0.02), ("camber", -0.03)],
    );
    judged_with(&compiled, &values, &Scatter::default(), "set up");
}

/// Rods that are closed by every kind of step or by iteration: in a suspension of five links, in a Watt linkage, and in a
/// strut suspension.
#[test]
fn other_rods_agree_with_the_oracle() {
    for (file, place) in [
        ("five_link", "place FiveLink(ground) as left mirrored right"),
        ("solid_axle_watt", "place SolidAxleWatt(ground) as rear"),
        ("macpherson", "place MacPherson(ground, ground) as left mirrored right"),
    ] {
        let text = format!("Rig {{ include \"wishbone/{file}.txt\" {place} }}");
        let plain = compiled(&text);
        let rods = plain
            .model
            .joints
            .iter()
            .filter(|joint| joint.kind.word() == "distance");
        let names: Vec<String> = rods
            .filter(|joint| !joint.name.starts_with("right"))
            .map(|joint| joint.name.split_once('.').map_or("", |(_, rest)| rest).to_owned())
            .filter(|name| !name.starts_with("right."))
            .collect();
        assert!(!names.is_empty(), "{file} has no rods");
        let set_up: String = names
            .iter()
            .map(|name| format!("link {name} {{ adjust: tune 0 mm }}\n"))
            .collect();
        let tuned = compiled(&format!(
            "Rig {{ include \"wishbone/{file}.txt\" {place} {{ {set_up} }} }}"
        ));
        let values: Vec<f64> = (0..tuned.model.parameters.len())
            .map(|k| 2e-3 * (k as f64 + 1.0).sin())
            .collect();
        judged_with(&tuned, &values, &Scatter::default(), file);
    }
}
