//! Markers of a vehicle as a subsystem uses them.

use crate::description::Description;
use crate::ports::{InputPorts, MarkerMotion};
use crate::subsystem::Now;

/// A marker of a vehicle: where its motion and its inputs are found.
///
/// A subsystem looks it up once, by name. Force and moment are overwritten at each evaluation. If two subsystems load
/// one marker, the loads do not add up, so each subsystem needs its own marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkerPort {
    index: usize,
    /// Positions of force and moment among the signals.
    places: [usize; 6],
}

impl MarkerPort {
    /// The marker with this name; `None` if the vehicle has no such marker.
    pub fn of(vehicle: &Description, name: &str) -> Option<Self> {
        let index = vehicle.markers.iter().position(|(marker, _)| *marker == name)?;
        let (_, places) = vehicle.markers[index];
        Some(Self { index, places })
    }

    /// The marker at a position in the vehicle's markers.
    ///
    /// # Panics
    /// If the vehicle has fewer markers.
    pub fn at(vehicle: &Description, index: usize) -> Self {
        let (_, places) = vehicle.markers[index];
        Self { index, places }
    }

    /// Its position in the vehicle's markers.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its motion.
    ///
    /// # Panics
    /// If `now` belongs to a different vehicle with fewer markers.
    pub fn motion<'a, X>(&self, now: &Now<'a, X>) -> &'a MarkerMotion {
        &now.markers[self.index]
    }

    /// Sets the force [N] on the body at the point and the moment [N m], along world axes.
    ///
    /// # Panics
    /// If the inputs belong to a different vehicle with fewer signals.
    pub fn load(&self, inputs: &mut impl InputPorts, force: [f64; 3], moment: [f64; 3]) {
        let signals = inputs.signals();
        let numbers = force.into_iter().chain(moment);
        self.places
            .into_iter()
            .zip(numbers)
            .for_each(|(place, x)| signals[place] = x);
    }
}
