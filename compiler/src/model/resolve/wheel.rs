//! Wheels: rotors on a carrier.

use super::twins;
use crate::diag::{Diagnostics, SourceSpan, catalogue};
use crate::front::syntax::{Element, Value};
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::namespace::Kind;
use crate::model::quantity::{self, Need, Sign};
use crate::model::reading::context::{Context, given};
use crate::model::reading::geometry;
use crate::model::{Axis, BodyId, Holds, Number, Tunable, Vec3, Wave, Wheel};
use nalgebra::{Matrix3, Rotation3};

pub(in crate::model) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Wheel> {
    let form = context.form(element, &["carrier"])?;
    let carrier = context.body(&form.arguments[0]);
    let mut attributes = context.attributes(element);
    let centre = geometry::required_point(&mut attributes, "centre", context);
    let driven_from = match attributes.optional("driven_from") {
        Some(Value::Name(path)) => context.body(path),
        Some(other) => quantity::wrong_value(other, "driven_from", "the name of a body", &mut context.ledger),
        None => carrier,
    };
    let twin = attributes.attribute("twin_of");
    let twin_of = given(twin.map(|twin| &twin.value), |value| twins::named(value, context));
    if let Some(twin) = twin {
        twins::check_alone(twin, &mut attributes, context)?;
    }
    let axis = spindle(attributes.optional("axis"), context);
    let ledger = &mut context.ledger;
    let [toe, camber] =
        ["toe", "camber"].map(|key| given(attributes.optional(key), |value| set_up_angle(value, key, ledger)));
    let radius = attributes.needed("radius");
    let radius = radius.and_then(|value| quantity::fixed_length(value, "radius", ledger));
    let mass = quantity::declared(&mut attributes, "mass", Sign::NotNegative, ledger);
    let has_shaft = attributes.optional("shaft_inertia").is_some();
    let within = attributes.optional("carrier");
    // Both attributes require a wheel that spins.
    let spin = match has_shaft || within.is_some() {
        true => attributes.required("spin_inertia", "1.2 kg*m^2"),
        false => attributes.optional("spin_inertia"),
    };
    let rotor = rotor(spin, attributes.optional("diametral_inertia"), ledger);
    let shaft = quantity::optional(&mut attributes, "shaft_inertia", Sign::NotNegative, ledger);
    let within = given(within, |within| with_rotor(within, &mut attributes, ledger));
    attributes.finish(ledger);
    let (spin_inertia, diametral_inertia) = rotor?;
    let (centre, axis, radius, mass) = (centre?, axis?, radius?, mass?);
    if let (Some(spin), Some(moment)) = (spin, &spin_inertia) {
        // A wheel without mass is part of its carrier.
        let carrier_mass = carrier.and_then(|carrier| context.bodies[carrier.index()].as_ref());
        let mass = if *mass > 0.0 {
            Some(*mass)
        } else {
            carrier_mass.map(|body| *body.mass)
        };
        check_size(mass, **moment, radius, spin.span(), &mut context.ledger);
    }
    let axis = match (toe?, camber?) {
        (None, None) => axis,
        (toe, camber) => set_up(&axis, centre.y, [toe, camber], &mut context.ledger),
    };
    let carrier = carrier?;
    let within = within?;
    if let (Some(place), Some(spin)) = (within, &spin_inertia) {
        check_within(carrier, (spin, &axis), place, context)?;
    }
    Some(Wheel {
        name: context.name(element),
        carrier,
        centre,
        axis,
        radius,
        mass,
        spin_inertia,
        shaft_inertia: shaft?.unwrap_or_else(|| 0.0.into()),
        is_in_carrier: within.is_some(),
        diametral_inertia,
        twin_of: twin_of?,
        driven_from: driven_from?,
        span: element.name.span,
    })
}

/// Direction of the spindle, to the left. If the rotation of the group makes the axis point to the right, the axis is
/// reversed, so that positive spin still rolls forward.
fn spindle(value: Option<&Value>, context: &mut Context) -> Option<Axis> {
    let left = context.turned(Axis::unit(Vec3::y()));
    let axis = match value {
        Some(value) => geometry::axis(value, context)?,
        None => left.clone(),
    };
    let is_reversed = left.y < -SIDEWAYS;
    Some(if is_reversed { axis.map(|v| -v) } else { axis })
}

