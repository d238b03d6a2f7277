//! Figures of suspensions and of the vehicle at the design position, and Ackermann's angles, compared with closed forms.

use nalgebra::Vector3;
use wishbone::solver::Solver;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::compile;
use wishbone_engine::Engine;
use wishbone_studies::findings::Findings;
use wishbone_studies::kc::ackermann::Ackermann;
use wishbone_studies::kc::{Conditions, Vehicle, findings};
use wishbone_studies::rig::{Load, Rig, Steering};

/// A body that moves freely, so light that its weight has no effect on unloaded springs.
const CHASSIS: &str = "body chassis { mass: 900 kg, com: [-1, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, chassis)";
const LIGHT: &str = "inertia: [1e-4, 1e-4, 1e-4] kg*m^2";

fn rig(declaration: &str, wheels: usize) -> Rig<Engine> {
    rig_that_holds(&[], declaration, wheels)
}

/// A rig that holds the chassis and these speeds.
fn rig_that_holds(speeds: &[&str], declaration: &str, wheels: usize) -> Rig<Engine> {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let compiled = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "declaration", declaration)));
    Rig::new(Engine::new(&compiled), &[0], speeds, &vec![0.3; wheels]).expect("it goes on the rig")
}

fn found(rig: &Rig<Engine>, conditions: &Conditions) -> Vec<Findings> {
    findings(rig, "chassis", conditions, &|_| {}).expect("findings")
}

fn conditions(vehicle: Vehicle) -> Conditions {
    Conditions {
        travel: vec![-0.02, 0.0, 0.02],
        vehicle,
        ..Conditions::default()
    }
}

fn value(found: &Findings, subject: &str, name: &str) -> f64 {
    let figure = found
        .figure(subject, name)
        .unwrap_or_else(|| panic!("no figure `{name}` of `{subject}`: {:?}", found.notes));
    figure.value.unwrap_or_else(|| panic!("`{name}` has no value"))
}

fn is_near(found: f64, wanted: f64, of: &str) {
    assert!(
        (found - wanted).abs() < 1e-6 * wanted.abs().max(1e-3),
        "{of}: {found} for {wanted}"
    );
}

/// Wheels on arms that turn about transverse pivots. The front pivot is behind its wheel, the rear pivot in front of its wheel.
fn arms() -> Rig<Engine> {
    let arm = |name: &str, x: f64, pivot: [f64; 2]| {
        let [px, pz] = pivot;
        format!(
            "mirror {name}_left as {name}_right {{
                body arm {{ mass: 0.1 g, com: [{x}, 0.7, 0.3] m, {LIGHT} }}
                joint pivot: revolute(chassis, arm) {{ axis: y, at: [{px}, 0.6, {pz}] m }}
                spring coil: between(chassis, arm) {{
                    from: [{x}, 0.7, 5.3] m, to: [{x}, 0.7, 0.3] m, rate: 40 kN/m, free_length: 5 m
                }}
                wheel tyre: on(arm) {{ centre: [{x}, 0.7, 0.3] m, radius: 0.3 m, driven_from: chassis, spin_inertia: 1 kg*m^2 }}
            }}"
        )
    };
    let (front, rear) = (arm("front", 0.0, [-0.8, 0.35]), arm("rear", -2.5, [-2.1, 0.38]));
    rig(&format!("Arms {{ {CHASSIS} {front} {rear} }}"), 4)
}

