//! All limits on what is read, written out and printed, each with its reason.
//!
//! A declaration beyond a limit is refused with [`LIMIT`](super::catalogue::LIMIT), before it costs the time or the
//! memory that the limit is there to save. They bound what is read and checked; the analysis of a sound vehicle near the
//! limit of parts takes a minute.

/// Bytes of all texts of one declaration together, those of included files counted as often as they are included. A
/// token takes about 200 times the memory of its letter in the worst case.
pub const TEXT: usize = 1 << 20;

/// Files that one declaration includes: more than any vehicle has, few enough to refuse files that multiply without end.
pub const INCLUDES: usize = 256;

/// Files that include each other, one inside the other. Reading calls itself for each.
pub const INCLUDES_NESTED: usize = 32;

/// Brackets inside brackets: vehicle, mirror, body, list, list of lists, and some to spare. Reading calls itself for each.
pub const BRACKETS: usize = 16;

/// Points, parts and groups of a vehicle when all subsystems are written out and mirrored: ten times those of a truck.
/// Some passes over the equations take a time that grows with the square of the number of bodies: with 500 of them and as
/// many joints, 20 s.
pub const PARTS: usize = 2048;

/// Groups inside groups, by subsystems that place others. Writing out calls itself for each, and names grow with each.
pub const GROUPS_NESTED: usize = 32;

/// Diagnostics that are printed; of the others only the number is told. Nobody reads more at once.
pub const PRINTED: usize = 100;

/// Bytes of a line that is still printed as an excerpt. Longer lines were written by a program; only the place is told.
pub const EXCERPT: usize = 4096;
