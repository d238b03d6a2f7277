//! Two shafts that bend against each other and turn at equal speeds.

use super::description::{Description, Freedom, Mark, Moves, Names};
use super::kind::{DeclaredKind, Kind};
use super::reading::Reading;
use crate::model::quantities::{Listed, Role};
use crate::model::reading::geometry;
use crate::model::{Axis, BodyId, Point};

/// Two shafts that bend relative to each other about one point and turn at equal speeds. The relative angular velocity
/// lies in the plane that halves the angle between the shafts. Coordinates: two bends [rad].
#[derive(Clone, Debug, PartialEq)]
pub struct ConstantVelocity<P = Point, A = Axis> {
    /// The point where the shafts meet.
    pub at: P,
    /// Unit directions of the shafts of the first and of the second body; both point from the first to the second body.
    /// They are equal if the joint is straight.
    pub axes: [A; 2],
}

pub(super) const DESCRIPTION: Description = Description {
    word: "constant_velocity",
    freedoms: &[Freedom::Turn, Freedom::Turn],
    names: [Names::rates(&[".first", ".second"]); 2],
    speeds_are_rates: false,
    moves: Moves::Clause("bends about {} in all directions"),
    picture: &[
        Mark::Disc {
            centre: [0.0, 0.0],
            radius: 6.5,
            filled: false,
        },
        Mark::Stroke {
            moves: &[([-4.0, 0.0], "h8"), ([0.0, -4.0], "v8")],
            width: 2.0,
        },
    ],
    ..Description::JOINT
};

impl<P, A> ConstantVelocity<P, A> {
    pub(super) fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> ConstantVelocity<Q, B> {
        ConstantVelocity {
            at: point(&self.at),
            axes: self.axes.each_ref().map(axis),
        }
    }
}

impl<P, A> Kind<P, A> for ConstantVelocity<P, A> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.at]
    }

    fn directions(&self) -> Vec<&A> {
        self.axes.iter().collect()
    }
}

impl DeclaredKind for ConstantVelocity {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        // The coordinates are angles about directions that are chosen across the shafts.
        let shaft = |name, axis| Listed::axis(name, Role::Polar, axis).equal_in_lanes();
        let [own, other] = &mut self.axes;
        vec![
            Listed::point("at", &bodies, &mut self.at),
            shaft("axes[0]", own),
            shaft("axes[1]", other),
        ]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<ConstantVelocity> {
    let axes = shafts(reading);
    let at = reading.point("at");
    Some(ConstantVelocity { at: at?, axes: axes? })
}

/// `axis: y` for shafts in line, or `axes: [y, [0.1, 1, 0]]` for shafts that are bent at the design position.
fn shafts(reading: &mut Reading) -> Option<[Axis; 2]> {
    let (axis, axes) = (
        reading.attributes.attribute("axis"),
        reading.attributes.attribute("axes"),
    );
    match (axis, axes) {
        (Some(axis), Some(axes)) => {
            reading.conflict(axis, axes);
            None
        }
        (None, Some(axes)) => geometry::shafts(&axes.value, reading.context),
        (Some(axis), None) => {
            let axis = geometry::axis(&axis.value, reading.context)?;
            Some([axis.clone(), axis])
        }
        (None, None) => reading.attributes.needed("axis").and(None),
    }
}
