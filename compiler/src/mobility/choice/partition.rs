//! Choice of the dependent speeds of a group of loops, and of the order of their elimination.
//!
//! Gaussian elimination is applied to the Jacobians of several poses at once. The next pivot is the entry whose
//! smallest absolute value over the poses is largest. Rows left without a pivot follow from the others.
//!
//! This greedy order may find fewer pivots than the rank of the equations, if each remaining entry vanishes at one of
//! the poses. Then sets of independent speeds are tried one after the other. A partition that still has fewer pivots
//! than the rank ([`Partition::is_whole`]) leaves out an equation that constrains the mechanism, and is never used.

use crate::kinematics::{Mechanism, Position, jacobian, rows};
use crate::mobility::linear::{LEVER, null_space_of, rank};
use crate::mobility::{Closure, Correction};
use crate::model::BodyId;
use crate::topology::Group;
use fastrand::Rng;
use nalgebra::{DMatrix, RowDVector};

/// Pivots in order, and the speeds and equations that are left over.
#[derive(Clone, Debug)]
pub struct Partition {
    /// Positions among the group's equations; sorted.
    rows: Vec<usize>,
    redundant: Vec<usize>,
    /// `(position in rows, position among the columns)`
    pivots: Vec<(usize, usize)>,
    /// By pivot: its value at the pose where it is smallest.
    sizes: Vec<f64>,
    /// `(position among the columns, the pivot that the column would have had instead of the last pivot)`
    independent: Vec<(usize, f64)>,
    /// Rank of the equations at these poses.
    rank: usize,
    /// Whether each pivot keeps its sign at all poses.
    keeps_signs: bool,
}

/// The equations of a group at several poses, over the speeds of its joints.
#[derive(Clone, Debug)]
pub struct Equations {
    /// `(loop, row)` of each equation.
    pub places: Vec<(usize, usize)>,
    /// The speed of each column.
    pub speeds: Vec<usize>,
    /// By column: preference for making the speed dependent; zero for a speed that has to be independent.
    pub preferences: Vec<f64>,
    /// The Jacobians, by pose.
    pub jacobians: Vec<DMatrix<f64>>,
    /// Number of independent equations.
    pub rank: usize,
}

/// Pivots below this part of the largest entry count as zero.
const PIVOT_TOLERANCE: f64 = 1e-8;
/// A pivot is sufficient at a pose if it is above this fraction of its size near the design position.
const LASTING: f64 = 0.05;
/// Two poses follow each other if their freedoms, as directions, agree at least to this extent.
const SUCCESSIVE: f64 = 0.5;
/// Equations count as dependent on each other if their determinant is below this fraction of the largest determinant.
const DEAD: f64 = 1e-9;
/// Number of sets of independent speeds that are tried. If there are more sets, this number is drawn at random.
const SETS: usize = 300;

impl Partition {
    /// The partition that follows from the preferences. If no partition is [whole](Self::is_whole), the best of all
    /// tried partitions. The criteria are, in this order: the most pivots, pivots that keep their signs, the largest
    /// least pivot.
    pub fn find(equations: &Equations) -> Self {
        let preferred = Self::eliminate(equations, &equations.preferences);
        if preferred.is_whole() {
            return preferred;
        }
        let others = sets(equations).into_iter().map(|independent| {
            let weight = |column: usize| if independent.contains(&column) { 0.0 } else { 1.0 };
            let weights: Vec<f64> = (0..equations.speeds.len()).map(weight).collect();
            Self::eliminate(equations, &weights)
        });
        let better = |best: Self, other: Self| if other.merit() > best.merit() { other } else { best };
        others.fold(preferred, better)
    }

    /// Whether the pivots, taken in this order, keep their signs and stay above a part of their sizes at all of these
    /// poses.
    pub fn serves(&self, at: &Equations) -> bool {
        self.is_whole() && at.jacobians.iter().all(|jacobian| self.serves_at(jacobian.clone()))
    }

    fn serves_at(&self, mut jacobian: DMatrix<f64>) -> bool {
        let mut open_rows = self.rows.clone();
        let mut open_columns: Vec<usize> = self.pivots.iter().map(|&(_, column)| column).collect();
        self.pivots.iter().zip(&self.sizes).all(|(&(place, column), size)| {
            let row = self.rows[place];
            let pivot = jacobian[(row, column)];
            open_rows.retain(|&r| r != row);
            open_columns.retain(|&c| c != column);
            eliminate(&mut jacobian, row, column, &open_rows, &open_columns);
            pivot / size > LASTING
        })
    }

