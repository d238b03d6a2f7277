//! Which speeds of a group of loops depend on the others, and in which order to eliminate them.
//!
//! Gaussian elimination on the Jacobians of all sample poses at once: the next pivot is the entry that is largest at
//! the pose where it is smallest. Rows left without pivot follow from the others.

use super::Closure;
use super::linear::LEVER;
use super::sample::Sample;
use crate::kinematics::Mechanism;
use crate::model::{BodyId, JointKind};
use crate::topology::Group;
use nalgebra::DMatrix;

/// Pivots in order, and what is left over.
pub struct Partition {
    rows: Vec<(usize, usize)>,
    redundant: Vec<(usize, usize)>,
    /// `(position in rows, speed)`
    pub pivots: Vec<(usize, usize)>,
    /// By pivot: its size at the pose where it is smallest.
    sizes: Vec<f64>,
    independent: Vec<(usize, f64)>,
}

/// Pivots below this part of the largest entry count as zero.
const PIVOT_TOLERANCE: f64 = 1e-8;

impl Partition {
    /// Over the group's own joints; the speeds `kept` get no pivot.
    pub fn find(mechanism: &Mechanism, samples: &[Sample], group: &Group, kept: &[usize]) -> Self {
        let rows = samples[0].rows_of(group);
        let columns: Vec<(usize, f64)> = group
            .joints
            .iter()
            .flat_map(|&b| preferences(mechanism, group, b))
            .map(|(speed, weight)| (speed, if kept.contains(&speed) { 0.0 } else { weight }))
            .collect();
        let speeds: Vec<usize> = columns.iter().map(|&(speed, _)| speed).collect();
        let mut matrices: Vec<DMatrix<f64>> = samples
            .iter()
            .map(|s| s.jacobian.select_rows(&rows).select_columns(&speeds))
            .collect();
        let size = matrices
            .iter()
            .map(|m| if m.is_empty() { 0.0 } else { m.amax() })
            .fold(LEVER, f64::max);

        let mut open_rows: Vec<usize> = (0..rows.len()).collect();
        let mut open_columns: Vec<usize> = (0..speeds.len()).collect();
        let mut found: Vec<(usize, usize)> = Vec::new();
        let mut sizes: Vec<f64> = Vec::new();
        let mut rivals: Vec<f64> = vec![0.0; speeds.len()];
        while let Some(((row, column), smallest)) = best_pivot(&matrices, &open_rows, &open_columns, &columns, size) {
            for &rival in &open_columns {
                let pivots = open_rows.iter().map(|&r| smallest_entry(&matrices, r, rival));
                rivals[rival] = pivots.filter(|&s| s > PIVOT_TOLERANCE * size).fold(0.0, f64::max);
            }
            open_rows.retain(|&r| r != row);
            open_columns.retain(|&c| c != column);
            matrices
                .iter_mut()
                .for_each(|m| eliminate(m, row, column, &open_rows, &open_columns));
            found.push((row, column));
            sizes.push(smallest);
        }

        let mut kept: Vec<usize> = found.iter().map(|&(row, _)| row).collect();
        kept.sort_unstable();
        let place = |r: usize| samples[0].rows[rows[r]];
        let position = |row: usize| kept.partition_point(|&k| k < row);
        Partition {
            rows: kept.iter().map(|&r| place(r)).collect(),
            redundant: open_rows.iter().map(|&r| place(r)).collect(),
            pivots: found
                .iter()
                .map(|&(row, column)| (position(row), speeds[column]))
                .collect(),
            sizes,
            independent: open_columns.iter().map(|&c| (speeds[c], rivals[c])).collect(),
        }
    }

    /// With the group it was found for.
    pub fn of(self, group: Group) -> Closure {
        Closure {
            group,
            rows: self.rows,
            redundant: self.redundant,
            pivots: self.pivots,
            pivot_sizes: self.sizes,
            steps: Vec::new(),
            changes_branch: false,
            independent: self.independent,
        }
    }
}

/// The speeds of a joint, each with how gladly it is made dependent: ball joints first, so that what an engineer reads
/// (arm angles, rack travel) stays independent; the group's first joint last, and before it those that carry others.
fn preferences(mechanism: &Mechanism, group: &Group, body: BodyId) -> Vec<(usize, f64)> {
    let weight = match mechanism.topology.joint(body).kind {
        JointKind::Spherical { .. } | JointKind::Free { .. } => 1.0,
        _ if group.joints.first() == Some(&body) => 0.05,
        _ if carries(mechanism, group, body) => 0.1,
        _ => 0.3,
    };
    mechanism
        .layout
        .slot(body)
        .v
        .clone()
        .map(|speed| (speed, weight))
        .collect()
}

/// Whether other joints of the group hang on the body.
pub fn carries(mechanism: &Mechanism, group: &Group, body: BodyId) -> bool {
    let outboard = |other: BodyId| other != body && mechanism.topology.to_ground(other).any(|b| b == body);
    group.joints.iter().any(|&b| outboard(b))
}

/// The entry whose smallest size over the poses has most merit, with that size.
fn best_pivot(
    matrices: &[DMatrix<f64>],
    rows: &[usize],
    columns: &[usize],
    preferences: &[(usize, f64)],
    size: f64,
) -> Option<((usize, usize), f64)> {
    let mut best: Option<((usize, usize), f64)> = None;
    let mut most = 0.0;
    for &row in rows {
        for &column in columns {
            let smallest = smallest_entry(matrices, row, column);
            let merit = smallest * preferences[column].1;
            if smallest > PIVOT_TOLERANCE * size && merit > most {
                most = merit;
                best = Some(((row, column), smallest));
            }
        }
    }
    best
}

/// At the pose where it is smallest.
fn smallest_entry(matrices: &[DMatrix<f64>], row: usize, column: usize) -> f64 {
    let sizes = matrices.iter().map(|m| m[(row, column)].abs());
    sizes.fold(f64::INFINITY, f64::min)
}

fn eliminate(m: &mut DMatrix<f64>, row: usize, column: usize, rows: &[usize], columns: &[usize]) {
    for &other in rows {
        let factor = m[(other, column)] / m[(row, column)];
        for &later in columns {
            m[(other, later)] -= factor * m[(row, later)];
        }
    }
}
