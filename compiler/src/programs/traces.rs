//! Traces of the evaluation and of reports of a state. Those of the corrections are in [`super::corrections`].

use super::joints::{Joints, accelerating, placed};
use super::ports::Kind;
use super::tracer::{Analysis, Trace, Tracer};
use crate::formulation::balance::{balance, forms_equations, unknown_speeds};
use crate::formulation::evaluation::{Arguments, Found, WheelState, evaluate};
use crate::formulation::force::MarkerState;
use crate::formulation::measure::Instant;
use crate::formulation::{Progress, Quantity, Stage, energy, motion};
use crate::ir::Traced;
use crate::kinematics::Mechanism;
use crate::scalar::Scalar;

/// Rates of the state, and motion of the wheels.
pub fn evaluation<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    traced_evaluation(mechanism, analysis, t, &arguments(mechanism, t));
}

/// The traces that may be differentiated to get the slopes of rates. The first is differentiated through all operations
/// of an evaluation. If the plan forms equations of motion, the second is differentiated through these.
pub fn evaluations(mechanism: &Mechanism, analysis: Analysis) -> &'static [Trace] {
    const ALL: [Trace; 2] = [evaluation, balanced_evaluation];
    match forms_equations(mechanism, analysis.mobility, analysis.plan) {
        true => &ALL,
        false => &ALL[..1],
    }
}

/// An evaluation with the equations of motion at given unknowns, for [`crate::ir::derive_implicitly`]. Only for a plan
/// that forms them ([`forms_equations`]).
fn balanced_evaluation<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    let plain = arguments(mechanism, t);
    let unknown = unknown_speeds(mechanism, analysis.mobility);
    let inputs = |kind: Kind| {
        let each = (0..mechanism.layout.speeds.len()).map(|speed| match unknown.contains(&speed) {
            true => t.input(kind.at(speed)),
            false => Traced::zero(),
        });
        each.collect::<Vec<Traced>>()
    };
    let short = Arguments {
        imbalance: inputs(Kind::Imbalance),
        ..plain.clone()
    };
    let found = traced_evaluation(mechanism, analysis, t, &short);
    for &speed in &unknown {
        t.output(Kind::Unknown.at(speed), found.unknown(mechanism, speed));
    }
    let held = balance(
        mechanism,
        (analysis.mobility, analysis.plan),
        &plain,
        &inputs(Kind::Unknown),
        t,
    );
    for (speed, value) in held.imbalance {
        t.output(Kind::Imbalance.at(speed), value);
    }
    for (speed, rate) in held.rates.into_iter().enumerate() {
        t.output(Kind::HeldSpeedRate.at(speed), rate);
    }
}

fn arguments<'g>(mechanism: &Mechanism<'_, Traced<'g>>, t: &Tracer<'g>) -> Arguments<Traced<'g>> {
    Arguments {
        q: t.coordinates(mechanism),
        v: t.speeds(mechanism),
        drives: [0, 1, 2].map(|order| t.drives(mechanism, order)),
        loads: t.loads(mechanism),
        signals: t.signals(mechanism),
        imbalance: vec![Traced::zero(); mechanism.layout.speeds.len()],
    }
}

fn traced_evaluation<'g>(
    mechanism: &Mechanism<'_, Traced<'g>>,
    analysis: Analysis,
    t: &Tracer<'g>,
    arguments: &Arguments<Traced<'g>>,
) -> Found<Traced<'g>> {
    let Analysis { mobility, plan, .. } = analysis;
    let found = evaluate(mechanism, mobility, plan, arguments, t, |motions| {
        for (i, &rate) in motions.q_rate.iter().enumerate() {
            t.output(Kind::CoordinateRate.at(i), rate);
        }
        for (w, wheel) in motions.wheels.iter().enumerate() {
            wheel.iter().for_each(|wheel| wheel_outputs(t, w, wheel));
        }
        for (c, contact) in motions.contacts.iter().enumerate() {
            contact
                .iter()
                .for_each(|&point| t.output_vector(Kind::ContactPoint, c, 0, point));
        }
        for (m, marker) in motions.markers.iter().enumerate() {
            marker.iter().for_each(|marker| marker_outputs(t, m, marker));
        }
    });
    for (i, &rate) in found.rates.iter().enumerate() {
        t.output(Kind::SpeedRate.at(i), rate);
    }
    found
}