    /// Whether each independent equation has a pivot, and each pivot keeps its sign at all poses.
    pub fn is_whole(&self) -> bool {
        self.pivots.len() == self.rank && self.keeps_signs
    }

    /// Criteria for comparing partitions, the most important first: the number of pivots, whether they keep their
    /// signs, the smallest pivot.
    fn merit(&self) -> (usize, bool, f64) {
        let least = self.sizes.iter().map(|size| size.abs()).fold(f64::INFINITY, f64::min);
        (self.pivots.len(), self.keeps_signs, least)
    }

    /// The partition with these pivots, in their order; `None` if one of them vanishes, or if there are too few.
    pub fn by(equations: &Equations, pivots: &[((usize, usize), usize)]) -> Option<Self> {
        let mut wanted = pivots.iter().map_while(|(place, speed)| {
            let row = equations.places.iter().position(|p| p == place)?;
            Some((row, equations.speeds.iter().position(|s| s == speed)?))
        });
        let next = |matrices: &[DMatrix<f64>], rows: &[usize], columns: &[usize], zero: f64| {
            wanted.next().filter(|(row, column)| {
                rows.contains(row) && columns.contains(column) && smallest_entry(matrices, *row, *column).abs() > zero
            })
        };
        Some(Self::eliminate_by(equations, next)).filter(Self::is_whole)
    }

    /// Eliminates by the best pivots; `weights` are the preferences of the columns.
    fn eliminate(equations: &Equations, weights: &[f64]) -> Self {
        Self::eliminate_by(equations, |matrices, rows, columns, zero| {
            best_pivot(matrices, rows, columns, weights, zero)
        })
    }

    /// Eliminates by the pivots that `next` returns, until it returns none. `next` is given the matrices, and the rows
    /// and columns that are left.
    fn eliminate_by(
        equations: &Equations,
        mut next: impl FnMut(&[DMatrix<f64>], &[usize], &[usize], f64) -> Option<(usize, usize)>,
    ) -> Self {
        let mut matrices = equations.jacobians.clone();
        let largest = |m: &DMatrix<f64>| if m.is_empty() { 0.0 } else { m.amax() };
        let zero = PIVOT_TOLERANCE * matrices.iter().map(largest).fold(LEVER, f64::max);
        let mut open_rows: Vec<usize> = (0..equations.places.len()).collect();
        let mut open_columns: Vec<usize> = (0..equations.speeds.len()).collect();
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut sizes: Vec<f64> = Vec::new();
        let mut last = Elimination::default();
        let mut keeps_signs = true;
        while let Some((row, column)) = next(&matrices, &open_rows, &open_columns, zero) {
            let smallest = smallest_entry(&matrices, row, column);
            keeps_signs &= matrices.iter().all(|m| m[(row, column)] * smallest > 0.0);
            open_rows.retain(|&r| r != row);
            open_columns.retain(|&c| c != column);
            last = Elimination::run(&mut matrices, row, column, &open_rows, &open_columns);
            found.push((row, column));
            sizes.push(smallest);
        }
        let independent = last.rivals(&mut matrices, &open_rows, &open_columns, zero);
        let mut rows: Vec<usize> = found.iter().map(|&(row, _)| row).collect();
        rows.sort_unstable();
        let place = |row: usize| rows.partition_point(|&kept| kept < row);
        Partition {
            pivots: found.iter().map(|&(row, column)| (place(row), column)).collect(),
            rows,
            redundant: open_rows,
            sizes,
            independent,
            rank: equations.rank,
            keeps_signs,
        }
    }

    /// The closure of the group for which the partition was found.
    pub fn of(&self, equations: &Equations, group: Group) -> Closure {
        let places = |rows: &[usize]| rows.iter().map(|&row| equations.places[row]).collect();
        Closure {
            group,
            rank: self.rank,
            rows: places(&self.rows),
            redundant: places(&self.redundant),
            pivots: self
                .pivots
                .iter()
                .map(|&(row, column)| (row, equations.speeds[column]))
                .collect(),
            pivot_sizes: self.sizes.clone(),
            steps: Vec::new(),
            correction: Correction::Dependent,
            independent: self
                .independent
                .iter()
                .map(|&(column, rival)| (equations.speeds[column], rival))
                .collect(),
            failures: 0,
        }
    }
}

