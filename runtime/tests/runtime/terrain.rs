//! Terrains: normals, motion, layers.

use wishbone::prelude::*;
use wishbone::profile::HalfSine;
use wishbone::terrain::{
    CosineBump, Ground, HalfSineBump, Patch, Patches, Post, Shifted, Sine, Slope, Terrain, Trapezoid, Treadmill, row,
};

const BUMP: HalfSineBump = HalfSineBump {
    start: 2.0,
    length: 0.5,
    height: 0.05,
    lateral: [-0.3, f64::INFINITY],
};

/// Checks the normal by differences of the height, and the ground's velocity by the rate of change of the height. A
/// surface `z(x, y, t)` whose material moves with the velocity `u` rises at the rate `u . n / n_z`.
pub fn assert_consistent(terrain: &impl Terrain, x: f64, y: f64, time: f64) {
    let h = 1e-6;
    let ground = terrain.at(x, y, time);
    let slope = [
        (terrain.at(x + h, y, time).height - terrain.at(x - h, y, time).height) / (2.0 * h),
        (terrain.at(x, y + h, time).height - terrain.at(x, y - h, time).height) / (2.0 * h),
    ];
    let rise = (terrain.at(x, y, time + h).height - terrain.at(x, y, time - h).height) / (2.0 * h);
    let [nx, ny, nz] = ground.normal;
    assert!((nx * nx + ny * ny + nz * nz - 1.0).abs() < 1e-15);
    assert!(nz > 0.0);
    assert!((ground.slope()[0] - slope[0]).abs() < 1e-8, "along x at {x}, {y}");
    assert!((ground.slope()[1] - slope[1]).abs() < 1e-8, "along y at {x}, {y}");
    let moved: f64 = ground.velocity.iter().zip(ground.normal).map(|(u, n)| u * n / nz).sum();
    assert!((moved - rise).abs() < 1e-7, "{moved}, not {rise}, at {x}, {time}");
}

fn assert_consistent_everywhere(terrain: &impl Terrain) {
    for i in 0..40 {
        for (y, time) in [(-1.0, 0.013), (0.7, 0.213)] {
            assert_consistent(terrain, 1.5 + 0.0357 * f64::from(i), y, time);
        }
    }
}

#[test]
fn normals_and_velocities_are_those_of_the_surface() {
    assert_consistent_everywhere(&Flat);
    assert_consistent_everywhere(&BUMP);
    assert_consistent_everywhere(&[BUMP, HalfSineBump::across(1.7, 1.1, 0.02)]);
    assert_consistent_everywhere(&Treadmill {
        terrain: BUMP,
        speed: 2.7,
    });
    let post = Post(HalfSine {
        start: 0.1,
        duration: 0.18,
        amplitude: 0.05,
    });
    assert_consistent_everywhere(&post);
    assert_consistent_everywhere(&[post, post]);
    assert_consistent_everywhere(&|x: f64, y: f64, _: f64| Ground::sloping(0.2 * x - 0.1 * y, [0.2, -0.1]));
}

#[test]
fn a_bump_has_its_height_its_length_and_its_side() {
    assert!((BUMP.at(2.25, 0.0, 0.0).height - 0.05).abs() < 1e-15);
    assert_eq!(BUMP.at(1.999, 0.0, 0.0), Ground::level(0.0));
    assert_eq!(BUMP.at(2.501, 0.0, 0.0), Ground::level(0.0));
    assert_eq!(BUMP.at(2.25, -0.31, 0.0), Ground::level(0.0));
    assert!((HalfSineBump::across(0.0, 1.0, 0.1).at(0.5, -50.0, 0.0).height - 0.1).abs() < 1e-15);
}

/// A vehicle at rest on a belt meets the same ground as a vehicle that drives over the road.
#[test]
fn a_treadmill_brings_the_road_to_the_vehicle() {
    let belt = Treadmill {
        terrain: BUMP,
        speed: 3.0,
    };
    for i in 0..100 {
        let time = 0.01 * f64::from(i);
        let (standing, driving) = (belt.at(0.0, 0.0, time), BUMP.at(3.0 * time, 0.0, time));
        assert_eq!(standing.height, driving.height);
        assert_eq!(standing.normal, driving.normal);
        assert_eq!(standing.velocity, [-3.0, 0.0, 0.0]);
    }
}

const TRAPEZOID: Trapezoid = Trapezoid {
    start: 1.7,
    up: 0.31,
    top: 0.4,
    down: 0.2,
    height: 0.08,
    lateral: [-2.0, 0.0],
};

const WAVES: Sine = Sine {
    amplitude: 0.03,
    wavelength: 1.3,
    start: 1.9,
    left_lag: core::f64::consts::PI,
};

const PLANE: Slope = Slope {
    along: 0.1,
    across: -0.05,
};

#[test]
fn slopes_of_bumps_waves_and_planes_are_those_of_their_heights() {
    assert_consistent_everywhere(&PLANE);
    assert_consistent_everywhere(&WAVES);
    assert_consistent_everywhere(&TRAPEZOID);
    assert_consistent_everywhere(&CosineBump::across(1.8, 0.77, 0.05));
    assert_consistent_everywhere(&row::<_, 3>(BUMP, 0.55));
    assert_consistent_everywhere(&Shifted {
        terrain: [BUMP, HalfSineBump::across(1.7, 1.1, 0.02)],
        by: [0.2, 0.5],
    });
}