/// An arm moves its wheel about the pivot, which is the instant centre. It gives the slopes of the paths of contact
/// point and wheel centre. From these angles anti-dive, anti-lift and anti-squat follow with `L = 2.5 m`, `h = 0.6 m`.
#[test]
fn an_arm_carries_load_transfer_by_the_slope_to_its_pivot() {
    let vehicle = Vehicle {
        centre_of_mass: Some([-1.0, 0.0, 0.6]),
        tyre_rates: Some(vec![200e3; 4]),
        brakes: Some(vec![0.35, 0.35, 0.15, 0.15]),
        drive: Some(vec![0.0, 0.0, 0.5, 0.5]),
        driven_from: vec![Some(0); 4],
        units: Vec::new(),
        steering: None,
    };
    let found = found(&arms(), &conditions(vehicle.clone()));
    let design = &found[0];
    let (front, rear) = ("front_left.tyre", "rear_right.tyre");
    // From the contact point to the pivot: in front 0.8 m behind and 0.35 m up, at the rear 0.4 m ahead and 0.38 m up.
    is_near(value(design, front, "side-view swing arm"), 800.0, "front arm");
    is_near(
        value(design, front, "side-view swing arm angle"),
        (0.35_f64 / 0.8).atan().to_degrees(),
        "front angle",
    );
    is_near(value(design, rear, "side-view swing arm"), -400.0, "rear arm");
    is_near(
        value(design, rear, "side-view swing arm angle"),
        -(0.38_f64 / 0.4).atan().to_degrees(),
        "rear angle",
    );
    assert_eq!(
        design.figure(front, "front-view swing arm").map(|own| own.value),
        Some(None)
    );
    let by = 2.5 / 0.6;
    is_near(value(design, "", "wheelbase"), 2500.0, "wheelbase");
    is_near(
        value(design, "", "anti-dive, braking, front"),
        100.0 * 0.7 * by * 0.35 / 0.8,
        "anti-dive",
    );
    is_near(
        value(design, "", "anti-lift, braking, rear"),
        100.0 * 0.3 * by * 0.38 / 0.4,
        "anti-lift",
    );
    // Half-shafts from the chassis: the force acts at the wheel centre, 0.08 m below the pivot.
    is_near(
        value(design, "", "anti-squat, driving, rear"),
        100.0 * by * 0.08 / 0.4,
        "anti-squat",
    );
    assert!(
        design.figure("", "anti-lift, driving, front").is_none(),
        "the front axle is not driven"
    );
    is_near(
        value(design, "", "wheelbase change by travel"),
        1e3 * (0.05 / 0.8 + 0.08 / 0.4),
        "wheelbase change",
    );
    // A motor at the wheel: the carrier takes the torque, and the force acts at the contact point.
    let at_wheel = Vehicle {
        driven_from: [1, 2, 3, 4].map(Some).to_vec(),
        ..vehicle
    };
    let design = &self::found(&arms(), &conditions(at_wheel))[0];
    is_near(
        value(design, "", "anti-squat, driving, rear"),
        100.0 * by * 0.38 / 0.4,
        "anti-squat at the wheel",
    );
}

/// The slope of a path is the ratio of vertical to longitudinal force, by the wheel loads of the solver: `F_z = -F_x dx/dz`.
#[test]
fn a_longitudinal_force_lifts_by_the_slope_of_the_path() {
    let mut rig = arms();
    let before = rig.forces().expect("forces");
    let (wheels, force) = (rig.wheels(), Vector3::new(500.0, 0.0, 0.0));
    let at_contact = wheels.iter().map(|wheel| Load::at_contact(force, wheel, 0.3)).collect();
    for (loads, slopes) in [
        (at_contact, [0.35 / 0.8, -0.38 / 0.4]),
        (vec![Load::at_centre(force); 4], [0.05 / 0.8, -0.08 / 0.4]),
    ] {
        rig.load(&loads);
        let after = rig.forces().expect("forces");
        for (wheel, slope) in [slopes[0], slopes[0], slopes[1], slopes[1]].into_iter().enumerate() {
            is_near(after[wheel] - before[wheel], -500.0 * slope, "vertical force");
        }
    }
}

/// A figure that lacks a necessary part is left out, and a note says so.
#[test]
fn what_is_not_declared_is_told() {
    let design = &found(&arms(), &conditions(Vehicle::default()))[0];
    let notes = design.notes.join("\n");
    assert!(
        notes.contains("centre of mass") && notes.contains("they need declared tyres"),
        "{notes}"
    );
    assert!(design.figure("", "wheelbase").is_some() && design.figure("", "anti-dive, braking, front").is_none());
    let known = Vehicle {
        centre_of_mass: Some([-1.0, 0.0, 0.6]),
        ..Vehicle::default()
    };
    let notes = found(&arms(), &conditions(known))[0].notes.join("\n");
    assert!(
        notes.contains("declare brakes") && notes.contains("declare a powertrain"),
        "{notes}"
    );
}

