//! Paths compared with closed forms, and a driver who follows them with the linear single-track model.

use super::solvers::bicycle::Bicycle;
use std::f64::consts::PI;
use wishbone::control::path::{LaneChange, Path, PathFollower, Pieces, Preview, Spline, Steering, Waypoint};
use wishbone::ports::Inputs;
use wishbone::prelude::*;

/// Checks first and second derivative against differences of fourth order.
fn assert_derivatives(path: &impl Path, stations: impl Iterator<Item = f64>) {
    let h = 0.01;
    let slope = |of: &dyn Fn(f64) -> f64, s: f64| {
        (8.0 * (of(s + h) - of(s - h)) - (of(s + 2.0 * h) - of(s - 2.0 * h))) / (12.0 * h)
    };
    for s in stations {
        let here = path.at(s);
        for axis in 0..2 {
            let first = slope(&|s| path.at(s).position[axis], s);
            let second = slope(&|s| path.at(s).first[axis], s);
            assert!(
                (here.first[axis] - first).abs() < 1e-8,
                "first at {s}: {here:?}, {first}"
            );
            assert!(
                (here.second[axis] - second).abs() < 1e-8,
                "second at {s}: {here:?}, {second}"
            );
        }
    }
}

fn inner(count: u32, length: f64) -> impl Iterator<Item = f64> {
    (0..count).map(move |k| length * (f64::from(k) + 0.5) / f64::from(count))
}

/// An arc closes to a circle, and a clothoid from zero curvature has the coordinates of Fresnel's series.
#[test]
fn pieces_are_circles_and_clothoids() {
    let circle = Pieces::new([3.0, -1.0], 0.4).arc(2.0 * PI * 25.0, 1.0 / 25.0);
    let end = circle.at(circle.length() - 1e-12);
    assert!((end.position[0] - 3.0).abs() < 1e-11 && (end.position[1] + 1.0).abs() < 1e-11);
    for s in inner(40, circle.length()) {
        let [x, y] = circle.at(s).position;
        let centre = [3.0 - 25.0 * 0.4_f64.sin(), -1.0 + 25.0 * 0.4_f64.cos()];
        assert!(((x - centre[0]).hypot(y - centre[1]) - 25.0).abs() < 1e-12);
        assert!((circle.at(s).curvature() - 0.04).abs() < 1e-15);
    }
    // x = Σ (-1)^n (k/2)^2n s^(4n+1) / ((4n+1) (2n)!), y the same with odd powers.
    let (length, change) = (60.0, 0.05 / 60.0);
    let clothoid = Pieces::new([0.0; 2], 0.0).clothoid(length, [0.0, 0.05]);
    for s in [10.0, 35.0, 59.9] {
        let (mut x, mut y, mut term) = (0.0, 0.0, s);
        for n in 0..20 {
            let n = f64::from(n);
            x += term / (4.0 * n + 1.0);
            term *= 0.5 * change * s * s / (2.0 * n + 1.0);
            y += term / (4.0 * n + 3.0);
            term *= -0.5 * change * s * s / (2.0 * n + 2.0);
        }
        let [px, py] = clothoid.at(s).position;
        assert!((px - x).abs() < 1e-11 && (py - y).abs() < 1e-11, "{px} {py}, {x} {y}");
    }
    assert!(Pieces::new([0.0; 2], 0.0).straight(-1.0).at(3.0).position[0].is_nan());
    let path = Pieces::new([1.0, 2.0], -0.3)
        .straight(20.0)
        .clothoid(30.0, [0.0, -0.02])
        .arc(25.0, -0.02)
        .straight(10.0);
    assert_derivatives(&path, [-5.0, 10.0, 33.0, 45.0, 60.0, 80.0, 95.0].into_iter());
}

