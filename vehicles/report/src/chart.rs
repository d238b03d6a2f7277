//! Curves of a panel as data of the page.

use crate::tables::unit;
use serde_json::{Value, json};
use wishbone_studies::panels::{Curve, INKS, Panel, Scale, Side, side_of, thinned};

/// Largest number of points of a curve; longer curves are thinned.
const MOST: usize = 400;

/// The charts of a panel. If its curves belong to left and right sides, there is one chart for each axle, so that the
/// two sides can be distinguished.
pub(crate) fn charts(panel: &Panel) -> Vec<Value> {
    let mut groups: Vec<(String, Vec<&Curve>)> = Vec::new();
    for curve in &panel.curves {
        let name = axle(&curve.name);
        match groups.iter_mut().find(|(own, _)| *own == name) {
            Some((_, curves)) => curves.push(curve),
            None => groups.push((name, vec![curve])),
        }
    }
    if groups.iter().any(|(name, _)| name.is_empty()) {
        return vec![alone(panel)];
    }
    // A constant curve tells nothing beside curves that change.
    let changes = |curves: &[&Curve]| curves.iter().any(|curve| height(curve) > 1e-3 * panel.least_range());
    let is_told = groups.iter().any(|(_, curves)| changes(curves));
    groups.retain(|(_, curves)| !is_told || changes(curves));
    groups.iter().map(|(name, curves)| chart(panel, name, curves)).collect()
}

/// Difference of the greatest and the least value of a curve.
fn height(curve: &Curve) -> f64 {
    let values = curve
        .points
        .iter()
        .map(|point| point.1)
        .filter(|value| value.is_finite());
    let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| {
        [low.min(value), high.max(value)]
    });
    high - low
}

/// Name of an axle in words: `front` for `front_left.tyre` and for `front.tyre, both sides`. Empty for a name without a side.
pub(crate) fn axle(name: &str) -> String {
    let rest = match name.strip_suffix(", both sides") {
        Some(rest) => Some(rest.to_owned()),
        // A name of two wheels is that of an axle.
        None if name.contains(" and ") => name.split(" and ").next().and_then(side_of).map(|(rest, _)| rest),
        None => side_of(name).map(|(rest, _)| rest),
    };
    let rest = rest.unwrap_or_default();
    let rest = rest
        .strip_suffix(".tyre")
        .or_else(|| rest.strip_suffix(".wheel"))
        .unwrap_or(&rest);
    rest.replace(['.', '_'], " ")
}

/// Name of a curve in the chart of its axle: `left`, `both sides`.
fn side(name: &str) -> &str {
    match (name.ends_with("both sides"), side_of(name)) {
        (true, _) => "both sides",
        (false, _) if name.contains(" and ") => "",
        (false, Some((_, Side::Left))) => "left",
        (false, Some((_, Side::Right))) => "right",
        (false, None) => name,
    }
}

/// The chart of a panel with all of its curves.
pub(crate) fn alone(panel: &Panel) -> Value {
    chart(panel, "", &panel.curves.iter().collect::<Vec<_>>())
}

fn chart(panel: &Panel, axle: &str, curves: &[&Curve]) -> Value {
    let is_split = !axle.is_empty();
    let curves = curves.iter().map(|curve| {
        let points = thinned(&curve.points, MOST);
        let ranges = [
            range(points.iter().map(|point| point.0)),
            range(points.iter().map(|point| point.1)),
        ];
        let (x, y): (Vec<Value>, Vec<Value>) = points
            .into_iter()
            .map(|(x, y)| (rounded(x, ranges[0]), rounded(y, ranges[1])))
            .unzip();
        json!({
            "name": if is_split { side(&curve.name) } else { &curve.name }, "design": curve.design,
            "ink": INKS.iter().position(|ink| *ink == curve.ink).unwrap_or(0), "x": x, "y": y,
        })
    });
    let title = match is_split {
        true => format!("{}, {axle}", panel.title),
        false => panel.title.clone(),
    };
    json!({
        "title": unit(&title), "x": unit(&panel.x), "least": panel.least_range(), "curves": curves.collect::<Vec<Value>>(),
        "scale": match panel.scale { Scale::Linear => "linear", Scale::Equal => "equal", Scale::Logarithmic => "logarithmic" },
    })
}

