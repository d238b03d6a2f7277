//! A list that contains each declared number once, with its part, unit and role.
//!
//! A part lists its numbers in one place ([`Declared::quantities`](super::Declared::quantities)). Mirroring, comparing
//! subsystems of equal structure, computing them in lanes, comparing two designs and setting parameters are loops over
//! these lists, by role.

use super::reflection;
use super::{
    Axis, BodyId, Curve, DriveId, ForceId, JointId, Number, Point, QuantityId, SignalId, SpringId, Symmetric6, Tensor,
    WheelId,
};
use crate::front::units;
use nalgebra::Matrix3;
use std::collections::BTreeMap;
use std::ops::Range;

/// A number of a part, as the part lists it.
pub struct Listed<'a> {
    /// Its attribute, as it is declared.
    pub attribute: &'static str,
    /// Its unit; for a curve, the unit of the ordinate over the abscissa.
    pub unit: &'static units::Quantity,
    /// How it changes under reflection and with its place.
    pub role: Role,
    /// Whether it may differ between equal subsystems that are computed side by side.
    pub in_lanes: InLanes,
    /// The number.
    pub value: ValueMut<'a>,
}

/// How a quantity changes under reflection and with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Equal on both sides and at every place.
    Scalar,
    /// The number has the opposite sign on the other side, for example the pitch of a thread. A characteristic `f`
    /// becomes `-f(-x)`.
    Pseudoscalar,
    /// A place on one body, or on two bodies that meet there. If no body is given, the place is on the body that has
    /// the quantity.
    Point(Vec<BodyId>),
    /// A direction of translation or of a shaft.
    Polar,
    /// An axis of rotation.
    Axial,
    /// A tensor, or the axes of a tensor.
    Tensor,
}

/// Whether a quantity may differ between equal subsystems that are computed side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InLanes {
    /// It may.
    Differs,
    /// It may not, because choices of which the solver consists depend on it.
    Equal,
    /// It may, because no equation of motion reads it.
    Unread,
}

