//! The truck in a driving simulator: a minute of lane changes and bumps on a hexapod with a payload of 7 t, as built and on softer
//! tyres. Prints the motion that the driver feels, the travel of the legs, and the delay of the picture. Prints also whether a
//! driver feels the difference of the two designs, on the road and on the platform. Draws a picture of the drive, and writes a page
//! about both designs. Both go to the folder given as the first argument, or to `target/simulator`.

#[path = "../src/folder.rs"]
mod folder;

use folder::Folder;
use plotters::style::RGBColor;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use wishbone::prelude::*;
use wishbone::terrain::{HalfSineBump, row};
use wishbone_report::{Chapter, Design, Report, Study, html};
use wishbone_simulator::cueing::{Classical, ClassicalSettings, Washout};
use wishbone_simulator::motion::Motion;
use wishbone_simulator::perception::{
    Canals, Comparison, FalseCues, Onset, Otoliths, Synchrony, Thresholds, Vestibular,
};
use wishbone_simulator::platform::{Guard, Guarded, Hexapod, Payload, Platform};
use wishbone_simulator::pose::{PlatformMotion, Pose};
use wishbone_studies::findings::{self, Figure, Findings};
use wishbone_studies::panels::{Curve, Panel, draw, thinned};
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Duration of a step, and of a frame [s].
const PERIOD: f64 = 1e-3;
/// Time in which each design finds its own trim before the drive begins [s].
const TRIM: f64 = 3.0;
/// Length of the drive [s].
const LENGTH: f64 = 60.0;
/// Speed of the drive [m/s].
const SPEED: f64 = 18.0;
/// Ratio of the vertical and cornering stiffness of the softer tyres to those of the truck's own tyres.
const SOFTER: f64 = 0.7;
/// The designs.
const DESIGNS: [&str; 2] = ["as built", "softer tyres"];
/// Largest number of points of a curve.
const POINTS: usize = 1000;
/// Position of the driver's head relative to the chassis' centre of mass: forward, to the left, upward [m].
const HEAD: [f64; 3] = [0.1, 0.6, 0.75];
/// Pictures a second, and how many pictures late they are shown.
const PICTURES: (f64, usize) = (60.0, 2);
/// Yaw rate from which a turn of the picture counts as begun [rad/s]. For the platform, which makes half of the motion,
/// the threshold is half of this value.
const ONSET: f64 = 0.02;
const CONDITIONS: &str =
    "HMMWV at 18 m/s; payload of 7 t, classical washout of half of the motion, head of the driver on the left";
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

/// Motion of the rack in two double lane changes, each to the left and back. A lane change is `sin φ - sin 2φ / 2`, which begins
/// and ends without velocity.
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

/// One frame of a ride.
struct Sample {
    /// Time since the drive began [s].
    time: f64,
    in_vehicle: Motion,
    on_platform: Motion,
    felt_in_vehicle: Motion,
    felt_on_platform: Motion,
    at: Guarded<6>,
    forces: [f64; 6],
}

/// The picture in front of the driver. A new picture is made every few frames, and is shown some pictures later.
struct Picture {
    /// Number of the last picture made.
    made: u64,
    /// Yaw rates in the last picture and in the pictures before it [rad/s].
    shown: [f64; PICTURES.1 + 1],
}

impl Picture {
    /// Returns the yaw rate that the driver sees now, for a vehicle that turns at `rate` [rad/s].
    fn of(&mut self, time: f64, rate: f64) -> f64 {
        let number = (time * PICTURES.0) as u64;
        if number > self.made {
            self.made = number;
            self.shown.rotate_right(1);
            self.shown[0] = rate;
        }
        self.shown[PICTURES.1]
    }
}

/// A design of the truck with its driver, on the road and on the platform.
struct Ride<E: Subsystem<Hmmwv>> {
    truck: Simulation<Hmmwv, E>,
    in_vehicle: Vestibular,
    on_platform: Vestibular,
    washout: Classical,
    guard: Guard<Hexapod, 6>,
    poses: [Pose; 3],
    rates: [f64; 3],
    cues: FalseCues,
    picture: Picture,
    synchrony: Synchrony,
    samples: Vec<Sample>,
    /// Time spent on cueing and perception in all frames.
    spent: Duration,
}

