//! From syntax to [`Model`]: resolves names to ids, values to SI and mirrored groups to two sides, with all checks.
//!
//! All problems are reported in one run. A part that cannot be resolved leaves its id empty, and parts that refer to it
//! are then skipped without a report.

pub(in crate::model) mod body;
pub(in crate::model) mod curve;
mod damper_map;
mod frame;
pub(in crate::model) mod geometry;
mod output;
pub(in crate::model) mod signal;
mod spring;
mod twins;
mod wheel;

use super::attributes::Attributes;
use super::connected;
use super::element;
use super::equipment;
use super::expand;
use super::extent;
use super::input;
use super::joint;
use super::ledger::Ledger;
use super::massless;
use super::mirror::{self, Mirror};
use super::quantity::{self, Need};
use super::scope::{Kind, Numbered, Scope};
use super::{
    Body, BodyId, Drive, Force, Hardpoint, Joint, Level, Method, Model, Output, Override, ParameterId, Point,
    Quantities, Signal, Spring, Threads, Vec3, Wheel,
};
use crate::diag::{Diagnostics, catalogue};
use crate::front::syntax::{Element, Form, Path, Value, Vehicle};
use crate::front::{dsl, language, suggest, units};
use nalgebra::Matrix3;

/// Default acceleration of gravity [m/s^2].
const GRAVITY: f64 = 9.81;

/// Resolves and checks a declaration.
pub fn resolve(vehicle: &Vehicle) -> Result<Model, Diagnostics> {
    resolve_tuned(vehicle, &|_| false).map(|(model, _)| model)
}

/// Reads a number as a function of time, given by a function of the language
/// (`sine(start: 0 s, amplitude: 5 deg, frequency: 1 Hz)`) or as a constant. The number is of this quantity.
///
/// # Errors
/// If there are mistakes in the text, or something stands behind the course.
pub fn course(text: &str, quantity: &'static units::Quantity) -> Result<equipment::Course, Diagnostics> {
    let _ = dsl::value_alone(text)?;
    let around = format!("Around {{ driver own: open_loop() {{ {COURSE}: {text} }} }}");
    let vehicle = dsl::parse_text(&around)?;
    let mut diagnostics = Diagnostics::default();
    let Some(parts) = expand::expand(&vehicle, &mut diagnostics) else {
        return Err(diagnostics);
    };
    let scope = Scope::declare(&vehicle, &parts, &mut diagnostics);
    let mut context = Context {
        scope: &scope,
        parts: Parts::new(&vehicle, &scope),
        group: None,
        frames: Vec::new(),
        ledger: Ledger::new(diagnostics, extent::of(&scope)),
    };
    let mut elements = scope.elements.iter().map(|element| element.declared);
    let element = elements.find(|element| element.keyword.text == "driver");
    let read = element.and_then(|element| equipment::course_of(element, COURSE, quantity, &mut context));
    let (mut diagnostics, ..) = context.ledger.close();
    if read.is_none() && diagnostics.is_empty() {
        let message = format!("`{text}` is no course over time");
        diagnostics.error(&catalogue::EQUIPMENT, vehicle.name.span, message);
    }
    diagnostics.finish(())?;
    read.ok_or_else(Diagnostics::default)
}

/// Name of the attribute under which [`course`] reads its text.
const COURSE: &str = "course";

