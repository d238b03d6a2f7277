//! The numbers of equal parts as one number with lanes.
//!
//! Where they differ, the first part's number becomes a parameter whose value in each lane is that of the member there:
//! whatever is computed from it follows by itself.

use super::Group;
use crate::kinematics::Step;
use crate::kinematics::closing::Pin;
use crate::model::{
    Axis, Curve, Damping, JointKind, Model, Number, Parameter, ParameterId, Point, Spring, Stop, Table, Tensor,
    Tunable, Vec3, Wheel,
};
use nalgebra::Matrix3;
use std::cell::RefCell;

/// One thing of each part.
pub fn each<'p, P, T: ?Sized>(parts: &[&'p P], get: impl Fn(&'p P) -> &'p T) -> Vec<&'p T> {
    parts.iter().map(|p| get(p)).collect()
}

/// Collects the numbers that differ.
#[derive(Default)]
pub struct Merger {
    /// By parameter: its numbers, one a lane.
    pub values: Vec<Vec<f64>>,
}

impl Merger {
    /// The parameters, with the first lane's numbers as defaults; nobody has declared them.
    pub fn parameters(&self, model: &Model) -> Vec<Parameter> {
        let parameter = |(i, values): (usize, &Vec<f64>)| Parameter {
            name: format!("lane_number_{i}"),
            unit: "",
            default: values[0],
            span: model.bodies[0].span,
        };
        self.values.iter().enumerate().map(parameter).collect()
    }

    /// A number.
    pub fn number(&mut self, all: &[&Number]) -> Option<Number> {
        self.merged(all, &[1.0], |x, _| *x)
    }

    /// A point or vector.
    pub fn point(&mut self, all: &[&Point]) -> Option<Point> {
        let units = [0, 1, 2].map(|k| Vec3::ith(k, 1.0));
        self.merged(all, &units, |v, k| v[k])
    }

    /// A symmetric tensor.
    pub fn tensor(&mut self, all: &[&Tensor]) -> Option<Tensor> {
        const ENTRIES: [(usize, usize); 6] = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        let unit = |(i, j): (usize, usize)| {
            Matrix3::from_fn(|r, c| if (r, c) == (i, j) || (r, c) == (j, i) { 1.0 } else { 0.0 })
        };
        self.merged(all, &ENTRIES.map(unit), |t, k| t[ENTRIES[k]])
    }

    /// A direction.
    pub fn axis(&mut self, all: &[&Axis]) -> Option<Axis> {
        if all.iter().all(|a| *a == all[0]) {
            return Some(all[0].clone());
        }
        Some(Axis::along(self.point(&each(all, |a| a.vector()))?))
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
        let points: Option<Vec<Point>> = points
            .iter()
            .map(|c| self.point(&c.iter().collect::<Vec<_>>()))
            .collect();
        let axes: Option<Vec<Axis>> = axes.iter().map(|c| self.axis(&c.iter().collect::<Vec<_>>())).collect();
        let (points, axes) = (RefCell::new(points?.into_iter()), RefCell::new(axes?.into_iter()));
        let same = "as many as there were";
        Some(all[0].map(
            |_| points.borrow_mut().next().expect(same),
            |_| axes.borrow_mut().next().expect(same),
        ))
    }

