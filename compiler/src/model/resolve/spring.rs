//! Spring-dampers: ends, elastic force, damping, stops.

use crate::diag::catalogue;
use crate::front::syntax::{Attribute, Element, Value};
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need, Sign};
use crate::model::reading::context::{Context, given};
use crate::model::reading::{curve, damper_map, geometry, signal};
use crate::model::{Curve, Damping, Effort, Holds, Number, Spring, Stop};

/// Attributes that make a force; at least one is required.
const FORCES: [&str; 6] = ["rate", "damping", "preload", "bump_stop", "rebound_stop", "actuator"];

pub(in crate::model) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Spring> {
    let form = context.form(element, &["first_body", "second_body"])?;
    let bodies = context.two_bodies(form);
    let mut attributes = context.attributes(element);
    let ends = geometry::ends(&mut attributes, element.name.span, context);
    let ledger = &mut context.ledger;
    let makes_force = FORCES.iter().any(|key| attributes.is_meant(key));
    let elastic = elastic(&mut attributes, ledger);
    let damping = damping(&mut attributes, ledger);
    let preload = quantity::declared(&mut attributes, "preload", Sign::Any, ledger);
    let stops = ["bump_stop", "rebound_stop"].map(|key| (key, attributes.optional(key)));
    let [bump_stop, rebound_stop] = stops.map(|(key, value)| given(value, |value| curve::stop(value, key, ledger)));
    let lengths = [
        stops[0].1.zip(length_of(&bump_stop)),
        stops[1].1.zip(length_of(&rebound_stop)),
        attributes
            .optional("free_length")
            .zip(elastic.as_ref().map(|(_, length)| **length)),
    ];
    check_stops(lengths, ledger);
    if !makes_force {
        let message = format!("spring `{}` makes no force", element.name.text);
        ledger.error(&catalogue::NO_FORCE, element.name.span, message);
    }
    let actuator = attributes.optional("actuator");
    attributes.finish(ledger);
    let actuator = given(actuator, |value| {
        signal::resolve(value, "actuator", Effort::Force, context)
    });
    let ((first, second), (from, to), (elastic, free_length)) = (bodies?, ends?, elastic?);
    Some(Spring {
        name: context.name(element),
        first,
        second,
        from,
        to,
        free_length,
        preload: preload?,
        elastic,
        damping: damping?,
        bump_stop: bump_stop?,
        rebound_stop: rebound_stop?,
        actuator: actuator?,
        span: element.name.span,
    })
}

/// `rate` with `free_length`: neither is allowed alone.
fn elastic(attributes: &mut Attributes, ledger: &mut Ledger) -> Option<(Option<Curve>, Number)> {
    let Some(rate) = attributes.optional("rate") else {
        let Some(free_length) = attributes.attribute("free_length") else {
            return Some((None, 0.0.into()));
        };
        if !attributes.is_meant("rate") {
            let message = "a free length means nothing without a rate";
            ledger
                .error(&catalogue::CONFLICT, free_length.key.span, message)
                .help("add `rate: 40 kN/m`, or remove the free length");
        }
        return None;
    };
    let free_length = attributes.required("free_length", "350 mm");
    let free_length = free_length.and_then(|value| quantity::length(value, "free_length", ledger));
    let rate = curve::curve(rate, "rate", &curve::ELASTIC, ledger);
    Some((Some(rate?), free_length?))
}

