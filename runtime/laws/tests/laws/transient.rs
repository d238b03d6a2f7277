//! Tyres with relaxation: steady rolling, relaxation length, standstill, wind-up, a wheel in the air.

use super::magic_formula::file;
use super::{brush, tmeasy};
use wishbone_laws::friction::DryFriction;
use wishbone_laws::number::Dual;
use wishbone_laws::tyre::magic_formula::Side;
use wishbone_laws::tyre::{Contact, Law, LinearTyre, MagicFormula, Relaxed, Slip};

fn tyre() -> Relaxed<MagicFormula> {
    Relaxed {
        law: file("mf61").mounted(Side::Left),
    }
}

/// A wheel whose contact point has this velocity.
fn contact(velocity: [f64; 2], spin: f64, deflection: f64) -> Contact {
    Contact {
        arm: [0.0; 2],
        longitudinal: [1.0, 0.0, 0.0],
        lateral: [0.0, 1.0, 0.0],
        normal: [0.0, 0.0, 1.0],
        deflection,
        deflection_rate: 0.0,
        inclination: 0.0,
        velocity,
        spin,
        friction: 1.0,
    }
}

/// Deflections after a wheel has kept a motion for a time, by small steps of Euler's method.
fn settled(tyre: &Relaxed<impl Law<f64>>, contact: &Contact, time: f64) -> [f64; 2] {
    let h = 1e-4;
    let mut deflection = [0.0; 2];
    for _ in 0..(time / h) as usize {
        let rate = tyre.respond(contact, deflection).rate;
        deflection = [0, 1].map(|k| deflection[k] + h * rate[k]);
    }
    deflection
}

/// In steady rolling, forward and backward, slow and fast, the slips are the kinematic slips, as long as the contact of a slow tyre
/// does not slide as a whole.
#[test]
fn steady_rolling_has_the_slips_of_the_steady_law() {
    let tyre = tyre();
    for forward in [-20.0, -0.5, 1.0, 30.0] {
        for (longitudinal, angle) in [(0.0, 0.05), (0.04, 0.0), (-0.07, -0.08), (-0.2, -0.1), (1.5, 0.3)] {
            if f64::abs(forward) < 3.0 && f64::abs(longitudinal) > 0.1 {
                continue;
            }
            let mut wheel = contact([forward, f64::tan(angle) * forward.abs()], 0.0, 0.02);
            let radius = |wheel: &Contact| effective_radius(&tyre.law, wheel);
            for _ in 0..50 {
                wheel.spin = (forward + longitudinal * forward.abs()) / radius(&wheel);
            }
            let found = tyre.respond(&wheel, settled(&tyre, &wheel, 20.0));
            assert!(
                (found.slip.longitudinal - longitudinal).abs() < 1e-9,
                "{forward} {found:?}"
            );
            assert!((found.slip.angle - angle).abs() < 1e-9, "{forward} {found:?}");
            let steady = Slip { longitudinal, angle };
            let wanted = tyre.law.steady(&wheel, tyre.law.normal_force(&wheel), steady);
            for (found, wanted) in found.force.force.into_iter().zip(wanted.force) {
                assert!(
                    (found - wanted).abs() < 1e-9 * wanted.abs().max(1e3),
                    "{found} {wanted}"
                );
            }
        }
    }
}

/// After a step of the slip angle, the slip has reached 1 - 1/e of its final value when the wheel has rolled over the
/// relaxation length.
#[test]
fn slip_comes_with_the_relaxation_length() {
    let tyre = tyre();
    let (speed, angle) = (20.0, 0.01_f64);
    let mut wheel = contact([speed, speed * angle.tan()], 0.0, 0.02);
    wheel.spin = speed / effective_radius(&tyre.law, &wheel);
    let [_, length] = relaxation(&tyre.law, &wheel);
    let found = tyre.respond(&wheel, settled(&tyre, &wheel, length / speed));
    assert!(
        (found.slip.angle / angle - (1.0 - (-1.0_f64).exp())).abs() < 2e-3,
        "{found:?}"
    );
}

