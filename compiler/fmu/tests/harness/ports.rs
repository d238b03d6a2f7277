//! Ports: forces on wheels, a road from outside, loads on the chassis.

use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, Packed, QUARTER, packed, source, text, with_ports};
use wishbone_workbench::files::Disk;
use wishbone_workbench::outside::{Asked, Port};
use wishbone_workbench::vehicle::{Declaration, Running};

/// Values of variables by name.
fn values<const N: usize>(own: &Loaded, packed: &Packed, names: [&str; N]) -> [f64; N] {
    let references = names.map(|name| packed.reference(name));
    let found = own.all(&references).unwrap_or_else(|_| panic!("{}", messages()));
    std::array::from_fn(|k| found[k])
}

fn put(own: &Loaded, packed: &Packed, name: &str, value: f64) {
    assert_eq!(own.set(packed.reference(name), value), 0, "{name}: {}", messages());
}

/// Sets a vector: `wheel_front.force`.
fn put_all(own: &Loaded, packed: &Packed, name: &str, vector: [f64; 3]) {
    for (end, value) in ["x", "y", "z"].into_iter().zip(vector) {
        put(own, packed, &format!("{name}.{end}"), value);
    }
}

fn vector(own: &Loaded, packed: &Packed, name: &str) -> [f64; 3] {
    let names = ["x", "y", "z"].map(|end| format!("{name}.{end}"));
    values(own, packed, names.each_ref().map(String::as_str))
}

fn stepped(own: &Loaded, step: f64, count: usize, mut before: impl FnMut(&Loaded)) {
    let from = own.get(0).expect("time");
    for k in 0..count {
        before(own);
        assert_eq!(own.step(from + step * k as f64, step), 0, "{}", messages());
    }
}

/// Masses of bodies and wheels by name [kg].
fn masses(vehicle: &str) -> Vec<(String, f64)> {
    let running = Running::of(Declaration::of(&source(vehicle, &[]), &Disk).expect("a vehicle")).expect("it runs");
    let model = &running.compiled.model;
    let bodies = model.bodies[1..]
        .iter()
        .map(|body| (format!("{}.position", body.name), *body.mass));
    let wheels = model
        .wheels
        .iter()
        .map(|wheel| (format!("{}.centre", wheel.name), *wheel.mass));
    bodies.chain(wheels).collect()
}

/// Vertical force of the quarter car's declared tyre, 200 kN/m and 150 N s/m at 0.33 m, and the point where the force
/// acts: the lowest point in the wheel's plane, on level ground. With the spin axis `s` and a level axis `x`, the
/// downward direction in the wheel's plane is `d = s × x`. The distance to the ground along `d` is `l = z / cos g`,
/// where `sin g` is the vertical part of `s`. Its rate is `l' = (z' + l sin g w x) / cos g`.
fn tyre(own: &Loaded, packed: &Packed) -> (f64, [f64; 3]) {
    let [centre, velocity, turning] =
        ["pos", "lin_vel", "ang_vel"].map(|name| vector(own, packed, &format!("wheel_front.{name}")));
    let names = ["e0", "e1", "e2", "e3"].map(|end| format!("wheel_front.rot.{end}"));
    let [w, x, y, z] = values(own, packed, names.each_ref().map(String::as_str));
    // Columns of the rotation matrix of a unit quaternion: x ahead, y along the spin axis.
    let ahead = [
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y + w * z),
        2.0 * (x * z - w * y),
    ];
    let axis = [
        2.0 * (x * y - w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z + w * x),
    ];
    let down = [
        axis[1] * ahead[2] - axis[2] * ahead[1],
        axis[2] * ahead[0] - axis[0] * ahead[2],
        axis[0] * ahead[1] - axis[1] * ahead[0],
    ];
    let (sine, cosine) = (axis[2], -down[2]);
    let distance = centre[2] / cosine;
    let leaning: f64 = turning.iter().zip(ahead).map(|(a, b)| a * b).sum();
    let rate = (velocity[2] + distance * sine * leaning) / cosine;
    let force = 200e3 * (0.33 - distance) - 150.0 * rate;
    (force, [0, 1, 2].map(|k| centre[k] + distance * down[k]))
}

