//! The owner of each number of a solver, and the subsystems that have to be computed by one thread.

use super::correction::{Correction, Corrections};
use crate::formulation::Stage;
use crate::ir::{Op, Program};
use crate::kinematics::Layout;
use crate::mobility::Mobility;
use crate::model::{BodyId, Model, SpringId};
use crate::programs::ports::{Array, Kind, Port};
use crate::programs::state::StateLayout;
use crate::programs::unfinished::{Draft, Unfinished};
use crate::topology::{Loop, Topology};

/// Position of the base among the subsystems.
pub(super) const BASE: usize = 0;

/// The data of a vehicle that are needed to share it.
#[derive(Clone, Copy)]
pub struct Vehicle<'a> {
    /// As declared.
    pub model: &'a Model,
    /// As analysed.
    pub topology: &'a Topology,
    /// Freedoms.
    pub mobility: &'a Mobility,
    /// Coordinates and speeds of its joints.
    pub layout: &'a Layout,
    /// Numbers of the state.
    pub state: &'a StateLayout,
}

/// Whose each number of a solver is.
pub(super) struct Ownership<'a>(pub(super) Vehicle<'a>);

impl Ownership<'_> {
    /// The subsystem that a number belongs to. Numbers that every thread has belong to the base.
    pub(super) fn subsystem(&self, port: Port) -> usize {
        match port.array() {
            Array::Coordinates | Array::CoordinateRates => self.of_coordinate(self.0.state.coordinates[port.index]),
            Array::Speeds | Array::SpeedRates => self.of_speed(self.0.state.speeds[port.index]),
            Array::KinematicMargins => self.of_speed(self.0.state.margins[port.index].1),
            Array::Loads | Array::Wheels => self.of_body(self.0.model.wheels[port.index].carrier),
            Array::Contacts => self.of_first(self.0.model.contacts().nth(port.index).map(|(_, contact)| contact.body)),
            Array::Markers => self.of_first(self.0.model.markers().nth(port.index).map(|(_, marker)| marker.body)),
            Array::Signals => self.of_signal(port.index),
            Array::Residuals => self.of_equation(port.index),
            Array::Margins => match port.kind {
                Kind::Margin { speed } => self.of_speed(speed),
                kind => unreachable!("{kind:?} is no margin of a correction"),
            },
            // The numbers that every thread has, and the numbers that are exchanged between threads or outside of a
            // step.
            Array::Parameters
            | Array::Prepared
            | Array::GivenSpeedRates
            | Array::Drives
            | Array::JointCoordinates
            | Array::JointSpeeds
            | Array::Bodies
            | Array::Outputs
            | Array::Energy
            | Array::Slopes
            | Array::OutputSlopes
            | Array::Sent
            | Array::Received => BASE,
        }
    }

    fn of_body(&self, body: BodyId) -> usize {
        self.0.topology.branch(body).subsystem
    }

    fn of_first(&self, bodies: impl IntoIterator<Item = BodyId>) -> usize {
        let subsystems = bodies.into_iter().map(|body| self.of_body(body));
        subsystems.max().unwrap_or(BASE)
    }

    fn of_coordinate(&self, coordinate: usize) -> usize {
        let moved = self.0.topology.order.iter();
        let moved = moved
            .copied()
            .find(|body| self.0.layout.slot(*body).q.contains(&coordinate));
        let springs = (0..self.0.model.springs.len()).map(SpringId::from);
        let spring = springs
            .into_iter()
            .find(|id| self.0.layout.damper(*id) == Some(coordinate));
        let ends = spring
            .map(|id| &self.0.model.springs[id.index()])
            .map(|spring| [spring.first, spring.second]);
        self.of_first(moved.into_iter().chain(ends.into_iter().flatten()))
    }

    fn of_speed(&self, speed: usize) -> usize {
        match self.0.layout.spins.iter().position(|spin| *spin == Some(speed)) {
            Some(wheel) => self.of_body(self.0.model.wheels[wheel].carrier),
            None => self.of_body(self.0.layout.owner(speed)),
        }
    }

    /// The subsystem of a loop, by the position of one of its equations among the equations of all loops: the subsystem of the bodies
    /// that it moves. Driven bodies on which it ends may be another subsystem's.
    fn of_equation(&self, equation: usize) -> usize {
        let loops = self.0.topology.loops.iter();
        let mut of_each = loops.flat_map(|l| std::iter::repeat_n(l, self.0.model.joint(l.cut).kind.equations()));
        let moves = |body: &BodyId| self.0.topology.joint(*body).speeds() > 0;
        self.of_first(of_each.nth(equation).into_iter().flat_map(Loop::bodies).filter(moves))
    }

    /// Signals of a contact or marker belong to its body; every thread knows all other signals.
    fn of_signal(&self, signal: usize) -> usize {
        let of_contacts = self
            .0
            .model
            .contacts()
            .map(|(_, contact)| (&contact.ground[..], contact.body));
        let of_markers = self
            .0
            .model
            .markers()
            .map(|(_, marker)| (&marker.load[..], marker.body));
        let mut all = of_contacts.chain(of_markers);
        let own = all.find(|(signals, _)| signals.iter().any(|id| id.index() == signal));
        self.of_first(own.map(|(_, body)| body))
    }
}

