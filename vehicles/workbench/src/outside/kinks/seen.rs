//! Numbers of a vehicle over which forces have kinks, from the motion of its bodies.

use nalgebra::Vector3;
use wishbone::ports::BodyMotion;
use wishbone_compiler::model::{BodyId, Bushing, Model, Number, Point, RollBar};

/// A vehicle with the values of its parameters.
pub struct Seen<'a> {
    pub model: &'a Model,
    pub parameters: &'a [f64],
    pub defaults: Vec<f64>,
    pub bodies: &'a [BodyMotion],
}

impl Seen<'_> {
    /// A number at the values of the parameters: it is affine in them.
    pub fn number(&self, number: &Number) -> f64 {
        let each = number.slopes().iter();
        let changes = each.map(|(own, slope)| slope * self.change(own.index()));
        changes.fold(**number, |sum, change| sum + change)
    }

    fn point(&self, point: &Point) -> Vector3<f64> {
        let each = point.slopes().iter();
        let changes = each.map(|(own, slope)| *slope * self.change(own.index()));
        changes.fold(**point, |sum, change| sum + change)
    }

    fn change(&self, parameter: usize) -> f64 {
        self.parameters[parameter] - self.defaults[parameter]
    }

    /// Distance [m] between points of two bodies, and its rate [m/s].
    pub fn length(&self, bodies: [BodyId; 2], [from, to]: [&Point; 2]) -> [f64; 2] {
        let ([one, one_moving], [other, other_moving]) = (self.end(bodies[0], from), self.end(bodies[1], to));
        let (between, moving) = (other - one, other_moving - one_moving);
        let length = between.norm();
        let rate = if length > 0.0 {
            between.dot(&moving) / length
        } else {
            0.0
        };
        [length, rate]
    }

    /// Deflection of a bushing along one of its axes [m], or about one of its axes [rad]
    /// (`formulation::force::bushing`).
    pub fn deflection(&self, bushing: &Bushing, direction: usize) -> f64 {
        let axes = [bushing.first, bushing.second]
            .map(|body| [0, 1, 2].map(|k| self.turned(body, bushing.axes.column(k).into_owned())));
        let [own, others] = axes;
        if direction < 3 {
            let [[start, _], [end, _]] = [bushing.first, bushing.second].map(|body| self.end(body, &bushing.at));
            return own[direction].dot(&(end - start));
        }
        let entry = |i: usize, j: usize| own[i].dot(&others[j]);
        let eta = 0.5 * (entry(0, 0) + entry(1, 1) + entry(2, 2) + 1.0).sqrt();
        let (i, j) = [(2, 1), (0, 2), (1, 0)][direction - 3];
        0.5 * (entry(i, j) - entry(j, i)) / eta
    }

    /// Twist of an anti-roll bar [m], and its rate [m/s] (`formulation::force::roll_bar`).
    pub fn twist(&self, bar: &RollBar) -> [f64; 2] {
        let (along, sign) = bar.axis.vector();
        let axis = match bar.axis.is_tuned() {
            true => sign * self.point(along).normalize(),
            false => *bar.axis,
        };
        let direction = self.turned(bar.via, axis);
        let ends = [(bar.first, &bar.from), (bar.second, &bar.to)];
        let [(one, one_moving), (other, other_moving)] = ends.map(|(body, point)| {
            let [place, velocity] = self.end(body, point);
            (place, velocity - self.carried(bar.via, place))
        });
        let still = self.point(&bar.from) - self.point(&bar.to);
        [
            direction.dot(&(one - other)) - axis.dot(&still),
            direction.dot(&(one_moving - other_moving)),
        ]
    }

    /// A direction that is fixed in a body, at its present angles.
    fn turned(&self, body: BodyId, direction: Vector3<f64>) -> Vector3<f64> {
        match body.index().checked_sub(1) {
            None => direction,
            Some(moving) => Vector3::from(
                self.bodies[moving]
                    .rotation
                    .map(|row| Vector3::from(row).dot(&direction)),
            ),
        }
    }

    /// Velocity that a body has at a place in the world [m/s].
    fn carried(&self, body: BodyId, place: Vector3<f64>) -> Vector3<f64> {
        let Some(moving) = body.index().checked_sub(1) else {
            return Vector3::zeros();
        };
        let motion = &self.bodies[moving];
        let [com, velocity, turning] = [motion.com, motion.velocity, motion.angular_velocity].map(Vector3::from);
        velocity + turning.cross(&(place - com))
    }

    /// Place and velocity of a point of a body [m, m/s].
    fn end(&self, body: BodyId, point: &Point) -> [Vector3<f64>; 2] {
        let point = self.point(point);
        let Some(moving) = body.index().checked_sub(1) else {
            return [point, Vector3::zeros()];
        };
        let motion = &self.bodies[moving];
        let arm = self.turned(body, point - self.point(&self.model.bodies[body.index()].com));
        let [com, velocity, turning] = [motion.com, motion.velocity, motion.angular_velocity].map(Vector3::from);
        [com + arm, velocity + turning.cross(&arm)]
    }
}
