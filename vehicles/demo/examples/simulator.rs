//! The truck in a driving simulator: a minute of lane changes and bumps on a hexapod with a payload of 7 t. Prints what the
//! driver feels and how far the legs go, and draws it; the picture goes to the folder that is the first argument, or to
//! `target/simulator`.

#[path = "../src/folder.rs"]
mod folder;

use folder::Folder;
use plotters::style::RGBColor;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::terrain::row;
use wishbone_simulator::cueing::{Classical, ClassicalSettings, Washout};
use wishbone_simulator::motion::Motion;
use wishbone_simulator::perception::{Canals, Comparison, FalseCues, Otoliths, Thresholds, Vestibular};
use wishbone_simulator::platform::{Guard, Guarded, Hexapod, Payload, Platform};
use wishbone_simulator::pose::PlatformMotion;
use wishbone_studies::panels::{Curve, Panel, Stroke, draw};
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Of a step and a frame [s].
const PERIOD: f64 = 1e-3;
/// Length of the drive [s].
const END: f64 = 60.0;
/// [m/s]
const SPEED: f64 = 18.0;
/// Frames between two samples of the picture.
const EVERY: usize = 20;
/// The driver's head from the chassis' centre of mass: forward, on the left, above [m].
const HEAD: [f64; 3] = [0.1, 0.6, 0.75];
/// Inks of the curves of a panel.
const INKS: [RGBColor; 6] = [
    RGBColor(0, 90, 160),
    RGBColor(205, 84, 0),
    RGBColor(20, 140, 100),
    RGBColor(92, 178, 232),
    RGBColor(240, 165, 50),
    RGBColor(140, 90, 170),
];
const LIMIT: RGBColor = RGBColor(190, 30, 45);

/// Rack in two double lane changes: to the left and back, twice. Each lane change is `sin φ - sin 2φ / 2`, which begins and ends
/// without velocity.
fn lane_changes(time: f64) -> Drive {
    /// Amplitude [m] and length [s] of a lane change.
    const SIZE: (f64, f64) = (0.006, 3.0);
    let mut rack = Drive::default();
    // A rack moved to the left steers to the right.
    for (begin, side) in [(4.0, -1.0), (8.0, 1.0), (34.0, -1.0), (38.0, 1.0)] {
        let passed = time - begin;
        if (0.0..SIZE.1).contains(&passed) {
            let (amplitude, rate) = (side * SIZE.0, std::f64::consts::TAU / SIZE.1);
            let phase = rate * passed;
            rack.position = amplitude * (phase.sin() - 0.5 * (2.0 * phase).sin());
            rack.velocity = amplitude * rate * (phase.cos() - (2.0 * phase).cos());
            rack.acceleration = amplitude * rate * rate * (2.0 * (2.0 * phase).sin() - phase.sin());
        }
    }
    rack
}

/// One sample of the drive.
struct Sample {
    time: f64,
    in_vehicle: Motion,
    on_platform: Motion,
    felt_in_vehicle: Motion,
    felt_on_platform: Motion,
    at: Guarded<6>,
    forces: [f64; 6],
}

/// The drive, and what was found in it.
struct Drive60 {
    samples: Vec<Sample>,
    cues: FalseCues,
    comparison: Comparison,
    /// Frames in which a limit held the platform back.
    held: usize,
    /// Time of cueing and perception in all frames.
    spent: Duration,
}

