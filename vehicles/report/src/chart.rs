//! Curves that can be zoomed, with the numbers at the pointer.

use serde_json::{Value, json};
use wishbone_studies::panels::{Panel, Stroke, thinned};

/// Most points of a curve; longer ones are thinned.
const MOST: usize = 500;

/// Data and layout of a Plotly figure.
pub(crate) fn figure(panel: &Panel) -> Value {
    let curves = panel.curves.iter().map(|curve| {
        let points = thinned(&curve.points, MOST).into_iter();
        let (x, y): (Vec<f64>, Vec<f64>) = points.map(|(x, y)| (rounded(x), rounded(y))).unzip();
        let ink = curve.ink;
        json!({
            "type": "scatter", "mode": "lines", "name": curve.name, "showlegend": !curve.name.is_empty(), "x": x, "y": y,
            "line": {
                "color": format!("rgb({},{},{})", ink.0, ink.1, ink.2), "width": 2,
                "dash": match curve.stroke { Stroke::Solid => "solid", Stroke::Dashed => "dash", Stroke::Dotted => "dot" },
            },
        })
    });
    let axis = |title: &str| json!({ "title": { "text": title }, "gridcolor": "#8884", "zerolinecolor": "#8888", "automargin": true });
    let mut y = axis("");
    if panel.equal {
        y["scaleanchor"] = json!("x");
    }
    json!({
        "data": curves.collect::<Vec<Value>>(),
        "layout": {
            "title": { "text": panel.title, "x": 0.02, "xanchor": "left", "font": { "size": 15 } }, "height": 320, "hovermode": "x unified",
            "paper_bgcolor": "rgba(0,0,0,0)", "plot_bgcolor": "rgba(0,0,0,0)", "font": { "color": "#888", "family": "Helvetica, Arial, sans-serif" },
            "hoverlabel": { "bgcolor": "#222", "font": { "color": "#eee" } },
            "margin": { "l": 60, "r": 20, "t": 40, "b": 45 }, "legend": { "orientation": "h", "y": -0.25 },
            "xaxis": axis(&panel.x), "yaxis": y,
        },
    })
}

/// Six significant digits.
fn rounded(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10f64.powi(5 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}
