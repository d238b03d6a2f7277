//! The path of a group of loops along one of its coordinates, while the other coordinates are held. It is followed by
//! continuation.
//!
//! Columns whose speeds are held do not change, so that the path lies in the other (open) columns. Let `J` be the kept
//! closure equations in the open columns, `N` an orthonormal basis of the motions that satisfy them, and `H` the rates
//! of the held coordinates. The tangent is `t = N a` with `H N a = 0`. The path is predicted along `t` and corrected
//! across `N` by Newton's method. At the new position the basis is continued from the old one:
//!
//! ```text
//! |   J   |       | -residual |        |   J   |         | 0 |
//! |  N₀ᵀ  | δ  =  |     0     |        |  N₀ᵀ  | N  =    | I |
//! ```
//!
//! The signs of three determinants show what happens between two positions:
//! - `det(G G₀ᵀ)`, with the closure equations `G` at this position and `G₀` at the previous position, both in all
//!   columns. The determinant is negative if the equations lose rank in between and a second motion branches off. To
//!   see this, complete both matrices to square matrices by an orthonormal basis of the motions at one position, which
//!   is continued to the other position. Their determinants differ by this factor.
//! - The determinant of `J` with the rows `Nᵀ` below it, times the determinant of `H N` with the tangent in this basis
//!   as the row below it. The product changes its sign where the held coordinates no longer leave a single motion.
//! - The determinant of the columns of `G` that belong to the dependent speeds. It changes its sign where the solver's
//!   choice of independent speeds fails.
//!
//! If the rate of the coordinate itself changes its sign, the path turns back: the loops lock.

use super::coordinate::Coordinate;
use crate::mobility::linear;
use crate::mobility::linkage::{Coordinates, Linkage, Stance};
use crate::model::BodyId;
use nalgebra::{DMatrix, DVector, RowDVector};

/// Events that end a path before its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The coordinate turns back: the loops lock.
    TurnsBack,
    /// The closure equations lose rank: a second motion branches off.
    Branches,
    /// The held coordinates no longer leave a single motion.
    HeldFail,
    /// The solver's independent speeds do not determine the dependent speeds.
    SolverFails,
    /// No closed position is found beyond this position, for any step.
    Lost,
}

/// A path to be followed.
pub struct Path<'a> {
    /// The group of loops.
    pub linkage: &'a Linkage<'a>,
    /// Rows of the linkage's equations that are kept.
    pub rows: &'a [usize],
    /// Columns of the dependent speeds, if the solver's choice is to be judged.
    pub dependent: Option<&'a [usize]>,
    /// Whether the equations have full rank at the design position.
    pub is_regular: bool,
    /// The coordinate that moves.
    pub own: &'a Coordinate,
    /// Columns that are not held.
    pub open: Vec<usize>,
    /// Coordinates that are held and do not belong to a column.
    pub held: Vec<&'a Coordinate>,
    /// Direction: 1 or -1.
    pub way: f64,
    /// Limit of the search, as a length.
    pub reach: f64,
}

/// A path that was followed.
pub struct Followed {
    /// Signed travel of the coordinate, as a length.
    pub travel: f64,
    /// The event that ended the path before its limit, with the position and the tangent there.
    pub end: Option<(Event, Stance, DVector<f64>)>,
    /// Positions that were passed.
    pub passed: Vec<Coordinates>,
}

/// Largest number of steps that are tried, which limits the time.
const STEPS: usize = 40;
/// Largest component of a step, as a part of the group's length.
const STEP: f64 = 0.15;
/// Largest part of the reach that one step covers.
const PART: f64 = 0.3;
/// Cosine of the largest angle by which the tangent may turn in one step.
const SMOOTH: f64 = 0.8;
/// Largest number of corrections of a position.
const CORRECTIONS: usize = 6;
/// Loops count as closed if their residuals are below this fraction of the group's length.
const CLOSED: f64 = 1e-9;
/// Number of times that a step is halved to find a singular position.
const HALVINGS: usize = 14;
/// A coordinate is at its dead centre if its component of the tangent is less than this.
const DEAD: f64 = 1e-6;

/// A position of the path. Motions are vectors over the open columns.
#[derive(Clone)]
struct Point {
    stance: Stance,
    /// Closure equations in all columns.
    jacobian: DMatrix<f64>,
    /// Motions that satisfy the equations.
    basis: DMatrix<f64>,
    /// Unit vector along the path.
    tangent: DVector<f64>,
    /// Rate of the coordinate along the tangent, positive in the direction of the path.
    rate: f64,
    /// Sign of the product of the determinants of the closure and of the held coordinates.
    leads: f64,
    /// Sign of the determinant of the solver's choice.
    solves: f64,
}

