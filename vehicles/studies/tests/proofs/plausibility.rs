//! Plausibility of a car on vertical slides, compared with closed forms.

use std::f64::consts::PI;
use wishbone::solver::Solver;
use wishbone_compiler::pipeline::compile_text;
use wishbone_engine::Engine;
use wishbone_studies::plausibility::{Checked, Standing, of_masses, of_suspensions};
use wishbone_studies::rig::{NotReached, Rig};

const GRAVITY: f64 = 9.80665;
/// Rates of springs [N/m], dampers [N s/m] and tyres [N/m], mass of a hub with its wheel [kg].
const SPRING: f64 = 25e3;
const DAMPER: f64 = 1800.0;
const TYRE: f64 = 200e3;
const HUB: f64 = 40.0;
/// Mass of the body [kg], height and position of its centre, and position of the rear axle [m].
const BODY: f64 = 1200.0;
const HEIGHT: f64 = 0.55;
const PLACE: f64 = -1.1;
const WHEELBASE: f64 = 2.5;
const TRACK: f64 = 1.5;

/// A car on springs that carry `carried` newton each at the design position.
fn car(rate: f64, carried: f64) -> Rig<Engine> {
    let axle = |name: &str, x: f64| {
        let free = 1.0 + carried / rate;
        format!(
            "mirror {name}_left as {name}_right {{
                body hub {{ mass: {HUB} kg, com: [{x}, 0.7, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
                joint slide: prismatic(chassis, hub) {{ axis: z }}
                spring coil: between(chassis, hub) {{
                    from: [{x}, 0.7, 1.3] m, to: [{x}, 0.7, 0.3] m,
                    rate: {rate} N/m, free_length: {free} m, damping: {DAMPER} N*s/m
                }}
                wheel tyre: on(hub) {{ centre: [{x}, {y}, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }}
            }}",
            y = 0.5 * TRACK
        )
    };
    let (front, rear) = (axle("front", 0.0), axle("rear", -WHEELBASE));
    let text = format!(
        "Car {{
            gravity: {GRAVITY} m/s^2
            body chassis {{ mass: {BODY} kg, com: [{PLACE}, 0, {HEIGHT}] m, inertia: [400, 1500, 1600] kg*m^2 }}
            joint motion: free(ground, chassis)
            {front} {rear}
        }}"
    );
    let compiled = compile_text(&text).unwrap_or_else(|found| panic!("{found:?}"));
    Rig::new(Engine::new(&compiled), &[0], &[], &[0.3; 4]).expect("on the rig")
}

/// The car on its wheels. The front axle carries its own hubs, and the body by the lever to the rear axle.
fn standing() -> Standing {
    let front = BODY * (PLACE + WHEELBASE) / WHEELBASE;
    let [front, rear] = [front, BODY - front].map(|body| 0.5 * GRAVITY * (body + 2.0 * HUB));
    let mass = BODY + 4.0 * HUB;
    let centre = |body: f64, hubs: f64| (BODY * body + 4.0 * HUB * hubs) / mass;
    Standing {
        mass,
        centre: [centre(PLACE, -0.5 * WHEELBASE), 0.0, centre(HEIGHT, 0.3)],
        gravity: GRAVITY,
        loads: vec![front, front, rear, rear],
        tyre_rates: Some(vec![TYRE; 4]),
    }
}

fn value<'a>(all: &'a [Checked], name: &str) -> &'a Checked {
    let found = all.iter().find(|own| own.name == name);
    found.unwrap_or_else(|| panic!("no `{name}` in {all:?}"))
}

fn is_near(found: f64, wanted: f64) {
    assert!((found / wanted - 1.0).abs() < 1e-6, "{found} for {wanted}");
}

#[test]
fn figures_of_a_car_on_slides_are_those_of_closed_forms() {
    let (rig, standing) = (car(SPRING, 2800.0), standing());
    let found = of_suspensions(&rig, &standing, &[]).expect("it stands");
    let front = BODY * (PLACE + WHEELBASE) / WHEELBASE;
    let ride = SPRING * TYRE / (SPRING + TYRE);
    for (axle, body) in [("front", front), ("rear", BODY - front)] {
        let of = |name: &str| value(&found, &format!("{name}, {axle}")).value;
        is_near(of("wheel rate"), 1e-3 * SPRING);
        is_near(of("ride frequency"), (2.0 * ride / body).sqrt() / (2.0 * PI));
        is_near(of("damping ratio"), 2.0 * DAMPER / (2.0 * (2.0 * ride * body).sqrt()));
        is_near(of("wheel hop frequency"), ((SPRING + TYRE) / HUB).sqrt() / (2.0 * PI));
    }
    // Slides keep the body level with the ground. Both roll centres lie on the ground in the position under the static loads.
    let sunk = [front, BODY - front].map(|body| (0.5 * GRAVITY * body - 2800.0) / SPRING);
    let ground = sunk[0] + (sunk[1] - sunk[0]) * -standing.centre[0] / WHEELBASE;
    let moment = standing.mass * (standing.centre[2] - ground);
    let stiffness = 2.0 * ride * TRACK * TRACK / 2.0;
    let gradient = GRAVITY * (moment / (stiffness - GRAVITY * moment)).to_degrees();
    is_near(value(&found, "roll gradient, estimate").value, gradient);
    assert!(found.iter().all(|own| !own.is_unusual()), "{found:?}");
}

#[test]
fn masses_lie_over_the_wheels_as_levers_say() {
    let (mut rig, standing) = (car(SPRING, 2800.0), standing());
    let wheels = rig.wheels();
    assert_eq!(rig.solver().description().wheels.len(), 4);
    let found = of_masses(&standing, &wheels, &[0.3; 4]);
    is_near(value(&found, "mass").value, BODY + 4.0 * HUB);
    is_near(value(&found, "tyre stiffness, rear").value, 1e-3 * TYRE);
    let share = 100.0 * (BODY * (PLACE + WHEELBASE) / WHEELBASE + 2.0 * HUB) / (BODY + 4.0 * HUB);
    is_near(value(&found, "front axle's part of the load").value, share);
    let height = value(&found, "half the track / height of the centre of mass");
    is_near(height.value, 0.5 * TRACK / standing.centre[2]);
}

/// A spring in N/m that was meant in N/mm does not carry the car. If it is preloaded, its frequency is far too low. A mass in grams
/// is far too small.
#[test]
fn slips_of_a_factor_of_a_thousand_are_seen() {
    let refused = of_suspensions(&car(25.0, 0.0), &standing(), &[]);
    assert!(
        matches!(
            refused,
            Err(NotReached::Loads | NotReached::Height(..) | NotReached::NotClosed(_))
        ),
        "{refused:?}"
    );
    let stiff = of_suspensions(&car(1e3 * SPRING, 2800.0), &standing(), &[]).expect("it stands");
    for name in [
        "wheel rate, front",
        "ride frequency, front",
        "wheel hop frequency, rear",
    ] {
        assert!(
            value(&stiff, name).is_unusual(),
            "{name}: {}",
            value(&stiff, name).value
        );
    }
    let light = Standing {
        mass: 1.36,
        ..standing()
    };
    let found = of_masses(&light, &car(SPRING, 2800.0).wheels(), &[0.3; 4]);
    assert!(value(&found, "mass").is_unusual());
}
