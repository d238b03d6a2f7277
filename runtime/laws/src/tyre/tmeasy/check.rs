//! Ranges of the numbers of a TMeasy tyre.

use super::{AtLoads, Characteristic, Tmeasy, Trail, linear, parabola};
use crate::tyre::check::{Check, Unfit};

/// Loads at which a characteristic is checked, relative to the nominal load, and their names. Slips are linear in the load, so a rule
/// that is met at both ends is met between them.
const LOADS: [(f64, &str); 3] = [
    (0.0, "zero load"),
    (1.0, "the nominal load"),
    (2.0, "twice the nominal load"),
];

impl Tmeasy {
    /// Reports every number that is out of its range, at all loads up to the greatest load.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.positive("radius", self.radius);
        check.positive("width", self.width);
        check.positive("stiffness", self.stiffness);
        check.finite("progression", self.progression);
        check.not_negative("damping", self.damping);
        let [rim, hardness] = self.bottoming;
        check.positive("deflection of `bottoming`", rim);
        check.not_negative("stiffness of `bottoming`", hardness);
        check.positive("nominal_load", self.nominal_load);
        check.positive("greatest_load", self.greatest_load);
        check.not_negative("camber", self.camber);
        check.not_negative("rolling_resistance", self.rolling_resistance);
        for stiffness in self.carcass {
            check.positive("carcass", stiffness);
        }
        let greatest = (self.greatest_load / self.nominal_load, "the greatest load");
        for (part, characteristic) in [("longitudinal", &self.longitudinal), ("lateral", &self.lateral)] {
            check.part = part;
            for (q, load) in LOADS.into_iter().chain([greatest]) {
                check.load = load;
                characteristic.check_at(q, &mut check);
            }
        }
        check.part = "trail";
        for (q, load) in LOADS.into_iter().chain([greatest]) {
            check.load = load;
            self.trail.check_at(q, &mut check);
        }
    }
}

impl Characteristic {
    fn check_at(&self, q: f64, check: &mut Check) {
        let force = |at: AtLoads<f64>| parabola(at, q);
        let (peak_slip, sliding_slip) = (linear(self.peak_slip, q), linear(self.sliding_slip, q));
        if q > 0.0 {
            check.positive("slope", force(self.slope));
            check.positive("peak", force(self.peak));
            check.positive("sliding", force(self.sliding));
            let is_fit = force(self.sliding) <= force(self.peak);
            check.number("sliding", force(self.sliding), is_fit, "at most `peak`");
        }
        check.positive("peak_slip", peak_slip);
        check.number(
            "sliding_slip",
            sliding_slip,
            sliding_slip > peak_slip,
            "above `peak_slip`",
        );
    }
}

impl Trail {
    fn check_at(&self, q: f64, check: &mut Check) {
        let (zero, end) = (linear(self.zero_slip, q), linear(self.end_slip, q));
        let part = linear(self.at_zero, q);
        check.number(
            "at_zero",
            part,
            part.abs() <= 1.0,
            "at most 1, a part of the length of the contact patch",
        );
        check.positive("zero_slip", zero);
        check.number("end_slip", end, end > zero, "above `zero_slip`");
    }
}
