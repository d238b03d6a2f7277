//! Forces of the air against closed forms.

use super::solvers::block::Block;
use wishbone::air::{Air, Calm, Coefficient, Crosswind, Gust, OverBelt, Steady, Turbulence, Wind};
use wishbone::curve::Samples;
use wishbone::prelude::*;

const AREA: f64 = 2.2;
const DRAG: f64 = 0.32;

fn drag() -> Air {
    Air::drag(Block::DESCRIPTION, "air", DRAG, AREA).expect("it has a marker")
}

fn run<W: Wind>(air: Air<W>, heading: f64, velocity: [f64; 3]) -> Simulation<Block, Air<W>, RungeKutta4> {
    let mut simulation = Simulation::new(Block::heading(heading), air, RungeKutta4);
    let mut state = Block::design_state();
    state.v = velocity;
    simulation.set_state(state);
    simulation
}

/// Forces and moments, vehicle axes, at a velocity along X and Y.
fn loads<W: Wind>(air: Air<W>, velocity: [f64; 3]) -> [[f64; 3]; 2] {
    let mut simulation = run(air, 0.0, velocity);
    let _ = simulation.evaluate();
    simulation.surroundings.loads()
}

fn assert_close(a: f64, b: f64, most: f64) {
    assert!((a - b).abs() < most, "{a} is not {b}");
}

/// `m v' = -k v²` gives `v = v₀ / (1 + v₀ t k/m)`, also against the wind and in any heading.
#[test]
fn a_mass_coasts_down_by_its_closed_form() {
    let k = 0.5 * 1.2 * DRAG * AREA;
    for heading in [0.0, 2.1] {
        let (sine, cosine) = f64::sin_cos(heading);
        let wind = Steady([-7.0 * cosine, -7.0 * sine, 0.0]);
        let mut simulation = run(drag().with_wind(wind), heading, [43.0 * cosine, 43.0 * sine, 0.0]);
        for _ in 0..600 {
            let _ = simulation.step(0.05).expect("a sound step");
        }
        let [x, y, _] = simulation.state().v;
        let expected = 50.0 / (1.0 + 50.0 * 30.0 * k / Block::MASS) - 7.0;
        assert_close(x * cosine + y * sine, expected, 1e-8);
        assert_close(x * sine - y * cosine, 0.0, 1e-9);
    }
}

/// The power of the drag equals the loss of kinetic energy: `ΔE = -∫ k v³ dt`, with the closed form of the speed.
#[test]
fn the_loss_of_energy_is_the_power_of_the_drag() {
    let k = 0.5 * 1.2 * DRAG * AREA;
    let mut simulation = run(drag(), 0.0, [40.0, 0.0, 0.0]);
    let mut work = 0.0;
    let power = |simulation: &mut Simulation<Block, Air, RungeKutta4>| {
        let _ = simulation.evaluate();
        simulation.surroundings.loads()[0][0] * simulation.state().v[0]
    };
    let h = 0.01;
    let mut before = power(&mut simulation);
    assert_close(before, -k * 64e3, 1e-8);
    for _ in 0..1000 {
        let _ = simulation.step(h).expect("a sound step");
        let now = power(&mut simulation);
        work += 0.5 * h * (before + now);
        before = now;
    }
    let speed = simulation.state().v[0];
    let loss = 0.5 * Block::MASS * (speed * speed - 1600.0);
    assert!((work / loss - 1.0).abs() < 1e-7, "{work} {loss}");
}

