//! Steering: from the hands to the rack or pitman arm, through a column that twists.

use crate::control::forward_speed;
use crate::description::Description;
use crate::ports::InputPorts;
use crate::profile::{Hold, Profile};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};
use wishbone_laws::curve::Samples;
use wishbone_laws::friction::DryFriction;

/// A steering column between the hands and a joint of the vehicle: a rack that slides, or a pitman arm that turns. The joint is not
/// driven; only loads move it.
///
/// With the angle `d` of the steering wheel and the coordinate `x` of the joint, the pinion turns at `x / ratio`. The torsion
/// bar carries `T = stiffness (d - x / ratio) + damping (d' - x' / ratio)`, and
///
/// ```text
/// load on the joint  (T + A) / ratio - R,   inertia d'' = H - T - F
/// ```
///
/// with the hands' torque `H`, the assistance `A`, and the dry friction `F` of the column and `R` of the joint. The assistance is a
/// map over `T`, multiplied by a factor over the speed of the vehicle. Hands that prescribe the angle feel `H = inertia d'' + T + F`.
///
/// The torsion bar swings on the mass `m` of the joint at `√(stiffness / m) / |ratio|`, damped at the rate
/// `damping / (m ratio²)`. An explicit step of 1 ms needs a frequency below 500 rad/s and a damping rate below 300 1/s.
///
/// The vehicle declares the joint without `drive`, and a load on it that is an input, such as
/// `load assist: on(rack) { force: rack_force }`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column<P> {
    /// Motion or torque of the hands.
    pub hands: Hands<P>,
    /// Moment of inertia of the steering wheel [kg m²], above zero.
    pub inertia: f64,
    /// Stiffness of the torsion bar and column [N m/rad].
    pub stiffness: f64,
    /// Damping of the torsion bar and column [N m s/rad].
    pub damping: f64,
    /// Travel of the joint per angle of the steering wheel [m/rad, or rad/rad]; below zero if a turn to the left moves the joint
    /// backwards.
    pub ratio: f64,
    /// Dry friction of the column [N m].
    pub friction: f64,
    /// Dry friction of the joint [N or N m].
    pub joint_friction: f64,
    /// Torque of the assistance at the pinion over the torque of the torsion bar, both positive [N m].
    pub assistance: Samples,
    /// Factor of the assistance over the speed of the vehicle [m/s].
    pub over_speed: Samples,
    coordinate: usize,
    speed: usize,
    signal: usize,
    felt: Felt,
}

/// Motion or torque of the hands on the steering wheel, over time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hands<P> {
    /// The hands prescribe this angle [rad], positive to the left.
    Angle(P),
    /// The hands apply this torque, the position of the profile [N m], positive to the left.
    Torque(P),
}

/// Outputs at the last evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Felt {
    /// Angle of the steering wheel [rad].
    pub angle: f64,
    /// Torque of the hands on it [N m].
    pub torque: f64,
    /// Torque of the torsion bar [N m].
    pub torsion: f64,
    /// Torque of the assistance at the pinion [N m].
    pub assistance: f64,
    /// Load on the joint [N or N m].
    pub load: f64,
}

/// Angle [rad] and rate [rad/s] of the steering wheel, which are used only if the hands give a torque; then the deflections of the
/// dry friction of column and joint.
pub type ColumnState = ([f64; 2], [f64; 2]);

/// Friction of the column: it slides after a hundredth of a radian.
const FRICTION: DryFriction = DryFriction {
    reach: 0.01,
    damper: 0.002,
    shortest: 0.005,
};

impl<P> Column<P> {
    /// A column of 0.05 kg m², 115 N m/rad and 0.1 N m s/rad without friction and assistance. `joint` is the name of the joint's
    /// coordinate and speed, and `signal` the name of the input of its load. `None` if the vehicle has no such coordinate, speed or
    /// signal.
    pub fn of(vehicle: &Description, joint: &str, signal: &str, hands: Hands<P>, ratio: f64) -> Option<Self> {
        let place = |names: &[&str], name: &str| names.iter().position(|other| *other == name);
        let places = [
            place(vehicle.coordinates, joint)?,
            place(vehicle.speeds, joint)?,
            place(vehicle.signals, signal)?,
        ];
        Some(Self::at(places, hands, ratio))
    }

    /// This column, with the positions of the joint's coordinate, its speed and the input of its load in the solver's lists.
    pub fn at([coordinate, speed, signal]: [usize; 3], hands: Hands<P>, ratio: f64) -> Self {
        Self {
            hands,
            inertia: 0.05,
            stiffness: 115.0,
            damping: 0.1,
            ratio,
            friction: 0.0,
            joint_friction: 0.0,
            assistance: Samples::constant(0.0),
            over_speed: Samples::constant(1.0),
            coordinate,
            speed,
            signal,
            felt: Felt::default(),
        }
    }

