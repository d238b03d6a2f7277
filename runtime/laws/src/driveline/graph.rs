//! Declaration of a driveline.

use super::at_input;
use super::loaded::Outputs;
use super::reduction::{Reduction, Unsound};
use super::{Capacity, Converter, Engine, Gearbox, Law, MOST_ENGINES, Shifting};
use crate::friction::DryFriction;
use core::fmt;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

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

/// A driveline as declared; `N` is the type of the names of its parts.
///
/// Solving it eliminates gears and differentials. The free shafts with a constant mass matrix remain.
///
/// ```
/// use wishbone_laws::driveline::{End, Graph};
/// let mut graph = Graph::new();
/// let [case, left, right] = [("case", 0.05), ("left", 0.01), ("right", 0.01)].map(|(name, inertia)| graph.shaft(name, inertia));
/// graph.differential("differential", case, [left, right], 0.5);
/// graph.elastic("left half-shaft", left.into(), End::Wheel(0), 6e3, 20.0);
/// graph.elastic("right half-shaft", right.into(), End::Wheel(1), 6e3, 20.0);
/// let solved = graph.solve(2).expect("nothing is wrong");
/// // The right side turns at twice the speed of the case, less that of the left side.
/// assert_eq!(solved.shafts, ["case", "left"]);
/// assert!((solved.mass[0][0] - 0.09).abs() < 1e-15 && (solved.mass[0][1] + 0.02).abs() < 1e-15);
/// ```
#[derive(Clone, Debug)]
pub struct Graph<N = &'static str> {
    shafts: Vec<(N, f64)>,
    equations: Vec<(N, Vec<(usize, f64)>)>,
    couplings: Vec<Declared<N>>,
    engines: Vec<(N, Shaft, Engine)>,
    gearboxes: Vec<(Shaft, Gearbox)>,
    /// Mistakes that are known before the graph is solved.
    told: Vec<Mistake<N>>,
}

impl<N> Default for Graph<N> {
    fn default() -> Self {
        Self {
            shafts: Vec::new(),
            equations: Vec::new(),
            couplings: Vec::new(),
            engines: Vec::new(),
            gearboxes: Vec::new(),
            told: Vec::new(),
        }
    }
}

#[derive(Clone, Debug)]
struct Declared<N> {
    name: N,
    from: End,
    to: End,
    law: Law,
    /// Names of the couplings whose torques load it.
    loads: Vec<N>,
}

/// A driveline whose gears and differentials have been eliminated.
#[derive(Clone, Debug)]
pub struct Solved<N = &'static str> {
    /// Names of the free shafts.
    pub shafts: Vec<N>,
    /// Mass matrix of the free shafts, without the input of the gearbox [kg m²].
    pub mass: Vec<Vec<f64>>,
    /// Its inverse.
    pub inverse: Vec<Vec<f64>>,
    /// Engines and motors, each with its speed as a sum of the speeds of the free shafts.
    pub engines: Vec<(N, Engine, Vec<f64>)>,
    /// Couplings, those first on whose torques others depend.
    pub couplings: Vec<Coupled<N>>,
    /// The gearbox, if there is one, and its output as a sum of the free shafts.
    pub gearbox: Option<(Gearbox, Vec<f64>)>,
    /// The engines that turn with the gearbox's input, by position. Each engine has its speed divided by the speed of
    /// the input while no coupling slips or twists. An automatic gearbox shifts by the first engine. Engines with a
    /// governor or a limiter come before other engines; within each group, the engine with the greatest torque at the
    /// input comes first.
    pub at_input: Vec<(usize, f64)>,
}

/// A coupling of a solved driveline.
#[derive(Clone, Debug)]
pub struct Coupled<N = &'static str> {
    /// `half_shaft_left`
    pub name: N,
    /// The side that drives where the torque is positive.
    pub from: Turning,
    /// The other side.
    pub to: Turning,
    /// Its law.
    pub law: Law,
    /// By coupling: torque of both outputs of a limited slip by the torque of the coupling; zero if the coupling does
    /// not load the limited slip.
    pub loads: Vec<f64>,
}

