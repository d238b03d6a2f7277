//! A door on two hinges: all five closure equations are redundant and left out.

use crate::{agrees, compiled};
use nalgebra::{Matrix3, Rotation3, Unit, Vector3};
use wishbone_tests::{Acting, Interpreted, Scatter, Subject};

/// A door on an inclined post, so that it falls shut.
fn door(hinges: usize) -> String {
    let hinge = |k: usize| {
        let [x, y, z] = [0.02, -0.01, 0.2].map(|step| 1.1 * k as f64 * step);
        format!("joint hinge_{k}: revolute(ground, door) {{ axis: [0.02, -0.01, 0.2], at: [{x}, {y}, {z}] m }}\n")
    };
    let hinges: String = (0..hinges).map(hinge).collect();
    format!(
        "Door {{
            gravity: 9.81 m/s^2
            redundant: accept
            freedoms: 1
            body door {{ mass: 30 kg, com: [0.4, 0.05, 1] m, inertia: [8, 10, 2.5, 0.3, 0.1, -0.2] kg*m^2 }}
            {hinges}
        }}"
    )
}

/// Rotation about an axis `a` through the origin: `I θ'' = a · (r × m g)`, with `I` about the axis and `r` to the centre of mass.
#[test]
fn a_door_on_two_hinges_swings_as_on_one() {
    let [two, three] = [2, 3].map(|hinges| compiled(&door(hinges)));
    for (compiled, loops) in [(&two, 1), (&three, 2)] {
        let mobility = &compiled.mobility;
        assert_eq!(
            (mobility.equations, mobility.rank, mobility.freedoms),
            (5 * loops, 0, 1)
        );
        let left_out: usize = mobility
            .findings
            .iter()
            .flat_map(|f| &f.redundancies)
            .map(|r| r.count)
            .sum();
        assert_eq!(left_out, 5 * loops);
        assert_eq!(mobility.dependent().count(), 0);
        agrees(compiled, 5, &Scatter::default());
    }

    let axis = Unit::new_normalize(Vector3::new(0.02, -0.01, 0.2));
    let com = Vector3::new(0.4, 0.05, 1.0);
    let inertia = Matrix3::new(8.0, 0.3, 0.1, 0.3, 10.0, -0.2, 0.1, -0.2, 2.5);
    let about_axis = axis.dot(&(inertia * *axis)) + 30.0 * axis.cross(&com).norm_squared();
    let weight = Vector3::new(0.0, 0.0, -30.0 * 9.81);
    let mut subject = Interpreted::new(&two);
    for step in -20..=20 {
        let angle = 0.15 * f64::from(step);
        let arm = Rotation3::from_axis_angle(&axis, angle) * com;
        let expected = axis.dot(&arm.cross(&weight)) / about_axis;
        let found = subject.rates(&[angle], &[1.3], &Acting::default()).v[0];
        assert!((found - expected).abs() < 1e-12, "at {angle}: {found} for {expected}");
    }
}