fn drive() -> Result<Drive60, Box<dyn Error>> {
    let rest = manoeuvres::settle()?;
    // Three low bumps and two high ones, across the road.
    let road = [
        row::<_, 3>(HalfSineBump::across(18.0 * SPEED, 0.8, 0.05), 12.0),
        row::<_, 3>(HalfSineBump::across(50.0 * SPEED, 3.0, 0.10), 25.0),
    ];
    let steer = Steer::of(Hmmwv::DESCRIPTION, "rack", lane_changes).ok_or("the truck has a rack")?;
    let surroundings = (steer, manoeuvres::cruise(road, SPEED));
    let mut truck = Simulation::new(Hmmwv::new(), surroundings, AdamsBashforth3::new());
    truck.set_state(manoeuvres::cruising(&rest.state, SPEED)?);

    let organs = || Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD);
    let (mut in_vehicle, mut on_platform) = (organs()?, organs()?);
    let mut washout = Classical::new(&ClassicalSettings::HALF, PERIOD)?;
    let mut guard = Guard::new(Hexapod::SEVEN_TONNES, PERIOD)?;
    let (hexapod, payload) = (Hexapod::SEVEN_TONNES, Payload::SEVEN_TONNES);
    let mut drive = Drive60 {
        samples: Vec::new(),
        cues: FalseCues::new(Thresholds::SENSITIVE)?,
        comparison: Comparison::new(Thresholds::SENSITIVE)?,
        held: 0,
        spent: Duration::ZERO,
    };
    let mut poses = [guard.at().pose; 3];
    let mut rates = [0.0; 3];
    for frame in 0..(END / PERIOD).round() as usize {
        let _ = truck.step(PERIOD)?;
        let vehicle = Motion::in_body(&truck.bodies()[Hmmwv::BODY_CHASSIS], HEAD);
        let begin = Instant::now();
        let at = *guard.step(&washout.step(&vehicle)?.pose);
        poses = [poses[1], poses[2], at.pose];
        // As the platform really moves, one frame ago.
        let platform = PlatformMotion::of_poses([&poses[0], &poses[1], &poses[2]], PERIOD);
        let felt = platform.felt();
        let (felt_in_vehicle, felt_on_platform) = (in_vehicle.step(&vehicle), on_platform.step(&felt));
        drive.spent += begin.elapsed();
        drive.held += usize::from(at.share < 1.0);
        let time = truck.time();
        drive.cues.record(time, &felt_in_vehicle, &felt_on_platform);
        drive.comparison.record(time, &felt_in_vehicle, &felt_on_platform);
        let angular: [f64; 3] = std::array::from_fn(|k| (felt.angular_rate[k] - rates[k]) / PERIOD);
        rates = felt.angular_rate;
        if frame % EVERY == 0 {
            let forces = hexapod.leg_forces(&payload, &platform, angular);
            drive.samples.push(Sample {
                time,
                in_vehicle: vehicle,
                on_platform: felt,
                felt_in_vehicle,
                felt_on_platform,
                at,
                forces: forces.ok_or("the legs do not hold the platform")?,
            });
        }
    }
    Ok(drive)
}

/// Name, colour and number of a curve.
type Drawn<'a> = (&'a str, RGBColor, &'a dyn Fn(&Sample) -> f64);
/// A number of a sample.
type Read<'a> = Box<dyn Fn(&Sample) -> f64 + 'a>;

/// A panel over time.
fn panel(title: &str, samples: &[Sample], curves: &[Drawn]) -> Panel {
    let curves = curves.iter().map(|(name, ink, of)| Curve {
        stroke: Stroke::Solid,
        name: (*name).to_owned(),
        ink: *ink,
        points: samples.iter().map(|sample| (sample.time, of(sample))).collect(),
    });
    Panel {
        title: title.to_owned(),
        x: "time [s]".to_owned(),
        curves: curves.collect(),
        equal: false,
    }
}

/// A number of a motion beside its perception, in the vehicle and on the platform.
fn beside(title: &str, unit: &str, factor: f64, place: usize, samples: &[Sample]) -> [Panel; 2] {
    let rest = Motion::REST.numbers()[place];
    let number = move |motion: &Motion| factor * (motion.numbers()[place] - rest);
    let felt = move |motion: &Motion| factor * motion.numbers()[place];
    [
        panel(
            &format!("{title} {unit}"),
            samples,
            &[
                ("vehicle", INKS[0], &|s| number(&s.in_vehicle)),
                ("platform", INKS[1], &|s| number(&s.on_platform)),
            ],
        ),
        panel(
            &format!("{title} as perceived {unit}"),
            samples,
            &[
                ("vehicle", INKS[0], &|s| felt(&s.felt_in_vehicle)),
                ("platform", INKS[1], &|s| felt(&s.felt_on_platform)),
            ],
        ),
    ]
}

