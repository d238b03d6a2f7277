//! Tandem cams: the effective plane over short unevenness.

use super::check::{Check, Unfit};
use crate::number::Scalar;

/// Two upright cams in the wheel's plane, one behind the other, that model the envelope of a tyre over short unevenness (Schmeitz
/// 2004, A semi-empirical three-dimensional model of the pneumatic tyre rolling over arbitrarily uneven road surfaces; Pacejka 2012,
/// Tire and Vehicle Dynamics, 10.1).
///
/// A cam has the outline `|x / length|^order + |z / height|^order = 1`. Each cam rests on the road. With the heights `f` and `r` of
/// the lowest points of front and rear cam, the effective plane has the height `(f + r) / 2` halfway between them and the slope
/// `(f - r) / spacing`. Over a step each cam follows a quarter of its outline, so that the height of the plane is the mean of two
/// such curves, one spacing apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cams {
    /// Distance between the cams [m].
    pub spacing: f64,
    /// Half of a cam's length [m].
    pub length: f64,
    /// Half of a cam's height [m].
    pub height: f64,
    /// Order of the outline [-], from 1.1 to 20; 2 is an ellipse.
    pub order: f64,
}

/// Least and greatest order of an outline. At order 1 it would be a rhombus, at the greatest order it is nearly a rectangle.
const ORDERS: [f64; 2] = [1.1, 20.0];

/// Number of intervals of half a cam in which the point of contact is searched first.
const INTERVALS: i32 = 16;

/// Largest number of halvings of an interval that may contain this point.
const HALVINGS: u32 = 7;

/// Gain of height for which the search does not continue [m].
const CLOSE: f64 = 1e-7;

/// A place of the road under a cam: distance from the cam's middle and height of the road [m].
type Place = [f64; 2];

impl Cams {
    /// Cams with the height and length of a wheel of this radius [m], a spacing of 80 % of the contact length [m], and order 1.8:
    /// typical of passenger car tyres.
    pub fn typical(radius: f64, contact_length: f64) -> Self {
        Self {
            spacing: 0.8 * contact_length,
            length: radius,
            height: radius,
            order: 1.8,
        }
    }

    /// Reports every number that is out of its range.
    pub fn check(&self, tell: &mut dyn FnMut(Unfit)) {
        let mut check = Check::new(tell);
        check.part = "cams";
        check.positive("spacing", self.spacing);
        check.positive("length", self.length);
        check.positive("height", self.height);
        let [least, greatest] = ORDERS;
        let is_fit = (least..=greatest).contains(&self.order);
        check.number("order", self.order, is_fit, "from 1.1 to 20");
    }

    /// Height of the lower outline of a cam over its lowest point, at a distance [m] from its middle: the rise of the road at which
    /// it lifts the cam.
    fn clearance(&self, distance: f64) -> f64 {
        let part = 1.0 - Scalar::powf((distance / self.length).abs(), self.order);
        self.height * (1.0 - Scalar::powf(part, 1.0 / self.order))
    }

    /// Height of the lowest point of a cam that rests on a road, given as heights over the distance from its middle.
    ///
    /// An interval is halved if a road with the height of the interval's higher end could lift the cam further.
    fn rest(&self, road: impl Fn(f64) -> f64) -> f64 {
        let place = |k: i32| {
            let x = self.length * f64::from(k) / f64::from(INTERVALS);
            [x, road(x)]
        };
        let middle = place(0);
        let mut best = middle[1];
        for side in [-1, 1] {
            let mut near = middle;
            for k in 1..=INTERVALS {
                let far = place(side * k);
                best = best.max(far[1] - self.clearance(far[0]));
                self.search(&road, [near, far], HALVINGS, &mut best);
                near = far;
            }
        }
        best
    }

    /// Raises `best` to the height that the road between two places requires.
    fn search(&self, road: &impl Fn(f64) -> f64, [near, far]: [Place; 2], halvings: u32, best: &mut f64) {
        let at_most = near[1].max(far[1]) - self.clearance(near[0]);
        if halvings == 0 || at_most <= *best + CLOSE {
            return;
        }
        let x = 0.5 * (near[0] + far[0]);
        let middle = [x, road(x)];
        *best = best.max(middle[1] - self.clearance(x));
        self.search(road, [near, middle], halvings - 1, best);
        self.search(road, [middle, far], halvings - 1, best);
    }

    /// Height halfway between the cams [m] and slope [-] of the effective plane. `road` is the height over the distance from the
    /// middle between the cams.
    pub fn plane(&self, road: impl Fn(f64) -> f64) -> [f64; 2] {
        let half = 0.5 * self.spacing;
        let (front, rear) = (self.rest(|x| road(half + x)), self.rest(|x| road(x - half)));
        [0.5 * (front + rear), (front - rear) / self.spacing]
    }

    /// Height of the lowest point of a cam above the plane of this slope [-] on which it rests [m].
    ///
    /// The greatest value of `slope x + z` on the outline is `((|slope| length)^p + height^p)^(1/p)` with `1/p + 1/order = 1`
    /// (Hölder).
    pub fn over_plane(&self, slope: f64) -> f64 {
        let p = self.order / (self.order - 1.0);
        let sum = Scalar::powf((slope * self.length).abs(), p) + Scalar::powf(self.height, p);
        Scalar::powf(sum, 1.0 / p) - self.height
    }
}