/// A tyre that the importing tool computes at each step has the effect of the tyre inside the vehicle. Adams-Bashforth
/// methods take rates only at the beginning of steps. So held forces cause errors only in the first two steps, which
/// are Runge-Kutta steps.
#[test]
fn a_tyre_outside_is_the_one_inside() {
    let changes = ["strut.rate = tune 75 kN/m"];
    let (closed, open) = (
        with_ports(QUARTER, &changes, &[]),
        with_ports(QUARTER, &changes, &[Port::Wheels]),
    );
    let heights = ["front.centre_z", "body_height"];
    let end = |packed: &Packed, is_open: bool| {
        let own = Loaded::begun(3, packed, false, &[]);
        let start = values(&own, packed, heights);
        put(&own, packed, "parameters.strut.rate", 60e3);
        stepped(&own, 1e-4, 1000, |own| {
            if is_open {
                let (force, point) = tyre(own, packed);
                put_all(own, packed, "wheel_front.force", [0.0, 0.0, force]);
                put_all(own, packed, "wheel_front.point", point);
            }
        });
        let end = values(&own, packed, heights);
        [end[0] - start[0], end[1] - start[1]]
    };
    let (wanted, found) = (end(&closed, false), end(&open, true));
    for (wanted, found) in wanted.iter().zip(found) {
        assert!(wanted.abs() > 1e-3, "{wanted}");
        assert!((found - wanted).abs() < 1e-5 * wanted.abs(), "{found} {wanted}");
    }
}

/// Momentum of a car in the air under forces on its wheels: by Newton `P' = F + M g`.
#[test]
fn forces_on_wheels_change_the_momentum() {
    for (vehicle, horizontal) in [(QUARTER, 0.0), (CAR, 1.0)] {
        let packed = packed(
            vehicle,
            &Asked {
                ports: [Port::Wheels].into(),
                outputs: vec!["*".to_owned()],
                speed: Some(10.0 * horizontal),
                ..Asked::default()
            },
        );
        let own = Loaded::begun(2, &packed, false, &[]);
        let masses = masses(vehicle);
        let momentum = || {
            let mut sum = [0.0; 3];
            for (place, mass) in &masses {
                let name = place.rsplit_once('.').expect("a place").0;
                for (sum, end) in sum.iter_mut().zip(["x", "y", "z"]) {
                    *sum += mass * values(&own, &packed, [&format!("{name}.velocity_{end}")])[0];
                }
            }
            sum
        };
        let wheels: Vec<String> = packed
            .variables
            .iter()
            .filter_map(|own| own.name.strip_suffix(".force.x").map(str::to_owned))
            .collect();
        let mut sum = [0.0; 3];
        for (k, wheel) in wheels.iter().enumerate() {
            let force = [300.0 * horizontal, (100.0 + 50.0 * k as f64) * horizontal, 3000.0];
            put_all(&own, &packed, &format!("{wheel}.force"), force);
            (0..3).for_each(|axis| sum[axis] += force[axis]);
        }
        sum[2] -= 9.81 * masses.iter().map(|(_, mass)| mass).sum::<f64>();
        let before = momentum();
        stepped(&own, 1e-3, 50, |own| {
            for wheel in &wheels {
                put_all(
                    own,
                    &packed,
                    &format!("{wheel}.point"),
                    vector(own, &packed, &format!("{wheel}.pos")),
                );
            }
        });
        let after = momentum();
        // The quarter car is guided: only the vertical is free.
        for axis in if horizontal == 0.0 { 2..3 } else { 0..3 } {
            let (found, wanted) = (after[axis] - before[axis], 0.05 * sum[axis]);
            assert!(
                (found - wanted).abs() < 1e-3 * (1.0 + wanted.abs()),
                "{vehicle} {axis}: {found} {wanted}"
            );
        }
    }
}

/// The spin of a wheel follows Euler's equation, `J w' = M s`. A moment about the axis to the left spins the wheel
/// forward, and a forward force at the ground slows it. While inputs hold, the arm of the force moves with the wheel.
#[test]
fn moments_and_arms_spin_a_wheel() {
    let packed = packed(
        CAR,
        &Asked {
            ports: [Port::Wheels].into(),
            speed: Some(20.0),
            ..Asked::default()
        },
    );
    let own = Loaded::begun(3, &packed, false, &[]);
    let spin = |wheel: &str| {
        let [turning, axis] = [format!("wheel_{wheel}.ang_vel"), format!("{wheel}.axis")];
        let axis = ["x", "y", "z"].map(|end| values(&own, &packed, [&format!("{axis}_{end}")])[0]);
        let turning = vector(&own, &packed, &turning);
        turning.iter().zip(axis).map(|(a, b)| a * b).sum::<f64>()
    };
    let wheels = ["front_left.tyre", "front_right.tyre"];
    let before = wheels.map(spin);
    put_all(&own, &packed, "wheel_front_left.tyre.moment", [0.0, 200.0, 0.0]);
    put_all(&own, &packed, "wheel_front_right.tyre.force", [500.0, 0.0, 0.0]);
    stepped(&own, 5e-3, 10, |own| {
        for wheel in wheels {
            let [x, y, z] = vector(own, &packed, &format!("wheel_{wheel}.pos"));
            put_all(own, &packed, &format!("wheel_{wheel}.point"), [x, y, z - 0.3]);
        }
    });
    let after = wheels.map(spin);
    for (k, moment) in [200.0, -150.0].into_iter().enumerate() {
        // The camber of 2 deg tilts the axis, to whose cosine the moment is reduced.
        let wanted = moment * 2_f64.to_radians().cos() * 0.05 / 8.474371;
        let found = after[k] - before[k];
        assert!((found - wanted).abs() < 2e-3 * wanted.abs(), "{found} {wanted}");
    }
}

