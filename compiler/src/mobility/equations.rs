//! The equations of motion as one symmetric matrix: which entries may be different from zero, and which entries are
//! filled in when the unknowns are eliminated.
//!
//! In the speeds' rates `v'` and the multipliers `λ` of the closure equations that are kept, the equations of motion are
//!
//! ```text
//! | M  -Jᵀ | | v' |   | forces             |
//! | J   0  | | λ  | = | closure bias, less |
//! ```
//!
//! `M_ij = Σ over bodies Hᵢᵀ I Hⱼ` sums over the bodies that both speeds move, which are the bodies outboard of both
//! joints. So it is zero unless one joint is on the path from the other joint to the ground. A wheel's spin moves the
//! wheel only, and all joints from the wheel's carrier inward move the wheel, too. A rod with mass is moved by the
//! joints on the paths to both its ends. An entry of `J` counts as zero if it vanishes at all sample poses.
//!
//! The order of elimination is the order of the method `recursive`. The elimination goes from the tips inward, and
//! eliminates the multipliers of a group as soon as the group's joints are eliminated. The subsystems are eliminated
//! one after the other. They meet in the base only, so that their order does not matter. The base and the joints
//! between it and the ground come last. The other methods eliminate a group's multipliers and dependent speeds
//! together, which is not shown here.

use super::pattern::Pattern;
use super::{Closure, Mobility};
use crate::kinematics::Layout;
use crate::model::{BodyId, Model};
use crate::topology::{Loop, Topology};
use std::collections::BTreeMap;

/// Unknowns of the equations of motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unknown {
    /// The rate of this speed, which may be a wheel spin.
    Speed(usize),
    /// The multiplier of a closure equation `(loop, row)`.
    Multiplier(usize, usize),
}

/// The equations of motion as a symmetric matrix.
#[derive(Clone, Debug)]
pub struct Equations {
    /// The unknowns in order of elimination.
    pub unknowns: Vec<Unknown>,
    /// By unknown: its subsystem.
    pub subsystems: Vec<usize>,
    /// Pattern of zeros.
    pub pattern: Pattern,
}

impl Equations {
    /// The equations of a vehicle.
    pub fn new(model: &Model, topology: &Topology, layout: &Layout, mobility: &Mobility) -> Self {
        let (unknowns, subsystems): (Vec<Unknown>, Vec<usize>) =
            order(model, topology, layout, mobility).into_iter().unzip();
        let places: BTreeMap<Unknown, usize> = unknowns.iter().copied().zip(0..).collect();
        let mut pattern = Pattern::new(unknowns.len());
        for (a, b) in masses(model, topology, layout).chain(closures(mobility)) {
            pattern.add(places[&a], places[&b]);
        }
        Equations {
            unknowns,
            subsystems,
            pattern,
        }
    }

    /// Entries between two speeds: the entries of the mass matrix.
    pub fn mass_entries(&self) -> usize {
        let is_speed = |&at: &usize| matches!(self.unknowns[at], Unknown::Speed(_));
        let speeds: Vec<usize> = (0..self.unknowns.len()).filter(is_speed).collect();
        let up_to = |(k, &a): (usize, &usize)| speeds[..=k].iter().filter(|&&b| self.pattern.has(a, b)).count();
        speeds.iter().enumerate().map(up_to).sum()
    }

    /// Entries that elimination adds to the lower triangle.
    pub fn fill(&self) -> usize {
        self.pattern.factorised().entries() - self.pattern.entries()
    }

    /// Entries that elimination would add if all multipliers were eliminated last.
    pub fn fill_with_multipliers_last(&self) -> usize {
        let is_multiplier = |&at: &usize| matches!(self.unknowns[at], Unknown::Multiplier(..));
        let (last, mut order): (Vec<usize>, Vec<usize>) = (0..self.unknowns.len()).partition(is_multiplier);
        order.extend(last);
        self.pattern.reordered(&order).factorised().entries() - self.pattern.entries()
    }
}

