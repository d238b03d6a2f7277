//! Programs whose values have lanes: programs of a step with equal subsystems side by side, and slopes with respect
//! to several inputs side by side.

use super::calls::{Calls, Edition, Role, each};
use super::lanes::{Ports, View, apart, groups};
use super::ports::{Kind, Port};
use super::preparation::Preparation;
use super::slopes::{Slope, differentiate_in_bundles, differentiate_in_lanes, shortest};
use super::traceable::Traceable;
use super::tracer::{Analysis, Parameters, Recorded, record};
use super::unfinished::Draft;
use crate::formulation::Stage;
use crate::formulation::method::Plan;
use crate::ir::{Op, Program, Traced, replay};
use crate::kinematics::Mechanism;
use crate::passes::finish;
use crate::scalar::Scalar;

/// A program in which equal subsystems, or slopes with respect to several inputs, are computed side by side.
#[derive(Clone, Debug)]
pub struct LaneProgram {
    /// The program, with values that have lanes.
    pub program: Program,
    /// By input: its port in each lane.
    pub inputs: Vec<Vec<Port>>,
    /// By output: its port in each lane.
    pub outputs: Vec<Vec<Port>>,
    /// By region.
    pub regions: Vec<(Stage, usize)>,
    /// This program one lane after the other, with equal bits. For slopes, structural zeros are left out.
    pub unrolled: Traceable,
}

/// The programs of a step in lanes.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// By call.
    pub calls: Calls<LaneProgram>,
    /// Names of the sides of subsystems. Regions number them after the subsystems of the vehicle.
    pub sides: Vec<String>,
}

/// The programs of a step with equal subsystems side by side, with these slopes, and the evaluation before its
/// preparation for a processor. If there are no lanes, the reason.
pub fn in_lanes(
    mechanism: &Mechanism,
    analysis: Analysis,
    slopes: &Calls<Vec<Slope>>,
    preparation: &mut Preparation,
) -> Result<(Lanes, Draft), &'static str> {
    let (model, topology) = (mechanism.model, mechanism.topology);
    let own = topology.subsystems.len();
    if !model.accept_lanes {
        return Err("they are not asked for");
    }
    if model.levels.is_empty() {
        return Err("the declaration names no `levels` of the instruction set that have them");
    }
    let apart = apart(mechanism, analysis.mobility, analysis.plan);
    let mut mechanism = apart.mechanism(mechanism);
    let groups = groups(&mechanism, &apart.mobility, &apart.plan);
    if groups.is_empty() {
        return Err(
            "no two subsystems are reduced by `synthesis`, differ in numbers only, and hold nothing but springs, \
             torsion springs, friction, bushings and wheels",
        );
    }
    let ports = Ports::new(&mechanism, &groups);
    let view = View::new(&mechanism, &apart.mobility, &groups)
        .map_err(|_| "the parts of equal subsystems differ in more than numbers")?;
    let covered = groups.iter().flat_map(|g| g.members[1..].iter().map(|m| m.position));
    let plan = Plan {
        covered: covered.collect(),
        ..apart.plan.clone()
    };
    mechanism.order.retain(|body| !view.covered.contains(body));
    let mobility = &apart.mobility;
    let analysis = Analysis {
        mobility,
        plan: &plan,
        ..analysis
    };
    let sides = apart.topology.subsystems[own..].iter();
    let whole = sides.clone().map(|side| topology.branch(side.bodies[0]).subsystem);
    let subsystems: Vec<usize> = (0..own).chain(whole).collect();
    let mut evaluation = None;
    let calls = each((model, mobility), Edition::InLanes, |entry| {
        let parameters = Parameters::Viewed(&view);
        let traced = |&trace| record(&mechanism, analysis, parameters, &ports, trace);
        let traces = (entry.traces)(&mechanism, analysis);
        let mut recorded = match entry.slopes {
            None => traced(&traces[0]),
            Some(kind) => {
                let derived = traces.iter().map(|trace| {
                    let mut recorded = traced(trace).optimised();
                    differentiate_in_lanes(&mut recorded, kind, &slopes[&entry.call]);
                    (recorded, ())
                });
                shortest(derived).0
            }
        };
        let short = preparation.shortened(&mut recorded);
        if entry.role == Role::Evaluation {
            evaluation = Some(Draft {
                recorded: recorded.clone(),
                program: short.clone(),
                subsystems: subsystems.clone(),
            });
        }
        let mut found = lane_program(recorded, finish(&short));
        if entry.slopes.is_some() {
            found.unrolled.program = folded(&found.unrolled.program);
        }
        found
    });
    let lanes = Lanes {
        calls,
        sides: sides.map(|side| side.name.clone()).collect(),
    };
    Ok((lanes, evaluation.expect("every vehicle has an evaluation")))
}