/// Sine of the angle below which the left side of a group, rotated by a right angle, counts as neither left nor right.
const SIDEWAYS: f64 = 1e-9;

/// The spindle axis after two rotations: by the camber angle about the horizontal line perpendicular to the spindle,
/// and then by the toe angle about the vertical axis.
///
/// Let `s` be 1 on the left and -1 on the right. Toe-in turns the spindle by `-s` times the angle about z. Camber (top
/// outboard) turns the axis by `-s` times the angle about the line, which points forward. The line belongs to the axis
/// at its default value: an `axis` that is also a parameter is turned about this line.
fn set_up(axis: &Axis, y: f64, [toe, camber]: [Option<Number>; 2], ledger: &mut Ledger) -> Axis {
    let sense = if y < 0.0 { 1.0 } else { -1.0 };
    let none = || Number::from(0.0);
    let [toe, camber] = [toe, camber].map(|angle| angle.unwrap_or_else(none));
    let forward = axis.cross(&Vec3::z()).try_normalize(LEVEL).unwrap_or_else(Vec3::x);
    let [steer, tilt] =
        [(Vec3::z(), *toe), (forward, *camber)].map(|(about, angle)| Rotation3::new(about * (sense * angle)));
    let terms = terms(axis, sense * forward, sense, [&toe, &camber]);
    let set = terms
        .into_iter()
        .map(|(factors, vector)| (ledger.derive(factors), vector));
    // The defining vector may have any length.
    let (along, sign) = axis.vector();
    let along = along.map(|v| steer * tilt * (v * (sign / along.norm())));
    Axis::along(&along + &Tunable::new(Vec3::zeros(), set.collect()))
}

/// The spindle axis `a` as a sum of vectors, each multiplied by sines and cosines of the angles that parameters change;
/// terms that no parameter changes are left out.
///
/// Camber about the line `f`, which is perpendicular to `a`, gives `u = a cos γ + (f x a) sin γ`. Toe about z then
/// keeps the component of `u` along z, and gives `u cos δ + s (z x u) sin δ` for the level component (Rodrigues 1840).
fn terms(axis: &Vec3, line: Vec3, sense: f64, [toe, camber]: [&Number; 2]) -> Vec<(Vec<(Wave, Number)>, Vec3)> {
    let waves = |angle: &Number, [cosine, sine]: [Vec3; 2]| {
        let factor = |wave| vec![(wave, angle.clone())];
        match angle.is_tuned() {
            true => vec![(factor(Wave::Cosine), cosine), (factor(Wave::Sine), sine)],
            false => vec![(Vec::new(), cosine * angle.cos() + sine * angle.sin())],
        }
    };
    let mut terms = Vec::new();
    for (of_camber, u) in waves(camber, [*axis, line.cross(axis)]) {
        let level = Vec3::new(u.x, u.y, 0.0);
        terms.push((of_camber.clone(), Vec3::z() * u.z));
        for (of_toe, vector) in waves(toe, [level, sense * Vec3::z().cross(&u)]) {
            terms.push((of_camber.iter().cloned().chain(of_toe).collect(), vector));
        }
    }
    terms.retain(|(factors, vector)| !factors.is_empty() && *vector != Vec3::zeros());
    terms
}

/// Sine of the angle to the vertical; below this value, a spindle has no unique horizontal line perpendicular to it.
const LEVEL: f64 = 1e-9;

/// Largest toe or camber [rad].
const LARGEST_ANGLE: f64 = std::f64::consts::FRAC_PI_4;

