//! Description of a solver: names and positions of its inputs and outputs.

use crate::level::Level;
use crate::stabilise::Pivot;

/// Names and places of a vehicle's coordinates, inputs and outputs.
///
/// It is `'static`: the description of an emitted solver is a constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Description {
    /// Name of the vehicle.
    pub name: &'static str,
    /// Acceleration of gravity as declared, in the axes of the ground [m/s²].
    pub gravity: [f64; 3],
    /// Name of each coordinate.
    pub coordinates: &'static [&'static str],
    /// Name of each speed.
    pub speeds: &'static [&'static str],
    /// Name of each coordinate of the joints, including dependent coordinates; empty for a solver that does not report
    /// them.
    pub joint_coordinates: &'static [&'static str],
    /// Name of each speed of the joints, including dependent speeds; empty for a solver that does not report them.
    pub joint_speeds: &'static [&'static str],
    /// Name of each driven input.
    pub drives: &'static [&'static str],
    /// Name of each signal: an input of force elements, such as the magnitude of a force or torque.
    pub signals: &'static [&'static str],
    /// Name of each wheel.
    pub wheels: &'static [&'static str],
    /// Name of each moving body.
    pub bodies: &'static [&'static str],
    /// Name of each named output.
    pub outputs: &'static [&'static str],
    /// SI unit of each named output, such as `rad` or `N m`; empty for a solver that does not report units.
    pub output_units: &'static [&'static str],
    /// Joint and loop of each margin.
    pub pivots: &'static [Pivot],
    /// Each contact with the ground: its name, and the positions of its inputs among the signals. The inputs are the
    /// height of the ground at the point [m], its slopes along X and Y, and its velocity [m/s].
    pub contacts: &'static [Place],
    /// Each marker: its name, and the positions of its inputs among the signals: force on the body at the point [N] and
    /// moment [N m], along world axes.
    pub markers: &'static [Place],
    /// Rows and columns of the slopes of an evaluation ([`derivative`](crate::derivative)); empty for a solver that
    /// computes no slopes (`derivatives: accept`).
    pub slopes: Entries,
    /// Rows and columns of the slopes of the named outputs.
    pub output_slopes: Entries,
    /// Levels of the instruction set for which the solver is written (`levels: all`), with the baseline first.
    pub levels: &'static [Level],
}

/// Places of the entries of a sparse matrix: each row that has entries, with its columns, both ascending.
pub type Entries = &'static [(usize, &'static [usize])];

/// Name of a point, and the positions of its inputs among the signals.
pub type Place = (&'static str, [usize; 6]);

impl Description {
    /// Unit of a named output, by its position; empty if the solver does not report it.
    pub fn output_unit(&self, output: usize) -> &'static str {
        self.output_units.get(output).copied().unwrap_or_default()
    }

    /// The first kind of parts that has other names, or another order, in the other vehicle. `None` if code that uses
    /// the positions of this vehicle's parts also fits the other vehicle.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let points = self.markers.iter().map(|(name, _)| name);
        let kinds = [
            ("wheels", self.wheels == other.wheels),
            ("drives", self.drives == other.drives),
            ("signals", self.signals == other.signals),
            ("markers", points.eq(other.markers.iter().map(|(name, _)| name))),
            ("coordinates", self.coordinates == other.coordinates),
            ("speeds", self.speeds == other.speeds),
        ];
        kinds.iter().find(|(_, equal)| !equal).map(|(kind, _)| *kind)
    }

    /// Description of a vehicle without a name and without any named part, written for the baseline.
    pub const EMPTY: Self = Self {
        name: "",
        gravity: [0.0, 0.0, -9.80665],
        coordinates: &[],
        speeds: &[],
        joint_coordinates: &[],
        joint_speeds: &[],
        drives: &[],
        signals: &[],
        wheels: &[],
        bodies: &[],
        outputs: &[],
        output_units: &[],
        pivots: &[],
        contacts: &[],
        markers: &[],
        slopes: &[],
        output_slopes: &[],
        levels: &[Level::Baseline],
    };
}

impl Default for Description {
    fn default() -> Self {
        Self::EMPTY
    }
}