/// A spline through points of a straight line is this line. Through points of a circle, the spline's error falls with
/// the fourth power of the distance between the points.
#[test]
fn splines_pass_through_their_points() {
    let line = Spline::new(&[0.0, 1.0, 5.0, 9.0], &[0.0, 2.0, 10.0, 18.0]).expect("points apart");
    assert!(line.at(7.0).curvature().abs() < 1e-14);
    assert!((line.at(-3.0).heading() - 2.0_f64.atan()).abs() < 1e-14);
    let path = Spline::new(&[0.0, 20.0, 38.0, 70.0, 90.0], &[0.0, 1.0, 6.0, 4.0, -3.0]).expect("points apart");
    assert_derivatives(&path, inner(13, path.length()));
    assert_derivatives(&path, [-3.0, path.length() + 3.0].into_iter());
    let error = |count: u32| {
        let angle = |k: u32| PI * f64::from(k) / f64::from(count - 1);
        let x: Vec<f64> = (0..count).map(|k| 10.0 * angle(k).sin()).collect();
        let y: Vec<f64> = (0..count).map(|k| 10.0 - 10.0 * angle(k).cos()).collect();
        let arc = Spline::new(&x, &y).expect("points apart");
        let [px, py] = arc
            .at(0.5 * arc.length() + 0.5 * arc.length() / f64::from(count - 1))
            .position;
        (px.hypot(py - 10.0) - 10.0).abs()
    };
    let order = (error(15) / error(29)).log2();
    assert!(order > 3.5, "{order}");
    assert!(Spline::new(&[0.0, 0.0], &[1.0, 1.0]).is_err() && Spline::new(&[0.0], &[1.0]).is_err());
}

/// The nearest station is the foot of a perpendicular; on a circle of 50 m it is known by Pythagoras' theorem.
#[test]
fn the_nearest_station_is_the_foot_of_a_perpendicular() {
    let circle = Pieces::new([0.0; 2], 0.0).arc(100.0, 0.02);
    for (station, offset) in [(10.0, 3.0), (40.0, -5.0), (90.0, 20.0), (55.0, 0.0)] {
        let at = circle.at(station);
        let [tx, ty] = at.first;
        let point = [at.position[0] - offset * ty, at.position[1] + offset * tx];
        for from in [station - 15.0, station, station + 9.0] {
            let found = circle.nearest(point, from);
            assert!((found - station).abs() < 1e-11, "{found} for {station} from {from}");
        }
        assert!((at.offset(point) - offset).abs() < 1e-13);
    }
}

/// Lengths of 125 m and 61 m; a vehicle that follows the path has room on both sides in every lane.
#[test]
fn lane_changes_have_the_lanes_of_the_standard() {
    let wide = 1.8;
    let (double, severe) = (
        LaneChange::double([10.0, 1.0], wide),
        LaneChange::severe([10.0, 1.0], wide),
    );
    assert_eq!((double.length(), severe.length()), (125.0, 61.0));
    let [first, second, third] = double.lanes();
    assert_eq!(
        [first.along, second.along, third.along],
        [[10.0, 25.0], [55.0, 80.0], [105.0, 135.0]]
    );
    for (lane, width) in [(first, 2.23), (second, 2.41), (third, 2.59)] {
        assert!((lane.width() - width).abs() < 1e-14);
    }
    assert!((second.across[0] - first.across[0] - 3.5).abs() < 1e-14);
    let [first, second, third] = severe.lanes();
    assert!((second.across[0] - first.across[1] - 1.0).abs() < 1e-14);
    assert!((third.width() - 3.0).abs() < 1e-14 && third.across[0] == first.across[0]);
    for track in [double, severe, severe.mirrored()] {
        assert_derivatives(&track, inner(29, track.length()));
        for lane in track.lanes() {
            let along = (0..=100).map(|k| lane.along[0] + 0.01 * f64::from(k) * (lane.along[1] - lane.along[0]));
            for x in along {
                let [x, y] = track.at(x - 10.0).position;
                assert!(
                    [-0.5, 0.5].iter().all(|side| track.allows([x, y + side * wide])),
                    "at {x}, {y}"
                );
                assert!(!track.allows([x, y + lane.width()]));
            }
        }
    }
}

/// `∫ y'''² dx` by differences of the exact second derivative.
fn turning(track: &LaneChange, aside: impl Fn(f64) -> f64) -> f64 {
    let h = 0.01;
    let bend = |x: f64| track.at(x).second[1] + aside(x);
    let count = ((track.length() + 12.0) / h) as usize;
    (0..count)
        .map(|k| -11.0 + h * k as f64)
        .map(|x| ((bend(x + h) - bend(x)) / h).powi(2) * h)
        .sum()
}