    /// A spring-damper.
    pub fn spring(&mut self, all: &[&Spring]) -> Option<Spring> {
        Some(Spring {
            from: self.point(&each(all, |s| &s.from))?,
            to: self.point(&each(all, |s| &s.to))?,
            free_length: self.number(&each(all, |s| &s.free_length))?,
            preload: self.number(&each(all, |s| &s.preload))?,
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
            centre: self.point(&each(all, |w| &w.centre))?,
            axis: self.axis(&each(all, |w| &w.axis))?,
            mass: self.number(&each(all, |w| &w.mass))?,
            spin_inertia: self.optional(&each(all, |w| &w.spin_inertia), Self::number)?,
            diametral_inertia: self.number(&each(all, |w| &w.diametral_inertia))?,
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
        into_first(&mut points, |all| self.point(all))?;
        into_first(&mut pins, |all| self.pin(all))?;
        into_first(&mut roots, |all| self.number(all))?;
        steps.into_iter().next()
    }

    fn pin(&mut self, all: &[&Pin]) -> Option<Pin> {
        Some(Pin {
            at: self.point(&each(all, |p| &p.at))?,
            longer: self.optional(&each(all, |p| &p.longer), |merger, all| {
                Some(Box::new(merger.point(&each(all, |p| &**p))?))
            })?,
            ..all[0].clone()
        })
    }

    fn damping(&mut self, all: &[&Damping]) -> Option<Damping> {
        let outside = self.optional(&each(all, |d| &d.outside), |merger, all| {
            Some((
                merger.number(&each(all, |o| &o.0))?,
                merger.number(&each(all, |o| &o.1))?,
                merger.curve(&each(all, |o| &o.2))?,
            ))
        })?;
        Some(Damping {
            curve: self.curve(&each(all, |d| &d.curve))?,
            outside,
            series: self.optional(&each(all, |d| &d.series), Self::number)?,
        })
    }

    fn stop(&mut self, all: &[&Stop]) -> Option<Stop> {
        Some(Stop {
            length: self.number(&each(all, |s| &s.length))?,
            curve: self.curve(&each(all, |s| &s.curve))?,
        })
    }

    fn curve(&mut self, all: &[&Curve]) -> Option<Curve> {
        if all.iter().all(|curve| *curve == all[0]) {
            return Some(all[0].clone());
        }
        let same_kind = |curve: &&Curve| std::mem::discriminant(*curve) == std::mem::discriminant(all[0]);
        if !all.iter().all(same_kind) {
            return None;
        }
        let mut curves: Vec<Curve> = all.iter().map(|curve| (*curve).clone()).collect();
        let mut numbers: Vec<_> = curves.iter_mut().map(Curve::numbers_mut).collect();
        into_first(&mut numbers, |all| self.number(all))?;
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
    fn optional<T>(&mut self, all: &[&Option<T>], merge: impl Fn(&mut Self, &[&T]) -> Option<T>) -> Option<Option<T>> {
        let present: Vec<&T> = all.iter().filter_map(|x| x.as_ref()).collect();
        match present.len() {
            0 => Some(None),
            n if n == all.len() => merge(self, &present).map(Some),
            _ => None,
        }
    }

    /// Component by component, each with what it adds to the whole.
    fn merged<T: Clone + PartialEq>(
        &mut self,
        all: &[&Tunable<T>],
        units: &[T],
        component: impl Fn(&T, usize) -> f64,
    ) -> Option<Tunable<T>> {
        if all.iter().any(|x| x.is_tuned()) {
            return None;
        }
        let slopes = units.iter().enumerate().filter_map(|(k, unit)| {
            let values: Vec<f64> = all.iter().map(|x| component(x, k)).collect();
            let differ = values.iter().any(|x| *x != values[0]);
            differ.then(|| (self.parameter(values), unit.clone()))
        });
        let slopes = slopes.collect();
        Some(Tunable::new((**all[0]).clone(), slopes))
    }

    fn parameter(&mut self, values: Vec<f64>) -> ParameterId {
        let known = self.values.iter().position(|v| *v == values);
        ParameterId::from(known.unwrap_or_else(|| {
            self.values.push(values);
            self.values.len() - 1
        }))
    }
}

/// Merges the things of one place of all lists, place by place, into the first list; none where they are not equally many.
fn into_first<T>(lists: &mut [Vec<&mut T>], mut merge: impl FnMut(&[&T]) -> Option<T>) -> Option<()> {
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

/// Whether all but points and directions is equal.
fn has_equal_rest(a: &JointKind, b: &JointKind) -> bool {
    match (a, b) {
        (JointKind::Screw { pitch: a, .. }, JointKind::Screw { pitch: b, .. }) => a == b,
        // It couples joints of its own, which would have to correspond too.
        (JointKind::Gear { .. }, _) => false,
        _ => true,
    }
}
