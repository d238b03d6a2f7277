//! The free shafts: the equations of gears and differentials solved, and the mass matrix that remains.

use std::vec;
use std::vec::Vec;

/// Least part of the greatest coefficient that counts as a pivot.
const LEAST_PIVOT: f64 = 1e-9;

/// Speeds of all shafts as sums of the speeds of the free shafts.
#[derive(Clone, Debug, PartialEq)]
pub struct Reduction {
    /// The free shafts, in the order of declaration.
    pub free: Vec<usize>,
    /// By shaft: its parts of the free shafts.
    pub parts: Vec<Vec<f64>>,
}

/// Why the equations have no sound solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsound {
    /// An equation, by position, that follows from those before it.
    Repeated(usize),
    /// A shaft, by position, that can only stand still.
    Held(usize),
    /// A free shaft, by position, that could turn without any inertia.
    WithoutInertia(usize),
}

impl Reduction {
    /// Solves equations `Σ c w = 0` over this number of shafts, each given by the shafts and their coefficients.
    ///
    /// By elimination: of the shafts with a usable coefficient, the shaft with the least inertia becomes dependent; if
    /// several are equal, the shaft that is declared last.
    pub fn new(equations: &[Vec<(usize, f64)>], inertias: &[f64]) -> Result<Self, Unsound> {
        let count = inertias.len();
        let mut rows: Vec<Vec<f64>> = Vec::new();
        let mut dependent: Vec<usize> = Vec::new();
        for (position, equation) in equations.iter().enumerate() {
            let mut row = vec![0.0; count];
            equation.iter().for_each(|&(shaft, c)| row[shaft] += c);
            let scale = row.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
            for (known, &pivot) in rows.iter().zip(&dependent) {
                let factor = row[pivot];
                row.iter_mut().zip(known).for_each(|(c, k)| *c -= factor * k);
            }
            let usable = (0..count).filter(|&shaft| row[shaft].abs() > LEAST_PIVOT * scale);
            let lightest = usable.min_by(|&a, &b| inertias[a].total_cmp(&inertias[b]).then(b.cmp(&a)));
            let Some(pivot) = lightest else {
                return Err(Unsound::Repeated(position));
            };
            let factor = 1.0 / row[pivot];
            row.iter_mut().for_each(|c| *c *= factor);
            for known in &mut rows {
                let factor = known[pivot];
                known.iter_mut().zip(&row).for_each(|(k, c)| *k -= factor * c);
            }
            rows.push(row);
            dependent.push(pivot);
        }
        let free: Vec<usize> = (0..count).filter(|shaft| !dependent.contains(shaft)).collect();
        let mut parts = vec![vec![0.0; free.len()]; count];
        for (place, &shaft) in free.iter().enumerate() {
            parts[shaft][place] = 1.0;
            for (row, &dependent) in rows.iter().zip(&dependent) {
                parts[dependent][place] = -row[shaft];
            }
        }
        let held = dependent
            .iter()
            .find(|&&shaft| parts[shaft].iter().all(|part| part.abs() < LEAST_PIVOT));
        match held {
            Some(&shaft) => Err(Unsound::Held(shaft)),
            None => Ok(Self { free, parts }),
        }
    }

    /// Mass matrix of the free shafts, `Σ I pᵀ p` over all shafts [kg m²].
    pub fn mass(&self, inertias: &[f64]) -> Vec<Vec<f64>> {
        let size = self.free.len();
        let entry = |i: usize, j: usize| {
            let shafts = self.parts.iter().zip(inertias);
            shafts.map(|(part, inertia)| inertia * part[i] * part[j]).sum()
        };
        (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
    }

    /// Inverse of a mass matrix, by Cholesky's factorisation.
    pub fn inverse(&self, mass: &[Vec<f64>]) -> Result<Vec<Vec<f64>>, Unsound> {
        let size = mass.len();
        let mut factor = vec![vec![0.0; size]; size];
        for i in 0..size {
            for j in 0..=i {
                let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
                let rest = mass[i][j] - known;
                if i != j {
                    factor[i][j] = rest / factor[j][j];
                } else if rest > LEAST_PIVOT * mass[i][i] {
                    factor[i][i] = rest.sqrt();
                } else {
                    return Err(Unsound::WithoutInertia(self.free[i]));
                }
            }
        }
        let column = |c: usize| {
            let mut x = vec![0.0; size];
            for i in 0..size {
                let known: f64 = (0..i).map(|k| factor[i][k] * x[k]).sum();
                x[i] = (f64::from(u8::from(i == c)) - known) / factor[i][i];
            }
            for i in (0..size).rev() {
                let known: f64 = (i + 1..size).map(|k| factor[k][i] * x[k]).sum();
                x[i] = (x[i] - known) / factor[i][i];
            }
            x
        };
        Ok((0..size).map(column).collect())
    }
}
