//! Joints and links as they are declared: bodies, geometry, drive.

use super::{Accepted, Description, Joint, KINDS, Role, drive};
use crate::diag::catalogue;
use crate::front::language;
use crate::front::syntax::{Attribute, Element, Value};
use crate::model::attributes::Attributes;
use crate::model::resolve::{Context, geometry};
use crate::model::{Axis, Override, Point};

/// A joint or link while its attributes are read.
pub(super) struct Reading<'r, 'a> {
    pub(super) element: &'a Element,
    pub(super) attributes: Attributes<'a>,
    pub(super) context: &'r mut Context<'a>,
    /// Centre of mass of the second body, unless the body could not be resolved.
    com: Option<Point>,
}

/// Whether this is a kind of the parts with a keyword.
fn is_kind_of(keyword: &str, kind: &str) -> bool {
    language::part(keyword).is_some_and(|part| part.kind(kind).is_some())
}

/// Advice on a kind that no joint or link has under this keyword.
pub(in crate::model) fn advice(keyword: &str, kind: &str) -> Option<String> {
    match keyword {
        "joint" if kind == "distance" => Some("a rod of fixed length is a `link`, not a `joint`".to_owned()),
        "joint" if is_kind_of("link", kind) => Some(format!("`{kind}` is a kind of `link`, not of `joint`")),
        "link" if is_kind_of("joint", kind) => Some(format!("`{kind}` is a kind of `joint`, not of `link`")),
        "joint" => {
            let own = Description::all().find(|known| known.synonyms.contains(&kind))?;
            Some(format!("a {kind} joint is called `{}` here", own.word))
        }
        _ => None,
    }
}

/// Reads a joint or link.
pub(in crate::model) fn resolve<'a>(element: &'a Element, position: usize, context: &mut Context<'a>) -> Option<Joint> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let word = form.kind.text.as_str();
    let (_, read) = KINDS.iter().find(|(known, _)| known.word == word)?;
    let bodies = context.two_bodies(form);
    let mut reading = Reading {
        element,
        attributes: context.attributes(element),
        com: bodies.and_then(|(_, second)| context.com(second)),
        context,
    };
    let kind = read(&mut reading);
    // For other kinds, `drive` is not suggested as an attribute; it is a mistake with its own message.
    let drive = if reading.attributes.takes("drive") || reading.attributes.has("drive") {
        let drive = reading.attributes.attribute("drive");
        let slides = kind.as_ref().is_some_and(|kind| kind.slides(0));
        drive.map(|attribute| drive::read(attribute, (word, slides), position, &mut reading))
    } else {
        None
    };
    let tree = reading.attributes.optional("tree");
    let tree = tree.and_then(|value| role(value, reading.context));
    let ledger = &mut reading.context.ledger;
    let accepts = Accepted {
        redundant: reading.attributes.accepts("redundant", ledger),
        idle: reading.attributes.accepts("idle", ledger),
    };
    let Reading {
        attributes, context, ..
    } = reading;
    attributes.finish(&mut context.ledger);
    let (first, second) = bodies?;
    let drive = match drive {
        Some(drive) => Some(drive?),
        None => None,
    };
    Some(Joint {
        name: context.name(element),
        kind: kind?,
        first,
        second,
        drive,
        tree,
        accepts,
        span: element.name.span,
    })
}

/// `tree: keep` or `tree: cut`.
fn role(value: &Value, context: &mut Context) -> Option<Override<Role>> {
    let choice = match value {
        Value::Name(word) if word.text == "keep" => Role::Kept,
        Value::Name(word) if word.text == "cut" => Role::Cut,
        _ => {
            let message = "`tree` can only be `keep` or `cut`";
            let problem = context.ledger.error(&catalogue::WRONG_VALUE, value.span(), message);
            problem.help("leave it out to have it chosen");
            return None;
        }
    };
    let span = value.span();
    Some(Override { choice, span })
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

    /// Reports an attribute beside `through` that gives the same information.
    pub(super) fn conflict(&mut self, other: &Attribute, through: &Attribute) {
        let message = format!("`{}` is already given by `through`", other.key.text);
        self.context
            .ledger
            .error(&catalogue::CONFLICT, other.key.span, message)
            .label("one of the two is too much")
            .also(through.key.span, "direction and point are given here");
    }
}
