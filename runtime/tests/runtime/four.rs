//! Four tyres at once, of every kind: each gives the same bits as alone.

use wishbone::ports::{WheelLoad, WheelMotion};
use wishbone::prelude::*;
use wishbone::terrain::{Ground, Slope};
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::tmeasy::{Characteristic, Trail};
use wishbone::tyre::{Brush, FourOnRoad, MagicFormula, Quartet, Relaxed, Steady, Tmeasy, Tyre};

/// A wheel with a random motion, more or less upright; `factor` multiplies its speeds.
pub fn any_wheel(rng: &mut fastrand::Rng, factor: f64) -> WheelMotion {
    let mut around = |size: f64| size * (2.0 * rng.f64() - 1.0);
    let axis = [around(1.0), 1.0 + around(0.5), around(0.3)];
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    WheelMotion {
        centre: [around(30.0), around(3.0), 0.33 + around(0.06)],
        axis: axis.map(|x| x / length),
        velocity: [around(20.0) * factor, around(5.0) * factor, around(1.0)],
        carrier_angular_velocity: [around(2.0), around(2.0), around(2.0)],
        spin: around(80.0) * factor,
    }
}

pub fn tmeasy(scale: f64) -> Tmeasy {
    Tmeasy {
        radius: 0.33,
        width: 0.2,
        stiffness: 200e3 * scale,
        progression: 1e5,
        damping: 500.0,
        bottoming: [0.05, 1e6],
        nominal_load: 4000.0,
        greatest_load: 12_000.0,
        longitudinal: Characteristic {
            slope: [80e3 * scale, 150e3],
            peak: [4200.0, 8000.0],
            peak_slip: [0.12, 0.13],
            sliding: [3800.0, 7000.0],
            sliding_slip: [0.6, 0.7],
        },
        lateral: Characteristic {
            slope: [60e3, 100e3 * scale],
            peak: [4000.0, 7600.0],
            peak_slip: [0.18, 0.2],
            sliding: [3700.0, 7000.0],
            sliding_slip: [0.7, 0.8],
        },
        trail: Trail {
            at_zero: [0.17, 0.2],
            zero_slip: [0.2, 0.2],
            end_slip: [0.4, 0.4],
        },
        camber: 1.0,
        rolling_resistance: 0.01,
        carcass: [400e3, 200e3],
    }
}

pub fn brush(scale: f64) -> Brush {
    Brush {
        radius: 0.33,
        stiffness: 200e3 * scale,
        damping: 500.0,
        nominal_load: 4000.0,
        longitudinal_stiffness: 80e3,
        cornering_stiffness: 60e3 * scale,
        half_length: 0.06 * scale,
        friction: 1.1,
        load_sensitivity: 0.1,
        camber: 0.8,
        rolling_resistance: 0.01,
        carcass: [400e3, 200e3],
        low_speed: 1.0,
    }
}

/// Compares four at once with one by one; returns the number of loaded wheels.
fn alike<Y: Quartet>(tyres: [Y; 4], state: impl Fn([f64; 2]) -> Y::State, slopes: [f64; 2], factor: f64) -> usize {
    let rng = &mut fastrand::Rng::with_seed(23);
    let ground = |x: f64, y: f64, _: f64| {
        let slope = slopes[usize::from((31.0 * x + 17.0 * y).sin() > 0.0)];
        Ground::sloping(slope * x, [slope, 0.0])
    };
    let road = FourOnRoad::new(tyres, ground);
    let mut loaded = 0;
    for _ in 0..300 {
        let wheels: [WheelMotion; 4] = core::array::from_fn(|_| any_wheel(rng, factor));
        let states: [Y::State; 4] = core::array::from_fn(|_| state([0.0; 2].map(|_: f64| 0.04 * (rng.f64() - 0.5))));
        let mut together = [WheelLoad::default(); 4];
        let _ = road.evaluate(&wheels, 0.3, &states, &mut together);
        for k in 0..4 {
            let alone = tyres[k].load(&wheels[k], &ground, 0.3, &states[k]).0;
            let bits = |load: WheelLoad| [load.force, load.moment].map(|v| v.map(f64::to_bits));
            assert_eq!(bits(together[k]), bits(alone), "{:?}", wheels[k]);
            loaded += usize::from(alone.force[2] > 0.0);
        }
    }
    loaded
}

