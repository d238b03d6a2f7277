//! Joints and links, with one file for each kind. What all kinds answer follows here from their descriptions.

mod composed;
mod constant_velocity;
mod cylindrical;
mod description;
mod distance;
mod drive;
mod fixed;
mod free;
mod gear;
mod kind;
mod mesh;
mod planar;
mod point_on_plane;
mod prismatic;
mod read;
mod reading;
mod revolute;
mod revolute_translational;
mod screw;
mod spherical;
mod spherical_revolute;
mod spherical_translational;
mod universal;

pub use constant_velocity::ConstantVelocity;
pub use cylindrical::Cylindrical;
pub use description::{Description, Mark, Moves, NamedLine, Names};
pub use distance::Distance;
pub use fixed::Fixed;
pub use free::Free;
pub use gear::Gear;
pub use kind::Rod;
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

pub(super) use composed::{slider_with_pivot, with_ball};
pub(super) use mesh::resolve as resolve_gear;
pub(super) use read::resolve;

use super::quantities::{Listed, ValueMut};
use super::{Axis, BodyId, Declared, DriveId, JointId, Override, Point, Reference, Vec3};
use crate::diag::SourceSpan;
use description::Freedom;
use kind::{DeclaredKind, Kind};
use reading::Reading;

/// A joint or a link between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// `front_left.lower_pivot`
    pub name: String,
    /// Its kind, with its geometry.
    pub kind: JointKind,
    /// The first body named. Coordinates describe the second body relative to the first.
    pub first: BodyId,
    /// The second body named.
    pub second: BodyId,
    /// The input that prescribes the coordinate of a joint with one freedom, or the quantity in the equation of a link.
    pub drive: Option<DriveId>,
    /// Whether the tree keeps the joint, if this is declared.
    pub tree: Option<Override<Role>>,
    /// Findings that are accepted at this joint.
    pub accepts: Accepted,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Findings that are accepted at a joint, although they are seldom intended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// Whether the joint may fix a direction that other joints also fix (`redundant: accept`).
    pub redundant: bool,
    /// Whether a body on the joint may move freely, although nothing acts on this motion (`idle: accept`).
    pub idle: bool,
}

impl Accepted {
    /// Findings that are accepted at either of two joints that are combined to one joint.
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
    /// Cut: the joint is replaced by closure equations (`tree: cut`).
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
    /// Rotation about an axis, and proportional translation along it.
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

/// Reads the geometry of a kind.
type Read = fn(&mut Reading) -> Option<JointKind>;

/// A kind with the function that reads it.
macro_rules! row {
    ($file:ident, $kind:ident) => {
        (&$file::DESCRIPTION, |reading| {
            $file::read(reading).map(JointKind::$kind)
        })
    };
}

/// All kinds that are declared between two bodies, in the order of the legend, each with the function that reads it.
const KINDS: [(&Description, Read); 15] = [
    row!(revolute, Revolute),
    row!(prismatic, Prismatic),
    row!(spherical, Spherical),
    row!(universal, Universal),
    row!(constant_velocity, ConstantVelocity),
    row!(cylindrical, Cylindrical),
    row!(screw, Screw),
    row!(planar, Planar),
    row!(fixed, Fixed),
    row!(free, Free),
    row!(distance, Distance),
    row!(point_on_plane, PointOnPlane),
    row!(spherical_revolute, SphericalRevolute),
    row!(spherical_translational, SphericalTranslational),
    row!(revolute_translational, RevoluteTranslational),
];

/// Evaluates one expression for each kind. This is the only place that distinguishes the kinds.
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

/// The only coordinate of a joint: a rotation about an axis, a displacement along it, or both in proportion.
#[derive(Clone, Copy, Debug)]
pub struct SingleAxis<'a, P, A> {
    /// A point on the axis.
    pub at: &'a P,
    /// Unit direction.
    pub axis: &'a A,
    /// Angle per unit of the coordinate; zero for a joint that does not turn, otherwise one.
    pub turn: f64,
    /// Displacement for a unit of the coordinate.
    pub travel: f64,
}

impl Description {
    /// All kinds that are declared between two bodies, in the order of the legend.
    pub fn all() -> impl Iterator<Item = &'static Description> {
        KINDS.iter().map(|(description, _)| *description)
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

