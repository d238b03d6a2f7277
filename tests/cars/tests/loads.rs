//! Load cases of random cars. Joint forces from the rig's solver are compared with the oracle's multipliers, for which
//! the chassis is welded to the ground. In addition, the forces on every part must be in balance.

use fastrand::Rng;
use nalgebra::{Matrix3, Vector3};
use std::fmt::Write;
use wishbone::prelude::Solver;
use wishbone_cars::{Car, Steering, each_suspension, random};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::model::measure::Actor;
use wishbone_compiler::model::{BodyId, Model};
use wishbone_compiler::pipeline::{Compiled, compile_with_actions};
use wishbone_engine::Engine;
use wishbone_oracle::Oracle;
use wishbone_studies::rig::{self, Acting, Acts, Push, Rig, Torque, Vertical};

/// Largest difference of forces, relative to the largest wheel load. Bushings settle only to the rounding of their stiffness.
const ALIKE: f64 = 1e-6;

fn compiled(car: &Car, text: &str) -> Compiled {
    let mut files = |name: &str| {
        let own = name.rsplit('/').next().unwrap_or(name);
        car.file(own)
            .map(str::to_owned)
            .ok_or_else(|| format!("no file {name}"))
    };
    let reading = file::read_text("car.txt", text, &mut files);
    let compiled = reading.vehicle.and_then(|vehicle| compile_with_actions(&vehicle, None));
    compiled.unwrap_or_else(|found| panic!("{car}\n{}", render(&found, "car.txt", text)))
}

/// Force and moment about the world's origin [N, N m].
type Wrench = [Vector3<f64>; 2];

fn at(place: Vector3<f64>, force: Vector3<f64>, moment: Vector3<f64>) -> Wrench {
    [force, moment + place.cross(&force)]
}

/// Random loads: horizontal forces up to half of each wheel's vertical force.
fn pushes(rng: &mut Rng, forces: &[f64]) -> Vec<Push> {
    let each = forces.iter().map(|force| {
        let mut part = |size: f64| size * (2.0 * rng.f64() - 1.0);
        Push {
            longitudinal: part(0.5) * force,
            lateral: part(0.5) * force,
            vertical: Vertical::Force((1.0 + part(0.3)) * force),
            acts: if part(1.0) > 0.0 { Acts::Contact } else { Acts::Centre },
            torque: if part(1.0) > 0.0 { Torque::Brake } else { Torque::Drive },
        }
    });
    each.collect()
}

/// Compares the forces in a car; returns the differences, one on each line, and the number of compared joints.
fn compared(car: &Car) -> (String, usize) {
    let compiled = compiled(car, &car.text);
    let (model, mut wrong) = (&compiled.model, String::new());
    let engine = Engine::new(&compiled);
    let held: &[&str] = if car.steering == Steering::Column {
        &["slide"]
    } else {
        &[]
    };
    let radii: Vec<f64> = model.wheels.iter().map(|wheel| wheel.radius).collect();
    let mut rig = Rig::new(engine, &[0], held, &radii).unwrap_or_else(|reason| panic!("{car}: {reason}"));
    let design: Vec<f64> = rig.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&design).unwrap_or_else(|reason| panic!("{car}: {reason}"));
    let forces = rig.forces().expect("forces");
    let pushes = pushes(&mut Rng::with_seed(car.seed), &forces);
    if let Err(reason) = rig.carry(&pushes) {
        return (format!("  not carried: {reason}\n"), 0);
    }
    let scale = forces.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
    for ((push, force), name) in pushes.iter().zip(rig.forces().expect("forces")).zip(&car.wheels) {
        let Vertical::Force(wanted) = push.vertical else {
            unreachable!()
        };
        if (force - wanted).abs() > ALIKE * scale {
            let _ = writeln!(wrong, "  {name} carries {force} in place of {wanted}");
        }
    }
    if car.steering == Steering::Column {
        let joint = rig::Steering::by_joint("slide", rig.solver().description()).expect("a joint");
        rig.hold_by(joint, 0).expect("it is held");
    }
    let Acting {
        outputs,
        wheels: loads,
        signals,
        ..
    } = rig.acting().expect("forces");
    let declared = model.outputs.len() - wishbone_compiler::model::measure::actions(model).len();
    let actions: Vec<(Actor, BodyId, Wrench)> = Actor::all(model)
        .flat_map(|by| by.bodies(model).into_iter().map(move |on| (by, on)))
        .zip(outputs[declared..].chunks_exact(6))
        .map(|((by, on), own)| {
            let [force, moment] = [&own[..3], &own[3..]].map(Vector3::from_column_slice);
            (by, on, [force, moment])
        })
        .collect();
    let bodies = rig.bodies();
    let rotation = |place: usize| Matrix3::from_fn(|row, column| bodies[place].rotation[row][column]);
    let point = |body: BodyId, declared: Vector3<f64>| match body.index().checked_sub(1) {
        Some(place) => Vector3::from(bodies[place].com) + rotation(place) * (declared - *model.body(body).com),
        None => declared,
    };
    balance(
        model,
        &actions,
        (&rig.wheels(), &loads, &pushes),
        &point,
        scale,
        &mut wrong,
    );

    // In the oracle the chassis is welded to the ground, and the wheels carry the same loads.
    let text = car.text.replace(
        "joint motion: free(ground, chassis)",
        "joint motion: fixed(ground, chassis) { at: [0, 0, 0] m }",
    );
    assert_ne!(text, car.text);
    let welded = self::compiled(car, &text).model;
    let oracle = Oracle::new(&welded);
    let (mut there, mut given) = (oracle.design(), oracle.no_loads());
    for (place, (own, body)) in there.bodies.iter_mut().zip(&bodies).enumerate() {
        (own.com, own.rotation) = (body.com.into(), rotation(place));
    }
    for (own, load) in given.wheels.iter_mut().zip(&loads) {
        (own.force, own.moment) = (load.force.into(), load.moment.into());
        (own.drive_torque, own.brake_torque) = (load.drive_torque, load.brake_torque);
    }
    given.signals = signals;
    let found = oracle.accelerations(&there, &given);
    // With redundant joints, the distribution of forces is not unique.
    if found.rank < found.rows {
        return (wrong, 0);
    }
    let mut count = 0;
    for (place, reaction) in found.reactions.iter().enumerate() {
        let joint = &welded.joints[place];
        let Some((_, on, own)) = actions
            .iter()
            .find(|(by, on, _)| *by == Actor::Joint(place.into()) && *on == joint.second)
        else {
            continue;
        };
        let told = joint.kind.points().last().map_or_else(Vector3::zeros, |own| **own);
        let wanted = at(point(*on, told), reaction.force, reaction.moment);
        let far = (own[0] - wanted[0]).amax().max((own[1] - wanted[1]).amax());
        if far.is_nan() || far > ALIKE * scale {
            let _ = writeln!(wrong, "  {}: {own:?} by the rig, {wanted:?} by the oracle", joint.name);
        }
        count += 1;
    }
    (wrong, count)
}

