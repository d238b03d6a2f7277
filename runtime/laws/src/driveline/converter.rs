//! Torque converters.

use crate::curve::Samples;

/// A torque converter by its capacity and torque ratio over the speed ratio.
///
/// With the speeds `p` of pump and `t` of turbine, the speed ratio is `v = t / p`. While the pump is faster,
///
/// ```text
/// Tp = C(v, p),   Tt = R(v) Tp
/// ```
///
/// is the torque that the pump takes and the turbine gives; `C` is the [`Capacity`]. Where the turbine is faster, it drives the pump as
/// a fluid coupling: `Tt = Tp = -C(1/v, t)`. A capacity above zero at `v = 1` would make the torque jump there. Hence both torques go
/// through zero within two percent of slip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Converter {
    /// Torque of the pump over the speed ratio.
    pub capacity: Capacity,
    /// Turbine torque by pump torque over the speed ratio.
    pub ratio: Samples,
}

/// Torque of the pump over the speed ratio `v`. It grows with the square of the speed `p` of the pump.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Capacity {
    /// Capacity factors `K`, above zero [(rad/s) / √(N m)]: `C = (p / K(v))²`. Near `v = 1` the torque is multiplied by the slip in
    /// parts of two percent.
    Factors(Samples),
    /// Torques `T` at one speed of the pump `at`: `C = T(v) (p / at)²`. They are not below zero up to `v = 1`, where zero is usual.
    /// Within two percent of slip the torque is a straight line from `T(0.98)` to zero at `v = 1`.
    Torques {
        /// Torques [N m].
        torques: Samples,
        /// Speed of the pump, above zero [rad/s].
        at: f64,
    },
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

impl Capacity {
    /// Torque of the pump [N m]. `fastest` is the speed of the faster side, above zero [rad/s], by which the speed of the slower side
    /// and the slip of the turbine are divided.
    fn torque(&self, fastest: f64, speed_ratio: f64, slip: f64) -> f64 {
        let fade = (slip / COUPLED).clamp(-1.0, 1.0);
        match self {
            Self::Factors(factors) => {
                let root = fastest / factors.at(speed_ratio);
                fade * root * root
            }
            Self::Torques { torques, at } => {
                let share = fastest / at;
                fade * torques.at(speed_ratio.min(1.0 - COUPLED)) * (share * share)
            }
        }
    }

    /// A point of the table that no converter has: speed ratio and value. `None` for a sound table. Torques beyond the speed ratio 1
    /// may be below zero: only the line that leads there is used, up to 1.
    pub fn unsound(&self) -> Option<[f64; 2]> {
        match self {
            Self::Factors(factors) => factors.points().find(|[_, factor]| *factor <= 0.0),
            Self::Torques { torques, .. } => {
                let stalled = [0.0, torques.at(0.0)];
                let ends = [1.0, torques.at(1.0)];
                let points = torques.points().filter(|[ratio, _]| *ratio < 1.0).chain([ends]);
                let mut points = points.filter(|[_, torque]| *torque < -ROUNDING * stalled[1].abs());
                points.next().or(Some(stalled).filter(|[_, torque]| *torque <= 0.0))
            }
        }
    }
}

/// Part of the torque at standstill by which an interpolated torque may be below zero.
const ROUNDING: f64 = 1e-9;

impl Converter {
    /// A speed ratio at which the turbine would give more power than the pump takes; `None` for a sound converter.
    pub fn gain(&self) -> Option<f64> {
        let gives = |speed_ratio: &f64| self.ratio.at(*speed_ratio) * speed_ratio > 1.0 + 1e-9;
        let even = (1..=100).map(|k| f64::from(k) / 100.0);
        let points = self.ratio.points().map(|[speed_ratio, _]| speed_ratio);
        even.chain(points.filter(|speed_ratio| *speed_ratio <= 1.0)).find(gives)
    }

    /// Slopes of the torques of pump and turbine, each over both speeds [N m s/rad], at this speed of the pump, above zero [rad/s]. They are
    /// taken where the torque of the pump grows fastest with its speed: mostly near the speed ratio 1.
    pub fn steepest(&self, pump: f64) -> [[f64; 2]; 2] {
        let step = 1e-5 * pump;
        let slopes = |slip: f64| {
            let turbine = pump * (1.0 - slip);
            let over = |along: [f64; 2]| {
                let [up, down] =
                    [step, -step].map(|step| self.transmit(pump + step * along[0], turbine + step * along[1]));
                [up.pump - down.pump, up.turbine - down.turbine].map(|change| change / (2.0 * step))
            };
            let [by_pump, by_turbine] = [over([1.0, 0.0]), over([0.0, 1.0])];
            [[by_pump[0], by_turbine[0]], [by_pump[1], by_turbine[1]]]
        };
        let slips = (0..200).map(|k| (f64::from(k) + 0.5) / 200.0);
        slips.map(slopes).fold(
            [[0.0; 2]; 2],
            |most, own| if own[0][0] > most[0][0] { own } else { most },
        )
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
        let speed_ratio = pump.min(turbine) / fastest;
        let torque = self.capacity.torque(fastest, speed_ratio, slip);
        // Torque is multiplied only in the direction in which it was built.
        let gain = if slip > 0.0 { self.ratio.at(speed_ratio) } else { 1.0 };
        Transmitted {
            pump: torque,
            turbine: gain * torque,
        }
    }
}
