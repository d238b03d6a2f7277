//! The numbers of equal parts as one number with lanes.
//!
//! Where they differ, the first part's number becomes a parameter whose value in each lane is that of the member there:
//! whatever is computed from it follows by itself. Members that the declared parameters change in different ways differ
//! too; the merged parameter then depends on these, in each lane as the member there does.

use super::Group;
use crate::kinematics::Step;
use crate::kinematics::closing::Pin;
use crate::model::{
    Axis, Curve, Damping, JointKind, Model, Number, Parameter, ParameterId, Point, Spring, Stop, Table, Tensor,
    Tunable, Vec3, Wheel,
};
use nalgebra::Matrix3;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Mul;

/// One thing of each part.
pub fn each<'p, P, T: ?Sized>(parts: &[&'p P], get: impl Fn(&'p P) -> &'p T) -> Vec<&'p T> {
    parts.iter().map(|p| get(p)).collect()
}

/// A number of each part, one a lane: there it is `value + Σ slope (p - default)`, as any number of a declaration.
#[derive(Clone, Debug, PartialEq)]
pub struct Merged {
    /// At the defaults of the declared parameters.
    pub values: Vec<f64>,
    /// By declared parameter: the change for a unit of it.
    pub slopes: Vec<(ParameterId, Vec<f64>)>,
}

impl Merged {
    /// A component of all.
    fn of<T>(all: &[&Tunable<T>], component: impl Fn(&T) -> f64) -> Self {
        let parameters = all.iter().flat_map(|x| x.slopes().iter().map(|(p, _)| *p));
        let slope = |x: &Tunable<T>, parameter: ParameterId| {
            let own = x.slopes().iter().filter(|(p, _)| *p == parameter);
            own.map(|(_, slope)| component(slope)).sum::<f64>()
        };
        let slopes = parameters.collect::<BTreeSet<ParameterId>>().into_iter();
        let slopes = slopes.map(|p| (p, all.iter().map(|x| slope(x, p)).collect::<Vec<f64>>()));
        Merged {
            values: all.iter().map(|x| component(x)).collect(),
            slopes: slopes.filter(|(_, lanes)| lanes.iter().any(|x| *x != 0.0)).collect(),
        }
    }

    /// Whether it is the same in all lanes, wherever the parameters are.
    fn is_same_in_all(&self) -> bool {
        let same = |lanes: &[f64]| lanes.iter().all(|x| *x == lanes[0]);
        same(&self.values) && self.slopes.iter().all(|(_, lanes)| same(lanes))
    }
}

/// Collects the numbers that differ, as parameters behind the declared ones.
pub struct Merger<'m> {
    model: &'m Model,
    /// By further parameter.
    pub numbers: Vec<Merged>,
}

impl<'m> Merger<'m> {
    /// Nothing collected yet.
    pub fn new(model: &'m Model) -> Self {
        Merger {
            model,
            numbers: Vec::new(),
        }
    }

    /// The declared parameters, then those that nobody has declared, with the first lane's numbers as defaults.
    pub fn parameters(&self) -> Vec<Parameter> {
        let merged = |(i, number): (usize, &Merged)| Parameter {
            name: format!("lane_number_{i}"),
            unit: "",
            default: number.values[0],
            range: [number.values[0]; 2],
            span: self.model.bodies[0].span,
        };
        let declared = self.model.parameters.iter().cloned();
        declared.chain(self.numbers.iter().enumerate().map(merged)).collect()
    }

    /// A number.
    pub fn number(&mut self, all: &[&Number]) -> Number {
        self.merged(all, &[1.0], |x, _| *x)
    }

    /// A point or vector.
    pub fn point(&mut self, all: &[&Point]) -> Point {
        let units = [0, 1, 2].map(|k| Vec3::ith(k, 1.0));
        self.merged(all, &units, |v, k| v[k])
    }

    /// A symmetric tensor.
    pub fn tensor(&mut self, all: &[&Tensor]) -> Tensor {
        const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let unit = |(i, j): (usize, usize)| {
            Matrix3::from_fn(|r, c| if (r, c) == (i, j) || (r, c) == (j, i) { 1.0 } else { 0.0 })
        };
        self.merged(all, &ENTRIES.map(unit), |t, k| t[ENTRIES[k]])
    }

    /// A direction; none where directions across the first are not across all.
    pub fn axis(&mut self, all: &[&Axis]) -> Option<Axis> {
        if all.iter().all(|a| *a == all[0]) {
            return Some(all[0].clone());
        }
        if !all.iter().all(|axis| are_chosen_alike(all[0], axis)) {
            return None;
        }
        Some(Axis::along(self.point(&each(all, |a| a.vector()))))
    }

