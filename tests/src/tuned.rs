//! A model with its parameters set: what a solver with these parameters has to agree with.

use nalgebra::Matrix3;
use wishbone_compiler::model::{Axis, Curve, Law, Model, Number, Place, Point, Size, Tensor, Tunable};

/// The model with every parameter at the value given, and none left.
pub fn at(model: &Model, values: &[f64]) -> Model {
    let defaults: Vec<f64> = model.parameters.iter().map(|parameter| parameter.default).collect();
    let set = Values { values, defaults };
    let mut model = model.clone();
    model.parameters.clear();
    set.number(&mut model.gravity);
    for body in &mut model.bodies {
        set.number(&mut body.mass);
        set.point(&mut body.com);
        set.tensor(&mut body.inertia);
    }
    for joint in &mut model.joints {
        joint.kind = joint.kind.map(|point| set.set_point(point), |axis| set.axis(axis));
    }
    for spring in &mut model.springs {
        set.point(&mut spring.from);
        set.point(&mut spring.to);
        set.number(&mut spring.free_length);
        set.number(&mut spring.preload);
        spring.elastic.iter_mut().for_each(|curve| set.curve(curve));
        if let Some(damping) = &mut spring.damping {
            set.curve(&mut damping.curve);
            damping.series.iter_mut().for_each(|rate| set.number(rate));
            if let Some((min, max, curve)) = &mut damping.outside {
                set.number(min);
                set.number(max);
                set.curve(curve);
            }
        }
        for stop in [&mut spring.bump_stop, &mut spring.rebound_stop].into_iter().flatten() {
            set.number(&mut stop.length);
            set.curve(&mut stop.curve);
        }
    }
    for force in &mut model.forces {
        match &mut force.law {
            Law::Bushing(bushing) => {
                set.point(&mut bushing.at);
                bushing.stiffness.entries_mut().for_each(|entry| set.number(entry));
                bushing.damping.entries_mut().for_each(|entry| set.number(entry));
                bushing.curves.iter_mut().flatten().for_each(|curve| set.curve(curve));
            }
            Law::Friction(friction) => {
                set.number(&mut friction.limit);
                set.number(&mut friction.speed);
            }
            Law::Load(load) => {
                if let Place::Body { at, axis, .. } = &mut load.on {
                    set.point(at);
                    *axis = set.axis(axis);
                }
                if let Size::Constant(size) = &mut load.size {
                    set.number(size);
                }
            }
            Law::RollBar(bar) => {
                set.point(&mut bar.from);
                set.point(&mut bar.to);
                bar.axis = set.axis(&bar.axis);
                set.curve(&mut bar.elastic);
                bar.damping.iter_mut().for_each(|curve| set.curve(curve));
            }
            Law::Torsion(torsion) => {
                set.number(&mut torsion.free_angle);
                set.number(&mut torsion.preload);
                [&mut torsion.elastic, &mut torsion.damping]
                    .into_iter()
                    .flatten()
                    .for_each(|curve| set.curve(curve));
            }
        }
    }
    for wheel in &mut model.wheels {
        set.point(&mut wheel.centre);
        wheel.axis = set.axis(&wheel.axis);
        set.number(&mut wheel.mass);
        wheel.spin_inertia.iter_mut().for_each(|inertia| set.number(inertia));
        set.number(&mut wheel.diametral_inertia);
    }
    model
}

struct Values<'a> {
    values: &'a [f64],
    defaults: Vec<f64>,
}

impl Values<'_> {
    fn value<T>(&self, tunable: &Tunable<T>, part: impl Fn(&T) -> f64) -> f64 {
        let change = |p: usize| self.values[p] - self.defaults[p];
        let slopes = tunable.slopes().iter();
        part(tunable) + slopes.map(|(p, slope)| part(slope) * change(p.index())).sum::<f64>()
    }

    fn number(&self, number: &mut Number) {
        *number = self.value(number, |x| *x).into();
    }

    fn set_point(&self, point: &Point) -> Point {
        nalgebra::Vector3::from_fn(|k, _| self.value(point, |v| v[k])).into()
    }

    fn point(&self, point: &mut Point) {
        *point = self.set_point(point);
    }

    fn tensor(&self, tensor: &mut Tensor) {
        *tensor = Matrix3::from_fn(|i, j| self.value(tensor, |t| t[(i, j)])).into();
    }

    fn axis(&self, axis: &Axis) -> Axis {
        Axis::along(self.set_point(axis.vector()))
    }

    fn curve(&self, curve: &mut Curve) {
        match curve {
            Curve::Linear(slope) => self.number(slope),
            Curve::Split { negative, positive } => [negative, positive].into_iter().for_each(|x| self.number(x)),
            Curve::Polynomial(polynomial) => {
                polynomial.ordinates.iter_mut().for_each(|x| self.number(x));
                self.number(&mut polynomial.abscissa);
            }
            Curve::Table(table) => [&mut table.scale, &mut table.stretch]
                .into_iter()
                .for_each(|x| self.number(x)),
        }
    }
}
