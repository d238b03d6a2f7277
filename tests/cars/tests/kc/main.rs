//! Kinematics and compliance of random cars, computed in two ways: by the rig, and by finite motions of the oracle's bodies.

mod second;
mod stand;

use nalgebra::Vector3;
use second::{Either, Steps, Twist, axes, locked};
use stand::{Stand, Steers, Wanted, Wheel};
use std::fmt::Write;
use std::sync::Mutex;
use std::thread;
use wishbone::prelude::Solver;
use wishbone_cars::{Car, Steering, Suspension, each_suspension, random};
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::front::file;
use wishbone_compiler::model::{BodyId, Model};
use wishbone_compiler::pipeline::{Compiled, compile};
use wishbone_engine::Engine;
use wishbone_studies::kinematics::{SteeringAxis, figures, roll_centre, steering_axes};
use wishbone_studies::rig::{self, End, Length, Rig};

/// Travel at which positions are compared [m].
const TRAVEL: f64 = 0.02;

fn compiled(car: &Car) -> Compiled {
    let mut files = |name: &str| {
        let own = name.rsplit('/').next().unwrap_or(name);
        car.file(own)
            .map(str::to_owned)
            .ok_or_else(|| format!("no file {name}"))
    };
    let reading = file::read_text("car.txt", &car.text, &mut files);
    let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    compiled.unwrap_or_else(|found| panic!("{car}\n{}\n{}", render(&found, "car.txt", &car.text), car.text))
}

/// Springs and dampers, as the rig measures them.
fn lengths(model: &Model) -> Vec<Length> {
    let end = |body: BodyId, point: Vector3<f64>| End {
        body: body.index().checked_sub(1),
        place: (point - *model.body(body).com).into(),
    };
    let springs = model.springs.iter().map(|spring| Length {
        name: spring.name.clone(),
        ends: [end(spring.first, *spring.from), end(spring.second, *spring.to)],
    });
    springs.collect()
}

/// A car on the rig and on the stand, whose figures are compared.
struct Both<'a> {
    car: &'a Car,
    rig: Rig<Engine>,
    stand: Stand,
    steering: rig::Steering,
    /// Positions of the car's wheels among those of rig and stand.
    wheels: Vec<usize>,
    steps: Steps,
    /// Largest relative difference of figures.
    tolerance: f64,
    wrong: String,
}

impl<'a> Both<'a> {
    fn new(car: &'a Car) -> Self {
        let compiled = compiled(car);
        let model = &compiled.model;
        let engine = Engine::new(&compiled);
        let names = engine.description();
        let (steering, held, steers): (_, &[&str], _) = match car.steering {
            Steering::Column => {
                let rack = names.bodies.iter().position(|body| *body == "rack").expect("a rack");
                let joint = rig::Steering::by_joint("slide", names).expect("a joint");
                (joint, &["slide"], Steers::Slide(rack))
            }
            _ => (rig::Steering::Drive(0), &[], Steers::Drive(0)),
        };
        let place = |name: &String| names.wheels.iter().position(|own| own == name).expect("a wheel");
        let wheels = car.wheels.iter().map(place).collect();
        let stand = Stand::new(model, steers);
        let radii: Vec<f64> = model.wheels.iter().map(|wheel| wheel.radius).collect();
        let rig = Rig::new(engine, &[0], held, &radii).unwrap_or_else(|reason| panic!("{car}: {reason}"));
        let turns = car.steering == Steering::PitmanArm;
        let (travel, tolerance) = if car.is_compliant() { (1e-3, 2e-4) } else { (2e-4, 2e-5) };
        Self {
            car,
            rig: rig.measuring(lengths(model)),
            stand,
            steering,
            wheels,
            steps: Steps {
                travel,
                steer: if turns { 5.0 * travel } else { travel },
            },
            tolerance,
            wrong: String::new(),
        }
    }

    /// Records a figure of a wheel that differs; `size` is a typical magnitude that is added to the scale.
    fn compare(&mut self, name: &str, wheel: usize, found: f64, wanted: f64, size: f64) {
        self.compare_of(name, &self.car.wheels[wheel].clone(), found, wanted, size);
    }

