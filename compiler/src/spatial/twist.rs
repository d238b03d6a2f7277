//! Twists and wrenches, in one frame, about its origin.

use super::Vec3;
use crate::scalar::Scalar;
use std::ops::{Add, Mul, Neg, Sub};

/// A velocity or acceleration of a body: (angular, linear at the origin of the frame).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Twist<S> {
    /// [rad/s] or [rad/s^2]
    pub angular: Vec3<S>,
    /// Velocity of the body's point at the frame's origin [m/s], or its spatial derivative.
    pub linear: Vec3<S>,
}

/// A force on a body: (moment about the origin of the frame, force).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wrench<S> {
    /// About the frame's origin [N m].
    pub moment: Vec3<S>,
    /// [N]
    pub force: Vec3<S>,
}

impl<S: Scalar> Twist<S> {
    /// Zero.
    pub fn zero() -> Self {
        Twist {
            angular: Vec3::zero(),
            linear: Vec3::zero(),
        }
    }

    /// The twist with these components, in order.
    pub fn from_fn(component: impl Fn(usize) -> S) -> Self {
        Twist {
            angular: Vec3([0, 1, 2].map(&component)),
            linear: Vec3([3, 4, 5].map(&component)),
        }
    }

    /// A rotation with `angular` about a line through `point`.
    pub fn about(point: Vec3<S>, angular: Vec3<S>) -> Self {
        Twist {
            angular,
            linear: point.cross(angular),
        }
    }

    /// A translation along `linear`.
    pub fn along(linear: Vec3<S>) -> Self {
        Twist {
            angular: Vec3::zero(),
            linear,
        }
    }

    /// Velocity of the body's point that is now at `point`.
    pub fn at(self, point: Vec3<S>) -> Vec3<S> {
        self.linear + self.angular.cross(point)
    }

    /// `self × other`: rate of change of a twist fixed in a body that moves with `self` (Featherstone 2008, eq. 2.31).
    pub fn cross(self, other: Self) -> Self {
        Twist {
            angular: self.angular.cross(other.angular),
            linear: self.angular.cross(other.linear) + self.linear.cross(other.angular),
        }
    }

    /// `self ×* f`: rate of change of a wrench fixed in a body that moves with `self` (Featherstone 2008, eq. 2.32).
    pub fn cross_wrench(self, f: Wrench<S>) -> Wrench<S> {
        Wrench {
            moment: self.angular.cross(f.moment) + self.linear.cross(f.force),
            force: self.angular.cross(f.force),
        }
    }

    /// Components in order.
    pub fn components(self) -> [S; 6] {
        let ([a, b, c], [d, e, f]) = (self.angular.0, self.linear.0);
        [a, b, c, d, e, f]
    }
}

impl<S: Scalar> Wrench<S> {
    /// Zero.
    pub fn zero() -> Self {
        Wrench {
            moment: Vec3::zero(),
            force: Vec3::zero(),
        }
    }

    /// The wrench with these components, in order.
    pub fn from_fn(component: impl Fn(usize) -> S) -> Self {
        Wrench {
            moment: Vec3([0, 1, 2].map(&component)),
            force: Vec3([3, 4, 5].map(&component)),
        }
    }

    /// A force that acts at `point`.
    pub fn at(point: Vec3<S>, force: Vec3<S>) -> Self {
        Wrench {
            moment: point.cross(force),
            force,
        }
    }

    /// Applies a function to each component.
    pub fn map(self, f: impl Fn(S) -> S) -> Self {
        Wrench {
            moment: Vec3(self.moment.0.map(&f)),
            force: Vec3(self.force.0.map(&f)),
        }
    }

    /// A pure moment.
    pub fn couple(moment: Vec3<S>) -> Self {
        Wrench {
            moment,
            force: Vec3::zero(),
        }
    }

    /// Power on a twist: `moment · angular + force · linear`.
    pub fn power(self, twist: Twist<S>) -> S {
        let (m, a) = (self.moment.0, twist.angular.0);
        let (f, l) = (self.force.0, twist.linear.0);
        m[0] * a[0] + m[1] * a[1] + m[2] * a[2] + f[0] * l[0] + f[1] * l[1] + f[2] * l[2]
    }

    /// Components in order.
    pub fn components(self) -> [S; 6] {
        let ([a, b, c], [d, e, f]) = (self.moment.0, self.force.0);
        [a, b, c, d, e, f]
    }
}

macro_rules! componentwise {
    ($name:ident { $a:ident, $b:ident }) => {
        impl<S: Scalar> Add for $name<S> {
            type Output = Self;

            fn add(self, other: Self) -> Self {
                $name {
                    $a: self.$a + other.$a,
                    $b: self.$b + other.$b,
                }
            }
        }

        impl<S: Scalar> Sub for $name<S> {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                $name {
                    $a: self.$a - other.$a,
                    $b: self.$b - other.$b,
                }
            }
        }

        impl<S: Scalar> Neg for $name<S> {
            type Output = Self;

            fn neg(self) -> Self {
                $name {
                    $a: -self.$a,
                    $b: -self.$b,
                }
            }
        }

        impl<S: Scalar> Mul<S> for $name<S> {
            type Output = Self;

            fn mul(self, factor: S) -> Self {
                $name {
                    $a: self.$a * factor,
                    $b: self.$b * factor,
                }
            }
        }
    };
}

componentwise!(Twist { angular, linear });
componentwise!(Wrench { moment, force });
