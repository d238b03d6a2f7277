//! Drives the truck through a manoeuvre, records its history, and checks it.

use crate::energy::{self, Dampers, Ledger};
use crate::histories::{History, Sample};
use crate::progress::Progress;
use crate::referee::{Judgement, Scene};
use crate::truck::Truck;
use clap::ValueEnum;
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::TruckState;

/// Integration method.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Method {
    /// Adams-Bashforth, third order: one evaluation a step.
    Ab3,
    /// Runge-Kutta, fourth order: four evaluations a step.
    Rk4,
}

impl Method {
    /// Description of the method.
    pub fn words(self) -> &'static str {
        match self {
            Method::Ab3 => "Adams-Bashforth of third order",
            Method::Rk4 => "Runge-Kutta of fourth order",
        }
    }
}

/// Duration, step and method of a drive.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// [s]
    pub duration: f64,
    /// Step [s].
    pub h: f64,
    /// Integrator.
    pub method: Method,
}

impl Course {
    /// Time between samples of the history [s].
    const SAMPLING: f64 = 5e-3;
    /// Number of states compared with the oracle.
    const JUDGED: usize = 12;

    /// Number of steps.
    pub fn steps(&self) -> usize {
        (self.duration / self.h).round() as usize
    }

    fn steps_between_samples(&self) -> usize {
        (Self::SAMPLING / self.h).round().max(1.0) as usize
    }
}

/// Result of a drive.
pub struct Driven {
    /// Recorded time history.
    pub history: History,
    /// Largest residual of any loop before the last correction of a step [m, rad].
    pub closure: f64,
    /// Largest number of corrections of a step.
    pub corrections: usize,
    /// Comparison with the oracle in some states along the way.
    pub judgement: Judgement,
    /// Energy balance, without the rack.
    pub ledger: Ledger,
    /// Final state.
    pub end: TruckState,
    /// Time of the steps alone, without recording.
    pub elapsed: Duration,
}

/// Drives from `start` in `surroundings`.
pub fn drive<E: Subsystem<Hmmwv> + Clone>(
    truck: &Truck,
    start: TruckState,
    surroundings: &E,
    course: Course,
) -> Result<Driven, String> {
    let solver = Hmmwv::new;
    let driven = match course.method {
        Method::Ab3 => {
            let simulation = Simulation::new(solver(), surroundings.clone(), AdamsBashforth3::new());
            both_times(truck, simulation, start, course)
        }
        Method::Rk4 => {
            let simulation = Simulation::new(solver(), surroundings.clone(), RungeKutta4);
            both_times(truck, simulation, start, course)
        }
    };
    driven.map_err(|refused| format!("the manoeuvre fails {refused}"))
}

/// Drives twice: once to record, once to measure the time.
fn both_times<E, I>(
    truck: &Truck,
    mut simulation: Simulation<Hmmwv, E, I>,
    start: TruckState,
    course: Course,
) -> Result<Driven, Refused>
where
    E: Subsystem<Hmmwv> + Clone,
    I: Integrator<StateOf<Hmmwv, E>> + Clone,
{
    simulation.set_state(start);
    let mut plain = simulation.clone();
    let mut driven = watched(truck, &mut simulation, course)?;
    let clock = Instant::now();
    for _ in 0..course.steps() {
        let _ = plain.step(course.h)?;
    }
    driven.elapsed = clock.elapsed();
    Ok(driven)
}

fn watched<E, I>(truck: &Truck, simulation: &mut Simulation<Hmmwv, E, I>, course: Course) -> Result<Driven, Refused>
where
    E: Subsystem<Hmmwv>,
    I: Integrator<StateOf<Hmmwv, E>>,
{
    let model = &truck.compiled.model;
    let dampers = Dampers::of(model);
    let steps = course.steps();
    let progress = Progress::new(steps);
    let mut driven = Driven {
        history: History::default(),
        closure: 0.0,
        corrections: 0,
        judgement: Judgement::default(),
        ledger: Ledger::default(),
        end: *simulation.state(),
        elapsed: Duration::ZERO,
    };
    for step in 0..=steps {
        let rate = simulation.evaluate();
        let (state, inputs) = (*simulation.state(), simulation.inputs);
        let bodies = simulation.solver_mut().bodies(&state, &inputs, &rate);
        let (chassis, scene) = (bodies[Hmmwv::BODY_CHASSIS], Scene::of(bodies, &state, &inputs));
        if step.is_multiple_of((steps / Course::JUDGED).max(1)) {
            driven.judgement.judge(&truck.oracle, bodies, &scene, &rate);
        }
        let power = energy::present(model, &dampers, simulation, &scene);
        driven.ledger.enter(simulation.time(), &simulation.energy(), power);
        if step.is_multiple_of(course.steps_between_samples()) {
            let wheels = simulation.solver().wheels().to_vec();
            let time = simulation.time();
            let sample = Sample::of(time, &chassis, &wheels, &inputs, simulation.outputs());
            driven.history.samples.push(sample);
        }
        if step < steps {
            let closure = simulation.step(course.h)?;
            driven.closure = driven.closure.max(closure.residual);
            driven.corrections = driven.corrections.max(closure.iterations);
        }
        progress.at(step);
    }
    driven.end = *simulation.state();
    Ok(driven)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;
    use wishbone_vehicles::manoeuvres;

    /// A smooth wave of 1 mm under the left wheels: so low that no damper leaves its window, and so smooth that no
    /// force jumps.
    fn wave(x: f64, y: f64, _time: f64) -> Ground {
        let along = x - 5.0;
        if y < 0.0 || !(0.0..1.0).contains(&along) {
            return Ground::level(0.0);
        }
        let (sine, cosine) = (TAU * along).sin_cos();
        Ground::sloping(0.5e-3 * (1.0 - cosine), [0.5e-3 * TAU * sine, 0.0])
    }

    /// A drive over the wave with steps of `h`.
    fn over_the_wave(h: f64) -> Driven {
        let truck = Truck::new().expect("the library's truck compiles");
        let rest = manoeuvres::settle().expect("the truck settles");
        let speed = 25.0 / 3.6;
        let course = Course {
            duration: 1.5,
            h,
            method: Method::Rk4,
        };
        let start = manoeuvres::cruising(&rest.state, speed).expect("the truck rolls");
        drive(&truck, start, &manoeuvres::cruise(wave, speed), course).expect("it goes over")
    }

    #[test]
    fn the_history_begins_and_ends_with_the_manoeuvre() {
        let history = over_the_wave(1e-3).history;
        assert_eq!(history.samples.len(), 301);
        assert_eq!(history.samples[0].time, 0.0);
        assert!((history.last().time - 1.5).abs() < 1e-9);
        assert!(history.peak(|sample| sample.roll) > 1e-4, "the wave was missed");
    }

    /// The trapezoidal rule is of second order: half the step gives a quarter of the error.
    #[test]
    fn the_books_balance_to_second_order() {
        let [coarse, fine] = [1e-3, 5e-4].map(|h| over_the_wave(h).ledger);
        assert!(coarse.relative() < 1e-6, "{coarse:?}");
        assert!(fine.imbalance < 0.35 * coarse.imbalance, "{coarse:?} {fine:?}");
    }
}
