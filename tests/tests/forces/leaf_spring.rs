//! Leaf springs.

use crate::{agrees, compiled, mirrors};
use fastrand::Rng;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::pipeline::Compiled;
use wishbone_tests::{Acting, Interpreted, Subject};

/// A body that nothing else holds.
pub const AXLE: &str = "
    body axle { mass: 30 kg, com: [0.3, 0.9, 0.1] m, inertia: [3, 0.9, 3.4, 0.01, 0.02, 0.03] kg*m^2 }
    joint float: free(base, axle)
";

/// On a body that nothing else holds, with all attributes of a leaf spring; and to the ground with a curve and a
/// preload, upside down.
pub const EVERYWHERE: &str = "
    leaf_spring near: between(base, axle) {
        fixed_eye: [1.2, 0.8, 0.2] m, seat: [0.3, 0.82, 0.05] m, shackle_eye: [-0.9, 0.8, 0.25] m, shackle: [-0.4, 0.81, 1.1] m,
        rate: 3 kN/m, free_camber: 0.4 m, longitudinal: 20 kN/m, lateral: 6 kN/m, twist: 800 N*m/rad, windup: 2 kN*m/rad,
        eye_offset: 40 mm, yaw: 1.2 kN*m/rad, damping_time: 4 ms, friction: 90 N, speed: 0.2 m/s,
    }
    leaf_spring far: between(ground, base) {
        fixed_eye: [-0.8, -0.3, 0.1] m, seat: [0.1, -0.3, 0.3] m, shackle_eye: [1.1, -0.3, 0.2] m, shackle: [0.7, -0.3, -0.7] m,
        axis: [0.1, 0.05, -1], rate: table(deflection: [-0.2, 0, 0.3] m, force: [-900, 0, 400] N), windup: 700 N*m/rad,
        preload: 200 N, longitudinal: 9 kN/m, lateral: 4 kN/m, eye_offset: -30 mm,
    }
";

#[test]
fn leaf_springs_agree_with_the_oracle() {
    agrees(&[AXLE, EVERYWHERE].concat());
}

/// In random states of a body on two springs of the ground, one of which has such a short shackle that it is stretched
/// beyond its range: at rest, the power of the acceleration along any motion equals the loss of stored energy, and
/// motion only takes power from it.
#[test]
fn forces_are_slopes_of_the_energy_and_losses_are_never_gains() {
    let spring = |name: &str, shackle: &str, more: &str| {
        format!(
            "leaf_spring {name}: between(ground, axle) {{
                fixed_eye: [1.2, 0.8, 0.2] m, seat: [0.3, 0.82, 0.05] m, shackle_eye: [-0.9, 0.8, 0.25] m, shackle: {shackle},
                axis: [0.05, 0.1, 1], rate: polynomial(force: [500, 90, 60] N, deflection: 0.2 m), free_camber: 0.4 m,
                longitudinal: 20 kN/m, lateral: 6 kN/m, twist: 800 N*m/rad, windup: 2 kN*m/rad, eye_offset: 35 mm, {more}
            }}"
        )
    };
    let text = format!(
        "Bench {{
            gravity: 0 m/s^2
            body axle {{ mass: 30 kg, com: [0.3, 0.9, 0.1] m, inertia: [3, 0.9, 3.4, 0.01, 0.02, 0.03] kg*m^2 }}
            joint float: free(ground, axle)
            {} {}
        }}",
        spring(
            "long",
            "[-0.4, 0.9, 1.1] m",
            "damping_time: 4 ms, friction: 90 N, speed: 0.2 m/s"
        ),
        spring("short", "[-0.93, 0.8, 0.31] m", "friction: 30 N, speed: 0.1 m/s"),
    );
    let compiled = compiled(&text, Method::Recursive);
    let mut subject = Interpreted::new(&compiled);
    let (mut rng, still) = (Rng::with_seed(21), Acting::default());
    let (mut most, mut lost) = (0.0_f64, 0.0_f64);
    for _ in 0..200 {
        let mut drawn = |size: f64| size * (2.0 * rng.f64() - 1.0);
        let mut q = subject.design();
        let v: Vec<f64> = (0..subject.speeds()).map(|_| drawn(1.0)).collect();
        q.iter_mut().for_each(|q| *q += drawn(0.15));
        let norm = q[3..].iter().map(|e| e * e).sum::<f64>().sqrt();
        q[3..].iter_mut().for_each(|e| *e /= norm);

        let rest = vec![0.0; v.len()];
        let motion = subject.rates(&q, &v, &still);
        let resting = subject.rates(&q, &rest, &still).v;
        // `v' M a`, by the kinetic energy of sums.
        let mut power = |q: &[f64], a: &[f64]| {
            let mut kinetic = |sign: f64| {
                let sum: Vec<f64> = v.iter().zip(a).map(|(v, a)| v + sign * a).collect();
                subject.energy(q, &sum, &still).kinetic
            };
            0.5 * (kinetic(1.0) - kinetic(-1.0))
        };
        let given = power(&q, &resting);
        let taken = power(&q, &motion.v) - given;
        let h = 1e-6;
        let mut stored = |sign: f64| {
            let moved: Vec<f64> = q.iter().zip(&motion.q).map(|(q, rate)| q + sign * h * rate).collect();
            subject.energy(&moved, &rest, &still).elastic
        };
        let slope = (stored(1.0) - stored(-1.0)) / (2.0 * h);
        assert!((given + slope).abs() < 1e-6 * (100.0 + slope.abs()), "{given} {slope}");
        assert!(taken < 1e-9 * (1.0 + given.abs()), "{taken} W are gained");
        (most, lost) = (most.max(slope.abs()), lost.min(taken));
    }
    assert!(most > 100.0 && lost < -10.0, "{most} {lost}");
}