    /// This joint with a different representation of its geometry.
    pub fn map<Q, B>(&self, point: impl Fn(&P) -> Q, axis: impl Fn(&A) -> B) -> JointKind<Q, B> {
        match self {
            JointKind::Fixed(kind) => JointKind::Fixed(kind.map(point, axis)),
            JointKind::Revolute(kind) => JointKind::Revolute(kind.map(point, axis)),
            JointKind::Prismatic(kind) => JointKind::Prismatic(kind.map(point, axis)),
            JointKind::Cylindrical(kind) => JointKind::Cylindrical(kind.map(point, axis)),
            JointKind::Screw(kind) => JointKind::Screw(kind.map(point, axis)),
            JointKind::Planar(kind) => JointKind::Planar(kind.map(point, axis)),
            JointKind::Spherical(kind) => JointKind::Spherical(kind.map(point, axis)),
            JointKind::Universal(kind) => JointKind::Universal(kind.map(point, axis)),
            JointKind::ConstantVelocity(kind) => JointKind::ConstantVelocity(kind.map(point, axis)),
            JointKind::Free(kind) => JointKind::Free(kind.map(point, axis)),
            JointKind::Distance(kind) => JointKind::Distance(kind.map(point, axis)),
            JointKind::PointOnPlane(kind) => JointKind::PointOnPlane(kind.map(point, axis)),
            JointKind::SphericalRevolute(kind) => JointKind::SphericalRevolute(kind.map(point, axis)),
            JointKind::SphericalTranslational(kind) => JointKind::SphericalTranslational(kind.map(point, axis)),
            JointKind::RevoluteTranslational(kind) => JointKind::RevoluteTranslational(kind.map(point, axis)),
            JointKind::Gear(kind) => JointKind::Gear(kind.map(point, axis)),
        }
    }

    /// Its word, and how it is declared and drawn.
    pub fn description(&self) -> &'static Description {
        self.kind().description()
    }

    /// The word of the declaration.
    pub fn word(&self) -> &'static str {
        self.description().word
    }

    /// Whether it stands for massless parts or for a mere contact. A link is always cut, and holds few directions.
    pub fn is_link(&self) -> bool {
        self.description().is_link
    }

    /// Relative freedoms that the joint leaves when it is not driven.
    pub fn freedoms(&self) -> usize {
        self.description().freedoms.len()
    }

    /// Number of closure equations if the joint is cut.
    pub fn equations(&self) -> usize {
        6 - self.freedoms()
    }

    /// Whether it fixes all directions.
    pub fn is_fixed(&self) -> bool {
        self.freedoms() == 0
    }

    /// Whether it fixes no direction.
    pub fn is_free(&self) -> bool {
        self.equations() == 0
    }

    /// Names of its coordinates and speeds in the tree. `is_reversed`: whether it leads from its second body to its
    /// first.
    pub fn names(&self, is_reversed: bool) -> Names {
        self.description().names[usize::from(is_reversed)]
    }

    /// Number of the joint's coordinates in the tree if it is not driven: Euler parameters count as four.
    pub fn coordinates(&self) -> usize {
        self.names(false).coordinates.len()
    }

    /// Whether it has Euler parameters among its coordinates. They are the last four.
    pub fn has_euler_parameters(&self) -> bool {
        self.coordinates() > self.freedoms()
    }

    /// Whether the rates of its coordinates are its speeds.
    pub fn speeds_are_rates(&self) -> bool {
        self.description().speeds_are_rates
    }

    /// Whether the speed at this position, or the speed of the joint's drive, is a velocity [m/s] rather than an
    /// angular speed [rad/s].
    pub fn slides(&self, speed: usize) -> bool {
        self.description().freedoms.get(speed) == Some(&Freedom::Slide)
    }

    /// Its point, or both ends of a link, at the design position.
    pub fn points(&self) -> Vec<P> {
        self.kind().points().into_iter().cloned().collect()
    }

    /// Its directions, in the order in which they are declared.
    pub fn directions(&self) -> Vec<&A> {
        self.kind().directions()
    }

    /// The motion for a unit of its coordinate, if it has one coordinate.
    pub fn single_axis(&self) -> Option<SingleAxis<'_, P, A>> {
        let (turn, travel) = match self.description() {
            Description {
                is_link: false,
                freedoms: [Freedom::Turn],
                ..
            } => (1.0, self.kind().lead()),
            Description {
                is_link: false,
                freedoms: [Freedom::Slide],
                ..
            } => (0.0, 1.0),
            _ => return None,
        };
        Some(SingleAxis {
            at: *self.kind().points().first()?,
            axis: *self.kind().directions().first()?,
            turn,
            travel,
        })
    }

    /// The axis, if the joint only turns about this axis.
    pub fn pivot(&self) -> Option<SingleAxis<'_, P, A>> {
        self.single_axis().filter(|single| single.travel == 0.0)
    }

    /// The axis, if the joint only slides along this axis.
    pub fn slider(&self) -> Option<SingleAxis<'_, P, A>> {
        self.single_axis().filter(SingleAxis::slides)
    }

    /// The axis about which it turns, if it turns about one axis only. It may also slide along this axis.
    pub fn turning_axis(&self) -> Option<&A> {
        match self.description() {
            Description {
                is_link: false,
                freedoms: [Freedom::Turn] | [Freedom::Turn, Freedom::Slide],
                ..
            } => self.kind().directions().first().copied(),
            _ => None,
        }
    }

    /// The centre, if it is a ball joint.
    pub fn ball(&self) -> Option<&P> {
        match self.description() {
            Description {
                is_link: false,
                freedoms: [Freedom::Turn, Freedom::Turn, Freedom::Turn],
                ..
            } => self.kind().points().first().copied(),
            _ => None,
        }
    }

    /// Both ends, if it is a rod.
    pub fn rod(&self) -> Option<Rod<'_, P>> {
        self.kind().rod()
    }

    /// The point about which a bar turns in this joint, on the first or second body, with the axis if the joint is a
    /// pivot. Bars are bodies and rods between pivots and balls.
    pub fn bar_end(&self, side: usize) -> Option<(&P, Option<&A>)> {
        if !self.description().ends_bars {
            return None;
        }
        let points = self.kind().points();
        let point = points.get(side).or(points.first())?;
        Some((*point, self.pivot().map(|pivot| pivot.axis)))
    }

    /// Both joints, if it is a gear.
    pub fn gear(&self) -> Option<[JointId; 2]> {
        self.kind().gear()
    }
}

