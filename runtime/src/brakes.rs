//! Brakes: pressure from the pedal, dry friction at each wheel, which also holds at a standstill, and a simple slip controller.

use crate::batch::{InLanes, LANES, Lanes, NowInLanes};
use crate::control::Controls;
use crate::math::sqrt;
use crate::ports::{InputPorts, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};
use wishbone_laws::curve::Samples;
use wishbone_laws::friction::DryFriction;

/// Brakes of `W` wheels: a subsystem that writes the brake torque of every wheel.
///
/// - The pedal ([`Controls::brake`]) demands a pressure by [`Brakes::boost`]; the pressure `p` follows with a time constant, as
///   a state.
/// - The capacity of a wheel is `p torque`; the parking brake adds its fraction of [`Brakes::parking`].
/// - At rest the friction holds a constant torque below its capacity, without creep ([`DryFriction`]). Released pads
///   lose their deflection within some hundredths of a second: a brake that is pressed again at rest moves nothing.
/// - A slip controller, if there is one, reduces the pressure of a wheel that slips too much.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Brakes<const W: usize> {
    /// Capacity at full pressure, by wheel [N m]. These numbers determine the split between front and rear.
    pub torque: [f64; W],
    /// Capacity of the fully pulled parking brake, by wheel [N m].
    pub parking: [f64; W],
    /// Pressure over the pedal, both from 0 to 1.
    pub boost: Samples,
    /// Time constant of the pressure [s]; zero if it follows at once.
    pub delay: f64,
    /// Friction of the pads.
    pub friction: DryFriction,
    /// Slip controller; wheels may lock if it is `None`.
    pub slip: Option<SlipControl>,
    controls: Controls,
    torques: [f64; W],
}

/// A slip controller: it reduces the pressure of a wheel in proportion to its slip beyond a target.
///
/// The slip is `1 - |w| R / |v|`, with the speed `v` of the wheel centre along its heading, which the controller knows exactly. The
/// reduction follows `(slip - target) / band`, limited to 0 and 1, with a time constant. Below `slow`, wheels may lock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlipControl {
    /// Radius with which the controller converts the spin of a wheel to a speed [m]. With the rolling radius a free
    /// wheel has no slip. With the unloaded radius, which declarations give, the computed slip is some hundredths
    /// lower, and the target is reached at a slip that is higher by this amount.
    pub radius: f64,
    /// Slip up to which the pressure is not reduced.
    pub target: f64,
    /// Slip beyond the target at which no pressure is left.
    pub band: f64,
    /// Time constant of the valves [s], above zero.
    pub delay: f64,
    /// Speed below which the controller is switched off [m/s].
    pub slow: f64,
}

/// Pressure, from 0 to 1; then for each wheel the deflection of the pads [rad]; then for each wheel the fraction of the
/// pressure that the slip controller takes away.
pub type BrakeState<const W: usize> = (f64, ([f64; W], [f64; W]));

impl<const W: usize> Brakes<W> {
    /// Brakes with these capacities at full pressure [N m], in proportion to the pedal, without delay, parking brake and slip
    /// control.
    pub fn new(torque: [f64; W]) -> Self {
        Self {
            torque,
            parking: [0.0; W],
            boost: Samples::of([0.0, 1.0], [0.0, 1.0]),
            delay: 0.0,
            friction: DryFriction {
                reach: 0.02,
                damper: 0.002,
                shortest: 0.005,
            },
            slip: None,
            controls: Controls::default(),
            torques: [0.0; W],
        }
    }

    /// Torque of each wheel at the last evaluation, signed [N m].
    pub fn torques(&self) -> &[f64; W] {
        &self.torques
    }
}

impl SlipControl {
    /// Part of a wheel's pressure that the controller wants to take away.
    fn demand(&self, wheel: &WheelMotion) -> f64 {
        let speed = along(wheel).abs();
        if speed < self.slow {
            return 0.0;
        }
        let slip = 1.0 - (wheel.spin * self.radius).abs() / speed;
        ((slip - self.target) / self.band).clamp(0.0, 1.0)
    }
}

/// Speed of a wheel's centre along its heading in the plane [m/s].
fn along(wheel: &WheelMotion) -> f64 {
    let ([x, y, _], [vx, vy, _]) = (wheel.axis, wheel.velocity);
    let length = sqrt(x * x + y * y);
    if length > 0.0 { (vx * y - vy * x) / length } else { 0.0 }
}