/// A car's corner of 400 kg with its wheel, braked or rolling, along one axis of the ground.
struct Corner<L> {
    tyre: Relaxed<L>,
    /// Speed of the mass [m/s], spin [rad/s], deflection of the tyre along [m], distance travelled [m], twist of the
    /// brake [rad].
    state: [f64; 5],
    /// Force on the mass [N].
    force: f64,
    /// Torque at which the brake slides [N m].
    brake: f64,
}

const BRAKE: DryFriction = DryFriction {
    reach: 0.02,
    damper: 0.002,
    shortest: 0.005,
};

const MASS: f64 = 400.0;
const INERTIA: f64 = 1.5;

impl<L: Law<f64>> Corner<L> {
    fn wheel(&self, state: [f64; 5]) -> Contact {
        contact([state[0], 0.0], state[1], 0.0118)
    }

    fn rate(&self, state: [f64; 5]) -> [f64; 5] {
        let wheel = self.wheel(state);
        let found = self.tyre.respond(&wheel, [state[2], 0.0]);
        let pull = found.force.force[0];
        let arm = self.tyre.law.radius() - wheel.deflection;
        let (torque, twist) = BRAKE.respond(self.brake, state[1], state[4]);
        let spin = (torque - pull * arm + found.force.moment[1]) / INERTIA;
        [(self.force + pull) / MASS, spin, found.rate[0], state[0], twist]
    }

    /// Third-order Adams-Bashforth steps of 1 ms, as in a real-time simulation.
    fn run(&mut self, time: f64, mut each: impl FnMut(&[f64; 5])) {
        let h = 1e-3;
        let mut old = [self.rate(self.state); 3];
        for _ in 0..(time / h).round() as usize {
            old = [self.rate(self.state), old[0], old[1]];
            for (k, x) in self.state.iter_mut().enumerate() {
                *x += h / 12.0 * (23.0 * old[0][k] - 16.0 * old[1][k] + 5.0 * old[2][k]);
            }
            each(&self.state);
        }
    }
}

/// A braked wheel on a slope of 10 % does not creep: after it has settled, it does not move for a minute.
#[test]
fn a_braked_wheel_holds_on_a_slope() {
    holds_on_a_slope(tyre());
    holds_on_a_slope(Relaxed { law: tmeasy::tyre() });
    holds_on_a_slope(Relaxed { law: brush::tyre() });
}

fn holds_on_a_slope<L: Law<f64>>(tyre: Relaxed<L>) {
    let mut corner = Corner {
        tyre,
        state: [0.0; 5],
        force: -0.0995 * MASS * 9.81,
        brake: 2500.0,
    };
    corner.run(10.0, |_| {});
    let rest = corner.state;
    corner.run(60.0, |_| {});
    assert!(
        (corner.state[3] - rest[3]).abs() < 1e-6,
        "crept by {} m",
        corner.state[3] - rest[3]
    );
    assert!(
        corner.state[0].abs() < 1e-9 && rest[3].abs() < 0.05,
        "{:?}",
        corner.state
    );
}

/// From full speed to rest with locked wheels, and then rolling again: there is little oscillation, and the earlier
/// locking has no effect later.
#[test]
fn a_wheel_locks_and_rolls_again() {
    locks_and_rolls_again(tyre());
    locks_and_rolls_again(Relaxed { law: tmeasy::tyre() });
    locks_and_rolls_again(Relaxed { law: brush::tyre() });
}

