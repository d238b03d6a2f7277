//! The state of a solver: the coordinates and speeds that are free.
//!
//! The loops of a group may close without iteration ([`Closure::is_explicit`](crate::mobility::Closure::is_explicit)).
//! Then every evaluation computes the group's dependent coordinates from the free coordinates by geometry. Its dependent
//! speeds follow from a small linear system. Neither is kept, integrated or corrected. For a group that needs iteration, all
//! coordinates and speeds are in the state.
//!
//! An element or an output may read the angle of a dependent pivot (a torsion spring, a limit, `coordinate`). Then the
//! angle is kept as a coordinate without a speed: geometry determines the angle except for whole turns, and the state
//! stores the whole turns.

use super::ports::{Array, Kind, Port};
use crate::kinematics::{Layout, Mechanism};
use crate::mobility::Mobility;
use crate::model::BodyId;

/// Positions of the state's numbers among all coordinates and speeds of the tree.
#[derive(Clone, Debug)]
pub struct StateLayout {
    /// By coordinate of the state: the coordinate of the tree, in ascending order.
    pub coordinates: Vec<usize>,
    /// By speed of the state: the speed of the tree, in ascending order.
    pub speeds: Vec<usize>,
    /// By wheel: the position of its spin among the speeds of the state.
    pub spins: Vec<Option<usize>>,
    /// Margins that an evaluation delivers: their kind, and the speed of the tree to which they belong.
    pub margins: Vec<(Kind, usize)>,
}

impl StateLayout {
    /// The state of a vehicle.
    pub fn new(mechanism: &Mechanism, mobility: &Mobility) -> Self {
        let layout = &mechanism.layout;
        let explicit = || mobility.closures.iter().filter(|closure| closure.is_explicit());
        let placed: Vec<BodyId> = explicit().flat_map(|c| &c.steps).map(|step| step.body()).collect();
        let dependent: Vec<usize> = explicit().flat_map(|c| &c.pivots).map(|&(_, speed)| speed).collect();
        let told = |body: &&BodyId| !turns_are_counted(mechanism, **body);
        let found: Vec<usize> = placed
            .iter()
            .filter(told)
            .flat_map(|&b| layout.slot(b).q.clone())
            .collect();
        let margins = explicit().flat_map(|closure| {
            let steps = closure.steps.iter().filter(|step| step.root().is_some());
            let steps = steps.map(|step| (Kind::StepMargin, layout.slot(step.body()).v.start));
            let pivots = closure.pivots.iter().map(|&(_, speed)| (Kind::PivotMargin, speed));
            steps.chain(pivots)
        });
        let speeds: Vec<usize> = (0..layout.speeds.len()).filter(|v| !dependent.contains(v)).collect();
        let place = |spin: &Option<usize>| spin.and_then(|spin| speeds.binary_search(&spin).ok());
        StateLayout {
            margins: margins.collect(),
            coordinates: (0..layout.coordinates.len()).filter(|q| !found.contains(q)).collect(),
            spins: layout.spins.iter().map(place).collect(),
            speeds,
        }
    }

    /// Names of the coordinates.
    pub fn coordinate_names<'a>(&self, layout: &'a Layout) -> Vec<&'a String> {
        self.coordinates.iter().map(|&q| &layout.coordinates[q]).collect()
    }

    /// Names of the speeds.
    pub fn speed_names<'a>(&self, layout: &'a Layout) -> Vec<&'a String> {
        self.speeds.iter().map(|&v| &layout.speeds[v]).collect()
    }

    /// Coordinates at the design position.
    pub fn design(&self, layout: &Layout) -> Vec<f64> {
        self.coordinates.iter().map(|&q| layout.design()[q]).collect()
    }

    /// Renumbers a port from coordinate or speed of the tree to coordinate or speed of the solver; `None` if the state
    /// lacks this coordinate or speed.
    pub fn port(&self, port: Port) -> Option<Port> {
        let index = match port.array() {
            Array::Coordinates | Array::CoordinateRates => self.coordinates.binary_search(&port.index).ok(),
            Array::Speeds | Array::SpeedRates | Array::GivenSpeedRates => self.speeds.binary_search(&port.index).ok(),
            Array::KinematicMargins => self.margins.iter().position(|&own| own == (port.kind, port.index)),
            _ => Some(port.index),
        };
        index.map(|index| Port { index, ..port })
    }
}

/// Whether anything reads the angle of a body's pivot, including whole turns.
fn turns_are_counted(mechanism: &Mechanism, body: BodyId) -> bool {
    let joint = mechanism.topology.joint(body);
    joint.kind.pivot().is_some() && joint.declared.is_some_and(|id| mechanism.model.counts_turns_of(id))
}
