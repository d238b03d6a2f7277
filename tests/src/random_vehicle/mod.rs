//! Random valid vehicles: a compact genome, so that a failing case shrinks, and its declaration as text.
//!
//! Every genome gives a declaration. References wrap around the existing bodies. If the loop of a closure has too
//! little freedom, the closure is replaced by a weaker closure (a ball joint, a rod) or is left out: `budget.rs` counts
//! the freedoms.

mod budget;
mod declare;
mod numbers;
mod parts;

use std::fmt;

/// A whole vehicle.
#[derive(Clone)]
pub struct Genome {
    /// The parts that are declared once.
    pub core: Assembly,
    /// The parts of a mirrored group, which are attached to the core twice.
    pub side: Option<Assembly>,
    /// Whether surplus closure equations are accepted.
    pub accept_redundant: bool,
    /// Position in the list of names at which this vehicle starts.
    pub names: usize,
}

/// Bodies with their joints, springs and wheels.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// Bodies, each attached to an earlier one.
    pub limbs: Vec<Limb>,
    /// A spatial ring of hinges and slides only.
    pub ring: Option<Ring>,
    /// Joints and links that close loops.
    pub closures: Vec<Closure>,
    /// Spring-dampers.
    pub struts: Vec<Strut>,
    /// Other force elements.
    pub pushes: Vec<Push>,
    /// Wheels.
    pub wheels: Vec<Tyre>,
}

/// Connection of a body to an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Welded to it.
    Fixed,
    /// On a hinge.
    Revolute,
    /// On a slide.
    Prismatic,
    /// On a ball joint.
    Spherical,
    /// On a universal joint.
    Universal,
    /// By a free joint.
    Free,
    /// By this number of rods, the first of them on the parent.
    Rods(usize),
}

/// A body and its connection.
#[derive(Clone, Copy, Debug)]
pub struct Limb {
    /// Position of the earlier body.
    pub parent: usize,
    /// The connection.
    pub hold: Hold,
    /// Whether an input drives it, if it can be driven.
    pub driven: bool,
    /// Whether the joint names the new body first.
    pub reversed: bool,
    /// Seed of all its numbers.
    pub seed: u64,
}

/// A ring of six bodies on seven hinges and slides that begins and ends at the same body.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    /// The body at which it begins and ends.
    pub on: usize,
    /// One bit per joint: whether it is a slide. Three slides in succession could not be closed, so only every third joint
    /// can be one.
    pub slides: u8,
    /// Seed of all its numbers.
    pub seed: u64,
}

/// A joint or link between bodies that are already connected.
#[derive(Clone, Copy, Debug)]
pub struct Closure {
    /// One body.
    pub first: usize,
    /// The other body.
    pub second: usize,
    /// The intended joint; [`Hold::Free`] and [`Hold::Rods`] stand for one rod.
    pub hold: Hold,
    /// Whether an input drives it, if it can be driven.
    pub driven: bool,
    /// Whether the joint is declared to be kept in the tree or to be cut, if this is possible: see `declare.rs`.
    pub tree: Option<Tree>,
    /// Seed of all its numbers.
    pub seed: u64,
}

/// Declared role of a joint in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tree {
    /// Kept in the tree.
    Keep,
    /// Cut.
    Cut,
}

/// A spring-damper.
#[derive(Clone, Copy, Debug)]
pub struct Strut {
    /// One body.
    pub first: usize,
    /// The other body.
    pub second: usize,
    /// Characteristics of the spring, one bit each: see `parts.rs`.
    pub kinds: u8,
    /// Seed of all its numbers.
    pub seed: u64,
}

/// A load, a bushing, or an element on a joint.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// One body.
    pub first: usize,
    /// The other body.
    pub second: usize,
    /// A joint with one freedom, or the body in whose axes a load is given.
    pub third: usize,
    /// The kind, and which attributes it has: see `parts.rs`.
    pub kinds: u8,
    /// Seed of all its numbers.
    pub seed: u64,
}

/// A wheel.
#[derive(Clone, Copy, Debug)]
pub struct Tyre {
    /// The body that carries it.
    pub on: usize,
    /// The body that drives it.
    pub driven_from: usize,
    /// Bits: spins, has mass, has a diametral moment, has its own axis.
    pub kinds: u8,
    /// Seed of all its numbers.
    pub seed: u64,
}

impl Genome {
    /// The declaration.
    pub fn text(&self) -> String {
        declare::text(self)
    }
}

/// Prints the declaration, so that the output of a failing test can be compiled.
impl fmt::Debug for Genome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.text())
    }
}
