//! The front axle of the HMMWV over its whole travel, with the chassis held and the rack straight. Wheel centre, camber, toe, steer,
//! spring and damper length on both sides are compared with `data/hmmwv_front_kinematics.csv`.
//!
//! The table comes from an independent solver with the same hardpoints, printed to 1e-8, so that only its rounding is left as difference.
//! Columns: the prescribed height `zrel` of the wheel centre in the chassis frame; its `x` and `y`; camber, toe and steer by ISO 8855
//! (camber positive if the top leans outward, toe positive inwards, steer positive to the left); lengths. Units are SI and radians;
//! `_l` is left, `_r` right.

use wishbone::ports::Inputs;
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::Vector;
use wishbone_tests::{coordinate, output};
use wishbone_vehicles::Hmmwv;

type State = <Hmmwv as Solver>::State;

/// Columns after `zrel`, as outputs of the vehicle.
const OUTPUTS: [&str; 7] = [
    "wheel_x",
    "wheel_y",
    "camber",
    "toe",
    "steer",
    "spring_length",
    "damper_length",
];

/// The state with these angles of the lower arms and closed loops.
fn closed(solver: &mut Hmmwv, mut state: State, arms: [f64; 2]) -> State {
    for (side, angle) in ["left", "right"].iter().zip(arms) {
        state.q[coordinate::<Hmmwv>(&format!("front_{side}.lower_pivot"))] = angle;
    }
    let tight = Projection {
        tolerance: 1e-13,
        ..Projection::ASSEMBLY
    };
    let _ = tight
        .apply(solver, &mut state, &Inputs::default())
        .expect("the axle closes");
    state
}

fn outputs(solver: &mut Hmmwv, state: &State, side: &str, names: &[&str]) -> Vec<f64> {
    let all = solver.outputs(state, &Inputs::default(), &State::zero());
    names
        .iter()
        .map(|name| all[output::<Hmmwv>(&format!("front_{side}.{name}"))])
        .collect()
}

/// Heights of both wheel centres in the chassis frame.
fn heights(solver: &mut Hmmwv, state: &State) -> [f64; 2] {
    ["left", "right"].map(|side| outputs(solver, state, side, &["wheel_z"])[0])
}

/// The state with both wheel centres at this height, by secants on each side from `start`; and the heights reached.
fn travelled(solver: &mut Hmmwv, start: State, to: f64) -> (State, [f64; 2]) {
    let angle = |side| start.q[coordinate::<Hmmwv>(side)];
    let mut arms = ["front_left.lower_pivot", "front_right.lower_pivot"].map(angle);
    let mut state = start;
    for _ in 0..20 {
        let height = heights(solver, &state);
        let ahead = arms.map(|angle| angle + 1e-6);
        let probe = closed(solver, state, ahead);
        let beyond = heights(solver, &probe);
        for side in 0..2 {
            arms[side] += 1e-6 * (to - height[side]) / (beyond[side] - height[side]);
        }
        state = closed(solver, state, arms);
        if heights(solver, &state).iter().all(|height| (height - to).abs() < 1e-13) {
            break;
        }
    }
    let reached = heights(solver, &state);
    (state, reached)
}

#[test]
fn front_axle_follows_the_table() {
    let table = include_str!("../data/hmmwv_front_kinematics.csv");
    let rows: Vec<Vec<f64>> = table
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(|x| x.parse().expect("a number")).collect())
        .collect();
    assert_eq!(rows.len(), 51);
    let (mut solver, mut state) = (Hmmwv::new(), Hmmwv::design_state());
    let mut worst = [[0.0_f64; 7]; 2];
    // The rows go from full rebound upwards. Each one starts from the state of the previous one.
    for row in &rows {
        let reached;
        (state, reached) = travelled(&mut solver, state, row[0]);
        assert!(reached.iter().all(|z| (z - row[0]).abs() < 1e-12));
        for (side, name) in ["left", "right"].into_iter().enumerate() {
            let expected = &row[8 * side + 1..8 * side + 8];
            for (k, found) in outputs(&mut solver, &state, name, &OUTPUTS).into_iter().enumerate() {
                worst[side][k] = worst[side][k].max((found - expected[k]).abs());
            }
        }
    }
    for side in worst {
        println!(
            "{}",
            OUTPUTS
                .iter()
                .zip(side)
                .map(|(n, w)| format!("{n} {w:.1e} "))
                .collect::<String>()
        );
    }
    assert!(worst.as_flattened().iter().all(|off| *off < 6e-9));
}
