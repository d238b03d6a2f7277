//! How a mechanism can move: rank of its closure equations, freedoms, and which speeds depend on which.
//!
//! All is found numerically, by the kinematics run on `f64` at a few assembled poses near the design position: rank by
//! singular values, the partition by elimination with the pivots that are largest at the worst of the poses.

mod partition;
mod sample;

use crate::diag::{Diagnostics, catalogue};
use crate::kinematics::Mechanism;
use crate::model::BodyId;
use crate::topology::{Group, couple};
use nalgebra::DMatrix;
use partition::Partition;
use sample::Sample;

/// The result.
#[derive(Clone, Debug)]
pub struct Mobility {
    /// Closure equations of all cuts.
    pub equations: usize,
    /// How many of them are independent.
    pub rank: usize,
    /// Freedoms: tree speeds less rank, plus wheel spins.
    pub freedoms: usize,
    /// What Gruebler's count alone would say: tree speeds less equations, plus wheel spins.
    pub gruebler: isize,
    /// The groups of loops, with what depends on what.
    pub closures: Vec<Closure>,
}

/// A group of loops, ready to be solved.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its loops, where it is closed, its joints.
    pub group: Group,
    /// The equations kept: `(loop, row)`.
    pub rows: Vec<(usize, usize)>,
    /// The equations that follow from those.
    pub redundant: Vec<(usize, usize)>,
    /// Elimination order: `(position in rows, speed)`; these speeds depend on all others.
    pub pivots: Vec<(usize, usize)>,
    /// By pivot: its size near the design position, to tell at run time when it is about to vanish.
    pub pivot_sizes: Vec<f64>,
}

impl Mobility {
    /// Speeds that follow from the others, in elimination order.
    pub fn dependent(&self) -> impl Iterator<Item = usize> + '_ {
        self.closures
            .iter()
            .flat_map(|c| c.pivots.iter().map(|&(_, speed)| speed))
    }
}

/// Examines the mechanism; refuses one that cannot move, and one with redundant closures unless the vehicle accepts
/// them.
pub fn examine(mechanism: &Mechanism) -> Result<Mobility, Diagnostics> {
    let samples = sample::samples(mechanism);
    let equations = samples[0].rows.len();
    let rank = samples.iter().map(|s| rank(&s.jacobian)).max().unwrap_or(0);
    let speeds = mechanism.topology.speeds();
    let spins = mechanism.layout.speeds.len() - speeds;
    let closures = close(mechanism, &samples);
    let mobility = Mobility {
        equations,
        rank,
        freedoms: speeds - rank + spins,
        gruebler: (speeds + spins) as isize - equations as isize,
        closures,
    };
    let mut diagnostics = Diagnostics::default();
    check_drives(mechanism, &samples, &mut diagnostics);
    check(mechanism, &mobility, &mut diagnostics);
    diagnostics.finish(mobility)
}

/// Singular values above this part of the largest count.
const RANK_TOLERANCE: f64 = 1e-9;

fn rank(matrix: &DMatrix<f64>) -> usize {
    if matrix.nrows() == 0 || matrix.ncols() == 0 {
        return 0;
    }
    let values = matrix.clone().svd(false, false).singular_values;
    values.iter().filter(|&&v| v > RANK_TOLERANCE * values.max()).count()
}

/// Groups the loops; a group whose own joints do not give its equations full rank is closed further inward, where the
/// motion of its junction helps.
fn close(mechanism: &Mechanism, samples: &[Sample]) -> Vec<Closure> {
    let topology = mechanism.topology;
    let mut closed_at: Vec<BodyId> = topology.loops.iter().map(|l| l.junction).collect();
    loop {
        let groups = couple(topology, &closed_at);
        let short = groups.iter().find(|g| {
            g.closed_at != BodyId::GROUND && {
                let own = Partition::find(mechanism, samples, g);
                own.pivots.len() < whole_rank(samples, g)
            }
        });
        let Some(group) = short else {
            return groups
                .into_iter()
                .map(|group| Partition::find(mechanism, samples, &group).of(group))
                .collect();
        };
        let inward = topology.branch(group.closed_at).parent;
        group.loops.iter().for_each(|&l| closed_at[l] = inward);
    }
}

