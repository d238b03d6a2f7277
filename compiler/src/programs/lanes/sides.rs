//! A subsystem taken apart: the body that joins its sides, and the sides.
//!
//! A steering rack that slides freely makes one subsystem of both front suspensions, because their loops end on the
//! rack. If the rack's own speed is independent, however, the loops of each side determine the speeds of that side, and
//! the sides are coupled through the rack alone. Such a body is called the *carrier*. Taken apart, carrier and sides
//! are separate subsystems. A side is reduced onto the base and the carrier's speed
//! ([`Synthesis`](crate::formulation::method)). The carrier, with the shares of its sides, is reduced onto the base.
//! Sides may then be computed side by side.

use crate::formulation::method::{Method, Plan};
use crate::kinematics::Mechanism;
use crate::mobility::{Closure, Mobility};
use crate::model::{BodyId, Force, Model};
use crate::topology::{Group, Subsystem, Topology, alike, tied};

/// A vehicle in which carriers and sides are subsystems.
pub struct Apart {
    /// Sides come after all other subsystems.
    pub topology: Topology,
    /// Each side has its own closures. Their joints are the joint of the carrier, then the joints of the side.
    pub mobility: Mobility,
    /// A carrier and its sides are reduced by the method of the whole subsystem.
    pub plan: Plan,
}

/// Takes every subsystem apart that allows it.
pub fn apart(mechanism: &Mechanism, mobility: &Mobility, plan: &Plan) -> Apart {
    let mut apart = Apart {
        topology: mechanism.topology.clone(),
        mobility: mobility.clone(),
        plan: plan.clone(),
    };
    for subsystem in 1..mechanism.topology.subsystems.len() {
        if plan.methods[subsystem] == Method::Synthesis
            && let Some(joined) = Joined::find(mechanism, &apart.mobility, subsystem)
        {
            apart.take(mechanism, subsystem, &joined);
        }
    }
    apart.topology.alike = alike::find(mechanism.model, &apart.topology);
    apart
}

impl Apart {
    /// The mechanism with these subsystems; the state and its order do not change.
    pub fn mechanism<'a>(&'a self, whole: &Mechanism<'a>) -> Mechanism<'a> {
        let mut mechanism = Mechanism::new(whole.model, &self.topology);
        mechanism.layout = whole.layout.clone();
        mechanism
    }

    fn take(&mut self, mechanism: &Mechanism, subsystem: usize, joined: &Joined) {
        let model = mechanism.model;
        self.topology.subsystems[subsystem] = Subsystem::of(model, vec![joined.carrier]);
        for side in &joined.sides {
            for body in side {
                self.topology.branches[body.index()].subsystem = self.topology.subsystems.len();
            }
            self.topology.subsystems.push(Subsystem::of(model, side.clone()));
            self.plan.methods.push(Method::Synthesis);
        }
        let mut closures = Vec::new();
        let mut findings = Vec::new();
        for (closure, found) in self.mobility.closures.iter().zip(&self.mobility.findings) {
            let parts = joined.parts(mechanism, closure);
            findings.extend(std::iter::repeat_n(found.clone(), parts.len()));
            closures.extend(parts);
        }
        self.mobility.closures = closures;
        self.mobility.findings = findings;
    }
}

/// A carrier and the sides that it joins.
struct Joined {
    carrier: BodyId,
    /// Each in tree order.
    sides: Vec<Vec<BodyId>>,
}

impl Joined {
    /// The sides of a subsystem, if it has any.
    fn find(mechanism: &Mechanism, mobility: &Mobility, subsystem: usize) -> Option<Self> {
        let bodies = &mechanism.topology.subsystems[subsystem].bodies;
        let carriers = bodies.iter().filter(|b| may_carry(mechanism, mobility, **b));
        let mut joined = carriers.map(|&carrier| Joined {
            carrier,
            sides: sides(mechanism, bodies, carrier),
        });
        joined.find(|joined| joined.sides.len() > 1 && joined.is_apart(mechanism, mobility))
    }

    /// Whether every closure equation is solved for a speed of the side to which its loop belongs.
    fn is_apart(&self, mechanism: &Mechanism, mobility: &Mobility) -> bool {
        mobility.closures.iter().all(|closure| {
            closure.pivots.iter().all(|&(row, speed)| {
                let side = self.side_of_loop(mechanism, closure.rows[row].0);
                side == self.side(mechanism.layout.owner(speed))
            })
        })
    }

