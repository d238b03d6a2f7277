//! Vehicles of any length: trains and tracks.

use crate::{agrees, compiled};
use std::fmt::Write;
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;
use wishbone_tests::Scatter;

/// A tractor with trailers one behind the other, each on one axle with two wheels.
fn train(trailers: usize) -> Compiled {
    let mut text = "Train {
        body tractor { mass: 9000 kg, com: [-2, 0, 0.9] m, inertia: [4500, 18000, 18000] kg*m^2 }
        joint motion: free(ground, tractor)\n"
        .to_owned();
    let mut pulls = "tractor".to_owned();
    for trailer in 1..=trailers {
        let hitch = -6.0 * trailer as f64;
        let [middle, axle] = [hitch - 2.5, hitch - 3.0];
        let name = format!("trailer_{trailer}");
        let _ = write!(
            text,
            "body {name} {{ mass: 5000 kg, com: [{middle}, 0, 1.2] m, inertia: [4000, 15000, 15500] kg*m^2 }}
            joint hitch_{trailer}: universal({pulls}, {name}) {{ axes: [y, z], at: [{hitch}, 0, 0.8] m }}
            body axle_{trailer} {{ mass: 600 kg, com: [{axle}, 0, 0.5] m, inertia: [240, 2, 240] kg*m^2 }}
            joint rise_{trailer}: prismatic({name}, axle_{trailer}) {{ axis: z }}
            wheel left_{trailer}: on(axle_{trailer}) {{ centre: [{axle}, 0.9, 0.5] m, radius: 0.5 m, spin_inertia: 9 kg*m^2 }}
            wheel right_{trailer}: on(axle_{trailer}) {{ centre: [{axle}, -0.9, 0.5] m, radius: 0.5 m, spin_inertia: 9 kg*m^2 }}\n"
        );
        pulls = name;
    }
    compiled(&(text + "}"))
}

/// Each trailer adds a constant number of operations, however many trailers are in front of it: its frame is composed
/// with theirs only once.
#[test]
fn trailers_take_equally_many_operations() {
    let trains = [3, 4, 5, 6].map(train);
    for call in [Call::Evaluation, Call::BodyMotion] {
        let counts = trains
            .each_ref()
            .map(|train| train.programs[call].program.count().total());
        let added = [1, 2, 3].map(|k| counts[k] - counts[k - 1]);
        let (least, most) = (added.iter().min(), added.iter().max());
        let (least, most) = (least.expect("three"), most.expect("three"));
        assert!(most - least <= 5, "{call:?}: {counts:?}");
    }
    agrees(&trains[1], 5, &Scatter::default());
}

/// A ring of links on the ground; the first link is pinned to the ground.
fn track(links: usize) -> Compiled {
    let mut text = "Track { redundant: accept\n".to_owned();
    let turn = std::f64::consts::TAU / links as f64;
    let pin = |link: usize| [(turn * link as f64).cos(), 0.0, (turn * link as f64).sin()];
    for link in 0..links {
        let [from, to] = [pin(link), pin(link + 1)];
        let [x, z] = [0, 2].map(|axis| 0.5 * (from[axis] + to[axis]));
        let before = match link {
            0 => "ground".to_owned(),
            _ => format!("link_{}", link - 1),
        };
        let _ = write!(
            text,
            "body link_{link} {{ mass: 12 kg, com: [{x}, 0, {z}] m, inertia: [0.1, 0.05, 0.1] kg*m^2 }}
            joint pin_{link}: revolute({before}, link_{link}) {{ at: {from:?} m, axis: y }}\n"
        );
    }
    let _ = write!(
        text,
        "joint last_pin: revolute(link_{}, link_0) {{ at: {:?} m, axis: y }} }}",
        links - 1,
        pin(0)
    );
    compiled(&text)
}

/// Three neighbouring links move as a four-bar while all other links rest; in another motion the whole ring turns about
/// its pin.
#[test]
fn links_of_a_track_move_by_threes() {
    let track = track(20);
    assert_eq!(track.mobility.freedoms, 18);
    let told: usize = track.mobility.motions.iter().map(|motion| motion.count).sum();
    assert_eq!(told, 18);
    let by_threes = track.mobility.motions.iter().filter(|motion| motion.bodies.len() == 3);
    assert_eq!(by_threes.count(), 17);
    agrees(&track, 5, &Scatter::default());
}
