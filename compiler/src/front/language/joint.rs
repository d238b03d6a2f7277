//! Joints: the words of a declaration.

use super::row::Takes::Only;
use super::row::ValueShape::{Any, Direction, Words};
use super::row::Without::{Needed, Optional};
use super::row::{ACCEPT, Class, POINT, Part, attribute, kind};

pub(super) static PART: Part = Part {
    keyword: "joint",
    class: Class::Joint,
    named: None,
    functions: &[],
    kinds: &[
        kind(
            "fixed",
            "No relative motion.",
            Only(&["at", "tree", "redundant", "idle"]),
            "joint bolts: fixed(chassis, part)",
        )
        .called(&["rigid", "weld"]),
        kind(
            "revolute",
            "Rotation of the second body about an axis, right-handed; coordinate: the angle [rad].",
            Only(&["at", "axis", "through", "drive", "tree", "redundant", "idle"]),
            "joint hinge: revolute(chassis, part) { axis: y, at: [-1, 0, 1] m, idle: accept }",
        )
        .called(&["hinge", "pin", "pivot"]),
        kind(
            "prismatic",
            "Translation of the second body along an axis; coordinate: the displacement [m].",
            Only(&["axis", "through", "at", "drive", "tree", "redundant", "idle"]),
            "joint guide: prismatic(chassis, part) { axis: y, drive: shift }",
        )
        .called(&["slider", "translational"])
        .with(&[("axis", Needed("x")), ("through", Optional)]),
        kind(
            "cylindrical",
            "Rotation about an axis and translation along it.",
            Only(&["at", "axis", "through", "tree", "redundant", "idle"]),
            "joint sleeve: cylindrical(chassis, part) { axis: y, at: [-1, 0, 1] m, idle: accept }",
        ),
        kind(
            "screw",
            "Rotation about an axis, and translation along it in proportion.",
            Only(&["at", "axis", "through", "pitch", "drive", "tree", "redundant", "idle"]),
            "joint thread: screw(chassis, part) { axis: z, at: [-1, 0, 1] m, pitch: 10 mm, drive: height }",
        )
        .called(&["helical"]),
        kind(
            "planar",
            "Translation in a plane, and rotation about its normal.",
            Only(&["at", "normal", "tree", "redundant", "idle"]),
            "joint table: planar(chassis, part) { normal: z, at: [-1, 0, 1] m, idle: accept }",
        ),
        kind(
            "spherical",
            "Rotation about a point: a ball joint.",
            Only(&["at", "tree", "redundant", "idle"]),
            "joint ball: spherical(chassis, part) { at: [-1, 0, 1.1] m, idle: accept }",
        )
        .called(&["ball"])
        .with(&[("at", Needed(POINT))]),
        kind(
            "universal",
            "Rotation about two axes that a cross carries, the first fixed in the first body.",
            Only(&["at", "axes", "tree", "redundant", "idle"]),
            "joint cross: universal(chassis, part) { axes: [x, y], at: [-1, 0, 1.1] m, idle: accept }",
        )
        .called(&["cardan"])
        .with(&[("at", Needed(POINT)), ("axes", Needed("[y, z]"))]),
        kind(
            "constant_velocity",
            "Bend of two shafts that turn at equal speeds.",
            Only(&["at", "axis", "axes", "tree", "redundant", "idle"]),
            "joint bend: constant_velocity(chassis, part) { axis: y, at: [-1, 0, 1.1] m, idle: accept }",
        )
        .called(&["cv", "rzeppa"])
        .with(&[("at", Needed(POINT)), ("axis", Needed("y"))]),
        kind(
            "free",
            "All six freedoms: position and orientation of the second body.",
            Only(&["at", "tree", "redundant", "idle"]),
            "joint loose: free(ground, part) { idle: accept }",
        ),
    ],
    attributes: &[
        attribute("at", "a point on the joint", Any),
        attribute(
            "axis",
            "its direction: an axis such as `x` or `-z`, or a vector",
            Direction,
        )
        .unless("or `through`, `axes`"),
        attribute(
            "axes",
            "both directions of a joint with two, the first fixed in the first body",
            Any,
        ),
        attribute("through", "two points on its axis", Any)
            .needed("[first_point, second_point]")
            .unless("or `axis` and `at`"),
        attribute("normal", "normal of the plane", Direction).needed("z"),
        attribute("pitch", "travel for a full turn", Any).needed("5 mm"),
        attribute(
            "drive",
            "name of the input that prescribes its coordinate, or `shared(input: .., ratio: .., offset: .., image: opposite)` of one that moves several joints",
            Any,
        ),
        attribute("tree", "`keep` in the spanning tree, or `cut`", Words(&["keep", "cut"])),
        attribute(
            "redundant",
            "`accept` lets it fix what other joints fix as well",
            Words(ACCEPT),
        ),
        attribute(
            "idle",
            "`accept` lets a body on it move by itself, though nothing acts on that motion",
            Words(ACCEPT),
        ),
    ],
};
