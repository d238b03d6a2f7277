//! Follows the motion of a group of loops from the design position. At the poses that it passes, a choice of
//! independent speeds has to be regular, in addition to the poses near the design position.
//!
//! Each freedom of the group is followed in both directions. A step goes along the tangent `t` of the null space of the
//! closure equations and is corrected by the smallest displacement that closes the loops. Each drive of the group is
//! moved over its usual travel. If there are several freedoms, they are chosen so that they do not depend on roundoff
//! ([`linear::principal`]). A linkage on the ground with one freedom and no wheel is followed through a whole
//! revolution; a linkage on a moving body is assumed to be a suspension. A shaft is a driven joint that turns, or a
//! hinge beside a Cardan joint. It is followed through a whole turn in both directions, if the loops stay closed and
//! regular. Nothing here depends on which speeds are taken as independent.

use crate::kinematics::Position;
use crate::mobility::linear;
use crate::mobility::linkage::{Linkage, Stance};
use crate::model::{BodyId, DriveId};
use nalgebra::{DMatrix, DVector};
use std::f64::consts::TAU;

/// A group with more speeds than this is not followed, because each pose requires a singular value decomposition of its
/// equations.
const MOST_SPEEDS: usize = 40;
/// Size of a step, as a part of the group's length.
const STEP: f64 = 0.08;
/// Largest number of steps in one direction for a linkage with one freedom that is followed through a full turn.
const ROUND: usize = 160;
/// Largest number of steps in one direction for any other linkage.
const STEPS: usize = 8;
/// Distance by which a wheel is moved in one direction [m].
const WHEEL_TRAVEL: f64 = 0.12;
/// Distance by which a driven slide is moved in one direction [m]: half the travel of a rack.
const SLIDE: f64 = 0.06;
/// Angle by which a driven joint is turned in one direction [rad]: half the travel of a pitman arm.
const ANGLE: f64 = 0.5;
/// Number of poses of a drive in one direction.
const DRIVEN: usize = 3;
/// Number of poses of a shaft in a turn.
const IN_A_TURN: usize = 24;
/// Largest number of corrections of a pose.
const CORRECTIONS: usize = 12;
/// Loops count as closed if their residuals are below this part of the group's length.
const CLOSED: f64 = 1e-10;
/// If the least singular value of the equations falls below this part of its value at the design position, the
/// mechanism itself is near a singular position. No choice of speeds is judged there.
const REGULAR: f64 = 0.1;

/// Poses of the whole vehicle while a group moves along each freedom in both directions, then along each drive and each
/// shaft. The equations of the group have this rank. `closed_at` is the body from which the loops hang. Empty if the
/// design position is singular, or if the group is too large.
pub fn follow(linkage: &Linkage, closed_at: BodyId, rank: usize) -> Vec<Position<f64>> {
    if linkage.speeds.len() > MOST_SPEEDS || rank == 0 {
        return Vec::new();
    }
    let design = linkage.design();
    let start = linkage.equations(&design).1;
    let size = least(&start, rank);
    if size < linear::ZERO {
        return Vec::new();
    }
    let freedoms = linear::principal(&linear::null_space_of(&start, linkage.speeds.len() - rank));
    let on_ground = closed_at == BodyId::GROUND;
    let goes_round = freedoms.ncols() == 1 && on_ground && linkage.wheel_centres(&design).is_empty();
    let mut followed = Followed {
        linkage,
        rank,
        size,
        poses: Vec::new(),
    };
    for freedom in freedoms.column_iter() {
        for way in [1.0, -1.0] {
            let tangent = freedom.into_owned() * way;
            if !goes_round {
                followed.travel(&design, tangent);
            } else if followed.round(&design, tangent) {
                break;
            }
        }
    }
    for (drive, slides) in linkage.drives() {
        let reach = if slides { SLIDE } else { ANGLE };
        for way in [1.0, -1.0] {
            followed.drive(&design, drive, way * reach);
            if !slides {
                followed.turn(&design, &Shaft::Driven(drive), way);
            }
        }
    }
    for column in linkage.shafts() {
        for way in [1.0, -1.0] {
            followed.turn(&design, &Shaft::Free(column), way);
        }
    }
    followed.poses
}

/// A joint that may turn all the way round.
enum Shaft {
    Driven(DriveId),
    /// A hinge, given by its column.
    Free(usize),
}

struct Followed<'a> {
    linkage: &'a Linkage<'a>,
    rank: usize,
    /// Least singular value at the design position.
    size: f64,
    poses: Vec<Position<f64>>,
}