impl Equations {
    /// The equations of a group at these poses. The speeds `kept` have to be independent.
    pub fn new(mechanism: &Mechanism, group: &Group, poses: &[Position<f64>], kept: &[usize]) -> Self {
        let joints = group.joints.iter();
        let columns: Vec<(usize, f64)> = joints.flat_map(|&b| preferences(mechanism, group, b)).collect();
        let weight = |&(speed, weight): &(usize, f64)| if kept.contains(&speed) { 0.0 } else { weight };
        let count = |l: usize| mechanism.model.joint(mechanism.topology.loops[l].cut).kind.equations();
        let empty = Equations {
            places: group
                .loops
                .iter()
                .flat_map(|&l| (0..count(l)).map(move |row| (l, row)))
                .collect(),
            speeds: columns.iter().map(|&(speed, _)| speed).collect(),
            preferences: columns.iter().map(weight).collect(),
            jacobians: Vec::new(),
            rank: 0,
        };
        let near = empty.at(mechanism, poses);
        Equations {
            rank: near.jacobians.iter().map(rank).max().unwrap_or(0),
            ..near
        }
    }

    /// These equations at other poses.
    pub fn at(&self, mechanism: &Mechanism, poses: &[Position<f64>]) -> Self {
        let jacobians = poses.iter().map(|position| self.jacobian(mechanism, position));
        Equations {
            jacobians: jacobians.collect(),
            ..self.clone()
        }
    }

    /// The equations at the poses of both.
    pub fn with(&self, other: &Self) -> Self {
        Equations {
            jacobians: [&self.jacobians[..], &other.jacobians].concat(),
            ..self.clone()
        }
    }

    fn jacobian(&self, mechanism: &Mechanism, position: &Position<f64>) -> DMatrix<f64> {
        let mut matrix = DMatrix::zeros(self.places.len(), self.speeds.len());
        let mut first = 0;
        while let Some(&(l, _)) = self.places.get(first) {
            let each = &mechanism.topology.loops[l];
            let own = rows(mechanism, position, each);
            for body in each.bodies() {
                let slot = &mechanism.layout.slot(body).v;
                let Some(column) = self.speeds.iter().position(|&speed| slot.contains(&speed)) else {
                    continue;
                };
                for (r, row) in own.iter().enumerate() {
                    for (k, entry) in jacobian(mechanism, position, each, row, body).into_iter().enumerate() {
                        matrix[(first + r, column + k)] = entry;
                    }
                }
            }
            first += own.len();
        }
        matrix
    }

    /// Leaves out redundant equations. A set of equations has as many as the rank. The set that fails least often on
    /// the way through all poses, here and `far`; if several sets fail equally often, the set with the largest least
    /// singular value. The result has the Jacobian of one pose at which the set has full rank, for a partition there.
    /// It also has the number of failures.
    pub fn lasting(&self, far: &Self) -> (Self, usize) {
        let all = self.with(far);
        let surplus = self.places.len() - self.rank;
        let sets = match combinations(self.places.len(), surplus) <= SETS {
            true => subsets(&(0..self.places.len()).collect::<Vec<_>>(), self.rank),
            false => vec![Partition::find(self).rows],
        };
        let merit = |set: &Vec<usize>| {
            let least = |m: &DMatrix<f64>| m.select_rows(set).singular_values().min();
            all.jacobians.iter().map(least).fold(f64::INFINITY, f64::min)
        };
        let failures = failures(&all.jacobians, self.rank, &sets);
        let (best, failures) = sets
            .into_iter()
            .zip(failures)
            .max_by(|(a, m), (b, n)| n.cmp(m).then(merit(a).total_cmp(&merit(b))))
            .unwrap_or_default();
        let whole = self
            .jacobians
            .iter()
            .map(|m| m.select_rows(&best))
            .find(|m| rank(m) == self.rank);
        let lasting = Equations {
            places: best.iter().map(|&row| self.places[row]).collect(),
            jacobians: whole.into_iter().collect(),
            ..self.clone()
        };
        (lasting, failures)
    }
}

