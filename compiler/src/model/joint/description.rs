//! How a kind of joint is declared, moves and is drawn, as data.

use crate::model::Vec3;

/// How a kind is declared, moves and is drawn.
#[derive(Debug)]
pub struct Description {
    /// The word of the declaration.
    pub word: &'static str,
    /// Whether it stands for massless parts or for a mere contact. A link is always cut, and holds few directions.
    pub is_link: bool,
    /// Elementary motions that the joint leaves free when it is not driven: for a joint, one for each speed. For a link
    /// only the number of these motions counts, and the first motion if a drive can prescribe it.
    pub(super) freedoms: &'static [Freedom],
    /// Names of the joint's coordinates and speeds in the tree, in the declared direction and in the direction from its
    /// second body to its first.
    pub(super) names: [Names; 2],
    /// Whether the rates of its coordinates are its speeds.
    pub(super) speeds_are_rates: bool,
    /// Names of its directions in messages; those without a name have none.
    pub(super) lines: &'static [Line],
    /// How it allows a body to move, in words.
    pub(super) moves: Moves,
    /// Whether a bar turns about its point, or about both ends of a link. Bars are bodies and rods between pivots and
    /// balls.
    pub(super) ends_bars: bool,
    /// Marks drawn on its disc; empty for a link.
    pub picture: &'static [Mark],
}

/// An elementary motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Freedom {
    /// Its speed is an angular speed [rad/s].
    Turn,
    /// Its speed is a velocity [m/s].
    Slide,
}

/// Name of a direction in messages.
#[derive(Debug)]
pub(super) enum Line {
    /// A line through the joint's point.
    Through(&'static str),
    /// Only the direction has a meaning.
    Along(&'static str),
}

/// A line or a direction that belongs to a joint.
#[derive(Clone, Debug)]
pub struct NamedLine {
    /// `first axis`
    pub name: &'static str,
    /// A point of the line; `None` if only the direction has a meaning.
    pub at: Option<Vec3>,
    /// Unit direction.
    pub along: Vec3,
}

/// Names of coordinates and speeds, as suffixes of the joint's name.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Names of the coordinates.
    pub coordinates: &'static [&'static str],
    /// Names of the speeds.
    pub speeds: &'static [&'static str],
}

/// How a joint allows a body to move, in words.
#[derive(Clone, Copy, Debug)]
pub enum Moves {
    /// Not at all by itself.
    Not,
    /// It turns about the lines of the joint.
    About,
    /// It slides along the direction of the joint.
    Along,
    /// A clause, with `{}` in place of the joint's name.
    Clause(&'static str),
}

/// A mark of a joint's picture, about the centre of its disc.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A circle.
    Disc {
        /// Coordinates to the right and down.
        centre: [f64; 2],
        /// Half its width.
        radius: f64,
        /// Whether it is filled rather than only outlined.
        filled: bool,
    },
    /// A rectangle about the centre.
    Square {
        /// Width and height.
        sides: [f64; 2],
    },
    /// A line.
    Stroke {
        /// Starting point of each part of the symbol, and the rest of the part in the language of SVG paths.
        moves: &'static [([f64; 2], &'static str)],
        /// Width of the line.
        width: f64,
    },
}

impl Description {
    /// Description of a joint without freedoms. Each kind of joint replaces what differs.
    pub(super) const JOINT: Self = Description {
        word: "",
        is_link: false,
        freedoms: &[],
        names: [Names::rates(&[]); 2],
        speeds_are_rates: true,
        lines: &[],
        moves: Moves::Not,
        ends_bars: false,
        picture: &[],
    };

    /// Description of a link without freedoms. Each kind of link replaces what differs.
    pub(super) const LINK: Self = Description {
        is_link: true,
        ..Description::JOINT
    };
}

impl Names {
    /// One coordinate, which has the name of the joint; its rate is the speed.
    pub(super) const SINGLE: Self = Names::rates(&[""]);

    /// Coordinates at the design position: the Euler parameters of no rotation are (1, 0, 0, 0), all other coordinates
    /// are zero.
    pub fn design(&self) -> impl Iterator<Item = f64> + use<> {
        let value = |name: &&str| if *name == ".e0" { 1.0 } else { 0.0 };
        self.coordinates.iter().map(value)
    }

    /// Speeds that are the rates of the coordinates.
    pub(super) const fn rates(names: &'static [&'static str]) -> Self {
        Names {
            coordinates: names,
            speeds: names,
        }
    }
}