/// Pairs of speeds that move a common body or rod with mass. Each pair occurs once or twice.
fn masses<'a>(
    model: &'a Model,
    topology: &'a Topology,
    layout: &'a Layout,
) -> impl Iterator<Item = (Unknown, Unknown)> + 'a {
    let speeds = |body: BodyId| layout.slot(body).v.clone();
    let moving = move |body: BodyId| topology.to_ground(body).flat_map(speeds);
    let joints = topology
        .order
        .iter()
        .flat_map(move |&body| speeds(body).map(move |own| (own, body)));
    let joints = joints.flat_map(move |(own, body)| moving(body).map(move |other| (own, other)));
    let spins = layout.own_spins(model).map(|(wheel, spin)| (spin, wheel.carrier));
    let spins = spins.flat_map(move |(spin, carrier)| moving(carrier).chain([spin]).map(move |other| (spin, other)));
    let has_mass = |l: &&Loop| model.joint(l.cut).kind.rod().is_some_and(|rod| rod.mass.is_some());
    let rods = topology.loops.iter().filter(has_mass).flat_map(move |l| {
        let moved: Vec<usize> = l.bodies().flat_map(speeds).collect();
        let pairs = moved.clone().into_iter();
        pairs.flat_map(move |own| moved.clone().into_iter().map(move |other| (own, other)))
    });
    let all = joints.chain(spins).chain(rods);
    all.map(|(a, b)| (Unknown::Speed(a), Unknown::Speed(b)))
}

/// Pairs of the multiplier of each equation kept and each speed of that equation.
fn closures(mobility: &Mobility) -> impl Iterator<Item = (Unknown, Unknown)> + '_ {
    let kept = mobility.closures.iter().flat_map(|closure| &closure.rows);
    let rows = kept.flat_map(|kept| mobility.jacobian.iter().filter(move |row| row.equation == *kept));
    rows.flat_map(|row| {
        let multiplier = Unknown::Multiplier(row.equation.0, row.equation.1);
        row.speeds.iter().map(move |&speed| (multiplier, Unknown::Speed(speed)))
    })
}

