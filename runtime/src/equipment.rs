//! The equipment of a vehicle as one value: driver, steering, powertrain, brakes, air, tyres.

use crate::acting::{Acting, Reading, behind};
use crate::batch::{LANES, Lanes, NowInLanes};
use crate::control::Controls;
use crate::description::Description;
use crate::ports::WheelLoad;
use crate::refused::Held;
use crate::solver::Solver;
use crate::state::{Vector, count};
use crate::subsystem::{Now, Quantity, Still, Subsystem, controls_in_lanes};
use crate::terrain::{Ground, Terrain};
#[cfg(feature = "std")]
use crate::timed::Timed;
use crate::tyre::{FourOnRoad, OnRoad, Quartet};
use core::fmt;
#[cfg(feature = "std")]
use core::time::Duration;

/// Equipment that acts on a vehicle, with a field for each piece; a missing piece is [`Still`]. A declared vehicle
/// returns its equipment by `Car::equipment()`. Its type is `CarEquipment<Driver, Terrain>`. Without these two
/// parameters, the driver is the declared driver and the terrain is a flat road. A vehicle without declared tyres has
/// no `Terrain`.
///
/// It is a subsystem whose pieces act in the order of the fields. The driver acts first, because the other pieces read his
/// [`Controls`]. A piece is replaced by a function, such as [`Equipment::with_driver`].
///
/// ```
/// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
/// # type Car = roller::Roller;
/// use wishbone::brakes::Brakes;
/// use wishbone::control::{ByTime, Pedals};
/// use wishbone::prelude::*;
/// use wishbone::terrain::Slope;
///
/// let tyre = LinearTyre { longitudinal_stiffness: 50e3, ..LinearTyre::vertical(0.3, 200e3, 2e3) };
/// let equipment = Equipment::none()
///     .with_tyres(OnRoad { tyres: [tyre], terrain: Flat })
///     .with_brakes(Brakes::new([500.0]));
///
/// let full = Ramp { start: 0.5, duration: 0.2, amplitude: 1.0 };
/// let driver = Pedals::new(ByTime::released(0).with_brake(full));
/// let slope = Slope { along: 0.05, across: 0.0 };
/// let mut simulation = Simulation::new(Car::default(), equipment.with_driver(driver).on(slope), RungeKutta4);
/// # let _ = simulation.step(1e-3)?;
/// # Ok::<(), Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equipment<Driver = Still, Steering = Still, Powertrain = Still, Brakes = Still, Air = Still, Tyres = Still> {
    /// Determines the controls.
    pub driver: Driver,
    /// Moves or loads the steered joint.
    pub steering: Steering,
    /// Drives the wheels.
    pub powertrain: Powertrain,
    /// Brakes the wheels.
    pub brakes: Brakes,
    /// Forces of the air.
    pub air: Air,
    /// Tyres on their road.
    pub tyres: Tyres,
    /// The vehicle that declares these pieces. [`Simulation::new`](crate::simulation::Simulation::new) accepts the
    /// pieces for a different vehicle only if its parts have equal names and order.
    pub declared_for: DeclaredFor,
}

/// The vehicle to which equipment belongs: its pieces know wheels, drives, markers and joints by position.
#[derive(Clone, Copy, Default, PartialEq)]
pub enum DeclaredFor {
    /// A program builds the pieces, and says on which parts they act.
    #[default]
    AnyVehicle,
    /// The declaration of this vehicle contains the pieces.
    Vehicle(&'static Description),
}

/// Prints the name of the vehicle alone, and not all of its parts.
impl fmt::Debug for DeclaredFor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnyVehicle => f.write_str("AnyVehicle"),
            Self::Vehicle(description) => f.write_str(description.name),
        }
    }
}

impl Equipment {
    /// Equipment without any piece.
    pub fn none() -> Self {
        Self {
            driver: Still,
            steering: Still,
            powertrain: Still,
            brakes: Still,
            air: Still,
            tyres: Still,
            declared_for: DeclaredFor::AnyVehicle,
        }
    }
}