/// On an external level road, a run has the bits of a run on the vehicle's own level road. On a slippery incline both
/// runs agree to rounding, although the car travels 10 mm in a step.
#[test]
fn a_road_from_outside_is_the_one_inside() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("incline_{}.toml", std::process::id()));
    let incline = "doc = \"An incline.\"\nspeed = \"10 m/s\"\nduration = \"1 s\"\n[road]\nalong = \"4 %\"\nacross = \"-2 %\"\nfriction = 0.6\n";
    std::fs::write(&file, incline).expect("it is written");
    let named = file.to_str().expect("UTF-8").to_owned();
    for (manoeuvre, [along, across], friction) in [(None, [0.0; 2], 1.0), (Some(named), [0.04, -0.02], 0.6)] {
        let [inside, outside] = [false, true].map(|is_outside| {
            let asked = Asked {
                manoeuvre: manoeuvre.clone(),
                speed: Some(10.0),
                ports: if is_outside { [Port::Road].into() } else { [].into() },
                ..Asked::default()
            };
            packed(CAR, &asked)
        });
        let start = [("driver.steering_wheel_angle", 0.3), ("driver.throttle", 0.4)];
        let end = |packed: &Packed, is_outside: bool| {
            let own = Loaded::begun(3, packed, false, &start);
            stepped(&own, 1e-3, 100, |own| {
                if !is_outside || along == 0.0 {
                    return;
                }
                for wheel in ["front_left", "front_right", "rear_left", "rear_right"] {
                    let road = format!("road_{wheel}.tyre");
                    let [x, y] = values(own, packed, [&format!("{road}.point.x"), &format!("{road}.point.y")]);
                    put(own, packed, &format!("{road}.height"), along * x + across * y);
                    put_all(own, packed, &format!("{road}.normal"), [-along, -across, 1.0]);
                    put(own, packed, &format!("{road}.friction"), friction);
                }
            });
            values(
                &own,
                packed,
                [
                    "x",
                    "y",
                    "yaw_rate",
                    "roll",
                    "front_left.tyre.force_z",
                    "rear_right.tyre.force_y",
                ],
            )
        };
        let (wanted, found) = (end(&inside, false), end(&outside, true));
        // It began a metre behind.
        assert!(wanted[0] > -0.5 && wanted[2] > 0.04, "{wanted:?}");
        if along == 0.0 {
            assert_eq!(wanted.map(f64::to_bits), found.map(f64::to_bits));
        }
        for (wanted, found) in wanted.iter().zip(found) {
            assert!((wanted - found).abs() < 1e-9 * (1.0 + wanted.abs()), "{wanted} {found}");
        }
    }
    let _ = std::fs::remove_file(file);
}

/// A quarter car on a road that rises by 10 mm comes to rest 10 mm higher.
#[test]
fn a_road_that_rises_lifts_the_car() {
    let packed = with_ports(QUARTER, &[], &[Port::Road]);
    let own = Loaded::begun(2, &packed, false, &[]);
    let before = values(&own, &packed, ["body_height"])[0];
    put(&own, &packed, "road_front.height", 0.01);
    stepped(&own, 1e-2, 2000, |_| {});
    let rise = values(&own, &packed, ["body_height"])[0] - before;
    assert!((rise - 0.01).abs() < 1e-8, "{rise}");
}

const MARKER: &str = "\n[marker]\nload = { kind = \"on(chassis)\", at = \"[0, 0.2, 0.55] m\" }\n";

