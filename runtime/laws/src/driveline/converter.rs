//! Torque converters.

use crate::curve::Samples;

/// A torque converter by its capacity and torque ratio over the speed ratio.
///
/// With the speeds `p` of pump and `t` of turbine, the speed ratio is `v = t / p`. While the pump is faster,
///
/// ```text
/// Tp = (p / K(v))²,   Tt = R(v) Tp
/// ```
///
/// is the torque that the pump takes and the turbine gives. Where the turbine is faster, it drives the pump as a fluid coupling:
/// `Tt = Tp = -(t / K(1/v))²`. A capacity factor that is finite at `v = 1` would make the torque jump there; within two percent of
/// slip, both torques go linearly through zero instead.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Converter {
    /// Capacity factor over the speed ratio, above zero [(rad/s) / √(N m)].
    pub capacity: Samples,
    /// Turbine torque by pump torque over the speed ratio.
    pub ratio: Samples,
}

/// Torques of a converter [N m].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transmitted {
    /// Against the pump.
    pub pump: f64,
    /// On the turbine.
    pub turbine: f64,
}

/// Slip within which the torque goes through zero.
const COUPLED: f64 = 0.02;

impl Converter {
    /// A speed ratio at which the turbine would give more power than the pump takes; `None` for a sound converter.
    pub fn gain(&self) -> Option<f64> {
        let gives = |speed_ratio: &f64| self.ratio.at(*speed_ratio) * speed_ratio > 1.0 + 1e-9;
        let even = (1..=100).map(|k| f64::from(k) / 100.0);
        let points = self.ratio.points().map(|[speed_ratio, _]| speed_ratio);
        even.chain(points.filter(|speed_ratio| *speed_ratio <= 1.0)).find(gives)
    }

    /// Torques at the speeds of pump and turbine [rad/s]. A pump that does not turn forward takes none.
    pub fn transmit(&self, pump: f64, turbine: f64) -> Transmitted {
        let fastest = pump.max(turbine);
        if fastest <= 0.0 {
            return Transmitted {
                pump: 0.0,
                turbine: 0.0,
            };
        }
        let slip = (pump - turbine) / fastest;
        let fade = (slip / COUPLED).clamp(-1.0, 1.0);
        let speed_ratio = pump.min(turbine) / fastest;
        let capacity = fastest / self.capacity.at(speed_ratio);
        let torque = fade * capacity * capacity;
        // Torque is multiplied only in the direction in which it was built.
        let gain = if slip > 0.0 { self.ratio.at(speed_ratio) } else { 1.0 };
        Transmitted {
            pump: torque,
            turbine: gain * torque,
        }
    }
}
