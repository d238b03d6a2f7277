//! The context of reading a part: names, groups and their frames, and the parts that have been read already.

use super::frame::{self, Frame};
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::{Element, Form, Path, Value};
use crate::front::{language, suggest};
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::namespace::Kind;
use crate::model::scope::Scope;
use crate::model::{Axis, Body, BodyId, Drive, Number, Point, Signal, Vec3};
use nalgebra::Matrix3;

/// What a part is read with. An entry for a point, body, drive or signal is `None` until it has been read, or if it
/// cannot be read.
pub(in crate::model) struct Context<'a> {
    pub(in crate::model) scope: &'a Scope<'a>,
    /// The group of the current part.
    pub(in crate::model) group: Option<usize>,
    /// The frame of each group.
    frames: Vec<Frame>,
    pub(in crate::model) points: Vec<Option<Point>>,
    pub(in crate::model) bodies: Vec<Option<Body>>,
    pub(in crate::model) drives: Vec<Option<Drive>>,
    pub(in crate::model) signals: Vec<Option<Signal>>,
    pub(in crate::model) ledger: Ledger,
}

impl<'a> Context<'a> {
    /// A context in which nothing but the ground has been read. Messages about the ground point to `place`.
    pub(in crate::model) fn new(scope: &'a Scope<'a>, place: SourceSpan, ledger: Ledger) -> Self {
        let mut bodies = scope.slots(Kind::Body);
        bodies[BodyId::GROUND.index()] = Some(Body {
            name: "ground".to_owned(),
            mass: 0.0.into(),
            com: Vec3::zeros().into(),
            inertia: Matrix3::zeros().into(),
            span: place,
        });
        Self {
            scope,
            group: None,
            frames: Vec::new(),
            points: scope.slots(Kind::Point),
            bodies,
            drives: scope.slots(Kind::Drive),
            signals: scope.slots(Kind::Signal),
            ledger,
        }
    }

    /// Reads the frames of all groups.
    pub(in crate::model) fn frames(&mut self) {
        for (group, (name, around, settings)) in self.scope.group_settings().enumerate() {
            let own = Frame::read(name, settings, &mut self.ledger);
            if let Some(around) = around
                && self.scope.mirrored(Some(group)) == Some(group)
            {
                self.check_middle(name, around);
            }
            self.frames.push(match around {
                Some(around) => self.frames[around].around(own),
                None => own,
            });
        }
    }

    /// Reports a mirrored group inside a group whose frame does not preserve the plane of the reflection. A parameter
    /// may not move the frame out of the plane.
    fn check_middle(&mut self, name: &str, around: usize) {
        if self.frames[around].keeps_the_middle() {
            if let Some(origin) = &self.frames[around].origin {
                let slopes = origin.slopes().iter().map(|(parameter, slope)| (*parameter, slope.y));
                let across = Number::new(origin.y, slopes.filter(|(_, slope)| *slope != 0.0).collect());
                self.ledger.restrict(&across, [0.0; 2]);
            }
            return;
        }
        let message = format!(
            "`{name}` is mirrored at the middle of the vehicle, from which this group around it is moved or turned"
        );
        let groups: Vec<_> = self.scope.group_settings().collect();
        let outward = std::iter::successors(Some(around), |&group| groups[group].1);
        let place = outward.filter_map(|group| groups[group].2.first()).next();
        if let Some(place) = place {
            self.ledger.error(&catalogue::MISPLACED, place.key.span, message);
        }
    }

    /// A point written in a group, in the vehicle's frame.
    pub(in crate::model) fn moved(&self, point: Point, group: Option<usize>) -> Point {
        match group {
            Some(group) => self.frames[group].point(point),
            None => point,
        }
    }

    /// A direction written in the current group, in the vehicle's frame.
    pub(in crate::model) fn turned(&self, axis: Axis) -> Axis {
        match self.rotation() {
            Some(rotation) => axis.map(|v| frame::turned(&rotation, v)),
            None => axis,
        }
    }

    /// Rotation from the axes of the current group to the axes of the vehicle, if they differ.
    pub(in crate::model) fn rotation(&self) -> Option<Matrix3<f64>> {
        self.group.and_then(|group| self.frames[group].rotation)
    }

    /// The full name of the current part.
    pub(in crate::model) fn name(&self, element: &Element) -> String {
        self.scope.full_name(&element.name.text, self.group)
    }

