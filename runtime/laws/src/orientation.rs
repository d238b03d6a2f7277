//! Orientations: Euler angles of both kinds, Euler parameters, rotation matrices.
//!
//! A rotation turns fixed axes into axes that move with a body. Its matrix `R` converts components along the turned
//! axes to components along the fixed axes. Euler parameters of a rotation by `χ` about the unit vector `u` are
//!
//! (1) `e0 = cos(χ/2)`, `(e1, e2, e3) = u sin(χ/2)` (Deyo & Ingebretsen 1989, 2.77), with the norm 1; `e` and `-e` give
//! the same rotation.
//!
//! Three angles can describe every rotation, but there are *singular positions*. In a singular position two of the
//! angles turn about one axis, and only their sum or difference is known. Every rotation has Euler parameters that are
//! not singular.
//!
//! | angles | turns, each about axes turned already | singular where | there |
//! |---|---|---|---|
//! | [`Zyz`] | `a` about z, `b` about y, `c` about z | `sin b = 0` | `c = 0` |
//! | [`YawPitchRoll`] | yaw about z, pitch about y, roll about x (ISO 8855) | `cos pitch = 0` | `roll = 0` |
//!
//! Three traps of that text. (2.74) is the transpose of `R` for these angles. In (2.81) the first entry of the last row is
//! `2 (e1 e3 - e0 e2)`. (2.85) belongs to turns about z, x, z and not to the turns of (2.73). For z, y, z the parts with `sin(b/2)`
//! are `e1 = -sin((a-c)/2) sin(b/2)`, `e2 = cos((a-c)/2) sin(b/2)`.
//!
//! ```
//! use wishbone_laws::orientation::{EulerParameters, YawPitchRoll};
//! let uphill = YawPitchRoll { yaw: 0.3, pitch: -0.1, roll: 0.05 };
//! let (angles, apart) = EulerParameters::from(uphill).yaw_pitch_roll();
//! assert!((angles.pitch + 0.1).abs() < 1e-15 && apart > 0.99);
//! ```

use crate::number::Scalar;
use core::f64::consts::{FRAC_PI_2, PI};

/// Euler parameters `e0` to `e3`, of unit norm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EulerParameters<S = f64>(pub [S; 4]);

/// Turns about z, then about the turned y, then about the turned z [rad].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Zyz<S = f64> {
    /// First turn, about z.
    pub a: S,
    /// Second turn, about the turned y.
    pub b: S,
    /// Third turn, about the turned z.
    pub c: S,
}

/// Yaw, pitch and roll of ISO 8855: about z, then about the turned y, then about the turned x [rad].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YawPitchRoll<S = f64> {
    /// Positive to the left.
    pub yaw: S,
    /// Positive with the nose down.
    pub pitch: S,
    /// Positive with the left side up.
    pub roll: S,
}

/// Length of a pair of parameters; below this length, their angle is only rounding, and the position is singular.
const NOTHING: f64 = 1e-15;

impl<S: Scalar> EulerParameters<S> {
    /// Rotation matrix by rows, from the turned axes to the fixed axes (Deyo & Ingebretsen 1989, 2.81, corrected).
    pub fn rotation(self) -> [[S; 3]; 3] {
        let [w, x, y, z] = self.0;
        let twice = |a: S, b: S| (a + a) * b;
        let one = S::one();
        [
            [
                one - twice(y, y) - twice(z, z),
                twice(x, y) - twice(w, z),
                twice(x, z) + twice(w, y),
            ],
            [
                twice(x, y) + twice(w, z),
                one - twice(x, x) - twice(z, z),
                twice(y, z) - twice(w, x),
            ],
            [
                twice(x, z) - twice(w, y),
                twice(y, z) + twice(w, x),
                one - twice(x, x) - twice(y, y),
            ],
        ]
    }