/// The part of a driveline with which a side of a coupling turns.
#[derive(Clone, Debug, PartialEq)]
pub enum Turning {
    /// A sum of the free shafts: its parts of each.
    Shafts(Vec<f64>),
    /// The gearbox's input.
    Input,
    /// A wheel, by its position among the wheels of the solver.
    Wheel(usize),
    /// Nothing: the housing.
    Housing,
}

impl Turning {
    /// Part of a free shaft's speed.
    pub fn of_shaft(&self, shaft: usize) -> f64 {
        match self {
            Self::Shafts(parts) => parts.get(shaft).copied().unwrap_or(0.0),
            Self::Input | Self::Wheel(_) | Self::Housing => 0.0,
        }
    }

    /// Part of the speed of the gearbox's input: one or none of it.
    pub fn of_input(&self) -> f64 {
        f64::from(u8::from(*self == Self::Input))
    }

    /// Part of a wheel's spin: one or none of it.
    pub fn of_wheel(&self, wheel: usize) -> f64 {
        f64::from(u8::from(*self == Self::Wheel(wheel)))
    }
}

/// A mistake in a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake<N = &'static str> {
    /// The part that the mistake is about; `None` if it is about the whole graph.
    pub part: Option<N>,
    /// Message, with the name of the part.
    pub message: String,
}

impl<N> fmt::Display for Mistake<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// All mistakes of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes<N = &'static str>(pub Vec<Mistake<N>>);

impl<N> fmt::Display for Mistakes<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&all.join("; "))
    }
}

impl<N: fmt::Debug> core::error::Error for Mistakes<N> {}

/// Twist of a clutch at which the clutch slides [rad]: hundredths of a turn, like the springs of a clutch disc.
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