/// Outputs that [`told`] reads.
const OUTPUTS: &str = "
    output x: force(leaf) { along: x }
    output y: force(leaf) { along: y }
    output z: force(leaf) { along: z }
    output roll: torque(leaf) { along: x }
    output pitch: torque(leaf) { along: y }
";

/// A load at the design position is the deflection at which the curve has this load: the spring equals the spring whose
/// free camber is higher by this deflection. One table carries 2.9 kN at -60 mm, the other table at -72.5 mm.
#[test]
fn a_load_on_a_curve_is_a_place_on_it() {
    let table =
        "rate: table(deflection: [-200, -100, -50, 0, 50] mm, force: [-14, -6.5, -2, 0, 2] kN), windup: 12 kN*m/rad";
    let steep = "rate: table(deflection: [-100, 0, 100] mm, force: [-4, 0, 1] kN), windup: 12 kN*m/rad";
    for (rate, deflection) in [(table, -0.06), (steep, -0.0725)] {
        let by = |load: &str| {
            let text = format!(
                "Bench {{
                    gravity: 0 m/s^2
                    body axle {{ mass: 60 kg, com: [0, 0, 0] m, inertia: [8, 1, 8] kg*m^2 }}
                    joint float: free(ground, axle) {{ at: [0, 0, 0] m }}
                    leaf_spring leaf: between(ground, axle) {{
                        fixed_eye: [0.6, 0, 0.04] m, seat: [0, 0, 0] m, shackle_eye: [-0.7, 0, 0.04] m, shackle: [-0.75, 0, 0.14] m,
                        {rate}, {load}, longitudinal: 2 kN/mm, lateral: 500 N/mm,
                    }}
                    {OUTPUTS}
                }}"
            );
            compiled(&text, Method::Recursive)
        };
        let free = 0.04 - deflection;
        let both = [by("preload: 2.9 kN"), by(&format!("free_camber: {free:?} m"))];
        let [mut loaded, mut free] = both.each_ref().map(Interpreted::new);
        assert!((told(&mut loaded, [0.0; 2], 0.0, 0.0)[2] - 2900.0).abs() < 1e-9);
        for (lift, pitch) in [(0.0, 0.0), (0.05, 0.02), (0.12, -0.04), (-0.09, 0.03)] {
            let [loaded, free] = [&mut loaded, &mut free].map(|own| told(own, [0.002, lift], pitch, 0.0));
            for (one, other) in loaded.iter().zip(free) {
                assert!((one - other).abs() < 1e-8 * (1.0 + other.abs()), "{one} {other}");
            }
        }
    }
}

#[test]
fn mirrored_leaf_springs_are_mirror_images() {
    mirrors(
        "leaf_spring mount: between(ground, tip) {
            fixed_eye: [1.2, 0.8, 0.2] m, seat: [0.3, 0.82, 0.05] m, shackle_eye: [-0.9, 0.7, 0.25] m, shackle: [-1.1, 0.9, 1] m,
            rate: 3 kN/m, free_camber: 0.4 m, longitudinal: 20 kN/m, lateral: 6 kN/m, twist: 800 N*m/rad, friction: 90 N, speed: 0.2 m/s,
        }",
    );
}

