//! A driver outside of the simulation: drives and controls that are received with each frame.

use crate::shared::Port;
use std::format;
use std::vec::Vec;
use wishbone::control::Controls;
use wishbone::description::Description;
use wishbone::ports::{Drive, InputPorts};
use wishbone::solver::Solver;
use wishbone::subsystem::Subsystem;

/// Controls in the order in which they are received, with their neutral values.
const CONTROLS: [(&str, f64); 5] = [
    ("throttle", 0.0),
    ("brake", 0.0),
    ("clutch", 0.0),
    ("parking_brake", 0.0),
    ("gear", 0.0),
];

/// A driver who sits in the simulator. The driver moves the first `D` driven joints of the vehicle, for instance the
/// rack, and presses the pedals. The subsystem has to act before the subsystems that read the controls, like the driver
/// of [`Equipment`](wishbone::equipment::Equipment).
///
/// Its numbers are position, velocity and acceleration of each drive, which have to be consistent; then throttle, brake, clutch,
/// parking brake (0 to 1) and gear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LiveDriver<const D: usize> {
    drives: [Drive; D],
    controls: Controls,
}

impl<const D: usize> Default for LiveDriver<D> {
    fn default() -> Self {
        Self {
            drives: [Drive::default(); D],
            controls: Controls::default(),
        }
    }
}

impl<const D: usize> LiveDriver<D> {
    /// Ports of the driver's numbers, with the names of the vehicle's drives. Drives that the vehicle does not have are named by
    /// their position.
    pub fn ports(of: &Description) -> Vec<Port> {
        let mut ports = Vec::new();
        for place in 0..D {
            let name = of
                .drives
                .get(place)
                .map_or_else(|| format!("drive_{place}"), |name| plain(name));
            for (kind, unit) in [
                ("position", "m or rad"),
                ("velocity", "m/s or rad/s"),
                ("acceleration", "m/s^2 or rad/s^2"),
            ] {
                ports.push(Port::new(&format!("{name}_{kind}"), unit));
            }
        }
        let controls = CONTROLS.map(|(name, neutral)| Port::new(name, "").with_neutral(neutral));
        ports.extend(controls);
        ports
    }

    /// Takes new numbers, which are used until the next call. Missing numbers are zero.
    pub fn latch(&mut self, numbers: &[f64]) {
        let at = |place: usize| numbers.get(place).copied().unwrap_or(0.0);
        for (place, drive) in self.drives.iter_mut().enumerate() {
            *drive = Drive {
                position: at(3 * place),
                velocity: at(3 * place + 1),
                acceleration: at(3 * place + 2),
            };
        }
        let control = |k: usize| at(3 * D + k).clamp(0.0, 1.0);
        self.controls = Controls {
            throttle: control(0),
            brake: control(1),
            clutch: control(2),
            parking_brake: control(3),
            // A cast saturates, and NaN becomes zero.
            gear: at(3 * D + 4).round() as i8,
        };
    }
}

impl<const D: usize, S: Solver> Subsystem<S> for LiveDriver<D> {
    type State = ();

    fn drive(&mut self, _time: f64, _state: &(), inputs: &mut S::Inputs) {
        for (input, drive) in inputs.drives().iter_mut().zip(&self.drives) {
            *input = *drive;
        }
    }

    fn controls(&self) -> Option<Controls> {
        Some(self.controls)
    }
}

/// A valid name for C and Python: characters other than letters and digits become underscores.
pub(super) fn plain(name: &str) -> std::string::String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    name.chars().map(plain).collect()
}
