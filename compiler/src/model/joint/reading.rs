//! Geometry of joints and links as it is declared.

use crate::diag::catalogue;
use crate::front::syntax::{Attribute, Element};
use crate::model::attributes::Attributes;
use crate::model::reading::context::Context;
use crate::model::reading::geometry;
use crate::model::{Axis, Point};

/// A joint or link while its attributes are read.
pub(super) struct Reading<'r, 'a> {
    pub(super) element: &'a Element,
    pub(super) attributes: Attributes<'a>,
    pub(super) context: &'r mut Context<'a>,
    /// Centre of mass of the second body, unless the body could not be resolved.
    pub(super) com: Option<Point>,
}

impl Reading<'_, '_> {
    /// A point that must be given.
    pub(super) fn point(&mut self, key: &'static str) -> Option<Point> {
        geometry::required_point(&mut self.attributes, key, self.context)
    }

    /// A point, or `default` if none is given.
    pub(super) fn point_or(&mut self, key: &'static str, default: Option<Point>) -> Option<Point> {
        geometry::optional_point(&mut self.attributes, key, default, self.context)
    }

    /// A point, or the second body's centre of mass if none is given.
    pub(super) fn point_or_com(&mut self, key: &'static str) -> Option<Point> {
        self.point_or(key, self.com.clone())
    }

    /// Point and direction: `through` two points, or `axis` with `at`.
    pub(super) fn line(&mut self) -> Option<(Point, Axis)> {
        self.line_at(true)
    }

    /// Point and direction as in [`Self::line`]. If no point is given, it is the second body's centre of mass.
    pub(super) fn line_or_com(&mut self) -> Option<(Point, Axis)> {
        self.line_at(false)
    }

    fn line_at(&mut self, needs_point: bool) -> Option<(Point, Axis)> {
        let through = self.attributes.attribute("through");
        let axis = self.attributes.attribute("axis");
        let at = self.attributes.attribute("at");
        if let Some(through) = through {
            if let Some(other) = axis.or(at) {
                self.conflict(other, through);
                return None;
            }
            return geometry::through(&through.value, self.context);
        }
        // If neither is given, `through` is named, which gives both. If only `at` is given, only the direction is
        // missing.
        let axis = match axis {
            Some(axis) => geometry::axis(&axis.value, self.context),
            None if at.is_some() || !needs_point => self.attributes.required("axis", "x").and(None),
            None => return self.attributes.needed("through").and(None),
        };
        let at = self.reference_point(needs_point);
        Some((at?, axis?))
    }

    /// A point of a plane, and its normal.
    pub(super) fn plane(&mut self) -> Option<(Point, Axis)> {
        self.plane_at(true)
    }

    /// A point of a plane and its normal as in [`Self::plane`]. If no point is given, it is the second body's centre of
    /// mass.
    pub(super) fn plane_or_com(&mut self) -> Option<(Point, Axis)> {
        self.plane_at(false)
    }

    fn plane_at(&mut self, needs_point: bool) -> Option<(Point, Axis)> {
        let normal = self.attributes.needed("normal");
        let normal = normal.and_then(|value| geometry::axis(value, self.context));
        let at = self.reference_point(needs_point);
        Some((at?, normal?))
    }

    fn reference_point(&mut self, needs_point: bool) -> Option<Point> {
        match needs_point {
            true => self.point("at"),
            false => self.point_or_com("at"),
        }
    }

    /// Reports an attribute beside `through` that gives equal information.
    pub(super) fn conflict(&mut self, other: &Attribute, through: &Attribute) {
        let message = format!("`{}` is already given by `through`", other.key.text);
        self.context
            .ledger
            .error(&catalogue::CONFLICT, other.key.span, message)
            .label("one of the two is too much")
            .also(through.key.span, "direction and point are given here");
    }
}
