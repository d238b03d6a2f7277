//! Data of the page's programs: histograms and mean effects as charts, dots as scatter matrices.

use super::choice::Choice;
use super::{Effect, Figure, Histogram, Sweep};
use crate::chart::{alone, range, rounded};
use serde_json::{Value, json};
use wishbone_studies::findings::number;
use wishbone_studies::panels::{Curve, Panel, line};

/// Largest number of parameters whose mean effects are drawn in one chart: as many as there are colours.
const SHARED: usize = 6;
/// Quantiles that are marked in a histogram, by their positions among the quantiles of a figure.
const MARKED: [(usize, &str); 3] = [(1, "5 %"), (2, "median"), (3, "95 %")];

/// Histogram of a figure with marks at its quantiles; `None` for a figure that no variant has.
pub(super) fn histogram(figure: &Figure) -> Option<Value> {
    let quantiles = figure.quantiles?;
    let most = figure.histogram.counts.iter().max().copied().unwrap_or(0) as f64;
    let mut curves = vec![line(0, "", outline(&figure.histogram))];
    curves.extend(MARKED.iter().enumerate().map(|(place, (quantile, name))| {
        let at = quantiles[*quantile];
        line(
            place + 1,
            &format!("{name} {}", minus(&number(at))),
            vec![(at, 0.0), (at, most)],
        )
    }));
    Some(alone(&Panel {
        title: "variants".to_owned(),
        x: figure.label.clone(),
        curves,
        ..Panel::default()
    }))
}

/// Corners of the bars of a histogram, from its begin to its end.
fn outline(histogram: &Histogram) -> Vec<(f64, f64)> {
    let at = |bin: usize| histogram.from + histogram.width * bin as f64;
    let bars = histogram.counts.iter().enumerate();
    let bars = bars.flat_map(|(bin, count)| [(at(bin), *count as f64), (at(bin + 1), *count as f64)]);
    let ends = [(at(0), 0.0), (at(histogram.counts.len()), 0.0)];
    std::iter::once(ends[0]).chain(bars).chain([ends[1]]).collect()
}

/// Mean of a figure over each of the parameters with the largest effects; `None` if no parameter varies.
pub(super) fn means(figure: &Figure, sweep: &Sweep) -> Option<Value> {
    let varied = figure.effects.iter().filter(|effect| effect.means.len() > 1);
    let curves: Vec<Curve> = varied
        .take(SHARED)
        .enumerate()
        .map(|(place, effect)| {
            let parameter = &sweep.parameters[effect.parameter];
            let [least, greatest] = parameter.ends;
            let part = |x: f64| 100.0 * (x - least) / (greatest - least);
            let points = effect.means.iter().map(|(x, y)| (part(*x), *y));
            line(place, &parameter.label, points.collect())
        })
        .collect();
    (!curves.is_empty()).then(|| {
        alone(&Panel {
            title: format!("mean of {}", figure.label),
            x: "parameter, from its least to its greatest value [%]".to_owned(),
            curves,
            ..Panel::default()
        })
    })
}

/// Scatter matrices: figures over parameters, and figures over each other. Columns of numbers stand once for both.
pub(super) fn matrices(sweep: &Sweep, choice: &Choice) -> Value {
    let mut columns = Vec::new();
    for place in &choice.parameters {
        let numbers = sweep.dots.iter().map(|dot| dot.parameters[*place]);
        let range = range(numbers.clone());
        let numbers = numbers.map(|number| rounded(number, range));
        columns.push(column(&sweep.parameters[*place].label, numbers.collect()));
    }
    for place in &choice.figures {
        let numbers = sweep.dots.iter().map(|dot| dot.figures[*place].unwrap_or(f64::NAN));
        let range = range(numbers.clone());
        let numbers = numbers.map(|number| rounded(number, range)).collect();
        columns.push(column(&sweep.figures[*place].label, numbers));
    }
    let first = choice.parameters.len();
    let position = |figure: usize| first + figure;
    let rows: Vec<usize> = (0..choice.figures.len()).map(position).collect();
    let mut matrices = Vec::new();
    if !rows.is_empty() && first > 0 {
        matrices.push(json!({
            "rows": rows, "columns": (0..first).collect::<Vec<_>>(), "lower": false,
            "means": choice.figures.iter().map(|figure| {
                let effects = &sweep.figures[*figure].effects;
                choice.parameters.iter().map(|own| along(effects, *own)).collect::<Vec<Value>>()
            }).collect::<Vec<_>>(),
        }));
    }
    let among = choice.among().len();
    if among > 1 {
        let all: Vec<usize> = (0..among).map(position).collect();
        matrices.push(json!({ "rows": all[1..], "columns": all[..among - 1], "lower": true, "means": [] }));
    }
    json!({
        "columns": columns, "matrices": matrices,
        "indices": sweep.dots.iter().map(|dot| dot.index).collect::<Vec<_>>(),
        "failures": sweep.dots.iter().map(|dot| &dot.failure).collect::<Vec<_>>(),
    })
}

fn column(label: &str, numbers: Vec<Value>) -> Value {
    json!({ "label": crate::tables::unit(label), "numbers": numbers })
}

/// Mean of a figure along a parameter, as coordinates.
fn along(effects: &[Effect], parameter: usize) -> Value {
    let effect = effects.iter().find(|effect| effect.parameter == parameter);
    let means = || effect.iter().flat_map(|effect| &effect.means);
    let ranges = [range(means().map(|mean| mean.0)), range(means().map(|mean| mean.1))];
    let (x, y): (Vec<Value>, Vec<Value>) = means()
        .map(|(x, y)| (rounded(*x, ranges[0]), rounded(*y, ranges[1])))
        .unzip();
    json!({ "x": x, "y": y })
}

/// A number with a minus sign that is as wide as a plus.
pub(super) fn minus(text: &str) -> String {
    text.replace('-', "−")
}