/// No bump that the cones allow makes the path smoother. The bumps are `a (1 - cos)³`: to both sides between the lanes, and inward at
/// the ends of the lanes, where the path uses all of its play.
#[test]
fn the_path_of_a_lane_change_is_the_smoothest() {
    for wide in [1.5, 1.8, 2.1] {
        for track in [LaneChange::double([0.0; 2], wide), LaneChange::severe([0.0; 2], wide)] {
            let [first, second, third] = track.lanes();
            let smoothest = turning(&track, |_| 0.0);
            let between = [
                ([first.along[1], second.along[0]], [0.01, -0.01]),
                ([second.along[1], third.along[0]], [0.01, -0.01]),
                // The path touches its left bound at the end of the first lane.
                ([first.along[1] - 5.0, first.along[1] + 5.0], [-0.01, -0.02]),
            ];
            for ([from, to], sizes) in between {
                for size in sizes {
                    let k = std::f64::consts::TAU / (to - from);
                    // Second derivative of a (1 - cos kx)³.
                    let bump = |x: f64| {
                        let (sine, cosine) = (k * (x - from)).sin_cos();
                        let c = 1.0 - cosine;
                        match (from..to).contains(&x) {
                            true => size * 3.0 * k * k * (2.0 * c * sine * sine + c * c * cosine),
                            false => 0.0,
                        }
                    };
                    let bumped = turning(&track, bump);
                    assert!(bumped > smoothest * (1.0 - 1e-6), "{wide}: {bumped} < {smoothest}");
                }
            }
        }
    }
}

const PREVIEWS: [Preview; 3] = [
    Preview { time: 0.5, gain: 1.0 },
    Preview { time: 0.7, gain: 1.0 },
    Preview { time: 0.9, gain: 1.0 },
];

fn steering() -> Steering {
    Steering {
        ratio: 16.0,
        wheelbase: Bicycle::wheelbase(),
        understeer: Bicycle::understeer(),
        bandwidth: 25.0,
        most: 8.0,
        fastest: 20.0,
        lead: 0.2,
        shortest: 1.0,
    }
}

/// The drive is a steering wheel with 16 times the angle of the front wheels.
#[derive(Clone, Debug)]
struct Geared<P>(PathFollower<P, 3>);

impl<P: Path> Subsystem<Bicycle> for Geared<P> {
    type State = [f64; 3];

    fn drive(&mut self, time: f64, state: &[f64; 3], inputs: &mut Inputs<1, 0, 6>) {
        Subsystem::<Bicycle>::drive(&mut self.0, time, state, inputs);
        inputs.drives[0].position /= 16.0;
    }

    fn load(&mut self, now: &Now<[f64; 3]>, inputs: &mut Inputs<1, 0, 6>) -> [f64; 3] {
        Subsystem::<Bicycle>::load(&mut self.0, now, inputs)
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut [f64; 3]) {
        Subsystem::<Bicycle>::stepped(&mut self.0, time, h, state);
    }
}

type Run<P> = Simulation<Bicycle, Geared<P>, RungeKutta4>;

fn run<P: Path>(path: P, speed: f64, steering: Steering) -> Run<P> {
    let driver =
        PathFollower::of(Bicycle::DESCRIPTION, "steer", "centre", path, PREVIEWS, steering).expect("it has both");
    Simulation::new(Bicycle::at_speed(speed), Geared(driver), RungeKutta4)
}

fn advance<P: Path>(simulation: &mut Run<P>, time: f64, h: f64, mut each: impl FnMut(&Run<P>)) {
    while simulation.time() < time - 0.5 * h {
        let _ = simulation.step(h).expect("a sound step");
        each(simulation);
    }
}

/// On a circle one error remains: the marker's speed is the car's speed along X divided by the cosine of the sideslip angle, which
/// the single-track model leaves out. It is of the order of 1e-3 of the angle. The angle of the steering wheel is
/// `16 (l + K v²) / R`.
#[test]
fn a_circle_is_followed_without_error() {
    for speed in [5.0, 15.0, 25.0] {
        let circle = Pieces::new([0.0; 2], 0.0)
            .straight(30.0)
            .clothoid(60.0, [0.0, 0.01])
            .arc(1e4, 0.01);
        let mut simulation = run(circle, speed, steering());
        advance(&mut simulation, 40.0, 0.005, |_| {});
        let follower = &simulation.surroundings.0;
        assert!(follower.offset().abs() < 2e-3, "{} m at {speed} m/s", follower.offset());
        let [wheel, rate, _] = *simulation.subsystems();
        let expected = 16.0 * 0.01 * (Bicycle::wheelbase() + Bicycle::understeer() * speed * speed);
        assert!(
            (wheel / expected - 1.0).abs() < 3e-3 && rate.abs() < 1e-4,
            "{wheel} {expected}"
        );
    }
}

