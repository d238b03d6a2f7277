//! The figures of the first screen, selected from the findings of the studies.

use crate::plausible::Plausibility;
use wishbone_report::Answer;
use wishbone_studies::findings::{Figure, Findings};
use wishbone_studies::panels::side_of;
use wishbone_studies::plausibility::Checked;

/// Plausibility figures by the beginning of their names, each with its heading.
const JUDGED: [(&str, &str); 8] = [
    ("masses and loads", "front axle's part of the load"),
    ("masses and loads", "half the track / height of the centre of mass"),
    ("ride", "ride frequency, "),
    ("ride", "damping ratio, "),
    ("ride", "wheel hop frequency, "),
    ("ride", "wheel rate, "),
    ("handling", "roll gradient, estimate"),
    ("handling", "steering ratio"),
];

/// Figures of studies by name, each with its heading and the name of its study.
const FOUND: [(&str, &str, &str); 8] = [
    ("handling", "steady bends", "understeer gradient"),
    ("handling", "steady bends", "sideslip gradient"),
    ("handling", "steady bends", "greatest lateral acceleration"),
    ("braking", "braking", "speed at the begin"),
    ("braking", "braking", "stopping distance"),
    ("braking", "braking", "mean fully developed deceleration"),
    ("ride", "random_road", "weighted vertical acceleration, rms"),
    ("acceleration", "acceleration", "greatest acceleration"),
];

/// The answers about a design, heading by heading.
pub fn of<'f>(plausibility: &Plausibility, studies: impl Iterator<Item = &'f Findings>) -> Vec<Answer> {
    let studies: Vec<&Findings> = studies.collect();
    let mut all = of_masses(&studies);
    for (group, begin) in JUDGED {
        let known = plausibility.figures.iter();
        all.extend(
            known
                .filter(|checked| checked.name.starts_with(begin) && !plausibility.is_mirrored(checked))
                .map(|checked| judged(group, checked)),
        );
    }
    for (group, study, name) in FOUND {
        let found = studies.iter().find(|found| found.name == study);
        all.extend(found.and_then(|found| found.figure("", name)).map(|figure| Answer {
            group,
            figure: figure.clone(),
            usual: None,
        }));
    }
    let order = ["masses and loads", "ride", "handling", "braking", "acceleration"];
    all.sort_by_key(|answer| order.iter().position(|group| *group == answer.group));
    all
}

fn judged(group: &'static str, checked: &Checked) -> Answer {
    Answer {
        group,
        figure: Figure::new(
            "",
            &in_words(&checked.name),
            checked.unit,
            checked.value,
            checked.source,
        ),
        usual: Some(checked.usual.clone()),
    }
}

/// A name without the points and underscores of the declaration. A figure of a left wheel stands for its axle.
fn in_words(name: &str) -> String {
    match name.split_once(", ") {
        Some((figure, wheel)) if side_of(wheel).is_some() => format!("{figure}, {}", axle(wheel)),
        _ => name.to_owned(),
    }
}

/// Mass, and the load of each axle. Wheels at the same X form an axle.
fn of_masses(studies: &[&Findings]) -> Vec<Answer> {
    let Some(rest) = studies.iter().find(|found| found.name == "at rest") else {
        return Vec::new();
    };
    let answer = |figure| Answer {
        group: "masses and loads",
        figure,
        usual: None,
    };
    let mut all: Vec<Answer> = rest
        .figure("", "mass on the wheels")
        .cloned()
        .map(answer)
        .into_iter()
        .collect();
    let mut axles: Vec<(String, f64)> = Vec::new();
    for load in rest.figures.iter().filter(|figure| figure.name == "load") {
        let (Some(value), name) = (load.value, axle(&load.subject)) else {
            continue;
        };
        match axles.iter_mut().find(|(own, _)| *own == name) {
            Some((_, sum)) => *sum += value,
            None => axles.push((name, value)),
        }
    }
    let definition = "sum of the vertical forces of the road on its wheels at rest";
    all.extend(axles.iter().map(|(name, sum)| {
        let name = format!("load, {name}");
        answer(Figure::new("", &name, "kN", 1e-3 * sum, definition))
    }));
    all
}

/// The axle in the name of a wheel: `front` for `front_left.tyre`.
fn axle(wheel: &str) -> String {
    let rest = side_of(wheel).map_or_else(|| wheel.to_owned(), |(rest, _)| rest);
    let rest = rest
        .strip_suffix(".tyre")
        .or_else(|| rest.strip_suffix(".wheel"))
        .unwrap_or(&rest);
    rest.replace(['.', '_'], " ")
}
