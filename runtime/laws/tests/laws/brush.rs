//! The brush tyre compared with bristles that are followed one by one, at its limits, and its power.

use fastrand::Rng;
use wishbone_laws::tyre::{Brush, Contact, Law, Rolls, Slip, Steady};

/// Bristles of a contact.
const BRISTLES: usize = 2000;

/// Halvings of the bristle in which sliding begins.
const HALVINGS: u32 = 8;

/// A tyre of a car, with the same stiffness along and across.
pub fn tyre() -> Brush {
    Brush {
        radius: 0.31,
        stiffness: 210e3,
        damping: 300.0,
        nominal_load: 4000.0,
        longitudinal_stiffness: 70e3,
        cornering_stiffness: 70e3,
        half_length: 0.06,
        friction: 1.0,
        load_sensitivity: 0.1,
        camber: 1.0,
        rolling_resistance: 0.01,
        carcass: [300e3, 150e3],
        low_speed: 1.0,
    }
}

/// A tyre of random numbers.
fn any_tyre(rng: &mut Rng) -> Brush {
    let mut within = |low: f64, high: f64| low + (high - low) * rng.f64();
    Brush {
        nominal_load: within(2e3, 8e3),
        longitudinal_stiffness: within(40e3, 200e3),
        cornering_stiffness: within(40e3, 120e3),
        half_length: within(0.03, 0.1),
        friction: within(0.4, 1.3),
        load_sensitivity: within(0.0, 0.3),
        camber: within(0.0, 1.0),
        ..tyre()
    }
}

/// A wheel that rolls at a circumferential speed of 30 m/s with a theoretical slip, and is pressed to the ground by a
/// load [N].
fn rolling(tyre: &Brush, load: f64, [along, across]: [f64; 2], inclination: f64) -> Contact {
    let deflection = load / tyre.stiffness;
    let radius = tyre.radius - deflection / 3.0;
    Contact {
        deflection,
        ..Contact::on_level(
            tyre.radius,
            inclination,
            [30.0 * (1.0 - along), -30.0 * across],
            30.0 / radius,
        )
    }
}

/// A random rolling wheel and its theoretical slip; small slips are as frequent as large slips.
fn any_rolling(rng: &mut Rng, tyre: &Brush) -> (Contact, f64, [f64; 2]) {
    let load = tyre.nominal_load * (0.1 + 1.9 * rng.f64());
    let size = 10_f64.powf(-3.0 + 3.0 * rng.f64());
    let (sine, cosine) = (std::f64::consts::TAU * rng.f64()).sin_cos();
    let slip = [size * cosine, size * sine];
    let inclination = 0.16 * (rng.f64() - 0.5);
    let mut wheel = rolling(tyre, load, slip, inclination);
    wheel.friction = 0.3 + 0.9 * rng.f64();
    (wheel, load, slip)
}

/// Numbers of the bristles of a loaded contact.
struct Tread {
    /// Stiffness of the bristles by length, along and across [N/m²].
    stiffness: [f64; 2],
    half_length: f64,
    friction: f64,
    load: f64,
    /// Curvature of the path of the bristles across, by camber [1/m].
    curvature: f64,
}

impl Tread {
    fn of(tyre: &Brush, wheel: &Contact, load: f64) -> Self {
        let relative = load / tyre.nominal_load;
        // The stiffness of a bristle does not depend on the load: the length of the contact does.
        let by_length = |slip_stiffness: f64| slip_stiffness / (2.0 * tyre.half_length * tyre.half_length);
        Self {
            stiffness: [tyre.longitudinal_stiffness, tyre.cornering_stiffness].map(by_length),
            half_length: tyre.half_length * relative.sqrt(),
            friction: wheel.friction * tyre.friction / (1.0 + tyre.load_sensitivity * (relative - 1.0)),
            load,
            curvature: -tyre.camber * wheel.inclination.sin() / (tyre.radius - wheel.deflection / 3.0),
        }
    }

    /// Greatest force by length at a distance behind the leading edge [N/m].
    fn grip(&self, behind: f64) -> f64 {
        let x = (self.half_length - behind) / self.half_length;
        self.friction * 0.75 * self.load / self.half_length * (1.0 - x * x)
    }

    /// Force by length of a bristle that holds [N/m].
    fn held(&self, slip: [f64; 2], behind: f64) -> [f64; 2] {
        let camber = 0.5 * self.curvature * behind * (2.0 * self.half_length - behind);
        [
            self.stiffness[0] * slip[0] * behind,
            self.stiffness[1] * (slip[1] * behind + camber),
        ]
    }

    fn holds(&self, slip: [f64; 2], behind: f64) -> bool {
        let [x, y] = self.held(slip, behind);
        x.hypot(y) <= self.grip(behind)
    }