fn wheel_outputs<'g>(t: &Tracer<'g>, w: usize, wheel: &WheelState<Traced<'g>>) {
    let moving = &wheel.moving;
    for (kind, vector) in [
        (Kind::WheelCentre, moving.centre),
        (Kind::WheelAxis, moving.axis),
        (Kind::WheelVelocity, moving.velocity),
        (Kind::CarrierAngularVelocity, moving.carrier_angular_velocity),
    ] {
        t.output_vector(kind, w, 0, vector);
    }
    t.output(Kind::WheelSpin.at(w), wheel.spin);
}

fn marker_outputs<'g>(t: &Tracer<'g>, m: usize, marker: &MarkerState<Traced<'g>>) {
    for (kind, vector) in [
        (Kind::MarkerPosition, marker.position),
        (Kind::MarkerVelocity, marker.velocity),
        (Kind::MarkerAngularVelocity, marker.angular_velocity),
    ] {
        t.output_vector(kind, m, 0, vector);
    }
    for row in 0..3 {
        t.output_vector(Kind::MarkerRotation, m, 3 * row, marker.rotation.row(row));
    }
}

/// Kinetic, gravity and elastic energy.
pub fn total_energy<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    t.begin(Stage::Energy, 0);
    let Joints {
        v, position, velocity, ..
    } = Joints::new(mechanism, analysis, t);
    let parts = energy::energy(mechanism, (&position, &velocity), (&v, &t.signals(mechanism)), t);
    let kinds = [Kind::KineticEnergy, Kind::GravityEnergy, Kind::ElasticEnergy];
    for (kind, part) in kinds.into_iter().zip(parts) {
        t.output(kind.at(0), part);
    }
}

/// Named outputs.
pub fn named_outputs<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    let joints = Joints::new(mechanism, analysis, t);
    let v_rate = joints.rates(mechanism, analysis.mobility, t);
    let (loads, signals) = (t.loads(mechanism), t.signals(mechanism));
    let accelerations = t.drives(mechanism, 2);
    let Joints {
        v, position, velocity, ..
    } = joints;
    let accelerations = accelerating(mechanism, t, (&position, &velocity), &v_rate, &accelerations);
    let motion = (position, velocity, accelerations);
    let instant = Instant::new(mechanism, analysis.mobility, motion, &v, (&loads, &signals));
    for (i, output) in mechanism.model.outputs.iter().enumerate() {
        t.compute(&output.name, Quantity::Output);
        t.output(Kind::Named.at(i), instant.measure(&output.measure));
    }
}

/// Coordinates of all joints.
pub fn joint_coordinates<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    let (q, _) = placed(mechanism, analysis, t, t.coordinates(mechanism));
    for (i, q) in q.into_iter().enumerate() {
        t.output(Kind::JointCoordinate.at(i), q);
    }
}

/// Speeds of all joints.
pub fn joint_speeds<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    for (i, v) in Joints::new(mechanism, analysis, t).v.into_iter().enumerate() {
        t.output(Kind::JointSpeed.at(i), v);
    }
}

/// Poses, velocities and accelerations of all bodies.
pub fn body_motion<'g>(mechanism: &Mechanism<'_, Traced<'g>>, analysis: Analysis, t: &Tracer<'g>) {
    t.begin(Stage::Outputs, 0);
    let joints = Joints::new(mechanism, analysis, t);
    let v_rate = joints.rates(mechanism, analysis.mobility, t);
    let Joints { position, velocity, .. } = joints;
    let accelerations = accelerating(mechanism, t, (&position, &velocity), &v_rate, &t.drives(mechanism, 2));
    for (b, body) in mechanism.model.moving_bodies().enumerate() {
        t.compute(&mechanism.model.body(body).name, Quantity::Motion);
        let moved = motion::body(mechanism, &position, &velocity, &accelerations, body);
        for row in 0..3 {
            t.output_vector(Kind::BodyRotation, b, 3 * row, moved.rotation.row(row));
        }
        for (kind, vector) in [
            (Kind::BodyCom, moved.com),
            (Kind::BodyAngularVelocity, moved.angular_velocity),
            (Kind::BodyVelocity, moved.velocity),
            (Kind::BodyAngularAcceleration, moved.angular_acceleration),
            (Kind::BodyAcceleration, moved.acceleration),
        ] {
            t.output_vector(kind, b, 0, vector);
        }
    }
}
