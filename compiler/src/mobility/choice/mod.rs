//! The choice of dependent speeds. For each group of loops it gives the equations that are kept, their pivots, and the
//! steps that close the group.

mod course;
pub mod partition;
mod recognise;
mod twins;

use super::linkage::Linkage;
use super::{Closure, Correction};
use crate::kinematics::{Mechanism, Position};
use crate::model::BodyId;
use crate::topology::{Group, couple};
use partition::{Equations, Partition};

/// Groups the loops, and finds for each group which of its speeds depend on the others.
pub fn close(mechanism: &Mechanism, poses: &[Position<f64>], kept: &[usize]) -> Vec<Closure> {
    let topology = mechanism.topology;
    let closed_at: Vec<BodyId> = topology.loops.iter().map(|l| l.junction).collect();
    let groups = couple(topology, &closed_at);
    let choices = groups
        .into_iter()
        .map(|group| Choice::new(mechanism, poses, group, kept));
    let choices: Vec<Choice> = choices.collect();
    let closures = choices.iter().map(|choice| choice.closure(mechanism, kept)).collect();
    let mut closures = twins::equal_choices(mechanism, closures, |group, pivots| {
        let choice = &choices[group];
        let partition = Partition::by(&choice.near, pivots)?;
        let serves = partition.serves(&choice.all);
        serves.then(|| choice.by_steps(mechanism, &partition))
    });
    let mut next = mechanism.model.quantities.next();
    for step in closures.iter_mut().flat_map(|closure| &mut closure.steps) {
        step.identify(&mut next);
    }
    closures
}

/// The equations of a group at all poses that are considered in the choice of its partition.
struct Choice {
    group: Group,
    /// Its equations near the design position.
    near: Equations,
    /// Its equations at all other poses that the group may reach.
    far: Equations,
    /// Its equations at all of these poses.
    all: Equations,
    /// Lever arm of an angle [m].
    length: f64,
}

impl Choice {
    fn new(mechanism: &Mechanism, poses: &[Position<f64>], group: Group, kept: &[usize]) -> Self {
        let near = Equations::new(mechanism, &group, poses, kept);
        let linkage = Linkage::new(mechanism, &group);
        let far = near.at(mechanism, &course::follow(&linkage, group.closed_at, near.rank));
        Choice {
            all: near.with(&far),
            length: linkage.length,
            near,
            far,
            group,
        }
    }

    /// The preferred partition, if it is regular at all poses that the group may reach, or if some speeds are `kept`
    /// independent. Otherwise a different partition that is regular at all poses. If there is none, the group relies on
    /// no partition.
    fn closure(&self, mechanism: &Mechanism, kept: &[usize]) -> Closure {
        let preferred = Partition::find(&self.near);
        if preferred.serves(&self.all) || !kept.is_empty() {
            return self.by_steps(mechanism, &preferred);
        }
        let other = Partition::find(&self.all);
        match other.serves(&self.all) {
            true => self.by_steps(mechanism, &other),
            false => self.by_least(),
        }
    }

    /// The closure of the group with this partition, and with the steps that close it.
    fn by_steps(&self, mechanism: &Mechanism, partition: &Partition) -> Closure {
        let closure = partition.of(&self.near, self.group.clone());
        Closure {
            steps: recognise::steps(mechanism, &closure),
            ..closure
        }
    }

    /// The closure of the group by least displacements, with the equations that stay independent at all poses.
    fn by_least(&self) -> Closure {
        let (lasting, failures) = self.near.lasting(&self.far);
        let places = self.near.places.iter().copied();
        let left_out = places.filter(|place| !lasting.places.contains(place));
        Closure {
            correction: Correction::Least { length: self.length },
            redundant: left_out.collect(),
            failures,
            ..Partition::find(&lasting).of(&lasting, self.group.clone())
        }
    }
}