    /// Force and aligning moment of bristles that slide against the sliding velocity of the wheel as soon as they no
    /// longer stick.
    fn sum(&self, slip: [f64; 2]) -> [f64; 3] {
        let width = 2.0 * self.half_length / BRISTLES as f64;
        let size = slip[0].hypot(slip[1]);
        let slid = |behind: f64| slip.map(|part| self.grip(behind) * part / size);
        let (mut is_holding, mut total) = (true, [0.0; 3]);
        let mut add = |behind: f64, width: f64, [x, y]: [f64; 2]| {
            total[0] += width * x;
            total[1] += width * y;
            total[2] += width * y * (self.half_length - behind);
        };
        for k in 0..BRISTLES {
            let start = k as f64 * width;
            if is_holding && !self.holds(slip, start + width) {
                is_holding = false;
                // The bristle in which sliding begins, in halves.
                let (mut from, mut part) = (start, width);
                for _ in 0..HALVINGS {
                    part *= 0.5;
                    if self.holds(slip, from + part) {
                        add(from + 0.5 * part, part, self.held(slip, from + 0.5 * part));
                        from += part;
                    } else {
                        add(from + 1.5 * part, part, slid(from + 1.5 * part));
                    }
                }
                add(from + 0.5 * part, part, slid(from + 0.5 * part));
            } else {
                let middle = start + 0.5 * width;
                add(
                    middle,
                    width,
                    if is_holding {
                        self.held(slip, middle)
                    } else {
                        slid(middle)
                    },
                );
            }
        }
        total
    }

    /// Force and aligning moment of bristles whose tips slide against their own sliding velocity, at zero camber.
    ///
    /// The deflection grows by the slip times the rolling distance. If the force is more than the friction, the tip slides by the
    /// distance `d` along the force at the end: `e = e0 - d C e / |C e|`, with `|C e|` the friction.
    fn sum_with_tips(&self, slip: [f64; 2]) -> [f64; 3] {
        let width = 2.0 * self.half_length / BRISTLES as f64;
        let (mut deflection, mut total) = ([0.0_f64; 2], [0.0; 3]);
        for k in 0..BRISTLES {
            let middle = (k as f64 + 0.5) * width;
            let rolled = if k == 0 { 0.5 * width } else { width };
            let tried = [0, 1].map(|axis| deflection[axis] + slip[axis] * rolled);
            let grip = self.grip(middle);
            let at = |given: f64| [0, 1].map(|axis| tried[axis] / (1.0 + given * self.stiffness[axis]));
            let force = |given: f64| {
                let deflection = at(given);
                [0, 1].map(|axis| self.stiffness[axis] * deflection[axis])
            };
            let size = |given: f64| force(given)[0].hypot(force(given)[1]);
            let (mut low, mut high) = (0.0, 0.0);
            if size(0.0) > grip {
                high = 1e-9;
                while size(high) > grip {
                    high *= 2.0;
                }
                for _ in 0..30 {
                    let middle = 0.5 * (low + high);
                    match size(middle) > grip {
                        true => low = middle,
                        false => high = middle,
                    }
                }
            }
            deflection = at(high);
            let [x, y] = force(high);
            total[0] += width * x;
            total[1] += width * y;
            total[2] += width * y * (self.half_length - middle);
        }
        total
    }
}

/// Largest errors of force and moment in random situations. Forces are relative to the friction. Moments are relative to a seventh of the
/// moment of the friction about an end of the contact, which is near the largest aligning moment.
fn errors(count: u32, any: impl Fn(&mut Rng) -> (Brush, f64), sum: impl Fn(&Tread, [f64; 2]) -> [f64; 3]) -> [f64; 2] {
    let rng = &mut Rng::with_seed(11);
    let mut worst = [0.0_f64; 2];
    for _ in 0..count {
        let (tyre, camber) = any(rng);
        let (mut wheel, load, slip) = any_rolling(rng, &tyre);
        wheel.inclination *= camber;
        let tread = Tread::of(&tyre, &wheel, load);
        let wanted = sum(&tread, slip);
        let found = tyre.law(&wheel);
        assert!((found.force[2] - load).abs() < 1e-9 * load, "{found:?}");
        let grip = tread.friction * load;
        let moment = (found.moment[2] - wanted[2]).abs() / (grip * tread.half_length / 7.0);
        let force = (found.force[0] - wanted[0]).hypot(found.force[1] - wanted[1]) / grip;
        worst = [worst[0].max(force), worst[1].max(moment)];
    }
    worst
}

/// Random tyres, loads, slips, grounds and inclinations.
#[test]
fn forces_are_those_of_the_bristles() {
    let [force, moment] = errors(2000, |rng| (any_tyre(rng), 1.0), Tread::sum);
    assert!(force < 1e-4 && moment < 1e-3, "{force} {moment}");
}

