//! The tractor with semitrailer of RTRD (2018, 7.2): its steady turn is compared with the linear model.

use crate::{advance, drive};
use nalgebra::{Matrix4, Vector4};
use wishbone::prelude::*;
use wishbone_tests::body;
use wishbone_vehicles::TractorSemitrailer;
use wishbone_vehicles::benchmarks::semitrailer;

const G: f64 = 9.81;

/// An axle in the linear model.
struct Axle {
    /// Names of the wheels, left and right.
    wheels: [&'static str; 2],
    /// Lateral slope of one wheel's tyre at the nominal load and at twice the nominal load [N]; then the nominal load [N].
    slope: [f64; 2],
    nominal: f64,
    /// Unloaded radius [m] and vertical stiffness [N/m].
    radius: f64,
    stiffness: f64,
}

const fn axle(wheels: [&'static str; 2], [one, two, nominal]: [f64; 3], [radius, stiffness]: [f64; 2]) -> Axle {
    Axle {
        wheels,
        slope: [one, two],
        nominal,
        radius,
        stiffness,
    }
}

const TRACTOR: [f64; 2] = [0.5588, 673874.26];
const TWINS: [f64; 2] = [0.5588, 1347748.52];
const TRAILER: [f64; 2] = [0.536, 1225024.98];
/// Data of the reference: slopes and nominal load of a single tyre; `DRIVEN` is for two tyres side by side.
const STEERED: [f64; 3] = [121616.311275, 225131.40675, 16431.75];
const DRIVEN: [f64; 3] = [243232.62255, 450262.8135, 32863.5];
const TOWED: [f64; 3] = [181516.8825, 336017.025, 24525.0];

const AXLES: [Axle; 6] = [
    axle(["front_left", "front_right"], STEERED, TRACTOR),
    axle(["drive_1.left.tyre", "drive_1.right.tyre"], DRIVEN, TWINS),
    axle(["drive_2.left.tyre", "drive_2.right.tyre"], DRIVEN, TWINS),
    axle(["trailer_1.left.tyre", "trailer_1.right.tyre"], TOWED, TRAILER),
    axle(["trailer_2.left.tyre", "trailer_2.right.tyre"], TOWED, TRAILER),
    axle(["trailer_3.left.tyre", "trailer_3.right.tyre"], TOWED, TRAILER),
];
/// Position of the trailer's first axle in `AXLES`.
const TRAILING: usize = 3;
/// Mass of tractor and trailer with their axles and wheels [kg].
const MASSES: [f64; 2] = [
    10000.0 + 581.0 + 2.0 * (68.0 + 134.705) + 2.0 * (717.0 + 2.0 * 254.705),
    20000.0 + 3.0 * (500.0 + 2.0 * 114.005),
];

/// Data of the vehicle in its turn that the linear model needs.
struct Turn {
    /// Loads of the wheels of each axle [N].
    loads: [[f64; 2]; 6],
    /// Steer angle of each axle [rad], and its position along the tractor if the trailer is straight behind it [m].
    steer: [f64; 6],
    x: [f64; 6],
    /// Position of the fifth wheel [m].
    hitch: f64,
    /// [m/s]
    speed: f64,
}

impl Turn {
    /// Mass and first moment of tractor and trailer [kg, kg m], from the balance with the loads.
    fn units(&self) -> [[f64; 2]; 2] {
        let carried = self.loads.map(|loads| loads.iter().sum::<f64>() / G);
        let moments = |axles: std::ops::Range<usize>| axles.map(|k| carried[k] * self.x[k]).sum::<f64>();
        let on_hitch = MASSES[1] - carried[TRAILING..].iter().sum::<f64>();
        let [front, rear] = [moments(0..TRAILING), moments(TRAILING..6)];
        [
            [MASSES[0], front - on_hitch * self.hitch],
            [MASSES[1], rear + on_hitch * self.hitch],
        ]
    }
}

/// Lateral stiffness of the tyre under a load [N/rad] and its pneumatic trail [m], without slip: Rill 2013, equations 3.19 (the
/// parabola through zero) and 3.35. The length of the patch is `2 √(R r)`.
fn tyre(axle: &Axle, load: f64) -> [f64; 2] {
    let q = load / axle.nominal;
    let [one, two] = axle.slope;
    let stiffness = q * (2.0 * one - 0.5 * two - (one - 0.5 * two) * q);
    let patch = 2.0 * (axle.radius * load / axle.stiffness).sqrt();
    [stiffness, (0.178 + (0.19 - 0.178) * (q - 1.0)) * patch]
}

/// Yaw rate [rad/s] and angle of the trailer relative to the tractor [rad] of the linear model, positive to the left.
///
/// Unknowns are the tractor's lateral speed `v` at the origin, the yaw rate `r`, the trailer's angle `θ` and the lateral force `H` of the
/// trailer on the tractor. The slip angles are `(v + x r)/U - δ` and `(v + x r)/U - θ`. Forces `-C α` act behind the axle
/// by the pneumatic trail `t`. For each unit, the lateral forces add up to `m (U r)` and their moments about the origin
/// to `m x_c U r`.
fn linear(turn: &Turn) -> [f64; 2] {
    let speed = turn.speed;
    let (mut matrix, mut right) = (Matrix4::zeros(), Vector4::zeros());
    for (k, axle) in AXLES.iter().enumerate() {
        for load in turn.loads[k] {
            let [stiffness, trail] = tyre(axle, load);
            let on_trailer = k >= TRAILING;
            let row = if on_trailer { 2 } else { 0 };
            for (row, arm) in [(row, 1.0), (row + 1, turn.x[k] - trail)] {
                let force = stiffness * arm;
                matrix[(row, 0)] -= force / speed;
                matrix[(row, 1)] -= force * turn.x[k] / speed;
                matrix[(row, 2)] += if on_trailer { force } else { 0.0 };
                right[row] -= force * turn.steer[k];
            }
        }
    }
    for (unit, [mass, moment]) in turn.units().into_iter().enumerate() {
        let sign = if unit == 0 { 1.0 } else { -1.0 };
        for (row, inertia, arm) in [(2 * unit, mass, 1.0), (2 * unit + 1, moment, turn.hitch)] {
            matrix[(row, 1)] -= inertia * speed;
            matrix[(row, 3)] += sign * arm;
        }
    }
    let found = matrix.lu().solve(&right).expect("it is regular");
    [found[1], found[2]]
}

/// A steering step of 0.05 degrees, on tyres without rolling resistance, so that no drag of the trailer acts at the fifth wheel. At 0.2
/// degrees the characteristic already deviates from a straight line by one per cent.
///
/// The model uses the tyre stiffnesses at the loads of the wheels. Steer angles, positions of the axles and centres of
/// mass are taken from the vehicle at rest on its tyres, where the tractor pitches by 0.6 degrees.
#[test]
fn turns_as_the_linear_model_does() {
    let ramp = Ramp {
        start: 1.0,
        duration: 0.2,
        amplitude: 0.05_f64.to_radians(),
    };
    let (state, surroundings) = semitrailer(ramp, 0.0).expect("it starts");
    let mut truck = drive(TractorSemitrailer::new(), surroundings, state);
    advance(&mut truck, 20.0);

    let wheel = |name: &str| {
        TractorSemitrailer::WHEELS
            .iter()
            .position(|own| *own == name)
            .expect("it has it")
    };
    let loads = AXLES.map(|axle| axle.wheels.map(|name| truck.inputs.wheels[wheel(name)].force[2]));
    let total: f64 = loads.iter().flatten().sum();
    let weight = G * (MASSES[0] + MASSES[1]);
    assert!((total / weight - 1.0).abs() < 1e-4, "{total} {weight}");

    let bodies = truck.bodies().to_vec();
    let units = ["tractor", "trailer"].map(|name| bodies[body::<TractorSemitrailer>(name)]);
    let heading = units.map(|unit| unit.rotation[1][0].atan2(unit.rotation[0][0]));
    let wheels = truck.solver().wheels();
    let steer = std::array::from_fn(|k| {
        // Steer angle in the plane of the ground; it differs a little from the angle relative to the pitched chassis.
        let turned = AXLES[k]
            .wheels
            .map(|name| (-wheels[wheel(name)].axis[0]).atan2(wheels[wheel(name)].axis[1]));
        0.5 * turned.iter().sum::<f64>() - heading[usize::from(k >= TRAILING)]
    });
    // Distances along each unit: the tractor's from its centre of mass, the trailer's from the fifth wheel.
    let along = |unit: usize, from: [f64; 3], to: [f64; 3]| {
        (to[0] - from[0]) * heading[unit].cos() + (to[1] - from[1]) * heading[unit].sin()
    };
    let (com, rotation) = (units[0].com, units[0].rotation);
    let hitch_at = [0, 1, 2].map(|i| com[i] - 2.64 * rotation[i][0] + 0.02 * rotation[i][2]);
    let hitch = along(0, com, hitch_at);
    let x = std::array::from_fn(|k| {
        let ends = AXLES[k].wheels.map(|name| wheels[wheel(name)].centre);
        let middle = [0, 1, 2].map(|i| 0.5 * (ends[0][i] + ends[1][i]));
        if k < TRAILING {
            along(0, com, middle)
        } else {
            hitch + along(1, hitch_at, middle)
        }
    });
    let speed = units[0].velocity[0].hypot(units[0].velocity[1]);
    let found = [units[0].angular_velocity[2], heading[1] - heading[0]];
    let expected = linear(&Turn {
        loads,
        steer,
        x,
        hitch,
        speed,
    });
    println!(
        "yaw rate and articulation {found:?}, expected {expected:?}, at {speed} m/s, axles at {x:?}, steer {steer:?}"
    );
    assert!(units[0].angular_acceleration[2].abs() < 1e-4 * found[0]);
    for (found, expected) in found.iter().zip(expected) {
        assert!((found / expected - 1.0).abs() < 0.002, "{found} {expected}");
    }
}
