//! Ranges of the coefficients.

use super::{Coefficients, MagicFormula};
use crate::tyre::check::{Check, Unfit};
use crate::tyre::{Contact, Slip};

/// Coefficients by which the formula divides, and which have to be positive.
const ABOVE_ZERO: &[&str] = &[
    "LONGVL",
    "FNOMIN",
    "UNLOADED_RADIUS",
    "VERTICAL_STIFFNESS",
    "LFZO",
    "LCZ",
    "LIP",
    "LMUX",
    "LMUY",
];

/// Coefficients by which the formula divides.
const NOT_ZERO: &[&str] = &[
    "PCX1", "LCX", "PDX1", "PKX1", "LKX", "PCY1", "LCY", "PDY1", "PKY1", "PKY2", "LKY",
];

/// Other coefficients that have to be within their range: coefficients with a unit, and coefficients of the normal
/// force.
const WITHIN: &[&str] = &[
    "FZMAX",
    "NOMPRES",
    "INFLPRES",
    "VERTICAL_DAMPING",
    "Q_RE0",
    "Q_V1",
    "Q_V2",
    "Q_FZ1",
    "Q_FZ2",
    "Q_FZ3",
    "PFZ1",
    "LONGITUDINAL_STIFFNESS",
    "LATERAL_STIFFNESS",
];

/// Greatest plausible force along the ground, divided by the load; also greatest plausible moment, divided by load and
/// radius.
const GREATEST: f64 = 5.0;
/// Greatest force and moment of an upright wheel without slip, likewise.
const GREATEST_WITHOUT_SLIP: f64 = 0.5;
/// Greatest rolling resistance moment, divided by load and radius.
const GREATEST_RESISTANCE: f64 = 1.0;
/// Effective radii that can be meant, in unloaded radii.
const RADII: [f64; 2] = [0.5, 1.5];

/// Loads, in nominal loads, slips, slip angles and inclinations [rad] at which the forces are judged.
const LOADS: [f64; 4] = [0.25, 0.5, 1.0, 2.0];
const SLIPS: [f64; 5] = [-1.0, -0.1, 0.0, 0.1, 1.0];
const ANGLES: [f64; 5] = [-0.3, -0.05, 0.0, 0.05, 0.3];
const INCLINATIONS: [f64; 3] = [-0.05, 0.0, 0.05];
/// Speed at which the forces are judged [m/s].
const SPEED: f64 = 20.0;

impl MagicFormula {
    /// Reports coefficients that a tyre cannot have. All coefficients have to be finite. Coefficients by which the
    /// formula divides have to be above zero, or at least not zero. Most dimensional ones have to be within the range
    /// of real tyres. Other coefficients have to be present if the forces would otherwise be out of proportion to the
    /// load.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        self.each_outside(&mut |name, value, rule, is_refused| {
            let is_judged_below =
                ABOVE_ZERO.contains(&name) && value <= 0.0 || NOT_ZERO.contains(&name) && value == 0.0;
            check.number(name, value, !is_refused || is_judged_below, rule);
        });
        let mut all = self.coefficients;
        for name in ABOVE_ZERO {
            if let Some(value) = all.by_name(name).filter(|value| value.is_finite()) {
                check.positive(name, *value);
            }
        }
        for name in NOT_ZERO {
            if let Some(value) = all.by_name(name).filter(|value| value.is_finite()) {
                check.not_zero(name, *value);
            }
        }
        if self.coefficients.nompres != 0.0 {
            check.positive("NOMPRES", self.coefficients.nompres);
            check.positive("INFLPRES", self.coefficients.inflpres);
        }
        check.number("side", self.side, self.side.abs() == 1.0, "1 or -1");
    }

    /// Lists every coefficient outside of the range of real tyres: its name, value and range, and whether it is
    /// refused.
    pub(super) fn each_outside(&self, show: &mut dyn FnMut(&'static str, f64, &'static str, bool)) {
        let (mut all, mut is_sound, mut has_unusual) = (self.coefficients, true, false);
        let is_essential = |name: &str| [ABOVE_ZERO, NOT_ZERO, WITHIN].iter().any(|names| names.contains(&name));
        let is_refused = |value: f64, name: &str| is_essential(name) || !value.is_finite();
        for_outside(&mut all, &mut |name, value, _| match is_refused(value, name) {
            true => is_sound = false,
            false => has_unusual = true,
        });
        let is_zero = |name: &&str| all.by_name(name).is_some_and(|value| *value == 0.0);
        is_sound &= !NOT_ZERO.iter().any(is_zero);
        let is_absurd = is_sound && has_unusual && self.is_absurd();
        for_outside(&mut all, &mut |name, value, range| {
            show(name, value, range, is_absurd || is_refused(value, name));
        });
    }

    /// Whether forces, moments or the effective radius are out of proportion to load and radius.
    fn is_absurd(&self) -> bool {
        let tyre = self.prepared();
        let (nominal, radius) = (self.coefficients.fnomin, self.coefficients.unloaded_radius);
        let within = |number: f64, greatest: f64| number.abs() <= greatest;
        let is_usable = |load: f64, inclination: f64, slip: Slip| {
            let contact = rolling(radius, inclination);
            let found = tyre.law(&contact, load, slip);
            let [along, across, _] = found.force.map(|force| force / load);
            let [tilting, resistance, aligning] = found.moment.map(|moment| moment / (load * radius));
            let is_free = slip == Slip::default() && inclination == 0.0;
            let greatest = if is_free { GREATEST_WITHOUT_SLIP } else { GREATEST };
            let rolling = tyre.effective_radius(&contact, load) / radius;
            [along, across, tilting, aligning]
                .iter()
                .all(|number| within(*number, greatest))
                && within(resistance, GREATEST_RESISTANCE)
                && (RADII[0]..=RADII[1]).contains(&rolling)
        };
        let slips = SLIPS
            .iter()
            .flat_map(|&longitudinal| ANGLES.iter().map(move |&angle| Slip { longitudinal, angle }));
        let mut all = slips.flat_map(|slip| {
            LOADS
                .iter()
                .flat_map(move |&load| INCLINATIONS.iter().map(move |&lean| (load, lean, slip)))
        });
        !all.all(|(load, inclination, slip)| is_usable(load * nominal, inclination, slip))
    }
}

/// Shows name, value and range of all coefficients outside of their range.
fn for_outside(all: &mut Coefficients, show: &mut dyn FnMut(&'static str, f64, &'static str)) {
    for (name, ([least, greatest], range)) in Coefficients::<f64>::NAMES.iter().zip(Coefficients::<f64>::RANGES) {
        if let Some(&mut value) = all.by_name(name)
            && !(*least..=*greatest).contains(&value)
        {
            show(name, value, range);
        }
    }
}

/// A wheel that rolls forward on level ground.
pub(super) fn rolling(radius: f64, inclination: f64) -> Contact {
    Contact::on_level(radius, inclination, [SPEED, 0.0], SPEED / radius)
}
