//! Plausibility of a vehicle: figures that follow quickly from its declaration, each with its usual range. A mistake by a factor of
//! ten or a thousand, such as a spring in N/m that was meant in N/mm, is obvious at once.
//!
//! The ranges are wide: they include passenger cars, sports cars and trucks. A figure outside of its range is a question and no
//! verdict. They are rules of thumb; the sources name books and rules with such figures, and have to be read before a range is
//! quoted. Suspensions are judged in the position in which they carry the static loads of the wheels, with the chassis fixed.
//!
//! The ride frequency is `sqrt(k / m) / 2 pi` and the damping ratio `c / (2 sqrt(k m))`. `k` is the ride rate of an axle (wheel
//! rates in series with the tyres). `m = F / g - m_u` is its sprung mass, with the unsprung mass `m_u` (twice the kinetic energy of
//! both wheels rising at 1 m/s). `c` is the damping of both wheels at 0.1 m/s. The springs carry the moment of the vehicle about the line
//! between the roll centres, the tyres carry the moment about the ground (Gillespie 1992, chapters 5 and 6). For a unit of lateral
//! acceleration the body leans by `m c / (1 - m g c)` with `c = h / K + H / T`. Here `h` and `H` are the heights of the centre of mass above
//! this line and above the ground. `K` is the roll stiffness of the suspensions, `T` the roll stiffness of the tyres. This is an estimate:
//! the wheels count as sprung, and the tyres have no side force.

mod checked;
mod geometry;

pub use checked::Checked;
pub use geometry::{Steered, Stops, of_steering, of_travel};

use crate::kc::axles;
use crate::kinematics::{roll_centre, side};
use crate::rig::{Contact, NotReached, Push, Rig, Vertical};
use std::f64::consts::PI;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;

/// Speed of the wheels at which damping is evaluated [m/s].
const DAMPED_AT: f64 = 0.1;

/// Mass above which a vehicle counts as a truck or an off-road vehicle, which has a large height and a long suspension
/// travel [kg].
const HEAVY: f64 = 2400.0;

/// State of a vehicle that stands on level ground.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Mass of the whole vehicle [kg].
    pub mass: f64,
    /// Centre of mass of the whole vehicle at the design position [m].
    pub centre: [f64; 3],
    /// Acceleration of gravity [m/s²].
    pub gravity: f64,
    /// Load of each wheel [N].
    pub loads: Vec<f64>,
    /// Vertical stiffness of the tyre of each wheel [N/m]; `None` without declared tyres.
    pub tyre_rates: Option<Vec<f64>>,
}

/// Figures that need no suspension: the mass and its distribution over the wheels, for wheels at the design position.
pub fn of_masses(standing: &Standing, wheels: &[WheelMotion], radii: &[f64]) -> Vec<Checked> {
    let source = "light cars to laden tractors with semi-trailers (Council Directive 96/53/EC)";
    let mass = Checked::new("mass", "kg", standing.mass, 400.0..=44e3, source);
    let mut all = vec![mass.likely("a mass in g or t").possible(1.0..=1e6)];
    let pairs = axles(wheels);
    if let Some(rates) = &standing.tyre_rates {
        all.extend(pairs.iter().enumerate().map(|(place, pair)| {
            let name = format!("tyre stiffness, {}", called(place, pairs.len()));
            let source = "cars 150 to 350, trucks about 1000 (Gillespie 1992, chapter 5)";
            let rate = 1e-3 * rates[pair[0]];
            Checked::new(name, "N/mm", rate, 100.0..=1500.0, source).likely("N/m in place of N/mm or kN/m")
        }));
    }
    let [front, rear] = pairs[..] else {
        return all;
    };
    let load = |pair: [usize; 2]| pair.iter().map(|&wheel| standing.loads[wheel]).sum::<f64>();
    let share = 100.0 * load(front) / (load(front) + load(rear));
    let source = "rear to front engines (Milliken & Milliken 1995, chapter 18)";
    all.push(
        Checked::new("front axle's part of the load", "%", share, 30.0..=75.0, source)
            .likely("x of the chassis' `com`: sign, unit, or another origin than that of the points"),
    );
    let heights = [front, rear].map(|pair| Contact::of(&wheels[pair[0]], radii[pair[0]]).point.z);
    let tracks = [front, rear].map(|[left, right]| wheels[left].centre[1] - wheels[right].centre[1]);
    let height = standing.centre[2] - 0.5 * (heights[0] + heights[1]);
    let factor = 0.25 * (tracks[0] + tracks[1]) / height;
    let least = if standing.mass > HEAVY { 0.4 } else { 0.9 };
    let source = "static stability factor: cars 1.3 to 1.5 (NHTSA, 49 CFR 575.105); trucks 0.4 to 0.8, with a range from 0.4 above 2.4 t";
    all.push(
        Checked::new(
            "half the track / height of the centre of mass",
            "",
            factor,
            least..=2.6,
            source,
        )
        .likely("z of the chassis' `com`: sign (z points up), unit, or another origin than that of the points")
        .possible(0.0..=f64::INFINITY),
    );
    all
}

