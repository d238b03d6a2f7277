//! Kinematic characteristics of a suspension as single numbers, each at a travel of the wheels on the [rig](crate::rig).
//!
//! Travel counts from the design position of the wheel centres. Angles and slopes are exact derivatives of the motion in a position
//! ([`Rig::rising`]). Wheel rates and motion ratios are central differences over 0.1 mm. Forces act at the
//! [contact](crate::rig::Contact) (ISO 8855).

use crate::kinematics::{lean, leaning, roll_centre, side, steer, steering_axes, turned};
use crate::rig::{NotReached, Rig, Steering};
use crate::sensitivity::shortened;
use wishbone::description::Description;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Displacement of the wheel centres up and down, for wheel rates and motion ratios [m].
const APART: f64 = 5e-5;

/// A kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Characteristic {
    /// Toe angle, positive where the front of the wheel points inward [rad].
    Toe,
    /// Camber angle, positive where the top of the wheel leans outward [rad].
    Camber,
    /// Change of the toe angle with travel [rad/m].
    BumpSteer,
    /// Change of the camber angle with travel [rad/m].
    CamberGain,
    /// Lateral movement of the contact with travel, positive outward.
    TrackChange,
    /// Support angle of the contact with the wheel locked to its carrier [rad]: anti-dive at the front, anti-lift at the rear.
    BrakeSupport,
    /// Support angle of the wheel centre, for torques that the chassis reacts [rad]: anti-lift at the front, anti-squat at the
    /// rear.
    DriveSupport,
    /// Caster angle, positive where the steering axis leans rearward at the top [rad].
    Caster,
    /// Kingpin inclination, positive where the steering axis leans inward at the top [rad].
    Inclination,
    /// Scrub radius, positive where the steering axis meets the ground inside of the wheel [m].
    ScrubRadius,
    /// Caster trail, positive where the steering axis meets the ground in front of the wheel [m].
    Trail,
    /// Height of the roll centre above the contacts [m].
    RollCentre,
    /// Slope of the vertical force over the rise of the contact [N/m], while all wheels rise equally.
    WheelRate,
    /// Change of a spring's or damper's length with travel.
    MotionRatio,
}

use Characteristic::{
    BrakeSupport, BumpSteer, Camber, CamberGain, Caster, DriveSupport, Inclination, MotionRatio, RollCentre,
    ScrubRadius, Toe, TrackChange, Trail, WheelRate,
};

impl Characteristic {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Toe,
        Camber,
        BumpSteer,
        CamberGain,
        TrackChange,
        BrakeSupport,
        DriveSupport,
        Caster,
        Inclination,
        ScrubRadius,
        Trail,
        RollCentre,
        WheelRate,
        MotionRatio,
    ];

    /// Its name: `camber_gain`.
    pub fn word(self) -> &'static str {
        match self {
            Toe => "toe",
            Camber => "camber",
            BumpSteer => "bump_steer",
            CamberGain => "camber_gain",
            TrackChange => "track_change",
            BrakeSupport => "brake_support",
            DriveSupport => "drive_support",
            Caster => "caster",
            Inclination => "inclination",
            ScrubRadius => "scrub_radius",
            Trail => "trail",
            RollCentre => "roll_centre",
            WheelRate => "wheel_rate",
            MotionRatio => "motion_ratio",
        }
    }

    /// Unit in which it is shown, with the factor from SI.
    pub fn shown(self) -> (&'static str, f64) {
        let degrees = 1f64.to_degrees();
        match self {
            Toe | Camber | BrakeSupport | DriveSupport | Caster | Inclination => ("deg", degrees),
            BumpSteer | CamberGain => ("deg/m", degrees),
            ScrubRadius | Trail | RollCentre => ("mm", 1e3),
            WheelRate => ("N/mm", 1e-3),
            TrackChange | MotionRatio => ("", 1.0),
        }
    }

    /// Definition in one line.
    pub fn definition(self) -> &'static str {
        match self {
            Toe => "toe angle, positive where the front of the wheel points inward",
            Camber => "camber angle, positive where the top of the wheel leans outward (ISO 8855)",
            BumpSteer => "change of the toe angle with travel",
            CamberGain => "change of the camber angle with travel",
            TrackChange => "lateral movement of the contact centre with travel, positive outward",
            BrakeSupport => {
                "support angle of the contact centre, for brake torque reacted by the wheel carrier: anti-dive, anti-lift"
            }
            DriveSupport => {
                "support angle of the wheel centre, for drive torque reacted by the chassis: anti-lift, anti-squat"
            }
            Caster => "caster angle of the instantaneous steering axis, positive where it leans rearward at the top",
            Inclination => {
                "kingpin inclination of the instantaneous steering axis, positive where it leans inward at the top"
            }
            ScrubRadius => {
                "steering-axis offset at ground: lateral distance on the ground from the steering axis to the wheel plane (ISO 8855)"
            }
            Trail => {
                "distance on the ground, along the wheel plane, from the contact centre to the steering axis, positive where the axis is in front (ISO 8855)"
            }
            RollCentre => "height of the kinematic roll centre above the ground",
            WheelRate => {
                "change of the vertical force at the contact centre per millimetre of its rise, all wheels in parallel"
            }
            MotionRatio => "change of the length per millimetre of wheel travel; negative: it becomes shorter in bump",
        }
    }
}

