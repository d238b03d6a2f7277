//! Linkages in absolute coordinates: bodies as poses, joints as equations, solved by the Gauss-Newton method. It knows no
//! declaration.

use nalgebra::{DMatrix, DVector, Rotation3, Vector3};

pub type V = Vector3<f64>;

/// A body, or the ground.
pub type Body = Option<usize>;

/// The ground.
pub const GROUND: Body = None;

enum Equation {
    /// Two points, one of each body, coincide.
    Ball(Body, Body, V),
    /// A direction of the first body is perpendicular to one of the second.
    Square(Body, V, Body, V),
    /// Distance of two points.
    Distance(Body, V, Body, V),
    /// A point of the second body lies in a plane of the first.
    Plane(Body, Body, V, V),
    /// Height of a point.
    Height(Body, V, f64),
}

/// A linkage in its initial position.
#[derive(Default)]
pub struct Linkage {
    poses: Vec<(Rotation3<f64>, V)>,
    equations: Vec<Equation>,
}

impl Linkage {
    pub fn body(&mut self) -> Body {
        self.poses.push((Rotation3::identity(), V::zeros()));
        Some(self.poses.len() - 1)
    }

    pub fn ball(&mut self, a: Body, b: Body, at: V) {
        self.equations.push(Equation::Ball(a, b, at));
    }

    /// Both bodies have this direction in common.
    pub fn parallel(&mut self, a: Body, b: Body, axis: V) {
        let axis = axis.normalize();
        let other = if axis.x.abs() < 0.8 { V::x() } else { V::y() };
        let first = axis.cross(&other).normalize();
        for across in [first, axis.cross(&first)] {
            self.equations.push(Equation::Square(a, across, b, axis));
        }
    }

    pub fn hinge(&mut self, a: Body, b: Body, at: V, axis: V) {
        self.ball(a, b, at);
        self.parallel(a, b, axis);
    }

    pub fn cross(&mut self, a: Body, b: Body, at: V, axes: [V; 2]) {
        self.ball(a, b, at);
        self.equations.push(Equation::Square(a, axes[0], b, axes[1]));
    }

    pub fn rod(&mut self, a: Body, from: V, b: Body, to: V) {
        self.equations.push(Equation::Distance(a, from, b, to));
    }

    pub fn plane(&mut self, a: Body, b: Body, at: V, normal: V) {
        self.equations.push(Equation::Plane(a, b, at, normal));
    }

    /// The second body slides on an axis of the first, and turns about it.
    pub fn sleeve(&mut self, a: Body, b: Body, at: V, axis: V) {
        self.parallel(a, b, axis);
        let other = if axis.x.abs() < 0.8 * axis.norm() {
            V::x()
        } else {
            V::y()
        };
        let first = axis.cross(&other).normalize();
        for normal in [first, axis.normalize().cross(&first)] {
            self.plane(a, b, at, normal);
        }
    }

    /// Prescribes the height of a point of a body; [`Self::lift`] changes it.
    pub fn height(&mut self, body: Body, at: V, height: f64) {
        self.equations.push(Equation::Height(body, at, height));
    }

    /// Changes a prescribed height, given by its position among all prescribed heights.
    pub fn lift(&mut self, place: usize, to: f64) {
        let heights = self.equations.iter_mut().filter_map(|own| match own {
            Equation::Height(_, _, height) => Some(height),
            _ => None,
        });
        *heights.into_iter().nth(place).expect("a height") = to;
    }

    pub fn point(&self, body: Body, drawn: V) -> V {
        body.map_or(drawn, |body| self.poses[body].0 * drawn + self.poses[body].1)
    }

    pub fn direction(&self, body: Body, drawn: V) -> V {
        body.map_or(drawn, |body| self.poses[body].0 * drawn)
    }

    fn residuals(&self) -> DVector<f64> {
        let mut all = Vec::new();
        for equation in &self.equations {
            match *equation {
                Equation::Ball(a, b, at) => all.extend((self.point(a, at) - self.point(b, at)).iter()),
                Equation::Square(a, one, b, other) => all.push(self.direction(a, one).dot(&self.direction(b, other))),
                Equation::Distance(a, from, b, to) => {
                    let apart = self.point(b, to) - self.point(a, from);
                    all.push(apart.norm_squared() - (to - from).norm_squared());
                }
                Equation::Plane(a, b, at, normal) => {
                    all.push((self.point(b, at) - self.point(a, at)).dot(&self.direction(a, normal)));
                }
                Equation::Height(body, at, height) => all.push(self.point(body, at).z - height),
            }
        }
        DVector::from_vec(all)
    }

    /// Closes the linkage. Returns false if it does not close.
    pub fn close(&mut self) -> bool {
        const STEP: f64 = 1e-6;
        for _ in 0..40 {
            let residuals = self.residuals();
            if residuals.amax() < 1e-15 {
                return true;
            }
            let columns = (0..6 * self.poses.len()).map(|place| {
                let mut ends = [1.0, -1.0].map(|way| {
                    let home = self.poses[place / 6];
                    self.displace(place, way * STEP);
                    let there = self.residuals();
                    self.poses[place / 6] = home;
                    there
                });
                let [up, down] = std::mem::take(&mut ends);
                (up - down) / (2.0 * STEP)
            });
            let slopes = DMatrix::from_columns(&columns.collect::<Vec<_>>());
            let change = slopes.svd(true, true).solve(&residuals, 1e-7).expect("singular values");
            for (place, change) in change.iter().enumerate() {
                self.displace(place, -change);
            }
        }
        self.residuals().amax() < 1e-13
    }

    fn displace(&mut self, place: usize, by: f64) {
        let (rotation, shift) = &mut self.poses[place / 6];
        let mut along = V::zeros();
        along[place % 3] = by;
        match place % 6 < 3 {
            true => *rotation = Rotation3::new(along) * *rotation,
            false => *shift += along,
        }
    }
}