    fn compare_of(&mut self, name: &str, part: &str, found: f64, wanted: f64, size: f64) {
        let far = (found - wanted).abs();
        // NaN counts as a difference.
        if far.is_nan() || far >= self.tolerance * (wanted.abs() + size) {
            let _ = writeln!(
                self.wrong,
                "  {name} of {part}: {found} by the rig, {wanted} by the stand"
            );
        }
    }

    /// Compares all figures; returns the differences, one on each line.
    fn compared(mut self) -> String {
        let design = self.rig.wheels();
        let start = self.stand.here();
        let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
        if let Err(reason) = self.rig.lift(&heights) {
            return format!("  not on the rig: {reason}\n");
        }
        if !self.stand.go(&start) {
            return "  not on the stand\n".to_owned();
        }
        let ways = self.ways(&start);
        self.places(&start);
        self.at_once();
        self.at_the_contacts(&ways);
        self.roll_centres(&ways);
        self.axes_in_two_ways(&start);
        self.pins();
        if self.car.is_compliant() {
            self.compliance(&start);
        }
        self.wrong
    }

    /// Two motions: all wheels rise equally, and the right wheels move opposite to the left wheels.
    fn ways(&mut self, start: &Wanted) -> [Option<Either>; 2] {
        let sides: Vec<f64> = self
            .stand
            .wheels()
            .iter()
            .map(|wheel| wheel.centre.y.signum())
            .collect();
        [vec![1.0; sides.len()], sides].map(|ways| {
            Either::of(&mut self.stand, self.steps.travel, |way| {
                let mut wanted = start.clone();
                wanted
                    .heights
                    .iter_mut()
                    .zip(&ways)
                    .for_each(|(z, rate)| *z += way * rate);
                wanted
            })
        })
    }

    /// Positions and angles of the wheels over travel and steering.
    fn places(&mut self, start: &Wanted) {
        for (travel, steer) in [(TRAVEL, 0.0), (-TRAVEL, 0.0), (0.0, 30.0), (0.5 * TRAVEL, -40.0)] {
            let mut wanted = start.clone();
            wanted.heights.iter_mut().for_each(|z| *z += travel);
            wanted.steer = steer * self.steps.steer / self.steps.travel * 1e-3;
            let home = (self.stand.at.clone(), self.stand.forces.clone());
            // The stand approaches the position in steps, as it has no continuation method of its own.
            let reached = (1..=4).all(|k| {
                let mut part = wanted.clone();
                let share = f64::from(k) / 4.0;
                part.steer = share * wanted.steer;
                for (z, from) in part.heights.iter_mut().zip(&start.heights) {
                    *z = from + share * (*z - from);
                }
                self.stand.go(&part)
            });
            let mut rig = self.rig.clone();
            rig.steer(self.steering, wanted.steer);
            let lifted = rig.lift(&wanted.heights);
            if reached != lifted.is_ok() {
                let _ = writeln!(
                    self.wrong,
                    "  at {travel} and {steer}: {lifted:?} on the rig, {reached} on the stand"
                );
            } else if reached {
                let (found, there) = (rig.wheels(), self.stand.wheels());
                for (car, &k) in self.wheels.clone().iter().enumerate() {
                    let of = |wheel: [f64; 3]| Vector3::from(wheel);
                    let name = format!("place at {travel} and {steer}");
                    self.compare(&name, car, (of(found[k].centre) - there[k].centre).norm(), 0.0, 0.1);
                    self.compare(&name, car, (of(found[k].axis) - there[k].axis).norm(), 0.0, 0.1);
                    let contact = rig.contact(k, &found[k]).point;
                    self.compare(&name, car, (contact - there[k].contact).norm(), 0.0, 0.1);
                }
            }
            (self.stand.at, self.stand.forces) = home;
        }
    }