    fn side(&self, body: BodyId) -> Option<usize> {
        self.sides.iter().position(|side| side.contains(&body))
    }

    fn side_of_loop(&self, mechanism: &Mechanism, l: usize) -> Option<usize> {
        mechanism.topology.loops[l].bodies().find_map(|b| self.side(b))
    }

    /// Divides a closure of the subsystem into one for each side. Returns a closure of another subsystem without a
    /// change.
    fn parts(&self, mechanism: &Mechanism, closure: &Closure) -> Vec<Closure> {
        let is_own = |side: &usize| {
            let mut loops = closure.group.loops.iter();
            loops.any(|&l| self.side_of_loop(mechanism, l) == Some(*side))
        };
        let own: Vec<usize> = (0..self.sides.len()).filter(is_own).collect();
        match own[..] {
            [] => vec![closure.clone()],
            _ => own.iter().map(|&side| self.part(mechanism, closure, side)).collect(),
        }
    }

    fn part(&self, mechanism: &Mechanism, closure: &Closure, side: usize) -> Closure {
        let has_loop = |l: usize| self.side_of_loop(mechanism, l) == Some(side);
        let has_body = |b: BodyId| self.side(b) == Some(side);
        let has_speed = |speed: usize| has_body(mechanism.layout.owner(speed));
        let rows: Vec<(usize, usize)> = closure.rows.iter().copied().filter(|r| has_loop(r.0)).collect();
        let pivots = || {
            let both = closure.pivots.iter().zip(&closure.pivot_sizes);
            both.filter(|((_, speed), _)| has_speed(*speed))
        };
        let place = |row: usize| rows.iter().position(|r| *r == closure.rows[row]);
        let group = &closure.group;
        Closure {
            group: Group {
                loops: group.loops.iter().copied().filter(|&l| has_loop(l)).collect(),
                closed_at: group.closed_at,
                joints: std::iter::once(self.carrier)
                    .filter(|b| group.joints.contains(b))
                    .chain(group.joints.iter().copied().filter(|&b| has_body(b)))
                    .collect(),
                shared: group
                    .shared
                    .iter()
                    .filter(|s| s.loops.iter().all(|&l| has_loop(l)))
                    .cloned()
                    .collect(),
            },
            pivots: pivots()
                .filter_map(|(&(row, speed), _)| Some((place(row)?, speed)))
                .collect(),
            pivot_sizes: pivots().map(|(_, &size)| size).collect(),
            redundant: closure.redundant.iter().copied().filter(|r| has_loop(r.0)).collect(),
            steps: closure
                .steps
                .iter()
                .filter(|step| has_body(step.body()))
                .cloned()
                .collect(),
            failures: closure.failures,
            correction: closure.correction,
            rank: rows.len(),
            independent: closure.independent.iter().copied().filter(|i| has_speed(i.0)).collect(),
            rows,
        }
    }
}

/// Whether a body without outboard bodies is joined to the base by one coordinate with one independent speed.
fn may_carry(mechanism: &Mechanism, mobility: &Mobility, body: BodyId) -> bool {
    let topology = mechanism.topology;
    let branch = topology.branch(body);
    let joint = topology.joint(body);
    let speed = mechanism.layout.slot(body).v.start;
    branch.parent == topology.base
        && branch.children.is_empty()
        && joint.coordinates() == 1
        && joint.speeds() == 1
        && mobility.dependent().all(|dependent| dependent != speed)
}

/// The other bodies of the subsystem, grouped: bodies connected by the tree, a loop, a force element or a wheel form
/// one side.
fn sides(mechanism: &Mechanism, bodies: &[BodyId], carrier: BodyId) -> Vec<Vec<BodyId>> {
    let topology = mechanism.topology;
    let others: Vec<BodyId> = bodies.iter().copied().filter(|&body| body != carrier).collect();
    let tree = others.iter().map(|&body| vec![body, topology.branch(body).parent]);
    let loops = topology.loops.iter().map(|each| each.bodies().collect());
    tied(&others, tree.chain(loops).chain(elements(mechanism.model)))
}

/// The bodies of each force element and of each wheel.
fn elements(model: &Model) -> impl Iterator<Item = Vec<BodyId>> {
    let springs = model.springs.iter().map(|s| vec![s.first, s.second]);
    let forces = model
        .forces
        .iter()
        .map(|force: &Force| force.law.bodies(&model.joints).to_vec());
    let wheels = model.wheels.iter().map(|w| vec![w.carrier, w.driven_from]);
    springs.chain(forces).chain(wheels)
}
