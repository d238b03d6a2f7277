//! The motion of all joints, dependent ones included, from the state; for programs that are not part of a step.

use super::ports::Kind;
use super::tracer::{Analysis, Tracer};
use crate::formulation::dependence::Dependence;
use crate::formulation::{Progress, Quantity, motion};
use crate::ir::Traced;
use crate::kinematics::{Mechanism, Position, Row, Velocity, bias, closing, less_drive, rows};
use crate::mobility::{Closure, Mobility};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::Twist;
use crate::topology::Loop;

/// Speeds of the tree's joints, and motion of the bodies.
pub struct Joints<'g> {
    /// Speeds.
    pub v: Vec<Traced<'g>>,
    /// Poses of the bodies.
    pub position: Position<Traced<'g>>,
    /// Twists of the bodies.
    pub velocity: Velocity<Traced<'g>>,
}

/// Groups that are computed and close without iteration; their dependent coordinates and speeds are not in the state.
fn explicit<'m>(mobility: &'m Mobility, t: &Tracer) -> impl Iterator<Item = &'m Closure> {
    t.ports.computed(mobility).filter(|closure| closure.is_explicit())
}

/// Coordinates and poses: coordinates `q` of the state have their given values, and the steps that close the loops
/// determine all other coordinates. A dependent angle that the state does not keep is returned within half a turn of
/// the design position.
pub fn placed<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    analysis: Analysis,
    t: &Tracer<'g>,
    mut q: Vec<Traced<'g>>,
) -> (Vec<Traced<'g>>, Position<Traced<'g>>) {
    let drives = t.drives(mechanism, 0);
    let layout = &mechanism.layout;
    // Coordinates that are not in the state are chosen next to the design position.
    for (i, q) in q.iter_mut().enumerate() {
        if analysis.state.port(Kind::Coordinate.at(i)).is_none() {
            *q = layout.design()[i].into();
        }
    }
    let mut position = Position::new(mechanism).with_dampers(mechanism, &q);
    let steps: Vec<_> = explicit(analysis.mobility, t).flat_map(|c| &c.steps).collect();
    let found = closing::place(mechanism, &mut position, &mechanism.order, &steps, |body| {
        t.compute(&mechanism.model.body(body).name, Quantity::Pose);
        mechanism.coordinates_of(body, &q, &drives)
    });
    for (body, placed) in found {
        t.compute(&mechanism.model.body(body).name, Quantity::Pose);
        let slot = layout.slot(body).q.clone();
        let closed = closing::coordinates(mechanism, body, &placed.found, &q[slot.clone()]);
        q[slot].copy_from_slice(&closed);
    }
    (q, position)
}

/// By loop: the rates at which its equations leave zero. If all bodies of the loop are given in the loop's frame, the
/// rates are computed relative to this frame, since the motion of the frame itself does not open a loop.
pub fn rates_of<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    v: &[Traced<'g>],
) -> Vec<Vec<Traced<'g>>> {
    let drives = t.drives(mechanism, 1);
    let velocity = moving(mechanism, t, position, v, &drives);
    t.of_loops(mechanism, |l: &Loop| {
        let joint = mechanism.model.joint(l.cut);
        t.compute(&joint.name, Quantity::Residual);
        let is_within = |b: BodyId| b == l.frame || mechanism.topology.branch(b).frame == l.frame;
        let ends = [joint.first, joint.second];
        let [first, second] = if ends.into_iter().all(is_within) {
            ends.map(|b| if b == l.frame { Twist::zero() } else { velocity.inner(b) })
        } else {
            ends.map(|b| velocity.twist_in(mechanism, position, b, l.frame))
        };
        let rates = rows(mechanism, position, l)
            .iter()
            .map(|r| r.first.power(first) + r.second.power(second))
            .collect::<Vec<Traced>>();
        less_drive(mechanism, l, &drives, rates)
    })
}

/// Twists of all bodies, for the speeds of all joints and the velocities of all drives.
fn moving<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
    v: &[Traced<'g>],
    drives: &[Traced<'g>],
) -> Velocity<Traced<'g>> {
    Velocity::all(mechanism, position, |body| {
        t.compute(&mechanism.model.body(body).name, Quantity::Velocity);
        mechanism.speeds_of(body, v, drives)
    })
}