/// Resolves and checks a declaration, and makes the coordinates of chosen points parameters, whether they are declared
/// so or not. `is_chosen` is called with the full name of a point. Also returns all declared points.
pub fn resolve_tuned(
    vehicle: &Vehicle,
    is_chosen: &dyn Fn(&str) -> bool,
) -> Result<(Model, Vec<Hardpoint>), Diagnostics> {
    let mut diagnostics = Diagnostics::default();
    let Some(parts) = expand::expand(vehicle, &mut diagnostics) else {
        return Err(diagnostics);
    };
    let scope = Scope::declare(vehicle, &parts, &mut diagnostics);
    let mut ledger = Ledger::new(diagnostics, extent::of(&scope));
    let settings = Settings::resolve(vehicle, &scope, &mut ledger);
    let mut context = Context {
        scope: &scope,
        parts: Parts::new(vehicle, &scope),
        group: None,
        frames: Vec::new(),
        ledger,
    };
    context.frames();
    let hardpoints = context.points(is_chosen);
    context.elements();
    twins::join(&mut context);
    wheel::check_places(&mut context);
    wheel::check_sides(&mut context);
    let pieces = context.equipment();
    let Context {
        mut parts, mut ledger, ..
    } = context;
    let inputs = input::number(&mut parts.drives, &mut ledger);
    let (mut diagnostics, parameters, rules) = ledger.close();
    connected::check(&scope, &parts.bodies, &parts.joints, &mut diagnostics);
    diagnostics.say_once();
    let ((), warnings) = diagnostics.finish_with_warnings(())?;
    let (equipment, spare) = equipment::fitted(pieces.into_iter().map(complete).collect());
    let mut model = massless::compose(Model {
        name: vehicle.name.text.clone(),
        public: vehicle.public,
        doc: vehicle.doc.clone(),
        gravity: complete(settings.gravity),
        accept_redundant: settings.accept_redundant,
        accept_singular: settings.accept_singular,
        accept_lanes: settings.accept_lanes,
        accept_batch: settings.accept_batch,
        accept_derivatives: settings.accept_derivatives,
        levels: settings.levels,
        threads: settings.threads,
        freedoms: settings.freedoms,
        base: settings.base,
        method: settings.method.flatten(),
        search: settings.method == Some(None),
        bodies: parts.bodies.into_iter().map(complete).collect(),
        joints: parts.joints.into_iter().map(complete).collect(),
        springs: parts.springs.into_iter().map(complete).collect(),
        forces: parts.forces.into_iter().map(complete).collect(),
        wheels: parts.wheels.into_iter().map(complete).collect(),
        drives: parts.drives.into_iter().map(complete).collect(),
        inputs,
        signals: parts.signals.into_iter().map(complete).collect(),
        outputs: parts.outputs.into_iter().map(complete).collect(),
        equipment,
        spare,
        quantities: Quantities::default(),
        parameters,
        rules,
        warnings,
    })?;
    model.quantities = Quantities::collect(&mut model);
    Ok((model, hardpoints))
}

fn complete<T>(part: Option<T>) -> T {
    part.expect("a part that could not be resolved has been reported")
}

/// Settings of the whole vehicle.
struct Settings {
    gravity: Option<Point>,
    accept_redundant: bool,
    accept_singular: bool,
    accept_lanes: bool,
    accept_batch: bool,
    accept_derivatives: bool,
    levels: Vec<Level>,
    threads: Threads,
    freedoms: Option<Override<usize>>,
    base: Option<Override<BodyId>>,
    /// The inner `None` stands for `auto`.
    method: Option<Option<Method>>,
}

impl Settings {
    fn resolve(vehicle: &Vehicle, scope: &Scope, diagnostics: &mut Ledger) -> Self {
        let owner = format!("vehicle `{}`", vehicle.name.text);
        let settings = scope.settings.iter().copied();
        let mut settings = Attributes::new(owner, vehicle.name.span, settings, diagnostics);
        diagnostics.tune_all = settings
            .optional("tune")
            .is_some_and(|value| tune_all(value, diagnostics));
        let gravity = match settings.optional("gravity") {
            Some(value) => quantity::downward(value, Need::new("gravity", &units::ACCELERATION), diagnostics),
            None => Some(Vec3::new(0.0, 0.0, -GRAVITY).into()),
        };
        let accept_redundant = settings.accepts("redundant", diagnostics);
        let accept_singular = settings.accepts("singular", diagnostics);
        // Read before anything else: see `extent`.
        settings.accepts("size", diagnostics);
        let accept_lanes = settings.accepts("lanes", diagnostics);
        let accept_batch = settings.accepts("batch", diagnostics);
        let accept_derivatives = settings.accepts("derivatives", diagnostics);
        let levels = settings.optional("levels").map(|value| levels(value, diagnostics));
        let threads = settings
            .optional("threads")
            .and_then(|value| Threads::read(value, diagnostics));
        let freedoms = settings
            .optional("freedoms")
            .and_then(|value| freedoms(value, diagnostics));
        let base = settings
            .optional("base")
            .and_then(|value| base(value, scope, diagnostics));
        let method = settings.optional("method").and_then(|value| method(value, diagnostics));
        settings.finish(diagnostics);
        Self {
            gravity,
            accept_redundant,
            accept_singular,
            accept_lanes,
            accept_batch,
            accept_derivatives,
            levels: levels.unwrap_or_default(),
            threads: threads.unwrap_or_default(),
            freedoms,
            base,
            method,
        }
    }
}

