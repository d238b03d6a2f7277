//! Drivelines: shafts that turn, and the parts between them, from the engine to the wheels.
//!
//! A driveline is declared as a [`Graph`] of shafts, gears, differentials, a gearbox, couplings and engines. Building a
//! driveline solves the equations of gears and differentials once. The *free* shafts remain, with speeds that are
//! states and a constant mass matrix. The couplings also remain, each a torque between two sides. Half-shafts are
//! elastic. So the wheels, which belong to the vehicle's mechanism, are loaded with torques and are not coupled by
//! equations (Szczotka & Wojciech 2008, 3.2).
//!
//! | part | file |
//! |---|---|
//! | shafts, gears, differentials, and their solution | [`Graph`] |
//! | clutch, torque converter, half-shaft, limited slip | [`Law`] |
//! | torques of limited slips | `lock.rs` |
//! | gears and when they are changed | [`Gearbox`] |
//! | engine, motor, converter as laws | [`Engine`], [`Converter`] with its [`Capacity`] |
//! | power that motors take from the battery | [`Losses`] |
//!
//! A shaft turns at the speed `w`, positive when the vehicle goes forward in a forward gear. Bearings of shafts and
//! housings are mounted on the body from which the wheels are driven. The reaction of the whole driveline on this body
//! equals the reaction of its torques on the wheels. Left out are the gyroscopic moments of shafts, the reaction of a
//! longitudinal engine about the roll axis, and the slow rotation of a wheel carrier relative to that body.

mod coupling;
#[cfg(feature = "std")]
mod graph;
mod lock;

pub use coupling::{Coupling, Side};
#[cfg(feature = "std")]
pub use graph::Graph;
pub use wishbone_laws::driveline::{
    Capacity, Converter, Engine, Gearbox, HOLDING, Law, Losses, MOST_ENGINES, MOST_GEARS, Shifting, TOGETHER,
};
#[cfg(feature = "std")]
pub use wishbone_laws::driveline::{End, Mistake, Mistakes, Shaft};

use coupling::Torques;
use lock::{Carried, Lock};

use crate::batch::{LANES, Lanes, NowInLanes};
use crate::control::Controls;
use crate::ports::{InputPorts, WheelLoad};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};

/// A driveline with `S` free shafts and `C` couplings, which drives `W` wheels. The driveline is a subsystem with the
/// speeds of the shafts [rad/s] and the deflections of the couplings [rad] as states. It writes the drive torque of
/// every wheel.
///
/// It is declared with the vehicle, or made by [`Graph::build`], and reads the pedals and the gear in [`Now::controls`].
#[derive(Clone, Debug)]
pub struct Driveline<const S: usize, const C: usize, const W: usize> {
    layout: Layout<S, C>,
    /// Acceleration of the free shafts, and of the gearbox's output, by a torque on this output [1/(kg m²)]; zero without a gearbox.
    along: ([f64; S], f64),
    /// Couplings that are limited slips, and whether there is one.
    locks: [Option<Lock<S>>; C],
    has_locks: bool,
    /// Engines and motors that turn with the wheels, and not with the gearbox's input.
    beside: [bool; MOST_ENGINES],
    /// Pedals and gear at the last evaluation.
    controls: Controls,
    /// Torques of the engines at the last evaluation [N m].
    torques: [f64; MOST_ENGINES],
    /// Motors with an output for the power that they take from the battery.
    drawing: [Option<Drawing>; MOST_ENGINES],
    /// Torques of the couplings at the last evaluation [N m]; for a converter, the torque at its turbine.
    transmitted: [f64; C],
    /// What limited slips had left at the last evaluation before they slide ([`lock::hold`]).
    spares: [f64; C],
}

/// A motor whose losses are known.
#[derive(Clone, Debug)]
struct Drawing {
    /// `left_motor.power`
    name: &'static str,
    losses: Losses,
    /// Power from the battery at the last evaluation [W].
    power: f64,
}

