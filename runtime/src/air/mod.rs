//! Forces of the air on a vehicle, and winds.

mod coefficient;
mod turbulence;
mod wind;

pub use coefficient::Coefficient;
pub use turbulence::Turbulence;
pub use wind::{Calm, Crosswind, Gust, OverBelt, Steady, Wind};

use crate::curve::Samples;
use crate::description::Description;
use crate::marker::MarkerPort;
use crate::math::{atan2, sqrt};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};

/// Forces and moments of the air at a marker, which is the aerodynamic centre: a subsystem without states.
///
/// **Axes.** Vehicle axes at the marker, ISO 8855: x forward, y left, z up. Roll is positive to the right, pitch is positive with the
/// nose down, yaw is positive to the left. The force acts on the marker's body at the marker, and the moment is about the marker.
///
/// **Relative wind.** `u` is the velocity of the marker minus the velocity of the air, in vehicle axes. The angle
/// `β = atan2(u_y, u_x)` is positive where the air comes from the left. The dynamic pressure is `q = ρ |u|² / 2`.
///
/// **Forces.** With the area `A` and the length `l`,
///
/// `F = q A (-C_D, C_S, C_L h)` and `M = q A l (C_roll, C_pitch h, C_yaw)`,
///
/// where each coefficient is a function of `β`, and `h` is the factor of the ground effect at the height of the marker.
/// Drag acts along the vehicle's x axis, and not along the wind (SAE J1594). A drag that is one number is
/// [`Coefficient::Axial`], the value at `β = 0`. The coefficient of drag `C_D = C cos β` opposes `u_x`, so it adds no
/// energy in any wind. In a level wind the force is `-ρ A C |u| u_x / 2`. This drag is the x component of a drag along
/// the wind with one coefficient for all directions. A car that is pushed to the right by air from the left has a
/// negative `C_S` at positive `β`. The angular velocity of the body and its angle of attack have no additional
/// influence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Air<W = Calm> {
    /// Velocity of the air.
    pub wind: W,
    /// Density `ρ` [kg/m³].
    pub density: f64,
    /// Reference area `A` [m²].
    pub area: f64,
    /// Reference length `l` [m].
    pub length: f64,
    /// Drag, side force and lift: `C_D`, `C_S`, `C_L`.
    pub force: [Coefficient; 3],
    /// Roll, pitch and yaw: `C_roll`, `C_pitch`, `C_yaw`.
    pub moment: [Coefficient; 3],
    /// Factor on lift and pitch over the height of the marker above the plane Z = 0 [m]; `None` for a factor of one.
    pub ground_effect: Option<Samples>,
    marker: MarkerPort,
    /// Speed [m/s] and angle [rad] of the relative wind at the last evaluation.
    relative: [f64; 2],
    /// Force [N] and moment [N m] at the last evaluation, vehicle axes.
    loads: [[f64; 3]; 2],
}

impl Air<Calm> {
    /// Drag alone, in calm air of 1.2 kg/m³, from a coefficient ([`Coefficient::Axial`]) and an area [m²]. `None` if
    /// the vehicle has no marker of that name.
    pub fn drag(vehicle: &Description, marker: &str, coefficient: f64, area: f64) -> Option<Self> {
        let mut air = Self::at(MarkerPort::of(vehicle, marker)?, area);
        air.force[0] = Coefficient::Axial(coefficient);
        Some(air)
    }

    /// No forces yet, in calm air of 1.2 kg/m³, with an area [m²] and a length of one metre.
    pub fn at(marker: MarkerPort, area: f64) -> Self {
        let none = Coefficient::Even(Samples::constant(0.0));
        Self {
            wind: Calm,
            density: 1.2,
            area,
            length: 1.0,
            force: [none; 3],
            moment: [none; 3],
            ground_effect: None,
            marker,
            relative: [0.0; 2],
            loads: [[0.0; 3]; 2],
        }
    }
}

impl<W> Air<W> {
    /// The same in this wind.
    pub fn with_wind<V: Wind>(self, wind: V) -> Air<V> {
        Air {
            wind,
            density: self.density,
            area: self.area,
            length: self.length,
            force: self.force,
            moment: self.moment,
            ground_effect: self.ground_effect,
            marker: self.marker,
            relative: self.relative,
            loads: self.loads,
        }
    }

    /// Force [N] and moment [N m] at the last evaluation, vehicle axes.
    pub fn loads(&self) -> [[f64; 3]; 2] {
        self.loads
    }
}

impl<S: Solver, W: Wind> Subsystem<S> for Air<W> {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        let marker = self.marker.motion(now);
        let wind = self.wind.at(now.time, marker.position);
        let through = [0, 1, 2].map(|i| marker.velocity[i] - wind[i]);
        let rows = marker.rotation;
        let [x, y, z] = [0, 1, 2].map(|k| (0..3).map(|i| rows[i][k] * through[i]).sum::<f64>());
        let square = x * x + y * y + z * z;
        let angle = atan2(y, x);
        let near = self
            .ground_effect
            .as_ref()
            .map_or(1.0, |factor| factor.at(marker.position[2]));
        let pressed = 0.5 * self.density * square * self.area;
        let [drag, side, lift] = self.force.each_ref().map(|c| pressed * c.at(angle));
        let [roll, pitch, yaw] = self.moment.each_ref().map(|c| pressed * self.length * c.at(angle));
        self.relative = [sqrt(square), angle];
        self.loads = [[-drag, side, lift * near], [roll, pitch * near, yaw]];
        let [force, moment] = self
            .loads
            .map(|load| rows.map(|row| row[0] * load[0] + row[1] * load[1] + row[2] * load[2]));
        self.marker.load(inputs, force, moment);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("air_speed", "m/s", self.relative[0]));
        tell(Quantity::new("air_angle", "rad", self.relative[1]));
        for k in 0..3 {
            tell(Quantity::at(k, "air_force", "N", self.loads[0][k]));
            tell(Quantity::at(k, "air_moment", "N m", self.loads[1][k]));
        }
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("density", "kg/m^3", &mut self.density));
        lend(Quantity::new("area", "m^2", &mut self.area));
        lend(Quantity::new("length", "m", &mut self.length));
    }
}