/// The wheel, axle or length that a figure belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A wheel, by position.
    Wheel(usize),
    /// An axle: its left and right wheels.
    Axle([usize; 2]),
    /// A length among the named outputs, with the wheel whose travel changes it.
    Length {
        /// Position of the output.
        output: usize,
        /// Position of the wheel.
        wheel: usize,
    },
}

/// A figure that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its kind.
    pub characteristic: Characteristic,
    /// The wheel, axle or length that it belongs to.
    pub subject: Subject,
    /// Position of its travel among the travels of the survey.
    pub station: usize,
}

/// The figures that a study asks of each design.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Travel of all wheels [m].
    pub travel: Vec<f64>,
    /// The motion that steers.
    pub steering: Option<Steering>,
    /// The figures.
    pub asked: Vec<Asked>,
}

impl Survey {
    /// The wanted characteristics of the given wheels, axles and lengths at each travel. Figures of the steering axis are left out
    /// if nothing steers.
    pub fn new(travel: &[f64], steering: Option<Steering>, subjects: &[Subject], wanted: &[Characteristic]) -> Self {
        let mut asked = Vec::new();
        for station in 0..travel.len() {
            for &subject in subjects {
                let fits = |kind: &&Characteristic| match kind {
                    RollCentre => matches!(subject, Subject::Axle(_)),
                    MotionRatio => matches!(subject, Subject::Length { .. }),
                    Caster | Inclination | ScrubRadius | Trail => {
                        steering.is_some() && matches!(subject, Subject::Wheel(_))
                    }
                    _ => matches!(subject, Subject::Wheel(_)),
                };
                asked.extend(wanted.iter().filter(fits).map(|&characteristic| Asked {
                    characteristic,
                    subject,
                    station,
                }));
            }
        }
        Self {
            travel: travel.to_vec(),
            steering,
            asked,
        }
    }

    /// Name of a figure with its travel: `toe at +50 mm`.
    pub fn label(&self, asked: &Asked) -> String {
        let travel = shortened(1e3 * self.travel[asked.station]);
        let sign = if travel > 0.0 { "+" } else { "" };
        format!("{} at {sign}{travel} mm", asked.characteristic.word())
    }

    /// Name of the subject of a figure.
    pub fn subject(&self, asked: &Asked, names: &Description) -> String {
        match asked.subject {
            Subject::Wheel(wheel) => names.wheels[wheel].to_owned(),
            Subject::Axle([left, right]) => format!("{} / {}", names.wheels[left], names.wheels[right]),
            Subject::Length { output, .. } => names.outputs[output].to_owned(),
        }
    }
}

/// Copies of a design on the rig, one copy at each travel of a survey.
#[derive(Clone)]
pub struct Stations<S: Solver> {
    design: Rig<S>,
    rigs: Vec<Rig<S>>,
}

impl<S: Solver + Clone> Stations<S> {
    /// Brings copies of a rig at its design position to each travel.
    ///
    /// # Errors
    /// If a travel is not reached.
    pub fn new(rig: &Rig<S>, survey: &Survey) -> Result<Self, NotReached> {
        let stations = Self {
            design: rig.clone(),
            rigs: vec![rig.clone(); survey.travel.len()],
        };
        let mut lifted = stations.lifted(survey)?;
        // With these forces, the motions at each station are known, and serve changed designs.
        for rig in &mut lifted.rigs {
            let _ = rig.forces()?;
        }
        Ok(lifted)
    }

    /// Applies a change, such as a change of a parameter, to the design and to its copies, and moves each copy to its
    /// travel.
    ///
    /// # Errors
    /// If a travel is not reached.
    pub fn changed(&self, survey: &Survey, change: impl Fn(&mut S)) -> Result<Self, NotReached> {
        let mut changed = self.clone();
        changed.design.change(&change)?;
        for rig in &mut changed.rigs {
            rig.change(&change)?;
        }
        changed.lifted(survey)
    }

    fn lifted(mut self, survey: &Survey) -> Result<Self, NotReached> {
        let wheels = self.design.wheels();
        for (rig, travel) in self.rigs.iter_mut().zip(&survey.travel) {
            let heights: Vec<f64> = wheels.iter().map(|wheel| wheel.centre[2] + travel).collect();
            rig.lift(&heights)?;
        }
        Ok(self)
    }