/// Parts of a driveline after the elimination of gears and differentials: the result of [`Graph::build`].
#[derive(Clone, Debug)]
pub struct Layout<const S: usize, const C: usize> {
    /// Names of the free shafts.
    pub shafts: [&'static str; S],
    /// Mass matrix of the free shafts, without the gearbox's input [kg m²].
    pub mass: [[f64; S]; S],
    /// Its inverse.
    pub inverse: [[f64; S]; S],
    /// Engines and motors, each with its speed as a sum of the speeds of the free shafts.
    pub engines: [Option<Source<S>>; MOST_ENGINES],
    /// Couplings, torsion springs first.
    pub couplings: [Coupling<S, C>; C],
    /// The gearbox, if there is one, and its output as a sum of the free shafts.
    pub gearbox: Option<(Gearbox, [f64; S])>,
    /// The engine that turns with the gearbox's input, by position: an automatic gearbox shifts by its speed.
    pub at_input: Option<usize>,
}

/// An engine on a shaft.
#[derive(Clone, Debug, PartialEq)]
pub struct Source<const S: usize> {
    /// `engine`
    pub name: &'static str,
    /// Its law.
    pub engine: Engine,
    /// Its speed, as a sum of the speeds of the free shafts.
    pub shaft: [f64; S],
}

/// Speeds of the free shafts [rad/s] and deflections of the couplings [rad].
pub type DrivelineState<const S: usize, const C: usize> = ([f64; S], [f64; C]);

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add<const N: usize>(sum: &mut [f64; N], factor: f64, row: &[f64; N]) {
    sum.iter_mut().zip(row).for_each(|(sum, x)| *sum += factor * x);
}

/// Free shafts that couplings connect with an end of a given kind, without a path through the gearbox.
fn connected<const S: usize, const C: usize>(
    couplings: &[Coupling<S, C>; C],
    is_start: impl Fn(&Side<S>) -> bool,
) -> [bool; S] {
    let mut found = [false; S];
    for _ in 0..=C {
        for Coupling { from, to, .. } in couplings {
            let turns = |side: &Side<S>| side.parts().map(|part| part != 0.0);
            let is_found = |side: &Side<S>| {
                is_start(side) || turns(side).iter().zip(&found).any(|(turns, found)| *turns && *found)
            };
            let is_one_found = is_found(from) || is_found(to);
            for (found, turns) in found.iter_mut().zip(turns(from).into_iter().zip(turns(to))) {
                *found |= is_one_found && (turns.0 || turns.1);
            }
        }
    }
    found
}

/// Which engines and motors turn with the wheels, and not with the gearbox's input.
fn beside<const S: usize, const C: usize>(layout: &Layout<S, C>) -> [bool; MOST_ENGINES] {
    let at_wheels = connected(&layout.couplings, |side| matches!(side, Side::Wheel(_)));
    let at_input = connected(&layout.couplings, |side| matches!(side, Side::Input));
    core::array::from_fn(|engine| {
        let shaft = layout.engines[engine].as_ref().map_or([0.0; S], |source| source.shaft);
        let turns_with = |shafts: &[bool; S]| {
            shaft
                .iter()
                .zip(shafts)
                .any(|(part, is_there)| *part != 0.0 && *is_there)
        };
        turns_with(&at_wheels) && !turns_with(&at_input)
    })
}

impl<const S: usize, const C: usize, const W: usize> Driveline<S, C, W> {
    /// A driveline of these parts, at rest.
    ///
    /// # Panics
    /// If a coupling ends at a wheel beyond the `W` wheels.
    pub fn new(mut layout: Layout<S, C>) -> Self {
        for coupling in &mut layout.couplings {
            (coupling.from, coupling.to) = (coupling.from.simplified(), coupling.to.simplified());
        }
        let ends = layout
            .couplings
            .iter()
            .flat_map(|coupling| [&coupling.from, &coupling.to]);
        for end in ends {
            assert!(
                !matches!(end, Side::Wheel(wheel) if *wheel >= W),
                "there is no such wheel"
            );
        }
        let along = layout.gearbox.as_ref().map_or(([0.0; S], 0.0), |(_, output)| {
            let along = layout.inverse.map(|row| dot(&row, output));
            (along, dot(output, &along))
        });
        let output = layout.gearbox.as_ref().map_or([0.0; S], |(_, output)| *output);
        let locks = core::array::from_fn(|k| Lock::new(&layout.couplings[k], &layout.inverse, &output));
        Self {
            has_locks: locks.iter().any(Option::is_some),
            locks,
            beside: beside(&layout),
            layout,
            along,
            controls: Controls::default(),
            torques: [0.0; MOST_ENGINES],
            drawing: [const { None }; MOST_ENGINES],
            transmitted: [0.0; C],
            spares: [0.0; C],
        }
    }