/// The drag never feeds energy into the relative motion: in reverse, in a wind from behind that is faster than the
/// vehicle, and at rest in a wind from any side. It is the part along x of a force `ρ A C |u|² / 2` along the wind.
#[test]
fn a_drag_of_one_number_opposes_the_wind_along_the_vehicle() {
    let k = 0.5 * 1.2 * DRAG * AREA;
    let pull = |velocity| loads(drag(), velocity)[0][0];
    assert_eq!(pull([30.0, 0.0, 0.0]).to_bits(), (-(k / DRAG * 900.0) * DRAG).to_bits());
    assert_close(pull([-5.0, 0.0, 0.0]), 25.0 * k, 1e-12);
    let tailwind = loads(drag().with_wind(Steady([20.0, 0.0, 0.0])), [5.0, 0.0, 0.0]);
    assert_close(tailwind[0][0], 225.0 * k, 1e-10);
    for degrees in (0..360).step_by(15) {
        let (sine, cosine) = f64::from(degrees).to_radians().sin_cos();
        let blown = loads(drag().with_wind(Steady([-20.0 * cosine, -20.0 * sine, 0.0])), [0.0; 3]);
        assert_close(blown[0][0], -400.0 * k * cosine, 1e-10);
    }
}

/// A mass that rolls backward slows down by the same closed form as a mass that rolls forward.
#[test]
fn a_mass_coasts_down_backward_as_forward() {
    let k = 0.5 * 1.2 * DRAG * AREA;
    let mut simulation = run(drag(), 0.0, [-40.0, 0.0, 0.0]);
    for _ in 0..600 {
        let _ = simulation.step(0.05).expect("a sound step");
    }
    let expected = -40.0 / (1.0 + 40.0 * 30.0 * k / Block::MASS);
    assert_close(simulation.state().v[0], expected, 1e-8);
}

/// A mass falls with `v = v∞ tanh(g t / v∞)` if a force of the air acts against the fall. Here this is a lift with `C_L q A = m g` at
/// the terminal velocity.
#[test]
fn a_falling_mass_reaches_its_terminal_velocity() {
    let mut air = drag();
    air.force = [0.0, 0.0, 1.1].map(|c| Coefficient::Even(Samples::constant(c)));
    let mut simulation = run(air, 0.0, [0.0; 3]);
    simulation.solver_mut().gravity = 9.81;
    let terminal = (Block::MASS * 9.81 / (0.5 * 1.2 * AREA * 1.1)).sqrt();
    for step in 1..=6000 {
        let _ = simulation.step(0.01).expect("a sound step");
        if step % 1000 == 0 {
            let t = 0.01 * f64::from(step);
            assert_close(simulation.state().v[2], -terminal * (9.81 * t / terminal).tanh(), 1e-7);
        }
    }
    assert!((simulation.state().v[2] / terminal + 1.0).abs() < 1e-3);
}

/// Coefficients over the angle of the wind: lift, side force and moments at 0.2 rad, and their mirror images.
#[test]
fn left_and_right_are_mirror_images_and_coefficients_are_those_of_the_angle() {
    let even = |y: [f64; 2]| Coefficient::Even(Samples::new(&[0.0, 0.4], &y).expect("rising"));
    let odd = |y: f64| Coefficient::Odd(Samples::new(&[0.0, 0.4], &[0.0, y]).expect("rising"));
    let mut air = drag();
    air.length = 2.7;
    air.force = [even([0.3, 0.4]), odd(-1.2), even([0.1, 0.3])];
    air.moment = [odd(0.2), even([-0.05, 0.05]), odd(-0.3)];
    let (sine, cosine) = 0.2_f64.sin_cos();
    let (force, arm) = (0.5 * 1.2 * 900.0 * AREA, 2.7);
    for side in [1.0, -1.0] {
        // A crosswind has the same effect as a lateral velocity.
        let driven = loads(air, [30.0 * cosine, 30.0 * side * sine, 0.0]);
        let blown = loads(
            air.with_wind(Steady([0.0, -30.0 * side * sine, 0.0])),
            [30.0 * cosine, 0.0, 0.0],
        );
        let expected = [
            [-0.35 * force, -0.6 * side * force, 0.2 * force],
            [0.1 * side * force * arm, 0.0, -0.15 * side * force * arm],
        ];
        for (k, i) in (0..6).map(|n| (n / 3, n % 3)) {
            assert_close(driven[k][i], expected[k][i], 1e-9);
            assert_close(blown[k][i], expected[k][i], 1e-9);
        }
    }
    // Wind exactly from the front gives no side force, even if the first point is not zero.
    air.force[1] = Coefficient::Odd(Samples::constant(0.5));
    assert_eq!(loads(air, [30.0, 0.0, 0.0])[0][1], 0.0);
    air.force[1] = Coefficient::Whole(Samples::new(&[-1.0, 1.0], &[0.4, 0.0]).expect("rising"));
    assert_close(loads(air, [30.0, 0.0, 0.0])[0][1], 0.2 * force, 1e-9);
}