    /// The geometry of a joint.
    pub fn joint(&mut self, all: &[&JointKind]) -> Option<JointKind> {
        if all
            .iter()
            .any(|kind| kind.word() != all[0].word() || !has_equal_rest(kind, all[0]))
        {
            return None;
        }
        let points = columns(all, |kind, found| {
            kind.map(|p| found.borrow_mut().push(p.clone()), |_| ());
        })?;
        let axes = columns(all, |kind, found| {
            kind.map(|_| (), |a| found.borrow_mut().push(a.clone()));
        })?;
        let points = points.iter().map(|c| self.point(&c.iter().collect::<Vec<_>>()));
        let points: Vec<Point> = points.collect();
        let axes = axes.iter().map(|c| self.axis(&c.iter().collect::<Vec<_>>()));
        let axes: Option<Vec<Axis>> = axes.collect();
        let (points, axes) = (RefCell::new(points.into_iter()), RefCell::new(axes?.into_iter()));
        let same = "as many as there were";
        Some(all[0].map(
            |_| points.borrow_mut().next().expect(same),
            |_| axes.borrow_mut().next().expect(same),
        ))
    }

    /// A spring-damper.
    pub fn spring(&mut self, all: &[&Spring]) -> Option<Spring> {
        Some(Spring {
            from: self.point(&each(all, |s| &s.from)),
            to: self.point(&each(all, |s| &s.to)),
            free_length: self.number(&each(all, |s| &s.free_length)),
            preload: self.number(&each(all, |s| &s.preload)),
            elastic: self.optional(&each(all, |s| &s.elastic), Self::curve)?,
            damping: self.optional(&each(all, |s| &s.damping), Self::damping)?,
            bump_stop: self.optional(&each(all, |s| &s.bump_stop), Self::stop)?,
            rebound_stop: self.optional(&each(all, |s| &s.rebound_stop), Self::stop)?,
            ..all[0].clone()
        })
    }

    /// A wheel.
    pub fn wheel(&mut self, all: &[&Wheel]) -> Option<Wheel> {
        Some(Wheel {
            centre: self.point(&each(all, |w| &w.centre)),
            axis: self.axis(&each(all, |w| &w.axis))?,
            mass: self.number(&each(all, |w| &w.mass)),
            spin_inertia: self.optional(&each(all, |w| &w.spin_inertia), |merger, all| Some(merger.number(all)))?,
            diametral_inertia: self.number(&each(all, |w| &w.diametral_inertia)),
            ..all[0].clone()
        })
    }

    /// A step by which loops are closed.
    pub fn step(&mut self, group: &Group, all: &[&Step]) -> Option<Step> {
        let corresponds = |(member, step): (usize, &&Step)| {
            let place = |b| group.members[member].bodies.iter().position(|own| *own == b);
            let first = group.members[0].bodies.iter().position(|own| *own == all[0].body());
            place(step.body()) == first
        };
        if !all.iter().enumerate().all(corresponds) {
            return None;
        }
        let same_kind = |step: &&Step| std::mem::discriminant(*step) == std::mem::discriminant(all[0]);
        if !all.iter().all(same_kind) {
            return None;
        }
        let mut steps: Vec<Step> = all.iter().map(|step| (*step).clone()).collect();
        let (mut points, mut pins, mut roots) = (Vec::new(), Vec::new(), Vec::new());
        for step in &mut steps {
            let parts = step.parts_mut();
            points.push(parts.0);
            pins.push(parts.1);
            roots.push(parts.2);
        }
        into_first(&mut points, |all| Some(self.point(all)))?;
        into_first(&mut pins, |all| self.pin(all))?;
        into_first(&mut roots, |all| Some(self.number(all)))?;
        steps.into_iter().next()
    }

    fn pin(&mut self, all: &[&Pin]) -> Option<Pin> {
        Some(Pin {
            at: self.point(&each(all, |p| &p.at)),
            longer: self.optional(&each(all, |p| &p.longer), |merger, all| {
                Some(Box::new(merger.point(&each(all, |p| &**p))))
            })?,
            ..all[0].clone()
        })
    }

    fn damping(&mut self, all: &[&Damping]) -> Option<Damping> {
        let outside = self.optional(&each(all, |d| &d.outside), |merger, all| {
            Some((
                merger.number(&each(all, |o| &o.0)),
                merger.number(&each(all, |o| &o.1)),
                merger.curve(&each(all, |o| &o.2))?,
            ))
        })?;
        Some(Damping {
            curve: self.curve(&each(all, |d| &d.curve))?,
            outside,
            series: self.optional(&each(all, |d| &d.series), |merger, all| Some(merger.number(all)))?,
        })
    }

    fn stop(&mut self, all: &[&Stop]) -> Option<Stop> {
        Some(Stop {
            length: self.number(&each(all, |s| &s.length)),
            curve: self.curve(&each(all, |s| &s.curve))?,
        })
    }

