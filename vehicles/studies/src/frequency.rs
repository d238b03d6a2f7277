//! Frequency responses of a linear system: `C (iω - A)⁻¹ B + D`.
//!
//! A motion as an input has columns for its position, velocity and acceleration, which are derivatives of each other.
//! It acts by `B_0 + iω B_1 - ω² B_2`. A road reaches the rear wheels later than the front wheels. The input acts on
//! each wheel by a factor `exp(-iω τ)`; the delay `τ` is the distance divided by the speed.

use crate::linear::Linear;
use nalgebra::{Complex, DMatrix, DVector};
use std::f64::consts::TAU;

/// Endings of the columns of a motion, by order of the derivative.
const ORDERS: [&str; 3] = [".position", ".velocity", ".acceleration"];

/// An input with all its columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Excitation {
    /// Its name.
    pub name: String,
    /// Unit, SI; empty if the solver gives none.
    pub unit: &'static str,
    terms: Vec<Term>,
}

/// One column of an input.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Term {
    column: usize,
    order: i32,
    /// Delay of the input at this column [s].
    delay: f64,
}

impl Excitation {
    /// The input of a system with this name: a motion (`steering`, `front_left.road`) with all its derivatives, or a single column
    /// (`front_left.force_z`). `None` if there is no such input.
    pub fn of(linear: &Linear, name: &str) -> Option<Self> {
        let position = |name: &str| linear.inputs.iter().position(|input| input.name == name);
        let motion = || {
            let orders = (0..).zip(ORDERS);
            let terms = orders.filter_map(|(order, ending)| Some((order, position(&format!("{name}{ending}"))?)));
            terms.collect::<Vec<(i32, usize)>>()
        };
        let terms = position(name).map_or_else(motion, |column| vec![(0, column)]);
        let (_, first) = *terms.first()?;
        let term = |(order, column)| Term {
            column,
            order,
            delay: 0.0,
        };
        Some(Self {
            name: name.to_owned(),
            unit: linear.inputs[first].unit,
            terms: terms.into_iter().map(term).collect(),
        })
    }

    /// The road under wheels with these names. It reaches each wheel after its delay [s].
    pub fn road(linear: &Linear, wheels: &[(&str, f64)]) -> Option<Self> {
        let mut terms = Vec::new();
        for (wheel, delay) in wheels {
            let own = Self::of(linear, &format!("{wheel}.road"))?;
            terms.extend(own.terms.into_iter().map(|term| Term { delay: *delay, ..term }));
        }
        Some(Self {
            name: "road".to_owned(),
            unit: "m",
            terms,
        })
    }

    /// Names of all inputs of a system that can be requested.
    pub fn names(linear: &Linear) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for input in &linear.inputs {
            let motion = ORDERS.iter().find_map(|ending| input.name.strip_suffix(ending));
            let name = motion.unwrap_or(&input.name);
            if names.last().is_none_or(|last| last != name) {
                names.push(name.to_owned());
            }
        }
        names
    }

    /// Effect of the input on a matrix of input columns at an angular frequency [rad/s].
    fn column(&self, matrix: &DMatrix<f64>, omega: f64) -> DVector<Complex<f64>> {
        let mut sum = DVector::zeros(matrix.nrows());
        for term in &self.terms {
            let factor = Complex::new(0.0, omega).powi(term.order) * Complex::new(0.0, -omega * term.delay).exp();
            sum += matrix.column(term.column).map(|x| factor * x);
        }
        sum
    }
}

/// Responses of all outputs to an input at a frequency [Hz]; `None` at a pole of the system.
pub fn response(linear: &Linear, input: &Excitation, frequency: f64) -> Option<DVector<Complex<f64>>> {
    let omega = TAU * frequency;
    let size = linear.a.nrows();
    let shifted = DMatrix::from_diagonal_element(size, size, Complex::new(0.0, omega)) - linear.a.map(Complex::from);
    let state = shifted.lu().solve(&input.column(&linear.b, omega))?;
    Some(linear.c.map(Complex::from) * state + input.column(&linear.d, omega))
}

/// Frequencies from the first to the last in a geometric sequence [Hz].
///
/// # Panics
/// If `count` is less than two.
pub fn spaced(from: f64, to: f64, count: usize) -> Vec<f64> {
    assert!(count > 1, "a range has two ends");
    let ratio = (to / from).ln() / (count - 1) as f64;
    (0..count).map(|k| from * (ratio * k as f64).exp()).collect()
}

/// Phases without jumps [rad]: each phase is nearest to the phase before it.
pub fn phases(numbers: &[Complex<f64>]) -> Vec<f64> {
    let mut last = 0.0;
    let unwrapped = numbers.iter().map(|number| {
        let phase = number.arg();
        last = phase - TAU * ((phase - last) / TAU).round();
        last
    });
    unwrapped.collect()
}
