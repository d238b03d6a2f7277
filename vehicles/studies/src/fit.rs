//! Hardpoints for wanted curves: a least squares fit of characteristics over travel. It changes coordinates that are
//! free within bounds.
//!
//! The misfit of a figure is its difference from the wanted value in units of [`unit`]. The Levenberg-Marquardt method minimises it
//! (Moré 1978, the crate `levenberg-marquardt`) with the Jacobian of [`crate::sensitivity`], over the angles of the coordinates
//! between their bounds (`bounds.rs`).

use crate::bounds::Bounds;
use crate::characteristics::{Characteristic, Stations, Survey};
use crate::rig::NotReached;
use crate::sensitivity::{Adjust, Adjustable, Coordinate};
use core::cell::Cell;
use core::fmt;
use levenberg_marquardt::{LeastSquaresProblem, LevenbergMarquardt, TerminationReason};
use nalgebra::{DMatrix, DVector, Dyn, Owned};
use wishbone::prelude::*;

/// Largest number of designs that the optimiser tries, divided by the number of free coordinates plus one.
const PATIENCE: usize = 60;

/// Progress of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Designs that the optimiser has tried.
    pub tried: usize,
    /// Number of designs after which the optimiser gives up.
    pub most: usize,
    /// Root mean square of the misfit of the last design, in units of [`unit`]; `None` if the design does not reach a travel.
    pub misfit: Option<f64>,
}

/// A coordinate that may change within bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Free {
    /// The coordinate.
    pub coordinate: Coordinate,
    /// Smallest and largest value [m].
    pub within: [f64; 2],
}

/// Result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// Value of each free coordinate before and after [m].
    pub coordinates: Vec<[f64; 2]>,
    /// Whether each free coordinate stands at a bound.
    pub at_bound: Vec<bool>,
    /// Parameters of the fitted design [SI].
    pub values: Vec<f64>,
    /// Figures of the old and the new design, in the order of the survey [SI].
    pub figures: [Vec<f64>; 2],
    /// Root mean square of the misfit before and after, in units of [`unit`].
    pub misfit: [f64; 2],
    /// Number of times that the design was put on the rig.
    pub evaluations: usize,
    /// Whether the optimiser came to a minimum.
    pub converged: bool,
}

/// Reason why there is no fit.
#[derive(Clone, Debug, PartialEq)]
pub enum NoFit {
    /// The design itself does not reach a travel.
    NotReached(NotReached),
    /// A wanted figure does not exist, such as the roll centre of parallel lines. Holds its position in the survey.
    NoFigure(usize),
    /// Fewer figures are wanted than there are free coordinates.
    TooFew {
        /// Wanted figures.
        wanted: usize,
        /// Free coordinates.
        free: usize,
    },
    /// The optimiser gave up.
    Failed(String),
}

impl fmt::Display for NoFit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReached(reason) => write!(f, "{reason}"),
            Self::NoFigure(place) => write!(
                f,
                "the figure at position {place} of the wanted ones does not exist here"
            ),
            Self::TooFew { wanted, free } => write!(
                f,
                "{wanted} wanted figures do not determine {free} free coordinates: give more travels, or free fewer coordinates"
            ),
            Self::Failed(reason) => write!(f, "the fit stopped: {reason}"),
        }
    }
}

impl core::error::Error for NoFit {}

/// Largest number of designs that are tried for a number of free coordinates.
pub fn most_tried(free: usize) -> usize {
    PATIENCE * (free + 1)
}

fn root_mean_square(misfit: &DVector<f64>) -> f64 {
    (misfit.norm_squared() / misfit.len() as f64).sqrt()
}

/// Difference from a wanted value that counts as 1 [SI]: 0.1 degree, 1 degree per metre, 1 mm, 0.001 for a ratio, 1 N/mm.
pub fn unit(characteristic: Characteristic) -> f64 {
    match characteristic.shown().0 {
        "deg" => 0.1f64.to_radians(),
        "deg/m" => 1f64.to_radians(),
        "mm" => 1e-3,
        "N/mm" => 1e3,
        _ => 1e-3,
    }
}

struct Problem<'a, S: Solver, A> {
    design: &'a Adjustable<S, A>,
    stations: &'a Stations<S>,
    survey: &'a Survey,
    wanted: &'a [f64],
    free: &'a [Free],
    angles: DVector<f64>,
    tried: Cell<usize>,
    tell: &'a dyn Fn(Progress),
}

impl Free {
    fn bounds(&self) -> Bounds {
        Bounds(self.within)
    }
}

impl<S, A> Problem<'_, S, A>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
    A: Adjust<S>,
{
    fn values(&self) -> Vec<f64> {
        let mut values = self.design.values.clone();
        for (free, angle) in self.free.iter().zip(self.angles.iter()) {
            values[free.coordinate.parameter] = free.bounds().at(*angle);
        }
        values
    }

    fn misfit(&self, figures: &[Option<f64>]) -> Option<DVector<f64>> {
        let each = figures.iter().zip(self.wanted).zip(&self.survey.asked);
        let misfit: Option<Vec<f64>> = each
            .map(|((found, wanted), asked)| Some(((*found)? - wanted) / unit(asked.characteristic)))
            .collect();
        misfit.map(DVector::from_vec)
    }

    fn figures(&self) -> Result<Vec<Option<f64>>, NotReached> {
        self.design.figures(self.stations, self.survey, &self.values())
    }
}

