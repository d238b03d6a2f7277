//! Tandem cams: the effective plane over short unevenness.

use super::check::{Check, Unfit};
use crate::number::Scalar;

/// Two upright cams in the wheel's plane, one behind the other, that model the envelope of a tyre over short unevenness. Sources:
/// Schmeitz 2004, A semi-empirical three-dimensional model of the pneumatic tyre rolling over arbitrarily uneven road surfaces;
/// Pacejka 2012, Tire and Vehicle Dynamics, 10.1.
///
/// A cam has the outline `|x / length|^order + |z / height|^order = 1`. Each cam rests on the road. With the heights `f` and `r` of
/// the lowest points of front and rear cam, the effective plane has the height `(f + r) / 2` halfway between the cams. Its slope is
/// `(f - r) / spacing`. Over a step each cam follows a quarter of its outline. So the height of the plane is the mean of two such
/// curves, a distance `spacing` apart.
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

/// Least and greatest order of an outline. At order 1 it would be a rhombus, and at the greatest order it is nearly a
/// rectangle.
const ORDERS: [f64; 2] = [1.1, 20.0];

/// Number of intervals of half a cam in which the point of contact is searched first.
const INTERVALS: i32 = 16;

/// Largest number of halvings of an interval that may contain this point.
const HALVINGS: u32 = 7;

/// Gain of height for which the search does not continue [m].
const CLOSE: f64 = 1e-7;

/// A place of the road under a cam: distance from the cam's middle and height of the road [m].
type Place = [f64; 2];

/// A cam that rests on a road.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resting {
    /// Height of the lowest point of the cam [m].
    pub height: f64,
    /// Distance from the cam's middle to the place where it rests [m].
    pub place: f64,
}

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

    /// Height of the lower outline of a cam above its lowest point, at a distance [m] from its middle: a rise of the road by this
    /// height lifts the cam.
    fn clearance(&self, distance: f64) -> f64 {
        let part = 1.0 - Scalar::powf((distance / self.length).abs(), self.order);
        self.height * (1.0 - Scalar::powf(part, 1.0 / self.order))
    }

    /// Least and greatest slope of a cam's lower outline within the error of the place at which the cam rests.
    ///
    /// At the distance `t` in half lengths, it is the derivative of the clearance, `height / length t^(order - 1)
    /// (1 - t^order)^(1 / order - 1)`.
    fn outline_slopes(&self, place: f64) -> [f64; 2] {
        let error = self.length / f64::from(INTERVALS << HALVINGS);
        [place - error, place + error].map(|distance| {
            let t = (distance / self.length).abs();
            let part = 1.0 - Scalar::powf(t, self.order);
            let steepness = match part > 0.0 {
                true => Scalar::powf(t, self.order - 1.0) * Scalar::powf(part, 1.0 / self.order - 1.0),
                false => f64::INFINITY,
            };
            (self.height / self.length * steepness).copysign(distance)
        })
    }

    /// A cam that rests on a road, given as heights over the distance from its middle.
    ///
    /// An interval is halved if a road with the height of the interval's higher end could lift the cam further.
    fn rest(&self, road: impl Fn(f64) -> f64) -> Resting {
        let place = |k: i32| {
            let x = self.length * f64::from(k) / f64::from(INTERVALS);
            [x, road(x)]
        };
        let middle = place(0);
        let mut best = Resting {
            height: middle[1],
            place: 0.0,
        };
        for side in [-1, 1] {
            let mut near = middle;
            for k in 1..=INTERVALS {
                let far = place(side * k);
                self.raise(far, &mut best);
                self.search(&road, [near, far], HALVINGS, &mut best);
                near = far;
            }
        }
        best
    }

    /// Raises `best` to the height that a place of the road requires.
    fn raise(&self, [x, road]: Place, best: &mut Resting) {
        let height = road - self.clearance(x);
        if height > best.height {
            *best = Resting { height, place: x };
        }
    }

    /// Raises `best` to the height that the road between two places requires.
    fn search(&self, road: &impl Fn(f64) -> f64, [near, far]: [Place; 2], halvings: u32, best: &mut Resting) {
        let at_most = near[1].max(far[1]) - self.clearance(near[0]);
        if halvings == 0 || at_most <= best.height + CLOSE {
            return;
        }
        let x = 0.5 * (near[0] + far[0]);
        let middle = [x, road(x)];
        self.raise(middle, best);
        self.search(road, [near, middle], halvings - 1, best);
        self.search(road, [middle, far], halvings - 1, best);
    }

    /// Front and rear cam on a road, given as heights over the distance from the middle between the cams.
    pub fn rests(&self, road: impl Fn(f64) -> f64) -> [Resting; 2] {
        let half = 0.5 * self.spacing;
        [self.rest(|x| road(half + x)), self.rest(|x| road(x - half))]
    }

    /// Distances from the middle between the cams to the places where they rest [m].
    pub fn places(&self, [front, rear]: [Resting; 2]) -> [f64; 2] {
        let half = 0.5 * self.spacing;
        [half + front.place, rear.place - half]
    }

    /// Derivatives of the heights of the cams with respect to the distance that they move along the road. `slopes` are
    /// the slopes of the road at the places where they rest.
    ///
    /// A cam that rests on a smooth road follows its slope. On an edge it slides along its own outline. At an edge, the
    /// slope of the outline lies between the slopes of the road before and behind the edge, or the road has no slope.
    /// In both cases the slope of the outline is the derivative; the slope of the road makes it exact within the error
    /// of the place.
    pub fn rises(&self, resting: [Resting; 2], slopes: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|k| {
            let [least, greatest] = self.outline_slopes(resting[k].place);
            slopes[k].max(least).min(greatest)
        })
    }

    /// Height halfway between the cams [m] and slope [-] of the effective plane. `road` is the height over the distance from the
    /// middle between the cams.
    pub fn plane(&self, road: impl Fn(f64) -> f64) -> [f64; 2] {
        self.plane_on(self.rests(road).map(|cam| cam.height))
    }

    /// Height halfway between the cams [m] and slope [-] of the effective plane, from the heights of front and rear cam [m]. From their
    /// derivatives it gives the derivatives of height and slope.
    pub fn plane_on(&self, [front, rear]: [f64; 2]) -> [f64; 2] {
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

    /// Derivative of [`Cams::over_plane`] over the slope [m].
    pub fn over_plane_slope(&self, slope: f64) -> f64 {
        let p = self.order / (self.order - 1.0);
        let along = (slope * self.length).abs();
        let sum = Scalar::powf(along, p) + Scalar::powf(self.height, p);
        (self.length * Scalar::powf(along, p - 1.0) * Scalar::powf(sum, 1.0 / p - 1.0)).copysign(slope)
    }
}
