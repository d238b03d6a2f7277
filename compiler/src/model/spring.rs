//! Spring-dampers.

use super::quantities::{Listed, Role, ValueMut};
use super::{BodyId, Curve, Declared, Number, Point, Reference, SignalId};
use crate::diag::SourceSpan;
use crate::front::units;

/// A spring-damper between a point of `first` and a point of `second`.
///
/// With length `L` and its rate `L' = dL/dt`, the force that pushes the ends apart is
/// `F = preload - elastic(L - free_length) - damping(L') + bump(min - L) - rebound(L - max) + actuator`.
#[derive(Clone, Debug)]
pub struct Spring {
    /// `front_left.spring`
    pub name: String,
    /// Body of the first end.
    pub first: BodyId,
    /// Body of the second end.
    pub second: BodyId,
    /// First end [m].
    pub from: Point,
    /// Second end [m].
    pub to: Point,
    /// Length without elastic force [m].
    pub free_length: Number,
    /// Force at the free length, positive pushes apart [N].
    pub preload: Number,
    /// Elastic force over deflection `L - free_length` [N over m]; `None`: no elastic force.
    pub elastic: Option<Curve>,
    /// Damping force over rate `L'` [N over m/s]; `None`: no damping force.
    pub damping: Option<Damping>,
    /// Stop that acts below its length: force over overtravel.
    pub bump_stop: Option<Stop>,
    /// Stop that acts above its length: force over overtravel.
    pub rebound_stop: Option<Stop>,
    /// The input of an additional force; a positive force pushes the ends apart.
    pub actuator: Option<SignalId>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Damping, with an optional second characteristic outside a window of the length (hydraulic bump stops).
#[derive(Clone, Debug, PartialEq)]
pub struct Damping {
    /// Force over rate; for a map, the characteristic at its first length.
    pub curve: Curve,
    /// Change of the characteristic with the length; `None` if it does not change.
    pub map: Option<DamperMap>,
    /// `(min, max, curve)`: if the length is below `min` or above `max` [m], this curve replaces the other curve.
    pub outside: Option<(Number, Number, Curve)>,
    /// Rate of a spring in series with the damper [N/m]. In this case the length of the damper is a separate
    /// coordinate.
    pub series: Option<Number>,
}

/// Further characteristics of a damper, at greater lengths. Forces are interpolated linearly over the length. Below the
/// first and above the last length, the characteristic of this length is used.
#[derive(Clone, Debug, PartialEq)]
pub struct DamperMap {
    /// Lengths of all characteristics, including the first, strictly increasing [m].
    pub lengths: Vec<f64>,
    /// Force over rate at each length except the first.
    pub further: Vec<Curve>,
}

/// An end stop: force over overtravel beyond `length`, and no force before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Length at which the stop is reached [m].
    pub length: Number,
    /// Force over overtravel [N over m].
    pub curve: Curve,
}

impl Declared for Spring {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Body(&mut self.first), Reference::Body(&mut self.second)];
        references.extend(self.actuator.iter_mut().map(Reference::Signal));
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let mut listed = vec![
            Listed::point("from", &[self.first], &mut self.from),
            Listed::point("to", &[self.second], &mut self.to),
            Listed::number("free_length", &units::LENGTH, &mut self.free_length),
            Listed::number("preload", &units::FORCE, &mut self.preload),
        ];
        let elastic = self.elastic.iter_mut();
        listed.extend(elastic.map(|curve| Listed::curve("rate", &units::STIFFNESS, curve)));
        listed.extend(self.damping.iter_mut().flat_map(Damping::quantities));
        let bump_stop = self.bump_stop.iter_mut();
        listed.extend(bump_stop.flat_map(|stop| stop.quantities(["bump_stop.length", "bump_stop.rate"])));
        let rebound_stop = self.rebound_stop.iter_mut();
        listed.extend(rebound_stop.flat_map(|stop| stop.quantities(["rebound_stop.length", "rebound_stop.rate"])));
        let actuator = self.actuator.iter().copied().map(ValueMut::Input);
        listed.extend(actuator.map(|input| Listed::new("actuator", &units::FORCE, Role::Scalar, input)));
        listed
    }
}

impl Damping {
    fn quantities(&mut self) -> Vec<Listed<'_>> {
        let mut listed = vec![Listed::curve("damping", &units::DAMPING, &mut self.curve)];
        if let Some(map) = &mut self.map {
            let lengths = ValueMut::Several(&mut map.lengths);
            listed.push(Listed::new("damping.length", &units::LENGTH, Role::Scalar, lengths).equal_in_lanes());
            let further = map.further.iter_mut();
            listed.extend(further.map(|curve| Listed::curve("damping", &units::DAMPING, curve)));
        }
        if let Some((shortest, longest, curve)) = &mut self.outside {
            listed.push(Listed::number("window.min", &units::LENGTH, shortest));
            listed.push(Listed::number("window.max", &units::LENGTH, longest));
            listed.push(Listed::curve("damping_outside", &units::DAMPING, curve));
        }
        let series = self.series.iter_mut();
        listed.extend(series.map(|rate| Listed::number("series", &units::STIFFNESS, rate)));
        listed
    }
}

impl Stop {
    fn quantities(&mut self, [length, rate]: [&'static str; 2]) -> [Listed<'_>; 2] {
        [
            Listed::number(length, &units::LENGTH, &mut self.length),
            Listed::curve(rate, &units::STIFFNESS, &mut self.curve),
        ]
    }
}