fn locks_and_rolls_again<L: Law<f64>>(tyre: Relaxed<L>) {
    let mut corner = Corner {
        state: [20.0, 20.0 / tyre.law.radius(), 0.0, 0.0, 0.0],
        tyre,
        force: 0.0,
        brake: 2500.0,
    };
    let mut slowest = f64::INFINITY;
    corner.run(15.0, |state| slowest = slowest.min(state[0]));
    // The vehicle is pushed back by no more than the energy of the carcass: at most 4.3 kN over 2 cm.
    assert!(
        slowest > -0.66 && corner.state[0].abs() < 1e-3,
        "{slowest} {:?}",
        corner.state
    );
    corner.brake = 0.0;
    corner.force = 400.0;
    corner.run(4.0, |_| {});
    let [speed, spin, ..] = corner.state;
    let wheel = corner.wheel(corner.state);
    let radius = effective_radius(&corner.tyre.law, &wheel);
    assert!(
        speed > 2.0 && (spin * radius / speed - 1.0).abs() < 0.01,
        "{:?}",
        corner.state
    );
}

/// The step of 1 ms is stable from standstill to 60 m/s, forward and backward, rolling freely.
#[test]
fn a_rolling_wheel_is_stable_at_every_speed() {
    for speed in [-40.0, -5.0, -0.3, 0.0, 0.1, 1.0, 3.0, 10.0, 60.0] {
        let mut corner = Corner {
            tyre: tyre(),
            state: [speed, speed / 0.39 + 0.5, 0.0, 0.0, 0.0],
            force: 0.0,
            brake: 0.0,
        };
        corner.run(3.0, |_| {});
        let mut spread = [f64::INFINITY, f64::NEG_INFINITY];
        corner.run(0.5, |state| spread = [spread[0].min(state[1]), spread[1].max(state[1])]);
        assert!(spread[1] - spread[0] < 0.3, "{speed} m/s: {spread:?}");
    }
}

/// The carcass of a wheel that spins on the spot is deflected by at most three relaxation lengths, for any duration and speed.
#[test]
fn a_spinning_wheel_does_not_wind_up() {
    let tyre = tyre();
    let wheel = contact([0.0; 2], 100.0, 0.02);
    let [length, _] = relaxation(&tyre.law, &wheel);
    let [along, _] = settled(&tyre, &wheel, 5.0);
    assert!(along > 0.0 && along < 3.0 * length + 1e-6, "{along} of {length}");
}

/// A wheel that spins or slides while its contact stands still or moves laterally has the sliding force of the steady
/// law.
#[test]
fn a_wheel_that_spins_on_the_spot_slides() {
    let along = [([0.0, 0.0], 20.0), ([0.0, 0.0], -20.0), ([0.5, 0.0], 20.0)];
    let across = [([0.0, 20.0], 0.0), ([0.0, -20.0], 0.0)];
    let both = [([0.0, 12.0], 12.0), ([0.4, -6.0], 15.0)];
    slides_as_steadily(tyre(), &[&along[..], &across].concat());
    slides_as_steadily(Relaxed { law: tmeasy::tyre() }, &[&along[..], &across, &both].concat());
    slides_as_steadily(Relaxed { law: brush::tyre() }, &[&along[..], &across, &both].concat());
}

/// At velocities of the contact and circumferential speeds [m/s].
fn slides_as_steadily<L: Law<f64>>(tyre: Relaxed<L>, motions: &[([f64; 2], f64)]) {
    for friction in [1.0, 0.1] {
        for &(velocity, rolling) in motions {
            let mut wheel = contact(velocity, 0.0, 0.0208);
            wheel.friction = friction;
            let radius = effective_radius(&tyre.law, &wheel);
            wheel.spin = rolling / radius;
            let found = tyre.respond(&wheel, settled(&tyre, &wheel, 3.0)).force.force;
            let load = tyre.law.normal_force(&wheel);
            let wanted = tyre.law.steady(&wheel, load, wheel.slip(radius, 0.1)).force;
            let size = wanted[0].hypot(wanted[1]);
            for k in 0..2 {
                assert!(
                    (found[k] - wanted[k]).abs() < 0.02 * size,
                    "{velocity:?} {rolling} m/s, friction {friction}: {found:?}, {wanted:?}"
                );
            }
        }
    }
}