/// `damping`, with optional `window` and `damping_outside`. The outer `None` means that a mistake was reported.
fn damping(attributes: &mut Attributes, ledger: &mut Ledger) -> Option<Option<Damping>> {
    let inside = attributes.attribute("damping");
    let window = attributes.attribute("window");
    let outside = attributes.attribute("damping_outside");
    for (there, other, missing) in [(window, outside, "damping_outside"), (outside, window, "window")] {
        if let (Some(there), None) = (there, other) {
            lone(there, missing, ledger);
            return None;
        }
    }
    if let (Some(window), None) = (window, inside) {
        lone(window, "damping", ledger);
        return None;
    }
    let map = inside.and_then(|inside| Some((inside, damper_map::arguments(&inside.value)?)));
    let mut further = None;
    let curve = match map {
        Some((inside, arguments)) => {
            check_lone_map(inside, [window, attributes.attribute("series")], ledger)?;
            let (first, map) = damper_map::read(arguments, ledger)?;
            further = Some(map);
            Some(Some(first))
        }
        None => given(inside.map(|inside| &inside.value), |value| {
            curve::curve(value, "damping", &curve::DAMPING, ledger)
        }),
    };
    let outside = match (window, outside) {
        (Some(window), Some(outside)) => {
            let limits = limits(&window.value, ledger);
            let curve = curve::curve(&outside.value, "damping_outside", &curve::DAMPING, ledger);
            let ((min, max), curve) = (limits?, curve?);
            Some((min, max, curve))
        }
        _ => None,
    };
    let series = series(attributes, ledger)?;
    let Some(curve) = curve? else {
        if let Some((_, place)) = series {
            let message = "`series` means nothing without `damping`";
            let problem = ledger.error(&catalogue::LONE_WINDOW, place.key.span, message);
            problem.help("add `damping: 3000 N*s/m`, or remove `series`");
        }
        return Some(None);
    };
    if let Some((_, place)) = &series {
        let told = outside.is_none() && curve::rises(&curve);
        if !told {
            let message = "a damper in series needs a damping that has one speed for each force";
            ledger
                .error(&catalogue::CONFLICT, place.key.span, message)
                .help("give a rate, a `split` or a `table` whose force rises with the speed, without a window");
            return None;
        }
    }
    let series = series.map(|(rate, _)| rate);
    Some(Some(Damping {
        curve,
        map: further,
        outside,
        series,
    }))
}

/// Reports attributes that cannot be combined with a map of the damping.
fn check_lone_map(map: &Attribute, others: [Option<&Attribute>; 2], ledger: &mut Ledger) -> Option<()> {
    let Some(other) = others.into_iter().flatten().next() else {
        return Some(());
    };
    let message = format!("`{}` cannot stand beside a map", other.key.text);
    let problem = ledger.error(&catalogue::CONFLICT, other.key.span, message);
    problem.also(map.key.span, "the map tells the force at every length already");
    None
}

/// `series: 400 kN/m`, with its attribute. The outer `None` means that a mistake was reported.
fn series<'a>(attributes: &mut Attributes<'a>, ledger: &mut Ledger) -> Option<Option<(Number, &'a Attribute)>> {
    let Some(attribute) = attributes.attribute("series") else {
        return Some(None);
    };
    let rate = quantity::declared(attributes, "series", Sign::Positive, ledger)?;
    Some(Some((rate, attribute)))
}

fn length_of(stop: &Option<Option<Stop>>) -> Option<f64> {
    let stop = stop.as_ref()?.as_ref()?;
    Some(*stop.length)
}

/// Compares the given lengths of a spring: at the bump stop, at the rebound stop, and unloaded. Warns if the length at
/// the bump stop exceeds one of the others.
fn check_stops([bump, rebound, free]: [Option<(&Value, f64)>; 3], ledger: &mut Ledger) {
    let Some((bump_stop, shortest)) = bump else {
        return;
    };
    let others = [("the rebound stop", rebound), ("the free length", free)];
    let exceeded = others
        .into_iter()
        .find_map(|(name, length)| Some((name, length.filter(|(_, l)| *l < shortest)?)));
    if let Some((name, (value, length))) = exceeded {
        let message = format!("the bump stop is met at a greater length than {name}");
        ledger
            .warning(&catalogue::STOPS, curve::length_place(bump_stop), message)
            .label(format!("{} m", quantity::digits(shortest)))
            .also(
                curve::length_place(value),
                format!("{name} is {} m", quantity::digits(length)),
            );
    }
}

fn lone(attribute: &Attribute, missing: &str, ledger: &mut Ledger) {
    let message = format!("`{}` means nothing without `{missing}`", attribute.key.text);
    ledger.error(&catalogue::LONE_WINDOW, attribute.key.span, message);
}

/// `window: [min, max]` [m]
fn limits(value: &Value, ledger: &mut Ledger) -> Option<(Number, Number)> {
    let need = Need::new("window", &units::LENGTH);
    let limits = quantity::list(value, need, &[&["min", "max"]], ledger)?;
    match limits.as_deref() {
        Some([min, max]) if 0.0 <= **min && **min < **max => {
            ledger.restrict(min, [0.0, f64::INFINITY]);
            ledger.rule(Holds::Increasing, vec![min.clone(), max.clone()]);
            quantity::check_plausible(**max, quantity::LONGEST, value.span(), ledger)
                .then(|| (min.clone(), max.clone()))
        }
        _ => {
            let needed = "two lengths `[shortest, longest] m`, the shorter first";
            quantity::wrong_value(value, "window", needed, ledger)
        }
    }
}
