//! All limits on input and output, each with its reason.
//!
//! A declaration beyond a limit is refused with [`LIMIT`](super::catalogue::LIMIT), before it takes the time or memory
//! that the limit saves. Limits bound reading and checking only: the analysis of a valid vehicle near the limit of
//! parts takes a minute.

/// Bytes of all texts of one declaration together, included files counted each time. A token takes up to 200 times the
/// memory of its characters.
pub const TEXT: usize = 1 << 20;

/// Bytes of a file of data, such as a road of kilometres in steps of millimetres, or an hour of measurements. More
/// would fill the memory.
pub const DATA: usize = 1 << 28;

/// Number of files that one declaration includes: more than any vehicle needs, and few enough to stop inclusions that
/// multiply without end.
pub const INCLUDES: usize = 256;

/// Depth of files that include each other. Reading recurses once for each.
pub const INCLUDES_NESTED: usize = 32;

/// Depth of brackets: vehicle, mirror, body, list, list of lists, and some to spare. Reading recurses once for each.
pub const BRACKETS: usize = 16;

/// Points, parts and groups of a vehicle after all subsystems are written out and mirrored, without `size: accept`: ten times the
/// number of a truck. Some passes over the equations take time that grows with the square of the number of bodies: 20 s for 500 bodies
/// and as many joints.
pub const PARTS: usize = 2048;

/// This limit with `size: accept`: it stops parts that contain others several times before the memory is full.
pub const PARTS_ACCEPTED: usize = 1 << 16;

/// Depth of subsystems that place other subsystems. Writing out recurses once for each, and names grow with each.
pub const GROUPS_NESTED: usize = 32;

/// Number of diagnostics that are printed. For further problems, only their number is reported, since nobody reads more
/// at once.
pub const PRINTED: usize = 100;

/// Bytes of the longest line printed as an excerpt. Longer lines were written by a program; only their position is
/// printed.
pub const EXCERPT: usize = 4096;