/// By set of equations: how often its equations depend on each other at a pose, or between a pose and the next pose. The equations of
/// a set and the freedoms are the rows of a square matrix, whose determinant changes its sign there. If the determinants of all sets
/// change their signs, the mechanism itself is singular, and no set fails.
fn failures(jacobians: &[DMatrix<f64>], rank: usize, sets: &[Vec<usize>]) -> Vec<usize> {
    let mut failures = vec![0; sets.len()];
    let mut before: Option<(DMatrix<f64>, Vec<f64>)> = None;
    for jacobian in jacobians {
        let free = null_space_of(jacobian, jacobian.ncols() - rank);
        let volumes: Vec<f64> = sets.iter().map(|set| volume(jacobian, set, &free)).collect();
        if let Some((last, own)) = &before {
            // The sign of the freedoms is arbitrary at each pose.
            let along = last.tr_mul(&free).determinant();
            let is_dead = |set: usize| is_dead(own, set) || is_dead(&volumes, set);
            let turns = |set: usize| own[set] * volumes[set] * along < 0.0;
            let is_choice = (0..sets.len()).any(|set| !is_dead(set) && !turns(set));
            for (set, count) in failures.iter_mut().enumerate() {
                let has_turned = along.abs() > SUCCESSIVE && is_choice && turns(set);
                *count += usize::from(is_dead(set) || has_turned);
            }
        }
        before = Some((free, volumes));
    }
    failures
}

/// Whether the equations of a set depend on each other, by the determinants of all sets at a pose.
fn is_dead(volumes: &[f64], set: usize) -> bool {
    let largest = volumes.iter().fold(0.0, |most: f64, own| most.max(own.abs()));
    volumes[set].abs() < DEAD * largest
}

/// Determinant of these equations and the freedoms, as rows.
fn volume(jacobian: &DMatrix<f64>, set: &[usize], free: &DMatrix<f64>) -> f64 {
    let mut square = jacobian.select_rows(set).resize_vertically(jacobian.ncols(), 0.0);
    square.rows_mut(set.len(), free.ncols()).copy_from(&free.transpose());
    square.determinant()
}

/// The speeds of a joint, each with the preference for making it dependent. Ball joints are preferred, so that the
/// coordinates that an engineer reads (arm angles, rack travel) stay independent. The group's first joint is the last
/// choice, and joints that carry others come just before it.
pub fn preferences(mechanism: &Mechanism, group: &Group, body: BodyId) -> Vec<(usize, f64)> {
    let weight = if mechanism.topology.joint(body).kind.has_euler_parameters() {
        1.0
    } else if group.joints.first() == Some(&body) {
        0.05
    } else if carries(mechanism, group, body) {
        0.1
    } else {
        0.3
    };
    let slot = mechanism.layout.slot(body);
    slot.v.clone().map(|speed| (speed, weight)).collect()
}

/// Whether other joints of the group hang on the body.
pub fn carries(mechanism: &Mechanism, group: &Group, body: BodyId) -> bool {
    let outboard = |other: BodyId| other != body && mechanism.topology.to_ground(other).any(|b| b == body);
    group.joints.iter().any(|&b| outboard(b))
}

/// Sets of columns that could be independent. Every set contains the columns that have to be independent.
fn sets(equations: &Equations) -> Vec<Vec<usize>> {
    let columns = equations.speeds.len();
    let (fixed, open): (Vec<usize>, Vec<usize>) = (0..columns).partition(|&c| equations.preferences[c] == 0.0);
    let Some(count) = columns.checked_sub(equations.rank + fixed.len()) else {
        return Vec::new();
    };
    if combinations(open.len(), count) <= SETS {
        let chosen = subsets(&open, count).into_iter();
        return chosen.map(|set| [fixed.clone(), set].concat()).collect();
    }
    let mut rng = Rng::with_seed(1966);
    let drawn = |_| {
        let mut open = open.clone();
        rng.shuffle(&mut open);
        open.truncate(count);
        [fixed.clone(), open].concat()
    };
    (0..SETS).map(drawn).collect()
}

/// All subsets of `count` elements, in order. The search stops as soon as fewer than `count` elements are left.
fn subsets(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let Some((&first, rest)) = of.split_first().filter(|_| count <= of.len()) else {
        return Vec::new();
    };
    let with_first = subsets(rest, count - 1)
        .into_iter()
        .map(|set| [vec![first], set].concat());
    with_first.chain(subsets(rest, count)).collect()
}