/// Rank of a group's equations over all speeds.
fn whole_rank(samples: &[Sample], group: &Group) -> usize {
    let rows: Vec<usize> = samples[0].rows_of(group);
    samples
        .iter()
        .map(|s| rank(&s.jacobian.select_rows(&rows)))
        .max()
        .unwrap_or(0)
}

/// Reports drives that the loops hold: the closure equations `J v + d s = 0` have a solution `v` for a velocity `s` of
/// the drive only if `d` adds no rank to `J`. Accepting redundant equations would leave out one that `s` violates.
fn check_drives(mechanism: &Mechanism, samples: &[Sample], diagnostics: &mut Diagnostics) {
    for (index, drive) in mechanism.model.drives.iter().enumerate() {
        let held = samples.iter().all(|s| {
            let mut with_drive = s.jacobian.clone().insert_column(s.jacobian.ncols(), 0.0);
            with_drive.set_column(s.jacobian.ncols(), &s.driven.column(index));
            rank(&with_drive) > rank(&s.jacobian)
        });
        if held {
            let joint = mechanism.model.joint(drive.joint);
            let message = format!(
                "`{}` is driven, but the other joints of its loop leave it no freedom",
                joint.name
            );
            diagnostics.error(&catalogue::DRIVEN_LOOP, joint.span, message);
        }
    }
}

fn check(mechanism: &Mechanism, mobility: &Mobility, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    let joint = |l: usize| model.joint(mechanism.topology.loops[l].cut);
    for closure in mobility.closures.iter().filter(|_| !model.accept_redundant) {
        let mut loops: Vec<usize> = closure.redundant.iter().map(|&(l, _)| l).collect();
        loops.dedup();
        for l in loops {
            let count = closure.redundant.iter().filter(|&&(other, _)| other == l).count();
            let cut = joint(l);
            diagnostics
                .error(
                    &catalogue::REDUNDANT_CLOSURE,
                    cut.span,
                    format!(
                        "`{}` fixes {count} {} that the other joints of its loop fix already",
                        cut.name,
                        if count == 1 { "direction" } else { "directions" },
                    ),
                )
                .help(
                    "give a joint of the loop more freedom (a ball joint in place of a pivot), or accept it with \
                     `redundant: accept`: the surplus equations are then left out",
                );
        }
    }
    if mobility.freedoms == 0 {
        // The ground stands where the vehicle's name does.
        let place = model.body(BodyId::GROUND).span;
        let (reason, remedy) = if model.bodies.len() == 1 {
            ("it has no bodies", "declare bodies, and the joints that hold them")
        } else {
            (
                "its joints leave no freedom",
                "remove a joint or link, or give one more freedom; a driven joint counts as fixed",
            )
        };
        let message = format!("`{}` cannot move: {reason}", model.name);
        diagnostics.error(&catalogue::NO_FREEDOM, place, message).help(remedy);
    }
}

#[cfg(test)]
mod tests {
    use crate::pipeline::compile_text;

    /// A driven crank whose tip hangs on a rod-like body from the ground: the rod's length holds the crank. The rod's
    /// spin about itself is a freedom of the whole all the same, and the closure one equation too many.
    #[test]
    fn a_drive_that_its_loop_holds_is_refused_even_where_redundancy_is_accepted() {
        let declaration = "Held {
            redundant: accept
            body crank { mass: 1 kg, com: [0.1, 0.2, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
            body rod   { mass: 1 kg, com: [0.5, 0.4, 0.1] m, inertia: [1, 1, 1] kg*m^2 }
            joint pivot: revolute(ground, crank) { axis: [0.3, 1, 0.2], at: [0, 0, 0] m, drive: motor }
            joint inner: spherical(ground, rod) { at: [0.9, 0.5, 0.1] m }
            joint outer: spherical(rod, crank) { at: [0.2, 0.3, 0.4] m }
        }";
        let codes = |text: &str| -> Vec<&'static str> {
            compile_text(text).map_or_else(|d| d.iter().map(|d| d.code.id).collect(), |_| Vec::new())
        };
        assert_eq!(codes(declaration), ["W0301"]);
        assert_eq!(
            codes(&declaration.replace("    redundant: accept\n", "")),
            ["W0301", "W0303"]
        );
        // Not driven, the same loop is redundant, no more.
        assert_eq!(codes(&declaration.replace(", drive: motor", "")), [""; 0]);
    }
}