/// A wheel on two transverse arms in one plane. `upper` and `lower` are their inner and outer ends in the front view [m]. The tie
/// rod is beside the lower arm and parallel to it.
fn wishbones(upper: [[f64; 2]; 2], lower: [[f64; 2]; 2]) -> Rig<Engine> {
    let at = |x: f64, [y, z]: [f64; 2]| format!("[{x}, {y}, {z}] m");
    let arm = |name: &str, [inner, outer]: [[f64; 2]; 2]| {
        format!(
            "body {name} {{ mass: 0.1 g, com: {}, {LIGHT} }}
            joint {name}_pivot: revolute(chassis, {name}) {{ axis: x, at: {} }}",
            at(0.0, outer),
            at(0.0, inner)
        )
    };
    rig(
        &format!(
            "Wishbones {{ {CHASSIS}
                mirror left as right {{
                    {upper_arm} {lower_arm}
                    body upright {{ mass: 0.1 g, com: [0, 0.7, 0.3] m, {LIGHT} }}
                    joint lower_ball: spherical(lower, upright) {{ at: {lower_ball} }}
                    joint upper_ball: spherical(upper, upright) {{ at: {upper_ball} }}
                    link tie_rod: distance(chassis, upright) {{ from: {tie_inner}, to: {tie_outer} }}
                    spring coil: between(chassis, upright) {{
                        from: [0, 0.7, 5.3] m, to: [0, 0.7, 0.3] m, rate: 40 kN/m, free_length: 5 m
                    }}
                    wheel tyre: on(upright) {{ centre: [0, 0.75, 0.3] m, radius: 0.3 m }}
                }}
            }}",
            upper_arm = arm("upper", upper),
            lower_arm = arm("lower", lower),
            lower_ball = at(0.0, lower[1]),
            upper_ball = at(0.0, upper[1]),
            tie_inner = at(-0.15, lower[0]),
            tie_outer = at(-0.15, lower[1]),
        ),
        2,
    )
}

/// The lines of the arms meet in the instant centre. The distance of the instant centre from the wheel is `0.75 - y`,
/// and the roll centre lies on the line to the instant centre.
#[test]
fn skewed_wishbones_turn_the_wheel_about_where_they_meet() {
    // The upper arm falls by 0.1 inward, the lower one rises by 0.2.
    let rig = wishbones([[0.4, 0.42], [0.7, 0.45]], [[0.35, 0.27], [0.7, 0.2]]);
    let design = &found(&rig, &conditions(Vehicle::default()))[0];
    // 0.45 + 0.1 (y - 0.7) = 0.2 - 0.2 (y - 0.7)
    let (y, z) = (0.7 - 0.25 / 0.3, 0.45 - 0.1 * 0.25 / 0.3);
    for wheel in ["left.tyre", "right.tyre"] {
        is_near(value(design, wheel, "front-view swing arm"), 1e3 * (0.75 - y), "length");
        is_near(
            value(design, wheel, "front-view swing arm angle"),
            (z / (0.75 - y)).atan().to_degrees(),
            "angle",
        );
    }
    let axle = "left.tyre and right.tyre";
    is_near(
        value(design, axle, "roll centre height"),
        1e3 * 0.75 * z / (0.75 - y),
        "roll centre",
    );
    is_near(
        value(design, axle, "track change by travel"),
        2e3 * z / (0.75 - y),
        "track change",
    );
}

/// Parallel arms move the wheel along their normal, and the swing arm is infinite; its line has the slope of the arms,
/// 0.1 upward to the inside.
#[test]
fn parallel_wishbones_have_no_swing_arm() {
    let rig = wishbones([[0.4, 0.48], [0.7, 0.45]], [[0.4, 0.23], [0.7, 0.2]]);
    let design = &found(&rig, &conditions(Vehicle::default()))[0];
    assert_eq!(
        design.figure("left.tyre", "front-view swing arm").map(|own| own.value),
        Some(None)
    );
    is_near(
        value(design, "left.tyre", "front-view swing arm angle"),
        0.1_f64.atan().to_degrees(),
        "angle",
    );
    is_near(
        value(design, "left.tyre and right.tyre", "track change by travel"),
        2e3 * 0.1,
        "track change",
    );
}

