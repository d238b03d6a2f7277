//! Joints and links, one kind a file. This file only hands on to them.

mod constant_velocity;
mod cylindrical;
mod distance;
mod drive;
mod fixed;
mod free;
mod gear;
mod planar;
mod point_on_plane;
mod prismatic;
mod read;
mod revolute;
mod revolute_translational;
mod screw;
mod spherical;
mod spherical_revolute;
mod spherical_translational;
mod universal;

pub use constant_velocity::ConstantVelocity;
pub use cylindrical::Cylindrical;
pub use distance::Distance;
pub use fixed::Fixed;
pub use free::Free;
pub use gear::Gear;
pub use planar::Planar;
pub use point_on_plane::PointOnPlane;
pub use prismatic::Prismatic;
pub use revolute::Revolute;
pub use revolute_translational::RevoluteTranslational;
pub use screw::{Screw, lead};
pub use spherical::Spherical;
pub use spherical_revolute::SphericalRevolute;
pub use spherical_translational::SphericalTranslational;
pub use universal::Universal;

pub(super) use gear::resolve as resolve_gear;
pub(super) use read::{advice, resolve};
pub(super) use revolute_translational::between as slider_with_pivot;

use super::quantities::Listed;
use super::{Axis, BodyId, Declared, DriveId, JointId, Number, Override, Point, Reference, Vec3};
use crate::diag::SourceSpan;
use read::Reading;

/// A joint or a link between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// `front_left.lower_pivot`
    pub name: String,
    /// Its kind, with its geometry.
    pub kind: JointKind,
    /// The first body named: coordinates are of the second relative to the first.
    pub first: BodyId,
    /// The second body named.
    pub second: BodyId,
    /// The input that prescribes its coordinate: of a joint with one freedom, or of a link in whose equation it stands.
    pub drive: Option<DriveId>,
    /// Whether the tree keeps it, where that is declared.
    pub tree: Option<Override<Role>>,
    /// Findings that are accepted at it.
    pub accepts: Accepted,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Findings that are accepted at a joint, although they are seldom meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Whether it may fix a direction that other joints fix as well (`redundant: accept`).
    pub redundant: bool,
    /// Whether a body on it may move by itself, without anything that acts on that motion (`idle: accept`).
    pub idle: bool,
}

impl Accepted {
    /// Findings that are accepted at either of two joints, which are one joint together.
    pub(super) fn or(self, other: Self) -> Self {
        Accepted {
            redundant: self.redundant || other.redundant,
            idle: self.idle || other.idle,
        }
    }
}

/// The part of a joint in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// In the spanning tree: its freedoms are coordinates (`tree: keep`).
    Kept,
    /// Opened: what it holds are closure equations (`tree: cut`).
    Cut,
}

/// Kind of a joint, with its geometry at the design position: points `P` and unit directions `A`.
#[derive(Clone, Debug, PartialEq)]
pub enum JointKind<P = Point, A = Axis> {
    /// No relative motion.
    Fixed(Fixed<P>),
    /// Rotation about an axis.
    Revolute(Revolute<P, A>),
    /// Translation along an axis.
    Prismatic(Prismatic<P, A>),
    /// Rotation about an axis and translation along it.
    Cylindrical(Cylindrical<P, A>),
    /// Rotation about an axis, and translation along it in proportion.
    Screw(Screw<P, A>),
    /// Translation in a plane, and rotation about its normal.
    Planar(Planar<P, A>),
    /// Rotation about a point.
    Spherical(Spherical<P>),
    /// Rotation about two axes that a cross carries.
    Universal(Universal<P, A>),
    /// Bend of two shafts that turn at equal speeds.
    ConstantVelocity(ConstantVelocity<P, A>),
    /// All six freedoms.
    Free(Free<P>),
    /// A rod: a link.
    Distance(Distance<P>),
    /// A point in a plane: a link.
    PointOnPlane(PointOnPlane<P, A>),
    /// An arm with a ball: a link.
    SphericalRevolute(SphericalRevolute<P, A>),
    /// A strut with a ball: a link.
    SphericalTranslational(SphericalTranslational<P, A>),
    /// A slider with a pivot: a link.
    RevoluteTranslational(RevoluteTranslational<P, A>),
    /// Wheels that mesh: a link.
    Gear(Gear<P>),
}

/// A ball nearer to an axis than this lies on it [m].
const ON_AXIS: f64 = 1e-6;

/// Reads the geometry of a kind.
type Read = fn(&mut Reading) -> Option<JointKind>;