impl<const W: usize> Brakes<W> {
    /// Writes the brake torques of these wheels, and returns the rates of their states and of the pressure.
    pub(crate) fn act(
        &mut self,
        which: impl IntoIterator<Item = usize>,
        now: &Now<'_, BrakeState<W>>,
        loads: &mut [WheelLoad],
    ) -> BrakeState<W> {
        let wheels = now.wheels;
        let spins = |k: usize| wheels[k].spin;
        self.act_on(
            which,
            (now.state, now.controls),
            spins,
            |k| wheels[k],
            |k, torque| {
                loads[k].brake_torque = torque;
            },
        )
    }

    /// [`Brakes::act`] for wheels whose numbers are in other places: `spin` and `motion` read the numbers of a wheel,
    /// and `put` writes its torque.
    #[inline(always)]
    fn act_on(
        &mut self,
        which: impl IntoIterator<Item = usize>,
        (state, controls): (&BrakeState<W>, Controls),
        spin: impl Fn(usize) -> f64,
        motion: impl Fn(usize) -> WheelMotion,
        mut put: impl FnMut(usize, f64),
    ) -> BrakeState<W> {
        self.controls = controls;
        let (pressure, (deflections, released)) = state;
        let demanded = self.boost.at(self.controls.brake.clamp(0.0, 1.0));
        let (pressure, pressure_rate) = match self.delay > 0.0 {
            true => (*pressure, (demanded - pressure) / self.delay),
            false => (demanded, 0.0),
        };
        let lever = self.controls.parking_brake.clamp(0.0, 1.0);
        let (mut rates, mut valves) = ([0.0; W], [0.0; W]);
        for k in which {
            let capacity = self.torque[k] + self.parking[k];
            let held = pressure * self.torque[k] * (1.0 - released[k]) + lever * self.parking[k];
            (self.torques[k], rates[k]) = self.friction.respond_of(capacity, held, spin(k), deflections[k]);
            put(k, self.torques[k]);
            if let Some(control) = &self.slip {
                valves[k] = (control.demand(&motion(k)) - released[k]) / control.delay;
            }
        }
        (pressure_rate, (rates, valves))
    }

    /// Reports each state, with name and unit.
    pub(crate) fn tell_states((pressure, (deflections, released)): &BrakeState<W>, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("brake_pressure", "", *pressure));
        for (wheel, deflection) in deflections.iter().enumerate() {
            tell(Quantity::at(wheel, "pad_deflection", "rad", *deflection));
        }
        for (wheel, released) in released.iter().enumerate() {
            tell(Quantity::at(wheel, "released_pressure", "", *released));
        }
    }
}

impl<S: Solver, const W: usize> Subsystem<S> for Brakes<W> {
    type State = BrakeState<W>;

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        one_each::<S, W>(now.wheels);
        self.act(0..now.wheels.len(), now, inputs.wheels())
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, Self::State>,
        loads: &mut [WheelLoad<Lanes>],
        rates: [&mut Self::State; LANES],
    ) -> bool {
        one_each::<S, W>(now.wheels);
        let wheels = now.wheels;
        for (lane, (own, rate)) in each.into_iter().zip(rates).enumerate() {
            *rate = own.act_on(
                0..wheels.len(),
                (now.states[lane], now.controls[lane]),
                |k| wheels[k].spin[lane],
                |k| wheels[k].lane(lane),
                |k, torque| loads[k].brake_torque[lane] = torque,
            );
        }
        true
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        for (k, wheel) in now.wheels.iter().enumerate() {
            tell(Quantity::at(k, "brake", "rad/s", self.friction.from_kinks(wheel.spin)));
        }
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        Self::tell_states(state, tell);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        for (wheel, torque) in self.torques.iter().enumerate() {
            tell(Quantity::at(wheel, "brake_torque", "N m", *torque));
        }
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        for (wheel, torque) in self.torque.iter_mut().enumerate() {
            lend(Quantity::at(wheel, "brake_capacity", "N m", torque));
        }
        for (wheel, torque) in self.parking.iter_mut().enumerate() {
            lend(Quantity::at(wheel, "parking_capacity", "N m", torque));
        }
        lend(Quantity::new("brake_delay", "s", &mut self.delay));
    }
}