impl Joint {
    /// The point of the joint that is nearest to a place: its body, and its position among the points of the joint. The
    /// result is the first body and point, but for a link with two points it is the nearer end.
    pub fn end_near(&self, place: &Vec3) -> (BodyId, usize) {
        match self.kind.points().as_slice() {
            [from, to] if (**to - place).norm() < (**from - place).norm() => (self.second, 1),
            _ => (self.first, 0),
        }
    }
}

impl JointKind {
    fn declared(&self) -> &dyn DeclaredKind {
        of_each!(self, kind => kind)
    }

    fn declared_mut(&mut self) -> &mut dyn DeclaredKind {
        of_each!(self, kind => kind)
    }

    /// A joint that leaves a body free.
    pub fn free(at: Point) -> Self {
        JointKind::Free(Free { at })
    }

    /// Adapts the law of a gear to joints whose coordinates change these signs in a reflection.
    pub(super) fn reflect_coordinates(&mut self, signs: [f64; 2]) {
        self.declared_mut().reflect_coordinates(signs);
    }

    /// The geometry at the defaults of all parameters.
    pub fn plain(&self) -> JointKind<Vec3, Vec3> {
        self.map(|point| **point, |axis| **axis)
    }

    /// Its numbers, between these bodies, in the order in which they are declared.
    pub fn quantities(&mut self, bodies: [BodyId; 2]) -> Vec<Listed<'_>> {
        self.declared_mut().quantities(bodies)
    }

    /// This joint with its bodies exchanged. Axes are reversed so that coordinates keep their values, and two axes
    /// exchange their places. A thread has one hand, seen from either body.
    pub fn reversed(&self) -> JointKind {
        let mut reversed = self.clone();
        if !self.is_link() {
            let axes = self.directions().into_iter().rev().map(|axis| -axis);
            let own = reversed.declared_mut().quantities([BodyId::GROUND; 2]);
            let own = own.into_iter().filter_map(|listed| match listed.value {
                ValueMut::Axis(axis) => Some(axis),
                _ => None,
            });
            own.zip(axes).for_each(|(own, axis)| *own = axis);
        }
        reversed
    }

    /// Its lines and directions that have a name.
    pub fn lines(&self) -> Vec<NamedLine> {
        self.declared().lines()
    }

    /// How it allows a body to move, in words.
    pub fn moves(&self) -> Moves {
        self.description().moves
    }

    /// Directions that span the displacements it allows.
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
