//! The smoothest curve between bounds.

/// Number of knots, and of unknowns: value, first and second derivative at each knot.
pub(super) const KNOTS: usize = 10;
const UNKNOWNS: usize = 3 * KNOTS;
/// Largest number of changes of the set of bounds that the curve touches; known bounds need far fewer.
const CHANGES: usize = 200;

/// The curve `y(x)` with the least `∫ y'''² dx` whose values at its knots lie between bounds.
///
/// At a steady speed `y''` is the lateral acceleration, and `y'''` is the rate at which the steering wheel turns. A
/// driver on this curve turns his hands as little as the bounds allow. Between two knots the curve is a polynomial of
/// fifth degree; `y''` and `y'''` are continuous. The curve begins along the X axis and ends parallel to it, at both
/// ends without curvature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Smoothest {
    x: [f64; KNOTS],
    /// `y`, `y'`, `y''` at the knots.
    knots: [[f64; 3]; KNOTS],
}

impl Smoothest {
    /// The curve through knots at increasing `x`, with the least and the greatest value at each knot. Both values of
    /// the first knot have to be zero.
    ///
    /// A bound is touched where its force on the curve pushes inward. While a knot breaks this rule, the set of touched bounds is
    /// changed at the first such knot (Murty, Linear Algebra and its Applications 10, 1974: finite for a positive definite form).
    pub fn between(x: [f64; KNOTS], bounds: [[f64; 2]; KNOTS]) -> Self {
        let energy = energy(&x);
        let mut held: [Option<f64>; KNOTS] = [None; KNOTS];
        held[0] = Some(0.0);
        let mut unknowns = solved(&energy, &held);
        for _ in 0..CHANGES {
            let force = |knot: usize| -> f64 { (0..UNKNOWNS).map(|k| energy[3 * knot][k] * unknowns[k]).sum() };
            let wrong = (1..KNOTS).find_map(|knot| {
                let [low, high] = bounds[knot];
                let value = unknowns[3 * knot];
                match held[knot] {
                    Some(bound) if bound == low && force(knot) < 0.0 => Some((knot, None)),
                    Some(bound) if bound == high && force(knot) > 0.0 => Some((knot, None)),
                    None if value < low => Some((knot, Some(low))),
                    None if value > high => Some((knot, Some(high))),
                    _ => None,
                }
            });
            let Some((knot, bound)) = wrong else { break };
            held[knot] = bound;
            unknowns = solved(&energy, &held);
        }
        Self {
            x,
            knots: core::array::from_fn(|knot| core::array::from_fn(|k| unknowns[3 * knot + k])),
        }
    }

    /// Value, first and second derivative at `x`; beyond both ends the curve is a straight line.
    pub fn at(&self, x: f64) -> [f64; 3] {
        if x <= self.x[0] {
            return self.knots[0];
        }
        let Some(next) = self.x.iter().position(|knot| x < *knot) else {
            return self.knots[KNOTS - 1];
        };
        let h = self.x[next] - self.x[next - 1];
        let [from, to] = [self.knots[next - 1], self.knots[next]];
        let ends = [from[0], h * from[1], h * h * from[2], to[0], h * to[1], h * h * to[2]];
        let [c3, c4, c5] = CUBIC_TO_FIFTH.map(|row| dot(&row, &ends));
        let (c1, c2, s) = (ends[1], 0.5 * ends[2], (x - self.x[next - 1]) / h);
        [
            from[0] + s * (c1 + s * (c2 + s * (c3 + s * (c4 + s * c5)))),
            (c1 + s * (2.0 * c2 + s * (3.0 * c3 + s * (4.0 * c4 + s * 5.0 * c5)))) / h,
            (2.0 * c2 + s * (6.0 * c3 + s * (12.0 * c4 + s * 20.0 * c5))) / (h * h),
        ]
    }
}

/// Coefficients of the third to fifth power of the polynomial on `0..1` with given `y`, `y'`, `y''` at both ends.
const CUBIC_TO_FIFTH: [[f64; 6]; 3] = [
    [-10.0, -6.0, -1.5, 10.0, -4.0, 0.5],
    [15.0, 8.0, 1.5, -15.0, 7.0, -1.0],
    [-6.0, -3.0, -0.5, 6.0, -3.0, 0.5],
];

/// `∫ (6 c₃ + 24 c₄ s + 60 c₅ s²)² ds` from zero to one, as a quadratic form of the three coefficients.
const THIRD_DERIVATIVE: [[f64; 3]; 3] = [[36.0, 72.0, 120.0], [72.0, 192.0, 360.0], [120.0, 360.0, 720.0]];

fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// `∫ y'''² dx` as a quadratic form of the unknowns.
fn energy(x: &[f64; KNOTS]) -> [[f64; UNKNOWNS]; UNKNOWNS] {
    let mut energy = [[0.0; UNKNOWNS]; UNKNOWNS];
    for knot in 0..KNOTS - 1 {
        let h = x[knot + 1] - x[knot];
        let scale = [1.0, h, h * h, 1.0, h, h * h];
        for i in 0..6 {
            let column = |k: usize| CUBIC_TO_FIFTH.map(|row| row[k]);
            let left = THIRD_DERIVATIVE.map(|row| dot(&row, &column(i)));
            for j in 0..6 {
                let part = dot(&left, &column(j)) * scale[i] * scale[j] / (h * h * h * h * h);
                energy[3 * knot + i][3 * knot + j] += part;
            }
        }
    }
    energy
}

/// Unknowns of least energy with prescribed values at some knots; the curve is straight at both ends.
fn solved(energy: &[[f64; UNKNOWNS]; UNKNOWNS], held: &[Option<f64>; KNOTS]) -> [f64; UNKNOWNS] {
    let fixed = |k: usize| match k % 3 {
        0 => held[k / 3],
        _ => (!(3..UNKNOWNS - 3).contains(&k)).then_some(0.0),
    };
    let (mut matrix, mut right) = (*energy, [0.0; UNKNOWNS]);
    for k in 0..UNKNOWNS {
        if let Some(value) = fixed(k) {
            for row in 0..UNKNOWNS {
                right[row] -= energy[row][k] * value;
                matrix[row][k] = 0.0;
            }
        }
    }
    for k in 0..UNKNOWNS {
        if let Some(value) = fixed(k) {
            matrix[k] = [0.0; UNKNOWNS];
            (matrix[k][k], right[k]) = (1.0, value);
        }
    }
    eliminated(matrix, right)
}

/// Solution of a positive definite system. Only blocks of the same knot and of neighbouring knots are filled.
fn eliminated(mut matrix: [[f64; UNKNOWNS]; UNKNOWNS], mut right: [f64; UNKNOWNS]) -> [f64; UNKNOWNS] {
    for pivot in 0..UNKNOWNS {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let own = &above[pivot];
        for (row, values) in below.iter_mut().enumerate().take(5) {
            let factor = values[pivot] / own[pivot];
            for (value, own) in values.iter_mut().zip(own).skip(pivot).take(6) {
                *value -= factor * own;
            }
            right[pivot + 1 + row] -= factor * right[pivot];
        }
    }
    for pivot in (0..UNKNOWNS).rev() {
        let known: f64 = (pivot + 1..UNKNOWNS).map(|k| matrix[pivot][k] * right[k]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}