/// A strut turns the wheel about the point where the normal to the strut through its top meets the line of the arm.
#[test]
fn a_strut_turns_the_wheel_about_the_normal_through_its_top() {
    let rig = rig(
        &format!(
            "Struts {{ {CHASSIS}
                mirror left as right {{
                    body lower {{ mass: 0.1 g, com: [0, 0.7, 0.2] m, {LIGHT} }}
                    body rod {{ mass: 0.1 g, com: [0, 0.58, 0.8] m, {LIGHT} }}
                    body upright {{ mass: 0.1 g, com: [0, 0.7, 0.3] m, {LIGHT} }}
                    joint pivot: revolute(chassis, lower) {{ axis: x, at: [0, 0.35, 0.22] m }}
                    joint mount: spherical(chassis, rod) {{ at: [0, 0.58, 0.8] m }}
                    joint slide: prismatic(rod, upright) {{ through: [[0, 0.58, 0.8] m, [0, 0.7, 0.2] m] }}
                    joint ball: spherical(lower, upright) {{ at: [0, 0.7, 0.2] m }}
                    link tie_rod: distance(chassis, upright) {{ from: [-0.15, 0.35, 0.22] m, to: [-0.15, 0.7, 0.2] m }}
                    spring coil: between(chassis, upright) {{
                        from: [0, 0.7, 5.3] m, to: [0, 0.7, 0.3] m, rate: 40 kN/m, free_length: 5 m
                    }}
                    wheel tyre: on(upright) {{ centre: [0, 0.75, 0.3] m, radius: 0.3 m }}
                }}
            }}"
        ),
        2,
    );
    let design = &found(&rig, &conditions(Vehicle::default()))[0];
    // The strut runs along (0.12, -0.6): its normal through the top rises by 0.2 outward. The arm falls by 2/35 outward.
    let (normal, arm) = (0.12 / 0.6, -0.02 / 0.35);
    let y = (0.22 - arm * 0.35 - 0.8 + normal * 0.58) / (normal - arm);
    let z = 0.8 + normal * (y - 0.58);
    is_near(
        value(design, "left.tyre", "front-view swing arm"),
        1e3 * (0.75 - y),
        "length",
    );
    is_near(
        value(design, "left.tyre", "front-view swing arm angle"),
        (z / (0.75 - y)).atan().to_degrees(),
        "angle",
    );
}

/// Vertical slides on springs of 40 kN/m, with a track of 1.5 m. The roll stiffness is `k t² / 2`, and a tyre of 160 kN/m in series
/// gives a spring of 32 kN/m.
#[test]
fn springs_and_tyres_are_in_series() {
    let rig = rig(
        &format!(
            "Slides {{ {CHASSIS}
                mirror left as right {{
                    body hub {{ mass: 0.1 g, com: [0, 0.7, 0.3] m, {LIGHT} }}
                    joint slide: prismatic(chassis, hub) {{ axis: z }}
                    spring coil: between(chassis, hub) {{
                        from: [0, 0.7, 5.3] m, to: [0, 0.7, 0.3] m, rate: 40 kN/m, free_length: 5 m
                    }}
                    wheel tyre: on(hub) {{ centre: [0, 0.75, 0.3] m, radius: 0.3 m }}
                }}
            }}"
        ),
        2,
    );
    let vehicle = Vehicle {
        tyre_rates: Some(vec![160e3; 2]),
        ..Vehicle::default()
    };
    let design = &found(&rig, &conditions(vehicle))[0];
    is_near(value(design, "left.tyre", "ride rate"), 32.0, "ride rate");
    let axle = "left.tyre and right.tyre";
    let degree = 1_f64.to_radians();
    is_near(
        value(design, axle, "roll stiffness"),
        40e3 * 1.5 * 1.5 / 2.0 * degree,
        "roll stiffness",
    );
    is_near(
        value(design, axle, "roll stiffness with tyres"),
        32e3 * 1.5 * 1.5 / 2.0 * degree,
        "with tyres",
    );
}

/// Distance between the kingpins, length and inward angle of the arms, wheelbase of the trapezoid [m, rad].
const TRAPEZOID: [f64; 4] = [1.2, 0.16, 0.35, 2.5];