/// All kinds that are declared between two bodies, in the order of the legend, and how each is read.
const KINDS: [(&Description, Read); 15] = [
    (&revolute::DESCRIPTION, revolute::read),
    (&prismatic::DESCRIPTION, prismatic::read),
    (&spherical::DESCRIPTION, spherical::read),
    (&universal::DESCRIPTION, universal::read),
    (&constant_velocity::DESCRIPTION, constant_velocity::read),
    (&cylindrical::DESCRIPTION, cylindrical::read),
    (&screw::DESCRIPTION, screw::read),
    (&planar::DESCRIPTION, planar::read),
    (&fixed::DESCRIPTION, fixed::read),
    (&free::DESCRIPTION, free::read),
    (&distance::DESCRIPTION, distance::read),
    (&point_on_plane::DESCRIPTION, point_on_plane::read),
    (&spherical_revolute::DESCRIPTION, spherical_revolute::read),
    (&spherical_translational::DESCRIPTION, spherical_translational::read),
    (&revolute_translational::DESCRIPTION, revolute_translational::read),
];

/// One expression for whichever kind it is: the only place that tells the kinds apart.
macro_rules! of_each {
    ($of:expr, $kind:ident => $answer:expr) => {
        match $of {
            JointKind::Fixed($kind) => $answer,
            JointKind::Revolute($kind) => $answer,
            JointKind::Prismatic($kind) => $answer,
            JointKind::Cylindrical($kind) => $answer,
            JointKind::Screw($kind) => $answer,
            JointKind::Planar($kind) => $answer,
            JointKind::Spherical($kind) => $answer,
            JointKind::Universal($kind) => $answer,
            JointKind::ConstantVelocity($kind) => $answer,
            JointKind::Free($kind) => $answer,
            JointKind::Distance($kind) => $answer,
            JointKind::PointOnPlane($kind) => $answer,
            JointKind::SphericalRevolute($kind) => $answer,
            JointKind::SphericalTranslational($kind) => $answer,
            JointKind::RevoluteTranslational($kind) => $answer,
            JointKind::Gear($kind) => $answer,
        }
    };
}

/// Answers of every kind, whatever its geometry is given in.
trait Kind<P, A> {
    /// Its word, and how it is declared and drawn.
    fn description(&self) -> &'static Description;

    /// Relative freedoms that it leaves when it is not driven.
    fn freedoms(&self) -> usize;

    /// Names of its coordinates and speeds in the tree. `is_reversed`: it leads from its second body to its first.
    fn names(&self, is_reversed: bool) -> Names;

    /// Whether the rates of its coordinates are its speeds.
    fn speeds_are_rates(&self) -> bool;

    /// Whether its speed of that position, or its drive's, is a velocity [m/s] rather than a rate of turn [rad/s].
    fn slides(&self, speed: usize) -> bool;

    /// Its point, or both ends of a link, at the design position.
    fn points(&self) -> Vec<P>;

    /// Its directions, in the order in which they are declared.
    fn directions(&self) -> Vec<&A>;

    /// The motion for a unit of its coordinate, where it has one coordinate.
    fn single_axis(&self) -> Option<SingleAxis<'_, P, A>>;

    /// The axis about which it turns, where it turns about one only.
    fn turning_axis(&self) -> Option<&A>;

    /// The centre, where it is a ball joint.
    fn ball(&self) -> Option<&P>;

    /// Both ends, where it is a rod.
    fn rod(&self) -> Option<Rod<'_, P>>;

    /// The point about which a bar between pivots, balls and rods turns on it, at its first or second body; with the
    /// axis of a pivot.
    fn bar_end(&self, side: usize) -> Option<(&P, Option<&A>)>;

    /// Both joints, where it is a gear.
    fn gear(&self) -> Option<[JointId; 2]>;
}

/// Answers of every kind as it is declared.
trait DeclaredKind {
    /// Its numbers, between these bodies, in the order in which they are declared.
    fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>>;

    /// Each reference to another part.
    fn references(&mut self) -> Vec<Reference<'_>>;

    /// The same joint seen from its other body: a coordinate keeps its value if its axis is turned round.
    fn reversed(&self) -> JointKind;

    /// The link that this joint and a ball joint make of a body without mass between them, this one on the first body.
    fn with_ball(&self, ball: &Point) -> Option<JointKind>;

    /// Its lines and directions that have a name.
    fn lines(&self) -> Vec<NamedLine>;

    /// How it lets a body move, in words.
    fn moves(&self) -> Moves;

    /// Directions that span its displacements.
    fn sliding_directions(&self) -> Vec<Vec3>;
}