/// Checks level ground, a slope, and a mixture of both; ordinary speeds, speeds near a standstill, and speeds at which
/// functions leave their range.
fn in_every_situation<Y: Quartet>(tyres: [Y; 4], state: impl Fn([f64; 2]) -> Y::State) {
    for slopes in [[0.0, 0.0], [0.1, 0.1], [0.0, 0.1]] {
        for factor in [1.0, 1e-3, 0.0, 1e12] {
            let loaded = alike(tyres, &state, slopes, factor);
            assert!(loaded > 100 || factor > 1.0, "{slopes:?} {factor}: {loaded}");
        }
    }
}

#[test]
fn tmeasy_tyres_at_once_are_each_alone() {
    let tyres = [1.0, 1.1, 0.8, 0.9].map(tmeasy);
    in_every_situation(tyres, |_| ());
    in_every_situation(tyres.map(|law| Relaxed { law }), |state| state);
}

#[test]
fn brush_tyres_at_once_are_each_alone() {
    let tyres = [1.0, 1.1, 0.8, 0.9].map(brush);
    in_every_situation(tyres, |_| ());
    in_every_situation(tyres.map(|law| Relaxed { law }), |state| state);
}

#[test]
fn linear_tyres_at_once_are_each_alone() {
    let tyres = [1.0, 1.1, 0.8, 0.9].map(|scale| LinearTyre {
        longitudinal_stiffness: 60e3 * scale,
        cornering_stiffness: 50e3,
        camber_stiffness: 2e3,
        pneumatic_trail: 0.03,
        rolling_resistance: 0.01,
        ..LinearTyre::vertical(0.33, 200e3, 500.0)
    });
    in_every_situation(tyres, |_| ());
    in_every_situation(tyres.map(|law| Relaxed { law }), |state| state);
}

/// Front and rear tyres may have different numbers; tyres of different versions are computed one by one.
#[test]
fn magic_formula_tyres_at_once_are_each_alone() {
    let file = |text: &str| PropertyFile::read(text).expect("a sound file");
    let five = file(include_str!("../../laws/tests/data/mf52.tir"));
    let six = file(include_str!("../../laws/tests/data/mf61.tir"));
    let mut other = six.clone();
    other.coefficients.pky1 *= 1.1;
    // One that leaves its measurements early, and one whose friction falls to its limit.
    let (mut light, mut steep) = (six.clone(), five.clone());
    light.coefficients.fzmax = 2500.0;
    steep.coefficients.pdy2 = -2.0;
    let sets = [
        [&five, &five, &five, &five],
        [&six, &six, &other, &other],
        [&five, &six, &six, &six],
        [&light, &light, &six, &other],
        [&five, &steep, &steep, &five],
    ];
    let sides = [Side::Left, Side::Right, Side::Left, Side::Right];
    for set in sets {
        let laws: [MagicFormula; 4] = core::array::from_fn(|k| set[k].mounted(sides[k]));
        in_every_situation(laws.map(|law| Relaxed { law }), |state| state);
        let prepared = laws.map(|law| Relaxed { law: law.prepared() });
        in_every_situation(prepared, |state| state);
        in_every_situation(laws.map(|law| Steady { law, low_speed: 1.0 }), |_| ());
    }
}

/// Equipment whose tyres are computed at once has the same tyres, on any terrain.
#[test]
fn equipment_keeps_its_tyres_side_by_side() {
    use wishbone::equipment::Equipment;
    let tyres = [1.0, 1.1, 0.8, 0.9].map(tmeasy);
    let road = OnRoad { tyres, terrain: Flat };
    let equipment = Equipment::none().with_tyres(road).side_by_side();
    assert_eq!(*equipment.tyres.tyres(), tyres);
    let slope = Slope {
        along: 0.1,
        across: 0.0,
    };
    let elsewhere = equipment.on(slope).tyres;
    assert_eq!((*elsewhere.tyres(), elsewhere.terrain), (tyres, slope));
}

/// A tyre without memory gives the steady law at the slips of its contact.
#[test]
fn a_steady_tyre_is_its_law_at_the_slips_of_the_contact() {
    let law = LinearTyre {
        longitudinal_stiffness: 60e3,
        cornering_stiffness: 50e3,
        ..LinearTyre::vertical(0.33, 200e3, 500.0)
    };
    let steady = Steady {
        law,
        low_speed: law.low_speed,
    };
    let rng = &mut fastrand::Rng::with_seed(3);
    for _ in 0..100 {
        let wheel = any_wheel(rng, 1.0);
        assert_eq!(steady.load(&wheel, &Flat, 0.0, &()), law.load(&wheel, &Flat, 0.0, &()));
    }
}
