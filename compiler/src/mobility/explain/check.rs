//! Errors and warnings about the mobility of a mechanism.

use super::words::{digits, millimetres, names, plural};
use super::{nearly, redundancy};
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::kinematics::Mechanism;
use crate::mobility::linear::rank;
use crate::mobility::sample::Sample;
use crate::mobility::{Closure, Coordinate, End, Event, Findings, Freedom, Holder, Mobility, Range, Travel};
use crate::model::{BodyId, Joint, JointId};

/// A singular position is reported by a warning if it is nearer than this angle [rad]: the travel of an arm to its
/// stops.
const NEAR_ANGLE: f64 = 0.25;
/// A singular position of a slider is reported by a warning if it is nearer than this distance [m]: the travel of a
/// rack to one side.
const NEAR_SLIDE: f64 = 0.06;

/// Ratio of the motion of a wheel centre to an opening of the loops that is closed by the least motion. Above this
/// value the wheel is hardly constrained; sound suspensions have 1 to 5.
const MOST_PLAY: f64 = 40.0;

/// Reports drives that the loops hold. The closure equations `J v + d s = 0` have a solution `v` for a velocity `s` of
/// the drive only if `d` adds no rank to `J`. Accepting redundant equations would leave out an equation that `s`
/// violates.
pub fn drives(mechanism: &Mechanism, samples: &[Sample], diagnostics: &mut Diagnostics) {
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

/// Reports groups with fewer pivots than independent equations. Without a pivot, an equation would stay violated
/// unnoticed, and its joints would not constrain the motion.
pub fn partitions(mechanism: &Mechanism, closures: &[Closure], diagnostics: &mut Diagnostics) {
    for closure in closures
        .iter()
        .filter(|c| c.pivots.len() != c.rank || c.rows.len() != c.rank)
    {
        let cuts: Vec<JointId> = closure
            .group
            .loops
            .iter()
            .map(|&l| mechanism.topology.loops[l].cut)
            .collect();
        let message = format!(
            "no choice of independent coordinates serves the loops of {}: {} of {} independent equations can be solved",
            joint_names(mechanism, &cuts),
            closure.pivots.len(),
            closure.rank
        );
        let place = mechanism.model.joint(cuts[0]).span;
        diagnostics
            .error(&catalogue::SINGULAR_DESIGN, place, message)
            .help("cut another joint of the loops (`tree: cut`), or declare their joints in another order");
    }
}

/// Reports redundant closures, a mechanism that cannot move, and a number of freedoms that differs from the declared
/// number.
pub fn errors(mechanism: &Mechanism, mobility: &Mobility, diagnostics: &mut Diagnostics) {
    mobility
        .findings
        .iter()
        .for_each(|f| redundant(mechanism, f, diagnostics));
    if !diagnostics.has_errors() {
        mobility
            .closures
            .iter()
            .for_each(|c| unmoved_rods(mechanism, c, diagnostics));
    }
    // A mechanism that is moved by its drives has motion without a freedom.
    if mobility.freedoms == 0 && mechanism.model.drives.is_empty() {
        no_freedom(mechanism, mobility, diagnostics);
    } else {
        expected(mechanism, mobility, diagnostics);
    }
}

/// Warns of motions that were probably not intended.
pub fn warnings(mechanism: &Mechanism, mobility: &Mobility, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    // A user who declares the number of freedoms knows the freedoms.
    if model.freedoms.is_none() {
        mobility
            .motions
            .iter()
            .for_each(|f| doubtful(mechanism, f, diagnostics));
        for (closure, findings) in mobility.closures.iter().zip(&mobility.findings) {
            held(mechanism, closure, findings, diagnostics);
        }
    }
    if !model.accept_singular {
        for (closure, findings) in mobility.closures.iter().zip(&mobility.findings) {
            singular(mechanism, closure, findings, diagnostics);
            failing(mechanism, closure, diagnostics);
        }
    }
}

fn redundant(mechanism: &Mechanism, findings: &Findings, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    let refused = findings
        .redundancies
        .iter()
        .filter(|found| !redundancy::is_accepted(model, &found.joints));
    for redundancy in refused {
        let Some((last, others)) = redundancy.joints.split_last() else {
            continue;
        };
        let remedy = redundancy.remedy.clone();
        let remedy = remedy.unwrap_or_else(|| "give joints of the loop more freedom, or remove one".to_owned());
        let problem = diagnostics.error(
            &catalogue::REDUNDANT_CLOSURE,
            model.joint(*last).span,
            redundancy.words.clone(),
        );
        // A gear takes no such attribute itself.
        let mut joints = redundancy.joints.iter().map(|&joint| model.joint(joint));
        let place = match joints.all(|joint| joint.kind.gear().is_some()) {
            true => "for the vehicle",
            false => "at one of the joints or for the vehicle",
        };
        problem.help(format!(
            "{remedy}; or accept it with `redundant: accept`, {place}: {} then left out",
            match redundancy.count {
                1 => "one equation is".to_owned(),
                count => format!("{count} equations are"),
            }
        ));
        for &joint in others {
            problem.also(
                model.joint(joint).span,
                format!("`{}` fixes the same", model.joint(joint).name),
            );
        }
    }
}

/// Refuses the mass of a rod if no joint of its loop moves, because the mass would appear in no equation.
fn unmoved_rods(mechanism: &Mechanism, closure: &Closure, diagnostics: &mut Diagnostics) {
    let cuts = closure.group.loops.iter().map(|&l| mechanism.topology.loops[l].cut);
    let rods = cuts.map(|cut| mechanism.model.joint(cut));
    let with_mass = rods.filter(|joint| joint.kind.rod().is_some_and(|rod| rod.mass.is_some()));
    for rod in with_mass.filter(|_| closure.group.joints.is_empty()) {
        let message = format!(
            "`{}` has a mass, but no joint moves its ends against each other",
            rod.name
        );
        diagnostics
            .error(&catalogue::REDUNDANT_CLOSURE, rod.span, message)
            .help("leave its `mass` out, and add it to one of its bodies");
    }
}

fn no_freedom(mechanism: &Mechanism, mobility: &Mobility, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    // As the place of the ground in the source, the place of the vehicle's name is used.
    let place = model.body(BodyId::GROUND).span;
    let refuse = |diagnostics: &mut Diagnostics, reason: &str, remedy: &str| {
        let message = format!("`{}` cannot move: {reason}", model.name);
        diagnostics.error(&catalogue::NO_FREEDOM, place, message).help(remedy);
    };
    if model.bodies.len() == 1 {
        refuse(
            diagnostics,
            "it has no bodies",
            "declare bodies, and the joints that hold them",
        );
        return;
    }
    let holders: Vec<_> = mobility
        .findings
        .iter()
        .filter_map(|f| f.held.as_ref())
        .flat_map(|h| &h.holders)
        .collect();
    let remedy = match holders.first() {
        Some(holder) => format!("without {}, {}", joint_names(mechanism, &holder.joints), holder.motion),
        None => "remove a joint or link, or give one more freedom; a driven joint counts as fixed".to_owned(),
    };
    let off = mobility
        .closures
        .iter()
        .find_map(|closure| nearly_special(mechanism, closure));
    let off_words = off.as_ref().map_or(String::new(), |off| format!("; {}", off.words));
    refuse(diagnostics, &(reason(mechanism) + &off_words), &remedy);
    let problem = diagnostics.last().expect("just reported");
    if let Some(off) = off {
        problem.also(model.joint(off.joint).span, "this axis".to_owned());
    }
    for holder in &holders {
        for &joint in &holder.joints {
            problem.also(model.joint(joint).span, without(mechanism, joint, holder));
        }
    }
}

/// Names the joints that hold the bodies, when nothing can move.
fn reason(mechanism: &Mechanism) -> String {
    let model = mechanism.model;
    let ids = || (0..model.joints.len()).map(JointId::from);
    let of = |chosen: &dyn Fn(JointId) -> bool| ids().filter(|&joint| chosen(joint)).collect::<Vec<_>>();
    let bolted = of(&|joint| model.joint(joint).kind.is_fixed());
    let driven = of(&|joint| model.joint(joint).drive.is_some());
    let cuts = mechanism.topology.loops.iter().map(|l| l.cut);
    let cuts: Vec<JointId> = cuts.filter(|cut| !driven.contains(cut)).collect();
    let clause = |joints: &[JointId], one: &str, many: &str| {
        let verb = if joints.len() == 1 { one } else { many };
        (!joints.is_empty()).then(|| format!("{} {verb}", joint_names(mechanism, joints)))
    };
    let clauses: Vec<String> = [
        clause(&bolted, "is fixed", "are fixed"),
        clause(&driven, "is driven", "are driven"),
        clause(&cuts, "holds the rest", "hold the rest"),
    ]
    .into_iter()
    .flatten()
    .collect();
    clauses.join(", ")
}

fn expected(mechanism: &Mechanism, mobility: &Mobility, diagnostics: &mut Diagnostics) {
    let Some(expected) = mechanism.model.freedoms.filter(|e| e.choice != mobility.freedoms) else {
        return;
    };
    let message = format!(
        "`{}` has {}, not {}",
        mechanism.model.name,
        plural(mobility.freedoms, "freedom", "freedoms"),
        expected.choice
    );
    let lines: Vec<String> = mobility
        .motions
        .iter()
        .map(|f| format!("{}: {}", plural(f.count, "freedom", "freedoms"), f.words))
        .collect();
    diagnostics
        .error(&catalogue::FREEDOMS, expected.span, message)
        .help(lines.join("\n"));
}

fn doubtful(mechanism: &Mechanism, freedom: &Freedom, diagnostics: &mut Diagnostics) {
    let Some(doubt) = &freedom.doubt else { return };
    let is_on = |joint: &&Joint| freedom.bodies.iter().any(|b| [joint.first, joint.second].contains(b));
    if mechanism
        .model
        .joints
        .iter()
        .filter(is_on)
        .any(|joint| joint.accepts.idle)
    {
        return;
    }
    let span = mechanism.model.body(freedom.bodies[0]).span;
    diagnostics
        .warning(
            &catalogue::DOUBTFUL_FREEDOM,
            span,
            format!("{}: {}", freedom.words, doubt.reason),
        )
        .help(doubt.remedy.clone());
}

fn held(mechanism: &Mechanism, closure: &Closure, findings: &Findings, diagnostics: &mut Diagnostics) {
    let Some(held) = &findings.held else { return };
    let model = mechanism.model;
    let slides = |joint: &JointId| model.joint(*joint).kind.slides(0);
    let verb = if held.stuck.iter().any(slides) { "move" } else { "turn" };
    let holders: Vec<JointId> = held
        .holders
        .iter()
        .flat_map(|holder| holder.joints.iter().copied())
        .collect();
    let them = if held.stuck.len() == 1 { "it" } else { "them" };
    let by = match holders[..] {
        [] => String::new(),
        [_] => format!(": {} holds {them}", joint_names(mechanism, &holders)),
        _ => format!(": {} together hold {them}", joint_names(mechanism, &holders)),
    };
    let off = nearly_special(mechanism, closure).map_or(String::new(), |off| format!("; {}", off.words));
    let message = format!("{} cannot {verb}{by}{off}", joint_names(mechanism, &held.stuck));
    let problem = diagnostics.warning(&catalogue::HELD_LOOP, model.joint(held.stuck[0]).span, message);
    problem.help("remove a joint or link of these loops; or state with `freedoms: N` how many freedoms are meant");
    for holder in &held.holders {
        for &joint in &holder.joints {
            problem.also(model.joint(joint).span, without(mechanism, joint, holder));
        }
    }
}

/// The axes or points in the loops of a group that are almost, but not exactly, in a special position.
fn nearly_special(mechanism: &Mechanism, closure: &Closure) -> Option<nearly::Off> {
    let loops = closure.group.loops.iter().map(|&l| &mechanism.topology.loops[l]);
    loops.into_iter().find_map(|l| nearly::find(mechanism, l))
}

/// A label for one of the joints that hold the bodies.
fn without(mechanism: &Mechanism, joint: JointId, holder: &Holder) -> String {
    let others: Vec<JointId> = holder.joints.iter().copied().filter(|&other| other != joint).collect();
    match others[..] {
        [] => format!("without it, {}", holder.motion),
        _ => format!("without it and {}, {}", joint_names(mechanism, &others), holder.motion),
    }
}

/// Warns of positions at which the kept equations of an overconstrained loop depend on each other.
fn failing(mechanism: &Mechanism, closure: &Closure, diagnostics: &mut Diagnostics) {
    if closure.failures == 0 {
        return;
    }
    let cuts = cuts(mechanism, closure);
    let message = format!(
        "the equations by which {} close{} the loop depend on each other at {} of its motion: steps near them are inexact, or refused",
        joint_names(mechanism, &cuts),
        if cuts.len() == 1 { "s" } else { "" },
        plural(closure.failures, "position", "positions"),
    );
    let place = mechanism.model.joint(cuts[0]).span;
    diagnostics.warning(&catalogue::NEAR_SINGULAR, place, message).help(
        "cut another joint of the loop (`tree: cut`); or take these positions as they are with `singular: accept`",
    );
}

fn singular(mechanism: &Mechanism, closure: &Closure, findings: &Findings, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    let rank = closure.rows.len();
    if findings.rank_in_design < rank {
        let cuts = cuts(mechanism, closure);
        let ends = findings.travel.ranges.iter().filter_map(|range| range.end.as_ref());
        let place = ends.map(|end| format!(", {}", end.place)).next().unwrap_or_default();
        let message = format!(
            "the design position is singular{place}: there the loops closed by {} have {}, elsewhere {rank}",
            joint_names(mechanism, &cuts),
            match findings.rank_in_design {
                0 => "no independent equation".to_owned(),
                1 => "1 independent equation".to_owned(),
                fewer => format!("{fewer} independent equations"),
            }
        );
        diagnostics.warning(&catalogue::SINGULAR_DESIGN, model.joint(cuts[0]).span, message);
        return;
    }
    near(mechanism, closure, &findings.travel, diagnostics);
}

/// Reports events that end the travel of a group early, and loops that are nearly singular in the design position.
fn near(mechanism: &Mechanism, closure: &Closure, travel: &Travel, diagnostics: &mut Diagnostics) {
    let model = mechanism.model;
    let sensitivity = format!(
        "The design position has a margin of {}: where its loops are open by 1 mm, {}",
        digits(travel.margin),
        travel.play.words()
    );
    let ranges = if travel.wheels.is_empty() {
        &travel.ranges
    } else {
        &travel.wheels
    };
    for (range, end) in ranges.iter().filter_map(|range| Some((range, range.end.as_ref()?))) {
        let Some(consequence) = consequence(range, end, closure) else {
            continue;
        };
        let span = place_of(mechanism, &range.along);
        let wheel = match (&range.along, end.wheel) {
            (Coordinate::Joint(_), Some(wheel)) => format!(" (a wheel by {})", millimetres(wheel)),
            _ => String::new(),
        };
        let motion = range.motion(mechanism);
        let message = format!("{motion}{wheel} from the design position {}", end.words());
        diagnostics
            .warning(&catalogue::NEAR_SINGULAR, span, message)
            .help(format!(
                "{consequence}; or take it as it is with `singular: accept`. {sensitivity}"
            ));
    }
    // Loops that cannot move at all are reported in a different way.
    if travel.play.value() > MOST_PLAY && !closure.independent.is_empty() {
        let cuts = cuts(mechanism, closure);
        let message = format!(
            "the design position is nearly singular: where the loops closed by {} are open by 1 mm, {}",
            joint_names(mechanism, &cuts),
            travel.play.words()
        );
        diagnostics
            .warning(&catalogue::NEAR_SINGULAR, model.joint(cuts[0]).span, message)
            .help(format!(
                "move a joint of the loops (margin of the design position {}); \
                 or take it as it is with `singular: accept`",
                digits(travel.margin)
            ));
    }
}

/// Consequence of the end of a range, if the end lies within a usual travel.
fn consequence(range: &Range, end: &End, closure: &Closure) -> Option<&'static str> {
    let near = match &range.along {
        Coordinate::Heights(_) => f64::INFINITY,
        along if along.is_angle() => NEAR_ANGLE,
        Coordinate::Joint(_) => NEAR_SLIDE,
    };
    if range.travel.abs() >= near {
        return None;
    }
    let is_joint = matches!(range.along, Coordinate::Joint(_));
    let lasts = closure.partition_lasts();
    match end.event {
        Event::TurnsBack if is_joint && lasts => {
            Some("keep away from it, or move a joint of the loops: they lock there, and the solver stops")
        }
        Event::TurnsBack => Some("move a joint of the loops if it has to go farther: they lock there"),
        Event::Branches => {
            Some("begin farther from it, or keep away from it: the loops can go on in more than one way there")
        }
        // The coordinates that are fixed while a wheel is lifted are the analysis's choice, and not the solver's.
        Event::HeldFail if !is_joint || !lasts => None,
        Event::HeldFail | Event::SolverFails => {
            Some("begin farther from it, or keep away from it: the solver stops there")
        }
        Event::Lost if is_joint => None,
        Event::Lost => Some("move a joint of the loops if it has to go farther"),
    }
}

/// Source place of the wheel that is lifted, or of the joint.
fn place_of(mechanism: &Mechanism, along: &Coordinate) -> SourceSpan {
    let model = mechanism.model;
    match along {
        Coordinate::Heights(heights) => model.wheels[heights[0].wheel].span,
        Coordinate::Joint(joint) => {
            joint_of(mechanism, joint.speed).map_or(model.body(BodyId::GROUND).span, |j| model.joint(j).span)
        }
    }
}

fn cuts(mechanism: &Mechanism, closure: &Closure) -> Vec<JointId> {
    let loops = closure.group.loops.iter();
    loops.map(|&l| mechanism.topology.loops[l].cut).collect()
}

/// The declared joint with this speed.
fn joint_of(mechanism: &Mechanism, speed: usize) -> Option<JointId> {
    let topology = mechanism.topology;
    let body = topology
        .order
        .iter()
        .find(|&&b| mechanism.layout.slot(b).v.contains(&speed))?;
    topology.joint(*body).declared
}

fn joint_names(mechanism: &Mechanism, joints: &[JointId]) -> String {
    names(joints.iter().map(|&joint| mechanism.model.joint(joint).name.as_str()))
}