/// A locked wheel pushes against its sliding velocity, in every direction and at every speed. The force of TMeasy has the direction
/// of its slips.
#[test]
fn a_locked_wheel_pushes_against_its_sliding_velocity() {
    let tyre = Relaxed { law: tmeasy::tyre() };
    for speed in [0.3, 0.9, 2.0, 8.0] {
        for k in 0..40 {
            let (sine, cosine) = (f64::from(k) * std::f64::consts::TAU / 40.0).sin_cos();
            let wheel = contact([speed * cosine, speed * sine], 0.0, 0.0208);
            let [fx, fy, _] = tyre
                .respond(&wheel, settled(&tyre, &wheel, f64::max(6.0 / speed, 3.0)))
                .force
                .force;
            let (across, along) = (fy * cosine - fx * sine, fx * cosine + fy * sine);
            assert!(
                along < -3000.0 && across.abs() < 1e-5 * -along,
                "{speed} {k}: {fx} {fy}"
            );
        }
    }
}

/// A wheel that spins on the spot and is then released or braked turns back at most by the energy of the carcass: at
/// most 8 kN over 8 cm, 640 J, which turn the wheel back by 29 rad/s. At rest the damper acts on every small motion:
/// slopes by dual numbers equal the slopes of the spring and damper at the contact, `Fx = -C (u + T u') / s` with
/// `u' = -V`. So modes at rest are damped.
#[test]
fn a_standing_wheel_has_the_slopes_of_its_damper() {
    let (stiffness, radius, time) = (80e3, 0.3, 0.01);
    let tyre = Relaxed {
        law: LinearTyre {
            longitudinal_stiffness: stiffness,
            cornering_stiffness: stiffness,
            ..LinearTyre::vertical(radius, 200e3, 0.0)
        },
    };
    // Velocities along and across, deflections along and across.
    let [vx, vy, u, v] = Dual::<f64, 4>::variables([0.0; 4]);
    let of = |number: f64| Dual::from(number);
    let law = LinearTyre {
        radius: of(radius),
        stiffness: of(200e3),
        damping: of(0.0),
        longitudinal_stiffness: of(stiffness),
        cornering_stiffness: of(stiffness),
        camber_stiffness: of(0.0),
        friction: [of(1.0); 2],
        pneumatic_trail: of(0.0),
        rolling_resistance: of(0.0),
        low_speed: of(tyre.law.low_speed),
    };
    let still = contact([0.0; 2], 0.0, 0.02);
    let moving = Contact {
        arm: [of(0.0); 2],
        longitudinal: still.longitudinal.map(of),
        lateral: still.lateral.map(of),
        normal: still.normal.map(of),
        deflection: of(0.02),
        deflection_rate: of(0.0),
        inclination: of(0.0),
        velocity: [vx, vy],
        spin: of(0.0),
        friction: of(1.0),
    };
    let found = Relaxed { law }.respond(&moving, [u, v]);
    let by_length = 2.0 / radius;
    let close = |found: f64, wanted: f64| assert!((found - wanted).abs() < 1e-6 * wanted.abs(), "{found} {wanted}");
    close(found.force.force[0].slopes[0], -stiffness * time * by_length);
    close(found.force.force[1].slopes[1], -stiffness * time * by_length);
    close(found.force.force[0].slopes[2], stiffness * by_length);
    close(found.force.force[1].slopes[3], -stiffness * by_length);
}