/// The marker is at 0.5 m, where the factor is halfway between 3 and 1. Drag has no factor.
#[test]
fn the_ground_effect_is_a_factor_on_lift_and_pitch() {
    let mut air = drag();
    air.force[2] = Coefficient::Even(Samples::constant(-0.2));
    air.moment[1] = Coefficient::Even(Samples::constant(0.1));
    let free = loads(air, [20.0, 0.0, 0.0]);
    air.ground_effect = Some(Samples::new(&[0.0, 1.0], &[3.0, 1.0]).expect("rising"));
    let near = loads(air, [20.0, 0.0, 0.0]);
    assert_eq!(near[0][0], free[0][0]);
    assert_close(near[0][2], 2.0 * free[0][2], 1e-12);
    assert_close(near[1][1], 2.0 * free[1][1], 1e-12);
}

#[test]
fn winds_blow_when_and_where_they_should() {
    let gust = Gust {
        peak: [0.0, 8.0, 0.0],
        start: 2.0,
        duration: 0.5,
    };
    let at = |time: f64| gust.at(time, [0.0; 3])[1];
    assert_eq!([at(1.9), at(2.0), at(2.6)], [0.0; 3]);
    assert_close(at(2.25), 8.0, 1e-12);
    assert_close(at(2.125), 4.0, 1e-12);
    // The mean of the gust is half of its peak.
    let mean: f64 = (0..1000)
        .map(|k| at(2.0 + 0.0005 * (f64::from(k) + 0.5)) / 1000.0)
        .sum();
    assert_close(mean, 4.0, 1e-10);
    let fans = Crosswind {
        velocity: [0.0, -20.0, 0.0],
        range: [100.0, 125.0],
        edge: 5.0,
    };
    let at = |x: f64| fans.at(0.0, [x, 0.0, 0.0])[1];
    for (x, y) in [
        (99.0, 0.0),
        (102.5, -10.0),
        (110.0, -20.0),
        (122.5, -10.0),
        (126.0, 0.0),
    ] {
        assert_close(at(x), y, 1e-12);
    }
    let sharp = Crosswind { edge: 0.0, ..fans };
    assert_eq!([99.9, 100.1].map(|x| sharp.at(0.0, [x, 0.0, 0.0])[1]), [0.0, -20.0]);
    assert_close((gust, fans).at(2.25, [110.0, 0.0, 0.0])[1], -12.0, 1e-12);
    assert_eq!(Calm.at(0.0, [0.0; 3]), [0.0; 3]);
    assert!(Air::drag(Block::DESCRIPTION, "nose", 0.3, 2.0).is_none());
}