/// The truck before it begins to drive. The stiffness of its tyres, vertical and cornering, is multiplied by `stiffness`.
fn ride(stiffness: f64, rest: &manoeuvres::Rest) -> Result<Ride<impl Subsystem<Hmmwv>>, Box<dyn Error>> {
    // Three low bumps and two high ones, across the road.
    let road = [
        row::<_, 3>(HalfSineBump::across((TRIM + 18.0) * SPEED, 0.8, 0.05), 12.0),
        row::<_, 3>(HalfSineBump::across((TRIM + 50.0) * SPEED, 3.0, 0.10), 25.0),
    ];
    let steer =
        Steer::of(Hmmwv::DESCRIPTION, "rack", |time| lane_changes(time - TRIM)).ok_or("the truck has a rack")?;
    let (mut on_road, hold) = manoeuvres::cruise(road, SPEED);
    for tyre in &mut on_road.tyres {
        tyre.stiffness *= stiffness;
        tyre.cornering_stiffness *= stiffness;
    }
    let mut truck = Simulation::new(Hmmwv::new(), (steer, (on_road, hold)), AdamsBashforth3::new());
    truck.set_state(manoeuvres::cruising(&rest.state, SPEED)?);
    while truck.time() < TRIM - 0.5 * PERIOD {
        let _ = truck.step(PERIOD)?;
    }
    let organs = || Vestibular::new(&Canals::REID, &Otoliths::REID, PERIOD);
    let guard = Guard::new(Hexapod::SEVEN_TONNES, PERIOD)?;
    Ok(Ride {
        truck,
        in_vehicle: organs()?,
        on_platform: organs()?,
        washout: Classical::new(&ClassicalSettings::HALF, PERIOD)?,
        poses: [guard.at().pose; 3],
        guard,
        rates: [0.0; 3],
        cues: FalseCues::new(Thresholds::SENSITIVE)?,
        picture: Picture {
            made: 0,
            shown: [0.0; PICTURES.1 + 1],
        },
        synchrony: Synchrony {
            motion: Onset::new(0.5 * ONSET)?,
            picture: Onset::new(ONSET)?,
        },
        samples: Vec::new(),
        spent: Duration::ZERO,
    })
}

impl<E: Subsystem<Hmmwv>> Ride<E> {
    /// Computes one frame.
    fn step(&mut self) -> Result<&Sample, Box<dyn Error>> {
        let _ = self.truck.step(PERIOD)?;
        let time = self.truck.time() - TRIM;
        let in_vehicle = Motion::in_body(
            &self.truck.bodies()[Hmmwv::BODY_CHASSIS],
            HEAD,
            Hmmwv::DESCRIPTION.gravity,
        );
        let begin = Instant::now();
        let at = *self.guard.step(&self.washout.step(&in_vehicle)?.pose);
        self.poses = [self.poses[1], self.poses[2], at.pose];
        // The motion of the platform as it really is, one frame ago.
        let [before, now, after] = &self.poses;
        let platform = PlatformMotion::of_poses([before, now, after], PERIOD);
        let on_platform = platform.felt();
        let felt_in_vehicle = self.in_vehicle.step(&in_vehicle);
        let felt_on_platform = self.on_platform.step(&on_platform);
        self.spent += begin.elapsed();
        self.cues.record(time, &felt_in_vehicle, &felt_on_platform)?;
        self.synchrony.motion.record(time, on_platform.angular_rate[2])?;
        let seen = self.picture.of(time, in_vehicle.angular_rate[2]);
        self.synchrony.picture.record(time, seen)?;
        let turned = on_platform.angular_rate;
        let angular = std::array::from_fn(|k| (turned[k] - self.rates[k]) / PERIOD);
        self.rates = turned;
        let forces = Hexapod::SEVEN_TONNES.leg_forces(&Payload::SEVEN_TONNES, &platform, angular);
        self.samples.push(Sample {
            time,
            in_vehicle,
            on_platform,
            felt_in_vehicle,
            felt_on_platform,
            at,
            forces: forces.ok_or("the legs do not hold the platform")?,
        });
        self.samples.last().ok_or_else(|| "it has just been added".into())
    }