impl<S, A> LeastSquaresProblem<f64, Dyn, Dyn> for Problem<'_, S, A>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
    A: Adjust<S> + Clone,
{
    type ResidualStorage = Owned<f64, Dyn>;
    type JacobianStorage = Owned<f64, Dyn, Dyn>;
    type ParameterStorage = Owned<f64, Dyn>;

    fn set_params(&mut self, angles: &DVector<f64>) {
        self.angles.copy_from(angles);
    }

    fn params(&self) -> DVector<f64> {
        self.angles.clone()
    }

    fn residuals(&self) -> Option<DVector<f64>> {
        let figures = self.figures().ok();
        let misfit = figures.and_then(|figures| self.misfit(&figures));
        self.tried.set(self.tried.get() + 1);
        (self.tell)(Progress {
            tried: self.tried.get(),
            most: most_tried(self.free.len()),
            misfit: misfit.as_ref().map(root_mean_square),
        });
        misfit
    }

    fn jacobian(&self) -> Option<DMatrix<f64>> {
        let there = Adjustable {
            values: self.values(),
            ..self.design.clone()
        };
        let stations = self
            .stations
            .changed(self.survey, |solver| (there.adjust)(solver, &there.values));
        let coordinates: Vec<Coordinate> = self.free.iter().map(|free| free.coordinate.clone()).collect();
        let slopes = there.slopes_by(&stations.ok()?, self.survey, &coordinates, &|| {});
        let slopes: Vec<Vec<Option<f64>>> = slopes.into_iter().collect::<Result<_, _>>().ok()?;
        let mut jacobian = DMatrix::zeros(self.survey.asked.len(), self.free.len());
        for (k, (slopes, free)) in slopes.iter().zip(self.free).enumerate() {
            let change = free.bounds().slope(self.angles[k]);
            for (row, (slope, asked)) in slopes.iter().zip(&self.survey.asked).enumerate() {
                jacobian[(row, k)] = (*slope)? * change / unit(asked.characteristic);
            }
        }
        Some(jacobian)
    }
}

impl<S, A> Adjustable<S, A>
where
    S: Solver + Clone + Send + Sync,
    S::State: Send + Sync,
    S::Inputs: Send + Sync,
    A: Adjust<S> + Clone,
{
    /// Finds the free coordinates that bring the figures of a survey nearest to the wanted values [SI]. `tell` is called after each
    /// design that is tried.
    ///
    /// # Errors
    /// If there is nothing to fit, or a figure does not exist.
    pub fn fit(
        &self,
        survey: &Survey,
        wanted: &[f64],
        free: &[Free],
        tell: &dyn Fn(Progress),
    ) -> Result<Fitted, NoFit> {
        if wanted.len() < free.len() {
            return Err(NoFit::TooFew {
                wanted: wanted.len(),
                free: free.len(),
            });
        }
        let mut stations = Stations::new(&self.rig, survey).map_err(NoFit::NotReached)?;
        let old = stations.measure(survey).map_err(NoFit::NotReached)?;
        let before: Vec<f64> = free.iter().map(|free| self.values[free.coordinate.parameter]).collect();
        let angles = free
            .iter()
            .zip(&before)
            .map(|(free, value)| free.bounds().angle(*value));
        let problem = Problem {
            design: self,
            stations: &stations,
            survey,
            wanted,
            free,
            angles: DVector::from_iterator(free.len(), angles),
            tried: Cell::new(0),
            tell,
        };
        if let Some(missing) = old.iter().position(Option::is_none) {
            return Err(NoFit::NoFigure(missing));
        }
        let size = |misfit: Option<DVector<f64>>| misfit.as_ref().map_or(f64::NAN, root_mean_square);
        let begin = size(problem.misfit(&old));
        let (problem, report) = LevenbergMarquardt::new().with_patience(PATIENCE).minimize(problem);
        if let TerminationReason::User(_) | TerminationReason::Numerical(_) = report.termination {
            return Err(NoFit::Failed(
                "a design between the bounds does not reach a travel; narrow the bounds or the travel".to_owned(),
            ));
        }
        let new = problem.figures().map_err(NoFit::NotReached)?;
        let after: Vec<f64> = free
            .iter()
            .zip(problem.angles.iter())
            .map(|(free, angle)| free.bounds().at(*angle))
            .collect();
        let at_bound = free
            .iter()
            .zip(&after)
            .map(|(free, value)| free.bounds().is_at_bound(*value));
        Ok(Fitted {
            at_bound: at_bound.collect(),
            coordinates: before.into_iter().zip(after).map(|(old, new)| [old, new]).collect(),
            values: problem.values(),
            misfit: [begin, size(problem.misfit(&new))],
            figures: [old, new].map(|figures| figures.into_iter().flatten().collect()),
            evaluations: report.number_of_evaluations,
            converged: report.termination.was_successful(),
        })
    }
}
