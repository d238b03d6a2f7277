//! The truck that is steered by a pitman arm through its column.

use wishbone::control::{Column, Hands, SpeedHold};
use wishbone::prelude::*;
use wishbone_vehicles::HmmwvPitman;

/// Length of pitman arm and idler arm [m].
const ARM: f64 = 0.129;

/// X axis of the steering in the axes of the chassis: tilted by 18.5 degrees, nose down.
const X: [f64; 3] = [0.948323655, 0.0, -0.317304656];

/// A quarter turn of the steering wheel to the left at 40 km/h. The truck turns left. The steering wheel leads the arm
/// by the twist of the torsion bar, and the hands hold the torque of the bar.
#[test]
fn the_column_twists_and_the_truck_turns_left() {
    const TURN: f64 = std::f64::consts::FRAC_PI_2;
    let speed = 40.0 / 3.6;
    let hands = Ramp {
        start: 1.0,
        duration: 0.5,
        amplitude: TURN,
    };
    let equipment = HmmwvPitman::equipment();
    let places = [
        HmmwvPitman::Q_ARM_PIVOT,
        HmmwvPitman::V_ARM_PIVOT,
        HmmwvPitman::SIGNAL_PITMAN_TORQUE,
    ];
    let mut column = Column::at(places, Hands::Angle(hands), equipment.steering.ratio);
    (column.stiffness, column.damping) = (equipment.steering.stiffness, equipment.steering.damping);
    let hold = SpeedHold::new(speed, 2000.0, 1000.0, 3000.0, [true; 4]);
    let whole = equipment.with_steering(column).with_powertrain(hold).with_brakes(Still);
    let mut truck = Simulation::new(HmmwvPitman::new(), whole, AdamsBashforth3::new());
    let mut state = HmmwvPitman::design_state();
    state.v[HmmwvPitman::V_MOTION_VX] = speed;
    for spin in [
        HmmwvPitman::V_FRONT_LEFT_TYRE_SPIN,
        HmmwvPitman::V_FRONT_RIGHT_TYRE_SPIN,
        HmmwvPitman::V_REAR_LEFT_TYRE_SPIN,
        HmmwvPitman::V_REAR_RIGHT_TYRE_SPIN,
    ] {
        state.v[spin] = speed / 0.455;
    }
    state.q[HmmwvPitman::Q_MOTION_Z] = 0.5;
    truck.set_state(state);
    let _ = truck.assemble().expect("closed as declared");
    while truck.time() < 8.0 {
        let _ = truck.step(1e-3).expect("a sound step");
    }
    let _ = truck.evaluate();
    let felt = truck.surroundings.steering.felt();
    let arm = truck.state().q[HmmwvPitman::Q_ARM_PIVOT];
    let twist = TURN + 26.0 * arm;
    println!("arm {arm} rad, torque {} N m, twist {twist} rad", felt.torsion);
    assert!(arm < 0.0 && twist > 0.0, "the arm turns to the right, and lags");
    // The aligning torque of the tyres turns the wheels back.
    assert!(
        (felt.torsion / 114.591559026 - twist).abs() < 1e-3 && felt.torque > 0.5,
        "{felt:?}"
    );
    let bodies = truck.bodies();
    let (chassis, link) = (
        &bodies[HmmwvPitman::BODY_CHASSIS],
        &bodies[HmmwvPitman::BODY_STEERING_LINK],
    );
    assert!(chassis.angular_velocity[2] > 0.05, "{:?}", chassis.angular_velocity);
    // Pitman arm and idler arm are a parallelogram. Relative to the chassis, the link translates along (cos a - 1, sin a) times their
    // length and does not turn.
    let from_chassis = |v: [f64; 3]| [0, 1, 2].map(|k| (0..3).map(|i| chassis.rotation[i][k] * v[i]).sum::<f64>());
    let apart = from_chassis([0, 1, 2].map(|k| link.com[k] - chassis.com[k]));
    let [along, across] = [ARM * (f64::cos(arm) - 1.0), ARM * f64::sin(arm)];
    let expected = [
        1.367313752 - 0.056 + along * X[0],
        across,
        0.060389699 - 0.213 + along * X[2],
    ];
    for k in 0..3 {
        assert!((apart[k] - expected[k]).abs() < 1e-7, "{apart:?} {expected:?}");
        let axis = from_chassis([0, 1, 2].map(|i| link.rotation[i][k]));
        assert!((axis[k] - 1.0).abs() < 1e-10, "the link turns: {axis:?}");
    }
}
