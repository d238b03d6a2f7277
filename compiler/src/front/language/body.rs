//! Bodies: the words of a declaration.

use super::row::Takes::All;
use super::row::ValueShape::{Any, Listed, QuantityOrWord, Words};
use super::row::{ACCEPT, Class, POINT, Part, attribute, kind};
use crate::front::units::{INERTIA, MASS};

pub(super) static PART: Part = Part {
    keyword: "body",
    class: Class::Body,
    named: None,
    functions: &[],
    kinds: &[kind(
        "",
        "A rigid body with its mass.",
        All,
        "body engine { mass: 150 kg, com: [-0.2, 0, 0.5] m, inertia: [8, 5, 7] kg*m^2 }\njoint mounts: fixed(chassis, engine)",
    )],
    attributes: &[
        attribute(
            "mass",
            "mass; `none` for a body that stands for a link between two joints",
            QuantityOrWord(&MASS, "none"),
        )
        .needed("1 kg"),
        attribute("com", "centre of mass: a point", Any)
            .needed(POINT)
            .unless("unless `mass: none`"),
        attribute(
            "inertia",
            "entries of the tensor about the centre of mass, [Ixx, Iyy, Izz] or with Ixy, Ixz, Iyz behind: products of inertia with their sign reversed, Ixy = -∫xy dm",
            Listed(&INERTIA),
        )
        .needed("[Ixx, Iyy, Izz] kg*m^2")
        .unless("unless `mass: none`"),
        attribute(
            "axes",
            "rows of the rotation from the body's axes to the vehicle's",
            Any,
        ),
        attribute(
            "nonphysical",
            "`accept` takes moments of inertia as they are",
            Words(ACCEPT),
        ),
    ],
};
