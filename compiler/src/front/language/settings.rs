//! Settings of the whole vehicle and of groups.

use super::row::ValueShape::{Any, Count, CountOrWord, Listed, Name, QuantityOrVector, Words};
use super::row::{ACCEPT, ALL, Attribute, attribute};
use crate::front::units::{ACCELERATION, ANGLE};

/// Settings of the whole vehicle, each with an example.
pub(crate) const SETTINGS: &[(Attribute, &str)] = &[
    (
        attribute(
            "gravity",
            "acceleration of gravity: its size, if it points along -Z, or [x, y, z]",
            QuantityOrVector(&ACCELERATION),
        ),
        "gravity: 9.80665 m/s^2",
    ),
    (
        attribute(
            "redundant",
            "`accept` lets joints fix a direction twice, wherever they are",
            Words(ACCEPT),
        ),
        "redundant: accept",
    ),
    (
        attribute(
            "lanes",
            "`accept` computes equal subsystems side by side",
            Words(ACCEPT),
        ),
        "lanes: accept",
    ),
    (
        attribute(
            "levels",
            "instruction sets to write the solver for: `baseline`, `v3`, `v4`, `all`",
            Words(&["baseline", "v3", "v4", "all"]),
        ),
        "levels: all",
    ),
    (
        attribute(
            "batch",
            "`accept` adds a solver of eight vehicles at once",
            Words(ACCEPT),
        ),
        "batch: accept",
    ),
    (
        attribute(
            "derivatives",
            "`accept` adds exact derivatives of rates and motions to the solver",
            Words(ACCEPT),
        ),
        "derivatives: accept",
    ),
    (
        attribute(
            "threads",
            "number of threads that compute the vehicle; `accept` takes two where they are predicted to be faster",
            CountOrWord("accept"),
        ),
        "threads: 2",
    ),
    (
        attribute("singular", "`accept` takes a singular design position", Words(ACCEPT)),
        "singular: accept",
    ),
    (
        attribute(
            "size",
            "`accept` takes more than 2048 parts, and points farther than 100 m from the origin",
            Words(ACCEPT),
        ),
        "size: accept",
    ),
    (
        attribute("freedoms", "how many freedoms there are meant to be", Count),
        "freedoms: 12",
    ),
    (
        attribute("base", "body that the subsystems hang from", Name),
        "base: chassis",
    ),
    (
        attribute(
            "method",
            "how subsystems are reduced; `auto` looks for the cheapest cuts and independent coordinates too",
            Words(&["auto", "recursive", "synthesis", "lagrange", "synthesis_cartesian"]),
        ),
        "method: synthesis",
    ),
    (
        attribute(
            "tune",
            "`all` makes every number a parameter of the solver, except axes, radii, ratios, pitches and equipment",
            Words(ALL),
        ),
        "tune: all",
    ),
];

/// Settings of a group.
pub(crate) const GROUP_SETTINGS: &[Attribute] = &[
    attribute("origin", "where the origin of the coordinates written in it lies", Any),
    attribute(
        "rotation",
        "angles by which all of it is turned about its origin: about x first, then y, then z, axes that stay",
        Listed(&ANGLE),
    ),
];

/// Whether a word is a setting of a group.
pub(crate) fn is_of_groups(setting: &str) -> bool {
    GROUP_SETTINGS.iter().any(|known| known.key == setting)
}