/// Accelerations of all bodies, for the rates of all speeds and the accelerations of all drives.
pub fn accelerating<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    t: &Tracer<'g>,
    (position, velocity): (&Position<Traced<'g>>, &Velocity<Traced<'g>>),
    v_rate: &[Traced<'g>],
    drives: &[Traced<'g>],
) -> Vec<Twist<Traced<'g>>> {
    motion::accelerations(mechanism, position, velocity, |body| {
        t.compute(&mechanism.model.body(body).name, Quantity::Acceleration);
        mechanism.speeds_of(body, v_rate, drives)
    })
}

/// States that the following operations compute this quantity of a group of loops, which is named after its first cut
/// joint.
pub fn of_group<'g>(mechanism: &Mechanism<'_, Traced<'g>>, t: &Tracer<'g>, closure: &Closure, quantity: Quantity) {
    let cut = mechanism.topology.loops[closure.group.loops[0]].cut;
    t.compute(&mechanism.model.joint(cut).name, quantity);
}

/// By loop: its equations.
pub fn all_rows<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    t: &Tracer<'g>,
    position: &Position<Traced<'g>>,
) -> Vec<Vec<Row<Traced<'g>>>> {
    t.of_loops(mechanism, |l| {
        t.compute(&mechanism.model.joint(l.cut).name, Quantity::Rows);
        rows(mechanism, position, l)
    })
}

impl<'g> Joints<'g> {
    /// The motion in the state.
    pub fn new(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) -> Self {
        let (_, position) = placed(mechanism, analysis, t, t.coordinates(mechanism));
        let mut v = t.speeds(mechanism);
        let all_rows = all_rows(mechanism, t, &position);
        for speed in explicit(analysis.mobility, t).flat_map(|c| &c.pivots).map(|p| p.1) {
            v[speed] = Traced::zero();
        }
        let rates = rates_of(mechanism, t, &position, &v);
        for closure in explicit(analysis.mobility, t) {
            of_group(mechanism, t, closure, Quantity::Dependence);
            let dependence = Dependence::new(mechanism, closure, &position, &all_rows);
            of_group(mechanism, t, closure, Quantity::DependentSpeeds);
            for (speed, value) in dependence.solve(|l, r| -rates[l][r]) {
                v[speed] = value;
            }
        }
        let velocity = moving(mechanism, t, &position, &v, &t.drives(mechanism, 1));
        Joints { v, position, velocity }
    }

    /// Rates of all speeds, from the given rates of the speeds in the state. The second derivatives of the loops'
    /// equations are linear in the rates and are solved for the rates of the dependent speeds.
    pub fn rates(&self, mechanism: &Mechanism<'_, Traced<'g>>, mobility: &Mobility, t: &Tracer<'g>) -> Vec<Traced<'g>> {
        let Joints { position, velocity, .. } = self;
        let mut v_rate = t.inputs(mechanism.layout.speeds.len(), Kind::GivenSpeedRate);
        for speed in explicit(mobility, t).flat_map(|c| &c.pivots).map(|p| p.1) {
            v_rate[speed] = Traced::zero();
        }
        let drives = t.drives(mechanism, 2);
        let accelerations = accelerating(mechanism, t, (position, velocity), &v_rate, &drives);
        let all_rows = all_rows(mechanism, t, position);
        let second_derivatives = |l: &Loop| {
            let joint = mechanism.model.joint(l.cut);
            t.compute(&joint.name, Quantity::RowBias);
            let [first, second] = [joint.first, joint.second].map(|body| {
                let own = accelerations[body.index()];
                let carried = position.frame_in(mechanism, body, l.frame);
                carried.map_or(own, |carried| carried.twist(own))
            });
            let biases = bias(mechanism, position, velocity, l);
            let own = rows(mechanism, position, l).into_iter().zip(biases);
            let whole = own.map(|(row, bias)| bias + row.first.power(first) + row.second.power(second));
            less_drive(mechanism, l, &drives, whole.collect())
        };
        let derivatives = t.of_loops(mechanism, second_derivatives);
        for closure in explicit(mobility, t) {
            of_group(mechanism, t, closure, Quantity::Dependence);
            let dependence = Dependence::new(mechanism, closure, position, &all_rows);
            of_group(mechanism, t, closure, Quantity::DependentRates);
            for (speed, rate) in dependence.solve(|l, r| -derivatives[l][r]) {
                v_rate[speed] = rate;
            }
        }
        v_rate
    }
}