/// A number of a part, to be read or changed.
pub enum ValueMut<'a> {
    /// A number that may be a parameter.
    Number(&'a mut Number),
    /// A point or vector.
    Point(&'a mut Point),
    /// A direction.
    Axis(&'a mut Axis),
    /// A tensor of inertia.
    Tensor(&'a mut Tensor),
    /// A symmetric matrix over displacements and rotations.
    Symmetric6(&'a mut Symmetric6),
    /// A characteristic.
    Curve(&'a mut Curve),
    /// A number that is no parameter.
    Fixed(&'a mut f64),
    /// Several numbers that are no parameters.
    Several(&'a mut Vec<f64>),
    /// Axes of a part, as columns.
    Axes(&'a mut Matrix3<f64>),
    /// An input that replaces a number.
    Input(SignalId),
}

/// A number of a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number that may be a parameter.
    Number(Number),
    /// A point or vector.
    Point(Point),
    /// A direction.
    Axis(Axis),
    /// A tensor of inertia.
    Tensor(Tensor),
    /// A symmetric matrix over displacements and rotations.
    Symmetric6(Symmetric6),
    /// A characteristic.
    Curve(Curve),
    /// A number that is no parameter.
    Fixed(f64),
    /// Several numbers that are no parameters.
    Several(Vec<f64>),
    /// Axes of a part, as columns.
    Axes(Matrix3<f64>),
    /// An input that replaces a number.
    Input(SignalId),
}

/// The part that a quantity belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The whole vehicle.
    Vehicle,
    /// A body.
    Body(BodyId),
    /// A joint or link.
    Joint(JointId),
    /// A drive of a joint or link.
    Drive(DriveId),
    /// A spring-damper.
    Spring(SpringId),
    /// Another force element.
    Force(ForceId),
    /// A wheel.
    Wheel(WheelId),
    /// A named output, by its position.
    Output(usize),
}

/// A quantity of the model.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Its part.
    pub owner: Owner,
    /// Its attribute, as it is declared.
    pub attribute: &'static str,
    /// Its SI unit as it is written; empty for a plain number.
    pub unit: &'static str,
    /// How it changes under reflection and with its place.
    pub role: Role,
    /// Whether it may differ between equal subsystems that are computed side by side.
    pub in_lanes: InLanes,
    /// The number at the defaults of the parameters, with its slopes.
    pub value: Value,
}

/// All quantities of a model, in the order of its parts.
#[derive(Clone, Debug, Default)]
pub struct Quantities {
    all: Vec<Quantity>,
    parts: BTreeMap<Owner, Range<usize>>,
    /// Number of ids that have been given.
    ids: u32,
}

impl<'a> Listed<'a> {
    /// A number that may be a parameter.
    pub fn number(attribute: &'static str, unit: &'static units::Quantity, value: &'a mut Number) -> Self {
        Listed::new(attribute, unit, Role::Scalar, ValueMut::Number(value))
    }

    /// A place on these bodies [m]; see [`Role::Point`].
    pub fn point(attribute: &'static str, on: &[BodyId], value: &'a mut Point) -> Self {
        let role = Role::Point(on.to_vec());
        Listed::new(attribute, &units::LENGTH, role, ValueMut::Point(value))
    }

    /// A direction, polar or axial.
    pub fn axis(attribute: &'static str, role: Role, value: &'a mut Axis) -> Self {
        Listed::new(attribute, &units::PLAIN, role, ValueMut::Axis(value))
    }

    /// A characteristic; the unit is the unit of the ordinate over the abscissa.
    pub fn curve(attribute: &'static str, unit: &'static units::Quantity, value: &'a mut Curve) -> Self {
        Listed::new(attribute, unit, Role::Scalar, ValueMut::Curve(value))
    }

    /// A number that is not a parameter, and that has to be equal in all lanes.
    pub fn fixed(attribute: &'static str, unit: &'static units::Quantity, role: Role, value: &'a mut f64) -> Self {
        Listed::new(attribute, unit, role, ValueMut::Fixed(value)).equal_in_lanes()
    }

    /// Any number that may differ between lanes.
    pub fn new(attribute: &'static str, unit: &'static units::Quantity, role: Role, value: ValueMut<'a>) -> Self {
        Listed {
            attribute,
            unit,
            role,
            in_lanes: InLanes::Differs,
            value,
        }
    }

    /// This listed number, which must be equal in all lanes.
    pub fn equal_in_lanes(self) -> Self {
        Listed {
            in_lanes: InLanes::Equal,
            ..self
        }
    }

    /// Changes the number to the number of the part's image on the other side of the vehicle.
    pub(super) fn reflect(&mut self) {
        let is_odd = self.role == Role::Pseudoscalar;
        match &mut self.value {
            ValueMut::Number(number) if is_odd => **number = number.map(|x| -x),
            ValueMut::Fixed(number) if is_odd => **number = -**number,
            ValueMut::Curve(curve) if is_odd => **curve = curve.turned(),
            ValueMut::Number(_) | ValueMut::Fixed(_) | ValueMut::Curve(_) => {}
            ValueMut::Point(point) => **point = point.map(reflection::polar),
            ValueMut::Axis(axis) if self.role == Role::Polar => **axis = axis.map(reflection::polar),
            ValueMut::Axis(axis) => **axis = axis.map(reflection::axial),
            ValueMut::Tensor(tensor) => **tensor = tensor.map(reflection::tensor),
            ValueMut::Axes(axes) => **axes = reflection::tensor(axes),
            ValueMut::Symmetric6(matrix) => **matrix = reflection::six(matrix),
            ValueMut::Several(_) | ValueMut::Input(_) => {}
        }
    }

    fn identify(&mut self, next: &mut QuantityId) {
        match &mut self.value {
            ValueMut::Number(number) => number.identify(next),
            ValueMut::Point(point) => point.identify(next),
            ValueMut::Axis(axis) => axis.vector_mut().identify(next),
            ValueMut::Tensor(tensor) => tensor.identify(next),
            ValueMut::Symmetric6(matrix) => matrix.entries_mut().for_each(|entry| entry.identify(next)),
            ValueMut::Curve(curve) => curve.numbers_mut().into_iter().for_each(|x| x.identify(next)),
            ValueMut::Fixed(_) | ValueMut::Several(_) | ValueMut::Axes(_) | ValueMut::Input(_) => {}
        }
    }

    /// The number without the other data.
    pub fn value(&self) -> Value {
        match &self.value {
            ValueMut::Number(x) => Value::Number((**x).clone()),
            ValueMut::Point(x) => Value::Point((**x).clone()),
            ValueMut::Axis(x) => Value::Axis((**x).clone()),
            ValueMut::Tensor(x) => Value::Tensor((**x).clone()),
            ValueMut::Symmetric6(x) => Value::Symmetric6((**x).clone()),
            ValueMut::Curve(x) => Value::Curve((**x).clone()),
            ValueMut::Fixed(x) => Value::Fixed(**x),
            ValueMut::Several(x) => Value::Several((**x).clone()),
            ValueMut::Axes(x) => Value::Axes(**x),
            ValueMut::Input(x) => Value::Input(*x),
        }
    }

    /// The listed number as a quantity of a part.
    pub(crate) fn of(self, owner: Owner) -> Quantity {
        Quantity {
            owner,
            attribute: self.attribute,
            unit: self.unit.si(),
            value: self.value(),
            role: self.role,
            in_lanes: self.in_lanes,
        }
    }
}

impl Quantities {
    /// Adds the numbers of a part, and gives each its id.
    pub(super) fn add(&mut self, owner: Owner, listed: Vec<Listed>) {
        let first = self.all.len();
        let mut next = self.next();
        for mut quantity in listed {
            quantity.identify(&mut next);
            self.all.push(quantity.of(owner));
        }
        self.parts.insert(owner, first..self.all.len());
        self.ids = next.0;
    }

    /// The quantities of a part, in the order in which they are declared.
    pub fn of(&self, owner: Owner) -> &[Quantity] {
        self.parts.get(&owner).map_or(&[], |range| &self.all[range.clone()])
    }

    /// All quantities, part by part.
    pub fn all(&self) -> &[Quantity] {
        &self.all
    }

    /// The first id that is not used for a quantity of the declaration.
    pub(crate) fn next(&self) -> QuantityId {
        QuantityId(self.ids)
    }
}

#[cfg(test)]
mod tests {
    use super::{Owner, Quantity, Value};
    use crate::front::language::{self, ValueShape};
    use crate::model::Model;
    use crate::report::samples;

    fn keyword(model: &Model, owner: Owner) -> &'static str {
        match owner {
            Owner::Vehicle => "vehicle",
            Owner::Body(_) => "body",
            Owner::Joint(id) => match model.joint(id).kind.word() {
                "gear" => "gear",
                _ if model.joint(id).kind.is_link() => "link",
                _ => "joint",
            },
            Owner::Drive(_) => "joint",
            Owner::Spring(_) => "spring",
            Owner::Force(id) => match model.forces[id.index()].law.word() {
                "air spring" => "air_spring",
                "anti-roll bar" => "roll_bar",
                "ground contact" => "ground_contact",
                "leaf spring" => "leaf_spring",
                "torsion spring" => "torsion",
                word => word,
            },
            Owner::Wheel(_) => "wheel",
            Owner::Output(_) => "output",
        }
    }

    /// The attribute in which a quantity is declared: `bump_stop` for `bump_stop.length`.
    fn declared(quantity: &Quantity) -> &'static str {
        quantity.attribute.split(['.', '[']).next().expect("a first part")
    }

    /// The lists of numbers and the language name equal attributes, with equal units.
    #[test]
    fn what_parts_list_is_what_can_be_declared() {
        let mut checked = 0;
        for compiled in samples::all() {
            let model = &compiled.model;
            for quantity in model.quantities.all() {
                let keyword = keyword(model, quantity.owner);
                // The point of a gear is computed, not declared.
                if (keyword, quantity.attribute) == ("gear", "at") {
                    continue;
                }
                let key = declared(quantity);
                let mut settings = language::SETTINGS.iter().map(|(setting, _)| setting);
                let attribute = match keyword {
                    "vehicle" => settings.find(|setting| setting.key == key),
                    keyword => language::part(keyword).and_then(|part| part.attribute(key)),
                };
                let attribute = attribute.unwrap_or_else(|| panic!("{keyword} has no {}", quantity.attribute));
                let units: Vec<&str> = match (&attribute.shape, &quantity.value) {
                    (ValueShape::Quantity(all), Value::Number(_) | Value::Fixed(_)) => {
                        all.iter().map(|u| u.si()).collect()
                    }
                    (ValueShape::QuantityOrWord(unit, _) | ValueShape::QuantityOrName(unit), Value::Number(_)) => {
                        vec![unit.si()]
                    }
                    (ValueShape::Listed(unit), Value::Number(_) | Value::Tensor(_)) => vec![unit.si()],
                    (ValueShape::QuantityOrVector(unit), Value::Point(_)) => vec![unit.si()],
                    (ValueShape::Curve(unit), Value::Curve(_)) => vec![unit.si()],
                    _ => continue,
                };
                assert!(units.contains(&quantity.unit), "{keyword}: {quantity:?}");
                checked += 1;
            }
        }
        assert!(checked > 100, "{checked}");
    }
}