/// Figures of the suspensions in the position in which they carry the static loads, for a vehicle with left and right wheels on
/// each axle.
///
/// # Errors
/// If the suspensions do not carry the static loads within their travel.
pub fn of_suspensions<S: Solver + Clone>(
    rig: &Rig<S>,
    standing: &Standing,
    springs: &[Stops],
) -> Result<Vec<Checked>, NotReached> {
    let mut rig = rig.clone();
    let design = rig.wheels();
    let pairs = rig.axles();
    let carried = standing.loads.iter().map(|load| Push::vertical(Vertical::Force(*load)));
    rig.carry(&carried.collect::<Vec<_>>())?;
    let mut all = geometry::of_rest(&mut rig, &design, standing, springs);
    let (mut stiffness, mut on_tyres, mut centres) = (0.0, 0.0, Vec::new());
    for (place, &pair) in pairs.iter().enumerate() {
        let axle = Axle::of(&mut rig, pair, standing)?;
        all.extend(axle.figures(called(place, pairs.len())));
        stiffness += axle.roll_stiffness;
        on_tyres += axle.tyre_stiffness;
        let height = roll_centre(&mut rig, pair)?.map(|[_, height]| height);
        centres.push((rig.wheels()[pair[0]].centre[0], height));
    }
    if let [(front, Some(low)), (rear, Some(high))] = centres[..] {
        let wheels = rig.wheels();
        let ground = |wheel: usize| rig.contact(wheel, &wheels[wheel]).point.z;
        let share = (standing.centre[0] - front) / (rear - front);
        let between = |at_front: f64, at_rear: f64| at_front + share * (at_rear - at_front);
        let ground = between(ground(pairs[0][0]), ground(pairs[1][0]));
        let height = standing.centre[2] - ground;
        // Angle for a unit of moment per height: springs carry it about the roll axis, tyres about the ground.
        let compliance = (height - between(low, high)) / stiffness + height / on_tyres;
        let lean = standing.gravity * standing.mass * compliance;
        let gradient = (lean / (1.0 - lean)).to_degrees();
        let source = "sports cars 1 to 3, soft cars 8 (Milliken & Milliken 1995, section 16.2)";
        all.push(
            Checked::new("roll gradient, estimate", "deg/g", gradient, 0.5..=16.0, source)
                .likely("rates of springs or of an anti-roll bar in a wrong unit, or the height of the centre of mass"),
        );
    }
    Ok(all)
}

/// Numbers of an axle in the position in which it carries its static load.
struct Axle {
    /// Mean wheel rate [N/m].
    wheel_rate: f64,
    /// Ratio of the wheel rate in roll to that in bounce.
    roll_by_bounce: f64,
    /// Sum of the ride rates of both wheels [N/m].
    ride_rate: f64,
    /// Sum of the wheel rates and the stiffnesses of both tyres [N/m]; `None` without tyres.
    hop_rate: Option<f64>,
    /// Unsprung and sprung mass [kg].
    unsprung: f64,
    sprung: f64,
    /// Damping of both wheels [N s/m].
    damping: f64,
    /// Roll stiffness of the suspensions, and of the tyres below them [N m/rad]; the latter is infinite without tyres.
    roll_stiffness: f64,
    tyre_stiffness: f64,
}

