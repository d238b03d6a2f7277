//! Terrains: normals, motion, layers.

use wishbone::prelude::*;

const BUMP: HalfSineBump = HalfSineBump {
    start: 2.0,
    length: 0.5,
    height: 0.05,
    lateral: [-0.3, f64::INFINITY],
};

/// Checks the normal against differences of the height, and the ground's velocity against its rate of change: the
/// surface `z(x, y, t)` rises at `u . n / n_z` where its substance moves with `u`.
fn assert_consistent(terrain: &impl Terrain, x: f64, y: f64, time: f64) {
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

/// A vehicle that stands on a belt sees what one that drives over the road sees.
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
