//! Subsystems of a vehicle on several threads.

use super::{Holdings, Share, Threaded};
use crate::description::Description;
use crate::equipment::Equipment;
use crate::subsystem::{Still, Subsystem};
use std::string::String;
use std::vec::Vec;

/// A subsystem of which each thread can compute a part.
///
/// The part of the subsystem on a thread sees the wheels and markers that the thread holds. All other wheels and
/// markers do not move, except that the wheels spin if [`Shareable::READS_SPINS`] is true. It must not use anything
/// else of another thread. Some pieces depend on time, on their own states and on numbers that all threads hold, which
/// usually belong to the base. Every thread computes these pieces completely. All threads get equal numbers, to the
/// last bit.
///
/// | piece | part of a thread |
/// |---|---|
/// | [`OnRoad`](crate::tyre::OnRoad), [`Brakes`](crate::brakes::Brakes) | its own wheels; the pressure of brakes is common |
/// | [`Air`](crate::air::Air), [`Steer`](crate::control::Steer), [`Timetable`](crate::control::Timetable) | the whole piece |
/// | [`PathFollower`](crate::control::path::PathFollower) | the whole piece, if all threads hold its marker |
/// | [`Driveline`](crate::driveline::Driveline) | the whole piece; threads tell each other the spins of their wheels |
/// | [`Still`], pairs, [`Equipment`] | the parts of what they are made of |
///
/// Drivers who measure the speed by all wheels are refused by the compiler:
///
/// ```compile_fail,E0277
/// use wishbone::control::{ByTime, Pedals, Plan};
/// use wishbone::threads::{Shareable, Threaded};
///
/// fn on_threads<S: Threaded, E: Shareable<S>>(_: E) {}
/// fn driven<S: Threaded>(plan: impl Plan) {
///     on_threads::<S, _>(Pedals::new(plan));
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared among threads",
    label = "no thread can compute a part of this by itself",
    note = "tyres on a road, brakes, air, drivelines, steering by time or along a path, pedals by time (`Timetable`) can, and what is made of them: \
            `Still`, pairs, `Equipment`",
    note = "run the vehicle on one thread with `Simulation`, or implement `Shareable` for a subsystem that acts wheel by wheel"
)]
pub trait Shareable<S: Threaded>: Subsystem<S> {
    /// The part of a thread, with the states of the whole.
    type Part: Subsystem<Share<S>, State = Self::State> + Send;

    /// Whether it reads the spins of all wheels. Threads then meet twice in an evaluation.
    const READS_SPINS: bool = false;

    /// The part of a thread that holds these numbers of the vehicle.
    fn part(&self, holdings: &Holdings) -> Self::Part;

    /// Copies the states that this thread has computed.
    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State);

    /// Takes over the memories of the part of a thread. The default copies the memories that [`Subsystem::memories`]
    /// gives access to, which are equal on all threads.
    fn remember(&mut self, holdings: &Holdings, part: &mut Self::Part) {
        let _ = holdings;
        let mut numbers = Vec::new();
        part.memories(&mut |number| numbers.push(*number));
        let mut numbers = numbers.into_iter();
        self.memories(&mut |number| *number = numbers.next().unwrap_or(*number));
    }

    /// If threads with these holdings cannot share the subsystem: the reason, by name.
    fn obstacle(&self, vehicle: &Description, threads: &[Holdings]) -> Option<String> {
        let _ = (vehicle, threads);
        None
    }
}

impl<S: Threaded> Shareable<S> for Still {
    type Part = Still;

    fn part(&self, _: &Holdings) -> Still {
        Still
    }

    fn gather(_: &Holdings, (): &(), (): &mut ()) {}
}

impl<S: Threaded, A: Shareable<S>, B: Shareable<S>> Shareable<S> for (A, B) {
    type Part = (A::Part, B::Part);

    const READS_SPINS: bool = A::READS_SPINS || B::READS_SPINS;

    fn part(&self, holdings: &Holdings) -> Self::Part {
        (self.0.part(holdings), self.1.part(holdings))
    }

    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State) {
        A::gather(holdings, &from.0, &mut to.0);
        B::gather(holdings, &from.1, &mut to.1);
    }

    fn remember(&mut self, holdings: &Holdings, part: &mut Self::Part) {
        self.0.remember(holdings, &mut part.0);
        self.1.remember(holdings, &mut part.1);
    }

    fn obstacle(&self, vehicle: &Description, threads: &[Holdings]) -> Option<String> {
        let first = self.0.obstacle(vehicle, threads);
        first.or_else(|| self.1.obstacle(vehicle, threads))
    }
}

impl<Z, D, S, P, B, A, T> Shareable<Z> for Equipment<D, S, P, B, A, T>
where
    Z: Threaded,
    D: Shareable<Z>,
    S: Shareable<Z>,
    P: Shareable<Z>,
    B: Shareable<Z>,
    A: Shareable<Z>,
    T: Shareable<Z>,
{
    type Part = Equipment<D::Part, S::Part, P::Part, B::Part, A::Part, T::Part>;

    const READS_SPINS: bool =
        D::READS_SPINS || S::READS_SPINS || P::READS_SPINS || B::READS_SPINS || A::READS_SPINS || T::READS_SPINS;

    fn part(&self, holdings: &Holdings) -> Self::Part {
        Equipment {
            driver: self.driver.part(holdings),
            steering: self.steering.part(holdings),
            powertrain: self.powertrain.part(holdings),
            brakes: self.brakes.part(holdings),
            air: self.air.part(holdings),
            tyres: self.tyres.part(holdings),
            declared_for: self.declared_for,
        }
    }

    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State) {
        let (driver, (steering, (powertrain, (brakes, (air, tyres))))) = from;
        let (to_driver, (to_steering, (to_powertrain, (to_brakes, (to_air, to_tyres))))) = to;
        D::gather(holdings, driver, to_driver);
        S::gather(holdings, steering, to_steering);
        P::gather(holdings, powertrain, to_powertrain);
        B::gather(holdings, brakes, to_brakes);
        A::gather(holdings, air, to_air);
        T::gather(holdings, tyres, to_tyres);
    }

    fn remember(&mut self, holdings: &Holdings, part: &mut Self::Part) {
        self.driver.remember(holdings, &mut part.driver);
        self.steering.remember(holdings, &mut part.steering);
        self.powertrain.remember(holdings, &mut part.powertrain);
        self.brakes.remember(holdings, &mut part.brakes);
        self.air.remember(holdings, &mut part.air);
        self.tyres.remember(holdings, &mut part.tyres);
    }

    fn obstacle(&self, vehicle: &Description, threads: &[Holdings]) -> Option<String> {
        let driver = self.driver.obstacle(vehicle, threads);
        driver
            .or_else(|| self.steering.obstacle(vehicle, threads))
            .or_else(|| self.powertrain.obstacle(vehicle, threads))
            .or_else(|| self.brakes.obstacle(vehicle, threads))
            .or_else(|| self.air.obstacle(vehicle, threads))
            .or_else(|| self.tyres.obstacle(vehicle, threads))
    }
}