/// With equal stiffnesses, tips slide against their own sliding velocity, too.
#[test]
fn equal_bristles_slide_against_their_own_velocity() {
    let equal = |rng: &mut Rng| {
        let mut tyre = any_tyre(rng);
        tyre.longitudinal_stiffness = tyre.cornering_stiffness;
        (tyre, 0.0)
    };
    let [force, moment] = errors(300, equal, Tread::sum_with_tips);
    assert!(force < 1e-4 && moment < 1e-3, "{force} {moment}");
}

/// With different stiffnesses, half to double, forces at combined slip differ by up to an eighth of the friction.
#[test]
fn unequal_bristles_slide_nearly_against_the_velocity_of_the_wheel() {
    let unequal = |rng: &mut Rng| {
        let mut tyre = any_tyre(rng);
        tyre.longitudinal_stiffness = tyre.cornering_stiffness * 2_f64.powf(2.0 * rng.f64() - 1.0);
        (tyre, 0.0)
    };
    let [force, moment] = errors(300, unequal, Tread::sum_with_tips);
    assert!(force < 0.15 && moment < 0.35, "{force} {moment}");
}

/// At small slips the slopes are the stiffnesses, and the trail is a third of the half length.
#[test]
fn slopes_at_zero_are_the_stiffnesses() {
    let tyre = Brush {
        longitudinal_stiffness: 110e3,
        ..tyre()
    };
    for load in [2000.0, 4000.0, 7000.0] {
        let small = 1e-7;
        let relative = load / tyre.nominal_load;
        let along = tyre.law(&rolling(&tyre, load, [small, 0.0], 0.0));
        assert!(
            (along.force[0] / small / (110e3 * relative) - 1.0).abs() < 1e-5,
            "{along:?}"
        );
        let across = tyre.law(&rolling(&tyre, load, [0.0, small], 0.0));
        assert!(
            (across.force[1] / small / (70e3 * relative) - 1.0).abs() < 1e-5,
            "{across:?}"
        );
        let trail = -across.moment[2] / across.force[1];
        assert!((trail / (0.06 * relative.sqrt() / 3.0) - 1.0).abs() < 1e-5, "{trail}");
        let leaning = tyre.law(&rolling(&tyre, load, [0.0; 2], small));
        let radius = tyre.radius - load / tyre.stiffness / 3.0;
        let thrust = -70e3 * relative * 0.06 * relative.sqrt() / (3.0 * radius) * small;
        assert!((leaning.force[1] / thrust - 1.0).abs() < 1e-5, "{leaning:?}");
        assert!(leaning.moment[2].abs() < 1e-9 * load, "{leaning:?}");
    }
}

/// A tyre that slides as a whole has the friction against its sliding velocity, and no trail; this also holds directly
/// after sliding begins.
#[test]
fn a_sliding_tyre_has_the_friction_and_no_trail() {
    let tyre = tyre();
    for load in [1000.0, 4000.0, 9000.0] {
        let friction = 1.0 / (1.0 + 0.1 * (load / 4000.0 - 1.0));
        let onset = 3.0 * friction * 4000.0 / 70e3;
        for part in [1.0 + 1e-12, 1.5, 20.0] {
            for turn in 0..12 {
                let (sine, cosine) = (f64::from(turn) * std::f64::consts::TAU / 12.0).sin_cos();
                let slip = [part * onset * cosine, part * onset * sine];
                let found = tyre.law(&rolling(&tyre, load, slip, 0.0));
                let [x, y, _] = found.force.map(|force| force / (friction * load));
                assert!((x - cosine).abs() < 1e-9 && (y - sine).abs() < 1e-9, "{found:?}");
                assert!(found.moment[2].abs() < 1e-9 * load, "{found:?}");
            }
        }
    }
}

/// Force and moment have no kink at the beginning of sliding: slopes on both sides are equal.
#[test]
fn sliding_begins_smoothly() {
    let tyre = tyre();
    let onset = 3.0 * 4000.0 / 70e3;
    let at = |part: f64| {
        let found = tyre.law(&rolling(&tyre, 4000.0, [0.0, part * onset], 0.0));
        [found.force[1], found.moment[2] / 0.06]
    };
    let (before, here, after) = (at(1.0 - 1e-4), at(1.0), at(1.0 + 1e-4));
    for k in 0..2 {
        let slopes = [(here[k] - before[k]) / 1e-4, (after[k] - here[k]) / 1e-4];
        assert!((slopes[0] - slopes[1]).abs() < 1e-2 * 4000.0, "{slopes:?}");
    }
}

