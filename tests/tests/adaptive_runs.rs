//! Benchmarks of mechanisms with adaptive steps: a tight tolerance gives the published digits.

use wishbone::integrate::{DormandPrince, Tolerance};
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

/// Angles of the reference at 0.03 s: beta, Theta, gamma, Phi, delta, Omega, epsilon, from a computation with 30 digits
/// (IVP Test Set, problem "andrews"; Hairer & Wanner 1996, Solving Ordinary Differential Equations II, VII.7).
const SQUEEZED: [f64; 7] = [
    15.810771195153707,
    -15.756371058411839,
    0.0408222401196458,
    -0.5347301163420796,
    0.524409965879954,
    0.5347301163420796,
    1.048080741041938,
];

/// These angles at the start.
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

/// Names of the bodies, in the order of [`of_bodies`].
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

/// Bricard's six hinges fall from rest. Position of the third hinge after a second (benchmark A04 of the IFToMM library: Exudyn 1.13.6
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
    // The first hinge is at the origin, and the centre of mass of a bar is in the middle between its two hinges.
    let third = [0, 1, 2].map(|k| 2.0 * (two[k] - one[k]));
    for (found, known) in third.into_iter().zip([0.274_481_319, 0.462_330_003, -0.886_707_939]) {
        assert!((found - known).abs() < 1e-8, "{third:?}");
    }
}

wishbone::vehicle! {
    /// Stiff flyball governor: a shaft that spins, two rods with balls at their ends, a slider between springs (benchmark A05 of the
    /// IFToMM library). A rod and its ball are one body.
    pub Governor {
        gravity: 9.81 m/s^2
        body shaft { mass: 0.3 kg, com: [0, 0, 0.5] m, inertia: [0.0250025, 0.0250025, 5e-06] kg*m^2 }
        body slider { mass: 3 kg, com: [0, 0, 0.5] m, inertia: [0.005, 0.005, 0.005] kg*m^2 }
        body front {
            mass: 5.3 kg, com: [0.8915152508471434, 0, 0.5141509433962264] m,
            inertia: [0.02394305424528301, 0.09575721698113207, 0.07181916273584905, 0, 0.04146192618717004, 0] kg*m^2,
        }
        body rear {
            mass: 5.3 kg, com: [-0.8915152508471434, 0, 0.5141509433962264] m,
            inertia: [0.02394305424528301, 0.09575721698113207, 0.07181916273584905, 0, -0.04146192618717004, 0] kg*m^2,
        }
        joint spin: revolute(ground, shaft) { axis: z, at: [0, 0, 0] m }
        joint slide: prismatic(shaft, slider) { axis: z }
        joint front_pin: revolute(shaft, front) { axis: y, at: [0.05, 0, 1] m }
        joint rear_pin: revolute(shaft, rear) { axis: -y, at: [-0.05, 0, 1] m }
        spring front_spring: between(slider, front) {
            from: [0.05, 0, 0.5] m, to: [0.48301270189221934, 0, 0.75] m, rate: 800 kN/m, free_length: 0.5 m, damping: 40 kN*s/m
        }
        spring rear_spring: between(slider, rear) {
            from: [-0.05, 0, 0.5] m, to: [-0.48301270189221934, 0, 0.75] m, rate: 800 kN/m, free_length: 0.5 m, damping: 40 kN*s/m
        }
        output turn: coordinate(spin)
        output drop: coordinate(front_pin)
        output height: coordinate(slide)
    }
}

/// Angular velocity of the governor at the start [rad/s].
const SPIN: f64 = 0.16 * std::f64::consts::TAU;

/// Lagrange's equations of the governor. State: turn of the shaft, angle of the rods below the horizontal and height of
/// the slider, then their rates. Both sides move equally.
fn governor([_, angle, height, spin, turning, sliding]: [f64; 6]) -> [f64; 6] {
    let (rod, ball, slider, gravity) = (0.3, 5.0, 3.0, 9.81);
    let [across, along] = [1e-4 + 1.0, 2e-4].map(|sides: f64| rod * sides / 12.0);
    let hinge = 0.05;
    let (s, c) = angle.sin_cos();
    // Moment of inertia of all bodies about the shaft, its derivative with respect to the angle, and the moment of inertia
    // of a rod with its ball about the hinge.
    let centre = hinge + 0.5 * c;
    let about_shaft = 5e-6
        + 0.005
        + 2.0 * (rod * centre * centre + along * s * s + across * c * c + ball * (hinge + c) * (hinge + c));
    let by_angle = 2.0 * (-rod * centre * s + 2.0 * (along - across) * s * c - 2.0 * ball * (hinge + c) * s);
    let about_hinge = across + 0.25 * rod + ball;
    // Spring from the slider to the middle of the rod.
    let (out, up) = (0.5 * c, 1.0 - 0.5 * s - height);
    let length = out.hypot(up);
    let [to_angle, to_height] = [-0.5 * (out * s + up * c) / length, -up / length];
    let tension = 800e3 * (length - 0.5) + 40e3 * (to_angle * turning + to_height * sliding);
    let weight = gravity * (0.5 * rod + ball) * c;
    [
        spin,
        turning,
        sliding,
        -by_angle * turning * spin / about_shaft,
        (0.25 * by_angle * spin * spin + weight - tension * to_angle) / about_hinge,
        -gravity - 2.0 * tension * to_height / slider,
    ]
}

/// State after a time, by the classical Runge-Kutta method with this number of steps.
fn governed(time: f64, steps: u32) -> [f64; 6] {
    let h = time / f64::from(steps);
    let mut state = [0.0, std::f64::consts::PI / 6.0, 0.5, SPIN, 0.0, 0.0];
    for _ in 0..steps {
        let at = |rate: &[f64; 6], part: f64| -> [f64; 6] { std::array::from_fn(|k| state[k] + part * h * rate[k]) };
        let one = governor(state);
        let two = governor(at(&one, 0.5));
        let three = governor(at(&two, 0.5));
        let four = governor(at(&three, 1.0));
        state = std::array::from_fn(|k| state[k] + h / 6.0 * (one[k] + 2.0 * (two[k] + three[k]) + four[k]));
    }
    state
}

/// The governor sinks and turns faster. Adaptive steps are compared with Lagrange's equations.
#[test]
fn governor_with_stiff_springs() {
    let integrator = DormandPrince::new(Tolerance::of(1e-12));
    let mut simulation = Simulation::new(Governor::new(), Still, integrator);
    let mut state = Governor::design_state();
    state.v[Governor::V_SPIN] = SPIN;
    simulation.set_state(state);
    simulation.run_to(1.0).expect("it runs");
    let known = governed(1.0, 100_000);
    let coarse = governed(1.0, 50_000);
    let rate = simulation.state().v[Governor::V_SPIN];
    let outputs = simulation.outputs();
    // The solver gives the turn between minus and plus half a turn.
    let turn = outputs[0].rem_euclid(std::f64::consts::TAU);
    let found = [turn, outputs[1] + std::f64::consts::PI / 6.0, outputs[2] + 0.5, rate];
    for (k, found) in found.into_iter().enumerate() {
        assert!(
            (known[k] - coarse[k]).abs() < 1e-10,
            "the reference: {known:?}, {coarse:?}"
        );
        assert!((found - known[k]).abs() < 1e-8, "{found} for {}", known[k]);
    }
    // The governor has moved.
    assert!(known[1] - std::f64::consts::PI / 6.0 > 1e-3 && known[3] - SPIN > 1e-3);
}
