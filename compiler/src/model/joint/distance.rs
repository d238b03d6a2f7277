//! A rod with a ball at each end, with or without mass.

use super::description::{Description, Freedom, NamedLine};
use super::kind::{DeclaredKind, Kind, Rod};
use super::reading::Reading;
use crate::diag::catalogue;
use crate::front::syntax::Value;
use crate::front::units;
use crate::model::quantities::Listed;
use crate::model::quantity::{self, Need};
use crate::model::reading::context::{Context, given};
use crate::model::reading::geometry;
use crate::model::rule::components;
use crate::model::{BodyId, Holds, Number, Point};

/// A rod with ball joints at both ends: one equation, by which its length stays constant. A rod with mass is a slender
/// bar with evenly distributed mass, which needs no separate freedom.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance<P = Point> {
    /// End on the first body.
    pub from: P,
    /// End on the second body.
    pub to: P,
    /// Place of the second end if the rod, in its drawn direction, had its own length; `None` if its length is as
    /// drawn.
    pub reach: Option<P>,
    /// [kg]; `None` for a massless rod.
    pub mass: Option<Number>,
}

pub(super) const DESCRIPTION: Description = Description {
    word: "distance",
    freedoms: &[
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
        Freedom::Turn,
    ],
    ends_bars: true,
    ..Description::LINK
};

impl<P> Distance<P> {
    pub(super) fn map<Q, A, B>(&self, point: impl Fn(&P) -> Q, _axis: impl Fn(&A) -> B) -> Distance<Q> {
        Distance {
            from: point(&self.from),
            to: point(&self.to),
            reach: self.reach.as_ref().map(point),
            mass: self.mass.clone(),
        }
    }
}

impl<P, A> Kind<P, A> for Distance<P> {
    fn description(&self) -> &'static Description {
        &DESCRIPTION
    }

    fn points(&self) -> Vec<&P> {
        vec![&self.from, &self.to]
    }

    fn directions(&self) -> Vec<&A> {
        Vec::new()
    }

    fn rod(&self) -> Option<Rod<'_, P>> {
        Some(Rod {
            from: &self.from,
            to: &self.to,
            reach: self.reach.as_ref(),
            mass: self.mass.as_ref(),
        })
    }
}

impl DeclaredKind for Distance {
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        let [first, second] = bodies;
        let mut listed = vec![
            Listed::point("from", &[first], &mut self.from),
            Listed::point("to", &[second], &mut self.to),
        ];
        listed.extend(
            self.reach
                .iter_mut()
                .map(|reach| Listed::point("adjust", &[second], reach)),
        );
        let mass = self.mass.iter_mut();
        listed.extend(mass.map(|mass| Listed::number("mass", &units::MASS, mass)));
        listed
    }

    fn lines(&self) -> Vec<NamedLine> {
        vec![NamedLine {
            name: "line",
            at: Some(*self.from),
            along: (*self.to - *self.from).normalize(),
        }]
    }
}

pub(super) fn read(reading: &mut Reading) -> Option<Distance> {
    let ends = geometry::ends(&mut reading.attributes, reading.element.name.span, reading.context);
    let adjust = given(reading.attributes.optional("adjust"), |value| {
        adjust(value, reading.context)
    });
    let mass = given(reading.attributes.optional("mass"), |value| {
        quantity::mass(value, "a rod's", &mut reading.context.ledger)
    });
    let (from, to) = ends?;
    let reach = adjust?.map(|adjust| reach(&from, &to, &adjust));
    if let Some(reach) = &reach {
        reading.context.ledger.rule(Holds::Apart, components(&(reach - &from)));
    }
    Some(Distance {
        from,
        to,
        reach,
        mass: mass?,
    })
}

/// `adjust: tune 0 mm`: the difference between the length of a rod and its drawn length [m].
///
/// The design position closes only with rods as drawn. Therefore a difference can only be a parameter with the default
/// zero.
fn adjust(value: &Value, context: &mut Context) -> Option<Number> {
    let need = Need::new("adjust", &units::LENGTH);
    let adjust = quantity::scalar(value, need, &mut context.ledger)?;
    if *adjust != 0.0 || !adjust.is_tuned() {
        let problem = context.ledger.error(
            &catalogue::WRONG_VALUE,
            value.span(),
            "`adjust` can only be a parameter that is zero at first",
        );
        problem
            .label("the design position is drawn with this rod as it is")
            .help("a program sets this parameter at run time, and its declaration has `adjust: tune 0 mm`; here move an end of the rod instead");
        return None;
    }
    Some(adjust)
}

/// The second end of a rod that is longer by `adjust`, in the direction of the drawn rod.
fn reach(from: &Point, to: &Point, adjust: &Number) -> Point {
    let along = (**to - **from).normalize();
    to + &adjust.map(|longer| along * *longer)
}
