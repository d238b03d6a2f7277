//! Figures of the whole vehicle: wheelbase, and the share of the load transfer that the links carry.
//!
//! A force `F` along X on the ground moves the load `F h / L` from axle to axle. `h` is the height of the centre of
//! mass, `L` the wheelbase. By virtual work in bump, the springs of an axle carry `dF_z + F_x dx/dz`: `dF_z` is the
//! axle's change of load and `F_x = c F` is its share of the force. `dx/dz` is the slope of the path of the point at
//! which the force acts on the carrier. The share of the load transfer in the links is `c (L / h) dx/dz` at the front
//! and `-c (L / h) dx/dz` at the rear, both in braking and in driving. (Milliken & Milliken 1995, section 17.3, for
//! paths about a side-view instant centre.) The mass is the mass of the whole vehicle, including wheels and carriers.

use super::Vehicle;
use crate::findings::Figure;
use crate::kinematics::Figures;
use nalgebra::Vector3;

/// A vehicle with two axles at the design position.
pub(super) struct TwoAxles<'a> {
    /// Wheels of the left and the right side of the front and the rear axle, by position.
    pub axles: [[Vec<usize>; 2]; 2],
    /// Middle of the contacts of each side of each axle [m].
    pub contacts: [[Vector3<f64>; 2]; 2],
    /// Figures of all wheels.
    pub figures: &'a [Figures],
    /// Slopes of the paths of all wheels.
    pub supports: Vec<Support>,
    /// Numbers that the rig does not measure.
    pub vehicle: &'a Vehicle,
}

/// Tangents of the support angles of a wheel, `dx/dz`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Support angle of the contact with the wheel locked to its carrier: the brake is at the wheel.
    pub braked: f64,
    /// Support angle of the contact with the wheel locked to the body from which it is driven.
    pub driven: f64,
}

impl TwoAxles<'_> {
    /// Figures of the vehicle, and a note for each figure that cannot be found.
    pub fn figures(&self) -> (Vec<Figure>, Vec<String>) {
        let (mut all, mut notes) = (self.wheelbase_figures(), Vec::new());
        match self.vehicle.centre_of_mass {
            Some(centre) => {
                let by = self.wheelbase() / (centre[2] - self.ground());
                all.extend(self.braking(by, &mut notes));
                all.extend(self.driving(by, &mut notes));
            }
            None => notes.push("no anti-dive, anti-lift and anti-squat: the centre of mass is not known".to_owned()),
        }
        (all, notes)
    }

    fn wheelbase_figures(&self) -> Vec<Figure> {
        let slope = |axle: usize| {
            let wheels: Vec<usize> = self.axles[axle].concat();
            let slopes = wheels.iter().map(|&wheel| self.figures[wheel].base_slope);
            slopes.sum::<f64>() / wheels.len() as f64
        };
        vec![
            Figure::new(
                "",
                "wheelbase",
                "mm",
                1e3 * self.wheelbase(),
                "longitudinal distance of the contact centres, mean of both sides (ISO 8855, wheelbase)",
            ),
            Figure::new(
                "",
                "wheelbase change by travel",
                "mm/m",
                1e3 * (slope(0) - slope(1)),
                "change of the wheelbase (contact centres) with wheel travel, all wheels in parallel",
            ),
        ]
    }

    /// Anti-dive and anti-lift; `by` is the wheelbase divided by the height of the centre of mass.
    fn braking(&self, by: f64, notes: &mut Vec<String>) -> Vec<Figure> {
        let Some(shares) = &self.vehicle.brakes else {
            notes.push("no anti-dive: declare brakes, whose torques give the part of each axle".to_owned());
            return Vec::new();
        };
        let support = |wheel: usize| self.supports[wheel].braked;
        let carried = |axle: usize, way: f64| 100.0 * way * by * self.shared(axle, shares, support);
        vec![
            Figure::new(
                "",
                "anti-dive, braking, front",
                "%",
                carried(0, 1.0),
                "share of the load transfer to the front axle that the links carry; brake force is split by brake torque over wheel radius; positive: less dive",
            ),
            Figure::new(
                "",
                "anti-lift, braking, rear",
                "%",
                carried(1, -1.0),
                "share of the load transfer from the rear axle that the links carry; brake force is split by brake torque over wheel radius; positive: less lift",
            ),
        ]
    }

    /// Anti-lift and anti-squat of the driven axles.
    fn driving(&self, by: f64, notes: &mut Vec<String>) -> Vec<Figure> {
        let Some(shares) = &self.vehicle.drive else {
            notes.push("no anti-squat: declare a powertrain, which tells the driven wheels".to_owned());
            return Vec::new();
        };
        let support = |wheel: usize| self.supports[wheel].driven;
        let carried = |axle: usize, way: f64| 100.0 * way * by * self.shared(axle, shares, support);
        let each = [
            (
                0,
                1.0,
                "anti-lift, driving, front",
                "share of the load transfer from the front axle that the links carry; drive force is split by open differentials and the greatest torques of the engines, in the lowest gear, over wheel radius; the body from which a wheel is driven reacts it; positive: less lift",
            ),
            (
                1,
                -1.0,
                "anti-squat, driving, rear",
                "share of the load transfer to the rear axle that the links carry; drive force is split by open differentials and the greatest torques of the engines, in the lowest gear, over wheel radius; the body from which a wheel is driven reacts it; positive: less squat",
            ),
        ];
        let driven = each
            .into_iter()
            .filter(|(axle, ..)| self.axles[*axle].iter().flatten().any(|&wheel| shares[wheel] > 0.0));
        driven
            .map(|(axle, way, name, definition)| Figure::new("", name, "%", carried(axle, way), definition))
            .collect()
    }

    /// Sum of share times slope over the wheels of an axle.
    fn shared(&self, axle: usize, shares: &[f64], slope: impl Fn(usize) -> f64) -> f64 {
        self.axles[axle]
            .iter()
            .flatten()
            .map(|&wheel| shares[wheel] * slope(wheel))
            .sum()
    }

    fn wheelbase(&self) -> f64 {
        let x = |axle: usize| self.mean(axle, |place| place.x);
        x(0) - x(1)
    }

    /// Height of the contacts [m].
    fn ground(&self) -> f64 {
        let height = |axle: usize| self.mean(axle, |place| place.z);
        0.5 * (height(0) + height(1))
    }

    /// Mean of both sides of an axle.
    fn mean(&self, axle: usize, of: impl Fn(Vector3<f64>) -> f64) -> f64 {
        let [left, right] = self.contacts[axle];
        0.5 * (of(left) + of(right))
    }
}