/// Wheels that turn about upright kingpins through their centres, coupled by a tie rod behind the axle.
fn trapezoid() -> Rig<Engine> {
    let [apart, arm, angle, wheelbase] = TRAPEZOID;
    let (y, x, inward) = (0.5 * apart, -arm * angle.cos(), 0.5 * apart - arm * angle.sin());
    rig(
        &format!(
            "Trapezoid {{ {CHASSIS}
                mirror left as right {{
                    body hub {{ mass: 0.1 g, com: [0, {y}, 0.3] m, {LIGHT} }}
                    body knuckle {{ mass: 0.1 g, com: [0, {y}, 0.3] m, {LIGHT} }}
                    joint slide: prismatic(chassis, hub) {{ axis: z }}
                    spring coil: between(chassis, hub) {{
                        from: [0, {y}, 5.3] m, to: [0, {y}, 0.3] m, rate: 40 kN/m, free_length: 5 m
                    }}
                    wheel tyre: on(knuckle) {{ centre: [0, {y}, 0.3] m, radius: 0.3 m }}
                }}
                joint left_pin: revolute(left.hub, left.knuckle) {{ axis: z, at: [0, {y}, 0.3] m, drive: wheel_angle }}
                joint right_pin: revolute(right.hub, right.knuckle) {{ axis: z, at: [0, -{y}, 0.3] m }}
                link tie_rod: distance(left.knuckle, right.knuckle) {{
                    from: [{x}, {inward}, 0.3] m, to: [{x}, -{inward}, 0.3] m
                }}
                mirror rear_left as rear_right {{
                    body hub {{ mass: 0.1 g, com: [-{wheelbase}, {y}, 0.3] m, {LIGHT} }}
                    joint slide: prismatic(chassis, hub) {{ axis: z }}
                    spring coil: between(chassis, hub) {{
                        from: [-{wheelbase}, {y}, 5.3] m, to: [-{wheelbase}, {y}, 0.3] m, rate: 40 kN/m, free_length: 5 m
                    }}
                    wheel tyre: on(hub) {{ centre: [-{wheelbase}, {y}, 0.3] m, radius: 0.3 m }}
                }}
            }}"
        ),
        4,
    )
}

/// Angle of the right arm of the trapezoid when the left arm turns by `left`. The tie rod keeps its length; solved by
/// bisection.
fn right_angle(left: f64) -> f64 {
    let [apart, arm, angle, _] = TRAPEZOID;
    let end = |side: f64, turned: f64| {
        let along = side * angle + turned;
        [-arm * along.cos(), side * 0.5 * apart - arm * along.sin()]
    };
    let length = |right: f64| {
        let ([x, y], [u, v]) = (end(1.0, left), end(-1.0, right));
        (x - u).hypot(y - v)
    };
    let wanted = apart - 2.0 * arm * angle.sin();
    // A right arm that turns to the left approaches the left arm.
    let (mut low, mut high) = (left - 0.3, left + 0.3);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        match (length(middle) - wanted) * (length(low) - wanted) > 0.0 {
            true => low = middle,
            false => high = middle,
        }
    }
    0.5 * (low + high)
}

/// Wheels without scrub and trail turn about the kingpins, so that `cot d_o - cot d_i = t / L` with `t` the distance of the kingpins.
#[test]
fn a_trapezoid_misses_ackermann_s_angles_by_its_closed_form() {
    let rig = trapezoid();
    let positions: Vec<f64> = [-0.5, -0.2, 0.0, 0.2, 0.5].into();
    let conditions = Conditions {
        steer: Some((Steering::Drive(0), positions.clone())),
        ..conditions(Vehicle {
            steering: Some(16.0),
            ..Vehicle::default()
        })
    };
    let found = found(&rig, &conditions);
    let steer = found.iter().find(|own| own.name == "steer").expect("steer");
    let errors = steer
        .table
        .column("left.tyre and right.tyre.ackermann_error")
        .expect("errors");
    let [apart, _, _, wheelbase] = TRAPEZOID;
    let at = |left: f64| {
        let right = right_angle(left);
        let (inner, outer) = if left > 0.0 { (left, right) } else { (-right, -left) };
        let ideal = (1.0 / (1.0 / inner.tan() + apart / wheelbase)).atan();
        (outer - ideal, (inner - outer) / (inner - ideal))
    };
    for (&left, error) in positions.iter().zip(errors) {
        let wanted = if left == 0.0 { 0.0 } else { at(left).0 };
        assert!((error - wanted).abs() < 1e-9, "{left}: {error} for {wanted}");
    }
    let axle = "left.tyre and right.tyre";
    is_near(
        value(steer, axle, "Ackermann error, last position"),
        at(0.5).0.to_degrees(),
        "error",
    );
    is_near(
        value(steer, axle, "Ackermann, first position"),
        100.0 * at(-0.5).1,
        "part",
    );
    // At first both wheels turn with the drive, so the steering ratio is that of the drive.
    is_near(value(&found[0], axle, "steering ratio"), 16.0, "steering ratio");
}

