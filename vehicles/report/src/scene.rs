//! Geometry in three dimensions that moves with sliders.

use crate::geometry::{Line, Look};
use serde_json::{Value, json};

impl Look {
    fn mode(self) -> &'static str {
        match self {
            Self::Bar | Self::Spring => "lines+markers",
            Self::Points => "markers",
            Self::Circle => "lines",
        }
    }
}

/// Points of every line in one position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// `-40 mm`
    pub name: String,
    /// By line, its points [m].
    pub points: Vec<Vec<[f64; 3]>>,
}

/// Positions that a slider runs through.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slider {
    /// `travel`
    pub name: String,
    /// Its positions.
    pub frames: Vec<Frame>,
    /// The one that is shown first.
    pub start: usize,
}

/// Lines that move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The lines.
    pub lines: Vec<Line>,
    /// Points at the design position.
    pub design: Frame,
    /// Sliders, one below the other.
    pub sliders: Vec<Slider>,
}

/// Height of the picture without sliders, and of a slider [pixels].
const HEIGHT: usize = 560;
const SLIDER: usize = 80;

impl Scene {
    /// Data, layout and frames of a Plotly figure.
    pub(crate) fn figure(&self) -> Value {
        let frames: Vec<Value> = self
            .sliders
            .iter()
            .flat_map(|slider| slider.frames.iter().map(move |frame| (slider, frame)))
            .map(|(slider, frame)| {
                let data: Vec<Value> = frame.points.iter().map(|points| along_axes(points)).collect();
                json!({ "name": id(slider, frame), "data": data })
            })
            .collect();
        json!({ "data": self.traces(&self.design), "layout": self.layout(), "frames": frames })
    }

    fn traces(&self, frame: &Frame) -> Vec<Value> {
        let each = self.lines.iter().zip(&frame.points).map(|(line, points)| {
            let mut trace = json!({
                "type": "scatter3d", "name": line.name, "hoverinfo": "name+x+y+z",
                "mode": line.look.mode(),
                "line": { "color": line.ink, "width": 5, "dash": if line.look == Look::Spring { "dot" } else { "solid" } },
                "marker": { "color": line.ink, "size": 3 },
                "showlegend": false,
            });
            for axis in ["x", "y", "z"] {
                trace[axis] = along_axes(points)[axis].take();
            }
            trace
        });
        each.collect()
    }

    fn layout(&self) -> Value {
        let axis = |name: &str, axis: usize| {
            // Fixed ranges, so that nothing but the parts moves.
            let all = self
                .sliders
                .iter()
                .flat_map(|slider| &slider.frames)
                .chain([&self.design]);
            let values = all
                .flat_map(|frame| frame.points.iter().flatten())
                .map(|point| point[axis]);
            let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| {
                (low.min(x), high.max(x))
            });
            json!({ "title": { "text": name }, "range": [low - 0.05, high + 0.05], "gridcolor": "#8888", "zeroline": false, "showbackground": false })
        };
        let sliders: Vec<Value> = self
            .sliders
            .iter()
            .enumerate()
            .map(|(place, slider)| slider.bar(place))
            .collect();
        let view = |name: &str, eye: [f64; 3], up: [f64; 3]| {
            let camera = json!({
                "eye": { "x": eye[0], "y": eye[1], "z": eye[2] }, "up": { "x": up[0], "y": up[1], "z": up[2] },
                "projection": { "type": "orthographic" },
            });
            json!({ "label": name, "method": "relayout", "args": [{ "scene.camera": camera }] })
        };
        let upward = [0.0, 0.0, 1.0];
        let views = [
            view("oblique", [1.4, 1.4, 0.8], upward),
            view("front", [2.5, 0.0, 0.0], upward),
            view("side", [0.0, 2.5, 0.0], upward),
            view("top", [0.0, 0.0, 2.5], [1.0, 0.0, 0.0]),
        ];
        json!({
            "height": HEIGHT + SLIDER * self.sliders.len(), "paper_bgcolor": "rgba(0,0,0,0)", "font": { "color": "#888", "family": "Helvetica, Arial, sans-serif" },
            "margin": { "l": 10, "r": 10, "t": 0, "b": SLIDER * self.sliders.len() },
            "scene": {
                "aspectmode": "data", "xaxis": axis("X [m]", 0), "yaxis": axis("Y [m]", 1), "zaxis": axis("Z [m]", 2),
                "camera": { "eye": { "x": 1.4, "y": 1.4, "z": 0.8 }, "projection": { "type": "orthographic" } },
            },
            "sliders": sliders,
            "updatemenus": [{ "type": "buttons", "direction": "left", "x": 0.02, "xanchor": "left", "y": 1.0, "yanchor": "top", "showactive": false, "buttons": views }],
        })
    }
}

impl Slider {
    fn bar(&self, place: usize) -> Value {
        let steps: Vec<Value> = self
            .frames
            .iter()
            .map(|frame| {
                let at_once = json!({ "mode": "immediate", "frame": { "duration": 0, "redraw": true }, "transition": { "duration": 0 } });
                json!({ "label": frame.name, "method": "animate", "args": [[id(self, frame)], at_once] })
            })
            .collect();
        json!({
            "active": self.start, "steps": steps, "currentvalue": { "prefix": format!("{}: ", self.name), "xanchor": "center" },
            "pad": { "t": SLIDER * place, "l": 30, "r": 30 },
        })
    }
}

/// Coordinates of points, axis by axis: all of a line that changes from frame to frame.
fn along_axes(points: &[[f64; 3]]) -> Value {
    let along = |axis: usize| -> Vec<f64> { points.iter().map(|point| rounded(point[axis])).collect() };
    json!({ "x": along(0), "y": along(1), "z": along(2) })
}

/// Name of a frame among those of all sliders.
fn id(slider: &Slider, frame: &Frame) -> String {
    format!("{} {}", slider.name, frame.name)
}

/// To a hundredth of a millimetre: digits that nobody sees would fill the page.
fn rounded(metres: f64) -> f64 {
    (1e5 * metres).round() / 1e5
}