impl Axle {
    fn of<S: Solver + Clone>(rig: &mut Rig<S>, pair: [usize; 2], standing: &Standing) -> Result<Self, NotReached> {
        let wheels = rig.wheels();
        let members = pair.map(|wheel| rig.set_of(wheel)).concat();
        let at_pair = |of: &dyn Fn(usize) -> f64| {
            let each = (0..wheels.len()).map(|wheel| if members.contains(&wheel) { of(wheel) } else { 0.0 });
            each.collect::<Vec<f64>>()
        };
        let alike = at_pair(&|_| 1.0);
        let slow: Vec<f64> = alike.iter().map(|rate| DAMPED_AT * rate).collect();
        let rolling = at_pair(&|wheel| side(&wheels[wheel]));
        let rates = rig.force_rates(&alike)?;
        let roll_rates = rig.force_rates(&rolling)?;
        let with_tyre = |wheel: usize, rate: f64| match &standing.tyre_rates {
            Some(tyres) => rate * tyres[wheel] / (rate + tyres[wheel]),
            None => rate,
        };
        let sum = |of: &dyn Fn(usize) -> f64| members.iter().map(|&wheel| of(wheel)).sum::<f64>();
        let track = 2.0 * sum(&|wheel| wheels[wheel].centre[1].abs()) / members.len() as f64;
        let unsprung = 2.0 * rig.kinetic_energy(&alike)?;
        Ok(Self {
            wheel_rate: 0.5 * sum(&|wheel| rates[wheel]),
            roll_by_bounce: sum(&|wheel| roll_rates[wheel] * side(&wheels[wheel])) / sum(&|wheel| rates[wheel]),
            ride_rate: sum(&|wheel| with_tyre(wheel, rates[wheel])),
            hop_rate: standing
                .tyre_rates
                .as_ref()
                .map(|tyres| sum(&|wheel| rates[wheel] + tyres[wheel])),
            unsprung,
            sprung: sum(&|wheel| standing.loads[wheel]) / standing.gravity - unsprung,
            damping: rig.damping_power(&slow)? / (DAMPED_AT * DAMPED_AT),
            roll_stiffness: 0.25 * track * track * sum(&|wheel| roll_rates[wheel] * side(&wheels[wheel])),
            tyre_stiffness: match &standing.tyre_rates {
                Some(tyres) => 0.25 * track * track * sum(&|wheel| tyres[wheel]),
                None => f64::INFINITY,
            },
        })
    }

    fn figures(&self, called: String) -> Vec<Checked> {
        let of = |name: &str, unit, value, usual, source| {
            let slip = match name {
                "damping ratio" => "`damping` in a wrong unit (N*s/m, not N*s/mm)",
                "wheel hop frequency" => "masses of hub and wheel, or the stiffness of the tyre, in a wrong unit",
                _ => "`rate` of a spring in a wrong unit (N/m, N/mm), `preload` left out, or a spring on its stop",
            };
            Checked::new(format!("{name}, {called}"), unit, value, usual, source).likely(slip)
        };
        let frequency = |rate: f64, mass: f64| (rate / mass).sqrt() / (2.0 * PI);
        let mut all = vec![
            of(
                "wheel rate",
                "N/mm",
                1e-3 * self.wheel_rate,
                8.0..=600.0,
                "cars 15 to 60, trucks 100 to 500",
            ),
            of(
                "ride frequency",
                "Hz",
                frequency(self.ride_rate, self.sprung),
                0.8..=3.5,
                "cars 1 to 1.5, sports cars to 2.5, trucks to 3.5 (Gillespie 1992, chapter 5)",
            ),
            of(
                "damping ratio",
                "",
                self.damping / (2.0 * (self.ride_rate * self.sprung).sqrt()),
                0.1..=1.2,
                "cars 0.2 to 0.4, racing cars to 0.9 (Gillespie 1992, chapter 5)",
            ),
        ];
        let source = "1 without an anti-roll bar, less on solid axles, to 5 with a stiff one";
        all.push(
            Checked::new(
                format!("wheel rate in roll / wheel rate in bounce, {called}"),
                "",
                self.roll_by_bounce,
                0.1..=12.0,
                source,
            )
            .likely("`rate` of an anti-roll bar in a wrong unit"),
        );
        if let Some(rate) = self.hop_rate {
            all.push(of(
                "wheel hop frequency",
                "Hz",
                frequency(rate, self.unsprung),
                7.0..=20.0,
                "cars 10 to 15 (Gillespie 1992, chapter 5)",
            ));
        }
        // A suspension that hangs on the ground carries no mass.
        all.retain(|own| own.value.is_finite());
        all
    }
}

/// Name of an axle by its position from the front.
fn called(place: usize, count: usize) -> String {
    match (place, count) {
        (0, _) => "front".to_owned(),
        (1, 2) => "rear".to_owned(),
        (place, _) => format!("axle {}", place + 1),
    }
}
