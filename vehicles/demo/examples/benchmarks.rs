//! Manoeuvres of the literature on real-time simulation, run and drawn. Key figures are printed. Pictures are written to the folder
//! given as the first argument, or to `target/benchmarks`.

#[path = "../src/folder.rs"]
mod folder;

use folder::Folder;
use plotters::style::RGBColor;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use wishbone::prelude::*;
use wishbone::profile::{Flank, Pulse};
use wishbone::terrain::Sine;
use wishbone_studies::panels::{Curve, Panel, Scale, draw};
use wishbone_vehicles::benchmarks::{self, KIM_AND_WANG_STEP, Manoeuvre};
use wishbone_vehicles::{DeyoSedan, MacphersonCar, QuarterCar, SmallCar, TractorSemitrailer};

/// Inks of the curves of a panel.
const INKS: [RGBColor; 2] = [RGBColor(0, 90, 160), RGBColor(205, 84, 0)];

/// Quantities drawn over time: a title, the names of its curves, and the function that samples them.
type Plot<S, E, I> = (
    &'static str,
    [&'static str; 2],
    fn(&mut Simulation<S, E, I>) -> [f64; 2],
);

/// Steps of a run [s].
struct Steps {
    step: f64,
    end: f64,
    /// Number of steps between two samples.
    every: usize,
}

/// Runs a manoeuvre. Returns its panels, the path of the first body first.
fn run<S, E, I>(
    (solver, integrator): (S, I),
    (start, surroundings): (S::State, E),
    steps: &Steps,
    plots: &[Plot<S, E, I>],
) -> Result<Vec<Panel>, Box<dyn Error>>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let mut simulation = Simulation::new(solver, surroundings, integrator);
    simulation.set_state(start);
    let mut path = Vec::new();
    let mut curves: Vec<[Vec<(f64, f64)>; 2]> = plots.iter().map(|_| Default::default()).collect();
    let (mut count, mut spent) = (0_usize, 0.0);
    while simulation.time() < steps.end - 0.5 * steps.step {
        let begin = Instant::now();
        for _ in 0..steps.every {
            let _ = simulation.step(steps.step)?;
        }
        (count, spent) = (count + steps.every, spent + begin.elapsed().as_secs_f64());
        let time = simulation.time();
        let [x, y, _] = simulation.bodies()[0].com;
        path.push((x, y));
        for ((_, _, sample), curves) in plots.iter().zip(&mut curves) {
            for (value, curve) in sample(&mut simulation).into_iter().zip(curves) {
                curve.push((time, value));
            }
        }
    }
    let each = 1e6 * spent / count as f64;
    println!(
        "{}: {count} steps of {:.3} ms, {each:.1} µs each",
        simulation.solver().description().name,
        1e3 * steps.step
    );
    let mut panels = Vec::new();
    if path.iter().any(|(x, _)| x.abs() > 1.0) {
        panels.push(panel("path: Y [m]", "X [m]", true, vec![("", path)]));
    }
    for ((title, names, _), curves) in plots.iter().zip(curves) {
        let named = names.iter().copied().zip(curves);
        let shown: Vec<_> = named
            .filter(|(_, curve)| curve.iter().all(|(_, y)| y.is_finite()))
            .collect();
        for (name, curve) in &shown {
            let extreme = |pick: fn(f64, f64) -> f64, from: f64| curve.iter().fold(from, |most, (_, y)| pick(most, *y));
            let [least, greatest] = [extreme(f64::min, f64::INFINITY), extreme(f64::max, f64::NEG_INFINITY)];
            let last = curve.last().map_or(f64::NAN, |(_, y)| *y);
            println!("  {title} {name}: {least:.4} to {greatest:.4}, at last {last:.4}");
        }
        panels.push(panel(title, "time [s]", false, shown));
    }
    Ok(panels)
}

