//! The kinematics rig, compared with closed forms and with the table of an independent program.

use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_studies::kinematics::{Course, Test, curves, figures, roll_centre, steering_axes};
use wishbone_studies::rig::{NotReached, Rig, Steering};
use wishbone_tests::derived;
use wishbone_vehicles::Hmmwv;

/// Half axles that swing about pivots, which are 0.1 m beside the middle plane and 0.4 m above the ground, with
/// vertical springs.
const SWING_AXLE: &str = "pub SwingAxle {
    derivatives: accept
    body chassis { mass: 900 kg, com: [0, 0, 0.6] m, inertia: [300, 900, 1000] kg*m^2 }
    body left_axle { mass: 30 kg, com: [0, 0.5, 0.33] m, inertia: [1, 0.5, 1] kg*m^2 }
    body right_axle { mass: 30 kg, com: [0, -0.5, 0.33] m, inertia: [1, 0.5, 1] kg*m^2 }
    joint motion: free(ground, chassis)
    joint left_pivot: revolute(chassis, left_axle) { axis: x, at: [0, 0.1, 0.4] m }
    joint right_pivot: revolute(chassis, right_axle) { axis: x, at: [0, -0.1, 0.4] m }
    spring left_spring: between(chassis, left_axle) {
        from: [0, 0.5, 5.33] m, to: [0, 0.5, 0.33] m, rate: 40 kN/m, free_length: 5 m
    }
    spring right_spring: between(chassis, right_axle) {
        from: [0, -0.5, 5.33] m, to: [0, -0.5, 0.33] m, rate: 40 kN/m, free_length: 5 m
    }
    wheel left: on(left_axle) { centre: [0, 0.7, 0.3] m, radius: 0.3 m }
    wheel right: on(right_axle) { centre: [0, -0.7, 0.3] m, radius: 0.3 m }
}";

fn swing_axle() -> Rig<Engine> {
    let compiled = compile_text(SWING_AXLE).expect("an axle");
    Rig::new(Engine::new(&compiled), &[0], &[], &[0.3; 2]).expect("it goes on the rig")
}

/// The contact moves about the pivot. The roll centre is the intersection of the lines through pivot and contact:
/// `h = z_p y / (y - y_p)`.
#[test]
fn a_swing_axle_rolls_about_the_lines_through_its_pivots() {
    let mut rig = swing_axle();
    let [across, height] = roll_centre(&mut rig, [0, 1])
        .expect("two wheels that rise")
        .expect("a roll centre");
    assert!(across.abs() < 1e-12);
    assert!((height - 0.4 * 0.7 / 0.6).abs() < 1e-9, "{height}");
}

/// Position and camber of a wheel that swings about a pivot.
#[test]
fn a_swing_axle_leans_by_its_angle() {
    let mut rig = swing_axle();
    let design = rig.wheels();
    for travel in [-0.06, 0.0, 0.05] {
        let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2] + travel).collect();
        rig.lift(&heights).expect("it is reached");
        let found = figures(&mut rig, &design).expect("figures");
        // The wheel centre is at (0.6, -0.1) from the pivot; this is the angle of rotation that lifts it by the travel.
        let (radius, begin) = (0.6_f64.hypot(0.1), (-0.1_f64).atan2(0.6));
        let angle = ((travel - 0.1) / radius).asin() - begin;
        for (side, wheel) in [1.0, -1.0].iter().zip(&found) {
            // As the outer end of the axle goes up, the top of the wheel leans inward.
            assert!((wheel.camber + angle).abs() < 1e-10, "{} {angle}", wheel.camber);
            assert!(wheel.toe.abs() < 1e-12);
            let y = radius * (begin + angle).cos() - 0.6;
            assert!((wheel.moved[1] - side * y).abs() < 1e-10);
            assert!((wheel.moved[2] - travel).abs() < 1e-10);
        }
    }
}

/// Wheel rate at the design position, with a long vertical spring at 0.4 m of the 0.6 m from pivot to wheel: `k i²`,
/// plus the effect of the changing lever of the load.
#[test]
fn a_wheel_rate_is_the_spring_s_by_the_square_of_its_ratio() {
    let mut rig = swing_axle();
    let design = rig.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights).expect("it stands there");
    let found = figures(&mut rig, &design).expect("figures");
    let rate = potential_rate();
    for wheel in found {
        assert!((wheel.rate / rate - 1.0).abs() < 1e-5, "{} {rate}", wheel.rate);
        let roll_rate = wheel.roll_rate.expect("they move against each other");
        assert!((roll_rate / rate - 1.0).abs() < 1e-5);
    }
}

