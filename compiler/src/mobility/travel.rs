//! How far a group of loops can travel before it is singular.
//!
//! One independent coordinate `i` is moved from the design position both ways while the others stand still. With `J` the
//! closure equations kept and `D` the dependent speeds, the loops then move along the curve whose tangent `t` solves
//! `[J_D J_i] t = 0`. It is followed by its own length: predicted along `t`, corrected across it by Newton's method,
//!
//! ```text
//! | J_D J_i | δ = | -residual |
//! |   tᵀ    |     |     0     |
//! ```
//!
//! `det J_D` vanishes where this choice of independent speeds fails: either `t_i = 0`, the coordinate turns back (a dead
//! centre); or the matrix above is singular, and a second motion branches off (a change point). So a change of sign of
//! the one or of the other between two steps is a singular position, which bisection then finds.

use super::Closure;
use super::in_line::{self, Bar};
use super::linear;
use super::linkage::{Linkage, Stance};
use super::words::{names, number};
use crate::model::{BodyId, JointKind};
use nalgebra::{DMatrix, DVector};

/// How near a group is to being singular.
#[derive(Clone, Debug)]
pub struct Travel {
    /// Least singular value of the closure Jacobian at the design position, its entries made comparable: of order one for
    /// a good position, zero for a singular one. One without equations.
    pub margin: f64,
    /// What lever arms are divided by for it [m].
    pub length: f64,
    /// For each independent coordinate, each way, the others held; none if a ball has one.
    pub ranges: Vec<Range>,
}

/// How far one coordinate was followed, one way.
#[derive(Clone, Debug)]
pub struct Range {
    /// The speed.
    pub speed: usize,
    /// Signed travel from the design position: to the singular position, or as far as was looked [rad or m].
    pub travel: f64,
    /// Whether it is an angle.
    pub angle: bool,
    /// What is special there if it is singular: a clause with `where`.
    pub singular: Option<String>,
}

/// A coordinate is followed so far [rad].
const REACH_ANGLE: f64 = 1.0;
/// A coordinate is followed so far [m].
const REACH_SLIDE: f64 = 0.3;
/// Steps tried at most, one way: what bounds the time.
const STEPS: usize = 24;
/// Largest component of a step, by the length.
const STEP: f64 = 0.15;
/// From step to step the curve may turn by the angle with this cosine.
const SMOOTH: f64 = 0.8;
/// Corrections at most.
const CORRECTIONS: usize = 6;
/// Loops count as closed below this part of the length.
const CLOSED: f64 = 1e-9;
/// A singular position is found to this halving of a step.
const HALVINGS: usize = 14;
/// A body whose twist is less than this part of the motion stands still: the tangent turns with the square root of the
/// distance from a dead centre.
const STILL: f64 = 5e-3;
/// A coordinate whose part of the tangent is less than this is at its dead centre.
const DEAD: f64 = 1e-6;

/// Of a closed group.
pub fn find(linkage: &Linkage, closure: &Closure) -> Travel {
    let design = linkage.design();
    let places = linkage.places();
    let rows: Vec<usize> = (0..places.len())
        .filter(|&row| closure.rows.contains(&places[row]))
        .collect();
    let values = linear::singular_values(&linkage.equations(&design).1.select_rows(&rows));
    let margin = values.last().copied().unwrap_or(1.0);
    let dependent: Vec<usize> = (0..linkage.speeds.len())
        .filter(|&column| closure.pivots.iter().any(|&(_, speed)| speed == linkage.speeds[column]))
        .collect();
    let independent = (0..linkage.speeds.len()).filter(|column| !dependent.contains(column));
    let courses: Option<Vec<[Course; 2]>> = independent
        .map(|column| {
            let [there, back] = [1.0, -1.0].map(|way| Course::new(linkage, &rows, &dependent, column, way));
            Some([there?, back?])
        })
        .collect();
    // A ball's independent speeds cannot be held still: there is no coordinate to say so.
    let courses = courses.unwrap_or_default().into_iter().flatten();
    Travel {
        margin,
        length: linkage.length,
        ranges: courses.map(|course| course.follow(&design)).collect(),
    }
}

