//! Benchmarks of mechanisms by adaptive steps: a tight tolerance gives the published digits.

use wishbone::prelude::*;
use wishbone_tests::vehicles::Bricard;

wishbone::vehicle! {
    /// Andrews' squeezing mechanism: seven bars in a plane, three loops.
    pub Squeezer {
        gravity: 0 m/s^2
        redundant: accept
        singular: accept
        body k1 { mass: 0.04325 kg, com: [0.0009182485980307614, 0, -5.674074562905483e-05] m, inertia: [2.194e-06, 2.194e-06, 2.194e-06] kg*m^2 }
        body k2 { mass: 0.00365 kg, com: [-0.0044914333599330725, 0, 0.0002775362557942899] m, inertia: [4.41e-07, 4.41e-07, 4.41e-07] kg*m^2 }
        body k3 { mass: 0.02373 kg, com: [-0.018742186670315457, 0, 0.020485106789073934] m, inertia: [5.255e-06, 5.255e-06, 5.255e-06] kg*m^2 }
        body k4 { mass: 0.00706 kg, com: [-0.030222939830158887, 0, 0.012071182356663938] m, inertia: [5.667e-07, 5.667e-07, 5.667e-07] kg*m^2 }
        body k5 { mass: 0.0705 kg, com: [-0.05323682815570414, 0, 0.016631847966616306] m, inertia: [1.169e-05, 1.169e-05, 1.169e-05] kg*m^2 }
        body k6 { mass: 0.00706 kg, com: [-0.028543268536783597, 0, -0.010722254707252287] m, inertia: [5.667e-07, 5.667e-07, 5.667e-07] kg*m^2 }
        body k7 { mass: 0.05498 kg, com: [-0.059262402801791715, 0, -0.010600698332712844] m, inertia: [1.912e-05, 1.912e-05, 1.912e-05] kg*m^2 }
        joint o: revolute(ground, k1) { at: [0, 0, 0] m, axis: [0, -1, 0] }
        joint p: revolute(k1, k2) { at: [0.006986674115451445, 0, -0.0004317230645688955] m, axis: [0, -1, 0] }
        joint e2: revolute(k2, k3) { at: [-0.020960022346354336, 0, 0.0012951691937066864] m, axis: [0, -1, 0] }
        joint b: revolute(ground, k3) { at: [-0.03635, 0, 0.03273] m, axis: [0, -1, 0] }
        joint a5: revolute(ground, k5) { at: [-0.06934, 0, -0.00227] m, axis: [0, -1, 0] }
        joint h45: revolute(k5, k4) { at: [-0.03399720388583998, 0, 0.01646197167499768] m, axis: [0, -1, 0] }
        joint e4: revolute(k3, k4) { at: [-0.020960022346354336, 0, 0.0012951691937066864] m, axis: [0, -1, 0] }
        joint a7: revolute(ground, k7) { at: [-0.06934, 0, -0.00227] m, axis: [0, -1, 0] }
        joint h67: revolute(k7, k6) { at: [-0.03163313450740889, 0, -0.015618868668304536] m, axis: [0, -1, 0] }
        joint e6: revolute(k3, k6) { at: [-0.020960022346354336, 0, 0.0012951691937066864] m, axis: [0, -1, 0] }
        spring spring: between(ground, k3) { from: [0.014, 0, 0.072] m, to: [-0.010472393888814626, 0, 0.025357788530275253] m, rate: 4530 N/m, free_length: 77.85 mm }
        load motor: on(k1) { torque: 0.033 N*m, axis: [0, -1, 0] }
    }
}

/// Angles of the reference at 0.03 s (IVP Test Set, problem "andrews"; Hairer & Wanner 1996, Solving Ordinary Differential
/// Equations II, VII.7), to the digits of a computation with 30 digits: beta, Theta, gamma, Phi, delta, Omega, epsilon.
const SQUEEZED: [f64; 7] = [
    15.810771195153707,
    -15.756371058411839,
    0.0408222401196458,
    -0.5347301163420796,
    0.524409965879954,
    0.5347301163420796,
    1.048080741041938,
];

/// The same at the start.
const AT_START: [f64; 7] = [
    -0.0617138900142764,
    0.0,
    0.45527981916307037,
    0.22266839016588588,
    0.48736497954384256,
    -0.22266839016588588,
    1.2305474445498212,
];

/// Angle of each body in its plane.
fn of_bodies([beta, theta, gamma, phi, delta, omega, epsilon]: [f64; 7]) -> [f64; 7] {
    [beta, beta + theta, gamma, delta, phi + delta, epsilon, omega + epsilon]
}

/// Names of the bodies in that order.
const BODIES: [&str; 7] = ["k1", "k2", "k3", "k5", "k4", "k7", "k6"];

#[test]
fn squeezer() {
    let integrator = DormandPrince::new(Tolerance {
        relative: 1e-13,
        absolute: 1e-13,
    });
    let mut simulation = Simulation::new(Squeezer::new(), Still, integrator);
    let _ = simulation.assemble().expect("it is drawn closed");
    simulation.run_to(0.03).expect("it runs");
    let turns = of_bodies(SQUEEZED).into_iter().zip(of_bodies(AT_START));
    let bodies = simulation.bodies();
    let mut worst = 0.0_f64;
    for (name, (end, start)) in BODIES.iter().zip(turns) {
        let place = Squeezer::DESCRIPTION.bodies.iter().position(|body| body == name);
        let rotation = bodies[place.expect("it is a body")].rotation;
        let (sine, cosine) = (end - start).sin_cos();
        let error = (rotation[0][0] * sine - rotation[2][0] * cosine).abs();
        worst = worst.max(error);
    }
    println!("largest error of an angle {worst:e}");
    assert!(worst < 1e-9, "{worst:e}");
}

/// Bricard's six hinges fall from rest; the third hinge after a second (benchmark A04 of the IFToMM library: Exudyn 1.13.6
/// gives 0.27448132, -0.88670794, -0.46233).
#[test]
fn bricard() {
    let integrator = DormandPrince::new(Tolerance::of(1e-12));
    let mut simulation = Simulation::new(Bricard::new(), Still, integrator);
    let _ = simulation.assemble().expect("it is drawn closed");
    simulation.run_to(1.0).expect("it runs");
    let bodies = simulation.bodies();
    let place = |name: &str| Bricard::DESCRIPTION.bodies.iter().position(|body| *body == name);
    let [one, two] = ["one", "two"].map(|name| bodies[place(name).expect("it is a body")].com);
    // The first hinge is the origin, and a centre of mass is the middle of two hinges.
    let third = [0, 1, 2].map(|k| 2.0 * (two[k] - one[k]));
    for (found, known) in third.into_iter().zip([0.274_481_319, 0.462_330_003, -0.886_707_939]) {
        assert!((found - known).abs() < 1e-8, "{third:?}");
    }
}