/// Panels of the platform and its legs.
fn platform(samples: &[Sample]) -> Vec<Panel> {
    let limits = Hexapod::SEVEN_TONNES.limits()[0];
    let legs = |title: &str, of: &dyn Fn(&Sample, usize) -> f64, ends: Option<[f64; 2]>| {
        let each: [Read; 6] =
            std::array::from_fn(|leg| Box::new(move |sample: &Sample| of(sample, leg)) as Box<dyn Fn(&Sample) -> f64>);
        let names = ["1", "2", "3", "4", "5", "6"];
        let mut curves: Vec<Drawn> = Vec::new();
        for leg in 0..6 {
            curves.push((names[leg], INKS[leg], &*each[leg]));
        }
        let [least, greatest] = ends.unwrap_or_default();
        let (low, high) = (move |_: &Sample| least, move |_: &Sample| greatest);
        if ends.is_some() {
            curves.push(("limits", LIMIT, &low));
            curves.push(("", LIMIT, &high));
        }
        panel(title, samples, &curves)
    };
    vec![
        panel(
            "platform: position [m]",
            samples,
            &[
                ("forward", INKS[0], &|s| s.at.pose.position[0]),
                ("left", INKS[1], &|s| s.at.pose.position[1]),
                ("up", INKS[2], &|s| s.at.pose.position[2]),
            ],
        ),
        panel(
            "platform: angles [deg]",
            samples,
            &[
                ("roll", INKS[0], &|s| s.at.pose.angles[0].to_degrees()),
                ("pitch", INKS[1], &|s| s.at.pose.angles[1].to_degrees()),
                ("yaw", INKS[2], &|s| s.at.pose.angles[2].to_degrees()),
            ],
        ),
        legs(
            "legs: length [m]",
            &|s, leg| s.at.actuators[leg],
            Some([limits.least, limits.greatest]),
        ),
        legs(
            "legs: speed [m/s]",
            &|s, leg| s.at.rates[leg],
            Some([-limits.rate, limits.rate]),
        ),
        legs("legs: force on the platform [kN]", &|s, leg| 1e-3 * s.forces[leg], None),
    ]
}

fn print(drive: &Drive60) {
    let frames = drive.samples.len() * EVERY;
    let each = 1e9 * drive.spent.as_secs_f64() / frames as f64;
    println!(
        "{frames} frames of {:.0} ms; washout, platform and perception {each:.0} ns each",
        1e3 * PERIOD
    );
    println!("frames in which a limit held the platform back: {}", drive.held);
    let differences = drive.comparison.differences();
    for (((name, _), cue), difference) in Motion::NAMES.into_iter().zip(drive.cues.worst()).zip(differences) {
        println!(
            "  {name}: worst false cue {:.2} thresholds at {:.1} s; difference at most {:.1}, felt in {:.0} % of the time",
            cue.size,
            cue.time,
            difference.largest,
            100.0 * difference.felt
        );
    }
    let all = || drive.samples.iter().flat_map(|sample| sample.at.actuators);
    let (least, greatest) = (all().fold(f64::MAX, f64::min), all().fold(0.0, f64::max));
    let limits = Hexapod::SEVEN_TONNES.limits()[0];
    println!(
        "legs from {least:.3} to {greatest:.3} m, within {} to {} m",
        limits.least, limits.greatest
    );
    let forces = || drive.samples.iter().flat_map(|sample| sample.forces);
    let (low, high) = (forces().fold(f64::MAX, f64::min), forces().fold(f64::MIN, f64::max));
    println!("forces of the legs from {:.1} to {:.1} kN", 1e-3 * low, 1e-3 * high);
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("target/simulator"), PathBuf::from);
    let mut folder = Folder::create(&folder)?;
    let drive = drive()?;
    print(&drive);
    let samples = &drive.samples;
    let degrees = 1.0_f64.to_degrees();
    let mut panels = Vec::new();
    panels.extend(beside("lateral specific force", "[m/s²]", 1.0, 1, samples));
    panels.extend(beside("vertical specific force, less g", "[m/s²]", 1.0, 2, samples));
    panels.extend(beside("roll rate", "[deg/s]", degrees, 3, samples));
    panels.extend(beside("pitch rate", "[deg/s]", degrees, 4, samples));
    panels.extend(beside("yaw rate", "[deg/s]", degrees, 5, samples));
    panels.extend(platform(samples));
    let title = "Lane changes and bumps on a hexapod with a payload of 7 t";
    let subtitle = "HMMWV at 18 m/s; classical washout of half of the motion; head of the driver on the left";
    folder.write("simulator.svg", &draw(title, subtitle, &panels)?)?;
    folder.written().iter().for_each(|path| println!("{}", path.display()));
    Ok(())
}
