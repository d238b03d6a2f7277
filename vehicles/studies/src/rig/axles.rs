//! Axles, and wheels that stand side by side.

use super::Rig;
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Wheels whose centres are within this distance along X belong to one axle, whose curves end together [m].
pub const SAME_AXLE: f64 = 0.2;
/// This distance as a fraction of the track, for vehicles that are far smaller than a car.
const SAME_AXLE_BY_TRACK: f64 = 0.2;

/// Pairs of wheels of one axle, left and right, from the front: mirror images about the X axis. Without mirror images, they are paired
/// about the middle between the outermost wheels.
pub fn axles(design: &[WheelMotion]) -> Vec<[usize; 2]> {
    let across = || design.iter().map(|wheel| wheel.centre[1]);
    let twice_the_middle = across().fold(f64::NEG_INFINITY, f64::max) + across().fold(f64::INFINITY, f64::min);
    let about_the_axis = pairs(design, 0.0);
    match about_the_axis.is_empty() {
        true => pairs(design, twice_the_middle),
        false => about_the_axis,
    }
}

/// Pairs that are mirror images about twice a place across [m].
fn pairs(design: &[WheelMotion], twice_the_middle: f64) -> Vec<[usize; 2]> {
    let mut axles = Vec::new();
    let across = || design.iter().map(|wheel| wheel.centre[1]);
    let track = across().fold(f64::NEG_INFINITY, f64::max) - across().fold(f64::INFINITY, f64::min);
    let near = SAME_AXLE.min(SAME_AXLE_BY_TRACK * track);
    for (left, wheel) in design.iter().enumerate().filter(|(_, wheel)| wheel.centre[1] > 0.0) {
        let right = design.iter().position(|other| {
            other.centre[1] < 0.0
                && (other.centre[0] - wheel.centre[0]).abs() < near
                && (other.centre[1] + wheel.centre[1] - twice_the_middle).abs() < near
        });
        axles.extend(right.map(|right| [left, right]));
    }
    axles.sort_by(|a, b| design[b[0]].centre[0].total_cmp(&design[a[0]].centre[0]));
    axles
}

impl<S: Solver + Clone> Rig<S> {
    /// Pairs of wheels of one axle, left and right, from the front. Of wheels side by side on one carrier, the first wheel represents
    /// all.
    pub fn axles(&mut self) -> Vec<[usize; 2]> {
        let mut axles = axles(&self.wheels());
        axles.retain(|pair| pair.iter().all(|&wheel| self.set_of(wheel)[0] == wheel));
        axles
    }

    /// This wheel, and the wheels side by side with it on its carrier.
    pub fn set_of(&self, wheel: usize) -> Vec<usize> {
        let twins = self.twins.iter().find(|twins| twins.contains(&wheel));
        twins.cloned().unwrap_or_else(|| vec![wheel])
    }

    /// Mean place [m] and mean velocity [m/s] of the contacts of a wheel and its twins, for this motion of all wheels.
    pub fn middle_contact(&self, wheel: usize, motions: &[WheelMotion]) -> [Vector3<f64>; 2] {
        let set = self.set_of(wheel);
        let contacts = set.iter().map(|&wheel| self.contact(wheel, &motions[wheel]));
        let sum = contacts.fold([Vector3::zeros(); 2], |[point, velocity], own| {
            [point + own.point, velocity + own.velocity]
        });
        sum.map(|sum| sum / set.len() as f64)
    }
}
