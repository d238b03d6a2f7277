//! A model with parameters set. A solver with the same parameters must agree with it.

use nalgebra::{Matrix3, Vector3};
use wishbone_compiler::kinematics::Values;
use wishbone_compiler::model::quantities::ValueMut;
use wishbone_compiler::model::{Axis, Model, Number, ParameterId, Point, Tensor, Tunable};

/// The model with every parameter replaced by the given value.
pub fn at(model: &Model, values: &[f64]) -> Model {
    let set = Set(Values::new(model, values));
    let mut model = model.clone();
    model.parameters.clear();
    model.derived.clear();
    model.for_each_part(|_, quantities| {
        for quantity in quantities {
            set.quantity(quantity.value);
        }
    });
    model
}

struct Set(Values<f64>);

impl Set {
    fn quantity(&self, value: ValueMut) {
        match value {
            ValueMut::Number(number) => self.number(number),
            ValueMut::Point(point) => *point = self.point(point).into(),
            ValueMut::Axis(axis) => {
                let (vector, sign) = axis.vector();
                *axis = Axis::along((sign * self.point(vector)).into());
            }
            ValueMut::Tensor(tensor) => *tensor = self.tensor(tensor).into(),
            ValueMut::Symmetric6(matrix) => matrix.entries_mut().for_each(|entry| self.number(entry)),
            ValueMut::Curve(curve) => curve.numbers_mut().into_iter().for_each(|x| self.number(x)),
            ValueMut::Fixed(_) | ValueMut::Several(_) | ValueMut::Axes(_) | ValueMut::Input(_) => {}
        }
    }

    fn value<T>(&self, tunable: &Tunable<T>, part: impl Fn(&T) -> f64) -> f64 {
        let change = |p: ParameterId| {
            let (value, default) = self.0.of(p);
            value - default
        };
        let slopes = tunable.slopes().iter();
        part(tunable) + slopes.map(|(p, slope)| part(slope) * change(*p)).sum::<f64>()
    }

    fn number(&self, number: &mut Number) {
        *number = self.value(number, |x| *x).into();
    }

    fn point(&self, point: &Point) -> Vector3<f64> {
        Vector3::from_fn(|k, _| self.value(point, |v| v[k]))
    }

    fn tensor(&self, tensor: &Tensor) -> Matrix3<f64> {
        Matrix3::from_fn(|i, j| self.value(tensor, |t| t[(i, j)]))
    }
}
