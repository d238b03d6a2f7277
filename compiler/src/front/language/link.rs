//! Links: the words of a declaration.

use super::row::Takes::Only;
use super::row::ValueShape::{Any, Direction, Quantity, Words};
use super::row::Without::Needed;
use super::row::{ACCEPT, Class, POINT, Part, attribute, kind};
use crate::front::units::{LENGTH, MASS};

pub(super) static PART: Part = Part {
    keyword: "link",
    class: Class::Joint,
    named: None,
    functions: &[],
    kinds: &[
        kind(
            "distance",
            "A rod of fixed length with a ball at each end.",
            Only(&["from", "to", "adjust", "mass", "tree", "redundant", "idle"]),
            "link rod: distance(chassis, arm) { from: [-1.6, 0, 0.3] m, to: [-2, 0, 0.3] m }",
        ),
        kind(
            "point_on_plane",
            "A point of the second body stays in a plane of the first.",
            Only(&["at", "normal", "drive", "tree", "redundant", "idle"]),
            "link pad: point_on_plane(chassis, arm) { at: [-2, 0, 0.3] m, normal: x }",
        )
        .with(&[("at", Needed(POINT))]),
        kind(
            "spherical_revolute",
            "An arm without mass: a hinge on the first body, a ball on the second.",
            Only(&["at", "axis", "through", "ball", "tree", "redundant", "idle"]),
            "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink wishbone: spherical_revolute(chassis, hub) { through: [[-3.1, 0.3, 0.2] m, [-2.9, 0.3, 0.2] m], ball: [-3, 0.6, 0.2] m }",
        ),
        kind(
            "spherical_translational",
            "A strut without mass: a guide on the first body, in which a ball of the second slides.",
            Only(&["at", "axis", "through", "tree", "redundant", "idle"]),
            "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink guide: spherical_translational(chassis, hub) { axis: z, at: [-3, 0.6, 0.3] m }",
        ),
        kind(
            "revolute_translational",
            "A slider without mass: a guide on the first body, in which a pivot of the second slides.",
            Only(&["at", "axis", "slide", "through", "tree", "redundant", "idle"]),
            "body hub { mass: 8 kg, com: [-3, 0.6, 0.3] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }\njoint rubber: free(chassis, hub) { idle: accept }\nlink pin: revolute_translational(chassis, hub) { axis: y, slide: x, at: [-3, 0.6, 0.3] m }",
        ),
    ],
    attributes: &[
        attribute("from", "end on the first body: a point", Any).needed(POINT),
        attribute("to", "end on the second body: a point", Any).needed(POINT),
        attribute("at", "a point on the joint", Any),
        attribute(
            "axis",
            "its direction: an axis such as `x` or `-z`, or a vector",
            Direction,
        ),
        attribute("through", "two points on its axis", Any)
            .needed("[first_point, second_point]")
            .unless("or `axis` and `at`"),
        attribute("normal", "normal of the plane", Direction).needed("z"),
        attribute("ball", "centre of the ball joint", Any).needed(POINT),
        attribute(
            "slide",
            "direction of a guide on the first body, in which a pivot of the second slides",
            Direction,
        )
        .needed("x"),
        attribute(
            "adjust",
            "parameter by which a rod is longer than drawn: `tune 0 mm`",
            Quantity(&[&LENGTH]),
        ),
        attribute(
            "mass",
            "mass of a rod, spread evenly between its ends",
            Quantity(&[&MASS]),
        ),
        attribute(
            "drive",
            "name of the input that displaces the plane along its normal, or `shared(..)` likewise",
            Any,
        ),
        attribute("tree", "`cut`, as a link always is", Words(&["cut"])),
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
