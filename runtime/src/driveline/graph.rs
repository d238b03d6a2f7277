//! Declaration of a driveline.

use super::reduction::{Reduction, Unsound};
use super::{Converter, Coupling, Driveline, Engine, Gearbox, Law, MOST_ENGINES, Side, Source};
use crate::control::Controls;
use core::fmt;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};
use wishbone_laws::friction::DryFriction;

/// A shaft of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shaft(usize);

/// End of a coupling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A shaft.
    Shaft(Shaft),
    /// Input of the gearbox.
    Gearbox,
    /// A wheel, by its position among the wheels of the solver.
    Wheel(usize),
    /// The housing, which does not turn: for a brake or a lock.
    Housing,
}

impl From<Shaft> for End {
    fn from(shaft: Shaft) -> Self {
        Self::Shaft(shaft)
    }
}

/// A driveline as declared.
///
/// ```
/// use wishbone::driveline::{End, Engine, Gearbox, Graph};
/// use wishbone::curve::Samples;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let engine = Engine {
///     full: Samples::new(&[80.0, 250.0, 600.0], &[120.0, 200.0, 150.0])?,
///     closed: Samples::new(&[0.0, 600.0], &[-5.0, -40.0])?,
///     idle: Some([70.0, 90.0]),
///     limit: Some([620.0, 640.0]),
/// };
/// let mut graph = Graph::new();
/// let crank = graph.shaft("crankshaft", 0.2);
/// let [output, case, left, right] =
///     [("output", 0.02), ("case", 0.05), ("left", 0.01), ("right", 0.01)].map(|(name, inertia)| graph.shaft(name, inertia));
/// graph.engine("engine", crank, engine);
/// graph.gearbox(output, Gearbox::new(&[3.6, 2.0, 1.4, 1.0], 3.5).expect("sound ratios"));
/// graph.clutch("clutch", crank.into(), End::Gearbox, 350.0);
/// graph.gear("final drive", output, case, 3.9);
/// graph.differential("differential", case, [left, right], 0.5);
/// graph.elastic("left half-shaft", left.into(), End::Wheel(2), 6e3, 20.0);
/// graph.elastic("right half-shaft", right.into(), End::Wheel(3), 6e3, 20.0);
/// // Three shafts are free: crankshaft, left and right. Rear-wheel drive of a vehicle with four wheels.
/// let driveline = graph.build::<3, 3, 4>()?;
/// assert_eq!(driveline.gear(), 0);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Graph {
    shafts: Vec<(&'static str, f64)>,
    equations: Vec<(&'static str, Vec<(usize, f64)>)>,
    couplings: Vec<Declared>,
    engines: Vec<(&'static str, Shaft, Engine)>,
    gearboxes: Vec<(Shaft, Gearbox)>,
    /// Mistakes that are known before the graph is built.
    told: Vec<Mistake>,
}

#[derive(Clone, Debug)]
struct Declared {
    name: &'static str,
    from: End,
    to: End,
    law: Law,
    /// Names of the couplings whose torques load it.
    loads: Vec<&'static str>,
}

/// A mistake in a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Message, with the name of the part.
    pub message: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// All mistakes of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

impl core::error::Error for Mistakes {}

/// Twist of a clutch or a limited slip at which it slides [rad]: hundredths of a turn, as the springs of a clutch disc have.
const REACH: f64 = 0.05;
/// Time of its damper [s].
const DAMPER: f64 = 0.005;
/// Shortest time in which it is twisted by its reach [s].
const SHORTEST: f64 = 0.005;

const FRICTION: DryFriction = DryFriction {
    reach: REACH,
    damper: DAMPER,
    shortest: SHORTEST,
};

impl Graph {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A shaft with an inertia [kg m²], zero for one that gears or a differential tie to others.
    pub fn shaft(&mut self, name: &'static str, inertia: f64) -> Shaft {
        self.shafts.push((name, inertia));
        Shaft(self.shafts.len() - 1)
    }

    /// Gears that let `driving` turn `ratio` times as fast as `driven`; below zero, in the opposite direction.
    pub fn gear(&mut self, name: &'static str, driving: Shaft, driven: Shaft, ratio: f64) {
        self.equations.push((name, vec![(driving.0, 1.0), (driven.0, -ratio)]));
    }

    /// A differential: the case turns at `share w₁ + (1 - share) w₂`, and its outputs get these parts of its torque; 0.5 for one
    /// between two wheels.
    pub fn differential(&mut self, name: &'static str, case: Shaft, outputs: [Shaft; 2], share: f64) {
        let [first, second] = outputs;
        self.equations
            .push((name, vec![(case.0, 1.0), (first.0, -share), (second.0, share - 1.0)]));
    }

    /// A gearbox in front of its output shaft; its input is [`End::Gearbox`].
    pub fn gearbox(&mut self, output: Shaft, gearbox: Gearbox) {
        self.gearboxes.push((output, gearbox));
    }

    /// An engine or motor on a shaft. The first one tells an automatic gearbox when to shift.
    pub fn engine(&mut self, name: &'static str, shaft: Shaft, engine: Engine) {
        self.engines.push((name, shaft, engine));
    }

    /// A torsion spring [N m/rad] with a damper [N m s/rad]: a half-shaft, a drive shaft.
    pub fn elastic(&mut self, name: &'static str, from: End, to: End, stiffness: f64, damping: f64) {
        self.couple(name, from, to, Law::Elastic { stiffness, damping }, &[]);
    }

    /// A half-shaft of `names.len()` rigid elements between a side of the differential and a wheel, with one spring more than
    /// elements: `inertia` [kg m²], `stiffness` [N m/rad] and `damping` [N m s/rad] are those of the whole shaft (Szczotka &
    /// Wojciech 2008, 3.2). `springs` are the names of the springs, one more.
    pub fn torsion_shaft<const N: usize>(
        &mut self,
        names: [&'static str; N],
        springs: &[&'static str],
        [from, to]: [End; 2],
        [inertia, stiffness, damping]: [f64; 3],
    ) {
        if springs.len() != N + 1 {
            let message = format!(
                "a shaft of {N} elements has {} springs, and {} names were given: {names:?}",
                N + 1,
                springs.len()
            );
            self.told.push(Mistake { message });
        }
        let pieces = (N + 1) as f64;
        let elements = names.map(|name| End::Shaft(self.shaft(name, inertia / N as f64)));
        let ends: Vec<End> = core::iter::once(from).chain(elements).chain([to]).collect();
        for (pair, name) in ends.windows(2).zip(springs) {
            self.elastic(name, pair[0], pair[1], stiffness * pieces, damping * pieces);
        }
    }

    /// A clutch that holds `capacity` [N m] with the pedal released.
    pub fn clutch(&mut self, name: &'static str, from: End, to: End, capacity: f64) {
        let friction = FRICTION;
        self.couple(name, from, to, Law::Clutch { friction, capacity }, &[]);
    }

    /// Limited slip between the outputs of a differential: see [`Law::LimitedSlip`]. `loads` are the names of the elastic
    /// couplings that carry the torque of the differential, its half-shafts.
    pub fn limited_slip(
        &mut self,
        name: &'static str,
        outputs: [Shaft; 2],
        preload: f64,
        bias: f64,
        loads: &[&'static str],
    ) {
        let [first, second] = outputs.map(End::Shaft);
        let law = Law::LimitedSlip {
            friction: FRICTION,
            preload,
            bias,
        };
        self.couple(name, first, second, law, loads);
    }

    /// A torque converter.
    pub fn converter(&mut self, name: &'static str, pump: End, turbine: End, converter: Converter) {
        self.couple(name, pump, turbine, Law::Converter(converter), &[]);
    }

    fn couple(&mut self, name: &'static str, from: End, to: End, law: Law, loads: &[&'static str]) {
        self.couplings.push(Declared {
            name,
            from,
            to,
            law,
            loads: loads.to_vec(),
        });
    }

    /// The driveline, with `S` free shafts, `C` couplings and `W` wheels.
    ///
    /// # Errors
    /// All mistakes, among them the wrong numbers of shafts or couplings.
    pub fn build<const S: usize, const C: usize, const W: usize>(&self) -> Result<Driveline<S, C, W>, Mistakes> {
        let mut mistakes = self.mistakes(W);
        let reduction = match self.reduced() {
            Ok(reduction) => reduction,
            Err(mistake) => {
                mistakes.push(mistake);
                return Err(Mistakes(mistakes));
            }
        };
        let (free, couplings) = (reduction.free.len(), self.couplings.len());
        if free != S || couplings != C {
            let message = format!(
                "this driveline has {free} free shafts and {couplings} couplings: build it as `Driveline<{free}, {couplings}, {W}>`"
            );
            mistakes.push(Mistake { message });
        }
        if mistakes.is_empty() {
            Ok(self.built(&reduction).map_err(|mistake| Mistakes(vec![mistake]))?)
        } else {
            Err(Mistakes(mistakes))
        }
    }

    fn reduced(&self) -> Result<Reduction, Mistake> {
        let inertias: Vec<f64> = self.shafts.iter().map(|(_, inertia)| *inertia).collect();
        let equations: Vec<Vec<(usize, f64)>> = self.equations.iter().map(|(_, terms)| terms.clone()).collect();
        Reduction::new(&equations, &inertias).map_err(|unsound| self.explained(unsound))
    }

    fn explained(&self, unsound: Unsound) -> Mistake {
        let shaft = |shaft: usize| self.shafts[shaft].0;
        let message = match unsound {
            Unsound::Repeated(equation) => {
                format!(
                    "`{}` says again what the gears before it say; remove it",
                    self.equations[equation].0
                )
            }
            Unsound::Held(held) => format!(
                "gears and differentials let `{}` turn in no way; two of them contradict each other",
                shaft(held)
            ),
            Unsound::WithoutInertia(free) => format!(
                "`{}` can turn without moving any inertia; give it an inertia, or one of the shafts that turn with it",
                shaft(free)
            ),
        };
        Mistake { message }
    }

    /// Mistakes in single numbers and names.
    fn mistakes(&self, wheels: usize) -> Vec<Mistake> {
        let mut found = self.told.clone();
        let mut tell = |message: String| found.push(Mistake { message });
        for (place, coupling) in self.couplings.iter().enumerate() {
            if self.couplings[..place].iter().any(|other| other.name == coupling.name) {
                tell(format!("two couplings are called `{}`", coupling.name));
            }
        }
        for (name, inertia) in &self.shafts {
            if !(*inertia >= 0.0 && inertia.is_finite()) {
                tell(format!(
                    "the inertia of `{name}` is {inertia}; it has to be zero or more"
                ));
            }
        }
        for (name, terms) in &self.equations {
            if terms.iter().any(|(_, c)| !c.is_finite()) || terms.iter().all(|(_, c)| *c == 0.0) {
                tell(format!("the ratio of `{name}` is not a number that gears can have"));
            }
        }
        for coupling in &self.couplings {
            let name = coupling.name;
            for end in [coupling.from, coupling.to] {
                match end {
                    End::Wheel(wheel) if wheel >= wheels => {
                        tell(format!(
                            "`{name}` drives wheel {wheel}, and the vehicle has {wheels} wheels"
                        ));
                    }
                    End::Gearbox if self.gearboxes.is_empty() => {
                        tell(format!("`{name}` ends at the gearbox, and there is none"));
                    }
                    _ => {}
                }
            }
            if coupling.from == coupling.to {
                tell(format!("`{name}` couples something with itself"));
            }
            coupling.numbers(&mut tell);
            for load in &coupling.loads {
                if !self
                    .couplings
                    .iter()
                    .any(|other| other.name == *load && other.is_elastic())
                {
                    tell(format!("`{name}` is loaded by `{load}`, which is no elastic coupling"));
                }
            }
        }
        if self.gearboxes.len() > 1 {
            tell(format!(
                "there are {} gearboxes; there can be one",
                self.gearboxes.len()
            ));
        }
        if self.engines.len() > MOST_ENGINES {
            tell(format!(
                "there are {} engines; there can be {MOST_ENGINES}",
                self.engines.len()
            ));
        }
        found
    }

    fn built<const S: usize, const C: usize, const W: usize>(
        &self,
        reduction: &Reduction,
    ) -> Result<Driveline<S, C, W>, Mistake> {
        let inertias: Vec<f64> = self.shafts.iter().map(|(_, inertia)| *inertia).collect();
        let mass = reduction.mass(&inertias);
        let inverse = reduction.inverse(&mass).map_err(|unsound| self.explained(unsound))?;
        let row = |row: &[f64]| -> [f64; S] { core::array::from_fn(|k| row[k]) };
        let matrix = |rows: &[Vec<f64>]| -> [[f64; S]; S] { core::array::from_fn(|k| row(&rows[k])) };
        let part = |shaft: Shaft| row(&reduction.parts[shaft.0]);
        let side = |end: End| {
            let mut side = Side::HOUSING;
            match end {
                End::Shaft(shaft) => side.shafts = part(shaft),
                End::Gearbox => side.input = 1.0,
                End::Wheel(wheel) => side.wheels[wheel] = 1.0,
                End::Housing => {}
            }
            side
        };
        // Those on which others depend come first.
        let mut order: Vec<&Declared> = self.couplings.iter().collect();
        order.sort_by_key(|coupling| !coupling.is_elastic());
        let couplings = core::array::from_fn(|k| {
            let declared = order[k];
            Coupling {
                name: declared.name,
                from: side(declared.from),
                to: side(declared.to),
                law: declared.law,
                loads: core::array::from_fn(|k| f64::from(u8::from(declared.loads.contains(&order[k].name)))),
            }
        });
        let mut engines = [const { None }; MOST_ENGINES];
        for (place, &(name, shaft, engine)) in engines.iter_mut().zip(&self.engines) {
            let shaft = part(shaft);
            *place = Some(Source { name, engine, shaft });
        }
        Ok(Driveline {
            shafts: core::array::from_fn(|k| self.shafts[reduction.free[k]].0),
            mass: matrix(&mass),
            inverse: matrix(&inverse),
            engines,
            couplings,
            gearbox: self
                .gearboxes
                .first()
                .map(|(output, gearbox)| (*gearbox, part(*output))),
            controls: Controls::default(),
            torques: [0.0; MOST_ENGINES],
            transmitted: [0.0; C],
        })
    }
}

impl Declared {
    fn is_elastic(&self) -> bool {
        matches!(self.law, Law::Elastic { .. })
    }

    /// Tells numbers that no such coupling can have.
    fn numbers(&self, tell: &mut impl FnMut(String)) {
        let numbers: &[(&str, f64, bool)] = match &self.law {
            Law::Elastic { stiffness, damping } => &[("stiffness", *stiffness, true), ("damping", *damping, false)],
            Law::Clutch { capacity, .. } => &[("capacity", *capacity, true)],
            Law::LimitedSlip { preload, bias, .. } => {
                if !(0.0..1.0).contains(bias) {
                    tell(format!(
                        "the bias of `{}` is {bias}; it has to be from 0 to below 1",
                        self.name
                    ));
                }
                &[("preload", *preload, false)]
            }
            Law::Converter(converter) => {
                if converter.capacity.least() <= 0.0 {
                    tell(format!("the capacity factors of `{}` have to be above zero", self.name));
                }
                &[]
            }
        };
        for (what, number, is_positive) in numbers {
            let is_sound = number.is_finite() && (*number > 0.0 || (*number == 0.0 && !is_positive));
            if !is_sound {
                let range = if *is_positive { "above zero" } else { "zero or more" };
                tell(format!(
                    "the {what} of `{}` is {number}; it has to be {range}",
                    self.name
                ));
            }
        }
    }
}
