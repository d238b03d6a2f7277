//! One page about one or several designs, that needs nothing but a browser: pictures, figures with their differences, curves that can be
//! zoomed, and the geometry in three dimensions, moved by sliders.
//!
//! Curves and geometry are drawn by Plotly, whose program is part of the page; runs of manoeuvres by a program of our own
//! (`vehicles/report/src/player.js`). The same runs are written for other viewers as glTF 2.0 ([`gltf`]).

mod chart;
mod geometry;
pub mod gltf;
mod page;
mod replay;
mod scene;

pub use geometry::{Fixed, Geometry, Line, Look, Part, Wheel};
pub use page::html;
pub use replay::{INKS, Replay, Run};
pub use scene::{Frame, Scene, Slider};

use wishbone_studies::findings::Comparison;

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub struct Report<'a> {
    /// Heading.
    pub title: String,
    /// The designs, in the order of the comparisons.
    pub designs: Vec<Design>,
    /// Studies of all designs.
    pub comparisons: Vec<Comparison<'a>>,
    /// Runs that can be played, by the names of the studies below which they stand.
    pub replays: Vec<Replay>,
}

/// The part of a page about one design alone.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// Name.
    pub label: String,
    /// Lines below it, such as what was changed.
    pub about: Vec<String>,
    /// Pictures as SVG, with their headings.
    pub pictures: Vec<(String, String)>,
    /// Plain texts in columns, with their headings.
    pub texts: Vec<(String, String)>,
    /// Its geometry.
    pub scene: Option<Scene>,
}