    /// Compares slopes, support angles, swing arms, forces and rates.
    fn at_the_contacts(&mut self, [alike, rolling]: &[Option<Either>; 2]) {
        let design = self.rig.wheels();
        let found = figures(&mut self.rig, &design);
        let (Ok(found), Some(alike)) = (&found, alike) else {
            let _ = writeln!(self.wrong, "  figures: {found:?}, {} on the stand", alike.is_some());
            return;
        };
        let (wheels, forces) = (self.stand.wheels(), self.stand.forces.clone());
        for (car, k) in self.wheels.clone().into_iter().enumerate() {
            let (own, wheel, twist) = (&found[k], &wheels[k], alike.twist(k));
            let side = wheel.centre.y.signum();
            let locked = locked(wheel, &twist);
            self.compare("toe", car, own.toe, -side * wheel.steer(), 0.1);
            self.compare("camber", car, own.camber, side * wheel.lean(), 0.1);
            self.compare("track slope", car, own.track_slope, side * twist.contact.y, 0.1);
            self.compare("base slope", car, own.base_slope, twist.contact.x, 0.1);
            self.compare("brake support", car, own.brake_support, locked.x / locked.z, 0.1);
            self.compare(
                "drive support",
                car,
                own.drive_support,
                twist.centre.x / twist.centre.z,
                0.1,
            );
            let turn = |arm: Option<f64>| arm.map_or(0.0, |length| 1.0 / length);
            let side_arm = turn(own.side_arm.length);
            self.compare("side arm", car, side_arm, -twist.turn.y / locked.z, 0.1);
            let front_arm = turn(own.front_arm.length);
            self.compare("front arm", car, front_arm, side * twist.turn.x / locked.z, 0.1);
            self.compare("force", car, own.force, forces[k], 1e3);
            self.compare("wheel rate", car, own.rate, alike.rate(k), 2e4);
            match (own.roll_rate, rolling) {
                (Some(rate), Some(rolling)) => self.compare("wheel rate in roll", car, rate, rolling.rate(k), 2e4),
                (None, None) => {}
                (found, _) => {
                    let _ = writeln!(self.wrong, "  wheel rate in roll: {found:?} by the rig");
                }
            }
        }
        match self.rig.motion_ratios() {
            Ok(ratios) => {
                for (place, ratio) in ratios.into_iter().enumerate() {
                    let name = self.rig.lengths()[place].name.clone();
                    self.compare_of("motion ratio", &name, ratio, alike.length(place), 0.1);
                }
            }
            Err(reason) => {
                let _ = writeln!(self.wrong, "  motion ratios: {reason}");
            }
        }
    }

    /// Compares the roll centre: the intersection of the normals to both contacts' velocities, while one wheel rises and the other falls.
    fn roll_centres(&mut self, [_, rolling]: &[Option<Either>; 2]) {
        let wheels = self.stand.wheels();
        for axle in [[0, 1], [2, 3]] {
            let [left, right] = axle.map(|car| self.wheels[car]);
            let found = roll_centre(&mut self.rig, [left, right]);
            let (Ok(Some([across, height])), Some(rolling)) = (&found, rolling) else {
                if rolling.is_some() {
                    let _ = writeln!(self.wrong, "  roll centre: {found:?}");
                }
                continue;
            };
            // The lines `p + t n` and `q + s m`, where `n` and `m` are perpendicular to the velocities.
            let [(p, u), (q, w)] = [left, right].map(|k| (wheels[k].contact, rolling.twist(k).contact));
            let (n, m) = ([-u.z, u.y], [-w.z, w.y]);
            let determinant = n[1] * m[0] - n[0] * m[1];
            if determinant.abs() < 1e-3 {
                continue;
            }
            let t = (m[0] * (q.z - p.z) - m[1] * (q.y - p.y)) / determinant;
            let met = [p.y + t * n[0], p.z + t * n[1]];
            let middle = 0.5 * (p + q);
            // For a distant intersection, a small error of an angle moves the point by its distance squared. Therefore the
            // directions from a point at a distance of one metre are compared. The tolerance grows as the lines become
            // parallel.
            let seen = |across: f64, height: f64| Vector3::new(across, height, 1.0).normalize();
            let (found, wanted) = (seen(*across, *height), seen(met[0] - middle.y, met[1] - middle.z));
            for axis in 0..3 {
                let size = 1.0 / determinant.abs();
                self.compare("direction of the roll centre", axle[0], found[axis], wanted[axis], size);
            }
        }
    }

