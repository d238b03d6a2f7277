//! A curve through a few points, constant beyond them, such as torque over speed.

use core::fmt;

/// Largest number of points.
pub const MOST: usize = 32;

/// A piecewise linear curve through at most [`MOST`] points. Before the first and after the last point it keeps the value of this
/// point.
///
/// ```
/// use wishbone_laws::curve::Samples;
/// let torque = Samples::new(&[100.0, 200.0], &[300.0, 500.0]).expect("sound points");
/// assert_eq!((torque.at(150.0), torque.at(0.0), torque.at(900.0)), (400.0, 300.0, 500.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Samples {
    count: usize,
    x: [f64; MOST],
    y: [f64; MOST],
}

/// A mistake in the points of a curve. Positions count from zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unsound {
    /// No point, or more than [`MOST`].
    Count(usize),
    /// Numbers of abscissae and of ordinates.
    Lengths([usize; 2]),
    /// A number is NaN or infinite.
    NotFinite(usize),
    /// An abscissa is not greater than the abscissa before it.
    NotRising(usize),
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "a curve has 1 to {MOST} points, not {count}"),
            Self::Lengths([x, y]) => write!(f, "{x} abscissae do not go with {y} ordinates"),
            Self::NotFinite(place) => write!(f, "point {place} is not a finite number"),
            Self::NotRising(place) => write!(f, "the abscissa of point {place} is not above that of the point before"),
        }
    }
}

impl core::error::Error for Unsound {}

impl Samples {
    /// The curve through points with these abscissae, strictly increasing, and ordinates.
    ///
    /// # Errors
    /// [`Unsound`].
    pub fn new(abscissae: &[f64], ordinates: &[f64]) -> Result<Self, Unsound> {
        let count = abscissae.len();
        if count != ordinates.len() {
            return Err(Unsound::Lengths([count, ordinates.len()]));
        }
        if !(1..=MOST).contains(&count) {
            return Err(Unsound::Count(count));
        }
        let (mut x, mut y) = ([f64::INFINITY; MOST], [0.0; MOST]);
        for (place, (&abscissa, &ordinate)) in abscissae.iter().zip(ordinates).enumerate() {
            if !(abscissa.is_finite() && ordinate.is_finite()) {
                return Err(Unsound::NotFinite(place));
            }
            if place > 0 && abscissa <= x[place - 1] {
                return Err(Unsound::NotRising(place));
            }
            (x[place], y[place]) = (abscissa, ordinate);
        }
        Ok(Self { count, x, y })
    }

    /// The curve through points that are known to be sound; usable in constants.
    ///
    /// # Panics
    /// If [`Samples::new`] has an error; in a constant, at compile time.
    pub const fn of<const N: usize>(abscissae: [f64; N], ordinates: [f64; N]) -> Self {
        assert!(1 <= N && N <= MOST, "a curve has at least one point and not too many");
        let (mut x, mut y) = ([f64::INFINITY; MOST], [0.0; MOST]);
        let mut place = 0;
        while place < N {
            assert!(
                abscissae[place].is_finite() && ordinates[place].is_finite(),
                "points are finite numbers"
            );
            assert!(place == 0 || abscissae[place] > abscissae[place - 1], "abscissae rise");
            (x[place], y[place]) = (abscissae[place], ordinates[place]);
            place += 1;
        }
        Self { count: N, x, y }
    }

    /// The same value everywhere.
    pub const fn constant(value: f64) -> Self {
        let (mut x, mut y) = ([f64::INFINITY; MOST], [0.0; MOST]);
        (x[0], y[0]) = (0.0, value);
        Self { count: 1, x, y }
    }

    /// Ordinate at `x`; NaN if `x` is NaN.
    pub fn at(&self, x: f64) -> f64 {
        let last = self.count - 1;
        // The abscissae beyond the last point are infinite, so that complete groups of four can be counted.
        let mut begun = 0;
        for four in self.x.as_chunks::<4>().0 {
            let there = four.iter().filter(|&&place| x >= place).count();
            begun += there;
            if there < 4 {
                break;
            }
        }
        if x.is_nan() {
            return x;
        }
        if begun == 0 {
            return self.y[0];
        }
        if begun > last {
            return self.y[last];
        }
        let ([x0, x1], [y0, y1]) = ([self.x[begun - 1], self.x[begun]], [self.y[begun - 1], self.y[begun]]);
        y0 + (y1 - y0) * ((x - x0) / (x1 - x0))
    }

    /// As [`Samples::at`], but the last piece is continued beyond the last point.
    pub fn continued(&self, x: f64) -> f64 {
        let last = self.count - 1;
        if last == 0 || x <= self.x[last] {
            return self.at(x);
        }
        let ([x0, x1], [y0, y1]) = ([self.x[last - 1], self.x[last]], [self.y[last - 1], self.y[last]]);
        y1 + (y1 - y0) / (x1 - x0) * (x - x1)
    }

    /// Abscissae and ordinates.
    pub fn coordinates(&self) -> [&[f64]; 2] {
        [&self.x[..self.count], &self.y[..self.count]]
    }

    /// The points.
    pub fn points(&self) -> impl Iterator<Item = [f64; 2]> {
        self.x.iter().zip(&self.y).take(self.count).map(|(&x, &y)| [x, y])
    }

    /// Greatest ordinate.
    pub fn greatest(&self) -> f64 {
        self.points().fold(f64::NEG_INFINITY, |most, [_, y]| most.max(y))
    }

    /// Least ordinate.
    pub fn least(&self) -> f64 {
        self.points().fold(f64::INFINITY, |least, [_, y]| least.min(y))
    }
}