    /// This driveline, in which the motor at this position in the order of declaration has these losses. They change no
    /// motion. The power that the motor takes from the battery is an output with this name, such as `left_motor.power`;
    /// the sum over all motors is `battery.power` [W].
    ///
    /// # Panics
    /// If there is no engine at that place.
    #[must_use]
    pub fn with_losses(mut self, engine: usize, name: &'static str, losses: Losses) -> Self {
        assert!(
            self.layout.engines.get(engine).is_some_and(Option::is_some),
            "there is no such engine"
        );
        self.drawing[engine] = Some(Drawing {
            name,
            losses,
            power: 0.0,
        });
        self
    }

    /// Power that all motors with known losses take from the battery at the last evaluation, negative while they charge it [W];
    /// `None` if no losses are known.
    pub fn battery_power(&self) -> Option<f64> {
        let each = self.drawing.iter().flatten().map(|drawing| drawing.power);
        each.reduce(|sum, power| sum + power)
    }

    /// Its parts.
    pub fn layout(&self) -> &Layout<S, C> {
        &self.layout
    }

    /// Kinetic energy of the shafts and elastic energy of the couplings [J].
    pub fn energy(&self, (speeds, deflections): &DrivelineState<S, C>) -> [f64; 2] {
        let kinetic: f64 = self
            .layout
            .mass
            .iter()
            .zip(speeds)
            .map(|(row, w)| w * dot(row, speeds))
            .sum();
        let input = self.layout.gearbox.as_ref().map_or(0.0, |(gearbox, output)| {
            let speed = gearbox.ratio() * dot(output, speeds);
            gearbox.inertia * speed * speed
        });
        let elastic = self.layout.couplings.iter().zip(deflections);
        let elastic = elastic.map(|(coupling, deflection)| coupling.energy(*deflection)).sum();
        [0.5 * (kinetic + input), elastic]
    }

    /// Upper bound for the highest angular frequency of the driveline when its wheels are held [rad/s]. An explicit
    /// method is stable if its step times this frequency is below its limit: 0.6 for the third-order Adams-Bashforth
    /// method with light damping.
    ///
    /// It is the largest row sum of `M⁻¹ K`, which no eigenvalue exceeds (Gershgorin 1931). With a limited slip it is
    /// at least the rate at which the sliding decays.
    pub fn fastest(&self) -> f64 {
        let row_sum = |row: &[f64; S]| {
            let along = |coupling: &Coupling<S, C>| {
                let across = coupling.across(self.ratio(), self.output());
                coupling.law.stiffness() * dot(row, &across).abs() * across.iter().map(|x| x.abs()).sum::<f64>()
            };
            self.layout.couplings.iter().map(along).sum::<f64>()
        };
        let springs = crate::math::sqrt(self.layout.inverse.iter().map(row_sum).fold(0.0, f64::max));
        if self.has_locks {
            springs.max(1.0 / HOLDING)
        } else {
            springs
        }
    }

