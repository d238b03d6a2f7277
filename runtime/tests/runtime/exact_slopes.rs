//! Exact slopes of tyres compared with differences of fourth order, for every law and every position of their states.

use crate::four::{brush, tmeasy};
use crate::solvers::roller::Roller;
use wishbone::acting::{Acting, Reading};
use wishbone::control::Controls;
use wishbone::ports::{Inputs, WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::subsystem::Joints;
use wishbone::terrain::{Ground, Terrain};
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{AnyTyre, Calspan, FourOnRoad, Relaxed, Tyre};

/// A wheel that rolls, slips and leans on its tyre.
fn rolling_wheel(rng: &mut fastrand::Rng) -> WheelMotion {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let lean = around(0.1);
    WheelMotion {
        centre: [around(30.0), around(3.0), 0.305 + around(0.01)],
        axis: [0.0, lean.cos(), lean.sin()],
        velocity: [15.0 + around(3.0), around(1.0), around(0.3)],
        carrier_angular_velocity: [around(0.3), around(0.3), around(0.5)],
        spin: 49.0 + around(10.0),
    }
}

/// Numbers that a tyre delivers, as a function of the numbers that it reads.
fn evaluated<Y: Tyre>(tyre: &Y, numbers: &[f64], mut state: Y::State, terrain: &impl Terrain) -> Vec<f64> {
    let mut wheel = WheelMotion::ZERO;
    let mut next = numbers.iter();
    for (_, field) in wheel.fields_mut() {
        field.iter_mut().zip(&mut next).for_each(|(own, number)| *own = *number);
    }
    state.each(&mut |own| *own = *next.next().expect("a state"));
    let (WheelLoad { force, moment, .. }, mut rate) = tyre.load(&wheel, terrain, 0.3, &state);
    let mut found = [force, moment].concat();
    rate.each(&mut |rate| found.push(*rate));
    found
}

/// Compares all slopes in random positions; returns the number of slopes that are not zero.
fn compare<Y: Tyre>(tyre: &Y, deflected: impl Fn([f64; 2]) -> Y::State) -> usize {
    let rng = &mut fastrand::Rng::with_seed(7);
    // A plane that rises and moves.
    let ground = |x: f64, y: f64, _: f64| Ground {
        velocity: [0.1, -0.2, 0.3],
        friction: 0.9,
        ..Ground::sloping(0.03 * x - 0.02 * y, [0.03, -0.02])
    };
    let mut found = 0;
    for _ in 0..50 {
        let mut wheel = rolling_wheel(rng);
        wheel.centre[2] += 0.03 * wheel.centre[0] - 0.02 * wheel.centre[1];
        let mut state = deflected([0.0; 2].map(|_: f64| 0.01 * (rng.f64() - 0.5)));
        let mut numbers: Vec<f64> = wheel
            .fields()
            .into_iter()
            .flat_map(|(_, field)| field.to_vec())
            .collect();
        state.each(&mut |own| numbers.push(*own));
        let rows = evaluated(tyre, &numbers, state.clone(), &ground).len();
        let mut slopes = vec![vec![0.0; numbers.len()]; rows];
        tyre.slopes((2, &wheel), &ground, 0.3, &state, &mut |acting, reading, slope| {
            let row = match acting {
                Acting::Load(wheel, component) => {
                    assert_eq!(wheel, 2);
                    component
                }
                Acting::Rate(place) => 6 + place,
            };
            let column = match reading {
                Reading::Wheel(wheel, component) => {
                    assert_eq!(wheel, 2);
                    component
                }
                Reading::State(place) => 13 + place,
            };
            slopes[row][column] += slope;
        });
        let columns: Vec<Vec<f64>> = (0..numbers.len())
            .map(|column| {
                let step = if column < 13 { 1e-5 } else { 1e-6 } * numbers[column].abs().max(1.0);
                let at = |by: f64| {
                    let mut moved = numbers.clone();
                    moved[column] += by * step;
                    evaluated(tyre, &moved, state.clone(), &ground)
                };
                let [one, other, far, back] = [at(1.0), at(-1.0), at(2.0), at(-2.0)];
                (0..rows)
                    .map(|row| (8.0 * (one[row] - other[row]) - (far[row] - back[row])) / (12.0 * step))
                    .collect()
            })
            .collect();
        for row in 0..rows {
            let size = slopes[row].iter().fold(0.0_f64, |size, slope| size.max(slope.abs()));
            for column in 0..numbers.len() {
                let (exact, difference) = (slopes[row][column], columns[column][row]);
                assert!(
                    (exact - difference).abs() <= 1e-5 * size,
                    "({row}, {column}): {exact}, {difference}, of {size}"
                );
                found += usize::from(exact != 0.0);
            }
        }
    }
    found
}

#[test]
fn slopes_of_every_law_are_those_of_differences() {
    let linear = LinearTyre {
        cornering_stiffness: 60e3,
        longitudinal_stiffness: 80e3,
        camber_stiffness: 3e3,
        pneumatic_trail: 0.03,
        rolling_resistance: 0.01,
        ..LinearTyre::vertical(0.33, 200e3, 500.0)
    };
    let file = PropertyFile::read(include_str!("../../laws/tests/data/mf61.tir")).expect("a sound file");
    let magic = file.mounted(Side::Left);
    let calspan = Calspan {
        radius: 0.33,
        stiffness: 200e3,
        stiffnesses: [0.0, 18.0, 9000.0, 1.2, 8000.0],
        friction: [-1e-5, 1.05, 0.0, 0.95],
        trail: 8e-6,
        low_speed: 1.0,
    };
    let counts = [
        compare(&calspan, |_| ()),
        compare(&linear, |_| ()),
        compare(&tmeasy(1.0), |_| ()),
        compare(&brush(1.0), |_| ()),
        compare(&Relaxed { law: linear }, |deflection| deflection),
        compare(&Relaxed { law: tmeasy(1.0) }, |deflection| deflection),
        compare(&Relaxed { law: brush(1.0) }, |deflection| deflection),
        compare(&Relaxed { law: magic }, |deflection| deflection),
        compare(&AnyTyre::from(Relaxed { law: magic }), |deflection| deflection),
        compare(&AnyTyre::from(linear), |deflection| deflection),
    ];
    assert!(counts.iter().all(|count| *count > 50 * 40), "{counts:?}");
}

/// Slopes through the equipment of a vehicle: each wheel by its own motion, and the states of the tyres after the states of earlier
/// pieces.
#[test]
fn slopes_stand_in_their_places() {
    struct Pressure;
    impl Subsystem<Roller> for Pressure {
        type State = f64;

        fn load(&mut self, _: &Now<f64>, _: &mut Inputs<0, 1>) -> f64 {
            0.0
        }
    }
    let rng = &mut fastrand::Rng::with_seed(3);
    let wheels: [WheelMotion; 4] = core::array::from_fn(|_| rolling_wheel(rng));
    let tyres = [Relaxed { law: tmeasy(1.0) }; 4];
    let of_all = (Pressure, OnRoad { tyres, terrain: Flat });
    let deflections = [[0.001, 0.002]; 4];
    let (state, design) = ((1.0, deflections), Roller::design_state());
    let now = Now {
        time: 0.0,
        state: &state,
        wheels: &wheels,
        markers: &[],
        joints: Joints::of(&design),
        controls: Controls::default(),
    };
    let mut found = Vec::new();
    Subsystem::<Roller>::slopes(&of_all, &now, &mut |acting, reading, slope| {
        found.push((acting, reading, slope))
    });
    let mut together = Vec::new();
    let four = FourOnRoad::new(tyres, Flat);
    Subsystem::<Roller>::slopes(&four, &now.of(&deflections), &mut |acting, reading, slope| {
        together.push((acting, reading, slope));
    });
    let mut expected = Vec::new();
    for (wheel, motion) in wheels.iter().enumerate() {
        let tell = &mut |acting, reading, slope| expected.push((acting, reading, slope));
        tyres[wheel].slopes((wheel, motion), &Flat, 0.0, &deflections[wheel], tell);
    }
    assert_eq!(expected.len(), 4 * 8 * 15);
    for (k, (((acting, reading, slope), other), one)) in found.iter().zip(&together).zip(&expected).enumerate() {
        let wheel = k / (8 * 15);
        assert_eq!((slope.to_bits(), other.2.to_bits()), (one.2.to_bits(), one.2.to_bits()));
        match (acting, one.0) {
            (Acting::Rate(place), Acting::Rate(own)) => {
                assert_eq!(*place, 1 + 2 * wheel + own);
                assert_eq!(other.0, Acting::Rate(2 * wheel + own));
            }
            (acting, own) => assert_eq!(*acting, own),
        }
        match (reading, one.1) {
            (Reading::State(place), Reading::State(own)) => assert_eq!(*place, 1 + 2 * wheel + own),
            (reading, own) => assert_eq!(*reading, own),
        }
    }
}