/// Derivative of the vertical force at the contact with respect to the height `z` of the wheel centre. The potential
/// energy `E` of one side depends on its angle `a`: `F = E'(a) / c'(a)` with the height `c = z - R cos a` of the contact,
/// which lies in the wheel's plane.
fn potential_rate() -> f64 {
    // Relative to the pivot (0.1, 0.4): wheel centre (0.6, -0.1), spring's end and centre of mass (0.4, -0.07). Top of the
    // spring: (0.5, 5.33).
    let turned = |[y, z]: [f64; 2], a: f64| [y * a.cos() - z * a.sin(), y * a.sin() + z * a.cos()];
    let energy = |a: f64| {
        let [y, z] = turned([0.4, -0.07], a);
        let length = (0.4 - y).hypot(4.93 - z);
        0.5 * 40e3 * (length - 5.0) * (length - 5.0) + 30.0 * 9.80665 * z
    };
    let slope = |f: &dyn Fn(f64) -> f64, a: f64| {
        let h = 1e-3;
        (8.0 * (f(a + h) - f(a - h)) - (f(a + 2.0 * h) - f(a - 2.0 * h))) / (12.0 * h)
    };
    let height = |a: f64| turned([0.6, -0.1], a)[1];
    let contact = |a: f64| height(a) - 0.3 * a.cos();
    let force = |a: f64| slope(&energy, a) / slope(&contact, a);
    slope(&force, 0.0) / slope(&height, 0.0)
}

#[test]
fn what_is_not_reached_is_told() {
    let mut rig = swing_axle();
    let before = rig.wheels();
    let refused = rig.lift(&[2.0, 0.3]);
    assert!(matches!(refused, Err(NotReached::Height("left", _))), "{refused:?}");
    assert_eq!(rig.wheels(), before);
}

/// The truck's front axle over its travel agrees with an independent program (printed to 1e-8): x, y, camber, toe, steer.
#[test]
fn the_truck_s_front_axle_follows_the_table() {
    let rig = Rig::new(
        derived::Hmmwv::new(),
        &[derived::Hmmwv::BODY_CHASSIS],
        &[],
        &[0.4699; 4],
    )
    .expect("on the rig");
    let lines = include_str!("../data/hmmwv_front_kinematics.csv").lines();
    let mut lines = lines.map(|line| line.split(',').collect::<Vec<&str>>());
    let head = lines.next().expect("a head");
    let place = |name: &str| head.iter().position(|own| *own == name).expect("a column");
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.iter().map(|x| x.parse().expect("a number")).collect())
        .collect();
    let design = rig.clone().wheels();
    let left = derived::Hmmwv::WHEELS
        .iter()
        .position(|own| *own == "front_left.tyre")
        .expect("a wheel");
    let height = design[left].centre[2];
    let travel: Vec<f64> = rows.iter().map(|row| row[place("zrel_l")] - height).collect();
    let course = Course {
        test: Test::Bounce,
        steering: None,
        axles: &[],
        positions: &travel,
    };
    let found = curves(&rig, &course).expect("the design position");
    assert!(found.halts.is_empty(), "{:?}", found.halts);
    let table = found.table;
    for (side, letter) in [("left", "l"), ("right", "r")] {
        let wheel = format!("front_{side}.tyre");
        let index = derived::Hmmwv::WHEELS
            .iter()
            .position(|own| *own == wheel)
            .expect("a wheel");
        let start = design[index].centre;
        for (name, column, offset) in [
            ("camber", "camber", 0.0),
            ("toe", "toe", 0.0),
            ("steer", "steer", 0.0),
            ("x", "x", start[0]),
            ("y", "y", start[1]),
        ] {
            let found = table.column(&format!("{wheel}.{name}")).expect("a column");
            for (row, found) in rows.iter().zip(found) {
                let wanted = row[place(&format!("{column}_{letter}"))];
                assert!(
                    (found + offset - wanted).abs() < 1e-7,
                    "{wheel}.{name} at {}: {found} {wanted}",
                    row[0]
                );
            }
        }
    }
}

/// When the rack moves, the carriers turn about the line through both ball joints, whose positions are taken from the model.
#[test]
fn the_steering_axis_is_the_line_through_the_ball_joints() {
    let mut rig = Rig::new(
        derived::Hmmwv::new(),
        &[derived::Hmmwv::BODY_CHASSIS],
        &[],
        &[0.4699; 4],
    )
    .expect("on the rig");
    let axes = steering_axes(&mut rig, Steering::Drive(derived::Hmmwv::DRIVE_RACK)).expect("it steers");
    let compiled = compile_text(Hmmwv::DECLARATION).expect("the truck");
    let ball = |name: &str| {
        let joint = compiled
            .model
            .joints
            .iter()
            .find(|joint| joint.name == name)
            .expect("a joint");
        **joint.kind.ball().expect("a ball joint")
    };
    let (lower, upper) = (ball("front_left.lower_ball"), ball("front_left.upper_ball"));
    let pin = upper - lower;
    let own = axes[derived::Hmmwv::WHEELS
        .iter()
        .position(|w| *w == "front_left.tyre")
        .expect("a wheel")]
    .expect("it steers");
    assert!((own.caster - (-pin.x).atan2(pin.z)).abs() < 1e-9, "{own:?}");
    assert!((own.inclination - (-pin.y).atan2(pin.z)).abs() < 1e-9);
    let rear = derived::Hmmwv::WHEELS
        .iter()
        .position(|w| *w == "rear_left.tyre")
        .expect("a wheel");
    assert_eq!(axes[rear], None);
}