/// A function that replaces one field by a value of any type.
macro_rules! replacing {
    ($(#[$doc:meta])* $function:ident: $field:ident, others: $($other:ident)*, type: $($letter:ident)*) => {
        $(#[$doc])*
        #[must_use]
        pub fn $function<X>(self, $field: X) -> Equipment<$($letter),*> {
            Equipment { $field, $($other: self.$other,)* declared_for: self.declared_for }
        }
    };
}

impl<D, S, P, B, A, T> Equipment<D, S, P, B, A, T> {
    replacing! {
        /// The same with this driver.
        with_driver: driver, others: steering powertrain brakes air tyres, type: X S P B A T
    }
    replacing! {
        /// The same with this steering.
        with_steering: steering, others: driver powertrain brakes air tyres, type: D X P B A T
    }
    replacing! {
        /// The same with this powertrain.
        with_powertrain: powertrain, others: driver steering brakes air tyres, type: D S X B A T
    }
    replacing! {
        /// The same with these brakes.
        with_brakes: brakes, others: driver steering powertrain air tyres, type: D S P X A T
    }
    replacing! {
        /// This equipment with these forces of the air.
        with_air: air, others: driver steering powertrain brakes tyres, type: D S P B X T
    }
    replacing! {
        /// The same with these tyres.
        with_tyres: tyres, others: driver steering powertrain brakes air, type: D S P B A X
    }
}

/// Replaces the tyres by a value that is computed from them.
macro_rules! with_tyres {
    ($equipment:ident, |$tyres:ident| $made:expr) => {{
        let $tyres = $equipment.tyres;
        Equipment {
            driver: $equipment.driver,
            steering: $equipment.steering,
            powertrain: $equipment.powertrain,
            brakes: $equipment.brakes,
            air: $equipment.air,
            tyres: $made,
            declared_for: $equipment.declared_for,
        }
    }};
}

impl<D, S, P, B, A, Y, G, const W: usize> Equipment<D, S, P, B, A, OnRoad<Y, G, W>> {
    /// The same on this terrain.
    #[must_use]
    pub fn on<H: Terrain>(self, terrain: H) -> Equipment<D, S, P, B, A, OnRoad<Y, H, W>> {
        with_tyres!(self, |tyres| OnRoad {
            tyres: tyres.tyres,
            terrain,
        })
    }
}

impl<D, S, P, B, A, Y: Quartet, G> Equipment<D, S, P, B, A, OnRoad<Y, G, 4>> {
    /// This equipment with its four tyres computed at once. Results do not change, to the last bit. See
    /// [`FourOnRoad`].
    #[must_use]
    pub fn side_by_side(self) -> Equipment<D, S, P, B, A, FourOnRoad<Y, G>> {
        with_tyres!(self, |tyres| tyres.side_by_side())
    }
}

impl<D, S, P, B, A, Y: Quartet, G> Equipment<D, S, P, B, A, FourOnRoad<Y, G>> {
    /// The same on this terrain.
    #[must_use]
    pub fn on<H: Terrain>(self, terrain: H) -> Equipment<D, S, P, B, A, FourOnRoad<Y, H>> {
        with_tyres!(self, |tyres| tyres.on(terrain))
    }
}

/// Equipment with the work of each piece timed.
#[cfg(feature = "std")]
pub type TimedEquipment<D, S, P, B, A, T> = Equipment<Timed<D>, Timed<S>, Timed<P>, Timed<B>, Timed<A>, Timed<T>>;

#[cfg(feature = "std")]
impl<D, S, P, B, A, T> Equipment<D, S, P, B, A, T> {
    /// This equipment with the work of each piece timed.
    ///
    /// ```
    /// # mod roller { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/runtime/solvers/roller.rs")); }
    /// # type Car = roller::Roller;
    /// use wishbone::prelude::*;
    ///
    /// let road = OnRoad { tyres: [LinearTyre::vertical(0.3, 200e3, 2e3)], terrain: Flat };
    /// let equipment = Equipment::none().with_tyres(road).timed();
    /// let mut simulation = Simulation::new(Car::default(), equipment, RungeKutta4);
    /// let _ = simulation.step(1e-3)?;
    /// let [.., (name, spent)] = simulation.surroundings.times();
    /// assert!(name == "tyres" && spent > core::time::Duration::ZERO);
    /// # Ok::<(), Refused>(())
    /// ```
    pub fn timed(self) -> TimedEquipment<D, S, P, B, A, T> {
        Equipment {
            driver: Timed::new(self.driver),
            steering: Timed::new(self.steering),
            powertrain: Timed::new(self.powertrain),
            brakes: Timed::new(self.brakes),
            air: Timed::new(self.air),
            tyres: Timed::new(self.tyres),
            declared_for: self.declared_for,
        }
    }
}

#[cfg(feature = "std")]
impl<D, S, P, B, A, T> TimedEquipment<D, S, P, B, A, T> {
    /// Name of each piece and the time spent in it so far.
    pub fn times(&self) -> [(&'static str, Duration); 6] {
        [
            ("driver", self.driver.spent()),
            ("steering", self.steering.spent()),
            ("powertrain", self.powertrain.spent()),
            ("brakes", self.brakes.spent()),
            ("air", self.air.spent()),
            ("tyres", self.tyres.spent()),
        ]
    }
}

impl<D, S, P, B, A, T> Equipment<D, S, P, B, A, T> {
    /// Takes back the step of the first pieces, in reverse order.
    fn undo_first<Z>(&mut self, count: usize)
    where
        Z: Solver,
        D: Subsystem<Z>,
        S: Subsystem<Z>,
        P: Subsystem<Z>,
        B: Subsystem<Z>,
        A: Subsystem<Z>,
        T: Subsystem<Z>,
    {
        let undo: [(usize, &mut dyn FnMut()); 6] = [
            (5, &mut || self.tyres.undo_step()),
            (4, &mut || self.air.undo_step()),
            (3, &mut || self.brakes.undo_step()),
            (2, &mut || self.powertrain.undo_step()),
            (1, &mut || self.steering.undo_step()),
            (0, &mut || self.driver.undo_step()),
        ];
        undo.into_iter()
            .filter(|(place, _)| *place < count)
            .for_each(|(_, undo)| undo());
    }
}

/// States of the pieces, in the order of the fields.
type States<D, S, P, B, A, T> = (D, (S, (P, (B, (A, T)))));

impl<Z, D, S, P, B, A, T> Subsystem<Z> for Equipment<D, S, P, B, A, T>
where
    Z: Solver,
    D: Subsystem<Z>,
    S: Subsystem<Z>,
    P: Subsystem<Z>,
    B: Subsystem<Z>,
    A: Subsystem<Z>,
    T: Subsystem<Z>,
{
    type State = States<D::State, S::State, P::State, B::State, A::State, T::State>;

    fn declared_for(&self, tell: &mut dyn FnMut(&'static Description)) {
        if let DeclaredFor::Vehicle(description) = self.declared_for {
            tell(description);
        }
        self.driver.declared_for(tell);
        self.steering.declared_for(tell);
        self.powertrain.declared_for(tell);
        self.brakes.declared_for(tell);
        self.air.declared_for(tell);
        self.tyres.declared_for(tell);
    }

    fn initial(&self) -> Self::State {
        let driver = self.driver.initial();
        let (steering, powertrain) = (self.steering.initial(), self.powertrain.initial());
        let (brakes, air, tyres) = (self.brakes.initial(), self.air.initial(), self.tyres.initial());
        (driver, (steering, (powertrain, (brakes, (air, tyres)))))
    }

    fn drive(&mut self, time: f64, state: &Self::State, inputs: &mut Z::Inputs) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = state;
        self.driver.drive(time, driver, inputs);
        self.steering.drive(time, steering, inputs);
        self.powertrain.drive(time, powertrain, inputs);
        self.brakes.drive(time, brakes, inputs);
        self.air.drive(time, air, inputs);
        self.tyres.drive(time, tyres, inputs);
    }

    fn jumps(&self, from: f64, to: f64, tell: &mut dyn FnMut(usize, f64)) {
        self.driver.jumps(from, to, tell);
        self.steering.jumps(from, to, tell);
        self.powertrain.jumps(from, to, tell);
        self.brakes.jumps(from, to, tell);
        self.air.jumps(from, to, tell);
        self.tyres.jumps(from, to, tell);
    }

    /// The ground of the last piece that has one.
    fn ground(&self, time: f64, point: [f64; 3]) -> Option<Ground> {
        let tyres = Subsystem::<Z>::ground(&self.tyres, time, point);
        tyres
            .or_else(|| Subsystem::<Z>::ground(&self.air, time, point))
            .or_else(|| Subsystem::<Z>::ground(&self.brakes, time, point))
            .or_else(|| Subsystem::<Z>::ground(&self.powertrain, time, point))
            .or_else(|| Subsystem::<Z>::ground(&self.steering, time, point))
            .or_else(|| Subsystem::<Z>::ground(&self.driver, time, point))
    }

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut Z::Inputs) -> Self::State {
        let mut rate = Self::State::zero();
        self.load_into(now, inputs, &mut rate);
        rate
    }

    #[inline]
    fn load_into(&mut self, now: &Now<'_, Self::State>, inputs: &mut Z::Inputs, rate: &mut Self::State) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = now.state;
        let (of_driver, (of_steering, (of_powertrain, (of_brakes, (of_air, of_tyres))))) = rate;
        self.driver.load_into(&now.of(driver), inputs, of_driver);
        let mut now = now.of(now.state);
        now.controls = Subsystem::<Z>::controls(&self.driver).unwrap_or(now.controls);
        self.steering.load_into(&now.of(steering), inputs, of_steering);
        self.powertrain.load_into(&now.of(powertrain), inputs, of_powertrain);
        self.brakes.load_into(&now.of(brakes), inputs, of_brakes);
        self.air.load_into(&now.of(air), inputs, of_air);
        self.tyres.load_into(&now.of(tyres), inputs, of_tyres);
    }

    fn prepare_lanes(mut each: [&mut Self; LANES]) -> bool {
        D::prepare_lanes(each.each_mut().map(|own| &mut own.driver))
            && S::prepare_lanes(each.each_mut().map(|own| &mut own.steering))
            && P::prepare_lanes(each.each_mut().map(|own| &mut own.powertrain))
            && B::prepare_lanes(each.each_mut().map(|own| &mut own.brakes))
            && A::prepare_lanes(each.each_mut().map(|own| &mut own.air))
            && T::prepare_lanes(each.map(|own| &mut own.tyres))
    }

    #[inline]
    fn load_in_lanes(
        mut each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        mut rates: [&mut Self::State; LANES],
    ) -> bool {
        /// Loads from one piece: its field, its states, and their place in the states of all equipment.
        macro_rules! piece {
            ($piece:ident by $type:ident, $now:ident, |$state:ident| $($place:tt)+) => {
                $type::load_in_lanes(
                    each.each_mut().map(|own| &mut own.$piece),
                    &$now.of(|$state| &$($place)+),
                    loads,
                    rates.each_mut().map(|$state| &mut $($place)+),
                )
            };
        }
        if !piece!(driver by D, now, |state| state.0) {
            return false;
        }
        let drivers = each.each_mut().map(|own| &mut own.driver);
        let controls = controls_in_lanes::<Z, D>(&drivers, now.controls);
        let now = now.under(&controls);
        piece!(steering by S, now, |state| state.1.0)
            && piece!(powertrain by P, now, |state| state.1.1.0)
            && piece!(brakes by B, now, |state| state.1.1.1.0)
            && piece!(air by A, now, |state| state.1.1.1.1.0)
            && piece!(tyres by T, now, |state| state.1.1.1.1.1)
    }

    /// Reports the slopes of the tyres; slopes of other pieces have to be found by differences.
    fn slopes(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = now.state;
        let first = count(driver) + count(steering) + count(powertrain) + count(brakes) + count(air);
        self.tyres.slopes(&now.of(tyres), &mut behind(first, tell));
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = now.state;
        self.driver.kinks(&now.of(driver), tell);
        self.steering.kinks(&now.of(steering), tell);
        self.powertrain.kinks(&now.of(powertrain), tell);
        self.brakes.kinks(&now.of(brakes), tell);
        self.air.kinks(&now.of(air), tell);
        self.tyres.kinks(&now.of(tyres), tell);
    }

    fn try_step(&mut self, time: f64, h: f64, state: &Self::State) -> Result<(), Held> {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = state;
        let Self {
            driver: own_driver,
            steering: own_steering,
            powertrain: own_powertrain,
            brakes: own_brakes,
            air: own_air,
            tyres: own_tyres,
            declared_for: _,
        } = self;
        own_driver.try_step(time, h, driver)?;
        let mut done = 1;
        let tried = own_steering
            .try_step(time, h, steering)
            .inspect(|()| done = 2)
            .and_then(|()| own_powertrain.try_step(time, h, powertrain))
            .inspect(|()| done = 3)
            .and_then(|()| own_brakes.try_step(time, h, brakes))
            .inspect(|()| done = 4)
            .and_then(|()| own_air.try_step(time, h, air))
            .inspect(|()| done = 5)
            .and_then(|()| own_tyres.try_step(time, h, tyres));
        if tried.is_err() {
            self.undo_first::<Z>(done);
        }
        tried
    }

    fn undo_step(&mut self) {
        self.undo_first::<Z>(6);
    }

    fn stepped(&mut self, time: f64, h: f64, state: &mut Self::State) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = state;
        self.driver.stepped(time, h, driver);
        self.steering.stepped(time, h, steering);
        self.powertrain.stepped(time, h, powertrain);
        self.brakes.stepped(time, h, brakes);
        self.air.stepped(time, h, air);
        self.tyres.stepped(time, h, tyres);
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.driver.memories(lend);
        self.steering.memories(lend);
        self.powertrain.memories(lend);
        self.brakes.memories(lend);
        self.air.memories(lend);
        self.tyres.memories(lend);
    }

    fn controls(&self) -> Option<Controls> {
        Subsystem::<Z>::controls(&self.driver)
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = state;
        self.driver.states(driver, tell);
        self.steering.states(steering, tell);
        self.powertrain.states(powertrain, tell);
        self.brakes.states(brakes, tell);
        self.air.states(air, tell);
        self.tyres.states(tyres, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.driver.outputs(tell);
        self.steering.outputs(tell);
        self.powertrain.outputs(tell);
        self.brakes.outputs(tell);
        self.air.outputs(tell);
        self.tyres.outputs(tell);
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        self.driver.parameters(lend);
        self.steering.parameters(lend);
        self.powertrain.parameters(lend);
        self.brakes.parameters(lend);
        self.air.parameters(lend);
        self.tyres.parameters(lend);
    }
}
