//! Where a generated solver meets the world: driven joints, wheels, and forces of the size that it is told.
//!
//! World axes are those of the ground, ISO 8855: X forward, Y left, Z up.

pub use wishbone_laws::tyre::WheelMotion;

/// The prescribed motion of a driven joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drive<T = f64> {
    /// [rad or m]
    pub position: T,
    /// [rad/s or m/s]
    pub velocity: T,
    /// [rad/s^2 or m/s^2]
    pub acceleration: T,
}

/// What acts on a wheel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WheelLoad<T = f64> {
    /// Force on the wheel at its centre, world axes [N].
    pub force: [T; 3],
    /// Moment on the wheel about its centre, world axes [N m]; its part along the spin axis spins the wheel.
    pub moment: [T; 3],
    /// Torque along the spin axis from the driveline [N m]; its reaction acts on the body the wheel is driven from.
    pub drive_torque: T,
    /// Torque along the spin axis from the brake [N m], signed; its reaction acts on the carrier.
    pub brake_torque: T,
}

/// How a body moves, world axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BodyMotion {
    /// Rows of the rotation matrix from the body's axes (vehicle axes at the design position) to the world.
    pub rotation: [[f64; 3]; 3],
    /// Centre of mass [m].
    pub com: [f64; 3],
    /// [rad/s]
    pub angular_velocity: [f64; 3],
    /// Of the centre of mass [m/s].
    pub velocity: [f64; 3],
    /// [rad/s^2]
    pub angular_acceleration: [f64; 3],
    /// Of the centre of mass [m/s^2].
    pub acceleration: [f64; 3],
}

impl BodyMotion {
    /// At the origin, at rest, without orientation.
    pub const ZERO: Self = Self {
        rotation: [[0.0; 3]; 3],
        com: [0.0; 3],
        angular_velocity: [0.0; 3],
        velocity: [0.0; 3],
        angular_acceleration: [0.0; 3],
        acceleration: [0.0; 3],
    };
}

/// All that acts on a vehicle from outside: `D` driven joints, `W` wheels, `S` signals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inputs<const D: usize, const W: usize, const S: usize = 0, T = f64> {
    /// Prescribed motions, in the order of the solver's `DRIVES`.
    pub drives: [Drive<T>; D],
    /// Wheel loads, in the order of the solver's `WHEELS`.
    pub wheels: [WheelLoad<T>; W],
    /// Sizes of forces [N] and torques [N m], in the order of the solver's `SIGNALS`.
    pub signals: [T; S],
}

impl<const D: usize, const W: usize, const S: usize, T: Copy + Default> Default for Inputs<D, W, S, T> {
    fn default() -> Self {
        Self {
            drives: [Drive::default(); D],
            wheels: [WheelLoad::default(); W],
            signals: [T::default(); S],
        }
    }
}

/// What integrators and tyres need of a vehicle's inputs, whatever its sizes.
pub trait InputPorts: Clone + Default {
    /// Prescribed motions.
    fn drives(&mut self) -> &mut [Drive];
    /// Wheel loads.
    fn wheels(&mut self) -> &mut [WheelLoad];
    /// Sizes of forces and torques.
    fn signals(&mut self) -> &mut [f64];
}

impl<const D: usize, const W: usize, const S: usize> InputPorts for Inputs<D, W, S> {
    fn drives(&mut self) -> &mut [Drive] {
        &mut self.drives
    }

    fn wheels(&mut self) -> &mut [WheelLoad] {
        &mut self.wheels
    }

    fn signals(&mut self) -> &mut [f64] {
        &mut self.signals
    }
}

/// Mechanical energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of all bodies and wheel spins [J].
    pub kinetic: f64,
    /// Of gravity, zero at the ground's origin [J].
    pub gravity: f64,
    /// Stored in springs [J].
    pub elastic: f64,
}

impl Energy {
    /// Sum of the parts [J].
    pub fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.elastic
    }
}