/// The mirror image of a motion has the mirror image of the force.
#[test]
fn both_sides_are_alike() {
    let rng = &mut Rng::with_seed(5);
    for _ in 0..200 {
        let tyre = any_tyre(rng);
        let (wheel, ..) = any_rolling(rng, &tyre);
        let mirrored = Contact {
            velocity: [wheel.velocity[0], -wheel.velocity[1]],
            inclination: -wheel.inclination,
            ..wheel
        };
        let (one, other) = (tyre.law(&wheel), tyre.law(&mirrored));
        let ([x, y, z], [overturning, resistance, aligning]) = (one.force, one.moment);
        assert_eq!(other.force, [x, -y, z]);
        assert_eq!(other.moment, [-overturning, resistance, -aligning]);
    }
}

/// The ground never adds power through the slip of an upright tyre, and never pushes with more than the friction.
#[test]
fn sliding_never_adds_power() {
    let rng = &mut Rng::with_seed(17);
    for _ in 0..5000 {
        let tyre = any_tyre(rng);
        let (mut wheel, load, _) = any_rolling(rng, &tyre);
        let [along, across] = wheel.velocity;
        (wheel.velocity, wheel.spin) = (
            [along - 30.0 + 40.0 * rng.f64(), across],
            wheel.spin * (3.0 * rng.f64() - 1.0),
        );
        let leaning = tyre.law(&wheel).force;
        let tread = Tread::of(&tyre, &wheel, load);
        assert!(
            leaning[0].hypot(leaning[1]) <= tread.friction * load * (1.0 + 1e-12),
            "{wheel:?}"
        );
        wheel.inclination = 0.0;
        let [x, y, _] = tyre.law(&wheel).force;
        let rolling = wheel.spin * (tyre.radius - wheel.deflection / 3.0);
        let power = x * (wheel.velocity[0] - rolling) + y * wheel.velocity[1];
        assert!(power <= 0.0, "{power} W: {wheel:?}");
    }
}

/// The slips of the other laws, which are relative to the speed of travel, give the same force.
#[test]
fn slips_of_travel_give_the_same_force() {
    let rng = &mut Rng::with_seed(7);
    for _ in 0..300 {
        let tyre = any_tyre(rng);
        let (wheel, load, _) = any_rolling(rng, &tyre);
        let [along, across] = wheel.velocity;
        if along < 1.0 {
            continue;
        }
        let rolling = wheel.spin * (tyre.radius - wheel.deflection / 3.0);
        let slip = Slip {
            longitudinal: (rolling - along) / along,
            angle: (across / along).atan(),
        };
        let steady = Steady {
            law: tyre,
            low_speed: 0.1,
        };
        let wanted = tyre.law(&wheel);
        for found in [tyre.steady(&wheel, load, slip), steady.roll(&wheel, [0.0; 2]).0] {
            for (found, wanted) in found.force.into_iter().zip(wanted.force) {
                assert!((found - wanted).abs() < 1e-9 * load, "{found} {wanted}");
            }
            assert!((found.moment[2] - wanted.moment[2]).abs() < 1e-9 * load);
        }
    }
}

/// Forces have no jump and no change of slope through a standstill: a tyre that hardly moves is a damper.
#[test]
fn a_standing_tyre_is_a_damper() {
    let tyre = tyre();
    let load = 4000.0;
    let deflection = load / tyre.stiffness;
    let at = |velocity: [f64; 2], rolling: f64| {
        let spin = rolling / (tyre.radius - deflection / 3.0);
        let wheel = Contact {
            deflection,
            ..Contact::on_level(tyre.radius, 0.0, velocity, spin)
        };
        tyre.law(&wheel)
    };
    let still = at([0.0; 2], 0.0);
    assert_eq!((still.force[0], still.force[1], still.moment[2]), (0.0, 0.0, 0.0));
    // Half of the low speed is the speed of the slips.
    let damping = 70e3 / 0.5;
    for small in [1e-8, -1e-8] {
        assert!((at([small, 0.0], 0.0).force[0] / small + damping).abs() < 1e-4 * damping);
        assert!((at([0.0, small], 0.0).force[1] / small + damping).abs() < 1e-4 * damping);
        assert!((at([0.0, 0.0], small).force[0] / small - damping).abs() < 1e-4 * damping);
    }
}

/// Without load, and without friction, there are no forces, and all numbers are finite.
#[test]
fn nothing_holds_without_load_or_friction() {
    let tyre = tyre();
    for slip in [[0.0, 0.0], [0.1, 0.0], [0.0, -0.1], [3.0, 2.0]] {
        let wheel = rolling(&tyre, 0.0, slip, 0.1);
        assert!(tyre.law(&wheel).force.iter().all(|force| *force == 0.0), "{slip:?}");
        let slippery = Contact {
            friction: 0.0,
            ..rolling(&tyre, 4000.0, slip, 0.1)
        };
        let [x, y, _] = tyre.law(&slippery).force;
        assert!(x.hypot(y) < 0.01, "{slip:?}: {x} {y}");
    }
}