    /// This column with the hands at rest: at their angle at time zero, or with their torque at time zero.
    #[must_use]
    pub fn held(&self) -> Column<Hold>
    where
        P: Profile,
    {
        let at_start = |profile: &P| Hold(profile.at(0.0).position);
        Column {
            hands: match &self.hands {
                Hands::Angle(angle) => Hands::Angle(at_start(angle)),
                Hands::Torque(torque) => Hands::Torque(at_start(torque)),
            },
            inertia: self.inertia,
            stiffness: self.stiffness,
            damping: self.damping,
            ratio: self.ratio,
            friction: self.friction,
            joint_friction: self.joint_friction,
            assistance: self.assistance,
            over_speed: self.over_speed,
            coordinate: self.coordinate,
            speed: self.speed,
            signal: self.signal,
            felt: self.felt,
        }
    }

    /// Angles, torques and load at the last evaluation.
    pub fn felt(&self) -> &Felt {
        &self.felt
    }
}

impl<S: Solver, P: Profile> Subsystem<S> for Column<P> {
    type State = ColumnState;

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        let ([angle, rate], [in_column, at_joint]) = *now.state;
        let (wheel, given) = match &self.hands {
            Hands::Angle(profile) => {
                let motion = profile.at(now.time);
                ([motion.position, motion.velocity], Some(motion.acceleration))
            }
            Hands::Torque(_) => ([angle, rate], None),
        };
        let joint = [now.joints.coordinate(self.coordinate), now.joints.speed(self.speed)];
        let twist = [0, 1].map(|k| wheel[k] - joint[k] / self.ratio);
        let torsion = self.stiffness * twist[0] + self.damping * twist[1];
        let speed = forward_speed(now.wheels);
        let assistance = self.assistance.at(torsion.abs()) * self.over_speed.at(speed.abs());
        let assistance = if torsion < 0.0 { -assistance } else { assistance };
        let (column, column_rate) = FRICTION.respond(self.friction, wheel[1], in_column);
        let (against, joint_rate) = self.of_joint().respond(self.joint_friction, joint[1], at_joint);
        let load = (torsion + assistance) / self.ratio + against;
        let (torque, acceleration) = match (&self.hands, given) {
            (Hands::Torque(profile), _) => {
                let torque = profile.at(now.time).position;
                (torque, (torque - torsion + column) / self.inertia)
            }
            (Hands::Angle(_), given) => {
                let acceleration = given.unwrap_or(0.0);
                (self.inertia * acceleration + torsion - column, 0.0)
            }
        };
        self.felt = Felt {
            angle: wheel[0],
            torque,
            torsion,
            assistance,
            load,
        };
        inputs.signals()[self.signal] = load;
        let rates = match given {
            Some(_) => [0.0; 2],
            None => [rate, acceleration],
        };
        (rates, [column_rate, joint_rate])
    }

    fn kinks(&self, now: &Now<'_, Self::State>, tell: &mut dyn FnMut(Quantity)) {
        if self.friction > 0.0 && matches!(self.hands, Hands::Torque(_)) {
            let ([_, rate], _) = *now.state;
            tell(Quantity::new("column_friction", "rad/s", FRICTION.from_kinks(rate)));
        }
        if self.joint_friction > 0.0 {
            let speed = now.joints.speed(self.speed);
            tell(Quantity::new(
                "joint_friction",
                "m/s or rad/s",
                self.of_joint().from_kinks(speed),
            ));
        }
    }

    fn states(&self, ([angle, rate], [column, joint]): &Self::State, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("steering_wheel_angle", "rad", *angle));
        tell(Quantity::new("steering_wheel_rate", "rad/s", *rate));
        tell(Quantity::new("column_deflection", "rad", *column));
        tell(Quantity::new("steering_joint_deflection", "m or rad", *joint));
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        let felt = &self.felt;
        tell(Quantity::new("steering_wheel_angle", "rad", felt.angle));
        tell(Quantity::new("steering_wheel_torque", "N m", felt.torque));
        tell(Quantity::new("torsion_bar_torque", "N m", felt.torsion));
        tell(Quantity::new("steering_assistance", "N m", felt.assistance));
        tell(Quantity::new("steering_load", "N or N m", felt.load));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("steering_wheel_inertia", "kg m^2", &mut self.inertia));
        lend(Quantity::new("column_stiffness", "N m/rad", &mut self.stiffness));
        lend(Quantity::new("column_damping", "N m s/rad", &mut self.damping));
        lend(Quantity::new("column_friction", "N m", &mut self.friction));
    }
}

impl<P> Column<P> {
    /// Friction of the joint: it slides after a travel that belongs to a hundredth of a radian of the steering wheel.
    fn of_joint(&self) -> DryFriction {
        DryFriction {
            reach: FRICTION.reach * self.ratio.abs(),
            ..FRICTION
        }
    }
}