#[test]
fn a_plane_rises_by_its_grades() {
    assert_eq!(PLANE.at(0.0, 0.0, 0.0).height, 0.0);
    assert!((PLANE.at(30.0, 4.0, 0.0).height - 2.8).abs() < 1e-15);
}

/// The left side has the height that the right side had half a wavelength before. Both sides are level before their start.
#[test]
fn sides_of_waves_are_in_antiphase() {
    for i in 0..100 {
        let x = 3.3 + 0.0713 * f64::from(i);
        let [right, left] = [-0.7, 0.7].map(|y| WAVES.at(x, y, 0.0));
        assert!((right.height + left.height).abs() < 1e-14);
        assert!((WAVES.at(x - 0.65, -0.7, 0.0).height - left.height).abs() < 1e-14);
    }
    assert!((WAVES.at(1.9 + 1.3 / 4.0, -0.7, 0.0).height - 0.03).abs() < 1e-15);
    assert_eq!(WAVES.at(1.899, -0.7, 0.0), Ground::level(0.0));
    assert_eq!(WAVES.at(1.9 + 0.649, 0.7, 0.0), Ground::level(0.0));
    assert!(WAVES.at(1.9 + 0.651, 0.7, 0.0).height > 0.0);
    assert_eq!(Sine::across(0.0, 4.0, 0.1).at(1.0, 0.7, 0.0).height, 0.1);
}

#[test]
fn a_trapezoid_has_its_ramps_its_top_and_its_side() {
    let height = |x: f64| TRAPEZOID.at(x, -0.5, 0.0).height;
    for (x, wanted) in [
        (1.69, 0.0),
        (1.7 + 0.155, 0.04),
        (2.02, 0.08),
        (2.4, 0.08),
        (1.7 + 0.31 + 0.4 + 0.15, 0.02),
        (2.62, 0.0),
    ] {
        assert!((height(x) - wanted).abs() < 1e-15, "{x}: {}", height(x));
    }
    assert_eq!(TRAPEZOID.at(2.2, 0.1, 0.0), Ground::level(0.0));
    // Steps instead of ramps.
    let kerb = Trapezoid::across(0.0, [0.0, 1.0, 0.0], 0.1);
    assert_eq!(kerb.at(-1e-9, 0.0, 0.0), Ground::level(0.0));
    assert_eq!(kerb.at(0.0, 0.0, 0.0), Ground::level(0.1));
    assert_eq!(kerb.at(1.0, 0.0, 0.0), Ground::level(0.0));
}

/// The obstacle of the Iltis benchmark compared with the formula of the benchmark, and without a kink at its edges.
#[test]
fn the_obstacle_of_the_iltis_is_a_cosine_bump() {
    let bump = CosineBump::across(0.97, 5.0, 0.2);
    for i in 1..50 {
        let x = 0.97 + 0.1 * f64::from(i);
        let wanted = 0.1 * (1.0 - (core::f64::consts::TAU * (x - 0.97) / 5.0).cos());
        assert!((bump.at(x, 3.0, 0.0).height - wanted).abs() < 1e-15);
    }
    for edge in [0.97, 5.97] {
        for x in [edge - 1e-9, edge + 1e-9] {
            assert!(bump.at(x, 0.0, 0.0).slope()[0].abs() < 1e-9);
        }
    }
    assert_eq!(bump.at(0.96, 0.0, 0.0), Ground::level(0.0));
    assert_eq!(bump.at(5.98, 0.0, 0.0), Ground::level(0.0));
}

#[test]
fn a_row_repeats_its_bump() {
    let three = row::<_, 3>(BUMP, 4.0);
    for i in 0..200 {
        let x = 1.5 + 0.0711 * f64::from(i);
        let wanted: f64 = [0.0, 4.0, 8.0].iter().map(|by| BUMP.at(x - by, 0.0, 0.0).height).sum();
        assert!((three.at(x, 0.0, 0.0).height - wanted).abs() < 1e-15);
    }
    assert!((three.at(10.25, 0.0, 0.0).height - 0.05).abs() < 1e-15);
    assert_eq!(three.at(14.25, 0.0, 0.0).height, 0.0);
}

fn patch(x: [f64; 2], y: [f64; 2], friction: f64) -> Patch {
    Patch { x, y, friction }
}

#[test]
fn patches_change_the_friction_and_nothing_else() {
    let whole = [f64::NEG_INFINITY, f64::INFINITY];
    let road = Patches {
        terrain: BUMP,
        patches: [patch([2.0, 3.0], whole, 0.3), patch([2.5, 3.5], [0.0, 1.0], 0.1)],
    };
    for (x, y, wanted) in [
        (1.99, 0.5, 1.0),
        (2.0, 0.5, 0.3),
        (2.49, 0.5, 0.3),
        (2.5, 0.5, 0.1),
        (2.5, -0.5, 0.3),
        (2.5, 1.0, 0.3),
        (3.0, 0.5, 0.1),
        (3.0, -0.5, 1.0),
        (3.5, 0.5, 1.0),
    ] {
        let ground = road.at(x, y, 0.0);
        assert_eq!(ground.friction, wanted, "{x} {y}");
        let below = BUMP.at(x, y, 0.0);
        assert_eq!((ground.height, ground.normal), (below.height, below.normal));
    }
    // Factors of nested patches and of arrays of terrains multiply.
    let wet = Patches {
        terrain: road,
        patches: [patch(whole, whole, 0.5)],
    };
    assert_eq!(wet.at(2.6, 0.5, 0.0).friction, 0.05);
    assert_eq!([road, road].at(2.6, -0.5, 0.0).friction, 0.09);
}
