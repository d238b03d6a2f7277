//! The quantities of equal subsystems, side by side.
//!
//! The model keeps its declared form. A view gives, for each quantity of a group's first member, its numbers in all
//! lanes. A number that is equal in all lanes for all values of the parameters needs no entry.

use super::Group;
use crate::kinematics::{ENTRIES, Mechanism, Step};
use crate::mobility::{Closure, Mobility};
use crate::model::quantities::{InLanes, Value};
use crate::model::{Axis, BodyId, Curve, JointKind, Model, Owner, ParameterId, QuantityId, Table, Tunable};
use crate::topology::Topology;
use std::collections::{BTreeMap, BTreeSet};

/// A number with a value in each lane. In each lane it is `value + Σ slope (p - default)`, like any number of a
/// declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneNumber {
    /// At the defaults of the parameters.
    pub values: Vec<f64>,
    /// By parameter: the derivative by it, in each lane.
    pub slopes: Vec<(ParameterId, Vec<f64>)>,
}

/// The quantities of the first members, each with the numbers of all members.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// By quantity and component.
    pub numbers: BTreeMap<(QuantityId, usize), LaneNumber>,
    /// By the scale of a table: the tables of the lanes after the first lane, where they differ from the first table.
    pub tables: BTreeMap<QuantityId, Vec<Table>>,
    /// Bodies of the members that are computed in the lanes of a first member.
    pub covered: BTreeSet<BodyId>,
}

/// Error: corresponding parts differ in more than their numbers, or in numbers that decide choices.
pub struct Unlike;

type Paired = Result<(), Unlike>;

impl View {
    /// The view of these groups.
    pub fn new(mechanism: &Mechanism, mobility: &Mobility, groups: &[Group]) -> Result<Self, Unlike> {
        let mut view = View::default();
        for group in groups {
            view.add(mechanism, mobility, group)?;
        }
        Ok(view)
    }

    fn add(&mut self, mechanism: &Mechanism, mobility: &Mobility, group: &Group) -> Paired {
        let (model, topology) = (mechanism.model, mechanism.topology);
        let members = &group.members;
        for k in 0..members[0].bodies.len() {
            let bodies = members.iter().map(|m| m.bodies[k]);
            let bodies: Vec<BodyId> = bodies.collect();
            self.parts(model, bodies.iter().map(|&b| Owner::Body(b)))?;
            self.tree_joints(topology, &bodies)?;
            self.covered.extend(&bodies[1..]);
        }
        for k in 0..members[0].loops.len() {
            self.parts(
                model,
                members.iter().map(|m| Owner::Joint(topology.loops[m.loops[k]].cut)),
            )?;
        }
        for k in 0..members[0].springs.len() {
            self.parts(model, members.iter().map(|m| Owner::Spring(m.springs[k])))?;
        }
        for k in 0..members[0].forces.len() {
            self.parts(model, members.iter().map(|m| Owner::Force(m.forces[k])))?;
        }
        for k in 0..members[0].wheels.len() {
            self.parts(model, members.iter().map(|m| Owner::Wheel(m.wheels[k])))?;
        }
        self.steps(mobility, group)
    }

    /// Corresponding declared parts.
    fn parts(&mut self, model: &Model, owners: impl Iterator<Item = Owner>) -> Paired {
        let all: Vec<_> = owners.map(|owner| model.quantities.of(owner)).collect();
        let first = all[0];
        if all.iter().any(|other| other.len() != first.len()) {
            return Err(Unlike);
        }
        for (k, quantity) in first.iter().enumerate() {
            if all.iter().any(|other| other[k].attribute != quantity.attribute) {
                return Err(Unlike);
            }
            let values: Vec<&Value> = all.iter().map(|other| &other[k].value).collect();
            self.values(&values, quantity.in_lanes)?;
        }
        Ok(())
    }

    /// The inboard joints of corresponding bodies, in outward direction.
    fn tree_joints(&mut self, topology: &Topology, bodies: &[BodyId]) -> Paired {
        let mut kinds: Vec<JointKind> = bodies.iter().map(|&b| topology.joint(b).kind.clone()).collect();
        if kinds.iter().any(|kind| kind.word() != kinds[0].word()) {
            return Err(Unlike);
        }
        let ends = [BodyId::GROUND; 2];
        let lists: Vec<_> = kinds.iter_mut().map(|kind| kind.quantities(ends)).collect();
        for k in 0..lists[0].len() {
            let values: Vec<Value> = lists.iter().map(|list| list[k].value()).collect();
            self.values(&values.iter().collect::<Vec<_>>(), lists[0][k].in_lanes)?;
        }
        Ok(())
    }