fn panel(title: &str, x: &str, equal: bool, curves: Vec<(&str, Vec<(f64, f64)>)>) -> Panel {
    let curves = curves.into_iter().zip(INKS).map(|((name, points), ink)| Curve {
        design: 0,
        name: name.to_owned(),
        ink,
        points,
    });
    Panel {
        title: title.to_owned(),
        x: x.to_owned(),
        curves: curves.collect(),
        scale: if equal { Scale::Equal } else { Scale::Linear },
    }
}

/// Stands in place of a second curve.
const NONE: f64 = f64::NAN;

/// Yaw rate, height and speed of the first body.
fn motion<S: Solver, E: Subsystem<S>, I: Integrator<StateOf<S, E>>>() -> [Plot<S, E, I>; 3] {
    [
        ("yaw rate [deg/s]", ["", ""], |car| {
            [car.bodies()[0].angular_velocity[2].to_degrees(), NONE]
        }),
        ("height of the centre of mass [m]", ["", ""], |car| {
            [car.bodies()[0].com[2], NONE]
        }),
        ("speed [m/s]", ["", ""], |car| {
            let [x, y, _] = car.bodies()[0].velocity;
            [x.hypot(y), NONE]
        }),
    ]
}

/// Runs and draws a manoeuvre of a vehicle in steps of a millisecond.
fn drawn<S, E, I>(
    folder: &mut Folder,
    [file, title, source]: [&str; 3],
    vehicle: (S, I),
    manoeuvre: Manoeuvre<S, E>,
    (end, more): (f64, &[Plot<S, E, I>]),
) -> Result<(), Box<dyn Error>>
where
    S: Solver,
    E: Subsystem<S>,
    I: Integrator<StateOf<S, E>>,
{
    let steps = Steps {
        step: 1e-3,
        end,
        every: 5,
    };
    let plots: Vec<Plot<S, E, I>> = motion().into_iter().chain(more.iter().copied()).collect();
    let panels = run(vehicle, manoeuvre?, &steps, &plots)?;
    Ok(folder.write(file, &draw(title, source, &panels)?)?)
}

/// Ramp that begins after one second and takes 0.2 s.
fn step(amplitude: f64) -> Ramp {
    Ramp {
        start: 1.0,
        duration: 0.2,
        amplitude,
    }
}

fn turns(folder: &mut Folder) -> Result<(), Box<dyn Error>> {
    const RTRD: &str = "Mirtaheri & Salkhordeh 2018, 7";
    let car = benchmarks::passenger_car(step(-5e-3));
    let names = ["passenger_car.svg", "5 mm of the rack at 60 mph", RTRD];
    drawn(
        folder,
        names,
        (MacphersonCar::new(), AdamsBashforth3::new()),
        car,
        (40.0, &[]),
    )?;
    let truck = benchmarks::semitrailer(step(2.0_f64.to_radians()), 1.0);
    let names = ["semitrailer.svg", "2 degrees of the front wheels at 40 mph", RTRD];
    drawn(
        folder,
        names,
        (TractorSemitrailer::new(), AdamsBashforth3::new()),
        truck,
        (50.0, &[]),
    )?;
    let sedan = benchmarks::sports_sedan(step(-4e-3));
    let names = [
        "sports_sedan.svg",
        "4 mm of the rack at 50 mph",
        "Deyo & Ingebretsen 1989",
    ];
    drawn(
        folder,
        names,
        (DeyoSedan::new(), AdamsBashforth3::new()),
        sedan,
        (10.0, &[]),
    )
}

fn quarter_car(folder: &mut Folder) -> Result<(), Box<dyn Error>> {
    let steps = Steps {
        step: KIM_AND_WANG_STEP,
        end: 3.0,
        every: 1,
    };
    let ride = benchmarks::quarter_car_bump()?;
    let panels = run(
        (QuarterCar::new(), AdamsBashforth3::new()),
        ride,
        &steps,
        &[
            ("height of the centre of mass [m]", ["", ""], |car| {
                [car.bodies()[0].com[2], NONE]
            }),
            ("tyre load [kN]", ["", ""], |car| {
                car.evaluate();
                [1e-3 * car.inputs.wheels[0].force[2], NONE]
            }),
        ],
    )?;
    let picture = draw("A half-sine bump at 10 km/h", "Kim & Wang 2005", &panels)?;
    Ok(folder.write("quarter_car.svg", &picture)?)
}