/// `toe` or `camber` [rad].
fn set_up_angle(value: &Value, key: &str, ledger: &mut Ledger) -> Option<Number> {
    let angle = quantity::scalar(value, Need::new(key, &units::ANGLE), ledger)?;
    if angle.abs() > LARGEST_ANGLE {
        let message = format!(
            "a {key} of {} deg is too much for a wheel",
            quantity::digits(angle.to_degrees())
        );
        let report = ledger.error(&catalogue::IMPLAUSIBLE_ANGLE, value.span(), message);
        report.label(format!("more than {} deg", LARGEST_ANGLE.to_degrees()));
        if matches!(value, Value::Number(number) if number.unit.as_ref().is_some_and(|unit| unit.text != "rad")) {
            report.help = Some("toe and camber are a few degrees: check the digits".to_owned());
        }
        return None;
    }
    ledger.restrict(&angle, [-LARGEST_ANGLE, LARGEST_ANGLE]);
    Some(angle)
}

/// Largest radius of gyration of a wheel, as a multiple of its radius. Engine and gears may be included.
const LARGEST_GYRATION: f64 = 10.0;

/// Warns of a rotor with a radius of gyration far beyond its wheel.
fn check_size(mass: Option<f64>, moment: f64, radius: f64, span: SourceSpan, diagnostics: &mut Diagnostics) {
    let Some(mass) = mass.filter(|mass| *mass > 0.0) else {
        return;
    };
    let gyration = (moment / mass).sqrt();
    if gyration > LARGEST_GYRATION * radius {
        let message = format!(
            "a radius of gyration of {} m is too much for this wheel",
            quantity::digits(gyration)
        );
        let mass = quantity::digits(mass);
        diagnostics
            .warning(&catalogue::IMPLAUSIBLE_INERTIA, span, message)
            .label(format!(
                "more than {LARGEST_GYRATION} times its radius, with a mass of {mass} kg"
            ));
    }
}

/// Width from which on wheels belong to both sides of a vehicle [m]. Twin wheels are closer to each other.
const BOTH_SIDES: f64 = 0.7;

/// Warns of wheels of both sides that are all to the left or all to the right of the X axis.
pub(in crate::model) fn check_sides(wheels: &[Option<Wheel>], context: &mut Context) {
    let wheels = || wheels.iter().flatten();
    let of_least = |of: &dyn Fn(&Wheel) -> f64| wheels().min_by(|a, b| of(a).total_cmp(&of(b)));
    let (Some(right), Some(left)) = (of_least(&|own| own.centre.y), of_least(&|own| -own.centre.y)) else {
        return;
    };
    let is_one_side = right.centre.y > 0.0 || left.centre.y < 0.0;
    if !is_one_side || left.centre.y - right.centre.y < BOTH_SIDES {
        return;
    }
    let message = format!("`{}` and `{}` are on one side of the X axis", left.name, right.name);
    let (place, other) = (right.span, left.span);
    let ys = [right, left].map(|own| quantity::digits(own.centre.y));
    let problem = context.ledger.warning(&catalogue::ONE_SIDED, place, message);
    problem
        .label(format!("y of the wheel centres is from {} to {} m", ys[0], ys[1]))
        .also(other, "the outermost wheel to the left");
}

/// Warns of wheels with equal centres: a suspension placed twice, or mirrored in the plane of symmetry.
pub(in crate::model) fn check_places(wheels: &[Option<Wheel>], context: &mut Context) {
    let Context { scope, ledger, .. } = context;
    let wheels = wheels.iter().enumerate();
    let wheels: Vec<(usize, &Wheel)> = wheels
        .filter_map(|(position, wheel)| Some((position, wheel.as_ref()?)))
        .collect();
    for (later, (position, wheel)) in wheels.iter().enumerate() {
        let is_here = |(_, other): &&(usize, &Wheel)| (*other.centre - *wheel.centre).norm() < geometry::SHORTEST;
        let Some((first, other)) = wheels[..later].iter().find(is_here) else {
            continue;
        };
        if scope.image(Kind::Wheel, *first) == *position {
            let message = format!("`{}` and its mirror image are in one place", other.name);
            ledger
                .warning(&catalogue::COINCIDENT_WHEELS, wheel.span, message)
                .label("its centre is in the plane of symmetry")
                .help("move it off the plane `y = 0`, or declare it outside of the mirrored group");
        } else {
            let message = format!("the wheels `{}` and `{}` are in one place", other.name, wheel.name);
            ledger
                .warning(&catalogue::COINCIDENT_WHEELS, wheel.span, message)
                .help("move one of them; a subsystem that is placed twice has an `origin` at each place");
        }
    }
}