    fn values(&mut self, all: &[&Value], in_lanes: InLanes) -> Paired {
        let are_equal = all.iter().all(|value| *value == all[0]);
        match in_lanes {
            InLanes::Differs => self.pair(all, are_equal),
            InLanes::Equal if are_equal => Ok(()),
            InLanes::Equal => Err(Unlike),
            InLanes::Unread => Ok(()),
        }
    }

    fn pair(&mut self, all: &[&Value], are_equal: bool) -> Paired {
        macro_rules! each {
            ($kind:ident) => {
                all.iter()
                    .map(|value| match value {
                        Value::$kind(inner) => Ok(inner),
                        _ => Err(Unlike),
                    })
                    .collect::<Result<Vec<_>, Unlike>>()?
            };
        }
        match all[0] {
            Value::Number(_) => self.numbers(&each!(Number), 1, |x, _| *x),
            Value::Point(_) => self.numbers(&each!(Point), 3, |v, k| v[k]),
            Value::Tensor(_) => self.numbers(&each!(Tensor), 6, |t, k| t[ENTRIES[k]]),
            Value::Axis(_) => self.axes(&each!(Axis), are_equal),
            Value::Symmetric6(_) => {
                let matrices = each!(Symmetric6);
                let entries = matrices.iter().map(|matrix| matrix.entries().collect());
                self.each_number(entries.collect())
            }
            Value::Curve(_) => self.curves(&each!(Curve), are_equal),
            Value::Fixed(_) | Value::Several(_) | Value::Axes(_) | Value::Input(_) => match are_equal {
                true => Ok(()),
                false => Err(Unlike),
            },
        }
    }

    /// The components of corresponding numbers, where the lanes differ.
    fn numbers<T>(&mut self, all: &[&Tunable<T>], components: usize, of: impl Fn(&T, usize) -> f64) -> Paired {
        for k in 0..components {
            let number = LaneNumber::of(all, |x| of(x, k));
            self.put(all[0].id(), k, number)?;
        }
        Ok(())
    }

    fn put(&mut self, id: Option<QuantityId>, component: usize, number: LaneNumber) -> Paired {
        if number.is_same_in_all() {
            return Ok(());
        }
        let key = (id.ok_or(Unlike)?, component);
        match self.numbers.insert(key, number.clone()) {
            Some(known) if known != number => Err(Unlike),
            _ => Ok(()),
        }
    }

    fn each_number(&mut self, lists: Vec<Vec<&Tunable<f64>>>) -> Paired {
        if lists.iter().any(|list| list.len() != lists[0].len()) {
            return Err(Unlike);
        }
        for k in 0..lists[0].len() {
            let all: Vec<_> = lists.iter().map(|list| list[k]).collect();
            self.numbers(&all, 1, |x, _| *x)?;
        }
        Ok(())
    }

    /// Directions. The vectors are unlike if the directions chosen perpendicular to the first vector do not suit all
    /// vectors.
    fn axes(&mut self, all: &[&Axis], are_equal: bool) -> Paired {
        if are_equal {
            return Ok(());
        }
        if !all.iter().all(|axis| are_chosen_alike(all[0], axis)) {
            return Err(Unlike);
        }
        // Signs are the signs of the first vector as declared, even if it is used reversed.
        let (first, own_sign) = all[0].vector();
        for k in 0..3 {
            let vectors: Vec<_> = all
                .iter()
                .map(|axis| {
                    let (vector, sign) = axis.vector();
                    vector.map(|v| own_sign * sign * v[k])
                })
                .collect();
            let number = LaneNumber::of(&vectors.iter().collect::<Vec<_>>(), |x| *x);
            self.put(first.id(), k, number)?;
        }
        Ok(())
    }

