//! The oracle on the same states.

use crate::subject::Subject;
use nalgebra::Vector3;
use wishbone::ports::BodyMotion;
use wishbone::prelude::*;
use wishbone::state::StateVector;
use wishbone_compiler::pipeline::Compiled;
use wishbone_oracle::{Loads, Motion, Motions, Oracle};

/// The oracle of a vehicle, with states converted for it.
pub struct Referee {
    oracle: Oracle,
    scenes: Vec<(Motions, Loads)>,
}

impl Referee {
    /// Uses the first few states of the subject.
    pub fn new<S: Solver + Default>(compiled: &Compiled, subject: &mut Subject<S>, states: usize) -> Self {
        let Subject {
            solver, states: all, ..
        } = subject;
        let scene = |(state, inputs): &(S::State, S::Inputs)| {
            solver.kinematics(state, inputs);
            let rate = solver.accelerations(inputs);
            let bodies = solver.bodies(state, inputs, &rate).iter().map(motion).collect();
            let spins = compiled.state.spins.iter();
            let spins = spins
                .map(|spin| spin.map_or(0.0, |spin| state.speeds()[spin]))
                .collect();
            // The displacements of dampers in series are the last coordinates.
            let springs = compiled.model.springs.iter();
            let dampers = springs.filter(|s| s.damping.as_ref().is_some_and(|d| d.series.is_some()));
            let dampers = state.coordinates()[state.coordinates().len() - dampers.count()..].to_vec();
            let motions = Motions { bodies, spins, dampers };
            (motions, loads(&mut inputs.clone()))
        };
        Self {
            oracle: Oracle::new(&compiled.model),
            scenes: all.iter().take(states).map(scene).collect(),
        }
    }

    /// Computes the oracle's accelerations once in every state.
    pub fn pass(&self) {
        for (motions, loads) in &self.scenes {
            std::hint::black_box(self.oracle.accelerations(motions, loads));
        }
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.scenes.len()
    }
}

fn motion(body: &BodyMotion) -> Motion {
    let mut motion = Motion::design(Vector3::from(body.com));
    for (i, row) in body.rotation.iter().enumerate() {
        for (j, entry) in row.iter().enumerate() {
            motion.rotation[(i, j)] = *entry;
        }
    }
    motion.angular_velocity = Vector3::from(body.angular_velocity);
    motion.velocity = Vector3::from(body.velocity);
    motion
}

fn loads(inputs: &mut impl InputPorts) -> Loads {
    let drives = inputs.drives().iter().map(|drive| wishbone_oracle::Drive {
        position: drive.position,
        velocity: drive.velocity,
        acceleration: drive.acceleration,
    });
    let drives = drives.collect();
    let wheels = inputs.wheels().iter().map(|wheel| wishbone_oracle::WheelLoad {
        force: Vector3::from(wheel.force),
        moment: Vector3::from(wheel.moment),
        drive_torque: wheel.drive_torque,
        brake_torque: wheel.brake_torque,
    });
    let wheels = wheels.collect();
    Loads {
        drives,
        wheels,
        signals: inputs.signals().to_vec(),
    }
}