impl<N: Clone + PartialEq + AsRef<str>> Graph<N> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A shaft with an inertia [kg m²]; the inertia is zero for a shaft that gears or a differential tie to other
    /// shafts.
    pub fn shaft(&mut self, name: N, inertia: f64) -> Shaft {
        self.shafts.push((name, inertia));
        Shaft(self.shafts.len() - 1)
    }

    /// Gears that let `driving` turn `ratio` times as fast as `driven`; below zero, in the opposite direction.
    pub fn gear(&mut self, name: N, driving: Shaft, driven: Shaft, ratio: f64) {
        self.equations.push((name, vec![(driving.0, 1.0), (driven.0, -ratio)]));
    }

    /// A differential: the case turns at `share w₁ + (1 - share) w₂`, and its outputs get the parts `share` and
    /// `1 - share` of its torque. Between two wheels `share` is 0.5.
    pub fn differential(&mut self, name: N, case: Shaft, outputs: [Shaft; 2], share: f64) {
        let [first, second] = outputs;
        self.equations
            .push((name, vec![(case.0, 1.0), (first.0, -share), (second.0, share - 1.0)]));
    }

    /// A gearbox in front of its output shaft; its input is [`End::Gearbox`].
    pub fn gearbox(&mut self, output: Shaft, gearbox: Gearbox) {
        self.gearboxes.push((output, gearbox));
    }

    /// An engine or motor on a shaft. An automatic gearbox shifts by the speed of the engine that turns with its input
    /// ([`Solved::at_input`]).
    pub fn engine(&mut self, name: N, shaft: Shaft, engine: Engine) {
        self.engines.push((name, shaft, engine));
    }

    /// A torsion spring [N m/rad] with a damper [N m s/rad]: a half-shaft, a drive shaft.
    pub fn elastic(&mut self, name: N, from: End, to: End, stiffness: f64, damping: f64) {
        self.couple(name, from, to, Law::Elastic { stiffness, damping }, &[]);
    }

    /// A half-shaft of `names.len()` rigid elements between a side of the differential and a wheel, with one spring more than
    /// elements. `inertia` [kg m²], `stiffness` [N m/rad] and `damping` [N m s/rad] belong to the whole shaft (Szczotka &
    /// Wojciech 2008, 3.2). `springs` are the names of the springs, one more.
    pub fn torsion_shaft(
        &mut self,
        names: impl AsRef<[N]>,
        springs: &[N],
        [from, to]: [End; 2],
        [inertia, stiffness, damping]: [f64; 3],
    ) {
        let names = names.as_ref();
        let elements = names.len();
        if springs.len() != elements + 1 {
            let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
            let message = format!(
                "a shaft of {elements} elements has {} springs, and {} names were given: {names:?}",
                elements + 1,
                springs.len()
            );
            let part = springs.first().cloned();
            self.told.push(Mistake { part, message });
        }
        let pieces = (elements + 1) as f64;
        let mut ends = vec![from];
        for name in names {
            ends.push(End::Shaft(self.shaft(name.clone(), inertia / elements as f64)));
        }
        ends.push(to);
        for (pair, name) in ends.windows(2).zip(springs) {
            self.elastic(name.clone(), pair[0], pair[1], stiffness * pieces, damping * pieces);
        }
    }

    /// A clutch that holds `capacity` [N m] with the pedal released.
    pub fn clutch(&mut self, name: N, from: End, to: End, capacity: f64) {
        let friction = FRICTION;
        self.couple(name, from, to, Law::Clutch { friction, capacity }, &[]);
    }

    /// Limited slip between the outputs of a differential: see [`Law::LimitedSlip`]. `loads` are the names of the elastic couplings
    /// that carry the torque of the differential: the half-shafts of both outputs. Only without a bias the list may be empty.
    pub fn limited_slip(&mut self, name: N, outputs: [Shaft; 2], preload: f64, bias: f64, loads: &[N]) {
        let [first, second] = outputs.map(End::Shaft);
        let law = Law::LimitedSlip { preload, bias };
        self.couple(name, first, second, law, loads);
    }

    /// A torque converter.
    pub fn converter(&mut self, name: N, pump: End, turbine: End, converter: Converter) {
        self.couple(name, pump, turbine, Law::Converter(converter), &[]);
    }

    fn couple(&mut self, name: N, from: End, to: End, law: Law, loads: &[N]) {
        self.couplings.push(Declared {
            name,
            from,
            to,
            law,
            loads: loads.to_vec(),
        });
    }

    /// Solves it for a vehicle with this number of wheels.
    ///
    /// # Errors
    /// All mistakes.
    pub fn solve(&self, wheels: usize) -> Result<Solved<N>, Mistakes<N>> {
        let mut mistakes = self.mistakes(wheels);
        let solved = self.reduced().and_then(|reduction| match mistakes.is_empty() {
            true => self.solved(&reduction).map(Some),
            false => Ok(None),
        });
        match solved {
            Ok(Some(solved)) => return Ok(solved),
            Ok(None) => {}
            Err(mistake) => mistakes.push(mistake),
        }
        Err(Mistakes(mistakes))
    }

    fn reduced(&self) -> Result<Reduction, Mistake<N>> {
        let inertias: Vec<f64> = self.shafts.iter().map(|(_, inertia)| *inertia).collect();
        let equations: Vec<Vec<(usize, f64)>> = self.equations.iter().map(|(_, terms)| terms.clone()).collect();
        Reduction::new(&equations, &inertias).map_err(|unsound| self.explained(unsound))
    }

    fn explained(&self, unsound: Unsound) -> Mistake<N> {
        let part = match unsound {
            Unsound::Repeated(equation) => &self.equations[equation].0,
            Unsound::Held(shaft) | Unsound::WithoutInertia(shaft) => &self.shafts[shaft].0,
        };
        let name = part.as_ref();
        let message = match unsound {
            Unsound::Repeated(_) => format!("`{name}` says again what the gears before it say; remove it"),
            Unsound::Held(_) => {
                format!("gears and differentials let `{name}` turn in no way; two of them contradict each other")
            }
            Unsound::WithoutInertia(_) => format!(
                "`{name}` can turn without moving any inertia; give it an inertia, or one of the shafts that turn with it"
            ),
        };
        let part = Some(part.clone());
        Mistake { part, message }
    }

    /// Mistakes in single numbers and names.
    fn mistakes(&self, wheels: usize) -> Vec<Mistake<N>> {
        let mut found = self.told.clone();
        let mut tell = |part: Option<&N>, message: String| {
            let part = part.cloned();
            found.push(Mistake { part, message });
        };
        for (part, inertia) in &self.shafts {
            if !(*inertia >= 0.0 && inertia.is_finite()) {
                let name = part.as_ref();
                let message = format!("the inertia of `{name}` is {inertia}; it has to be zero or more");
                tell(Some(part), message);
            }
        }
        for (part, terms) in &self.equations {
            let is_twice = |k: usize| terms[..k].iter().any(|(other, _)| *other == terms[k].0);
            if let Some(k) = (0..terms.len()).find(|&k| is_twice(k)) {
                let (name, shaft) = (part.as_ref(), self.shafts[terms[k].0].0.as_ref());
                tell(Some(part), format!("`{name}` has `{shaft}` twice"));
            }
            if terms.iter().any(|(_, c)| !c.is_finite()) || terms.iter().all(|(_, c)| *c == 0.0) {
                let message = format!("the ratio of `{}` is not a number that gears can have", part.as_ref());
                tell(Some(part), message);
            }
        }
        for (part, _, engine) in &self.engines {
            let bands = [("idle", engine.idle), ("limit", engine.limit)];
            for (word, band) in bands.into_iter().filter_map(|(word, band)| Some((word, band?))) {
                let [from, to] = band;
                if !(from < to && from.is_finite() && to.is_finite()) {
                    let name = part.as_ref();
                    let message = format!(
                        "the {word} of `{name}` goes from {from} to {to}; the second has to be above the first"
                    );
                    tell(Some(part), message);
                }
            }
        }
        for (part, _, engine) in &self.engines {
            engine.contradictions(part.as_ref(), &mut |message| tell(Some(part), message));
        }
        for (
            _,
            Gearbox {
                inertia, efficiency, ..
            },
        ) in &self.gearboxes
        {
            if !(*inertia >= 0.0 && inertia.is_finite()) {
                tell(
                    None,
                    format!("the inertia of the gearbox is {inertia}; it has to be zero or more"),
                );
            }
            if !(*efficiency > 0.0 && *efficiency <= 1.0) {
                tell(
                    None,
                    format!("the efficiency of the gearbox is {efficiency}; it has to be above 0 and at most 1"),
                );
            }
        }
        for (place, coupling) in self.couplings.iter().enumerate() {
            let name = coupling.name.as_ref();
            if self.couplings[..place].iter().any(|other| other.name == coupling.name) {
                tell(Some(&coupling.name), format!("two couplings are called `{name}`"));
            }
            self.ends(coupling, wheels, |message| tell(Some(&coupling.name), message));
            coupling.numbers(&mut |message| tell(Some(&coupling.name), message));
            for load in &coupling.loads {
                let is_there = |other: &Declared<N>| other.name == *load && other.is_elastic();
                if !self.couplings.iter().any(is_there) {
                    let load = load.as_ref();
                    let message = format!("`{name}` is loaded by `{load}`, which is no elastic coupling");
                    tell(Some(&coupling.name), message);
                }
            }
            if let Some(message) = coupling.unloaded() {
                tell(Some(&coupling.name), message);
            }
        }
        if self.gearboxes.len() > 1 {
            let count = self.gearboxes.len();
            tell(None, format!("there are {count} gearboxes; there can be one"));
        }
        if self.engines.len() > MOST_ENGINES {
            let count = self.engines.len();
            tell(None, format!("there are {count} engines; there can be {MOST_ENGINES}"));
        }
        found
    }

    /// Mistakes in the ends of a coupling.
    fn ends(&self, coupling: &Declared<N>, wheels: usize, mut tell: impl FnMut(String)) {
        let name = coupling.name.as_ref();
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
                End::Wheel(_) | End::Gearbox | End::Shaft(_) | End::Housing => {}
            }
        }
        if coupling.from == coupling.to {
            tell(format!("`{name}` couples something with itself"));
        }
    }

    fn solved(&self, reduction: &Reduction) -> Result<Solved<N>, Mistake<N>> {
        let inertias: Vec<f64> = self.shafts.iter().map(|(_, inertia)| *inertia).collect();
        let mass = reduction.mass(&inertias);
        let inverse = reduction.inverse(&mass).map_err(|unsound| self.explained(unsound))?;
        let part = |shaft: Shaft| reduction.parts[shaft.0].clone();
        let side = |end: End| match end {
            End::Shaft(shaft) => Turning::Shafts(part(shaft)),
            End::Gearbox => Turning::Input,
            End::Wheel(wheel) => Turning::Wheel(wheel),
            End::Housing => Turning::Housing,
        };
        // Torsion springs come first.
        let mut order: Vec<&Declared<N>> = self.couplings.iter().collect();
        order.sort_by_key(|coupling| !coupling.is_elastic());
        let couplings = order.iter().map(|declared| {
            Ok(Coupled {
                name: declared.name.clone(),
                from: side(declared.from),
                to: side(declared.to),
                law: declared.law,
                loads: self.loads(declared, &order, reduction)?,
            })
        });
        let couplings = couplings.collect::<Result<Vec<_>, Mistake<N>>>()?;
        let engines = self.engines.iter();
        let engines: Vec<_> = engines
            .map(|(name, shaft, engine)| (name.clone(), *engine, part(*shaft)))
            .collect();
        let gearbox = self
            .gearboxes
            .first()
            .map(|(output, gearbox)| (*gearbox, part(*output)));
        let at_input = match gearbox {
            Some(_) => at_input::engines(&engines, &couplings),
            None => Vec::new(),
        };
        let is_automatic = gearbox
            .as_ref()
            .is_some_and(|(gearbox, _)| matches!(gearbox.shifting, Shifting::Automatic { .. }));
        if is_automatic && at_input.is_empty() {
            let message = "the gearbox shifts by the speed of an engine, and none turns with its input; couple one to the gearbox, or leave out \
                           `up` and `down`";
            return Err(Mistake {
                part: None,
                message: message.to_string(),
            });
        }
        Ok(Solved {
            shafts: reduction
                .free
                .iter()
                .map(|&shaft| self.shafts[shaft].0.clone())
                .collect(),
            couplings,
            engines,
            gearbox,
            at_input,
            mass,
            inverse,
        })
    }

    /// Torque of both outputs of a limited slip, by the torque of each coupling in this order.
    fn loads(&self, slip: &Declared<N>, order: &[&Declared<N>], reduction: &Reduction) -> Result<Vec<f64>, Mistake<N>> {
        let mut loads = vec![0.0; order.len()];
        let is_pressed = matches!(slip.law, Law::LimitedSlip { bias, .. } if bias > 0.0);
        let (End::Shaft(a), End::Shaft(b), true) = (slip.from, slip.to, is_pressed) else {
            return Ok(loads);
        };
        let mistake = |message| Mistake {
            part: Some(slip.name.clone()),
            message,
        };
        let (name, part) = (slip.name.as_ref(), |shaft: usize| &reduction.parts[shaft]);
        // A differential is the equation of three shafts: its case and its outputs.
        let differentials = self.equations.iter().filter_map(|(_, terms)| match terms[..] {
            [_, (one, _), (other, _)] => Some([part(one).clone(), part(other).clone()]),
            _ => None,
        });
        let outputs = Outputs::new([a, b].map(|output| part(output.0).as_slice()), differentials);
        if !outputs.turn_apart() {
            return Err(mistake(format!(
                "the outputs of `{name}` are not those of the differential that lets them turn apart; name these in `outputs`"
            )));
        }
        let speed_of = |end: End| match end {
            End::Shaft(shaft) => outputs.speed_of(part(shaft.0)),
            End::Gearbox | End::Wheel(_) | End::Housing => None,
        };
        let mut is_loaded = [false; 2];
        for (load, declared) in loads.iter_mut().zip(order) {
            if !slip.loads.contains(&declared.name) {
                continue;
            }
            // Torque is positive if `from` drives: it is taken from an output at this end, and given to an output at the
            // other end.
            let (speed, sign) = match (speed_of(declared.from), speed_of(declared.to)) {
                (Some(speed), None) => (speed, 1.0),
                (None, Some(speed)) => (speed, -1.0),
                _ => ([0.0; 2], 0.0),
            };
            let turns = speed.map(|speed| speed != 0.0);
            if turns[0] == turns[1] {
                let load = declared.name.as_ref();
                return Err(mistake(format!(
                    "`{name}` is loaded by `{load}`, which does not begin at one of its outputs: one end of it alone has to turn with an output, \
                     as gears tie them; name the couplings next to both outputs, such as their half-shafts"
                )));
            }
            is_loaded = [0, 1].map(|output| is_loaded[output] || turns[output]);
            *load = sign * (speed[0] + speed[1]);
        }
        match is_loaded {
            [true, true] => Ok(loads),
            _ => Err(mistake(format!(
                "`{name}` is loaded at one of its outputs alone, which is half of their torque; {BOTH}"
            ))),
        }
    }
}