    /// The findings of a design.
    fn findings(&self, with_platform: bool) -> Findings {
        let samples = &self.samples;
        let mut figures = Vec::new();
        for ((name, _), cue) in Motion::NAMES.into_iter().zip(self.cues.worst()) {
            let definition =
                "sensation on the platform against that in the vehicle, in multiples of its threshold: felt from 1 on";
            figures.push(Figure::new(name, "worst false cue", "thresholds", cue.size, definition));
            figures.push(Figure::new(name, "its time", "s", cue.time, definition));
        }
        let held = samples.iter().filter(|sample| sample.at.share < 1.0).count();
        let [shortest, longest] = ends(samples.iter().flat_map(|sample| sample.at.actuators));
        let [pull, push] = ends(samples.iter().flat_map(|sample| sample.forces));
        let delay = self.synchrony.delay().unwrap_or(f64::NAN);
        let onset = "from the onset of yaw on the platform to that of the picture, below zero if the picture is first";
        for (name, unit, value, definition) in [
            ("shortest leg", "m", shortest, "over the drive"),
            ("longest leg", "m", longest, "over the drive"),
            (
                "least force of a leg",
                "kN",
                1e-3 * pull,
                "positive where it pushes the platform",
            ),
            (
                "greatest force of a leg",
                "kN",
                1e-3 * push,
                "positive where it pushes the platform",
            ),
            (
                "time held back by a limit",
                "s",
                PERIOD * held as f64,
                "frames in which the platform did not go the whole way",
            ),
            ("picture after motion", "ms", 1e3 * delay, onset),
        ] {
            figures.push(Figure::new("platform", name, unit, value, definition));
        }
        let mut panels = motions(samples);
        if with_platform {
            panels.extend(platform(samples));
        }
        Findings {
            name: "lane changes and bumps on a hexapod".to_owned(),
            conditions: CONDITIONS.to_owned(),
            figures,
            panels,
            ..Findings::default()
        }
    }
}

/// Returns the least and the greatest number.
fn ends(numbers: impl Iterator<Item = f64>) -> [f64; 2] {
    numbers.fold([f64::MAX, f64::MIN], |[least, greatest], number| {
        [least.min(number), greatest.max(number)]
    })
}

/// Tells in words the differences of two designs that a driver can feel.
fn difference(place: &str, comparison: &Comparison) -> Vec<String> {
    let each = Motion::NAMES.into_iter().zip(comparison.differences());
    let felt = each.filter(|(_, difference)| difference.largest >= 1.0);
    let mut lines: Vec<String> = felt
        .map(|((name, _), difference)| {
            format!(
                "{place}, {name}: they differ by up to {:.1} thresholds, at {:.1} s, and above the threshold in {:.1} % of the time",
                difference.largest,
                difference.time,
                100.0 * difference.felt
            )
        })
        .collect();
    if lines.is_empty() {
        lines.push(format!("{place}: the difference is nowhere above its threshold"));
    }
    lines
}

/// Name, colour and number of a curve.
type Drawn<'a> = (&'a str, RGBColor, &'a dyn Fn(&Sample) -> f64);
/// A number of a sample.
type Read<'a> = Box<dyn Fn(&Sample) -> f64 + 'a>;

/// A panel over time.
fn panel(title: &str, samples: &[Sample], curves: &[Drawn]) -> Panel {
    let curves = curves.iter().map(|(name, ink, of)| Curve {
        design: 0,
        name: (*name).to_owned(),
        ink: *ink,
        points: thinned(
            &samples
                .iter()
                .map(|sample| (sample.time, of(sample)))
                .collect::<Vec<_>>(),
            POINTS,
        ),
    });
    Panel {
        title: title.to_owned(),
        x: "time [s]".to_owned(),
        curves: curves.collect(),
        ..Panel::default()
    }
}

