//! Anti-roll bars in two ways: as a roll stiffness, and as two bodies with a torsion spring and drop links.

use crate::{agrees, compiled, conserves, for_states, vehicle};
use wishbone_compiler::formulation::method::Method;
use wishbone_tests::{Acting, Interpreted, Subject};

/// Roll bars between subsystems, carried by the base or by a third subsystem, and within a loop.
pub const EVERYWHERE: &str = "
    roll_bar front: between(a, crank) { via: base, from: [0.4, 0.3, 0.1] m, to: [0.1, -0.6, 0.3] m, rate: 3 kN/m }
    roll_bar odd: between(b, h) {
        via: c, from: [0.6, 0.5, 0.2] m, to: [0.1, -1.7, 0.3] m, axis: [0.2, -0.1, 1], damping: 30 N*s/m,
        rate: table(deflection: [-50, 0, 20, 90] mm, force: [-200, 0, 60, 500] N),
    }
    roll_bar within: between(crank, rocker) {
        via: base, from: [0.1, -0.6, 0.35] m, to: [0.4, -0.6, 0.3] m, axis: x, rate: 2 kN/m, damping: 20 N*s/m
    }
";

#[test]
fn roll_bars_agree_with_the_oracle() {
    agrees(EVERYWHERE);
}

#[test]
fn roll_bars_give_back_what_they_store() {
    conserves(
        "roll_bar front: between(a, crank) { via: base, from: [0.4, 0.3, 0.1] m, to: [0.1, -0.6, 0.3] m, rate: 3 kN/m }
        roll_bar odd: between(b, h) { via: c, from: [0.6, 0.5, 0.2] m, to: [0.1, -1.7, 0.3] m, rate: 2 kN/m }",
    );
}

/// The reported force is compared with the heights of the points in the carrier's axes.
#[test]
fn the_force_told_follows_the_declared_law() {
    let text = vehicle(&format!(
        "{EVERYWHERE}
        output force: force(front)
        output first: z(a) {{ at: [0.4, 0.3, 0.1] m, in: base }}
        output second: z(crank) {{ at: [0.1, -0.6, 0.3] m, in: base }}"
    ));
    for_states(&text, |_, subject, (q, v, acting)| {
        let [force, first, second] = subject.outputs(q, v, acting)[..] else {
            panic!("three outputs")
        };
        let declared = -3e3 * ((first - 0.1) - (second - 0.3));
        assert!((force - declared).abs() < 1e-9 * declared.abs(), "{force} {declared}");
    });
}

/// Two trailing arms on the ground have a small opposite displacement. The bar's halves turn about one transverse axis,
/// with the torsion spring between them; vertical drop links connect their ends with the arms. With a lever `r`, the
/// torsion spring's stiffness `k` corresponds to the rate `k / r²` at the links. Both declarations give the same
/// accelerations, except for the bar's own inertia.
#[test]
fn a_bar_of_bodies_is_as_stiff_as_its_rate() {
    let corners = "
        mirror left as right {
            body arm { mass: 20 kg, com: [-0.2, 0.6, 0.3] m, inertia: [0.5, 0.8, 0.9] kg*m^2 }
            joint pivot: revolute(ground, arm) { axis: y, at: [0, 0.6, 0.3] m }
        }";
    let rate = "roll_bar bar: between(left.arm, right.arm) {
            via: ground, from: [-0.3, 0.5, 0.3] m, to: [-0.3, -0.5, 0.3] m, rate: 20 kN/m
        }";
    let lever = 0.25_f64;
    let torsion = 20e3 * lever * lever;
    let bodies = format!(
        "mirror near as far {{
            body half {{ mass: 1 g, com: [-0.2, 0.25, 0.6] m, inertia: [1e-6, 1e-6, 1e-6] kg*m^2 }}
        }}
        joint bearing: revolute(ground, near.half) {{ axis: y, at: [-0.05, 0, 0.6] m }}
        joint middle: revolute(far.half, near.half) {{ axis: y, at: [-0.05, 0, 0.6] m }}
        torsion bar: on(middle) {{ rate: {torsion} N*m/rad }}
        link left_drop: distance(near.half, left.arm) {{ from: [-0.3, 0.5, 0.6] m, to: [-0.3, 0.5, 0.3] m }}
        link right_drop: distance(far.half, right.arm) {{ from: [-0.3, -0.5, 0.6] m, to: [-0.3, -0.5, 0.3] m }}"
    );
    let rates = [rate, bodies.as_str()].map(|bar| {
        let compiled = compiled(
            &format!("Axle {{ gravity: 0 m/s^2 {corners} {bar} }}"),
            Method::Recursive,
        );
        let mut subject = Interpreted::new(&compiled);
        let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
        let names = compiled.state.coordinate_names(&compiled.layout);
        let place = |name: &str| names.iter().position(|c| *c == name);
        // These angles hold for any choice of independent speeds: the links move the halves of the bar, with a lever of
        // 0.3 m at the arms and of
        // `lever` at the bar.
        let half = 1e-4 * 0.3 / lever;
        let angles = [
            ("left.pivot", 1e-4),
            ("right.pivot", -1e-4),
            ("bearing", half),
            ("middle", 2.0 * half),
        ];
        for (name, angle) in angles {
            if let Some(place) = place(name) {
                q[place] = angle;
            }
        }
        for _ in 0..20 {
            subject.correct_position(&mut q, &Acting::default());
        }
        let [coordinates, _] = subject.joints(&q, &v, &Acting::default());
        for (name, angle) in &angles[..2] {
            let pivot = compiled.layout.coordinates.iter().position(|c| c == name);
            let found = coordinates[pivot.expect("a coordinate of that name")];
            assert!((found - angle).abs() < 1e-7, "{name}: {found}");
        }
        let rates = subject.rates(&q, &v, &Acting::default()).v;
        let bodies = subject.bodies(&q, &v, &Acting::default(), &rates);
        // The arms are on the ground, and all speeds are zero.
        ["left.arm", "right.arm"].map(|name| {
            let mut moving = compiled.model.moving_bodies();
            let arm = moving.position(|body| compiled.model.body(body).name == name);
            bodies[arm.expect("a body of that name")].angular_acceleration[1]
        })
    });
    let [[left, right], [of_bodies, other]] = rates;
    assert!(
        left.abs() > 0.1 && (left + right).abs() < 1e-3 * left.abs(),
        "{rates:?}"
    );
    for (found, expected) in [(of_bodies, left), (other, right)] {
        assert!((found - expected).abs() < 2e-3 * expected.abs(), "{rates:?}");
    }
}