/// One independent coordinate, one way.
struct Course<'a> {
    linkage: &'a Linkage<'a>,
    /// Rows of the linkage's equations that are kept.
    rows: &'a [usize],
    /// Columns of the dependent speeds, then the coordinate's own.
    columns: Vec<usize>,
    /// Position of the coordinate in the state.
    q: usize,
    angle: bool,
    way: f64,
}

/// What is special about a singular position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Event {
    /// The coordinate turns back.
    TurnsBack,
    /// A second motion branches off.
    Branches,
}

/// A point of the curve.
struct Point {
    stance: Stance,
    /// By column of the course.
    tangent: DVector<f64>,
    /// Sign of the determinant of the matrix that corrects.
    sign: f64,
}

impl<'a> Course<'a> {
    /// Of a pivot, slider or universal joint, each of whose speeds is the rate of a coordinate; the parameters of a ball have no travel to tell.
    fn new(linkage: &'a Linkage, rows: &'a [usize], dependent: &[usize], column: usize, way: f64) -> Option<Self> {
        let body = linkage.outboard(column);
        let slot = linkage.mechanism.layout.slot(body);
        let kind = &linkage.mechanism.topology.joint(body).kind;
        // Of the others a coordinate is no angle or displacement that could travel by itself.
        if let JointKind::Spherical { .. } | JointKind::Free { .. } | JointKind::ConstantVelocity { .. } = kind {
            return None;
        }
        let angle = !kind.slides(linkage.speeds[column] - slot.v.start);
        Some(Course {
            linkage,
            rows,
            columns: dependent.iter().copied().chain([column]).collect(),
            q: slot.q.start + (linkage.speeds[column] - slot.v.start),
            angle,
            way,
        })
    }

    fn follow(&self, design: &Stance) -> Range {
        let own = self.columns.len() - 1;
        let mut along = DVector::zeros(own + 1);
        along[own] = self.way;
        let start = self.point(design.clone(), &along);
        let Some(mut here) = start.filter(|start| start.tangent[own].abs() > DEAD) else {
            return self.range(0.0, Some(self.singular_design(design, &along)));
        };
        let travelled = |point: &Point| point.stance.q[self.q] - design.q[self.q];
        let reach = if self.angle { REACH_ANGLE } else { REACH_SLIDE };
        let mut part = 1.0;
        for _ in 0..STEPS {
            let step = part * STEP * self.linkage.length / here.tangent.amax();
            let Some(next) = self.advance(&here, step) else {
                part *= 0.5;
                continue;
            };
            if let Some(event) = self.event(&here, &next) {
                let singular = self.bisect(here, step);
                let words = self.words(&singular.stance, &singular.tangent, event);
                return self.range(travelled(&singular), Some(words));
            }
            here = next;
            part = (2.0 * part).min(1.0);
            if travelled(&here).abs() > reach {
                break;
            }
        }
        self.range(travelled(&here), None)
    }

    /// Words for a design position that has no single tangent, or none that moves the coordinate.
    fn singular_design(&self, design: &Stance, along: &DVector<f64>) -> String {
        let (_, matrix) = self.bordered(design, along);
        let closed = matrix.rows(0, matrix.nrows() - 1).into_owned();
        let event = match linear::null_space(&closed).ncols() {
            1 => Event::TurnsBack,
            _ => Event::Branches,
        };
        let motion = linear::null_space_of(&closed, 1);
        self.words(design, &motion.column(0).into_owned(), event)
    }

    fn range(&self, travel: f64, singular: Option<String>) -> Range {
        Range {
            speed: self.linkage.speeds[self.columns[self.columns.len() - 1]],
            travel,
            angle: self.angle,
            singular,
        }
    }

    /// The singular position that lies between, if one does.
    fn event(&self, here: &Point, next: &Point) -> Option<Event> {
        if next.sign != here.sign {
            Some(Event::Branches)
        } else if next.tangent[self.columns.len() - 1] * self.way <= 0.0 {
            Some(Event::TurnsBack)
        } else {
            None
        }
    }

    /// The last point before the singular position that lies within the step.
    fn bisect(&self, from: Point, step: f64) -> Point {
        let (mut here, mut step) = (from, step);
        for _ in 0..HALVINGS {
            step *= 0.5;
            let next = self.advance(&here, step);
            if let Some(next) = next.filter(|next| self.event(&here, next).is_none()) {
                here = next;
            }
        }
        here
    }