/// `tune: all`
fn tune_all(value: &Value, diagnostics: &mut Diagnostics) -> bool {
    let all = matches!(value, Value::Name(word) if word.text == "all");
    if !all {
        diagnostics
            .error(&catalogue::WRONG_VALUE, value.span(), "`tune` can only be `all`")
            .help("leave it out, and write `tune` before the numbers that are to be parameters");
    }
    all
}

/// Largest number accepted for `freedoms`, far above any vehicle's.
const MOST_FREEDOMS: f64 = 1e6;

/// `freedoms: 10`
fn freedoms(value: &Value, diagnostics: &mut Diagnostics) -> Option<Override<usize>> {
    let span = value.span();
    match value {
        Value::Number(number)
            if number.unit.is_none()
                && (0.0..=MOST_FREEDOMS).contains(&number.value)
                && number.value.fract() == 0.0 =>
        {
            Some(Override {
                choice: number.value as usize,
                span,
            })
        }
        _ => quantity::wrong_value(value, "freedoms", "a whole number from 0 to a million", diagnostics),
    }
}

/// `base: chassis`
fn base(value: &Value, scope: &Scope, diagnostics: &mut Diagnostics) -> Option<Override<BodyId>> {
    let Value::Name(path) = value else {
        return quantity::wrong_value(value, "base", "the name of a body", diagnostics);
    };
    let choice = scope.find(Kind::Body, path, None, diagnostics)?.into();
    Some(Override {
        choice,
        span: path.span,
    })
}

/// `method: synthesis`. The inner `None` stands for `auto`.
fn method(value: &Value, diagnostics: &mut Diagnostics) -> Option<Option<Method>> {
    const AUTO: &str = "auto";
    let Value::Name(path) = value else {
        return quantity::wrong_value(value, "method", "the name of a method", diagnostics);
    };
    let found = Method::ALL.into_iter().find(|method| method.word() == path.text);
    if path.text == AUTO {
        return Some(None);
    }
    if found.is_none() {
        let known: Vec<&str> = Method::ALL.map(Method::word).into_iter().chain([AUTO]).collect();
        let message = format!("there is no method `{}`", path.text);
        let problem = diagnostics.error(&catalogue::UNKNOWN_KIND, path.span, message);
        problem.help = suggest::advice(&path.text, &known);
    }
    found.map(Some)
}

/// `levels: v3`, which stands for this level and all below it; or `levels: all`.
fn levels(value: &Value, diagnostics: &mut Diagnostics) -> Vec<Level> {
    let word = match value {
        Value::Name(path) => path.text.as_str(),
        _ => "",
    };
    let highest = Level::ALL.into_iter().find(|level| level.word() == word);
    if highest.is_none() && word != "all" && word != "baseline" {
        let message = "`levels` can be `baseline`, `v3`, `v4` or `all`";
        diagnostics.error(&catalogue::WRONG_VALUE, value.span(), message).help(
            "the solver is written for each level of the instruction set up to that, and takes the highest there is",
        );
    }
    let wanted = |level: &Level| word == "all" || highest.is_some_and(|highest| *level <= highest);
    Level::ALL.into_iter().filter(wanted).collect()
}

/// Parts resolved so far, by id; `None` if a part could not be resolved, or has not been resolved yet.
pub(in crate::model) struct Parts {
    pub(in crate::model) points: Vec<Option<Point>>,
    pub(in crate::model) bodies: Vec<Option<Body>>,
    pub(in crate::model) joints: Vec<Option<Joint>>,
    pub(in crate::model) springs: Vec<Option<Spring>>,
    pub(in crate::model) forces: Vec<Option<Force>>,
    pub(in crate::model) wheels: Vec<Option<Wheel>>,
    pub(in crate::model) drives: Vec<Option<Drive>>,
    pub(in crate::model) signals: Vec<Option<Signal>>,
    pub(in crate::model) outputs: Vec<Option<Output>>,
}