    /// Torque of the engine with this position, in the order of their declaration, at the last evaluation [N m].
    pub fn engine_torque(&self, engine: usize) -> Option<f64> {
        self.torques.get(engine).copied()
    }

    /// Gear that is engaged; 0 is neutral, and also the value of a driveline without gearbox.
    pub fn gear(&self) -> i8 {
        self.layout.gearbox.as_ref().map_or(0, |(gearbox, _)| gearbox.gear())
    }

    /// Sets all shafts to the speeds at which the wheels roll with this spin [rad/s] and no coupling is twisted;
    /// clutches slip if the engine idles faster.
    ///
    /// Free shafts that are not connected to a wheel, such as an engine behind an open clutch, turn at `engine`
    /// [rad/s].
    pub fn rolling(&self, spin: f64, engine: f64) -> DrivelineState<S, C> {
        let mut speeds = [engine; S];
        // Torsion springs draw the shafts to the wheels: the minimum of Σ (relative speed)² over the elastic couplings, shaft by
        // shaft (Gauss & Seidel).
        for _ in 0..200 {
            for shaft in 0..S {
                let (mut push, mut weight) = (0.0, 0.0);
                for coupling in self
                    .layout
                    .couplings
                    .iter()
                    .filter(|coupling| coupling.law.is_elastic())
                {
                    let own = coupling.across(self.ratio(), self.output())[shaft];
                    let apart = coupling.relative(&speeds, &[spin; W], self.ratio(), self.output());
                    (push, weight) = (push - own * apart, weight + own * own);
                }
                if weight > 0.0 {
                    speeds[shaft] += push / weight;
                }
            }
        }
        (speeds, [0.0; C])
    }

    fn ratio(&self) -> f64 {
        self.layout.gearbox.as_ref().map_or(0.0, |(gearbox, _)| gearbox.ratio())
    }

    fn output(&self) -> [f64; S] {
        self.layout.gearbox.as_ref().map_or([0.0; S], |(_, output)| *output)
    }

    /// Direction in which an engine or motor has to turn. Without a gearbox between a motor and the wheels, it is the
    /// direction of travel, which the driver selects; with a gearbox it is always forward.
    fn direction(&self, engine: usize) -> f64 {
        match self.layout.gearbox {
            Some(_) if !self.beside[engine] => 1.0,
            _ => f64::from(self.controls.gear.signum()),
        }
    }

    /// Accelerations of the free shafts under generalised torques and a torque on the gearbox's input [rad/s²].
    ///
    /// The input turns with its output at the ratio `r`. It adds `I r²` along the output row `o` to the mass matrix. The
    /// inverse follows by the formula of Sherman and Morrison (1950): `M⁻¹ - I r² (M⁻¹ o)(M⁻¹ o)ᵀ / (1 + I r² oᵀ M⁻¹ o)`.
    fn accelerations(&self, mut torques: [f64; S], on_input: f64) -> [f64; S] {
        let Some((gearbox, output)) = &self.layout.gearbox else {
            return self.accelerated(&torques);
        };
        let ratio = gearbox.ratio();
        add(&mut torques, gearbox.handed_on(on_input), output);
        let mut found = self.accelerated(&torques);
        let (along, mobility) = &self.along;
        let added = gearbox.inertia * ratio * ratio;
        let share = added * dot(output, &found) / (1.0 + added * mobility);
        add(&mut found, -share, along);
        found
    }

    /// `M⁻¹ Q`, without the gearbox's input: the sum of columns, which are the rows of the symmetric inverse, takes vectors.
    #[inline]
    fn accelerated(&self, torques: &[f64; S]) -> [f64; S] {
        let mut found = [0.0; S];
        for (torque, column) in torques.iter().zip(&self.layout.inverse) {
            add(&mut found, *torque, column);
        }
        found
    }