/// A sliding wheel is never pushed along its sliding velocity, and never gains energy, while its vehicle comes to a
/// stop. Tested are locked wheels with soft to stiff tyres on any friction, straight ahead and steered.
#[test]
fn a_locked_wheel_slows_its_vehicle_down_to_the_stop() {
    for (stiffness, friction) in [
        (20e3, 0.1),
        (20e3, 1.0),
        (80e3, 0.1),
        (80e3, 0.4),
        (80e3, 1.0),
        (300e3, 0.1),
        (300e3, 1.0),
    ] {
        for aside in [0.0, 0.3, 1.0] {
            let tyre = Relaxed {
                law: LinearTyre {
                    longitudinal_stiffness: stiffness,
                    cornering_stiffness: 0.8 * stiffness,
                    friction: [friction; 2],
                    ..LinearTyre::vertical(0.3, 200e3, 0.0)
                },
            };
            let (h, mass) = (1e-4, 400.0);
            let (mut velocity, mut deflection) = ([3.5, 3.5 * aside], [0.0; 2]);
            // A second of sliding at a constant velocity, then free.
            for step in 0..200_000 {
                let found = tyre.respond(&contact(velocity, 0.0, 0.02), deflection);
                let [along, across, load] = found.force.force;
                let power = along * velocity[0] + across * velocity[1];
                // From then on the carcass springs back.
                let stops = velocity[0] <= 0.0 || velocity[1] * aside < 0.0;
                if stops {
                    break;
                }
                assert!(step < 199_999, "it does not stop");
                deflection = [0, 1].map(|k| deflection[k] + h * found.rate[k]);
                if step > 10_000 {
                    assert!(power < 0.0, "{stiffness} {friction} {aside}: {velocity:?} {power}");
                    // The whole contact slides.
                    assert!(
                        f64::hypot(along, across) > 0.95 * friction * load,
                        "{stiffness} {friction} {aside}: {velocity:?} {along} {across}"
                    );
                    velocity = [velocity[0] + h * along / mass, velocity[1] + h * across / mass];
                }
            }
        }
    }
}

#[test]
fn a_wheel_stops_spinning() {
    stops_spinning(tyre());
    stops_spinning(Relaxed { law: tmeasy::tyre() });
    stops_spinning(Relaxed { law: brush::tyre() });
}

fn stops_spinning<L: Law<f64> + Copy>(tyre: Relaxed<L>) {
    for brake in [0.0, 2500.0] {
        let mut corner = Corner {
            state: [0.0, 60.0, 0.0, 0.0, 0.0],
            tyre,
            force: 0.0,
            brake,
        };
        let mut slowest = f64::INFINITY;
        let radius = effective_radius(&tyre.law, &corner.wheel(corner.state));
        corner.run(5.0, |state| slowest = slowest.min(state[1] - state[0] / radius));
        assert!(slowest > -15.0, "{slowest} {:?}", corner.state);
        let [speed, spin, ..] = corner.state;
        assert!((spin * radius - speed).abs() < 0.02, "{:?}", corner.state);
    }
}

/// In the air the deflection decays, and there is no force.
#[test]
fn a_lifted_wheel_relaxes() {
    let tyre = tyre();
    let wheel = contact([10.0, 1.0], 25.0, -0.01);
    let found = tyre.respond(&wheel, [0.05, -0.02]);
    assert_eq!(found.force.force, [0.0; 3]);
    assert!(found.rate[0] < 0.0 && found.rate[1] > 0.0, "{found:?}");
    assert!(
        found.slip.longitudinal.is_finite() && found.slip.angle.is_finite(),
        "{found:?}"
    );
}

/// The linear tyre with relaxation is the linear tyre in steady rolling.
#[test]
fn a_linear_tyre_can_relax() {
    let linear = LinearTyre {
        cornering_stiffness: 60e3,
        longitudinal_stiffness: 80e3,
        ..LinearTyre::vertical(0.3, 200e3, 0.0)
    };
    let tyre = Relaxed { law: linear };
    let wheel = contact([15.0, 0.4], 52.0, 0.02);
    let found = tyre.respond(&wheel, settled(&tyre, &wheel, 3.0)).force;
    for (found, wanted) in found.force.into_iter().zip(linear.law(&wheel).force) {
        assert!((found - wanted).abs() < 1e-9 * wanted.abs(), "{found} {wanted}");
    }
}

fn relaxation(law: &impl Law<f64>, contact: &Contact) -> [f64; 2] {
    law.inverse_relaxation(contact, &law.loaded(contact, law.normal_force(contact)))
        .map(|by_length| 1.0 / by_length)
}

fn effective_radius(law: &impl Law<f64>, contact: &Contact) -> f64 {
    law.effective_radius(contact, &law.loaded(contact, law.normal_force(contact)))
}