/// How a kind is declared and drawn.
#[derive(Debug)]
pub struct Description {
    /// The word of the declaration.
    pub word: &'static str,
    /// Whether it stands for parts without mass, or for a mere contact: it is always cut, and holds few directions.
    pub is_link: bool,
    /// Whether an input can prescribe its coordinate; of a link that is what its first equation holds at zero.
    can_be_driven: bool,
    /// Other words for it.
    synonyms: &'static [&'static str],
    /// Marks drawn on its disc; none for a link.
    pub picture: &'static [Mark],
}

/// Names of coordinates and speeds, as suffixes of the joint's name.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Of the coordinates.
    pub coordinates: &'static [&'static str],
    /// Of the speeds.
    pub speeds: &'static [&'static str],
}

/// The one coordinate of a joint: a turn about an axis, a displacement along it, or both in proportion.
#[derive(Clone, Copy, Debug)]
pub struct SingleAxis<'a, P, A> {
    /// A point on the axis.
    pub at: &'a P,
    /// Unit direction.
    pub axis: &'a A,
    /// Angle for a unit of the coordinate: one, or zero where the joint does not turn.
    pub turn: f64,
    /// Displacement for a unit of the coordinate.
    pub travel: f64,
}

/// A rod.
#[derive(Clone, Copy, Debug)]
pub struct Rod<'a, P> {
    /// End on the first body.
    pub from: &'a P,
    /// End on the second body.
    pub to: &'a P,
    /// Where that end would be if the rod, as drawn, had its length; none: it has.
    pub reach: Option<&'a P>,
    /// [kg]; none for a rod without mass.
    pub mass: Option<&'a Number>,
}

/// A line or a direction that belongs to a joint.
#[derive(Clone, Debug)]
pub struct NamedLine {
    /// `first axis`
    pub name: &'static str,
    /// A point of the line; none where only the direction has a meaning.
    pub at: Option<Vec3>,
    /// Unit direction.
    pub along: Vec3,
}

/// How a joint lets a body move, in words.
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
        /// To the right and down.
        centre: [f64; 2],
        /// Half its width.
        radius: f64,
        /// Whether it is more than its edge.
        filled: bool,
    },
    /// A rectangle about the centre.
    Square {
        /// Width and height.
        sides: [f64; 2],
    },
    /// A line.
    Stroke {
        /// Where each of its parts begins, and how it goes on in the language of SVG paths.
        moves: &'static [([f64; 2], &'static str)],
        /// Of the line.
        width: f64,
    },
}

impl Description {
    /// All kinds that are declared between two bodies, in the order of the legend.
    pub fn all() -> impl Iterator<Item = &'static Description> {
        KINDS.iter().map(|(description, _)| *description)
    }
}

impl Names {
    /// No coordinate.
    const NONE: Self = Names::rates(&[]);
    /// One coordinate, which is called like the joint; its rate is the speed.
    const SINGLE: Self = Names::rates(&[""]);

    /// Coordinates at the design position: Euler parameters of no rotation are (1, 0, 0, 0), everything else is zero.
    pub fn design(&self) -> impl Iterator<Item = f64> + use<> {
        let value = |name: &&str| if *name == ".e0" { 1.0 } else { 0.0 };
        self.coordinates.iter().map(value)
    }

    /// Speeds that are the rates of the coordinates.
    const fn rates(names: &'static [&'static str]) -> Self {
        Names {
            coordinates: names,
            speeds: names,
        }
    }
}

impl<P, A> SingleAxis<'_, P, A> {
    /// Whether the coordinate is a displacement rather than an angle.
    pub fn slides(&self) -> bool {
        self.turn == 0.0
    }
}

impl<P: Clone, A> JointKind<P, A> {
    fn kind(&self) -> &dyn Kind<P, A> {
        of_each!(self, kind => kind)
    }