/// Remedy for loads that do not suit a limited slip.
const BOTH: &str = "name the half-shafts of both outputs in `loads`";

impl<N: AsRef<str> + PartialEq> Declared<N> {
    fn is_elastic(&self) -> bool {
        matches!(self.law, Law::Elastic { .. })
    }

    /// Message about a limited slip whose plates would carry no torque of the outputs, or the torque of one output
    /// alone.
    fn unloaded(&self) -> Option<String> {
        match self.law {
            Law::LimitedSlip { bias, .. } if bias > 0.0 && bias < 1.0 => {}
            _ => return None,
        }
        let name = self.name.as_ref();
        match self.loads.as_slice() {
            [] => Some(format!(
                "`{name}` has a bias, and no `loads` that press its plates; {BOTH}"
            )),
            [one, others @ ..] if others.iter().all(|other| other == one) => Some(format!(
                "`{name}` is loaded by `{}` alone, which is half of the torque of its outputs; {BOTH}",
                one.as_ref()
            )),
            _ => None,
        }
    }

    /// Tells numbers that no such coupling can have.
    fn numbers(&self, tell: &mut impl FnMut(String)) {
        let name = self.name.as_ref();
        let numbers: &[(&str, f64, bool)] = match &self.law {
            Law::Elastic { stiffness, damping } => &[("stiffness", *stiffness, true), ("damping", *damping, false)],
            Law::Clutch { capacity, .. } => &[("capacity", *capacity, true)],
            Law::LimitedSlip { preload, bias, .. } => {
                if !(0.0..1.0).contains(bias) {
                    tell(format!(
                        "the bias of `{name}` is {bias}; it has to be from 0 to below 1"
                    ));
                }
                &[("preload", *preload, false)]
            }
            Law::Converter(converter) => {
                if let Some([ratio, value]) = converter.capacity.unsound() {
                    tell(match &converter.capacity {
                        Capacity::Factors(_) => format!(
                            "the capacity factor of `{name}` is {value} at the speed ratio {ratio}; it has to be above zero"
                        ),
                        Capacity::Torques { .. } if value < 0.0 => format!(
                            "the torque of the pump of `{name}` is {value} N m at the speed ratio {ratio}; it has to be zero or more up to the ratio 1"
                        ),
                        Capacity::Torques { .. } => format!(
                            "the torque of the pump of `{name}` is zero where the turbine stands; it has to be above zero"
                        ),
                    });
                }
                if let Capacity::Torques { at, .. } = &converter.capacity
                    && !(at.is_finite() && *at > 0.0)
                {
                    tell(format!(
                        "the torques of `{name}` are given at the speed {at} rad/s; it has to be above zero"
                    ));
                }
                if converter.ratio.least() < 0.0 || converter.ratio.at(0.0) <= 0.0 {
                    tell(format!(
                        "the torque ratios of `{name}` have to be zero or more, and above zero where the turbine stands: it turns as the pump does"
                    ));
                }
                if let Some(at) = converter.gain() {
                    tell(format!(
                        "at the speed ratio {at} the torque ratio of `{name}` gives more power than its pump takes; it is at most one over the speed ratio"
                    ));
                }
                &[]
            }
        };
        for (what, number, is_positive) in numbers {
            let is_sound = number.is_finite() && (*number > 0.0 || (*number == 0.0 && !is_positive));
            if !is_sound {
                let range = if *is_positive { "above zero" } else { "zero or more" };
                tell(format!("the {what} of `{name}` is {number}; it has to be {range}"));
            }
        }
    }
}