    fn curves(&mut self, all: &[&Curve], are_equal: bool) -> Paired {
        let kind = |curve: &Curve| std::mem::discriminant(curve);
        if are_equal {
            return Ok(());
        }
        if all.iter().any(|curve| kind(curve) != kind(all[0])) {
            return Err(Unlike);
        }
        self.each_number(all.iter().map(|curve| curve.numbers()).collect())?;
        let tables: Vec<&Table> = all.iter().filter_map(|curve| curve.table()).collect();
        let [first, others @ ..] = &tables[..] else {
            return Ok(());
        };
        if others.iter().any(|other| other.joined != first.joined) {
            return Err(Unlike);
        }
        if others.iter().any(|other| (&other.x, &other.y) != (&first.x, &first.y)) {
            let id = first.scale.id().ok_or(Unlike)?;
            self.tables
                .insert(id, others.iter().map(|&table| table.clone()).collect());
        }
        Ok(())
    }

    /// Steps that close loops have their own points and their own branch.
    fn steps(&mut self, mobility: &Mobility, group: &Group) -> Paired {
        let members = &group.members;
        let own = |closure: &&Closure| members[0].loops.contains(&closure.group.loops[0]);
        for closure in mobility.closures.iter().filter(own) {
            // The closures of the other members are found by their first loop.
            let place = members[0].loops.iter().position(|l| *l == closure.group.loops[0]);
            let place = place.ok_or(Unlike)?;
            let of_member = |member: usize| {
                let first_loop = members[member].loops[place];
                let mut closures = mobility.closures.iter();
                closures.find(|c| c.group.loops[0] == first_loop).ok_or(Unlike)
            };
            let all = (0..members.len()).map(of_member);
            let all: Vec<&Closure> = all.collect::<Result<_, Unlike>>()?;
            if all.iter().any(|other| other.steps.len() != closure.steps.len()) {
                return Err(Unlike);
            }
            for s in 0..closure.steps.len() {
                self.step(group, &all.iter().map(|c| &c.steps[s]).collect::<Vec<_>>())?;
            }
        }
        Ok(())
    }

    fn step(&mut self, group: &Group, all: &[&Step]) -> Paired {
        let place = |member: usize, body: BodyId| group.members[member].bodies.iter().position(|b| *b == body);
        let kind = |step: &Step| std::mem::discriminant(step);
        for (member, step) in all.iter().enumerate() {
            if place(member, step.body()) != place(0, all[0].body()) || kind(step) != kind(all[0]) {
                return Err(Unlike);
            }
        }
        let points: Vec<_> = all.iter().map(|step| step.points()).collect();
        if points.iter().any(|own| own.len() != points[0].len()) {
            return Err(Unlike);
        }
        for k in 0..points[0].len() {
            let corresponding: Vec<_> = points.iter().map(|points| points[k]).collect();
            self.numbers(&corresponding, 3, |v, k| v[k])?;
        }
        self.each_number(all.iter().map(|step| step.root().into_iter().collect()).collect())
    }
}

impl LaneNumber {
    /// One component of corresponding numbers.
    fn of<T>(all: &[&Tunable<T>], component: impl Fn(&T) -> f64) -> Self {
        let parameters = all.iter().flat_map(|x| x.slopes().iter().map(|(p, _)| *p));
        let slope = |x: &Tunable<T>, parameter: ParameterId| {
            let own = x.slopes().iter().filter(|(p, _)| *p == parameter);
            own.map(|(_, slope)| component(slope)).sum::<f64>()
        };
        let slopes = parameters.collect::<BTreeSet<ParameterId>>().into_iter();
        let slopes = slopes.map(|p| (p, all.iter().map(|x| slope(x, p)).collect::<Vec<f64>>()));
        LaneNumber {
            values: all.iter().map(|x| component(x)).collect(),
            slopes: slopes.filter(|(_, lanes)| lanes.iter().any(|x| *x != 0.0)).collect(),
        }
    }

    fn is_same_in_all(&self) -> bool {
        let same = |lanes: &[f64]| lanes.iter().all(|x| *x == lanes[0]);
        same(&self.values) && self.slopes.iter().all(|(_, lanes)| same(lanes))
    }
}

/// Whether one coordinate axis can be used to choose directions perpendicular to `first` and to `other`. This is the
/// axis of the smallest component of `first`, chosen once for all lanes; `other` must be far from parallel to it.
fn are_chosen_alike(first: &Axis, other: &Axis) -> bool {
    other[first.iamin()].abs() < 0.9
}