/// The unknowns in order of elimination, each with its subsystem.
fn order(model: &Model, topology: &Topology, layout: &Layout, mobility: &Mobility) -> Vec<(Unknown, usize)> {
    let mut order = Vec::new();
    let count = topology.subsystems.len();
    for index in (1..count).chain([0]) {
        let wheels = layout.own_spins(model);
        let spins = wheels.filter(|(wheel, _)| topology.branch(wheel.carrier).subsystem == index);
        order.extend(spins.map(|(_, spin)| (Unknown::Speed(spin), index)));
        for &body in topology.subsystems[index].bodies.iter().rev() {
            let speeds = layout.slot(body).v.clone().rev();
            order.extend(speeds.map(|speed| (Unknown::Speed(speed), index)));
            // The joints of a group are in tree order, so that its first joint is eliminated last.
            let done = |closure: &&Closure| closure.group.joints.first() == Some(&body);
            let rows = mobility.closures.iter().filter(done).flat_map(|closure| &closure.rows);
            order.extend(rows.map(|&(l, r)| (Unknown::Multiplier(l, r), index)));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinematics::{Mechanism, Position, Velocity};
    use crate::pipeline::{Compiled, compile_text};
    use fastrand::Rng;

    /// One corner, a whole truck with wheels that spin, and a loop on the ground with redundant equations.
    fn vehicles() -> [Compiled; 3] {
        [
            include_str!("../../tests/quarter_car.txt"),
            include_str!("../report/samples/truck.txt"),
            include_str!("../report/samples/four_bar.txt"),
        ]
        .map(|text| compile_text(text).expect("a sound vehicle"))
    }

    fn equations(c: &Compiled) -> Equations {
        Equations::new(&c.model, &c.topology, &c.layout, &c.mobility)
    }

    #[test]
    fn every_speed_and_every_multiplier_has_one_place() {
        for compiled in vehicles() {
            let mut found = equations(&compiled).unknowns;
            found.sort();
            let speeds = (0..compiled.layout.speeds.len()).map(Unknown::Speed);
            let kept = compiled.mobility.closures.iter().flat_map(|closure| &closure.rows);
            let mut all: Vec<Unknown> = speeds.chain(kept.map(|&(l, r)| Unknown::Multiplier(l, r))).collect();
            all.sort();
            assert_eq!(found, all);
        }
    }

    /// Compares with the velocities of the bodies at a random pose, where one speed at a time is 1 and all others
    /// are 0.
    #[test]
    fn speeds_share_an_entry_where_they_move_a_body_together() {
        for compiled in vehicles() {
            let mechanism = Mechanism::new(&compiled.model, &compiled.topology);
            let mut rng = Rng::with_seed(4);
            let mut random = |count: usize| -> Vec<f64> { (0..count).map(|_| rng.f64() - 0.5).collect() };
            let q: Vec<f64> = compiled
                .layout
                .design()
                .iter()
                .zip(random(100))
                .map(|(q, d)| q + d)
                .collect();
            let position = Position::all(&mechanism, &q, &random(compiled.model.drives.len()));
            let moved = |speed: usize| -> Vec<bool> {
                let mut v = vec![0.0; compiled.layout.speeds.len()];
                v[speed] = 1.0;
                let still = vec![0.0; compiled.model.drives.len()];
                let velocity = Velocity::all(&mechanism, &position, |body| mechanism.speeds_of(body, &v, &still));
                let bodies = compiled.topology.order.iter().map(|&b| velocity.twist(b));
                bodies
                    .map(|twist| twist.components().iter().any(|c| c.abs() > 1e-9))
                    .collect()
            };
            let equations = equations(&compiled);
            let tree = compiled.topology.speeds();
            for (a, first) in equations.unknowns.iter().enumerate() {
                for (b, second) in equations.unknowns.iter().enumerate() {
                    if let (&Unknown::Speed(i), &Unknown::Speed(j)) = (first, second)
                        && i.max(j) < tree
                    {
                        let together = moved(i).iter().zip(moved(j)).any(|(&one, other)| one && other);
                        assert_eq!(equations.pattern.has(a, b), together, "speeds {i} and {j}");
                    }
                }
            }
        }
    }

    /// A multiplier's own entry is zero until a joint that it acts on has been eliminated.
    #[test]
    fn every_unknown_has_a_pivot_when_its_turn_comes() {
        for compiled in vehicles() {
            let pattern = equations(&compiled).pattern;
            let factorised = pattern.factorised();
            assert!((0..pattern.size()).all(|k| factorised.has(k, k)));
            let multipliers = compiled.mobility.closures.iter().map(|c| c.rows.len()).sum::<usize>();
            assert_eq!((0..pattern.size()).filter(|&k| !pattern.has(k, k)).count(), multipliers);
        }
    }

    /// Elimination from the tips inward fills in nothing in a tree. The multipliers of a group are coupled to no joint
    /// outside the group except joints at its junction and further inward. They are cheaper to eliminate early than
    /// late.
    #[test]
    fn trees_have_no_fill_and_early_multipliers_little() {
        let pendulums = "Chain {
            body a { mass: 1 kg, com: [0, 0, 0] m, inertia: [1, 1, 1] kg*m^2 }
            body b { mass: 1 kg, com: [0, 0, 1] m, inertia: [1, 1, 1] kg*m^2 }
            body c { mass: 1 kg, com: [0, 1, 1] m, inertia: [1, 1, 1] kg*m^2 }
            joint one: free(ground, a) { at: [0, 0, 0] m }
            joint two: spherical(a, b) { at: [0, 0, 1] m }
            joint three: revolute(a, c) { at: [0, 0, 2] m, axis: y }
            wheel roller: on(b) { centre: [0, 0, 1] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
        }";
        let tree = equations(&compile_text(pendulums).expect("a sound vehicle"));
        assert_eq!((tree.fill(), tree.unknowns.len()), (0, 11));
        // All pairs except the pairs of the revolute joint with the ball joint and the spin.
        assert_eq!(
            (tree.pattern.entries(), tree.mass_entries()),
            (11 * 12 / 2 - 4, 11 * 12 / 2 - 4)
        );
        let [_, truck, _] = vehicles().map(|compiled| equations(&compiled));
        assert!(truck.fill() < truck.fill_with_multipliers_last());
    }

    #[test]
    fn a_closure_equation_knows_the_joints_of_its_loop_only() {
        for compiled in vehicles() {
            for row in &compiled.mobility.jacobian {
                let on_path: Vec<usize> = compiled.topology.loops[row.equation.0]
                    .bodies()
                    .flat_map(|body| compiled.layout.slot(body).v.clone())
                    .collect();
                assert!(row.speeds.iter().all(|speed| on_path.contains(speed)));
            }
            for closure in &compiled.mobility.closures {
                for &(row, speed) in &closure.pivots {
                    let row = compiled
                        .mobility
                        .jacobian
                        .iter()
                        .find(|r| r.equation == closure.rows[row]);
                    assert!(!row.expect("each is there").speeds.is_empty(), "{speed}");
                }
            }
        }
    }
}