/// Number of ways to take `taken` elements out of `of`; it stops counting just above [`SETS`].
fn combinations(of: usize, taken: usize) -> usize {
    let taken = taken.min(of - taken.min(of));
    let mut count = 1;
    for k in 0..taken {
        count = count * (of - k) / (k + 1);
        if count > SETS {
            break;
        }
    }
    count
}

/// The entry with the greatest merit: its smallest size over the poses, times the weight of its column.
fn best_pivot(
    matrices: &[DMatrix<f64>],
    rows: &[usize],
    columns: &[usize],
    weights: &[f64],
    zero: f64,
) -> Option<(usize, usize)> {
    let mut best = None;
    let mut most = 0.0;
    let columns: Vec<usize> = columns.iter().copied().filter(|&c| weights[c] > 0.0).collect();
    for &row in rows {
        for &column in &columns {
            // Most entries are zero, because a loop depends on few joints.
            if matrices.first().is_some_and(|m| m[(row, column)].abs() <= zero) {
                continue;
            }
            let smallest = smallest_entry(matrices, row, column).abs();
            let merit = smallest * weights[column];
            if smallest > zero && merit > most {
                most = merit;
                best = Some((row, column));
            }
        }
    }
    best
}

/// The value of an entry at the pose where its absolute value is smallest.
fn smallest_entry(matrices: &[DMatrix<f64>], row: usize, column: usize) -> f64 {
    let entries = matrices.iter().map(|m| m[(row, column)]);
    entries.fold(f64::INFINITY, |a, b| if b.abs() < a.abs() { b } else { a })
}

/// Eliminates the column from the other rows. Most of these rows have no entry in the column, because a loop depends on
/// few joints.
fn eliminate(m: &mut DMatrix<f64>, row: usize, column: usize, rows: &[usize], columns: &[usize]) {
    for &other in rows {
        if m[(other, column)] == 0.0 {
            continue;
        }
        let factor = m[(other, column)] / m[(row, column)];
        for &later in columns {
            m[(other, later)] -= factor * m[(row, later)];
        }
    }
}

/// One step of an elimination, with the rows that it overwrote.
#[derive(Default)]
struct Elimination {
    /// The pivot row; `None` before the first step.
    pivot_row: Option<usize>,
    /// `(matrix, row, entries)`: the previous entries of the rows that the step changed.
    before: Vec<(usize, usize, RowDVector<f64>)>,
}

impl Elimination {
    /// Eliminates the column from the other rows that have an entry in it.
    fn run(matrices: &mut [DMatrix<f64>], row: usize, column: usize, rows: &[usize], columns: &[usize]) -> Self {
        let mut before = Vec::new();
        for (matrix, m) in matrices.iter_mut().enumerate() {
            for &other in rows.iter().filter(|&&other| m[(other, column)] != 0.0) {
                before.push((matrix, other, m.row(other).into_owned()));
            }
            eliminate(m, row, column, rows, columns);
        }
        Elimination {
            pivot_row: Some(row),
            before,
        }
    }

    /// The remaining columns, each with the largest pivot that the column would have had instead of the last pivot.
    /// Reverts the last step.
    fn rivals(self, matrices: &mut [DMatrix<f64>], rows: &[usize], columns: &[usize], zero: f64) -> Vec<(usize, f64)> {
        for (matrix, row, entries) in &self.before {
            matrices[*matrix].set_row(*row, entries);
        }
        let Some(pivot_row) = self.pivot_row else {
            return columns.iter().map(|&column| (column, 0.0)).collect();
        };
        let rival = |&column: &usize| {
            let rows = rows.iter().chain([&pivot_row]);
            let pivots = rows.map(|&row| smallest_entry(matrices, row, column).abs());
            (column, pivots.filter(|&size| size > zero).fold(0.0, f64::max))
        };
        columns.iter().map(rival).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::subsets;

    /// If a set leaves out few of many elements, there are few such sets, and they are found at once.
    #[test]
    fn few_are_left_out_of_many() {
        let all: Vec<usize> = (0..60).collect();
        let sets = subsets(&all, 59);
        assert_eq!(sets.len(), 60);
        assert!(sets.iter().all(|set| set.len() == 59 && set.is_sorted()));
        assert_eq!(subsets(&all[..3], 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(subsets(&all[..2], 3), Vec::<Vec<usize>>::new());
        assert_eq!(subsets(&[], 0), [Vec::<usize>::new()]);
    }
}
