//! The tractor with semitrailer of RTRD (2018, 7.2): its steady turn against the linear model.

use crate::{advance, drive, output};
use nalgebra::{Matrix4, Vector4};
use wishbone::prelude::*;
use wishbone_tests::body;
use wishbone_vehicles::{TractorSemitrailer, start};

/// Speed [m/s]: 40 mph.
const SPEED: f64 = 17.8816;
const G: f64 = 9.81;

/// An axle in the linear model.
struct Axle {
    /// Its wheels, left and right, among the vehicle's.
    wheels: [&'static str; 2],
    /// Position along the tractor, the trailer straight behind it [m].
    x: f64,
    /// Lateral slope of one wheel's tyre at the nominal load and at twice of it [N], the nominal load [N].
    slope: [f64; 2],
    nominal: f64,
    /// Unloaded radius [m] and vertical stiffness [N/m].
    radius: f64,
    stiffness: f64,
}

const fn axle(wheels: [&'static str; 2], x: f64, [one, two, nominal]: [f64; 3], [radius, stiffness]: [f64; 2]) -> Axle {
    Axle {
        wheels,
        x,
        slope: [one, two],
        nominal,
        radius,
        stiffness,
    }
}

const TRACTOR: [f64; 2] = [0.5588, 673874.26];
const TWINS: [f64; 2] = [0.5588, 1347748.52];
const TRAILER: [f64; 2] = [0.536, 1225024.98];
/// Of the reference: one tyre, two beside each other.
const STEERED: [f64; 3] = [121616.311275, 225131.40675, 16431.75];
const DRIVEN: [f64; 3] = [243232.62255, 450262.8135, 32863.5];
const TOWED: [f64; 3] = [181516.8825, 336017.025, 24525.0];

const AXLES: [Axle; 6] = [
    axle(["front_left", "front_right"], 0.0, STEERED, TRACTOR),
    axle(["drive_1.left.tyre", "drive_1.right.tyre"], -4.08, DRIVEN, TWINS),
    axle(["drive_2.left.tyre", "drive_2.right.tyre"], -5.48, DRIVEN, TWINS),
    axle(["trailer_1.left.tyre", "trailer_1.right.tyre"], -10.92, TOWED, TRAILER),
    axle(["trailer_2.left.tyre", "trailer_2.right.tyre"], -12.23, TOWED, TRAILER),
    axle(["trailer_3.left.tyre", "trailer_3.right.tyre"], -13.54, TOWED, TRAILER),
];
/// The first of the trailer.
const TRAILING: usize = 3;
/// The fifth wheel [m].
const HITCH: f64 = -4.64;

/// Mass and first moment about the origin [kg, kg m] of the units: bodies, and axles with their wheels.
const UNITS: [[f64; 2]; 2] = [
    [
        10000.0 + 581.0 + 2.0 * (68.0 + 134.705) + 2.0 * (717.0 + 2.0 * 254.705),
        10000.0 * -2.0 + (717.0 + 2.0 * 254.705) * (-4.08 - 5.48),
    ],
    [
        20000.0 + 3.0 * (500.0 + 2.0 * 114.005),
        20000.0 * -10.6 + (500.0 + 2.0 * 114.005) * (-10.92 - 12.23 - 13.54),
    ],
];

/// Lateral stiffness of the tyre under a load [N/rad], and its pneumatic trail [m], at no slip: Rill 2013, equations 3.19 (the
/// parabola through zero) and 3.35, with the length of the patch `2 √(R r)`.
fn tyre(axle: &Axle, load: f64) -> [f64; 2] {
    let q = load / axle.nominal;
    let [one, two] = axle.slope;
    let stiffness = q * (2.0 * one - 0.5 * two - (one - 0.5 * two) * q);
    let patch = 2.0 * (axle.radius * load / axle.stiffness).sqrt();
    [stiffness, (0.178 + (0.19 - 0.178) * (q - 1.0)) * patch]
}

/// Yaw rate [rad/s] and angle of the trailer against the tractor [rad], positive to the left, of the linear model.
///
/// With the tractor's lateral speed `v` at the origin, the yaw rate `r`, the trailer's angle `θ` and the lateral force `H` of the
/// trailer on the tractor: slip angles `(v + x r)/U - δ` and `(v + x r)/U - θ`, forces `-C α` behind the axle by the pneumatic
/// trail `t`, and for each unit the sums of lateral forces, `m (U r)`, and of moments about the origin, `m x_c U r`.
fn linear(loads: &[[f64; 2]], steer: &[f64], speed: f64) -> [f64; 2] {
    let (mut matrix, mut right) = (Matrix4::zeros(), Vector4::zeros());
    for (k, axle) in AXLES.iter().enumerate() {
        for load in loads[k] {
            let [stiffness, trail] = tyre(axle, load);
            let on_trailer = k >= TRAILING;
            let row = if on_trailer { 2 } else { 0 };
            for (row, arm) in [(row, 1.0), (row + 1, axle.x - trail)] {
                let force = stiffness * arm;
                matrix[(row, 0)] -= force / speed;
                matrix[(row, 1)] -= force * axle.x / speed;
                matrix[(row, 2)] += if on_trailer { force } else { 0.0 };
                right[row] -= force * steer[k];
            }
        }
    }
    for (unit, [mass, moment]) in UNITS.into_iter().enumerate() {
        let sign = if unit == 0 { 1.0 } else { -1.0 };
        for (row, inertia, arm) in [(2 * unit, mass, 1.0), (2 * unit + 1, moment, HITCH)] {
            matrix[(row, 1)] -= inertia * speed;
            matrix[(row, 3)] += sign * arm;
        }
    }
    let found = matrix.lu().solve(&right).expect("it is regular");
    [found[1], found[2]]
}

/// A step of 0.05 degrees, on tyres without rolling resistance, so that no drag of the trailer pulls at the fifth wheel. At 0.2 degrees
/// the characteristic bends by one per cent already.
///
/// The stiffnesses are those at the loads of the wheels, the steer angles those of the wheels against tractor and trailer.
#[test]
fn turns_as_the_linear_model_does() {
    let mut equipment = TractorSemitrailer::equipment();
    for tyre in &mut equipment.tyres.tyres {
        tyre.law.rolling_resistance = 0.0;
    }
    let solver = TractorSemitrailer::new();
    let rest = start::rest(&solver, &equipment).expect("it settles");
    let state = start::rolling(&solver, &equipment, &rest, SPEED).expect("it rolls");
    let ramp = Ramp {
        start: 1.0,
        duration: 0.2,
        amplitude: 0.05_f64.to_radians(),
    };
    let wheels = TractorSemitrailer::WHEELS;
    let driven: [bool; 12] = std::array::from_fn(|k| wheels[k].starts_with("drive"));
    let surroundings = equipment
        .with_driver(Still)
        .with_steering(Steer::of::<TractorSemitrailer>("steer", ramp).expect("it steers"))
        .with_powertrain(SpeedHold::new(SPEED, 4000.0, 1000.0, 10e3, driven))
        .with_brakes(Still);
    let mut truck = drive(solver, surroundings, state);
    advance(&mut truck, 20.0);

    let wheel = |name: &str| {
        TractorSemitrailer::WHEELS
            .iter()
            .position(|own| *own == name)
            .expect("it has it")
    };
    let mut steer = |name: &str| {
        let output_name = if name.starts_with("front") {
            format!("{name}_steer")
        } else {
            name.replace("tyre", "steer")
        };
        output(&mut truck, &output_name)
    };
    let steer = AXLES.map(|axle| 0.5 * axle.wheels.map(&mut steer).iter().sum::<f64>());
    let loads = AXLES.map(|axle| axle.wheels.map(|name| truck.inputs.wheels[wheel(name)].force[2]));
    let total: f64 = loads.iter().flatten().sum();
    let weight = G * (UNITS[0][0] + UNITS[1][0]);
    assert!((total / weight - 1.0).abs() < 1e-4, "{total} {weight}");

    let bodies = truck.bodies();
    let units = ["tractor", "trailer"].map(|name| bodies[body::<TractorSemitrailer>(name)]);
    let heading = units.map(|unit| unit.rotation[1][0].atan2(unit.rotation[0][0]));
    let found = [units[0].angular_velocity[2], heading[1] - heading[0]];
    let speed = units[0].velocity[0].hypot(units[0].velocity[1]);
    let expected = linear(&loads, &steer, speed);
    println!(
        "yaw rate and articulation {found:?}, expected {expected:?}; steer {steer:?}, {speed} m/s, yaw acceleration {}",
        units[0].angular_acceleration[2]
    );
    assert!(units[0].angular_acceleration[2].abs() < 1e-4 * found[0]);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 0.004, "{found} {expected}");
    }
}
