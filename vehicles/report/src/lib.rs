//! One page about one or several designs that needs nothing but a browser. A first screen has the answers. The chapters have
//! curves, figures and their differences, drawings with dimensions, and the geometry in three dimensions, moved by sliders.
//!
//! The page is one file: a skeleton ([`html`]), data as JSON, a style and small programs (`vehicles/report/page`), and
//! three.js for solids (`vehicles/report/vendor`). Runs of manoeuvres are played on the page; the same runs are written
//! for other viewers as glTF 2.0 ([`gltf`]). The page of a sweep ([`sweep`]) is drawn in the same way.

mod chart;
mod first;
mod geometry;
pub mod gltf;
mod packed;
mod page;
mod replay;
mod scene;
pub mod sweep;
mod tables;

pub use geometry::{Fixed, Geometry, Line, Look, Part, Wheel};
pub use page::html;
pub use replay::{INKS, Replay, Run};
pub use scene::{Axle, Position, Scene, Slider};

use std::ops::RangeInclusive;
use wishbone_studies::findings::{Comparison, Figure};

/// The content of a page.
#[derive(Clone, Debug, Default)]
pub struct Report<'a> {
    /// Heading.
    pub title: String,
    /// The designs, in the order of the comparisons.
    pub designs: Vec<Design>,
    /// Studies of all designs.
    pub studies: Vec<Study<'a>>,
    /// Runs that can be played. Each has the name of the study below which it stands.
    pub replays: Vec<Replay>,
}

/// A study of all designs in its chapter.
#[derive(Clone, Debug)]
pub struct Study<'a> {
    /// Chapter in which it stands.
    pub chapter: Chapter,
    /// Its findings, design by design.
    pub comparison: Comparison<'a>,
}

/// Chapter of the page with studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chapter {
    /// Kinematics and compliance.
    Suspension,
    /// Steady bends and manoeuvres.
    Handling,
    /// Modes and uneven roads.
    Ride,
    /// Loads on wheels and joints.
    Loads,
}

impl Chapter {
    pub(crate) const ALL: [Self; 4] = [Self::Suspension, Self::Handling, Self::Ride, Self::Loads];

    /// Heading.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Suspension => "Suspension",
            Self::Handling => "Handling",
            Self::Ride => "Ride",
            Self::Loads => "Loads",
        }
    }
}

/// The part of a page about one design alone.
#[derive(Clone, Debug, Default)]
pub struct Design {
    /// Name.
    pub label: String,
    /// Lines below it, such as what was changed.
    pub about: Vec<String>,
    /// Figures of the first screen.
    pub answers: Vec<Answer>,
    /// Notes about unusual values and about parts that are left out, one a line.
    pub warnings: Vec<String>,
    /// Pictures as SVG, with their headings.
    pub pictures: Vec<(String, String)>,
    /// Plain texts in columns, with their headings.
    pub texts: Vec<(String, String)>,
    /// Its geometry.
    pub scene: Option<Scene>,
}

/// A figure of the first screen.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Heading under which it stands: `masses`, `ride`.
    pub group: &'static str,
    /// The figure; its subject is empty.
    pub figure: Figure,
    /// Usual range in its unit, where one is known.
    pub usual: Option<RangeInclusive<f64>>,
}
