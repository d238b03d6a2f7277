//! Inputs of the vehicles of a batch, written by their subsystems.

use super::aligned::Aligned;
use super::{BatchPorts, BatchSolver, Driven, Each, InLanes, InputsOf, LANES, Lanes, NowInLanes, StatesOf};
use crate::control::Controls;
use crate::ports::{InputPorts, WheelMotion};
use crate::solver::Solver;
use crate::subsystem::{Joints, Now, Subsystem, lay};

/// Inputs of all vehicles.
#[derive(Clone, Debug)]
pub(super) struct Acting<B: BatchSolver> {
    /// Inputs side by side.
    lanes: Aligned<B::Inputs>,
    /// Inputs of each vehicle. The prescribed motions of these inputs are always those of `lanes`; their loads are
    /// those of `lanes` only if `is_apart` is set.
    each: Each<B>,
    /// Whether loads and signals of `each` are the loads and signals of `lanes`.
    is_apart: bool,
}

impl<B: BatchSolver> Acting<B> {
    /// The inputs of vehicles on which nothing acts.
    pub(super) fn none(batch: &B) -> Self {
        let each = core::array::from_fn(|_| batch.single().no_inputs());
        let mut lanes = B::Inputs::default();
        lanes.set_all(&each);
        Self {
            lanes: Aligned(lanes),
            each,
            is_apart: true,
        }
    }

    /// The inputs side by side.
    #[inline]
    pub(super) fn lanes(&self) -> &B::Inputs {
        &self.lanes
    }

    /// Whether the prescribed motions of all vehicles are these.
    #[inline]
    pub(super) fn are_driven(&self, driven: &Driven<B>) -> bool {
        let mut pairs = self.each.iter().zip(driven);
        pairs.all(|(inputs, driven)| inputs.are_driven(driven))
    }

    /// A copy of the prescribed motions of all vehicles.
    #[inline]
    pub(super) fn driven(&self) -> Driven<B> {
        self.each.each_ref().map(InputPorts::driven)
    }

    /// Writes the prescribed motions of all vehicles.
    #[inline]
    pub(super) fn drive<E: Subsystem<B::Single>>(
        &mut self,
        subsystems: &mut [E; LANES],
        state: &[E::State; LANES],
        time: f64,
    ) {
        for ((subsystem, state), inputs) in subsystems.iter_mut().zip(state).zip(&mut self.each) {
            subsystem.drive(time, state, inputs);
        }
        self.lanes.set_drives(&self.each);
    }

    /// Adds the jumps of the velocities of drives between two times to their accelerations: `Δṙ / 1 s`.
    pub(super) fn add_jumps<E: Subsystem<B::Single>>(&mut self, subsystems: &[E; LANES], [from, to]: [f64; 2]) {
        for (subsystem, inputs) in subsystems.iter().zip(&mut self.each) {
            subsystem.jumps(from, to, &mut |drive, jump| {
                if let Some(drive) = inputs.drives().get_mut(drive) {
                    drive.acceleration += jump;
                }
            });
        }
        self.lanes.set_drives(&self.each);
    }

    /// Writes the loads of all vehicles side by side, and the rates of their subsystems' states. Returns false if the vehicles have to
    /// be loaded one by one. The subsystems have been prepared.
    #[inline]
    pub(super) fn load_in_lanes<E: Subsystem<B::Single>>(
        &mut self,
        batch: &B,
        subsystems: &mut [E; LANES],
        state: &StatesOf<B, E>,
        time: f64,
        rate: &mut [E::State; LANES],
    ) -> bool {
        let now = NowInLanes {
            time,
            states: state.subsystems.each_ref(),
            wheels: batch.wheels(),
            controls: &[NO_CONTROLS; LANES],
        };
        // Points of contact get the ground of their own vehicle.
        let is_loaded = batch.contacts().is_empty()
            && E::load_in_lanes(subsystems.each_mut(), &now, self.lanes.wheels(), rate.each_mut());
        self.is_apart &= !is_loaded;
        is_loaded
    }

    /// Writes loads and rates vehicle by vehicle.
    pub(super) fn load_each<E: Subsystem<B::Single>, const W: usize>(
        &mut self,
        batch: &mut B,
        subsystems: &mut [E; LANES],
        state: &StatesOf<B, E>,
        time: f64,
        rate: &mut [E::State; LANES],
    ) {
        self.take_apart();
        let count = batch.wheels().len();
        let mut wheels = [[WheelMotion::ZERO; W]; LANES];
        apart(batch.wheels(), &mut wheels);
        for lane in 0..LANES {
            let (subsystem, inputs) = (&mut subsystems[lane], &mut self.each[lane]);
            for (point, (_, places)) in batch.contacts().iter().zip(batch.single().description().contacts) {
                let ground = subsystem.ground(time, point.lane(lane).position);
                lay(ground, places, inputs.signals());
            }
            let now = Now {
                time,
                state: &state.subsystems[lane],
                wheels: &wheels[lane][..count],
                markers: batch.markers(lane),
                joints: Joints::in_lane(&state.vehicle, LANES, lane),
                controls: Controls::default(),
            };
            subsystem.load_into(&now, inputs, &mut rate[lane]);
        }
        self.lanes.set_all(&self.each);
    }

    /// Writes loads and signals of all vehicles to the inputs of each.
    fn take_apart(&mut self) {
        if !self.is_apart {
            for (lane, inputs) in self.each.iter_mut().enumerate() {
                *inputs = self.lanes.lane(lane);
            }
            self.is_apart = true;
        }
    }

    /// Replaces the inputs of one vehicle.
    ///
    /// # Panics
    /// If there is no such lane.
    pub(super) fn set(&mut self, lane: usize, inputs: &InputsOf<B::Single>) {
        self.each[lane].clone_from(inputs);
        self.lanes.set_lane(lane, inputs);
    }
}

/// Demands where there is no driver.
const NO_CONTROLS: Controls = Controls {
    throttle: 0.0,
    brake: 0.0,
    clutch: 0.0,
    parking_brake: 0.0,
    gear: 0,
};

/// Writes the motion of the wheels of each vehicle, from all vehicles side by side.
fn apart<const W: usize>(all: &[WheelMotion<Lanes>], each: &mut [[WheelMotion; W]; LANES]) {
    debug_assert!(all.len() <= W, "`BatchSimulation::new` has counted them");
    for (k, all) in all.iter().enumerate() {
        for (lane, wheels) in each.iter_mut().enumerate() {
            wheels[k] = WheelMotion {
                centre: all.centre.map(|x| x[lane]),
                axis: all.axis.map(|x| x[lane]),
                velocity: all.velocity.map(|x| x[lane]),
                carrier_angular_velocity: all.carrier_angular_velocity.map(|x| x[lane]),
                spin: all.spin[lane],
            };
        }
    }
}