    /// Lets the limited slips hold; their torques follow from the accelerations that are `found` without them.
    fn hold(&mut self, speeds: &[f64; S], found: &mut [f64; S]) {
        let (along, mobility) = &self.along;
        let added = self
            .layout
            .gearbox
            .as_ref()
            .map_or(0.0, |(gearbox, _)| gearbox.inertia * gearbox.ratio() * gearbox.ratio());
        let factor = added / (1.0 + added * mobility);
        let mut capacities = [0.0; C];
        for (capacity, coupling) in capacities.iter_mut().zip(&self.layout.couplings) {
            let mean = 0.5 * dot(&coupling.loads, &self.transmitted);
            *capacity = coupling.law.capacity(mean).unwrap_or(0.0);
        }
        let carried = Carried { along, factor };
        let own = (&mut self.transmitted, &mut self.spares);
        lock::hold(&self.locks, &capacities, speeds, &carried, own, found);
    }

    /// Speeds after the gearbox has changed from a ratio to the present one.
    ///
    /// The synchroniser brings the input, of inertia `I`, to the speed of its new gear, by an impulse between input and output.
    /// With `m = oᵀ M⁻¹ o`, the output continues at `w' = w (1 + m I r s) / (1 + m I s²)`; `r` is the old ratio and `s` the new
    /// one.
    fn synchronise(&self, before: f64, speeds: &mut [f64; S]) {
        let Some((gearbox, output)) = &self.layout.gearbox else {
            return;
        };
        let (inertia, after) = (gearbox.inertia, gearbox.ratio());
        let (along, mobility) = self.along;
        let turning = dot(output, speeds);
        let slowed = turning * (1.0 + mobility * inertia * before * after) / (1.0 + mobility * inertia * after * after);
        let impulse = inertia * (after * slowed - before * turning);
        add(speeds, -after * impulse, &along);
    }

    /// Rates of the states, and the drive torque of each wheel [N m], at these spins [rad/s] and under these demands.
    fn respond(
        &mut self,
        (speeds, deflections): &DrivelineState<S, C>,
        spins: &[f64; W],
        controls: Controls,
    ) -> (DrivelineState<S, C>, [f64; W]) {
        self.controls = controls;
        let ratio = self.ratio();
        let input = self
            .layout
            .gearbox
            .as_ref()
            .map_or(0.0, |(_, output)| ratio * dot(output, speeds));
        let mut on = Torques::<S, W>::none();
        let mut rates = [0.0; C];
        for (k, coupling) in self.layout.couplings.iter().enumerate() {
            let turning = [
                coupling.from.speed(speeds, spins, input),
                coupling.to.speed(speeds, spins, input),
            ];
            let (taken, given, rate) = match coupling.turns_freely(ratio) {
                true => coupling.let_go(deflections[k]),
                false => coupling.law.respond(turning, deflections[k], self.controls.clutch),
            };
            (rates[k], self.transmitted[k]) = (rate, given);
            coupling.from.load(-taken, &mut on);
            coupling.to.load(given, &mut on);
        }
        let directions: [f64; MOST_ENGINES] = core::array::from_fn(|engine| self.direction(engine));
        let engines = self.layout.engines.iter().zip(&mut self.torques);
        for (((source, torque), drawing), direction) in engines.zip(&mut self.drawing).zip(directions) {
            let Some(source) = source else { continue };
            let speed = dot(&source.shaft, speeds);
            *torque = direction * source.engine.torque(direction * speed, self.controls.throttle);
            add(&mut on.shafts, *torque, &source.shaft);
            if let Some(drawing) = drawing {
                drawing.power = drawing.losses.drawn(speed, *torque);
            }
        }
        let torques = on.wheels;
        let mut found = self.accelerations(on.shafts, on.input);
        if self.has_locks {
            self.hold(speeds, &mut found);
        }
        ((found, rates), torques)
    }
}

impl<Z: Solver, const S: usize, const C: usize, const W: usize> Subsystem<Z> for Driveline<S, C, W> {
    type State = DrivelineState<S, C>;

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut Z::Inputs) -> Self::State {
        one_each::<Z, W>(now.wheels);
        let mut spins = [0.0; W];
        for (spin, wheel) in spins.iter_mut().zip(now.wheels) {
            *spin = wheel.spin;
        }
        let (rate, torques) = self.respond(now.state, &spins, now.controls);
        for (input, torque) in inputs.wheels().iter_mut().zip(torques) {
            input.drive_torque = torque;
        }
        rate
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        rates: [&mut Self::State; LANES],
    ) -> bool {
        one_each::<Z, W>(now.wheels);
        for (lane, (own, rate)) in each.into_iter().zip(rates).enumerate() {
            let mut spins = [0.0; W];
            for (spin, wheel) in spins.iter_mut().zip(now.wheels) {
                *spin = wheel.spin[lane];
            }
            let torques;
            (*rate, torques) = own.respond(now.states[lane], &spins, now.controls[lane]);
            for (load, torque) in loads.iter_mut().zip(torques) {
                load.drive_torque[lane] = torque;
            }
        }
        true
    }