/// Ideal angles have no error, and parallel wheels have a fraction of zero of the ideal difference. A rear axle that
/// steers turns about a point on the other side.
#[test]
fn ideal_and_parallel_wheels_are_the_ends_of_the_scale() {
    let (track, base) = (1.5, 2.6);
    let ideal = |radius: f64| {
        [
            (base / (radius - 0.5 * track)).atan(),
            (base / (radius + 0.5 * track)).atan(),
        ]
    };
    let [inner, outer] = ideal(8.0);
    let y = [0.5 * track, -0.5 * track];
    let found = Ackermann::of([0.0; 2], y, [inner, outer], -base).expect("a turn");
    assert!(
        found.error.abs() < 1e-12 && (found.part - 1.0).abs() < 1e-12,
        "{found:?}"
    );
    let found = Ackermann::of([0.0; 2], y, [-outer, -inner], -base).expect("a turn to the right");
    assert!(
        found.error.abs() < 1e-12 && (found.part - 1.0).abs() < 1e-12,
        "{found:?}"
    );
    let found = Ackermann::of([0.0; 2], y, [inner, inner], -base).expect("parallel wheels");
    assert!(
        (found.error - (inner - outer)).abs() < 1e-12 && found.part == 0.0,
        "{found:?}"
    );
    // The rear axle, steered to the right, turns the vehicle to the left.
    let found = Ackermann::of([-base; 2], y, [-inner, -outer], 0.0).expect("a turn");
    assert!(found.error.abs() < 1e-12, "{found:?}");
    assert_eq!(Ackermann::of([0.0; 2], y, [0.0; 2], -base), None);
}

/// A steering axis through two ball joints, with the hardpoints of the library's double wishbone, at the height of the wheel
/// centre.
#[test]
fn a_steering_axis_passes_the_wheel_centre_by_its_offsets() {
    let rig = rig(
        &format!(
            "Steered {{ {CHASSIS}
                include \"wishbone/double_wishbone.txt\"
                include \"wishbone/rack_and_pinion.txt\"
                place RackAndPinion(chassis) as steering
                place DoubleWishbone(chassis, steering.rack) as left mirrored right
            }}"
        ),
        2,
    );
    let conditions = Conditions {
        steer: Some((Steering::Drive(0), vec![0.0])),
        ..conditions(Vehicle::default())
    };
    let design = &found(&rig, &conditions)[0];
    let (lower, upper) = (Vector3::new(0.006, 0.705, -0.115), Vector3::new(-0.017, 0.656, 0.15));
    let met = lower - (upper - lower) * (lower.z / (upper.z - lower.z));
    for wheel in ["left.tyre", "right.tyre"] {
        is_near(
            value(design, wheel, "kingpin offset at wheel centre"),
            1e3 * (0.75 - met.y),
            "offset",
        );
        is_near(value(design, wheel, "trail at wheel centre"), 1e3 * met.x, "trail");
        // X points forward: the axis leans rearward at its top, and braking does not lower the nose.
        let leans = (lower.x - upper.x).atan2(upper.z - lower.z).to_degrees();
        is_near(value(design, wheel, "caster"), leans, "caster");
        assert!(leans > 3.0 && value(design, wheel, "brake support angle") > 2.0);
    }
}

