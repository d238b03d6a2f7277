//! From syntax to [`Model`]: resolves names to ids, values to SI and mirrored groups to two sides, with all checks.
//!
//! All problems are reported in one run. A part that cannot be resolved leaves its id empty, and parts that refer to it
//! are then skipped without a report.

mod body;
mod images;
mod output;
mod settings;
mod spring;
mod twins;
mod wheel;

use super::connected;
use super::element;
use super::equipment;
use super::expand;
use super::extent;
use super::input;
use super::joint;
use super::ledger::Ledger;
use super::massless;
use super::mirror::{Mirror, Place, put};
use super::namespace::Kind;
use super::parts::Parts;
use super::quantity;
use super::reading::context::Context;
use super::reflection;
use super::scope::{Numbered, Scope};
use super::{Force, Hardpoint, Joint, Model, ParameterId, Point, Quantities, Vec3};
use crate::diag::{Diagnostics, catalogue};
use crate::front::syntax::{Element, Vehicle};
use crate::front::{dsl, units};
use settings::Settings;

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
    let ledger = Ledger::new(diagnostics, extent::of(&scope));
    let mut context = Context::new(&scope, vehicle.name.span, ledger);
    let mut elements = scope.elements.iter().map(|element| element.declared);
    let element = elements.find(|element| element.keyword.text == "driver");
    let read =
        element.and_then(|element| equipment::course_of(element, COURSE, quantity, &mut context, &Parts::new(&scope)));
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

/// Resolves and checks a declaration, and makes parameters of the coordinates of chosen points, whether they are
/// declared as parameters or not. `is_chosen` is called with the full name of a point. Also returns all declared
/// points.
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
    let mut resolution = Resolution {
        context: Context::new(&scope, vehicle.name.span, ledger),
        parts: Parts::new(&scope),
    };
    resolution.context.frames();
    let hardpoints = resolution.points(is_chosen);
    resolution.elements();
    let Resolution { context, parts } = &mut resolution;
    twins::join(&mut parts.wheels, context);
    wheel::check_places(&parts.wheels, context);
    wheel::check_sides(&parts.wheels, context);
    let pieces = resolution.equipment();
    let Resolution { context, parts } = resolution;
    let Context {
        bodies,
        mut drives,
        signals,
        mut ledger,
        ..
    } = context;
    let inputs = input::number(&mut drives, &mut ledger);
    input::check_apart(&signals, &drives, &mut ledger);
    let (mut diagnostics, parameters, derived, rules) = ledger.close();
    connected::check(&scope, &bodies, &parts.joints, &mut diagnostics);
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
        bodies: bodies.into_iter().map(complete).collect(),
        joints: parts.joints.into_iter().map(complete).collect(),
        springs: parts.springs.into_iter().map(complete).collect(),
        forces: parts.forces.into_iter().map(complete).collect(),
        wheels: parts.wheels.into_iter().map(complete).collect(),
        drives: drives.into_iter().map(complete).collect(),
        inputs,
        signals: signals.into_iter().map(complete).collect(),
        outputs: parts.outputs.into_iter().map(complete).collect(),
        equipment,
        spare,
        quantities: Quantities::default(),
        parameters,
        derived,
        rules,
        warnings,
    })?;
    let mut quantities = Quantities::default();
    model.for_each_part(|owner, listed| quantities.add(owner, listed));
    model.quantities = quantities;
    Ok((model, hardpoints))
}

fn complete<T>(part: Option<T>) -> T {
    part.expect("a part that could not be resolved has been reported")
}

/// A declaration while its parts are read.
struct Resolution<'a> {
    context: Context<'a>,
    parts: Parts,
}

impl<'a> Resolution<'a> {
    fn points(&mut self, is_chosen: &dyn Fn(&str) -> bool) -> Vec<Hardpoint> {
        let scope = self.context.scope;
        let mut hardpoints = Vec::new();
        for Numbered {
            declared,
            position,
            group,
        } in &scope.points
        {
            self.context.ledger.enter_group(scope.full_name("", *group));
            let name = scope.full_name(&declared.key.text, *group);
            let read = |ledger: &mut Ledger| quantity::position(&declared.value, &declared.key.text, ledger);
            let point = match is_chosen(&name) {
                true => self.context.ledger.tuned(read),
                false => read(&mut self.context.ledger),
            };
            hardpoints.extend(point.as_ref().map(|point| self.hardpoint(name, *group, point)));
            let point = point.map(|point| self.context.moved(point, *group));
            let place = (*position, *group);
            let reflect = |_: &Mirror<'a>, point: &Point| point.map(reflection::polar);
            put(scope, &mut self.context.points, Kind::Point, place, point, reflect);
        }
        hardpoints
    }