/// By subsystem: the lowest of the subsystems that have to be computed by the same thread. The reason is that the
/// subsystems are computed side by side, or that they need each other before all threads meet or while their loops are
/// closed. For subsystems that all threads need, it is the base.
pub(super) fn classes(ownership: &Ownership, unfinished: &Unfinished, corrections: &Corrections) -> Vec<usize> {
    let mut classes = Classes((0..ownership.0.topology.subsystems.len()).collect());
    classes.unite_early(ownership, &unfinished.one_by_one);
    if let Some(draft) = &unfinished.in_lanes {
        classes.unite_lanes(ownership, draft);
        classes.unite_early(ownership, draft);
    }
    corrections
        .each()
        .for_each(|correction| classes.unite_closed(ownership, correction));
    classes.0
}

/// By subsystem: the lowest of the subsystems that have to be computed by the same thread.
struct Classes(Vec<usize>);

impl Classes {
    fn unite(&mut self, a: usize, b: usize) {
        let (low, high) = (self.0[a].min(self.0[b]), self.0[a].max(self.0[b]));
        let same = self.0.iter_mut().filter(|class| **class == high);
        same.for_each(|class| *class = low);
    }

    /// Subsystems that are computed side by side.
    fn unite_lanes(&mut self, ownership: &Ownership, draft: &Draft) {
        for lanes in draft.recorded.inputs.iter().chain(&draft.recorded.outputs) {
            for ports in lanes.windows(2) {
                self.unite(ownership.subsystem(ports[0]), ownership.subsystem(ports[1]));
            }
        }
    }

    /// Subsystems that need each other before the loads are known.
    fn unite_early(&mut self, ownership: &Ownership, Draft { program, recorded, .. }: &Draft) {
        let is_early = |region: u32| is_early(recorded.regions[region as usize].0);
        self.unite_users(ownership, program, [&recorded.inputs, &recorded.outputs], is_early);
    }

    /// Subsystems whose loops are not closed one by one.
    fn unite_closed(&mut self, ownership: &Ownership, correction: &Correction) {
        let ports = [&correction.inputs[..], &correction.outputs];
        self.unite_users(ownership, &correction.program, ports, |_| true);
    }

    /// Subsystems whose numbers are used together in some regions.
    fn unite_users(
        &mut self,
        ownership: &Ownership,
        program: &Program,
        [inputs, outputs]: [&[Vec<Port>]; 2],
        is_meant: impl Fn(u32) -> bool,
    ) {
        let firsts = firsts(ownership, program, inputs, &is_meant);
        for node in program.nodes.iter().filter(|node| is_meant(node.region)) {
            let mut used = node.op.operands().filter_map(|operand| firsts[operand.index()]);
            let one = used.next();
            used.for_each(|other| self.unite(one.unwrap_or(other), other));
        }
        for (output, lanes) in program.outputs.iter().zip(outputs) {
            if let (true, Some(used)) = (is_meant(output.region), firsts[output.value.index()]) {
                self.unite(ownership.subsystem(lanes[0]), used);
            }
        }
    }
}

/// By value of some regions: one of the subsystems whose numbers the value depends on; `None` for the base.
pub(super) fn firsts(
    ownership: &Ownership,
    program: &Program,
    inputs: &[Vec<Port>],
    is_meant: impl Fn(u32) -> bool,
) -> Vec<Option<usize>> {
    let mut firsts: Vec<Option<usize>> = Vec::with_capacity(program.nodes.len());
    for node in &program.nodes {
        firsts.push(match node.op {
            Op::Input(i) => Some(ownership.subsystem(inputs[i as usize][0])).filter(|s| *s != BASE),
            _ if !is_meant(node.region) => None,
            op => op.operands().find_map(|operand| firsts[operand.index()]),
        });
    }
    firsts
}

/// Whether a stage is computed before the loads are known.
pub(super) fn is_early(stage: Stage) -> bool {
    stage <= Stage::Velocity
}
