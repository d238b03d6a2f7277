//! Plausibility of a declared vehicle: figures with their usual ranges, and the likely mistake behind an unusual figure.
//!
//! The modules `declared`, `named`, `curves`, `ends` and `equipped` need only the declaration; the suspensions are evaluated on the
//! rig.

mod curves;
mod declared;
mod ends;
mod equipped;
mod named;

use crate::rig::kc::{self, column};
use crate::vehicle::{Running, Weight, shares};
use std::fmt::Write;
use wishbone::solver::Solver;
use wishbone_compiler::model::Model;
use wishbone_compiler::model::equipment::{self, Idle, Steering as Declared};
use wishbone_engine::equipment::grips;
use wishbone_studies::findings::number;
use wishbone_studies::plausibility::{
    Checked, Standing, Steered, Stops, of_masses, of_steering, of_suspensions, of_travel,
};
use wishbone_studies::rig::{NotReached, Rig};

/// Relative difference up to which figures of both sides are reported as one.
const ALIKE: f64 = 1e-6;

/// Plausibility of a vehicle.
#[derive(Clone, Debug, Default)]
pub struct Plausibility {
    /// Figures with their usual ranges.
    pub figures: Vec<Checked>,
    /// Demands of the declared driver that have no effect, and wheels that the powertrain turns backward, a line each.
    pub idle: Vec<String>,
    /// Wheels whose tyres have other radii by their property files, a line each. The warnings of the compiler have them, too.
    pub radii: Vec<String>,
    /// Figures that cannot be found, with the reasons.
    pub notes: Vec<String>,
}

impl Plausibility {
    /// All figures of a vehicle.
    pub fn of(running: &Running) -> Self {
        Self::looked_at(running, true)
    }

    /// Figures that are found quickly, and that every study reports: all figures except the figures of the suspensions
    /// under their loads.
    pub fn on_loading(running: &Running) -> Self {
        Self::looked_at(running, false)
    }

    /// Warnings, a line each: all unusual figures, demands of the driver without effect, wheels that turn backward, and tyres that do not fit
    /// on their wheels. Impossible figures are reported in the same way; only `check` rejects them.
    pub fn lines(&self) -> Vec<String> {
        let others = self.idle.iter().chain(&self.radii).cloned();
        self.unusual().map(told).chain(others).collect()
    }

    fn looked_at(running: &Running, is_settled: bool) -> Self {
        let model = &running.compiled.model;
        let mut found = Self {
            idle: equipment::idle(&model.equipment).iter().map(without_effect).collect(),
            radii: equipment::unlike_radii(&model.wheels, &model.equipment),
            ..Self::default()
        };
        found.idle.extend(shares::backward(running));
        found.figures.extend(declared::figures(model));
        found.figures.extend(curves::contradictions(model));
        found.figures.extend(ends::contradictions(model));
        if let Ok((model, points)) = running.declaration.resolved() {
            found.figures.extend(named::contradictions(&model, &points));
        }
        if let Some(standing) = found.standing(running) {
            found.on_the_road(running, &standing, is_settled);
        }
        found
    }

    /// Figures outside of their usual range.
    pub fn unusual(&self) -> impl Iterator<Item = &Checked> {
        self.figures.iter().filter(|figure| figure.is_unusual())
    }

    /// Whether a figure of the right side equals the figure of the left side.
    pub fn is_mirrored(&self, figure: &Checked) -> bool {
        is_mirrored(figure, &self.figures)
    }

    /// Figures with their usual ranges, with marks at unusual figures, and notes about figures that cannot be found.
    pub fn text(&self) -> String {
        let mut text = String::from("plausibility\n");
        let width = self.figures.iter().map(|figure| figure.name.chars().count()).max();
        for (place, figure) in self.figures.iter().enumerate() {
            if !is_mirrored(figure, &self.figures[..place]) {
                line(&mut text, figure, width.unwrap_or(0));
            }
        }
        for line in &self.idle {
            let _ = writeln!(text, "! {line}");
        }
        for note in &self.notes {
            let _ = writeln!(text, "  {note}");
        }
        text
    }