    /// Checks that the rig reaches the same position in one step as in eight.
    fn at_once(&mut self) {
        let design = self.rig.wheels();
        for (travel, steer) in [(2.0 * TRAVEL, 40.0), (-2.0 * TRAVEL, -40.0), (0.0, 55.0)] {
            let steer = steer * self.steps.steer / self.steps.travel * 1e-3;
            let mut reached = [1, 8].map(|steps| {
                let mut rig = self.rig.clone();
                let goes = (1..=steps).try_for_each(|step| {
                    let share = f64::from(step) / f64::from(steps);
                    rig.steer(self.steering, share * steer);
                    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2] + share * travel).collect();
                    rig.lift(&heights)
                });
                goes.map(|()| rig.wheels())
            });
            match &mut reached {
                [Ok(at_once), Ok(in_steps)] => {
                    for (car, &k) in self.wheels.clone().iter().enumerate() {
                        let [one, other] = [&at_once[k], &in_steps[k]].map(|wheel| Vector3::from(wheel.axis));
                        let name = format!("place at once, at {travel} m and {steer}");
                        self.compare(&name, car, (one - other).norm(), 0.0, 0.01);
                    }
                }
                [Err(_), Err(_)] => {}
                [at_once, in_steps] => {
                    let _ = writeln!(
                        self.wrong,
                        "  at {travel} m and {steer}: at once {at_once:?}, in steps {in_steps:?}"
                    );
                }
            }
        }
    }

    fn found_axes(&mut self) -> Vec<Option<SteeringAxis>> {
        match steering_axes(&mut self.rig, self.steering) {
            Ok(found) => self.wheels.iter().map(|&k| found[k]).collect(),
            Err(reason) => {
                let _ = writeln!(self.wrong, "  steering axes: {reason}");
                vec![None; 4]
            }
        }
    }

    /// Compares steering axes with the screw axes of finite motions, combined from steering and from rising wheels.
    fn axes_in_two_ways(&mut self, start: &Wanted) {
        let found = self.found_axes();
        let steering = Either::of(&mut self.stand, self.steps.steer, |way| Wanted {
            steer: way,
            ..start.clone()
        });
        let Some(steering) = steering else {
            let _ = writeln!(self.wrong, "  the stand does not steer");
            return;
        };
        let twists = |either: &Either| (0..self.wheels.len()).map(|k| either.twist(k)).collect::<Vec<Twist>>();
        let steering = twists(&steering);
        let steered: Vec<usize> = self.wheels[..2].to_vec();
        let mut rising = Vec::new();
        for &wheel in &steered {
            let either = Either::of(&mut self.stand, self.steps.travel, |way| {
                let mut wanted = start.clone();
                wanted.heights[wheel] += way;
                wanted
            });
            rising.extend(either.as_ref().map(twists));
        }
        let wheels = self.stand.wheels();
        let axes = axes(&steering, &rising, &wheels, &steered);
        for (car, [direction, point]) in axes.into_iter().enumerate() {
            self.compare_axis(
                "of finite motions",
                car,
                found[car],
                direction,
                point,
                &wheels[steered[car]],
            );
            if let Some(found) = found[car] {
                self.compare("steer by drive", car, found.ratio, steering[steered[car]].steer, 0.1);
            }
        }
        if found[2].is_some() || found[3].is_some() {
            let _ = writeln!(self.wrong, "  a rear wheel is steered");
        }
    }

    fn compare_axis(
        &mut self,
        name: &str,
        car: usize,
        found: Option<SteeringAxis>,
        direction: Vector3<f64>,
        point: Vector3<f64>,
        wheel: &Wheel,
    ) {
        let Some(found) = found else {
            let _ = writeln!(self.wrong, "  no steering axis of {}", self.car.wheels[car]);
            return;
        };
        let side = wheel.centre.y.signum();
        let heading = Vector3::new(wheel.axis.y, -wheel.axis.x, 0.0).normalize();
        let left = Vector3::z().cross(&heading);
        let ground = point + direction * ((wheel.contact.z - point.z) / direction.z) - wheel.contact;
        self.compare(
            &format!("caster {name}"),
            car,
            found.caster,
            (-direction.x / direction.z).atan(),
            0.1,
        );
        let inclination = (-side * direction.y / direction.z).atan();
        self.compare(&format!("inclination {name}"), car, found.inclination, inclination, 0.1);
        self.compare(
            &format!("scrub radius {name}"),
            car,
            found.scrub_radius,
            -side * ground.dot(&left),
            0.1,
        );
        self.compare(&format!("trail {name}"), car, found.trail, ground.dot(&heading), 0.1);
    }

    /// For suspensions with two ball joints, compares the steering axis with the line through the two ball joints.
    fn pins(&mut self) {
        let ends = match self.car.front {
            Suspension::DoubleWishbone => ["lower_ball", "upper_ball"],
            Suspension::MacPherson => ["ball", "mount"],
            _ => return,
        };
        let found = self.found_axes();
        let wheels = self.stand.wheels();
        for (car, side) in ["left", "right"].into_iter().enumerate() {
            let [lower, upper] = ends.map(|end| self.stand.ball(&format!("front_{side}.{end}")));
            let wheel = wheels[self.wheels[car]];
            self.compare_axis("of the pin", car, found[car], upper - lower, lower, &wheel);
        }
    }

    /// Compares displacements of the wheel centres and rotations of the carriers under loads at the contacts, with the
    /// contacts' heights held.
    fn compliance(&mut self, start: &Wanted) {
        let matrix = match self.rig.compliance() {
            Ok(matrix) => matrix,
            Err(reason) => {
                let _ = writeln!(self.wrong, "  compliance: {reason}");
                return;
            }
        };
        let wheels = self.stand.wheels();
        for (car, k) in self.wheels.clone().into_iter().enumerate() {
            for axis in [0, 1, 5] {
                let (force, size) = if axis < 3 { (50.0, 1e-6) } else { (5.0, 1e-4) };
                let load = |way: f64| {
                    let mut vector = Vector3::zeros();
                    vector[axis % 3] = way;
                    if axis < 3 {
                        [vector, Vector3::zeros()]
                    } else {
                        [Vector3::zeros(), vector]
                    }
                };
                let moved = Either::of(&mut self.stand, force, |way| {
                    let mut wanted = start.clone();
                    wanted.at_contacts = true;
                    wanted.heights = wheels.iter().map(|wheel| wheel.contact.z).collect();
                    wanted.loads[k] = load(way);
                    wanted
                });
                let Some(moved) = moved else {
                    let _ = writeln!(self.wrong, "  the stand does not settle under a load");
                    return;
                };
                // A force at the contact equals a force at the centre and a moment.
                let [unit, moment] = load(1.0);
                let moment = moment + (wheels[k].contact - wheels[k].centre).cross(&unit);
                let column = |first: usize, vector: Vector3<f64>| {
                    (0..3)
                        .map(|axis| matrix.column(6 * k + first + axis) * vector[axis])
                        .sum::<nalgebra::DVector<f64>>()
                };
                let found = column(0, unit) + column(3, moment);
                let twist = moved.twist(k);
                for axis in 0..3 {
                    let place = 6 * k + axis;
                    self.compare("displacement by a load", car, found[place], twist.centre[axis], size);
                    self.compare("turn by a load", car, found[place + 3], twist.turn[axis], size);
                }
            }
        }
    }
}