/// Slopes with respect to several inputs side by side; `None` unless this takes less than three quarters of the
/// operations.
pub fn in_bundles(
    undifferentiated: Vec<Recorded>,
    slopes: &[Slope],
    alone: &Traceable,
    preparation: &mut Preparation,
) -> Option<LaneProgram> {
    let derived = undifferentiated.into_iter().map(|mut recorded| {
        differentiate_in_bundles(&mut recorded, Kind::Slope, slopes);
        (recorded, ())
    });
    let (mut recorded, ()) = shortest(derived);
    let prepared = preparation.clone();
    let program = finish(&preparation.shortened(&mut recorded));
    let mut bundled = lane_program(recorded, program);
    bundled.unrolled.program = folded(&bundled.unrolled.program);
    let pays = 4 * bundled.program.count_at_once().total() < 3 * alone.program.count().total();
    if !pays {
        *preparation = prepared;
    }
    pays.then_some(bundled)
}

/// Folds slopes that are zero or one by structure in some lanes, so that they take no operations. The results have
/// equal bits but for the sign of zeros.
fn folded(program: &Program) -> Program {
    replay(program, |replay, value| {
        let parts = match program.node(value).op {
            Op::MulAdd(a, b, c) | Op::MulSub(a, b, c) | Op::NegMulAdd(a, b, c) => [a, b, c].map(|v| replay.at(v)),
            _ => return replay.again(value),
        };
        let known = parts.map(Traced::constant);
        let is_exact = |factor: Option<f64>| factor.is_some_and(|c| [-1.0, 0.0, 1.0].contains(&c));
        let [a, b, c] = parts;
        // The result is then rounded once, as the fused operation is.
        let apart = is_exact(known[0]) || is_exact(known[1]) || known[2] == Some(0.0);
        match (program.node(value).op, known) {
            (Op::MulAdd(..), _) if apart => a * b + c,
            (Op::MulSub(..), _) if apart => a * b - c,
            (Op::NegMulAdd(..), _) if apart => c - a * b,
            (Op::MulAdd(..), [Some(a), Some(b), Some(c)]) => a.mul_add(b, c).into(),
            (Op::MulSub(..), [Some(a), Some(b), Some(c)]) => a.mul_add(b, -c).into(),
            (Op::NegMulAdd(..), [Some(a), Some(b), Some(c)]) => (-a).mul_add(b, c).into(),
            _ => replay.again(value),
        }
    })
}

/// A program in lanes, with the trace from which it was made.
pub fn lane_program(recorded: Recorded, program: Program) -> LaneProgram {
    let unrolled = Traceable {
        program: recorded.unrolled(&program),
        traced: recorded.unrolled(&recorded.program),
        inputs: recorded.inputs.concat(),
        outputs: recorded.outputs.concat(),
        regions: recorded.regions.clone(),
    };
    LaneProgram {
        program,
        unrolled,
        inputs: recorded.inputs,
        outputs: recorded.outputs,
        regions: recorded.regions,
    }
}