impl Parts {
    fn new(vehicle: &Vehicle, scope: &Scope) -> Self {
        fn empty<T>(scope: &Scope, kind: Kind) -> Vec<Option<T>> {
            std::iter::repeat_with(|| None).take(scope.count(kind)).collect()
        }
        let mut bodies = empty(scope, Kind::Body);
        bodies[BodyId::GROUND.index()] = Some(Body {
            name: "ground".to_owned(),
            mass: 0.0.into(),
            com: Vec3::zeros().into(),
            inertia: Matrix3::zeros().into(),
            span: vehicle.name.span,
        });
        Self {
            points: empty(scope, Kind::Point),
            bodies,
            joints: empty(scope, Kind::Joint),
            springs: empty(scope, Kind::Spring),
            forces: empty(scope, Kind::Force),
            wheels: empty(scope, Kind::Wheel),
            drives: empty(scope, Kind::Drive),
            signals: empty(scope, Kind::Signal),
            outputs: empty(scope, Kind::Output),
        }
    }
}

/// Data needed to resolve a part.
pub(in crate::model) struct Context<'a> {
    pub(in crate::model) scope: &'a Scope<'a>,
    pub(in crate::model) parts: Parts,
    /// The group of the current part.
    pub(in crate::model) group: Option<usize>,
    /// The frame of each group.
    frames: Vec<frame::Frame>,
    pub(in crate::model) ledger: Ledger,
}

impl<'a> Context<'a> {
    fn points(&mut self, is_chosen: &dyn Fn(&str) -> bool) -> Vec<Hardpoint> {
        let mut hardpoints = Vec::new();
        for Numbered {
            declared,
            position,
            group,
        } in &self.scope.points
        {
            self.ledger.enter_group(self.scope.full_name("", *group));
            let name = self.scope.full_name(&declared.key.text, *group);
            let read = |ledger: &mut Ledger| quantity::position(&declared.value, &declared.key.text, ledger);
            let point = match is_chosen(&name) {
                true => self.ledger.tuned(read),
                false => read(&mut self.ledger),
            };
            hardpoints.extend(point.as_ref().map(|point| self.hardpoint(name, *group, point)));
            let point = point.map(|point| self.moved(point, *group));
            let reflect = |_: &Mirror<'a>, point: &Point| point.map(mirror::polar);
            put(
                self.scope,
                &mut self.parts.points,
                Kind::Point,
                (*position, *group),
                point,
                reflect,
            );
        }
        hardpoints
    }

    fn hardpoint(&self, name: String, group: Option<usize>, declared: &Point) -> Hardpoint {
        let mirrored = self.scope.mirrored(group);
        let coordinate = |k: usize| {
            let of_it = |(_, slope): &&(ParameterId, Vec3)| slope[k] != 0.0;
            declared.slopes().iter().find(of_it).map(|(parameter, _)| *parameter)
        };
        Hardpoint {
            image: mirrored.map(|group| self.scope.image_name(&name, group)),
            name,
            declared: **declared,
            parameters: [0, 1, 2].map(coordinate),
        }
    }

    /// Reports a mirrored force element by an input, if the coordinate of its joint changes its sign in the reflection: no input acts
    /// the other way.
    fn check_image(&mut self, force: &Force, group: Option<usize>) {
        let Some(group) = self.scope.mirrored(group) else {
            return;
        };
        let mirror = Mirror {
            scope: self.scope,
            group,
        };
        let is_turned_over = mirror.acts_turned_over(force, &self.parts.joints);
        if is_turned_over && force.clone().law.element_mut().turn_over().is_some() {
            let message = format!(
                "`{}` acts by an input on a joint that both sides share: the input would push its image the other way",
                force.name
            );
            self.ledger.error(&catalogue::MISPLACED, force.span, message);
        }
    }