fn small_car(folder: &mut Folder) -> Result<(), Box<dyn Error>> {
    const SOURCE: &str = "Szczotka & Wojciech 2008, 5";
    const SPEED: f64 = 60.0 / 3.6;
    let straight = |_: f64| Drive::default();
    let pulse = Pulse {
        start: 1.0,
        rise: 0.3,
        hold: 0.5,
        fall: 0.3,
        amplitude: 60.0_f64.to_radians(),
        flank: Flank::Smooth,
    };
    let names = [
        "small_car_pulse.svg",
        "A pulse of the steering wheel at 60 km/h",
        SOURCE,
    ];
    let pulse = benchmarks::small_car(SPEED, pulse, Flat);
    drawn(folder, names, (SmallCar::new(), RungeKutta4), pulse, (5.0, &[]))?;
    let names = ["small_car_bumps.svg", "Three bumps on the left side at 60 km/h", SOURCE];
    let bumps = benchmarks::small_car(SPEED, straight, benchmarks::three_bumps());
    let more: [Plot<SmallCar, _, RungeKutta4>; 1] = [(
        "vertical acceleration, front left [m/s²]",
        ["hub", "strut mount"],
        |car| {
            let outputs = car.outputs();
            [
                outputs[SmallCar::OUTPUT_FRONT_LEFT_HUB_ACCELERATION],
                outputs[SmallCar::OUTPUT_FRONT_LEFT_MOUNT_ACCELERATION],
            ]
        },
    )];
    drawn(folder, names, (SmallCar::new(), RungeKutta4), bumps, (2.0, &more))?;
    let names = ["small_car_waves.svg", "Waves of 8 m and 10 mm at 60 km/h", SOURCE];
    let waves = benchmarks::small_car(SPEED, straight, Sine::across(8.0, 8.0, 0.01));
    drawn(folder, names, (SmallCar::new(), RungeKutta4), waves, (5.0, &[]))?;
    pushed(
        folder,
        [
            "small_car_common_drive.svg",
            "A step of the torque by a differential",
            SOURCE,
        ],
        benchmarks::common_drive(),
    )?;
    pushed(
        folder,
        [
            "small_car_single_motors.svg",
            "A step of the torque of two motors",
            SOURCE,
        ],
        benchmarks::single_motors(),
    )
}

/// Runs and draws the step of the drive torque, with the spins of the driven wheels. The steps of time are short enough for the
/// elements of the half-shafts.
fn pushed<E: Subsystem<SmallCar>>(
    folder: &mut Folder,
    [file, title, source]: [&str; 3],
    manoeuvre: Manoeuvre<SmallCar, E>,
) -> Result<(), Box<dyn Error>> {
    let steps = Steps {
        step: 2.5e-4,
        end: 2.0,
        every: 4,
    };
    let spins: Plot<SmallCar, E, RungeKutta4> = ("spin of the front wheels [rad/s]", ["left", "right"], |car| {
        let v = &car.state().v;
        [
            v[SmallCar::V_FRONT_LEFT_TYRE_SPIN],
            v[SmallCar::V_FRONT_RIGHT_TYRE_SPIN],
        ]
    });
    let plots: Vec<_> = motion().into_iter().chain([spins]).collect();
    let panels = run((SmallCar::new(), RungeKutta4), manoeuvre?, &steps, &plots)?;
    Ok(folder.write(file, &draw(title, source, &panels)?)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .map_or_else(|| PathBuf::from("target/benchmarks"), PathBuf::from);
    let mut folder = Folder::create(&path)?;
    quarter_car(&mut folder)?;
    turns(&mut folder)?;
    small_car(&mut folder)?;
    for picture in folder.written() {
        println!("{}", picture.display());
    }
    Ok(())
}