    /// Figures of a survey in its order [SI]. `None` if a figure does not exist, such as the roll centre of parallel lines.
    ///
    /// # Errors
    /// If a position nearby is not reached.
    pub fn measure(&mut self, survey: &Survey) -> Result<Vec<Option<f64>>, NotReached> {
        let mut found = vec![None; survey.asked.len()];
        for (station, rig) in self.rigs.iter_mut().enumerate() {
            let here = |asked: &Asked| asked.station == station;
            let kinds: Vec<&Asked> = survey.asked.iter().filter(|asked| here(asked)).collect();
            let mut readings = Readings::of(rig, survey.steering, &kinds)?;
            for (found, asked) in found.iter_mut().zip(&survey.asked).filter(|(_, asked)| here(asked)) {
                *found = readings.figure(rig, asked)?;
            }
        }
        Ok(found)
    }
}

/// Motions and forces in one position from which figures are taken.
struct Readings {
    wheels: Vec<WheelMotion>,
    /// Motion of the wheels while all wheels rise alike.
    rising: Vec<WheelMotion>,
    axes: Vec<Option<crate::kinematics::SteeringAxis>>,
    /// Forces on the wheels and outputs, a little below and a little above.
    nearby: [(Vec<f64>, Vec<f64>); 2],
}

impl Readings {
    fn of<S: Solver + Clone>(
        rig: &mut Rig<S>,
        steering: Option<Steering>,
        asked: &[&Asked],
    ) -> Result<Self, NotReached> {
        let asks = |kinds: &[Characteristic]| asked.iter().any(|asked| kinds.contains(&asked.characteristic));
        let wheels = rig.wheels();
        let rising = match asks(&[
            BumpSteer,
            CamberGain,
            TrackChange,
            BrakeSupport,
            DriveSupport,
            WheelRate,
        ]) {
            true => rig.rising(&vec![1.0; wheels.len()])?,
            false => Vec::new(),
        };
        let axes = match steering.filter(|_| asks(&[Caster, Inclination, ScrubRadius, Trail])) {
            Some(steering) => steering_axes(rig, steering)?,
            None => Vec::new(),
        };
        let nearby = match asks(&[WheelRate, MotionRatio]) {
            true => [shifted(rig, &wheels, -APART)?, shifted(rig, &wheels, APART)?],
            false => Default::default(),
        };
        Ok(Self {
            wheels,
            rising,
            axes,
            nearby,
        })
    }

    fn figure<S: Solver + Clone>(&mut self, rig: &mut Rig<S>, asked: &Asked) -> Result<Option<f64>, NotReached> {
        Ok(match asked.subject {
            Subject::Wheel(wheel) => self.of_wheel(rig, asked.characteristic, wheel),
            Subject::Axle(pair) => roll_centre(rig, pair)?.map(|[_, height]| height),
            Subject::Length { output, .. } => {
                let [below, above] = &self.nearby;
                Some((above.1[output] - below.1[output]) / (2.0 * APART))
            }
        })
    }

    fn of_wheel<S: Solver + Clone>(&self, rig: &Rig<S>, kind: Characteristic, k: usize) -> Option<f64> {
        let wheel = &self.wheels[k];
        let side = side(wheel);
        let rising = || &self.rising[k];
        let contact = || rig.contact(k, &self.rising[k]);
        let axis = || self.axes.get(k).copied().flatten();
        match kind {
            Toe => Some(-side * steer(wheel)),
            Camber => Some(side * lean(wheel)),
            BumpSteer => Some(-side * turned(rising())),
            CamberGain => Some(side * leaning(rising())),
            TrackChange => Some(side * contact().velocity.y),
            BrakeSupport => Some((contact().locked.x / contact().locked.z).atan()),
            DriveSupport => Some((rising().velocity[0] / rising().velocity[2]).atan()),
            Caster => axis().map(|axis| axis.caster),
            Inclination => axis().map(|axis| axis.inclination),
            ScrubRadius => axis().map(|axis| axis.scrub_radius),
            Trail => axis().map(|axis| axis.trail),
            WheelRate => Some((self.nearby[1].0[k] - self.nearby[0].0[k]) / (2.0 * APART * contact().velocity.z)),
            RollCentre | MotionRatio => None,
        }
    }
}

/// Forces and outputs with all wheels higher by `by` [m].
fn shifted<S: Solver + Clone>(
    rig: &mut Rig<S>,
    wheels: &[WheelMotion],
    by: f64,
) -> Result<(Vec<f64>, Vec<f64>), NotReached> {
    let heights: Vec<f64> = wheels.iter().map(|wheel| wheel.centre[2] + by).collect();
    rig.aside(|there| {
        there.lift(&heights)?;
        Ok((there.forces()?, there.outputs()))
    })
}