    /// One step along the curve; none if it turns too sharply for the step.
    fn advance(&self, from: &Point, step: f64) -> Option<Point> {
        let mut stance = self.displaced(&from.stance, &(&from.tangent * step));
        for _ in 0..CORRECTIONS {
            let (residual, matrix) = self.bordered(&stance, &from.tangent);
            if residual.is_empty() || residual.amax() < CLOSED * self.linkage.length {
                let next = self.point(stance, &from.tangent)?;
                return (next.tangent.dot(&from.tangent) > SMOOTH).then_some(next);
            }
            let delta = matrix.lu().solve(&(-residual).push(0.0))?;
            stance = self.displaced(&stance, &delta);
        }
        None
    }

    /// With the curve's tangent, in the sense of `along`; none where there is no single one.
    fn point(&self, stance: Stance, along: &DVector<f64>) -> Option<Point> {
        let (residual, matrix) = self.bordered(&stance, along);
        let lu = matrix.lu();
        let tangent = lu.solve(&DVector::zeros(residual.len()).push(1.0))?;
        let regular = tangent.iter().all(|x| x.is_finite()) && tangent.amax() < 1.0 / linear::ZERO;
        regular.then(|| Point {
            stance,
            tangent: tangent.normalize(),
            sign: lu.determinant().signum(),
        })
    }

    /// Residual of the equations kept; their Jacobian by the course's columns, with `along` below it.
    fn bordered(&self, stance: &Stance, along: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        let (residual, jacobian) = self.linkage.equations(stance);
        let rows = self.rows.len();
        let jacobian = jacobian.select_rows(self.rows).select_columns(&self.columns);
        let mut matrix = jacobian.resize_vertically(rows + 1, 0.0);
        matrix.row_mut(rows).copy_from(&along.transpose());
        (residual.select_rows(self.rows), matrix)
    }

    fn displaced(&self, stance: &Stance, delta: &DVector<f64>) -> Stance {
        self.linkage.moved(stance, &self.all_columns(delta))
    }

    fn all_columns(&self, delta: &DVector<f64>) -> DVector<f64> {
        let mut all = DVector::zeros(self.linkage.speeds.len());
        let columns = self.columns.iter().zip(delta.iter());
        columns.for_each(|(&column, &d)| all[column] = d);
        all
    }

    /// What is special about a singular position, where the loops move by `tangent`.
    fn words(&self, stance: &Stance, tangent: &DVector<f64>, event: Event) -> String {
        let (linkage, model) = (self.linkage, self.linkage.mechanism.model);
        let motion = linear::columns(linkage.speeds.len(), &[self.all_columns(tangent)]);
        let twists = linkage.twists(stance, &motion);
        let moves = |b: &BodyId| twists[b.index()].amax() > STILL * motion.amax();
        let held = linkage.outboard(self.columns[self.columns.len() - 1]);
        let turns_back = event == Event::TurnsBack;
        let may = |bar: &Bar| !turns_back || matches!(bar, Bar::Body(b) if moves(b)) || matches!(bar, Bar::Link(_));
        let mut lined: Vec<Bar> = in_line::pairs(linkage, stance)
            .into_iter()
            .filter(|pair| pair.iter().all(may))
            .flatten()
            .collect();
        lined.sort_unstable();
        lined.dedup();
        let body = |b: &BodyId| model.body(*b).name.as_str();
        if !lined.is_empty() {
            let name = |bar: &Bar| match bar {
                Bar::Body(b) => model.body(*b).name.as_str(),
                Bar::Link(joint) => model.joint(*joint).name.as_str(),
            };
            return format!("where {} are in line", names(lined.iter().map(name)));
        }
        if turns_back {
            let moving = linkage.bodies.iter().filter(|b| moves(b)).map(body);
            return format!("where {} can move while `{}` stands still", names(moving), body(&held));
        }
        "where the loops can move in more than one way".to_owned()
    }
}

impl Range {
    /// `0.35 rad`, `-0.12 m`
    pub fn distance(&self) -> String {
        format!("{} {}", number(self.travel), if self.angle { "rad" } else { "m" })
    }
}