impl Path<'_> {
    /// Follows the path from the design position.
    pub fn follow(&self, design: &Stance) -> Followed {
        let (_, jacobian) = self.closure(design);
        let free = linear::null_space(&jacobian.select_columns(&self.open));
        let own = self.own.rates(self.linkage, design, &self.whole(&free)) * self.way;
        let is_single = self.is_regular && free.ncols() == self.held.len() + 1;
        let start = is_single.then(|| self.point(design.clone(), jacobian, &free, &own));
        let Some(mut here) = start.flatten().filter(|start| start.rate > DEAD) else {
            let event = if self.is_regular {
                Event::TurnsBack
            } else {
                Event::Branches
            };
            let motion = linear::null_space_of(&self.leading(design, &free, &own), 1);
            let motion = self.whole(&(free * motion)).column(0).into_owned();
            return Followed {
                travel: 0.0,
                end: Some((event, design.clone(), motion)),
                passed: Vec::new(),
            };
        };
        let from = self.own.value(self.linkage, design);
        let travelled = |point: &Point| self.own.value(self.linkage, &point.stance) - from;
        let (mut part, mut passed, mut end) = (1.0, Vec::new(), None);
        for _ in 0..STEPS {
            let step = part * (STEP * self.linkage.length / here.tangent.amax()).min(PART * self.reach / here.rate);
            let Some(next) = self.advance(design, &here, step) else {
                part *= 0.5;
                continue;
            };
            if let Some(event) = event(&here, &next) {
                here = self.bisect(design, here, step);
                end = Some((event, here.stance.clone(), self.in_all(&here.tangent)));
                break;
            }
            here = next;
            passed.push(here.stance.coordinates());
            part = (2.0 * part).min(1.0);
            if travelled(&here).abs() >= self.reach {
                break;
            }
        }
        let travel = travelled(&here);
        // Events beyond the reach are not looked for.
        let end = match travel.abs() >= self.reach {
            true => None,
            false => end.or_else(|| Some((Event::Lost, here.stance, self.in_all(&here.tangent)))),
        };
        Followed { travel, end, passed }
    }

    /// The last position before the event that happens within the step.
    fn bisect(&self, design: &Stance, mut here: Point, mut step: f64) -> Point {
        for _ in 0..HALVINGS {
            step *= 0.5;
            let next = self.advance(design, &here, step);
            if let Some(next) = next.filter(|next| event(&here, next).is_none()) {
                here = next;
            }
        }
        here
    }

    /// Sign of the product of two determinants: of the closure, and of the held coordinates.
    fn advance(&self, design: &Stance, from: &Point, step: f64) -> Option<Point> {
        let mut stance = self.moved(&from.stance, &self.predicted(design, from, step)?);
        for _ in 0..CORRECTIONS {
            let (residual, jacobian) = self.closure_by(&stance, |body| self.is_open(body));
            if residual.is_empty() || residual.amax() < CLOSED * self.linkage.length {
                let (_, jacobian) = self.closure(&stance);
                let next = self.continued(stance, jacobian, from)?;
                return (next.tangent.dot(&from.tangent) > SMOOTH).then_some(next);
            }
            let load = (-residual).resize_vertically(self.open.len(), 0.0);
            let closing = bordered(&jacobian.select_columns(&self.open), &from.basis);
            stance = self.moved(&stance, &closing.lu().solve(&load)?);
        }
        None
    }

    /// Displacement by a step along the tangent. It also corrects the drift of the coordinates held.
    fn predicted(&self, design: &Stance, from: &Point, step: f64) -> Option<DVector<f64>> {
        let drift = |c: &&Coordinate| c.value(self.linkage, design) - c.value(self.linkage, &from.stance);
        let goal: Vec<f64> = self.held.iter().map(drift).chain([step]).collect();
        let along = (from.tangent.transpose() * &from.basis).row(0).into_owned();
        let leading = self.leading(&from.stance, &from.basis, &along);
        Some(&from.basis * leading.lu().solve(&DVector::from_vec(goal))?)
    }

    /// The position with the basis continued from an earlier position.
    fn continued(&self, stance: Stance, jacobian: DMatrix<f64>, from: &Point) -> Option<Point> {
        let count = from.basis.ncols();
        let mut unit = DMatrix::zeros(self.open.len(), count);
        unit.rows_mut(jacobian.nrows(), count).fill_with_identity();
        let raw = bordered(&jacobian.select_columns(&self.open), &from.basis);
        let raw = raw.lu().solve(&unit)?;
        if !raw.iter().all(|x| x.is_finite()) || raw.amax() > 1.0 / linear::ZERO {
            return None;
        }
        let basis = linear::outside(&raw, &DMatrix::zeros(raw.nrows(), 0));
        let along = (from.tangent.transpose() * &basis).row(0).into_owned();
        (basis.ncols() == count)
            .then(|| self.point(stance, jacobian, &basis, &along))
            .flatten()
    }

    /// The position with its tangent in the direction of `along`, which is given in the basis; `None` if there is no
    /// unique tangent.
    fn point(
        &self,
        stance: Stance,
        jacobian: DMatrix<f64>,
        basis: &DMatrix<f64>,
        along: &RowDVector<f64>,
    ) -> Option<Point> {
        let leading = self.leading(&stance, basis, along).lu();
        let tangent = basis * leading.solve(&DVector::zeros(basis.ncols() - 1).push(1.0))?;
        if !tangent.iter().all(|x| x.is_finite()) || tangent.amax() > 1.0 / linear::ZERO {
            return None;
        }
        let tangent = tangent.normalize();
        let motion = self.whole(&DMatrix::from_columns(std::slice::from_ref(&tangent)));
        let closure = bordered(&jacobian.select_columns(&self.open), basis).determinant();
        let solver = self.dependent.map(|d| jacobian.select_columns(d).determinant());
        Some(Point {
            rate: self.own.rates(self.linkage, &stance, &motion)[0] * self.way,
            stance,
            jacobian,
            basis: basis.clone(),
            tangent,
            leads: closure.signum() * leading.determinant().signum(),
            solves: solver.unwrap_or(1.0).signum(),
        })
    }

    /// Residual and Jacobian of the equations kept.
    fn closure(&self, stance: &Stance) -> (DVector<f64>, DMatrix<f64>) {
        self.closure_by(stance, |_| true)
    }

    /// Like [`Path::closure`], with zeros in the columns of all bodies for which `moves` returns false.
    fn closure_by(&self, stance: &Stance, moves: impl Fn(BodyId) -> bool) -> (DVector<f64>, DMatrix<f64>) {
        let (residual, jacobian) = self.linkage.equations_by(stance, moves);
        (residual.select_rows(self.rows), jacobian.select_rows(self.rows))
    }

    /// Whether a body's joint has an open column.
    fn is_open(&self, body: BodyId) -> bool {
        let slot = &self.linkage.mechanism.layout.slot(body).v;
        let mut open = self.open.iter();
        open.any(|&column| slot.contains(&self.linkage.speeds[column]))
    }

    /// Rates of the held coordinates for the motions of the basis, with a last row below them.
    fn leading(&self, stance: &Stance, basis: &DMatrix<f64>, last: &RowDVector<f64>) -> DMatrix<f64> {
        let motions = self.whole(basis);
        let held = self.held.iter().map(|c| c.rates(self.linkage, stance, &motions));
        DMatrix::from_rows(&held.chain([last.clone()]).collect::<Vec<_>>())
    }

    /// Motions in all columns; the held columns are zero.
    fn whole(&self, motions: &DMatrix<f64>) -> DMatrix<f64> {
        let each = motions.column_iter().map(|motion| self.in_all(&motion.into_owned()));
        linear::columns(self.linkage.speeds.len(), &each.collect::<Vec<_>>())
    }

    /// One motion in all columns.
    fn in_all(&self, motion: &DVector<f64>) -> DVector<f64> {
        let mut whole = DVector::zeros(self.linkage.speeds.len());
        for (entry, &column) in motion.iter().zip(&self.open) {
            whole[column] = *entry;
        }
        whole
    }

    /// The vehicle after a small displacement, given by the open columns.
    fn moved(&self, stance: &Stance, delta: &DVector<f64>) -> Stance {
        self.linkage.moved(stance, &self.in_all(delta))
    }
}

/// The equations with the basis below them.
fn bordered(jacobian: &DMatrix<f64>, basis: &DMatrix<f64>) -> DMatrix<f64> {
    let rows = jacobian.nrows();
    let mut matrix = jacobian.clone().resize_vertically(rows + basis.ncols(), 0.0);
    matrix.rows_mut(rows, basis.ncols()).copy_from(&basis.transpose());
    matrix
}

/// The event between two positions, if any.
fn event(here: &Point, next: &Point) -> Option<Event> {
    if (&next.jacobian * here.jacobian.transpose()).determinant() < 0.0 {
        Some(Event::Branches)
    } else if next.rate <= 0.0 {
        Some(Event::TurnsBack)
    } else if here.leads != next.leads {
        Some(Event::HeldFail)
    } else {
        (here.solves != next.solves).then_some(Event::SolverFails)
    }
}