    fn hardpoint(&self, name: String, group: Option<usize>, declared: &Point) -> Hardpoint {
        let mirrored = self.context.scope.mirrored(group);
        let coordinate = |k: usize| {
            let of_it = |(_, slope): &&(ParameterId, Vec3)| slope[k] != 0.0;
            declared.slopes().iter().find(of_it).map(|(parameter, _)| *parameter)
        };
        Hardpoint {
            image: mirrored.map(|group| self.context.scope.image_name(&name, group)),
            name,
            declared: **declared,
            parameters: [0, 1, 2].map(coordinate),
        }
    }

    /// Reports a mirrored force element by an input, if the coordinate of its joint changes its sign in the reflection:
    /// no input acts in the opposite direction.
    fn check_image(&mut self, force: &Force, group: Option<usize>) {
        let scope = self.context.scope;
        let Some(group) = scope.mirrored(group) else {
            return;
        };
        let mirror = Mirror { scope, group };
        let is_turned_over = mirror.acts_turned_over(force, &self.parts.joints);
        if is_turned_over && force.clone().law.element_mut().turn_over().is_some() {
            let message = format!(
                "`{}` acts by an input on a joint that both sides share: the input would push its image the other way",
                force.name
            );
            self.context.ledger.error(&catalogue::MISPLACED, force.span, message);
        }
    }

    /// Resolves all elements. Each kind needs only kinds that have been resolved before it: joints need centres of
    /// mass, and outputs need joints.
    fn elements(&mut self) {
        let scope = self.context.scope;
        for (element, place) in self.declared(Kind::Body) {
            self.context.group = place.1;
            let body = body::resolve(element, &mut self.context);
            put(scope, &mut self.context.bodies, Kind::Body, place, body, Mirror::image);
        }
        let is_gear = |element: &Element| element.keyword.text == "gear";
        for (element, place) in self.declared(Kind::Joint).filter(|(element, _)| !is_gear(element)) {
            self.context.group = place.1;
            let joint = joint::resolve(element, place.0, &mut self.context);
            put(scope, &mut self.parts.joints, Kind::Joint, place, joint, Mirror::image);
        }
        for (element, place) in self.declared(Kind::Joint).filter(|(element, _)| is_gear(element)) {
            self.context.group = place.1;
            let gear = joint::resolve_gear(element, &mut self.context, &self.parts.joints);
            let joints = self.parts.joints.clone();
            let image = |mirror: &Mirror<'a>, gear: &Joint| mirror.image_of_gear(gear, &joints);
            put(scope, &mut self.parts.joints, Kind::Joint, place, gear, image);
        }
        for (element, place) in self.declared(Kind::Spring) {
            self.context.group = place.1;
            let spring = spring::resolve(element, &mut self.context);
            put(
                scope,
                &mut self.parts.springs,
                Kind::Spring,
                place,
                spring,
                Mirror::image,
            );
        }
        for (element, place) in self.declared(Kind::Force) {
            self.context.group = place.1;
            let force = element::resolve(element, &mut self.context, &self.parts.joints);
            if let Some(force) = &force {
                self.check_image(force, place.1);
            }
            let Parts { joints, forces, .. } = &mut self.parts;
            let image = |mirror: &Mirror<'a>, force: &Force| mirror.image_of_force(force, joints);
            put(scope, forces, Kind::Force, place, force, image);
        }
        for (element, place) in self.declared(Kind::Wheel) {
            self.context.group = place.1;
            let wheel = wheel::resolve(element, &mut self.context);
            put(scope, &mut self.parts.wheels, Kind::Wheel, place, wheel, Mirror::image);
        }
        for (element, place) in self.declared(Kind::Output) {
            self.context.group = place.1;
            let output = output::resolve(element, &mut self.context, &self.parts);
            put(
                scope,
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
        for (element, (_, group)) in self.declared(Kind::Equipment) {
            self.context.group = group;
            pieces.push(equipment::resolve(element, &mut self.context, &self.parts));
        }
        self.context.group = None;
        equipment::check(&pieces, &mut self.context);
        pieces
    }

    /// Parts of a kind, with their positions and groups.
    fn declared(&self, kind: Kind) -> impl Iterator<Item = (&'a Element, Place)> + use<'a> {
        let all = self.context.scope.elements.iter();
        let chosen = all.filter(move |numbered| Kind::of_keyword(&numbered.declared.keyword.text) == Some(kind));
        chosen.map(|numbered| (numbered.declared, (numbered.position, numbered.group)))
    }
}