/// Difference between the greatest and the least of the finite numbers; zero if there are no finite numbers.
pub(crate) fn range(numbers: impl Iterator<Item = f64>) -> f64 {
    let ends = numbers.filter(|number| number.is_finite());
    let [least, greatest] = ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, greatest], number| {
        [least.min(number), greatest.max(number)]
    });
    if greatest > least { greatest - least } else { 0.0 }
}

/// Five significant digits of the number, and five digits of the range of the numbers shown with it; null if the number
/// is not finite.
pub(crate) fn rounded(value: f64, range: f64) -> Value {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { json!(0) } else { Value::Null };
    }
    let size = match range > 0.0 {
        true => range.min(value.abs()),
        false => value.abs(),
    };
    let scale = 10f64.powi(4 - size.log10().floor() as i32);
    let short = (value * scale).round() / scale;
    match short.fract() == 0.0 && short.abs() < 1e6 {
        true => json!(short as i64),
        false => json!(short),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_studies::panels::line;

    /// Numbers that differ by little can be distinguished; numbers of a wide range have five digits.
    #[test]
    fn digits_are_those_of_the_range() {
        let tight = [2_699.864_52, 2_700.131_71];
        let all = tight.map(|own| rounded(own, range(tight.into_iter())));
        assert_eq!(all, [json!(2_699.864_52), json!(2_700.131_71)]);
        assert_eq!(
            [rounded(1.234_567, 0.0), rounded(1.234_567, 1e4)],
            [json!(1.2346), json!(1.2346)]
        );
        assert_eq!(rounded(f64::NAN, 1.0), Value::Null);
    }

    #[test]
    fn an_axle_is_named_in_words() {
        let names = [
            "front_left.tyre",
            "rear.tyre, both sides",
            "front_left.tyre and front_right.tyre",
            "left",
            "chassis",
        ];
        assert_eq!(names.map(axle), ["front", "rear", "front", "", ""]);
        assert_eq!(names.map(side), ["left", "both sides", "", "left", "chassis"]);
    }

    /// Four wheels give two charts with two curves each; an axle whose curves do not change gets no chart. Curves
    /// without sides stay together.
    #[test]
    fn each_axle_has_its_chart() {
        let panel = |names: &[&str], rear: f64| Panel {
            title: "toe [deg]".to_owned(),
            curves: names
                .iter()
                .enumerate()
                .map(|(k, name)| {
                    line(
                        k,
                        name,
                        vec![
                            (0.0, 0.123_456_7),
                            (1.0, if name.starts_with("rear") { rear } else { 1.0 }),
                        ],
                    )
                })
                .collect(),
            ..Panel::default()
        };
        let names = [
            "front_left.tyre",
            "front_right.tyre",
            "rear_left.tyre",
            "rear_right.tyre",
        ];
        let wheels = charts(&panel(&names, 0.5));
        let told: Vec<(&str, usize)> = wheels
            .iter()
            .map(|chart| {
                (
                    chart["title"].as_str().unwrap(),
                    chart["curves"].as_array().unwrap().len(),
                )
            })
            .collect();
        assert_eq!(told, [("toe [deg], front", 2), ("toe [deg], rear", 2)]);
        assert_eq!(wheels[0]["curves"][1]["name"], "right");
        assert_eq!(wheels[0]["curves"][0]["y"][0], 0.12346);
        assert_eq!(charts(&panel(&names, 0.123_456_7)).len(), 1);
        assert_eq!(charts(&panel(&["roll", "pitch"], 0.0)).len(), 1);
    }
}