/// Compares all cars, on all processors; panics with the differences of all.
fn all_alike(cars: impl Iterator<Item = Car> + Send) {
    let cars = Mutex::new(cars);
    let next = || cars.lock().expect("no car panics while it is made").next();
    let compare = || {
        let (mut count, mut wrong) = (0, Vec::new());
        while let Some(car) = next() {
            count += 1;
            let start = std::time::Instant::now();
            let found = Both::new(&car).compared();
            println!("{car}: {:.1} s", start.elapsed().as_secs_f64());
            if !found.is_empty() {
                // Printed at once, since a long run may be stopped early.
                println!("{found}");
                wrong.push(format!("{car}\n{found}"));
            }
        }
        (count, wrong)
    };
    let processors = thread::available_parallelism().map_or(1, usize::from);
    let (mut count, mut wrong) = (0, Vec::new());
    thread::scope(|scope| {
        let all: Vec<_> = (0..processors).map(|_| scope.spawn(compare)).collect();
        for one in all {
            let (own, found) = one.join().expect("each car is compared");
            count += own;
            wrong.extend(found);
        }
    });
    println!("tried: {count} cars, {} with figures that are not alike", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Each suspension of the library is used in front, if it can steer, and at the rear.
#[test]
fn every_suspension_has_its_figures_in_two_ways() {
    all_alike(each_suspension());
}

/// Random cars: thirty, or the number in the environment variable `CARS`, from the seed in `FIRST_CAR` on.
#[test]
fn random_cars_have_their_figures_in_two_ways() {
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse().ok());
    let (count, first) = (number("CARS").unwrap_or(30), number("FIRST_CAR").unwrap_or(1));
    all_alike((first..first + count).map(random));
}