/// Specific forces and angular rates in the vehicle and on the platform, and their perception with its thresholds.
fn motions(samples: &[Sample]) -> Vec<Panel> {
    let titles = [
        "longitudinal specific force",
        "lateral specific force",
        "vertical specific force, less g",
        "roll rate",
        "pitch rate",
        "yaw rate",
    ];
    let each = titles.into_iter().enumerate();
    each.flat_map(|(place, title)| beside(title, place, samples)).collect()
}

/// Two panels of one component of a motion: in the vehicle and on the platform, and as perceived.
fn beside(title: &str, place: usize, samples: &[Sample]) -> [Panel; 2] {
    let (unit, factor) = if place < 3 {
        ("[m/s²]", 1.0)
    } else {
        ("[deg/s]", 1.0_f64.to_degrees())
    };
    let thresholds = [Thresholds::SENSITIVE.specific_force, Thresholds::SENSITIVE.angular_rate].concat();
    let (rest, threshold) = (Motion::REST.numbers()[place], factor * thresholds[place]);
    let number = move |motion: &Motion| factor * (motion.numbers()[place] - rest);
    let felt = move |motion: &Motion| factor * motion.numbers()[place];
    let moved = panel(
        &format!("{title} {unit}"),
        samples,
        &[
            ("vehicle", INKS[0], &|s| number(&s.in_vehicle)),
            ("platform", INKS[1], &|s| number(&s.on_platform)),
        ],
    );
    let perceived = panel(
        &format!("{title} as perceived {unit}"),
        samples,
        &[
            ("vehicle", INKS[0], &|s| felt(&s.felt_in_vehicle)),
            ("platform", INKS[1], &|s| felt(&s.felt_on_platform)),
            ("threshold", LIMIT, &|_| threshold),
            ("", LIMIT, &|_| -threshold),
        ],
    );
    [moved, perceived]
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

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .map_or_else(|| PathBuf::from("target/simulator"), PathBuf::from);
    let mut folder = Folder::create(&folder)?;
    let rest = manoeuvres::settle()?;
    let (mut built, mut softer) = (ride(1.0, &rest)?, ride(SOFTER, &rest)?);
    let comparison = || Comparison::new(Thresholds::SENSITIVE);
    let (mut on_road, mut on_platform) = (comparison()?, comparison()?);
    for _ in 0..(LENGTH / PERIOD).round() as usize {
        let (one, other) = (built.step()?, softer.step()?);
        on_road.record(one.time, &one.felt_in_vehicle, &other.felt_in_vehicle)?;
        on_platform.record(one.time, &one.felt_on_platform, &other.felt_on_platform)?;
    }
    let frames = built.samples.len();
    let each = 1e9 * built.spent.as_secs_f64() / frames as f64;
    println!(
        "{frames} frames of {:.0} ms; washout, platform and perception {each:.0} ns each\n",
        1e3 * PERIOD
    );
    let designs = DESIGNS.map(str::to_owned);
    let mut found = [vec![built.findings(true)], vec![softer.findings(false)]];
    let lines = [
        difference("on the road", &on_road),
        difference("on the platform", &on_platform),
    ]
    .concat();
    let picture = draw("Lane changes and bumps on a hexapod", CONDITIONS, &found[0][0].panels)?;
    found[1][0].notes = lines;
    let comparisons = findings::Comparison::all(&designs, &found);
    comparisons.iter().for_each(|study| println!("{}", study.text()));
    let [pictured, other] = DESIGNS.map(|label| Design {
        label: label.to_owned(),
        ..Design::default()
    });
    let report = Report {
        title: "The truck in a driving simulator".to_owned(),
        designs: vec![
            Design {
                pictures: vec![("The drive in one picture".to_owned(), picture.clone())],
                ..pictured
            },
            Design {
                about: vec![format!(
                    "vertical and cornering stiffness of the tyres {SOFTER} times those of the truck's own"
                )],
                ..other
            },
        ],
        studies: comparisons
            .into_iter()
            .map(|comparison| Study {
                chapter: Chapter::Handling,
                comparison,
            })
            .collect(),
        replays: Vec::new(),
    };
    folder.write("simulator.svg", &picture)?;
    folder.write("simulator.html", &html(&report))?;
    folder.written().iter().for_each(|path| println!("{}", path.display()));
    Ok(())
}