/// A vehicle that stands on a belt meets the wind that it would meet if it drove: steady winds, gusts, and winds at
/// places on the road.
#[test]
fn on_a_belt_the_air_comes_as_it_does_on_the_road() {
    let speed = 30.0;
    let wind = (
        Steady([2.0, 1.0, 0.0]),
        (
            Gust {
                peak: [0.0, 8.0, 0.0],
                start: 2.0,
                duration: 0.5,
            },
            Crosswind {
                velocity: [0.0, -20.0, 0.0],
                range: [60.0, 100.0],
                edge: 5.0,
            },
        ),
    );
    let belt = OverBelt { wind, speed };
    for k in 0..40 {
        let time = 0.1 * f64::from(k);
        let driven = wind.at(time, [1.5 + speed * time, 0.4, 0.6]);
        let standing = belt.at(time, [1.5, 0.4, 0.6]);
        for axis in 0..3 {
            let own = if axis == 0 { speed } else { 0.0 };
            assert_close(own - driven[axis], -standing[axis], 1e-12);
        }
    }
    let [force, moment] = loads(drag(), [speed, 0.0, 0.0]);
    let on_belt = OverBelt { wind: Calm, speed };
    assert_eq!(loads(drag().with_wind(on_belt), [0.0; 3]), [force, moment]);
    assert!(force[0] < -100.0, "{force:?}");
}

/// Variance and structure function of each direction, over a distance of many lengths of the turbulence.
#[test]
fn turbulence_has_von_karmans_spectrum() {
    let (deviations, lengths) = ([1.5, 1.0, 0.6], [100.0, 30.0, 10.0]);
    let wind = Turbulence::<96>::new([8.0, 6.0], deviations, lengths, 3);
    let [x, y] = [0.8, 0.6];
    for k in 0..3 {
        // Velocities at points along the wind at one instant.
        let (step, count) = (0.0173 * lengths[k], 40_000);
        let points: Vec<f64> = (0..count)
            .map(|i| {
                let s = i as f64 * step;
                let [u, v, w] = wind.at(0.0, [s * x, s * y, 0.0]);
                [x * u + y * v - 10.0, x * v - y * u, w][k]
            })
            .collect();
        let square = points.iter().map(|u| u * u).sum::<f64>() / points.len() as f64;
        let variance = deviations[k].powi(2);
        assert!((square / variance - 0.99).abs() < 0.06, "{k}: {square} of {variance}");
        // Mean square of the differences over a distance r: by the spectrum it is 2 ∫ G(n) (1 - cos 2πnr) dn.
        for apart in [1, 12, 58] {
            let part = apart as f64 * 0.0173;
            let pairs = points[apart..].iter().zip(&points);
            let found = pairs.map(|(a, b)| (a - b).powi(2)).sum::<f64>() / (points.len() - apart) as f64;
            let expected: f64 = (0..40_000)
                .map(|i| {
                    let m = 1e-3 * f64::exp(f64::from(i) * 5.0 * std::f64::consts::LN_10 / 40_000.0);
                    let density = match k {
                        0 => 4.0 / (1.0 + 70.8 * m * m).powf(5.0 / 6.0),
                        _ => 4.0 * (1.0 + 755.2 * m * m) / (1.0 + 283.2 * m * m).powf(11.0 / 6.0),
                    };
                    let width = m * 5.0 * std::f64::consts::LN_10 / 40_000.0;
                    2.0 * variance * density * (1.0 - f64::cos(std::f64::consts::TAU * m * part)) * width
                })
                .sum();
            assert!(
                (found / expected - 1.0).abs() < 0.05,
                "{k}, {part}: {found} of {expected}"
            );
        }
    }
}

/// The pattern moves with the mean wind, is uniform in the lateral direction, and is determined by the seed.
#[test]
fn turbulence_is_frozen_and_reproducible() {
    let wind = |seed| Turbulence::<32>::new([3.0, -4.0], [1.0; 3], [20.0; 3], seed);
    let here = wind(1).at(2.0, [5.0, 7.0, 1.0]);
    // Two seconds later, ten metres farther along (0.6, -0.8), and any distance across.
    let there = wind(1).at(4.0, [5.0 + 6.0 + 0.8 * 3.0, 7.0 - 8.0 + 0.6 * 3.0, 9.0]);
    for k in 0..3 {
        assert!((here[k] - there[k]).abs() < 1e-10, "{here:?} {there:?}");
    }
    assert_eq!(wind(1), wind(1));
    assert_ne!(wind(1).at(0.0, [0.0; 3]), wind(2).at(0.0, [0.0; 3]));
}