    /// Starts to read the attributes of a part.
    pub(in crate::model) fn attributes(&mut self, element: &'a Element) -> Attributes<'a> {
        let name = self.name(element);
        self.ledger.enter(name);
        let owner = format!("{} `{}`", element.keyword.text, element.name.text);
        let kind = element.form.as_ref().map_or("", |form| &form.kind.text);
        let row = language::part(&element.keyword.text).and_then(|part| Some((part, part.kind(kind)?)));
        Attributes::new(owner, element.name.span, &element.attributes, &mut self.ledger).by(row)
    }

    /// The form of a part, if its kind is a kind of the language and has the right number of arguments. Otherwise a
    /// problem is reported.
    pub(in crate::model) fn form(&mut self, element: &'a Element, names: &[&str]) -> Option<&'a Form> {
        let form = self.kind(element)?;
        if form.arguments.len() != names.len() {
            let usage = format!("{}({})", form.kind.text, names.join(", "));
            let message = format!(
                "`{}` takes {} {}, not {}",
                form.kind.text,
                names.len(),
                if names.len() == 1 { "name" } else { "names" },
                form.arguments.len()
            );
            self.ledger
                .error(&catalogue::WRONG_ARGUMENTS, form.kind.span, message)
                .help(format!("write `{usage}`"));
            return None;
        }
        Some(form)
    }

    /// The form of a part with any number of arguments, if its kind is a kind of the language. Otherwise a problem is
    /// reported.
    pub(in crate::model) fn kind(&mut self, element: &'a Element) -> Option<&'a Form> {
        let Some(form) = &element.form else {
            let message = format!("{} `{}` needs a kind", element.keyword.text, element.name.text);
            self.ledger.error(&catalogue::UNKNOWN_KIND, element.name.span, message);
            return None;
        };
        let part = language::part(&element.keyword.text)?;
        if part.kind(&form.kind.text).is_none() {
            let message = format!("there is no {} of kind `{}`", element.keyword.text, form.kind.text);
            let problem = self.ledger.error(&catalogue::UNKNOWN_KIND, form.kind.span, message);
            problem.help = advice(&element.keyword.text, &form.kind.text)
                .or_else(|| suggest::advice(&form.kind.text, &part.words().collect::<Vec<_>>()));
            return None;
        }
        Some(form)
    }

    /// The two different bodies that a part connects.
    pub(in crate::model) fn two_bodies(&mut self, form: &Form) -> Option<(BodyId, BodyId)> {
        let [first, second] = [0, 1].map(|end| form.arguments.get(end).and_then(|path| self.body(path)));
        let (first, second) = (first?, second?);
        if first == second {
            let message = format!("both ends are on the body `{}`", form.arguments[0].text);
            let span = form.arguments[0].span.to(form.arguments[1].span);
            let problem = self.ledger.error(&catalogue::SAME_BODY, span, message);
            for end in &form.arguments {
                if let Some(body) = self.scope.argument(&end.text, self.group) {
                    problem.also(body.span, format!("`{}` is this body here", end.text));
                }
            }
            return None;
        }
        Some((first, second))
    }

    pub(in crate::model) fn body(&mut self, path: &Path) -> Option<BodyId> {
        self.find(Kind::Body, path).map(BodyId::from)
    }

    pub(in crate::model) fn find(&mut self, kind: Kind, path: &Path) -> Option<usize> {
        self.scope.find(kind, path, self.group, &mut self.ledger)
    }

    /// Centre of mass of a body, unless the body could not be resolved.
    pub(in crate::model) fn com(&self, id: BodyId) -> Option<Point> {
        self.bodies[id.index()].as_ref().map(|body| body.com.clone())
    }
}

/// Whether this is a kind of the parts with a keyword.
fn is_kind_of(keyword: &str, kind: &str) -> bool {
    language::part(keyword).is_some_and(|part| part.kind(kind).is_some())
}

/// Advice on a kind that no joint or link has under this keyword.
fn advice(keyword: &str, kind: &str) -> Option<String> {
    match keyword {
        "joint" if kind == "distance" => Some("a rod of fixed length is a `link`, not a `joint`".to_owned()),
        "joint" if is_kind_of("link", kind) => Some(format!("`{kind}` is a kind of `link`, not of `joint`")),
        "link" if is_kind_of("joint", kind) => Some(format!("`{kind}` is a kind of `joint`, not of `link`")),
        "joint" => {
            let mut own = language::part(keyword)?.kinds.iter();
            let own = own.find(|known| known.synonyms.contains(&kind))?;
            Some(format!("a {kind} joint is called `{}` here", own.word))
        }
        _ => None,
    }
}

/// Reads an optional attribute. The outer `None` means that the attribute's value is wrong, which has been reported;
/// the inner `None` means that the value is missing.
pub(in crate::model) fn given<'a, T>(
    value: Option<&'a Value>,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Option<Option<T>> {
    match value {
        Some(value) => read(value).map(Some),
        None => Some(None),
    }
}
