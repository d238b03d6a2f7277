//! Geometry in three dimensions that moves with sliders.

use crate::geometry::Geometry;
use crate::packed::{Packed, floats, rounded, shorts};
use serde_json::{Value, json};
use wishbone_studies::manoeuvre::Pose;

/// Numbers that a slider runs through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slider {
    /// `travel`
    pub name: String,
    /// Unit of its numbers; empty if it is not known.
    pub unit: String,
    /// Its numbers in that unit, in order.
    pub values: Vec<f64>,
    /// Position of the number that is shown first.
    pub start: usize,
}

/// An axle in the front view of one position; vehicle axes [m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axle {
    /// Positions of its left and its right wheel among the wheels.
    pub wheels: [usize; 2],
    /// Contact centres of these wheels.
    pub contacts: [[f64; 3]; 2],
    /// Y and Z of the instant centres of both carriers; `None` for parallel lines.
    pub instants: [Option<[f64; 2]>; 2],
    /// Y and Z of the roll centre; `None` for parallel lines.
    pub roll_centre: Option<[f64; 2]>,
}

/// A vehicle in one position of all sliders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Position {
    /// Poses of all bodies.
    pub bodies: Vec<Pose>,
    /// Its axles.
    pub axles: Vec<Axle>,
}

/// A vehicle that moves with sliders.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Its parts.
    pub geometry: Geometry,
    /// Position of the heaviest body.
    pub chassis: usize,
    /// Centre of mass of the whole vehicle at the design position, along vehicle axes [m]; `None` if it is not known.
    pub centre: Option<[f64; 3]>,
    /// The sliders.
    pub sliders: Vec<Slider>,
    /// The vehicle in all combinations of the sliders, the last slider changing fastest. `None` if the suspensions do not reach the
    /// position.
    pub positions: Vec<Option<Position>>,
}

impl Scene {
    /// The data of the page.
    pub(crate) fn data(&self) -> Value {
        let reached: Vec<&Position> = self.positions.iter().flatten().collect();
        let bodies: Vec<&[Pose]> = reached.iter().map(|position| position.bodies.as_slice()).collect();
        let packed = Packed::of(&bodies, self.chassis);
        let mut next = 0..;
        let places = self
            .positions
            .iter()
            .map(|position| position.as_ref().and_then(|_| next.next()));
        let sliders = self.sliders.iter().map(
            |slider| json!({ "name": slider.name, "unit": slider.unit, "values": slider.values, "start": slider.start }),
        );
        let axles = reached
            .iter()
            .map(|position| position.axles.iter().map(Axle::data).collect::<Vec<Value>>());
        json!({
            "geometry": self.geometry.data(), "chassis": self.chassis, "centre": self.centre.map(|centre| centre.map(rounded)),
            "sliders": sliders.collect::<Vec<_>>(), "places": places.collect::<Vec<Option<usize>>>(),
            "bodies": bodies.first().map_or(0, |bodies| bodies.len()), "count": reached.len(),
            "origin": floats(packed.origin), "poses": shorts(&packed.poses), "unit": packed.unit,
            "axles": axles.collect::<Vec<_>>(),
        })
    }
}

impl Axle {
    fn data(&self) -> Value {
        let flat = |point: [f64; 2]| point.map(rounded);
        json!({
            "wheels": self.wheels, "contacts": self.contacts.map(|point| point.map(rounded)),
            "instants": self.instants.map(|point| point.map(flat)), "rollCentre": self.roll_centre.map(flat),
        })
    }
}