/// Moments about the axis and about a diameter. A rotor has `J_axis = 2 J_diameter - 2∫y² dm <= 2 J_diameter`. A
/// diametral moment of zero means that the moment is included in the carrier's inertia.
fn rotor(spin: Option<&Value>, diametral: Option<&Value>, ledger: &mut Ledger) -> Option<(Option<Number>, Number)> {
    let spin_inertia = spin.map(|value| quantity::positive(value, Need::new("spin_inertia", &units::INERTIA), ledger));
    let diametral_inertia = match diametral {
        Some(value) => quantity::not_negative(value, Need::new("diametral_inertia", &units::INERTIA), ledger)?,
        None => 0.0.into(),
    };
    let Some(spin_inertia) = spin_inertia else {
        return Some((None, diametral_inertia));
    };
    let spin_inertia = spin_inertia?;
    if let Some(diametral) = diametral.filter(|_| *diametral_inertia > 0.0 && *spin_inertia > 2.0 * *diametral_inertia)
    {
        ledger
            .error(
                &catalogue::ROTOR_TRIANGLE,
                diametral.span(),
                "no wheel has these moments of inertia",
            )
            .label(format!(
                "less than half of the spin inertia {} kg*m^2",
                quantity::digits(*spin_inertia)
            ));
        return None;
    }
    ledger.rule(Holds::Rotor, vec![spin_inertia.clone(), diametral_inertia.clone()]);
    Some((Some(spin_inertia), diametral_inertia))
}

/// `carrier: with_rotor`, with which the wheel has no separate mass and no separate diametral moment. Returns its
/// source place.
fn with_rotor(value: &Value, attributes: &mut Attributes, ledger: &mut Ledger) -> Option<SourceSpan> {
    if !matches!(value, Value::Name(word) if word.text == "with_rotor") {
        return quantity::wrong_value(value, "carrier", "`with_rotor`, or left out", ledger);
    }
    for key in ["mass", "diametral_inertia"] {
        if let Some(own) = attributes.attribute(key) {
            let message = format!("`{key}` is in that of the carrier already");
            let problem = ledger.error(&catalogue::CONFLICT, own.key.span, message);
            problem.also(value.span(), "the carrier is declared with its rotor here");
            return None;
        }
    }
    Some(value.span())
}

/// Rounding tolerance for the moments of a carrier that remain without its rotor, as a fraction of the greatest moment.
const WITHIN: f64 = 1e-9;

/// Checks that a rotor fits into its carrier. Without the rotor, the rest of the inertia tensor must be possible for a
/// body. The rotor has the inertia `J a aᵀ`, and at least `J / 2` across its axis.
fn check_within(
    carrier: BodyId,
    (spin, axis): (&Number, &Axis),
    place: SourceSpan,
    context: &mut Context,
) -> Option<()> {
    let body = context.bodies[carrier.index()].as_ref()?;
    let rotor = 0.5 * (Matrix3::identity() + **axis * axis.transpose());
    let left = &body.inertia - &spin.map(|spin| rotor * *spin);
    let name = body.name.clone();
    let least = left.symmetric_eigenvalues().min();
    if least < -WITHIN * body.inertia.amax() {
        let message = format!(
            "the inertia of `{name}` is too small for a rotor of {} kg*m^2",
            quantity::digits(**spin)
        );
        context
            .ledger
            .error(&catalogue::ROTOR_TRIANGLE, place, message)
            .label(format!("without the rotor a moment of {} kg*m^2 would be left", quantity::digits(least)))
            .help("`inertia` of a carrier with its rotor is at least the spin inertia about the spindle, and half of it across");
        return None;
    }
    let entries = (0..3).flat_map(|i| (0..=i).map(move |j| (i, j)));
    let entries = entries.map(|place| left.map(|tensor| tensor[place])).collect();
    context.ledger.rule(Holds::Passive, entries);
    Some(())
}