    /// Turns about z, y, z, with `b` in `[0, π]` and the other angles in `[-π, π]`; and `sin b`, which is zero in the
    /// singular positions.
    ///
    /// `e0` and `e3` are `cos(b/2)` times cosine and sine of `(a+c)/2`; `e2` and `-e1` are `sin(b/2)` times cosine and sine of
    /// `(a-c)/2`. So each angle is the angle of a vector, and no angle loses digits near a singular position. In a singular position
    /// `c` is zero.
    pub fn zyz(self) -> (Zyz<S>, S) {
        let [w, x, y, z] = self.0;
        let ([sum, difference], [cosine, sine]) = angles([[w, z], [y, -x]]);
        let half_turn = sine.atan2(cosine);
        let angles = Zyz {
            a: wrapped(sum + difference),
            b: half_turn + half_turn,
            c: wrapped(sum - difference),
        };
        (angles, apart(cosine, sine))
    }

    /// Yaw, pitch and roll, with the pitch in `[-π/2, π/2]` and the other angles in `[-π, π]`; and `cos pitch`, which
    /// is zero in the singular positions.
    ///
    /// `e0 - e2` and `e1 + e3` are `√2 cos(pitch/2 + π/4)` times cosine and sine of `(yaw+roll)/2`. `e0 + e2` and `e3 - e1` are
    /// `√2 sin(pitch/2 + π/4)` times cosine and sine of `(yaw-roll)/2` (Bernardes & Viollet 2022, PLoS ONE 17, the general
    /// case). In a singular position the roll is zero.
    pub fn yaw_pitch_roll(self) -> (YawPitchRoll<S>, S) {
        let [w, x, y, z] = self.0;
        let ([sum, difference], [cosine, sine]) = angles([[w - y, x + z], [w + y, z - x]]);
        let half_turn = sine.atan2(cosine);
        let angles = YawPitchRoll {
            yaw: wrapped(sum + difference),
            pitch: half_turn + half_turn - S::from(FRAC_PI_2),
            roll: wrapped(sum - difference),
        };
        (angles, apart(cosine, sine))
    }

    /// Hamilton product: the rotation by `other`, relative to axes turned by `self`.
    pub fn then(self, other: Self) -> Self {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, other.0);
        Self([
            a0 * b0 - a1 * b1 - a2 * b2 - a3 * b3,
            a0 * b1 + a1 * b0 + a2 * b3 - a3 * b2,
            a0 * b2 - a1 * b3 + a2 * b0 + a3 * b1,
            a0 * b3 + a1 * b2 - a2 * b1 + a3 * b0,
        ])
    }

    /// Rotation about the axis of that number, x, y or z.
    fn about(axis: usize, angle: S) -> Self {
        let (sine, cosine) = (S::from(0.5) * angle).sin_cos();
        let mut parameters = [cosine, S::zero(), S::zero(), S::zero()];
        parameters[axis + 1] = sine;
        Self(parameters)
    }
}

impl<S: Scalar> From<Zyz<S>> for EulerParameters<S> {
    fn from(Zyz { a, b, c }: Zyz<S>) -> Self {
        Self::about(2, a).then(Self::about(1, b)).then(Self::about(2, c))
    }
}

impl<S: Scalar> From<YawPitchRoll<S>> for EulerParameters<S> {
    fn from(YawPitchRoll { yaw, pitch, roll }: YawPitchRoll<S>) -> Self {
        Self::about(2, yaw)
            .then(Self::about(1, pitch))
            .then(Self::about(0, roll))
    }
}

/// Angles and lengths of two vectors. If one of the two vectors is zero, the angle of the other vector is used for it.
/// So the third turn is zero.
fn angles<S: Scalar>(vectors: [[S; 2]; 2]) -> ([S; 2], [S; 2]) {
    let lengths = vectors.map(|[x, y]| (x * x + y * y).sqrt());
    let [first, second] = vectors.map(|[x, y]| y.atan2(x));
    let is_nothing = lengths.map(|length| length - S::from(NOTHING));
    let own = [is_nothing[0].select(second, first), is_nothing[1].select(first, second)];
    (own, lengths)
}

/// Sine of the angle whose half has these, but for a common factor.
fn apart<S: Scalar>(cosine: S, sine: S) -> S {
    (cosine + cosine) * sine / (cosine * cosine + sine * sine)
}

/// An angle between minus and plus two turns, brought between minus and plus half a turn.
fn wrapped<S: Scalar>(angle: S) -> S {
    let turn = S::from(2.0 * PI);
    let above = (S::from(PI) - angle).select(angle - turn, angle);
    (angle + S::from(PI)).select(angle + turn, above)
}