/// A rack that is moved by a column and held by the rig has the figures and curves of a driven rack.
#[test]
fn a_held_rack_steers_as_a_driven_one() {
    let declaration = |drive: &str| {
        format!(
            "Steered {{ {CHASSIS}
                include \"wishbone/double_wishbone.txt\"
                body rack {{ mass: 4.5 kg, com: [-0.11, 0, 0] m, inertia: [0.03, 0.001, 0.03] kg*m^2 }}
                joint slide: prismatic(chassis, rack) {{ axis: y {drive} }}
                place DoubleWishbone(chassis, rack) as left mirrored right
            }}"
        )
    };
    let driven = rig(&declaration(", drive: rack"), 2);
    let held = rig_that_holds(&["slide"], &declaration(""), 2);
    let by_joint = Steering::by_joint("slide", held.solver().description()).expect("its coordinate and speed");
    let [driven, held] = [(driven, Steering::Drive(0)), (held, by_joint)].map(|(rig, steering)| {
        let conditions = Conditions {
            steer: Some((steering, vec![-0.03, -0.01, 0.0, 0.02, 0.04])),
            ..conditions(Vehicle::default())
        };
        found(&rig, &conditions)
    });
    assert_eq!(driven.len(), held.len());
    for (driven, held) in driven.iter().zip(&held) {
        assert_eq!(driven.figures.len(), held.figures.len());
        for (driven, held) in driven.figures.iter().zip(&held.figures) {
            assert_eq!((&driven.subject, &driven.name), (&held.subject, &held.name));
            is_near(
                held.value.unwrap_or(0.0),
                driven.value.unwrap_or(0.0),
                &format!("{} of {}", driven.name, driven.subject),
            );
        }
        for (driven, held) in driven.table.rows.iter().zip(&held.table.rows) {
            for (place, (driven, held)) in driven.iter().zip(held).enumerate() {
                let near = (driven - held).abs() < 1e-9 * driven.abs().max(1.0) || (driven.is_nan() && held.is_nan());
                assert!(near, "column {place}: {held} for {driven}");
            }
        }
    }
}

/// The truck's front suspension, compared with the table of an independent program (printed to 1e-8, at steps of 5 mm). Camber by
/// travel gives the length of the front-view swing arm, and the displacements give the slopes of the wheel centre.
#[test]
fn the_truck_s_swing_arms_follow_the_table() {
    let text = include_str!("../../../workbench/files/hmmwv.toml");
    let reading = file::read_text("hmmwv.toml", text, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let compiled = compiled.unwrap_or_else(|found| panic!("{}", render(&found, "hmmwv.toml", text)));
    let radius = 0.4699;
    let rig = Rig::new(Engine::new(&compiled), &[0], &[], &[radius; 4]).expect("it goes on the rig");
    let design = &found(&rig, &conditions(Vehicle::default()))[0];
    let lines = include_str!("../../../../tests/data/hmmwv_front_kinematics.csv").lines();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let number = |row: usize, name: &str| -> f64 {
        let column = rows[0].iter().position(|own| *own == name).expect("a column");
        rows[row][column].parse().expect("a number")
    };
    let middle = (1..rows.len())
        .find(|&row| (number(row, "zrel_l") + 0.026289).abs() < 1e-9)
        .expect("the design position");
    // Central differences over 10 and 20 mm, extrapolated.
    let slope = |name: &str| {
        let over = |rows: usize| (number(middle + rows, name) - number(middle - rows, name)) / (0.01 * rows as f64);
        (4.0 * over(1) - over(2)) / 3.0
    };
    let (wheel, axle) = ("front_left.tyre", "front_left.tyre and front_right.tyre");
    let is_like = |found: f64, wanted: f64, of: &str| {
        assert!((found / wanted - 1.0).abs() < 1e-4, "{of}: {found} for {wanted}");
    };
    is_like(
        value(design, wheel, "front-view swing arm"),
        -1e3 / slope("camber_l"),
        "length",
    );
    let track = slope("y_l") - radius * slope("camber_l");
    is_like(
        value(design, axle, "track change by travel"),
        2e3 * track,
        "track change",
    );
    is_like(
        value(design, wheel, "front-view swing arm angle"),
        track.atan().to_degrees(),
        "angle",
    );
    is_like(
        value(design, wheel, "drive support angle"),
        slope("x_l").atan().to_degrees(),
        "drive support",
    );
}