    /// The vehicle on its wheels; `None`, and a note with the reason, if its loads are not known.
    fn standing(&mut self, running: &Running) -> Option<Standing> {
        let compiled = &running.compiled;
        let Some(weight) = Weight::of(compiled) else {
            self.notes
                .push("not told: the vehicle does not stand on its wheels, it has no mass".to_owned());
            return None;
        };
        if weight.loads(compiled).is_none() {
            self.notes
                .push("not told: the vehicle does not stand on its wheels".to_owned());
            if running.held_bodies().len() == 1 {
                self.figures.extend(beside_its_wheels(&compiled.model, &weight));
            }
            return None;
        }
        let carried = running.loads().filter(|loads| loads.iter().all(|load| *load > 0.0));
        let Some(loads) = carried else {
            let note = "not told: the loads of several heavy bodies, or of more than four wheels, follow from the rest, in which not all wheels carry (`wishbone settle`)";
            self.notes.push(note.to_owned());
            return None;
        };
        let rates = grips(compiled, &loads).into_iter();
        Some(Standing {
            mass: weight.mass,
            centre: weight.centre.into(),
            gravity: weight.gravity,
            tyre_rates: rates.map(|grip| grip.map(|grip| grip.vertical_rate)).collect(),
            loads,
        })
    }

    /// Figures of a vehicle that stands on its wheels.
    fn on_the_road(&mut self, running: &Running, standing: &Standing, is_settled: bool) {
        if standing.tyre_rates.is_none() {
            self.notes
                .push("without tyres: none are declared, or the loads are too large for them".to_owned());
        }
        let grips = grips(&running.compiled, &standing.loads);
        self.figures.extend(on_the_left(&running.compiled.model, standing));
        let (mut engine, inputs) = (running.engine.clone(), running.engine.no_inputs());
        engine.kinematics(&engine.design_state(), &inputs);
        self.figures
            .extend(equipped::figures(running, standing, &grips, engine.wheels()));
        let mut masses = of_masses(standing, engine.wheels(), &running.radii);
        // Suspensions on the ground have no mass of a whole vehicle.
        masses.retain(|own| own.name != "mass" || !running.held_bodies().is_empty());
        self.figures.extend(masses);
        match Rig::new(engine, &running.held_bodies(), &column(running), &running.radii) {
            Ok(rig) => {
                let rig = rig.with_twins(&running.twins());
                match running.is_articulated() {
                    true => self.notes.push(
                        "steering is not judged: heavy bodies bend against each other, and no wheel turns on its carrier".to_owned(),
                    ),
                    false => self.add("steering", steering(running, &rig)),
                }
                self.add("travel", of_travel(&rig));
                if running.held_bodies().len() > 1 {
                    let note = "suspensions are not judged: several heavy bodies (`wishbone kc` holds them)";
                    self.notes.push(note.to_owned());
                } else if is_settled {
                    let found = of_suspensions(&rig, standing, &stops(&running.compiled.model));
                    self.add("suspensions", found);
                }
            }
            Err(reason) => self.notes.push(format!("! suspensions: {reason}")),
        }
    }

    fn add(&mut self, what: &str, found: Result<Vec<Checked>, NotReached>) {
        match found {
            Ok(found) => self.figures.extend(found),
            Err(reason) => self.notes.push(format!("! {what}: {reason}")),
        }
    }
}

/// A demand of the driver on which nothing acts, in words.
pub fn without_effect(idle: &Idle) -> String {
    format!(
        "nothing acts on the driver's `{}`, which needs {}",
        idle.demand, idle.needs
    )
}

/// Fraction of the largest distance from the middle up to which a wheel counts as on neither side.
const NEAR_THE_MIDDLE: f64 = 0.25;