/// A load at the chassis's centre of mass presses the car down like a heavier chassis; during the transition, it acts
/// like a declared load.
#[test]
fn a_load_on_the_chassis_is_a_declared_load() {
    let marked = text(QUARTER, MARKER);
    let asked = Asked {
        ports: [Port::Chassis].into(),
        ..Asked::default()
    };
    let packed = Packed::of(&marked, &asked);
    let own = Loaded::begun(3, &packed, false, &[]);
    put(&own, &packed, "marker_load.force.z", -50.0 * 9.81);
    stepped(&own, 1e-3, 100, |_| {});
    let [on_the_way, marker] = values(&own, &packed, ["body_height", "marker_load.pos.z"]);
    stepped(&own, 1e-2, 2000, |_| {});
    let [rest] = values(&own, &packed, ["body_height"]);

    let heavier = with_ports(QUARTER, &["chassis.mass += 50 kg"], &[]);
    let [wanted] = values(&Loaded::begun(3, &heavier, false, &[]), &heavier, ["body_height"]);
    assert!((rest - wanted).abs() < 1e-8, "{rest} {wanted}");

    // A load that the declaration lets in as a number that is tuned.
    let declared = text(
        QUARTER,
        "\n[load]\npush = { kind = \"on(chassis)\", force = \"tune 0 N\", at = \"[0, 0.2, 0.55] m\", axis = \"-z\", in = \"ground\" }\n",
    );
    let declared = Packed::of(&declared, &Asked::default());
    let own = Loaded::begun(3, &declared, false, &[]);
    put(&own, &declared, "parameters.push.force", 50.0 * 9.81);
    stepped(&own, 1e-3, 100, |_| {});
    let [wanted] = values(&own, &declared, ["body_height"]);
    assert!((on_the_way - wanted).abs() < 1e-12, "{on_the_way} {wanted}");
    assert!(
        (marker - wanted).abs() < 1e-12,
        "the marker is the centre of mass: {marker} {wanted}"
    );
}

/// Derivatives by inputs of ports equal difference quotients, also in model exchange.
#[test]
fn derivatives_are_by_ports_too() {
    let packed = Packed::of(
        &text(QUARTER, MARKER),
        &Asked {
            ports: [Port::Road, Port::Chassis].into(),
            ..Asked::default()
        },
    );
    let own = Loaded::begun(3, &packed, true, &[]);
    let _ = own.update_discrete();
    assert_eq!(own.simple("EnterContinuousTimeMode"), 0);
    let rates: Vec<u32> = (0..)
        .zip(&packed.variables)
        .filter(|(_, own)| own.name.starts_with("der("))
        .map(|(k, _)| k)
        .collect();
    for (name, by) in [("road_front.height", 1e-6), ("marker_load.force.z", 10.0)] {
        let known = packed.reference(name);
        let slopes = own.directional(&rates, &[known], &[1.0]).expect("derivatives");
        let beside = [by, -by].map(|by| {
            put(&own, &packed, name, by);
            own.all(&rates).expect("rates")
        });
        put(&own, &packed, name, 0.0);
        let largest = slopes.iter().fold(0.0, |largest: f64, own| largest.max(own.abs()));
        assert!(largest > 0.0, "{name}");
        for (slope, (up, down)) in slopes.iter().zip(beside[0].iter().zip(&beside[1])) {
            let wanted = (up - down) / (2.0 * by);
            assert!((slope - wanted).abs() < 1e-6 * largest, "{name}: {slope} {wanted}");
        }
    }
}

/// What no port can have is refused with a word on why.
#[test]
fn what_a_port_cannot_have_is_told() {
    let packed = with_ports(QUARTER, &[], &[Port::Road]);
    let own = Loaded::begun(3, &packed, false, &[]);
    assert_eq!(own.set(packed.reference("road_front.normal.z"), 0.0), 3);
    assert_eq!(own.set(packed.reference("road_front.friction"), -0.1), 3);
    let told = messages();
    assert!(
        told.contains("`road_front.normal.z` has to be above zero: the normal of a road points upwards, and is 0"),
        "{told}"
    );
    assert!(
        told.contains("`road_front.friction` has to be zero or more, and is -0.1"),
        "{told}"
    );
    let refused = |ports: &[Port]| {
        let asked = Asked {
            ports: ports.iter().copied().collect(),
            ..Asked::default()
        };
        let declaration = Declaration::of(&source(QUARTER, &[]), &Disk).expect("a vehicle");
        let made = wishbone_workbench::outside::Car::new(declaration, &asked, None, false);
        made.err().map(|problem| problem.message()).unwrap_or_default()
    };
    let told = refused(&[Port::Wheels, Port::Road]);
    assert!(
        told.contains("the ports `wheels` and `road` exclude each other"),
        "{told}"
    );
    let told = refused(&[Port::Chassis]);
    assert!(
        told.contains("the port `chassis` loads markers, and it declares none"),
        "{told}"
    );
}