/// Checks that all forces and moments on every part but the chassis balance.
fn balance(
    model: &Model,
    actions: &[(Actor, BodyId, Wrench)],
    (wheels, loads, pushes): (&[wishbone::ports::WheelMotion], &[wishbone::ports::WheelLoad], &[Push]),
    point: &dyn Fn(BodyId, Vector3<f64>) -> Vector3<f64>,
    scale: f64,
    wrong: &mut String,
) {
    for place in 1..model.bodies.len() {
        let on = BodyId::from(place);
        let body = model.body(on);
        let mut all: Vec<Wrench> = actions
            .iter()
            .filter(|(_, other, _)| *other == on)
            .map(|(.., own)| *own)
            .collect();
        all.push(at(point(on, *body.com), *body.mass * *model.gravity, Vector3::zeros()));
        for (k, wheel) in model.wheels.iter().enumerate() {
            let [centre, axis] = [wheels[k].centre, wheels[k].axis].map(Vector3::from);
            let [force, moment] = [loads[k].force, loads[k].moment].map(Vector3::from);
            let spinning = match pushes[k].torque {
                Torque::Drive => moment.dot(&axis) * axis,
                Torque::Brake => Vector3::zeros(),
            };
            if wheel.carrier == on {
                all.push(at(centre, force + *wheel.mass * *model.gravity, moment - spinning));
            }
            if wheel.driven_from == on {
                all.push([Vector3::zeros(), spinning]);
            }
        }
        // The rig holds the chassis.
        if place == 1 {
            continue;
        }
        let sum = all
            .iter()
            .fold([Vector3::zeros(); 2], |sum, own| [sum[0] + own[0], sum[1] + own[1]]);
        let left = sum[0].amax().max(sum[1].amax());
        if left.is_nan() || left > ALIKE * scale {
            let _ = writeln!(wrong, "  {} is out of balance by {sum:?}", body.name);
        }
    }
}

fn all_alike(cars: impl Iterator<Item = Car>) -> usize {
    let (mut wrong, mut joints) = (String::new(), 0);
    for car in cars {
        let (own, count) = compared(&car);
        joints += count;
        if !own.is_empty() {
            let _ = write!(wrong, "{car}\n{own}");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    joints
}

#[test]
fn every_suspension_carries_its_loads_in_balance() {
    let joints = all_alike(each_suspension());
    assert!(joints > 100, "{joints} joints were compared");
}

/// Random cars: a few, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on.
#[test]
fn random_cars_carry_their_loads_in_balance() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first) = (number("CARS").unwrap_or(6), number("FIRST_CAR").unwrap_or(1));
    all_alike((first..first + count).map(random));
}