/// Fraction of the weight on the wheels of the left side; `None` for wheels in one track. A wheel near the middle, such
/// as the nose wheel of a three-wheeler, is on neither side.
fn on_the_left(model: &Model, standing: &Standing) -> Option<Checked> {
    let widest = model
        .wheels
        .iter()
        .fold(0.0_f64, |widest, wheel| widest.max(wheel.centre.y.abs()));
    let side = |sign: f64| -> f64 {
        let wheels = model.wheels.iter().zip(&standing.loads);
        let own = wheels.filter(|(wheel, _)| sign * wheel.centre.y > NEAR_THE_MIDDLE * widest);
        own.map(|(_, load)| load).sum()
    };
    let (left, right) = (side(1.0), side(-1.0));
    (left > 0.0 && right > 0.0).then(|| {
        Checked::new(
            "left side's part of the load",
            "%",
            100.0 * left / (left + right),
            42.0..=58.0,
            "cars with their driver 48 to 52",
        )
        .likely("y of a centre of mass, or of a wheel centre")
    })
}

/// Whether a figure of the right side equals the figure of the left side, which is reported first.
fn is_mirrored(figure: &Checked, before: &[Checked]) -> bool {
    let left = figure.name.replace("right", "left");
    let is_same = |own: &Checked| own.name == left && (own.value - figure.value).abs() <= ALIKE * own.value.abs();
    left != figure.name && before.iter().any(is_same)
}

fn line(text: &mut String, figure: &Checked, width: usize) {
    let mark = if figure.is_unusual() { "!" } else { " " };
    let (name, unit) = (&figure.name, figure.unit);
    let value = number(figure.value);
    let _ = writeln!(text, "{mark} {name:width$} {value:>12} {unit:7} {}", usual(figure));
    if figure.is_unusual() {
        let _ = writeln!(text, "    {}", reason(figure));
    }
}

/// `usual 8 to 45`
fn usual(figure: &Checked) -> String {
    match (*figure.usual.start(), *figure.usual.end()) {
        (least, f64::INFINITY) => format!("usual above {}", number(least)),
        (least, most) => format!("usual {} to {}", number(least), number(most)),
    }
}

/// The likely mistake, and the source of the range.
fn reason(figure: &Checked) -> String {
    let kind = if figure.is_impossible() {
        "cannot be meant"
    } else {
        "unusual"
    };
    match figure.slip.is_empty() {
        true => format!("{kind}: {}", figure.source),
        false => format!("{kind}: likely {} ({})", figure.slip, figure.source),
    }
}

/// An unusual figure in one line.
pub fn told(figure: &Checked) -> String {
    let value = number(figure.value);
    let value = format!("{value} {}", figure.unit);
    format!(
        "{}: {}, {}; {}",
        figure.name,
        value.trim_end(),
        usual(figure),
        reason(figure)
    )
}

/// The longitudinal position of the centre of mass, if it is outside of the wheelbase.
fn beside_its_wheels(model: &Model, weight: &Weight) -> Option<Checked> {
    let places = model.wheels.iter().map(|wheel| wheel.centre.x);
    let (rear, front) = (places.clone().reduce(f64::min)?, places.reduce(f64::max)?);
    let is_whole = model.wheels.len() > 2 && front > rear;
    is_whole.then(|| {
        let share = 100.0 * (weight.centre.x - rear) / (front - rear);
        Checked::new(
            "centre of mass between the last axle (0) and the first one (100)",
            "%",
            share,
            0.0..=100.0,
            "a vehicle stands on its wheels",
        )
        .likely(
            "x or y of the chassis' `com`: sign (x points forward), unit, or another origin than that of the points",
        )
        .possible(0.0..=100.0)
    })
}

/// Figures of the steering axes, if the vehicle steers.
fn steering(running: &Running, rig: &Rig<wishbone_engine::Engine>) -> Result<Vec<Checked>, NotReached> {
    let Some(motion) = kc::steering(running) else {
        return Ok(Vec::new());
    };
    let ratio = equipment::steering(&running.compiled.model.equipment).map(|steering| match steering {
        Declared::Driven { ratio, .. } => *ratio,
        Declared::Column(column) => column.ratio,
    });
    of_steering(rig, Steered { motion, ratio })
}

/// Springs with their stops.
fn stops(model: &Model) -> Vec<Stops> {
    let springs = kc::lengths(model).into_iter().zip(&model.springs);
    springs
        .map(|(length, spring)| Stops {
            length,
            at: [&spring.bump_stop, &spring.rebound_stop].map(|stop| stop.as_ref().map(|stop| *stop.length)),
        })
        .collect()
}