    /// A characteristic.
    pub fn curve(&mut self, all: &[&Curve]) -> Option<Curve> {
        if all.iter().all(|curve| *curve == all[0]) {
            return Some(all[0].clone());
        }
        let same_kind = |curve: &&Curve| std::mem::discriminant(*curve) == std::mem::discriminant(all[0]);
        if !all.iter().all(same_kind) {
            return None;
        }
        let mut curves: Vec<Curve> = all.iter().map(|curve| (*curve).clone()).collect();
        let mut numbers: Vec<_> = curves.iter_mut().map(Curve::numbers_mut).collect();
        into_first(&mut numbers, |all| Some(self.number(all)))?;
        if let [Curve::Table(first), others @ ..] = &mut curves[..] {
            let others: Vec<Table> = others.iter().filter_map(as_table).collect();
            if others.iter().any(|other| other.joined != first.joined) {
                return None;
            }
            if others.iter().any(|other| (&other.x, &other.y) != (&first.x, &first.y)) {
                first.others = others;
            }
        }
        curves.into_iter().next()
    }

    /// What all parts have, or none.
    pub fn optional<T>(
        &mut self,
        all: &[&Option<T>],
        merge: impl Fn(&mut Self, &[&T]) -> Option<T>,
    ) -> Option<Option<T>> {
        let present: Vec<&T> = all.iter().filter_map(|x| x.as_ref()).collect();
        match present.len() {
            0 => Some(None),
            n if n == all.len() => merge(self, &present).map(Some),
            _ => None,
        }
    }

    /// Component by component, each with what it adds to the whole.
    fn merged<T: Clone + Mul<f64, Output = T>>(
        &mut self,
        all: &[&Tunable<T>],
        units: &[T],
        component: impl Fn(&T, usize) -> f64,
    ) -> Tunable<T> {
        let mut slopes = Vec::new();
        for (k, unit) in units.iter().enumerate() {
            let number = Merged::of(all, |x| component(x, k));
            if number.is_same_in_all() {
                let own = number.slopes.iter();
                slopes.extend(own.map(|(parameter, lanes)| (*parameter, unit.clone() * lanes[0])));
            } else {
                slopes.push((self.parameter(number), unit.clone()));
            }
        }
        Tunable::new((**all[0]).clone(), slopes)
    }

    fn parameter(&mut self, number: Merged) -> ParameterId {
        let known = self.numbers.iter().position(|n| *n == number);
        let place = known.unwrap_or_else(|| {
            self.numbers.push(number);
            self.numbers.len() - 1
        });
        ParameterId::from(self.model.parameters.len() + place)
    }
}

/// Merges the things of one place of all lists, place by place, into the first list; none where they are not equally many.
pub fn into_first<T>(lists: &mut [Vec<&mut T>], mut merge: impl FnMut(&[&T]) -> Option<T>) -> Option<()> {
    let count = lists[0].len();
    if lists.iter().any(|list| list.len() != count) {
        return None;
    }
    for k in 0..count {
        let merged = merge(&lists.iter().map(|list| &*list[k]).collect::<Vec<&T>>())?;
        *lists[0][k] = merged;
    }
    Some(())
}

fn as_table(curve: &Curve) -> Option<Table> {
    match curve {
        Curve::Table(table) => Some(table.clone()),
        _ => None,
    }
}

/// By point, or axis, of a joint: those of all; none where they are not equally many.
fn columns<T: Clone>(all: &[&JointKind], collect: impl Fn(&JointKind, &RefCell<Vec<T>>)) -> Option<Vec<Vec<T>>> {
    let rows = all.iter().map(|kind| {
        let found = RefCell::new(Vec::new());
        collect(kind, &found);
        found.into_inner()
    });
    let rows: Vec<Vec<T>> = rows.collect();
    let count = rows[0].len();
    let columns = (0..count).map(|k| rows.iter().map(|row| row[k].clone()).collect());
    rows.iter().all(|row| row.len() == count).then(|| columns.collect())
}

/// Whether directions that are chosen across the first are far from parallel to the other: those across a direction that
/// has lanes are chosen once, beside the component in which the first is smallest.
fn are_chosen_alike(first: &Axis, other: &Axis) -> bool {
    other[first.iamin()].abs() < 0.9
}

/// Whether all but points and directions is equal.
fn has_equal_rest(a: &JointKind, b: &JointKind) -> bool {
    match (a, b) {
        // Their coordinates count along, or about, directions that are chosen for each by itself.
        (JointKind::Planar { .. }, _) | (JointKind::ConstantVelocity { .. }, _) => a.directions() == b.directions(),
        (JointKind::Screw { pitch: a, .. }, JointKind::Screw { pitch: b, .. }) => a == b,
        // It couples joints of its own, which would have to correspond too.
        (JointKind::Gear { .. }, _) => false,
        _ => true,
    }
}