impl Followed<'_> {
    /// Follows a linkage all the way round. Returns whether it came back to its starting point.
    fn round(&mut self, design: &Stance, tangent: DVector<f64>) -> bool {
        let near = 0.5 * STEP * self.linkage.length;
        self.advance(design, tangent, ROUND, |linkage, stance, steps| {
            steps < 3 || linkage.distance(design, stance) > near
        })
    }

    fn travel(&mut self, design: &Stance, tangent: DVector<f64>) {
        let before = self.linkage.wheel_centres(design);
        let _ = self.advance(design, tangent, STEPS, |linkage, stance, _| {
            let centres = linkage.wheel_centres(stance);
            let moved = before.iter().zip(&centres).map(|(a, b)| (a - b).norm());
            moved.fold(0.0, f64::max) < WHEEL_TRAVEL
        });
    }

    /// Advances by at most this number of steps, until `goes_on`, which is given the pose and the number of steps so
    /// far, returns false. Returns whether it did.
    fn advance(
        &mut self,
        design: &Stance,
        mut tangent: DVector<f64>,
        steps: usize,
        goes_on: impl Fn(&Linkage, &Stance, usize) -> bool,
    ) -> bool {
        let mut stance = design.clone();
        for step in 1..=steps {
            let ahead = self.linkage.moved(&stance, &(&tangent * (STEP * self.linkage.length)));
            let Some((next, jacobian)) = self.closed(ahead) else {
                return false;
            };
            let space = linear::null_space_of(&jacobian, self.linkage.speeds.len() - self.rank);
            let along = &space * (space.transpose() * &tangent);
            if along.norm() < 0.5 {
                return false;
            }
            tangent = along.normalize();
            stance = next;
            self.add(&stance, &jacobian);
            if !goes_on(self.linkage, &stance, step) {
                return true;
            }
        }
        false
    }

    fn drive(&mut self, design: &Stance, drive: DriveId, reach: f64) {
        let mut stance = design.clone();
        for step in 1..=DRIVEN {
            let position = reach * step as f64 / DRIVEN as f64;
            let Some((next, jacobian)) = self.closed(self.linkage.driven(&stance, drive, position)) else {
                return;
            };
            stance = next;
            self.add(&stance, &jacobian);
        }
    }

    /// Follows a shaft through a whole turn, while all other joints move as little as possible. The poses count only if
    /// the shaft completes the turn and all poses are regular.
    fn turn(&mut self, design: &Stance, shaft: &Shaft, way: f64) {
        let held = match shaft {
            Shaft::Driven(_) => None,
            Shaft::Free(column) => Some(*column),
        };
        let size = least(&without(&self.linkage.equations(design).1, held), self.rank);
        if size < linear::ZERO {
            return;
        }
        let (mut stance, mut poses) = (design.clone(), Vec::new());
        for step in 1..=IN_A_TURN {
            let angle = way * TAU / IN_A_TURN as f64;
            let ahead = match shaft {
                Shaft::Driven(drive) => self.linkage.driven(&stance, *drive, angle * step as f64),
                Shaft::Free(column) => self.linkage.moved(&stance, &self.linkage.turned(*column, angle)),
            };
            let Some((next, jacobian)) = self.closed_but(ahead, held) else {
                return;
            };
            if least(&without(&jacobian, held), self.rank) <= REGULAR * size {
                return;
            }
            stance = next;
            poses.push(stance.position.clone());
        }
        self.poses.append(&mut poses);
    }

    fn add(&mut self, stance: &Stance, jacobian: &DMatrix<f64>) {
        if least(jacobian, self.rank) > REGULAR * self.size {
            self.poses.push(stance.position.clone());
        }
    }

    /// Closes the loops by displacements of least size; `None` if this does not succeed.
    fn closed(&self, stance: Stance) -> Option<(Stance, DMatrix<f64>)> {
        self.closed_but(stance, None)
    }

    /// Like [`Followed::closed`], with one column held.
    fn closed_but(&self, mut stance: Stance, held: Option<usize>) -> Option<(Stance, DMatrix<f64>)> {
        for _ in 0..CORRECTIONS {
            let (residual, jacobian) = self.linkage.equations(&stance);
            if residual.amax() < CLOSED * self.linkage.length {
                return Some((stance, jacobian));
            }
            let open = without(&jacobian, held);
            let step = open.svd(true, true).solve(&-residual, 1e-6 * self.size).ok()?;
            if step.amax() > self.linkage.length {
                return None;
            }
            stance = self.linkage.moved(&stance, &step);
        }
        None
    }
}

/// The equations with zeros in the column that is held.
fn without(jacobian: &DMatrix<f64>, held: Option<usize>) -> DMatrix<f64> {
    let mut open = jacobian.clone();
    if let Some(column) = held {
        open.column_mut(column).fill(0.0);
    }
    open
}

/// The smallest of the first `rank` singular values.
fn least(jacobian: &DMatrix<f64>, rank: usize) -> f64 {
    let values = linear::singular_values(jacobian);
    rank.checked_sub(1)
        .and_then(|last| values.get(last).copied())
        .unwrap_or(0.0)
}