/// An axle on the ground by one spring with flat halves of these lengths [m]; the shackle stands upright.
fn bench(front: f64, rear: f64, more: &str) -> Compiled {
    bench_with_eyes(front, rear, 0.0, more)
}

/// Likewise, with the eyes that high over the seat [m].
fn bench_with_eyes(front: f64, rear: f64, height: f64, more: &str) -> Compiled {
    let pivot = height + 0.1;
    let text = format!(
        "Bench {{
            gravity: 0 m/s^2
            body axle {{ mass: 60 kg, com: [0, 0, 0] m, inertia: [8, 1, 8] kg*m^2 }}
            joint float: free(ground, axle) {{ at: [0, 0, 0] m }}
            leaf_spring leaf: between(ground, axle) {{
                fixed_eye: [{front}, 0, {height}] m, seat: [0, 0, 0] m,
                shackle_eye: [-{rear}, 0, {height}] m, shackle: [-{rear}, 0, {pivot}] m,
                rate: 20 kN/m, preload: 0 N, longitudinal: 2 kN/mm, lateral: 500 N/mm, {more}
            }}
            {OUTPUTS}
        }}"
    );
    compiled(&text, Method::Recursive)
}

/// Outputs `x`, `y`, `z`, `roll`, `pitch` when the axle is moved along x and z [m], turned about y [rad], and moves at
/// this vertical speed [m/s].
fn told(subject: &mut Interpreted, [along, lift]: [f64; 2], pitch: f64, speed: f64) -> [f64; 5] {
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    // Place, then Euler parameters; angular speeds, then linear ones.
    q[0] += along;
    q[2] += lift;
    (q[3], q[5]) = ((0.5 * pitch).cos(), (0.5 * pitch).sin());
    v[5] = speed;
    let told = subject.outputs(&q, &v, &Acting::default());
    told.try_into().expect("five outputs")
}

/// The dissipated energy of one cycle of the camber at constant frequency: `4 F √(V² + v₀²) / ω (E(k) - (1 - k²) K(k))`, with
/// `k² = V² / (V² + v₀²)`, complete elliptic integrals by the arithmetic-geometric mean (Abramowitz & Stegun 17.6).
/// Twice the frequency, the limit `4 F` times the amplitude.
#[test]
fn the_hysteresis_loop_has_the_area_of_its_closed_form() {
    let compiled = bench(0.6, 0.6, "friction: 300 N, speed: 20 mm/s");
    let mut subject = Interpreted::new(&compiled);
    let (amplitude, limit, slow) = (0.03, 300.0, 0.02);
    for (frequency, least) in [(0.05, 0.0), (0.5, 0.9), (50.0, 0.999)] {
        let omega = std::f64::consts::TAU * frequency;
        let top: f64 = amplitude * omega;
        let steps = 4000;
        let mut area = 0.0;
        for step in 0..steps {
            let angle = std::f64::consts::TAU * (f64::from(step) + 0.5) / f64::from(steps);
            let (height, speed) = (amplitude * angle.sin(), top * angle.cos());
            // The axle goes up where the camber becomes less.
            let [_, _, z, ..] = told(&mut subject, [0.0, height], 0.0, speed);
            area += z * speed / omega * std::f64::consts::TAU / f64::from(steps);
        }
        let whole = top.hypot(slow);
        let k2 = (top / whole).powi(2);
        let [first, second] = elliptic(k2);
        let closed = 4.0 * limit * whole / omega * (second - (1.0 - k2) * first);
        assert!((area - closed).abs() < 1e-3 * closed, "{frequency} Hz: {area} {closed}");
        assert!(closed > least * 4.0 * limit * amplitude, "{closed}");
    }
}

/// `K` and `E` of the parameter `k²`.
fn elliptic(k2: f64) -> [f64; 2] {
    let (mut a, mut b, mut c, mut power, mut sum) = (1.0, (1.0 - k2).sqrt(), k2.sqrt(), 0.5, 0.5 * k2);
    while f64::abs(c) > 1e-16 {
        (a, b, c) = (0.5 * (a + b), f64::sqrt(a * b), 0.5 * (a - b));
        power *= 2.0;
        sum += power * c * c;
    }
    let first = std::f64::consts::PI / (2.0 * a);
    [first, first * (1.0 - sum)]
}