    /// Resolves all elements. Each kind needs only kinds that have been resolved before it: joints need centres of
    /// mass, and outputs need joints.
    fn elements(&mut self) {
        for (element, place) in self.declared(&["body"]) {
            self.group = place.1;
            let body = body::resolve(element, self);
            put(
                self.scope,
                &mut self.parts.bodies,
                Kind::Body,
                place,
                body,
                Mirror::image,
            );
        }
        for (element, place) in self.declared(&["joint", "link"]) {
            self.group = place.1;
            let joint = joint::resolve(element, place.0, self);
            put(
                self.scope,
                &mut self.parts.joints,
                Kind::Joint,
                place,
                joint,
                Mirror::image,
            );
        }
        for (element, place) in self.declared(&["gear"]) {
            self.group = place.1;
            let gear = joint::resolve_gear(element, self);
            let joints = self.parts.joints.clone();
            put(
                self.scope,
                &mut self.parts.joints,
                Kind::Joint,
                place,
                gear,
                |mirror, gear| mirror.image_of_gear(gear, &joints),
            );
        }
        for (element, place) in self.declared(&["spring"]) {
            self.group = place.1;
            let spring = spring::resolve(element, self);
            put(
                self.scope,
                &mut self.parts.springs,
                Kind::Spring,
                place,
                spring,
                Mirror::image,
            );
        }
        for (element, place) in self.declared(&element::KINDS.map(|(keyword, _)| keyword)) {
            self.group = place.1;
            let known = element::KINDS
                .iter()
                .find(|(keyword, _)| *keyword == element.keyword.text);
            let force = known.and_then(|(_, resolve)| resolve(element, self));
            if let Some(force) = &force {
                self.check_image(force, place.1);
            }
            let joints = &self.parts.joints;
            put(
                self.scope,
                &mut self.parts.forces,
                Kind::Force,
                place,
                force,
                |mirror, force| mirror.image_of_force(force, joints),
            );
        }
        for (element, place) in self.declared(&["wheel"]) {
            self.group = place.1;
            let wheel = wheel::resolve(element, self);
            put(
                self.scope,
                &mut self.parts.wheels,
                Kind::Wheel,
                place,
                wheel,
                Mirror::image,
            );
        }
        for (element, place) in self.declared(&["output"]) {
            self.group = place.1;
            let output = output::resolve(element, self);
            put(
                self.scope,
                &mut self.parts.outputs,
                Kind::Output,
                place,
                output,
                Mirror::image,
            );
        }
    }

    /// Resolves all equipment, which needs wheels, joints, inputs and markers.
    fn equipment(&mut self) -> Vec<Option<equipment::Piece>> {
        let mut pieces = Vec::new();
        for (element, (_, group)) in self.declared(&equipment::keywords()) {
            self.group = group;
            pieces.push(equipment::resolve(element, self));
        }
        self.group = None;
        equipment::check(&pieces, self);
        pieces
    }

    /// Elements with one of these keywords, with their positions and groups.
    fn declared<'k>(&self, keywords: &'k [&str]) -> impl Iterator<Item = (&'a Element, Place)> + use<'a, 'k> {
        let chosen =
            move |numbered: &&Numbered<'a, Element>| keywords.contains(&numbered.declared.keyword.text.as_str());
        self.scope
            .elements
            .iter()
            .filter(chosen)
            .map(|numbered| (numbered.declared, (numbered.position, numbered.group)))
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

    /// The form of a part, if its kind is one of the language and has the right number of arguments. Otherwise a
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

    /// The form of a part with any number of arguments, if its kind is one of the language. Otherwise a problem is
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
            problem.help = joint::advice(&element.keyword.text, &form.kind.text)
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
        self.parts.bodies[id.index()].as_ref().map(|body| body.com.clone())
    }
}

/// Reads an optional attribute. The outer `None` means that its value is wrong, which has been reported; the inner
/// `None` means that it is missing.
pub(in crate::model) fn given<'a, T>(
    value: Option<&'a Value>,
    read: impl FnOnce(&'a Value) -> Option<T>,
) -> Option<Option<T>> {
    match value {
        Some(value) => read(value).map(Some),
        None => Some(None),
    }
}

/// Position among parts of its kind, and surrounding group.
type Place = (usize, Option<usize>);

/// Stores a part at its position, and its mirror image, if it has one, at the image's position.
pub(in crate::model) fn put<'a, T>(
    scope: &'a Scope<'a>,
    slots: &mut [Option<T>],
    kind: Kind,
    (position, group): Place,
    part: Option<T>,
    reflect: impl Fn(&Mirror<'a>, &T) -> T,
) {
    if let Some(group) = scope.mirrored(group) {
        let image = part.as_ref().map(|part| reflect(&Mirror { scope, group }, part));
        slots[scope.image(kind, position)] = image;
    }
    slots[position] = part;
}