    fn stepped(&mut self, time: f64, _h: f64, (speeds, _): &mut Self::State) {
        let before = self.ratio();
        let engine = self
            .layout
            .at_input
            .and_then(|place| self.layout.engines[place].as_ref())
            .map_or(0.0, |source| dot(&source.shaft, speeds));
        let asked = self.controls.gear;
        let Some((gearbox, _)) = &mut self.layout.gearbox else {
            return;
        };
        if gearbox.decide(time, asked, engine) {
            self.synchronise(before, speeds);
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        if let Some((gearbox, _)) = &mut self.layout.gearbox {
            gearbox.memories(lend);
        }
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        let mut spins = [0.0; W];
        for (spin, wheel) in spins.iter_mut().zip(now.wheels) {
            *spin = wheel.spin;
        }
        // What a limited slip has left is found by an evaluation.
        let mut present = self.has_locks.then(|| self.clone());
        if let Some(present) = &mut present {
            let _ = present.respond(now.state, &spins, now.controls);
        }
        for (place, coupling) in self.layout.couplings.iter().enumerate() {
            if let Law::Clutch { friction, .. } = &coupling.law {
                let sliding = coupling.relative(&now.state.0, &spins, self.ratio(), self.output());
                tell(Quantity::new(coupling.name, "rad/s", friction.from_kinks(sliding)));
            }
            if let (Law::LimitedSlip { .. }, Some(present)) = (&coupling.law, &present) {
                tell(Quantity::new(coupling.name, "", present.spares[place]));
            }
        }
        for (engine, source) in self.layout.engines.iter().enumerate() {
            let Some(source) = source else { continue };
            let speed = self.direction(engine) * dot(&source.shaft, &now.state.0);
            tell(Quantity::new(source.name, "rad/s", source.engine.from_kinks(speed)));
        }
    }

    fn states(&self, (speeds, deflections): &Self::State, tell: &mut dyn FnMut(Quantity)) {
        for (name, speed) in self.layout.shafts.iter().zip(speeds) {
            tell(Quantity::new(name, "rad/s", *speed));
        }
        for (coupling, deflection) in self.layout.couplings.iter().zip(deflections) {
            tell(Quantity::new(coupling.name, "rad", *deflection));
        }
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        for (source, torque) in self.layout.engines.iter().zip(&self.torques) {
            if let Some(source) = source {
                tell(Quantity::new(source.name, "N m", *torque));
            }
        }
        for (coupling, torque) in self.layout.couplings.iter().zip(&self.transmitted) {
            tell(Quantity::new(coupling.name, "N m", *torque));
        }
        tell(Quantity::new("gear", "", f64::from(self.gear())));
        for drawing in self.drawing.iter().flatten() {
            tell(Quantity::new(drawing.name, "W", drawing.power));
        }
        if let Some(power) = self.battery_power() {
            tell(Quantity::new("battery.power", "W", power));
        }
    }
}