    /// The same joint with its geometry given otherwise.
    pub fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        of_each!(self, kind => kind.map(point, axis))
    }

    /// Its word, and how it is declared and drawn.
    pub fn description(&self) -> &'static Description {
        self.kind().description()
    }

    /// The word of the declaration.
    pub fn word(&self) -> &'static str {
        self.description().word
    }

    /// Whether it stands for parts without mass, or for a mere contact: it is always cut, and holds few directions.
    pub fn is_link(&self) -> bool {
        self.description().is_link
    }

    /// Relative freedoms that the joint leaves when it is not driven.
    pub fn freedoms(&self) -> usize {
        self.kind().freedoms()
    }

    /// Closure equations that it costs as a cut.
    pub fn equations(&self) -> usize {
        6 - self.freedoms()
    }

    /// Whether it holds all.
    pub fn is_fixed(&self) -> bool {
        self.freedoms() == 0
    }

    /// Whether it holds nothing.
    pub fn is_free(&self) -> bool {
        self.equations() == 0
    }

    /// Names of its coordinates and speeds in the tree. `is_reversed`: it leads from its second body to its first.
    pub fn names(&self, is_reversed: bool) -> Names {
        self.kind().names(is_reversed)
    }

    /// Coordinates that it has in the tree when it is not driven: Euler parameters count four.
    pub fn coordinates(&self) -> usize {
        self.names(false).coordinates.len()
    }

    /// Whether Euler parameters are among its coordinates: they are the last four.
    pub fn has_euler_parameters(&self) -> bool {
        self.coordinates() > self.freedoms()
    }

    /// Whether the rates of its coordinates are its speeds.
    pub fn speeds_are_rates(&self) -> bool {
        self.kind().speeds_are_rates()
    }

    /// Whether its speed of that position, or its drive's, is a velocity [m/s] rather than a rate of turn [rad/s].
    pub fn slides(&self, speed: usize) -> bool {
        self.kind().slides(speed)
    }

    /// Its point, or both ends of a link, at the design position.
    pub fn points(&self) -> Vec<P> {
        self.kind().points()
    }

    /// Its directions, in the order in which they are declared.
    pub fn directions(&self) -> Vec<&A> {
        self.kind().directions()
    }

    /// The motion for a unit of its coordinate, where it has one coordinate.
    pub fn single_axis(&self) -> Option<SingleAxis<'_, P, A>> {
        self.kind().single_axis()
    }

    /// The axis, where it does nothing but turn about that.
    pub fn pivot(&self) -> Option<SingleAxis<'_, P, A>> {
        self.single_axis().filter(|single| single.travel == 0.0)
    }

    /// The axis, where it does nothing but slide along that.
    pub fn slider(&self) -> Option<SingleAxis<'_, P, A>> {
        self.single_axis().filter(SingleAxis::slides)
    }

    /// The axis about which it turns, where it turns about one only and may slide along that.
    pub fn turning_axis(&self) -> Option<&A> {
        self.kind().turning_axis()
    }

    /// The centre, where it is a ball joint.
    pub fn ball(&self) -> Option<&P> {
        self.kind().ball()
    }

    /// Both ends, where it is a rod.
    pub fn rod(&self) -> Option<Rod<'_, P>> {
        self.kind().rod()
    }

    /// The point about which a bar between pivots, balls and rods turns on it, at its first or second body; with the
    /// axis of a pivot.
    pub fn bar_end(&self, side: usize) -> Option<(&P, Option<&A>)> {
        self.kind().bar_end(side)
    }

    /// Both joints, where it is a gear.
    pub fn gear(&self) -> Option<[JointId; 2]> {
        self.kind().gear()
    }
}

impl JointKind {
    fn declared(&self) -> &dyn DeclaredKind {
        of_each!(self, kind => kind)
    }

    fn declared_mut(&mut self) -> &mut dyn DeclaredKind {
        of_each!(self, kind => kind)
    }

    /// The geometry at the defaults of all parameters.
    pub fn plain(&self) -> JointKind<Vec3, Vec3> {
        self.map(|point| **point, |axis| **axis)
    }

    /// Its numbers, between these bodies, in the order in which they are declared.
    pub fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        self.declared_mut().quantities(bodies)
    }

    /// The same joint seen from its other body: a coordinate keeps its value if its axis is turned round.
    pub fn reversed(&self) -> JointKind {
        self.declared().reversed()
    }

    /// The link that this joint and a ball joint make of a body without mass between them, this one on the first body.
    pub(super) fn with_ball(&self, ball: &Point) -> Option<JointKind> {
        self.declared().with_ball(ball)
    }

    /// Its lines and directions that have a name.
    pub fn lines(&self) -> Vec<NamedLine> {
        self.declared().lines()
    }

    /// How it lets a body move, in words.
    pub fn moves(&self) -> Moves {
        self.declared().moves()
    }

    /// Directions that span its displacements.
    pub fn sliding_directions(&self) -> Vec<Vec3> {
        self.declared().sliding_directions()
    }
}

impl Declared for Joint {
    fn name(&mut self) -> &mut String {
        &mut self.name
    }

    fn references(&mut self) -> Vec<Reference<'_>> {
        let mut references = vec![Reference::Body(&mut self.first), Reference::Body(&mut self.second)];
        references.extend(self.drive.iter_mut().map(Reference::Drive));
        references.extend(self.kind.declared_mut().references());
        references
    }

    fn quantities(&mut self) -> Vec<Listed<'_>> {
        self.kind.quantities([self.first, self.second])
    }
}