/// A flat spring equals two cantilevers of uniform strength (SAE HS-788). If it is lifted, it has its rate. If it is
/// wound up under its present load, its stiffness is `k a² b² L / (a³ + b³)`, which for equal halves is `k L² / 4`.
#[test]
fn the_wind_up_stiffness_is_that_of_two_cantilevers() {
    for (front, rear) in [(0.6_f64, 0.6), (0.5, 0.8)] {
        let compiled = bench(front, rear, "");
        let mut subject = Interpreted::new(&compiled);
        let h = 1e-5;
        let [_, _, lift, _, turned] = told(&mut subject, [0.0, h], 0.0, 0.0);
        let [_, _, along, _, wound] = told(&mut subject, [0.0; 2], h, 0.0);
        // On the axle, with the seat as the point: a lifted axle pushes the eyes up.
        let (a, b, length) = (front, rear, front + rear);
        let slope = (a - b) / (a * b);
        let stiffness = [[lift, along], [turned, wound]].map(|row| row.map(|x| x / h));
        // In deflections of the element: a lift `z` has the camber `-z` and the wind-up `slope z`.
        let k = 20e3;
        assert!((stiffness[0][0] - k).abs() < 1e-3 * k, "{stiffness:?}");
        assert!(stiffness[0][1].abs() < 1e-2 * k, "{stiffness:?}");
        let held = k * a * b;
        assert!((stiffness[1][1].abs() - held).abs() < 1e-3 * held, "{stiffness:?}");
        assert!(
            (stiffness[1][0].abs() - held * slope.abs()).abs() < 1e-3 * held,
            "{stiffness:?}"
        );
        // By the cantilevers: the moment on the axle at a constant load.
        let [f, r] = [k * b * b / (a * length), k * a * a / (b * length)];
        let free = f * a * a + r * b * b - (f * a - r * b).powi(2) / (f + r);
        let told = k * a * a * b * b * length / (a.powi(3) + b.powi(3));
        assert!((free - told).abs() < 1e-9 * told);
        let by_element = held * k / (k + held * slope * slope);
        assert!((by_element - told).abs() < 1e-9 * told, "{by_element} {told}");
    }
}

/// If a leaf of the length `l` is bent to an arc by the angle `w`, the eye at the height `o` above its end is at
/// `l sin(w)/w - o sin(w)` along and `l (1 - cos w)/w + o cos(w)` up. The arm follows this point to the second order of
/// `w`; an arm about a point at the seat's height would be stretched by `o w / 3` at once.
#[test]
fn the_arm_follows_an_eye_over_the_leaf() {
    let (half, offset) = (0.6_f64, 0.04);
    let stretch = |more: &str, angle: f64| {
        let compiled = bench_with_eyes(half, half, offset, more);
        let (sine, cosine) = angle.sin_cos();
        let along = half * sine / angle - offset * sine;
        let up = half * (1.0 - cosine) / angle + offset * cosine;
        let [x, ..] = told(&mut Interpreted::new(&compiled), [half - along, offset - up], 0.0, 0.0);
        -x / 2e6
    };
    for angle in [0.02, -0.02, 0.1, -0.1] {
        let followed = stretch("eye_offset: 40 mm", angle);
        assert!(followed.abs() < 0.1 * offset * angle * angle, "{angle}: {followed}");
        let flat = stretch("", angle).abs();
        assert!(
            (0.25..0.45).contains(&(flat / (offset * angle.abs()))),
            "{angle}: {flat}"
        );
    }
}

/// The seat is turned about the vertical, with both halves of a spring that resists laterally at each eye.
#[test]
fn a_seat_that_yaws_is_held_by_both_halves() {
    let (front, rear) = (0.5_f64, 0.8);
    for (more, expected) in [
        ("", 500e3 * front * rear),
        ("yaw: 7 kN*m/rad", 7e3),
        ("yaw: 0 N*m/rad", 0.0),
    ] {
        let compiled = bench(front, rear, more);
        let mut subject = Interpreted::new(&compiled);
        let mut moment = |yaw: f64| {
            let mut q = subject.design();
            (q[3], q[6]) = ((0.5 * yaw).cos(), (0.5 * yaw).sin());
            let still = vec![0.0; subject.speeds()];
            let slope = subject.rates(&q, &still, &Acting::default()).v;
            slope[2] * 8.0
        };
        let h = 1e-4;
        let stiffness = -(moment(h) - moment(-h)) / (2.0 * h);
        // Besides, the preloads and arms have no part in it: the spring is flat and without load.
        assert!(
            (stiffness - expected).abs() < 1e-4 * 500e3 * front * rear,
            "{stiffness} {expected}"
        );
    }
}