#[test]
fn a_double_lane_change_stays_between_the_cones() {
    let track = LaneChange::double([60.0, 0.0], 1.8);
    let mut simulation = run(track, 80.0 / 3.6, steering());
    let mut worst = 0.0_f64;
    // The centre of mass stays within the lanes; on each side the lanes are wider than the car.
    advance(&mut simulation, 16.0, 0.005, |now| {
        worst = worst.max(now.surroundings.0.offset().abs());
        assert!(track.allows([now.state().q[0], now.state().q[1]]));
    });
    std::println!("double lane change at 80 km/h: {worst} m");
    assert!(worst < 0.35, "{worst}");
    // After the track the car drives straight on, and the drive is at rest.
    assert!(simulation.state().q[1].abs() - track.lanes()[2].middle().abs() < 1e-3);
    assert!(
        simulation.subsystems().iter().all(|x| x.abs() < 1e-2),
        "{:?}",
        simulation.subsystems()
    );
}

/// The car returns to a straight path from half a metre beside it, at up to 40 m/s.
#[test]
fn it_is_stable_at_speed() {
    for speed in [3.0, 20.0, 40.0] {
        let mut simulation = run(Pieces::new([0.0; 2], 0.0), speed, steering());
        let mut state = Bicycle::design_state();
        state.q[1] = 0.5;
        simulation.set_state(state);
        let mut beyond = 0.0_f64;
        advance(&mut simulation, 15.0, 0.005, |now| {
            beyond = beyond.min(now.state().q[1])
        });
        assert!(simulation.state().q[1].abs() < 1e-3, "{}", simulation.state().q[1]);
        std::println!("at {speed} m/s: overshoot {beyond} m");
        assert!(beyond > -0.25, "{beyond}");
    }
}

#[test]
fn left_and_right_are_mirror_images() {
    let track = LaneChange::severe([40.0, 0.0], 1.8);
    let [mut left, mut right] = [track, track.mirrored()].map(|track| run(track, 15.0, steering()));
    advance(&mut left, 6.0, 0.005, |_| {});
    advance(&mut right, 6.0, 0.005, |_| {});
    let [a, b] = [&left, &right].map(|run| (run.state().q, *run.subsystems()));
    assert_eq!(a.0[0], b.0[0]);
    assert_eq!(a.0[1], -b.0[1]);
    assert_eq!(a.1, b.1.map(|x| -x));
}

/// A path without jumps in any derivative: `y = 2 sin(x / 25)`. Halving the step divides the difference by sixteen.
#[test]
fn it_converges_with_the_order_of_the_integrator() {
    let wave = |s: f64| {
        let (sine, cosine) = (s / 25.0).sin_cos();
        Waypoint {
            position: [s, 2.0 * sine],
            first: [1.0, 2.0 / 25.0 * cosine],
            second: [0.0, -2.0 / 625.0 * sine],
        }
    };
    let [a, b, c] = [0.02, 0.01, 0.005].map(|h| {
        let mut simulation = run(wave, 15.0, steering());
        advance(&mut simulation, 3.0, h, |_| {});
        simulation.state().q[1]
    });
    let order = ((a - b) / (b - c)).abs().log2();
    assert!((3.7..4.4).contains(&order), "{order}");
}

/// Position and velocity of the drive stay exactly within their limits for every wanted motion.
#[test]
fn the_drive_keeps_its_limits() {
    let tight = Steering {
        most: 0.6,
        fastest: 1.5,
        ..steering()
    };
    let zigzag = Spline::new(
        &[0.0, 20.0, 30.0, 40.0, 50.0, 60.0, 300.0],
        &[0.0, 0.0, 15.0, -15.0, 15.0, 0.0, 0.0],
    );
    let mut simulation = run(zigzag.expect("points apart"), 12.0, tight);
    let (mut most, mut fastest) = (0.0_f64, 0.0_f64);
    advance(&mut simulation, 8.0, 0.002, |now| {
        let [position, velocity, _] = *now.subsystems();
        (most, fastest) = (most.max(position.abs()), fastest.max(velocity.abs()));
    });
    assert!(most < 0.6 + 1e-9 && most > 0.55, "{most}");
    assert!(fastest < 1.5 + 1e-9 && fastest > 1.45, "{fastest}");
}

#[test]
fn names_are_looked_up() {
    let path = Pieces::new([0.0; 2], 0.0);
    assert!(PathFollower::of(Bicycle::DESCRIPTION, "rack", "centre", path, PREVIEWS, steering()).is_none());
    assert!(PathFollower::of(Bicycle::DESCRIPTION, "steer", "nose", path, PREVIEWS, steering()).is_none());
}
