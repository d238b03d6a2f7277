//! A vehicle of thirty bodies and many subsystems.

use crate::{agrees, compiled};
use std::time::Instant;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::dsl::parse_text;
use wishbone_compiler::kinematics::Mechanism;
use wishbone_compiler::model::resolve::resolve;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::choose;
use wishbone_compiler::programs::state::StateLayout;
use wishbone_compiler::{emit, mobility, programs, topology};
use wishbone_tests::Scatter;

/// Positions of the axles [m], all with double wishbones; a rack steers each of the first two. With the hull and its three arms, there
/// are 1 + 2 + 8 (2 + 1) + 3 bodies.
const AXLES: [f64; 4] = [2.4, 1.1, -0.9, -2.2];

/// The text of the vehicle.
fn declaration() -> String {
    let mut text = String::from(
        "Carrier {
        body hull { mass: 8000 kg, com: [0, 0, 0.9] m, inertia: [4000, 20000, 22000, 0, -300, 0] kg*m^2 }
        joint motion: free(ground, hull)\n",
    );
    for (axle, x) in AXLES.into_iter().enumerate() {
        let steered = axle < 2;
        if steered {
            text += &format!(
                "body rack_{axle} {{ mass: 9 kg, com: [{x}, 0, 0.6] m, inertia: [0.6, 0.01, 0.6] kg*m^2 }}
                joint steering_{axle}: prismatic(hull, rack_{axle}) {{ axis: y, drive: steering_{axle} }}\n"
            );
        }
        let holder = if steered {
            format!("rack_{axle}")
        } else {
            "hull".to_owned()
        };
        text += &corner(&format!("axle_{axle}"), x, &holder);
    }
    for (arm, x) in [-3.4, -4.2, 3.6].into_iter().enumerate() {
        text += &format!(
            "body arm_{arm} {{ mass: 60 kg, com: [{x}, 0.1, 0.6] m, inertia: [2, 3, 4] kg*m^2 }}
            joint arm_{arm}_pivot: revolute(hull, arm_{arm}) {{ axis: y, at: [{}, 0, 0.7] m }}
            spring arm_{arm}_coil: between(hull, arm_{arm}) {{
                from: [{x}, 0, 1.1] m, to: [{x}, 0, 0.65] m, rate: 80 kN/m, free_length: 0.5 m
            }}\n",
            x + 0.5
        );
    }
    text + "}"
}

/// Double wishbones on both sides.
fn corner(name: &str, x: f64, holder: &str) -> String {
    let at = |dx: f64, y: f64, z: f64| format!("[{}, {y}, {z}] m", x + dx);
    format!(
        "mirror {name}_left as {name}_right {{
            body lower {{ mass: 24 kg, com: {}, inertia: [0.4, 0.43, 0.8] kg*m^2 }}
            body upper {{ mass: 6 kg, com: {}, inertia: [0.03, 0.03, 0.05] kg*m^2 }}
            body upright {{ mass: 40 kg, com: {}, inertia: [1.2, 1.5, 1.1] kg*m^2 }}
            joint lower_pivot: revolute(hull, lower) {{ through: [{}, {}] }}
            joint upper_pivot: revolute(hull, upper) {{ through: [{}, {}] }}
            joint lower_ball: spherical(lower, upright) {{ at: {} }}
            joint upper_ball: spherical(upper, upright) {{ at: {} }}
            link tie_rod: distance({holder}, upright) {{ from: {}, to: {} }}
            spring coil: between(hull, lower) {{
                from: {}, to: {}, rate: 150 kN/m, damping: 12 kN*s/m, free_length: 0.45 m
            }}
            wheel tyre: on(upright) {{
                centre: {}, radius: 0.5 m, mass: 70 kg, spin_inertia: 8 kg*m^2, diametral_inertia: 4.5 kg*m^2,
                driven_from: hull
            }}
        }}\n",
        at(0.01, 0.55, 0.42),
        at(0.0, 0.6, 0.72),
        at(0.01, 0.78, 0.55),
        at(0.22, 0.31, 0.45),
        at(-0.21, 0.32, 0.46),
        at(0.12, 0.46, 0.74),
        at(-0.11, 0.47, 0.73),
        at(0.0, 0.79, 0.38),
        at(-0.02, 0.72, 0.72),
        at(-0.2, 0.45, 0.6),
        at(-0.14, 0.82, 0.53),
        at(0.05, 0.5, 0.9),
        at(0.05, 0.54, 0.42),
        at(0.0, 0.91, 0.55),
    )
}

/// The time of each stage is printed but not tested, since it depends on the load of the machine.
#[test]
fn thirty_bodies() {
    let text = declaration();
    let clock = Instant::now();
    let mut last = clock.elapsed();
    let mut told = |stage: &str| {
        let now = clock.elapsed();
        println!("{stage:<12} {:?}", now - last);
        last = now;
    };
    let parsed = parse_text(&text).expect("it can be read");
    told("front");
    let model = resolve(&parsed).expect("it is sound");
    told("model");
    let topology = topology::analyse(&model).expect("its graph is sound");
    told("topology");
    let mechanism = Mechanism::new(&model, &topology);
    let (mobility, _) = mobility::examine(&mechanism).expect("it can move");
    told("mobility");
    let mechanism = mechanism.aligned(mobility.steps());
    let plan = choose::plan(&mechanism, &mobility, &Choice::Declared);
    let state = StateLayout::new(&mechanism, &mobility);
    let _ = programs::trace(&mechanism, &mobility, &plan, &state, programs::Extent::Text);
    told("formulation");

    let compiled = compiled(&text);
    told("all of these");
    let emitted = emit::text(&compiled, &text);
    told("emission");
    println!(
        "{}, {} lines",
        compiled.programs[Call::Evaluation].program.count(),
        emitted.lines().count()
    );

    assert_eq!(model.moving_bodies().count(), 30);
    // Speeds of the hull, five speeds and four closures at each corner, and three arms; the racks are driven.
    assert_eq!(
        (topology.speeds(), mobility.equations, mobility.rank),
        (6 + 8 * 5 + 3, 8 * 4, 8 * 4)
    );
    assert_eq!(mobility.freedoms, 6 + 8 + 3 + 8);
    assert_eq!(mobility.closures.len(), 8);
    // Classes: both racks, all corners, and the three arms.
    let classes = &topology.alike.subsystems;
    assert_eq!(classes.iter().map(|c| c.members.len()).collect::<Vec<_>>(), [2, 8, 3]);
    agrees(&compiled, 5, &Scatter::default());
}