/// The shackle holds its eye beside the frame. So an axle that rolls about the line of the eyes has no lateral force,
/// for any height of the shackle's pivot.
#[test]
fn the_eyes_are_held_across() {
    let height = 0.06;
    let compiled = bench_with_eyes(0.5, 0.8, height, "twist: 700 N*m/rad");
    let mut subject = Interpreted::new(&compiled);
    let mut across = |roll: f64, about: f64| {
        let (mut q, v) = (subject.design(), vec![0.0; subject.speeds()]);
        (q[3], q[4]) = ((0.5 * roll).cos(), (0.5 * roll).sin());
        // The seat goes on a circle about the line of that height.
        (q[1], q[2]) = (about * roll.sin(), about * (1.0 - roll.cos()));
        subject.outputs(&q, &v, &Acting::default())[1]
    };
    let roll = 1e-3;
    assert!(across(roll, height).abs() < 1e-6 * 500e3 * height * roll);
    assert!(across(roll, 0.0).abs() > 0.9 * 500e3 * height * roll);
}

/// A spring that is inclined with its axle equals the original spring: without `axis`, the spring's directions are
/// perpendicular to the line of its eyes.
#[test]
fn an_inclined_spring_is_a_spring_that_is_turned() {
    let turned = |angle: f64, point: [f64; 2]| {
        let (s, c) = angle.sin_cos();
        [c * point[0] + s * point[1], -s * point[0] + c * point[1]]
    };
    let stored = |angle: f64, axis: &str, moved: [f64; 2]| {
        let points = [
            ("fixed_eye", [0.6, 0.1]),
            ("seat", [0.0, 0.0]),
            ("shackle_eye", [-0.7, 0.1]),
            ("shackle", [-0.8, 0.25]),
        ]
        .map(|(name, point)| {
            let [x, z] = turned(angle, point);
            format!("{name}: [{x:?}, 0, {z:?}] m")
        });
        let compiled = compiled(
            &format!(
                "Bench {{
                    gravity: 0 m/s^2
                    body axle {{ mass: 60 kg, com: [0, 0, 0] m, inertia: [8, 1, 8] kg*m^2 }}
                    joint float: free(ground, axle) {{ at: [0, 0, 0] m }}
                    leaf_spring leaf: between(ground, axle) {{
                        {}, rate: 20 kN/m, preload: 3 kN, longitudinal: 2 kN/mm, lateral: 500 N/mm, {axis}
                    }}
                }}",
                points.join(", ")
            ),
            Method::Recursive,
        );
        let mut subject = Interpreted::new(&compiled);
        let mut q = subject.design();
        let [x, z] = turned(angle, moved);
        (q[0], q[2]) = (q[0] + x, q[2] + z);
        let still = vec![0.0; subject.speeds()];
        subject.energy(&q, &still, &Acting::default()).elastic
    };
    for moved in [[0.01, 0.03], [-0.004, -0.05]] {
        let level = stored(0.0, "", moved);
        let inclined = stored(0.3, "", moved);
        assert!((inclined - level).abs() < 1e-9 * level.abs(), "{inclined} {level}");
        // The eyes of the level one are at one height, so that the default is upwards there.
        assert!((stored(0.0, "axis: z", moved) - level).abs() < 1e-9 * level.abs());
        assert!((stored(0.3, "axis: z", moved) - level).abs() > 1e-3 * level.abs());
    }
}

/// A leaf of uniform strength bends to a circular arc. If the length of the leaf is kept, its eye moves along the arm's
/// circle except for the fourth power of its height. If the seat is at the place at which such a leaf holds it, nothing
/// is stretched.
#[test]
fn the_arm_follows_a_leaf_that_is_bent_to_an_arc() {
    let half = 0.6_f64;
    let compiled = bench(half, half, "");
    let mut subject = Interpreted::new(&compiled);
    let mut stretch = |angle: f64| {
        let eye = [angle.sin(), 1.0 - angle.cos()].map(|part| half / angle * part);
        let [x, ..] = told(&mut subject, [half - eye[0], -eye[1]], 0.0, 0.0);
        (eye, -x / 2e6)
    };
    let ([along, height], near) = stretch(0.2);
    // The eye has come nearer by many times that.
    assert!(near.abs() < 0.02 * (half - along), "{near} {along} {height}");
    let (_, far) = stretch(0.4);
    assert!((far / near - 16.0).abs() < 1.0, "{far} {near}");
}
